"""What two texts of one table have in common: lines that copy each other, and words that one text
puts in the place of the other's.

The new text is mostly a copy of the old one, so of two lines that say the same one stands in each
column; and where a word is replaced throughout, each column keeps to its own.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import NamedTuple

from rulebook.reading.columns.pieces import Piece
from rulebook.reading.columns.words import ColumnWords, word_class

Words = tuple[str, ...]

RUN = 2
"""So many words at least make a run that two texts have in common."""
CHANGED = 3
"""So many changed words at most stand between two runs of one passage."""
FEW, MANY = 2, 7
"""A passage of few words says nothing, and one of many is no chance."""
FULL = 6
"""A line of so many words counts in full; a shorter one counts less."""
OCCURRENCES = 6
"""Copies of a run are looked for at so many of the last places where it stands."""
_LONGEST = 2
"""So many words at most make a replaced term ("innocente", "non colpevole")."""
_ALIKE = 0.4
"""Lines that share this much are compared word by word."""


@dataclass(frozen=True)
class Kinship:
    """For each piece, the earlier pieces that are related to it.

    `copies` are pieces that say the same, with the share of it that they say; `terms` are pieces
    with the same term that only one of the two texts uses.
    """

    copies: tuple[tuple[tuple[int, float], ...], ...]
    terms: tuple[tuple[int, ...], ...]


def find_kinship(pieces: Sequence[Piece], words: ColumnWords) -> Kinship:
    """Relate the pieces of one table to each other."""
    plain = [tuple(word.lower() for word in piece.words if word[0].isalnum()) for piece in pieces]
    copies = _copies(plain)
    return Kinship(copies, _terms(plain, _replaced(plain, copies, words)))


def _copies(plain: Sequence[Words]) -> tuple[tuple[tuple[int, float], ...], ...]:
    """Earlier pieces with the same words in the same order.

    What is the same may go on over the end of a piece, since the two cells of a row break their
    lines at other words, and over a word or two that a revision changed. A few words are common to
    many provisions and say little; each word of a long passage counts in full.
    """
    stream = [(word, index) for index, held in enumerate(plain) for word in held]
    shared: list[dict[int, dict[int, float]]] = [{} for _ in plain]
    for passage in _passages([word for word, _ in stream]):
        length = sum(run.length for run in passage)
        weight = min(1.0, (length - FEW) / (MANY - FEW))
        if weight <= 0.0:
            continue
        for run in passage:
            for at in range(run.start, run.start + run.length):
                held = shared[stream[at][1]].setdefault(stream[at - run.offset][1], {})
                held[at] = max(held.get(at, 0.0), weight)
    out: list[tuple[tuple[int, float], ...]] = []
    for index, found in enumerate(shared):
        size = max(len(plain[index]), FULL)
        near = [
            (other, min(1.0, sum(held.values()) / size))
            for other, held in found.items()
            if other != index
        ]
        out.append(tuple(sorted(near, key=lambda pair: (-pair[1], -pair[0]))[:4]))
    return tuple(out)


class _Run(NamedTuple):
    """The same words twice: where the second copy starts, how far behind the first, how many."""

    start: int
    offset: int
    length: int


def _passages(words: Sequence[str]) -> list[list[_Run]]:
    """Runs of words that stand twice, those that follow each other in both places together."""
    seen: dict[tuple[str, ...], list[int]] = {}
    going: dict[int, int] = {}
    runs: list[_Run] = []
    for at in range(len(words) - RUN + 2):
        places = seen.setdefault(tuple(words[at : at + RUN]), [])
        held = {at - place: going.get(at - place, RUN - 1) + 1 for place in places[-OCCURRENCES:]}
        for offset, length in going.items():
            if offset not in held:
                runs.append(_Run(at + RUN - 1 - length, offset, length))
        going = held
        places.append(at)
    runs.sort()
    passages: list[list[_Run]] = []
    last: list[list[_Run]] = []
    for run in runs:
        last = [p for p in last if run.start - p[-1].start - p[-1].length <= CHANGED]
        for passage in reversed(last):
            before = passage[-1]
            here = run.start - before.start - before.length
            there = here - run.offset + before.offset
            if here >= 0 and 0 <= there <= CHANGED:
                passage.append(run)
                break
        else:
            passages.append([run])
            last.append(passages[-1])
    return passages


def _replaced(
    plain: Sequence[Words], copies: Sequence[Sequence[tuple[int, float]]], words: ColumnWords
) -> frozenset[Words]:
    """Terms that copies of a line put in the place of others, more often than they keep those.

    Of two such terms the rarer one is given: an old word may survive in the new text, but a word
    that came with the revision stands in one column alone. Once seen is enough where no copy keeps
    the rarer term: of such terms in typeset tables, 19 of 20 stood in one column alone.
    """
    swaps: Counter[tuple[Words, Words]] = Counter()
    kept: Counter[Words] = Counter()
    for index, related in enumerate(copies):
        for other, share in related:
            if share < _ALIKE:
                continue
            one, two = plain[other], plain[index]
            parts = SequenceMatcher(None, one, two, autojunk=False).get_opcodes()
            for tag, a, b, c, d in parts:
                if tag == "equal":
                    kept.update(one[k : k + 1] for k in range(a, b))
                    kept.update(one[k : k + 2] for k in range(a, b - 1))
                inner = a > 0 and c > 0 and b < len(one) and d < len(two)
                if tag == "replace" and inner and max(b - a, d - c) <= _LONGEST:
                    left, right = one[a:b], two[c:d]
                    if _tells(left, words) and _tells(right, words):
                        swaps[min((left, right), (right, left))] += 1
    held = Counter(run for line in plain for run in _short_runs(line))
    return frozenset(
        left if held[left] < held[right] else right
        for (left, right), count in swaps.items()
        if count > kept[left if held[left] < held[right] else right]
    )


def _short_runs(line: Words) -> set[Words]:
    return {line[k : k + n] for n in (1, _LONGEST) for k in range(len(line) - n + 1)}


def _tells(term: Words, words: ColumnWords) -> bool:
    """Whether a term is more than a word of grammar."""
    return any(len(word) > 3 and word not in words.classes for word in term) and all(
        word_class(word, words) != "number" for word in term
    )


def _terms(plain: Sequence[Words], exclusive: frozenset[Words]) -> tuple[tuple[int, ...], ...]:
    """The nearest two earlier pieces for each term of a piece that one column alone uses."""
    seen: dict[Words, list[int]] = {}
    out: list[tuple[int, ...]] = []
    for index, held in enumerate(plain):
        found: set[int] = set()
        for term in _short_runs(held) & exclusive:
            found.update(seen.get(term, ())[-2:])
            seen.setdefault(term, []).append(index)
        out.append(tuple(sorted(found)))
    return tuple(out)

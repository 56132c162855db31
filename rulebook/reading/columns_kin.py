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

from rulebook.reading.columns_pieces import Piece
from rulebook.reading.columns_words import ColumnWords, word_class

Words = tuple[str, ...]

_LONGEST = 2
"""So many words at most make a replaced term ("innocente", "non colpevole")."""
_ALIKE = 0.4
"""Lines that share this much are compared word by word."""
_REPLACED = 2
"""So often a word must be seen replaced by another."""


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
    """Earlier pieces with the same runs of three words."""
    grams = [_runs(held) for held in plain]
    seen: dict[Words, list[int]] = {}
    out: list[tuple[tuple[int, float], ...]] = []
    for index, held in enumerate(grams):
        near: Counter[int] = Counter()
        for gram in held:
            for other in seen.get(gram, ())[-4:]:
                near[other] += 1
        out.append(
            tuple((other, min(1.0, total / len(held))) for other, total in near.most_common(4))
        )
        for gram in held:
            seen.setdefault(gram, []).append(index)
    return tuple(out)


def _runs(held: Words) -> list[Words]:
    return [held[k : k + 3] for k in range(len(held) - 2)]


def _replaced(
    plain: Sequence[Words], copies: Sequence[Sequence[tuple[int, float]]], words: ColumnWords
) -> frozenset[Words]:
    """Terms that copies of a line put in the place of others, more often than they keep those.

    Of two such terms the rarer one is given: an old word may survive in the new text, but a word
    that came with the revision stands in one column alone.
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
        if count >= _REPLACED and 2 * count > kept[left] + kept[right]
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

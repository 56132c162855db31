"""Furniture that comes too seldom to be known by its return: a head that cuts one sentence, and a
page number inside a line that is the only one missing between two others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from rulebook.reading.pages.numbers import Candidate, Caught, cites
from rulebook.reading.pages.rows import Row, interrupted, words_of
from rulebook.reading.pages.words import Vocabulary

_FRONT = 3
_LONGEST = 10
_LAST_LABEL = 12
_PARTED = re.compile(r"[^\W\d_]-\Z")
_PAGE_WORDS = frozenset({"pag", "pagg", "pagina", "p"})
_AT_EDGE = re.compile(r"\s*(\d{1,3})\s+\D.*|.*\D\s*[–—-]?\s(\d{1,3})\s*")
_SAID = re.compile(r"\bpag(?:\.|g\.|ina)?\s*\d{1,3}\Z", re.IGNORECASE)
_INSIDE = re.compile(r"(?<![\w.,/:’'(+±-])\d{1,3}(?![\w/%°]|[.,:]\d)")


@dataclass(frozen=True, slots=True)
class Heads:
    """Rows that cut a sentence: `sure` are the text's own heads, `doubtful` may be such."""

    sure: frozenset[int] = frozenset()
    doubtful: frozenset[int] = frozenset()


def heads(rows: Sequence[Row], aside: frozenset[int], vocabulary: Vocabulary) -> Heads:
    """The running heads that come once or twice, each in the middle of a sentence.

    A row that says what the first rows of the text say, or that names the Code beside a page
    number, is no part of the sentence that it cuts; where only one of both speaks for it, it
    stays and is doubted. `aside` are the positions that are furniture or numbers already.
    """
    fronts = [_named(row) for row in rows[:_FRONT] if _capitals(row.text)]
    sure: set[int] = set()
    doubtful: set[int] = set()
    for position, row in enumerate(rows):
        if position in aside or position == 0 or not _may_stray(row, vocabulary):
            continue
        before, after = _beside(rows, aside, position, -1), _beside(rows, aside, position, 1)
        parted = _parts_word(before, after)
        if not (parted or interrupted(before, after) or _runs_on(before, after)):
            continue
        name = _named(row)
        front = position >= _FRONT and len(name) > 1 and any(
            name == own or (len(own) > 2 and name[: len(own)] == own) for own in fronts
        )
        collection = " ".join(name).startswith(tuple(vocabulary.collections))
        paged = _AT_EDGE.fullmatch(row.text) is not None or not aside.isdisjoint(
            (position - 1, position + 1)
        )
        if not (before and cites(before.text[-32:], vocabulary)):
            if front or (collection and (paged or parted)):
                sure.add(position)
            elif collection or parted:
                doubtful.add(position)
    return Heads(frozenset(sure), frozenset(doubtful))


def between(
    rows: Sequence[Row], alone: Sequence[Candidate], heads_at: frozenset[int],
    vocabulary: Vocabulary,
) -> list[Caught]:
    """Numbers inside rows that are just the one missing between the page number before and the
    one behind: nothing proves them, but they are doubted.

    `alone` are the page numbers on rows of their own, `heads_at` the rows that may end in one.
    """
    pages = sorted({(one.position, one.value) for one in alone} | {
        (position, int(match[1] or match[2]))
        for position, row in enumerate(rows)
        if (position in heads_at or (_SAID.search(row.text) and _may_stray(row, vocabulary)))
        and (match := _AT_EDGE.fullmatch(row.text))
    })
    held = {position for position, _ in pages} | heads_at
    found: list[Caught] = []
    for (first, low), (last, high) in pairwise(pages):
        if high != low + 2 or low < _LAST_LABEL:
            continue
        for position in range(first + 1, last):
            if position not in held:
                found += _missing(position, rows[position].text, low + 1, vocabulary)
    return found


def _missing(position: int, text: str, value: int, vocabulary: Vocabulary) -> list[Caught]:
    return [
        Caught(position, match.start(), match.end(), value, False)
        for match in _INSIDE.finditer(text)
        if match[0] == str(value) and not cites(text[: match.start()][-32:], vocabulary)
    ]


def _may_stray(row: Row, vocabulary: Vocabulary) -> bool:
    words = words_of(row.text)
    if row.game or row.label or not 1 < len(words) <= _LONGEST or not _capitals(row.text):
        return False
    if words[0] in vocabulary.articles and words[1].isdigit():
        return False
    return row.text[-1] not in ".,;:?!-"


def _capitals(text: str) -> bool:
    """Whether a row is written as names are: the words that carry it have capitals."""
    words = [word for word in re.findall(r"[^\W\d_]+", text) if len(word) > 3]
    return bool(words) and sum(word[0].isupper() for word in words) * 2 > len(words)


def _named(row: Row) -> list[str]:
    """The words of a row without its numbers and the word for a page."""
    words = words_of(row.text)
    return [word for word in words if not word.isdigit() and word not in _PAGE_WORDS]


def _beside(rows: Sequence[Row], aside: frozenset[int], position: int, step: int) -> Row | None:
    position += step
    while position in aside:
        position += step
    return rows[position] if 0 <= position < len(rows) else None


def _runs_on(before: Row | None, after: Row | None) -> bool:
    """Whether a line of prose goes on below, however short its last words are."""
    if before is None or after is None or before.short or before.game or before.ends:
        return False
    return after.lower and not after.label


def _parts_word(before: Row | None, after: Row | None) -> bool:
    """Whether a hyphen above and a small letter below show that a word goes on."""
    return (
        before is not None and after is not None
        and _PARTED.search(before.text) is not None and after.lower
    )

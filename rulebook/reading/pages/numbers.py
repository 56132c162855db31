"""Page numbers: alone on a line, or caught in a sentence.

A number on a line of its own may also be a label, the mark of a note, or a word of a paragraph
that was set with one word per line; what stands around it and the series of numbers decide.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from rulebook.reading.pages.roman import value as roman_value
from rulebook.reading.pages.rows import Row, interrupted, words_of
from rulebook.reading.pages.words import Vocabulary

Verdict = Literal["page", "doubt", "text"]

_SAID = re.compile(
    r"\W*pag(?:\.|g\.|ina)?\s*n?[.°]?\s*(\d{1,4})(?:\s*(?:/|di|of|su|-)\s*\d{1,4})?\W*",
    re.IGNORECASE,
)
_DRESSED = re.compile(r"[-–—•·|~*]+\s*(\d{1,4})\s*[-–—•·|~*]+")
_OF = re.compile(r"(\d{1,4})\s*(?:/|di|of)\s*(\d{1,4})", re.IGNORECASE)
_BARE = re.compile(r"\d{1,4}")
_ROMAN = re.compile(r"[-–—\s]*([ivxl]{1,7}|[IVXL]{1,7})[-–—\s]*")
_DIGIT_LABEL = re.compile(r"(\d{1,2})(?:[.)]|\Z)")
_GLUED_MARK = re.compile(r"(?<![^\W\d_])[^\W\d_]{2,}+(\d{1,3})(?![\w/])")
_LAST_LABEL = 12
_YEARS = range(1900, 2100)
_NEAR, _FAR = 100, 12_000
_PAGE, _EVEN, _ENTRY, _WINDOW = 400, 3, 70, 32
_LEADERS = re.compile(r"[.…·_]{2,}\s*\Z")
_SERIES = 3


@dataclass(frozen=True, slots=True)
class Candidate:
    """A row that may be a page number: its place among the rows, its value and its form."""

    position: int
    value: int
    form: Literal["said", "dressed", "of", "bare", "roman"]


def candidates(rows: Sequence[Row]) -> list[Candidate]:
    """Every row that is nothing but a number, in whatever dress."""
    found: list[Candidate] = []
    for position, row in enumerate(rows):
        if len(row.text) > 24:
            continue
        candidate = _candidate(position, row.text)
        if candidate:
            found.append(candidate)
    return found


def _candidate(position: int, text: str) -> Candidate | None:
    said = _SAID.fullmatch(text)
    if said:
        return Candidate(position, int(said.group(1)), "said")
    dressed = _DRESSED.fullmatch(text)
    if dressed:
        return Candidate(position, int(dressed.group(1)), "dressed")
    of = _OF.fullmatch(text)
    if of and 0 < int(of.group(1)) <= int(of.group(2)):
        return Candidate(position, int(of.group(1)), "of")
    if _BARE.fullmatch(text):
        return Candidate(position, int(text), "bare")
    roman = _ROMAN.fullmatch(text)
    if roman:
        value = roman_value(roman.group(1).lower())
        if value:
            return Candidate(position, value, "roman")
    return None


def verdicts(
    rows: Sequence[Row],
    found: Sequence[Candidate],
    running: frozenset[int],
    vocabulary: Vocabulary,
) -> dict[int, Verdict]:
    """What each candidate is, by its position among the rows.

    `running` are the positions of running headers and footers, the company of page numbers.
    """
    places = frozenset(candidate.position for candidate in found)
    marks = _glued_marks(rows)
    judge = _Judge(rows, places, running, vocabulary, marks)
    result: dict[int, Verdict] = {c.position: judge.alone(c) for c in found}
    for chain in _chains(rows, found):
        shown = sum(judge.strong(c) for c in chain)
        if len(chain) >= _SERIES and shown:
            # Two page ends that are plain to see vouch for the others of the series.
            held = judge.held if shown > 1 else judge.belongs
            pages = [candidate for candidate in chain if not held(candidate)]
            result.update((candidate.position, "page") for candidate in pages)
    return result


def _glued_marks(rows: Sequence[Row]) -> set[int]:
    """The numbers of notes that are called by a number glued to a word."""
    return {int(mark) for row in rows for mark in _GLUED_MARK.findall(row.text)}


def _chains(rows: Sequence[Row], found: Sequence[Candidate]) -> list[list[Candidate]]:
    """Series of candidates that count upwards at the distance of pages."""
    best: dict[int, list[Candidate]] = {}
    by_value: dict[tuple[bool, int], Candidate] = {}
    for candidate in found:
        roman = candidate.form == "roman"
        chain = [candidate]
        for step in (1, 2):
            previous = by_value.get((roman, candidate.value - step))
            if previous is None:
                continue
            distance = rows[candidate.position].at - rows[previous.position].at
            if _NEAR <= distance <= _FAR * step:
                chain = [*best[previous.position], candidate]
                break
        best[candidate.position] = chain
        by_value[(roman, candidate.value)] = candidate
    return list(best.values())


class _Judge:
    """Looks at what stands around a candidate."""

    def __init__(
        self,
        rows: Sequence[Row],
        places: frozenset[int],
        running: frozenset[int],
        vocabulary: Vocabulary,
        marks: set[int],
    ) -> None:
        self.rows = rows
        self.places = places
        self.running = running
        self.vocabulary = vocabulary
        self.marks = marks

    def alone(self, candidate: Candidate) -> Verdict:
        """The verdict on a candidate without its series."""
        if self.belongs(candidate):
            return "text"
        if candidate.form == "said":
            return "page"
        if self.strong(candidate):
            return "page"
        if candidate.form == "roman":
            return "text"
        if candidate.form == "of":
            return "doubt"
        if candidate.form == "dressed":
            return "page"
        if candidate.value in _YEARS:
            return "text"
        if candidate.value > _LAST_LABEL:
            return "page"
        return "text" if self._label(candidate) else "doubt"

    def strong(self, candidate: Candidate) -> bool:
        """Whether the place by itself shows a page end."""
        before, after = self._before(candidate.position), self._after(candidate.position)
        if self._in_company(candidate.position) or interrupted(before, after):
            return True
        if candidate.form in ("roman", "of") or candidate.value in _YEARS:
            return False
        if before is not None and not before.ends:
            return False
        if after is None:
            return before is not None
        return after.opens_paragraph or self._article(after)

    def belongs(self, candidate: Candidate) -> bool:
        """Whether the number is a word of the text, for all that its place says."""
        if candidate.form in ("said", "dressed") or self._in_company(candidate.position):
            return False
        before, after = self._before(candidate.position), self._after(candidate.position)
        if self.held(candidate) or (before and cites(before.text[-24:], self.vocabulary)):
            return True
        # One word per row: the number is a word of a justified paragraph.
        if before is None or before.ends or before.label:
            return False
        return (before.short and before.lower) or (
            after is not None and after.short and after.lower
        )

    def held(self, candidate: Candidate) -> bool:
        """Whether an auction, a table or a note holds the number, whatever its series."""
        if candidate.form in ("said", "dressed") or self._in_company(candidate.position):
            return False
        before, after = self._before(candidate.position), self._after(candidate.position)
        if any(row is not None and row.game and row.brief for row in (before, after)):
            return True
        if candidate.form != "bare":
            return False
        noted = candidate.value in self.marks and after is not None and not after.lower
        return noted or self._in_a_table(candidate.position)

    def _in_a_table(self, position: int) -> bool:
        return any(
            position + step in self.places and _BARE.fullmatch(self.rows[position + step].text)
            for step in (-1, 1)
        )

    def _label(self, candidate: Candidate) -> bool:
        """Whether the number goes on with the numbers of the paragraphs before it."""
        if candidate.value == 1:
            return True
        for position in range(candidate.position - 1, -1, -1):
            match = _DIGIT_LABEL.match(self.rows[position].text)
            if match:
                return int(match.group(1)) == candidate.value - 1
        return False

    def _in_company(self, position: int) -> bool:
        if self.rows[position].line.page:
            return True
        for step in (-1, 1):
            other = position + step
            if other in self.running:
                return True
        following = position + 1
        return following < len(self.rows) and self.rows[following].line.page

    def _article(self, row: Row) -> bool:
        words = words_of(row.text)
        return len(words) > 1 and words[0] in self.vocabulary.articles and words[1].isdigit()

    def _before(self, position: int) -> Row | None:
        position -= 1
        while position in self.running:
            position -= 1
        return self.rows[position] if position >= 0 else None

    def _after(self, position: int) -> Row | None:
        position += 1
        while position in self.running:
            position += 1
        return self.rows[position] if position < len(self.rows) else None


@dataclass(frozen=True, slots=True)
class Caught:
    """A number inside a row: its range in the text, its value, and whether its series proves it."""

    position: int
    start: int
    stop: int
    value: int
    proven: bool


_INSIDE = re.compile(r"(?<![\w.,/:’'♠♥♦♣(\-–—+±§°])(\d{1,3})(?![\w/%°½♠♥♦♣)\-–—+]|[.,:]\d)")
_INFINITIVE = re.compile(r"\s+[^\W\d_]{2,}(?:are|ere|ire|arsi|ersi|irsi|arlo|arla|erlo|erla)\b")


def caught(rows: Sequence[Row], alone: Sequence[Candidate], vocabulary: Vocabulary) -> list[Caught]:
    """Page numbers that stand inside or at the end of a block of text.

    Only a series that counts upwards at even distances proves one; a number between words that
    cannot hold one is a doubt.
    """
    inside: list[Caught] = []
    marks = _glued_marks(rows)
    for position, row in enumerate(rows):
        if row.game and len(row.text) < 60:
            continue
        inside.extend(_inside(position, row, vocabulary, marks))
    if not inside:
        return []
    proven = _proven(rows, inside, alone)
    return [
        Caught(c.position, c.start, c.stop, c.value, (c.position, c.start) in proven)
        for c in inside
        if (c.position, c.start) in proven or _impossible(rows[c.position].text, c)
    ]


def _inside(position: int, row: Row, vocabulary: Vocabulary, marks: set[int]) -> list[Caught]:
    found: list[Caught] = []
    text = row.text
    for match in _INSIDE.finditer(text):
        if match.group() == text or match.group().startswith("0") or int(match.group()) in marks:
            continue
        before = text[max(0, match.start() - _WINDOW) : match.start()]
        after = text[match.end() : match.end() + _WINDOW]
        # At the beginning of a row: a label, a note, or the middle of a sentence.
        if not before and not after.lstrip()[:1].islower():
            continue
        # At the end of a short row, or behind leaders: an entry of a contents page.
        if not after.strip() and (len(text) < _ENTRY or _LEADERS.search(before)):
            continue
        if cites(before, vocabulary):
            continue
        found.append(Caught(position, match.start(), match.end(), int(match.group()), False))
    return found


def cites(before: str, vocabulary: Vocabulary) -> bool:
    """Whether a number right behind these words belongs to them: “art. 31”, “tavolo 5”."""
    words = words_of(before)
    if not words or words[-1] not in vocabulary.citing:
        return False
    end = before.rstrip()[-1:]
    return end not in ".;:!?)" or (end == "." and words[-1] in vocabulary.abbreviated)


def _proven(
    rows: Sequence[Row], inside: Sequence[Caught], alone: Sequence[Candidate]
) -> frozenset[tuple[int, int]]:
    """The members of series of at least three, one by one upwards.

    Inside sentences they stand at distances that are alike; behind the last stop of a block,
    where no word can follow, any distance will do.
    """
    ends = [c for c in inside if _behind_a_stop(rows[c.position].text, c)]
    behind = frozenset((c.position, c.start) for c in ends)
    lone = [(rows[c.position].at, c.value, (c.position, -1)) for c in alone if c.form != "roman"]
    points = [(rows[c.position].at + c.start, c.value, (c.position, c.start)) for c in inside]
    at_ends = [point for point in points if point[2] in behind]
    return _series(sorted(points + lone), _PAGE, _EVEN) | _series(sorted(at_ends + lone), 1, _FAR)


def _series(
    points: Sequence[tuple[int, int, tuple[int, int]]], least: int, spread: int
) -> frozenset[tuple[int, int]]:
    chains: dict[int, list[tuple[int, tuple[int, int]]]] = {}
    proven: set[tuple[int, int]] = set()
    for at, value, name in points:
        previous = chains.get(value - 1, [])
        chain = [(at, name)]
        if previous and least <= at - previous[-1][0] <= _FAR:
            longer = [*previous, (at, name)]
            gaps = [b[0] - a[0] for a, b in pairwise(longer)]
            if max(gaps) <= spread * min(gaps):
                chain = longer
        known = chains.get(value)
        if known is None or len(chain) >= len(known) or at - known[-1][0] > _FAR:
            chains[value] = chain
        if len(chain) >= _SERIES:
            proven.update(member for _, member in chain)
    return frozenset(proven)


def _behind_a_stop(text: str, found: Caught) -> bool:
    before = text[max(0, found.start - _WINDOW) : found.start]
    return found.stop == len(text) and before.rstrip()[-1:] in (".", "!", "?")


def _impossible(text: str, found: Caught) -> bool:
    """Whether no sentence has a number there: “deve 42 giocare”, “… giocare. 42”."""
    if found.value <= _LAST_LABEL:
        return False
    before = text[max(0, found.start - _WINDOW) : found.start].rstrip()
    after = text[found.stop : found.stop + _WINDOW]
    if not after.strip():
        return found.start > _ENTRY and _behind_a_stop(text, found)
    return before[-1:].islower() and _INFINITIVE.match(after) is not None

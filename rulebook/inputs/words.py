"""Words with their boxes: what a page is before anything is known about it.

All measures are points from the upper left corner of the page as it is shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from rulebook.layout import Box, PageSize

_SMALL = 0.85
_LEVEL = 0.34


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it is printed; `baseline` is where its letters stand, `size` its font's size.

    `confidence` goes from 0 to 1; a word of a text layer is certain. Of a word of a picture,
    `solid` and `behind` tell how far a small square in it, or in the white behind it, is filled.
    """

    text: str
    left: float
    top: float
    right: float
    bottom: float
    baseline: float
    size: float
    font: str = ""
    confidence: float = 1.0
    solid: float = 0.0
    behind: float = 0.0

    @property
    def middle(self) -> float:
        """The height by which words of one line are known: half a small letter over the line."""
        return self.baseline - 0.3 * self.size


@dataclass(frozen=True, slots=True)
class Stroke:
    """A printed rule: a thin horizontal or vertical line of the page."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def horizontal(self) -> bool:
        """Whether it lies."""
        return self.right - self.left > self.bottom - self.top


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page as it is read: its size, its words in any order, and its rules.

    A scan was turned clockwise by `turned` degrees to be read, and its lines, which fell by
    `slant` for each point to the right, were set level.
    """

    size: PageSize
    words: tuple[Word, ...]
    strokes: tuple[Stroke, ...] = ()
    turned: int = 0
    slant: float = 0.0


@dataclass(frozen=True, slots=True)
class Row:
    """Words that stand on one line, from left to right; never empty."""

    words: tuple[Word, ...]

    @property
    def left(self) -> float:
        """Where its first word begins."""
        return self.words[0].left

    @property
    def right(self) -> float:
        """Where its last word ends."""
        return max(word.right for word in self.words)

    @property
    def top(self) -> float:
        """The upper edge of its highest word."""
        return min(word.top for word in self.words)

    @property
    def bottom(self) -> float:
        """The lower edge of its lowest word."""
        return max(word.bottom for word in self.words)

    @property
    def size(self) -> float:
        """The font size of most of its characters."""
        return size_of(self.words)

    @property
    def baseline(self) -> float:
        """Where the words of its own size stand."""
        size = self.size
        return max(word.baseline for word in self.words if word.size >= 0.9 * size)

    @property
    def box(self) -> Box:
        """Left, top, right, bottom, rounded to a tenth of a point."""
        return (
            round(self.left, 1),
            round(self.top, 1),
            round(self.right, 1),
            round(self.bottom, 1),
        )

    @property
    def plain(self) -> str:
        """Its words with one blank between them."""
        return " ".join(word.text for word in self.words)


def size_of(words: Iterable[Word]) -> float:
    """The font size in which most characters are set, in steps of a quarter of a point."""
    counts: dict[float, int] = {}
    for word in words:
        size = round(word.size * 4) / 4
        counts[size] = counts.get(size, 0) + len(word.text)
    return max(counts, key=lambda size: (counts[size], size), default=0.0)


def rows_of(words: Iterable[Word]) -> list[Row]:
    """Words put into lines by their height, from top to bottom.

    Small raised figures stay on the line of the word that they are tied to.
    """
    pending = sorted(words, key=lambda word: word.middle)
    usual = size_of(pending)
    rows: list[list[Word]] = []
    for word in pending:
        if word.size >= _SMALL * usual:
            _put(rows, word)
    lines = list(rows)
    for word in pending:
        if word.size < _SMALL * usual:
            tied = next((row for row in lines if _tied(word, row)), None)
            if tied is None:
                _put(rows, word)
            else:
                tied.append(word)
    made = [Row(tuple(sorted(row, key=lambda word: word.left))) for row in rows]
    return sorted(made, key=lambda row: (row.baseline, row.left))


def _put(rows: list[list[Word]], word: Word) -> None:
    """Put a word on the last lines that stand at its height, or on a new one."""
    for row in reversed(rows[-4:]):
        if abs(row[0].middle - word.middle) <= _LEVEL * max(word.size, row[0].size):
            row.append(word)
            return
    rows.append([word])


def _tied(word: Word, row: list[Word]) -> bool:
    """Whether a small word is raised beside a word of a line, or stands on it."""
    return any(
        -0.35 * other.size <= other.baseline - word.baseline <= 0.75 * other.size
        and -0.3 * other.size <= word.left - other.right <= 0.6 * other.size
        for other in row
        if other.size > word.size
    )

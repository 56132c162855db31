"""Pages scanned on a side or upside down: which way up, and where their words then stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulebook.inputs.images import Picture
from rulebook.inputs.words import Sheet, Word
from rulebook.layout import Box, PageSize

Recognise = Callable[[Picture], Sequence[Word]]

_DPI = 100.0
"""Enough to tell letters from scribble, and four times cheaper than reading them well."""

_SURE = 0.6
_POOR = 0.5
_FEWEST = 20
"""A direction with fewer letters than this shows nothing: a stamp, a page number."""


def turn_of(picture: Picture, words: Sequence[Word], recognise: Recognise) -> int:
    """By how many degrees clockwise a page must be turned for its words to be read.

    Only a page that hardly gives words as it lies is tried the other ways, at a low resolution;
    a page that gives no more in any of them stays as it is.

    Args:
        picture: the page as it lies.
        words: what was recognised in it as it lies.
        recognise: gives the words of a picture.

    Returns:
        0, 90, 180 or 270.
    """
    letters = sum(len(word.text) for word in words)
    certain = sum(len(word.text) * word.confidence for word in words)
    if letters >= _FEWEST and certain >= _POOR * letters:
        return 0
    least = max(_FEWEST, 2 * _clear(words))
    small = picture.reduced(_DPI)
    found = {turn: _clear(recognise(small.turned(turn))) for turn in (90, 180, 270)}
    best = max(found, key=lambda turn: found[turn])
    return best if found[best] >= least else 0


def _clear(words: Sequence[Word]) -> int:
    """How many letters stand in words of three and more that were recognised."""
    return sum(
        len(word.text)
        for word in words
        if word.confidence >= _SURE and sum(map(str.isalpha, word.text)) > 2
    )


def size_shown(sheet: Sheet) -> PageSize:
    """The size of a page as its file shows it, with what it was turned by to be read."""
    width, height = sheet.size.width, sheet.size.height
    if sheet.turned in (90, 270):
        width, height = height, width
    return PageSize(width, height, sheet.turned)


def box_shown(box: Box, sheet: Sheet) -> Box:
    """Where a box stands on the page as its file shows it: slanted and turned as it lies there."""
    left, top, right, bottom = box
    corners = [(x, y) for x in (left, right) for y in (top, bottom)]
    if sheet.slant:
        share = 1 + sheet.slant * sheet.slant
        corners = [
            ((x - sheet.slant * y) / share, (y + sheet.slant * x) / share) for x, y in corners
        ]
    size = size_shown(sheet)
    if sheet.turned == 90:
        corners = [(y, size.height - x) for x, y in corners]
    elif sheet.turned == 180:
        corners = [(size.width - x, size.height - y) for x, y in corners]
    elif sheet.turned == 270:
        corners = [(size.width - y, x) for x, y in corners]
    across, down = zip(*corners, strict=True)
    return (
        _within(min(across), size.width),
        _within(min(down), size.height),
        _within(max(across), size.width),
        _within(max(down), size.height),
    )


def _within(place: float, edge: float) -> float:
    return round(min(max(place, 0.0), edge), 1)

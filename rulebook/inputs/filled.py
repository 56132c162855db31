"""Ink that no letter has: the signs ♣ ♦ ♥ ♠ are filled, and so are seen where they are not read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from rulebook.inputs.images import Picture
from rulebook.inputs.words import Word, rows_of

_POINTS = 72
_INKED = 0.05
"""This share of the pixels around words is ink at its darkest: strokes have paler edges."""

_WINDOW = 0.26
"""The side of a square that a suit sign fills and no stroke of a letter does, in sizes of type."""

_GAP = 0.7
"""How far behind the last word of a line a sign that was not read may stand, in sizes of type."""

_CAPITAL, _DESCENT = 0.8, 0.2


def with_ink(picture: Picture, words: Sequence[Word]) -> list[Word]:
    """Words with how far a small square in each, and in the white behind it, is filled with ink.

    Args:
        picture: the page, its lines level.
        words: its words, in points of that picture.
    """
    if not words:
        return []
    scale = picture.dpi / _POINTS
    table = _darkness(picture.image, words, scale)
    found: list[Word] = []
    for row in rows_of(words):
        for at, word in enumerate(row.words):
            top = min(word.top, word.baseline - _CAPITAL * word.size)
            bottom = max(word.bottom, word.baseline + _DESCENT * word.size)
            edge = word.right + _GAP * word.size
            if at + 1 < len(row.words):
                edge = min(edge, row.words[at + 1].left)
            side = _WINDOW * word.size * scale
            inside = (word.left * scale, top * scale, word.right * scale, bottom * scale)
            behind = (word.right * scale, top * scale, edge * scale, bottom * scale)
            found.append(
                replace(
                    word,
                    solid=_filled(picture.image, inside, side, table),
                    behind=_filled(picture.image, behind, side, table),
                )
            )
    return found


def _darkness(image: Any, words: Sequence[Word], scale: float) -> list[int]:
    """For each brightness how dark it is, from 0 for the paper of a page to 255 for its ink."""
    around = [0] * 256
    for word in words:
        edges = (word.left, word.top, word.right, word.bottom)
        crop = image.crop(tuple(round(edge * scale) for edge in edges))
        around = [a + b for a, b in zip(around, crop.histogram(), strict=True)]
    paper = _level(image.histogram(), 0.5)
    span = max(1, paper - _level(around, _INKED))
    return [min(255, max(0, round(255 * (paper - level) / span))) for level in range(256)]


def _level(counts: Sequence[int], share: float) -> int:
    """The brightness under which a share of the pixels lies."""
    least, seen = sum(counts) * share, 0
    for level, count in enumerate(counts):
        seen += count
        if seen >= least:
            return level
    return 255


def _filled(
    image: Any, box: tuple[float, float, float, float], side: float, table: list[int]
) -> float:
    """How dark the darkest square of that side is, anywhere in a box; 0 where none fits."""
    from PIL import ImageFilter

    left, top, right, bottom = (round(edge) for edge in box)
    side = max(3.0, side)
    if right - left < side or bottom - top < side:
        return 0.0
    ink = image.crop((left, top, right, bottom)).point(table)
    most = ink.filter(ImageFilter.BoxBlur((side - 1) / 2)).getextrema()[1]
    return float(most) / 255

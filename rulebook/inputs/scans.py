"""Scans: pictures of pages become lines, and what may be misread goes to the queue of doubts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from rulebook.inputs import tesseract
from rulebook.inputs.bands import Band, bands_of
from rulebook.inputs.compose import compose
from rulebook.inputs.extraction import Extraction, Format, InputError
from rulebook.inputs.filled import with_ink
from rulebook.inputs.images import Picture, pictures
from rulebook.inputs.limits import Limits
from rulebook.inputs.misread import doubts_in
from rulebook.inputs.tables import rows_in
from rulebook.inputs.turned import box_shown, size_shown, turn_of
from rulebook.inputs.words import Sheet, Stroke, Word
from rulebook.layout import Box, Place


def read_image(data: bytes, name: str, limits: Limits) -> Extraction:
    """The lines of a scanned image, page by page.

    Raises:
        InputError: it is broken or too large, holds no words, or Tesseract is missing.
    """
    command = tesseract.program(name)
    sheets = [recognised(p, name, command, limits) for p in pictures(data, name, limits)]
    return extraction_of_scan(Format.IMAGE, sheets, range(1, len(sheets) + 1), name)


def recognised(picture: Picture, name: str, command: str, limits: Limits) -> Sheet:
    """The words of a picture of a page.

    Raises:
        InputError: Tesseract cannot read it, or takes too long.
    """
    seconds = limits.page_seconds

    def read(shown: Picture) -> tuple[list[Word], float]:
        return tesseract.words_in(shown.png(), shown.dpi, name, command, seconds)

    words, slant = read(picture)
    turn = turn_of(picture, words, lambda shown: read(shown)[0])
    if turn:
        picture = picture.turned(turn)
        words, slant = read(picture)
    bands = bands_of(words)
    parts = _parts(bands, picture)
    straight = picture.straightened(slant)
    if parts:
        words = []
        for left, top, right, bottom in parts:
            found, _ = read(straight.part(left, top, right, bottom))
            words += [_moved(word, max(left, 0.0), max(top, 0.0)) for word in found]
    words = with_ink(straight, words)
    strokes = tuple(_gutters(bands)) if parts else ()
    return Sheet(picture.size, tuple(words), strokes, turn, slant)


def _parts(bands: Sequence[Band], picture: Picture) -> list[Box]:
    """Where a page has columns: the parts of it that have one, each to be recognised by itself."""
    if not any(len(band.columns) > 1 and _tall(band) for band in bands):
        return []
    width, height = picture.size.width, picture.size.height
    parts: list[Box] = []
    top = 0.0
    for at, band in enumerate(bands):
        bottom = height
        if at + 1 < len(bands):
            bottom = (_bottom(band) + bands[at + 1].top) / 2
        edges = [0.0, *(sum(gutter) / 2 for gutter in band.gutters), width]
        parts += [(left, top, right, bottom) for left, right in pairwise(edges)]
        top = bottom
    return parts


def _gutters(bands: Sequence[Band]) -> Iterator[Stroke]:
    """Where a page was parted, as rules between its columns: what is read apart stays apart."""
    for band in bands:
        for gutter in band.gutters:
            middle = sum(gutter) / 2
            yield Stroke(middle, band.top, middle, _bottom(band))


def _tall(band: Band) -> bool:
    return min(len(rows_in(column)) for column in band.columns) > 2


def _bottom(band: Band) -> float:
    return max(row.bottom for row in rows_in((band,)))


def _moved(word: Word, right: float, down: float) -> Word:
    return replace(
        word,
        left=word.left + right,
        right=word.right + right,
        top=word.top + down,
        bottom=word.bottom + down,
        baseline=word.baseline + down,
    )


def extraction_of_scan(
    kind: Format, sheets: Sequence[Sheet], scanned: Iterable[int], name: str
) -> Extraction:
    """Pages as lines; those that were recognised, by number from 1, with their doubts.

    Raises:
        InputError: no page holds words.
    """
    if not any(sheet.words for sheet in sheets):
        raise InputError("no words can be recognised in it", name, "scan it again at 300 dpi.")
    lines = compose(sheets)
    pages = frozenset(scanned)
    return Extraction(
        kind,
        "".join(f"{line.text}\n" for line in lines),
        tuple(_shown(line.place, sheets) for line in lines),
        tuple(line.side for line in lines),
        tuple(line.role for line in lines),
        tuple(doubts_in(lines, pages)),
        tuple(size_shown(sheet) for sheet in sheets),
    )


def _shown(place: Place | None, sheets: Sequence[Sheet]) -> Place | None:
    if place is None or place.box is None:
        return place
    return replace(place, box=box_shown(place.box, sheets[place.page - 1]))

"""From the words of all pages to lines in reading order: one way for PDFs and scans."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rulebook.inputs.bands import Band, bands_of
from rulebook.inputs.carry import carried, ending
from rulebook.inputs.page_furniture import furniture
from rulebook.inputs.printed import BLANK, Printed, begins_note, printed
from rulebook.inputs.tables import Parallel, parallels
from rulebook.inputs.words import Row, Sheet, Stroke, rows_of, size_of
from rulebook.layout import Role, Side

_SMALLER = 0.94
_PARAGRAPH = 1.25
_NEAR = 30.0


@dataclass(frozen=True, slots=True)
class _Page:
    """A page taken apart: furniture above and below, and the bands between."""

    number: int
    above: tuple[Printed, ...]
    below: tuple[Printed, ...]
    bands: tuple[Band, ...]
    strokes: tuple[Stroke, ...]


@dataclass(frozen=True, slots=True)
class _Measures:
    """The font size of the text of a document, and its usual distance from line to line."""

    size: float
    leading: float


def compose(sheets: Sequence[Sheet]) -> list[Printed]:
    """The lines of a document; every word of it stands in exactly one of them.

    Furniture and notes keep their place in the order of the page and say what they are.
    """
    rows = [rows_of(sheet.words) for sheet in sheets]
    pages = list(_pages(sheets, rows, furniture(rows)))
    measures = _measures(pages)
    columns = [band for page in pages for band in page.bands if band.columns]
    found = iter(parallels(columns))
    lines: list[Printed] = []
    for page in pages:
        sides = [next(found) if band.columns else Parallel() for band in page.bands]
        lines += page.above
        lines += _body(page, sides, measures)
        lines += page.below
    return lines


def _pages(
    sheets: Sequence[Sheet], rows: Sequence[Sequence[Row]], roles: Sequence[dict[int, Role]]
) -> Iterator[_Page]:
    size = size_of(word for page in rows for row in page for word in row.words)
    before: tuple[tuple[float, float], tuple[float, float]] | None = None
    for at, sheet in enumerate(sheets):
        own = roles[at]
        kept = [row for index, row in enumerate(rows[at]) if index not in own]
        first = kept[0].baseline if kept else float("inf")
        aside = [(row, own[index]) for index, row in enumerate(rows[at]) if index in own]
        lines = [(row.baseline, printed(row, at + 1, role)) for row, role in aside]
        bands = bands_of([word for row in kept for word in row.words], sheet.strokes)
        if before:
            bands = carried(bands, *before)
        before = ending(bands, size)
        yield _Page(
            at + 1,
            tuple(line for height, line in lines if height < first),
            tuple(line for height, line in lines if height >= first),
            bands,
            sheet.strokes,
        )


def _measures(pages: Sequence[_Page]) -> _Measures:
    stacks = [stack for page in pages for stack in _stacks(page.bands)]
    size = size_of(word for stack in stacks for row in stack for word in row.words)
    steps = sorted(
        b.baseline - a.baseline
        for stack in stacks
        for a, b in pairwise(stack)
        if b.baseline - a.baseline > 0.5 * size
    )
    # A quarter of the way: many short paragraphs would make the middle one of their gaps.
    return _Measures(size, steps[len(steps) // 4] if steps else 1.2 * size)


def _stacks(bands: Sequence[Band]) -> Iterator[Sequence[Row]]:
    """The rows that stand under each other, column by column."""
    for band in bands:
        if band.rows:
            yield band.rows
        for column in band.columns:
            yield from _stacks(column)


def _body(page: _Page, sides: Sequence[Parallel], measures: _Measures) -> Iterator[Printed]:
    """The bands of a page: text, then the notes at its foot."""
    notes: list[Printed] = []
    before: Row | None = None
    for index, (band, parallel) in enumerate(zip(page.bands, sides, strict=True)):
        lowest = index == len(page.bands) - 1
        if band.columns:
            if before is not None:
                yield BLANK
            yield from _columns(band, page, parallel, measures, lowest, notes)
            before = None
            if not lowest:
                yield BLANK
            continue
        rows = list(band.rows)
        foot = _foot(rows, page, measures.size) if lowest else len(rows)
        yield from _rows(rows[:foot], page.number, measures, None)
        notes += [printed(row, page.number, "note") for row in rows[foot:]]
        before = rows[-1]
    yield from notes


def _columns(
    band: Band,
    page: _Page,
    parallel: Parallel,
    measures: _Measures,
    lowest: bool,
    notes: list[Printed],
) -> Iterator[Printed]:
    for at, column in enumerate(band.columns):
        side = parallel.sides[at] if parallel.sides else None
        for place, part in enumerate(column):
            if part.columns:
                yield from _columns(part, page, Parallel(), measures, False, notes)
                continue
            rows = list(part.rows)
            last = lowest and place == len(column) - 1
            size = size_of(word for row in rows for word in row.words)
            foot = _foot(rows, page, size) if last else len(rows)
            if at and side and place == 0:
                yield BLANK
            yield from _rows(rows[:foot], page.number, measures, side)
            notes += [printed(row, page.number, "note") for row in rows[foot:]]


def _rows(
    rows: Sequence[Row], page: int, measures: _Measures, side: Side | None
) -> Iterator[Printed]:
    """Rows as lines, with a blank one where the white between them parts paragraphs."""
    before: Row | None = None
    for row in rows:
        if before is not None:
            scale = max(row.size, before.size) / (measures.size or 1.0)
            usual = measures.leading * max(scale, 0.7)
            if row.baseline - before.baseline > _PARAGRAPH * usual:
                yield BLANK
        yield printed(row, page, "text", side)
        before = row


def _foot(rows: Sequence[Row], page: _Page, size: float) -> int:
    """Where the notes at the foot begin: smaller lines under the text, the first with a mark.

    A short printed rule above them is as good as a mark, since a note may go on from the page
    before.
    """
    start = len(rows)
    while start and rows[start - 1].size <= _SMALLER * size:
        start -= 1
    whole = start == 0 and len(rows) == sum(len(band.rows) for band in page.bands)
    for at in range(start, len(rows)):
        ruled = _under_rule(rows, at, page.strokes)
        marked = begins_note(printed(rows[at], page.number).text)
        if ruled or (marked and not (whole and at == 0)):
            return at
    return len(rows)


def _under_rule(rows: Sequence[Row], at: int, strokes: Sequence[Stroke]) -> bool:
    """Whether a printed rule parts a row from the text above it."""
    row = rows[at]
    above = rows[at - 1].baseline if at else row.top - _NEAR
    return any(
        stroke.horizontal and above < stroke.top < row.baseline and row.top - stroke.top < _NEAR
        for stroke in strokes
    )

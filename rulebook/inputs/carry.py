"""Columns that go on, on the next page, where only one of them still has text.

Such lines look like any short lines; only the page before tells whose they are.
"""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.inputs.bands import Band, paragraphs
from rulebook.inputs.gutters import on_both
from rulebook.inputs.words import Row, size_of

_FULL = 0.75
_Gutter = tuple[float, float]


def carried(bands: Sequence[Band], gutter: _Gutter | None, frame: _Gutter) -> tuple[Band, ...]:
    """The bands of a page whose page before ended in two columns with this gutter.

    Args:
        bands: as the page alone shows them.
        gutter: left and right edge of the white strip; None where the page before ended otherwise.
        frame: where the left column begins and the right one ends.
    """
    if gutter is None or not bands or not bands[0].rows:
        return tuple(bands)
    rows = list(bands[0].rows)
    following = bands[1] if len(bands) > 1 else None
    same = following is not None and _same(following, gutter)
    count = len(rows) if same and _apart(rows, gutter) else _leading(rows, gutter, frame)
    if not count:
        return tuple(bands)
    sides = _sides(rows[:count], gutter)
    columns = tuple((Band(tuple(side)),) if side else () for side in sides)
    made: list[Band] = [Band((), columns, (gutter,))]
    if rows[count:]:
        made.append(Band(tuple(rows[count:])))
    elif same and following is not None:
        joined = tuple((*a, *b) for a, b in zip(columns, following.columns, strict=True))
        return (Band((), joined, following.gutters, following.ruled), *bands[2:])
    return (*made, *bands[1:])


def ending(bands: Sequence[Band], size: float) -> tuple[_Gutter, _Gutter] | None:
    """The gutter and the frame of two columns in which a page ends, notes at its foot apart."""
    for band in reversed(bands):
        if len(band.columns) == 2:
            rows = [row for column in band.columns for part in column for row in part.rows]
            if not rows:
                return None
            return band.gutters[0], (min(r.left for r in rows), max(r.right for r in rows))
        if band.rows and size_of(w for row in band.rows for w in row.words) > 0.94 * size:
            return None
    return None


def _same(band: Band, gutter: _Gutter) -> bool:
    if len(band.columns) != 2:
        return False
    other = band.gutters[0]
    return min(other[1], gutter[1]) - max(other[0], gutter[0]) > 0


def _apart(rows: Sequence[Row], gutter: _Gutter) -> bool:
    return all(_clear(row, gutter) for row in rows)


def _clear(row: Row, gutter: _Gutter) -> bool:
    """Whether a row stands on one side of the gutter, or on both and plainly apart."""
    middle = sum(gutter) / 2
    if row.right <= middle + 1 or row.left >= middle - 1:
        return True
    lefts = [word.right for word in row.words if word.left < middle]
    rights = [word.left for word in row.words if word.left >= middle]
    if not lefts or not rights or max(lefts) > middle + 1:
        return False
    # The gutter ends where the lines of the right column begin.
    return abs(min(rights) - gutter[1]) < 1.5 or on_both(row, (max(lefts), min(rights)))


def _leading(rows: Sequence[Row], gutter: _Gutter, frame: _Gutter) -> int:
    """How many rows at the top of a page belong to the columns.

    Lines that follow each other without reaching the gutter are lines of a column; a single
    short one may be anything.
    """
    clear = 0
    while clear < len(rows) and _clear(rows[clear], gutter):
        clear += 1
    count = 0
    for group in paragraphs(rows, 0, clear - 1) if clear else []:
        row = rows[group[0]]
        wide = (gutter[0] - frame[0]) if row.left < gutter[0] else (frame[1] - gutter[1])
        goes_on = clear < len(rows) and group[-1] == clear - 1 and _follows(rows, clear)
        sure = len(group) > 1 or row.right - row.left > _FULL * wide or row.left >= gutter[0]
        broken = row.plain[0].islower()
        # A short heading belongs to the lines below it, if those are the columns'.
        if broken or (sure and not (goes_on and len(group) < 2)):
            count = group[-1] + 1
    return count


def _follows(rows: Sequence[Row], at: int) -> bool:
    """Whether a row stands as close to the one above as lines of a paragraph do."""
    return rows[at].baseline - rows[at - 1].baseline < 1.3 * rows[at].size * 1.2


def _sides(rows: Sequence[Row], gutter: _Gutter) -> tuple[list[Row], list[Row]]:
    middle = sum(gutter) / 2
    left: list[Row] = []
    right: list[Row] = []
    for row in rows:
        for side, words in (
            (left, [word for word in row.words if word.right <= middle + 1]),
            (right, [word for word in row.words if word.right > middle + 1]),
        ):
            if words:
                side.append(Row(tuple(words)))
    return left, right

"""A page cut into bands: text across the whole width, and columns side by side.

Columns are known by a gutter: a white strip from top to bottom of a band that no word crosses,
with words on both sides. What decides is never one line, since every short line leaves white.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulebook.inputs.gutters import (
    Gutter,
    best_gutter,
    leading,
    on_both,
    right_edge,
    ruled,
    starts_at,
)
from rulebook.inputs.words import Row, Stroke, Word, rows_of


@dataclass(frozen=True, slots=True)
class Band:
    """Rows across the width, or columns from left to right, each a list of bands of its own.

    `gutters` are the white strips between the columns; `ruled` says that printed lines frame them.
    """

    rows: tuple[Row, ...] = ()
    columns: tuple[tuple[Band, ...], ...] = ()
    gutters: tuple[tuple[float, float], ...] = ()
    ruled: bool = False

    @property
    def top(self) -> float:
        """The upper edge of what stands highest."""
        own = [self.rows[0].top] if self.rows else []
        return min([*own, *(column[0].top for column in self.columns)])


def bands_of(words: Sequence[Word], strokes: Sequence[Stroke] = ()) -> tuple[Band, ...]:
    """Cut the words of a page, or of a column, into bands in reading order."""
    return tuple(_bands(rows_of(words), strokes))


def _bands(rows: list[Row], strokes: Sequence[Stroke]) -> list[Band]:
    if not rows:
        return []
    found = best_gutter(rows, strokes)
    if found is None:
        return [Band(tuple(rows))]
    gutter = _trimmed(rows, found, strokes)
    inside = [word for row in rows[gutter.first : gutter.last + 1] for word in row.words]
    middle = (gutter.left + gutter.right) / 2
    left = bands_of([w for w in inside if (w.left + w.right) / 2 < middle], strokes)
    right = bands_of([w for w in inside if (w.left + w.right) / 2 >= middle], strokes)
    columns = [left, right]
    gutters = [(gutter.left, gutter.right)]
    if len(right) == 1 and right[0].columns:
        columns, gutters = [left, *right[0].columns], [*gutters, *right[0].gutters]
    if len(left) == 1 and left[0].columns:
        columns, gutters = [*left[0].columns, *columns[1:]], [*left[0].gutters, *gutters]
    band = Band((), tuple(columns), tuple(gutters), ruled(inside, strokes))
    return [
        *_bands(rows[: gutter.first], strokes),
        band,
        *_bands(rows[gutter.last + 1 :], strokes),
    ]


def _trimmed(rows: Sequence[Row], gutter: Gutter, strokes: Sequence[Stroke]) -> Gutter:
    """The gutter without the lines above and below that only happen to end before it.

    The short last line of a paragraph leaves as much white as a line of the left column. What a
    printed rule parts is parted; else lines that follow each other are lines of a column, since
    of a paragraph across the width all but the last would cross the gutter.
    """
    span = (gutter.left, gutter.right)
    starts = right_edge(rows, gutter)
    sure = [
        index
        for index in range(gutter.first, gutter.last + 1)
        if on_both(rows[index], span)
        or starts_at(rows[index], starts)
        or rows[index].left >= gutter.right - 1
        or _beside_rule(rows[index], span, strokes)
    ]
    first, last = gutter.first, gutter.last
    if sure and sure[0] > first:
        first = _upper(rows, first, sure[0], gutter.left, strokes)
    if sure and sure[-1] < last:
        last = _lower(rows, sure[-1], last, gutter.left, strokes)
    return Gutter(first, last, gutter.left, gutter.right, gutter.both)


def _beside_rule(row: Row, gap: tuple[float, float], strokes: Sequence[Stroke]) -> bool:
    """Whether a printed rule stands in the gutter at the height of a row."""
    return any(
        not stroke.horizontal
        and gap[0] - 2 <= stroke.left <= gap[1] + 2
        and stroke.top - 1 <= row.baseline <= stroke.bottom + 1
        for stroke in strokes
    )


def _upper(
    rows: Sequence[Row], first: int, sure: int, edge: float, strokes: Sequence[Stroke]
) -> int:
    """Where the columns begin among rows of the left side above one that is certain."""
    ruled = [at for at in range(max(first, 1), sure + 1) if _parted(rows, at - 1, strokes)]
    if ruled:
        return ruled[0]
    groups = paragraphs(rows, max(first - 1, 0), sure)
    for group in groups:
        own = [at for at in group if at >= first]
        tail = len(own) < len(group)
        if sure in group and len(own) > 1:
            return own[1] if tail else own[0]
        if len(own) > (2 if tail else 1) or (own and not tail and _reaches(rows, own[0], edge)):
            return own[1] if tail else own[0]
    return sure


def _lower(
    rows: Sequence[Row], sure: int, last: int, edge: float, strokes: Sequence[Stroke]
) -> int:
    """Where the columns end among rows of the left side below one that is certain."""
    ruled = [at for at in range(sure, last + 1) if _parted(rows, at, strokes)]
    if ruled:
        return ruled[-1]
    end = sure
    usual = leading(rows)
    for group in paragraphs(rows, sure, last):
        # Where nothing follows, a heading may stand at the foot of a column.
        near = rows[group[0]].baseline - rows[group[0] - 1].baseline < 2.2 * usual
        at_foot = last == len(rows) - 1 and near
        if sure not in group and any(_across(rows[at], edge) for at in group):
            break
        if sure in group or len(group) > 1 or at_foot or _reaches(rows, group[0], edge):
            end = group[-1]
    return end


def paragraphs(rows: Sequence[Row], first: int, last: int) -> list[list[int]]:
    """Rows that follow each other at the usual distance."""
    usual = leading(rows)
    groups = [[first]]
    for at in range(first + 1, last + 1):
        if rows[at].baseline - rows[at - 1].baseline > 1.3 * usual:
            groups.append([])
        groups[-1].append(at)
    return groups


def _across(row: Row, edge: float) -> bool:
    """Whether a row has words on both sides of the left column's edge."""
    return row.left < edge < row.words[-1].left


def _reaches(rows: Sequence[Row], at: int, edge: float) -> bool:
    """Whether a row fills its column."""
    row = rows[at]
    return row.right - row.left > 0.75 * (edge - row.left)


def _parted(rows: Sequence[Row], at: int, strokes: Sequence[Stroke]) -> bool:
    """Whether a printed rule lies between a row and the next, or close under the last."""
    upper = rows[at]
    below = upper.bottom + upper.size
    if at + 1 < len(rows):
        below = rows[at + 1].baseline - 0.3 * rows[at + 1].size
    return any(
        stroke.horizontal
        and upper.baseline <= stroke.top <= below
        and stroke.right - stroke.left > 0.3 * (upper.right - upper.left)
        for stroke in strokes
    )

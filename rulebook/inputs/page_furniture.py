"""Running headers, footers and page numbers, told by their place and their return.

A row at the edge of a page is furniture where the same words come back at the same height on
other pages, or where it is a lone number that counts with the pages.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rulebook.inputs.layout_words import layout_words
from rulebook.inputs.words import Row, size_of
from rulebook.layout import Role

_EDGE = 3
_SAME_HEIGHT = 4.0
_FAR = 1e9
_APART = 1.6
_FIGURE = re.compile(r"\d+|\b[ivxlc]+\b", re.IGNORECASE)
_NUMBER = re.compile(r"[–—\-\[(.|/ ]*(\d{1,4}|[ivxlc]{1,7})[–—\-\]).|/ ]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Edge:
    """A row near the upper or lower edge of a page, with its distance from it in rows."""

    page: int
    row: int
    rank: int
    above: bool
    pattern: str
    height: float
    apart: bool
    size: float


def furniture(pages: Sequence[Sequence[Row]]) -> list[dict[int, Role]]:
    """What of each page is furniture: roles by the index of the row."""
    edges = [edge for number, rows in enumerate(pages) for edge in _edges(number, rows, pages)]
    found: list[dict[int, Role]] = [{} for _ in pages]
    for edge in edges:
        if _returns(edge, edges, len(pages)):
            found[edge.page][edge.row] = "running-header"
    for edge in edges:
        text = pages[edge.page][edge.row].plain
        number = _page_number(text)
        if number is None or not _outermost(edge, edges, found):
            continue
        returned = edge.row in found[edge.page]
        if returned or (edge.rank == 0 and edge.apart and _counts(edge, number, edges, pages)):
            found[edge.page][edge.row] = "page-number"
    return found


def _edges(number: int, rows: Sequence[Row], pages: Sequence[Sequence[Row]]) -> list[_Edge]:
    if not rows:
        return []
    body = size_of(word for page in pages for row in page for word in row.words)
    last = len(rows) - 1
    edges = []
    for index in sorted({*range(min(_EDGE, last + 1)), *range(max(last - _EDGE + 1, 0), last + 1)}):
        row = rows[index]
        for above, rank in ((True, index), (False, last - index)):
            if rank >= _EDGE:
                continue
            step = 1 if above else -1
            near = [rows[at] for at in (index, index + step, index + 2 * step) if 0 <= at <= last]
            gaps = [abs(b.baseline - a.baseline) for a, b in pairwise(near)]
            # A header of two lines is apart from the text as a whole.
            gap = max(gaps[: 2 if rank == 0 else 1], default=_FAR)
            edges.append(
                _Edge(
                    number,
                    index,
                    rank,
                    above,
                    _FIGURE.sub("#", row.plain.lower()),
                    row.baseline,
                    gap > _APART * max(body, row.size),
                    row.size,
                )
            )
    return edges


def _returns(edge: _Edge, edges: Sequence[_Edge], count: int) -> bool:
    """Whether the same words stand at the same height of another page.

    What is not parted from the text by white must come back on a good part of the pages: the
    last word of a paragraph can stand at the same place twice.
    """
    bare = edge.pattern.replace("#", "").strip(" –—-.|/[]()")
    if not bare:
        return False
    pages = {
        other.page
        for other in edges
        if other.pattern == edge.pattern
        and other.above == edge.above
        and abs(other.height - edge.height) <= _SAME_HEIGHT
        and abs(other.size - edge.size) < 0.3
    }
    return len(pages) > 1 if edge.apart else len(pages) > max(2, 0.4 * count)


def _outermost(edge: _Edge, edges: Sequence[_Edge], found: Sequence[Mapping[int, Role]]) -> bool:
    """Whether nothing but furniture stands between the row and the edge of the page."""
    between = (
        other.row
        for other in edges
        if other.page == edge.page and other.above == edge.above and other.rank < edge.rank
    )
    return all(row in found[edge.page] for row in between)


def _page_number(text: str) -> int | str | None:
    """The number of a row that holds a page number and nothing else.

    >>> _page_number("Pag. 12 di 90"), _page_number("– iv –"), _page_number("12 carte")
    (12, 'iv', None)
    """
    words = layout_words().page_words
    kept = [word for word in text.split() if word.lower() not in words]
    named = len(kept) < len(text.split())
    if named and len(kept) == 2 and all(word.isdigit() for word in kept):
        kept = kept[:1]
    match = _NUMBER.fullmatch(" ".join(kept))
    if not match:
        return None
    return int(match[1]) if match[1].isdigit() else match[1].lower()


def _counts(
    edge: _Edge, number: int | str, edges: Sequence[_Edge], pages: Sequence[Sequence[Row]]
) -> bool:
    """Whether a lone number is that of its page: others count with it, or it is the only page."""
    if len([rows for rows in pages if rows]) == 1:
        return True
    others = 0
    for other in edges:
        if other.page == edge.page or other.rank > 1:
            continue
        found = _page_number(pages[other.page][other.row].plain)
        if isinstance(number, int) and isinstance(found, int):
            others += found - number == other.page - edge.page
        elif found is not None:
            others += abs(other.height - edge.height) <= _SAME_HEIGHT
    return others > 0

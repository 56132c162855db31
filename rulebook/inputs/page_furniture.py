"""Running headers, footers and page numbers, told by their place and their return.

A row at the edge of a page is furniture where the same words come back at the same height on
other pages, the parts of a row in any order, since left and right pages mirror each other; where
it is a lone number that counts with the pages; or where it is set small above the text of a later
page and says again what stands at the head of another, or cuts a sentence in two.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rulebook.inputs.layout_words import layout_words
from rulebook.inputs.words import Row, Word, size_of
from rulebook.layout import Role

_EDGE = 3
_SAME_HEIGHT = 4.0
_FAR = 1e9
_APART = 1.6
_GAP = 1.5
"""Words of a row that stand so many times its size apart are parts of their own."""
_SMALLER = 0.92
_RAISED = 0.8
_SIGNS = (".", ":", ";", "?", "!", ")", "»", "”")
_FIGURE = re.compile(r"\d+|\b[ivxlc]+\b", re.IGNORECASE)
_NUMBER = re.compile(r"[–—\-\[(.|/ ]*(\d{1,4}|[ivxlc]{1,7})[–—\-\]).|/ ]*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Edge:
    """A row near the upper or lower edge of a page, with its distance from it in rows."""

    page: int
    row: int
    rank: int
    above: bool
    cells: tuple[str, ...]
    height: float
    apart: bool
    size: float


def furniture(pages: Sequence[Sequence[Row]]) -> list[dict[int, Role]]:
    """What of each page is furniture: roles by the index of the row."""
    edges = [edge for number, rows in enumerate(pages) for edge in _edges(number, rows, pages)]
    found: list[dict[int, Role]] = [{} for _ in pages]
    for edge in edges:
        if _returns(edge, edges, len(pages)) or _heads(edge, pages):
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
                    _patterns(row),
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
    if not edge.cells:
        return False
    pages = {
        other.page
        for other in edges
        if other.cells == edge.cells
        and other.above == edge.above
        and abs(other.height - edge.height) <= _SAME_HEIGHT
        and abs(other.size - edge.size) < 0.3
    }
    return len(pages) > 1 if edge.apart else len(pages) > max(2, 0.4 * count)


def _cells(row: Row) -> list[Row]:
    """The parts of a row that wide gaps divide."""
    parts: list[list[Word]] = []
    for word in row.words:
        if parts and word.left - parts[-1][-1].right <= _GAP * row.size:
            parts[-1].append(word)
        else:
            parts.append([word])
    return [Row(tuple(part)) for part in parts]


def _patterns(row: Row) -> tuple[str, ...]:
    """The parts of a row that hold words, figures apart, in an order of their own; none of a note.
    """
    first = row.words[0]
    if first.size < _RAISED * row.size and _FIGURE.fullmatch(first.text):
        return ()
    told = (_FIGURE.sub("#", cell.plain.lower()) for cell in _cells(row))
    return tuple(sorted(one for one in told if one.replace("#", "").strip(" –—-.|/[]()")))


def _heads(edge: _Edge, pages: Sequence[Sequence[Row]]) -> bool:
    """Whether a row set small above the text of a later page can only be its running header."""
    rows = pages[edge.page]
    body = size_of(word for page in pages for row in page for word in row.words)
    if not (edge.above and edge.rank == 0 and edge.page and edge.apart and edge.cells):
        return False
    if edge.size > _SMALLER * body or len(rows) == 1:
        return False
    others = [row.plain for number, page in enumerate(pages) if number != edge.page for row in page]
    cells = [cell.plain for cell in _cells(rows[edge.row])]
    said = [cell for cell in cells if _page_number(cell) is None]
    if all(any(f"{other} ".startswith(f"{cell} ") for other in others) for cell in said):
        return True
    text = [row for row in pages[edge.page - 1] if row.size > _SMALLER * body]
    after = rows[edge.row + 1].plain
    return bool(text) and not text[-1].plain.endswith(_SIGNS) and after[:1].islower()


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
        row = pages[other.page][other.row]
        found = _page_number(row.plain)
        if found is None:
            # A page number may stand at the end of a footer.
            ends = (_page_number(cell.plain) for cell in _cells(row))
            found = next((end for end in ends if isinstance(end, int)), None)
        if isinstance(number, int) and isinstance(found, int):
            others += found - number == other.page - edge.page
        elif found is not None:
            others += abs(other.height - edge.height) <= _SAME_HEIGHT
    return others > 0

"""Links of a PDF: places on a page that lead to an address, and the words that stand there."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from rulebook.inputs.blocks import LONGEST_ADDRESS
from rulebook.inputs.glyphs import view_of
from rulebook.inputs.printed import Printed
from rulebook.layout import Box, Link

_MOST = 2_000
"""More links than this on a page are no links of words."""


@dataclass(frozen=True, slots=True)
class Lead:
    """A place on a page, in points as it is shown, and the address that it leads to."""

    box: Box
    address: str


def leads_of(raw: Any, document: Any, page: Any) -> tuple[Lead, ...]:
    """The places of a page that lead out of the document.

    Args:
        raw: the library's raw interface.
        document: the library's document.
        page: one of its pages.
    """
    view = view_of(raw, page)
    found: list[Lead] = []
    place, link = ctypes.c_int(0), raw.FPDF_LINK()
    while len(found) < _MOST and raw.FPDFLink_Enumerate(page, place, link):
        action = raw.FPDFLink_GetAction(link)
        if not action or raw.FPDFAction_GetType(action) != raw.PDFACTION_URI:
            continue
        size = raw.FPDFAction_GetURIPath(document, action, None, 0)
        edges = raw.FS_RECTF()
        if not 1 < size <= LONGEST_ADDRESS or not raw.FPDFLink_GetAnnotRect(link, edges):
            continue
        buffer = ctypes.create_string_buffer(size)
        raw.FPDFAction_GetURIPath(document, action, buffer, size)
        box = view.box(edges.left, edges.bottom, edges.right, edges.top)
        found.append(Lead(box, buffer.value.decode("utf-8", "replace")))
    return tuple(found)


def links_in(lines: Sequence[Printed], leads: Sequence[Sequence[Lead]]) -> Iterator[Link]:
    """The links as lines have them: the words of a line that stand in the place of one.

    Args:
        lines: the lines of the document.
        leads: those of each page.
    """
    for number, line in enumerate(lines, 1):
        here = leads[line.place.page - 1] if line.place else ()
        for lead in here:
            left, top, right, bottom = lead.box
            inside = [
                (start, start + len(word.text))
                for start, word in line.words
                if left <= (word.left + word.right) / 2 <= right and top <= word.middle <= bottom
            ]
            if not inside:
                continue
            start, end = inside[0][0], inside[-1][1]
            if any(character.isdigit() for character in line.text[start:end]):
                yield Link(number, start, end, lead.address)

"""Where the lines of a text stand on the pages that they were read from.

A text file has no layout; a PDF, a scan, a web page or a document has one, line for line.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Side = Literal["old", "new"]
Role = Literal["text", "note", "running-header", "page-number", "menu", "links"]
"""What a line is; `links` are set aside as a menu, though they may be the law's own words."""

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a line stands: the page, from 1, and its box there.

    The box is left, top, right, bottom in points (1/72 inch) from the upper left corner of the
    page as it is shown; None where the format has no pages that are fixed.
    """

    page: int
    box: Box | None = None


@dataclass(frozen=True, slots=True)
class PageSize:
    """Width and height of a page in points, as it is shown.

    `turned` are the degrees clockwise by which a page that lies on its side was turned to be read.
    """

    width: float
    height: float
    turned: int = 0


@dataclass(frozen=True, slots=True)
class Doubt:
    """Characters that may have been read wrongly.

    `line` counts from 1; `start` and `end` are code points of the line, from 0; `confidence`
    goes from 0 to 1; `message` is Italian, for the editor.
    """

    line: int
    start: int
    end: int
    confidence: float
    message: str


@dataclass(frozen=True, slots=True)
class Link:
    """Where words of a line led to: `line` from 1, `start` and `end` code points from 0.

    `address` stands as in the source. Only words with a number are kept, since no others can
    name an article.
    """

    line: int
    start: int
    end: int
    address: str


@dataclass(frozen=True, slots=True)
class Layout:
    """What an extraction knows about the lines of its text, each field line for line.

    `format` is the format's name (`pdf`, `image`, `html`, `docx`, `odt`); `sides` the column of a
    two-column table a line stands in, None elsewhere; `roles` what it is on its page.
    """

    format: str
    places: tuple[Place | None, ...]
    sides: tuple[Side | None, ...]
    roles: tuple[Role, ...]
    doubts: tuple[Doubt, ...] = ()
    pages: tuple[PageSize, ...] = ()
    links: tuple[Link, ...] = ()

    def place(self, line: int) -> Place | None:
        """Where a line stands, from 1; None for a blank line or where nothing is known."""
        return self.places[line - 1] if 0 < line <= len(self.places) else None

"""What comes out of a file, whatever its format: lines of text, and what is known about them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from rulebook.layout import Doubt, Layout, Link, PageSize, Place, Role, Side


class Format(StrEnum):
    """The formats that are told apart by a file's first bytes."""

    TEXT = "text"
    PDF = "pdf"
    IMAGE = "image"
    HTML = "html"
    DOCX = "docx"
    ODT = "odt"
    UNKNOWN = "unknown"


class InputError(ValueError):
    """A file cannot be read as what it is: what is wrong, where, and what to do (English).

    `tool` is the name of a program or an optional library that is missing, None otherwise: then
    the file may be sound, and the world outside is at fault.
    """

    def __init__(self, what: str, where: str, remedy: str, tool: str | None = None) -> None:
        super().__init__(f"{where}: {what}; {remedy}")
        self.what, self.where, self.remedy, self.tool = what, where, remedy, tool

    def __reduce__(self) -> tuple[type[InputError], tuple[str, str, str, str | None]]:
        return InputError, (self.what, self.where, self.remedy, self.tool)


def missing_library(task: str, where: str, extra: str, tool: str) -> InputError:
    """The error of an optional library that is not there.

    The remedy names the project's own folder: the registry holds another package of its name.

    Args:
        task: what it is needed for, as "reading a PDF".
        where: the name of the file.
        extra: the extra of the package that brings it.
        tool: the name of the library.
    """
    return InputError(
        f"{task} needs a library that is not installed", where,
        f'install it in the folder of this project: python -m pip install -e ".[{extra}]"',
        tool=tool,
    )


@dataclass(frozen=True, slots=True)
class Extraction:
    """The text of a file with everything that its pages say about it.

    `text` has one line for each line of the page; it ends a line with LF where it was extracted,
    and is the file as it stands where the file is a text. `lines`, `sides` and `roles` have an
    entry for each of its lines (an empty tuple for a text file, which has no layout).
    `encoding` is that of a text file, `utf-8` elsewhere.
    """

    format: Format
    text: str
    lines: tuple[Place | None, ...] = ()
    sides: tuple[Side | None, ...] = ()
    roles: tuple[Role, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    pages: tuple[PageSize, ...] = ()
    encoding: str = "utf-8"
    links: tuple[Link, ...] = ()

    @property
    def layout(self) -> Layout | None:
        """The same as the reading keeps it; None for a text file."""
        if self.format is Format.TEXT:
            return None
        return Layout(
            self.format.value,
            self.lines,
            self.sides,
            self.roles,
            self.doubts,
            self.pages,
            self.links,
        )

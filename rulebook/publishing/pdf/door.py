"""The door to the typesetter: the only module that knows Typst."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib import metadata
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any, Literal

import typst

from rulebook.publishing.pdf import settle
from rulebook.publishing.pdf.booklet import PaperError

_STANDARDS: Literal["ua-1"] = "ua-1"
_UNSHOWN = re.compile(r'the text `"(.*?)"` could not be displayed')
_ESCAPED = re.compile(r"\\u\{([0-9a-fA-F]+)\}")
_ROUNDS = 12


@cache
def _fonts() -> typst.Fonts:
    """The fonts that come with the typesetter: the same on every machine, and loaded once."""
    return typst.Fonts(include_system_fonts=False)


class UnshownError(PaperError):
    """Signs that no font has, in the order in which they were met."""

    def __init__(self, characters: tuple[str, ...]) -> None:
        super().__init__(f"no font has a sign for {', '.join(characters)}.")
        self.characters = characters


def typeset(data: Any, timestamp: int) -> bytes:
    """Typeset the data of a booklet as a tagged PDF, checked against PDF/UA-1.

    Args:
        data: what the template reads.
        timestamp: the day of the release, in seconds; the same gives the same bytes.

    Raises:
        UnshownError: a character has no glyph.
        PaperError: a link has no end, or the structure is not sound.
    """
    with as_file(files(__package__) / "template") as folder:
        try:
            return _settled(folder, data, timestamp)
        except typst.TypstError as error:
            raise _told(error) from error
        except RuntimeError as error:  # what a query raises
            raise PaperError(f"the typesetter refuses the booklet: {error}") from error


def _settled(folder: Path, data: Any, timestamp: int) -> bytes:
    text = json.dumps(data, ensure_ascii=False, sort_keys=True)
    pages = settle.first(data)
    for left in range(_ROUNDS, 0, -1):
        compiler = _compiler(folder, text, pages)
        found = settle.found(data, pages, _rows(compiler))
        if settle.settled(pages, found):
            return _made(compiler, timestamp)
        pages = settle.steady(data, found) if left == _ROUNDS // 2 else found
    raise PaperError("the page numbers do not settle; report the booklet.")


def _compiler(folder: Path, data: str, pages: settle.Pages) -> typst.Compiler:
    return typst.Compiler(
        folder / "main.typ", root=folder, font_paths=_fonts(), ignore_system_fonts=True,
        sys_inputs={"data": data, "pages": json.dumps(pages.as_data(), sort_keys=True)},
    )


def _rows(compiler: typst.Compiler) -> Iterator[settle.Row]:
    """Where everything stands that a page number may lead to."""
    for kind, name, page, x, y, top in json.loads(
        compiler.query("<map>", field="value", one=True)
    ):
        yield kind, name, page, float(x), float(y), top


def _made(compiler: typst.Compiler, timestamp: int) -> bytes:
    made, warnings = compiler.compile_with_warnings(
        format="pdf", pdf_standards=_STANDARDS, timestamp=timestamp
    )
    if warnings:
        raise PaperError(f"the typesetter warns: {'; '.join(w.message for w in warnings)}")
    assert isinstance(made, bytes)
    return made


def _told(error: typst.TypstError) -> PaperError:
    lost = dict.fromkeys(_UNSHOWN.findall(error.diagnostic or error.message))
    if not lost:
        return PaperError(f"the typesetter refuses the booklet: {error.message}")
    return UnshownError(tuple(
        _ESCAPED.sub(lambda found: chr(int(found[1], 16)), escaped) for escaped in lost
    ))


def version() -> str:
    """The version of the typesetter, which decides the bytes it makes."""
    return metadata.version("typst")


@cache
def template() -> str:
    """The text of the template, which decides the bytes as well."""
    folder = files(__package__) / "template"
    names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(".typ"))
    return "\n".join((folder / name).read_text(encoding="utf-8") for name in names)

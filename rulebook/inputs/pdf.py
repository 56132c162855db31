"""PDFs with a text layer: its words become lines in reading order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rulebook.inputs import pdfium
from rulebook.inputs.compose import compose
from rulebook.inputs.extraction import Extraction, Format, InputError
from rulebook.inputs.glyphs import sheet
from rulebook.inputs.printed import Printed
from rulebook.inputs.words import Sheet
from rulebook.layout import Doubt


def read_pdf(data: bytes, name: str, pages: int) -> Extraction:
    """The lines of a PDF that has a text layer.

    Args:
        data: the bytes of the file.
        name: its name, for messages.
        pages: how many pages are read at most.

    Raises:
        InputError: the PDF is broken, encrypted, too long, or none of its pages has text.
    """
    sheets = sheets_of(data, name, pages)
    if not any(page.words for page in sheets):
        raise InputError(
            "none of its pages holds text", name, "it is empty, or a scan to be recognised."
        )
    return extraction_of(Format.PDF, sheets, compose(sheets))


def sheets_of(data: bytes, name: str, pages: int) -> list[Sheet]:
    """The words and rules of every page.

    Raises:
        InputError: see `read_pdf`.
    """
    with pdfium.opened(data, name) as document:
        if len(document) > pages:
            raise InputError(
                f"it has {len(document):,} pages, more than the {pages:,} that are read",
                name,
                "split it.",
            )
        if not len(document):
            raise InputError("it has no pages", name, "open it in a viewer and print it again.")
        raw = pdfium.library(name).raw
        return [sheet(raw, page) for page in document]


def extraction_of(
    kind: Format, sheets: Sequence[Sheet], lines: Sequence[Printed], doubts: Iterable[Doubt] = ()
) -> Extraction:
    """Lines as an extraction."""
    return Extraction(
        kind,
        "".join(f"{line.text}\n" for line in lines),
        tuple(line.place for line in lines),
        tuple(line.side for line in lines),
        tuple(line.role for line in lines),
        tuple(doubts),
        tuple(page.size for page in sheets),
    )

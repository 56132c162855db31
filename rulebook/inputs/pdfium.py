"""The door to PDFium, which reads and paints PDFs: nobody else knows that it exists."""

from __future__ import annotations

import io
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rulebook.inputs.extraction import InputError, missing_library

_POINTS = 72


@contextmanager
def opened(data: bytes, name: str) -> Iterator[Any]:
    """The PDF as PDFium's document, closed again afterwards.

    Raises:
        InputError: it is broken or encrypted, or the library is missing.
    """
    pdfium = library(name)
    try:
        document = pdfium.PdfDocument(data)
    except pdfium.PdfiumError as error:
        if "password" in str(error).lower():
            raise InputError(
                "the PDF is encrypted", name, "open it with its password and print it to a new PDF."
            ) from error
        raise InputError(
            "the PDF is broken", name, "open it in a viewer and print it to a new PDF."
        ) from error
    try:
        yield document
    finally:
        document.close()


def library(name: str) -> Any:
    """PDFium's Python library.

    Raises:
        InputError: it is not installed.
    """
    try:
        import pypdfium2
    except ImportError as error:
        raise missing_library("reading a PDF", name, "pdf", "pypdfium2") from error
    return pypdfium2


def bounded(size: tuple[float, float], dpi: float, pixels: int, name: str) -> None:
    """Refuse to paint a page that would be too large a picture.

    Raises:
        InputError: it has more pixels than allowed.
    """
    width, height = (edge * dpi / _POINTS for edge in size)
    if width * height > pixels:
        raise InputError(
            f"a page would be a picture of {width:,.0f} by {height:,.0f} pixels",
            name,
            "print it to a PDF with pages of an ordinary size.",
        )


def picture(data: bytes, name: str, page: int, dpi: int, pixels: int) -> bytes:
    """A page, from 1, as a PNG image of at most so many pixels.

    Raises:
        InputError: the PDF cannot be opened or has no such page.
    """
    with opened(data, name) as document:
        if not 1 <= page <= len(document):
            raise InputError(
                f"there is no page {page}", name, f"the pages are 1 to {len(document)}."
            )
        shown = document[page - 1]
        bounded(shown.get_size(), dpi, pixels, name)
        image = shown.render(scale=dpi / _POINTS).to_pil()
    buffer = io.BytesIO()
    image.save(buffer, "PNG")
    return buffer.getvalue()

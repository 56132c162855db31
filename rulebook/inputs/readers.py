"""The reader of each format; called in the process that may fall over."""

from __future__ import annotations

from rulebook.inputs.extraction import Extraction, Format, InputError
from rulebook.inputs.limits import Limits
from rulebook.inputs.sniffing import sniff


def read_here(data: bytes, name: str, limits: Limits) -> Extraction:
    """The lines of a file that is no text, read in this process.

    Raises:
        InputError: see `rulebook.inputs.extract`.
    """
    kind = sniff(data, name)
    if kind is Format.PDF:
        from rulebook.inputs.pdf import read_pdf

        return read_pdf(data, name, limits)
    if kind is Format.IMAGE:
        from rulebook.inputs.scans import read_image

        return read_image(data, name, limits)
    if kind is Format.HTML:
        from rulebook.inputs.web import read_web

        return read_web(data, name, limits.markup)
    if kind is Format.DOCX:
        from rulebook.inputs.word import read_word

        return read_word(data, name, limits.unpacked)
    if kind is Format.ODT:
        from rulebook.inputs.open_text import read_open_text

        return read_open_text(data, name, limits.unpacked)
    raise InputError(
        "its format is not known", name, "save it as PDF, DOCX, ODT, HTML or plain text."
    )


def picture_here(data: bytes, name: str, page: int, dpi: int, limits: Limits) -> bytes:
    """A page as a PNG image, painted in this process.

    Raises:
        InputError: see `rulebook.inputs.picture`.
    """
    kind = sniff(data, name)
    if kind is Format.PDF:
        from rulebook.inputs.pdfium import picture

        return picture(data, name, page, dpi, limits.pixels)
    if kind is Format.IMAGE:
        from rulebook.inputs.images import picture_of

        return picture_of(data, name, page, dpi, limits)
    raise InputError(
        f"a file of the format {kind.value} has no pages to show", name, "look at its text."
    )

"""From the bytes of a file to its lines: one door for each format."""

from __future__ import annotations

from dataclasses import dataclass

from rulebook.inputs.decoding import decode
from rulebook.inputs.extraction import Extraction, Format, InputError
from rulebook.inputs.sniffing import sniff


@dataclass(frozen=True, slots=True)
class Limits:
    """What a file may cost: sizes in bytes, time in seconds, pixels of one image, pages."""

    file: int = 200_000_000
    unpacked: int = 300_000_000
    memory: int = 2_000_000_000
    seconds: float = 600.0
    pixels: int = 120_000_000
    pages: int = 3_000


def extract(data: bytes, name: str, limits: Limits | None = None) -> Extraction:
    """The lines of a file, with their places where the format has pages.

    Args:
        data: the bytes of the file.
        name: its name, for messages.
        limits: what it may cost; the defaults hold any law text.

    Raises:
        InputError: the file is broken, encrypted, empty, too large, of no known format,
            or a program or an optional library that it needs is missing (then `tool` names it).
    """
    limits = limits or Limits()
    kind = sniff(data, name)
    if len(data) > limits.file:
        raise InputError(
            f"the file has {len(data):,} bytes, more than the {limits.file:,} that are read",
            name,
            "split it, or scan at a lower resolution.",
        )
    if kind is Format.TEXT:
        decoded = decode(data)
        return Extraction(kind, decoded.text, encoding=decoded.encoding)
    if not data:
        raise InputError("the file is empty", name, "look whether it was copied whole.")
    if kind is Format.PDF:
        from rulebook.inputs.pdf import read_pdf

        return read_pdf(data, name, limits.pages)
    if kind is Format.HTML:
        from rulebook.inputs.web import read_web

        return read_web(data, name)
    if kind is Format.DOCX:
        from rulebook.inputs.word import read_word

        return read_word(data, name, limits.unpacked)
    if kind is Format.ODT:
        from rulebook.inputs.open_text import read_open_text

        return read_open_text(data, name, limits.unpacked)
    raise InputError(
        "its format is not known", name, "save it as PDF, DOCX, ODT, HTML or plain text."
    )


def picture(data: bytes, name: str, page: int, *, dpi: int = 110) -> bytes:
    """A page of a PDF or a scan as a PNG image.

    Args:
        data, name: as for `extract`.
        page: from 1.
        dpi: the resolution; boxes of `Place` times `dpi / 72` are pixels of the picture.

    Raises:
        InputError: the file has no such page, or cannot be shown.
    """
    kind = sniff(data, name)
    if kind is Format.PDF:
        from rulebook.inputs import pdfium

        return pdfium.picture(data, name, page, dpi)
    raise InputError(f"a file of the format {kind} has no pages to show", name, "look at its text.")

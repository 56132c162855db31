"""PDFs: the words of their text layer, or of the pictures of their pages, become lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulebook.inputs import pdfium
from rulebook.inputs.compose import compose
from rulebook.inputs.extraction import Extraction, Format, InputError
from rulebook.inputs.glyphs import sheet
from rulebook.inputs.leads import leads_of, links_in
from rulebook.inputs.limits import Limits
from rulebook.inputs.words import Sheet

SCAN_DPI = 300


def read_pdf(data: bytes, name: str, limits: Limits) -> Extraction:
    """The lines of a PDF; pages that are pictures only are recognised.

    Raises:
        InputError: the PDF is broken, encrypted, too long, holds no text, or holds pictures of
            text and Tesseract is missing.
    """
    with pdfium.opened(data, name) as document:
        if len(document) > limits.pages:
            raise InputError(
                f"it has {len(document):,} pages, more than the {limits.pages:,} that are read",
                name,
                "split it.",
            )
        raw = pdfium.library(name).raw
        sheets = [sheet(raw, page) for page in document]
        leads = [leads_of(raw, document, page) for page in document]
        scanned = [
            at
            for at, found in enumerate(sheets)
            if not found.words and _has_picture(document[at], raw)
        ]
        if scanned:
            for at, found in _recognised(document, scanned, name, limits):
                sheets[at] = found
    if not any(page.words for page in sheets):
        raise InputError("none of its pages holds text", name, "look at it in a viewer.")
    if scanned:
        from rulebook.inputs.scans import extraction_of_scan

        return extraction_of_scan(Format.PDF, sheets, [at + 1 for at in scanned], name)
    lines = compose(sheets)
    return Extraction(
        Format.PDF,
        "".join(f"{line.text}\n" for line in lines),
        tuple(line.place for line in lines),
        tuple(line.side for line in lines),
        tuple(line.role for line in lines),
        (),
        tuple(page.size for page in sheets),
        links=tuple(links_in(lines, leads)),
    )


def _has_picture(page: Any, raw: Any) -> bool:
    """Whether something is painted on a page that has no text."""
    kinds = [raw.FPDF_PAGEOBJ_IMAGE, raw.FPDF_PAGEOBJ_PATH, raw.FPDF_PAGEOBJ_SHADING]
    return next(iter(page.get_objects(filter=kinds, max_depth=4)), None) is not None


def _recognised(
    document: Any, pages: list[int], name: str, limits: Limits
) -> Iterator[tuple[int, Sheet]]:
    from rulebook.inputs import tesseract
    from rulebook.inputs.images import Picture
    from rulebook.inputs.scans import recognised

    command = tesseract.program(name)
    for at in pages:
        page = document[at]
        pdfium.bounded(page.get_size(), SCAN_DPI, limits.pixels, name)
        image = page.render(scale=SCAN_DPI / 72, grayscale=True).to_pil().convert("L")
        yield at, recognised(Picture(image, SCAN_DPI), name, command, limits)

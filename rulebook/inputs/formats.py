"""From the bytes of a file to its lines: one door for every format."""

from __future__ import annotations

import msgspec

from rulebook.inputs import guard
from rulebook.inputs.decoding import decode
from rulebook.inputs.extraction import Extraction, Format, InputError
from rulebook.inputs.limits import Limits
from rulebook.inputs.sniffing import sniff


def extract(data: bytes, name: str, limits: Limits | None = None) -> Extraction:
    """The lines of a file, with their places where the format has pages.

    What is no text is taken apart in a process of its own, with bounded memory and time.

    Args:
        data: the bytes of the file.
        name: its name, for messages.
        limits: what it may cost; the defaults hold any law text.

    Raises:
        InputError: the file is broken, encrypted, empty, too large, of no known format,
            or a program or an optional library that it needs is missing (then `tool` names it).
    """
    limits = limits or Limits()
    kind = _sized(data, name, limits)
    if kind is Format.TEXT:
        decoded = decode(data)
        return Extraction(kind, decoded.text, encoding=decoded.encoding)
    # Recognising a scan is bounded page by page.
    scanned = limits.page_seconds * limits.pages if kind in (Format.PDF, Format.IMAGE) else 0.0
    task = guard.Task("extract", name, limits)
    made = guard.run(task, data, limits.seconds + scanned)
    return msgspec.json.decode(made, type=Extraction)


def picture(
    data: bytes, name: str, page: int, *, dpi: int = 110, limits: Limits | None = None
) -> bytes:
    """A page of a PDF or a scan as a PNG image.

    Args:
        data, name, limits: as for `extract`.
        page: from 1.
        dpi: the resolution; boxes of `Place` times `dpi / 72` are pixels of the picture.

    Raises:
        InputError: the file has no such page, or cannot be shown.
    """
    limits = limits or Limits()
    _sized(data, name, limits)
    return guard.run(guard.Task("picture", name, limits, page, dpi), data, limits.seconds)


def _sized(data: bytes, name: str, limits: Limits) -> Format:
    """What the file is; refused where it is empty, too large or of no known format."""
    if len(data) > limits.file:
        raise InputError(
            f"the file has {len(data):,} bytes, more than the {limits.file:,} that are read",
            name,
            "split it, or scan at a lower resolution.",
        )
    kind = sniff(data, name)
    if not data and kind is not Format.TEXT:
        raise InputError("the file is empty", name, "look whether it was copied whole.")
    if kind is Format.UNKNOWN:
        raise InputError(
            "its format is not known", name, "save it as PDF, DOCX, ODT, HTML or plain text."
        )
    return kind

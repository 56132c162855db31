"""What a file may cost."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on one file.

    `file`, `unpacked`, `markup` and `memory` are bytes (of the file, of a document unpacked, of a
    web page, of the process that reads); `seconds` is time for all of it, `page_seconds` for the
    recognition of one page; `pixels` are those of one page or image, `pages` their number.
    """

    file: int = 200_000_000
    unpacked: int = 300_000_000
    markup: int = 30_000_000
    memory: int = 2_000_000_000
    seconds: float = 120.0
    page_seconds: float = 180.0
    pixels: int = 120_000_000
    pages: int = 3_000

"""Files become sources: their text, whatever format it comes in, with its hash.

What a text is decoded from, and how a PDF or a document gives its lines, is the affair of `inputs`.
"""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

from rulebook.inputs import Decoded, Extraction, Format, decode, extract, sniff
from rulebook.model import Source


def source(
    data: bytes,
    name: str,
    *,
    id: str | None = None,  # noqa: A002 - the field's own name
    extracted: Extraction | None = None,
    **metadata: Any,
) -> tuple[Source, Decoded]:
    """A `Source` from the bytes of a file, with what was said about its encoding.

    `id` defaults to the file's name; `extracted` are its lines where they were taken out before;
    `metadata` are the editorial fields of `Source` (kind, title, author, origin, rights, date,
    edition, edition_basis, speaks_of).

    Raises:
        InputError: the file is a PDF, a scan, a web page or a document that cannot be read.
    """
    if extracted is None and sniff(data, name) not in (Format.TEXT, Format.UNKNOWN):
        extracted = extract(data, name)
    if extracted is None:
        decoded, layout = decode(data), None
    else:
        decoded, layout = Decoded(extracted.text, extracted.encoding), extracted.layout
    made = Source(
        id=id or name,
        name=name,
        sha256=hashlib.sha256(data).hexdigest(),
        text=decoded.text,
        encoding=decoded.encoding,
        layout=layout,
        **metadata,
    )
    return made, decoded


def read_source(
    path: Path,
    *,
    id: str | None = None,  # noqa: A002 - the field's own name
    **metadata: Any,
) -> Source:
    """A `Source` from a file on disk; see `source` for the metadata.

    Raises:
        OSError: the file cannot be read.
        InputError: see `source`.
    """
    return source(path.read_bytes(), path.name, id=id, **metadata)[0]


__all__ = ["Decoded", "decode", "read_source", "source"]

"""What a file is, by its first bytes; its name only decides where they do not."""

from __future__ import annotations

import io
import re
import zipfile
from pathlib import PurePath

from rulebook.inputs.decoding import wide
from rulebook.inputs.extraction import Format

_HEAD = 1024
_IMAGES = (b"\x89PNG\r\n\x1a\n", b"\xff\xd8\xff", b"II*\x00", b"MM\x00*", b"GIF87a", b"GIF89a")
_OTHERS = (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"{\\rtf")
_NAMES = {
    ".pdf": Format.PDF,
    ".docx": Format.DOCX,
    ".odt": Format.ODT,
    ".png": Format.IMAGE,
    ".jpg": Format.IMAGE,
    ".jpeg": Format.IMAGE,
    ".tif": Format.IMAGE,
    ".tiff": Format.IMAGE,
    ".html": Format.HTML,
    ".htm": Format.HTML,
    ".xhtml": Format.HTML,
}
_HTML_START = re.compile(
    rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--(?:(?!-->).)*+-->\s*+)*+<(?:!doctype\s+html|html)\b",
    re.IGNORECASE | re.DOTALL,
)
_TAG = re.compile(rb"</?[a-zA-Z][a-zA-Z0-9]*[\s>/]")
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_CONTROL = bytes(set(range(32)) - {9, 10, 11, 12, 13} | {127})


def sniff(data: bytes, name: str) -> Format:
    """What the bytes of a file are; `name` decides between a text and a web page only.

    An empty file is what its name says, else a text.

    >>> sniff(b"%PDF-1.7 ...", "codice.txt").value, sniff(b"ARTICOLO 1", "codice.pdf").value
    ('pdf', 'text')
    """
    named = _NAMES.get(PurePath(name).suffix.lower())
    head = data[:_HEAD]
    if not data:
        return named or Format.TEXT
    if b"%PDF-" in head:
        return Format.PDF
    if head.startswith(_IMAGES) or (head[:4] == b"RIFF" and head[8:12] == b"WEBP"):
        return Format.IMAGE
    if head.startswith(b"PK\x03\x04"):
        return _zipped(data, named)
    if head.startswith(_OTHERS):
        return Format.UNKNOWN
    if _HTML_START.match(data[: 64 * _HEAD].removeprefix(b"\xef\xbb\xbf")):
        return Format.HTML
    if named is Format.HTML and _TAG.search(data):
        return Format.HTML
    controls = len(data) - len(data.translate(None, _CONTROL))
    binary = controls * 20 > len(data) and not (data.startswith(_UTF16) or wide(data))
    return Format.UNKNOWN if binary else Format.TEXT


def _zipped(data: bytes, named: Format | None) -> Format:
    """A document in a ZIP; one that is broken is what its name says."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = set(archive.namelist()[:10_000])
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError):
        return named if named in (Format.DOCX, Format.ODT) else Format.UNKNOWN
    if "word/document.xml" in names:
        return Format.DOCX
    if "content.xml" in names and b"opendocument.text" in data[:200]:
        return Format.ODT
    return named if named in (Format.DOCX, Format.ODT) else Format.UNKNOWN

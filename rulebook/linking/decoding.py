"""The bytes of a page as text and back, byte for byte."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from pathlib import PurePath

from rulebook.inputs.extraction import Format
from rulebook.inputs.sniffing import sniff
from rulebook.publishing.elements import elements

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_DECLARED = re.compile(
    rb"""<meta[^>]{0,200}?charset\s*=\s*["']?\s*([A-Za-z0-9_.:-]+)"""
    rb"""|^\s*<\?xml[^>]{0,200}?encoding\s*=\s*["']([A-Za-z0-9_.:-]+)""",
    re.IGNORECASE,
)
_HEAD = 4096
# The names under which browsers mean Windows-1252 (WHATWG Encoding, section 4.2).
_WESTERN = frozenset(("ascii", "us-ascii", "iso-8859-1", "iso8859-1", "latin1", "latin-1", "l1"))


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a file with the encoding that gives its bytes back."""

    text: str
    encoding: str
    errors: str = "surrogateescape"

    def encode(self, text: str) -> bytes:
        """A changed text as bytes; what was not changed has the bytes it had."""
        return text.encode(self.encoding, self.errors)


def decode(data: bytes) -> Decoded:
    """Decode a page as a browser would; nothing is raised.

    Args:
        data: the bytes of the file.

    Returns:
        The text, a byte order mark and stray bytes included, so that `encode` restores them.
    """
    for encoding in _candidates(data):
        try:
            decoded = Decoded(data.decode(encoding, "surrogateescape"), encoding)
            if decoded.encode(decoded.text) == data:
                return decoded
        except (LookupError, UnicodeError):
            continue
    return Decoded(data.decode("latin-1"), "latin-1", "strict")


def is_page(data: bytes, name: str) -> bool:
    """Whether a file is a web page or a piece of one, so that tags may be written into it.

    Args:
        data: the bytes of the file.
        name: its name, which decides where the bytes do not begin as a page does.
    """
    ending = PurePath(name).suffix.lower()
    named = "page.html" if ending in elements().pages else name
    text = decode(data).text
    return "\0" not in text and sniff(text.encode("utf-8", "replace"), named) is Format.HTML


def _candidates(data: bytes) -> list[str]:
    """The encodings to try, the likeliest first."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return [encoding]
    declared = _DECLARED.search(data[:_HEAD])
    found = []
    if declared:
        name = (declared.group(1) or declared.group(2)).decode("ascii").lower()
        found.append("cp1252" if name in _WESTERN else name)
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return [*found, "cp1252", "utf-8"]
    return [*found, "utf-8"]

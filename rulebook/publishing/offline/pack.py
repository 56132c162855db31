"""Files of the site as a few bundles: what their pages have in common travels once.

Texts are cut into pieces: tags, and sentences between them. A piece that several bundles have
stands in a bundle of its own, which all others share; of the rest each bundle has every piece once,
in the order in which they first stand. A file is then a row of numbers:

- `-n` takes the next n pieces of its bundle that no file has taken,
- `2 * start, n` takes n pieces of its bundle from `start` on,
- `2 * start + 1, n` takes n shared pieces from `start` on.

Pages that differ in their text alone have the same row. Bundles are JSON, which every host
compresses, and compression then finds little left to say twice.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

_PIECE = re.compile(r"<[^>]*>\s*|[^<.;]+[.;]*\s*|[.;]+\s*|<")
_BETWEEN = "\x7f"
"""What stands between pieces: a sign that JSON need not escape; a text that has it is not cut."""

_WORTH = 12
"""The characters from which a shared piece is worth its numbers."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A file: its address, the sum of its bytes, its size, and its weight over the wire."""

    address: str
    sum: str
    size: int
    weight: int


@dataclass(frozen=True)
class Bundle:
    """Files that travel together, in `content`."""

    name: str
    entries: tuple[Entry, ...]
    content: bytes

    @cached_property
    def sum(self) -> str:
        """The sum of the content."""
        return sum_of(self.content)

    @cached_property
    def weight(self) -> int:
        """The bytes that a host sends for the content."""
        return weight_of(self.content)


def sum_of(content: bytes) -> str:
    """The sum by which a file is known: 64 bits of its SHA-256, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()[:16]


def weight_of(content: bytes) -> int:
    """The bytes that a host sends for a content: compressed as most hosts do."""
    return len(gzip.compress(content, 6, mtime=0))


def entry(address: str, content: bytes) -> Entry:
    """What is known of a file."""
    return Entry(address, sum_of(content), len(content), weight_of(content))


def bundles(
    groups: Mapping[str, Mapping[str, bytes]], shared: str
) -> tuple[Bundle, tuple[Bundle, ...]]:
    """Groups of files as bundles; the same files give the same bytes.

    Args:
        groups: the contents of each bundle by address, by the bundle's name.
        shared: the name of the bundle with what others have in common; it holds no files.

    Returns:
        The shared bundle, and the others by their names.
    """
    common = _common(groups)
    numbers = {piece: number for number, piece in enumerate(common)}
    made = tuple(_bundle(name, files, numbers) for name, files in sorted(groups.items()))
    return Bundle(shared, (), _json({"pieces": _BETWEEN.join(common)})), made


def _common(groups: Mapping[str, Mapping[str, bytes]]) -> list[str]:
    """The pieces that several groups have, as they first stand; one file is cut at a time."""
    several = -1
    found: dict[str, int] = {}
    for number, (_, files) in enumerate(sorted(groups.items())):
        for address in sorted(files):
            for piece in _pieces(files[address]) or ():
                if found.setdefault(piece, number) != number:
                    found[piece] = several
    return [piece for piece, where in found.items() if where == several and len(piece) >= _WORTH]


def _json(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def _pieces(content: bytes) -> list[str] | None:
    """The pieces of a text; None for what is no text."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return None
    return None if _BETWEEN in text else _PIECE.findall(text)


def _bundle(name: str, files: Mapping[str, bytes], shared: Mapping[str, int]) -> Bundle:
    own: dict[str, int] = {}
    entries: list[Entry] = []
    rows: dict[str, list[int]] = {}
    binary: dict[str, str] = {}
    for address in sorted(files):
        content = files[address]
        entries.append(entry(address, content))
        pieces = _pieces(content)
        if pieces is None:
            binary[address] = base64.b64encode(content).decode("ascii")
        else:
            rows[address] = _row(pieces, own, shared)
    content = _json({"pieces": _BETWEEN.join(own), "files": rows, "binary": binary})
    return Bundle(name, tuple(entries), content)


def _row(pieces: list[str], own: dict[str, int], shared: Mapping[str, int]) -> list[int]:
    """The numbers of a file; pieces that are new to the bundle are added to its own."""
    row: list[int] = []
    following = -1
    for piece in pieces:
        number = shared.get(piece)
        place = 2 * own.get(piece, -1) if number is None else 2 * number + 1
        if place < 0:
            own[piece] = len(own)
            if following == -2:
                row[-1] -= 1
            else:
                row.append(-1)
            following = -2
        elif place == following:
            row[-1] += 1
            following += 2
        else:
            row += place, 1
            following = place + 2
    return row


def unpacked(content: bytes, shared: bytes) -> dict[str, bytes]:
    """The files of a bundle, read back as the browser does.

    Args:
        content: the bundle.
        shared: the bundle that it shares pieces with.
    """
    data = json.loads(content)
    own, common = (text.split(_BETWEEN) for text in (data["pieces"], json.loads(shared)["pieces"]))
    taken = 0
    files = {address: base64.b64decode(text) for address, text in data["binary"].items()}
    for address, row in data["files"].items():
        found: list[str] = []
        numbers = iter(row)
        for number in numbers:
            if number < 0:
                found += own[taken : taken - number]
                taken -= number
            else:
                pieces, start = common if number % 2 else own, number // 2
                found += pieces[start : start + next(numbers)]
        files[address] = "".join(found).encode("utf-8")
    return files

"""Files of the site as a few bundles: what their pages have in common travels once.

A bundle is JSON, which every host compresses. Its `lines` are all different lines of its files,
in the order in which they first stand; a file is a row of numbers: -n takes the next n lines that
no file has had, and a pair (start, n) takes n lines from `start` on. Pages that differ in their
text alone have the same row, and compression then finds little left to say twice.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Entry:
    """A file: its address, the sum of its bytes, its size, and its weight over the wire."""

    address: str
    sum: str
    size: int
    weight: int


@dataclass(frozen=True, slots=True)
class Bundle:
    """Files that travel together, in `content`."""

    name: str
    entries: tuple[Entry, ...]
    content: bytes
    weight: int

    @property
    def sum(self) -> str:
        """The sum of the content."""
        return sum_of(self.content)


def sum_of(content: bytes) -> str:
    """The sum by which a file is known: 64 bits of its SHA-256, in hexadecimal."""
    return hashlib.sha256(content).hexdigest()[:16]


def weight_of(content: bytes) -> int:
    """The bytes that a host sends for a content: compressed as most hosts do."""
    return len(gzip.compress(content, 6, mtime=0))


def entry(address: str, content: bytes) -> Entry:
    """What is known of a file."""
    return Entry(address, sum_of(content), len(content), weight_of(content))


def bundle(name: str, files: Mapping[str, bytes]) -> Bundle:
    """Files as a bundle; the same files give the same bytes.

    Args:
        name: what the bundle is called.
        files: contents by address.
    """
    entries = tuple(entry(address, files[address]) for address in sorted(files))
    content = _content((one.address, files[one.address]) for one in entries)
    return Bundle(name, entries, content, weight_of(content))


def _content(files: Iterable[tuple[str, bytes]]) -> bytes:
    numbers: dict[str, int] = {}
    rows: dict[str, list[int]] = {}
    binary: dict[str, str] = {}
    for address, content in files:
        try:
            lines = content.decode("utf-8").split("\n")
        except UnicodeDecodeError:
            binary[address] = base64.b64encode(content).decode("ascii")
            continue
        rows[address] = _row(lines, numbers)
    data: dict[str, Any] = {"lines": "\n".join(numbers), "files": rows, "binary": binary}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def _row(lines: list[str], numbers: dict[str, int]) -> list[int]:
    """The numbers of a file; lines that are new to the bundle are added to `numbers`."""
    row: list[int] = []
    fresh = start = count = 0

    def close() -> None:
        nonlocal fresh, count
        if fresh:
            row.append(-fresh)
        if count:
            row.extend((start, count))
        fresh = count = 0

    for line in lines:
        known = numbers.get(line)
        if known is None:
            if count:
                close()
            numbers[line] = len(numbers)
            fresh += 1
        elif count and known == start + count:
            count += 1
        else:
            close()
            start, count = known, 1
    close()
    return row


def unpacked(content: bytes) -> dict[str, bytes]:
    """The files of a bundle, read back as the browser does."""
    data = json.loads(content)
    lines = data["lines"].split("\n")
    taken = 0
    files = {address: base64.b64decode(text) for address, text in data["binary"].items()}
    for address, row in data["files"].items():
        found: list[str] = []
        numbers = iter(row)
        for number in numbers:
            if number < 0:
                found += lines[taken : taken - number]
                taken -= number
            else:
                found += lines[number : number + next(numbers)]
        files[address] = "\n".join(found).encode("utf-8")
    return files

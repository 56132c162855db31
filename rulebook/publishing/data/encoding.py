"""How published JSON is written: compact, and a row on each line, so that versions compare."""

from __future__ import annotations

import msgspec


def lines_json(document: msgspec.Struct, rows: str) -> bytes:
    """A document with the entries of one of its lists on lines of their own.

    Args:
        document: a struct.
        rows: the name of the list; the other fields stand before it.
    """
    values = msgspec.to_builtins(document)
    entries = values.pop(rows)
    head = msgspec.json.encode(values)[1:-1]
    lines = b",\n".join(msgspec.json.encode(entry) for entry in entries)
    comma = b"," if head else b""
    return b"{" + head + comma + msgspec.json.encode(rows) + b":[\n" + lines + b"\n]}\n"

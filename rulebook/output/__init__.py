"""What the commands print: JSON for other programs, and words for a terminal."""

from __future__ import annotations

from typing import Any

import msgspec

from rulebook.output.documents import compare_json, read_json
from rulebook.output.verbs import (
    BuiltJson,
    PagesJson,
    check_json,
    cites_json,
    show_json,
    trace_json,
)

__all__ = [
    "BuiltJson",
    "PagesJson",
    "check_json",
    "cites_json",
    "compare_json",
    "encode",
    "read_json",
    "show_json",
    "trace_json",
]


def encode(value: Any) -> str:
    """A document as JSON text, readable by people too; ends with a line end."""
    return msgspec.json.format(msgspec.json.encode(value), indent=1).decode() + "\n"

"""Keeps PDFs by what they are made of, so that only what changed is typeset again."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from rulebook.keeping import Keep
from rulebook.publishing.pdf import door
from rulebook.publishing.pdf.press import Typeset


def kept_in(keep: Keep, make: Typeset) -> Typeset:
    """A typesetter that gives a kept PDF where there is one, and keeps what it has to make."""

    def typeset(data: Any, timestamp: int) -> bytes:
        return keep.data(_name(data, timestamp), lambda: make(data, timestamp))

    return typeset


def _name(data: Any, timestamp: int) -> str:
    """A name for what a PDF is made of: its data, its day, the template and the typesetter."""
    digest = hashlib.sha256()
    for part in (json.dumps(data, sort_keys=True), str(timestamp), door.version(), door.template()):
        digest.update(part.encode())
        digest.update(b"\0")
    return f"pdf-{digest.hexdigest()[:40]}"

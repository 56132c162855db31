"""The Content-Security-Policy of a page: what it may run and load."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import cache

_SCRIPT = re.compile(r"<script(?P<attributes>[^>]*)>(?P<code>.*?)</script>", re.DOTALL)
_DATA = re.compile(r"\bsrc=|\btype=[\"']?application/(?:ld\+)?json")
_CHARSET = '<meta charset="utf-8">'


def with_policy(html: str) -> str:
    """A page that states which scripts it may run; inline ones are named by their hash.

    No `unsafe-inline` and no `unsafe-eval`: nothing that a text holds can ever run.
    """
    inline = (
        found["code"] for found in _SCRIPT.finditer(html) if not _DATA.search(found["attributes"])
    )
    hashes = dict.fromkeys(_hash(script) for script in inline)
    allowed = " ".join(["'self'", *(f"'sha256-{found}'" for found in hashes)])
    policy = (
        f"default-src 'self'; script-src {allowed}; style-src 'self'; img-src 'self' data:; "
        "object-src 'none'; base-uri 'self'; form-action 'self'"
    )
    meta = f'{_CHARSET}<meta http-equiv="Content-Security-Policy" content="{policy}">'
    return html.replace(_CHARSET, meta, 1)


@cache
def _hash(script: str) -> str:
    return base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()

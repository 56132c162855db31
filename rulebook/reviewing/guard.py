"""Who may ask the local page for something: this machine's own browser, from this page alone.

A site that somebody visits meanwhile can send requests to this machine too. It is told by the
name it calls us (rebinding of names), by what browsers say of where a request comes from, and by
not knowing the token of this run.
"""

from __future__ import annotations

import hmac
import secrets
from dataclasses import dataclass, field
from email.message import Message

POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""What every answer says to the browser."""

_FORM = "application/x-www-form-urlencoded"
_NEAR = ("none", "same-origin")
MOST = 1_000_000
"""Bytes of a form."""


@dataclass(frozen=True)
class Guard:
    """Knows the port of this run and its token."""

    port: int
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32))

    @property
    def hosts(self) -> frozenset[str]:
        """The names by which this page may be called."""
        names = ("127.0.0.1", "localhost")
        bare = names if self.port == 80 else ()
        return frozenset((*(f"{name}:{self.port}" for name in names), *bare))

    def refuses(self, headers: Message[str, str]) -> str | None:
        """Why a request is not answered (Italian); None where it is."""
        host = (headers.get("Host") or "").lower()
        if host not in self.hosts or len(headers.get_all("Host", [])) != 1:
            return "Questa pagina risponde soltanto all’indirizzo di questa macchina."
        origin = headers.get("Origin")
        if origin is not None and origin.lower() != f"http://{host}":
            return "La richiesta viene da un altro sito."
        if headers.get("Sec-Fetch-Site", "none").lower() not in _NEAR:
            return "La richiesta viene da un altro sito."
        return None

    def refuses_form(self, headers: Message[str, str]) -> str | None:
        """Why a form is not even read; None where it is."""
        kind = (headers.get("Content-Type") or "").partition(";")[0].strip().lower()
        if kind != _FORM:
            return "Non è un modulo di questa pagina."
        length = headers.get("Content-Length") or ""
        if not (length.isascii() and length.isdigit()):
            return "Il modulo non dice quanto è lungo."
        if int(length) > MOST:
            return "Il modulo è troppo lungo."
        return None

    def knows(self, token: str) -> bool:
        """Whether a form brings the token of this run."""
        return hmac.compare_digest(token.encode(), self.token.encode())

"""Serves a built site on this machine only, as a static host would.

The standard library alone: scripts/build.py uses it before anything is installed.
"""

from __future__ import annotations

import functools
import http.server
from http import HTTPStatus
from pathlib import Path

LOOPBACK = "127.0.0.1"


class SiteHandler(http.server.SimpleHTTPRequestHandler):
    """Serve a folder as a static host does, with the site's own page for what is not there."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        """Answer with the site's 404 page where it has one."""
        page = Path(self.directory) / "404.html"
        if code != HTTPStatus.NOT_FOUND or not page.is_file():
            super().send_error(code, message, explain)
            return
        body = page.read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def list_directory(self, path: object) -> None:  # noqa: ARG002 - the name is given
        """A folder without a page is not there, as on a static host."""
        self.send_error(HTTPStatus.NOT_FOUND)

    def end_headers(self) -> None:
        """Let the pages of others ask for provisions, as a host must for the linker's previews."""
        self.send_header("Access-Control-Allow-Origin", "*")
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Stay silent: whoever reads the site needs no list of its files."""


def server(site: Path, port: int) -> http.server.ThreadingHTTPServer:
    """A server of the folder on the loopback address only, at the port or any free one."""
    handler = functools.partial(SiteHandler, directory=str(site))
    try:
        return http.server.ThreadingHTTPServer((LOOPBACK, port), handler)
    except OSError:
        return http.server.ThreadingHTTPServer((LOOPBACK, 0), handler)

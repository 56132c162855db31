"""A small site in releases, and a host that serves it, falls silent, breaks off or goes away."""

from __future__ import annotations

import mimetypes
import socket
import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import search_sample
from sample_rulebook import comparison, rulebook

from rulebook import mkdocs_plugin
from rulebook.model import Rulebook
from rulebook.publishing.offline import offline_files
from rulebook.publishing.search.export import search_assets
from rulebook.publishing.site import content

NUMBERS = (4, 9, 12, 16, 20, 27, 47, 50)
DAY = "2026-11-30"


def small_rulebook() -> Rulebook:
    """The sample with a few numbers of each edition, so that stubs do not make up the site."""
    book = rulebook()
    editions = tuple(
        replace(edition, known=tuple(name for name in edition.known if name.number in NUMBERS))
        for edition in book.editions
    )
    return replace(book, editions=editions)


def rendered(folder: Path, monkeypatch: Any) -> dict[str, bytes]:
    """The files of the small site in its theme, before the offline copy is added."""
    book = small_rulebook()
    search = search_assets(book, search_sample.sample_lexicon(), search_sample.vocabulary())
    pdfs = {"pdf/2007.pdf": b"%PDF-1.7 2007\xff\n" + b" " * 60_000,
            "pdf/2007-27.pdf": b"%PDF-1.7 27\xff\n", "pdf/2007-20.pdf": b"%PDF-1.7 20\xff\n",
            "data/inventory.json": b"{}",
            "c/27b1b/index.html": b"<!doctype html><title>27B1b</title>"}
    whole = content(book, (comparison(),), {**search, **pdfs})
    monkeypatch.setattr(mkdocs_plugin, "PROJECT", folder / "mkdocs.yml")
    mkdocs_plugin.render(whole, folder / "site")
    return {
        path.relative_to(folder / "site").as_posix(): path.read_bytes()
        for path in sorted((folder / "site").rglob("*")) if path.is_file()
    }


def released(
    raw: Mapping[str, bytes], day: str = DAY, withdrawn: bool = False, **changes: tuple[str, str]
) -> dict[str, bytes]:
    """A release of a site: each change replaces words on the pages that have them."""
    files = dict(raw)
    for old, new in changes.values():
        changed = {
            name: data.replace(old.encode(), new.encode()) for name, data in files.items()
            if old.encode() in data
        }
        assert changed, f"no file has “{old}”"
        files |= changed
    made = offline_files(files, day=day, editions={"1997": "Codice 1997", "2007": "Codice 2007",
                                                   "2017": "Codice 2017"},
                         held=("1997", "2007"), withdrawn=withdrawn)
    return {**files, **made}


@dataclass
class Host:
    """A host with sites in folders.

    `mode` is "up", "silent" (takes every request and never answers) or "broken" (hangs up);
    `breaks` says of a path whether it is broken though the host is up.
    """

    sites: dict[str, dict[str, bytes]] = field(default_factory=dict)
    mode: str = "up"
    breaks: Callable[[str], bool] = lambda path: False
    asked: list[str] = field(default_factory=list)
    port: int = 0
    _server: ThreadingHTTPServer | None = None
    _released: threading.Event = field(default_factory=threading.Event)

    @property
    def address(self) -> str:
        """The address of the host."""
        return f"http://127.0.0.1:{self.port}/"

    def start(self) -> None:
        """Come up, on the same port as before."""
        host = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *arguments: object) -> None:
                """Say nothing."""

            def do_GET(self) -> None:
                host._answer(self)

        class Server(ThreadingHTTPServer):
            daemon_threads = True
            request_queue_size = 64

        self._released.clear()
        self.mode = "up"
        self._server = Server(("127.0.0.1", self.port), Handler)
        self.port = self._server.server_port
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()

    def stop(self) -> None:
        """Go away: nothing listens any more."""
        if self._server:
            self.mode = "broken"
            self._released.set()
            self._server.shutdown()
            self._server.server_close()
            self._server = None

    def _answer(self, request: BaseHTTPRequestHandler) -> None:
        path = unquote(urlsplit(request.path).path)
        self.asked.append(path)
        if self.mode == "silent":
            self._released.wait()
        if self.mode != "up" or self.breaks(path):
            request.close_connection = True
            request.connection.shutdown(socket.SHUT_RDWR)
            return
        folder, _, name = path.lstrip("/").partition("/")
        files = self.sites.get(folder, {})
        if not name or name.endswith("/"):
            name += "index.html"
        if name not in files and f"{name}/index.html" in files:
            request.send_response(301)
            request.send_header("Location", f"{path}/")
            request.send_header("Content-Length", "0")
            request.end_headers()
            return
        data = files.get(name)
        body = data if data is not None else files.get("404.html", b"")
        request.send_response(200 if data is not None else 404)
        told = mimetypes.guess_type(name)[0] if data is not None else "text/html"
        kind = told or "application/octet-stream"
        request.send_header("Content-Type", f"{kind}; charset=utf-8" if "text" in kind else kind)
        request.send_header("Content-Length", str(len(body)))
        request.send_header("Cache-Control", "max-age=600")
        request.end_headers()
        request.wfile.write(body)

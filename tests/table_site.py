"""The site of the embedded corpus, built once and served as a host does it: compressed."""

from __future__ import annotations

import gzip
import mimetypes
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import axe_playwright_python
from playwright.sync_api import Browser, BrowserContext, Page

from rulebook import mkdocs_plugin
from rulebook.commands.publishing import build
from rulebook.reading.holdings.corpus import load

PUBLIC = "https://regole.example/bridge/"
PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


def build_site(out: Path) -> None:
    """Build the site of the embedded corpus for a public address."""
    build(load(), out, PUBLIC, mkdocs_plugin.render, lambda _: None)


@contextmanager
def served(root: Path) -> Iterator[str]:
    """Serve a site in a folder of a host, with compression; yields its address."""

    class Host(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            path = unquote(urlsplit(self.path).path).removeprefix("/bridge/")
            file = root / path
            if file.is_dir():
                file = file / "index.html"
            found = file.is_file()
            data = gzip.compress((file if found else root / "404.html").read_bytes(), 6)
            kind = mimetypes.guess_type(file.name)[0] if found else "text/html"
            self.send_response(200 if found else 404)
            self.send_header("Content-Type", kind or "application/octet-stream")
            self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            if self.command == "GET":
                self.wfile.write(data)

        do_HEAD = do_GET  # noqa: N815

        def log_message(self, *arguments: object) -> None:
            """Say nothing."""

    class Server(ThreadingHTTPServer):
        daemon_threads = True

        def handle_error(self, *arguments: object) -> None:
            """A browser that hangs up is no fault."""

    server = Server(("127.0.0.1", 0), Host)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/bridge/"
    finally:
        server.shutdown()
        server.server_close()


class Reader:
    """A person with a browser: opens pages, and keeps what the browser complains about."""

    def __init__(self, browser: Browser, site: str) -> None:
        self.browser = browser
        self.site = site
        self.contexts: list[BrowserContext] = []

    def open(self, address: str = "", *, before: str = "", **settings: Any) -> Page:
        """A page in a context of its own; `before` is a script that runs before the page's."""
        settings.setdefault("viewport", PHONE)
        settings.setdefault("service_workers", "block")
        context = self.browser.new_context(**settings)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(8000)
        if before:
            page.add_init_script(before)
        page.complaints = complaints = []  # type: ignore[attr-defined]
        page.on("console", lambda m: complaints.append(f"{m.text} {m.location}")
                if m.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda r: complaints.append(r.url)
                if not r.url.startswith((self.site, "data:", "file:")) else None)
        page.goto(address if "://" in address else self.site + address, wait_until="load")
        return page

    def close(self) -> None:
        """Close what was opened."""
        for context in self.contexts:
            context.close()


def violations(page: Page) -> list[str]:
    """What axe-core finds on a page as it stands."""
    page.evaluate(AXE)
    found = page.evaluate("async () => (await axe.run(document)).violations")
    return [f"{v['id']}: {node['html'][:140]}" for v in found for node in v["nodes"]]


def until(page: Page, holds: Callable[[], bool], within: int = 4000) -> bool:
    """Whether something holds on a page before long."""
    for _ in range(within // 50):
        if holds():
            return True
        page.wait_for_timeout(50)
    return holds()

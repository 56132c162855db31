"""Spoken, mistyped and old addresses in a real browser, with the site in a folder of a host."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
import sample_rulebook
from playwright.sync_api import Browser

from rulebook import mkdocs_plugin
from rulebook.publishing.site import build_site, content

pytestmark = pytest.mark.long


class Host(SimpleHTTPRequestHandler):
    """A static host: what it does not have it answers with the site's own page for that."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        page = Path(self.directory, "regole/404.html").read_bytes()
        self.send_response(code)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(page)

    def log_message(self, format: str, *args: Any) -> None:  # noqa: A002 - the name is given
        """Say nothing."""


@contextmanager
def served(folder: Path, site_url: str | None) -> Iterator[str]:
    """The sample in a folder of a host."""
    book = sample_rulebook.rulebook()
    small = replace(book, editions=tuple(replace(e, known=()) for e in book.editions))
    build_site(
        content(small, comparisons=(sample_rulebook.comparison(),)),
        folder / "regole", render=mkdocs_plugin.render, site_url=site_url,
    )
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Host, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/regole/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with served(tmp_path_factory.mktemp("host"), "https://a.example/regole/") as address:
        yield address


@pytest.fixture(scope="module")
def untold(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A site built without a public address."""
    with served(tmp_path_factory.mktemp("untold"), None) as address:
        yield address


@pytest.mark.parametrize(("asked", "reached"), [
    ("c/27b1b/", "27/#B1b"),
    ("c/2007-27b1b/", "2007/27/#B1b"),
    ("c/2007-27/#B1b", "2007/27/#B1b"),
    ("2007/art27", "2007/27/"),
    ("27B1(b)", "27/#B1b"),
    ("2007/27B1(b)", "2007/27/#B1b"),
    ("2007/27.html#b1b", "2007/27/#B1b"),
    ("2007/articolo-27/", "2007/27/"),
    ("a/b/2007/art.%2027", "2007/27/"),
    ("c/27b9/", "27/#B9"),
    ("c/2007-27.3/", "2007/27/#p3"),
    ("confronto/2007-1997/27/", "confronto/1997-2007/27/"),
    ("confronto/27/", "confronto/1997-2007/27/"),
])
def test_an_address_leads_on(browser: Browser, host: str, asked: str, reached: str) -> None:
    page = browser.new_page()
    refused: list[str] = []
    page.on("console", lambda said: refused.append(said.text)
            if "Content Security" in said.text else None)
    page.goto(host + asked)
    page.wait_for_url(host + reached, timeout=10_000)
    assert refused == []
    page.close()


def test_an_unknown_address_is_answered_in_the_style_of_the_site(
    browser: Browser, host: str
) -> None:
    page = browser.new_page()
    failed: list[str] = []
    page.on("requestfailed", lambda request: failed.append(request.url)
            if request.method == "GET" else None)
    page.goto(f"{host}2007/94/qualcosa/")
    page.wait_for_selector("[data-smarrito] a")
    links = page.eval_on_selector_all("[data-smarrito] a", "all => all.map(one => one.href)")
    assert links == [f"{host}2007/"]
    assert "Questa pagina non c’è" in page.inner_text("h1")
    assert failed == []
    page.close()


def test_an_edition_that_is_not_there_is_said_and_each_page_offered_once(
    browser: Browser, host: str
) -> None:
    page = browser.new_page()
    page.goto(f"{host}2019/27B1/")
    page.wait_for_selector("[data-smarrito] a")
    assert "Un’edizione 2019 non c’è" in page.inner_text("[data-smarrito-edizione]")
    links = page.eval_on_selector_all(
        "[data-smarrito] a", "all => all.map(one => [one.href, one.textContent])"
    )
    assert links == [[f"{host}27/#B1", "27B1, in tutte le edizioni"]]
    page.close()


def test_without_a_public_address_it_finds_its_folder(browser: Browser, untold: str) -> None:
    page = browser.new_page()
    refused: list[str] = []
    page.on("console", lambda said: refused.append(said.text)
            if "Content Security" in said.text else None)
    page.goto(f"{untold}2007/94/qualcosa/")
    page.wait_for_selector("[data-smarrito] a")
    assert page.get_attribute("[data-casa]", "href") == "/regole/"
    shown = page.evaluate("getComputedStyle(document.querySelector('.md-header')).position")
    assert shown == "sticky", "the style sheets are there"
    links = page.eval_on_selector_all("[data-smarrito] a", "all => all.map(one => one.href)")
    assert links == [f"{untold}2007/"]
    page.goto(f"{untold}2007/art27")
    page.wait_for_url(f"{untold}2007/27/")
    assert refused == []
    page.close()

"""The built site in a real browser: phone and desk, light and dark, with and without scripts."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import axe_playwright_python
import pytest
from playwright.sync_api import Browser, Page
from sample_rulebook import comparison, rulebook

from rulebook import mkdocs_plugin
from rulebook.publishing.site import build_site, content

PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
KINDS = ["", "2007/", "2007/27/", "2007/20/", "2007/4/", "2007/16/", "27/", "2007/definizioni/",
         "guida/", "guida/cenni/", "quesiti/renonce/", "commenti/commento-27/", "apparato/",
         "apparato/articolo-20/", "collegare/", "dev/", "dev/api/"]
#: Those of which the tests of the real site look at none.
OWN_KINDS = ["2007/definizioni/", "2007/16/", "guida/", "dev/", "dev/api/"]
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="session")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the sample's site, served from a folder of a host."""
    root = tmp_path_factory.mktemp("host")
    build_site(
        content(rulebook(), comparisons=(comparison(),)),
        root / "regole", render=mkdocs_plugin.render,
    )
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(root)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/regole/"
    server.shutdown()
    server.server_close()


@pytest.fixture
def open_page(browser: Browser, served: str) -> Iterator[Callable[..., Page]]:
    """Opens a page of the site; what the browser complains about is kept in `page.complaints`."""
    contexts = []

    def open_one(address: str, **settings: object) -> Page:
        settings.setdefault("viewport", PHONE)
        settings.setdefault("service_workers", "block")  # the offline copy has tests of its own
        context = browser.new_context(**settings)  # type: ignore[arg-type]
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        contexts.append(context)
        page = context.new_page()
        complaints: list[str] = []
        page.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("request", lambda r: complaints.append(r.url)
                if not r.url.startswith((served, "data:")) else None)
        page.goto(served + address, wait_until="load")
        page.complaints = complaints  # type: ignore[attr-defined]
        return page

    yield open_one
    for context in contexts:
        context.close()


def violations(page: Page) -> list[str]:
    page.evaluate(AXE)
    found = page.evaluate("async () => (await axe.run(document)).violations")
    return [f"{v['id']}: {node['html'][:120]}" for v in found for node in v["nodes"]]


@pytest.mark.parametrize(("kinds", "viewport", "scheme"), [
    pytest.param(OWN_KINDS, PHONE, "dark", id="own-phone"),
    pytest.param(KINDS, PHONE, "dark", id="all-phone", marks=pytest.mark.long),
    pytest.param(KINDS, DESK, "light", id="all-desk", marks=pytest.mark.long),
])
def test_no_kind_of_page_hinders_anybody(
    kinds: list[str], viewport: dict[str, int], scheme: str, open_page: Callable[..., Page],
    served: str,
) -> None:
    page = open_page("", viewport=viewport, color_scheme=scheme)
    for address in kinds:
        page.goto(served + address, wait_until="load")
        assert violations(page) == [], address
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"], address
        assert page.complaints == [], address  # type: ignore[attr-defined]


def lands(page: Page, anchor: str) -> bool:
    """Whether the target is on the screen and not under the header."""
    page.wait_for_timeout(250)
    top = page.evaluate("id => document.getElementById(id).getBoundingClientRect().top", anchor)
    header = page.evaluate("document.querySelector('.md-header').getBoundingClientRect().bottom")
    return bool(header <= top <= page.viewport_size["height"] * 0.9)  # type: ignore[index]


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("anchor", ["B1b", "D", "B4"])
def test_a_deep_link_lands_below_the_header(
    viewport: dict[str, int], anchor: str, open_page: Callable[..., Page]
) -> None:
    page = open_page(f"2007/27/#{anchor}", viewport=viewport)
    assert lands(page, anchor)


@pytest.mark.parametrize("sloppy", ["b1b", "B1(b)", "B1%28b%29", "27B1b", "27b1(b)", "B.1.b"])
def test_a_sloppy_anchor_is_forgiven(sloppy: str, open_page: Callable[..., Page]) -> None:
    page = open_page(f"2007/27/#{sloppy}")
    assert lands(page, "B1b")
    assert page.evaluate("location.hash") == "#B1b"
    assert page.complaints == []  # type: ignore[attr-defined]


def test_a_digit_first_anchor_is_forgiven(open_page: Callable[..., Page]) -> None:
    page = open_page("2007/9/#1")
    assert page.evaluate("location.hash") == "#p1"


def test_an_anchor_that_is_not_there_does_no_harm(open_page: Callable[..., Page]) -> None:
    for wrong in ("perché", "%", "zz(", "<script>"):
        page = open_page(f"2007/27/#{wrong}")
        assert page.complaints == []  # type: ignore[attr-defined]


def test_a_button_copies_the_address_of_its_provision(
    open_page: Callable[..., Page], served: str
) -> None:
    page = open_page("2007/27/")
    page.get_by_role("button", name="Cita 27B1(b)").click()
    page.get_by_role("button", name="Copia il collegamento").click()
    page.get_by_role("status").filter(has_text="B1(b)").wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == f"{served}2007/27/#B1b"


def test_the_selector_follows_the_provision(open_page: Callable[..., Page]) -> None:
    page = open_page("1997/27/#C")
    page.locator(".rb-choose summary").click()
    page.locator(".rb-choose a[data-edition='2007']").click()
    page.wait_for_url("**/2007/27/#A2")
    assert lands(page, "A2")


def test_the_selector_closes_with_escape_and_a_click_elsewhere(
    open_page: Callable[..., Page],
) -> None:
    page = open_page("2007/27/", viewport=DESK)
    summary = page.locator(".rb-choose summary")
    summary.focus()
    page.keyboard.press("Enter")
    assert page.locator(".rb-choose nav").is_visible()
    page.keyboard.press("Escape")
    assert not page.locator(".rb-choose nav").is_visible()
    assert page.evaluate("document.activeElement.tagName") == "SUMMARY"
    summary.click()
    page.locator("h1").click()
    assert not page.locator(".rb-choose nav").is_visible()


@pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
def test_the_home_page_opens_the_search(
    viewport: dict[str, int], open_page: Callable[..., Page]
) -> None:
    page = open_page("", viewport=viewport)
    page.locator(".rb-open-search").click()
    page.wait_for_timeout(300)
    assert page.evaluate("document.activeElement.name") == "query"
    assert page.complaints == []  # type: ignore[attr-defined]


def test_a_note_and_the_way_back(open_page: Callable[..., Page]) -> None:
    page = open_page("2007/20/")
    page.locator("#richiamo-1-2 a").click()
    assert lands(page, "nota-1")
    page.get_by_role("link", name="Torna al richiamo 2 di 3").click()
    assert lands(page, "richiamo-1-2")


def test_every_page_reads_without_javascript(open_page: Callable[..., Page]) -> None:
    page = open_page("2007/27/#B1b", java_script_enabled=False)
    assert page.locator("#B1b").is_visible()
    assert not page.locator(".rb-cite").first.is_visible()
    page.locator(".rb-choose summary").click()
    page.locator(".rb-choose a[data-edition='1997']").click()
    assert page.url.endswith("/1997/27/")
    page.locator("[data-of='B1b'] summary").first.click()
    assert page.locator("[data-of='B1b'] .rb-mentions").first.is_visible()


def test_touch_targets_are_large_enough(open_page: Callable[..., Page]) -> None:
    """44 px, by the element or by the area that takes the tap around it."""
    page = open_page("2007/27/")
    small = page.evaluate(
        """() => [...document.querySelectorAll(
            '.rb-cite, .rb-choose > summary, .rb-neighbours a, .md-header__button')]
          .filter(e => e.offsetParent && e.checkVisibility())
          .map(e => {
            const own = e.getBoundingClientRect();
            const area = getComputedStyle(e, '::before');
            const more = parseFloat(area.height) || 0;
            return [e.className, Math.max(own.height, more)];
          }).filter(([, height]) => height < 43.5)"""
    )
    assert small == []


def test_a_copy_on_disk_reads_too(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mkdocs_plugin, "PROJECT", tmp_path / "mkdocs.yml")
    build_site(content(rulebook()), tmp_path / "site", render=mkdocs_plugin.render)
    context = browser.new_context(viewport=PHONE)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
    page.goto((tmp_path / "site/2007/27/index.html").as_uri() + "#b1b")
    page.wait_for_timeout(250)
    assert page.evaluate("location.hash") == "#B1b"
    assert [c for c in complaints if "Content Security Policy" in c] == []
    context.close()

"""The search box of a built site, as a visitor uses it: desk and phone, keyboard, from a disk."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
import search_sample
from playwright.sync_api import Browser, Page, expect

from rulebook import mkdocs_plugin
from rulebook.publishing.search.export import DIALOG, WORKER, search_assets
from rulebook.publishing.site import build_site, content
from rulebook.publishing.subjects import make_subjects

PHONE, DESK = {"width": 360, "height": 740}, {"width": 1280, "height": 800}
FIELD = "[data-md-component=search-query]"
LINKS = ".md-search-result__link"
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The sample's site with its search."""
    root: Path = tmp_path_factory.mktemp("search-host")
    rulebook, lexicon = search_sample.sample(), search_sample.sample_lexicon()
    words = search_sample.vocabulary()
    build_site(
        content(
            rulebook,
            files=search_assets(rulebook, lexicon, words, search_sample.flagged()),
            subjects=make_subjects(rulebook, lexicon, words),
        ),
        root / "regole", render=mkdocs_plugin.render,
    )
    return root / "regole"


@pytest.fixture(scope="module")
def served(site: Path) -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site.parent)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/regole/"
    server.shutdown()
    server.server_close()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens an address; complaints of the browser and requests are kept with the page."""
    contexts = []

    def open_one(address: str, **settings: Any) -> Page:
        settings.setdefault("viewport", DESK)
        settings.setdefault("service_workers", "block")  # the offline copy has tests of its own
        context = browser.new_context(**settings)
        contexts.append(context)
        page = context.new_page()
        page.complaints, page.asked = [], []  # type: ignore[attr-defined]
        page.on("console", lambda m: page.complaints.append(m.text) if m.type == "error" else None)
        page.on("pageerror", lambda error: page.complaints.append(str(error)))
        page.on("request", lambda r: page.asked.append(r.url.rpartition("/")[2]))
        page.goto(address, wait_until="load")
        return page

    yield open_one
    for context in contexts:
        context.close()


def type_query(page: Page, query: str) -> None:
    """Open the search as a visitor does, type, and wait for what the theme says of it."""
    if not page.locator("#__search").is_checked():
        narrow = (page.viewport_size or DESK)["width"] < 960
        opener = "label.md-header__button[for=__search]" if narrow else FIELD
        page.locator(opener).click()
    page.locator(FIELD).fill("")
    page.locator(FIELD).press_sequentially(query, delay=5)
    expect(page.locator(".md-search-result__meta")).not_to_contain_text("inizia")
    page.wait_for_timeout(150)


def test_pages_name_our_worker(site: Path) -> None:
    dressed = [f for f in site.rglob("*.html") if 'id="__config"' in f.read_text("utf-8")]
    assert len(dressed) > 20
    for file in dressed:
        html = file.read_text(encoding="utf-8")
        assert f'{WORKER}"' in html, file
        assert DIALOG in html, file
        assert "workers/search" not in html, file
    assert (site / "search" / "search_index.json").stat().st_size < 1000


def test_data_come_with_the_first_use(open_page: Callable[..., Page], served: str) -> None:
    page = open_page(served + "2007/27/")
    page.wait_for_timeout(300)
    assert not [name for name in page.asked if name.startswith(("engine-", "index-"))]
    page.locator(FIELD).click()
    page.wait_for_timeout(300)
    assert len([name for name in page.asked if name.startswith(("engine-", "index-"))]) == 2
    assert page.complaints == []


def test_hits_are_grouped_by_page(open_page: Callable[..., Page], served: str) -> None:
    page = open_page(served)
    type_query(page, "licita insufficente")
    first = page.locator(".md-search-result__item").first
    expect(first.locator("h1")).to_have_text("Articolo 27 – Licita insufficiente 2007")
    type_query(page, "corretta con un'altra licita")
    item = page.locator(".md-search-result__item").first
    expect(item.locator("h2").first).to_have_text("27B · Non accettata")
    assert item.locator("mark").all_inner_texts()[:1] == ["corretta"]
    type_query(page, "chi attacca fuori turno")
    expect(item.locator("h1 .rb-search-year")).to_have_text("guida")
    expect(item.locator("h2 .rb-search-flag").first).to_have_text("⚑ Il Codice dice altro")
    assert page.complaints == []


@pytest.mark.parametrize("view", [DESK, PHONE], ids=["desk", "phone"])
def test_enter_goes_to_the_provision(
    open_page: Callable[..., Page], served: str, view: dict[str, int]
) -> None:
    page = open_page(served + "guida/", viewport=view, has_touch=view is PHONE)
    type_query(page, "27 b 1 (b)")
    page.locator(FIELD).press("Enter")
    page.wait_for_url(served + "2007/27/#B1b")
    expect(page.locator("#B1b")).to_be_in_viewport()
    assert page.complaints == []


@pytest.mark.parametrize("view", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("start", ["guida/", "2007/61/"])
def test_a_hit_lands_on_its_provision_with_the_words_marked(
    open_page: Callable[..., Page], served: str, view: dict[str, int], start: str
) -> None:
    page = open_page(served + start, viewport=view, has_touch=view is PHONE)
    type_query(page, "qualita del gioco")
    page.locator(LINKS, has_text="61B1").first.click()
    page.wait_for_url(served + "2007/61/#B1")
    provision = page.locator("#B1")
    expect(provision).to_be_in_viewport()
    expect(provision.locator("mark.rb-found").first).to_have_text("qualità")
    assert set(page.locator("mark.rb-found").all_inner_texts()) == {"qualità", "gioco"}
    words = provision.locator(".rb-text").first.inner_text()
    assert "L’arbitro è chiamato subito, perché la qualità del gioco non ne soffra." in words
    page.reload()
    assert page.complaints == []


def test_the_edition_is_a_filter(open_page: Callable[..., Page], served: str) -> None:
    page = open_page(served)
    type_query(page, "renonce")
    page.get_by_role("button", name="1997").click()
    page.wait_for_timeout(200)
    tags = page.locator(".rb-search-year").all_inner_texts()
    assert set(tags) == {"1997"}
    expect(page.get_by_role("button", name="1997")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Tutte").click()
    page.wait_for_timeout(200)
    assert "2007" in page.locator(".rb-search-year").all_inner_texts()


def test_did_you_mean(open_page: Callable[..., Page], served: str) -> None:
    page = open_page(served)
    told = page.locator(".rb-search-better")
    for query, words in {
        "27b9": "Nei testi della raccolta non c’è 27B9: ecco il punto più vicino.",
        "art. 95": "Il Codice non ha un articolo 95: gli articoli vanno da 1 a 93.",
        "27c 2007": "Nel testo del 2007 che la raccolta ha non c’è 27C: ecco il punto più vicino.",
        "27b1": "", "renonce 1997": "",
    }.items():
        type_query(page, query)
        expect(told).to_have_text(words)
    type_query(page, "64c")
    expect(page.locator(LINKS).first).to_have_attribute("href", re.compile("/64/.*#C$"))
    type_query(page, "surcomtrp")
    better = page.locator(".rb-search-better button")
    expect(better).to_have_text("surcontro")
    better.click()
    expect(page.locator(FIELD)).to_have_value("surcontro")
    expect(page.locator(LINKS).nth(1)).to_contain_text("27B1(b)")


def test_the_dialog_by_keyboard(open_page: Callable[..., Page], served: str) -> None:
    page = open_page(served)
    type_query(page, "renonce")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Tutte")).to_be_focused()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_timeout(200)
    expect(page.get_by_role("button", name="2007")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="2007")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Shift+Tab")
    expect(page.locator(FIELD)).to_be_focused()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(served + "2007/61/**")


@pytest.mark.parametrize("view", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_in_the_open_dialog(
    open_page: Callable[..., Page], served: str, view: dict[str, int], scheme: str
) -> None:
    page = open_page(served + "2007/27/", viewport=view, color_scheme=scheme, bypass_csp=True)
    type_query(page, "renonze colore")
    expect(page.locator(LINKS).first).to_be_visible()
    page.wait_for_timeout(400)
    page.evaluate(AXE)
    found = page.evaluate("async () => (await axe.run(document)).violations")
    assert [f"{v['id']}: {n['html'][:100]}" for v in found for n in v["nodes"]] == []
    width = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert width <= 0


@pytest.mark.parametrize(
    "query", ["<b> & segno", "<img src=x onerror=alert(1)>", "</mark><script>"]
)
def test_nothing_executes(open_page: Callable[..., Page], served: str, query: str) -> None:
    page = open_page(served)
    page.on("dialog", lambda dialog: pytest.fail("something ran"))
    type_query(page, query)
    assert page.locator(".md-search-result b, .md-search-result img").count() == 0
    assert page.complaints == []
    if "segno" in query:
        text = page.locator(".md-search-result").inner_text()
        assert 'Un <b> & "segno" resta segno.' in text


def test_a_stored_word_is_text(open_page: Callable[..., Page], served: str) -> None:
    page = open_page(served + "2007/7/?h=<img+src=x+onerror=alert(1)>#C")
    stored = (
        "sessionStorage.setItem('rulebook-found', JSON.stringify("
        "{address: location.href, words: ['<b>', 'segno']}))"
    )
    page.evaluate(stored)
    page.reload()
    assert page.locator("#C mark").all_inner_texts() == ["segno", "segno"]
    assert page.locator("#C b").count() == 0
    page.evaluate("sessionStorage.setItem('rulebook-found', '{broken')")
    page.reload()
    assert page.complaints == []


def test_it_works_from_a_disk(open_page: Callable[..., Page], site: Path) -> None:
    page = open_page((site / "2007" / "27" / "index.html").as_uri())
    type_query(page, "carta penalizzata")
    expect(page.locator(LINKS).first).to_be_visible()
    assert "61B1(a)" in page.locator(".md-search-result").inner_text()


def test_without_scripts_the_index_serves(open_page: Callable[..., Page], served: str) -> None:
    page = open_page(served + "indice/", java_script_enabled=False)
    page.locator("details", has=page.locator("#renonce")).locator("summary").first.click()
    page.locator("#renonce a", has_text="61A").click()
    assert page.url == served + "2007/61/#A"

"""Faults that built sites have elsewhere: dead addresses, lost anchors, banners made by scripts."""

from __future__ import annotations

import gzip
import re
import zipfile
from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import lxml.html
import pytest
import search_sample
from compare_tools import terminology
from lxml import etree
from offline_lab import Host, small_rulebook
from playwright.sync_api import Browser, Page, Route, expect

from rulebook import mkdocs_plugin
from rulebook.compare import compare_editions
from rulebook.publishing.search.export import search_assets
from rulebook.publishing.site import build_site, content

PUBLIC = "https://bridge.example/regole/"
PHONE = {"width": 390, "height": 780}
INVISIBLE = re.compile("[\u00ad\u200b\u200c\u200d\u2060\ufeff]")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small sample with its search, built for a public address."""
    out: Path = tmp_path_factory.mktemp("traps") / "site"
    book = small_rulebook()
    found = compare_editions(book.by_id["1997"], book.by_id["2007"], terminology())
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mkdocs_plugin, "PROJECT", out.parent / "mkdocs.yml")
        files = search_assets(book, search_sample.sample_lexicon(), search_sample.vocabulary())
        whole = content(book, found.comparisons, files)
        build_site(whole, out, render=mkdocs_plugin.render, site_url=PUBLIC)
    return out


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, lxml.html.HtmlElement]:
    """Every page by its address, as its tree."""
    return {
        path.relative_to(site).as_posix().removesuffix("index.html"):
            lxml.html.document_fromstring(path.read_bytes())
        for path in sorted(site.rglob("*.html"))
    }


@pytest.fixture(scope="module")
def host(site: Path) -> Iterator[str]:
    """The site in a folder of a host; what is not there is answered with its 404 page."""
    files = {p.relative_to(site).as_posix(): p.read_bytes() for p in site.rglob("*") if p.is_file()}
    made = Host({"regole": files})
    made.start()
    yield f"{made.address}regole/"
    made.stop()


@pytest.fixture(scope="module")
def open_page(browser: Browser) -> Iterator[Callable[..., Page]]:
    """A tab of its own settings; faults on it are kept in `complaints`."""
    contexts = []

    def open_one(**settings: object) -> Page:
        context = browser.new_context(viewport=PHONE, service_workers="block", **settings)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(8000)
        page.complaints = []  # type: ignore[attr-defined]
        page.on("pageerror", lambda error: page.complaints.append(str(error)))  # type: ignore[attr-defined]
        page.on("console", lambda m: page.complaints.append(m.text)  # type: ignore[attr-defined]
                if m.type == "error" else None)
        return page

    yield open_one
    for context in contexts:
        context.close()


def file_of(site: Path, address: str) -> Path:
    path = site / address
    return path / "index.html" if address == "" or address.endswith("/") else path


# ── What is built ─────────────────────────────────────────────────────────────────────────────

def test_every_public_address_is_a_file_of_the_site(
    site: Path, pages: dict[str, lxml.html.HtmlElement]
) -> None:
    told = [
        str(value) for page in pages.values() for value in page.xpath(
            "//link[@rel='canonical' or @rel='alternate']/@href"
            "|//meta[@property='og:url' or @property='og:image']/@content")
    ]
    told += etree.fromstring((site / "sitemap.xml").read_bytes()).xpath(
        "//*[local-name()='loc']/text()")
    public = [address for address in told if "://" in address]
    assert len(public) > 2 * 80
    for address in public:
        assert address.startswith(PUBLIC), address
        assert file_of(site, urlsplit(address.removeprefix(PUBLIC)).path).is_file(), address


def test_each_editions_page_is_its_own_canonical(
    pages: dict[str, lxml.html.HtmlElement]
) -> None:
    for edition in ("1997", "2007"):
        page = pages[f"{edition}/27/"]
        assert page.xpath("//link[@rel='canonical']/@href") == [f"{PUBLIC}{edition}/27/"]
        assert edition in page.findtext(".//title")


def test_the_selector_is_of_links_within_the_site_whatever_the_public_address(
    site: Path, pages: dict[str, lxml.html.HtmlElement]
) -> None:
    chosen = 0
    for address in ("1997/27/", "2007/27/", "2007/4/", "2017/16/", "2007/20/"):
        for link in pages[address].xpath("//*[contains(@class, 'rb-choose')]//a/@href"):
            path = urljoin(f"/{address}", link.partition("#")[0]).removeprefix("/")
            assert "://" not in link
            assert file_of(site, path).is_file()
            chosen += 1
    assert chosen >= 10


def test_an_earlier_edition_says_so_in_the_page_itself(
    pages: dict[str, lxml.html.HtmlElement]
) -> None:
    (notice,) = pages["1997/27/"].xpath("//*[contains(@class, 'rb-notice-edition')][.//a]")
    assert "edizione successiva" in notice.text_content()
    assert "../../2007/27/" in notice.xpath(".//a/@href")


def test_links_end_where_their_page_does(pages: dict[str, lxml.html.HtmlElement]) -> None:
    """With the final slash, so that no host has to send a reader on."""
    for address, page in pages.items():
        if address == "404.html":
            continue
        for link in page.xpath("//a/@href"):
            path = urlsplit(link).path
            if "://" in link or link.startswith("mailto:") or not path:
                continue
            last = path.rpartition("/")[2]
            assert last in ("", ".", "..") or "." in last, (address, link)


def test_no_line_break_and_nothing_empty_carries_an_id(
    pages: dict[str, lxml.html.HtmlElement]
) -> None:
    controls = {"input", "script", "form", "svg", "path"}
    for address, page in pages.items():
        for element in page.xpath("//article//*[@id]"):
            assert element.tag != "br", address
            full = element.text_content().strip() or element.tag in controls
            assert full, (address, lxml.html.tostring(element)[:120])


def test_nothing_invisible_is_in_a_page_or_in_the_index(site: Path) -> None:
    files = [*site.rglob("*.html"), *site.glob("search/index-*.js"), *site.glob("data/*.json")]
    assert len(files) > 100
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert not INVISIBLE.search(text), file
        assert not re.search("&(?:shy|#173|zwnj|ZeroWidthSpace|#8203);", text), file


def test_neither_the_site_nor_its_archive_holds_a_symbolic_link(site: Path) -> None:
    assert not [path for path in site.rglob("*") if path.is_symlink()]
    with zipfile.ZipFile(BytesIO((site / "rulebook.zip").read_bytes())) as archive:
        kinds = {info.external_attr >> 28 for info in archive.infolist()}
    assert kinds <= {0, 0o10}, "plain files only"


def test_the_size_of_the_site_is_bounded(site: Path) -> None:
    """Half of this when written: 2 KB for a page as a host sends it, 1.3 MB for all other files."""
    sent = {path: len(gzip.compress(path.read_bytes(), 6)) for path in site.rglob("*.html")}
    assert sum(sent.values()) / len(sent) < 4_000
    other = sum(path.stat().st_size for path in site.rglob("*")
                if path.is_file() and path not in sent and path.suffix != ".zip")
    assert other < 2_600_000


# ── In a browser ──────────────────────────────────────────────────────────────────────────────

def test_an_address_that_leads_on_keeps_its_anchor(
    open_page: Callable[..., Page], host: str
) -> None:
    page = open_page()
    for asked, reached in (
        ("c/27b1b/", "27/#B1b"), ("c/2007-27/#B1b", "2007/27/#B1b"),
        ("c/2007-27b1b", "2007/27/#B1b"), ("2007/27#b1b", "2007/27/#B1b"),
        ("2007/27B1(b)", "2007/27/#B1b"),
    ):
        page.goto(host + asked)
        page.wait_for_url(host + reached, timeout=10_000)


def test_a_page_that_is_not_there_helps_at_any_depth(
    open_page: Callable[..., Page], host: str
) -> None:
    for address in ("a/b/c", "a/b/c/", "2007/xx/yy/zz.html"):
        page = open_page()
        failed: list[str] = []
        page.on("response", lambda r, failed=failed, asked=host + address: failed.append(r.url)
                if r.status >= 400 and r.request.method == "GET" and r.url != asked else None)
        answer = page.goto(host + address)
        assert answer
        assert answer.status == 404
        expect(page.locator("h1")).to_contain_text("Questa pagina non c’è")
        assert page.evaluate("getComputedStyle(document.querySelector('.md-header')).position") in (
            "sticky", "fixed")
        assert page.evaluate("document.documentElement.lang") == "it"
        page.wait_for_load_state("networkidle")
        assert failed == []
        links = page.eval_on_selector_all("a[href]", "all => all.map(one => one.href)")
        own = sorted({link.partition("#")[0] for link in links if link.startswith("http")})
        assert {host, f"{host}2007/", f"{host}1997/"} <= set(own)
        assert page.locator("[data-md-component=search-query]").count() == 1
        statuses = page.evaluate(
            "all => Promise.all(all.map(async one => [one, (await fetch(one)).status]))",
            [link for link in own if link != host + address],
        )
        assert [one for one in statuses if one[1] != 200] == []


def test_with_and_without_the_last_slash_is_one_page(
    open_page: Callable[..., Page], host: str
) -> None:
    page = open_page()
    for address in ("2007/27", "2007/27/"):
        for number in range(3):
            page.goto(host + address)
            assert page.url == f"{host}2007/27/"
            link = page.locator("article .rb-text a:not(.rb-label)").nth(number)
            wanted = link.evaluate("one => one.href")
            link.evaluate("one => one.click()")
            page.wait_for_url(wanted)
            expect(page.locator("h1").first).not_to_contain_text("non c’è")


def test_a_strict_host_loses_no_text_and_no_anchor(
    open_page: Callable[..., Page], host: str
) -> None:
    page = open_page(bypass_csp=False)

    def strict(route: Route) -> None:
        answer = route.fetch()
        policy = {"content-security-policy": "script-src 'self'; object-src 'none'"}
        route.fulfill(response=answer, headers={**answer.headers, **policy})

    page.route("**/*", strict)
    page.goto(f"{host}2007/27/#b1b")
    page.wait_for_function("location.hash === '#B1b'")
    expect(page.locator("#B1b")).to_be_in_viewport()
    expect(page.locator("#D")).to_contain_text("l’arbitro assegna un punteggio")
    page.locator("#B1b a", has_text="12C1").first.click()
    page.wait_for_url(f"{host}2007/12/#C1")
    page.locator(".rb-choose summary").click()
    page.locator(".rb-choose a[data-edition='1997']").click()
    page.wait_for_url(f"{host}1997/12/**")
    page.wait_for_load_state("networkidle")
    page.unroute_all(behavior="ignoreErrors")


def test_the_search_thinks_beside_the_page(open_page: Callable[..., Page], host: str) -> None:
    page = open_page()
    page.goto(f"{host}2007/27/")
    before = page.evaluate("Object.keys(self)")
    page.locator("label.md-header__button[for=__search]").click()
    field = page.locator("[data-md-component=search-query]")
    field.press_sequentially("licita", delay=5)
    expect(page.locator(".md-search-result__link").first).to_be_visible()
    assert len(page.workers) == 1
    assert page.workers[0].evaluate("typeof rulebookSearch") == "object"
    added = set(page.evaluate("Object.keys(self)")) - set(before)
    assert not [name for name in added if "engine" in name.lower()], "no engine in the page"


@pytest.mark.parametrize("seen", ["print", "forced", "plain"])
def test_changes_are_seen_and_read_without_colours(
    open_page: Callable[..., Page], host: str, seen: str
) -> None:
    page = open_page(forced_colors="active" if seen == "forced" else "none")
    if seen == "print":
        page.emulate_media(media="print")
    page.goto(f"{host}confronto/1997-2007/27/")
    for name, line in (("del", "line-through"), ("ins", "underline")):
        mark = page.locator(f".rb-pairs {name}").first
        assert line in mark.evaluate("one => getComputedStyle(one).textDecorationLine")
        word = {"del": "eliminato", "ins": "inserito"}[name]
        said = " ".join((mark.text_content() or "").split())
        assert said.startswith(f"[inizio testo {word}]")
        assert said.endswith(f"[fine testo {word}]")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    assert page.complaints == []  # type: ignore[attr-defined]




def test_a_stored_copy_asks_the_system_to_be_kept(browser: Browser, host: str) -> None:
    context = browser.new_context(viewport=PHONE)
    context.add_init_script(
        "window.asked = 0; StorageManager.prototype.persist = async () => { window.asked += 1; };"
    )
    page = context.new_page()
    page.goto(host)
    panel = page.locator(".rb-offline")
    panel.get_by_role("button", name="Scarica tutto", exact=True).click()
    expect(page.locator(".rb-offline-held")).to_be_visible(timeout=20_000)
    assert page.evaluate("window.asked") == 1
    context.close()

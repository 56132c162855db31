"""Citations in somebody else's pages: linked in place, the same in Python and in the browser."""

from __future__ import annotations

import gzip
import html
import json
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st
from playwright.sync_api import Browser, Page, Route

from rulebook.cli import cli
from rulebook.commands.usage import UsageError
from rulebook.linking.decoding import decode
from rulebook.linking.leads import Frame
from rulebook.linking.page import link_page
from rulebook.linking.tags import tokens
from rulebook.model import Rulebook
from rulebook.publishing.html import render
from rulebook.publishing.linker import linker_files, short_names
from rulebook.publishing.pages import pages
from rulebook.publishing.situations_file import embedded_handbook
from rulebook.reading.assemble import rulebook_of
from rulebook.reading.citations.find import find
from rulebook.reading.citations.speaking import cues, speech
from rulebook.reading.citations.vocabulary import EMBEDDED, embedded_vocabulary
from rulebook.reading.holdings.corpus import load

CASES = Path(__file__).with_name("cases")
PAGES: list[dict[str, Any]] = tomllib.loads(
    (CASES / "linker" / "pages.toml").read_text(encoding="utf-8")
)["case"]
EDITIONS = ("1997", "2007", "2017")
SITE = "https://codice.example/"
HOST = "https://federazione.example/"
KIB_15 = 15 * 1024
_LINK = re.compile(r'<a href="(https://codice\.example/[^"]*)">(.*?)</a>', re.DOTALL)


def texts() -> list[str]:
    """Every text of the suite of citations."""
    found = []
    for file in sorted((CASES / "citations").glob("*.toml")):
        found += [case["text"] for case in tomllib.loads(file.read_text("utf-8"))["case"]]
    documents = tomllib.loads((CASES / "citations_documents.toml").read_text("utf-8"))["document"]
    return found + [p["text"] for document in documents for p in document["passage"]]


def words(shown: str) -> str:
    return " ".join(html.unescape(re.sub(r"<br\s*/?>", " ", shown)).replace("\xa0", " ").split())


def linked(case: dict[str, Any]) -> tuple[str, list[list[str]]]:
    frame = Frame(EDITIONS, case["edition"] or None)
    page = link_page(case["page"], frame, embedded_vocabulary(), SITE)
    found = _LINK.findall(page.linked)
    plain = [[words(re.sub(r"<(?!br)[^>]*>", "", t)), h.removeprefix(SITE)] for h, t in found]
    return page.linked, plain


@pytest.mark.parametrize("case", PAGES, ids=lambda case: str(case["name"]))
def test_page(case: dict[str, Any]) -> None:
    written, found = linked(case)
    assert found == case["links"]
    assert _LINK.sub(r"\2", written) == case["page"]


def test_there_are_enough_pages() -> None:
    assert len(PAGES) >= 40


_MARK = re.compile(r"⟦([^|⟧]*)\|([^|⟧]*)⟧")
FEDERATION: list[dict[str, Any]] = tomllib.loads(
    (CASES / "linker" / "federation.toml").read_text(encoding="utf-8")
)["page"]


def unmarked(marked: str) -> tuple[str, list[tuple[int, int, str]]]:
    """A page without its marks, and the parts that should become links."""
    page, wanted, at = "", [], 0
    for mark in _MARK.finditer(marked):
        page += marked[at : mark.start()]
        wanted.append((len(page), len(page) + len(mark[1]), mark[2]))
        page += mark[1]
        at = mark.end()
    return page + marked[at:], wanted


def federation_page(case: dict[str, Any]) -> tuple[bytes, list[tuple[int, int, str]], Any]:
    """The bytes of a page, what it should link, and the page as it was linked."""
    page, wanted = unmarked(case["page"].lstrip("\n"))
    data = page.encode(case.get("encoding", "utf-8"))
    decoded = decode(data)
    frame = Frame(EDITIONS, case["edition"] or None)
    linked = link_page(decoded.text, frame, embedded_vocabulary(), SITE)
    written = decoded.encode(linked.linked)
    bare = _LINK.sub(r"\2", decode(written).text)
    assert decoded.encode(bare) == data, "nothing but links was added"
    return data, wanted, linked


def test_there_are_enough_federation_pages() -> None:
    assert len(FEDERATION) >= 40
    assert len({case["page"] for case in FEDERATION}) == len(FEDERATION)


def test_federation_pages_are_linked_right() -> None:
    right = linked = wanted = 0
    wrong: list[str] = []
    for case in FEDERATION:
        _, expected, page = federation_page(case)
        found = [(one.spans, one.address.removeprefix(SITE), one.words)
                 for one in page.placed if one.address]
        linked, wanted = linked + len(found), wanted + len(expected)
        for start, end, address in expected:
            fits = next((f for f in found if f[1] == address and f[0][0][0] < end
                         and start < f[0][-1][1]), None)
            if fits:
                right += 1
                found.remove(fits)
            else:
                wrong.append(f"{case['name']}: {page.page[start:end]!r} -> {address} is missed")
        wrong += [f"{case['name']}: {words!r} -> {address}" for _, address, words in found]
    assert wrong == []
    assert right / linked >= 0.99
    assert right / wanted >= 0.99
    assert wanted >= 130


@cache
def book() -> Rulebook:
    return rulebook_of(load())


@cache
def scripts() -> dict[str, bytes]:
    return linker_files(tomllib.loads(EMBEDDED.read_text("utf-8")), book())


@pytest.fixture(scope="module")
def lab(browser: Browser) -> Any:
    page = browser.new_page()
    page.evaluate(scripts()["linker.js"].decode("utf-8-sig"))
    yield page
    page.close()


def test_both_find_the_same(lab: Page) -> None:
    vocabulary = embedded_vocabulary()
    listed = [said for text in texts() for said in (text, text.upper(), text.title())]
    found = lab.evaluate(
        """(texts) => {
          const {find, cues} = rulebookLinker;
          return texts.map((text) => [
            find(text).map((mention) => Object.values(mention).map((said) =>
              Array.isArray(said) ? said.map((one) => one.path ? Object.values(one) : one) : said)),
            cues(text).map(Object.values)]);
        }""",
        listed,
    )
    patterns = speech(vocabulary)
    wanted = [
        [
            [
                [m.start, m.end, [[r.start, r.end, r.article, list(r.path)] for r in m.refs],
                 list(m.edition_words), m.strength == "word", m.own, m.other, m.text]
                for m in find(text, vocabulary, cued=False, others=True)
            ],
            [[c.start, c.end, c.says] for c in cues(text, patterns)],
        ]
        for text in listed
    ]
    assert len(listed) >= 3 * 758
    differing = [t for t, one, other in zip(listed, found, wanted, strict=True) if one != other]
    assert differing == []


def test_the_browser_links_the_same(lab: Page) -> None:
    found = lab.evaluate(
        """(cases) => cases.map(({page, edition}) => {
          const type = page.startsWith("<?xml") ? "application/xhtml+xml" : "text/html";
          const body = new DOMParser().parseFromString(page, type).body;
          const before = body.textContent;
          rulebookLinker.run(body, edition, "https://codice.example/", false);
          const links = [...body.querySelectorAll("a.rulebook-citazione")];
          links.forEach((link) => link.querySelectorAll("br").forEach((br) => br.replaceWith(" ")));
          const words = (a) => a.textContent.replace(/[\\s\\u00a0]+/g, " ");
          return [links.map((a) => [words(a), a.href.slice(23)]),
            before === body.textContent || before.length];
        })""",
        PAGES,
    )
    broken = {"break in a citation"}
    for case, (links, same) in zip(PAGES, found, strict=True):
        assert links == case["links"], case["name"]
        assert same is True or case["name"] in broken, case["name"]


def test_the_browser_links_federation_pages_the_same(lab: Page) -> None:
    pages, wanted = [], []
    for case in FEDERATION:
        data, _, linked = federation_page(case)
        pages.append({"page": decode(data).text, "edition": case["edition"]})
        wanted.append([one.address for one in linked.placed if one.address])
    found = lab.evaluate(
        """(cases) => cases.map(({page, edition}) => {
          const type = page.startsWith("<?xml") ? "application/xhtml+xml" : "text/html";
          const body = new DOMParser().parseFromString(page, type).body;
          const before = body.textContent;
          rulebookLinker.run(body, edition, "https://codice.example/", false);
          const links = [...body.querySelectorAll("a.rulebook-citazione")].map((a) => a.href);
          return [links, before === body.textContent];
        })""",
        pages,
    )
    for case, addresses, (links, same) in zip(FEDERATION, wanted, found, strict=True):
        assert links == addresses, case["name"]
        assert same, case["name"]


def test_no_short_name_is_anybody_elses(lab: Page) -> None:
    taken = lab.evaluate(
        """() => {
          const found = new Set(["groups", "index", "input", "lastIndex", "nonce"]);
          for (const name of Object.getOwnPropertyNames(window)) {
            found.add(name);
            let value;
            try { value = window[name]; } catch { continue; }
            for (const one of [value, value && value.prototype]) {
              if (!one || (typeof one !== "object" && typeof one !== "function")) continue;
              Object.getOwnPropertyNames(one).forEach((own) => found.add(own));
            }
          }
          for (const name in document.body.style) found.add(name);
          return [...found];
        }"""
    )
    assert set(short_names()) & set(taken) == set()


class TestElsewhere:
    """A page of another origin, under a strict policy, on a phone."""

    POLICY = "default-src 'none'; script-src https://codice.example; connect-src https://codice.example"

    def visit(self, browser: Browser, policy: str, line: str) -> tuple[Page, list[str], list[str]]:
        context = browser.new_context(
            viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True
        )
        page = context.new_page()
        asked: list[str] = []
        errors: list[str] = []
        page.on("pageerror", lambda error: errors.append(str(error)))
        body = f"<p id=p>Si veda l'art. 27B1(b), perch\xe9 \xe8 cos\xec.</p>{line}"

        def answer(route: Route) -> None:
            url = route.request.url
            asked.append(url)
            name = url.removeprefix(SITE).removeprefix(f"{HOST}a/")
            if url == HOST:
                headers = {"content-type": "text/html; charset=windows-1252",
                           "content-security-policy": policy}
                route.fulfill(body=body.encode("cp1252"), headers=headers)
            elif name in scripts():
                route.fulfill(body=scripts()[name], content_type="text/javascript")
            elif name == "2007/27/":
                headers = {"access-control-allow-origin": "*", "content-type": "text/html"}
                law = ("<title>Articolo 27, Codice 2007 · Regole</title><div class=rb-truncated>"
                       "<div id=B1b class=rb-provision><p class=rb-text>Parole della legge.</p>"
                       "</div></div>")
                route.fulfill(body=law, headers=headers)
            else:
                route.fulfill(status=404, body="")

        page.route("**/*", answer)
        page.goto(HOST)
        page.wait_for_selector("a.rulebook-citazione")
        return page, asked, errors

    LINE = f'<script src="{SITE}linker.js" data-edizione="2007" defer></script>'

    def test_preview_on_a_tap_only(self, browser: Browser) -> None:
        page, asked, errors = self.visit(browser, self.POLICY, self.LINE)
        assert page.get_attribute("a.rulebook-citazione", "href") == f"{SITE}2007/27/#B1b"
        assert page.text_content("#p") == "Si veda l'art. 27B1(b), perché è così."
        assert asked == [HOST, f"{SITE}linker.js"]
        page.tap("a.rulebook-citazione")
        page.wait_for_selector("#rulebook-anteprima")
        shown = page.inner_text("#rulebook-anteprima").split("\n")
        assert [line for line in shown if line] == [
            "Articolo 27, Codice 2007", "Testo troncato dalla fonte: non vale come norma.",
            "Parole della legge.", "Apri nel Codice",
        ]
        assert page.url == HOST
        assert page.context.cookies() == []
        assert errors == []
        page.context.close()

    def test_preview_where_the_pointer_stays(self, browser: Browser) -> None:
        page, asked, errors = self.visit(browser, self.POLICY, self.LINE)
        with page.expect_response(f"{SITE}linker-anteprima.js"):
            page.dispatch_event("a.rulebook-citazione", "pointerover", {"pointerType": "mouse"})
        page.wait_for_timeout(600)
        assert page.query_selector("#rulebook-anteprima") is None, "the pointer is elsewhere by now"
        assert f"{SITE}2007/27/" not in asked
        page.hover("a.rulebook-citazione")
        page.wait_for_selector("#rulebook-anteprima")
        page.mouse.move(350, 700)
        page.wait_for_selector("#rulebook-anteprima", state="detached")
        page.focus("a.rulebook-citazione")
        page.wait_for_selector("#rulebook-anteprima")
        page.keyboard.press("Escape")
        page.wait_for_selector("#rulebook-anteprima", state="detached")
        assert errors == []
        page.context.close()

    def test_a_second_tap_follows_the_link(self, browser: Browser) -> None:
        page, _, errors = self.visit(browser, self.POLICY, self.LINE)
        page.tap("a.rulebook-citazione")
        page.wait_for_selector("#rulebook-anteprima")
        page.tap("a.rulebook-citazione")
        page.wait_for_url(f"{SITE}2007/27/#B1b")
        assert errors == []
        page.context.close()

    def test_served_by_the_page_s_own_host(self, browser: Browser) -> None:
        policy = f"default-src 'none'; script-src 'self'; connect-src {SITE}"
        line = f'<script src="/a/linker.js" data-sito="{SITE}" data-edizione="2007" defer></script>'
        page, asked, errors = self.visit(browser, policy, line)
        assert page.get_attribute("a.rulebook-citazione", "href") == f"{SITE}2007/27/#B1b"
        page.tap("a.rulebook-citazione")
        page.wait_for_selector("#rulebook-anteprima")
        assert f"{HOST}a/linker-anteprima.js" in asked
        assert errors == []
        page.context.close()

    def test_refused_it_stays_a_link(self, browser: Browser) -> None:
        policy = "default-src 'none'; script-src https://codice.example/linker.js"
        page, _, errors = self.visit(browser, policy, self.LINE)
        page.tap("a.rulebook-citazione")
        page.wait_for_url(f"{SITE}2007/27/#B1b")
        assert errors == []
        page.context.close()

    def test_report(self, browser: Browser) -> None:
        line = f'<script src="{SITE}linker.js" data-edizione=2008 data-rapporto defer></script>'
        line += "<p>L’art. 13 del verbale e l’art. 14.</p>"
        page, _, errors = self.visit(browser, self.POLICY, line)
        page.wait_for_selector("#rulebook-rapporto")
        report = page.inner_text("#rulebook-rapporto")
        assert "2 collegate, 2 da guardare, 1 lasciate ad altri testi" in report
        assert "«art. 13» è di un altro testo" in report
        assert report.index("27B1(b)") < report.index("«art. 14»") < report.index("«art. 13»")
        assert "questo stesso sito" not in report
        assert "senza edizione" in report
        assert "data-edizione dice «2008», un’edizione che il sito non ha" in report
        assert page.get_attribute("a.rulebook-citazione", "href") == f"{SITE}27/#B1b"
        assert errors == []
        page.context.close()

    def test_links_to_the_page_s_own_host_are_told(self, browser: Browser) -> None:
        line = '<script src="/a/linker.js" data-edizione="2007" data-rapporto defer></script>'
        page, _, _ = self.visit(browser, "default-src 'none'; script-src 'self'", line)
        page.wait_for_selector("#rulebook-rapporto")
        assert f"questo stesso sito, {HOST}a/" in page.inner_text("#rulebook-rapporto")
        page.context.close()

    def test_the_page_s_date_is_but_a_hint(self, browser: Browser) -> None:
        dated = '<time datetime="2005-03-01">1 marzo 2005</time>'
        line = dated + self.LINE.replace(" defer", " data-rapporto defer")
        page, _, _ = self.visit(browser, self.POLICY, line)
        page.wait_for_selector("#rulebook-rapporto")
        assert "allora era in vigore il Codice 1997" in page.inner_text("#rulebook-rapporto")
        assert page.get_attribute("a.rulebook-citazione", "href") == f"{SITE}2007/27/#B1b"
        page.context.close()


@cache
def pages_of_law() -> dict[str, str]:
    """The site's pages of articles, as far as a preview reads them."""
    made = pages(book(), handbook=embedded_handbook())
    return {
        page.address: f"<title>{html.escape(page.title)} · Regole</title>"
                      f"<main>{render(page.blocks, page.address)}</main>"
        for page in made
    }


@pytest.fixture(scope="module")
def shown(browser: Browser) -> Any:
    page = browser.new_page()
    page.route("**/*", lambda route: route.fulfill(
        body="<a id=link>x</a>" if route.request.url == SITE
        else pages_of_law()[route.request.url.removeprefix(SITE)],
        content_type="text/html; charset=utf-8",
    ))
    page.goto(SITE)
    page.evaluate("self.rulebookLinker = {}")
    page.evaluate(scripts()["linker-anteprima.js"].decode("utf-8-sig"))

    def show(address: str) -> list[str]:
        page.evaluate(
            """(href) => {
              const link = document.querySelector("#link");
              link.href = href;
              document.dispatchEvent(new KeyboardEvent("keydown", {key: "Escape"}));
              return self.rulebookLinker.show(link);
            }""",
            SITE + address,
        )
        lines: list[str] = page.inner_text("#rulebook-anteprima").split("\n")
        return [line for line in lines if line]

    yield show
    page.close()


class TestPreview:
    """What a preview shows of the site's own pages: the law and nothing else, with its state."""

    def test_only_the_words_of_the_provision_part_by_part(self, shown: Any) -> None:
        held = book().by_id["2007"].article(27)
        assert held is not None
        law = {str(p.label): " ".join(str(p.text).split()) for p in held.provisions()}
        head, past, *said, way = shown("2007/27/#B1")
        assert head.startswith("Articolo 27, Codice di Gara 2007")
        assert past.startswith("Non più in vigore. Esiste un’edizione successiva")
        assert said[-3:] == ["1.", f"(a) {law['27B1(a)']}", f"(b) {law['27B1(b)']}"]
        assert all(line.startswith("Osservazione della redazione") for line in said[:-3])
        assert way == "Apri nel Codice"

    def test_a_doubt_of_the_editors_is_told(self, shown: Any) -> None:
        told = shown("2007/27/#B2")
        assert any(line.startswith("Osservazione della redazione, 27B2.") for line in told)
        assert not any("Apparato" in line for line in told)

    @pytest.mark.parametrize(("address", "last"), [
        ("2007/16/#B2", "16B2: la raccolta non ne ha il testo."),
        ("2017/27/#A", "27A: la raccolta non ne ha il testo."),
        ("2017/27/", "Questa raccolta non ha il testo di questo articolo del Codice di Gara 2017."),
    ])
    def test_where_there_is_no_text_no_other_text_stands_in(
        self, shown: Any, address: str, last: str
    ) -> None:
        said = [line for line in shown(address)[1:-1] if "in vigore" not in line]
        assert said == [last]

    def test_a_number_of_every_edition_names_them(self, shown: Any) -> None:
        assert any("Codice di Gara 1997" in line for line in shown("27/"))
        told = shown("27/#B1b")
        assert told[1] == "27B1(b)"
        assert [line[:19] for line in told[2:4]] == ["Codice di Gara 1997", "Codice di Gara 2007"]


def test_weight() -> None:
    assert len(gzip.compress(scripts()["linker.js"], 6)) <= KIB_15


def test_ten_times_the_page_takes_ten_times_as_long(lab: Page) -> None:
    """What grows with the square of the page would take a hundred times as long."""
    part = "<p>Nel 2011 i tavoli erano 24.</p>" * 30 + "<p>Si veda l'art. 27B1.</p>"
    taken = lab.evaluate(
        """(part) => {
          const timed = (times) => Math.min(...[1, 2, 3, 4, 5].map(() => {
            const body = new DOMParser().parseFromString(part.repeat(times), "text/html").body;
            const start = performance.now();
            rulebookLinker.run(body, "2007", "https://codice.example/", false);
            return performance.now() - start;
          }));
          timed(10);
          return [timed(60), timed(600)];
        }""",
        part,
    )
    assert taken[1] < 50 * max(taken[0], 1)


@given(st.text(alphabet="ab <>/=\"'&;!-?art.27\n", max_size=80))
def test_tokens_are_the_whole_page(page: str) -> None:
    assert "".join(page[t.start : t.end] for t in tokens(page)) == page


@given(st.binary(max_size=200))
def test_bytes_come_back(data: bytes) -> None:
    decoded = decode(data)
    assert decoded.encode(decoded.text) == data


class TestCommand:
    """`rulebook link`."""

    def run(self, *arguments: str) -> tuple[int, dict[str, Any]]:
        result = CliRunner().invoke(cli, ["link", *arguments, "--json"], standalone_mode=False)
        assert result.exception is None
        return result.return_value, json.loads(result.stdout)["files"][0]

    def test_only_links_are_added(self, tmp_path: Path) -> None:
        file = tmp_path / "lettera.html"
        text = "<meta charset=windows-1252>\r\n<p>È l’art. 27B1, perché…\r\n"
        data = text.encode("cp1252") + b"\x81"
        file.write_bytes(data)
        status, _ = self.run(str(file), "--edition", "2007", "--site", SITE.rstrip("/"))
        assert (status, file.read_bytes()) == (1, data)
        status, report = self.run(str(file), "--edition", "2007", "--site", SITE, "--write")
        assert status == 0
        assert report["citations"][0]["url"] == f"{SITE}2007/27/#B1"
        link = f'<a href="{SITE}2007/27/#B1">'.encode()
        written = file.read_bytes()
        assert link in written
        assert written.replace(link, b"").replace(b"</a>", b"") == data
        again = self.run(str(file), "--edition", "2007", "--site", SITE, "--write")
        assert again[1]["written"] is False

    @pytest.mark.parametrize(("name", "data"), [
        ("legge.pdf", b"%PDF-1.7\n1 0 obj (art. 27) endobj"),
        ("legge.html", b"%PDF-1.7\n1 0 obj (art. 27) endobj"),
        ("foto.webp", b"RIFF\x10\0\0\0WEBPVP8 \x00\x81 8C art. 27"),
        ("dati.json", b'{"regola": "l\'art. 27 <b>B1</b>"}'),
        ("foglio.htm", b"<p>art. 27\0\0\x01"),
    ])
    def test_no_page_is_left_as_it_is(self, tmp_path: Path, name: str, data: bytes) -> None:
        file = tmp_path / name
        file.write_bytes(data)
        status, report = self.run(str(file), "--edition", "2007", "--write")
        assert (status, report["refused"], report["written"]) == (1, True, False)
        assert file.read_bytes() == data

    @pytest.mark.parametrize("site", [
        "esempio.it/regole/", "regole", "", "https://esempio.it/?x=1", "https://esempio.it/#x",
    ])
    def test_a_site_that_is_no_address_is_refused(self, tmp_path: Path, site: str) -> None:
        """Its links would lead below the page that they stand in."""
        file = tmp_path / "lettera.html"
        file.write_text("<p>art. 27B1", encoding="utf-8")
        done = CliRunner().invoke(cli, ["link", str(file), "--site", site, "--write"])
        assert isinstance(done.exception, UsageError)
        assert "https://" in str(done.exception)
        assert file.read_text("utf-8") == "<p>art. 27B1"

    def test_links_without_a_site_are_warned_of_and_found_again(self, tmp_path: Path) -> None:
        file = tmp_path / "x.html"
        file.write_text("<p>art. 27B1, art. 27</p><a href='/12/'>Home</a>", encoding="utf-8")
        done = CliRunner().invoke(cli, ["link", str(file), "--edition", "2007", "--write"])
        assert "--site https://" in done.stderr
        assert 'href="/2007/27/#B1"' in file.read_text("utf-8")
        status, report = self.run(str(file), "--edition", "2007", "--site", SITE)
        found = [(one["href"], one["fault"], one["better"]) for one in report["links"]]
        assert (status, found) == (1, [
            ("/2007/27/#B1", "own-host", f"{SITE}2007/27/#B1"),
            ("/2007/27/", "own-host", f"{SITE}2007/27/"),
        ])
        done = CliRunner().invoke(cli, ["link", str(file), "--edition", "2007", "--site", SITE])
        assert done.stderr == ""

    def test_links_that_stand_there(self, tmp_path: Path) -> None:
        links = {
            "2007/art27": "old-address", "27B1(b)": "old-address", "2007/27/#b1b": "old-address",
            "2007/27/#Z9": "dead-anchor", "2007/99/": "dead-page", "2007/27/#B1b": None,
            "27/#Z9": "dead-anchor", "27/#B1b": None, "2007/art27Z9": "dead-anchor",
            "2007/14/#B9": None, "2007/4/#Z": None, "2007/27/#nota-1": None,
        }
        body = "".join(f'<p><a href="{SITE}{href}">qui</a></p>' for href in links)
        body += f'<p><a href="{SITE}2007/27/">art. 27 del Codice 1997</a></p>'
        body += f'<p><a href="{SITE}2007/27/">art. 12</a></p>'
        body += f'<p><a href="{SITE}2007/14/#C">art. 14B</a></p>'
        body += '<p><a href="HTTP://Codice.Example/2007/27/#Z9">qui</a></p>'
        body += '<script src="/linker.js" data-edizione="2008"></script>'
        file = tmp_path / "x.html"
        file.write_text(body, encoding="utf-8")
        _, report = self.run(str(file), "--site", SITE)
        found = [(link["href"].removeprefix(SITE), link["fault"]) for link in report["links"]]
        wanted = [(href, fault) for href, fault in links.items() if fault]
        assert found == [
            *wanted, ("2007/27/", "wrong-edition"), ("2007/27/", "wrong-provision"),
            ("2007/14/#C", "wrong-provision"), ("HTTP://Codice.Example/2007/27/#Z9", "dead-anchor"),
            ("/linker.js", "unknown-edition"),
        ]

    def test_a_provision_that_there_is_not_is_said(self, tmp_path: Path) -> None:
        file = tmp_path / "x.html"
        text = "<p>Art. 27B1(b), art. 27G7, art. 14B, art. 12C1; art. 27G7 del Codice 1997."
        file.write_text(text, encoding="utf-8")
        status, report = self.run(str(file), "--edition", "2007", "--site", SITE, "--write")
        found = [(one["label"], one["target"], one["doubt"]) for one in report["citations"]]
        assert (status, found) == (1, [
            ("27B1(b)", "held", None), ("27G7", "absent", "no-provision"),
            ("14B", "not-held", None), ("12C1", "cut", None), ("27G7", "absent", "no-provision"),
        ])

    def test_what_is_left_to_other_texts_is_told(self, tmp_path: Path) -> None:
        file = tmp_path / "x.html"
        text = "<p>L’art. 12 del verbale.</p><h2>Regolamento</h2><p>art. 90 B 8</p>"
        file.write_text(text, encoding="utf-8")
        status, report = self.run(str(file), "--edition", "2007", "--site", SITE)
        told = [(one["text"], one["url"], one["doubt"]) for one in report["citations"]]
        assert (status, told) == (0, [
            ("art. 12", None, "other-text"), ("art. 90 B 8", None, "other-title"),
        ])

    def quoted(self, tmp_path: Path, page: str) -> tuple[int, list[tuple[Any, ...]]]:
        """The status, and of each quotation its provision, its fault, and what the page cites."""
        file = tmp_path / "x.html"
        file.write_text(page, encoding="utf-8")
        status, report = self.run(str(file), "--site", SITE)
        return status, [
            (one["label"], one["edition"], one["fault"], one["cited"])
            for one in report["quotations"]
        ]

    @staticmethod
    def law(edition: str, label: str) -> str:
        article = book().by_id[edition].article(27)
        assert article is not None
        return next(str(p.text) for p in article.provisions() if str(p.label) == label)

    def test_words_of_another_edition_are_told(self, tmp_path: Path) -> None:
        said = self.law("1997", "27B1(b)")
        for naming in ("L’art. 27B1(b) del Codice 2007 dice", "<h2>Codice 2007</h2>27B1(b)"):
            status, found = self.quoted(tmp_path, f"<p>{naming}: «{said}»")
            cited = {"edition": "2007", "label": "27B1(b)"}
            assert (status, found) == (1, [("27B1(b)", "1997", "other-edition", cited)])
        _, found = self.quoted(tmp_path, f"<p>L’art. 27B1(b) del Codice 1997 dice: «{said}»")
        assert found == [("27B1(b)", "1997", None, None)]
        _, found = self.quoted(tmp_path, f"<p>L’art. 27B1(b) dice: «{said}»")
        assert found == [("27B1(b)", "1997", None, None)], "no edition is named"

    def test_words_of_another_provision_are_told(self, tmp_path: Path) -> None:
        said = " ".join(self.law("2007", "27B2").split()[:20])
        _, found = self.quoted(tmp_path, f"<p>art. 27A1 del Codice 2007: «{said}»")
        cited = {"edition": "2007", "label": "27A1"}
        assert found == [("27B2", "2007", "other-provision", cited)]

    @pytest.mark.parametrize(("page", "told"), [
        ("<p>art. 27A1 del Codice 2007: «chi parla troppo presto paga da bere a tutti»", True),
        ("<p>«chi parla troppo presto paga da bere a tutti» (art. 27A1 del Codice 2007)", True),
        ("<p>Dice l’art. 27A1 del Codice 2007:<blockquote>Chi parla troppo presto paga da bere.",
         True),
        ("<p>Vale l’art. 27A1 del Codice 2007. Disse: «chi parla presto paga da bere a tutti»",
         False),
        ("<p>L’art. 27A1 del Codice 2007 vieta che si dica «chi parla presto paga da bere»", False),
        ("<p>art. 12C1 del Codice 2007: «chi parla troppo presto paga da bere a tutti»", False),
    ])
    def test_words_that_are_not_the_law_s_are_told(
        self, tmp_path: Path, page: str, told: bool
    ) -> None:
        """Away from a citation words may be anybody's; what is not held cannot be judged."""
        _, found = self.quoted(tmp_path, page)
        assert found == ([("27A1", "2007", "not-its-words", None)] if told else [])

    def test_a_label_before_quoted_law_is_none_of_its_words(self, tmp_path: Path) -> None:
        page = f"<blockquote>Art. 27A1 – {self.law('2007', '27A1')}</blockquote>"
        _, found = self.quoted(tmp_path, f"<h2>Codice 2007</h2>{page}")
        assert found == [("27A1", "2007", None, None)]

    @pytest.mark.parametrize("change", ["", "sempre "])
    def test_quoted_law(self, tmp_path: Path, change: str) -> None:
        held = next(e for e in book().editions if e.id == "2007").article(27)
        assert held is not None
        provision = next(p for p in held.provisions() if len(str(p.text).split()) > 12)
        text = " ".join(str(provision.text).split()[:12])
        first, _, rest = text.partition(" ")
        file = tmp_path / "x.html"
        quoted = f"<blockquote>{first} {change}{rest}</blockquote>"
        page = f"<p>L'articolo 27 del Codice 2007 dice:</p>{quoted}"
        file.write_text(page, encoding="utf-8")
        _, report = self.run(str(file))
        quotation = report["quotations"][0]
        assert quotation["identical"] is (change == "")
        if change:
            assert ["insert", "sempre"] in quotation["words"]

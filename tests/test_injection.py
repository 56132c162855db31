"""Syntax in any field of the corpus comes out as text at every door."""

from __future__ import annotations

import html
import io
import json
import re
import threading
import tomllib
import zipfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import corpus_maker
import hostile_corpus
import lxml.html
import markdown
import pytest
import search_browser
import search_sample
from lxml import etree
from offline_lab import Host
from page_words import words_of
from pdf_reader import Pdf
from playwright.sync_api import Browser, expect

from rulebook import mkdocs_plugin
from rulebook.cli import run
from rulebook.commands.editions import comparisons
from rulebook.commands.publishing import make, published
from rulebook.model import Comparison, Rulebook
from rulebook.publishing import markdown as md
from rulebook.publishing.data import data_files
from rulebook.publishing.epub import epub_edition, epub_guide
from rulebook.publishing.page import Page
from rulebook.publishing.pages_news import feed
from rulebook.publishing.pdf import (
    pdf_article,
    pdf_cards,
    pdf_comparison,
    pdf_document,
    pdf_edition,
    pdf_guide,
)
from rulebook.publishing.search.engine import Search, open_search
from rulebook.publishing.search.export import search_assets
from rulebook.publishing.site import SiteContent, build_site, content
from rulebook.publishing.subjects import make_subjects
from rulebook.reading.assemble import load_rulebook, read_bytes
from rulebook.reading.holdings.corpus import load
from rulebook.reviewing import make_server

SEGMENT = re.compile(r"\b(campo\w+) ((?:(?!campo).)+) \1\b")
PUBLIC = "https://bridge.example/regole/"


@dataclass(frozen=True)
class Hostile:
    """The corpus as read, with everything that is published of it."""

    root: Path
    rulebook: Rulebook
    comparisons: tuple[Comparison, ...]

    @cached_property
    def whole(self) -> SiteContent:
        """The pages and files of the site, before a generator dresses them."""
        lexicon, handbook = hostile_corpus.make_lexicon(), hostile_corpus.make_handbook()
        vocabulary = search_sample.vocabulary()
        return content(
            self.rulebook, self.comparisons,
            search_assets(self.rulebook, lexicon, vocabulary, handbook),
            make_subjects(self.rulebook, lexicon, vocabulary, handbook), handbook,
            published(self.root),
        )

    @cached_property
    def texts(self) -> dict[str, set[str]]:
        """What stands in each field: as written and, where it belongs to a text, as read."""
        found = {name: {text} for name, text in hostile_corpus.FIELDS.items()}
        for document in self.rulebook.documents:
            for field in document.fields():
                for name, text in segments(str(field.text)).items():
                    found[name].add(text)
        return found


def segments(text: str) -> dict[str, str]:
    """What stands between the two words of each field in a text."""
    return {found.group(1): found.group() for found in SEGMENT.finditer(" ".join(text.split()))}


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Hostile:
    root = hostile_corpus.make_corpus(tmp_path_factory.mktemp("hostile") / "corpus")
    made = make(load(root), lambda _: None)
    hostile_corpus.make_lexicon()
    hostile_corpus.make_handbook()
    return Hostile(root, made.rulebook, made.comparisons)


def assert_text(hostile: Hostile, shown: Iterable[str], *wanted: str) -> None:
    """Whatever field is shown is shown as its text, and fields of every wanted kind are there."""
    seen = set()
    for text in shown:
        for name, found in segments(text).items():
            assert found in hostile.texts[name]
            seen.add(name)
    for beginning in wanted:
        assert any(name.startswith(f"campo{beginning}") for name in seen), (beginning, seen)


def test_a_saved_page_is_read_to_the_same_text(hostile: Hostile) -> None:
    plain = (hostile.root / "sources/legge-2007/testo.txt").read_text("utf-8")
    lines = "".join(f"<p>{html.escape(line)}</p>\n" for line in plain.splitlines())
    page = f"<!doctype html><meta charset=utf-8><body>{lines}</body>"
    read, wanted = (
        [" ".join(str(field.text).split()) for field in read_bytes(data.encode(), name).fields()]
        for data, name in ((page, "legge.html"), (plain, "legge.txt"))
    )
    assert read == wanted
    assert_text(hostile, read, "Law2007A", "Law2007Title", "Law2007Note")


# ── Pages ─────────────────────────────────────────────────────────────────────────────────────

HARMLESS = {
    "a", "article", "blockquote", "br", "button", "code", "del", "details", "div", "h1", "h2", "h3",
    "h4", "h5", "h6", "hr", "input", "ins", "label", "li", "nav", "ol", "p", "pre", "section",
    "span", "strong", "summary", "sup", "table", "tbody", "td", "th", "thead", "tr", "ul", "form",
    "fieldset", "legend", "dl", "dt", "dd", "time", "small", "template", "output", "progress",
    "noscript",
}


def assert_harmless(body: str, tags: set[str]) -> None:
    """No element, handler or address was made from a text."""
    tree = lxml.html.document_fromstring(f"<html><body>{body}</body></html>")
    for element in tree.iter():
        assert isinstance(element.tag, str), lxml.html.tostring(element)[:200]
        assert element.tag in tags, lxml.html.tostring(element)[:200]
        for name, value in element.attrib.items():
            assert not name.startswith("on"), name
            assert "javascript:" not in value or name not in ("href", "src", "action"), value


PAGE_FIELDS = (
    "Edition1997Title", "Edition2007Rights", "Edition2007Notice", "Edition2007Part",
    "Edition2007Article", "SourceLetteraTitle", "SourceLetteraAuthor", "SourceGuidaOrigin",
    "SourceCommentoRights", "Law1997A", "Law2007Title", "Law2007Heading", "Law2007Note",
    "LetterAnswer", "GuideHeading", "GuideItem", "CommentaryText", "CorrectionProposal",
    "CorrectionReason", "CorrectionBy", "CorrectionWords", "CorrectionApplied", "PairReason",
    "RetiredReason", "ReleaseBefore", "ReleaseAfter", "TermName", "TermDefinition", "TermSynonym",
    "SituationTitle", "SituationHappened", "SituationFirst", "SituationDecides", "OptionWho",
    "OptionSay", "RemarkSay", "LaterSay", "FirstSay", "FirstBecause", "GroupTitle", "FlagSay",
)


def test_pages_show_it(hostile: Hostile) -> None:
    pages = hostile.whole.pages
    for page in pages:
        assert_harmless(page.body, HARMLESS | {"html", "body"})
    assert_text(hostile, (" ".join(words_of(page.body)) for page in pages), *PAGE_FIELDS)


def test_markdown_renders_to_it(hostile: Hostile) -> None:
    def rendered(page: Page) -> str:
        made = markdown.markdown(page.markdown, extensions=[*md.EXTENSIONS])
        assert_harmless(made, HARMLESS | {"html", "body"})
        return " ".join(words_of(made))

    shown = [rendered(page) for page in hostile.whole.pages]
    assert_text(hostile, shown, *PAGE_FIELDS)


@pytest.fixture(scope="module")
def site(hostile: Hostile, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole site, dressed by its generator."""
    out: Path = tmp_path_factory.mktemp("hostile-site") / "site"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(mkdocs_plugin, "PROJECT", out.parent / "mkdocs.yml")
        build_site(hostile.whole, out, render=mkdocs_plugin.render, site_url=PUBLIC)
    return out


def test_the_dressed_site_shows_it(hostile: Hostile, site: Path) -> None:
    files = sorted(site.rglob("*.html"))
    assert len(files) > 20
    shown: list[str] = []
    scripts: set[str] = set()
    for file in files:
        tree = lxml.html.document_fromstring(file.read_bytes())
        for element in tree.iter(etree.Element):
            assert element.tag not in ("k", "l", "m", "i", "b", "img"), (file, element.tag)
            assert not [name for name in element.attrib if name.startswith("on")], file
            for name in ("href", "src", "action", "content"):
                assert not element.get(name, "").startswith("javascript:"), file
        for script in tree.iter("script"):
            if "json" in script.get("type", ""):
                shown += strings(json.loads(script.text or "null"))
            elif not script.get("src"):
                scripts.add(script.text or "")
        shown += [str(found) for found in tree.xpath("//title/text()|//@content|//@title")]
        (body,) = tree.xpath("//body")
        shown.append(" ".join(words_of(lxml.html.tostring(body, encoding="unicode"))))
        assert not tree.xpath("//comment()[contains(., ' c ')]")
    assert not [text for text in scripts if "campo" in text or "alert" in text]
    assert_text(hostile, shown, *PAGE_FIELDS, "RetiredPage")


def test_the_head_of_a_page_says_the_whole_of_it(hostile: Hostile, site: Path) -> None:
    for page in hostile.whole.pages:
        tree = lxml.html.document_fromstring((site / page.address / "index.html").read_bytes())
        (title,) = tree.xpath("/html/head/title")
        told = {
            name: tree.xpath(f"/html/head/meta[@name='{name}']/@content")
            for name in ("description", "author")
        }
        assert " ".join(title.text.split()).startswith(" ".join(page.title.split()))
        assert told["description"] == [page.description]
        assert told["author"] == ([page.author] if page.author else [])


def strings(value: Any) -> Iterator[str]:
    """Every string in a value of JSON, the keys too."""
    match value:
        case str():
            yield value
        case dict():
            for key, inner in value.items():
                yield key
                yield from strings(inner)
        case list():
            for inner in value:
                yield from strings(inner)


WALK = ["", "2007/", "2007/40/", "1997/40/", "40/", "confronto/1997-2007/40/", "quesiti/lettera/",
        "guida/guida/", "commenti/commento/", "apparato/", "apparato/legge-2007/", "novita/",
        "indice/", "tavolo/", "tavolo/carta-scoperta/", "2007/99/", "2007/introduzione/"]


def test_nothing_runs_in_a_browser(hostile: Hostile, site: Path, browser: Browser) -> None:
    files = {p.relative_to(site).as_posix(): p.read_bytes() for p in site.rglob("*") if p.is_file()}
    host = Host({"regole": files})
    host.start()
    context = browser.new_context(bypass_csp=True, service_workers="block")
    page = context.new_page()
    page.set_default_timeout(8000)
    said: list[str] = []
    page.on("dialog", lambda dialog: (said.append(dialog.message), dialog.dismiss()))
    page.on("pageerror", lambda error: said.append(str(error)))
    page.on("request", lambda r: said.append(r.url)
            if not r.url.startswith((host.address, "data:")) or r.url.endswith("/x") else None)
    try:
        for address in WALK:
            page.goto(f"{host.address}regole/{address}")
            expect(page.locator("h1").first).to_be_visible()
        page.goto(f"{host.address}regole/2007/40/")
        page.locator(".md-search__input").click()
        page.locator(".md-search__input").press_sequentially("campoLaw2007A", delay=5)
        result = page.locator(".md-search-result__list")
        expect(result).to_contain_text("<script>alert(1)</script>")
        assert result.locator("img, script, i, b, k, l").count() == 0
        page.locator(".md-search-result__link").first.click()
        page.wait_for_timeout(200)
        shown = " ".join(words_of(page.content()))
        assert_text(hostile, [shown], "Law2007A")
    finally:
        context.close()
        host.stop()
    assert said == []


# ── Data ──────────────────────────────────────────────────────────────────────────────────────

def test_data_hold_it(hostile: Hostile) -> None:
    files = data_files(hostile.rulebook, hostile.comparisons)
    shown: list[str] = []
    for name, data in files.items():
        if name.endswith(".json"):
            shown += strings(json.loads(data))
    assert_text(hostile, shown, "Law2007A", "Law2007Title", "Law2007Heading", "Law2007Note",
                "Edition2007Title", "Edition2007Rights")
    shown = []
    for edition in ("1997", "2007"):
        tree = etree.fromstring(files[f"data/{edition}.akn.xml"])
        assert {etree.QName(e).namespace for e in tree.iter(etree.Element)} == {
            "http://docs.oasis-open.org/legaldocml/ns/akn/3.0"}
        assert not [e for e in tree.iter() if not isinstance(e.tag, str)], "no comment, no PI"
        shown += [" ".join("".join(e.itertext()).split()) for e in tree.iter()]
        shown += [value for e in tree.iter() for value in e.attrib.values()]
    assert_text(hostile, shown, "Law2007A", "Law1997B1", "Law2007Title", "Law2007Note")


def test_the_feed_and_small_files_hold_it(hostile: Hostile, site: Path) -> None:
    tree = etree.fromstring(feed(published(hostile.root).releases))
    assert {etree.QName(e).namespace for e in tree.iter(etree.Element)} == {
        "http://www.w3.org/2005/Atom"}
    shown = ["".join(e.itertext()) for e in tree.iter()]
    for entry in tree.iter("{http://www.w3.org/2005/Atom}content"):
        if entry.get("type") == "html":
            assert_harmless(entry.text or "", HARMLESS | {"html", "body"})
            shown.append(" ".join(words_of(entry.text or "<p></p>")))
    for name in ("versions.json", "manifest.webmanifest", "data/releases.json"):
        shown += strings(json.loads((site / name).read_bytes()))
    for file in site.glob("offline/*.json"):
        json.loads(file.read_bytes())
    assert etree.fromstring((site / "sitemap.xml").read_bytes()) is not None
    assert_text(hostile, shown, "Edition2007Title", "ReleaseAfter")


# ── Paper ─────────────────────────────────────────────────────────────────────────────────────

def test_epubs_show_it(hostile: Hostile) -> None:
    shown: list[str] = []
    books = (epub_edition(hostile.rulebook, "2007"),
             epub_guide(hostile.rulebook, handbook=hostile_corpus.make_handbook()))
    for book in books:
        with zipfile.ZipFile(io.BytesIO(book)) as archive:
            for name in archive.namelist():
                if not name.endswith((".xhtml", ".opf", ".xml", ".ncx")):
                    continue
                tree = etree.fromstring(archive.read(name))
                for element in tree.iter():
                    assert isinstance(element.tag, str), "no comment, no instruction"
                    # An <i> out of the words would be closed nowhere, and the page no XML.
                    assert etree.QName(element).localname not in (
                        "script", "img", "k", "l", "m"), name
                    assert not [key for key in element.attrib if str(key).startswith("on")]
                shown += [" ".join("".join(e.itertext()).split()) for e in tree.iter()]
    assert_text(hostile, shown, "Law2007A", "Law2007Title", "Law2007Heading", "Law2007Note",
                "Edition2007Title", "GuideText", "GuideHeading", "SourceGuidaAuthor", "FlagSay")


def test_pdfs_show_it(hostile: Hostile) -> None:
    book = hostile.rulebook
    (compared,) = comparisons(load(hostile.root), book)
    shown: list[str] = []
    for data in (
        pdf_edition(book, "2007", "a5"), pdf_article(book, "2007", 40), pdf_guide(book),
        pdf_comparison(book, compared), pdf_document(book, "lettera"),
        pdf_document(book, "commento"), pdf_cards(book, hostile_corpus.make_handbook(), "a4"),
    ):
        pdf = Pdf(data)
        shown += [" ".join(element.text.split()) for element in pdf.root.walk()]
        shown += [title for _, title in pdf.outline]
        shown.append(str(pdf.file.docinfo.Title))
        assert all(address is None for _, _, address in pdf.links), "no address of a text"
    assert_text(hostile, shown, "Law2007A", "Law2007Title", "Law2007Heading", "Law2007Note",
                "Edition2007Title", "GuideText", "LetterAnswer", "CommentaryText", "PairReason",
                "SituationHappened", "OptionSay", "LaterSay")


# ── Search ────────────────────────────────────────────────────────────────────────────────────

@pytest.fixture(scope="module")
def search(hostile: Hostile, tmp_path_factory: pytest.TempPathFactory) -> Search:
    return open_search(hostile.rulebook, hostile_corpus.make_lexicon(), search_sample.vocabulary(),
                       tmp_path_factory.mktemp("cache"), hostile_corpus.make_handbook())


def test_the_index_and_its_snippets_hold_it(
    hostile: Hostile, search: Search, browser: Browser
) -> None:
    texts = {record.url: record.text for record in search.records}
    assert_text(hostile, texts.values(), "Law2007A", "LetterAnswer", "GuideItem", "TermDefinition")
    queries = [*hostile.texts, "script alert", '"img src"', "panic", "onerror=alert(2)"]
    for name in queries:
        for hit in search.ask(name).hits:
            assert hit.snippet in texts[hit.url] or not texts[hit.url]
    for name in ("campoLaw2007A", "campoLetterAnswer", "campoGuideItem", "campoCommentaryText"):
        assert any(name in hit.snippet for hit in search.ask(name).hits)
    context = browser.new_context()
    page = context.new_page()
    page.on("dialog", lambda dialog: pytest.fail(dialog.message))
    search_browser.start(page, search)
    there = search_browser.ask(page, [(query, None) for query in queries])
    context.close()
    assert there == [search_browser.as_the_browser_says(search.ask(query)) for query in queries]


# ── Keeping the texts ─────────────────────────────────────────────────────────────────────────

def test_the_page_of_the_review_shows_it(hostile: Hostile) -> None:
    shown: list[str] = []
    with make_server(hostile.root) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            texts = (f"testo/{document.source.id}/" for document in hostile.rulebook.documents)
            for path in ("", *texts, "testo/legge-2007/riga/3", "testo/legge-2007/riga/7"):
                with urlopen(f"http://127.0.0.1:{server.server_port}/{path}", timeout=60) as page:
                    tree = lxml.html.document_fromstring(page.read())
                for element in tree.iter():
                    assert isinstance(element.tag, str)
                    assert element.tag not in ("img", "k", "l", "m", "style"), (path, element)
                    assert not [name for name in element.attrib if name.startswith("on")]
                    assert not element.get("href", "").startswith("javascript:")
                    assert element.tag != "script" or (element.get("src") and not element.text)
                (body,) = tree.xpath("//body")
                shown += [" ".join(words_of(lxml.html.tostring(body, encoding="unicode")))]
                shown += [" ".join((area.text or "").split()) for area in tree.iter("textarea")]
        finally:
            server.shutdown()
    assert_text(hostile, shown, "CorrectionReason", "SourceLegge2007Title", "Law2007A")


def test_a_text_that_is_added_keeps_it(
    hostile: Hostile, tmp_path: Path, capsysbinary: pytest.CaptureFixture[bytes],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("RULEBOOK_CACHE", str(tmp_path / "cache"))
    root = corpus_maker.corpus(tmp_path / "corpus", "2007")
    name = 'a "b" \'c\' [d] = #e $(f) `g` {h} <i> & €.txt'
    file = tmp_path / name
    data = (hostile.root / "sources/lettera/testo.txt").read_bytes()
    file.write_bytes(data)
    assert run(["add", str(file), "--corpus", str(root), "--json"]) in (0, 1)
    (told,) = json.loads(capsysbinary.readouterr().out)["files"]
    folder = root / told["place"]
    table = tomllib.loads((folder / "source.toml").read_text("utf-8"))
    assert (folder / table["file"]).read_bytes() == data
    (document,) = (d for d in load_rulebook(root).documents if d.source.sha256 == table["sha256"])
    assert_text(hostile, [str(field.text) for field in document.fields()], "LetterQuestion")


# ── The command line ──────────────────────────────────────────────────────────────────────────

COMMANDS = (
    ("check",), ("show", "40"), ("show", "40B1a"), ("trace", "40B1b"), ("cites", "41A"),
    ("compare", "40"), ("search", "campoLaw2007A"),
)


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_the_command_line_says_it(
    hostile: Hostile, command: tuple[str, ...], capsysbinary: pytest.CaptureFixture[bytes],
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("RULEBOOK_CACHE", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "100000")
    assert run([*command, "--corpus", str(hostile.root), "--json"]) in (0, 1)
    assert_text(hostile, strings(json.loads(capsysbinary.readouterr().out)))
    assert run([*command, "--corpus", str(hostile.root)]) in (0, 1)
    said = " ".join(capsysbinary.readouterr().out.decode().split())
    assert "\x1b]" not in said, "no link of a terminal"
    assert_text(hostile, [said], *(("Law2007",) if command[0] == "show" else ()))
    if command[0] == "search":
        assert "campoLaw2007A <script>alert(1)</script> <img src=x onerror=alert(2)>" in said


def test_no_field_of_the_corpus_steers_the_terminal(
    capsysbinary: pytest.CaptureFixture[bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RULEBOOK_CACHE", str(tmp_path / "cache"))
    root = tmp_path / "corpus"
    steering = "\x1b[2J\x1b]0;titolo\x07\x9b31m"
    escaped = "".join(f"\\u{ord(sign):04x}" for sign in steering)
    for name, verb in (("1997", "posa"), ("2007", "stende")):
        folder = corpus_maker.edition(root, name)
        file = folder / "edition.toml"
        text = file.read_text("utf-8").replace('title = "', f'title = "{escaped}')
        file.write_text(text, "utf-8")
        law = corpus_maker.ARTICLE.replace("stende le", f"{verb} {steering} le")
        corpus_maker.source(root, f"testo-{name}", law, edition=name, author=f"A{escaped}",
                            title=f"T{escaped}", origin=f"O{escaped}")
    (root / "corrections.toml").write_text(
        f'[[correction]]\nid = "c{escaped}"\nsource = "testo-2007"\nop = "replace"\n'
        f'state = "proposed"\nfind = "sul tavolo"\nreplace = "r{escaped}"\n'
        f'reason = "p{escaped}"\nby = "b{escaped}"\non = "2026-11-30"\n', "utf-8",
    )
    file = tmp_path / f"{steering}.txt"
    file.write_text(corpus_maker.ARTICLE, "utf-8")
    for command in (["check"], ["show", "40"], ["show", "41"], ["trace", "40A"], ["cites", "41"],
                    ["compare", "40"], ["search", "morto"], ["read", str(file)],
                    ["search", f"xyzzy {steering}"]):
        run([*command, "--corpus", str(root)])
        said = b"".join(capsysbinary.readouterr()).decode()
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f]", said), command

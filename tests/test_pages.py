"""The pages as values: what they hold, in HTML and in Markdown."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import lxml.html
import markdown
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from page_words import ids_of, words_of
from sample_rulebook import HOSTILE, comparison, rulebook

from rulebook.label import Label
from rulebook.model import Article, Correction, Edition, Paragraph, Rulebook, Source, Target
from rulebook.publishing import blocks as b
from rulebook.publishing import html
from rulebook.publishing import markdown as md
from rulebook.publishing.audit_pages import audit_article, audit_document
from rulebook.publishing.page import Page
from rulebook.publishing.pages import pages, write_pages
from rulebook.publishing.pages_compare import SWITCH
from rulebook.publishing.setting import as_lines, members
from rulebook.text import Text, glue, plain, verbatim

BOOK = rulebook()
PAGES = {page.address: page for page in pages(BOOK, (comparison(),))}
VARIED = [
    page for page in PAGES.values()
    if page.kind not in ("stub", "number") or page.label in (Label(12), Label(16), Label(47))
]
"""The pages without the hundreds of stubs that are all alike."""
SITE_EXTENSIONS = (*md.EXTENSIONS, "admonition", "def_list", "footnotes", "toc",
                   "pymdownx.highlight", "pymdownx.superfences")


def rendered(text: str, extensions: tuple[str, ...] = md.EXTENSIONS) -> str:
    """Markdown as Python-Markdown renders it."""
    return markdown.markdown(text, extensions=list(extensions))


def element(page: Page, anchor: str) -> lxml.html.HtmlElement:
    found = lxml.html.fragment_fromstring(page.body, create_parent="div").xpath(
        "//*[@id=$anchor]", anchor=anchor
    )
    assert len(found) == 1, anchor
    return found[0]


def test_every_number_of_every_edition_has_a_page() -> None:
    for edition in BOOK.editions:
        assert {f"{edition.id}/{n}/" for n in range(1, 94)} <= PAGES.keys()
    assert {f"{n}/" for n in range(1, 94)} <= PAGES.keys()
    assert {"", "2007/", "2007/definizioni/", "2007/introduzione/", "guida/cenni/", "apparato/",
            "quesiti/renonce/", "commenti/commento-27/", "apparato/articolo-20/"} <= PAGES.keys()


def test_addresses_and_files_are_unique() -> None:
    made = list(pages(BOOK))
    assert len({page.address for page in made}) == len(made)
    assert len({page.file for page in made}) == len(made)


@pytest.mark.parametrize("page", PAGES.values(), ids=lambda page: page.address or "home")
def test_every_page_says_what_it_is(page: Page) -> None:
    assert page.title
    assert 40 <= len(page.description) <= 160
    assert "Fa fede il testo ufficiale" in page.body
    assert "vigente" not in page.body.lower()
    assert page.body.count("<h1") == 1
    found = ids_of(page.body)
    assert len(set(found)) == len(found)
    if page.edition:
        assert page.edition in page.title
        state = "Non più in vigore" if page.edition != "2017" else "La più recente che si conosca"
        assert state in page.body


@pytest.mark.parametrize("page", VARIED, ids=lambda page: page.address or "home")
@pytest.mark.parametrize("extensions", [md.EXTENSIONS, SITE_EXTENSIONS], ids=["own", "site"])
def test_the_markdown_renders_to_the_same_words(page: Page, extensions: tuple[str, ...]) -> None:
    assert words_of(rendered(page.markdown, extensions)) == words_of(page.body)
    ids = set(ids_of(page.body)) - {SWITCH}  # a box to tick needs the theme
    assert ids <= set(ids_of(rendered(page.markdown, extensions)))


def test_an_earlier_edition_leads_to_the_later_one() -> None:
    assert "../../2007/27/" in PAGES["1997/27/"].body.split("<h1")[0]
    assert "../../2017/50/" in PAGES["2007/50/"].body.split("<h1")[0]
    assert "Esiste un’edizione successiva" not in PAGES["2017/50/"].body


def test_a_provision_carries_its_anchor_and_its_eid() -> None:
    found = element(PAGES["2007/27/"], "B1b")
    assert found.get("data-eid") == "art_27__para_B__point_1__point_b"
    assert words_of(lxml.html.tostring(found, encoding="unicode", with_tail=False))[:4] == [
        "(b)", "se", "ha", "lo",
    ]
    assert element(PAGES["2007/9/"], "p1").get("data-eid") == "art_9__para_1"
    assert element(PAGES["2007/definizioni/"], "licita-insufficiente") is not None


def test_the_words_of_a_provision_stand_together() -> None:
    for article in (a for edition in BOOK.editions for a in edition.articles):
        page = PAGES[f"{article.edition}/{article.number}/"]
        for provision in article.provisions():
            if not provision.label.path:
                continue
            anchor = re.sub(r"\s+", "-", provision.label.anchor)
            found = element(page, anchor)
            for sup in found.xpath(".//sup"):
                sup.drop_tree()
            shown = " ".join(words_of(lxml.html.tostring(found, encoding="unicode")))
            expected = " ".join(
                " ".join(str(text).split())
                for text in (provision.marker, provision.heading, provision.text) if text
            )
            assert shown.startswith(expected)


def test_a_note_called_three_times_is_one_note_with_three_ways_back() -> None:
    body = PAGES["2007/20/"].body
    assert body.count('href="#nota-1"') == 3
    assert re.findall(r'href="#(richiamo-1-\d)"', body) == [f"richiamo-1-{n}" for n in (1, 2, 3)]
    assert all(body.count(f'id="richiamo-1-{n}"') == 1 for n in (1, 2, 3))
    assert "La fonte ha il richiamo ma non la nota." in body


def test_hostile_text_is_shown_as_it_is() -> None:
    for address in ("2007/20/", "commenti/commento-27/"):
        body = PAGES[address].body
        assert "<script" not in body
        assert " ".join(HOSTILE.split()) in " ".join(words_of(body))


@pytest.mark.parametrize(
    ("page", "link"),
    [
        ("2007/20/", "../47/#E"),  # not held: its stub, never another edition
        ("2007/20/", "../41/#B"),
        ("2007/20/", "../41/#C"),
        ("commenti/commento-27/", "../../2007/27/#B1b"),
        ("commenti/commento-27/", "../../1997/27/#B1b"),
        ("commenti/commento-27/", "../../1997/23/"),
        ("commenti/commento-27/", "../../1997/26/"),
        ("commenti/commento-27/", "../../16/"),  # nothing says which edition
        ("2007/27/", "#D"),
        ("2007/27/", "#B4"),  # cited, and explained on the page that lacks it
    ],
)
def test_citations_lead_to_the_edition_they_speak_of(page: str, link: str) -> None:
    assert f'href="{link}"' in PAGES[page].body


def test_a_number_that_no_edition_has_is_no_link() -> None:
    assert "99A" in PAGES["2007/20/"].body
    assert "/99/" not in PAGES["2007/20/"].body


def test_a_stub_says_what_is_missing_and_who_cites_it() -> None:
    body = PAGES["2007/47/"].body
    assert "Questa raccolta non ha il testo" in body
    assert 'id="E"' in body
    assert '<a href="../20/#C1">20C1</a>' in body
    assert "Informazioni non autorizzate" in PAGES["1997/16/"].body
    assert '<a href="../27/#B1b">27B1(b)</a>' in PAGES["1997/16/"].body


def test_a_truncated_article_is_never_shown_as_the_law() -> None:
    page = PAGES["2007/4/"]
    assert "Troncato, non è il testo completo." in page.body
    assert "(troncato)" in page.title
    assert "rb-cite" not in PAGES["2007/9/"].body


def test_a_paragraph_that_is_cited_and_missing_is_explained() -> None:
    assert 'id="B4"' in PAGES["2007/27/"].body
    assert "Paragrafi citati che questo testo non ha" in PAGES["2007/27/"].body
    assert 'id="C1"' in PAGES["2007/12/"].body


def test_who_cites_a_provision_stands_outside_its_element() -> None:
    body = PAGES["2007/27/"].body
    provision = lxml.html.tostring(element(PAGES["2007/27/"], "B1b"), encoding="unicode")
    assert 'data-of="B1b"' in body
    assert "citato" not in provision.split('<details')[0]
    assert '<a href="../20/">art. 20</a>' in body


def test_the_page_of_a_number_has_the_anchors_of_every_edition() -> None:
    ids = set(ids_of(PAGES["27/"].body))
    assert {"A", "A1", "B1b", "C", "D", "B4"} <= ids  # 1997's C, 2007's D, B4 only cited
    assert 'href="../1997/27/#B1b"' in PAGES["27/"].body
    assert 'href="../2007/27/#B1b"' in PAGES["27/"].body
    assert 'Nel Codice di Gara 2007: <a href="../2007/27/#D">27D</a>' in PAGES["27/"].body
    assert "testo: intero" in PAGES["27/"].body
    assert "Codice di Gara 1997: nessuna parte con questo nome" in PAGES["definizioni/"].body


def test_counterparts_and_the_selector_follow_the_comparison() -> None:
    assert '<a class="rb-to-2007" href="../../2007/27/#A2">27A2</a>' in PAGES["1997/27/"].body
    body = PAGES["2007/27/"].body
    assert '27B1(b): <a class="rb-to-1997" href="../../1997/27/#da-2007-B1b">' in body
    old = PAGES["1997/27/"].body
    came = old[old.index('id="da-2007-B1b" class="rb-came">'):].split("</p>")[0]
    told = "risulta nuova: nulla le corrisponde nei testi di questa edizione che la raccolta ha."
    assert f"27B1(b) del 2007 {told}" in came
    other = ('Nel Codice di Gara 1997 il numero <a href="../../1997/27/#B1b">27B1(b)</a> '
             "indica un’altra regola.")
    assert other in body
    none = "Nessuna regola corrisponde nei testi del Codice di Gara 1997 che la raccolta ha."
    assert none in PAGES["confronto/1997-2007/27/"].body
    assert 'numero <a href="#B1b">27B1(b)</a> indica un’altra regola.' in came
    assert "27A1</a> (accostamento incerto).</p>" in old
    assert "(accostamento incerto)" in PAGES["27/"].body
    choices = {choice.edition: choice for choice in PAGES["2007/27/"].choices}
    assert choices["1997"].address == "1997/27/"
    assert choices["2007"].current
    assert choices["2017"].remark == "testo non posseduto"


def test_a_letter_keeps_the_order_of_its_source() -> None:
    words = " ".join(words_of(PAGES["quesiti/renonce/"].body))
    order = ["Quando è consumata una renonce? Non era", "L’articolo dice:", "CARTA PENALIZZATA",
             "il dichiarante può scegliere.", "Un arbitro Fonte"]
    assert [words.index(part) for part in order] == sorted(words.index(part) for part in order)
    assert 'href="../../2007/50/"' in PAGES["quesiti/renonce/"].body


def test_the_contents_of_a_letter_name_the_articles_that_it_quotes() -> None:
    page = PAGES["quesiti/renonce/"]
    entries = [(entry.title, entry.level) for entry in page.contents]
    at = entries.index(("Art. 50 – CARTA PENALIZZATA (2007)", 2))
    assert entries[at + 1] == ("A. La carta rimane esposta", 3)


def test_the_apparatus_says_a_reason_once_and_opens_on_demand() -> None:
    blocks = list(b.walk(PAGES["apparato/"].blocks))
    for block in blocks:
        if isinstance(block, b.Items) and block.kind == "corrections":
            reasons = [str(item[0]) for item in block.items]
            assert len(reasons) == len(set(reasons))
    opened = [block for block in PAGES["apparato/"].blocks if isinstance(block, b.Items)]
    assert opened == [], "every long list is closed"


@pytest.mark.parametrize(("extra", "shown"), [
    ({}, "riga 2"), ({"lines": "2"}, "riga 2"), ({"lines": "2–9, 12"}, "righe 2–9, 12"),
])
def test_a_decision_about_lines_names_all_of_them(extra: dict[str, str], shown: str) -> None:
    decided = Correction(
        "x-1", "articolo-20", "columns", "Perché sì.", "Redazione", "2026-01-01", near=2,
        extra=extra,
    )
    book = replace(BOOK, corrections=(decided,))
    page = next(page for page in pages(book) if page.address == "apparato/")
    (link,) = re.findall(r'<a href="[^"]*articolo-20/#riga-2">([^<]*)</a>', page.body)
    assert link == shown


def test_equal_headings_of_a_guide_have_anchors_of_their_own() -> None:
    ids = ids_of(PAGES["guida/cenni/"].body)
    assert {"licita-insufficiente", "attacco-fuori-turno", "licita-insufficiente-2"} <= set(ids)


def test_the_source_stands_beside_its_structure() -> None:
    body = PAGES["apparato/articolo-20/"].body
    document = BOOK.document("articolo-20")
    assert document is not None
    assert [f"riga-{n}" for n in range(1, document.source.lines + 1)] == [
        found for found in ids_of(body) if found.startswith("riga-")
    ]
    assert "20B (2007)" in body


def test_every_page_has_the_words_of_its_text() -> None:
    for edition in BOOK.editions:
        for article in edition.articles:
            page = PAGES[f"{edition.id}/{article.number}/"]
            assert audit_article(page.body, article, BOOK.document_of(article)) is None
    for document in BOOK.documents:
        page = next((p for a, p in PAGES.items() if a.endswith(f"/{document.source.id}/")
                     and not a.startswith("apparato")), None)
        if page is not None:
            assert audit_document(page.body, document) is None


def test_pages_are_written_as_files(tmp_path: Path) -> None:
    written = write_pages(BOOK, tmp_path, (comparison(),))
    assert len(written) == len(PAGES)
    text = (tmp_path / "2007/27.md").read_text(encoding="utf-8")
    assert text.startswith("---\ntitle: \"Articolo 27, Codice di Gara 2007")
    assert "**(b)** se ha lo stesso significato" in text
    for file in written:
        for link in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", file.read_text(encoding="utf-8")):
            assert (file.parent / link).is_file(), (file, link)


HEAD = md.front_matter(title="x")
ODD = st.text(
    st.sampled_from(list("\\`*_{}[]()<>#+-.!|~^$&\"'=:;/%@?0123456789 abcèA\n\t\u00a0’“♥\x00\x1b")),
    max_size=60,
)


@given(ODD, ODD, ODD)
def test_any_text_comes_out_as_its_words(marker: str, heading: str, text: str) -> None:
    block = b.Provision("B1", "eid", "27B1", 1, marker, b.words(heading), 2, b.words(text))
    expected = " ".join(html.visible(part) for part in (marker, heading, text)).split()
    assert words_of(html.render([block], "2007/27/")) == expected
    assert words_of(rendered(HEAD + md.render([block], "2007/27/"), SITE_EXTENSIONS)) == expected


@given(ODD, ODD)
@example("", "&#0")
@example("", "a &#x41 b\n\n- &#65;\n")
def test_any_prose_comes_out_as_its_words(first: str, second: str) -> None:
    blocks = [b.Paragraph(b.words(first)), b.Lines(tuple(second.split("\n"))),
              b.Table(("x",), ((b.words(second),),)), b.Items(((b.say(first or "-"),),)),
              b.Quote((b.Paragraph(b.words(second)),))]
    made = words_of(html.render(blocks, "2007/27/"))
    assert words_of(rendered(HEAD + md.render(blocks, "2007/27/"), SITE_EXTENSIONS)) == made


def label(path: str) -> Label:
    return Label(41, tuple(path))


@pytest.mark.parametrize(
    ("text", "paths", "found"),
    [
        ("art. 41B", ["B"], ["art. 41B"]),
        ("paragrafi B e C", ["B", "C"], ["paragrafi B", "C"]),
        ("41B1, B2 e C", ["B1", "B2", "C"], ["41B1", "B2", "C"]),
        ("punti 1 e 2 precedenti", ["B1", "B2"], ["punti 1", "2 precedenti"]),
        ("da A a D", ["A", "B", "C", "D"], ["da A", "D"]),
        ("quanto sopra", ["A", "B"], ["quanto sopra"]),
    ],
)
def test_each_member_of_a_list_is_its_own_link(
    text: str, paths: list[str], found: list[str]
) -> None:
    places = members(text, tuple(Target("2007", label(path)) for path in paths))
    # “da A a D”: the preposition belongs to no member
    spelled = [text[start:end] for start, end, _ in places]
    assert spelled[0].startswith(found[0][:2])
    assert spelled[-1] == found[-1]


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Nord Est\n1♠ 1♥", ("Nord Est", "1♠ 1♥")),
        ("Nord\nEst\n1♠", ("Nord Est 1♠",)),  # a column of words says nothing by its lines
        ("Nord Est", ("Nord Est",)),
    ],
)
def test_a_diagram_keeps_the_lines_of_its_source(written: str, shown: tuple[str, ...]) -> None:
    source = Source("x", "x.txt", "0" * 64, written)
    text, at = Text(), 0
    for line in written.split("\n"):
        text = glue(text, verbatim("x", line, at), " ", "line-end")
        at += len(line) + 1
    assert as_lines(source, text) == shown
    # One long line breaks on a phone; several keep their columns, and the box scrolls.
    single = "rb-single" in html.render([b.Lines(shown, "diagram")], "")
    assert single == (len(shown) == 1)


def test_repeated_labels_do_not_share_an_anchor() -> None:
    twice = tuple(Paragraph(Label(1, ("A",)), plain("A."), None, plain(f"volta {n}")) for n in "12")
    article = Article("2007", "assumed", plain("TITOLO"), Paragraph(Label(1), plain("Art. 1"),
                      children=twice), "complete", "nessuna")
    edition = Edition("2007", "Codice 2007", "Il Codice", "Chi", "Diritti", "superseded", "Avviso",
                      articles=(article,))
    page = next(p for p in pages(Rulebook((edition,), ())) if p.address == "2007/1/")
    assert [i for i in ids_of(page.body) if i.startswith("A")] == ["A", "A-2"]
    assert audit_article(page.body, article, None) is None

"""Faults that Markdown, ids and comparisons of law texts have elsewhere: lost labels, moved ids."""

from __future__ import annotations

import re
import string
from dataclasses import replace
from pathlib import Path

import lxml.html
import markdown
import pytest
import sample_rulebook
import search_browser
from compare_tools import article, joined
from page_words import ids_of, words_of
from sample_site import bare

from rulebook.compare import compare_articles, compare_editions, load_terminology
from rulebook.label import ROMAN, Label, parse, path_of
from rulebook.model import Article, Edition, Paragraph, Rulebook
from rulebook.output import encode, read_json
from rulebook.publishing import markdown as md
from rulebook.publishing.addresses import Address
from rulebook.publishing.page import Page
from rulebook.publishing.pages import pages
from rulebook.publishing.published import Published
from rulebook.publishing.register import Register, Retired
from rulebook.publishing.site import SiteError, build_site, content
from rulebook.reading.assemble import read_bytes
from rulebook.text import Text, plain


def book_of(*articles: Article) -> Rulebook:
    edition = Edition("2007", "Codice 2007", "Codice", "Nessuno", "Di nessuno", "superseded",
                      "Un esempio.", articles=articles)
    return Rulebook((edition,), ())


def page_of(book: Rulebook, address: str) -> Page:
    return next(page for page in pages(book) if page.address == address)


def built(tree: dict[str, str], number: int = 5) -> Article:
    """An article of labels as they are printed, each below the one its path says."""
    def below(steps: tuple[str, ...]) -> Paragraph:
        written = Label(number, steps).canonical
        inner = [p for p in paths if len(p) == len(steps) + 1 and p[: len(steps)] == steps]
        marker = tree.get(written, f"Art. {number}")
        return Paragraph(Label(number, steps), plain(marker), None,
                         plain(f"testo di {written}.") if steps else Text(),
                         tuple(below(path) for path in inner))

    paths = [path for path in map(path_of, tree) if path]
    return Article("2007", "stated", plain("ELENCHI"), below(()), "complete", "fonte")


LISTS = {
    **{letter: f"{letter}." for letter in string.ascii_uppercase},
    **{f"Z{number}": f"{number}." for number in range(1, 13)},
    **{f"Z1({letter})": f"({letter})" for letter in string.ascii_lowercase},
    **{f"Z1(h)({roman})": f"({roman})" for roman in ROMAN[:10]},
}
OTHER_SIGNS = {
    "A": "A)", "B": "B -", "C": "C.", "C3": "3.", "C7": "7)", "C9": "[9]", "D": "* D.", "E": "# E",
    "F": "+ F", "G": "- G", "H": "1. H", "I": "> I", "J": "| J |", "K": "^K^", "L": "~L~",
}


@pytest.mark.parametrize("labels", [LISTS, OTHER_SIGNS], ids=["letters", "signs"])
def test_labels_are_text_and_keep_their_order_and_nesting(labels: dict[str, str]) -> None:
    page = page_of(book_of(built(labels)), "2007/5/")
    tree = lxml.html.fragment_fromstring(page.body, create_parent="div")
    found = [p for p in tree.xpath("//*[@data-eid]") if p.get("id")]
    paths = [p.canonical for p in (Label(5, path_of(one) or ()) for one in labels)]
    wanted = [Label(5, path_of(path) or ()).anchor for path in _sorted(paths)]
    assert [p.get("id") for p in found] == wanted
    for element in found:
        own = Label(5, path_of(element.get("id")) or ())
        label = labels[own.canonical]
        assert " ".join(words_of(lxml.html.tostring(element, encoding="unicode"))).startswith(
            f"{label} testo di {own.canonical}.")
        holder = element.xpath("ancestor::*[@data-eid][1]")
        assert [one.get("id") or "" for one in holder] == [own.parent.anchor if own.parent else ""]
    rendered = markdown.markdown(page.markdown, extensions=list(md.EXTENSIONS))
    assert words_of(rendered) == words_of(page.body)
    assert "<ol" not in rendered


def _sorted(paths: list[str]) -> list[str]:
    """Paths in reading order: each before what lies below it."""
    order = {path: at for at, path in enumerate(paths)}
    steps = {path: path_of(path) or () for path in paths}
    return sorted(paths, key=lambda path: [
        order[Label(5, steps[path][:n]).canonical] for n in range(1, len(steps[path]) + 1)
    ])


def test_an_id_stands_before_the_label_that_it_names() -> None:
    """In the HTML on the provision's own element, in the Markdown directly before the label."""
    book = sample_rulebook.rulebook()
    made = {page.address: page for page in pages(book)}
    for held in (a for edition in book.editions for a in edition.articles):
        page = made[f"{held.edition}/{held.number}/"]
        rendered = lxml.html.fragment_fromstring(
            markdown.markdown(page.markdown, extensions=list(md.EXTENSIONS)), create_parent="div")
        whole = lxml.html.fragment_fromstring(page.body, create_parent="div")
        for provision in held.provisions():
            if not provision.label.path or not provision.label.numbered:
                continue
            marker = "".join(str(provision.marker).split())
            (own,) = whole.xpath("//*[@id=$id]", id=provision.label.anchor)
            (mark,) = rendered.xpath("//a[@id=$id]", id=provision.label.anchor)
            assert "".join(own.text_content().split()).startswith(marker)
            assert "".join(mark.getparent().text_content().split()).startswith(marker)


def test_other_headings_leave_all_ids_of_provisions() -> None:
    book = sample_rulebook.rulebook()

    def renamed(paragraph: Paragraph) -> Paragraph:
        heading = plain("♠♥ Perché è così") if paragraph.heading else None
        return replace(paragraph, heading=heading,
                       children=tuple(map(renamed, paragraph.children)))

    editions = tuple(
        replace(e, articles=tuple(replace(a, root=renamed(a.root)) for a in e.articles))
        for e in book.editions
    )
    before, after = (
        {page.address: ids_of(page.body) for page in pages(one) if page.label}
        for one in (book, replace(book, editions=editions))
    )
    assert before == after


def test_every_id_of_a_held_provision_reads_back_to_its_path() -> None:
    book = search_browser.corpus_rulebook()
    count = 0
    for edition in book.editions:
        for held in edition.articles:
            if not held.label.numbered:
                continue
            labels = [p.label for p in held.provisions() if p.label.path]
            assert len({label.anchor for label in labels}) == len({label.eid for label in labels})
            assert len({label.anchor for label in labels}) == len(labels)
            for label in labels:
                assert parse(f"{label.article}{'.' * label.anchor.startswith('p')}"
                             f"{label.anchor.removeprefix('p')}") == label
                count += 1
    assert count > 50


def test_five_blocks_of_a_nested_list_are_five_elements() -> None:
    book = search_browser.corpus_rulebook()
    tree = lxml.html.fragment_fromstring(
        page_of(book, "2007/20/").body, create_parent="div")
    held = book.by_id["2007"].article(20)
    assert held
    inner = [p.label for p in held.provisions() if p.label in Label(20, ("F", "5"))]
    assert len(inner) >= 5
    for label in inner:
        (element,) = tree.xpath("//*[@id=$id]", id=label.anchor)
        (holder, *_) = element.xpath("ancestor::*[@data-eid][1]")
        assert label.parent
        assert holder.get("id") == label.parent.anchor
        assert element.tag == "div"


TYPED = (
    "dell'[Articolo 12](x), '97, un'*altra* \"cosa\" -- e ... (c) 1/2 <B1> a < b, N & S _x_ "
    "{: #y } [^1] $1$ ~ ripetute(*) e (**) così(***)."
)


@pytest.mark.parametrize("text", [TYPED, TYPED.replace("'", "’").replace('"', "“")])
def test_no_character_is_made_nicer_by_the_build(text: str) -> None:
    held = article({"A": text, "B": "Resta."}, 5, "2007")
    page = page_of(book_of(held), "2007/5/")
    for html in (page.body, markdown.markdown(page.markdown, extensions=list(md.EXTENSIONS))):
        shown = " ".join(words_of(html))
        assert " ".join(text.split()) in shown
        tree = lxml.html.fragment_fromstring(html, create_parent="div")
        assert not tree.xpath("//em|//i|//b1")


# ── Comparing ─────────────────────────────────────────────────────────────────────────────────

PRINTED = """ARTICOLO 31 – LICITA FUORI TURNO
A. Accettazione
La licita è accettata se l’avversario{first} di sinistra chiama dopo di essa{second}.
B. Annullamento
La licita è annullata e la licitazione torna{third} a chi spettava.
{notes}"""
BARE = PRINTED.format(first="", second="", third="", notes="")


@pytest.mark.parametrize("marks", [
    {"first": "(*)", "second": "", "third": "", "notes": "(*) Si intende chi siede a sinistra."},
    {"first": "", "second": "7", "third": "",
     "notes": "7 Una chiamata è anche il passo, e basta ad accettare."},
    {"first": "", "second": "(1)", "third": "(2)",
     "notes": "(1) Una chiamata è anche il passo.\n(2) (N.d.T.) Nel testo inglese: “reverts”."},
])
def test_a_note_on_one_side_is_no_difference(marks: dict[str, str]) -> None:
    (plain_one,), (noted,) = (
        read_bytes(text.encode(), "fonte.txt").articles
        for text in (BARE, PRINTED.format(**marks))
    )
    terminology = load_terminology(b"", "none")
    comparison = compare_articles(plain_one, noted, old_edition="1997", new_edition="2007",
                                  number=31, terminology=terminology)
    assert {pair.change for pair in comparison.pairs} == {"unchanged"}
    assert {op for pair in comparison.pairs for op, _ in pair.words} <= {"equal"}


def test_a_moved_phrase_leaves_all_common_words_unmarked() -> None:
    phrase = "salvo che l’arbitro abbia deciso altrimenti, "
    old = article({"A": f"Il giocatore, {phrase}passa finché la mano non sia finita."})
    new = article({"A": f"Il giocatore passa, {phrase}finché la mano non sia finita."}, 27, "2007")
    (pair,) = compare_articles(old, new, old_edition="1997", new_edition="2007", number=27,
                               terminology=load_terminology(b"", "none")).pairs
    marked = "".join(text for op, text in pair.words if op != "equal")
    assert "arbitro" not in marked
    assert "mano" not in marked
    assert "passa finché" in joined(pair.words, "insert")


# ── Addresses ─────────────────────────────────────────────────────────────────────────────────

@pytest.mark.parametrize(("to", "told"), [
    (Address("2007/27/", "B1b"), None),
    (Address("2007/27/", "B99z"), "“to” leads to 2007/27/#B99z, which no page has"),
    (Address("2007/94/"), "“to” leads to 2007/94/, which no page has"),
])
def test_a_retired_address_leads_to_a_place_that_is_there(
    to: Address, told: str | None, tmp_path: Path
) -> None:
    book = sample_rulebook.rulebook()
    small = replace(book, editions=tuple(replace(e, known=()) for e in book.editions))
    retired = (Retired(Address("2007/95/"), "Il numero non è mai esistito.", to),)
    published = Published(Register({}, retired))
    if told is None:
        build_site(content(small, published=published), tmp_path / "site", render=bare)
        html = (tmp_path / "site/2007/95/index.html").read_text(encoding="utf-8")
        assert 'href="../27/#B1b"' in html
        return
    with pytest.raises(SiteError, match=re.escape(told)):
        build_site(content(small, published=published), tmp_path / "site", render=bare)


def test_an_article_that_an_edition_lacks_is_no_dead_link(tmp_path: Path) -> None:
    book = sample_rulebook.rulebook()
    old = replace(book.by_id["1997"], known=())
    new = replace(book.by_id["2007"], known=())
    found = compare_editions(old, new, load_terminology(b"", "none"))
    assert {p.label.article for a in new.articles for p in a.provisions()} > {"definizioni", 50}
    build_site(
        content(replace(book, editions=(old, new)), comparisons=found.comparisons),
        tmp_path / "site", render=bare,
    )
    html = (tmp_path / "site/2007/definizioni/index.html").read_text(encoding="utf-8")
    assert 'href="../../1997/"' in html


# ── Reading ───────────────────────────────────────────────────────────────────────────────────

HEADINGS = (
    "ARTICOLO 5 - SCELTA DEL POSTO", "Articolo 5: Scelta del posto", "Art. 5 – SCELTA DEL POSTO",
    "ART. 5 SCELTA DEL POSTO", "ARTICOLO 5\nSCELTA DEL POSTO",
    "A R T I C O L O  5\nSCELTA DEL POSTO",
)
POINTS = """A. Scelta della sedia
Chi arriva per primo sceglie. Gli altri si siedono dopo.
B. Cambio
1. Durante la sessione non si cambia sedia. L’Arbitro può fare eccezioni.
2. Fra una sessione e l’altra si è liberi. Vale anche per le squadre.
"""


def test_any_spelling_of_a_heading_gives_one_outline() -> None:
    found = []
    for heading in HEADINGS:
        data = read_json(read_bytes(f"{heading}\n{POINTS}".encode(), "fonte.txt"))
        (held,) = data.articles
        found.append((held.number, held.status, (held.title or "").lower(),
                      [(p.path, p.heading, p.text) for p in held.provisions]))
    assert all(one == found[0] for one in found), found
    assert encode(data)


@pytest.mark.parametrize("break_at", range(1, 12))
def test_a_citation_at_a_line_start_begins_no_provision(break_at: int) -> None:
    words = ("La licita resta, come in B1(b) se era naturale, o nel punto A. Altrimenti vale "
             "(c) quando il caso è quello detto.").split()
    cut = " ".join(words[:break_at]) + "\n" + " ".join(words[break_at:])
    text = f"ARTICOLO 31 – LICITA\nA. Uno\n{cut}\nB. Due\nIl gioco prosegue. Nessuno parla.\n"
    (held,) = read_bytes(text.encode(), "fonte.txt").articles
    assert [p.label.canonical for p in held.provisions()] == ["", "A", "B"]


def test_a_letter_for_a_figure_is_told_and_never_changed() -> None:
    text = (
        "ARTICOLO 31 – LICITA\nA. Uno\nLa licita è accettata. Nessuno parla.\nB. Due\n"
        "I. Quando la licita è annullata, si passa.\n"
        "2. Altrimenti vedi 27Blb e l’art. l2, e basta.\n"
    )
    document = read_bytes(text.encode(), "fonte.txt")
    (held,) = document.articles
    shown = " ".join(str(p.text) for p in held.provisions())
    assert "I. Quando" in shown
    assert "27Blb e l’art. l2" in shown
    proposed = {(c.before, c.after) for c in document.changes if c.cls == "proposed"}
    assert ("27Blb", "27B1b") in proposed
    assert any("12" in after for _, after in proposed)
    assert not [c for c in document.changes if c.cls == "mechanical"]
    assert "outline-gap" in {issue.code for issue in document.issues}, "B1 is missed"

"""PDFs read back: tags, language, outline, links, fonts, and what is printed on every page."""

from __future__ import annotations

import io
import itertools
import re
import string
from functools import cache

import code_generator
import pikepdf
import pytest
import sample_rulebook
from hypothesis import given, settings
from hypothesis import strategies as st
from pdf_reader import Element, Pdf
from pdf_words import blocks

from rulebook.commands.editions import comparisons
from rulebook.compare import EditionComparison
from rulebook.model import Rulebook
from rulebook.publishing import blocks as b
from rulebook.publishing.page import Page
from rulebook.publishing.pdf import (
    Imprint,
    NothingToPrintError,
    Paper,
    PaperError,
    pdf_article,
    pdf_cards,
    pdf_comparison,
    pdf_document,
    pdf_edition,
    pdf_guide,
    print_booklet,
)
from rulebook.publishing.pdf.cards import cards_booklet
from rulebook.publishing.situations import Handbook
from rulebook.publishing.situations_file import embedded_handbook
from rulebook.reading.assemble import rulebook_of
from rulebook.reading.holdings.corpus import load

RELEASE = Imprint("1.2", "2026-11-30")
SITE = "https://codice.example.org/bridge/"
SIZES = {"a4": (210, 297), "a5": (148, 210), "a6": (105, 148)}


@cache
def corpus() -> Rulebook:
    return rulebook_of(load(None))


@cache
def compared() -> EditionComparison:
    return comparisons(load(None), corpus())[0]


def card(title: str, *texts: str) -> Page:
    """A page as a card: its heading and a paragraph for each text."""
    blocks = (b.Heading(1, b.words(title), "_inizio"), *(b.say(text) for text in texts))
    name = "".join(filter(str.isalnum, title)) or "carta"
    return Page(f"tavolo/{name}/", title, title, "situation", blocks, short=title)


def printed(pages: list[Page], paper: Paper = "a4") -> Pdf:
    return Pdf(print_booklet(cards_booklet(pages).on(None, RELEASE, paper)))


@cache
def made(kind: str, site: str | None = None, paper: str = "a4") -> Pdf:
    how = (paper, site, RELEASE)
    return Pdf({
        "edition": lambda: pdf_edition(corpus(), "2007", *how),
        "article": lambda: pdf_article(corpus(), "2007", 27, *how),
        "truncated": lambda: pdf_article(corpus(), "2007", 9, *how),
        "comparison": lambda: pdf_comparison(corpus(), compared(), *how),
        "guide": lambda: pdf_guide(corpus(), *how),
        "letter": lambda: pdf_document(corpus(), "di-sacco-renonce", *how),
        "commentary": lambda: pdf_document(corpus(), "figb-articolo-27", *how),
        "cards": lambda: pdf_cards(corpus(), embedded_handbook(), *how),
        "sample": lambda: pdf_edition(sample_rulebook.rulebook(), "2007", *how),
    }[kind]())


KINDS = (
    "edition", "article", "truncated", "comparison", "guide", "letter", "commentary", "cards",
    "sample",
)


@pytest.mark.parametrize("kind", KINDS)
def test_it_says_that_it_is_pdf_ua(kind: str) -> None:
    pdf = made(kind)
    root = pdf.file.Root
    assert "<pdfuaid:part>1</pdfuaid:part>" in pdf.metadata
    assert root.MarkInfo.Marked
    assert str(root.Lang) == "it-IT"
    assert root.ViewerPreferences.DisplayDocTitle
    assert str(pdf.file.docinfo.Title).strip()
    assert pdf.root.all("P")


@pytest.mark.parametrize("kind", KINDS)
def test_all_fonts_are_embedded_and_known(kind: str) -> None:
    # B053
    fonts = made(kind).fonts
    assert fonts
    assert all(fonts.values())
    names = {re.sub(r"^/[A-Z]+\+|-.*", "", name) for name in fonts}
    assert names <= {"LibertinusSerif", "DejaVuSansMono"}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("site", [None, SITE])
def test_every_link_has_an_end(kind: str, site: str | None) -> None:
    # B047, B048, B051
    pdf = made(kind, site)
    for _, target, address in pdf.links:
        if address is None:
            assert 1 <= pdf.target_page(target) <= len(pdf.file.pages)
        else:
            assert site
            assert address.startswith(site)
    if site is None:
        assert not any(address for _, _, address in pdf.links)


@pytest.mark.parametrize("kind", KINDS)
def test_names_of_places_are_plain(kind: str) -> None:
    names = made(kind, SITE).names  # B050: some readers stumble over brackets
    assert all(re.fullmatch(r"[A-Za-z0-9-]+", name) for name in names)


@pytest.mark.parametrize("kind", KINDS)
def test_no_path_of_a_machine_is_in_the_file(kind: str) -> None:
    # B049
    out = io.BytesIO()
    made(kind, SITE).file.save(out, compress_streams=False, stream_decode_level=pikepdf.
                               StreamDecodeLevel.generalized, qdf=True)
    data = out.getvalue()
    for hint in (b"file:", b"/home/", b"/root/", b"/tmp/", b"main.typ", b"template"):
        assert hint not in data


@pytest.mark.parametrize("kind", KINDS)
def test_headings_never_skip_a_level(kind: str) -> None:
    levels = [int(x.tag[1]) for x in made(kind).root.walk() if re.fullmatch(r"H[1-6]", x.tag)]
    assert levels[0] == 1
    assert all(below - above <= 1 for above, below in itertools.pairwise(levels))


@pytest.mark.parametrize("kind", KINDS)
def test_the_outline_is_that_of_the_headings(kind: str) -> None:
    pdf = made(kind)
    headings = [
        " ".join(x.words) for x in pdf.root.walk() if re.fullmatch(r"H[1-6]", x.tag)
    ]
    assert [" ".join(title.split()) for _, title in pdf.outline] == headings


@pytest.mark.parametrize("kind", ["edition", "guide"])
def test_contents_name_the_pages(kind: str) -> None:
    pdf = made(kind)
    entries = pdf.root.all("TOCI")
    assert entries
    numbers = [re.findall(r"\d+$", " ".join(x.text.split())) for x in entries]
    targets = [pdf.target_page(target) for page, target, _ in pdf.links if page == 2]
    assert [int(found[0]) for found in numbers] == targets


@pytest.mark.parametrize("kind", KINDS)
def test_every_page_says_edition_release_date_and_address(kind: str) -> None:
    pdf = made(kind, SITE)
    for number, text in enumerate(pdf.artifacts, 1):
        said = " ".join(text.split())
        assert "versione 1.2 del 30 novembre 2026" in said
        assert SITE in said
        assert str(number) in said
    if kind in ("edition", "article", "truncated"):
        assert all("Codice di Gara 2007" in text for text in pdf.artifacts)


def test_running_heads_name_the_articles() -> None:
    pdf = made("edition", None, "a5")
    starts: dict[int, list[str]] = {}
    for element in pdf.root.all("H1"):
        found = re.match(r"(?:ARTICOLO|Art\.) (\d+) ", " ".join(element.words))
        if found and element.page is not None:
            starts.setdefault(element.page, []).append(found[1])
    assert starts
    for page, numbers in starts.items():
        for number in numbers:
            assert re.search(rf"Artt?\. (?:\d+(?:, |–))?{number}(?!\d)", pdf.artifacts[page]), page


def test_a_release_without_a_date_is_printed_without() -> None:
    pdf = Pdf(pdf_article(corpus(), "2007", 20))
    assert "versione" not in "".join(pdf.artifacts)
    assert "CreateDate" not in pdf.metadata
    assert "/CreationDate" not in pdf.file.docinfo


def test_the_state_of_the_edition_is_said_first() -> None:
    for kind in ("edition", "article"):
        first = [" ".join(block.words) for block in blocks(made(kind))]
        told = next(i for i, text in enumerate(first) if "Non più in vigore" in text)
        law = next(i for i, text in enumerate(first) if text.startswith(("A.", "Una")))
        assert told < law


@pytest.mark.parametrize("kind", ["edition", "article", "comparison", "guide", "letter"])
def test_rights_are_noted(kind: str) -> None:
    text = " ".join(made(kind).root.text.split())
    assert re.search(r"[Ff]a fede il testo ufficiale", text)
    assert "World Bridge Federation" in text


def _figures(pdf: Pdf) -> list[Element]:
    return pdf.root.all("Figure")


@pytest.mark.parametrize("kind", ["edition", "article", "letter", "cards"])
def test_qr_codes_only_with_a_public_address(kind: str) -> None:
    assert not _figures(made(kind))
    assert _figures(made(kind, SITE))


def test_what_was_looked_at_has_its_sign_without_a_public_address_too() -> None:
    signs = ["".join(made("cards", site).artifacts).count("✓") for site in (SITE, None)]
    assert signs[0] == signs[1] > 50


def _references(pdf: Pdf) -> list[tuple[int, int, str]]:
    """Page, target page and the artifact that follows, for links inside the law."""
    found = []
    for number, target, address in pdf.text_links:
        if address is None:
            found.append((number, pdf.target_page(target), pdf.artifacts[number - 1]))
    return found


@pytest.mark.parametrize("paper", ["a4", "a5"])
def test_a_citation_prints_the_page_it_leads_to(paper: str) -> None:
    pdf = Pdf(pdf_edition(code_generator.generate(articles=14), "2007", paper, release=RELEASE))
    elsewhere = [(at, to, said) for at, to, said in _references(pdf) if at != to and at > 2]
    assert len(elsewhere) > 20
    for _, to, said in elsewhere:
        assert f"p. {to}" in said
    for number, said in enumerate(pdf.artifacts, 1):
        told = {int(page) for page in re.findall(r"p\. (\d+)", said)}
        assert told <= {to for at, to, _ in _references(pdf) if at == number}


def test_a_citation_of_what_is_not_printed_has_no_page_and_leads_to_the_site() -> None:
    pdf = made("article", SITE)
    addresses = {address for _, _, address in pdf.links if address}
    assert f"{SITE}2007/26/" in addresses
    text = " ".join(pdf.root.text.split())
    assert "Articolo 26, e vedi" in text


def _page(element: Element) -> int:
    return min(page for inner in element.walk() for page in inner.pages)


@pytest.mark.parametrize("paper", ["a4", "a5"])
@pytest.mark.parametrize("seed", [7, 8, 9])
def test_a_note_stands_where_it_is_called(paper: str, seed: int) -> None:
    rulebook = code_generator.generate(seed, editions=("2007",), articles=25)
    pdf = Pdf(pdf_edition(rulebook, "2007", paper, release=RELEASE))
    checked = 0
    for holder in pdf.root.walk():
        inner = [child for child in holder.children if isinstance(child, Element)]
        for call, note in itertools.pairwise(inner):
            if call.is_call and note.tag == "Note":
                assert 0 <= _page(note) - _page(call) <= 1, " ".join(note.words)
                checked += 1
    assert checked > 5


def test_a_note_that_is_called_again_leads_to_the_one_note() -> None:
    pdf = made("sample")
    texts = [" ".join(note.words) for note in pdf.root.all("Note")]
    assert texts.count("A voce si risponde con chiarezza (vedi 20D).") == 1
    calls = [x for x in pdf.root.walk() if x.is_call and "".join(x.whole.split()) == "(*)"]
    assert len(calls) == 4  # three calls, and the mark of the note


def test_the_same_input_gives_the_same_bytes() -> None:
    again = pdf_edition(sample_rulebook.rulebook(), "2007", "a4", None, RELEASE)
    assert again == made("sample").data


def test_tables_have_heads_with_their_scope() -> None:
    # B057
    pdf = made("comparison")
    heads = pdf.root.all("TH")
    assert heads
    assert all(str(head.attributes.get("/Scope")) == "/Column" for head in heads)
    assert all(head.words for head in heads)


def test_each_side_of_a_comparison_has_its_own_text() -> None:
    pdf = made("comparison")
    printed = {
        " ".join(word for part in cell.all("P") for word in part.words)
        for cell in pdf.root.all("TD")
    }
    comparison = compared().comparison(27)
    assert comparison
    checked = 0
    for pair in comparison.pairs:
        for keep, labels in (("delete", pair.old), ("insert", pair.new)):
            words = [
                " ".join("".join(t for op, t in part if op in ("equal", keep)).split())
                for part in (pair.heading_words, pair.words)
            ]
            if labels and pair.words and pair.heading_words:
                assert " ".join(filter(None, words)) in printed
                checked += 1
    assert checked > 5


def test_suits_are_red_and_black() -> None:
    pdf = made("commentary")
    colours: dict[str, set[str]] = {}
    for sign, colour in pdf.coloured("♠♥♦♣"):
        colours.setdefault(sign, set()).add(colour)
    assert set(colours) == set("♠♥♦♣")
    assert colours["♥"] == colours["♦"]
    assert not colours["♥"] & (colours["♠"] | colours["♣"])


@pytest.mark.parametrize("width", ["a5", "a6"])
def test_no_line_ends_with_an_elision(width: str) -> None:
    # B059
    elided = "dell’irregolarità sull’opportunità nell’interpretazione all’improvviso un’altra "
    texts = [f"{'io ' * shift}{elided}" for shift in range(12)]
    pdf = printed([card("L’irregolarità", *texts)], width)
    lines = [line.rstrip() for line in pdf.lines]
    assert not [line for line in lines if line.endswith("’")]
    broken = [line for line in lines if line.endswith("\u00ad")]
    assert any("’" in line.split(" ")[-1] for line in broken)
    text = " ".join(pdf.root.text.split())
    assert elided.strip() in text


@given(st.text(
    st.sampled_from(string.printable.strip() + " " * 8 + "\nàèéìòùÀÈÉ’‘“”«»–—…°ªº♠♥♦♣•§¹²½×€"),
    min_size=1, max_size=80,
))
@settings(max_examples=40)
def test_any_text_is_printed_as_it_is(text: str) -> None:
    pdf = printed([card("Prova", text, f"fine{text}fine")])
    found = [" ".join(block.words) for block in blocks(pdf)]
    assert " ".join(f"fine{text}fine".split()) in found
    assert not text.strip() or " ".join(text.split()) in found


def test_hostile_texts_are_printed_as_texts() -> None:
    hostile = (
        "#set page(fill: red) $x$ *a* _b_ <c> @d \\ [e] ~ // f - g = h `i` #panic() "
        '/* k */ "l" {m} &amp; %n <script>alert(1)</script> #import "x"'
    )
    pdf = printed([card(hostile, f"= {hostile}", f"- {hostile}")])
    text = " ".join(pdf.root.text.split())
    assert text.count(" ".join(hostile.split())) == 3


def test_a_sign_without_a_glyph_stops_the_print_and_is_named() -> None:
    with pytest.raises(PaperError, match=r"Prova.*Sono 漢 segni.*U\+6F22"):
        printed([card("Prova", "Sono 漢 segni")])


def test_two_places_with_one_name_stop_the_print() -> None:
    with pytest.raises(PaperError, match="two places"):
        printed([card("Prova", "uno"), card("Prova", "due")])


@pytest.mark.parametrize(("number", "edition"), [(16, "2007"), (27, "2017")])
def test_what_is_not_held_is_not_printed(number: int, edition: str) -> None:
    with pytest.raises(NothingToPrintError, match="does not hold"):
        pdf_article(corpus(), edition, number)


def test_what_is_not_known_is_refused() -> None:
    with pytest.raises(PaperError, match="2031"):
        pdf_edition(corpus(), "2031")
    with pytest.raises(PaperError, match="nessuno"):
        pdf_document(corpus(), "nessuno")
    with pytest.raises(NothingToPrintError, match="no text"):
        pdf_edition(corpus(), "2017")
    with pytest.raises(NothingToPrintError, match="no situations"):
        pdf_cards(corpus(), Handbook())


@pytest.mark.parametrize(
    "paper", ["a6", *(pytest.param(other, marks=pytest.mark.long) for other in ("a4", "a5"))]
)
def test_each_card_is_on_one_sheet_of_its_size(paper: str) -> None:
    pdf = made("cards", SITE, paper)
    assert len(pdf.file.pages) == len(embedded_handbook().situations)
    width, height = (float(x) * 25.4 / 72 for x in pdf.file.pages[0].MediaBox[2:])
    assert (round(width), round(height)) == SIZES[paper]

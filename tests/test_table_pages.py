"""Cards, flags and commentary as pages: what they say, and what they never say."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest
from sample_rulebook import comparison
from sample_rulebook import rulebook as sample

from rulebook.label import parse
from rulebook.model import Rulebook
from rulebook.publishing import blocks as b
from rulebook.publishing.audit_pages import audit_document
from rulebook.publishing.check_site import ids_in
from rulebook.publishing.library import Library
from rulebook.publishing.page import Page
from rulebook.publishing.pages import pages
from rulebook.publishing.register import ADDRESSES, parse_register
from rulebook.publishing.situations import Handbook, Situation, Statement
from rulebook.publishing.situations_checks import holding
from rulebook.publishing.situations_file import embedded_handbook
from rulebook.reading.assemble import load_rulebook

HANDBOOK = embedded_handbook()
GUIDE = "croci-cenni-di-regolamento"
CARDS = pytest.mark.parametrize("card", HANDBOOK.situations, ids=lambda card: card.id)


@pytest.fixture(scope="module")
def book() -> Rulebook:
    return load_rulebook()


@pytest.fixture(scope="module")
def made(book: Rulebook) -> dict[str, Page]:
    return {page.address: page for page in pages(book, handbook=HANDBOOK)}


def words_of(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


def test_what_is_cited_otherwise_keeps_its_addresses(made: dict[str, Page]) -> None:
    """No article that is only cited loses an anchor that was published: a card that names 13D2
    where it named 13D leaves 13D a place."""
    published = files("rulebook").joinpath("corpus", ADDRESSES).read_text("utf-8")
    stubs = {
        address: anchors for address, anchors in parse_register(published).places.items()
        if address in made and made[address].kind in ("stub", "article")
    }
    assert len(stubs) > 50
    lost = {
        address: sorted(anchors - set(ids_in(made[address].body)))
        for address, anchors in stubs.items()
    }
    assert {address: anchors for address, anchors in lost.items() if anchors} == {}


# ── Cards ─────────────────────────────────────────────────────────────────────────────────────

@CARDS
def test_the_arbiter_comes_before_the_options(card: Situation, made: dict[str, Page]) -> None:
    body = made[f"tavolo/{card.id}/"].body
    order = ["rb-happened", "rb-first", "rb-notice-edition", "rb-decides", "rb-options"]
    places = [body.index(name) for name in order]
    assert places == sorted(places)
    assert "Regola del 2007" in words_of(body)
    assert "il Codice 2017 è successivo" in words_of(body)


@CARDS
def test_each_option_cites_its_provision_and_edition(
    card: Situation, made: dict[str, Page], book: Rulebook
) -> None:
    body = made[f"tavolo/{card.id}/"].body
    notice = words_of(body[body.index("rb-notice-edition") : body.index("rb-decides")])
    for number, option in enumerate(card.options, 1):
        start = body.index(f'id="opzione-{number}"')
        html = body[start : body.index("</li>", start)]
        for label in option.grants:
            name = str(label) if label.path else f"art. {label}"
            assert f">{name} · {card.edition}</a>" in html
            state = holding(book, card.edition, label)
            assert f"rb-grant rb-{state}" in html
            if state != "held":
                assert name in notice, "what nobody could check is said before the options"


@CARDS
def test_a_card_says_what_became_of_the_rule(card: Situation, made: dict[str, Page]) -> None:
    text = words_of(made[f"tavolo/{card.id}/"].body)
    for later in card.later:
        assert later.say in text
        assert "Questa raccolta non ha questo testo: lo dice la redazione." in text


def test_the_list_has_every_card_once(made: dict[str, Page]) -> None:
    body = made["tavolo/"].body
    for card in HANDBOOK.situations:
        assert body.count(f'href="{card.id}/"') == 1


def test_the_home_page_has_search_then_tiles(made: dict[str, Page]) -> None:
    body = made[""].body
    assert body.index("rb-open-search") < body.index("rb-tile") < body.index("edizioni")
    assert 'href="tavolo/attacco-fuori-turno/"' in body


def test_no_page_of_a_card_calls_an_edition_in_force(made: dict[str, Page]) -> None:
    for address, page in made.items():
        if address.startswith("tavolo/"):
            assert "vigente" not in page.body.lower()
            assert "in vigore" not in page.body.lower()


def test_a_card_is_markdown_too(made: dict[str, Page]) -> None:
    text = made["tavolo/licita-insufficiente/"].markdown
    assert "**Chiama l’Arbitro**" in text
    assert "27B1\\(b) · 2007" in text or "27B1(b) · 2007" in text


def test_a_corpus_without_the_guide_has_cards_all_the_same() -> None:
    other = {page.address: page for page in pages(sample(), (comparison(),), handbook=HANDBOOK)}
    assert "tavolo/renonce-consumata/" in other
    assert "La guida" not in words_of(other["tavolo/renonce-consumata/"].body)


def test_without_a_handbook_there_is_no_table(book: Rulebook) -> None:
    bare = {page.address: page for page in pages(book)}
    assert not [address for address in bare if address.startswith("tavolo/")]
    assert "rb-tile" not in bare[""].body
    assert "rb-flag" not in bare[f"guida/{GUIDE}/"].body


def test_a_card_that_a_text_contradicts_says_so(book: Rulebook) -> None:
    card = HANDBOOK.situations[0]
    wrong = Situation(
        card.id, card.title, card.group, card.happened, card.decides, "2007",
        (Statement("Così no.", (parse("63Z"),)),),
    )
    made = {p.address: p for p in pages(book, handbook=Handbook(situations=(wrong,)))}
    text = words_of(made[f"tavolo/{card.id}/"].body)
    assert "Il testo della raccolta non ha: 63Z." in text
    assert 'id="Z"' in made["2007/63/"].body


# ── The guide's flags ─────────────────────────────────────────────────────────────────────────

def test_every_flag_stands_beside_its_paragraph(made: dict[str, Page]) -> None:
    guide = HANDBOOK.flags(GUIDE)
    assert guide is not None
    body = made[f"guida/{GUIDE}/"].body
    assert len(re.findall('class="rb-flag[ "]', body)) == len(guide.flags)
    for line, flags in guide.by_line.items():
        text = words_of(body[body.index(f'id="riga-{line}"') :][:12000])
        for flag in flags:
            assert flag.say in text, line


def test_a_reader_is_warned_before_the_words_of_an_old_rule(
    made: dict[str, Page], book: Rulebook
) -> None:
    guide = HANDBOOK.flags(GUIDE)
    assert guide is not None
    page = made[f"guida/{GUIDE}/"]
    for line, flags in guide.by_line.items():
        before = page.body[: page.body.index(f'id="riga-{line}"')]
        warning = r'<p class="rb-ahead">[^<]*</p>\s*<div class="rb-beside">\s*<[^>]*$'
        warned = re.search(warning, before)
        assert bool(warned) == any(flag.differs for flag in flags), line
    assert "Il passo qui sotto – non più: è cambiato nel 2007." in words_of(page.body)
    guides = [document for document in book.documents if document.source.id == GUIDE]
    assert not audit_document(page.body, guides[0]), "the warning is none of the guide's own words"


def test_a_document_says_at_every_depth_of_which_edition_it_speaks(made: dict[str, Page]) -> None:
    assert made[f"guida/{GUIDE}/"].about == "sul 1997"
    assert made["commenti/figb-articolo-27/"].about == "sul 2007 · del 2008"


def test_the_guides_own_words_are_untouched(made: dict[str, Page], book: Rulebook) -> None:
    page = made[f"guida/{GUIDE}/"]
    bare = {p.address: p for p in pages(book)}[page.address]
    own = [block for block in b.walk(bare.blocks) if isinstance(block, b.Paragraph)
           and block.anchor and block.anchor.startswith("riga-")]
    now = [block for block in b.walk(page.blocks) if isinstance(block, b.Paragraph)
           and block.anchor and block.anchor.startswith("riga-")]
    assert [(o.marker, b.plain_text(o.inlines)) for o in own] == [
        (n.marker, b.plain_text(n.inlines)) for n in now
    ]


@pytest.mark.parametrize(
    ("say", "state"),
    [
        ("L’avversario a sinistra può accettare la licita insufficiente", "Il Codice dice altro"),
        ("Se l’avversario di destra passa", "Vale ancora"),
        ("Regola vecchia: nel 1997 la domanda", "Non più: è cambiato nel 2007"),
        ("Un turno di passo e poi liberi", "Non più: è cambiato nel 2017"),
        ("Possono seguire restrizioni", "Nel 1997 e nel 2007 il Codice dice altro"),
        ("La riserva si annuncia", "Nel 2007 il Codice dice altro"),
    ],
)
def test_a_flag_says_since_when(say: str, state: str, made: dict[str, Page]) -> None:
    text = words_of(made[f"guida/{GUIDE}/"].body)
    assert f"{state} {say}" in text


def test_a_flag_that_nobody_could_check_says_so(made: dict[str, Page]) -> None:
    body = made[f"guida/{GUIDE}/"].body
    flags = re.findall(r'<div class="rb-flag[^"]*">.*?</div>', body, re.DOTALL)
    for html in flags:
        held, missing = "rb-grant rb-held" in html, re.search(r"rb-grant rb-(missing|cut)", html)
        text = words_of(html)
        assert ("Non verificato" in text) == (not held)
        assert ("Dove manca il segno ✓" in text) == (held and missing is not None)
        assert ("Dove c’è il segno ?" in text) == ("rb-doubted" in html)


def test_every_section_leads_to_its_card_and_to_the_code(made: dict[str, Page]) -> None:
    body = made[f"guida/{GUIDE}/"].body
    assert body.count('class="rb-at-table"') == 14
    assert '<a href="../../tavolo/renonce-consumata/">Renonce consumata</a>' in body
    assert '<a href="../../62/#B">62B</a>' in body


def test_the_options_of_the_guide_have_their_own_anchors(made: dict[str, Page]) -> None:
    body = made[f"guida/{GUIDE}/"].body
    for number in range(1, 6):
        assert body.count(f'id="opzione-{number}"') == 1
    assert 'id="riga-45"' in body, "the address of the passage goes on answering"


# ── Who speaks of a provision ─────────────────────────────────────────────────────────────────

def test_a_provision_names_everybody_who_speaks_of_it(book: Rulebook) -> None:
    library = Library(book, handbook=HANDBOOK)
    kinds = [m.kind for m in library.speakers("2007", parse("50D2(a)"))]
    assert kinds == sorted(kinds, key=["situation", "guide", "letter", "commentary", "law"].index)
    assert {"situation", "guide"} <= set(kinds)
    assert {m.kind for m in library.speakers("2007", parse("27D"))} >= {"situation", "commentary"}
    assert "letter" in {m.kind for m in library.speakers("2007", parse("16D"))}
    assert "law" in {m.kind for m in library.speakers("2007", parse("16"))}


def test_a_guide_is_about_a_number_only_where_it_holds_the_same_rule(book: Rulebook) -> None:
    library = Library(book, handbook=HANDBOOK)
    about = {
        (edition, number)
        for edition in ("1997", "2007", "2017")
        for number in (50, 75)
        if any(m.kind == "guide" for m in library.speakers(edition, parse(str(number))))
    }
    assert {("1997", 50), ("2007", 50), ("2017", 50)} <= about
    assert ("1997", 75) in about
    assert ("2007", 75) in about, "a flag names it there"


def test_a_passage_has_its_citation_in_sight(book: Rulebook) -> None:
    library = Library(book, handbook=HANDBOOK)
    cited = 0
    for document in book.documents:
        for citation in document.citations:
            for target in citation.targets:
                for mention in library.mentions(target.edition, target.label):
                    if mention.words == str(citation.text) and mention.passage:
                        assert " ".join(mention.words.split())[:20] in mention.passage
                        assert len(mention.passage) <= 620
                        cited += 1
    assert cited > 40


def test_a_number_that_only_cards_speak_of_has_its_place(made: dict[str, Page]) -> None:
    assert 'id="A1"' in made["31/"].body
    assert 'id="B2"' in made["2007/55/"].body
    assert "Il dichiarante gioca dalla mano sbagliata" in made["2007/55/"].body


# ── New rules ─────────────────────────────────────────────────────────────────────────────────

def test_a_rule_that_an_edition_lacks_leads_to_the_top(book: Rulebook) -> None:
    compared = {page.address: page for page in pages(sample(), (comparison(),))}
    old, new = compared["1997/27/"].body, compared["2007/27/"].body
    places = re.findall(r'to-1997" href="\.\./\.\./1997/27/#(da-2007-[^"]+)">nessun', new)
    assert places
    for place in places:
        assert f'id="{place}"' in old
        assert old.index(f'id="{place}"') < old.index("<h1")

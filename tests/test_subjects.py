"""What pages say with the lexicon: terms in a text, the index, what deals with the same."""

from __future__ import annotations

import re

import pytest
import search_sample

from rulebook.publishing import html
from rulebook.publishing.library import Library
from rulebook.publishing.pages import pages
from rulebook.publishing.search.lexicon import LexiconError, embedded_lexicon, parse_lexicon
from rulebook.publishing.subjects import Subjects, make_subjects

LEXICON = search_sample.LEXICON + """
[[term]]
id = "senza-atout"
term = "senza atout"
synonyms = ["a senza"]
definition = "Il gioco senza un seme che comandi."

[[term]]
id = "carta-d-attacco"
term = "carta d’attacco"
definition = "La prima carta di una presa."

[[term]]
id = "corretta"
term = "renonce non consumata"
definition = "Quella che si può correggere."

[[term]]
id = "seme"
term = "colore"
definition = "Uno dei quattro semi."

[[term]]
id = "messa"
term = "messa in gioco"
synonyms = ["messa"]
ambiguous = ["messa"]
definition = "Il mettere in gioco una carta."
"""


@pytest.fixture(scope="module")
def subjects() -> Subjects:
    return make_subjects(
        search_sample.sample(), parse_lexicon(LEXICON.encode()), search_sample.vocabulary()
    )


@pytest.mark.parametrize(("text", "uses"), [
    ("L’arbitro e gli arbitri.", ["arbitro", "arbitri"]),
    ("La carta di attacco, le carte d'attacco", ["carta di attacco", "carte d'attacco"]),
    ("carta. D’attacco", []),
    ("Senza altro, e non a senza", []),
    ("Una renonce non consumata", ["renonce non consumata"]),
    ("Una renonce è consumata", ["renonce"]),
    ("coloro che hanno il colore e i colori", ["colore", "colori"]),
    ("una renonce", ["renonce"]),
    ("messa a punto, e la messa in gioco", ["messa in gioco"]),
    ("♥", []),
    ("", []),
])
def test_terms_in_a_text(subjects: Subjects, text: str, uses: list[str]) -> None:
    assert [text[use.start : use.end] for use in subjects.uses(text)] == uses


def test_an_ambiguous_name_is_one_of_the_term() -> None:
    with pytest.raises(LexiconError, match="messe"):
        parse_lexicon(LEXICON.replace('ambiguous = ["messa"]', 'ambiguous = ["messe"]').encode())


@pytest.mark.parametrize("text", [
    "Nord gioca contro Est", "per essere caduta a terra", "non ha fatto in tempo",
    "Ovest sa che il re",
    "degna di essere tenuta in conto", "il cuore della regola", "presa visione delle mani",
    "il rinvio alla pagina dopo", "chi si è iscritto", "la media dei risultati",
])
def test_no_common_word_is_explained_as_a_term(text: str) -> None:
    subjects = make_subjects(search_sample.sample(), embedded_lexicon(), search_sample.vocabulary())
    assert not [text[use.start : use.end] for use in subjects.uses(text)]


def test_terms_are_explained_at_their_first_use(subjects: Subjects) -> None:
    made = {p.address: p for p in pages(search_sample.sample(), (), subjects)}
    body = made["2007/61/"].body
    assert body.count('href="../../indice/#renonce"') >= 1
    provision = body.split('id="A"')[1].split('id="B"')[0]
    assert '<a class="rb-term" href="../../indice/#renonce" title="renonce: ' in provision
    assert body.count('class="rb-term" href="../../indice/#renonce"') == 1


def test_the_index_leads_to_provisions_of_every_edition(subjects: Subjects) -> None:
    made = {p.address: p for p in pages(search_sample.sample(), (), subjects)}
    body = made["indice/"].body
    assert 'id="renonce"' in body
    assert 'href="../2007/61/#A"' in body
    assert 'href="../1997/61/"' in body
    assert 'href="../2007/62/"' in body
    assert "direttore" in body
    assert "Vedi anche" in body


def test_related_texts(subjects: Subjects) -> None:
    found = subjects.related["2007/61/"]
    pages_found = [f"{one.page}#{one.anchor}" for one in found]
    assert "guida/guida-breve/#renonce" in pages_found
    assert "2007/62/#" in pages_found
    assert all(not one.page.startswith("1997") for one in found)
    assert found[0].terms == ("renonce",)


def test_a_relative_says_what_it_is_and_no_subject_twice(subjects: Subjects) -> None:
    made = {p.address: p for p in pages(search_sample.sample(), (), subjects)}
    body = made["2007/61/"].body.split("Sullo stesso argomento")[1].split("</ul>")[0]
    rows = [re.sub(r"<[^>]+>", "", row).strip() for row in body.split("<li>")[1:]]
    assert any(row.startswith("Guida: ") for row in rows)
    for row in rows:
        name, _, terms = row.partition(" – ")
        title = name.partition(": ")[2].lower()
        assert title not in terms.lower().split(", ")


def test_without_subjects_pages_are_as_they_were() -> None:
    library = Library(search_sample.sample())
    assert library.subjects is None
    addresses = {page.address for page in pages(search_sample.sample())}
    assert "indice/" not in addresses


@pytest.mark.parametrize(("change", "message"), [
    (("see_also = [\"renonce\"]", "see_also = [\"altro\"]"), "altro"),
    (("synonyms = [\"direttore\"]", "sinonimi = [\"direttore\"]"), "sinonimi"),
    (("[\"61A\", \"62\"]", "[\"61A\", \"§\"]"), "§"),
    (("id = \"arbitro\"", "id = \"renonce\""), "twice"),
    (("synonyms = [\"direttore\"]", "synonyms = [\"rifiuto\"]"), "rifiuto"),
])
def test_a_fault_in_the_lexicon_is_named(change: tuple[str, str], message: str) -> None:
    text = search_sample.LEXICON.replace(*change)
    assert text != search_sample.LEXICON
    with pytest.raises(LexiconError, match=message):
        parse_lexicon(text.encode(), "lexicon.toml")


def test_the_embedded_lexicon() -> None:
    lexicon = embedded_lexicon()
    assert len(lexicon.terms) >= 150
    assert all(term.definition for term in lexicon.terms)


def test_a_definition_is_no_markup(subjects: Subjects) -> None:
    lexicon = parse_lexicon(
        LEXICON.replace("Chi dirige il torneo.", "<img src=x onerror=alert(1)>").encode()
    )
    made = make_subjects(search_sample.sample(), lexicon, search_sample.vocabulary())
    for page in pages(search_sample.sample(), (), made):
        assert "<img" not in html.render(page.blocks, page.address)

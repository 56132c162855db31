"""Faults that searches of other tools have: words lost to signs, accents, stop lists, stems."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path

import pytest
import search_browser
import search_sample
from playwright.sync_api import Browser, Page

from rulebook.model import ArticleName, Edition, Rulebook
from rulebook.publishing.search import analysis
from rulebook.publishing.search.engine import Search, open_search
from rulebook.publishing.search.export import index_script
from rulebook.publishing.search.lexicon import embedded_lexicon
from rulebook.publishing.search.words import load_words
from rulebook.publishing.situations_file import embedded_handbook

WORDS = load_words(search_sample.vocabulary())
APOSTROPHES = "'’`´"
TEXTS = {
    **{f"{letter}1": f"Si sente l{sign}arbitro, e l{sign}attacco resta."
       for letter, sign in zip("ABCD", APOSTROPHES, strict=True)},
    "E1": "Perché la penalità resti, però, così è deciso: René non c’entra.",
    "F1": "Il giudizio dell’arbitro del torneo vale.",
    "G1": "Vale il giudizio, dell’ultimo arbitro.",
    "H1": "Dopo contro e surcontro il compagno dice passo; la renonce al board 7, con alert.",
    "I1": "«Ècco» disse: ♠ e ♥ sono semi, 60% e (17+).",
    "J1": "L’articolo di oggi si chiude qui, dice se a<b & \"x\".",
    "K1": "Le carte e le mani, le prese e gli attacchi, nelle penalizzazioni.",
    "L1": "Il danno è di tre prese senza atout, o tutti sia pari.",
}


def made(folder: Path) -> Search:
    article = search_sample.make_article("2007", 86, "PROVE", TEXTS, "fonte")
    edition = Edition("2007", "Codice 2007", "Codice", "Nessuno", "Di nessuno", "superseded",
                      "Un esempio.", known=(ArticleName(86, None),), articles=(article,))
    return open_search(Rulebook((edition,), ()), search_sample.sample_lexicon(),
                       search_sample.vocabulary(), folder)


@pytest.fixture(scope="module")
def search(tmp_path_factory: pytest.TempPathFactory) -> Search:
    return made(tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Search:
    return open_search(
        search_browser.corpus_rulebook(), embedded_lexicon(), search_sample.vocabulary(),
        tmp_path_factory.mktemp("cache"), embedded_handbook(),
    )


@pytest.fixture(scope="module")
def page(browser: Browser, search: Search) -> Iterator[Page]:
    """The browser's engine with the same texts."""
    context = browser.new_context()
    tab = context.new_page()
    search_browser.start(tab, search)
    yield tab
    context.close()


def found(search: Search, query: str) -> set[str]:
    """The anchors of article 86 that a query finds."""
    return {hit.url.rpartition("#")[2] for hit in search.ask(query).hits if "#" in hit.url}


@pytest.mark.parametrize("word", ["arbitro", "attacco"])
def test_a_noun_is_found_behind_any_elided_article(search: Search, word: str) -> None:
    hits = {hit.url: hit.score for hit in search.ask(word).hits if hit.url[-3:-1] in
            {f"#{letter}" for letter in "ABCD"}}
    assert {url[-2:] for url in hits} == {"A1", "B1", "C1", "D1"}
    assert len(set(hits.values())) == 1, "no apostrophe counts more than another"


@pytest.mark.parametrize("spellings", [
    ("perché", "perche", "perche'", "perche’", "PERCHÉ", "perchè"),
    ("penalità", "penalita", "penalita'", "penalita’", "PENALITÀ"),
])
def test_spellings_of_an_accent_give_one_list_on_both_engines(
    search: Search, page: Page, spellings: tuple[str, ...]
) -> None:
    lists = [[(hit.url, hit.score) for hit in search.ask(query).hits] for query in spellings]
    assert lists[0]
    assert all(one == lists[0] for one in lists), lists
    there = search_browser.ask(page, [(query, None) for query in spellings])
    assert [[(hit["url"], hit["score"]) for hit in one["hits"]] for one in there] == lists


@pytest.mark.parametrize(("accented", "bare"), [
    ("però", "pero"), ("carità", "carita"), ("così", "cosi"), ("è", "e'"), ("perché", "perche"),
    ("René", "rene"), ("città", "citta’"),
])
def test_accents_are_folded_before_stems_are_cut(accented: str, bare: str) -> None:
    keys = analysis.stem_keys(accented.lower(), analysis.fold(accented))
    assert analysis.query_key(bare.rstrip("'’")) in keys
    assert analysis.fold_words(accented) == analysis.fold_words(bare)


@pytest.mark.parametrize(("query", "anchor"), [
    ("contro", "H1"), ("surcontro", "H1"), ("passo", "H1"), ("non", "E1"), ("sia", "L1"),
    ("tutti", "L1"), ("con", "H1"), ("senza", "L1"), ("tre", "L1"),
])
def test_no_word_is_dropped_because_it_is_common(
    search: Search, query: str, anchor: str
) -> None:
    assert anchor in found(search, query)


@pytest.mark.parametrize(("query", "first"), [
    ("contro", "/27/"), ("surcontro", "/27/"),
])
def test_calls_of_the_auction_lead_to_their_law(corpus: Search, query: str, first: str) -> None:
    assert first in corpus.ask(query).hits[0].url


@pytest.mark.parametrize("query", ["27", "27 1997", "50", "63", "20"])
def test_a_query_of_digits_is_an_article(corpus: Search, query: str) -> None:
    number, _, year = query.partition(" ")
    held = [e.id for e in search_browser.corpus_rulebook().editions if e.article(int(number))]
    wanted = {f"{edition}/{number}/" for edition in held if year in ("", edition)}
    hits = [hit.url for hit in corpus.ask(query).hits]
    assert set(hits[: len(wanted)]) == wanted


@pytest.mark.parametrize(("query", "anchor"), [
    ("È", "E1"), ("ècco", "I1"), ("♠", "I1"), ("cuori", "I1"), ("60%", "I1"), ("(17+)", "I1"),
    ("7", "H1"), ("a", "J1"), ("rene perche e", "E1"), ("a<b & \"x\"", "J1"),
    ("86D", "D1"), ("Art. 86: F", "F1"), ("-arbitro", "A1"), ("arbitro~", "A1"), ("board:7", "H1"),
    ("text:renonce", "H1"), ("renonce*", "H1"), ("arbitro^3", "A1"), ("alert", "H1"),
])
def test_signs_letters_and_figures_are_words(search: Search, query: str, anchor: str) -> None:
    result = search.ask(query)
    assert result.hits
    assert anchor in found(search, query)


@pytest.mark.parametrize(("phrase", "anchors"), [
    ('"giudizio dell\'arbitro"', {"F1"}),
    ('"giudizio dell’arbitro"', {"F1"}),
    ('"dell ultimo arbitro"', {"G1"}),
    ('"arbitro del torneo"', {"F1"}),
    ("“surcontro il compagno”", {"H1"}),
])
def test_a_phrase_is_its_words_beside_each_other(
    search: Search, phrase: str, anchors: set[str]
) -> None:
    assert found(search, phrase) == anchors


@pytest.mark.parametrize(("one", "other"), [
    ("mano", "mani"), ("presa", "prese"), ("attacco", "attacchi"), ("carta", "carte"),
    ("penalità", "penalita"), ("penalizzazione", "penalizzazioni"),
])
def test_singular_and_plural_find_each_other(search: Search, one: str, other: str) -> None:
    assert found(search, one) == found(search, other) != set()


@pytest.mark.parametrize("query", ["renonce", "board", "alert", "arbitro", "articolo"])
def test_a_snippet_is_verbatim_with_whole_words_marked(search: Search, query: str) -> None:
    texts = {f"2007/86/#{anchor}": text for anchor, text in TEXTS.items()}
    hits = [hit for hit in search.ask(query).hits if hit.url in texts]
    assert hits
    for hit in hits:
        assert hit.snippet in texts[hit.url]
        for start, end in hit.marks:
            assert query in analysis.fold_words(hit.snippet[start:end])


def test_a_snippet_is_not_escaped_twice(search: Search) -> None:
    (hit,) = [hit for hit in search.ask('"a<b"').hits if hit.url.endswith("#J1")]
    assert 'se a<b & "x"' in hit.snippet
    assert "&" in json.dumps(search.ask('"a<b"').to_data(), ensure_ascii=False)
    assert "&lt;" not in json.dumps(search.ask('"a<b"').to_data())


def test_the_weight_of_the_index_is_bounded(corpus: Search) -> None:
    """What the first use of the search fetches, as a host sends it, beside a kilobyte a page."""
    size = len(gzip.compress(index_script(corpus.records, corpus.words), 6))
    texts = sum(len(d.source.text.encode()) for d in search_browser.corpus_rulebook().documents)
    assert size < 20_000 + texts, "it grows with the texts, and no faster"

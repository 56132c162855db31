"""What a query finds in a small rulebook, on the command line's side."""

from __future__ import annotations

from pathlib import Path

import pytest
import search_sample
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulebook.publishing.flag_words import departing
from rulebook.publishing.search.absent import Missing
from rulebook.publishing.search.engine import Search, open_search
from rulebook.publishing.search.records import make_records
from rulebook.publishing.situations import GuideFlag


@pytest.fixture(scope="module")
def search(tmp_path_factory: pytest.TempPathFactory) -> Search:
    folder: Path = tmp_path_factory.mktemp("cache")
    return open_search(
        search_sample.sample(), search_sample.sample_lexicon(), search_sample.vocabulary(), folder
    )


def urls(search: Search, query: str, edition: str | None = None) -> list[str]:
    return [hit.url for hit in search.ask(query, edition).hits]


@pytest.mark.parametrize(("query", "first"), [
    ("27B1b", ["2007/27/#B1b", "1997/27/#B1b"]),
    ("27B1b 1997", ["1997/27/#B1b"]),
    ("27 vecchio", ["1997/27/"]),
    ("il nuovo 27", ["2007/27/"]),
    ("27", ["2007/27/", "1997/27/"]),
    ("27C", ["1997/27/#C"]),
    ("27B9", ["2007/27/#B", "1997/27/#B"]),
    ("27D", ["2007/27/", "1997/27/"]),
    ("62D", ["2007/62/", "1997/62/"]),
    ("7C", ["2007/7/#C", "2007/27/#B"]),
    ("1997", ["1997/27/", "1997/61/"]),
    ("codice 2007", ["2007/7/", "2007/27/", "2007/61/"]),
    ("l'arbitro", ["indice/#arbitro", "2007/61/#B1"]),
    ("contro", ["2007/27/#B1b"]),
    ("qualita", ["2007/61/#B1"]),
    ("qualita'", ["2007/61/#B1"]),
    ("QUALITÀ", ["2007/61/#B1"]),
    ("2♥", ["2007/27/#B1"]),
    ("2 cuori", ["2007/27/#B1"]),
    ("licita 2C basta", ["2007/27/#B1"]),
    ("1 senza", ["2007/27/#B1"]),
    ("♠", ["2007/27/#B1"]),
    ("direttore penalità", ["1997/27/#B"]),
    ("renonze colore potendo", ["1997/61/#A"]),
    ("definizione di renonce 1997", ["1997/61/", "1997/61/#A"]),
    ("attacco fuori turno", ["guida/guida-breve/#attacco-fuori-turno"]),
    ("articolo 27 compagno passa sempre", ["1997/27/#B1b"]),
    ("rispon- dere colore quando", ["2007/61/#A"]),
    ('"carta penalizzata maggiore"', ["2007/61/#B1a"]),
    ("«carta penalizzata»", ["2007/61/#B1a"]),
    ("ho giocato un altro seme", ["2007/61/#A"]),
    ("<b> & segno", ["2007/7/#C"]),
])
def test_what_comes_first(search: Search, query: str, first: list[str]) -> None:
    assert urls(search, query)[: len(first)] == first


@pytest.mark.parametrize(("query", "found"), [
    ("revoke", "2007/61/#A"), ("rifiuto", "2007/61/#A"), ("mancata risposta", "2007/61/#A"),
    ("director", "2007/61/#B1"), ("direttore", "2007/61/#B1"),
])
def test_other_names_and_english(search: Search, query: str, found: str) -> None:
    assert found in urls(search, query)


def test_a_quoted_phrase_is_nothing_but_itself(search: Search) -> None:
    assert urls(search, '"carta penalizzata maggiore"') == ["2007/61/#B1a"]
    assert "2007/61/#B1a" in urls(search, '"maggiore penalizzata"')


@pytest.mark.parametrize("word", [
    "penalizzata", "penalizzato", "insufficiente", "controllo", "l'arbitro", "qualità", "renonze",
    "27B1b", "mancata risposta", "articolo 27 compagno",
])
def test_hits_never_vanish_while_typing(search: Search, word: str) -> None:
    for length in range(1, len(word) + 1):
        typed = word[:length]
        if typed.strip("'") in ("", "l"):
            continue
        assert urls(search, typed), typed


def test_an_edition_is_a_filter(search: Search) -> None:
    hits = search.ask("27", "1997").hits
    assert hits
    assert {hit.edition for hit in hits} == {"1997"}
    assert {hit.edition for hit in search.ask("renonce", "2007").hits} == {"2007"}
    assert search.ask("renonce", "1850").hits == ()


@pytest.mark.parametrize(("query", "near"), [
    ("renonze", "renonce"), ("qualitaa del gioco", "qualità del gioco"), ("arbidri", "arbitro"),
    ("penalizat", "penalizzata"), ("corege", "corregge"), ("rreennonce", "renonce"),
    ("renonce", None), ("xyzw", None), ("♣", None),
])
def test_did_you_mean(search: Search, query: str, near: str | None) -> None:
    assert search.ask(query).suggestion == near


@pytest.mark.parametrize(("query", "absent"), [
    ("27b9", Missing("27B9")), ("articolo 27 B 9", Missing("27B9")), ("94", Missing("94", 93)),
    ("art. 120b", Missing("120", 93)), ("27B1b", None), ("27b9 renonce", None), ("renonce", None),
    ("27b9 e 27b1", None), ("27C 2007", Missing("27C", None, "2007")),
    ("27C 1997", None), ("nuovo 27C", Missing("27C", None, "2007")), ("27C", None),
    ("7C 1997", Missing("7C", None, "1997", held=False)),
    ("27B1b 1950", Missing("27B1b", None, "1950", held=False)),
    ("1997", None), ("2017", None), ("2008", None), ("999999", Missing("999999", 93)),
])
def test_what_stands_in_no_text_is_said(
    search: Search, query: str, absent: Missing | None
) -> None:
    found = search.ask(query)
    assert found.absent == absent
    assert found.to_data().get("absent") == (absent.citation if absent else None)


def test_the_contract_of_a_hit(search: Search) -> None:
    hit = search.ask("27B1b").to_data()["hits"][0]
    assert hit == {
        "citation": "27B1(b)", "edition": "2007", "kind": "provision", "title": "Non accettata",
        "url": "2007/27/#B1b", "score": 10000.0,
        "snippet": "Chi la corregge con un contro o un surcontro fa passare il compagno.",
    }
    guide = search.ask("attacco fuori turno").hits[0]
    assert (guide.kind, guide.title, guide.citation) == ("guide", "Attacco fuori turno", "")


def test_a_hit_bears_the_flag_of_its_guide_and_steps_back(
    search: Search, tmp_path_factory: pytest.TempPathFactory
) -> None:
    flagged = open_search(
        search_sample.sample(), search_sample.sample_lexicon(), search_sample.vocabulary(),
        tmp_path_factory.mktemp("cache"), search_sample.flagged(),
    )
    before = {hit.url: hit for hit in search.ask("renonce subito").hits}
    for hit in flagged.ask("renonce subito").hits:
        bears = hit.url.startswith("guida/") and "#" in hit.url
        assert hit.to_data().get("flag") == ("Il Codice dice altro" if bears else None)
        assert (hit.score < before[hit.url].score) == bears
    assert any(hit.flag for hit in flagged.ask("renonce subito").hits)


@pytest.mark.parametrize(("differs", "told"), [
    ([], ""),
    ([["2007", "2017"]], "Non più: è cambiato nel 2007"),
    ([["2017"], ["2007", "2017"]], "Non più: è cambiato nel 2007"),
    ([["1997", "2007", "2017"]], "Il Codice dice altro"),
    ([["1997"]], "Nel 1997 il Codice dice altro"),
    ([["2007"], [], ["1997"]], "Nel 1997 e nel 2007 il Codice dice altro"),
])
def test_several_flags_are_one(differs: list[list[str]], told: str) -> None:
    flags = [GuideFlag(1, tuple(editions), "", {}) for editions in differs]
    assert departing(flags, ["1997", "2007", "2017"]) == told


def test_scores_fall(search: Search) -> None:
    for query in ("renonce", "27", "27B1b", "carta del seme"):
        scores = [hit.score for hit in search.ask(query).hits]
        assert scores == sorted(scores, reverse=True)


@given(query=st.text(max_size=60) | st.text("27Bb1()\"' ♥2Caei-+*~:^", max_size=30))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=200)
def test_nothing_typed_is_an_error_or_an_operator(search: Search, query: str) -> None:
    result = search.ask(query)
    assert result.query == query


def test_records_have_one_address_each() -> None:
    records = make_records(search_sample.sample(), search_sample.sample_lexicon())
    addresses = [record.url for record in records]
    assert len(set(addresses)) == len(addresses)


def test_records_below_follow_their_article() -> None:
    records = make_records(search_sample.sample(), search_sample.sample_lexicon())
    page, depth = "", 0
    for record in records:
        assert record.depth <= depth + 1 if record.page == page else record.depth == 0
        page, depth = record.page, record.depth

"""The two engines are one: every query gives the same hits, marks and scores in Chromium."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from random import Random

import code_generator
import pytest
import search_browser
import search_sample
import Stemmer
from playwright.sync_api import Browser, Page

from rulebook.publishing.search import analysis
from rulebook.publishing.search.engine import Search, open_search
from rulebook.publishing.search.export import ENGINE, index_script, served_script
from rulebook.publishing.search.lexicon import embedded_lexicon
from rulebook.publishing.search.words import load_words
from rulebook.publishing.situations_file import embedded_handbook

QUERIES = search_sample.ROOT / "tests" / "cases" / "search"
ODD = [
    "", " ", '"', '""', "a", "e", "l'", "'", "…", "27 27 27", "27B1b 27B1b", "27 e 63 e 50", "7C",
    "2C", "2♥", "♥", "1♣(17+)", "60%", "5. (a)", "N-S", "+ - * ~ ^ :", "Art. 27: B", "<b>x</b>",
    "licita- zione", "licita-zione", "“carta penalizzata", "«renonce» «consumata»", "²", "½", "Ⅷ",
    "𝐀𝐫𝐭. 27", "٢٧", "ﬁori", "ＡＲＴ ２７", "ß", "İ", "x" * 400, "27b1b " * 40, "di di di", "78.3",
    "renonce\u00ad", "\u200brenonce", "e\u0300", "il il renonce", "2 cuori 2 cuori", "1997 2007",
    "codice 1997 contro", "27 vecchio contro", "xyzzy", "xyzzy renonce", "renonze consumate",
    '"rimane in presa" 2017', "27D 1997", "vecchio 27D", "27B1b 2017", "64 2007", "12C9 2007",
    "27D 1987", "legge 999999", "2008", "1997", "renonce 1997", "licita insufficiente 2017",
]


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    context = browser.new_context()
    yield context.new_page()
    context.close()


def same(page: Page, search: Search, queries: list[tuple[str, str | None]]) -> None:
    """Both engines answer all queries alike."""
    search_browser.start(page, search)
    there = search_browser.ask(page, queries)
    for (query, edition), answer in zip(queries, there, strict=True):
        here = search_browser.as_the_browser_says(search.ask(query, edition))
        assert answer == here, (query, edition)


def corpus_queries() -> list[str]:
    asked = tomllib.loads((QUERIES / "asked.toml").read_text(encoding="utf-8"))
    asks = tomllib.loads((QUERIES / "queries.toml").read_text(encoding="utf-8"))
    cards = tomllib.loads((QUERIES / "cards.toml").read_text(encoding="utf-8"))
    return [
        *(query for case in asked["case"] for query in case["queries"]),
        *(row["q"] for rows in asks.values() for row in rows),
        *(row["q"] for row in cards["card"]),
    ]


def scrambled(count: int) -> list[str]:
    """Queries of pieces of citations, calls and words, in any order."""
    chance = Random(17)
    pieces = (
        "27 61 7 1 b B1 B1b (b) (a) 27B1b 7C 2C 2♥ ♠ 1NT art. articolo artt. lettera punto par. § "
        "n. comma e o a i ed dell' l' di del il la vecchio nuovo attuale 1997 2007 codice edizione "
        "- – al fino da dal all' legge regole XXVII xii ventisette due sessantaquattro 64 "
        "renonce contro carta penalizata compagno passa licita? colore, e' è 60% x 78.3 - / . ( )"
    ).split()
    return [
        "".join(
            chance.choice(pieces) + chance.choice(["", " ", " ", " "])
            for _ in range(chance.randint(1, 7))
        )
        for _ in range(count)
    ]


def test_the_engines_agree_on_the_sample(
    page: Page, tmp_path_factory: pytest.TempPathFactory
) -> None:
    search = open_search(
        search_sample.sample(), search_sample.sample_lexicon(), search_sample.vocabulary(),
        tmp_path_factory.mktemp("cache"),
    )
    queries = [*ODD, *corpus_queries(), *scrambled(1500)]
    same(page, search, [(q, e) for q in queries for e in (None, "1997")])


def test_the_engines_agree_on_the_corpus(
    page: Page, tmp_path_factory: pytest.TempPathFactory
) -> None:
    search = open_search(
        search_browser.corpus_rulebook(), embedded_lexicon(), search_sample.vocabulary(),
        tmp_path_factory.mktemp("cache"), embedded_handbook(),
    )
    queries = [*ODD, *corpus_queries()]
    typed = [query[:length] for query in queries[::20] for length in range(1, len(query), 2)]
    mixed: list[tuple[str, str | None]] = [(query, None) for query in (*queries, *typed)]
    same(page, search, [*mixed, *((query, "2007") for query in queries[::10])])
    editions = sorted(search_browser.corpus_rulebook().by_id, reverse=True)
    assert page.evaluate("engine.editions") == editions, "hits of each can be asked for"


def test_the_engines_agree_on_a_generated_code(
    page: Page, tmp_path_factory: pytest.TempPathFactory
) -> None:
    rulebook = code_generator.generate(23, articles=12, words=900)
    search = open_search(
        rulebook, search_sample.sample_lexicon(), search_sample.vocabulary(),
        tmp_path_factory.mktemp("cache"),
    )
    chance = Random(5)
    provisions = [record for record in search.records if record.text]
    queries: list[tuple[str, str | None]] = []
    for _ in range(120):
        words = chance.choice(provisions).text.split()
        start = chance.randrange(len(words))
        query = " ".join(words[start : start + chance.choice((1, 2, 3, 5, 20))])
        at = chance.randrange(len(query))
        match chance.randrange(6):
            case 0:
                query = f'"{query}"'
            case 1:
                query = query[:at] + chance.choice("aeioutrn") + query[at + 1 :]
            case 2:
                query = query[: at + 1]
            case 3:
                query += chance.choice([" 1997", " articolo 5", " 7B", " 2 cuori"])
        queries.append((query, chance.choice((None, None, "1997"))))
    same(page, search, queries)


def test_the_stemmers_agree(page: Page) -> None:
    chance = Random(1)
    texts = [d.source.text for d in search_browser.corpus_rulebook().documents]
    words = {word for text in texts for word in re.findall(r"[^\W\d_]+", text.lower())}
    words |= set(code_generator.invention(3, 8000).words)
    endings = (
        "ammo ando ano erà erò eranno irebbe mente amente ivamente abilmente osamente icamente "
        "ità abilità icità ività ivo ativo icativo azione icazione atore icatore logia uzione "
        "enza amento imento gliela mela ci andoci endogli arti erlo irsi chi ghe che ica anza "
        "iamo uiamo aiuola quale isca uto oso ista istà ante á é í ó ú"
    ).split()
    for word in sorted(words)[::2]:
        words.add(word[: chance.randint(1, 6)] + chance.choice(endings) + chance.choice(endings))
    ordered = sorted(words)
    for part in ("analysis", "stemmer"):
        page.add_script_tag(content=served_script(part))
    there = page.evaluate("(words) => words.map(rulebookSearch.italianStem)", ordered)
    assert there == Stemmer.Stemmer("italian").stemWords(ordered)
    assert len(ordered) > 12_000


def test_a_stem_keeps_the_beginning_of_its_word() -> None:
    """The browser looks for the words of a stem among those that begin like it."""
    texts = [d.source.text for d in search_browser.corpus_rulebook().documents]
    words = {word for text in texts for word in re.findall(r"[^\W\d_]+", text.lower())}
    words |= set(code_generator.invention(4, 5000).words)
    words |= set(load_words(search_sample.vocabulary()).apart)
    for word in words:
        folded = analysis.fold(word)
        for key in analysis.stem_keys(word, folded):
            assert folded.startswith(key[: max(1, len(key) - 2)]), (word, key)


def test_served_scripts_lose_comments_only(page: Page) -> None:
    for part in (*ENGINE, "worker", "ui", "found", "disk"):
        script = served_script(part)
        assert "/*" not in script
        assert "@returns" not in script
        assert page.evaluate("(code) => { new Function(code); return true; }", script)


def test_the_data_are_a_script_without_escapes_to_break(page: Page) -> None:
    search_data = index_script((), load_words(search_sample.vocabulary())).decode()
    assert search_data.startswith("self.rulebookSearch.load('")
    assert "\n" not in search_data.rstrip("\n")

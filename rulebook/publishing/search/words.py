"""What the analysis knows of words: how much they weigh, suits, and the words of citations."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rulebook.publishing.search.analysis import fold_words
from rulebook.publishing.search.wordlist import kept_apart, word_tables

FULL_WEIGHT = 100


@dataclass(frozen=True)
class Words:
    """Word lists as the analysis and the reading of queries use them; all folded.

    `weights` holds the words that count less, in hundredths; `apart` the words that have a stem
    of their own; `letters` maps a letter after a level to the name of a suit, `levels` a word to
    its number, and `notrump` holds the words for no trumps.
    The citation words are sequences of folded words, since some names have several; `code_more`
    is how the Code's name may go on. `numbers` are number words with their values; `announcing`
    words are words for article before a number only; `since` and `until` are the ends of a stretch.
    `denominations` go from the lowest up; `over` are the words between a bid and the one before it.
    """

    weights: Mapping[str, int]
    apart: Mapping[str, str]
    letters: Mapping[str, str]
    levels: Mapping[str, str]
    notrump: frozenset[str]
    notrump_name: str
    suits: frozenset[str]
    last_article: int
    article: frozenset[str]
    articles: frozenset[str]
    units: frozenset[str]
    before: frozenset[str]
    links: frozenset[str]
    conjunctions: frozenset[str]
    old: frozenset[str]
    new: frozenset[str]
    current: frozenset[str]
    code_names: tuple[tuple[str, ...], ...]
    code_more: tuple[tuple[str, ...], ...]
    numbers: Mapping[str, int]
    denominations: tuple[str, ...]
    over: frozenset[str]
    announcing: frozenset[str]
    since: frozenset[str]
    until: frozenset[str]

    def weight(self, word: str) -> int:
        """How much a folded word counts, in hundredths."""
        return self.weights.get(word, FULL_WEIGHT)

    def to_data(self) -> dict[str, Any]:
        """The lists as plain values for the browser, in a stable order."""
        return {
            name: _plain(getattr(self, name)) for name in self.__dataclass_fields__
        }


def _plain(value: object) -> object:
    if isinstance(value, frozenset):
        return sorted(value)
    if isinstance(value, Mapping):
        return dict(sorted(value.items()))
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value


def load_words(vocabulary: Mapping[str, Any]) -> Words:
    """The word lists of the search, with those of citations from the reading half's vocabulary.

    Args:
        vocabulary: `vocabulary.toml` as plain values (tables of lists); the two halves share the
            file and no code.

    Raises:
        KeyError: a table or a list of the vocabulary is missing.
    """
    table = word_tables()
    suits = table["suits"]

    def single(*lists: Iterable[str]) -> frozenset[str]:
        return frozenset(
            word for phrases in lists for p in phrases for form in forms(p)
            for word in fold_words(form)
        )

    articles, editions, links = (vocabulary[k] for k in ("articles", "editions", "links"))
    units = vocabulary["units"]
    collections, lists = vocabulary["collections"], vocabulary["lists"]
    own = {tuple(fold_words(form)) for name in collections["own"] for form in forms(name)}
    more = {
        tuple(fold_words(form)) for name in collections.get("own_more", ()) for form in forms(name)
    }
    return Words(
        weights={
            word: table[kind]["weight"]
            for kind in ("talk", "grammar")
            for word in table[kind]["words"].split()
        },
        apart=kept_apart(),
        letters={letter: suit["name"] for suit in suits for letter in suit["letters"]},
        levels=table["levels"],
        notrump=frozenset(table["notrump"]["spellings"]),
        notrump_name=table["notrump"]["name"],
        suits=frozenset(suit["name"] for suit in suits),
        last_article=vocabulary["articles"]["last"],
        article=single(articles["singular"]) - {"li"},
        articles=single(articles["plural"]) - {"li"},
        units=single(*(unit["singular"] for unit in units), *(unit["plural"] for unit in units)),
        before=single(vocabulary["cues"]["see"], editions["before_number"]),
        links=single(
            links["of"], links["lead"], editions["nouns"], editions["year_links"],
            collections["adjectives"],
        ),
        conjunctions=single(lists["and"]),
        old=single(editions["old"]),
        new=single(editions["new"]),
        current=single(editions["current"]),
        code_names=_longest_first(own),
        code_more=_longest_first(more),
        numbers={word: at for at, word in enumerate(table["numbers"]["words"].split(), 1)},
        denominations=(*(suit["name"] for suit in reversed(suits)), table["notrump"]["name"]),
        over=frozenset(table["over"]["words"].split()),
        announcing=frozenset(table["numbers"]["announced_by"].split()),
        since=single(lists["from"]),
        until=single(lists["to"]),
    )


VOWELS = "aeio"
"""What a star in a word of the vocabulary stands for: each vowel that a noun may end in."""


def forms(word: str) -> Iterator[str]:
    """The words that one with a star stands for; a word without is itself."""
    if "*" not in word:
        yield word
    else:
        yield from (word.replace("*", vowel) for vowel in VOWELS)


def _longest_first(names: Iterable[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    return tuple(sorted(names, key=lambda name: (-len(name), name)))

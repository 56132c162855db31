"""The names of the lexicon in a query: a name leads to what the same thing is called elsewhere.

A name is compared by its words of full weight, stem by stem, so that "attacco fuori dal turno"
is "attacco fuori turno".
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulebook.publishing.search import analysis
from rulebook.publishing.search.expand import Expansion, Vocabulary
from rulebook.publishing.search.records import Record
from rulebook.publishing.search.words import FULL_WEIGHT, Words

MOST_BETWEEN = 3
"""How far apart two words of a name may stand in a text, in positions."""

Keys = tuple[str, ...]


@dataclass(frozen=True)
class Concept:
    """A name in the query: the terms `start` to `end` of it, and the other names as stems."""

    start: int
    end: int
    others: tuple[Keys, ...]


@dataclass(frozen=True)
class Names:
    """The names of all terms of the lexicon, by the stem they begin with.

    `italian` holds the names by record of a term, as stems: only those can stand in a text. A
    situation has its title there, and is no name for anything in a query.
    """

    by_first: Mapping[str, Sequence[tuple[Keys, int]]]
    italian: Mapping[int, tuple[Keys, ...]]


def make_names(records: Sequence[Record], words: Words) -> Names:
    """The names of the records that are terms."""
    by_first: dict[str, list[tuple[Keys, int]]] = {}
    italian: dict[int, tuple[Keys, ...]] = {}
    for at, record in enumerate(records):
        if record.kind == "situation":
            keys = keys_of(record.heading, words)
            italian[at] = (keys,) if keys else ()
        if record.kind != "term":
            continue
        synonyms, english = record.names.split("\n\n")[:2]
        own = [record.heading, *synonyms.split("\n")]
        named = [keys_of(name, words) for name in own]
        both = [*named, *(keys_of(name, words) for name in english.split("\n"))]
        for keys in dict.fromkeys(keys for keys in both if keys):
            by_first.setdefault(keys[0], []).append((keys, at))
        italian[at] = tuple(dict.fromkeys(keys for keys in named if keys))
    return Names(by_first, italian)


def keys_of(name: str, words: Words) -> Keys:
    """The stems of the words of full weight in a name.

    None of a name that is one such word with lesser ones: "a senza" is not "senza".
    """
    found = list(analysis.tokens(name))
    strong = [token for token in found if words.weight(token.word) == FULL_WEIGHT]
    if len(strong) == 1 < len(found):
        return ()
    return tuple(analysis.query_key(token.surface) for token in strong)


def concepts(
    expansions: Sequence[Expansion], names: Names, vocabulary: Vocabulary
) -> Iterator[Concept]:
    """The names in a query from left to right, the longest at each place; none overlap."""
    strong = [
        (at, _key(expansion, vocabulary))
        for at, expansion in enumerate(expansions)
        if expansion.term.kind == "word" and expansion.term.weight == FULL_WEIGHT
    ]
    at = 0
    while at < len(strong):
        best: tuple[Keys, int] | None = None
        for keys, term in names.by_first.get(strong[at][1], ()):
            typed = tuple(key for _, key in strong[at : at + len(keys)])
            if typed == keys and (best is None or len(keys) > len(best[0])):
                best = (keys, term)
        if best is None:
            at += 1
            continue
        keys, term = best
        others = tuple(other for other in names.italian[term] if other != keys)
        last = at + len(keys) - 1
        yield Concept(strong[at][0], strong[last][0] + 1, others)
        at = last + 1


def _key(expansion: Expansion, vocabulary: Vocabulary) -> str:
    """The stem of a term; of a misspelt one, that of the most frequent word it may be."""
    if expansion.sure or not expansion.words:
        return analysis.query_key(expansion.term.surface)
    nearest = max(expansion.words, key=lambda at: (vocabulary.counts[at], -at))
    return analysis.query_key(vocabulary.words[nearest])


def places_of(
    keys: Keys, vocabulary: Vocabulary, postings: Callable[[int], Mapping[int, Sequence[int]]]
) -> list[dict[int, list[int]]]:
    """Where a name stands in the records: for each of its words the positions by record."""
    found = [_positions(keys[0], vocabulary, postings)]
    for key in keys[1:]:
        following = _positions(key, vocabulary, postings)
        kept: list[dict[int, list[int]]] = [{} for _ in (*found, key)]
        for record, ends in found[-1].items():
            for at, end in enumerate(ends):
                after = next(
                    (p for p in following.get(record, ()) if end < p <= end + MOST_BETWEEN), None
                )
                if after is not None:
                    name = (*(word[record][at] for word in found), after)
                    for word, position in zip(kept, name, strict=True):
                        word.setdefault(record, []).append(position)
        found = kept
    return found


def _positions(
    key: str, vocabulary: Vocabulary, postings: Callable[[int], Mapping[int, Sequence[int]]]
) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for word in vocabulary.stems.get(key, ()):
        for record, positions in postings(word).items():
            found.setdefault(record, []).extend(positions)
    return {record: sorted(positions) for record, positions in found.items()}

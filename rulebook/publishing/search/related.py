"""Which other texts deal with what an article deals with: by the lexicon, and by their words."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulebook.publishing.addresses import of_article
from rulebook.publishing.search import analysis, scoring
from rulebook.publishing.search.concepts import keys_of
from rulebook.publishing.search.lexicon import Lexicon
from rulebook.publishing.search.records import Record
from rulebook.publishing.search.words import FULL_WEIGHT, Words

MOST = 6
ALIKE = 0.3
"""From which likeness of words on, between 0 and 1, two texts are related by that alone."""


@dataclass(frozen=True, slots=True)
class Related:
    """A text that deals with the same: where it stands, and the terms that it shares.

    `terms` are ids of the lexicon; empty where only the words are alike.
    """

    page: str
    anchor: str
    title: str
    citation: str
    terms: tuple[str, ...]


def related(
    records: Sequence[Record], lexicon: Lexicon, words: Words
) -> Mapping[str, tuple[Related, ...]]:
    """By the page of an article the texts that deal with the same, the nearest first.

    Args:
        records: what `make_records` made of the rulebook.
        lexicon: its terms relate the articles that they govern and the texts titled like them.
        words: the word lists of the analysis.
    """
    texts = list(_texts(records, words))
    governed = _governed(texts, lexicon, words)
    shared = _shared(texts, governed)
    alike = _alike(texts)
    return {
        text.record.page: tuple(_nearest(at, texts, shared, alike))
        for at, text in enumerate(texts) if text.record.kind == "article"
    }


@dataclass(frozen=True, slots=True)
class _Text:
    """An article as a whole, or a section of a guide, a letter or a commentary."""

    record: Record
    heading: tuple[str, ...]
    counts: Counter[str]


def _texts(records: Sequence[Record], words: Words) -> Iterator[_Text]:
    at = 0
    while at < len(records):
        record, end = records[at], at + 1
        while end < len(records) and records[end].depth > record.depth:
            end += 1
        if record.kind == "term":
            return
        whole = record.kind == "article"
        counts: Counter[str] = Counter()
        for part in records[at : end if whole else at + 1]:
            for token in analysis.tokens(f"{part.heading}\n{part.text}"):
                if words.weight(token.word) == FULL_WEIGHT:
                    counts[analysis.query_key(token.surface)] += 1
        if whole or record.heading:
            yield _Text(record, keys_of(record.heading, words), counts)
        at = end if whole else at + 1


def _governed(
    texts: Sequence[_Text], lexicon: Lexicon, words: Words
) -> list[dict[str, float]]:
    """By text the terms that it is about, each with its weight."""
    places = {text.record.page: at for at, text in enumerate(texts) if text.record.number}
    found: list[dict[str, float]] = [{} for _ in texts]
    for term in lexicon.terms:
        for edition, labels in term.provisions.items():
            for turn, label in enumerate(labels):
                at = places.get(of_article(edition, label.article))
                if at is not None:
                    later = scoring.LENT_LATER[min(turn, len(scoring.LENT_LATER) - 1)]
                    found[at][term.id] = max(found[at].get(term.id, 0.0), later / 100)
        names = {keys for name in term.names if (keys := keys_of(name, words))}
        for at, text in enumerate(texts):
            share = max((_share(keys, text.heading) for keys in names), default=0.0)
            if share >= 0.6:
                found[at][term.id] = max(found[at].get(term.id, 0.0), share)
    return found


def _share(name: tuple[str, ...], heading: tuple[str, ...]) -> float:
    """How much of a heading a name is, if it stands in it."""
    starts = range(len(heading) - len(name) + 1)
    if any(heading[at : at + len(name)] == name for at in starts):
        return len(name) / len(heading)
    return 0.0


def _shared(
    texts: Sequence[_Text], governed: Sequence[Mapping[str, float]]
) -> list[dict[int, dict[str, float]]]:
    """By text the others with terms in common; a term of few texts says more."""
    having: dict[str, list[int]] = defaultdict(list)
    for at, terms in enumerate(governed):
        for term in terms:
            having[term].append(at)
    found: list[dict[int, dict[str, float]]] = [{} for _ in texts]
    for term, places in having.items():
        rare = 1 / math.sqrt(len(places))
        for at in places:
            for other in places:
                if other != at:
                    weight = governed[at][term] * governed[other][term] * rare
                    found[at].setdefault(other, {})[term] = weight
    return found


def _alike(texts: Sequence[_Text]) -> list[dict[int, float]]:
    """By text how alike the words of others are: the cosine of their rare words."""
    spread = Counter(key for text in texts for key in text.counts)
    vectors: list[dict[str, float]] = []
    having: dict[str, list[int]] = defaultdict(list)
    for at, text in enumerate(texts):
        raw = {
            key: (1 + math.log(count)) * math.log(len(texts) / spread[key])
            for key, count in text.counts.items() if spread[key] * 4 < len(texts) + 4
        }
        length = math.sqrt(sum(value * value for value in raw.values())) or 1.0
        vectors.append({key: value / length for key, value in raw.items()})
        for key in raw:
            having[key].append(at)
    found: list[dict[int, float]] = [{} for _ in texts]
    for at, vector in enumerate(vectors):
        for key, value in vector.items():
            for other in having[key]:
                if other != at:
                    found[at][other] = found[at].get(other, 0.0) + value * vectors[other][key]
    return found


def _nearest(
    at: int, texts: Sequence[_Text], shared: Sequence[Mapping[int, Mapping[str, float]]],
    alike: Sequence[Mapping[int, float]],
) -> Iterator[Related]:
    """The nearest texts of the same edition or of none; the same number elsewhere is no relative.

    Terms in common come before likeness of words, and texts that the corpus holds before others.
    """
    here = texts[at].record
    found: list[tuple[bool, bool, float, int]] = []
    for other in {*shared[at], *alike[at]}:
        there = texts[other].record
        if there.kind == "article" and (
            there.edition != here.edition or there.number == here.number
        ):
            continue
        common = sum(shared[at].get(other, {}).values())
        words = alike[at].get(other, 0.0)
        missing = there.status == "missing"
        if common or (words >= ALIKE and not missing):
            found.append((not common, missing, round(-common - words, 6), other))
    for *_, other in sorted(found)[:MOST]:
        record = texts[other].record
        terms = shared[at].get(other, {})
        best = sorted(terms, key=lambda term: (-terms[term], term))[:3]
        yield Related(record.page, record.anchor, record.title, record.citation, tuple(best))

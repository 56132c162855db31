"""From a query to points for records: the steps of `scoring` put together.

`assets/search/rank.js` is the same in JavaScript.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from rulebook.publishing.search import scoring
from rulebook.publishing.search.cards import Named, likely_cards, names_of
from rulebook.publishing.search.concepts import Concept, Names, concepts, make_names, places_of
from rulebook.publishing.search.expand import SYNONYM, TOLD, expand, settle
from rulebook.publishing.search.labels import Labels, make_labels
from rulebook.publishing.search.lend import lend
from rulebook.publishing.search.query import Query
from rulebook.publishing.search.records import LENDERS, Record
from rulebook.publishing.search.scoring import Found, Places
from rulebook.publishing.search.table import Table
from rulebook.publishing.search.words import FULL_WEIGHT, Words

Postings = Callable[[int], Places]
"""Where a word of the vocabulary stands."""


@dataclass(frozen=True)
class Ranker:
    """Everything that ranking needs of an index; made once, asked often."""

    records: Sequence[Record]
    table: Table
    words: Words
    postings: Postings

    @cached_property
    def labels(self) -> Labels:
        """What citations lead to."""
        return make_labels(self.records)

    @cached_property
    def names(self) -> Names:
        """The names of the lexicon."""
        return make_names(self.records, self.words)

    @cached_property
    def lends(self) -> Mapping[int, Sequence[tuple[int, int]]]:
        """By record of a term or a situation those that govern it, with shares in hundredths."""
        return {
            at: tuple(self._governed(record))
            for at, record in enumerate(self.records) if record.kind in LENDERS
        }

    @cached_property
    def cards(self) -> Mapping[int, Sequence[Named]]:
        """By record of a situation what it is called at the table."""
        return {
            at: tuple(names_of(record, self.words))
            for at, record in enumerate(self.records) if record.kind == "situation"
        }

    @cached_property
    def older(self) -> frozenset[int]:
        """The records of articles whose text is held in a newer edition too."""
        newest: dict[int, str] = {}
        for record in self.records:
            if record.kind == "article" and record.edition and record.status != "missing":
                newest[record.number] = max(newest.get(record.number, ""), record.edition)
        return frozenset(
            at for at, record in enumerate(self.records)
            if record.kind in ("article", "provision")
            and (record.edition or "") < newest.get(record.number, "")
        )

    def _governed(self, term: Record) -> Iterator[tuple[int, int]]:
        turn: dict[str, int] = {}
        for edition, number, path in term.lends:
            later = min(turn.get(edition, 0), len(scoring.LENT_LATER) - 1)
            turn[edition] = later + 1
            near = self.labels.nearest(number, edition, path)
            if near is not None:
                share = scoring.LENT_LATER[later]
                yield near[0], share if near[1] == path else share * scoring.LENT_NEAR // 100


class Run:
    """One query: its terms found, and its records given points."""

    def __init__(self, ranker: Ranker, query: Query) -> None:
        self.ranker, self.query, self.table = ranker, query, ranker.table
        self.seen: dict[int, Places] = {}
        vocabulary = ranker.table.vocabulary
        terms = settle(query.terms, vocabulary)
        suits = ranker.words.suits if len(terms) >= TOLD else frozenset()
        self.expansions = tuple(expand(term, vocabulary, suits) for term in terms)
        self.known = [at for at, expansion in enumerate(self.expansions) if expansion.words]
        self.years = frozenset(
            expansion.term.word for expansion in self.expansions
        ) & frozenset(ranker.labels.editions)
        others = [at for at in self.known if self.expansions[at].term.word not in self.years]
        if any(not self.neutral(at) for at in others):
            self.known = others  # a year beside words says which edition, and no more
        self.looks_back = any(
            expansion.term.word in ranker.words.old for expansion in self.expansions
        )
        self.lost: list[str] = []
        self.found = [
            scoring.find(
                [(self.postings(word), quality) for word, quality in expansion.words.items()],
                self.table, weight=expansion.term.weight,
            )
            for expansion in self.expansions
        ]
        self.total = max(1, sum(self.found[at].total for at in self.known))
        self.unknown = [
            at for at, expansion in enumerate(self.expansions)
            if not expansion.words and not self.neutral(at)
        ]
        self.total_asked = self.total + sum(self.found[at].total for at in self.unknown)
        spoken = sum(self.found[at].total for at in self.known if self._only_in_lexicon(at))
        self.total_of_texts = max(1, self.total - spoken)
        self.concepts = [
            (concept, self._other_names(concept))
            for concept in concepts(self.expansions, ranker.names, vocabulary)
        ]
        self.coverage: dict[int, int] = {}
        self.points = self._points()
        self.cards = likely_cards(self)
        lend(self)

    def postings(self, word: int) -> Places:
        """Where a word stands; the index is asked once."""
        if word not in self.seen:
            self.seen[word] = self.ranker.postings(word)
        return self.seen[word]

    def neutral(self, at: int) -> bool:
        """Whether a term says nothing of its own: a lesser word, or one for edition or Code."""
        term, words = self.expansions[at].term, self.ranker.words
        return (
            term.weight < FULL_WEIGHT or term.word in words.links
            or (term.word,) in words.code_names
        )

    # ------------------------------------------------------------------ points for words

    def _only_in_lexicon(self, at: int) -> bool:
        """Whether a term stands in no text: as people speak, and no text is written."""
        records = self.ranker.records
        return all(records[record].kind in LENDERS for record in self.found[at].places)

    def terms_of(self, concept: Concept) -> list[int]:
        """The known terms that a concept of the query is made of."""
        return [at for at in self.known if concept.start <= at < concept.end]

    def _other_names(self, concept: Concept) -> Found:
        """Other names: standing somewhere, they are worth what the terms are beside each other."""
        terms = [self.found[at].total for at in self.terms_of(concept)]
        beside = sum((a + b) * scoring.PAIR // 200 for a, b in pairwise(terms))
        sources = [
            (places, 0 if word else SYNONYM)
            for keys in concept.others
            for word, places in enumerate(
                places_of(keys, self.table.vocabulary, self.postings)
            )
        ]
        return scoring.find(sources, self.table, total=sum(terms) + beside)

    def _points(self) -> dict[int, int]:
        """The points of every record that has a word of the query, or another name for it."""
        candidates = {record for at in self.known for record in self.found[at].places}
        candidates.update(*(found.places for _, found in self.concepts))
        pairs = list(self._pairs())
        return {record: self._record(record, pairs) for record in candidates}

    def _pairs(self) -> Iterator[tuple[int, int, int]]:
        """Terms beside each other, and those of full weight with only lesser ones between."""
        strong: int | None = None
        for before, at in zip([None, *self.known], self.known, strict=False):
            term = self.expansions[at].term
            for left in dict.fromkeys((before, strong if term.weight == FULL_WEIGHT else None)):
                if left is not None:
                    yield left, at, max(1, term.at - self.expansions[left].term.at)
            if term.weight == FULL_WEIGHT:
                strong = at

    def _record(self, record: int, pairs: Sequence[tuple[int, int, int]]) -> int:
        worth, covered = self._units(record)
        for left, right, distance in pairs:
            first, second = self.found[left], self.found[right]
            here, there = first.places.get(record), second.places.get(record)
            if here and there:
                share = scoring.neighbours(here, there, distance)
                worth += (first.total + second.total) * share // 200
        worth += self._heading(record)
        lender = self.ranker.records[record].kind in LENDERS
        total = self.total if lender else self.total_of_texts
        coverage = min(1000, covered * 1000 // total)
        self.coverage[record] = coverage
        return self.fitted(record, worth * (250 + 750 * coverage // 1000) // 1000)

    def fitted(self, record: int, points: int) -> int:
        """Points as the kind of a record, and whether its text is held, make them."""
        kind = self.ranker.records[record]
        share = scoring.UNHELD if kind.status == "missing" else 100
        if record in self.ranker.older and not self.looks_back:
            share = share * scoring.OLDER // 100
        if kind.flag:
            share = share * scoring.FLAGGED // 100
        return points * scoring.KINDS[kind.kind] // 100 * share // 100

    def _units(self, record: int) -> tuple[int, int]:
        """The worth of the terms, and how much of the query's weight they cover.

        The terms of a concept are worth what its other names are, where that is more.
        """
        worth = {at: self.found[at].worth.get(record, 0) for at in self.known}
        covered = {at: self._covers(record, at) for at in self.known}
        for concept, other in self.concepts:
            terms = self.terms_of(concept)
            named = other.worth.get(record, 0)
            if named > sum(worth[at] for at in terms):
                total = sum(self.found[at].total for at in terms)
                has = max(sum(covered[at] for at in terms), total * scoring.NAMED // 100)
                worth.update(dict.fromkeys(terms, 0))
                covered.update(dict.fromkeys(terms, 0))
                worth[terms[0]], covered[terms[0]] = named, has
        return sum(worth.values()), sum(covered.values())

    def _covers(self, record: int, at: int) -> int:
        found = self.found[at]
        if record in found.places:
            return found.total
        return found.total * scoring.FROM_ABOVE // 100 if record in found.worth else 0

    def _heading(self, record: int) -> int:
        """What a heading adds, as far as it and the query cover each other."""
        strong = self.table.strong[record]
        titled = {
            at: self.found[at].total * self.found[at].titled[record] // 100
            for at in self.known
            if record in self.found[at].titled
            and self.expansions[at].term.weight == FULL_WEIGHT
        }
        finds = {at: self.found[at] for at in titled}
        for concept, other in self.concepts:
            terms = self.terms_of(concept)
            total = sum(self.found[at].total for at in terms)
            named = total * other.titled.get(record, 0) // 100
            if named > sum(titled.get(at, 0) for at in terms):
                for at in terms:
                    titled.pop(at, None)
                    finds.pop(at, None)
                titled[terms[0]], finds[terms[0]] = named, other
        length = self.table.heading[record]
        positions = {p for found in finds.values() for p in found.places[record] if p < length}
        if not strong or not positions:
            return 0
        covered = sum(titled.values()) * 1000 // self.total
        share = min(100, len(positions) * 100 // strong) * covered
        return self.total * share // 100_000 * scoring.HEADING // 100

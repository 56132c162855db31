"""From a query to records in order: the steps of `scoring` put together.

`assets/search/rank.js` is the same in JavaScript.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from rulebook.publishing.search import scoring
from rulebook.publishing.search.concepts import Concept, Names, concepts, make_names, places_of
from rulebook.publishing.search.expand import SYNONYM, TOLD, Expansion, expand, settle
from rulebook.publishing.search.labels import Labels, make_labels
from rulebook.publishing.search.query import Query
from rulebook.publishing.search.records import Record
from rulebook.publishing.search.scoring import FIRST, Found, Places
from rulebook.publishing.search.table import Table
from rulebook.publishing.search.words import FULL_WEIGHT, Words

Postings = Callable[[int], Places]
"""Where a word of the vocabulary stands."""


@dataclass(frozen=True, slots=True)
class Ranked:
    """A record with its points; `asked` if the query names it by number."""

    record: int
    points: int
    asked: bool = False


@dataclass(frozen=True)
class Ranking:
    """What was ranked, how the terms were understood, and what finding each word is worth."""

    ranked: tuple[Ranked, ...]
    expansions: tuple[Expansion, ...]
    worth: Mapping[str, int]


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
        """By record of a term those that it governs, each with its share in hundredths."""
        return {
            at: tuple(self._governed(record))
            for at, record in enumerate(self.records) if record.kind == "term"
        }

    def _governed(self, term: Record) -> Iterator[tuple[int, int]]:
        turn: dict[str, int] = {}
        for edition, number, path in term.lends:
            later = min(turn.get(edition, 0), len(scoring.LENT_LATER) - 1)
            turn[edition] = later + 1
            near = self.labels.nearest(number, edition, path)
            if near is not None:
                share = scoring.LENT_LATER[later]
                yield near[0], share if near[1] == path else share * scoring.LENT_NEAR // 100

    def rank(self, query: Query, edition: str | None = None) -> Ranking:
        """The records that a query finds, best first.

        Args:
            query: the query as understood.
            edition: leave out what is not of this edition.
        """
        run = _Run(self, query)
        ranked = run.result(edition)
        return Ranking(tuple(ranked), run.expansions, run.worth())


class _Run:
    """One query: its terms found, its records given points, then put in order."""

    def __init__(self, ranker: Ranker, query: Query) -> None:
        self.ranker, self.query, self.table = ranker, query, ranker.table
        self.seen: dict[int, Places] = {}
        vocabulary = ranker.table.vocabulary
        terms = settle(query.terms, vocabulary)
        suits = ranker.words.suits if len(terms) >= TOLD else frozenset()
        self.expansions = tuple(expand(term, vocabulary, suits) for term in terms)
        self.known = [at for at, expansion in enumerate(self.expansions) if expansion.words]
        self.found = [
            scoring.find(
                [(self.postings(word), quality) for word, quality in expansion.words.items()],
                self.table, weight=expansion.term.weight,
            )
            for expansion in self.expansions
        ]
        self.total = max(1, sum(self.found[at].total for at in self.known))
        spoken = sum(self.found[at].total for at in self.known if self._only_in_lexicon(at))
        self.total_of_texts = max(1, self.total - spoken)
        self.concepts = [
            (concept, self._other_names(concept))
            for concept in concepts(self.expansions, ranker.names, vocabulary)
        ]
        self.coverage: dict[int, int] = {}
        self.points = self._points()
        self._lend()

    def postings(self, word: int) -> Places:
        """Where a word stands; the index is asked once."""
        if word not in self.seen:
            self.seen[word] = self.ranker.postings(word)
        return self.seen[word]

    # ------------------------------------------------------------------ points for words

    def _only_in_lexicon(self, at: int) -> bool:
        """Whether a term stands in the lexicon alone: as people speak, and no text is written."""
        records = self.ranker.records
        return all(records[record].kind == "term" for record in self.found[at].places)

    def _terms_of(self, concept: Concept) -> list[int]:
        return [at for at in self.known if concept.start <= at < concept.end]

    def _other_names(self, concept: Concept) -> Found:
        """Other names: standing somewhere, they are worth what the terms are beside each other."""
        terms = [self.found[at].total for at in self._terms_of(concept)]
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
        term = self.ranker.records[record].kind == "term"
        coverage = min(1000, covered * 1000 // (self.total if term else self.total_of_texts))
        self.coverage[record] = coverage
        return self._fitted(record, worth * (250 + 750 * coverage // 1000) // 1000)

    def _fitted(self, record: int, points: int) -> int:
        kind = self.ranker.records[record]
        share = scoring.UNHELD if kind.status == "missing" else 100
        return points * scoring.KINDS[kind.kind] // 100 * share // 100

    def _units(self, record: int) -> tuple[int, int]:
        """The worth of the terms, and how much of the query's weight they cover.

        The terms of a concept are worth what its other names are, where that is more.
        """
        worth = {at: self.found[at].worth.get(record, 0) for at in self.known}
        covered = {at: self._covers(record, at) for at in self.known}
        for concept, other in self.concepts:
            terms = self._terms_of(concept)
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
            terms = self._terms_of(concept)
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

    def _lend(self) -> None:
        """Let terms of the lexicon lend to what they govern and name, and stand behind it."""
        lent: dict[int, int] = {}
        behind: list[tuple[int, list[int]]] = []
        for term in self._lending():
            shares = (*self.ranker.lends[term], *self._titled_so(term))
            for record, share in shares:
                part = self._fitted(record, self.points[term] * share // 100 * scoring.LENT // 100)
                lent[record] = max(lent.get(record, 0), part)
            behind.append((term, [record for record, _ in shares]))
        for record, part in lent.items():
            self.points[record] = self.points.get(record, 0) + part
            self.coverage[record] = max(self.coverage.get(record, 0), scoring.LENDS_FROM)
        for term, records in behind:
            held = [self.points[r] for r in records if self.ranker.records[r].status != "missing"]
            if held:
                self.points[term] = min(self.points[term], max(held) - 1)

    def _lending(self) -> list[int]:
        """The terms of the lexicon that the query means, the likeliest first."""
        terms = [
            term for term in self.ranker.lends
            if self.coverage.get(term, 0) >= scoring.LENDS_FROM
        ]
        terms.sort(key=lambda term: (-self.points[term], term))
        return terms[: scoring.MOST_LENDING]

    def _titled_so(self, term: int) -> Iterator[tuple[int, int]]:
        """The texts with a name of a term in their heading, with the share that it has of it."""
        table = self.table
        for keys in self.ranker.names.italian[term]:
            for record, positions in places_of(keys, table.vocabulary, self.postings)[0].items():
                titled = any(position < table.heading[record] for position in positions)
                if titled and self.ranker.records[record].kind != "term":
                    strong = max(table.strong[record], len(keys))
                    yield record, scoring.LENT_TITLED * len(keys) // strong

    def worth(self) -> dict[str, int]:
        """What finding each word counts for in a snippet; words that are not in it are not marked.

        Lesser words are marked only where the query has no others, and of other names those of
        one word.
        """
        vocabulary = self.table.vocabulary
        strong = [at for at in self.known if self.expansions[at].term.weight == FULL_WEIGHT]
        worth: dict[str, int] = {}
        for at in strong or self.known:
            for word, quality in self.expansions[at].words.items():
                name = vocabulary.words[word]
                worth[name] = max(worth.get(name, 0), self.found[at].total * quality)
        for concept, _ in self.concepts:
            for keys in concept.others:
                for word in vocabulary.stems.get(keys[0], ()) if len(keys) == 1 else ():
                    worth.setdefault(vocabulary.words[word], SYNONYM)
        return worth

    # ------------------------------------------------------------------ what was asked for

    def result(self, edition: str | None) -> Iterator[Ranked]:
        """The records in order, of one edition or of all."""
        asked = self._asked(edition)
        points = {
            record: amount for record, amount in self.points.items()
            if record not in asked and self._admits(record, edition)
        }
        self._keep_phrases(points)
        self._prefer_years(points)
        best = max(points.values(), default=0)
        widest = max((self.coverage.get(record, 0) for record in points), default=0)
        for record, amount in asked.items():
            yield Ranked(record, amount, asked=True)
        for record, amount in sorted(points.items(), key=lambda item: (-item[1], item[0])):
            enough = self.coverage.get(record, 0) * 100 >= widest * scoring.LEAST_COVERAGE
            if enough and amount > 0 and amount * 100 >= best * scoring.LEAST_POINTS:
                yield Ranked(record, amount)

    def _admits(self, record: int, edition: str | None) -> bool:
        return edition is None or self.ranker.records[record].edition == edition

    def _asked(self, edition: str | None) -> dict[int, int]:
        """The provisions that the query asks for by number, then what lies below them."""
        found = [
            record
            for asked in self.query.asked
            if self.query.call is None or self.ranker.labels.certain(asked)
            for record in self.ranker.labels.resolve(asked, edition)
        ]
        if not found:
            found = self._of_years(edition)
            return {record: FIRST - at for at, record in enumerate(dict.fromkeys(found))}
        if not self.query.whole and self._says_more():
            self._around(found)
            return {}
        below = [
            record for above in found for record in range(above + 1, self.table.end[above])
        ]
        return {
            record: FIRST - at for at, record in enumerate(dict.fromkeys((*found, *below)))
        }

    def _says_more(self) -> bool:
        """Whether there are words of full weight beside the citation."""
        return any(
            self.expansions[at].term.kind == "word" and not self._neutral(at) for at in self.known
        )

    def _neutral(self, at: int) -> bool:
        """Whether a term says nothing of its own: a lesser word, or one for edition or Code."""
        term, words = self.expansions[at].term, self.ranker.words
        return (
            term.weight < FULL_WEIGHT or term.word in words.links
            or (term.word,) in words.code_names
        )

    def _around(self, found: Sequence[int]) -> None:
        """Prefer what was asked for, and what lies below it, among the hits of the other words."""
        for turn, above in enumerate(dict.fromkeys(found)):
            flat = self.total * scoring.ASKED // (100 * (turn + 1))
            self.points[above] = self.points.get(above, 0) + self._fitted(above, flat)
            self.coverage[above] = max(self.coverage.get(above, 0), scoring.LENDS_FROM)
            for record in range(above, self.table.end[above]):
                if record in self.points:
                    self.points[record] = self.points[record] * scoring.BELOW_ASKED // 100

    def _years_named(self) -> frozenset[str]:
        editions = set(self.ranker.labels.editions)
        return frozenset(
            expansion.term.word for expansion in self.expansions
        ) & editions

    def _of_years(self, edition: str | None) -> list[int]:
        """The articles of an edition, where the query says nothing but its year."""
        years = self._years_named()
        others = [
            at for at in self.known
            if self.expansions[at].term.word not in years and not self._neutral(at)
        ]
        if others or not years:
            return []
        articles = [
            at for at, record in enumerate(self.ranker.records)
            if record.kind == "article" and record.edition in years
            and self._admits(at, edition)
        ]
        held = [at for at in articles if self.ranker.records[at].status != "missing"]
        return held or articles

    def _prefer_years(self, points: dict[int, int]) -> None:
        years = self._years_named()
        for record in points if years else ():
            if self.ranker.records[record].edition in years:
                points[record] = points[record] * scoring.OF_YEAR // 100

    def _keep_phrases(self, points: dict[int, int]) -> None:
        """Leave only the texts that have every quoted phrase.

        The lexicon counts where no text has it; a phrase that stands nowhere is but words.
        """
        for phrase in self.query.phrases:
            having = self._with_phrase(phrase) & points.keys()
            texts = {at for at in having if self.ranker.records[at].kind != "term"}
            if having:
                for record in points.keys() - (texts or having):
                    del points[record]

    def _with_phrase(self, phrase: Sequence[str]) -> set[int]:
        places = self.table.vocabulary.places
        if any(word not in places for word in phrase):
            return set()
        found = [self.postings(places[word]) for word in phrase]
        return {
            record
            for record, starts in found[0].items()
            if any(
                all(start + step in other.get(record, ()) for step, other in enumerate(found))
                for start in starts
            )
        }

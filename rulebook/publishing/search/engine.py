"""The search of the command line: a rulebook made into an index, and questions to it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from rulebook.model import Rulebook
from rulebook.publishing.search.absent import Missing, absent
from rulebook.publishing.search.index import RuleIndex, open_index
from rulebook.publishing.search.lexicon import Lexicon
from rulebook.publishing.search.query import parse_query
from rulebook.publishing.search.rank import Ranker
from rulebook.publishing.search.records import Kind, Record, Status, make_records
from rulebook.publishing.search.result import Ranked, Ranking, rank
from rulebook.publishing.search.snippet import make_snippet
from rulebook.publishing.search.suggest import suggestion
from rulebook.publishing.search.words import Words, load_words
from rulebook.publishing.situations import Handbook

MOST_HITS = 100

TOLD_STATUS = {"cut": "truncated", "missing": "missing"}
"""What is said of a text that is not all there."""


@dataclass(frozen=True, slots=True)
class Hit:
    """One hit; `marks` are the places of the found words in the snippet.

    `citation` is "" where the law has no label for it, and `edition` None where a text has none.
    `status` is of the article: what stands in one that is cut off is not the law as it is. `flag`
    says where the Code departs from what a guide says there.
    """

    citation: str
    edition: str | None
    kind: Kind
    title: str
    url: str
    snippet: str
    score: float
    marks: tuple[tuple[int, int], ...] = ()
    status: Status = "held"
    flag: str = ""

    def to_data(self) -> dict[str, Any]:
        """The hit as `rulebook search --json` prints it; `text` only where it is not all there.

        So is `flag` only where there is one.
        """
        shown = ("citation", "edition", "kind", "title", "url", "snippet", "score")
        data: dict[str, Any] = {name: getattr(self, name) for name in shown}
        if self.status != "held":
            data["text"] = TOLD_STATUS[self.status]
        if self.flag:
            data["flag"] = self.flag
        return data


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The hits of a query, best first; `suggestion` is a near query where words are unknown.

    `cards` are the situations at the table that the query means, as title and address; `absent`
    is what it asks for by number and no text has: the hits are then what is nearest. `lost` are
    quoted phrases that stand in no text, `unknown` words that do not, where none is near.
    """

    query: str
    hits: tuple[Hit, ...]
    suggestion: str | None = None
    cards: tuple[tuple[str, str], ...] = ()
    absent: Missing | None = None
    lost: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()

    def to_data(self) -> dict[str, Any]:
        """The result as `rulebook search --json` prints it."""
        data: dict[str, Any] = {
            "query": self.query, "hits": [hit.to_data() for hit in self.hits],
        }
        if self.suggestion:
            data["suggestion"] = self.suggestion
        if self.absent:
            data["absent"] = self.absent.citation
            if self.absent.edition:
                data["absent_from"] = self.absent.edition
        if self.lost:
            data["phrases_absent"] = list(self.lost)
        if self.unknown:
            data["words_absent"] = list(self.unknown)
        if self.cards:
            data["situations"] = [{"title": title, "url": url} for title, url in self.cards]
        return data


@dataclass(frozen=True)
class Search:
    """An index that can be asked; keep it for several questions."""

    records: tuple[Record, ...]
    words: Words
    index: RuleIndex

    @cached_property
    def _ranker(self) -> Ranker:
        return Ranker(self.records, self.index.table, self.words, self.index.postings)

    def ask(self, query: str, edition: str | None = None, limit: int = MOST_HITS) -> SearchResult:
        """The hits of a query.

        Args:
            query: whatever was typed; nothing is an error.
            edition: leave out what is not of this edition.
            limit: how many hits at most.
        """
        parsed = parse_query(query, self.words)
        ranking = rank(self._ranker, parsed, edition)
        hits = tuple(self._hits(ranking, limit))
        better = suggestion(parsed, ranking, self.index.table.vocabulary)
        cards = ((self.records[card].title, self.records[card].url) for card in ranking.cards)
        lacking = absent(query, parsed, self._ranker.labels, self.words, edition)
        unknown = () if better else ranking.unknown
        return SearchResult(query, hits, better, tuple(cards), lacking, ranking.lost, unknown)

    def _hits(self, ranking: Ranking, limit: int) -> Iterator[Hit]:
        for ranked in ranking.ranked[: max(0, limit)]:
            yield self._hit(ranked, ranking)

    def _hit(self, ranked: Ranked, ranking: Ranking) -> Hit:
        record = self.records[ranked.record]
        text = self._text(ranked.record)
        snippet = make_snippet(text, ranking.worth, self.words)
        return Hit(
            record.citation, record.edition, record.kind, record.title, record.url,
            snippet.text, ranked.points / 100, snippet.marks, record.status,
            record.flag,
        )

    def _text(self, at: int) -> str:
        """The text that a hit shows: its own, or the first below it."""
        end = self.index.table.end[at]
        return next((r.text for r in self.records[at:end] if r.text), "")


def open_search(
    rulebook: Rulebook,
    lexicon: Lexicon,
    vocabulary: Mapping[str, Any],
    cache_folder: Path | None = None,
    handbook: Handbook | None = None,
) -> Search:
    """Make or open the index of a rulebook.

    Args:
        rulebook: the editions and documents that can be found.
        lexicon: the terms of the lexicon.
        vocabulary: `vocabulary.toml` of the reading half as plain values.
        cache_folder: see `open_index`.
        handbook: the situations at the table, if they can be found too.
    """
    words = load_words(vocabulary)
    records = make_records(rulebook, lexicon, handbook)
    return Search(records, words, open_index(records, words, cache_folder))


def search(
    rulebook: Rulebook,
    query: str,
    *,
    lexicon: Lexicon,
    vocabulary: Mapping[str, Any],
    edition: str | None = None,
    limit: int = 20,
    cache_folder: Path | None = None,
    handbook: Handbook | None = None,
) -> SearchResult:
    """One question to a rulebook; see `open_search` and `Search.ask`."""
    found = open_search(rulebook, lexicon, vocabulary, cache_folder, handbook)
    return found.ask(query, edition, limit)

"""The situations at the table that a query means; `assets/search/cards.js` is the same.

A card is offered above the hits, in large letters, so it must be meant: most of the query stands
in its names, the title, what is said at the table, and what happened, and much of it together in
one. What a card says to do has many words that other cases share.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rulebook.publishing.search import analysis, scoring
from rulebook.publishing.search.bids import Over, bid_over
from rulebook.publishing.search.records import Record
from rulebook.publishing.search.table import GAP

if TYPE_CHECKING:
    from rulebook.publishing.search.rank import Run
    from rulebook.publishing.search.words import Words

EXACTLY = 1001
"""The closeness of a card that is called just so."""


@dataclass(frozen=True, slots=True)
class Named:
    """A name of a card: its words as stems with their weights, and where in the card it begins.

    `over` is a bid that it tells over another.
    """

    stems: tuple[str, ...]
    weights: tuple[int, ...]
    start: int
    over: Over | None

    def found_in(self, positions: Iterable[int]) -> Iterator[int]:
        """Which of its words stand at some positions in the card."""
        for position in positions:
            if self.start <= position < self.start + len(self.stems):
                yield position - self.start


def names_of(card: Record, words: Words) -> Iterator[Named]:
    """The title of a card, what happened, and how it is said, with their positions."""
    parts = [card.heading, *card.text.split("\n")]
    position = 0
    for at, part in enumerate((*parts, *card.names.split("\n"))):
        if not part and at:
            continue
        found = list(analysis.tokens(part))
        if at < 2 or at >= len(parts):
            yield Named(
                tuple(analysis.query_key(token.surface) for token in found),
                tuple(words.weight(token.word) for token in found), position,
                bid_over(found, part, words),
            )
        position += len(found) + GAP


def likely_cards(run: Run) -> list[int]:
    """The situations that the query means, the likeliest first.

    A card that is called just so comes before all others.
    """
    words = [
        expansion.term for expansion in run.expansions
        if expansion.term.kind == "word" and expansion.term.word not in run.years
    ]
    typed = tuple(analysis.query_key(term.surface) for term in words)
    close: dict[int, int] = {}
    for at, names in run.ranker.cards.items():
        called = any(name.stems == typed for name in names)
        close[at] = EXACTLY if called else max(_closeness(run, at, name) for name in names)
    least = max(scoring.CARD_CLOSE, max(close.values(), default=0) * scoring.CARD_BESIDE // 100)
    cards = [at for at, amount in close.items() if amount >= least]
    cards.sort(key=lambda card: (-close[card], -run.points.get(card, 0), card))
    return cards[: scoring.MOST_CARDS]


def _closeness(run: Run, card: int, name: Named) -> int:
    """How far the query and a name of a card are the same, in thousandths.

    A word that no text has counts as the rarest would: what it says may be what is meant.
    """
    asked: set[int] = set()
    said: set[int] = set()
    for at in run.known:
        here = set(name.found_in(run.found[at].places.get(card, ())))
        if here:
            asked.add(at)
            said |= here
    for concept, other in run.concepts:
        here = set(name.found_in(other.places.get(card, ())))
        if here:
            asked.update(run.terms_of(concept))
            said |= here
    over = run.query.over
    if over and name.over:
        if over.low != name.over.low:
            return 0
        asked.update(at for at in run.known if over.start <= run.expansions[at].term.at < over.end)
        said.update(range(name.over.start, name.over.end))
    of_name = sum(name.weights[at] for at in said) * 1000 // max(1, sum(name.weights))
    of_query = sum(run.found[at].total for at in asked) * 1000 // run.total_asked
    return of_query * (scoring.CARD_ASKED + of_name) // (scoring.CARD_ASKED + 1000)

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
from rulebook.publishing.search.records import Record
from rulebook.publishing.search.table import GAP

if TYPE_CHECKING:
    from rulebook.publishing.search.rank import Run


@dataclass(frozen=True, slots=True)
class Named:
    """A name of a card: its words as stems, and the positions from and to which it stands."""

    stems: tuple[str, ...]
    start: int
    end: int

    def holds(self, positions: Iterable[int]) -> bool:
        """Whether one of some positions in the card lies in the name."""
        return any(self.start <= position < self.end for position in positions)


def names_of(card: Record) -> Iterator[Named]:
    """The title of a card, what happened, and how it is said, with their positions."""
    parts = [card.heading, *card.text.split("\n")]
    position = 0
    for at, part in enumerate((*parts, *card.names.split("\n"))):
        if not part and at:
            continue
        found = [analysis.query_key(token.surface) for token in analysis.tokens(part)]
        if at < 2 or at >= len(parts):
            yield Named(tuple(found), position, position + len(found))
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
    exact = {
        at for at, names in run.ranker.cards.items()
        if any(name.stems == typed for name in names)
    }
    cards = [
        at for at in run.ranker.cards
        if run.points.get(at, 0) > 0 and (at in exact or _is_meant(run, at))
    ]
    cards.sort(key=lambda card: (card not in exact, -run.points[card], card))
    least = max((run.points[card] for card in cards), default=0) * scoring.CARD_BESIDE
    kept = [card for card in cards if card in exact or run.points[card] * 100 >= least]
    return kept[: scoring.MOST_CARDS]


def _is_meant(run: Run, card: int) -> bool:
    """Whether enough of the query stands together in one of the card's names, or in all of them."""
    weights = {at: run.found[at].total for at in run.known}
    every: set[int] = set()
    best = 0
    for name in run.ranker.cards[card]:
        covered = set(_covered(run, card, name))
        best = max(best, sum(weights[at] for at in covered))
        every |= covered
    return (
        best * 1000 >= run.total * scoring.CARD_NAMED
        or sum(weights[at] for at in every) * 1000 >= run.total * scoring.CARD_TOLD
    )


def _covered(run: Run, card: int, name: Named) -> Iterator[int]:
    """The terms of the query that a name of a card has, in these words or by another name."""
    for at in run.known:
        if name.holds(run.found[at].places.get(card, ())):
            yield at
    for concept, other in run.concepts:
        if name.holds(other.places.get(card, ())):
            yield from run.terms_of(concept)

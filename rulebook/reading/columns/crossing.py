"""Prices of going from one column to the other, and of the two columns beside each other."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from rulebook.reading.columns.evidence import Evidence
from rulebook.reading.columns.outline import Path
from rulebook.reading.columns.pieces import Piece
from rulebook.reading.columns.state import TITLE, UNKNOWN, Choice, Demand, Measure, State

STEADY = 2
"""So many rows in one order make a rule for the rows to come."""
TWIN = 0.5
"""Lines that share this much of their words are the two cells of one row."""
NEAR = 30
"""So many pieces at most stand between the two cells of a row, the left one first."""


class Crossing:
    """The two columns of one table; `demands` are what an editor has fixed, by the index of the
    piece.
    """

    def __init__(
        self, pieces: Sequence[Piece], evidence: Evidence, demands: Mapping[int, Demand]
    ) -> None:
        self.pieces = pieces
        self.evidence = evidence
        self.demands = demands
        self.prices = evidence.prices
        first = (piece.marker for piece in pieces if piece.marker)
        self.top = next((marker.options[0][0] for marker in first), "A")
        self.geometric = any(piece.side is not None for piece in pieces)
        self.titles = sum(piece.kind == "title" for piece in pieces)
        self.paired = _in_pairs([piece.marker.text for piece in pieces if piece.marker])

    def entering(self, index: int, state: State, side: int) -> float:
        """The price of writing in a column after what was written before."""
        piece, evidence, prices = self.pieces[index], self.evidence, self.prices
        if piece.side is not None:
            return 0.0
        lean = evidence.lean[index]
        price = prices.lean * (-lean if side == 0 else lean)
        if piece.beside and (side == 0 or state.side == 1):
            price += prices.beside
        for other in evidence.kinship.terms[index]:
            if (state.rights >> other & 1) != side:
                price += prices.term_apart
        for other, share in evidence.kinship.copies[index]:
            near = index - other <= NEAR and evidence.pages[index] == evidence.pages[other]
            if (state.rights >> other & 1) == side:
                price += prices.kin_same * share
            elif side:
                price -= (prices.kin_near if near else prices.kin_far) * share
            else:
                price += (prices.kin_near_left if near else -prices.kin_far) * share
        if index == 0:
            return prices.first_right * side
        if piece.page:
            return price + self._over_page(state) * side
        same = side == state.side
        if evidence.gaps:
            if piece.gap:
                price += prices.gap_stay if same else 0.0
            else:
                price += 0.0 if same else prices.no_gap_switch
        return price

    def _over_page(self, state: State) -> float:
        """The price of a page beginning with the right column: what the left one has left open is
        finished first.
        """
        left, prices = state.columns[0], self.prices
        if left.last < 0 or left.place == TITLE:
            return prices.page_right
        unfinished = self.evidence.unfinished(left.last, left.phase == 1)
        return prices.page_right + prices.page_open * min(3.0, unfinished)

    def switching(self, index: int, state: State, side: int, how: str) -> float:
        """The price of leaving one column for the other."""
        piece, evidence, prices = self.pieces[index], self.evidence, self.prices
        if side == state.side or piece.side is not None or not index or piece.page:
            return 0.0
        old = state.columns[state.side]
        price = prices.switch if how in ("join", "word", "late") else prices.switch_start
        if self.pieces[index - 1].kind == "label":
            price += prices.switch_label
        elif old.last >= 0 and old.place != TITLE:
            price += prices.switch_open * min(3.0, evidence.unfinished(old.last, old.phase == 1))
            if old.open:
                price += prices.switch_bracket
            if old.phase == 1:
                price += prices.switch_heading
            if evidence.single_words[index] and evidence.single_words[index - 1]:
                price += prices.switch_row
        return price

    def styled(self, index: int, place: Path, measure: Measure) -> tuple[float, Measure]:
        """The price of a provision beginning with a heading, or without, unlike those of its depth
        before it.
        """
        headed = self.evidence.headed[index]
        at = 2 * min(len(place), 4)
        counts = measure.styles
        here, other = (
            counts[at + headed] + 0.4 * sum(counts[headed::2]),
            counts[at + 1 - headed] + 0.4 * sum(counts[1 - headed :: 2]),
        )
        price = self.prices.style * math.log((here + other + 1.0) / (2.0 * here + 1.0))
        styles = (*counts[: at + headed], counts[at + headed] + 1, *counts[at + headed + 1 :])
        return price, measure._replace(styles=styles)

    def is_twin(self, index: int, state: State, choice: Choice) -> bool:
        """Whether a piece is the second of two that stand beside each other: the same label, or
        nearly the same words.
        """
        piece, side = self.pieces[index], choice.side
        if piece.side is not None or not self.paired:
            return False
        if piece.marker and choice.how in ("label", "claim", "start"):
            return choice.place in state.columns[1 - side].held
        if side == state.side and not piece.page:
            return False
        return any(
            share >= TWIN and (state.rights >> other & 1) != side
            for other, share in self.evidence.kinship.copies[index]
        )

    def ordered(self, side: int, measure: Measure) -> tuple[float, Measure]:
        """The price of a twin coming second in a column, where so far it always came second in the
        other one.
        """
        left, right = measure.firsts
        here, other = (left, right) if side else (right, left)
        price = self.prices.order if other >= STEADY and not here else 0.0
        firsts = (left + side, right + 1 - side)
        return price, measure._replace(firsts=firsts)

    def leading(self, path: Path, state: State, side: int) -> float:
        """The price of a label standing in one column and not, or already, in the other."""
        if self.geometric:
            return 0.0
        there = path in state.columns[1 - side].held
        if side == 0:
            return self.prices.lag if there else 0.0
        if there:
            return 0.0
        if not state.columns[0].held:
            return self.prices.lead_first
        # A right column that is ahead already goes on cheaply.
        ahead = state.side == 1 and state.columns[1].recent not in state.columns[0].held
        return self.prices.lead_on if ahead else self.prices.lead

    def closing(self, state: State) -> float:
        """The price of the table ending in a state."""
        price, prices = 0.0, self.prices
        for column in state.columns:
            if column.last < 0:
                price += 20.0
                continue
            if column.place != TITLE:
                price += self.evidence.unfinished(column.last, column.phase == 1)
            price += prices.end_unknown * (column.orphans + (column.place == UNKNOWN))
            price += prices.end_broken * len(column.broken)
            for path in column.waiting:
                price += (
                    prices.end_holder
                    if any(other[: len(path)] == path and other != path for other in column.held)
                    else prices.end_label
                )
        return price


def _in_pairs(labels: Sequence[str]) -> bool:
    """Whether labels nearly always stand twice in succession, as rows of a table bring them."""
    pairs = at = 0
    while at + 1 < len(labels):
        same = labels[at] == labels[at + 1]
        pairs += same
        at += 2 if same else 1
    return len(labels) >= 6 and pairs * 2 >= 0.8 * len(labels)

"""Read two interleaved columns: the cheapest way to deal the pieces to the left and the right.

A beam search over the pieces in their order. A state is what matters of the two columns so far: the
labels that stand there, those that wait for their text, and the sentence that is being written.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rulebook.reading.columns.evidence import Evidence
from rulebook.reading.columns.moves import Moves
from rulebook.reading.columns.outline import Path
from rulebook.reading.columns.pieces import Piece
from rulebook.reading.columns.state import UNKNOWN, Choice, Column, Demand, Measure, State

BEAM = 48
SLACK = 13.0
"""So many states are kept after each piece, and none that is dearer than the best by more than the
slack.
"""


ALIKE = 4
"""So many of the states that differ in what they remember alone."""

Key = tuple[tuple[Column, Column], int]


class Edge(NamedTuple):
    """A step of the search: from which state, at what total price, by which choice."""

    back: int
    cost: float
    choice: Choice


@dataclass(frozen=True)
class Reading:
    """The cheapest reading: a choice per piece, its margin over a reading that differs, and its
    price.
    """

    choices: tuple[Choice, ...]
    place_margins: tuple[float, ...]
    cost: float


class Search(Moves):
    """The search over one table."""

    def __init__(
        self,
        pieces: Sequence[Piece],
        evidence: Evidence,
        demands: Mapping[int, Demand],
        beam: int = BEAM,
    ) -> None:
        super().__init__(pieces, evidence, demands)
        self.beam = beam

    def run(self) -> Reading:
        """Search and give back the best reading with its margins."""
        states = [State((Column(), Column()), (Measure(), Measure()), 0)]
        costs = [0.0]
        layers: list[list[list[Edge]]] = []
        for index in range(len(self.pieces)):
            found: dict[Key, list[Edge]] = {}
            best: dict[Key, tuple[float, State]] = {}
            lowest = math.inf
            for back, state in enumerate(states):
                for cost, choice, new in self.moves(index, state, lowest + SLACK - costs[back]):
                    total = costs[back] + cost
                    lowest = min(lowest, total)
                    key = (new.columns, new.side)
                    found.setdefault(key, []).append(Edge(back, total, choice))
                    if key not in best or total < best[key][0]:
                        best[key] = (total, new)
            ranked = self._kept(sorted(best, key=lambda k: best[k][0]))
            floor = best[ranked[0]][0]
            ranked = [key for key in ranked if best[key][0] <= floor + SLACK]
            states = [best[key][1] for key in ranked]
            costs = [best[key][0] for key in ranked]
            layers.append([found[key] for key in ranked])
        return self._trace(layers, states, costs)

    def _kept(self, ranked: Sequence[Key]) -> list[Key]:
        """The states that the beam keeps, the cheapest first; of those that are writing at the same
        places after the same pieces no more than a few, or they would crowd out all others.
        """
        alike: Counter[tuple[Path, int, Path, int, int]] = Counter()
        out: list[Key] = []
        for key in ranked:
            (left, right), side = key
            look = (left.place, left.last, right.place, right.last, side)
            alike[look] += 1
            if alike[look] <= ALIKE:
                out.append(key)
                if len(out) == self.beam:
                    break
        return out

    def _trace(
        self, layers: list[list[list[Edge]]], states: list[State], costs: list[float]
    ) -> Reading:
        ends = [cost + self.closing(state) for cost, state in zip(costs, states, strict=True)]
        best = min(range(len(ends)), key=ends.__getitem__)
        total = ends[best]
        # What the rest of the best way from each state costs, layer by layer from the end.
        rest = [end - cost for end, cost in zip(ends, costs, strict=True)]
        count = len(layers)
        choices: list[Choice] = []
        at = best
        for layer in reversed(layers):
            edge = min(layer[at], key=lambda e: e.cost)
            choices.append(edge.choice)
            at = edge.back
        choices.reverse()
        choices = _settle(choices)
        place_margins = [0.0] * count
        for index in range(count - 1, -1, -1):
            layer = layers[index]
            before = [1e9] * (len(layers[index - 1]) if index else 1)
            place_gap = SLACK
            chosen = choices[index]
            previous = self._layer_costs(layers, index)
            for at, edges in enumerate(layer):
                for edge in edges:
                    whole = edge.cost + rest[at] - total
                    if edge.choice.side != chosen.side or (
                        edge.choice.place != chosen.place and edge.choice.place != UNKNOWN
                    ):
                        place_gap = min(place_gap, whole)
                    step = edge.cost - previous[edge.back] + rest[at]
                    before[edge.back] = min(before[edge.back], step)
            place_margins[index] = max(0.0, place_gap)
            rest = before
        return Reading(tuple(choices), tuple(place_margins), total)

    @staticmethod
    def _layer_costs(layers: list[list[list[Edge]]], index: int) -> list[float]:
        if index == 0:
            return [0.0]
        return [min(edge.cost for edge in edges) for edges in layers[index - 1]]


def _settle(choices: list[Choice]) -> list[Choice]:
    """Give texts that came before their label the place that the label then claimed."""
    out = list(choices)
    waiting: tuple[list[list[int]], list[list[int]]] = ([], [])
    for index, choice in enumerate(choices):
        texts = waiting[choice.side]
        if choice.place == UNKNOWN:
            if choice.how == "start" or not texts:
                texts.append([])
            texts[-1].append(index)
        elif choice.how == "claim":
            for k in texts.pop(0) if texts else ():
                out[k] = Choice(choice.side, choice.place, out[k].how)
            out[index] = Choice(choice.side, choice.place, "label")
    return out

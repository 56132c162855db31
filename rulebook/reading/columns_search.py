"""Read two interleaved columns: the cheapest way to deal the pieces to the left and the right.

A beam search over the pieces in their order. A state is what matters of the two columns so far: the
labels that stand there, those that wait for their text, and the sentence that is being written.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rulebook.reading.columns_evidence import Evidence
from rulebook.reading.columns_outline import Path, holes, is_before, places
from rulebook.reading.columns_pieces import Piece

TITLE: Path = (("T", 0),)
UNKNOWN: Path = (("?", 0),)
"""The place of a text whose label has not come yet."""

BEAM = 48
SLACK = 13.0
NEAR = 30
"""So many pieces at most stand between the two cells of a row, the left one first."""


class Column(NamedTuple):
    """One column as far as it has been read.

    `waiting` are labels without text; `place` is where text is being added, `last` its last piece,
    `phase` 1 while it may be a heading, 3 if that is not likely, and 2 in its body; `broken` are sentences left unfinished.
    """

    held: frozenset[Path] = frozenset()
    waiting: tuple[Path, ...] = ()
    place: Path = TITLE
    last: int = -1
    phase: int = 0
    count: int = 0
    broken: tuple[tuple[Path, int, int], ...] = ()
    recent: Path = ()
    bare: Path | None = None
    row_end: int = -1
    titled: int = 0
    open: int = 0


class Measure(NamedTuple):
    """What guides a column without telling states apart: the row being set, the widest row, the rows.

    `styles` counts, by depth, the provisions that began with a heading and those that did not.
    """

    row: float = 0.0
    widest: float = 0.0
    rows: float = 0.0
    styles: tuple[int, ...] = (0,) * 10


class Choice(NamedTuple):
    """What was done with a piece: its side, its place, and how (`title`, `label`, `start`, `join`, `late`, `word`)."""

    side: int
    place: Path
    how: str


class State(NamedTuple):
    """Both columns, their measures, the side that wrote last, and which pieces went right (as bits)."""

    columns: tuple[Column, Column]
    measures: tuple[Measure, Measure]
    side: int
    rights: int = 0


class Edge(NamedTuple):
    """A step of the search: from which state, at what total price, by which choice."""

    back: int
    cost: float
    choice: Choice


@dataclass(frozen=True)
class Demand:
    """What an editor or geometry has fixed about a piece."""

    side: int | None = None
    place: Path | None = None
    label: bool | None = None


@dataclass(frozen=True)
class Reading:
    """The cheapest reading: a choice per piece, its margin over a reading that differs, and its price."""

    choices: tuple[Choice, ...]
    side_margins: tuple[float, ...]
    place_margins: tuple[float, ...]
    cost: float


class Search:
    """The search over one table."""

    def __init__(self, pieces: Sequence[Piece], evidence: Evidence, demands: Mapping[int, Demand],
                 beam: int = BEAM) -> None:
        self.pieces = pieces
        self.evidence = evidence
        self.demands = demands
        self.prices = evidence.prices
        self.beam = beam
        first = (piece.marker for piece in pieces if piece.marker)
        self.top = next((marker.options[0][0] for marker in first), "A")
        self.geometric = any(piece.side is not None for piece in pieces)
        self.titles = sum(piece.kind == "title" for piece in pieces)

    def run(self) -> Reading:
        """Search and give back the best reading with its margins."""
        states = [State((Column(), Column()), (Measure(), Measure()), 0)]
        costs = [0.0]
        layers: list[list[list[Edge]]] = []
        for index in range(len(self.pieces)):
            found: dict[tuple[tuple[Column, Column], int], list[Edge]] = {}
            best: dict[tuple[tuple[Column, Column], int], tuple[float, State]] = {}
            for back, state in enumerate(states):
                for cost, choice, new in self.moves(index, state):
                    total = costs[back] + cost
                    key = (new.columns, new.side)
                    found.setdefault(key, []).append(Edge(back, total, choice))
                    if key not in best or total < best[key][0]:
                        best[key] = (total, new)
            ranked = sorted(best, key=lambda k: best[k][0])[: self.beam]
            floor = best[ranked[0]][0]
            ranked = [key for key in ranked if best[key][0] <= floor + SLACK]
            states = [best[key][1] for key in ranked]
            costs = [best[key][0] for key in ranked]
            layers.append([found[key] for key in ranked])
        return self._trace(layers, states, costs)

    def _trace(self, layers: list[list[list[Edge]]], states: list[State], costs: list[float]) -> Reading:
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
        side_margins, place_margins = [0.0] * count, [0.0] * count
        for index in range(count - 1, -1, -1):
            layer = layers[index]
            before = [1e9] * (len(layers[index - 1]) if index else 1)
            side_gap = place_gap = SLACK
            chosen = choices[index]
            previous = self._layer_costs(layers, index)
            for at, edges in enumerate(layer):
                for edge in edges:
                    whole = edge.cost + rest[at] - total
                    if edge.choice.side != chosen.side:
                        side_gap = min(side_gap, whole)
                    if edge.choice.side != chosen.side or (
                            edge.choice.place != chosen.place and edge.choice.place != UNKNOWN):
                        place_gap = min(place_gap, whole)
                    step = edge.cost - previous[edge.back] + rest[at]
                    before[edge.back] = min(before[edge.back], step)
            side_margins[index], place_margins[index] = max(0.0, side_gap), max(0.0, place_gap)
            rest = before
        return Reading(tuple(choices), tuple(side_margins), tuple(place_margins), total)

    @staticmethod
    def _layer_costs(layers: list[list[list[Edge]]], index: int) -> list[float]:
        if index == 0:
            return [0.0]
        return [min(edge.cost for edge in edges) for edges in layers[index - 1]]

    def moves(self, index: int, state: State) -> list[tuple[float, Choice, State]]:
        """Everything that can be done with a piece in a state, with its price."""
        piece, demand = self.pieces[index], self.demands.get(index, Demand())
        out: list[tuple[float, Choice, State]] = []
        for side in (0, 1):
            if demand.side is not None and side != demand.side:
                continue
            if piece.side is not None and side != piece.side and demand.side is None:
                continue
            entry = self.entering(index, state, side)
            for cost, choice, column, measure in self.column_moves(index, state, side):
                extra, column = self.bracketed(index, state.columns[side], column, choice.how)
                cost += extra
                cost += self.switching(index, state, side, choice.how)
                if choice.how == "start" and choice.place not in (TITLE, UNKNOWN, ()):
                    styled, measure = self.styled(index, choice.place, measure)
                    cost += styled
                if choice.how in ("label", "claim") or choice.how == "start" and piece.marker:
                    cost += self.leading(choice.place, state, side)
                elif choice.how == "title" and side and state.columns[0].titled < column.titled:
                    cost += self.prices.lead
                if demand.place is not None and choice.place not in (demand.place, UNKNOWN):
                    cost += 30.0
                if demand.label is not None and (choice.how in ("label", "claim")) != demand.label and piece.kind == "label":
                    cost += 30.0
                columns = (column, state.columns[1]) if side == 0 else (state.columns[0], column)
                measures = (measure, state.measures[1]) if side == 0 else (state.measures[0], measure)
                rights = state.rights | (side << index)
                out.append((cost + entry, choice, State(columns, measures, side, rights)))
        return out

    def entering(self, index: int, state: State, side: int) -> float:
        """The price of writing in a column after what was written before."""
        piece, evidence, prices = self.pieces[index], self.evidence, self.prices
        if piece.side is not None:
            return 0.0
        lean = evidence.lean[index]
        price = prices.lean * (-lean if side == 0 else lean)
        for other, share in evidence.kin[index]:
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
            return price + prices.page_right * side
        same = side == state.side
        if evidence.gaps:
            if piece.gap:
                price += prices.gap_stay if same else 0.0
            else:
                price += 0.0 if same else prices.no_gap_switch
        return price

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
            if evidence.single_words[index] and evidence.single_words[index - 1]:
                price += prices.switch_row
        return price

    def styled(self, index: int, place: Path, measure: Measure) -> tuple[float, Measure]:
        """The price of a provision beginning with a heading, or without, unlike those of its depth before it."""
        headed = self.evidence.headed[index]
        at = 2 * min(len(place), 4)
        counts = measure.styles
        here, other = counts[at + headed] + 0.4 * sum(counts[headed::2]), counts[at + 1 - headed] + 0.4 * sum(counts[1 - headed::2])
        price = self.prices.style * math.log((here + other + 1.0) / (2.0 * here + 1.0))
        styles = counts[: at + headed] + (counts[at + headed] + 1,) + counts[at + headed + 1:]
        return price, Measure(measure.row, measure.widest, measure.rows, styles)

    def leading(self, path: Path, state: State, side: int) -> float:
        """The price of a label standing in one column and not, or already, in the other."""
        if self.geometric:
            return 0.0
        there = path in state.columns[1 - side].held
        if side == 0:
            return self.prices.lag if there else 0.0
        if there:
            return 0.0
        # A right column that is ahead already goes on cheaply.
        ahead = state.side == 1 and state.columns[1].recent not in state.columns[0].held
        return self.prices.lead_on if ahead else self.prices.lead

    def column_moves(self, index: int, state: State, side: int) -> list[tuple[float, Choice, Column, Measure]]:
        """What can be done with a piece inside one column."""
        column, measure = state.columns[side], state.measures[side]
        labelled = index > 0 and state.side == side and self.pieces[index - 1].kind == "label" and bool(
            column.waiting) and column.recent == column.waiting[-1]
        piece, prices = self.pieces[index], self.prices
        out: list[tuple[float, Choice, Column, Measure]] = []
        if piece.kind in ("title", "header"):
            self._title(index, column, measure, side, out)
            if piece.kind == "title" and self.titles > 2 or piece.kind == "header":
                self._text(index, column, measure, side, out, 3.0, labelled)
            return out
        if piece.marker:
            self._label(index, column, measure, side, out)
            price = prices.marker_text
            if piece.rest:
                price = prices.marker_text_lower if self.evidence.lower_rest[index] else prices.marker_text_upper
            if piece.marker.options[0][0] in "A1":
                price += prices.marker_text_outer
            if self.cited(index, column):
                price = min(price, prices.marker_cited)
            self._text(index, column, measure, side, out, price, labelled)
            return out
        self._text(index, column, measure, side, out, 0.0, labelled)
        return out

    def cited(self, index: int, column: Column) -> bool:
        """Whether what looks like a label stands in a sentence that the line before has left open for it."""
        if column.last < 0 or column.last != index - 1 or column.place in (TITLE, UNKNOWN):
            return False
        evidence = self.evidence
        last = self.pieces[column.last].words[-1:] or ("",)
        in_row = evidence.single_words[column.last] and evidence.ends[column.last] in ("open", "hanging")
        return evidence.ends[column.last] != "stop" and (
            last[0].lower() in evidence.words.citing_words or in_row or column.open > 0)

    def bracketed(self, index: int, column: Column, new: Column, how: str) -> tuple[float, Column]:
        """The price of the brackets that a piece closes without need, or that are left open before it."""
        closing, opened = self.evidence.brackets[index]
        if how in ("title", "label", "claim", "late"):
            return 0.0, new
        before = column.open if how in ("join", "word") and new.place == column.place else 0
        price = self.prices.bracket_left * column.open if before != column.open else 0.0
        price += self.prices.bracket_closed * max(0, closing - before) if how == "start" or not closing or before == column.open else 0.0
        return price, new._replace(open=min(2, max(0, before - closing) + opened))

    def _title(self, index: int, column: Column, measure: Measure, side: int,
               out: list[tuple[float, Choice, Column, Measure]]) -> None:
        level = 1 if self.pieces[index].kind == "header" else 2
        price = 0.0 if column.titled < level else self.prices.title_again
        if column.held or column.place != TITLE:
            price += self.prices.title_late
        new = column._replace(place=TITLE, last=index, titled=level, count=1)
        out.append((price, Choice(side, TITLE, "title"), new, self._set(measure, index, True)))

    def _label(self, index: int, column: Column, measure: Measure, side: int,
               out: list[tuple[float, Choice, Column, Measure]]) -> None:
        piece = self.pieces[index]
        assert piece.marker is not None
        prices = self.prices
        offers: dict[Path, float] = {}

        def offer(path: Path, price: float) -> None:
            if path not in column.held and price < offers.get(path, 99.0):
                offers[path] = price

        idle = column.recent in column.waiting and self.pieces[index - 1].kind != "label"
        contexts = [(column.recent, prices.idle_context if idle else 0.0)]
        if column.place not in (TITLE, UNKNOWN, column.recent):
            contexts.append((column.place, 0.0 if idle else prices.other_context))
        contexts.extend((place, prices.broken_context) for place, _, _ in column.broken if place not in (TITLE, UNKNOWN))
        for step in piece.marker.options:
            for context, extra in contexts:
                for path, over, levels in places(step, context, self.top):
                    price = extra + prices.skip_level * levels
                    offer(path, price + (prices.skip + prices.skip_more * over if over else 0.0))
            for path in holes(step, column.held):
                offer(path, prices.hole)
        if not self.titles_ready(column):
            offers = {path: price + prices.label_untitled for path, price in offers.items()}
        opened = column.last >= 0 and self.pieces[column.last].text.rstrip().endswith(":") and column.place not in (TITLE, UNKNOWN)
        leaving = self.leaving(column)
        cited = self.cited(index, column)
        for path, price in offers.items():
            if price > 7.5:
                continue
            held = column.held | {path}
            if cited:
                price += prices.cited_label
            if opened and path[:-1] != column.place:
                price += prices.colon_no_child
            price += prices.label_waiting * sum(1 for other in column.waiting if path[: len(other)] != other)
            if not piece.rest:
                if column.place == UNKNOWN:
                    claimed = column._replace(held=held, place=path, recent=path, bare=None)
                    out.append((price + prices.claim, Choice(side, path, "claim"), claimed, measure))
                new = column._replace(held=held, waiting=(*column.waiting, path), recent=path)
                out.append((price, Choice(side, path, "label"), new, measure))
                continue
            extra, broken = leaving
            lower = self.evidence.lower_rest[index]
            price += extra + ((prices.inline_lower if len(path) < 3 else prices.inline_lower_deep) if lower else 0.0)
            new = column._replace(
                held=held, recent=path, place=path, last=index, count=1, broken=broken, row_end=-1,
                phase=2 if self.evidence.ends[index] == "stop" else 1 if self.evidence.headed[index] else 3, bare=None)
            out.append((price, Choice(side, path, "start"), new, self._set(measure, index, True)))

    def titles_ready(self, column: Column) -> bool:
        """Whether a column has the title that the table gives to both."""
        return column.titled == 2 or self.titles < 2

    def leaving(self, column: Column) -> tuple[float, tuple[tuple[Path, int, int], ...]]:
        """The price of going on elsewhere in a column, and the sentences then left open."""
        if column.last < 0 or column.place == TITLE:
            return 0.0, column.broken
        heading = column.phase == 1
        price = self.evidence.unfinished(column.last, heading)
        if column.place == UNKNOWN:
            return price + self.prices.end_unknown, column.broken
        if heading and self.evidence.ends[column.last] not in ("hanging", "hyphen"):
            return price, column.broken
        if price > 1.0:
            return self.prices.leave + self.prices.leave_share * price, (*column.broken, (column.place, column.last, column.phase))[-2:]
        return price, column.broken

    def _text(self, index: int, column: Column, measure: Measure, side: int,
              out: list[tuple[float, Choice, Column, Measure]], extra: float, labelled: bool) -> None:
        evidence, piece, prices = self.evidence, self.pieces[index], self.prices
        lower = evidence.lower[index]
        stop = evidence.ends[index] == "stop"
        begun = 1 if evidence.headed[index] or lower else 3
        # Go on with the text in hand.
        if column.last >= 0 and column.place == TITLE:
            capitals = piece.text.upper() == piece.text
            if capitals:
                new = column._replace(last=index, count=column.count + 1)
                out.append((extra, Choice(side, TITLE, "title"), new, self._set(measure, index, False)))
        elif column.last >= 0:
            price, phase = self.joining(index, column, measure, side)
            if labelled:
                price += prices.label_ignored
            new = column._replace(last=index, count=column.count + 1, phase=2 if stop else phase,
                                  row_end=self._row_end(index, column))
            out.append((price + extra, Choice(side, column.place, "join"), new, self._set(measure, index, False, side, column.place)))
            if column.row_end >= 0 and evidence.single_words[index] and piece.words:
                price = prices.word + evidence.joined(column.row_end, index) + extra
                new = column._replace(row_end=index, count=column.count + 1)
                out.append((price, Choice(side, column.place, "word"), new, measure))
        # Take up a sentence that was left open.
        for k, (place, last, phase) in enumerate(column.broken):
            price = prices.resume + evidence.joined(last, index) + extra
            if evidence.ends[last] == "stop" or price > 5.0:
                continue
            more, broken = self.leaving(column)
            if evidence.unfinished(column.last, column.phase == 1) > 1.0 and not piece.page:
                more += prices.resume_open
            broken = tuple(b for j, b in enumerate(broken) if b != (place, last, phase))
            new = column._replace(place=place, last=index, count=9, phase=2, broken=broken, row_end=-1)
            out.append((price + more, Choice(side, place, "join"), new, self._set(measure, index, True)))
            assert k >= 0
        # Begin the text of a label.
        leaving, broken = self.leaving(column)
        start = leaving + extra
        if evidence.single_words[index] and column.last == index - 1 and index and evidence.single_words[index - 1]:
            start += prices.start_row
        for path in column.waiting:
            price = start
            if lower:
                price += prices.start_lower_deep if len(path) > 2 else prices.start_lower
            if path != column.recent:
                price += prices.not_recent
            elif not labelled:
                price += prices.not_adjacent
            passed = sum(1 for other in column.waiting if other != path and is_before(other, path)
                         and path[: len(other)] != other)
            price += prices.passed * passed
            if column.place not in (TITLE, UNKNOWN) and column.place and is_before(path, column.place):
                price += prices.backwards
            new = column._replace(waiting=tuple(p for p in column.waiting if p != path), place=path, last=index, count=1,
                                  phase=2 if stop else begun, broken=broken, bare=self._bare(column), row_end=-1)
            out.append((price, Choice(side, path, "start"), new, self._set(measure, index, True)))
        # A heading that comes after its body.
        if not lower and evidence.ends[index] == "open" and not evidence.opens[index]:
            if column.bare is not None:
                out.append((prices.late + extra, Choice(side, column.bare, "late"), column._replace(bare=None), measure))
            elif column.phase == 2 and column.place not in (TITLE, UNKNOWN, ()) and evidence.ends[column.last] == "stop":
                out.append((prices.late + extra, Choice(side, column.place, "late"), column, measure))
        # Text before its label, or before all labels.
        if lower:
            start += prices.start_lower
        if column.place != UNKNOWN and not column.held and column.place == TITLE:
            new = column._replace(place=(), last=index, count=1, phase=2 if stop else begun, broken=broken, row_end=-1)
            out.append((start + prices.root, Choice(side, (), "start"), new, self._set(measure, index, True)))
        new = column._replace(place=UNKNOWN, last=index, count=1, phase=2 if stop else begun, broken=broken, row_end=-1,
                              bare=self._bare(column))
        price = start + prices.unknown + (prices.unknown_waiting if column.waiting else 0.0)
        out.append((price, Choice(side, UNKNOWN, "start"), new, self._set(measure, index, True)))

    def _bare(self, column: Column) -> Path | None:
        """The provision whose body is being left without a heading, or the one known before."""
        return column.place if column.phase == 2 and column.place not in (TITLE, UNKNOWN, ()) else column.bare

    def _row_end(self, index: int, column: Column) -> int:
        """The last word of a row set word by word, if this piece is the line after that row."""
        single = self.evidence.single_words
        if not single[index] and column.last >= 0 and single[column.last] and column.count > 1:
            return column.last
        return -1

    def joining(self, index: int, column: Column, measure: Measure, side: int) -> tuple[float, int]:
        """The price of a piece going on with the text in hand, and the phase after it."""
        evidence = self.evidence
        end = evidence.ends[column.last]
        phase = 2 if column.phase == 2 or end in ("stop", "colon") else 3 if column.count > 4 else column.phase
        price = evidence.joined(column.last, index)
        filled = self.filling(index, column, measure, side)
        if phase != 2 and end in ("open", "close") and not evidence.lower[index] and column.count <= 6:
            # A heading has ended and its body begins.
            turn = self.prices.turn + self.prices.turn_long * max(0, column.count - 2) + (
                0.0 if evidence.opens[index] else self.prices.turn_closed) + (self.prices.turn_opened if phase == 3 else 0.0)
            if turn < price + filled:
                # What began in lower case was the end of a heading that came too early.
                return turn, 1 if column.count == 1 and evidence.lower[column.last] else 2
        return price + filled, phase

    def width(self, side: int, place: Path, measure: Measure) -> float:
        """The width of a full line at a place of a column."""
        known = self.evidence.shape.widths.get((side, len(place)))
        return known if known else max(measure.widest, 0.72 * self.evidence.full)

    def filling(self, index: int, column: Column, measure: Measure, side: int) -> float:
        """The price of a line that ended although the next word would have fitted, or that is too wide."""
        piece = self.pieces[index]
        width = self.width(side, column.place, measure)
        if self.evidence.single_words[index] and self.evidence.single_words[column.last]:
            return 0.0
        need = (measure.row + 0.25 + piece.first_width) / width
        price = min(2.4, self.prices.short * (0.86 - need)) if need < 0.86 else 0.0
        if self.evidence.shape.widths and piece.width > 1.08 * width:
            price += min(3.0, self.prices.wide * (piece.width / width - 1.08))
        return price

    def _set(self, measure: Measure, index: int, fresh: bool, side: int = 0, place: Path = ()) -> Measure:
        piece = self.pieces[index]
        widest = piece.width if fresh else max(measure.widest, piece.width)
        single = self.evidence.single_words
        if not fresh and single[index] and measure.row and index and single[index - 1]:
            row = measure.row + 0.25 + piece.width
            if row <= self.width(side, place, measure) * 1.02:
                return Measure(row, widest, measure.rows, measure.styles)
        return Measure(piece.width, widest, measure.rows + 1, measure.styles)

    def closing(self, state: State) -> float:
        """The price of the table ending in a state."""
        price, prices = 0.0, self.prices
        for column in state.columns:
            if column.last < 0:
                price += 20.0
                continue
            if column.place != TITLE:
                price += self.evidence.unfinished(column.last, column.phase == 1)
            if column.place == UNKNOWN:
                price += prices.end_unknown
            price += prices.end_broken * len(column.broken)
            for path in column.waiting:
                price += prices.end_holder if any(other[: len(path)] == path and other != path for other in column.held) else prices.end_label
        return price


def _settle(choices: list[Choice]) -> list[Choice]:
    """Give texts that came before their label the place that the label then claimed."""
    out = list(choices)
    waiting: tuple[list[int], list[int]] = ([], [])
    for index, choice in enumerate(choices):
        if choice.place == UNKNOWN:
            if choice.how == "start":
                waiting[choice.side].clear()
            waiting[choice.side].append(index)
        elif choice.how == "claim":
            for k in waiting[choice.side]:
                out[k] = Choice(choice.side, choice.place, out[k].how)
            waiting[choice.side].clear()
            out[index] = Choice(choice.side, choice.place, "label")
    return out


__all__ = ["BEAM", "SLACK", "TITLE", "UNKNOWN", "Choice", "Column", "Demand", "Measure", "Reading", "Search", "State"]

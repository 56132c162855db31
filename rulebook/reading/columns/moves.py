"""What can be done with the next piece of a table, and at what price."""

from __future__ import annotations

import math

from rulebook.reading.columns.outline import Path, holes, places
from rulebook.reading.columns.pieces import Piece
from rulebook.reading.columns.state import TITLE, UNKNOWN, Choice, Column, Demand, Measure, State
from rulebook.reading.columns.text_moves import Move, TextMoves

AGAINST = 30.0
"""The price of a choice against an editor's decision: dearer than anything else."""
_UNFINISHED = ("open", "hanging", "hyphen")


class Moves(TextMoves):
    """The moves over one table."""

    def moves(
        self, index: int, state: State, limit: float = math.inf
    ) -> list[tuple[float, Choice, State]]:
        """Everything that can be done with a piece in a state, with its price, up to a `limit`."""
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
                if choice.how == "start" and choice.place not in (TITLE, UNKNOWN, ()):
                    styled, measure = self.styled(index, choice.place, measure)
                    extra += styled
                extra += self.switching(index, state, side, choice.how)
                extra += self._beside(index, state, choice, column) + self._against(
                    demand, choice, piece
                )
                columns, measures = list(state.columns), list(state.measures)
                columns[side], measures[side] = column, measure
                if self.is_twin(index, state, choice):
                    ordered, measures[0] = self.ordered(side, measures[0])
                    extra += ordered
                price = cost + entry + extra
                if price > limit:
                    continue
                new = State(
                    (columns[0], columns[1]),
                    (measures[0], measures[1]),
                    side,
                    state.rights | (side << index),
                )
                out.append((price, choice, new))
        return out

    def _beside(self, index: int, state: State, choice: Choice, column: Column) -> float:
        """The price of a label or a title with regard to those of the other column."""
        labels = choice.how in ("label", "claim")
        if labels or (choice.how == "start" and self.pieces[index].marker):
            return self.leading(choice.place, state, choice.side)
        ahead = choice.side == 1 and state.columns[0].titled < column.titled
        return self.prices.lead if choice.how == "title" and ahead else 0.0

    @staticmethod
    def _against(demand: Demand, choice: Choice, piece: Piece) -> float:
        """The price of doing otherwise than an editor has decided."""
        price = 0.0
        if demand.place is not None and choice.place not in (demand.place, UNKNOWN):
            price += AGAINST
        labels = choice.how in ("label", "claim")
        if demand.label is not None and piece.kind == "label" and labels != demand.label:
            price += AGAINST
        return price

    def column_moves(self, index: int, state: State, side: int) -> list[Move]:
        """What can be done with a piece inside one column."""
        column, measure = state.columns[side], state.measures[side]
        labelled = (
            index > 0
            and state.side == side
            and self.pieces[index - 1].kind == "label"
            and bool(column.waiting)
            and column.recent == column.waiting[-1]
        )
        piece = self.pieces[index]
        if piece.kind in ("title", "header"):
            out = [self._title(index, column, measure, side)]
            if piece.kind == "header" or self.titles > 2:
                out += self.text_moves(index, column, measure, side, 3.0, labelled)
            return out
        if not piece.marker:
            return self.text_moves(index, column, measure, side, 0.0, labelled)
        out = self._label(index, column, measure, side)
        price = self._no_label(index, column)
        return out + self.text_moves(index, column, measure, side, price, labelled)

    def _no_label(self, index: int, column: Column) -> float:
        """The price of what looks like a label being a part of the text."""
        piece, prices = self.pieces[index], self.prices
        if self.cited(index, column):
            return prices.marker_cited
        price = prices.marker_text
        if piece.rest:
            lower = self.evidence.lower_rest[index]
            price = prices.marker_text_lower if lower else prices.marker_text_upper
        outer = piece.marker is not None and piece.marker.options[0][0] in "A1"
        if self._twin_label(index):
            price += prices.marker_twin
        return price + (prices.marker_text_outer if outer else 0.0)

    def _twin_label(self, index: int) -> bool:
        """Whether the same label stands alone just before or behind: the labels of both columns."""
        mine = self.pieces[index].marker
        return any(
            0 <= k < len(self.pieces)
            and self.pieces[k].kind == "label"
            and self.pieces[k].marker == mine
            for k in (index - 1, index + 1)
        )

    def cited(self, index: int, column: Column) -> bool:
        """Whether what looks like a label stands in a sentence that the line before has left open
        for it.
        """
        if column.last < 0 or column.last != index - 1 or column.place in (TITLE, UNKNOWN):
            return False
        evidence = self.evidence
        last = self.pieces[column.last].words[-1:] or ("",)
        in_row = evidence.single_words[column.last] and evidence.ends[column.last] in (
            "open",
            "hanging",
        )
        return evidence.ends[column.last] != "stop" and (
            last[0].lower() in evidence.words.citing_words or in_row or column.open > 0
        )

    def bracketed(self, index: int, column: Column, new: Column, how: str) -> tuple[float, Column]:
        """The price of the brackets that a piece closes without need, or that are left open before
        it.
        """
        closing, opened = self.evidence.brackets[index]
        if how in ("title", "label", "claim", "late"):
            return 0.0, new
        before = column.open if how in ("join", "word") and new.place == column.place else 0
        price = self.prices.bracket_left * column.open if before != column.open else 0.0
        price += (
            self.prices.bracket_closed * max(0, closing - before)
            if how == "start" or not closing or before == column.open
            else 0.0
        )
        return price, new._replace(open=min(2, max(0, before - closing) + opened))

    def _title(self, index: int, column: Column, measure: Measure, side: int) -> Move:
        level = 1 if self.pieces[index].kind == "header" else 2
        price = 0.0 if column.titled < level else self.prices.title_again
        if column.held or column.place != TITLE:
            price += self.prices.title_late
        new = column._replace(place=TITLE, last=index, titled=level, pieces=1)
        return price, Choice(side, TITLE, "title"), new, self._set(measure, index, True)

    def _label(self, index: int, column: Column, measure: Measure, side: int) -> list[Move]:
        piece, prices = self.pieces[index], self.prices
        out: list[Move] = []
        for path, offered in self._offers(index, column).items():
            if offered > 7.5:
                continue
            price = offered + self._label_price(index, column, path)
            held = column.held | {path}
            choice = Choice(side, path, "start")
            if piece.rest:
                price += self.leaving(column)[0]
                if self.evidence.lower_rest[index]:
                    deep = len(path) > 2
                    price += prices.inline_lower_deep if deep else prices.inline_lower
                new = self._begun(index, column, path)._replace(held=held, recent=path, bare=None)
                if self.evidence.ends[index] != "stop":
                    new = new._replace(phase=1 if self.evidence.headed[index] else 3)
                out.append((price, choice, new, self._set(measure, index, True)))
                continue
            if column.orphans:
                # Texts that came before their labels take them in their order.
                new = column._replace(held=held, recent=path, bare=None, orphans=column.orphans - 1)
                out.append((price + prices.claim_first, Choice(side, path, "claim"), new, measure))
            elif column.place == UNKNOWN:
                new = column._replace(held=held, place=path, recent=path, bare=None)
                out.append((price + prices.claim, Choice(side, path, "claim"), new, measure))
            new = column._replace(held=held, waiting=(*column.waiting, path), recent=path)
            out.append((price, Choice(side, path, "label"), new, measure))
        return out

    def _offers(self, index: int, column: Column) -> dict[Path, float]:
        """Where a label can stand in the outline of a column, with the lowest prices."""
        marker, prices = self.pieces[index].marker, self.prices
        offers: dict[Path, float] = {}
        if marker is None:
            return offers

        def offer(path: Path, price: float) -> None:
            if path not in column.held and price < offers.get(path, 99.0):
                offers[path] = price

        for step in marker.options:
            for context, extra in self._contexts(index, column):
                for path, over, levels in places(step, context, self.top):
                    price = extra + prices.skip_level * levels
                    offer(path, price + (prices.skip + prices.skip_more * over if over else 0.0))
            for path in holes(step, column.held):
                offer(path, prices.hole)
        return offers

    def _contexts(self, index: int, column: Column) -> list[tuple[Path, float]]:
        """The provisions that a label can come after, with their prices."""
        prices = self.prices
        idle = column.recent in column.waiting and self.pieces[index - 1].kind != "label"
        contexts = [(column.recent, prices.idle_context if idle else 0.0)]
        if column.place not in (TITLE, UNKNOWN, column.recent):
            contexts.append((column.place, 0.0 if idle else prices.other_context))
        return contexts + [
            (place, prices.broken_context)
            for place, _, _ in column.broken
            if place not in (TITLE, UNKNOWN)
        ]

    def _label_price(self, index: int, column: Column, path: Path) -> float:
        """What speaks against a label at a place, apart from the outline."""
        prices, evidence = self.prices, self.evidence
        price = 0.0 if self.titles_ready(column) else prices.label_untitled
        if self.cited(index, column):
            price += prices.cited_label
        below = path[:-1] == column.place
        if below and column.phase == 2 and evidence.ends[column.last] in _UNFINISHED:
            price += prices.child_early
        in_text = column.last >= 0 and column.place not in (TITLE, UNKNOWN)
        if in_text and not below and self.pieces[column.last].text.rstrip().endswith(":"):
            price += prices.colon_no_child
        return price + prices.label_waiting * sum(
            path[: len(other)] != other for other in column.waiting
        )

    def titles_ready(self, column: Column) -> bool:
        """Whether a column has the title that the table gives to both."""
        return column.titled == 2 or self.titles < 2

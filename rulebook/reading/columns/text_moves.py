"""What a piece of text can do in one column: go on, begin, or come late, and at what price."""

from __future__ import annotations

from rulebook.reading.columns.crossing import Crossing
from rulebook.reading.columns.outline import Path, is_before
from rulebook.reading.columns.state import TITLE, UNKNOWN, Choice, Column, Measure

Move = tuple[float, Choice, Column, Measure]
"""A price, what is done for it, and the column and its measure afterwards."""
_COUNTED = 7
"""So many pieces tell a heading from a body; once a body is certain their number says nothing."""
MOST_ORPHANS = 6
"""So many texts at most wait for their labels."""


class TextMoves(Crossing):
    """The moves of pieces of text over one table."""

    def text_moves(
        self, index: int, column: Column, measure: Measure, side: int, extra: float, labelled: bool
    ) -> list[Move]:
        """Everything that a text can do; `labelled` tells that its column's label stands just
        before it.
        """
        return [
            *self._going_on(index, column, measure, side, extra, labelled),
            *self._resuming(index, column, measure, side, extra),
            *self._beginning(index, column, measure, side, extra, labelled),
            *self._coming_late(index, column, measure, side, extra),
            *self._coming_early(index, column, measure, side, extra),
        ]

    def _going_on(
        self, index: int, column: Column, measure: Measure, side: int, extra: float, labelled: bool
    ) -> list[Move]:
        """Go on with the title or the text in hand, or complete its row."""
        if column.last < 0:
            return []
        evidence, piece, prices = self.evidence, self.pieces[index], self.prices
        after = self._set(measure, index, False)
        if column.place == TITLE:
            if piece.text.upper() != piece.text:
                return []
            new = column._replace(last=index)
            return [(extra, Choice(side, TITLE, "title"), new, after)]
        price, phase = self.joining(index, column, measure)
        if labelled:
            price += prices.label_ignored
        phase = 2 if evidence.ends[index] == "stop" else phase
        in_row = evidence.single_words[index] and evidence.single_words[column.last]
        new = column._replace(
            last=index,
            pieces=min(column.pieces + 1 - in_row, _COUNTED if phase != 2 else 2),
            phase=phase,
            row_end=self._row_end(index, column),
        )
        out: list[Move] = [(price + extra, Choice(side, column.place, "join"), new, after)]
        if column.row_end >= 0 and evidence.single_words[index] and piece.words:
            price = prices.word + evidence.joined(column.row_end, index) + extra
            new = column._replace(row_end=index)
            out.append((price, Choice(side, column.place, "word"), new, measure))
        return out

    def _resuming(
        self, index: int, column: Column, measure: Measure, side: int, extra: float
    ) -> list[Move]:
        """Take up a sentence that was left open."""
        evidence, prices = self.evidence, self.prices
        out: list[Move] = []
        for held in column.broken:
            place, last, _ = held
            price = prices.resume + evidence.joined(last, index) + extra
            if evidence.ends[last] == "stop" or price > 5.0:
                continue
            more, broken = self.leaving(column)
            open_now = evidence.unfinished(column.last, column.phase == 1) > 1.0
            if open_now and not self.pieces[index].page:
                more += prices.resume_open
            new = column._replace(
                place=place,
                last=index,
                pieces=2,
                phase=2,
                broken=tuple(other for other in broken if other != held),
                row_end=-1,
                orphans=self._orphans(column),
            )
            choice = Choice(side, place, "join")
            out.append((price + more, choice, new, self._set(measure, index, True)))
        return out

    def _begun(self, index: int, column: Column, place: Path) -> Column:
        """A column in which a text has begun at a place."""
        evidence = self.evidence
        _, broken = self.leaving(column)
        if evidence.ends[index] == "stop":
            phase = 2
        else:
            phase = 1 if evidence.headed[index] or evidence.lower[index] else 3
        return column._replace(
            place=place,
            last=index,
            pieces=1,
            phase=phase,
            broken=broken,
            row_end=-1,
            orphans=self._orphans(column),
        )

    @staticmethod
    def _orphans(column: Column) -> int:
        """The texts without a label once the text in hand is left."""
        return column.orphans + (column.place == UNKNOWN)

    def _start_price(self, index: int, column: Column) -> float:
        """The price of leaving the text in hand for a new one."""
        single = self.evidence.single_words
        in_row = index > 0 and column.last == index - 1 and single[index] and single[index - 1]
        return self.leaving(column)[0] + (self.prices.start_row if in_row else 0.0)

    def _beginning(
        self, index: int, column: Column, measure: Measure, side: int, extra: float, labelled: bool
    ) -> list[Move]:
        """Begin the text of a label that waits for it."""
        prices = self.prices
        lower = self.evidence.lower[index]
        out: list[Move] = []
        for path in column.waiting:
            price = self._start_price(index, column) + extra
            if lower:
                price += prices.start_lower_deep if len(path) > 2 else prices.start_lower
            if path != column.recent:
                price += prices.not_recent
            elif not labelled:
                price += prices.not_adjacent
            price += prices.passed * sum(
                other != path and is_before(other, path) and path[: len(other)] != other
                for other in column.waiting
            )
            if self._has_texts_below(column, path):
                price += prices.parent_late
            if column.place not in (TITLE, UNKNOWN, ()) and is_before(path, column.place):
                price += prices.backwards
            new = self._begun(index, column, path)._replace(
                waiting=tuple(other for other in column.waiting if other != path),
                bare=self._bare(column),
            )
            out.append((price, Choice(side, path, "start"), new, self._set(measure, index, True)))
        return out

    def _coming_late(
        self, index: int, column: Column, measure: Measure, side: int, extra: float
    ) -> list[Move]:
        """Be a heading that comes after its body."""
        evidence, price = self.evidence, self.prices.late + extra
        if evidence.lower[index] or evidence.ends[index] != "open" or evidence.opens[index]:
            return []
        if column.bare is not None:
            new = column._replace(bare=None)
            return [(price, Choice(side, column.bare, "late"), new, measure)]
        in_body = column.phase == 2 and column.place not in (TITLE, UNKNOWN, ())
        if in_body and evidence.ends[column.last] == "stop":
            return [(price, Choice(side, column.place, "late"), column, measure)]
        return []

    def _coming_early(
        self, index: int, column: Column, measure: Measure, side: int, extra: float
    ) -> list[Move]:
        """Stand before its label, or before all labels."""
        prices = self.prices
        start = self._start_price(index, column) + extra
        if self.evidence.lower[index]:
            start += prices.start_lower
        after = self._set(measure, index, True)
        out: list[Move] = []
        if not column.held and column.place == TITLE:
            new = self._begun(index, column, ())
            out.append((start + prices.root, Choice(side, (), "start"), new, after))
        if self._orphans(column) > MOST_ORPHANS:
            return out
        new = self._begun(index, column, UNKNOWN)._replace(bare=self._bare(column))
        price = start + prices.unknown + (prices.unknown_waiting if column.waiting else 0.0)
        out.append((price, Choice(side, UNKNOWN, "start"), new, after))
        return out

    def leaving(self, column: Column) -> tuple[float, tuple[tuple[Path, int, int], ...]]:
        """The price of going on elsewhere in a column, and the sentences then left open."""
        if column.last < 0 or column.place == TITLE:
            return 0.0, column.broken
        heading = column.phase == 1
        price = self.evidence.unfinished(column.last, heading)
        if column.place == UNKNOWN:
            return price + self.prices.orphan, column.broken
        if heading and self.evidence.ends[column.last] not in ("hanging", "hyphen"):
            place = column.place
            if not any(
                len(path) > len(place) and path[: len(place)] == place for path in column.held
            ):
                price += self.prices.heading_alone
            return price, column.broken
        if price > 1.0:
            return self.prices.leave + self.prices.leave_share * price, (
                *column.broken,
                (column.place, column.last, column.phase),
            )[-2:]
        return price, column.broken

    @staticmethod
    def _has_texts_below(column: Column, place: Path) -> bool:
        """Whether provisions below a place have begun their text, so that its own is over."""
        return any(
            len(other) > len(place) and other[: len(place)] == place and other not in column.waiting
            for other in column.held
        )

    def _bare(self, column: Column) -> Path | None:
        """The provision whose body is being left without a heading, or the one known before."""
        return (
            column.place
            if column.phase == 2 and column.place not in (TITLE, UNKNOWN, ())
            else column.bare
        )

    def _row_end(self, index: int, column: Column) -> int:
        """The last word of a row set word by word, if this piece is the line after that row."""
        single = self.evidence.single_words
        if not single[index] and column.last >= 0 and single[column.last] and column.pieces > 1:
            return column.last
        return -1

    def joining(self, index: int, column: Column, measure: Measure) -> tuple[float, int]:
        """The price of a piece going on with the text in hand, and the phase after it."""
        evidence = self.evidence
        end = evidence.ends[column.last]
        phase = (
            2
            if column.phase == 2 or end in ("stop", "colon")
            else 3
            if column.pieces > 4
            else column.phase
        )
        price = evidence.joined(column.last, index)
        filled = self.filling(index, column, measure)
        if (
            phase != 2
            and end in ("open", "close")
            and not evidence.lower[index]
            and column.pieces <= 6
        ):
            # A heading has ended and its body begins.
            turn = (
                self.prices.turn
                + self.prices.turn_long * max(0, column.pieces - 2)
                + (0.0 if evidence.opens[index] else self.prices.turn_closed)
                + (self.prices.turn_opened if phase == 3 else 0.0)
            )
            if turn < price + filled:
                # What began in lower case was the end of a heading that came too early.
                return turn, 1 if column.pieces == 1 and evidence.lower[column.last] else 2
        return price + filled, phase

    def width(self, measure: Measure) -> float:
        """The width of a full line where a text is being written."""
        return max(measure.widest, 0.72 * self.evidence.full)

    def filling(self, index: int, column: Column, measure: Measure) -> float:
        """The price of a line that ended although the next word would have fitted, or that is too
        wide.
        """
        piece = self.pieces[index]
        width = self.width(measure)
        if self.evidence.single_words[index] and self.evidence.single_words[column.last]:
            return 0.0
        need = (measure.row + 0.25 + piece.first_width) / width
        return min(2.4, self.prices.short * (0.86 - need)) if need < 0.86 else 0.0

    def _set(self, measure: Measure, index: int, fresh: bool) -> Measure:
        piece = self.pieces[index]
        widest = piece.width if fresh else max(measure.widest, piece.width)
        single = self.evidence.single_words
        if not fresh and single[index] and measure.row and index and single[index - 1]:
            row = measure.row + 0.25 + piece.width
            if row <= self.width(measure) * 1.02:
                return measure._replace(row=row, widest=widest)
        return measure._replace(row=piece.width, widest=widest)

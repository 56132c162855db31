"""The log of what was done to the characters of a text, in whole words and with the raw text."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import accumulate

from rulebook.model import Change, Source
from rulebook.reading.mending.edits import CORRECTION, Edit
from rulebook.reading.mending.repairs import Repairs
from rulebook.text import Span, Text

_CONTEXT = 48
_SHORT = 4
_LONGEST = 160
_NO_BREAK = frozenset("\u00a0\u202f\u2007")


@dataclass(slots=True)
class _Place:
    """A stretch of the mended text, whole words, and the raw stretch that it came from."""

    start: int
    stop: int
    low: int
    high: int


class _Words:
    """Finds the words around a place of a text, and where they stood in the source."""

    def __init__(self, text: Text) -> None:
        self.text = str(text)
        self.runs = text.runs
        self.starts = list(accumulate((len(run.text) for run in text.runs), initial=0))

    def around(self, start: int, stop: int) -> _Place:
        floor = max(0, start - _CONTEXT)
        ceiling = min(len(self.text), stop + _CONTEXT)
        start = max(floor, self.text.rfind(" ", floor, start) + 1)
        space = self.text.find(" ", stop, ceiling)
        stop = ceiling if space < 0 else space
        if stop - start < _SHORT and space >= 0:
            space = self.text.find(" ", stop + 1, ceiling)
            stop = ceiling if space < 0 else space
        if stop - start < _SHORT and start > 0:
            start = max(floor, self.text.rfind(" ", floor, start - 1) + 1)
        first = bisect_right(self.starts, start) - 1
        last = bisect_right(self.starts, stop - 1) - 1
        head, tail = self.runs[first], self.runs[last]
        if head.rule is None:
            low = head.span.start + start - self.starts[first]
        else:
            start, low = self.starts[first], head.span.start
        if tail.rule is None:
            high = tail.span.start + stop - self.starts[last]
        else:
            stop, high = self.starts[last] + len(tail.text), tail.span.end
            # The run ended inside a word: “paragrafo B|4.”
            following = self.runs[last + 1 : last + 2]
            if following and following[0].rule is None:
                rest = following[0].text[:_CONTEXT].split(" ", 1)[0]
                stop, high = stop + len(rest), following[0].span.start + len(rest)
        return _Place(start, stop, low, high)


@dataclass(slots=True)
class Log:
    """Collects the changes of one source, in the order of its lines."""

    source: Source
    rules: Repairs
    changes: list[Change] = field(default_factory=list)

    def repairs(self, text: Text) -> None:
        """Log every repaired run of a mended line; neighbours under one rule are one change."""
        if text.verbatim():
            return
        words = _Words(text)
        pending: dict[str, _Place] = {}
        for index, run in enumerate(text.runs):
            if run.rule is None or run.rule.startswith(CORRECTION):
                continue
            place = words.around(words.starts[index], words.starts[index] + len(run.text))
            known = pending.get(run.rule)
            if known and place.start <= known.stop and place.stop - known.start < _LONGEST:
                known.stop, known.high = max(known.stop, place.stop), max(known.high, place.high)
                continue
            if known:
                self._add(words, known, run.rule)
            pending[run.rule] = place
        for rule, place in pending.items():
            self._add(words, place, rule)

    def _add(self, words: _Words, place: _Place, rule: str) -> None:
        self.note(place.low, place.high, words.text[place.start : place.stop], rule)

    def edges(self, raw: Text, *, trailing: bool) -> None:
        """Log white space around a line: no-break spaces, and blanks at its end if `trailing`."""
        whole = str(raw)
        words = whole.split()
        if not words:
            return
        lead = whole[: len(whole) - len(whole.lstrip())]
        tail = whole[len(whole.rstrip()) :]
        if _NO_BREAK & set(lead):
            stop = len(lead) + len(words[0])
            self.note(raw.offset(0), raw.offset(stop), words[0], "no-break-space")
        if _NO_BREAK & set(tail) or (tail and trailing):
            start = len(whole) - len(tail) - len(words[-1])
            rule = "no-break-space" if _NO_BREAK & set(tail) else "trailing-space"
            self.note(raw.offset(start), raw.offset(len(whole)), words[-1], rule)

    def proposals(self, text: Text, edits: Iterable[Edit], rule: str) -> None:
        """Log repairs that are only proposed for a mended line."""
        words: _Words | None = None
        for edit in edits:
            words = words or _Words(text)
            place = words.around(edit.start, edit.stop)
            after = (
                words.text[place.start : edit.start] + edit.new + words.text[edit.stop : place.stop]
            )
            self.note(place.low, place.high, after, rule)

    def sorted(self) -> tuple[Change, ...]:
        """The changes in the order of the text."""
        return tuple(
            sorted(self.changes, key=lambda c: (c.span.start, c.span.end) if c.span else (0, 0))
        )

    def note(self, low: int, high: int, after: str, rule: str) -> None:
        """Log one change of a raw stretch under the name, class and reason of a rule."""
        known = self.rules.rule(rule)
        self.changes.append(
            Change(
                self.source.place(low)[0],
                self.source.text[low:high],
                after,
                rule,
                known.cls,
                known.reason,
                Span(self.source.id, low, high),
            )
        )

"""Many repairs of one text in a single pass.

A rule looks at a plain string and says what it would put where; here that becomes a `Text`
whose runs remember rule and source, in time proportional to the text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rulebook.text import Run, Span, Text, join

CORRECTION = "correction:"


class Edit(NamedTuple):
    """Put `new` in the place of `start:stop`; `new` is never empty, so the account stays closed."""

    start: int
    stop: int
    new: str


@dataclass(slots=True)
class _Walk:
    """A walk along the runs of a text that hands out neighbouring pieces."""

    runs: tuple[Run, ...]
    index: int = 0
    used: int = 0
    at: int = 0

    def upto(self, stop: int) -> list[Run]:
        taken: list[Run] = []
        while self.at < stop and self.index < len(self.runs):
            run = self.runs[self.index]
            low, high = self.used, min(len(run.text), self.used + stop - self.at)
            taken.append(_part(run, low, high))
            self.at += high - low
            if high == len(run.text):
                self.index, self.used = self.index + 1, 0
            else:
                self.used = high
        return taken


def _part(run: Run, low: int, high: int) -> Run:
    if (low, high) == (0, len(run.text)):
        return run
    return Text((run,)).between(low, high).runs[0]


def apply(text: Text, edits: Iterable[Edit], rule: str) -> Text:
    """The text with all edits made under one rule.

    Edits are in ascending order and do not overlap.
    What a person's correction has put there is left alone: their word is the last.
    """
    walk = _Walk(text.runs)
    runs: list[Run] = []
    for start, stop, new in edits:
        runs.extend(walk.upto(start))
        old = walk.upto(stop)
        if not old:
            continue
        if any(run.rule and run.rule.startswith(CORRECTION) for run in old):
            runs.extend(old)
            continue
        first, last = old[0].span, old[-1].span
        span = Span(first.source, first.start, max(first.end, last.end))
        runs.append(Run(new, span, rule))
    runs.extend(walk.upto(len(text)))
    return Text(tuple(runs))


def pieces(text: Text, cuts: Sequence[tuple[int, int]]) -> Iterator[Text]:
    """The stretches of a text (ascending ranges), each as a text of its own; one pass for all.

    What lies between two ranges is left out, so it is for white space and for what the caller
    sets aside.
    """
    walk = _Walk(text.runs)
    for start, stop in cuts:
        walk.upto(start)
        yield join([Text((run,)) for run in walk.upto(stop)])


def without(text: Text, ranges: Sequence[tuple[int, int]]) -> Text:
    """The text without some ranges; the caller accounts for them (see `left_out`)."""
    keep: list[tuple[int, int]] = []
    at = 0
    for start, stop in ranges:
        keep.append((at, start))
        at = stop
    keep.append((at, len(text)))
    runs = [run for piece in pieces(text, keep) for run in piece.runs]
    return Text(tuple(runs))


def left_out(before: Text, after: Text) -> list[Span]:
    """The stretches of source that `before` stands for and `after` does not, in order."""
    gaps: list[Span] = []
    kept = [run.span for run in after.runs]
    at = 0
    for run in before.runs:
        low, source = run.span.start, run.span.source
        while at < len(kept) and kept[at].end <= low:
            at += 1
        index = at
        while index < len(kept) and kept[index].start < run.span.end:
            if kept[index].start > low:
                gaps.append(Span(source, low, kept[index].start))
            low = max(low, kept[index].end)
            index += 1
        if low < run.span.end:
            gaps.append(Span(source, low, run.span.end))
    return gaps


def offsets(text: Text, positions: Iterable[int]) -> Iterator[int]:
    """The source offsets that ascending positions of a text stand for; one pass for all."""
    at, index = 0, 0
    runs = text.runs
    for position in positions:
        while index < len(runs) and at + len(runs[index].text) <= position:
            at += len(runs[index].text)
            index += 1
        if index == len(runs):
            yield runs[-1].span.end if runs else 0
        else:
            run = runs[index]
            yield run.span.start + (position - at if run.rule is None else 0)

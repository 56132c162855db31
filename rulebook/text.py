"""Text that knows where it came from.

A `Text` is a tuple of runs; each run says which characters of which source it stands for.
A run without a rule is verbatim; a run with a rule says which repair made it.
There is no way to drop characters silently: what is cut off is itself a `Text`,
and what is set aside becomes a `Discard` with a reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A stretch of a source: code points `start` to `end` (exclusive) of its decoded text."""

    source: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Run:
    """Characters of a text with the stretch of source they stand for.

    `rule` is None where the characters are those of the source; otherwise it names the repair.
    A run never has an empty text, so that no cut can lose it.
    """

    text: str
    span: Span
    rule: str | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """Characters set aside, with the reason; part of the account of the text."""

    span: Span
    reason: str
    text: str


@dataclass(frozen=True, slots=True)
class Text:
    """An immutable string with provenance; positions are code points of `str(text)`."""

    runs: tuple[Run, ...] = ()

    def __str__(self) -> str:
        return "".join(run.text for run in self.runs)

    def __len__(self) -> int:
        return sum(len(run.text) for run in self.runs)

    def __bool__(self) -> bool:
        return bool(self.runs)

    def __add__(self, other: Text) -> Text:
        return join((self, other))

    def __getitem__(self, part: slice) -> Text:
        """The text between two positions; steps are not supported."""
        start, stop, step = part.indices(len(self))
        if step != 1:
            raise ValueError("a Text cannot be taken with a step")
        return self.between(start, max(start, stop))

    def between(self, start: int, stop: int) -> Text:
        """The text from `start` to `stop`; a repaired run that is cut keeps its span left."""
        kept: list[Run] = []
        at = 0
        for run in self.runs:
            length = len(run.text)
            low, high = max(start - at, 0), min(stop - at, length)
            if low < high:
                kept.append(run if (low, high) == (0, length) else _cut_run(run, low, high))
            at += length
            if at >= stop:
                break
        return Text(tuple(kept))

    def within(self, start: int, end: int) -> Text:
        """The part that stands for source offsets `start` to `end`.

        A repaired run belongs where its first character stood.
        """
        kept: list[Run] = []
        for run in self.runs:
            low, high = max(start, run.span.start), min(end, run.span.end)
            if run.rule is not None or run.span.start == run.span.end:
                if start <= run.span.start < end:
                    kept.append(run)
            elif low < high:
                kept.append(_cut_run(run, low - run.span.start, high - run.span.start))
        return Text(tuple(kept))

    def cut(self, at: int) -> tuple[Text, Text]:
        """Both sides of a position; together they are the whole."""
        return self.between(0, at), self.between(at, len(self))

    def strip(self, characters: str | None = None) -> tuple[Text, Text, Text]:
        """What was stripped at the left, the rest, and what was stripped at the right."""
        whole = str(self)
        left = len(whole) - len(whole.lstrip(characters))
        right = max(left, len(whole.rstrip(characters)))
        return self[:left], self[left:right], self[right:]

    def replace(self, start: int, stop: int, new: str, rule: str) -> Text:
        """The text with `start:stop` replaced under a named rule.

        An empty `new` takes the neighbouring character into the repaired run, so that the
        account stays closed; to remove a whole text, discard it.

        Raises:
            ValueError: the range is outside the text, or nothing would be left.
        """
        length = len(self)
        if not 0 <= start <= stop <= length:
            raise ValueError(f"{start}:{stop} is outside a text of {length} characters")
        if not new:
            if start == stop:
                return self
            if start > 0:
                start, new = start - 1, str(self[start - 1 : start])
            elif stop < length:
                new, stop = str(self[stop : stop + 1]), stop + 1
            else:
                raise ValueError("nothing would be left: discard the text instead")
        if start == stop:
            raise ValueError("an insertion needs a neighbour: replace it together with one")
        old = self[start:stop]
        first, last = old.runs[0].span, old.runs[-1].span
        if any(a.span.end > b.span.start for a, b in zip(old.runs, old.runs[1:], strict=False)):
            raise ValueError("a repair may not span text taken out of its order")
        run = Run(new, Span(first.source, first.start, max(first.end, last.end)), rule)
        return Text((*self[:start].runs, run, *self[stop:].runs))

    def discard(self, reason: str) -> tuple[Discard, ...]:
        """Set the whole text aside, one entry for each stretch of source it stands for."""
        return tuple(Discard(span, reason, text) for span, text in self.stretches())

    def stretches(self) -> Iterator[tuple[Span, str]]:
        """Contiguous stretches of source with the text that stands for them."""
        current: Span | None = None
        words: list[str] = []
        for run in self.runs:
            span = run.span
            if current and current.source == span.source and current.end == span.start:
                current = Span(span.source, current.start, span.end)
            else:
                if current:
                    yield current, "".join(words)
                current, words = span, []
            words.append(run.text)
        if current:
            yield current, "".join(words)

    @property
    def start(self) -> Span:
        """The span of the first run; raises IndexError for an empty text."""
        return self.runs[0].span

    def offset(self, position: int) -> int:
        """The source offset (code points) that a position of the text stands for."""
        at = 0
        for run in self.runs:
            if position < at + len(run.text):
                inside = position - at if run.rule is None else 0
                return run.span.start + inside
            at += len(run.text)
        return self.runs[-1].span.end

    def verbatim(self) -> bool:
        """Whether no repair touched the text."""
        return all(run.rule is None for run in self.runs)


def _cut_run(run: Run, low: int, high: int) -> Run:
    span = run.span
    if run.rule is None:
        return Run(run.text[low:high], Span(span.source, span.start + low, span.start + high))
    # The stretch goes with the first sign that is seen: white space may be cut off without account.
    seen = len(run.text) - len(run.text.lstrip()) if run.text.strip() else 0
    if low <= seen < high:
        return Run(run.text[low:high], span, run.rule)
    end = span.start if high <= seen else span.end
    return Run(run.text[low:high], Span(span.source, end, end), run.rule)


def join(texts: Iterable[Text]) -> Text:
    """Texts one after the other; neighbouring verbatim runs are merged."""
    runs: list[Run] = []
    for text in texts:
        for run in text.runs:
            last = runs[-1] if runs else None
            if (
                last is not None
                and last.rule is None
                and run.rule is None
                and last.span.source == run.span.source
                and last.span.end == run.span.start
            ):
                span = Span(run.span.source, last.span.start, run.span.end)
                runs[-1] = Run(last.text + run.text, span)
            else:
                runs.append(run)
    return Text(tuple(runs))


def verbatim(source: str, text: str, start: int = 0) -> Text:
    """A text that stands as it is at `start` of a source."""
    return Text((Run(text, Span(source, start, start + len(text))),)) if text else Text()


def plain(text: str) -> Text:
    """A text of its own, for examples and tests."""
    return verbatim("", text)


def glue(left: Text, right: Text, between: str, rule: str) -> Text:
    """Join two texts with a character that the source has not (a line end became a space).

    The new character stands for the empty stretch after the left text; white space between
    two texts needs no account of its own.
    """
    if not left or not right:
        return left + right
    end = left.runs[-1].span.end
    bridge = Run(between, Span(left.runs[-1].span.source, end, end), rule)
    return join((left, Text((bridge,)), right))

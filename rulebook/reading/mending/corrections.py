"""A person's word over the machine, for the characters of a text.

Words are replaced, lines joined or split; everything is matched against the raw file, so that a
correction goes stale the day its text changes, and says so.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from rulebook.model import Change, ChangeClass, Correction, Issue, Source
from rulebook.reading.mending.edits import CORRECTION, pieces
from rulebook.text import Run, Span, Text, join, verbatim

_LINE_END = re.compile(r"\r\n|\r|\n")
_BREAK = re.compile(r"[^\S\r\n]*(?:\r\n|\r|\n)[^\S\r\n]*")
_OPS = frozenset({"replace", "join", "split", "note"})
_ELSEWHERE = frozenset({"columns", "pair"})


class CorrectionError(ValueError):
    """A correction that cannot be applied: it is stale, ambiguous, or asks for the impossible."""


@dataclass(frozen=True, slots=True)
class Corrected:
    """The text of a whole source after its corrections, with what they changed."""

    text: Text
    changes: tuple[Change, ...] = ()
    issues: tuple[Issue, ...] = ()


@dataclass(frozen=True, slots=True)
class _Match:
    correction: Correction
    start: int
    stop: int
    new: str


def apply(source: Source, corrections: Sequence[Correction]) -> Corrected:
    """Apply the corrections of one source to its raw text.

    `replace`, `join` and `split` with state `applied` change the text; with state `proposed`,
    and for `note`, they only yield a proposed `Change`.
    `columns` and `pair` are settled elsewhere and ignored, and so are corrections of other sources.
    A `replace` by the same words changes nothing and keeps the place from every rule.

    Raises:
        CorrectionError: `find` does not occur exactly once near its line, two corrections
            meet in one place, or the operation is unknown or impossible there.
    """
    applied: list[_Match] = []
    changes: list[Change] = []
    for correction in corrections:
        if correction.source != source.id or correction.op in _ELSEWHERE:
            continue
        if correction.op not in _OPS:
            raise _error(
                source,
                correction,
                f"unknown operation “{correction.op}”; use one of {', '.join(sorted(_OPS))}",
            )
        match = _match(source, correction)
        changes.append(_change(source, match))
        if correction.state == "applied" and correction.op != "note":
            applied.append(match)
    applied.sort(key=lambda match: match.start)
    for left, right in pairwise(applied):
        if right.start < left.stop:
            raise _error(
                source,
                right.correction,
                f"meets correction {left.correction.id} in one place; make one of the two",
            )
    changes.sort(key=lambda change: change.span.start if change.span else 0)
    return Corrected(_rewritten(source, applied), tuple(changes))


def _match(source: Source, correction: Correction) -> _Match:
    start, stop = _place(source, correction)
    raw = source.text[start:stop]
    if correction.op == "join":
        new = _joined(source, correction, raw)
    elif correction.op == "split":
        new = _divided(source, correction, raw)
    elif correction.op == "note":
        new = correction.replace or ""
    elif correction.replace is None:
        raise _error(source, correction, "has no `replace`; to point out a doubt use op “note”")
    else:
        new = correction.replace
    if not new.strip() and correction.op != "note" and raw.strip() == source.text.strip():
        raise _error(source, correction, "would leave nothing of the text")
    return _Match(correction, start, stop, new)


def _place(source: Source, correction: Correction) -> tuple[int, int]:
    if not correction.find.strip():
        raise _error(source, correction, "has no `find`")
    lines = _LINE_END.split(correction.find)
    # The lookahead finds places that overlap, which are ambiguous too.
    pattern = re.compile("(?=(" + r"(?:\r\n|\r|\n)".join(map(re.escape, lines)) + "))")
    low, high, where = 0, len(source.text), ""
    if correction.near:
        where = f" near line {correction.near}"
        low, high = _offsets(source, correction.near - 1, correction.near + 1)
    found = [match.span(1) for match in pattern.finditer(source.text, low) if match.start() < high]
    shown = "…".join(line.strip() for line in lines)
    if not found:
        raise _error(
            source,
            correction,
            f"“{shown}” does not occur{where}; the text has changed or the place is wrong: "
            "mend `find` and `near`, or take the correction out",
        )
    if len(found) > 1:
        times = "twice" if len(found) == 2 else f"{len(found)} times"
        raise _error(
            source,
            correction,
            f"“{shown}” occurs {times}{where}; add words to `find`, or narrow `near`.",
        )
    return found[0]


def _offsets(source: Source, first: int, last: int) -> tuple[int, int]:
    starts = source.line_starts
    if first > len(starts):
        return len(source.text), len(source.text)
    end = starts[last] if 0 <= last < len(starts) else len(source.text)
    return starts[max(first, 1) - 1], end


def _joined(source: Source, correction: Correction, raw: str) -> str:
    if not _LINE_END.search(raw):
        raise _error(source, correction, "joins lines, but `find` holds no line end")
    return _BREAK.sub(" ", raw) if correction.replace is None else correction.replace


def _divided(source: Source, correction: Correction, raw: str) -> str:
    if correction.replace is None:
        return "\n" + raw
    if not _LINE_END.search(correction.replace):
        raise _error(source, correction, "splits a line, but `replace` holds no line end")
    return correction.replace


def _change(source: Source, match: _Match) -> Change:
    correction = match.correction
    span = Span(source.id, match.start, match.stop)
    raw = source.text[match.start : match.stop]
    cls: ChangeClass
    if correction.state == "proposed" or correction.op == "note":
        cls = "proposed"
    else:
        cls = "kept" if match.new == raw else "mechanical"
    return Change(
        source.place(match.start)[0],
        raw,
        match.new,
        f"{CORRECTION}{correction.id}",
        cls,
        correction.reason,
        span,
    )


def _rewritten(source: Source, matches: Sequence[_Match]) -> Text:
    whole = verbatim(source.id, source.text)
    cuts: list[tuple[int, int]] = []
    news: list[Text] = []
    at = 0
    for index, match in enumerate(matches):
        ceiling = matches[index + 1].start if index + 1 < len(matches) else len(source.text)
        start, stop, new = _narrowed(source, match, at, ceiling)
        cuts.append((at, start))
        news.append(_repaired(source, match.correction, start, stop, new))
        at = stop
    cuts.append((at, len(source.text)))
    news.append(Text())
    kept = pieces(whole, cuts)
    return join(text for pair in zip(kept, news, strict=True) for text in pair)


def _narrowed(source: Source, match: _Match, floor: int, ceiling: int) -> tuple[int, int, str]:
    """The smallest place that differs, so that the other words stay verbatim."""
    raw, start, stop, new = source.text, match.start, match.stop, match.new
    old = raw[start:stop]
    if old == new:
        return start, stop, new
    while old and new and old[0] == new[0]:
        old, new, start = old[1:], new[1:], start + 1
    while old and new and old[-1] == new[-1]:
        old, new, stop = old[:-1], new[:-1], stop - 1
    if old and new and (new.strip() or not old.strip()):
        return start, stop, new
    # Something was put in or taken out: the nearest visible character goes into the repaired
    # run, so that every character of the source has a character that stands for it.
    left, right = raw[floor:start].rstrip(), raw[stop:ceiling]
    skipped = len(right) - len(right.lstrip())
    if left and (start - floor - len(left) <= skipped or skipped == len(right)):
        low = floor + len(left) - 1
        return low, stop, raw[low:start] + new
    if skipped < len(right):
        high = stop + skipped + 1
        return start, high, new + raw[stop:high]
    raise _error(source, match.correction, "touches another correction; make one of the two")


def _repaired(source: Source, correction: Correction, start: int, stop: int, new: str) -> Text:
    """Repaired runs, cut at line ends so that a line never loses what it stands for."""
    rule = f"{CORRECTION}{correction.id}"
    parts = [part for part in re.split(r"(\r\n|\r|\n)", new) if part]
    bearer = next((i for i, part in enumerate(parts) if part.strip()), 0)
    runs: list[Run] = []
    for index, part in enumerate(parts):
        if index < bearer:
            span = Span(source.id, start, start)
        elif index == bearer:
            span = Span(source.id, start, stop)
        else:
            span = Span(source.id, stop, stop)
        runs.append(Run(part, span, rule))
    return Text(tuple(runs))


def _error(source: Source, correction: Correction, what: str) -> CorrectionError:
    return CorrectionError(f"{source.name}, correction {correction.id}: {what}")


__all__ = ["Corrected", "CorrectionError", "apply"]

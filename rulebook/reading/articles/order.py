"""Labels that the sequence refused or that come in another order than they count.

The outline takes the cheapest legal sequence, and what does not fit into it stays text.
Where a paragraph evidently begins there it becomes a provision of its own after all; where not,
the line is named, so that no rule disappears in the one above it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from rulebook.reading.articles.markers import DIGIT, LETTER, ROMAN, UPPER
from rulebook.reading.articles.outline import Candidate, Mark
from rulebook.reading.lines import Line, ends_sentence

_PLAIN = 1.0
"""What a marker costs less than where nothing but the sequence speaks against it."""
_BARE = re.compile(r"(\d{1,2})\s+[A-ZÀ-Ý][a-zà-ÿ’']+\s+[a-zà-ÿ]")
"""A number without its sign at the beginning of a sentence."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A line that begins like a paragraph of its own and is none: `index` of the line, and sign."""

    index: int
    sign: str


def settle(
    lines: Sequence[Line], found: Sequence[Candidate], marks: Sequence[Mark]
) -> tuple[list[Mark], list[Refused]]:
    """Add the labels that fill a hole of the sequence; say which lines still look like one."""
    kept = list(marks)
    taken = {(mark.line, mark.start) for mark in marks}
    refused: list[Refused] = []
    against: dict[int, int] = {}
    for candidate in found:
        if (candidate.line, candidate.start) in taken or not _plain(candidate, lines):
            continue
        kind, value, _ = candidate.options[0]
        added = _added(kept, candidate)
        # What counts on from a refused one is a list of its own.
        if added is None or against.get(kind) == value - 1:
            sign = str(lines[candidate.line])[: candidate.end]
            refused.append(Refused(candidate.line, sign))
            against[kind] = value
        else:
            kept = added
    kept = [replace(mark, gap=mark.gap and _misses(mark, kept)) for mark in kept]
    return kept, sorted((*refused, *_bare(lines, kept)), key=lambda one: one.index)


def turned(marks: Sequence[Mark]) -> Iterator[tuple[Mark, Mark]]:
    """The labels that stand right behind one which counts further: each with that one."""
    last: dict[tuple[tuple[str, ...], int], Mark] = {}
    roman = {mark.path[:-1] for mark in marks if len(mark.path[-1]) > 1}
    for mark in marks:
        holder, step = mark.path[:-1], mark.path[-1]
        if holder in roman and not step.isdigit():
            continue
        before = last.get((holder, _kind(step)))
        if before is not None and _value(before.path[-1]) > _value(step):
            yield mark, before
        last[holder, _kind(step)] = mark


def _plain(candidate: Candidate, lines: Sequence[Line]) -> bool:
    """Whether a paragraph begins there for all that the line and the one above it say."""
    line = lines[candidate.line]
    if candidate.start or not line.first:
        return False
    # A title ends without a sign; a blank line below it parts it from what follows.
    if candidate.line and not lines[candidate.line - 1].text:
        return candidate.accept <= _PLAIN
    before = next((str(one) for one in reversed(lines[: candidate.line]) if one.text), "")
    return candidate.accept < _PLAIN and ends_sentence(before)


def _added(marks: Sequence[Mark], candidate: Candidate) -> list[Mark] | None:
    """The marks with one more, where it fills a hole among labels of its kind or counts on from
    their last; None where no place for it is evident."""
    here = (candidate.line, candidate.start)
    at = next((i for i, m in enumerate(marks) if (m.line, m.start) > here), len(marks))
    kind, value, step = candidate.options[0]
    if not at or kind == ROMAN:
        return None
    last = marks[at - 1].path
    depth = next((d for d, own in enumerate(last) if _kind(own) == kind), None)
    if depth is None:
        return None
    holder, sibling = last[:depth], last[: depth + 1]
    path = (*holder, step)
    held = {
        _value(mark.path[-1])
        for mark in marks
        if mark.path[:-1] == holder and _kind(mark.path[-1]) == kind
    }
    if value in held or value - 1 not in held:
        return None
    behind: list[Mark] = []
    rest = list(marks[at:])
    while rest and rest[0].path[: depth + 1] == sibling:
        inner = rest.pop(0)
        behind.append(replace(inner, path=(*path, *inner.path[depth + 1 :])))
    made = Mark(candidate.line, candidate.start, candidate.end, path)
    return [*marks[:at], made, *behind, *rest]


def _misses(mark: Mark, marks: Sequence[Mark]) -> bool:
    """Whether a label between the first of its kind and this one stands nowhere."""
    holder, step = mark.path[:-1], mark.path[-1]
    held = {_value(one.path[-1]) for one in marks
            if one.path[:-1] == holder and _kind(one.path[-1]) == _kind(step)}
    return not set(range(1, _value(step))) <= held


def _bare(lines: Sequence[Line], marks: Sequence[Mark]) -> Iterator[Refused]:
    """The lines that begin with the very number that is missing before a label, its dot lost."""
    for before, mark in pairwise(marks):
        depth = len(mark.path)
        if not mark.gap or not mark.path[-1].isdigit() or len(before.path) < depth:
            continue
        missing = range(_number(before.path[depth - 1]) + 1, int(mark.path[-1]))
        for index in range(before.line + 1, mark.line):
            match = _BARE.match(str(lines[index]))
            if match and int(match[1]) in missing and lines[index].first:
                yield Refused(index, match[1])


def _number(step: str) -> int:
    return int(step) if step.isdigit() else 0


def _kind(step: str) -> int:
    return UPPER if step.isupper() else DIGIT if step.isdigit() else LETTER


def _value(step: str) -> int:
    """What a capital, a number or a small letter counts."""
    return int(step) if step.isdigit() else ord(step[0].lower()) - 96

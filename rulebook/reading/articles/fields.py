"""The texts of fields: pieces joined, note marks taken out, signs set aside.

What is found on the way is gathered in `Findings`, so that nothing is dropped between the steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rulebook.label import Label
from rulebook.model import Basis, Change, Issue
from rulebook.reading.articles.notes import Call, calls_in, counted_in, take_calls
from rulebook.reading.articles.structure import Structure
from rulebook.reading.lines import Line
from rulebook.reading.mending import joins
from rulebook.reading.mending.attested import Attested
from rulebook.text import Discard, Text, join

SETTLED = 80
"""Joining two texts looks at most this far back."""

Taken = tuple[Call, Text, str, int, Label]
"""A note mark taken out: the call, its text, the field and place it stood at, the provision."""


@dataclass
class Findings:
    """What reading an article yields besides its tree."""

    discards: list[Discard] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    issues: list[Issue] = field(default_factory=list)
    calls: list[Taken] = field(default_factory=list)
    counted: list[tuple[Taken, bool]] = field(default_factory=list)
    """Numbers glued to a word that count what follows, and whether each was read as a mark."""


@dataclass(frozen=True, slots=True)
class Ground:
    """What an article is read with: its edition, its source, and the words of the document.

    `defined` are the keys of its notes, `calls` the marks of those in round brackets,
    `recalled` the keys of those that are called more than once.
    """

    edition: str
    basis: Basis
    source: str
    copy: int
    quoted: bool
    defined: frozenset[str]
    attested: Attested
    structure: Structure
    calls: frozenset[str] = frozenset()
    recalled: frozenset[str] = frozenset()


def compose(pieces: Sequence[Line], ground: Ground, findings: Findings) -> Text:
    """Join the pieces of a text into one, mending words broken at line ends."""
    done: list[Text] = []
    last, number = Text(), 0
    for piece in pieces:
        if not piece.text:
            continue
        if last:
            joined, change = joins.join(last, piece.text, ground.attested)
            if change:
                findings.changes.append(replace(change, line=number))
            # Only the end of a text can still change: the rest is settled, so that joining
            # thousands of lines takes time in proportion to them.
            head, last = joined.cut(max(0, len(joined) - len(piece.text) - SETTLED))
            blank, last, _ = last.strip()
            done += [head, blank]
        else:
            last = piece.text
        number = piece.number
    return join((*done, last))


def field_text(
    pieces: Sequence[Line], label: Label, part: str, ground: Ground, findings: Findings
) -> Text:
    """The text of a field without its note marks; the marks go to the findings."""
    text = compose(pieces, ground, findings).strip()[1]
    return strip_calls(text, field_of(ground, label, part), label, ground, findings)


def field_of(ground: Ground, label: Label, part: str) -> str:
    """The key of a field (see `Article.key`)."""
    again = f"~{ground.copy}" if ground.copy > 1 else ""
    return f"{ground.edition}:{label}#{part}{again}"


def strip_calls(text: Text, key: str, label: Label, ground: Ground, findings: Findings) -> Text:
    """Take the note marks out of a text and remember where they stood."""
    whole = str(text)
    calls = calls_in(whole, ground.defined, ground.structure, recalled=ground.recalled)
    for call, as_mark in counted_in(whole, calls, ground.structure):
        taken = (call, text[call.start : call.end], key, call.start, label)
        findings.counted.append((taken, as_mark))
    if not calls:
        return text
    left, marks = take_calls(text, calls)
    for call, mark, at in marks:
        findings.calls.append((call, mark, key, at, label))
    return left


def set_aside(text: Text, findings: Findings) -> None:
    """Discard the signs that part a heading or title from its text."""
    inner = text.strip()[1]
    if inner:
        findings.discards.extend(inner.discard("heading-separator"))

"""The account of a text: every character of a source is somewhere in its document, once.

White space and signs that nobody sees (a byte-order mark, a direction mark) need no place:
taking them out is logged as a change.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from rulebook.compare import word_diff
from rulebook.model import Document, Paragraph
from rulebook.reading.mending.edits import CORRECTION
from rulebook.text import Run, Span, Text

DELETED = "deleted"
"""The reason of words that a correction took out."""


@dataclass(frozen=True, slots=True)
class Account:
    """Where the characters of a source went (white space apart), and what is wrong with it.

    Words that a correction took out are set aside as `deleted`. `lost` stand nowhere, `doubled`
    more than once, `altered` are characters that claim to be verbatim and are not those of the
    source.
    """

    characters: int
    placed: int
    discarded: dict[str, int]
    lost: tuple[Span, ...]
    doubled: tuple[Span, ...]
    altered: tuple[Span, ...]

    @property
    def closed(self) -> bool:
        """Whether nothing is lost, doubled or altered."""
        return not (self.lost or self.doubled or self.altered)


def unseen(character: str) -> bool:
    """Whether a character is white space or a sign that nobody sees."""
    return character.isspace() or unicodedata.category(character) in ("Cf", "Cc")


def texts_of(document: Document) -> Iterator[Text]:
    """Every text of a document that stands for characters of the source."""

    def below(paragraph: Paragraph) -> Iterator[Text]:
        yield paragraph.marker
        if paragraph.heading:
            yield paragraph.heading
        yield paragraph.text
        for child in paragraph.children:
            yield from below(child)
        yield paragraph.tail

    for article in document.articles:
        if article.title:
            yield article.title
        yield from below(article.root)
    for section in document.sections:
        if section.heading:
            yield section.heading
        for block in section.blocks:
            yield block.marker
            yield block.text
    for note in document.notes:
        yield note.marker
        yield note.text
        for call in note.calls:
            yield call.mark


def account(document: Document) -> Account:
    """Count where every character of the source stands; see `Account`."""
    source = document.source
    covered = bytearray(len(source.text))
    doubled: list[Span] = []
    altered: list[Span] = []
    placed = 0
    gone = _deleted(document)
    deleted = 0

    def cover(span: Span) -> int:
        stretch = covered[span.start : span.end]
        if any(stretch):
            taken = source.text[span.start : span.end]
            if any(flag and not unseen(char) for flag, char in zip(stretch, taken, strict=False)):
                doubled.append(span)
        covered[span.start : span.end] = b"\x01" * (span.end - span.start)
        nonlocal deleted
        seen = [at for at in range(span.start, span.end) if not unseen(source.text[at])]
        out = sum(at in gone for at in seen)
        deleted += out
        return len(seen) - out

    def verbatim(run: Run) -> bool:
        return run.rule is not None or source.text[run.span.start : run.span.end] == run.text

    for text in texts_of(document):
        for run in text.runs:
            if run.span.source != source.id or not verbatim(run):
                altered.append(run.span)
                continue
            placed += cover(run.span)
    reasons: Counter[str] = Counter()
    for discard in document.discards:
        reasons[discard.reason] += cover(discard.span)
    if deleted:
        reasons[DELETED] = deleted
    lost = tuple(_lost(source.id, source.text, covered))
    characters = sum(not unseen(char) for char in source.text)
    return Account(characters, placed, dict(reasons), lost, tuple(doubled), tuple(altered))


def _deleted(document: Document) -> frozenset[int]:
    """The places of words that a person's correction took out and put nothing in their stead.

    What stands next to them bears them in the text, and might be set aside for a reason of its own.
    """
    found: set[int] = set()
    for change in document.changes:
        made = change.cls == "mechanical" and change.rule.startswith(CORRECTION)
        if not made or change.span is None:
            continue
        at, pieces = change.span.start, list(word_diff(change.before, change.after))
        for (operation, words), (after, _) in pairwise([*pieces, ("equal", "")]):
            if operation == "delete" and after != "insert":
                found.update(range(at, at + len(words)))
            if operation != "insert":
                at += len(words)
    return frozenset(found)


def _lost(name: str, text: str, covered: bytearray) -> Iterator[Span]:
    start: int | None = None
    for at, (char, flag) in enumerate(zip(text, covered, strict=True)):
        missing = not flag and not unseen(char)
        if missing and start is None:
            start = at
        elif not missing and start is not None:
            yield Span(name, start, at)
            start = None
    if start is not None:
        yield Span(name, start, len(text))

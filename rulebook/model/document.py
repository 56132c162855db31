"""What was understood of one source: articles, prose, and the layers over both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from rulebook.model.article import Article, FieldText, article_fields
from rulebook.model.layers import Change, Citation, ColumnLine, Issue, Note, NoteCall
from rulebook.model.source import Kind, Source
from rulebook.text import Discard, Text

BlockKind = Literal["paragraph", "item", "entry", "diagram", "signature", "unread"]


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph of prose: a list item has its marker, a diagram of an auction its lines.

    An entry is a line of a contents page; it cites nothing.
    """

    text: Text
    kind: BlockKind = "paragraph"
    marker: Text = Text()


@dataclass(frozen=True, slots=True)
class Section:
    """A part of a document that is not the text of an article."""

    blocks: tuple[Block, ...]
    heading: Text | None = None
    role: Literal["prose", "question", "answer"] = "prose"


@dataclass(frozen=True)
class Document:
    """What was understood of one source; every character of it is in here, once."""

    source: Source
    kind: Kind
    articles: tuple[Article, ...] = ()
    sections: tuple[Section, ...] = ()
    notes: tuple[Note, ...] = ()
    citations: tuple[Citation, ...] = ()
    discards: tuple[Discard, ...] = ()
    changes: tuple[Change, ...] = ()
    issues: tuple[Issue, ...] = ()
    columns: tuple[ColumnLine, ...] = ()

    def fields(self) -> Iterator[FieldText]:
        """Every text of the document with the key that layers use for it."""
        for article in self.articles:
            yield from article_fields(article)
        for number, section in enumerate(self.sections):
            if section.heading:
                yield FieldText(f"s{number}.heading", section.heading, None, None)
            for index, block in enumerate(section.blocks):
                yield FieldText(f"s{number}.b{index}", block.text, None, None)
        for note in self.notes:
            yield FieldText(note.id, note.text, note.article, note.edition)

    @cached_property
    def calls(self) -> dict[str, tuple[tuple[Note, NoteCall], ...]]:
        """Note calls by field."""
        found: dict[str, list[tuple[Note, NoteCall]]] = {}
        for note in self.notes:
            for call in note.calls:
                found.setdefault(call.place.field, []).append((note, call))
        return {
            key: tuple(sorted(calls, key=lambda pair: pair[1].place.start))
            for key, calls in found.items()
        }

    @cached_property
    def citations_in(self) -> dict[str, tuple[Citation, ...]]:
        """Citations by field, in text order."""
        found: dict[str, list[Citation]] = {}
        for citation in self.citations:
            found.setdefault(citation.place.field, []).append(citation)
        return {
            key: tuple(sorted(citations, key=lambda c: c.place.start))
            for key, citations in found.items()
        }

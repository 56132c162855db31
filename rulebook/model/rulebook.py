"""Everything that is published, as one value that can be written as JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeVar

import msgspec

from rulebook.model.article import Article
from rulebook.model.comparison import Comparison, MovedRule
from rulebook.model.document import Document
from rulebook.model.edition import Edition
from rulebook.model.layers import Issue


@dataclass(frozen=True, slots=True)
class Correction:
    """A person's word over the machine: for words, joins, splits, columns and pairs alike."""

    id: str
    source: str
    op: str
    reason: str
    by: str
    on: str
    find: str = ""
    near: int = 0
    replace: str | None = None
    state: Literal["applied", "proposed"] = "applied"
    extra: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Rulebook:
    """Everything that is published: editions, documents, and the doubts about both."""

    editions: tuple[Edition, ...]
    documents: tuple[Document, ...]
    corrections: tuple[Correction, ...] = ()
    issues: tuple[Issue, ...] = ()
    moved: tuple[MovedRule, ...] = ()

    @cached_property
    def by_id(self) -> dict[str, Edition]:
        """The editions by id."""
        return {edition.id: edition for edition in self.editions}

    def document(self, source: str) -> Document | None:
        """The document read from a source, by the source's id."""
        return next((d for d in self.documents if d.source.id == source), None)

    def document_of(self, article: Article) -> Document | None:
        """The document that supplies an article: its layers (notes, citations) are there."""
        return self.document(article.source)


Noun = TypeVar("Noun", Document, Edition, Comparison, Rulebook)


def to_json(value: Document | Edition | Comparison | Rulebook) -> bytes:
    """Any noun as JSON, so that an output can be developed from a file."""
    return msgspec.json.encode(value)


def from_json(data: bytes, kind: type[Noun]) -> Noun:
    """Read back what `to_json` wrote; raises `msgspec.ValidationError` with the path of a fault."""
    return msgspec.json.decode(data, type=kind)

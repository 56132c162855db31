"""Layers over the texts of a document: they name a field of it and a place in that."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rulebook.label import Label
from rulebook.text import Span, Text

ChangeClass = Literal["mechanical", "proposed", "kept"]
NoteKind = Literal["author", "translator", "editor"]
Weight = Literal["error", "doubt", "remark"]


@dataclass(frozen=True, slots=True)
class Place:
    """A stretch of a field: `field` is a key of `Document.fields()`, positions are code points."""

    field: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class NoteCall:
    """A note mark in the text: it stands at `place` (empty range) and is not part of the text."""

    mark: Text
    place: Place
    label: Label | None


@dataclass(frozen=True, slots=True)
class Note:
    """A note with its calls; `text` is empty where the source has the mark but not the note."""

    id: str
    mark: str
    kind: NoteKind
    text: Text
    calls: tuple[NoteCall, ...] = ()
    marker: Text = Text()
    article: Label | None = None
    edition: str | None = None


@dataclass(frozen=True, slots=True)
class Target:
    """What a citation leads to; `edition` is None where nothing says which."""

    edition: str | None
    label: Label


@dataclass(frozen=True, slots=True)
class Citation:
    """A mention of provisions in a text; `text` is the part of the field that mentions them."""

    text: Text
    place: Place
    here: Label | None
    here_edition: str | None
    targets: tuple[Target, ...]
    edition_basis: Literal["stated", "context", "assumed"]
    relative: bool = False


@dataclass(frozen=True, slots=True)
class Change:
    """A change of characters: done and logged, proposed, or deliberately not made."""

    line: int
    before: str
    after: str
    rule: str
    cls: ChangeClass
    reason: str | None = None
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Issue:
    """A doubt about a text: what, where, and what to do about it (Italian, for the apparato)."""

    code: str
    message: str
    line: int | None = None
    label: Label | None = None
    edition: str | None = None
    weight: Weight = "doubt"
    remedy: str | None = None


@dataclass(frozen=True, slots=True)
class ColumnLine:
    """How a line of a two-column region was read."""

    line: int
    role: str
    edition: str | None
    path: str | None
    confidence: float
    basis: Literal["automatic", "confirmed"] = "automatic"

"""The nouns that pass between the reading and the publishing half.

The tree of an article holds structure and text only.
Notes, citations and issues are layers over it: they name a field of the tree and a place in it.
Everything here is frozen and can be written as JSON (`to_json`, `from_json`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal, TypeVar

import msgspec

from rulebook.label import Label
from rulebook.layout import Layout
from rulebook.text import Discard, Span, Text

Kind = Literal["articles", "letter", "commentary", "guide", "parallel", "contents", "other"]
Status = Literal["complete", "quoted", "truncated", "missing"]
Basis = Literal["stated", "declared", "context", "assumed"]
ChangeClass = Literal["mechanical", "proposed", "kept"]
NoteKind = Literal["author", "translator", "editor"]
Weight = Literal["error", "doubt", "remark"]
BlockKind = Literal["paragraph", "item", "entry", "diagram", "signature", "unread"]
PairChange = Literal[
    "unchanged", "amended", "renumbered", "moved", "split", "merged", "inserted", "repealed"
]
PairBasis = Literal["automatic", "asserted", "confirmed"]


@dataclass(frozen=True, slots=True)
class SpeaksOf:
    """The provisions that a section of a text deals with, the main one first.

    `line` is that of the section's heading; the labels are those of the edition of the source.
    """

    section: str
    line: int
    labels: tuple[Label, ...]


@dataclass(frozen=True)
class Source:
    """A source text as it stands on disk, with what an editor said about it.

    `text` is the decoded file, untouched; a line ends at LF, CRLF or CR and at nothing else.
    Where the file is no text, `text` holds the lines extracted from it and `layout` their places.
    """

    id: str
    name: str
    sha256: str
    text: str
    encoding: str = "utf-8"
    kind: Kind | None = None
    title: str | None = None
    author: str | None = None
    origin: str | None = None
    rights: str | None = None
    date: str | None = None
    edition: str | None = None
    edition_basis: Basis | None = None
    speaks_of: tuple[SpeaksOf, ...] = ()
    layout: Layout | None = None

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """The offset of each line's first character."""
        starts = [0]
        text = self.text
        at = 0
        while at < len(text):
            character = text[at]
            if character == "\n" or (character == "\r" and text[at + 1 : at + 2] != "\n"):
                starts.append(at + 1)
            at += 1
        if len(starts) > 1 and starts[-1] == len(text):
            starts.pop()
        return tuple(starts)

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1, in code points."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """A line without its end; numbers count from 1."""
        starts = self.line_starts
        end = starts[number] if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end].rstrip("\r\n")

    @property
    def lines(self) -> int:
        """How many lines the file has; an empty file has none."""
        return len(self.line_starts) if self.text else 0

    def lines_of(self, text: Text) -> tuple[int, ...]:
        """The line numbers that a text stands on, in ascending order."""
        found: set[int] = set()
        for run in text.runs:
            if run.span.source == self.id and run.span.start < run.span.end:
                first = self.place(run.span.start)[0]
                found.update(range(first, self.place(run.span.end - 1)[0] + 1))
        return tuple(sorted(found))


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A labelled provision: `marker` is text from the source, never generated.

    `tail` is text of this provision that follows its children.
    """

    label: Label
    marker: Text
    heading: Text | None = None
    text: Text = Text()
    children: tuple[Paragraph, ...] = ()
    tail: Text = Text()
    truncated: bool = False

    def walk(self) -> Iterator[Paragraph]:
        """This provision and all below it, in reading order."""
        yield self
        for child in self.children:
            yield from child.walk()


@dataclass(frozen=True, slots=True)
class Witness:
    """A source in which an article stands; the one that supplies the text comes first."""

    source: str
    role: Literal["supplies", "witness"]
    status: Status
    lines: tuple[int, int]


@dataclass(frozen=True)
class Article:
    """An article of one edition as one source gives it, or as an edition publishes it.

    `root` has the label of the article, its introduction as text and the paragraphs as children;
    its `marker` holds the words that announce the article ("Art. 20 –").
    `obtained` says in Italian how the text was won where that needs saying (two columns untangled).
    """

    edition: str
    edition_basis: Basis
    title: Text | None
    root: Paragraph
    status: Status
    source: str
    witnesses: tuple[Witness, ...] = ()
    obtained: str | None = None
    copy: int = 1

    def key(self, label: Label, part: str = "text") -> str:
        """The key that layers use for a provision's title, heading, text or tail.

        `2007:27B1(b)#text`; a second print of an article in one source has a key of its own.
        """
        again = f"~{self.copy}" if self.copy > 1 else ""
        return f"{self.edition}:{label}#{part}{again}"

    @property
    def label(self) -> Label:
        """The label of the article itself."""
        return self.root.label

    @property
    def number(self) -> int | str:
        """The article's number, or the id of a part without one."""
        return self.root.label.article

    def provisions(self) -> Iterator[Paragraph]:
        """The article and its provisions in reading order."""
        return self.root.walk()

    def find(self, label: Label) -> Paragraph | None:
        """The provision with exactly this label, or None."""
        return self._by_label.get(label)

    @cached_property
    def _by_label(self) -> dict[Label, Paragraph]:
        found: dict[Label, Paragraph] = {}
        for provision in self.provisions():
            found.setdefault(provision.label, provision)
        return found


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


@dataclass(frozen=True, slots=True)
class ColumnLine:
    """How a line of a two-column region was read."""

    line: int
    role: str
    edition: str | None
    path: str | None
    confidence: float
    basis: Literal["automatic", "confirmed"] = "automatic"


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


@dataclass(frozen=True, slots=True)
class FieldText:
    """A text of a document: its key, the text, and the provision and edition it belongs to."""

    key: str
    text: Text
    label: Label | None
    edition: str | None


def article_fields(article: Article) -> Iterator[FieldText]:
    """The texts of an article in reading order: title, headings, texts and tails."""
    if article.title:
        key = article.key(article.label, "title")
        yield FieldText(key, article.title, article.label, article.edition)

    def below(paragraph: Paragraph) -> Iterator[FieldText]:
        for part, text in (("heading", paragraph.heading), ("text", paragraph.text)):
            if text:
                key = article.key(paragraph.label, part)
                yield FieldText(key, text, paragraph.label, article.edition)
        for child in paragraph.children:
            yield from below(child)
        if paragraph.tail:
            key = article.key(paragraph.label, "tail")
            yield FieldText(key, paragraph.tail, paragraph.label, article.edition)

    yield from below(article.root)


@dataclass(frozen=True, slots=True)
class ArticleName:
    """A number of an edition, with its title where that is certain."""

    number: int
    title: str | None = None


@dataclass(frozen=True, slots=True)
class PartName:
    """A part of an edition without a number."""

    id: str
    title: str


@dataclass(frozen=True)
class Edition:
    """An edition of the Code: what is known of it and what the corpus holds.

    `articles` are in the order of the Code; `known` names all 93 numbers, held or not.
    """

    id: str
    title: str
    long_title: str
    authority: str
    rights: str
    state: str
    notice: str
    in_force_from: str | None = None
    in_force_until: str | None = None
    superseded_by: str | None = None
    known: tuple[ArticleName, ...] = ()
    parts: tuple[PartName, ...] = ()
    articles: tuple[Article, ...] = ()

    @cached_property
    def by_number(self) -> dict[int | str, Article]:
        """The articles held, by number or part id."""
        return {article.number: article for article in self.articles}

    def article(self, number: int | str) -> Article | None:
        """The article held under this number, or None."""
        return self.by_number.get(number)

    def title_of(self, number: int | str) -> str | None:
        """The title of a number: from the text held, else from what is known, else None."""
        held = self.by_number.get(number)
        if held and held.title:
            return str(held.title)
        return next((name.title for name in self.known if name.number == number), None)

    def find(self, label: Label) -> Paragraph | None:
        """The provision held under a label, or None."""
        article = self.by_number.get(label.article)
        return article.find(label) if article else None


@dataclass(frozen=True, slots=True)
class Pair:
    """Provisions of two editions that correspond; one side is empty for inserted and repealed.

    `words` are (operation, text) with operation equal, delete or insert; joined without the
    insertions they are the old text, without the deletions the new one; several provisions on
    one side are joined with a space. `layers` runs beside `words` and names the kind of each
    change, "" for what stayed; headings are compared apart.
    `flags` name what a reader should be warned of (see `compare`).
    """

    old: tuple[Label, ...]
    new: tuple[Label, ...]
    change: PairChange
    score: float
    basis: PairBasis
    words: tuple[tuple[str, str], ...] = ()
    flags: tuple[str, ...] = ()
    reason: str | None = None
    layers: tuple[str, ...] = ()
    heading_words: tuple[tuple[str, str], ...] = ()
    heading_layers: tuple[str, ...] = ()


@dataclass(frozen=True)
class Comparison:
    """One article (or a number in both editions) compared; pairs follow the new text's order."""

    old_edition: str
    new_edition: str
    number: int | str
    pairs: tuple[Pair, ...]
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True)
class Rulebook:
    """Everything that is published: editions, documents, and the doubts about both."""

    editions: tuple[Edition, ...]
    documents: tuple[Document, ...]
    corrections: tuple[Correction, ...] = ()
    issues: tuple[Issue, ...] = ()

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


Noun = TypeVar("Noun", "Document", "Edition", "Comparison", "Rulebook")


def to_json(value: Document | Edition | Comparison | Rulebook) -> bytes:
    """Any noun as JSON, so that an output can be developed from a file."""
    return msgspec.json.encode(value)


def from_json(data: bytes, kind: type[Noun]) -> Noun:
    """Read back what `to_json` wrote; raises `msgspec.ValidationError` with the path of a fault."""
    return msgspec.json.decode(data, type=kind)

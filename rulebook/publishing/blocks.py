"""What a page is made of, before it becomes HTML or Markdown.

Pages are built once from these values and printed twice, so that both forms say the same.
Links hold addresses of the site ("2007/27/"); the printers make them relative to their page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

Tone = Literal["plain", "strong", "label", "quiet", "badge", "code", "mark", "old", "new"]


@dataclass(frozen=True, slots=True)
class Words:
    """A stretch of text, never markup; `tone` says what it is, the theme how it looks."""

    text: str
    tone: Tone = "plain"


@dataclass(frozen=True, slots=True)
class Link:
    """Words that lead to a page of the site, or to another site when `address` has a scheme."""

    words: tuple[Words, ...]
    address: str
    anchor: str = ""
    kind: str = ""
    title: str | None = None


@dataclass(frozen=True, slots=True)
class NoteMark:
    """The mark of a note in a text: `note` is the id of the note, `call` that of this mark."""

    mark: str
    note: str
    call: str


@dataclass(frozen=True, slots=True)
class Change:
    """Words that went or came; beginning and end are said to those who do not see the mark."""

    op: Literal["delete", "insert"]
    text: str
    kind: str = ""


Inline: TypeAlias = Words | Link | NoteMark | Change
Inlines: TypeAlias = tuple[Inline, ...]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading; the page has one of level 1."""

    level: int
    inlines: Inlines
    anchor: str | None = None


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph of prose; `marker` hangs before it as it stands in the source."""

    inlines: Inlines
    kind: str = ""
    anchor: str | None = None
    marker: str = ""


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines that keep their breaks and spaces: a diagram, or text that was not understood."""

    lines: tuple[str, ...]
    kind: str = ""
    anchor: str | None = None


@dataclass(frozen=True, slots=True)
class Items:
    """A list made by the site itself; labels of a law never stand in one."""

    items: tuple[tuple[Block, ...], ...]
    kind: str = ""


@dataclass(frozen=True, slots=True)
class Provision:
    """A provision: its element holds its words, its note marks, its button and its children.

    `rule` names the rule that it holds, the same in every edition; a quotation has none.
    """

    anchor: str | None
    eid: str
    name: str
    level: int
    marker: str
    heading: Inlines
    heading_level: int
    text: Inlines
    below: tuple[Block, ...] = ()
    tail: Inlines = ()
    citable: bool = True
    rule: str = ""


@dataclass(frozen=True, slots=True)
class Law:
    """The text of an article: the only place where provisions stand."""

    provisions: tuple[Block, ...]
    code: str
    article: str
    edition: str
    status: str
    anchor: str | None = None


@dataclass(frozen=True, slots=True)
class NoteEntry:
    """A note with the ids of its calls; `text` is empty where the source has only the mark."""

    anchor: str
    mark: str
    text: Inlines
    calls: tuple[str, ...]
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Notes:
    """The notes of a text."""

    entries: tuple[NoteEntry, ...]


@dataclass(frozen=True, slots=True)
class Notice:
    """Something a reader must not overlook: an edition's state, a cut text, a doubt."""

    kind: Literal["edition", "missing", "truncated", "doubt", "info", "source"]
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Quote:
    """A text quoted inside another one."""

    blocks: tuple[Block, ...]
    anchor: str | None = None


@dataclass(frozen=True, slots=True)
class Details:
    """Blocks that open on demand, without JavaScript too.

    With a `level` and an `anchor` the summary is a heading, and stands in the page's contents.
    """

    summary: str
    blocks: tuple[Block, ...]
    kind: str = ""
    about: str | None = None
    level: int = 0
    anchor: str | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """Blocks that belong together."""

    kind: str
    blocks: tuple[Block, ...]
    anchor: str | None = None
    label: str | None = None


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells under a head; each row may have an anchor. `name` tells tables apart."""

    head: tuple[str, ...]
    rows: tuple[tuple[Inlines, ...], ...]
    kind: str = ""
    anchors: tuple[str | None, ...] = ()
    name: str = "Tabella"


@dataclass(frozen=True, slots=True)
class SearchBox:
    """The way into the search, as large as the home page needs it."""

    prompt: str


@dataclass(frozen=True, slots=True)
class Switch:
    """A box to tick that changes what follows it, by the theme's style alone."""

    anchor: str
    label: str


Block: TypeAlias = (
    Heading | Paragraph | Lines | Items | Provision | Law | Notes | Notice | Quote
    | Details | Group | Table | SearchBox | Switch
)


def words(text: str, tone: Tone = "plain") -> Inlines:
    """Plain words as inlines; nothing for an empty text."""
    return (Words(text, tone),) if text else ()


def link(
    text: str, address: str, anchor: str = "", kind: str = "", title: str | None = None
) -> Link:
    """A link over plain words."""
    return Link((Words(text),), address, anchor, kind, title)


def say(*parts: str | Inline, kind: str = "", anchor: str | None = None) -> Paragraph:
    """A paragraph of words and links."""
    inlines = tuple(Words(part) if isinstance(part, str) else part for part in parts if part != "")
    return Paragraph(inlines, kind, anchor)


def parted(items: Iterable[Inline], between: str = ", ") -> Inlines:
    """Inlines with a separator between them."""
    found: list[Inline] = []
    for item in items:
        if found:
            found.append(Words(between))
        found.append(item)
    return tuple(found)


def plain_text(inlines: Inlines) -> str:
    """The words of inlines without marks and links."""
    return "".join(_plain(inline) for inline in inlines)


def _plain(inline: Inline) -> str:
    match inline:
        case Words(text=text) | Change(text=text):
            return text
        case Link(words=inner):
            return "".join(word.text for word in inner)
        case NoteMark():
            return ""


def walk(blocks: Iterable[Block]) -> Iterator[Block]:
    """All blocks in reading order, the inner ones after the one that holds them."""
    for block in blocks:
        yield block
        match block:
            case Items(items=items):
                for item in items:
                    yield from walk(item)
            case Provision(below=inner) | Law(provisions=inner):
                yield from walk(inner)
            case Notice(blocks=inner) | Quote(blocks=inner) | Details(blocks=inner):
                yield from walk(inner)
            case Group(blocks=inner):
                yield from walk(inner)
            case _:
                pass

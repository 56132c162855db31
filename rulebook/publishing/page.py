"""A page of the site: its address, its blocks, and what navigation and browsers call it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from rulebook.label import Label
from rulebook.publishing import blocks as b
from rulebook.publishing import html, markdown
from rulebook.publishing.addresses import file_of
from rulebook.publishing.check_site import ids_in

PageKind = Literal[
    "home", "edition", "article", "stub", "number", "index", "guide", "letter", "commentary",
    "apparatus", "source", "news", "comparison", "concordance", "offline", "situation",
    "situations",
]


@dataclass(frozen=True, slots=True)
class EditionChoice:
    """An entry of the edition selector: where the same rule stands in an edition."""

    edition: str
    title: str
    address: str
    current: bool
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry of a page's table of contents."""

    title: str
    anchor: str
    level: int


@dataclass(frozen=True)
class Page:
    """A page of the site: its address, what the browser and a messenger call it, and its blocks.

    `title` stands alone, without the name of the site; `short` is for navigation; `about` tells
    at every depth of a document which edition it speaks of, and of which year it is.
    """

    address: str
    title: str
    description: str
    kind: PageKind
    blocks: tuple[b.Block, ...]
    short: str = ""
    edition: str | None = None
    label: Label | None = None
    author: str = ""
    about: str = ""
    choices: tuple[EditionChoice, ...] = ()
    in_navigation: bool = False

    @cached_property
    def body(self) -> str:
        """The page as HTML, without what a theme puts around it."""
        return html.render(self.blocks, self.address)

    @cached_property
    def ids(self) -> frozenset[str]:
        """Every id in the page: what a link may lead to."""
        return frozenset(ids_in(self.body))

    @cached_property
    def markdown(self) -> str:
        """The page as a Markdown file, with its title and description as front matter."""
        head = markdown.front_matter(title=self.title, description=self.description)
        return head + markdown.render(self.blocks, self.address)

    @property
    def file(self) -> str:
        """The name of the Markdown file."""
        return file_of(self.address)

    @cached_property
    def contents(self) -> tuple[Entry, ...]:
        """The headings, quoted articles and first-level provisions that have an anchor."""
        return tuple(_entries(self.blocks))


def _entries(blocks: tuple[b.Block, ...]) -> Iterator[Entry]:
    quoted = {
        id(inner) for quote in b.walk(blocks) if isinstance(quote, b.Quote)
        for inner in b.walk(quote.blocks)
    }
    for block in b.walk(blocks):
        match block:
            case b.Heading(level=level, inlines=inlines, anchor=str(anchor)):
                yield Entry(b.plain_text(inlines), anchor, level)
            case b.Details(level=level, anchor=str(anchor)) if level:
                yield Entry(block.summary, anchor, level)
            case b.Quote(blocks=(b.Heading(level=level, inlines=inlines), *inner),
                         anchor=str(anchor)):
                law = next((one for one in inner if isinstance(one, b.Law)), None)
                edition = f" ({law.edition})" if law and law.edition else ""
                yield Entry(f"{b.plain_text(inlines)}{edition}", anchor, level)
            case b.Provision(anchor=str(anchor), level=level) if level <= 2:
                if block.heading or level == 1:
                    name = f"{block.marker} {b.plain_text(block.heading)}".strip()
                    below = level + 1 + (id(block) in quoted)
                    yield Entry(name or block.name, anchor, below)
            case _:
                pass

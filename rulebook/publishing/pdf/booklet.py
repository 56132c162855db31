"""What is printed: a booklet of chapters made of the same blocks as the pages of the site.

A booklet is a value; one module turns it into data for the typesetter, another into an EPUB.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from typing import Literal
from urllib.parse import quote

from rulebook.publishing import blocks as b
from rulebook.publishing.addresses import Address
from rulebook.publishing.wording import day

Paper = Literal["a4", "a5", "a6"]
ChapterKind = Literal["law", "truncated", "prose", "apparatus", "part", "card"]


class PaperError(Exception):
    """Something cannot be printed right; the message says what, where, and what to do."""


class NothingToPrintError(PaperError):
    """The corpus does not hold what was asked for."""


@dataclass(frozen=True, slots=True)
class Imprint:
    """Which state of the texts is printed: a number, and a day (`2026-11-30`).

    The day is that of the release; where `released` is False, that of the texts, which no
    release holds as they are. Either may be empty; without a day none is printed, since only a
    fixed day gives the same bytes tomorrow.
    """

    number: str = ""
    date: str = ""
    released: bool = True

    def __post_init__(self) -> None:
        if self.date:
            date.fromisoformat(self.date)

    @property
    def timestamp(self) -> int:
        """The day as seconds since 1970, UTC; 0 without a day."""
        if not self.date:
            return 0
        return int(datetime.fromisoformat(self.date).replace(tzinfo=UTC).timestamp())

    def __str__(self) -> str:
        number = f"versione {self.number}" if self.number else ""
        if not self.released:
            return ", ".join(filter(None, (number, self.date and f"testi al {day(self.date)}")))
        of = "del " if number else ""
        return " ".join(filter(None, (number, self.date and f"{of}{day(self.date)}")))


@dataclass(frozen=True)
class Chapter:
    """A text that begins with a heading of its own.

    `heading` is what is printed, `label` the words that announce it ("Art. 20 –"); `number` and
    `name` are for running heads and contents. `address` is its page on the site; `also` are
    places of the site whose text stands here too, with the anchor that it has in this chapter.
    `is_text` is False for what is added for paper alone.
    """

    name: str
    heading: b.Inlines
    blocks: tuple[b.Block, ...]
    label: str = ""
    number: str = ""
    kind: ChapterKind = "law"
    level: int = 1
    address: str = ""
    also: tuple[tuple[Address, str], ...] = ()
    is_text: bool = True


@dataclass(frozen=True)
class Cover:
    """The first page of a booklet."""

    over: str
    lines: tuple[str, ...]
    blocks: tuple[b.Block, ...]


@dataclass(frozen=True)
class Booklet:
    """Everything that one PDF or EPUB holds.

    `running` is the running head's other half, `masthead` what stands above the first chapter,
    `address` the page of the site that the booklet prints. Without a cover the first chapter
    opens it. `depth` is how many levels of headings the contents list, none for 0.
    """

    title: str
    running: str
    address: str
    chapters: tuple[Chapter, ...]
    cover: Cover | None = None
    masthead: tuple[b.Block, ...] = ()
    author: str = ""
    description: str = ""
    keywords: tuple[str, ...] = ()
    rights: str = ""
    depth: int = 0
    paper: Paper = "a4"
    site_url: str | None = None
    release: Imprint = field(default_factory=Imprint)

    def on(
        self, site_url: str | None, release: Imprint, paper: Paper | None = None
    ) -> Booklet:
        """The booklet for a public address, a release and a size of paper."""
        return replace(self, site_url=site_url, release=release, paper=paper or self.paper)

    def url(self, address: str, anchor: str = "") -> str | None:
        """The public address of a page of the site; None where no public address is known."""
        if not self.site_url:
            return None
        tail = f"#{quote(anchor)}" if anchor else ""
        return f"{self.site_url.rstrip('/')}/{quote(address)}{tail}"

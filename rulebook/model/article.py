"""The tree of an article: structure and text only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from rulebook.label import Label
from rulebook.model.source import Basis
from rulebook.text import Text

Status = Literal["complete", "quoted", "truncated", "missing"]


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

    @property
    def whole(self) -> bool:
        """Whether all of its text is held, so that what it lacks it does not have."""
        return self.status in ("complete", "quoted")

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

"""An edition of the Code: what is known of it, and what the corpus holds."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from rulebook.label import Label
from rulebook.model.article import Article, Paragraph


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

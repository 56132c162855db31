"""The situations at the table as cards, one on each sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulebook.publishing import blocks as b
from rulebook.publishing.pdf.booklet import Booklet, Chapter, PaperError


@dataclass(frozen=True, slots=True)
class Option:
    """What a player may choose, with the provisions that grant it as links of the site."""

    text: b.Inlines
    citations: tuple[b.Link, ...] = ()


@dataclass(frozen=True, slots=True)
class Card:
    """A situation: its steps in order, the options, and what must be said before them.

    `address` is its page on the site, `warnings` stand first (a later edition, a missing text),
    `remarks` last (the edition it was checked against).
    """

    title: str
    address: str
    steps: tuple[b.Inlines, ...]
    options: tuple[Option, ...] = ()
    warnings: tuple[b.Block, ...] = ()
    remarks: tuple[b.Block, ...] = ()


def cards_booklet(cards: Sequence[Card]) -> Booklet:
    """All cards, each on a sheet of its own.

    Raises:
        PaperError: there are no cards.
    """
    if not cards:
        raise PaperError("there are no situations yet: there is nothing to print.")
    title = "Le situazioni al tavolo" if len(cards) > 1 else cards[0].title
    return Booklet(
        title=title,
        running="Le situazioni al tavolo",
        address="tavolo/" if len(cards) > 1 else cards[0].address,
        chapters=tuple(map(_chapter, cards)),
        description="Che cosa si fa, passo per passo, quando al tavolo succede qualcosa.",
        keywords=("bridge", "Codice di Gara", "situazioni al tavolo"),
    )


def _chapter(card: Card) -> Chapter:
    steps = tuple(
        b.Paragraph(step, "step", marker=f"{number}.") for number, step in enumerate(card.steps, 1)
    )
    options: tuple[b.Block, ...] = tuple(
        b.Paragraph(_option(option), "option", marker="–") for option in card.options
    )
    if options:
        options = (b.Heading(2, b.words("Le possibilità")), *options)
    return Chapter(
        name=card.title,
        heading=b.words(card.title),
        blocks=(*card.warnings, *steps, *options, *card.remarks),
        kind="card",
        address=card.address,
    )


def _option(option: Option) -> b.Inlines:
    if not option.citations:
        return option.text
    return (*option.text, b.Words(" ("), *b.parted(option.citations), b.Words(")"))

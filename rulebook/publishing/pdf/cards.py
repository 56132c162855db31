"""The situations at the table as cards, one on each sheet."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.publishing.library import Library
from rulebook.publishing.page import Page
from rulebook.publishing.pages_table import FOLDER, table_pages
from rulebook.publishing.pdf.booklet import Booklet, Chapter, NothingToPrintError
from rulebook.publishing.pdf.excerpt import below_heading, heading_of

_TITLE = "Le situazioni al tavolo"


def card_pages(library: Library) -> tuple[Page, ...]:
    """The pages of the site that are cards."""
    return tuple(page for page in table_pages(library) if page.kind == "situation")


def cards_booklet(pages: Sequence[Page]) -> Booklet:
    """Cards, each on a sheet of its own.

    Raises:
        NothingToPrintError: there are none.
    """
    if not pages:
        raise NothingToPrintError("there are no situations: there is nothing to print.")
    alone = len(pages) == 1
    return Booklet(
        title=pages[0].title if alone else _TITLE,
        running=_TITLE,
        address=pages[0].address if alone else FOLDER,
        chapters=tuple(map(_chapter, pages)),
        description=pages[0].description if alone else
        "Che cosa si fa, passo per passo, quando al tavolo succede qualcosa.",
        keywords=("bridge", "Codice di Gara", "situazioni al tavolo"),
    )


def _chapter(page: Page) -> Chapter:
    label, heading = heading_of(page)
    return Chapter(
        name=page.short or page.title,
        heading=heading,
        label=label,
        blocks=below_heading(page),
        kind="card",
        address=page.address,
    )

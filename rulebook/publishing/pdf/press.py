"""The booklets of a rulebook as PDF files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulebook.compare import EditionComparison
from rulebook.model import Edition, Rulebook
from rulebook.publishing.library import Library
from rulebook.publishing.pdf.booklet import Booklet, Imprint, Paper, PaperError
from rulebook.publishing.pdf.cards import card_pages, cards_booklet
from rulebook.publishing.pdf.comparison import comparison_booklet
from rulebook.publishing.pdf.data import data_of, unshown
from rulebook.publishing.pdf.documents import document_booklet, guide_booklet
from rulebook.publishing.pdf.law import article_booklet, edition_booklet
from rulebook.publishing.situations import Handbook

Typeset = Callable[[Any, int], bytes]
"""Makes a PDF of the data of a booklet and the time of its release."""

NO_RELEASE = Imprint()
NO_HANDBOOK = Handbook()


def print_booklet(booklet: Booklet, typeset: Typeset | None = None) -> bytes:
    """A booklet as a tagged PDF (PDF/UA-1); the same booklet gives the same bytes.

    Args:
        booklet: what is printed.
        typeset: who typesets its data; the door to the typesetter by default.

    Raises:
        PaperError: a character has no glyph, a note mark no note, or two places one name.
    """
    from rulebook.publishing.pdf import door

    data = data_of(booklet)
    try:
        return (typeset or door.typeset)(data, booklet.release.timestamp)
    except door.UnshownError as error:
        raise PaperError(unshown(data, error.characters)) from error


def pdf_edition(
    rulebook: Rulebook,
    edition_id: str,
    paper: Paper = "a4",
    site_url: str | None = None,
    release: Imprint = NO_RELEASE,
) -> bytes:
    """An edition as a booklet: its articles, and apart from them what is cut off or missing.

    Args:
        rulebook: what is published.
        edition_id: the edition.
        paper: the size of the sheets.
        site_url: the public address of the site, for links out of the booklet and QR codes.
        release: printed on each page; its day is the date of the file.

    Raises:
        PaperError: the edition is not known or holds no text, or it cannot be printed right.
    """
    edition = _edition(rulebook, edition_id)
    booklet = edition_booklet(Library(rulebook), edition)
    return print_booklet(booklet.on(site_url, release, paper))


def pdf_article(
    rulebook: Rulebook,
    edition_id: str,
    number: int | str,
    paper: Paper = "a4",
    site_url: str | None = None,
    release: Imprint = NO_RELEASE,
) -> bytes:
    """An article of an edition, by its number or by the id of a part; see `pdf_edition`."""
    edition = _edition(rulebook, edition_id)
    booklet = article_booklet(Library(rulebook), edition, number)
    return print_booklet(booklet.on(site_url, release, paper))


def pdf_comparison(
    rulebook: Rulebook,
    compared: EditionComparison,
    paper: Paper = "a4",
    site_url: str | None = None,
    release: Imprint = NO_RELEASE,
) -> bytes:
    """Two editions side by side; see `pdf_edition`."""
    library = Library(rulebook, compared.comparisons)
    old, new = (_edition(rulebook, x) for x in (compared.old_edition, compared.new_edition))
    booklet = comparison_booklet(library, old, new, compared.comparisons)
    return print_booklet(booklet.on(site_url, release, paper))


def pdf_guide(
    rulebook: Rulebook,
    paper: Paper = "a4",
    site_url: str | None = None,
    release: Imprint = NO_RELEASE,
    handbook: Handbook = NO_HANDBOOK,
) -> bytes:
    """The guide with the flags that the handbook sets beside it; see `pdf_edition`."""
    library = Library(rulebook, handbook=handbook)
    return print_booklet(guide_booklet(library).on(site_url, release, paper))


def pdf_document(
    rulebook: Rulebook,
    source: str,
    paper: Paper = "a4",
    site_url: str | None = None,
    release: Imprint = NO_RELEASE,
) -> bytes:
    """A letter or a commentary, by the id of its source; see `pdf_edition`."""
    document = rulebook.document(source)
    if document is None:
        raise PaperError(f"the corpus has no source “{source}”.")
    booklet = document_booklet(Library(rulebook), document)
    return print_booklet(booklet.on(site_url, release, paper))


def pdf_cards(
    rulebook: Rulebook,
    handbook: Handbook,
    paper: Paper = "a4",
    site_url: str | None = None,
    release: Imprint = NO_RELEASE,
) -> bytes:
    """The situations at the table, a sheet each; see `pdf_edition`."""
    booklet = cards_booklet(card_pages(Library(rulebook, handbook=handbook)))
    return print_booklet(booklet.on(site_url, release, paper))


def _edition(rulebook: Rulebook, edition_id: str) -> Edition:
    edition = rulebook.by_id.get(edition_id)
    if edition is None:
        known = ", ".join(sorted(rulebook.by_id))
        raise PaperError(f"the edition {edition_id} is not known; choose from {known}.")
    return edition

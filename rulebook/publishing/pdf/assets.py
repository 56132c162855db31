"""The PDFs and EPUBs of a site: which there are, what they are called, and their bytes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from pathlib import Path

from rulebook.model import Comparison, Rulebook
from rulebook.publishing import addresses
from rulebook.publishing.comparison import of_editions, of_number
from rulebook.publishing.epub import bind
from rulebook.publishing.library import Library
from rulebook.publishing.pages_table import FOLDER
from rulebook.publishing.pdf.booklet import Booklet, Imprint, Paper
from rulebook.publishing.pdf.cards import card_pages, cards_booklet
from rulebook.publishing.pdf.comparison import comparison_booklet
from rulebook.publishing.pdf.documents import document_booklet, guide_booklet
from rulebook.publishing.pdf.law import article_booklet, edition_booklet
from rulebook.publishing.pdf.press import print_booklet
from rulebook.publishing.pdf.room import Rooms
from rulebook.publishing.pdf.shelf import Shelf
from rulebook.publishing.situations import Handbook

_MOST_ROOMS = 4
_NO_IMPRINT = Imprint()
_NO_HANDBOOK = Handbook()


@dataclass(frozen=True)
class Offer:
    """A file that a page of the site offers: its address, the page's, and how it is made."""

    name: str
    page: str
    make: Callable[[], Booklet]
    paper: Paper | None = "a4"

    @property
    def is_epub(self) -> bool:
        """Whether it is an EPUB; else it is a PDF."""
        return self.paper is None


def pdf_name(page: str, paper: Paper = "a4") -> str:
    """The address of the PDF of a page; that of another size than A4 says so.

    >>> pdf_name("2007/27/"), pdf_name("2007/", "a5")
    ('pdf/2007-27.pdf', 'pdf/2007-a5.pdf')
    """
    size = "" if paper == "a4" else f"-{paper}"
    return f"pdf/{_flat(page)}{size}.pdf"


def epub_name(page: str) -> str:
    """The address of the EPUB of a page.

    >>> epub_name("2007/")
    'epub/2007.epub'
    """
    return f"epub/{_flat(page)}.epub"


def _flat(page: str) -> str:
    return page.strip("/").replace("/", "-")


@dataclass(frozen=True)
class Press:
    """Everything of a rulebook that can be printed."""

    rulebook: Rulebook
    comparisons: tuple[Comparison, ...] = ()
    handbook: Handbook = _NO_HANDBOOK

    @cached_property
    def library(self) -> Library:
        """What the booklets are made from."""
        return Library(self.rulebook, self.comparisons, handbook=self.handbook)

    def offers(self) -> Iterator[Offer]:
        """All files, those of an edition first; nothing is made yet."""
        yield from self._law()
        yield from self._documents()
        yield from self._compared()
        yield from self._cards()

    def _law(self) -> Iterator[Offer]:
        # The lists of who corresponds to what belong to the comparisons.
        bare = Library(self.rulebook, handbook=self.handbook)
        for edition in bare.editions:
            if not edition.articles:
                continue
            page = addresses.of_edition(edition.id)
            whole = partial(edition_booklet, bare, edition)
            yield Offer(pdf_name(page), page, whole)
            yield Offer(pdf_name(page, "a5"), page, whole, "a5")
            yield Offer(epub_name(page), page, whole, None)
            for article in edition.articles:
                if article.status == "missing":
                    continue
                place = addresses.of_article(edition.id, article.number)
                yield Offer(
                    pdf_name(place), place, partial(article_booklet, bare, edition, article.number)
                )

    def _documents(self) -> Iterator[Offer]:
        guides = [page for document, page in self.library.documents if document.kind == "guide"]
        for document, page in self.library.documents:
            yield Offer(pdf_name(page), page, partial(document_booklet, self.library, document))
        if guides:
            page = guides[0].split("/")[0] + "/"
            whole = partial(guide_booklet, self.library)
            yield Offer(pdf_name(page), page, whole)
            yield Offer(epub_name(page), page, whole, None)

    def _compared(self) -> Iterator[Offer]:
        couples: dict[tuple[str, str], list[Comparison]] = {}
        for comparison in self.comparisons:
            key = (comparison.old_edition, comparison.new_edition)
            couples.setdefault(key, []).append(comparison)
        for (old, new), comparisons in couples.items():
            paired = [comparison for comparison in comparisons if comparison.pairs]
            if not paired:
                continue
            page = of_editions(old, new)
            both = self.rulebook.by_id[old], self.rulebook.by_id[new]
            make = partial(comparison_booklet, self.library, *both)
            yield Offer(pdf_name(page), page, partial(make, comparisons))
            for comparison in paired:
                place = of_number(old, new, comparison.number)
                yield Offer(pdf_name(place), place, partial(make, [comparison]))

    def _cards(self) -> Iterator[Offer]:
        pages = card_pages(self.library)
        if not pages:
            return
        yield Offer(pdf_name(FOLDER), FOLDER, partial(cards_booklet, pages))
        for page in pages:
            one = partial(cards_booklet, (page,))
            yield Offer(pdf_name(page.address), page.address, one)
            yield Offer(pdf_name(page.address, "a6"), page.address, one, "a6")


def paper_assets(
    rulebook: Rulebook,
    comparisons: tuple[Comparison, ...] = (),
    site_url: str | None = None,
    release: Imprint = _NO_IMPRINT,
    handbook: Handbook = _NO_HANDBOOK,
    cache: Path | None = None,
) -> Iterator[tuple[str, bytes]]:
    """Every PDF and EPUB of a site, with its address.

    Args:
        rulebook: what is published.
        comparisons: as for the pages of the site.
        site_url: the public address, for links out of a file and QR codes.
        release: printed on each page; its day is the date of the files.
        handbook: the situations, and the flags of guides.
        cache: a folder where PDFs are kept by what they are made of; None to make all anew.

    Raises:
        PaperError: a text cannot be printed right; see `press.print_booklet`.
    """
    shelf = Shelf(cache)
    offers = Press(rulebook, comparisons, handbook).offers()
    made = (
        (offer, offer.make().on(site_url, release, offer.paper)) for offer in offers
    )
    with Rooms(min(_MOST_ROOMS, os.cpu_count() or 1)) as rooms:

        def bytes_of(job: tuple[Offer, Booklet]) -> bytes:
            offer, booklet = job
            if offer.is_epub:
                return bind(booklet)
            return print_booklet(booklet, partial(shelf.typeset, make=rooms.typeset))

        for (offer, _), data in rooms.each(bytes_of, made):
            yield offer.name, data
    shelf.tidy()

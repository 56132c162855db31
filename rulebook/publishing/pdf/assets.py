"""The PDFs and EPUBs of a site: which there are, what they are called, and their bytes."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial

from rulebook.keeping import NOTHING, Keep
from rulebook.model import Comparison, Document, Rulebook
from rulebook.publishing import addresses
from rulebook.publishing.comparison import of_editions, of_number
from rulebook.publishing.epub import bind
from rulebook.publishing.library import Library
from rulebook.publishing.pages_table import FOLDER
from rulebook.publishing.pdf.booklet import Booklet, Imprint, Paper
from rulebook.publishing.pdf.cards import card_pages, cards_booklet
from rulebook.publishing.pdf.comparison import comparison_booklet
from rulebook.publishing.pdf.documents import document_booklet, guide_booklet
from rulebook.publishing.pdf.law import article_booklet, edition_book, edition_booklet
from rulebook.publishing.pdf.press import print_booklet
from rulebook.publishing.pdf.room import Rooms
from rulebook.publishing.pdf.shelf import kept_in
from rulebook.publishing.situations import Handbook
from rulebook.publishing.wording import article_name

_MOST_ROOMS = 4
_BOOK_SHEETS: tuple[Paper, ...] = ("a4", "a5")
_CARD_SHEETS: tuple[Paper, ...] = ("a4", "a6")
_NO_IMPRINT = Imprint()
_NO_HANDBOOK = Handbook()


@dataclass(frozen=True)
class Offer:
    """A file that pages of the site offer: its address, theirs, and how it is made.

    `title` is what it holds, `editions` are those whose texts it prints.
    """

    name: str
    pages: tuple[str, ...]
    title: str
    make: Callable[[], Booklet]
    paper: Paper | None = "a4"
    editions: tuple[str, ...] = ()

    @property
    def is_epub(self) -> bool:
        """Whether it is an EPUB; else it is a PDF."""
        return self.paper is None


@dataclass(frozen=True)
class Printed:
    """An offer that was made."""

    offer: Offer
    data: bytes = field(repr=False)

    @property
    def name(self) -> str:
        """The address of the file."""
        return self.offer.name


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
            page, ids = addresses.of_edition(edition.id), (edition.id,)
            whole = partial(edition_booklet, bare, edition)
            for paper in _BOOK_SHEETS:
                yield Offer(pdf_name(page, paper), (page,), edition.title, whole, paper, ids)
            book = partial(edition_book, bare, edition)
            yield Offer(epub_name(page), (page,), edition.title, book, None, ids)
            for article in edition.articles:
                if article.status == "missing":
                    continue
                place = addresses.of_article(edition.id, article.number)
                make = partial(article_booklet, bare, edition, article.number)
                title = article_name(article.number)
                yield Offer(pdf_name(place), (place,), title, make, editions=ids)

    def _documents(self) -> Iterator[Offer]:
        guides = [both for both in self.library.documents if both[0].kind == "guide"]
        for document, page in self.library.documents:
            if len(guides) == 1 and document.kind == "guide":
                continue  # the booklet of all guides holds nothing else
            make = partial(document_booklet, self.library, document)
            yield Offer(pdf_name(page), (page,), _title(document), make)
        if guides:
            page = guides[0][1].split("/")[0] + "/"
            on = (page, guides[0][1]) if len(guides) == 1 else (page,)
            title = _title(guides[0][0]) if len(guides) == 1 else "Tutte le guide"
            whole = partial(guide_booklet, self.library)
            yield Offer(pdf_name(page), on, title, whole)
            yield Offer(epub_name(page), on, title, whole, None)

    def _compared(self) -> Iterator[Offer]:
        couples: dict[tuple[str, str], list[Comparison]] = {}
        for comparison in self.comparisons:
            key = (comparison.old_edition, comparison.new_edition)
            couples.setdefault(key, []).append(comparison)
        for (old, new), comparisons in couples.items():
            paired = [comparison for comparison in comparisons if comparison.pairs]
            if not paired:
                continue
            page, title = of_editions(old, new), f"Dal {old} al {new}"
            both = self.rulebook.by_id[old], self.rulebook.by_id[new]
            make = partial(comparison_booklet, self.library, *both)
            yield Offer(pdf_name(page), (page,), title, partial(make, comparisons),
                        editions=(old, new))
            for comparison in paired:
                place = of_number(old, new, comparison.number)
                one = f"{title}, {article_name(comparison.number).lower()}"
                yield Offer(pdf_name(place), (place,), one, partial(make, [comparison]),
                            editions=(old, new))

    def _cards(self) -> Iterator[Offer]:
        pages = card_pages(self.library)
        if not pages:
            return
        title = "Tutte le schede"
        for paper in _CARD_SHEETS:
            whole = partial(cards_booklet, pages)
            yield Offer(pdf_name(FOLDER, paper), (FOLDER,), title, whole, paper)
        for page in pages:
            one = partial(cards_booklet, (page,))
            for paper in _CARD_SHEETS:
                name = pdf_name(page.address, paper)
                yield Offer(name, (page.address,), page.title, one, paper)


def _title(document: Document) -> str:
    return document.source.title or document.source.name


def paper_assets(
    rulebook: Rulebook,
    comparisons: tuple[Comparison, ...] = (),
    site_url: str | None = None,
    release: Imprint = _NO_IMPRINT,
    handbook: Handbook = _NO_HANDBOOK,
    keep: Keep = NOTHING,
) -> Iterator[Printed]:
    """Every PDF and EPUB of a site.

    Args:
        rulebook: what is published.
        comparisons: as for the pages of the site.
        site_url: the public address, for links out of a file and QR codes.
        release: printed on each page; its day is the date of the files.
        handbook: the situations, and the flags of guides.
        keep: where PDFs that were made of the same before are found again.

    Raises:
        PaperError: a text cannot be printed right; see `press.print_booklet`.
    """
    offers = Press(rulebook, comparisons, handbook).offers()
    made = (
        (offer, offer.make().on(site_url, release, offer.paper)) for offer in offers
    )
    with Rooms(min(_MOST_ROOMS, os.cpu_count() or 1)) as rooms:

        typeset = kept_in(keep, rooms.typeset)

        def bytes_of(job: tuple[Offer, Booklet]) -> bytes:
            offer, booklet = job
            if offer.is_epub:
                return bind(booklet)
            return print_booklet(booklet, typeset)

        for (offer, _), data in rooms.each(bytes_of, made):
            yield Printed(offer, data)
    keep.tidy()

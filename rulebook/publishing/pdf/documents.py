"""Guides, letters and commentaries as booklets; the articles they quote stand apart in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulebook.model import Document
from rulebook.publishing import addresses
from rulebook.publishing import blocks as b
from rulebook.publishing.addresses import Address
from rulebook.publishing.library import Library
from rulebook.publishing.page import Page
from rulebook.publishing.pages_documents import document_pages
from rulebook.publishing.pdf.booklet import Booklet, Chapter, Cover, NothingToPrintError
from rulebook.publishing.pdf.excerpt import below_heading, heading_of
from rulebook.publishing.wording import say

_FEW = 4
"""So many headings need no contents."""


def document_booklet(library: Library, document: Document) -> Booklet:
    """A document as its page on the site has it.

    Raises:
        NothingToPrintError: the document has no page of its own.
    """
    address = addresses.of_document(document)
    page = next((p for p in document_pages(library) if p.address == address), None)
    if page is None:
        name = document.source.title or document.source.name
        raise NothingToPrintError(f"“{name}” has no page of its own: print what it supplies.")
    return _booklet(library, (document,), (page,), page.title)


def guide_booklet(library: Library) -> Booklet:
    """All guides, with everything that the site says beside their texts.

    Raises:
        NothingToPrintError: the corpus holds no guide.
    """
    inside = [(d, address) for d, address in library.documents if d.kind == "guide"]
    if not inside:
        raise NothingToPrintError("the corpus holds no guide: there is nothing to print.")
    pages = {page.address: page for page in document_pages(library)}
    found = [pages[address] for _, address in inside]
    title = found[0].title if len(found) == 1 else say("kind", "guide")
    return _booklet(library, [document for document, _ in inside], found, title)


def _booklet(
    library: Library, documents: Iterable[Document], pages: Iterable[Page], title: str
) -> Booklet:
    documents, pages = list(documents), list(pages)
    chapters = tuple(
        _chapter(library, document, page) for document, page in zip(documents, pages, strict=True)
    )
    headings = sum(isinstance(x, b.Heading) for c in chapters for x in b.walk(c.blocks))
    authors = dict.fromkeys(d.source.author for d in documents if d.source.author)
    rights = dict.fromkeys(d.source.rights for d in documents if d.source.rights)
    kind = say("kind", documents[0].kind)
    long = headings > _FEW
    return Booklet(
        title=title,
        running=kind,
        address=pages[0].address if len(pages) == 1 else pages[0].address.split("/")[0] + "/",
        chapters=chapters,
        author="; ".join(authors),
        description=pages[0].description,
        keywords=("bridge", "Codice di Gara", kind),
        rights=" ".join(rights),
        depth=2 if long else 0,
        cover=Cover(kind, tuple(authors), ()) if long else None,
    )


def _chapter(library: Library, document: Document, page: Page) -> Chapter:
    label, heading = heading_of(page)
    return Chapter(
        name=page.short or page.title,
        heading=heading,
        label=label,
        kind="prose",
        address=page.address,
        blocks=below_heading(page),
        also=tuple(_quoted(library, document)),
    )


def _quoted(library: Library, document: Document) -> Iterator[tuple[Address, str]]:
    """Provisions that an edition publishes from this document: links to them stay in it."""
    for article in document.articles:
        if library.published(article):
            for provision in article.provisions():
                place = addresses.of_label(article.edition, provision.label)
                yield place, addresses.quoted_anchor(article, provision.label)

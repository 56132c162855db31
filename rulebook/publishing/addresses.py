"""Where everything stands on the site: the scheme of addresses in one place.

An address is relative to the root of the site and ends with a slash ("2007/27/");
the home page is "".
"""

from __future__ import annotations

import posixpath
import re
import unicodedata
from dataclasses import dataclass

from rulebook.label import Label
from rulebook.model import Article, Document, Source, article_fields

_FOLDERS = {"guide": "guida", "letter": "quesiti", "commentary": "commenti", "parallel": "commenti",
            "other": "commenti"}


@dataclass(frozen=True, slots=True, order=True)
class Address:
    """A page of the site and a place in it."""

    page: str
    anchor: str = ""

    def __str__(self) -> str:
        return f"{self.page}#{self.anchor}" if self.anchor else self.page


def of_article(edition: str | None, number: int | str) -> str:
    """The page of an article in an edition, or of its number in every edition."""
    return f"{edition}/{number}/" if edition else f"{number}/"


def of_label(edition: str | None, label: Label) -> Address:
    """The page and the anchor of a provision."""
    return Address(of_article(edition, label.article), anchor_of(label))


def anchor_of(label: Label) -> str:
    """The anchor of a provision on its page; terms of several words are hyphenated."""
    return re.sub(r"\s+", "-", label.anchor)


def of_edition(edition: str) -> str:
    """The page of an edition."""
    return f"{edition}/"


def of_document(document: Document) -> str | None:
    """The page of a guide, letter or commentary; None for a source that has no page of its own."""
    folder = _FOLDERS.get(document.kind)
    return f"{folder}/{slug(document.source.id)}/" if folder else None


TABLE = "tavolo/"
"""The page that lists the situations at the table; each has its own below."""


def of_situation(situation: str) -> str:
    """The page of a situation at the table, by its id."""
    return f"{TABLE}{situation}/"


def of_source(source: Source) -> str:
    """The page that shows a source as it is, beside what was read in it."""
    return f"apparato/{slug(source.id)}/"


def passages(document: Document) -> dict[str, str]:
    """The anchor of each field of a document on the document's own page.

    A passage is named by the line of the source on which it begins: sources never change, so
    the anchor outlives every change of how they are read. A section is named by its heading.
    """
    found: dict[str, str] = {}
    taken: set[str] = set()

    def name(key: str, wanted: str) -> None:
        count, anchor = 1, wanted
        while anchor in taken:
            count += 1
            anchor = f"{wanted}-{count}"
        taken.add(anchor)
        found[key] = anchor

    for number, section in enumerate(document.sections):
        if section.heading:
            name(f"s{number}.heading", slug(str(section.heading)))
        for index, block in enumerate(section.blocks):
            text = block.text or block.marker
            if text:
                name(f"s{number}.b{index}", f"riga-{document.source.place(text.start.start)[0]}")
    for article in document.articles:
        for field in article_fields(article):
            if field.label is not None:
                found[field.key] = quoted_anchor(article, field.label)
    for note in document.notes:
        if note.calls:
            found[note.id] = found.get(note.calls[0].place.field, "")
    return found


def quoted_anchor(article: Article, label: Label) -> str:
    """The anchor of a provision where its article is quoted: `art-2007-50-D2a`."""
    again = f"-{article.copy}" if article.copy > 1 else ""
    below = f"-{anchor_of(label)}" if label.path else ""
    return f"art-{article.edition}-{article.number}{again}{below}"


def slug(text: str) -> str:
    """A text as a part of an address: lower case, no accents, hyphens.

    >>> slug("Rinvio fuori turno: è così")
    'rinvio-fuori-turno-e-cosi'
    """
    flat = unicodedata.normalize("NFKD", text.lower())
    ascii_only = "".join(c for c in flat if not unicodedata.combining(c))
    return re.sub(r"[^a-z0-9]+", "-", ascii_only).strip("-") or "testo"


def relative(page: str, address: str, anchor: str = "") -> str:
    """The link from one page of the site to another, right in any folder of a host.

    >>> relative("2007/27/", "2007/20/", "C1")
    '../20/#C1'
    >>> relative("2007/27/", "2007/27/", "B1b")
    '#B1b'
    >>> relative("2007/27/", "")
    '../../'
    """
    tail = f"#{anchor}" if anchor else ""
    if ":" in address.partition("/")[0] or address.startswith("//"):
        return address + tail
    if page == address:
        return tail or "./"
    path = posixpath.relpath(f"/{address}", f"/{page}")
    return path + ("/" if address == "" or address.endswith("/") else "") + tail


def file_of(address: str) -> str:
    """The Markdown file of a page: one per article, an index per folder.

    >>> [file_of(a) for a in ("", "2007/", "2007/27/", "27/", "guida/")]
    ['index.md', '2007/index.md', '2007/27.md', '27.md', 'guida/index.md']
    """
    bare = address.strip("/")
    if not bare:
        return "index.md"
    if "/" in bare or re.fullmatch(r"\d{1,3}", bare):
        return f"{bare}.md"
    return f"{bare}/index.md"

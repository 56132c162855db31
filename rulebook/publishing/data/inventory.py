"""The inventory: a row for every provision that the corpus holds."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

from msgspec import Struct, field

from rulebook.label import Label
from rulebook.model import Article, Comparison, Paragraph, Rulebook, Status
from rulebook.publishing import addresses
from rulebook.publishing.data.encoding import lines_json
from rulebook.publishing.data.rules import Rules
from rulebook.publishing.wording import shorten

VERSION = 1
"""The version of the form: it grows when a field goes or means something else."""


class ProvisionRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A provision of an edition; `url` is relative to the root of the site."""

    citation: str
    edition: str
    url: str
    eid: str = field(name="eId")
    rule: str = ""
    first: str = ""
    hash: str = ""
    status: Status = "complete"


class Inventory(Struct, frozen=True, forbid_unknown_fields=True):
    """Every provision that the corpus holds, the oldest edition first."""

    version: int
    provisions: tuple[ProvisionRow, ...]


def inventory(
    rulebook: Rulebook, comparisons: Iterable[Comparison] = ()
) -> tuple[ProvisionRow, ...]:
    """A row for every provision, in the order of the editions and of their texts."""
    rules = Rules(comparisons)
    return tuple(
        row_of(article, provision, rules)
        for edition in sorted(rulebook.editions, key=lambda edition: edition.id)
        for article in edition.articles
        for provision in article.provisions()
    )


def row_of(article: Article, provision: Paragraph, rules: Rules) -> ProvisionRow:
    """The row of a provision."""
    label, edition = provision.label, article.edition
    words = [str(text) for text in (provision.heading, provision.text, provision.tail) if text]
    opening = " ".join(words) or (str(article.title or "") if label == article.label else "")
    return ProvisionRow(
        str(label), edition, str(addresses.of_label(edition, label)), label.eid,
        rules.name(edition, label), shorten(opening, 70), fingerprint(article, provision),
        article.status,
    )


def fingerprint(article: Article, provision: Paragraph) -> str:
    """A short hash of a provision's own words, without those below it; spaces do not count."""
    title = article.title if provision.label == article.label else None
    parts = (title, provision.marker, provision.heading, provision.text, provision.tail)
    flat = "\n".join(" ".join(str(part or "").split()) for part in parts)
    return hashlib.sha256(flat.encode()).hexdigest()[:16]


def inventory_json(rows: tuple[ProvisionRow, ...]) -> bytes:
    """The inventory as `/data/inventory.json`, a row on each line."""
    return lines_json(Inventory(VERSION, rows), "provisions")


def spoken(edition: str | None, label: Label) -> str:
    """A citation as it is spoken, as a part of an address.

    >>> spoken(None, Label(27, ("B", "1", "b"))), spoken("2007", Label(78, ("3",)))
    ('27b1b', '2007-78.3')
    """
    bare = label.compact.lower() if label.numbered else addresses.slug(label.compact)
    return f"{edition}-{bare}" if edition else bare

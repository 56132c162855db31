"""Spoken citations as addresses: `/c/27b1b/` and `/c/2007-27b1b/` lead on to the provision.

Each is a small page of its own, so that any static host serves it: a link, a refresh for browsers
without scripts, and a script that keeps what the reader's address has behind `#`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from importlib.resources import files

from rulebook.label import Label
from rulebook.publishing.addresses import Address, anchor_of, relative
from rulebook.publishing.data.inventory import spoken
from rulebook.publishing.html import escape
from rulebook.publishing.page import Page
from rulebook.publishing.policy import with_policy
from rulebook.publishing.wording import label_name

FOLDER = "c/"
SCRIPT = "c/vai.js"


@dataclass(frozen=True, slots=True)
class Lead:
    """A place that a spoken citation leads to, and what it is called."""

    place: Address
    words: str


def spoken_files(pages: Iterable[Page], provisions: Iterable[Label]) -> dict[str, bytes]:
    """The pages of all spoken citations as files by address.

    Args:
        pages: the pages of the site: those of articles and of numbers are spoken of.
        provisions: every provision that any edition or citation names.
    """
    by_article: dict[int | str, list[Label]] = {}
    for label in sorted(set(provisions)):
        by_article.setdefault(label.article, []).append(label)
    found: dict[str, dict[Lead, None]] = {}
    for page in pages:
        if page.label is not None and page.kind in ("article", "stub", "number"):
            for name, lead in _leads(page, by_article.get(page.label.article, [])):
                found.setdefault(name, {})[lead] = None
    made = {
        f"{FOLDER}{name}/index.html": leading(f"{FOLDER}{name}/", name, tuple(leads))
        for name, leads in sorted(found.items())
    }
    script = files("rulebook.publishing.data").joinpath("vai.js").read_bytes()
    return {**made, SCRIPT: script}


def _leads(page: Page, labels: list[Label]) -> Iterator[tuple[str, Lead]]:
    assert page.label is not None
    where = f"Codice {page.edition}" if page.edition else "in tutte le edizioni"
    anchors = page.ids
    yield (
        spoken(page.edition, page.label),
        Lead(Address(page.address), f"{label_name(page.label)}, {where}"),
    )
    for label in labels:
        anchor = anchor_of(label)
        if label.path and anchor in anchors:
            lead = Lead(Address(page.address, anchor), f"{label_name(label)}, {where}")
            yield spoken(page.edition, label), lead


def leading(address: str, title: str, leads: tuple[Lead, ...], reason: str = "") -> bytes:
    """A small page that leads on.

    Args:
        address: where it stands.
        title: what the browser calls it.
        leads: where it leads; of several, or for a reason, the reader chooses and is not sent.
        reason: why there is no page here any more.
    """
    links = [
        (relative(address, lead.place.page, lead.place.anchor), lead.words) for lead in leads
    ]
    sent = len(links) == 1 and not reason
    head = [
        '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        '<meta name="robots" content="noindex">',
        f"<title>{escape(title)} · Regole del bridge</title>",
    ]
    if sent:
        head.append(f'<meta http-equiv="refresh" content="1; url={escape(links[0][0])}">')
    body = [f"<p>{escape(reason)}</p>"] if reason else []
    if len(links) > 1 and not reason:
        body.append("<p>Questa citazione può indicare più paragrafi: si scelga.</p>")
    body += [
        f'<p><a{" data-vai" if sent else ""} href="{escape(href)}">{escape(words)}</a></p>'
        for href, words in links
    ]
    if not links:
        body.append(f'<p><a href="{escape(relative(address, ""))}">Regole del bridge</a></p>')
    if sent:
        body.append(f'<script src="{escape(relative(address, SCRIPT))}"></script>')
    html = (
        '<!doctype html>\n<html lang="it">\n<head>' + "".join(head) + "</head>\n<body>"
        f"<main><h1>{escape(title)}</h1>" + "".join(body) + "</main></body>\n</html>\n"
    )
    return with_policy(html).encode()

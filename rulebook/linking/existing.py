"""Links into the site that a page already has: do they arrive, and where they say they do."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal
from urllib.parse import unquote

from rulebook.label import Label, path_of
from rulebook.linking.blocks import Anchor
from rulebook.linking.leads import Lead
from rulebook.linking.tags import Token
from rulebook.linking.targets import article_of, target_of
from rulebook.model import Article, Rulebook
from rulebook.publishing import addresses

Fault = Literal[
    "dead-page", "dead-anchor", "old-address", "wrong-edition", "wrong-provision",
    "unknown-edition", "own-host",
]

Found = tuple[Fault, str | None] | None
"""A fault and the better address below the root of the site, or nothing."""

_PAGE = re.compile(r"(?:(?P<edition>(?:19|20)[0-9]{2})/)?(?P<number>[0-9]{1,3})/(?:index\.html)?")
_SCHEME = re.compile("^(?:https?:)?//", re.IGNORECASE)
_OLD = re.compile(
    r"(?:(?P<edition>(?:19|20)[0-9]{2})[/-])?(?:art(?:icolo)?[.\-_/]?)?(?P<number>[0-9]{1,3})"
    r"(?P<path>[A-Za-z0-9().]{0,16}?)/?(?:index)?(?:\.html?)?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Checked:
    """A link into the site that needs a look: its address, its words, and a better address."""

    href: str
    words: str
    place: int
    fault: Fault
    better: str | None = None


def check_links(
    anchors: Sequence[Anchor],
    leads: Sequence[tuple[int, Lead]],
    rulebook: Rulebook,
    base: str,
) -> Iterator[Checked]:
    """The links of a page into the site that do not arrive, or arrive elsewhere than they say.

    Args:
        anchors: the links of the page.
        leads: the citations of the page, each with the number of its paragraph.
        rulebook: what the site has.
        base: the address of the site, with a slash at its end.
    """
    for anchor in anchors:
        address = _below(anchor.href, base)
        if address:
            checked = _checked(anchor, address, leads, rulebook, base)
        else:
            checked = _astray(anchor, leads, rulebook, base)
        if checked:
            yield checked


def check_scripts(tokens: Sequence[Token], rulebook: Rulebook) -> Iterator[Checked]:
    """The linker's own lines in a page that name an edition which the site has not."""
    for token in tokens:
        said = token.get("data-edizione") if token.kind == "start" else None
        if said and said.strip() not in rulebook.by_id:
            yield Checked(token.get("src") or "", said, token.start, "unknown-edition")


def _astray(
    anchor: Anchor, leads: Sequence[tuple[int, Lead]], rulebook: Rulebook, base: str
) -> Checked | None:
    """A citation with an address of the site that has lost the site: "/2007/27/"."""
    if "://" not in base or not anchor.href.startswith("/") or not _said(anchor, leads):
        return None
    page, _, place = anchor.href[1:].partition("#")
    known = _PAGE.fullmatch(page)
    label = Label(int(known.group("number"))) if known else None
    if not known or not label or not _is_known(known.group("edition"), label, rulebook):
        return None
    words = " ".join(anchor.words.split())
    better = f"{base}{page}#{place}" if place else f"{base}{page}"
    return Checked(anchor.href, words, anchor.start, "own-host", better)


def _below(href: str, base: str) -> str | None:
    """What stands behind the address of the site, however its scheme and host are written."""
    if base == "/" or "://" not in base:
        return None if not href.startswith(base) or href.startswith("//") else href[len(base) :]
    site, given = base.partition("://")[2], _SCHEME.sub("", href)
    host = site.partition("/")[0]
    given = given[: len(host)].lower() + given[len(host) :]
    if given == href or not given.startswith(host.lower() + site[len(host) :]):
        return None
    return given[len(site) :]


def _checked(
    anchor: Anchor,
    address: str,
    leads: Sequence[tuple[int, Lead]],
    rulebook: Rulebook,
    base: str,
) -> Checked | None:
    page, _, place = address.partition("#")
    page, place = unquote(page.partition("?")[0]), unquote(place)
    known = _PAGE.fullmatch(page)
    if known:
        found = _arrives(known.group("edition"), int(known.group("number")), place, rulebook)
        found = found or _agrees(known, place, _said(anchor, leads))
    else:
        found = _formerly(page, place, rulebook)
    if not found:
        return None
    fault, better = found
    words = " ".join(anchor.words.split())
    return Checked(anchor.href, words, anchor.start, fault, better and base + better)


def _formerly(page: str, place: str, rulebook: Rulebook) -> Found:
    """A fault of an address as other sites write them, and as it is written here."""
    old = _OLD.fullmatch(page)
    label = _label(old.group("number"), old.group("path") or place) if old else None
    if not old or label is None or not _is_known(old.group("edition"), label, rulebook):
        return None  # some other page of the site
    edition = old.group("edition")
    if target_of(edition, label, rulebook) == "absent":
        return "dead-anchor", addresses.of_article(edition, label.article)
    return "old-address", str(addresses.of_label(edition, label))


def _arrives(edition: str | None, number: int, place: str, rulebook: Rulebook) -> Found:
    """A fault of an address whose page or whose provision there is not."""
    if not _is_known(edition, Label(number), rulebook):
        return "dead-page", None
    held = _articles(rulebook, edition, number)
    anchors = {bare: name for one in held for bare, name in _anchors(one).items()}
    if not place or not held or _is_note(place) or place in anchors.values():
        return None
    page = addresses.of_article(edition, number)
    if meant := anchors.get(_bare(place)):
        return "old-address", f"{page}#{meant}"
    whole = all(one.status == "complete" for one in held)
    return ("dead-anchor", page) if whole else None


def _agrees(known: re.Match[str], place: str, said: Lead | None) -> Found:
    """A fault of an address that is not what the words of its link say."""
    if not said or not said.label:
        return None
    edition = known.group("edition")
    better = str(addresses.of_label(said.edition or edition, said.label))
    if said.label.article != int(known.group("number")):
        return "wrong-provision", better
    if said.said and said.edition and edition and said.edition != edition:
        return "wrong-edition", better
    elsewhere = addresses.anchor_of(said.label).lower() != place.lower()
    if place and not _is_note(place) and said.label.path and elsewhere:
        return "wrong-provision", better
    return None


def _is_note(place: str) -> bool:
    return place.startswith(("nota-", "p-"))


def _label(number: str, path: str) -> Label | None:
    steps = path_of(path)
    return None if steps is None else Label(int(number), steps)


def _is_known(edition: str | None, label: Label, rulebook: Rulebook) -> bool:
    if edition is not None and edition not in rulebook.by_id:
        return False
    return any(
        label.article in e.by_number or any(name.number == label.article for name in e.known)
        for e in rulebook.editions
        if edition in (None, e.id)
    )


def _articles(rulebook: Rulebook, edition: str | None, number: int) -> list[Article]:
    """The texts of an article that the site has, of one edition or of all."""
    ids = [one.id for one in rulebook.editions] if edition is None else [edition]
    return [found for one in ids if (found := article_of(rulebook, one, number))]


def _anchors(article: Article) -> dict[str, str]:
    """The anchors of an article, by themselves and without what a reader may type amiss."""
    found: dict[str, str] = {}
    pending = [article.root]
    while pending:
        paragraph = pending.pop()
        anchor = addresses.anchor_of(paragraph.label)
        found[anchor] = anchor
        found.setdefault(_bare(anchor), anchor)
        pending.extend(paragraph.children)
    return found


def _bare(anchor: str) -> str:
    return re.sub(r"[^a-z0-9]", "", anchor.lower())


def _said(anchor: Anchor, leads: Sequence[tuple[int, Lead]]) -> Lead | None:
    """The one citation that the words of a link are."""
    end = anchor.offset + len(anchor.words)
    within = [
        lead
        for block, lead in leads
        if block == anchor.block and lead.start < end and anchor.offset < lead.end
    ]
    return within[0] if len(within) == 1 else None

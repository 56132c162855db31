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
from rulebook.model import Article, Rulebook
from rulebook.publishing import addresses

Fault = Literal["dead-page", "dead-anchor", "old-address", "wrong-edition", "wrong-provision"]

_PAGE = re.compile(r"(?:(?P<edition>(?:19|20)[0-9]{2})/)?(?P<number>[0-9]{1,3})/(?:index\.html)?")
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
        if not anchor.href.startswith(base) or (base == "/" and anchor.href.startswith("//")):
            continue
        checked = _checked(anchor, anchor.href[len(base) :], leads, rulebook, base)
        if checked:
            yield checked


def _checked(
    anchor: Anchor,
    address: str,
    leads: Sequence[tuple[int, Lead]],
    rulebook: Rulebook,
    base: str,
) -> Checked | None:
    def fault(kind: Fault, better: str | None = None) -> Checked:
        return Checked(anchor.href, " ".join(anchor.words.split()), anchor.start, kind, better)

    page, _, place = address.partition("#")
    page, place = unquote(page.partition("?")[0]), unquote(place)
    known = _PAGE.fullmatch(page)
    if not known:
        old = _OLD.fullmatch(page)
        label = _label(old.group("number"), old.group("path") or place) if old else None
        if not old or label is None or not _is_known(old.group("edition"), label, rulebook):
            return None  # some other page of the site
        better = base + str(addresses.of_label(old.group("edition"), label))
        return fault("old-address", better)
    edition, number = known.group("edition"), int(known.group("number"))
    if not _is_known(edition, Label(number), rulebook):
        return fault("dead-page")
    article = _article(rulebook, edition, number)
    anchors = _anchors(article) if article else {}
    named = place.startswith(("nota-", "p-")) or place in anchors.values()
    if place and article and not named:
        meant = anchors.get(_bare(place))
        if meant is None:
            return fault("dead-anchor", base + addresses.of_article(edition, number))
        return fault("old-address", f"{base}{addresses.of_article(edition, number)}#{meant}")
    said = _said(anchor, leads)
    if said and said.label:
        better = base + str(addresses.of_label(said.edition or edition, said.label))
        if said.label.article != number:
            return fault("wrong-provision", better)
        if said.said and said.edition and edition and said.edition != edition:
            return fault("wrong-edition", better)
        elsewhere = addresses.anchor_of(said.label).lower() != place.lower()
        if place and place in anchors.values() and said.label.path and elsewhere:
            return fault("wrong-provision", better)
    return None


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


def _article(rulebook: Rulebook, edition: str | None, number: int) -> Article | None:
    if edition is None:
        return None
    return article_of(rulebook, edition, number)


def article_of(rulebook: Rulebook, edition: str, number: int | str) -> Article | None:
    """An article that an edition holds, or None."""
    return rulebook.by_id[edition].article(number)


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

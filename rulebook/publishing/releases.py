"""What each release changed: compared with what was published before, provision by provision."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec import Struct

from rulebook.publishing.data.edition_json import EditionData, ProvisionData
from rulebook.publishing.data.encoding import lines_json

VERSION = 1
"""The version of the form: it grows when a field goes or means something else."""


class ReleasesError(Exception):
    """A list of releases or a published edition cannot be read; the message says which."""


class ChangedProvision(Struct, frozen=True, forbid_unknown_fields=True):
    """A provision whose words changed; `before` or `after` is empty where it was not there."""

    edition: str
    citation: str
    url: str
    before: str
    after: str


class ChangedCard(Struct, frozen=True, forbid_unknown_fields=True):
    """A card at the table with other words: the lines that went and came; `held` if it is there."""

    url: str
    title: str
    before: tuple[str, ...]
    after: tuple[str, ...]
    held: bool = True


class ArticleNews(Struct, frozen=True, forbid_unknown_fields=True):
    """An article whose text came or went as a whole."""

    edition: str
    number: int | str
    url: str
    held: bool


class Release(Struct, frozen=True, forbid_unknown_fields=True):
    """A release: its number, its day (ISO), and what it changed."""

    number: int
    day: str
    changed: tuple[ChangedProvision, ...] = ()
    articles: tuple[ArticleNews, ...] = ()
    added: int = 0
    retired: tuple[str, ...] = ()
    cards: tuple[ChangedCard, ...] = ()


class Releases(Struct, frozen=True, forbid_unknown_fields=True):
    """All releases, the newest first."""

    version: int
    releases: tuple[Release, ...]


def parse_releases(data: bytes) -> tuple[Release, ...]:
    """Read `/data/releases.json`; the newest comes first.

    Raises:
        ReleasesError: it is no such list.
    """
    try:
        return msgspec.json.decode(data, type=Releases).releases
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise ReleasesError(f"releases.json: {error}; restore the file.") from error


def releases_json(releases: tuple[Release, ...]) -> bytes:
    """The releases as `/data/releases.json`, one on each line."""
    return lines_json(Releases(VERSION, releases), "releases")


def parse_edition(data: bytes) -> EditionData:
    """Read a published edition, `/data/2007.json`.

    Raises:
        ReleasesError: it is none, or of another version of the form.
    """
    try:
        return msgspec.json.decode(data, type=EditionData)
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise ReleasesError(f"the published edition cannot be read: {error}.") from error


def changed_provisions(
    before: Iterable[EditionData], after: Iterable[EditionData]
) -> tuple[ChangedProvision, ...]:
    """Provisions of articles held before and after whose own words are not the same."""
    old, new = _editions(before), _editions(after)
    return tuple(
        change
        for edition in sorted(old.keys() & new.keys())
        for change in _changed(edition, old[edition], new[edition])
    )


def article_news(
    before: Iterable[EditionData], after: Iterable[EditionData]
) -> tuple[ArticleNews, ...]:
    """Articles that are held only before, or only after."""
    old = {(e.edition, a.number): a.provision.url for e in before for a in e.articles}
    new = {(e.edition, a.number): a.provision.url for e in after for a in e.articles}
    return tuple(
        ArticleNews(*key, new.get(key) or old[key], key in new)
        for key in (*(k for k in new if k not in old), *(k for k in old if k not in new))
    )


def _editions(editions: Iterable[EditionData]) -> dict[str, EditionData]:
    return {edition.edition: edition for edition in editions}


def _changed(name: str, old: EditionData, new: EditionData) -> Iterator[ChangedProvision]:
    numbers = {a.number for a in old.articles} & {a.number for a in new.articles}
    was, now = _texts(old, numbers), _texts(new, numbers)
    for url in (*now, *(url for url in was if url not in now)):
        one, other = was.get(url), now.get(url)
        if one is None or other is None or one[1] != other[1]:
            held = other or one
            assert held is not None
            yield ChangedProvision(
                name, held[0], url, one[1] if one else "", other[1] if other else ""
            )


def _texts(edition: EditionData, numbers: set[int | str]) -> Mapping[str, tuple[str, str]]:
    """Citation and own words of each provision, by its address."""
    found: dict[str, tuple[str, str]] = {}

    def below(provision: ProvisionData, title: str = "") -> None:
        parts = (provision.marker, title, provision.heading, provision.text, provision.tail)
        words = " ".join(" ".join(part.split()) for part in parts if part.strip())
        found[provision.url] = provision.citation, words
        for child in provision.children:
            below(child)

    for article in edition.articles:
        if article.number in numbers:
            below(article.provision, article.title)
    return found

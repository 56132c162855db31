"""What was published before: the register of addresses and the releases, kept beside a corpus."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from rulebook.label import Label
from rulebook.model import Comparison, Rulebook
from rulebook.publishing.data import data_files
from rulebook.publishing.doubts import doubts_of
from rulebook.publishing.library import Library
from rulebook.publishing.page import Page
from rulebook.publishing.pages_news import FEED, feed, news_page
from rulebook.publishing.register import (
    Register,
    RegisterError,
    Retired,
    parse_register,
    print_register,
    retired_blocks,
)
from rulebook.publishing.releases import Release, parse_releases, releases_json
from rulebook.publishing.situations import Handbook
from rulebook.publishing.spoken import Lead, leading, spoken_files

FOLDER = "published"
REGISTER, RETIRED, RELEASES = "addresses.txt", "retired.toml", "releases.json"


@dataclass(frozen=True)
class Published:
    """The register of addresses, and the releases, the newest first."""

    register: Register = field(default_factory=Register)
    releases: tuple[Release, ...] = ()


def read_published(corpus: Path) -> Published:
    """What stands in the folder `published` of a corpus; nothing where there is none.

    Raises:
        RegisterError, ReleasesError: a file there is broken.
    """
    folder = corpus / FOLDER
    texts = [_text(folder / name) for name in (REGISTER, RETIRED, RELEASES)]
    releases = parse_releases(texts[2].encode()) if texts[2] else ()
    return Published(parse_register(texts[0], texts[1]), releases)


def _text(file: Path) -> str:
    """A file of the folder; "" where it is not there."""
    try:
        return file.read_text(encoding="utf-8-sig") if file.is_file() else ""
    except UnicodeDecodeError as error:
        raise RegisterError(
            f"{FOLDER}/{file.name}: is not UTF-8; save the file as UTF-8."
        ) from error


def write_published(corpus: Path, published: Published) -> None:
    """Write the register and the releases; the table of what was retired is written by people."""
    folder = corpus / FOLDER
    folder.mkdir(exist_ok=True)
    text = print_register(published.register.places)
    (folder / REGISTER).write_text(text, encoding="utf-8", newline="\n")
    (folder / RELEASES).write_bytes(releases_json(published.releases))


def pages_with(pages: tuple[Page, ...], published: Published) -> tuple[Page, ...]:
    """The pages with what they say of retired anchors, and the page of what changed."""
    by_page: dict[str, list[Retired]] = {}
    for one in published.register.retired:
        if one.address.anchor:
            by_page.setdefault(one.address.page, []).append(one)
    told = tuple(
        replace(page, blocks=(*page.blocks, *retired_blocks(by_page[page.address])))
        if page.address in by_page else page
        for page in pages
    )
    return (*told, news_page(published.releases))


def files_of(
    rulebook: Rulebook, comparisons: tuple[Comparison, ...], pages: tuple[Page, ...],
    published: Published, handbook: Handbook,
) -> dict[str, bytes]:
    """The data, the spoken citations, the retired pages, the feed and the register as files."""
    there = {page.address for page in pages}
    return {
        **data_files(rulebook, comparisons),
        "data/releases.json": releases_json(published.releases),
        FEED: feed(published.releases),
        **spoken_files(pages, _labels(rulebook, handbook)),
        **{
            f"{one.address.page}index.html": _retired_page(one)
            for one in published.register.retired
            if one.address.page not in there and not one.address.anchor
        },
    }


def _labels(rulebook: Rulebook, handbook: Handbook) -> set[Label]:
    """Every provision that may have a place on a page: held, spoken of, doubted, or moved."""
    held = {p.label for e in rulebook.editions for a in e.articles for p in a.provisions()}
    named = {label for doubt in doubts_of(rulebook) for label in doubt.named()}
    moved = {label for rule in rulebook.moved for label in (rule.old, rule.new) if label}
    return held | Library(rulebook, handbook=handbook).spoken | named | moved


def _retired_page(one: Retired) -> bytes:
    leads = (Lead(one.to, f"Ora è in /{one.to}"),) if one.to else ()
    return leading(one.address.page, "Questo indirizzo è stato ritirato", leads, one.reason)

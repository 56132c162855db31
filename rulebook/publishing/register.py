"""The register of addresses: every address and anchor ever published, none of which disappears.

It is a text file, a page on each line with its anchors behind it. What was retired stands in a
table of its own, with the reason and where its rule went, and goes on answering.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from rulebook.publishing import blocks as b
from rulebook.publishing.addresses import Address
from rulebook.publishing.check_site import Finding, ids_in
from rulebook.tables import Places, TableError, toml_table

ADDRESSES, RETIRED = "published/addresses.txt", "published/retired.toml"
HEAD = (
    "# Every address and anchor ever published: a page on each line, its anchors behind it.\n"
    "# `rulebook publish` adds to it; nothing is taken out. What goes is named in retired.toml.\n"
)
_OURS = ("_", "richiamo-", "citati", "paragrafi", "vedi-anche", "da-", "nel-", "dal-")
"""How anchors begin that only headings and ways back of the site have: they come and go."""
_CHANGING = ("apparato/",)
"""Pages whose entries come and go with the doubts they tell of: the page stays, anchors may not."""
_NOT_PROMISED = re.compile(
    r"(?:assets|search|dev|decisions|offline)/.*|404\.html|index\.html|sw\.js|sitemap\..*|\..*|c/vai\.js"
    r"|[^/]*\.(?:js|json|webmanifest|html)(?<!linker\.js)(?<!versions\.json)"
)
"""Files that serve other pages: nobody links to them, and their names may change."""


class RegisterError(Exception):
    """The register or the table of what was retired is broken; the message says where."""


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    address: str
    reason: str
    to: str = ""
    on: str = ""


class _Table(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    retired: list[_Entry] = []


@dataclass(frozen=True, slots=True)
class Retired:
    """An address that holds no rule any more: why, and where its rule went, if anywhere."""

    address: Address
    reason: str
    to: Address | None = None
    place: str = field(default=RETIRED, compare=False)


@dataclass(frozen=True)
class Register:
    """Addresses with their anchors, and what was retired; `lines` are those of pages in the file.
    """

    places: Mapping[str, frozenset[str]] = field(default_factory=dict)
    retired: tuple[Retired, ...] = ()
    lines: Mapping[str, int] = field(default_factory=dict, compare=False)

    def joined(self, places: Mapping[str, frozenset[str]]) -> Register:
        """The register with further addresses and anchors; none goes."""
        both = dict(self.places)
        for page, anchors in places.items():
            both[page] = both.get(page, frozenset()) | anchors
        return Register(both, self.retired, self.lines)

    @property
    def addresses(self) -> frozenset[str]:
        """Every address, those with an anchor too: `2007/27/`, `2007/27/#B1b`."""
        return frozenset(_addresses(self.places))


def _addresses(places: Mapping[str, frozenset[str]]) -> Iterator[str]:
    for page, anchors in places.items():
        yield page
        yield from (f"{page}#{anchor}" for anchor in anchors)


def parse_register(text: str, retired: str = "") -> Register:
    """Read a register and the table of what was retired.

    Raises:
        RegisterError: a line or an entry cannot be understood.
    """
    places: dict[str, frozenset[str]] = {}
    lines: dict[str, int] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            page, *anchors = line.split()
            name = "" if page == "/" else page
            places[name] = places.get(name, frozenset()) | frozenset(anchors)
            lines.setdefault(name, number)
    return Register(places, tuple(_retired(retired)), lines)


def _retired(text: str) -> Iterator[Retired]:
    data = text.encode()
    try:
        table = toml_table(data, _Table)
    except TableError as error:
        raise RegisterError(f"{RETIRED}: {error}") from error
    places = Places.within(RETIRED, data)
    seen: set[Address] = set()
    for index, entry in enumerate(table.retired):
        place = places.of(f"retired[{index}]", entry.address)
        if not entry.reason.strip():
            raise RegisterError(f"{place}: has no reason; say why it went.")
        if _place(entry.address) in seen:
            raise RegisterError(f"{place}: this address stands above already; leave one.")
        seen.add(_place(entry.address))
        to = _place(entry.to) if entry.to else None
        yield Retired(_place(entry.address), entry.reason, to, place)


def _place(text: str) -> Address:
    page, _, anchor = text.lstrip("/").partition("#")
    return Address(page, anchor)


def print_register(places: Mapping[str, frozenset[str]]) -> str:
    """A register as text, in the order of its addresses."""
    lines = (
        " ".join([page or "/", *sorted(anchors)]) for page, anchors in sorted(places.items())
    )
    return HEAD + "".join(f"{line}\n" for line in lines)


def places_in(site: Path, generated: Iterable[str]) -> dict[str, frozenset[str]]:
    """What a built site promises: its pages with their anchors, and its files.

    Args:
        site: the built site.
        generated: addresses of the pages whose anchors are ours; of others the address counts.
    """
    ours = set(generated)
    found: dict[str, frozenset[str]] = {}
    for path in sorted(site.rglob("*")):
        name = path.relative_to(site).as_posix()
        page = name.removesuffix("index.html") if path.name == "index.html" else name
        if not path.is_file() or (page and _NOT_PROMISED.fullmatch(name) and name != "index.html"):
            continue
        kept = page in ours and not page.startswith(_CHANGING)
        anchors = ids_in(path.read_text(encoding="utf-8")) if kept else set()
        found[page] = frozenset(one for one in anchors if not one.startswith(_OURS))
    return found


def check_register(site: Path, register: Register) -> tuple[Finding, ...]:
    """Every address and anchor of the register that a built site no longer answers, and every
    one that a retired address leads to in vain."""
    gone = [
        Finding(address, _gone(address, register.lines.get(page, 0)))
        for page, anchors in sorted(register.places.items())
        for address in _missing(site, page, anchors)
    ]
    in_vain = [
        Finding(
            one.place, f"“to” leads to {one.to}, which no page has; write where the rule stands "
            "now, or take “to” out",
        )
        for one in register.retired
        if one.to and _missing(site, one.to.page, {one.to.anchor} if one.to.anchor else set())
    ]
    return (*gone, *in_vain)


def _missing(site: Path, page: str, anchors: Collection[str]) -> list[str]:
    """What a built site lacks: the address of a page, or those of some of its anchors."""
    file = site / (f"{page}index.html" if page.endswith("/") or not page else page)
    if not file.is_file():
        return [page]
    there = ids_in(file.read_text(encoding="utf-8")) if anchors else set()
    return [f"{page}#{anchor}" for anchor in sorted(anchors) if anchor not in there]


def _gone(address: str, line: int) -> str:
    """What to do about a published address that nothing answers."""
    where = f"line {line} of {ADDRESSES}" if line else ADDRESSES
    return (
        f"was published ({where}) and no page has it now; write into {RETIRED} a [[retired]] "
        f'entry with address = "{address}", with reason = why it went, and with to = the address '
        "where its rule stands now, if it stands anywhere"
    )


def retired_blocks(retired: Iterable[Retired]) -> tuple[b.Block, ...]:
    """What a page says of its retired anchors: each stands where it was promised."""
    return tuple(
        b.Group("retired", (b.say(*_words(one)),), one.address.anchor) for one in retired
    )


def _words(one: Retired) -> tuple[str | b.Inline, ...]:
    said = f"Qui stava un paragrafo ({one.address.anchor}). {one.reason}"
    if one.to is None:
        return (said,)
    return (f"{said} ", b.link(f"Ora è in /{one.to}", one.to.page, one.to.anchor))

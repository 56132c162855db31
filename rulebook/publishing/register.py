"""The register of addresses: every address and anchor ever published, none of which disappears.

It is a text file, a page on each line with its anchors behind it. What was retired stands in a
table of its own, with the reason and where its rule went, and goes on answering.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from rulebook.publishing import blocks as b
from rulebook.publishing.addresses import Address
from rulebook.publishing.check_site import Finding, ids_in

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


@dataclass(frozen=True)
class Register:
    """Addresses with their anchors, and what was retired."""

    places: Mapping[str, frozenset[str]] = field(default_factory=dict)
    retired: tuple[Retired, ...] = ()

    def joined(self, places: Mapping[str, frozenset[str]]) -> Register:
        """The register with further addresses and anchors; none goes."""
        both = dict(self.places)
        for page, anchors in places.items():
            both[page] = both.get(page, frozenset()) | anchors
        return Register(both, self.retired)

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
    for line in text.splitlines():
        page, *anchors = line.split()
        if not line.startswith("#"):
            name = "" if page == "/" else page
            places[name] = places.get(name, frozenset()) | frozenset(anchors)
    return Register(places, tuple(_retired(retired)))


def _retired(text: str) -> Iterator[Retired]:
    try:
        table = msgspec.convert(tomllib.loads(text), _Table)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as error:
        raise RegisterError(f"retired.toml: {error}; mend the entry there.") from error
    for entry in table.retired:
        if not entry.reason.strip():
            raise RegisterError(f"retired.toml: {entry.address} has no reason; say why it went.")
        yield Retired(_place(entry.address), entry.reason, _place(entry.to) if entry.to else None)


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
    """Every address and anchor of the register that a built site no longer answers."""
    found: list[Finding] = []
    for page, anchors in sorted(register.places.items()):
        file = site / (f"{page}index.html" if page.endswith("/") or not page else page)
        if not file.is_file():
            found.append(Finding(page, "was published and is gone: name it in retired.toml"))
            continue
        gone = anchors - ids_in(file.read_text(encoding="utf-8")) if anchors else frozenset()
        found += [
            Finding(f"{page}#{anchor}", "was published and is gone: name it in retired.toml")
            for anchor in sorted(gone)
        ]
    return tuple(found)


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

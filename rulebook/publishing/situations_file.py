"""Reads the situations at the table and the flags beside a guide, as a referee writes them.

`situations.toml` and `guide_flags.toml` are data; a mistyped key or a label that is none is an
error that says where.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from rulebook.label import Label, parse
from rulebook.publishing.situations import (
    FirstStep,
    GuideFlag,
    GuideFlags,
    GuideSection,
    Handbook,
    Later,
    Outcome,
    Situation,
    SituationGroup,
    Statement,
)
from rulebook.tables import NAME, WORDS, Places, TableError, toml_table

File = TypeVar("File", bound=msgspec.Struct)

_Words = Annotated[str, Meta(pattern=WORDS)]
_Id = Annotated[str, Meta(pattern=NAME)]
_Grants = Annotated[tuple[str, ...], Meta(min_length=1)]

SITUATIONS = "situations.toml"
FLAGS = "guide_flags.toml"


class HandbookError(Exception):
    """The situations or flags cannot be used; the message says where and what to do."""


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table in which a key that nobody reads is an error."""


class _StatementEntry(_Entry, frozen=True, kw_only=True):
    say: _Words
    grants: _Grants
    who: str = ""


class _LaterEntry(_Entry, frozen=True, kw_only=True):
    edition: str
    change: Outcome
    say: _Words
    grants: _Grants


class _SectionEntry(_Entry, frozen=True, kw_only=True):
    source: str
    line: int


class _SituationEntry(_Entry, frozen=True, kw_only=True):
    id: _Id
    title: _Words
    group: str
    happened: _Words
    decides: _Words
    edition: str
    options: Annotated[tuple[_StatementEntry, ...], Meta(min_length=1)]
    tile: bool = False
    spoken: tuple[_Words, ...] = ()
    first: str = ""
    guide: _SectionEntry | None = None
    see_also: tuple[str, ...] = ()
    notes: tuple[_StatementEntry, ...] = ()
    later: tuple[_LaterEntry, ...] = ()


class _FirstEntry(_Entry, frozen=True, kw_only=True):
    say: _Words
    because: _Words
    edition: str
    grants: _Grants


class _GroupEntry(_Entry, frozen=True, kw_only=True):
    id: _Id
    title: _Words


class _SituationsFile(_Entry, frozen=True, kw_only=True):
    first: _FirstEntry
    group: tuple[_GroupEntry, ...]
    situation: tuple[_SituationEntry, ...]


class _FlagEntry(_Entry, frozen=True, kw_only=True):
    line: int
    differs: tuple[str, ...]
    say: _Words
    provisions: dict[str, _Grants]
    options: tuple[int, ...] = ()
    sure: bool = True


class _GuideEntry(_Entry, frozen=True, kw_only=True):
    source: str
    flags: tuple[_FlagEntry, ...]
    options: int | None = None


class _FlagsFile(_Entry, frozen=True, kw_only=True):
    guide: tuple[_GuideEntry, ...]


def parse_handbook(
    situations: bytes, flags: bytes,
    editions: Collection[str] | None = None, sources: Collection[str] | None = None,
) -> Handbook:
    """Read the two files.

    Args:
        situations: the content of `situations.toml`.
        flags: the content of `guide_flags.toml`.
        editions, sources: those that they may name; any where None.

    Raises:
        HandbookError: a key is unknown or missing, a label is none, an id stands twice, or
            something is named that is not there.
    """
    entries = _decode(situations, _SituationsFile, SITUATIONS)
    guides = _decode(flags, _FlagsFile, FLAGS).guide
    cards = _Reader(Places.within(SITUATIONS, situations), editions, sources)
    beside = _Reader(Places.within(FLAGS, flags), editions, sources)
    cards.consistent(entries)
    beside.guides_once(guides)
    first, place = entries.first, f"{SITUATIONS}, first"
    cards.edition(first.edition, place)
    return Handbook(
        FirstStep(first.say, first.because, first.edition, _labels(first.grants, place)),
        tuple(SituationGroup(entry.id, entry.title) for entry in entries.group),
        tuple(cards.situation(entry, index) for index, entry in enumerate(entries.situation)),
        tuple(beside.guide(entry, index) for index, entry in enumerate(guides)),
    )


@lru_cache(maxsize=8)
def embedded_handbook(
    editions: frozenset[str] | None = None, sources: frozenset[str] | None = None
) -> Handbook:
    """The handbook that comes with the package, read once; see `parse_handbook`.

    Raises:
        HandbookError: see `parse_handbook`.
    """
    folder = files("rulebook")
    return parse_handbook(
        folder.joinpath(SITUATIONS).read_bytes(), folder.joinpath(FLAGS).read_bytes(),
        editions, sources,
    )


def _decode(data: bytes, kind: type[File], place: str) -> File:
    try:
        return toml_table(data, kind)
    except TableError as error:
        raise HandbookError(f"{place}: {error}") from error


def _labels(texts: tuple[str, ...], place: str) -> tuple[Label, ...]:
    try:
        return tuple(parse(text) for text in texts)
    except ValueError as error:
        raise HandbookError(f"{place}: {error}.") from error


@dataclass(frozen=True)
class _Reader:
    """Turns the entries of one file into what they mean, and says where one cannot be."""

    places: Places
    editions: Collection[str] | None
    sources: Collection[str] | None

    def edition(self, name: str, place: str) -> None:
        """An edition that is named is there."""
        if self.editions is not None and name not in self.editions:
            known = ", ".join(sorted(self.editions))
            raise HandbookError(f"{place}: there is no edition {name}; write one of {known}.")

    def source(self, name: str, place: str) -> None:
        """A text that is named is there."""
        if self.sources is not None and name not in self.sources:
            known = ", ".join(sorted(self.sources))
            raise HandbookError(f"{place}: there is no text “{name}”; write one of {known}.")

    def consistent(self, entries: _SituationsFile) -> None:
        """Ids stand once, and what they name is there."""
        ids = [entry.id for entry in entries.situation]
        groups = [entry.id for entry in entries.group]
        for index, group in enumerate(groups):
            if group in groups[:index]:
                place = self.places.of(f"group[{index}]", group)
                raise HandbookError(f"{place}: the id stands twice. Rename one.")
        for index, entry in enumerate(entries.situation):
            place = self.places.of(f"situation[{index}]", entry.id)
            if entry.id in ids[:index]:
                raise HandbookError(f"{place}: the id stands twice. Rename one.")
            if entry.group not in groups:
                raise HandbookError(
                    f"{place}: there is no group “{entry.group}”. Write one of {', '.join(groups)}."
                )
            for other in entry.see_also:
                if other not in ids or other == entry.id:
                    raise HandbookError(
                        f"{place}: see_also names “{other}”, which is no other card. Write the id "
                        "of one."
                    )

    def guides_once(self, entries: tuple[_GuideEntry, ...]) -> None:
        """The flags of a guide stand together."""
        names = [entry.source for entry in entries]
        for index, name in enumerate(names):
            place = self.places.of(f"guide[{index}]", name)
            self.source(name, place)
            if name in names[:index]:
                raise HandbookError(
                    f"{place}: this guide stands above already. Put its flags there."
                )

    def situation(self, entry: _SituationEntry, index: int) -> Situation:
        """A card."""
        at = f"situation[{index}]"
        place = self.places.of(at, entry.id)
        self.edition(entry.edition, place)
        if entry.guide:
            self.source(entry.guide.source, place)
        return Situation(
            entry.id, entry.title, entry.group, entry.happened, entry.decides, entry.edition,
            self._statements(entry.options, f"{at}.options", entry.id), entry.tile, entry.spoken,
            entry.first,
            GuideSection(entry.guide.source, entry.guide.line) if entry.guide else None,
            entry.see_also, self._statements(entry.notes, f"{at}.notes", entry.id),
            tuple(self._later(entry, number, at) for number in range(len(entry.later))),
        )

    def _statements(
        self, entries: tuple[_StatementEntry, ...], at: str, card: str
    ) -> tuple[Statement, ...]:
        return tuple(
            Statement(
                entry.say,
                _labels(entry.grants, self.places.of(f"{at}[{number}]", f"{card}, “{entry.say}”")),
                entry.who,
            )
            for number, entry in enumerate(entries)
        )

    def _later(self, card: _SituationEntry, number: int, at: str) -> Later:
        """What became of a card in a later edition, said once of each."""
        entry = card.later[number]
        place = self.places.of(f"{at}.later[{number}]", card.id)
        self.edition(entry.edition, place)
        if entry.edition <= card.edition:
            raise HandbookError(
                f"{place}: {entry.edition} is no later edition than {card.edition}, that of the "
                "card. Name a later one."
            )
        if entry.edition in (other.edition for other in card.later[:number]):
            raise HandbookError(f"{place}: {entry.edition} stands twice. Leave one.")
        return Later(entry.edition, entry.change, entry.say, _labels(entry.grants, place))

    def guide(self, entry: _GuideEntry, index: int) -> GuideFlags:
        """The flags of a guide."""
        flags = tuple(
            self._flag(flag, self.places.of(
                f"guide[{index}].flags[{number}]", f"beside line {flag.line}"
            ))
            for number, flag in enumerate(entry.flags)
        )
        return GuideFlags(entry.source, flags, entry.options)

    def _flag(self, flag: _FlagEntry, place: str) -> GuideFlag:
        if len(set(flag.differs)) < len(flag.differs):
            raise HandbookError(f"{place}: “differs” names an edition twice. Leave one.")
        for edition in (*flag.differs, *flag.provisions):
            self.edition(edition, place)
        provisions = {
            edition: _labels(labels, place) for edition, labels in flag.provisions.items()
        }
        return GuideFlag(
            flag.line, flag.differs, flag.say, provisions, flag.options, flag.sure
        )

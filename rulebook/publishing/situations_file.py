"""Reads the situations at the table and the flags beside a guide, as a referee writes them.

`situations.toml` and `guide_flags.toml` are data; a mistyped key or a label that is none is an
error that says where.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import TypeVar

import msgspec

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
from rulebook.tables import TableError, toml_table

File = TypeVar("File", bound=msgspec.Struct)

SITUATIONS = "situations.toml"
FLAGS = "guide_flags.toml"


class HandbookError(Exception):
    """The situations or flags cannot be used; the message says where and what to do."""


class _StatementEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    say: str
    grants: tuple[str, ...]
    who: str = ""


class _LaterEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    edition: str
    change: Outcome
    say: str
    grants: tuple[str, ...]


class _SectionEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    line: int


class _SituationEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str
    group: str
    happened: str
    decides: str
    edition: str
    options: tuple[_StatementEntry, ...]
    tile: bool = False
    spoken: tuple[str, ...] = ()
    first: str = ""
    guide: _SectionEntry | None = None
    see_also: tuple[str, ...] = ()
    notes: tuple[_StatementEntry, ...] = ()
    later: tuple[_LaterEntry, ...] = ()


class _FirstEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    say: str
    because: str
    edition: str
    grants: tuple[str, ...]


class _GroupEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str


class _SituationsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    first: _FirstEntry
    group: tuple[_GroupEntry, ...]
    situation: tuple[_SituationEntry, ...]


class _FlagEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    line: int
    differs: tuple[str, ...]
    say: str
    provisions: dict[str, tuple[str, ...]]
    options: tuple[int, ...] = ()
    sure: bool = True


class _GuideEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    source: str
    flags: tuple[_FlagEntry, ...]
    options: int | None = None


class _FlagsFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    guide: tuple[_GuideEntry, ...]


def parse_handbook(situations: bytes, flags: bytes) -> Handbook:
    """Read the two files.

    Args:
        situations: the content of `situations.toml`.
        flags: the content of `guide_flags.toml`.

    Raises:
        HandbookError: a key is unknown or missing, a label is none, an id stands twice, or an id
            is named that is not there.
    """
    entries = _decode(situations, _SituationsFile, SITUATIONS)
    groups = tuple(SituationGroup(entry.id, entry.title) for entry in entries.group)
    first = entries.first
    _consistent(entries)
    return Handbook(
        FirstStep(first.say, first.because, first.edition,
                  _labels(first.grants, f"{SITUATIONS}, first")),
        groups,
        tuple(_situation(entry) for entry in entries.situation),
        tuple(_guide(entry) for entry in _decode(flags, _FlagsFile, FLAGS).guide),
    )


@lru_cache(maxsize=1)
def embedded_handbook() -> Handbook:
    """The handbook that comes with the package, read once.

    Raises:
        HandbookError: see `parse_handbook`.
    """
    folder = files("rulebook")
    return parse_handbook(
        folder.joinpath(SITUATIONS).read_bytes(), folder.joinpath(FLAGS).read_bytes()
    )


def _decode(data: bytes, kind: type[File], place: str) -> File:
    try:
        return toml_table(data, kind)
    except TableError as error:
        raise HandbookError(f"{place}: {error}") from error


def _consistent(entries: _SituationsFile) -> None:
    ids = [entry.id for entry in entries.situation]
    groups = {entry.id for entry in entries.group}
    for entry in entries.situation:
        place = f"{SITUATIONS}, {entry.id}"
        if ids.count(entry.id) > 1:
            raise HandbookError(f"{place}: the id stands twice. Rename one.")
        if entry.group not in groups:
            raise HandbookError(f"{place}: there is no group “{entry.group}”. Name one of them.")
        for other in entry.see_also:
            if other not in ids or other == entry.id:
                raise HandbookError(f"{place}: see_also names “{other}”, which is no other card.")


def _labels(texts: tuple[str, ...], place: str) -> tuple[Label, ...]:
    try:
        return tuple(parse(text) for text in texts)
    except ValueError as error:
        raise HandbookError(f"{place}: {error}.") from error


def _statements(entries: tuple[_StatementEntry, ...], place: str) -> tuple[Statement, ...]:
    return tuple(
        Statement(entry.say, _labels(entry.grants, f"{place}, “{entry.say}”"), entry.who)
        for entry in entries
    )


def _situation(entry: _SituationEntry) -> Situation:
    place = f"{SITUATIONS}, {entry.id}"
    return Situation(
        entry.id, entry.title, entry.group, entry.happened, entry.decides, entry.edition,
        _statements(entry.options, place), entry.tile, entry.spoken, entry.first,
        GuideSection(entry.guide.source, entry.guide.line) if entry.guide else None,
        entry.see_also, _statements(entry.notes, place),
        tuple(
            Later(later.edition, later.change, later.say, _labels(later.grants, place))
            for later in entry.later
        ),
    )


def _guide(entry: _GuideEntry) -> GuideFlags:
    flags = tuple(
        GuideFlag(
            flag.line, flag.differs, flag.say,
            {edition: _labels(labels, f"{FLAGS}, line {flag.line}")
             for edition, labels in flag.provisions.items()},
            flag.options, flag.sure,
        )
        for flag in entry.flags
    )
    return GuideFlags(entry.source, flags, entry.options)

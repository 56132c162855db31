"""The situations at the table and the flags beside a guide, as a referee writes them.

`situations.toml` and `guide_flags.toml` are data; a mistyped key, a label that is none, or a
provision that a text held by the corpus does not have is an error that says where.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Literal, TypeVar

import msgspec

from rulebook.label import Label, parse
from rulebook.model import Rulebook
from rulebook.tables import TableError, toml_table

Outcome = Literal["same", "changed", "replaced"]
"""What a later edition did with a rule."""

Holding = Literal["held", "cut", "missing", "wrong"]
"""Whether a provision was checked: against its text, against the opening of an article that is
cut off, not at all, or in vain, since the article is held whole and does not have it."""

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


@dataclass(frozen=True, slots=True)
class Statement:
    """A thing to do or to know: whose it is (or ""), what, and the provisions that grant it."""

    say: str
    grants: tuple[Label, ...]
    who: str = ""


@dataclass(frozen=True, slots=True)
class Later:
    """What became of a rule in a later edition."""

    edition: str
    change: Outcome
    say: str
    grants: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class FirstStep:
    """What is done first in every situation, and why."""

    say: str
    because: str
    edition: str
    grants: tuple[Label, ...]


@dataclass(frozen=True, slots=True)
class GuideSection:
    """A section of a guide: the id of the source, and the line of the section's heading."""

    source: str
    line: int


@dataclass(frozen=True, slots=True)
class SituationGroup:
    """Situations that stand together in the list."""

    id: str
    title: str


@dataclass(frozen=True)
class Situation:
    """A situation at the table; its provisions are those of `edition`.

    `caution` is a word on the first step, "" where there is none.
    """

    id: str
    title: str
    group: str
    happened: str
    decides: str
    edition: str
    options: tuple[Statement, ...]
    tile: bool = False
    spoken: tuple[str, ...] = ()
    caution: str = ""
    guide: GuideSection | None = None
    see_also: tuple[str, ...] = ()
    notes: tuple[Statement, ...] = ()
    later: tuple[Later, ...] = ()

    def cited(self) -> Iterator[tuple[str, Label]]:
        """Every provision that the card cites, with its edition; a label may come twice."""
        for statement in (*self.options, *self.notes):
            for label in statement.grants:
                yield self.edition, label
        for later in self.later:
            for label in later.grants:
                yield later.edition, label


@dataclass(frozen=True)
class GuideFlag:
    """What the Code says beside a line of a guide.

    `differs` are the editions from which the guide departs there; none where its rule still
    holds. `sure` is False where the editors are not quite certain.
    """

    line: int
    differs: tuple[str, ...]
    say: str
    provisions: Mapping[str, tuple[Label, ...]]
    options: tuple[int, ...] = ()
    sure: bool = True


@dataclass(frozen=True)
class GuideFlags:
    """The flags of a guide; `options` is the line of the section whose items are its options."""

    source: str
    flags: tuple[GuideFlag, ...]
    options: int | None = None

    @cached_property
    def by_line(self) -> dict[int, tuple[GuideFlag, ...]]:
        """The flags by line, in the order of the file."""
        found: dict[int, list[GuideFlag]] = {}
        for flag in self.flags:
            found.setdefault(flag.line, []).append(flag)
        return {line: tuple(flags) for line, flags in found.items()}


@dataclass(frozen=True)
class Handbook:
    """What is said at the table, in the editors' own words: situations, and flags of guides."""

    first: FirstStep | None = None
    groups: tuple[SituationGroup, ...] = ()
    situations: tuple[Situation, ...] = ()
    guides: tuple[GuideFlags, ...] = field(default=())

    @cached_property
    def by_id(self) -> dict[str, Situation]:
        """The situations by id."""
        return {situation.id: situation for situation in self.situations}

    def flags(self, source: str) -> GuideFlags | None:
        """The flags of a guide, by the id of its source; None for a text without any."""
        return next((guide for guide in self.guides if guide.source == source), None)


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


def holding(rulebook: Rulebook, edition: str, label: Label) -> Holding:
    """Whether the corpus can vouch for a provision of an edition."""
    known = rulebook.by_id.get(edition)
    article = known.article(label.article) if known else None
    if article is None or article.status == "missing":
        return "missing"
    if article.status == "truncated":
        return "cut" if article.find(label) else "missing"
    return "held" if article.find(label) else "wrong"


def faults(handbook: Handbook, rulebook: Rulebook) -> tuple[str, ...]:
    """What a handbook says that the texts of a corpus contradict; nothing where all is well.

    A provision that is not held contradicts nothing: pages say that it is not held.
    """
    return (*_wrong_provisions(handbook, rulebook), *_wrong_lines(handbook, rulebook))


def _wrong_provisions(handbook: Handbook, rulebook: Rulebook) -> Iterator[str]:
    cited: list[tuple[str, str, Label]] = []
    if handbook.first:
        first = handbook.first
        cited += [(f"{SITUATIONS}, first", first.edition, label) for label in first.grants]
    for situation in handbook.situations:
        cited += [(f"{SITUATIONS}, {situation.id}", *target) for target in situation.cited()]
    for guide in handbook.guides:
        for flag in guide.flags:
            place = f"{FLAGS}, {guide.source}, line {flag.line}"
            for edition, labels in flag.provisions.items():
                cited += [(place, edition, label) for label in labels]
    for place, edition, label in dict.fromkeys(cited):
        if holding(rulebook, edition, label) == "wrong":
            yield f"{place}: article {label.article} of {edition} is held and has no {label}"


def _wrong_lines(handbook: Handbook, rulebook: Rulebook) -> Iterator[str]:
    sections = [
        (f"{SITUATIONS}, {situation.id}", situation.guide.source, situation.guide.line)
        for situation in handbook.situations if situation.guide
    ]
    sections += [
        (f"{FLAGS}, {guide.source}, options", guide.source, guide.options)
        for guide in handbook.guides if guide.options is not None
    ]
    for place, source, line in sections:
        document = rulebook.document(source)
        if document and line not in {
            document.source.place(section.heading.start.start)[0]
            for section in document.sections if section.heading
        }:
            yield f"{place}: no section of {source} begins on line {line}"
    for guide in handbook.guides:
        document = rulebook.document(guide.source)
        if document is None:
            continue
        lines = {
            document.source.place(block.text.start.start)[0]
            for section in document.sections for block in section.blocks if block.text
        }
        for line in guide.by_line:
            if line not in lines:
                yield f"{FLAGS}: no paragraph of {guide.source} begins on line {line}"

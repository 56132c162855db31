"""The situations at the table and the flags beside a guide, as values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from rulebook.label import Label

Outcome = Literal["same", "changed", "replaced"]
"""What a later edition did with a rule."""


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

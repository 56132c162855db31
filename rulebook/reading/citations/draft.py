"""A citation while it is being read, and the text that it is read from."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal

from rulebook.reading.citations.grammar import Grammar
from rulebook.reading.citations.parts import Member
from rulebook.reading.citations.vocabulary import Unit

Strength = Literal["number", "word", "cue", "weak"]
Direction = Literal["precedente", "seguente", "sopra"]


@dataclass(frozen=True, slots=True)
class Reading:
    """The text and the words to read it with."""

    grammar: Grammar
    text: str

    def before(self, pattern: re.Pattern[str], at: int) -> re.Match[str] | None:
        """A pattern that ends where something begins, looked for in the few words before."""
        return pattern.search(self.window(at))

    def window(self, at: int) -> str:
        """The few words before a place."""
        return self.text[max(0, at - REACH) : at]


# How many characters back a word can bear on a citation.
REACH = 72


@dataclass(slots=True)
class Draft:
    """A citation being read: its members so far, and what is known of the whole.

    `own` and `named` say that the Code is named, `named` that it is named after the number;
    `foreign` that another collection is; `topical` that this one was named before the number.
    """

    start: int
    end: int
    members: list[Member]
    plural: bool = False
    worded: bool = False
    unit: Unit | None = None
    editions: list[str] = field(default_factory=list)
    own: bool = False
    named: bool = False
    foreign: bool = False
    topical: bool = False
    direction: Direction | None = None
    strength: Strength = "number"

    @property
    def relative(self) -> bool:
        """Whether the citation leaves its article to the context."""
        return self.members[0].article is None


def direction_of(match: re.Match[str]) -> Direction:
    """The direction that a word says; the match has a group for each."""
    before, after, _ = match.groups()[:3]
    return "precedente" if before else "seguente" if after else "sopra"

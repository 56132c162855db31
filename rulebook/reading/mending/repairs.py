"""The words and rules of the repairs, as data: `repairs.toml` read and checked.

A rule has a name, a class, a reason for the reader and examples, which are tests as well.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec


class Rule(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a repair is called, how sure it is, why it is made, and what it does."""

    cls: Literal["mechanical", "proposed"]
    reason: str
    examples: tuple[tuple[str, str], ...] = ()


class Accents(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How an apostrophe after a vowel is told from an accent."""

    truncations: frozenset[str]
    """Words that end in a real apostrophe: po’, mo’, di’."""

    endings: tuple[tuple[str, str, int], ...]
    """Ending, accented ending, and how many letters must stand before it."""

    words: dict[str, str]
    """Whole words with the accented form: più, già, perché."""

    also_plain: frozenset[str]
    """Words of `words` that are words without the accent, too."""

    wrong: dict[str, str]
    """Words whose accent can only be a mistake, with the right form."""

    wrong_endings: tuple[tuple[str, str, int], ...]
    """The same for endings: -chè is -ché."""

    judged: frozenset[str]
    """Words that stand behind “È” at the beginning of a sentence: vietato, necessario."""


class Glued(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that lost the space after them."""

    labels: frozenset[str]
    """Words that announce a label: articolo, paragrafo, punto, lettera."""

    letters_only: frozenset[str]
    """Those of them after which digits may be a note mark: lettera, comma."""

    heads: frozenset[str]
    """Words that never begin a longer one, so that “dellamano” is two."""

    tails: frozenset[str]
    """Words that never end a longer one."""


class Suits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Suit signs as symbol fonts leave them."""

    fonts: dict[str, str]
    """A character that may stand for a suit, and the suit."""

    ordinals_before: frozenset[str]
    """Articles that make the “2ª” behind them an ordinal."""

    ordinals_after: frozenset[str]
    """Nouns that make the “2ª” before them an ordinal."""


class Repairs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything that the cleaning knows in words."""

    rules: dict[str, Rule]
    elisions: frozenset[str]
    """Words that are written with an apostrophe before a vowel: l’, dell’, un’."""

    lost_elisions: frozenset[str]
    """Those of them that are never words of their own."""

    accents: Accents
    glued: Glued
    suits: Suits
    spaced_headings: frozenset[str]
    """Words that a letter-spaced heading begins with."""

    citing: frozenset[str]
    """Words before a number or label in a citation; a number after them is no page number."""

    compass: frozenset[str]
    """The four points, which stand in pairs with a hyphen of their own."""

    doubtful_halves: frozenset[str]
    """First halves after which a hyphen may be the author’s own: sotto-elencate, ex-campione."""

    joining_halves: frozenset[str]
    """First halves that are words and yet part of one word: controgioco."""

    confusions: tuple[tuple[str, str], ...]
    """Signs that a scanner takes for others, as read and as they were."""

    whole_words: frozenset[str]
    """Words of the game that are broken where a blank stands inside."""

    known_words: frozenset[str]
    """Words that look like two glued ones."""

    abbreviations: frozenset[str]
    """Words without a vowel, or with a dot inside, that are no ruin."""

    characters: frozenset[str]
    """Characters that a repaired encoding may yield; others mean that it was a wrong guess."""

    def rule(self, name: str) -> Rule:
        """The rule of that name; raises KeyError where `repairs.toml` has none."""
        return self.rules[name]


@cache
def load() -> Repairs:
    """The repairs that come with the package.

    Raises:
        msgspec.ValidationError: the file has an unknown key or a wrong type; it says where.
    """
    data = files("rulebook.reading.mending").joinpath("repairs.toml").read_bytes()
    return msgspec.toml.decode(data, type=Repairs)

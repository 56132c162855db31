"""The words of page furniture, as data: `furniture.toml` read and checked."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files

import msgspec


class Vocabulary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What tells the furniture of a page from its text."""

    lines: frozenset[str]
    """Whole lines that are buttons, menu entries or notices."""

    patterns: tuple[str, ...]
    """Regular expressions for whole lines that are notices of a site."""

    lists: frozenset[str]
    """Headings over lists of links."""

    satellites: frozenset[str]
    """Rows that are furniture only right beside furniture: fields of a form."""

    satellite_patterns: tuple[str, ...]
    """Regular expressions for the same: dates, pagers."""

    buttons: frozenset[str]
    """Words that a row of buttons is made of."""

    roots: frozenset[str]
    """Where a path through a site begins."""

    citing: frozenset[str]
    """Words before a number that belongs to the text."""

    abbreviated: frozenset[str]
    """Those of them that are written with a point."""

    counting: frozenset[str]
    """Words beside a number that counts something."""

    headings: frozenset[str]
    """Words that announce a real heading when a number follows."""

    articles: frozenset[str]
    """Words that announce an article."""

    collections: tuple[str, ...]
    """Names of the Code, with which the heads of its pages begin."""

    game: frozenset[str]
    """Words of an auction or a hand, which repeat and are never furniture."""

    spoken: frozenset[str]
    """First words of the lines that letters repeat."""

    closings: frozenset[str]
    """Beginnings of the lines that a signature follows."""


@cache
def load() -> Vocabulary:
    """The vocabulary that comes with the package.

    Raises:
        msgspec.ValidationError: the file has an unknown key or a wrong type.
    """
    data = files("rulebook.reading.pages").joinpath("furniture.toml").read_bytes()
    return msgspec.toml.decode(data, type=Vocabulary)


@cache
def notices(vocabulary_patterns: tuple[str, ...]) -> re.Pattern[str]:
    """One expression for all notices."""
    return re.compile("|".join(f"(?:{pattern})" for pattern in vocabulary_patterns), re.IGNORECASE)

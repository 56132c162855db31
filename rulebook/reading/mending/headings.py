"""Headings that were set with a blank between all letters: A R T I C O L O  2 7."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulebook.reading.mending.edits import Edit

_REGION = re.compile(r"\s*((?:\S|\d{2})(?:\s+(?:\S|\d{2})(?!\S))+)")
_GAP = re.compile(r"\s{2,}")
_GAME = frozenset("AKQJRDFTXxNESOW0123456789♠♥♦♣-–—/")
_FEW, _MANY = 5, 8


@dataclass(frozen=True, slots=True)
class Spaced:
    """How a letter-spaced heading reads, and whether its words are certain."""

    edit: Edit
    certain: bool


def spaced(line: str, headings: frozenset[str]) -> Spaced | None:
    """Read a letter-spaced heading at the start of a line; None where there is none.

    It is certain where it begins with a heading word and wider gaps part its words, or nothing
    follows but a number; a row of cards or of players is no heading.

    >>> spaced("A R T I C O L O  2 7", frozenset({"articolo"})).edit.new
    'ARTICOLO 27'
    """
    match = _REGION.match(line)
    if match is None:
        return None
    region = match.group(1)
    signs = region.split()
    letters = [sign for sign in signs if sign.isalpha()]
    if len(letters) < _FEW or not letters[0].isupper() or _GAME.issuperset("".join(signs)):
        return None
    words = [re.sub(r"\s", "", part) for part in _GAP.split(region)]
    parted = len(words) > 1
    first = words[0].strip(".:").lower()
    if not parted:
        words, first = _divided(words[0], headings)
    begins = first in headings
    certain = begins and (parted or not any(sign.isalpha() for sign in "".join(words[1:])))
    whole = match.end() == len(line.rstrip())
    if not certain and not (whole and (begins or len(letters) >= _MANY)):
        return None
    return Spaced(Edit(match.start(1), match.end(1), " ".join(words)), certain)


def _divided(run: str, headings: frozenset[str]) -> tuple[list[str], str]:
    """Words of a run without gaps: a heading word, its number, and a rest nobody can part."""
    low = run.lower()
    first = next((h for h in sorted(headings, key=len, reverse=True) if low.startswith(h)), "")
    rest = re.findall(r"\d+|[^\W\d_]+|[^\w]+", run[len(first) :])
    return ([run[: len(first)]] if first else []) + rest, first

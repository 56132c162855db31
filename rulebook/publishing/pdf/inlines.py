"""Texts as data for the typesetter: never markup, so that nothing in a text can be a command."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from rulebook.publishing.html import visible

Node = dict[str, Any]
"""A node of the data: `k` says what it is; the template has a function for each."""

SEAM = "\x1f"
"""Stands in a string where the typesetter must see two words and must not break the line."""

TIE = "\x1e"
"""Stands in a string for a space at which the line must not break."""

_TIED = 14

# A word that has lost its end to the next one is a word apart, or neither would be hyphenated.
_ELISION = re.compile(r"(?<=[^\W\d_])(['’ʼ])(?=[^\W\d_])")
_SUITS = re.compile("([♠♥♦♣♤♡♢♧])")
_SPACE = re.compile(r"\s+")


def flat(text: str) -> str:
    """A text with each run of white space as one space, and what no page may hold made visible.

    >>> flat("due\\n righe")
    'due righe'
    """
    return visible(_SPACE.sub(" ", text))


def pieces(text: str) -> Iterator[str | Node]:
    """A text as strings and suit signs, which have a colour of their own.

    >>> list(pieces("1♥ dell’arbitro")) == ["1", {"k": "suit", "t": "♥"}, " dell’\\x1farbitro"]
    True
    """
    for part in _SUITS.split(flat(text)):
        if _SUITS.fullmatch(part):
            yield {"k": "suit", "t": part}
        elif part:
            yield _ELISION.sub(rf"\1{SEAM}", part)


def tied(text: str) -> list[str | Node]:
    """The words of a citation; a short one is never broken.

    >>> tied("art. 16C2") == ["art.\\x1e16C2"]
    True
    """
    short = len(text) <= _TIED
    return [
        piece.replace(" ", TIE) if short and isinstance(piece, str) else piece
        for piece in pieces(text)
    ]


def line(text: str) -> list[str | Node]:
    """A line that keeps its spaces, for diagrams."""
    shown = visible(text.expandtabs(4))
    return [
        {"k": "suit", "t": part} if _SUITS.fullmatch(part) else part
        for part in _SUITS.split(shown) if part
    ]


def words_of(data: Any) -> Iterator[str]:
    """Every string of text in some data, in order, to find where a character stands."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, list):
        for value in data:
            yield from words_of(value)
    elif isinstance(data, dict):
        for value in data.values():
            yield from words_of(value)

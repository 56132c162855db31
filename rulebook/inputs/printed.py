"""From the words of a row to the characters of a line."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulebook.inputs.words import Row, Word
from rulebook.layout import Place, Role, Side

_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_SMALL = 0.85
_LIFT = 0.12
_TIED = 0.1
_MARK_TIED = 0.45
_WIDE = 2.5
_FAR = "    "
_MARK = re.compile(
    r"\s*(?:[⁰¹²³⁴-⁹]+|\(?\d{1,3}\)|\[\d{1,3}\]|\d{1,3}[.)]?\s|\(?\*{1,6}\)?|[†‡§])\s*(?=\S)"
)


@dataclass(frozen=True, slots=True)
class Printed:
    """A line of text with its place on the page; `words` are where each word begins in it."""

    text: str
    place: Place | None = None
    side: Side | None = None
    role: Role = "text"
    words: tuple[tuple[int, Word], ...] = ()


BLANK = Printed("")


def printed(row: Row, page: int, role: Role = "text", side: Side | None = None) -> Printed:
    """A row as a line of text: its words with blanks, its raised figures as such.

    A raised figure becomes the character for it ("gioco¹"), so that a note's mark is told from
    a number; it is tied to the word that it stands at.
    """
    text = ""
    words: list[tuple[int, Word]] = []
    size, baseline = row.size, row.baseline
    before: Word | None = None
    was_raised = False
    for word in row.words:
        raised = word.size <= _SMALL * size and baseline - word.baseline >= _LIFT * size
        shown = word.text
        if raised and shown.strip(".,;:()").isdigit():
            shown = shown.translate(_RAISED)
        if before is not None:
            gap = word.left - before.right
            if was_raised and len(words) == 1:
                text += " "
            elif gap > _WIDE * size and len(text) > 6:
                text += _FAR
            elif gap > (_MARK_TIED if raised else _TIED) * size:
                text += " "
        words.append((len(text), word))
        text += shown
        before, was_raised = word, raised
    if text.endswith("\u00ad"):
        text = text[:-1] + "-"
    return Printed(text, Place(page, row.box), side, role, tuple(words))


def begins_note(text: str) -> bool:
    """Whether a line begins as a note does: with a figure or a star and words behind it.

    >>> begins_note("¹ Il difensore"), begins_note("(*) N.d.T."), begins_note("Il difensore")
    (True, True, False)
    """
    return bool(_MARK.match(text))

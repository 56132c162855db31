"""Lines: what cleaning hands over, and the ways to cut them without losing their place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from rulebook.text import Text


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the source after repair, without its outer white space.

    `number` is the line on disk where it begins; `breaks` are positions in `str(text)` where an
    unusual gap stood (a no-break space, a tab, several blanks): evidence of headings and links.
    `wrapped` says that the raw line ended with white space, so that a sentence may go on.
    `first` tells the beginning of a line on disk from a part that was cut out of one.
    """

    number: int
    text: Text
    indent: int = 0
    breaks: tuple[int, ...] = ()
    wrapped: bool = False
    first: bool = True

    def __str__(self) -> str:
        return str(self.text)

    def cut(self, at: int) -> tuple[Line, Line]:
        """Both sides of a position; white space around the cut is left out."""
        whole = str(self.text)
        left = len(whole[:at].rstrip())
        right = at + len(whole[at:]) - len(whole[at:].lstrip())
        inner = tuple(p for p in self.breaks if p <= left)
        outer = tuple(p - right for p in self.breaks if p >= right)
        return (
            Line(self.number, self.text[:left], self.indent, inner, False, self.first),
            Line(self.number, self.text[right:], self.indent, outer, self.wrapped, at == 0),
        )


def without_double_spacing(lines: Sequence[Line]) -> list[Line]:
    """Drop the blank lines of a text set with one after every line: there they part nothing.

    Told by blanks between almost all lines although many lines end in the middle of a sentence.
    """
    filled = [line for line in lines if line.text]
    pairs = list(pairwise(lines))
    touching = sum(bool(a.text) and bool(b.text) for a, b in pairs)
    broken = [
        after
        for line, after in pairwise(filled)
        if not ends_sentence(str(line)) and str(after)[:1].islower()
    ]
    if len(filled) < 6 or touching * 12 > len(filled) or len(broken) * 4 < len(filled):
        return list(lines)
    return filled


SENTENCE_END = (".", ";", ":", "?", "!", "…", "]")
_CLOSERS = "”»\"')’"


def ends_sentence(text: str) -> bool:
    """Whether a line ends where a sentence or a member of a list can end.

    >>> ends_sentence("gioco (vedi B).”"), ends_sentence("a discrezione")
    (True, False)
    """
    stripped = text.rstrip()
    return stripped.endswith(SENTENCE_END) or stripped.rstrip(_CLOSERS).endswith(SENTENCE_END)


def words_in(text: str) -> int:
    """How many words a text has."""
    return len(text.split())

"""Lines: what cleaning hands over, and the ways to cut them without losing their place."""

from __future__ import annotations

from dataclasses import dataclass

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

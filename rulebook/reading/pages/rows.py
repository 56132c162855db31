"""The rows of a text as the search for page furniture sees them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rulebook.reading.mending.clean import Line
from rulebook.reading.pages.words import Vocabulary

_LABEL = re.compile(
    r"(?:[A-Z]|[A-Z]?\d{1,2}|[a-z]|[ivx]{1,5})(?:[.)°]|\.\))(?=\s|\Z|\()"
    r"|\((?:[A-Za-z]|\d{1,2}|[ivx]{1,5}|\*{1,4})\)"
)
_UPPER = re.compile(r"[A-Z]\.(?:\s|\Z)")
_GAME = re.compile(r"[♠♥♦♣]|\b[1-7](?:NT|SA)\b|[“”]oops")
_WORD = re.compile(r"[^\W\d_]+|\d+")
_END = re.compile(r"[.;:?!…\]][”»\"')\]’]*\Z")
_SHORT = 20


@dataclass(frozen=True, slots=True)
class Row:
    """A line that is not blank: where it is, and what it looks like."""

    index: int
    line: Line
    text: str
    at: int
    game: bool
    label: bool

    @property
    def number(self) -> int:
        """The line on disk."""
        return self.line.number

    @property
    def ends(self) -> bool:
        """Whether a sentence can end here."""
        return _END.search(self.text) is not None

    @property
    def short(self) -> bool:
        """Whether the row is too short to tell how its sentence runs."""
        return len(self.text) < _SHORT

    @property
    def brief(self) -> bool:
        """Whether the row is no line of prose: a call, a holding, the name of a player."""
        return len(self.text) < 2 * _SHORT and not self.text.endswith(".")

    @property
    def lower(self) -> bool:
        """Whether the row begins like the middle of a sentence."""
        return self.text[:1].islower()

    @property
    def opens_paragraph(self) -> bool:
        """Whether the row begins with the label of a lettered paragraph."""
        return _UPPER.match(self.text) is not None


def rows_of(lines: Sequence[Line], vocabulary: Vocabulary) -> list[Row]:
    """The rows of a text, with their distance from its beginning in characters."""
    rows: list[Row] = []
    at = 0
    for index, line in enumerate(lines):
        text = str(line.text)
        if text:
            rows.append(
                Row(index, line, text, at, _game(text, vocabulary), _LABEL.match(text) is not None)
            )
        at += len(text) + 1
    return rows


def _game(text: str, vocabulary: Vocabulary) -> bool:
    """Whether the row belongs to an auction or a hand."""
    if _GAME.search(text):
        return True
    words = words_of(text)
    return len(text) < 40 and bool(words) and all(word in vocabulary.game for word in words)


def words_of(text: str) -> list[str]:
    """The words and numbers of a text, without case."""
    return [word.lower() for word in _WORD.findall(text)]


def interrupted(before: Row | None, after: Row | None) -> bool:
    """Whether a sentence runs from one row to the other, over what stands between them.

    Rows of one or two words say nothing: a justified paragraph can be broken like that.
    """
    return (
        before is not None
        and after is not None
        and not (before.game or before.short or before.ends)
        and not (after.game or after.short)
        and (after.lower or before.text[-1] in ",-")
    )

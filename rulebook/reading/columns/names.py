"""Which column of a table is the old text and which the new, and what the text calls them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rulebook.reading.columns.pieces import Piece
from rulebook.reading.columns.words import ColumnWords, column_words

_YEAR = re.compile(r"(?<!\d)((?:19|20)\d\d)(?!\d)")


@dataclass(frozen=True)
class Names:
    """The sides of the left and the right column, and the names of the editions where the text says
    them.
    """

    sides: tuple[str, str]
    old: str | None
    new: str | None


def column_names(lines: Sequence[str], first: int, pieces: Sequence[Piece]) -> Names:
    """Read the heads of the columns, the sentence that announces them, and the editions named
    before.

    The older year is the old text. Where nothing is said, the left column is the old one.
    """
    words = column_words()
    heads = [piece.text for piece in pieces if piece.kind == "header"][:2]
    if len(heads) == 2:
        swapped, old, new = _from_heads(heads, words)
        if swapped is not None:
            return Names(("new", "old") if swapped else ("old", "new"), old, new)
    before = [line.strip() for line in lines[: first - 1] if line.strip()]
    announced = " ".join(before[-2:])
    sentence = re.split(r"(?<=[.!?])\s+(?=[A-ZÈ])", announced)[-1] if announced else ""
    swapped, old, new = _from_sentence(sentence, words)
    if old is None and new is None:
        old, new = _named_before(before, words)
    return Names(("new", "old") if swapped else ("old", "new"), old, new)


def _from_heads(
    heads: Sequence[str], words: ColumnWords
) -> tuple[bool | None, str | None, str | None]:
    years = [_YEAR.findall(head) for head in heads]
    if all(len(found) == 1 for found in years) and years[0] != years[1]:
        left, right = years[0][0], years[1][0]
        return left > right, min(left, right), max(left, right)
    kinds = [_kind(head.lower().split(), words) for head in heads]
    named = [found[0] if len(found) == 1 else None for found in years]
    if "old" in kinds or "new" in kinds:
        swapped = kinds[0] == "new" or kinds[1] == "old"
        old, new = (named[1], named[0]) if swapped else (named[0], named[1])
        return swapped, old, new
    return None, None, None


def _kind(held: Sequence[str], words: ColumnWords) -> str | None:
    for word in held:
        bare = word.strip("()«»“”\"',.;:")
        if bare in words.old_words:
            return "old"
        if bare in words.new_words:
            return "new"
    return None


def _from_sentence(sentence: str, words: ColumnWords) -> tuple[bool, str | None, str | None]:
    years = list(dict.fromkeys(_YEAR.findall(sentence)))
    if len(years) == 2:
        return years[0] > years[1], min(years), max(years)
    held = [word.strip("()«»“”\"',.;:") for word in sentence.lower().replace("’", " ").split()]
    olds = [k for k, word in enumerate(held) if word in words.old_words]
    news = [k for k, word in enumerate(held) if word in words.new_words]
    return bool(olds and news and news[0] < olds[0]), None, None


def _named_before(before: Sequence[str], words: ColumnWords) -> tuple[str | None, str | None]:
    """The editions that the text before the table speaks of ("Edizione 2007")."""
    heads = "|".join(sorted(map(re.escape, words.header_words), key=len, reverse=True))
    named = re.compile(rf"\b(?:{heads})\s+(?:del(?:l[’'])?\s*)?((?:19|20)\d\d)\b", re.IGNORECASE)
    found = sorted({year for line in before for year in named.findall(line)})
    if len(found) == 2:
        return found[0], found[1]
    return None, found[0] if len(found) == 1 else None

"""Columns that set an old text beside a new one, told from a text that runs on in columns.

A table shows itself by the heads of its columns, by the same article opening on both sides, or by
frames and words that are alike from side to side; else columns are read one after the other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rulebook.inputs.bands import Band
from rulebook.inputs.layout_words import layout_words
from rulebook.inputs.words import Row
from rulebook.layout import Side

_YEAR = re.compile(r"(?<!\d)((?:19|20)\d\d)(?!\d)")
_ALIKE = 0.25
_RUN = 8
_NEAR = 8.0
_HEAD_WORDS = 8
_TITLE_WORDS = 4


@dataclass(frozen=True, slots=True)
class Parallel:
    """Whether a band is a table, and which column is which; no sides where it is none."""

    sides: tuple[Side, ...] = ()


def parallels(bands: Sequence[Band]) -> list[Parallel]:
    """What each band of columns is, in the order of the document.

    A table that goes on, on the next page, is known by its gutter.
    """
    found: list[Parallel] = []
    tables: list[tuple[float, tuple[Side, ...]]] = []
    for band in bands:
        if len(band.columns) != 2:
            found.append(Parallel())
            continue
        left, right = ([row.plain for row in rows_in(column)] for column in band.columns)
        middle = sum(band.gutters[0]) / 2
        before = next((sides for at, sides in tables if abs(at - middle) < _NEAR), None)
        sides: tuple[Side, ...] | None = before
        if sides is None and left and right:
            sides = headed(left[0], right[0])
        if sides is None:
            twice = opening_numbers(left) & opening_numbers(right)
            if twice or alike(" ".join(left), " ".join(right), band.ruled):
                sides = ("old", "new")
        if sides:
            tables.insert(0, (middle, sides))
        found.append(Parallel(sides or ()))
    return found


def rows_in(bands: Sequence[Band]) -> list[Row]:
    """Every row of the bands in reading order."""
    rows: list[Row] = []
    for band in bands:
        rows += band.rows
        for column in band.columns:
            rows += rows_in(column)
    return rows


def headed(left: str, right: str) -> tuple[Side, Side] | None:
    """The sides that the heads of two columns name, by a year or by a word.

    >>> headed("Codice 2007", "Codice 1997"), headed("Vecchio testo", "Nuovo testo")
    (('new', 'old'), ('old', 'new'))
    """
    heads = [left.strip(), right.strip()]
    if not all(heads):
        return None
    if any(len(head.split()) > _HEAD_WORDS or head[-1] in ".,;:-" for head in heads):
        return None
    years = [_YEAR.findall(head) for head in heads]
    if all(len(found) == 1 for found in years) and years[0] != years[1]:
        return ("old", "new") if years[0] < years[1] else ("new", "old")
    # A word such as "precedente" names a column where little else stands beside it.
    kinds = [_kind(head) if len(head.split()) <= _TITLE_WORDS else None for head in heads]
    if not all(head[0].isupper() for head in heads) or kinds[0] == kinds[1]:
        return None
    return ("new", "old") if kinds[0] == "new" or kinds[1] == "old" else ("old", "new")


def _kind(head: str) -> Side | None:
    words = layout_words()
    for word in re.findall(r"\w+", head.lower()):
        if word in words.old_words:
            return "old"
        if word in words.new_words:
            return "new"
    return None


def opening_numbers(lines: Iterable[str]) -> set[str]:
    """The numbers of the articles that lines announce."""
    names = "|".join(sorted(map(re.escape, layout_words().article_words), key=len, reverse=True))
    opening = re.compile(rf"(?:{names})\s*(\d+)\b", re.IGNORECASE)
    return {match[1] for line in lines if (match := opening.match(line.strip()))}


def alike(left: str, right: str, ruled: bool) -> bool:
    """Whether the words of two columns are much the same; frames make less of it enough."""
    runs = [_runs(side) for side in (left, right)]
    least = min(len(runs[0]), len(runs[1]))
    if not least:
        return False
    return len(runs[0] & runs[1]) / least > (_ALIKE / 3 if ruled else _ALIKE)


def _runs(text: str) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+", text.lower())
    return {tuple(words[at : at + _RUN]) for at in range(len(words) - _RUN + 1)}

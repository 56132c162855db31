"""Columns that set an old text beside a new one, told from a text that runs on in columns.

A table shows itself by the heads of its columns, by the same article opening on both sides, or by
frames and words that are alike from side to side; else columns are read one after the other.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
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
        left, right = (rows_in(column) for column in band.columns)
        middle = sum(band.gutters[0]) / 2
        before = next((sides for at, sides in tables if abs(at - middle) < _NEAR), None)
        sides: tuple[Side, ...] | None = before or _headed(left, right)
        if sides is None and (_opens_twice(left, right) or _alike(left, right, band)):
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


def _headed(left: Sequence[Row], right: Sequence[Row]) -> tuple[Side, Side] | None:
    """The sides that the heads of the columns name, by a year or by a word."""
    if not left or not right:
        return None
    heads = [side[0].plain for side in (left, right)]
    if any(len(head.split()) > _HEAD_WORDS or head[-1] in ".,;:-" for head in heads):
        return None
    years = [_YEAR.findall(head) for head in heads]
    if all(len(found) == 1 for found in years) and years[0] != years[1]:
        return ("old", "new") if years[0] < years[1] else ("new", "old")
    # A word such as "precedente" names a column where little else stands beside it.
    kinds = [_kind(head) if len(head.split()) <= _TITLE_WORDS else None for head in heads]
    if not all(head[0].isupper() for head in heads):
        return None
    if kinds[0] == kinds[1]:
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


def _opens_twice(left: Sequence[Row], right: Sequence[Row]) -> bool:
    """Whether the same article is announced on both sides."""
    return bool(_announced(left) & _announced(right))


def _announced(rows: Sequence[Row]) -> set[str]:
    names = "|".join(sorted(map(re.escape, layout_words().article_words), key=len, reverse=True))
    opening = re.compile(rf"(?:{names})\s*(\d+)\b", re.IGNORECASE)
    return {match[1] for row in rows if (match := opening.match(row.plain))}


def _alike(left: Sequence[Row], right: Sequence[Row], band: Band) -> bool:
    """Whether the words of both sides are much the same; frames make less of it enough."""
    runs = [_runs(side) for side in (left, right)]
    least = min(len(runs[0]), len(runs[1]))
    if not least:
        return False
    share = len(runs[0] & runs[1]) / least
    return share > (_ALIKE / 3 if band.ruled else _ALIKE)


def _runs(rows: Sequence[Row]) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+", " ".join(row.plain for row in rows).lower())
    return {tuple(words[at : at + _RUN]) for at in range(len(words) - _RUN + 1)}

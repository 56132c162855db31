"""What the search over two columns remembers of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from rulebook.reading.columns.outline import Path

TITLE: Path = (("T", 0),)
UNKNOWN: Path = (("?", 0),)
"""The place of a text whose label has not come yet."""


class Column(NamedTuple):
    """One column as far as it has been read.

    `waiting` are labels without text; `place` is where text is being added, `last` its last piece,
    `phase` 1 while it may be a heading, 3 if that is not likely, and 2 in its body; `broken` are
    sentences left unfinished; `orphans` counts texts that were left while they still waited for
    their label.
    """

    held: frozenset[Path] = frozenset()
    waiting: tuple[Path, ...] = ()
    place: Path = TITLE
    last: int = -1
    phase: int = 0
    pieces: int = 0
    broken: tuple[tuple[Path, int, int], ...] = ()
    recent: Path = ()
    bare: Path | None = None
    row_end: int = -1
    titled: int = 0
    open: int = 0
    orphans: int = 0


class Measure(NamedTuple):
    """What guides a column without telling states apart: the row being set and the widest row.

    `styles` counts, by depth, the provisions that began with a heading and those that did not;
    `firsts` counts twins by the column that wrote first, and is kept by the left column.
    """

    row: float = 0.0
    widest: float = 0.0
    styles: tuple[int, ...] = (0,) * 10
    firsts: tuple[int, int] = (0, 0)


class Choice(NamedTuple):
    """What was done with a piece: its side, its place, and how (`title`, `label`, `start`, `join`,
    `late`, `word`).
    """

    side: int
    place: Path
    how: str


class State(NamedTuple):
    """Both columns, their measures, the side that wrote last, and which pieces went right (as
    bits).
    """

    columns: tuple[Column, Column]
    measures: tuple[Measure, Measure]
    side: int
    rights: int = 0


@dataclass(frozen=True)
class Demand:
    """What an editor or geometry has fixed about a piece."""

    side: int | None = None
    place: Path | None = None
    label: bool | None = None

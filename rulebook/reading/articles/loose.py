"""What stands in a provision without a label of its own: paragraphs, and small tables.

It stays where it is read, but never silently: it may be a provision of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from rulebook.label import Label
from rulebook.model import Issue
from rulebook.reading.articles.doubts import unlabelled
from rulebook.reading.lines import Line, ends_sentence

WHOLE_PARAGRAPH = 130
"""An article with a longer line has each paragraph in one line, so that the next is one too."""

_SHOWING = 6
"""So many lines show how an article is set."""

_CELL = 45
"""A cell of a small table has not more characters than this."""

_BAR = re.compile(r"\s*\|\s*")


def in_whole_lines(pieces: Sequence[Line]) -> bool:
    """Whether the paragraphs of an article are not broken into lines: one line is as long as no
    broken one, or none of many goes on with the one above it."""
    filled = [piece for piece in pieces if piece.text]
    if any(len(piece.text) > WHOLE_PARAGRAPH for piece in filled):
        return True
    goes_on = any(
        str(piece)[0].islower() and piece.first and not ends_sentence(str(above))
        for above, piece in pairwise(filled)
    )
    return len(filled) >= _SHOWING and not goes_on


def doubts(
    pieces: Sequence[Line], label: Label, edition: str, whole_lines: bool
) -> Iterator[Issue]:
    """The paragraphs without a label and the small tables among the pieces of a provision."""
    rows = list(_tables(pieces))
    within = {line.number for table in rows for line in table}
    for table in rows:
        yield _table(table, label, edition)
    previous: Line | None = None
    blank = False
    for piece in pieces:
        if not piece.text:
            blank = previous is not None
            continue
        parted = (blank or whole_lines) and piece.number not in within
        if previous and label.path and parted and _begins(previous, piece):
            yield unlabelled(piece.number, label, edition)
        previous, blank = piece, False


def _begins(previous: Line, piece: Line) -> bool:
    first = str(piece)[0]
    new = piece.number != previous.number and (first.isupper() or first in "“«(")
    return new and ends_sentence(str(previous))


def _tables(pieces: Sequence[Line]) -> Iterator[list[Line]]:
    """Lines that follow each other and have as many cells each: two lines at least.

    A blank line between them parts nothing: the rows of a web page stand so.
    """
    run: list[Line] = []
    count = 0
    for piece in filter(str, pieces):
        cells = _cells(piece)
        if cells > 1 and (not run or cells == count):
            run.append(piece)
            count = cells
            continue
        if len(run) > 1:
            yield run
        run, count = ([piece], cells) if cells > 1 else ([], 0)
    if len(run) > 1:
        yield run


def _cells(line: Line) -> int:
    """How many cells a line has, parted by bars or by gaps; 0 where one is too long for a cell, or
    where it reads like part of a sentence."""
    text = str(line)
    if "|" in text:
        cells = [cell for cell in _BAR.split(text) if cell]
    else:
        edges = [0, *line.breaks, len(text)]
        cells = [text[a:b].strip() for a, b in pairwise(edges)]
        if text.endswith((".", ";", ",", ":", "-")) or any(not cell for cell in cells):
            return 0
        if any(cell[0].islower() or not cell[0].isalnum() for cell in cells):
            return 0
    return len(cells) if all(len(cell) <= _CELL for cell in cells) else 0


def _table(rows: Sequence[Line], label: Label, edition: str) -> Issue:
    first, last = rows[0].number, rows[-1].number
    return Issue(
        "table-in-text",
        f"Le righe da {first} a {last} paiono una piccola tabella: in {label} sono lette una "
        "dopo l’altra, come testo.",
        first,
        label,
        edition,
        remedy="Guardare l’originale: riga per riga una tabella può dire altro. Se non è testo "
        "della norma, metterla da parte con una correzione.",
    )

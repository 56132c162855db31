"""Two interleaved columns, an old text and a new one, read apart.

`find_regions` says where such a table stands, `untangle` gives every line its column, provision and
role with a confidence, and `articles` puts the provisions of both columns in reading order.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from rulebook.reading.columns.aside import find_aside
from rulebook.reading.columns.evidence import Evidence
from rulebook.reading.columns.names import Names, column_names
from rulebook.reading.columns.order import Provision, arrange
from rulebook.reading.columns.outline import Path, read_path, sort_paths, write_path
from rulebook.reading.columns.pieces import Piece, cut_pieces
from rulebook.reading.columns.region import find_regions
from rulebook.reading.columns.search import SLACK, Reading, Search
from rulebook.reading.columns.state import TITLE, UNKNOWN, Choice, Demand

ROLES = ("title", "label", "heading", "body", "note", "furniture", "prose", "blank")
_OUTSIDE = ("note", "furniture", "prose", "blank")


@dataclass(frozen=True, slots=True)
class ColumnLine:
    """A line of a table, or a stretch of one, and where it belongs.

    `number` counts from 1. `role` is one of `ROLES`. `side` is `old`, `new`, or None for what is in
    neither column; `path` is the canonical path (`B1(b)`; "" for the article), None without a side.
    `order` counts inside the column in reading order. `marker` is a label that stands in front of
    the text of the same line. `start` and `end` are columns of the line, from 0; a line that holds
    cells of both columns gives more than one `ColumnLine`. `confidence` goes from 0 to 1.
    """

    number: int
    role: str
    side: str | None
    path: str | None
    order: int
    confidence: float
    marker: str | None = None
    start: int = 0
    end: int | None = None


@dataclass(frozen=True, slots=True)
class Region:
    """A table: its first and last line (from 1), the names of its editions if the text says them,
    its lines.
    """

    first: int
    last: int
    old: str | None
    new: str | None
    lines: tuple[ColumnLine, ...]


@dataclass(frozen=True, slots=True)
class Override:
    """What an editor has decided about a line; None leaves a matter to the machine.

    `role` outside the columns (`note`, `furniture`, `prose`) takes a line out of both; `after` is
    the line that comes before this one in reading order within its provision.
    """

    side: str | None = None
    role: str | None = None
    path: str | None = None
    after: int | None = None


@dataclass(frozen=True, slots=True)
class ProvisionDraft:
    """A provision of one column: its path, its printed marker, and its lines in reading order.

    `label_line` is the line of its marker, or None where no marker was found; `title_lines` are
    filled for path "" only.
    """

    path: str
    marker: str | None
    heading_lines: tuple[int, ...]
    body_lines: tuple[int, ...]
    label_line: int | None
    title_lines: tuple[int, ...] = ()
    pieces: tuple[ColumnLine, ...] = ()


def untangle(
    lines: Sequence[str],
    first: int,
    last: int,
    overrides: Mapping[int, Override] | None = None,
    furniture: frozenset[int] = frozenset(),
) -> Region:
    """Read the table in lines `first` to `last` (from 1, both included).

    `overrides` are an editor's decisions by line number; the rest is read again around them.
    `furniture` are lines known to be running headers or footers. Never raises on any text.
    """
    decided = dict(overrides or {})
    aside = find_aside(lines, first, last, furniture)
    outside = {n: o.role for n, o in decided.items() if o.role in _OUTSIDE}
    inside = {
        n
        for n, o in decided.items()
        if (o.role is not None and o.role not in _OUTSIDE) or o.side is not None
    }
    notes = (
        (set(aside.notes) | {n for n, role in outside.items() if role == "note"})
        - inside
        - {n for n, role in outside.items() if role != "note"}
    )
    running = (
        (set(aside.furniture) | {n for n, role in outside.items() if role != "note"})
        - inside
        - notes
    )
    pieces = cut_pieces(lines, first, last, frozenset(notes | running))
    names = column_names(lines, first, pieces)
    demands = _demands(pieces, decided, names)
    out = [
        _outside(
            lines, n, "note" if n in notes else str(outside.get(n) or "furniture"), n in outside
        )
        for n in sorted(notes | running)
        if first <= n <= last
    ]
    out += [
        ColumnLine(n, "blank", None, None, 0, 1.0)
        for n in range(first, last + 1)
        if not lines[n - 1].strip() and n not in notes and n not in running
    ]
    if pieces:
        evidence, reading = _read(lines, pieces, demands, names.sides[0] == "new")
        out += _placed(pieces, evidence, reading, names, decided)
    out.sort(key=lambda line: (line.number, line.start))
    return Region(first, last, names.old, names.new, tuple(out))


def _outside(lines: Sequence[str], n: int, role: str, decided: bool) -> ColumnLine:
    return ColumnLine(
        n, role if lines[n - 1].strip() else "blank", None, None, 0, 1.0 if decided else 0.95
    )


def _demands(
    pieces: Sequence[Piece], decided: Mapping[int, Override], names: Names
) -> dict[int, Demand]:
    out: dict[int, Demand] = {}
    for index, piece in enumerate(pieces):
        override = decided.get(piece.number)
        if override is None:
            continue
        side = None if override.side is None else names.sides.index(override.side)
        place: Path | None = None
        if override.role == "title":
            place = TITLE
        elif override.path is not None:
            place = read_path(override.path)
        out[index] = Demand(
            side, place, None if override.role is None else override.role == "label"
        )
    return out


def _read(
    lines: Sequence[str], pieces: Sequence[Piece], demands: Mapping[int, Demand], new_left: bool
) -> tuple[Evidence, Reading]:
    evidence = Evidence(lines, pieces, new_left)
    reading = Search(pieces, evidence, demands).run()
    return evidence, replace(
        reading,
        choices=tuple(_obeyed(k, choice, demands) for k, choice in enumerate(reading.choices)),
    )


def _obeyed(index: int, choice: Choice, demands: Mapping[int, Demand]) -> Choice:
    """A choice as an editor wants it, where the search found no way to it."""
    demand = demands.get(index)
    if demand is None:
        return choice
    side = choice.side if demand.side is None else demand.side
    place = choice.place if demand.place is None else demand.place
    how = choice.how
    if demand.label is True:
        how = "label"
    elif demand.label is False and how in ("label", "claim"):
        how = "join"
    return Choice(side, place, how)


def _placed(
    pieces: Sequence[Piece],
    evidence: Evidence,
    reading: Reading,
    names: Names,
    decided: Mapping[int, Override],
) -> list[ColumnLine]:
    out: list[ColumnLine] = []
    for side in (0, 1):
        groups: dict[Path, list[int]] = {}
        for index, choice in enumerate(reading.choices):
            if choice.side == side:
                groups.setdefault(choice.place, []).append(index)
        order = 0
        for place in (
            [p for p in (TITLE,) if p in groups]
            + sort_paths(p for p in groups if p not in (TITLE, UNKNOWN))
            + [p for p in (UNKNOWN,) if p in groups]
        ):
            for line in _provision_lines(groups, place, pieces, evidence, reading, decided):
                out.append(replace(line, side=names.sides[side], order=order))
                order += 1
    return out


def _provision_lines(
    groups: Mapping[Path, list[int]],
    place: Path,
    pieces: Sequence[Piece],
    evidence: Evidence,
    reading: Reading,
    decided: Mapping[int, Override],
) -> list[ColumnLine]:
    """The lines of one provision in reading order, their sides still open."""
    out = []
    if place in (TITLE, UNKNOWN):
        role = "title" if place == TITLE else "body"
        return [_line(pieces[k], role, "", _confidence(reading, k)) for k in groups[place]]
    holds = any(
        other[: len(place)] == place and len(other) > len(place)
        for other in groups
        if other not in (TITLE, UNKNOWN)
    )
    provision = arrange(groups[place], reading.choices, evidence, holds)
    roles = _roles(provision)
    sequence = _as_decided([k for k, _ in roles], pieces, decided)
    path = write_path(place)
    for k in sequence:
        role = dict(roles)[k]
        override = decided.get(pieces[k].number)
        if override is not None and override.role is not None and override.role not in _OUTSIDE:
            role = override.role
        sure = (
            1.0 if override is not None and override.side is not None else _confidence(reading, k)
        )
        if role in ("heading", "body") and override is None and provision.doubt < 0.6:
            sure = min(sure, 0.75 + 0.2 * provision.doubt)
        out.append(_line(pieces[k], role, path, sure))
    return out


def _roles(provision: Provision) -> list[tuple[int, str]]:
    out = [] if provision.label is None else [(provision.label, "label")]
    return out + [(k, "heading") for k in provision.heading] + [(k, "body") for k in provision.body]


def _as_decided(
    sequence: list[int], pieces: Sequence[Piece], decided: Mapping[int, Override]
) -> list[int]:
    """Move lines behind those that an editor has put before them."""
    out = list(sequence)
    for k in sequence:
        override = decided.get(pieces[k].number)
        if override is None or override.after is None:
            continue
        targets = [m for m in out if pieces[m].number == override.after and m != k]
        if targets:
            out.remove(k)
            out.insert(out.index(targets[-1]) + 1, k)
    return out


def _line(piece: Piece, role: str, path: str, sure: float) -> ColumnLine:
    marker = (
        piece.marker.text
        if piece.marker and piece.rest and role in ("heading", "body") and piece.rest != piece.text
        else None
    )
    return ColumnLine(
        piece.number, role, None, path, 0, round(sure, 3), marker, piece.start, piece.end
    )


_RIGHT = ((0.0, 0.62), (0.5, 0.75), (1.0, 0.8), (2.0, 0.88), (3.0, 0.94), (4.0, 0.965), (6.0, 0.99))
_UNRIVALLED = 0.955
"""Of typeset lines with such a margin over another reading, so many were right.

A line for which the search kept no other reading at all is a little less sure than the surest.
"""


def _confidence(reading: Reading, index: int) -> float:
    """How sure a line is, from its margin over the best reading that puts it elsewhere."""
    margin = reading.place_margins[index]
    if margin >= SLACK:
        return _UNRIVALLED
    for (low, less), (high, more) in pairwise(_RIGHT):
        if margin <= high:
            return less + (more - less) * (margin - low) / (high - low)
    return _RIGHT[-1][1]


def articles(region: Region, lines: Sequence[str]) -> dict[str, list[ProvisionDraft]]:
    """The provisions of both columns in the order of the outline, by `old` and `new`.

    The first draft of a column, if any line belongs to it, is the article itself (path "").
    """
    out: dict[str, list[ProvisionDraft]] = {"old": [], "new": []}
    for side, drafts in out.items():
        groups: dict[str, list[ColumnLine]] = {}
        for line in sorted((k for k in region.lines if k.side == side), key=lambda k: k.order):
            groups.setdefault(line.path or "", []).append(line)
        for path in _with_parents(groups):
            drafts.append(_draft(path, groups.get(path, []), lines))
    return out


def _with_parents(groups: Mapping[str, list[ColumnLine]]) -> list[str]:
    paths = {read_path(path) for path in groups}
    paths |= {path[:k] for path in paths for k in range(1, len(path))}
    return [write_path(path) for path in sort_paths(paths)]


def _draft(path: str, held: Sequence[ColumnLine], lines: Sequence[str]) -> ProvisionDraft:
    label = next((line for line in held if line.role == "label"), None)
    inline = next((line for line in held if line.marker), None)
    marker = inline.marker if inline else None
    if label is not None:
        marker = re.sub(r"\s+", " ", lines[label.number - 1][label.start : label.end].strip())
    source = label or inline
    return ProvisionDraft(
        path,
        marker,
        tuple(line.number for line in held if line.role == "heading"),
        tuple(line.number for line in held if line.role == "body"),
        source.number if source else None,
        tuple(line.number for line in held if line.role == "title"),
        tuple(held),
    )


__all__ = [
    "ROLES",
    "ColumnLine",
    "Override",
    "ProvisionDraft",
    "Region",
    "articles",
    "find_regions",
    "untangle",
]

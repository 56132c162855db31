"""Two-column regions: what the untangling says about lines becomes cells, column by column."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Literal

from rulebook.label import Label, path_of
from rulebook.model import Basis, ColumnLine, Source
from rulebook.reading import region_extent
from rulebook.reading.articles.fields import Findings
from rulebook.reading.articles.notes import Definition, split_notes
from rulebook.reading.articles.structure import Structure
from rulebook.reading.articles.titles import announced_article
from rulebook.reading.columns import table as columns
from rulebook.reading.columns.pieces import is_header
from rulebook.reading.columns.words import column_words
from rulebook.reading.lines import Line, words_in

SURE = 0.8
"""Lines read with less confidence than this are doubts for an editor."""

_MOST_DOUBTFUL = 0.5
"""Where a greater share of a table than this is in doubt, hardly a line is in its provision."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A line of the table, or the stretch of one that stands in one column."""

    role: str
    line: Line
    marker: str | None = None


@dataclass(frozen=True, slots=True)
class Draft:
    """A provision of one column: its path, and its cells in reading order."""

    path: tuple[str, ...]
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Side:
    """One column: its article's number, title lines, and its provisions as drafts."""

    name: Literal["old", "new"]
    edition: str | None
    basis: Basis
    number: int
    titles: tuple[Line, ...]
    drafts: tuple[Draft, ...]
    structure: Structure
    confirmed: bool
    doubtful: int


@dataclass(frozen=True, slots=True)
class Untangled:
    """What the two-column regions of a text hold; empty where there is none.

    `unread` are lines of a table that no column holds, `standing` whole tables that did not come
    apart.
    """

    numbers: frozenset[int] = frozenset()
    lines: tuple[ColumnLine, ...] = ()
    sides: tuple[Side, ...] = ()
    definitions: tuple[Definition, ...] = ()
    unread: tuple[Line, ...] = ()
    standing: tuple[tuple[Line, ...], ...] = ()
    words: int = 0


def untangle(
    lines: Sequence[Line],
    source: Source,
    overrides: Mapping[int, columns.Override],
    called: frozenset[str],
    structure: Structure,
    findings: Findings,
    assumed: Callable[[str], str],
    elsewhere: Set[int] = frozenset(),
) -> Untangled:
    """Find the regions among the lines and take their columns apart.

    The raw lines are looked at, since an extraction that keeps the layout tells the columns by
    their gutter; what stands in a cell is taken from the repaired lines by its place in the source.
    `assumed` gives the edition of `old` or `new` where the table does not name it; `elsewhere` are
    lines on which the place on their page has an editor's word heeded already.
    """
    by_number = {line.number: line for line in lines}
    raw = [source.line(n) if n in by_number else "" for n in range(1, source.lines + 1)]
    gone = frozenset(n for n in range(1, source.lines + 1) if n not in by_number)
    whole = [source.line(n) for n in range(1, source.lines + 1)]
    extents = region_extent.extents(raw, whole, overrides)
    table = _Table(source, by_number, overrides, called, structure, findings, assumed)
    parts = [
        table.read(columns.untangle(raw, one.first, one.last, overrides, furniture=gone))
        if one.sure
        else table.standing(one.first, one.last)
        for one in extents.tables
    ]
    lost = [
        number for number, override in overrides.items()
        if override.side and number in gone and source.line(number).strip()
    ]
    if unused := sorted({*extents.unused, *lost} - elsewhere):
        findings.issues.append(region_extent.unused(unused))
    return Untangled(
        frozenset().union(*(part.numbers for part in parts)),
        tuple(line for part in parts for line in part.lines),
        tuple(side for part in parts for side in part.sides),
        tuple(note for part in parts for note in part.definitions),
        tuple(line for part in parts for line in part.unread),
        tuple(table for part in parts for table in part.standing),
        sum(part.words for part in parts),
    )


@dataclass(frozen=True)
class _Table:
    """The ground on which the regions of one text are read."""

    source: Source
    by_number: Mapping[int, Line]
    overrides: Mapping[int, columns.Override]
    called: frozenset[str]
    structure: Structure
    findings: Findings
    assumed: Callable[[str], str]

    def read(self, region: columns.Region) -> Untangled:
        """The two articles of a region, its notes, and what no column holds."""
        numbers = frozenset(range(region.first, region.last + 1)) & self.by_number.keys()
        region = replace(region, lines=tuple(decided(region.lines, self.overrides)))
        if self._mostly_doubtful(region):
            return self.standing(region.first, region.last)
        region = replace(region, lines=tuple(self._without_head(line) for line in region.lines))
        told = [line for line in region.lines if line.number in numbers]
        outside = {line.number: line.role for line in told if line.side is None}
        notes = [self.by_number[n] for n, role in outside.items() if role == "note"]
        left, definitions, over = split_notes(notes, self.called, self.structure)
        left += over
        unread = [self.by_number[n] for n, role in outside.items() if role == "prose"] + left
        for number, role in outside.items():
            if role == "furniture":
                discards = self.by_number[number].text.discard("running-header")
                self.findings.discards.extend(discards)
        sides: list[Side] = []
        names: tuple[tuple[Literal["old", "new"], str | None], ...]
        names = (("old", region.old), ("new", region.new))
        for name, edition in names:
            side = self._side(name, edition, [line for line in told if line.side == name], told)
            if side:
                sides.append(side)
        rest = self._rest(numbers - outside.keys(), sides)
        if rest is None:
            return self.standing(region.first, region.last)
        unread = sorted([*unread, *rest], key=lambda line: line.number)
        words = sum(words_in(str(self.by_number[number])) for number in numbers)
        told_lines = tuple(self._told(line, region) for line in region.lines)
        return Untangled(
            numbers, told_lines, tuple(sides), tuple(definitions), tuple(unread), (), words
        )

    def _mostly_doubtful(self, region: columns.Region) -> bool:
        """Whether the columns came apart by guessing."""
        own = [line for line in region.lines if line.side]
        unsure = [
            line for line in own
            if line.confidence < SURE and line.number not in self.overrides
        ]
        return len(unsure) > _MOST_DOUBTFUL * len(own)

    def _without_head(self, line: columns.ColumnLine) -> columns.ColumnLine:
        """The head of a column ("Codice 1997") names its edition; it is no title of an article."""
        text = self.source.line(line.number)[line.start : line.end].strip()
        head = line.role == "title" and line.number not in self.overrides
        if not head or announced_article(text) or not is_header(text, column_words()):
            return line
        return replace(line, role="prose", side=None, path=None)

    def _told(self, line: columns.ColumnLine, region: columns.Region) -> ColumnLine:
        named = {"old": region.old, "new": region.new}
        edition = (named[line.side] or self.assumed(line.side)) if line.side else None
        confirmed = line.number in self.overrides
        basis: Literal["automatic", "confirmed"] = "confirmed" if confirmed else "automatic"
        return ColumnLine(line.number, line.role, edition, line.path, line.confidence, basis)

    def _cell(self, line: columns.ColumnLine) -> Line:
        whole = self.by_number[line.number]
        start = self.source.line_starts[line.number - 1]
        high = start + line.end if line.end is not None else start + 10**9
        text = whole.text.within(start + line.start, high).strip()[1]
        return Line(line.number, text, whole.indent, (), whole.wrapped)

    def _side(
        self,
        name: Literal["old", "new"],
        edition: str | None,
        own: Sequence[columns.ColumnLine],
        told: Sequence[columns.ColumnLine],
    ) -> Side | None:
        titles = [self._cell(line) for line in own if line.role == "title"]
        everywhere = [self._cell(line) for line in told if line.role == "title"]
        numbers = [announced_article(str(line)) for line in (*titles, *everywhere)]
        number = next((number for number in numbers if number), None)
        if not own or number is None:
            return None
        groups: dict[str, list[Cell]] = {}
        for line in sorted(own, key=lambda line: line.order):
            if line.role != "title":
                cell = Cell(line.role, self._cell(line), line.marker)
                groups.setdefault(line.path or "", []).append(cell)
        paths = {path: path_of(path) or () for path in groups}
        ordered = sorted(groups, key=lambda path: Label(number, paths[path]).key)
        decided = [line.number in self.overrides for line in own]
        return Side(
            name,
            edition,
            "stated" if edition else "assumed",
            number,
            tuple(titles),
            tuple(Draft(paths[path], tuple(groups[path])) for path in ordered),
            self.structure,
            any(decided),
            sum(
                line.confidence < SURE and not settled
                for line, settled in zip(own, decided, strict=True)
            ),
        )

    def _rest(self, numbers: frozenset[int], sides: Sequence[Side]) -> list[Line] | None:
        """What stands in the lines and in no cell; None where two cells claim the same words."""
        claimed: set[int] = set()
        for side in sides:
            cells = [cell.line for draft in side.drafts for cell in draft.cells]
            for line in (*side.titles, *cells):
                for run in line.text.runs:
                    offsets = range(run.span.start, run.span.end)
                    if not claimed.isdisjoint(offsets):
                        return None
                    claimed.update(offsets)
        rest: list[Line] = []
        for number in sorted(numbers):
            line = self.by_number[number]
            at = [not claimed.isdisjoint(range(r.span.start, r.span.end)) for r in line.text.runs]
            if line.text and not any(at):
                rest.append(line)
                continue
            for run in line.text.runs:
                free = [n for n in range(run.span.start, run.span.end) if n not in claimed]
                if free and run.rule is None:
                    left = line.text.within(free[0], free[-1] + 1).strip()[1]
                    if left:
                        rest.append(Line(number, left))
        return rest

    def standing(self, first: int, last: int) -> Untangled:
        """A table whose columns do not come apart stays as it stands, and is no law."""
        numbers = frozenset(range(first, last + 1)) & self.by_number.keys()
        runs = {n: self.by_number[n].text.start.start for n in numbers if self.by_number[n].text}
        starts = set(runs.values())
        kept = [d for d in self.findings.discards if d.span.start not in starts]
        self.findings.discards[:] = kept
        raw = [self.source.line(n) if n in numbers else "" for n in range(1, last + 1)]
        undecided = region_extent.missing(raw, first, last, self.overrides)
        some = not numbers.isdisjoint(self.overrides)
        self.findings.issues.append(region_extent.unread(first, last, undecided, some))
        lines = tuple(self.by_number[number] for number in sorted(numbers))
        return Untangled(numbers, standing=(lines,))


def decided(
    lines: Sequence[columns.ColumnLine], overrides: Mapping[int, columns.Override]
) -> list[columns.ColumnLine]:
    """The lines as an editor decided: his word on side, role, path and order is the last.

    In a provision that he touched, lines stand in the order of the source, apart from those
    that he places behind another one.
    """
    told: list[columns.ColumnLine] = []
    touched: set[tuple[str | None, str | None]] = set()
    for line in lines:
        override = overrides.get(line.number)
        if override is None:
            told.append(line)
            continue
        outside = override.role in ("note", "furniture", "prose")
        side = None if outside else override.side or line.side
        path = None if outside else line.path if override.path is None else override.path
        role = override.role or line.role
        marker = (
            line.marker
            if role in ("heading", "body") and line.role in ("heading", "body")
            else None
        )
        told.append(replace(line, side=side, path=path, role=role, marker=marker, confidence=1.0))
        touched.add((side, path))
    return _in_order(told, touched, overrides)


def _in_order(
    lines: Sequence[columns.ColumnLine],
    touched: Set[tuple[str | None, str | None]],
    overrides: Mapping[int, columns.Override],
) -> list[columns.ColumnLine]:
    placed = [line for line in lines if (line.side, line.path) not in touched]
    for group in touched:
        own = sorted(
            (line for line in lines if (line.side, line.path) == group),
            key=lambda line: (line.number, line.start),
        )
        for number, override in overrides.items():
            moved = [line for line in own if line.number == number and override.after]
            rest = [line for line in own if line.number != number]
            places = [at for at, line in enumerate(rest, 1) if line.number == override.after]
            if moved and places:
                own = rest[: places[-1]] + moved + rest[places[-1] :]
        placed += [replace(line, order=order) for order, line in enumerate(own)]
    return sorted(placed, key=lambda line: (line.number, line.start))

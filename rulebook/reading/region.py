"""Two-column regions: what the untangling says about lines becomes two articles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from rulebook.label import Label, path_of
from rulebook.model import Article, Basis, ColumnLine, Issue, Source
from rulebook.reading import columns
from rulebook.reading.articles import tree
from rulebook.reading.fields import Findings, Ground, field_text, set_aside
from rulebook.reading.headings import announced_article, announced_end, title_of
from rulebook.reading.lines import Line, words_in
from rulebook.reading.notes import Definition, split_notes
from rulebook.reading.outline import Mark
from rulebook.reading.provisions import Heading, Segment
from rulebook.reading.structure import Structure
from rulebook.text import Text, join

OBTAINED = (
    "Il testo è ricavato da una tabella a due colonne che l’estrazione aveva intrecciato:"
    " le righe sono state separate a macchina"
)
SURE = 0.8
"""Lines read with less confidence than this are doubts for an editor."""


@dataclass(frozen=True, slots=True)
class Side:
    """One column: its article's number, title lines, and its provisions as drafts."""

    name: Literal["old", "new"]
    edition: str | None
    basis: Basis
    number: int
    titles: tuple[Line, ...]
    drafts: tuple[columns.ProvisionDraft, ...]
    lines: Mapping[int, Line]
    structure: Structure
    confirmed: bool
    doubtful: int


@dataclass(frozen=True, slots=True)
class Untangled:
    """What the two-column regions of a text hold; empty where there is none."""

    numbers: frozenset[int] = frozenset()
    lines: tuple[ColumnLine, ...] = ()
    sides: tuple[Side, ...] = ()
    definitions: tuple[Definition, ...] = ()
    unread: tuple[Line, ...] = ()
    words: int = 0


def untangle(
    lines: Sequence[Line],
    source: Source,
    overrides: Mapping[int, columns.Override],
    called: frozenset[str],
    structure: Structure,
    findings: Findings,
) -> Untangled:
    """Find the regions among the lines and take their columns apart."""
    by_number = {line.number: line for line in lines if line.first}
    raw = [str(by_number[n]) if n in by_number else "" for n in range(1, source.lines + 1)]
    gone = frozenset(n for n in range(1, source.lines + 1) if n not in by_number)
    found = columns.find_regions(raw)
    if not found:
        return Untangled()
    parts = [
        _part(
            columns.untangle(raw, first, last, overrides, furniture=gone),
            raw,
            by_number,
            overrides,
            called,
            structure,
            findings,
        )
        for first, last in found
    ]
    return Untangled(
        frozenset().union(*(part.numbers for part in parts)),
        tuple(line for part in parts for line in part.lines),
        tuple(side for part in parts for side in part.sides),
        tuple(note for part in parts for note in part.definitions),
        tuple(line for part in parts for line in part.unread),
        sum(part.words for part in parts),
    )


def _part(
    region: columns.Region,
    raw: Sequence[str],
    by_number: Mapping[int, Line],
    overrides: Mapping[int, columns.Override],
    called: frozenset[str],
    structure: Structure,
    findings: Findings,
) -> Untangled:
    numbers = frozenset(range(region.first, region.last + 1)) & by_number.keys()
    told = [line for line in region.lines if line.number in numbers]
    notes = [by_number[line.number] for line in told if line.role == "note"]
    left, definitions = split_notes(notes, called, structure)
    unread = [by_number[line.number] for line in told if line.role == "prose"] + left
    for line in told:
        if line.role == "furniture":
            findings.discards.extend(by_number[line.number].text.discard("running-header"))
    drafts = columns.articles(region, raw)
    sides = [
        side
        for name, edition in (("old", region.old), ("new", region.new))
        if (side := _side(region, name, edition, drafts, by_number, overrides, structure))
    ]
    placed = {number for side in sides for number in _numbers_of(side)}
    lost = [
        by_number[line.number]
        for line in told
        if line.side and line.number not in placed and by_number[line.number].text
    ]
    model = tuple(
        ColumnLine(
            line.number,
            line.role,
            {"old": region.old, "new": region.new}.get(line.side or ""),
            line.path,
            line.confidence,
            "confirmed" if line.number in overrides else "automatic",
        )
        for line in region.lines
    )
    words = sum(words_in(raw[number - 1]) for number in numbers)
    unread += lost
    unread.sort(key=lambda line: line.number)
    return Untangled(numbers, model, tuple(sides), tuple(definitions), tuple(unread), words)


def _numbers_of(side: Side) -> set[int]:
    numbers = {line.number for line in side.titles}
    for draft in side.drafts:
        numbers.update(draft.heading_lines, draft.body_lines)
        if draft.label_line is not None:
            numbers.add(draft.label_line)
    return numbers


def _side(
    region: columns.Region,
    name: Literal["old", "new"],
    edition: str | None,
    drafts: Mapping[str, Sequence[columns.ProvisionDraft]],
    by_number: Mapping[int, Line],
    overrides: Mapping[int, columns.Override],
    structure: Structure,
) -> Side | None:
    own = [line for line in region.lines if line.side == name and line.number in by_number]
    titles = tuple(by_number[line.number] for line in own if line.role == "title")
    number = next((n for title in titles if (n := announced_article(str(title)))), None)
    if number is None:
        number = next(
            (
                n
                for line in region.lines
                if line.role == "title"
                and (n := announced_article(str(by_number.get(line.number, ""))))
            ),
            None,
        )
    if not own or number is None:
        return None
    doubtful = sum(line.confidence < SURE and line.number not in overrides for line in own)
    return Side(
        name,
        edition,
        "stated" if edition else "assumed",
        number,
        titles,
        tuple(drafts.get(name, ())),
        by_number,
        structure,
        any(line.number in overrides for line in own),
        doubtful,
    )


def article(side: Side, ground: Ground, findings: Findings) -> Article:
    """The article of one column."""
    label = Label(side.number)
    announced, title = _title(side, findings)
    segments = [Segment(None, None, ())]
    headings: list[Heading | None] = [None]
    children = {path_of(d.path)[:-1] for d in side.drafts if d.path and path_of(d.path)}
    for draft in side.drafts:
        path = path_of(draft.path) or ()
        heading = [side.lines[n] for n in draft.heading_lines]
        body = [side.lines[n] for n in draft.body_lines]
        marker: Line | None = side.lines[draft.label_line] if draft.label_line else None
        if marker is not None and draft.label_line in (*draft.heading_lines, *draft.body_lines):
            at = len(draft.marker or "")
            rest = marker.cut(at)[1]
            heading = [rest if line is marker else line for line in heading]
            body = [rest if line is marker else line for line in body]
            marker = marker.cut(at)[0]
        if not path:
            segments[0] = Segment(None, None, tuple(heading + body))
            continue
        mark = Mark(marker.number if marker else 0, 0, 0, path)
        empty = Line(heading[0].number if heading else body[0].number if body else 0, Text())
        segments.append(Segment(mark, marker or empty, tuple(heading + body), path in children))
        headings.append(Heading(len(heading)) if heading else None)
    root = tree(label, segments, headings, ground, findings, announced, False)
    if side.doubtful:
        findings.issues.append(
            Issue(
                "columns-doubtful",
                f"{side.doubtful} righe delle due colonne sono attribuite con poca certezza"
                f" all’articolo {side.number} del {ground.edition}.",
                segments[0].pieces[0].number if segments[0].pieces else None,
                label,
                ground.edition,
                remedy="Confermare o spostare le righe con correzioni (op = “columns”).",
            )
        )
    title_text = field_text(title, label, "title", ground, findings)
    obtained = OBTAINED + (" e rivedute dalla redazione." if side.confirmed else ".")
    return Article(
        ground.edition,
        ground.basis,
        title_text or None,
        root,
        "quoted",
        ground.source,
        obtained=obtained,
        copy=ground.copy,
    )


def _title(side: Side, findings: Findings) -> tuple[Text, list[Line]]:
    """The words that announce the article, and the lines of its title."""
    announced: list[Text] = []
    title: list[Line] = []
    for line in side.titles:
        text = str(line)
        if announced_article(text):
            opening = title_of([line], 0, 0, side.number, announced_end(text), side.structure)
            number = len(text[: opening.announced].rstrip(" .:–—-"))
            announced.append(line.text[:number])
            set_aside(line.text[number : opening.announced], findings)
            start, stop = opening.announced, len(text.rstrip(" .:–—-"))
            if stop > start:
                title.append(Line(line.number, line.text[start:stop]))
            set_aside(line.text[max(stop, start) :], findings)
        else:
            title.append(line)
    return join(announced), title

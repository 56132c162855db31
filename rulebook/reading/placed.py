"""What the layout of a page has settled: furniture, notes at the foot, columns set side by side.

A text file has no layout, and nothing here touches it. Where lines come from a page, their places
are better evidence than their words: what they settle is not asked again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from rulebook.layout import Doubt, Side
from rulebook.model import Article, Change, ColumnLine, Issue, Source
from rulebook.reading.articles.notes import Definition, announced
from rulebook.reading.columns.table import Override
from rulebook.reading.lines import Line as Piece
from rulebook.reading.mending.clean import Line
from rulebook.text import Discard

OBTAINED = (
    "Il testo è ricavato da una tabella a due colonne:"
    " le colonne sono state separate secondo il loro posto sulla pagina."
)
_REASONS = {
    "running-header": "running-header", "page-number": "page-number", "menu": "furniture",
    "links": "furniture",
}  # fmt: skip
_OUTSIDE = {"note", "furniture", "prose"}


@dataclass(frozen=True)
class Placed:
    """The lines of a source by what they are on their page; `kept` are those without a verdict."""

    kept: tuple[Line, ...]
    notes: tuple[Line, ...] = ()
    sides: Mapping[Side, tuple[Line, ...]] = field(default_factory=dict)
    discards: tuple[Discard, ...] = ()


def part(source: Source, lines: Sequence[Line], overrides: Mapping[int, Override]) -> Placed:
    """Part the lines of a source by its layout; an editor's word on a line is the last."""
    layout = source.layout
    if layout is None:
        return Placed(tuple(lines))
    kept: list[Line] = []
    notes: list[Line] = []
    sides: dict[Side, list[Line]] = {}
    discards: list[Discard] = []
    tabular = any(layout.sides)
    beside: Side | None = None
    for line in lines:
        index = line.number - 1
        role: str = layout.roles[index] if index < len(layout.roles) else "text"
        side: Side | None = layout.sides[index] if index < len(layout.sides) else None
        if override := overrides.get(line.number):
            # Outside a table an editor decides only what was set aside, and stays so or not.
            if tabular:
                role, side = _decided(override, side)
            elif role in _REASONS:
                role = _decided(override, None)[0]
        if not line.text and beside:
            sides[beside].append(line)
            continue
        beside = side if role == "text" else None
        if role in _REASONS:
            discards += line.text.discard(_REASONS[role])
        elif role == "note":
            notes.append(line)
        elif side:
            sides.setdefault(side, []).append(line)
        else:
            kept.append(line)
    parted = {side: tuple(own) for side, own in sides.items()}
    return Placed(tuple(kept), tuple(notes), parted, tuple(discards))


def heeded(source: Source, overrides: Mapping[int, Override]) -> frozenset[int]:
    """The lines on which the place on their page lets an editor's word count (see `part`)."""
    layout = source.layout
    if layout is None:
        return frozenset()
    if any(layout.sides):
        return frozenset(overrides)
    roles = enumerate(layout.roles, 1)
    return frozenset(number for number, role in roles if number in overrides and role in _REASONS)


def _decided(override: Override, side: Side | None) -> tuple[str, Side | None]:
    if override.role in _OUTSIDE:
        return {"furniture": "menu", "note": "note"}.get(override.role, "text"), None
    chosen: dict[str | None, Side] = {"old": "old", "new": "new"}
    return "text", chosen.get(override.side, side)


def definitions(lines: Iterable[Piece]) -> tuple[list[Definition], list[Piece]]:
    """The notes that stand in lines known to be notes, and the lines before the first mark."""
    found: list[Definition] = []
    loose: list[Piece] = []
    for line in lines:
        if not line.text:
            continue
        opened = announced(line)
        if opened:
            found.append(opened)
        elif found:
            last = found[-1]
            pieces = (*last.pieces, line)
            found[-1] = Definition(last.key, last.mark, last.marker, pieces, last.line)
        else:
            loose.append(line)
    return found, loose


def column_lines(
    source: Source,
    sides: Mapping[Side, Sequence[Line]],
    articles: Mapping[Side, Sequence[Article]],
    overrides: Mapping[int, Override],
) -> tuple[ColumnLine, ...]:
    """How each line of the columns was read, in the order of the source."""
    told: list[ColumnLine] = []
    for side, lines in sides.items():
        paths: dict[int, tuple[str, str]] = {}
        edition: str | None = None
        for article in articles.get(side, ()):
            edition = article.edition
            for number in source.lines_of(article.title) if article.title else ():
                paths[number] = ("title", "")
            for provision in article.provisions():
                for text in (provision.marker, provision.heading, provision.text, provision.tail):
                    for number in source.lines_of(text) if text else ():
                        paths.setdefault(number, ("body", provision.label.canonical))
        for line in lines:
            if not line.text:
                continue
            role, path = paths.get(line.number, ("prose", None))
            confirmed = line.number in overrides
            basis: Literal["automatic", "confirmed"] = "confirmed" if confirmed else "automatic"
            told.append(ColumnLine(line.number, role, edition, path, 1.0, basis))
    return tuple(sorted(told, key=lambda line: line.line))


def unsettled(source: Source, changes: Iterable[Change]) -> list[Doubt]:
    """The characters that may be misread and on which no correction has decided."""
    layout = source.layout
    if layout is None:
        return []
    settled = [
        _touched(change)
        for change in changes
        if change.span and change.rule.startswith("correction:") and change.cls != "proposed"
    ]
    found: list[Doubt] = []
    for doubt in layout.doubts:
        start = source.line_starts[doubt.line - 1] + doubt.start
        end = source.line_starts[doubt.line - 1] + doubt.end
        if not any(first < end and start < last for first, last in settled):
            found.append(doubt)
    return found


def doubts(source: Source, changes: Iterable[Change]) -> list[Issue]:
    """The characters that may be misread and that no correction has settled, as issues."""
    layout = source.layout
    issues: list[Issue] = []
    for doubt in unsettled(source, changes):
        words = source.line(doubt.line)[doubt.start : doubt.end]
        place = layout.place(doubt.line) if layout else None
        page = f" (pagina {place.page})" if place and layout and len(layout.pages) > 1 else ""
        issues.append(
            Issue(
                "doubtful-character",
                f"“{words}”{page}: {doubt.message}",
                doubt.line,
                remedy="Confrontare con la pagina, e confermare o correggere.",
            )
        )
    return issues


def pages_turned(source: Source) -> Iterator[Issue]:
    """The pages that lay on their side or upside down, and were turned to be read."""
    layout = source.layout
    for number, page in enumerate(layout.pages if layout else (), 1):
        if layout is None or not page.turned:
            continue
        first = (n for n, place in enumerate(layout.places, 1) if place and place.page == number)
        lies = "è capovolta" if page.turned == 180 else "sta su un fianco"
        yield Issue(
            "page-turned",
            f"La pagina {number} {lies}: è stata girata di {page.turned}° per leggerla.",
            next(first, None),
            weight="remark",
            remedy="Guardare se la pagina è letta per intero.",
        )


def links_aside(source: Source, overrides: Mapping[int, Override]) -> Iterator[Issue]:
    """The lists of links that were set aside as menus, though they may be words of the law."""
    layout = source.layout
    lines = [
        number
        for number, role in enumerate(layout.roles if layout else (), 1)
        if role == "links" and number not in overrides
    ]
    for first, last in _stretches(lines):
        words = source.line(first).strip()
        others = sum(bool(source.line(number).strip()) for number in range(first + 1, last + 1))
        more = f" e altre {others} righe" if others > 1 else " e un’altra riga" if others else ""
        yield Issue(
            "links-set-aside",
            f"“{words}”{more}: un elenco di collegamenti è stato messo da parte come menu.",
            first,
            remedy="Dire se è testo della legge, o confermare che è arredo della pagina.",
        )


def _stretches(lines: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The first and the last of neighbouring lines; a blank one between does not part them."""
    first = last = 0
    for number in lines:
        if first and number > last + 2:
            yield first, last
            first = 0
        first, last = first or number, number
    if first:
        yield first, last


def _touched(change: Change) -> tuple[int, int]:
    """The characters on which a correction decided: those that differ, or all that it kept.

    The words around them, by which their place is found, were not looked at.
    """
    if change.span is None:
        return 0, 0
    first, last = change.span.start, change.span.end
    old, new = change.before, change.after
    if old == new:
        return first, last
    while old and new and old[0] == new[0]:
        old, new, first = old[1:], new[1:], first + 1
    while old and new and old[-1] == new[-1]:
        old, new, last = old[:-1], new[:-1], last - 1
    # Something that was only put in stands at the character before it.
    return (first, last) if first < last else (max(first - 1, 0), last + 1)

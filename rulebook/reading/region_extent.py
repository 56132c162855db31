"""Where two columns stand: where the machine finds a table, looks double, or an editor says so.

A table whose end was told too early would be published as two empty articles with its own words as
prose behind them, so what the labels say is asked as well.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from rulebook.model import Issue
from rulebook.reading.articles.titles import announced_article
from rulebook.reading.columns.table import Override, find_regions

_LABEL = re.compile(r"([A-Z]|\d{1,2})[.)](?=\s|$)")
_TITLES_APART = 6
"""The titles of two columns stand no further apart than this many lines."""

_WIDER = 1.5
"""Behind its last label, a line so many times as long as any in a table is prose."""

_SIDES = ("old", "new")


@dataclass(frozen=True, slots=True)
class Extent:
    """Lines `first` to `last` of a table; `sure` tells that the machine may read it by itself."""

    first: int
    last: int
    sure: bool


@dataclass(frozen=True, slots=True)
class Extents:
    """The tables of a text, and the lines that an editor gave to a column of none."""

    tables: tuple[Extent, ...]
    unused: tuple[int, ...]


def extents(
    left: Sequence[str], raw: Sequence[str], overrides: Mapping[int, Override]
) -> Extents:
    """Where the tables of a text stand.

    Args:
        left: the lines of the source; those set aside before are empty.
        raw: all of its lines: a title that stands twice may have been set aside.
        overrides: an editor's decisions by line.

    A table that only looks double is read where an editor has placed all its lines; until then
    its `sure` is False. Lines that he placed elsewhere are a table where they hold a title and
    both columns without a gap.
    """
    doubled = _doubled(raw)
    tables: list[Extent] = []
    for first, last in find_regions(left):
        ends = [end for start, end in doubled if first <= start <= last < end]
        cut_short = not _labels(raw[first - 1 : last]) and bool(ends)
        tables.append(Extent(first, max(ends) if cut_short else last, not cut_short))
    taken = {n for table in tables for n in range(table.first, table.last + 1)}
    tables += [
        Extent(first, last, False)
        for first, last in doubled
        if taken.isdisjoint(range(first, last + 1))
    ]
    tables = [
        replace(table, sure=table.sure or not missing(raw, table.first, table.last, overrides))
        for table in sorted(tables, key=lambda table: table.first)
    ]
    taken = {n for table in tables for n in range(table.first, table.last + 1)}
    unused: list[int] = []
    for stretch in _stretches(raw, overrides, taken):
        sides = {overrides[number].side for number in stretch}
        titled = any(announced_article(raw[number - 1]) for number in stretch)
        if titled and sides.issuperset(_SIDES):
            tables.append(Extent(stretch[0], stretch[-1], True))
        else:
            unused += stretch
    return Extents(tuple(sorted(tables, key=lambda table: table.first)), tuple(sorted(unused)))


def missing(
    raw: Sequence[str], first: int, last: int, overrides: Mapping[int, Override]
) -> list[int]:
    """The lines of a table on which no editor has decided; blank ones need no word."""
    return [
        number
        for number in range(first, last + 1)
        if raw[number - 1].strip() and not _placed(overrides.get(number))
    ]


def _placed(override: Override | None) -> bool:
    return override is not None and (
        override.side is not None or override.role in ("note", "furniture", "prose")
    )


def _stretches(
    raw: Sequence[str], overrides: Mapping[int, Override], taken: set[int]
) -> Iterable[list[int]]:
    """Lines outside all tables on which an editor decided, parted where he left one out."""
    stretch: list[int] = []
    for number, text in enumerate(raw, 1):
        if number in overrides and number not in taken:
            if text.strip():
                stretch.append(number)
        elif stretch and (text.strip() or number in taken):
            yield stretch
            stretch = []
    if stretch:
        yield stretch


def _doubled(raw: Sequence[str]) -> list[tuple[int, int]]:
    """Lines that look like two interleaved articles: title and labels stand twice.

    Read as one article they would mix two editions, so they are no law until somebody parts them.
    """
    titles = [(n, number) for n, text in enumerate(raw, 1) if (number := announced_article(text))]
    found: list[tuple[int, int]] = []
    for (first, number), (second, again) in pairwise(titles):
        if number != again or second - first > _TITLES_APART or (found and first <= found[-1][1]):
            continue
        last = next((n - 1 for n, other in titles if n > second and other != number), len(raw))
        last = _before_prose(raw, second, last)
        labels = Counter(_labels(raw[first:last]))
        twice = sum(count > 1 for label, count in labels.items() if label.isupper())
        if labels["A"] > 1 and twice * 2 > sum(label.isupper() for label in labels):
            found.append((first, last))
    return found


def _before_prose(raw: Sequence[str], second: int, last: int) -> int:
    """The last line before prose: behind the last label, much wider than a cell, or blank."""
    labels = [n for n in range(second, last + 1) if _LABEL.match(raw[n - 1].strip())]
    if not labels:
        return last
    cell = max(len(text.strip()) for text in raw[second : labels[-1]])
    for number in range(labels[-1] + 1, last + 1):
        if len(raw[number - 1].strip()) > _WIDER * cell:
            last = number - 1
            break
    while last > labels[-1] and not raw[last - 1].strip():
        last -= 1
    return last


def _labels(lines: Iterable[str]) -> list[str]:
    """The labels with which lines begin."""
    return [match[1] for text in lines if (match := _LABEL.match(text.strip()))]


def unread(first: int, last: int, undecided: Sequence[int], decided: bool) -> Issue:
    """A table that stays as it stands, with the lines on which an editor has still to decide."""
    many = "Mancano le righe" if len(undecided) > 1 else "Manca la riga"
    rest = f" {many} {_ranges(undecided)}." if decided and undecided else ""
    return Issue(
        "columns-unread",
        f"Le righe da {first} a {last} sembrano due colonne intrecciate,"
        f" ma non si lasciano separare: restano come stanno.{rest}",
        first,
        weight="error",
        remedy="Assegnare tutte le righe alle colonne nella revisione,"
        " o nel file columns.toml della fonte.",
    )


def unused(lines: Sequence[int]) -> Issue:
    """Lines to which an editor gave a column though they stand in no table."""
    many = len(lines) > 1
    which = f"le righe {_ranges(lines)}" if many else f"la riga {lines[0]}"
    return Issue(
        "columns-unused",
        f"Il file columns.toml decide {which}, che non {'stanno' if many else 'sta'} in una"
        " tabella a due colonne: la decisione non ha effetto.",
        lines[0],
        weight="error",
        remedy="Decidere tutte le righe della tabella, dal titolo dell’articolo all’ultima,"
        " con righe di tutt’e due le colonne; o togliere la voce.",
    )


def _ranges(lines: Sequence[int]) -> str:
    """Numbers of lines for a reader: `8, 10–12`."""
    runs: list[list[int]] = []
    for line in lines:
        if runs and line == runs[-1][-1] + 1:
            runs[-1].append(line)
        else:
            runs.append([line])
    return ", ".join(f"{run[0]}–{run[-1]}" if len(run) > 1 else str(run[0]) for run in runs)

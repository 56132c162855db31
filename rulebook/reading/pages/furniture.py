"""What stands on a page without being part of its text is set aside, with a reason.

Buttons and notices are known by their words, running headers by their return, page numbers by
their series and surroundings, a doubled first line by the lines that follow it.
Where nothing proves it, the line stays and a change is proposed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rulebook.model import Change, Issue
from rulebook.reading.mending.clean import Line
from rulebook.reading.pages import (
    notices as page_notices,
)
from rulebook.reading.pages import (
    numbers as page_numbers,
)
from rulebook.reading.pages import (
    running as page_running,
)
from rulebook.reading.pages import (
    strays as page_strays,
)
from rulebook.reading.pages import (
    words as page_words,
)
from rulebook.reading.pages.numbers import Caught
from rulebook.reading.pages.rows import Row, interrupted, rows_of
from rulebook.reading.pages.words import Vocabulary
from rulebook.text import Discard, Text, join

PAGE_NUMBER = "page-number"
RUNNING = "running-header"
FURNITURE = "furniture"
DUPLICATE = "duplicate-line"
RULE = "rule"

_UNPROVEN = "può essere un numero di pagina, ma nessuna serie lo prova"
_CUTS = "taglia una frase: può essere una testata, ma niente lo prova"
_FOOTER = 16
_LEAST_WORDS = 4


@dataclass(frozen=True, slots=True)
class Furniture:
    """The lines that are text, and what was set aside; `page_breaks` are the numbers of lines
    in front of which a page ended."""

    kept: tuple[Line, ...]
    discards: tuple[Discard, ...] = ()
    changes: tuple[Change, ...] = ()
    issues: tuple[Issue, ...] = ()
    page_breaks: frozenset[int] = frozenset()


def split_furniture(lines: Sequence[Line], vocabulary: Vocabulary | None = None) -> Furniture:
    """Part the text of a page from its furniture.

    `lines` are cleaned; `vocabulary` defaults to the package's own.
    Reasons of the discards: page-number, running-header, furniture, duplicate-line, rule.
    Every line is either kept or discarded; blank lines around a page end that cuts a sentence
    are left out, since they hold nothing.
    """
    vocabulary = vocabulary or page_words.load()
    rows = rows_of(lines, vocabulary)
    reasons: dict[int, str] = {}
    for reason, find in (
        (RULE, page_notices.rules),
        (FURNITURE, page_notices.notices),
        (DUPLICATE, page_notices.doubled),
    ):
        found = find(rows, vocabulary)
        reasons.update((rows[position].index, reason) for position in found)
        rows = [row for position, row in enumerate(rows) if position not in found]

    numbers = page_numbers.candidates(rows)
    places = frozenset(number.position for number in numbers if number.form != "roman")
    running = page_running.running_rows(rows, vocabulary, places)
    strays = page_strays.heads(rows, running | places, vocabulary)
    running |= strays.sure
    verdicts = page_numbers.verdicts(rows, numbers, running, vocabulary)
    pages = {position for position, verdict in verdicts.items() if verdict == "page"}
    reasons.update((rows[position].index, RUNNING) for position in running)
    reasons.update((rows[position].index, PAGE_NUMBER) for position in pages)
    aside = running | pages
    text_rows = [row for position, row in enumerate(rows) if position not in aside]
    numbers_left = [number for number in numbers if number.position in pages]

    twice = _printed_twice(rows, aside)
    reasons.update((rows[position].index, DUPLICATE) for position in twice)
    text_rows = [row for row in text_rows if row.index not in reasons]
    caught = _caught(rows, text_rows, numbers_left, vocabulary)

    changes = [
        _proposal(rows[p].line, 0, len(rows[p].text))
        for p, verdict in sorted(verdicts.items())
        if verdict == "doubt"
    ]
    changes += [
        _proposal(rows[p].line, 0, len(rows[p].text), RUNNING, _CUTS)
        for p in sorted(strays.doubtful)
    ]
    missing = page_strays.between(rows, numbers_left, running, vocabulary)
    changes += [_proposal(rows[m.position].line, m.start, m.stop) for m in missing]
    discards = [
        discard
        for index, reason in reasons.items()
        for discard in lines[index].text.discard(reason)
    ]
    mended: dict[int, Line] = {}
    for row, inside in caught:
        proven = [place for place in inside if place.proven]
        changes.extend(_proposal(row.line, p.start, p.stop) for p in inside if not p.proven)
        if proven:
            mended[row.index], taken = _without(row.line, proven)
            discards.extend(taken)
    breaks, blanks = _page_breaks(lines, rows, aside | twice)
    kept = tuple(
        mended.get(index, line)
        for index, line in enumerate(lines)
        if index not in reasons and index not in blanks
    )
    return Furniture(
        kept,
        tuple(sorted(discards, key=lambda discard: discard.span)),
        tuple(sorted(changes, key=lambda change: change.line)),
        (),
        breaks,
    )


def restored(freed: Furniture, lines: Sequence[Line], wanted: frozenset[int]) -> Furniture:
    """Put back lines that were set aside whole: those of the numbers that somebody wants read."""
    kept = {line.number for line in freed.kept}
    back = [line for line in lines if line.number in wanted - kept and line.text]
    spans = [run.span for line in back for run in line.text.runs]
    return replace(
        freed,
        kept=tuple(sorted((*freed.kept, *back), key=lambda line: line.number)),
        discards=tuple(
            discard for discard in freed.discards
            if not any(span.start <= discard.span.start < span.end for span in spans)
        ),
    )


def _printed_twice(rows: Sequence[Row], aside: Iterable[int]) -> frozenset[int]:
    """The first row of a page that repeats the last row of the page before."""
    outside = frozenset(aside)
    found: set[int] = set()
    before: Row | None = None
    crossed = False
    for position, row in enumerate(rows):
        crossed = crossed or row.line.page
        if position in outside:
            crossed = True
            continue
        again = crossed and before is not None and before.text == row.text and not row.game
        if again and len(page_notices.compared(row.text)) >= _LEAST_WORDS:
            found.add(position)
            continue
        before, crossed = row, False
    return frozenset(found)


def _caught(
    rows: Sequence[Row],
    text_rows: Sequence[Row],
    alone: Sequence[page_numbers.Candidate],
    vocabulary: Vocabulary,
) -> list[tuple[Row, list[Caught]]]:
    merged = sorted(
        [*text_rows, *(rows[number.position] for number in alone)], key=lambda row: row.index
    )
    place = {row.index: position for position, row in enumerate(merged)}
    moved = [replace(n, position=place[rows[n.position].index]) for n in alone]
    barred = {number.position for number in moved}
    by_row: dict[int, list[Caught]] = {}
    for found in page_numbers.caught(merged, moved, vocabulary):
        if found.position not in barred:
            by_row.setdefault(found.position, []).append(found)
    return [(merged[position], inside) for position, inside in sorted(by_row.items())]


def _without(line: Line, places: Sequence[Caught]) -> tuple[Line, list[Discard]]:
    """The line without some numbers; one of the two spaces around each goes with it."""
    pieces: list[Text] = []
    discards: list[Discard] = []
    at = 0
    removed: list[tuple[int, int]] = []
    whole = str(line.text)
    for place in places:
        pieces.append(line.text[at : place.start])
        discards.extend(line.text[place.start : place.stop].discard(PAGE_NUMBER))
        at = place.stop
        if whole[at : at + 1] == " ":
            at += 1
        removed.append((place.start, at))
    pieces.append(line.text[at:])
    text = join(pieces).strip()[1]
    breaks = tuple(
        position - sum(stop - start for start, stop in removed if stop <= position)
        for position in line.breaks
        if not any(start <= position < stop for start, stop in removed)
    )
    return replace(line, text=text, breaks=tuple(b for b in breaks if b < len(text))), discards


def _page_breaks(
    lines: Sequence[Line], rows: Sequence[Row], aside: Iterable[int]
) -> tuple[frozenset[int], frozenset[int]]:
    """Numbers of the lines that begin a page, and indices of blank lines that a page end left."""
    outside = frozenset(aside)
    breaks: set[int] = set()
    blanks: set[int] = set()
    before: Row | None = None
    crossed = False
    footer: set[str] = set()
    begin = 0
    for position, row in enumerate(rows):
        crossed = crossed or row.line.page
        if position in outside:
            # The first line that comes again begins the footer of the next page.
            words = re.sub(r"\d+", "#", row.text)
            if words in footer or not footer or row.number - begin > _FOOTER:
                footer, begin = set(), row.number
            footer.add(words)
            # Lines threaded into a footer stand before the page end, not after it.
            breaks.difference_update(range(begin, row.number))
            crossed = True
            continue
        if crossed and before is not None:
            breaks.add(row.number)
            if interrupted(before, row):
                blanks.update(
                    index for index in range(before.index + 1, row.index) if not lines[index].text
                )
        before, crossed = row, False
    return frozenset(breaks), frozenset(blanks)


def _proposal(
    line: Line, start: int, stop: int, rule: str = PAGE_NUMBER, why: str = _UNPROVEN
) -> Change:
    span = line.text[start:stop].start
    text = str(line.text)
    low, high = max(0, start - 30), min(len(text), stop + 30)
    before = text[low:high]
    after = " ".join((text[low:start].rstrip(), text[stop:high].lstrip())).strip()
    return Change(
        line.number,
        before,
        after,
        rule,
        "proposed",
        why,
        span,
    )

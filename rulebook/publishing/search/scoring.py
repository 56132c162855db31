"""The one scoring: integers throughout, so that every engine puts the same hits in the same order.

A record's points are made of its units, a unit being a term or a name of the lexicon in the query:

    unit       idf · sat(f) / 1000, with f = places in the text, heading and headings above
    + pairs    of neighbours in the query that are neighbours in the record
    + heading  as far as the query and the heading cover each other
    × coverage the share of the query's weight that the record has
    × kind     and × edition, where the query names a year

Terms of the lexicon lend a part of their points to the provisions they govern. A provision that
the query asks for by number stands before everything else. Equal points: the order of records.
`assets/search/scoring.js` is the same in JavaScript; `docs/search.md` has the reasons.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rulebook.publishing.search.expand import SYNONYM
from rulebook.publishing.search.table import Table
from rulebook.publishing.search.words import FULL_WEIGHT

FIRST = 1_000_000
"""Points of the first provision asked for; what is found by words never has so many."""

IN_HEADING, ABOVE, IN_TEXT = 2600, 500, 10
"""What a place is worth: in the heading, in a heading above, and in the text for each hundredth."""

SATURATION = 1200
PAIR, NEAR = 60, 30
HEADING = 120
"""What neighbours add of their weight, and a heading of the query's, in hundredths."""

NAMED, FROM_ABOVE = 85, 70
"""How far another name, and a heading above, cover a term, in hundredths."""

LENT = {"term": 55, "situation": 20}
LENT_LATER, LENT_NEAR, LENT_TITLED = (100, 85, 75, 68, 62, 58, 55), 70, 90
"""What a term or a situation lends of its points, and of that to the first provision, the second …;
to the nearest where the corpus lacks the one that is named; to a text with its name as heading."""

MOST_LENDING = 8

LENDS_FROM = 500
"""The coverage, in thousandths, from which a term of the lexicon lends."""

MOST_CARDS, CARD_BESIDE, CARD_CLOSE, CARD_ASKED = 2, 80, 380, 200
"""How many situations are named before the hits; from which share, in hundredths, of the
likeliest one's closeness another is named beside it; the least closeness; and what counts beside
the share of a name that the query has. The last two in thousandths."""

ASKED, BELOW_ASKED, OF_YEAR = 80, 180, 250
"""Beside other words: what a provision asked for gets, and what it and those below multiply by;
what records of an edition multiply by whose year is typed."""

UNHELD = 30
OLDER = 95
"""What the text of an article multiplies by, in hundredths, where that of a newer edition is held:
of two that answer alike, the newer comes first."""

FLAGGED = 92
"""What a passage of a guide multiplies by, in hundredths, from which the Code departs: of what
answers alike, the law and the situations come first."""

LEAST_COVERAGE, LEAST_POINTS = 50, 12
"""In hundredths of the best: what covers or has less is no hit."""

KINDS = {
    "provision": 100, "article": 100, "guide": 96, "situation": 60, "letter": 84,
    "commentary": 80, "term": 55,
}


Places = Mapping[int, Sequence[int]]
"""Positions by record."""


@dataclass
class Found:
    """What was found of a term or of a concept.

    `total` is its weight in the query. By record: `worth` in points, the `titled` quality in the
    heading, and its `places`, not sorted; what has a worth but no place has it from above.
    """

    total: int
    worth: dict[int, int] = field(default_factory=dict)
    titled: dict[int, int] = field(default_factory=dict)
    places: dict[int, list[int]] = field(default_factory=dict)


def idf_of(count: int, size: int) -> int:
    """How rare a word is: the binary logarithm of the share of records, in hundredths, at least 10.

    The rounding hides that two libraries may differ in the last binary digit of a logarithm.
    """
    return max(10, math.floor(100 * math.log2((size + 1) / max(1, count)) + 0.5))


def find(
    sources: Iterable[tuple[Places, int]], table: Table, *, weight: int = FULL_WEIGHT,
    total: int | None = None,
) -> Found:
    """What a term or a concept is worth in each record.

    Args:
        sources: where each of its words stands, with the quality of the word in hundredths;
            a word of no quality has places and no worth.
        weight: what it counts in the query, in hundredths.
        total: its weight in the query, where that does not follow from how rare it is.
    """
    sources = list(sources)
    best = max((quality for _, quality in sources), default=0)
    texts: dict[int, int] = {}
    titled: dict[int, int] = {}
    places: dict[int, list[int]] = {}
    counted: set[int] = set()
    for by_record, quality in sources:
        for record, positions in by_record.items():
            heading = table.heading[record]
            for position in positions:
                if position < heading:
                    titled[record] = max(titled.get(record, 0), quality)
                else:
                    texts[record] = texts.get(record, 0) + quality
            places.setdefault(record, []).extend(positions)
        if quality >= SYNONYM or best < SYNONYM:
            counted.update(by_record)
    if total is None:
        total = max(1, idf_of(len(counted), table.size) * weight // FULL_WEIGHT)
    found = Found(total, {}, titled, places)
    above = _above(titled, table)
    for record in {*places, *above}:
        amount = (
            texts.get(record, 0) * IN_TEXT * 256 // table.norm[record]
            + titled.get(record, 0) * IN_HEADING // 100
            + above.get(record, 0) * ABOVE // 100
        )
        found.worth[record] = total * (amount * 2200 // (amount + SATURATION)) // 1000
    return found


def _above(titled: Mapping[int, int], table: Table) -> dict[int, int]:
    """The quality that each record has from the headings above it."""
    found: dict[int, int] = {}
    for record, quality in titled.items():
        for below in range(record + 1, table.end[record]):
            found[below] = max(found.get(below, 0), quality)
    return found


def neighbours(left: Sequence[int], right: Sequence[int], distance: int) -> int:
    """Whether two terms stand together in a record as in the query: PAIR, NEAR or 0."""
    best = 0
    after = sorted(right)
    for position in left:
        for other in after:
            if other > position + distance + 2:
                break
            if other == position + distance:
                return PAIR
            if other > position:
                best = NEAR
    return best

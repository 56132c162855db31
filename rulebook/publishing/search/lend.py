"""The lexicon and the situations lend: what a query means gives points to what it names.

`assets/search/lend.js` is the same in JavaScript.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from rulebook.publishing.search import scoring
from rulebook.publishing.search.concepts import places_of
from rulebook.publishing.search.records import LENDERS

if TYPE_CHECKING:
    from rulebook.publishing.search.rank import Run


def lend(run: Run) -> None:
    """Let terms and situations lend to what governs them or is titled so, and stand behind it."""
    lent: dict[int, int] = {}
    behind: list[tuple[int, list[int]]] = []
    records = run.ranker.records
    for term in _lending(run):
        loan = run.points[term] * scoring.LENT[run.ranker.records[term].kind] // 100
        shares = (*run.ranker.lends[term], *_titled_so(run, term))
        for record, share in shares:
            part = run.fitted(record, loan * share // 100)
            lent[record] = max(lent.get(record, 0), part)
        if _speaks_of_held(run, term):
            behind.append((term, [record for record, _ in shares]))
    for record, part in lent.items():
        run.points[record] = run.points.get(record, 0) + part
        run.coverage[record] = max(run.coverage.get(record, 0), scoring.LENDS_FROM)
    for term, named in behind:
        held = [run.points[at] for at in named if records[at].status != "missing"]
        if held:
            run.points[term] = min(run.points[term], max(held) - 1)


def _speaks_of_held(run: Run, term: int) -> bool:
    """Whether the text of what a term or a situation names first is held in some edition.

    Where it is in none, what else it names says less than itself, and comes after it.
    """
    whole = scoring.LENT_LATER[0]
    first = (whole, whole * scoring.LENT_NEAR // 100)
    return any(
        share in first and run.ranker.records[record].status != "missing"
        for record, share in run.ranker.lends[term]
    )


def _lending(run: Run) -> list[int]:
    """The terms and situations that the query means, the likeliest first."""
    terms = [
        term for term in run.ranker.lends
        if run.coverage.get(term, 0) >= scoring.LENDS_FROM
    ]
    terms.sort(key=lambda term: (-run.points[term], term))
    return terms[: scoring.MOST_LENDING]


def _titled_so(run: Run, term: int) -> Iterator[tuple[int, int]]:
    """The texts with a name of a term in their heading, with the share that it has of it."""
    table = run.table
    for keys in run.ranker.names.italian[term]:
        for record, positions in places_of(keys, table.vocabulary, run.postings)[0].items():
            titled = any(position < table.heading[record] for position in positions)
            if titled and run.ranker.records[record].kind not in LENDERS:
                strong = max(table.strong[record], len(keys))
                yield record, scoring.LENT_TITLED * len(keys) // strong

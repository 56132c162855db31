"""Which provision of one edition became which of another, as data."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from rulebook.model import Comparison, PairBasis, PairChange
from rulebook.publishing.data.encoding import lines_json

VERSION = 1
"""The version of the form: it grows when a field goes or means something else."""


class ConcordanceRow(Struct, frozen=True, forbid_unknown_fields=True):
    """Provisions that correspond; one side is empty where a rule came or went."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    change: PairChange
    score: float
    basis: PairBasis
    flags: tuple[str, ...]


class ConcordanceData(Struct, frozen=True, forbid_unknown_fields=True):
    """The concordance of two editions."""

    version: int
    old_edition: str
    new_edition: str
    rows: tuple[ConcordanceRow, ...]


def concordance_files(comparisons: Iterable[Comparison]) -> dict[str, bytes]:
    """A file for any two editions that were compared: `data/concordanza-1997-2007.json`."""
    found: dict[tuple[str, str], dict[ConcordanceRow, None]] = {}
    for comparison in comparisons:
        rows = found.setdefault((comparison.old_edition, comparison.new_edition), {})
        for pair in comparison.pairs:
            rows[ConcordanceRow(
                tuple(map(str, pair.old)), tuple(map(str, pair.new)), pair.change,
                round(pair.score, 3), pair.basis, pair.flags,
            )] = None
    return {
        f"data/concordanza-{old}-{new}.json": lines_json(
            ConcordanceData(VERSION, old, new, tuple(rows)), "rows"
        )
        for (old, new), rows in sorted(found.items())
    }

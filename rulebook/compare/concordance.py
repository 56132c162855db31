"""Where a provision of one edition stands in another, both ways."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from rulebook.label import Label
from rulebook.model import PairBasis, PairChange


@dataclass(frozen=True, slots=True)
class Row:
    """Provisions that correspond; one side is empty for inserted and repealed."""

    old: tuple[Label, ...]
    new: tuple[Label, ...]
    change: PairChange
    score: float
    basis: PairBasis


@dataclass(frozen=True, slots=True)
class Lead:
    """Where to go from a provision: no targets and no change mean that nothing is known."""

    targets: tuple[Label, ...] = ()
    change: PairChange | None = None


@dataclass(frozen=True)
class Concordance:
    """All provisions of two editions that were compared, in the order of the newer one.

    `rows` are provisions, articles included; what stands in no row was not compared, because its
    article is not held, or cut off, in one of the editions.
    """

    old_edition: str
    new_edition: str
    rows: tuple[Row, ...]

    def forward(self, label: Label) -> tuple[Label, ...]:
        """The newer provisions that hold an old rule; empty when repealed or unknown."""
        return self.lead_forward(label).targets

    def back(self, label: Label) -> tuple[Label, ...]:
        """The older provisions that held a new rule; empty when new or unknown."""
        return self.lead_back(label).targets

    def lead_forward(self, label: Label) -> Lead:
        """Where an old provision leads, with the kind of change."""
        return self._forward.get(label, Lead())

    def lead_back(self, label: Label) -> Lead:
        """Where a new provision comes from, with the kind of change."""
        return self._back.get(label, Lead())

    @cached_property
    def _forward(self) -> dict[Label, Lead]:
        return _leads((label, row.new, row.change) for row in self.rows for label in row.old)

    @cached_property
    def _back(self) -> dict[Label, Lead]:
        return _leads((label, row.old, row.change) for row in self.rows for label in row.new)


def _leads(found: Iterable[tuple[Label, tuple[Label, ...], PairChange]]) -> dict[Label, Lead]:
    leads: dict[Label, Lead] = {}
    for label, targets, change in found:
        leads.setdefault(label, Lead(targets, change))
    return leads

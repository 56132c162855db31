"""The identity of a rule across editions, from what was compared.

A rule is named by the oldest provision that is known to hold it: `1997:27B1(b)`. Provisions of one
name correspond; where a rule was divided or joined, its parts share the name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulebook.label import Label
from rulebook.model import Comparison

Provision = tuple[str, Label]
"""The id of an edition, and a provision in it."""


class Rules:
    """Which provisions of the editions are the same rule."""

    def __init__(self, comparisons: Iterable[Comparison]) -> None:
        self._above: dict[Provision, Provision] = {}
        for comparison in comparisons:
            self._join(comparison)

    def name(self, edition: str, label: Label) -> str:
        """The rule that a provision holds: `1997:27B1(b)`."""
        oldest, first = self._root((edition, label))
        return f"{oldest}:{first}"

    def _join(self, comparison: Comparison) -> None:
        for one, other in _same(comparison):
            low, high = sorted((self._root(one), self._root(other)))
            if low != high:
                self._above[high] = low

    def _root(self, provision: Provision) -> Provision:
        while provision in self._above:
            provision = self._above[provision]
        return provision


def _same(comparison: Comparison) -> Iterator[tuple[Provision, Provision]]:
    """Pairs of provisions that hold one rule; the article itself where it kept its number."""
    old, new = comparison.old_edition, comparison.new_edition
    for pair in comparison.pairs:
        if pair.old and pair.new:
            first = (old, pair.old[0])
            yield from ((first, (old, label)) for label in pair.old[1:])
            yield from ((first, (new, label)) for label in pair.new)
    here = Label(comparison.number)
    stayed = any(
        any(label in here for label in pair.old) and any(label in here for label in pair.new)
        for pair in comparison.pairs
    )
    moved = any(here in (*pair.old, *pair.new) for pair in comparison.pairs)
    if stayed and not moved:
        yield (old, here), (new, here)

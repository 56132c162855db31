"""Which rules changed number, as the editors assert it: no text that is held says so.

A comparison finds where the rules of two texts went; of articles that are not held in both
editions only the editors can say it. Of a provision that they do not name nothing is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from rulebook.label import Label
from rulebook.model import MovedRule


@dataclass(frozen=True, slots=True)
class Move:
    """A rule as seen from one of two editions; None on the side that does not have it."""

    here: Label | None
    there: Label | None
    reason: str


@dataclass(frozen=True)
class Moves:
    """What the editors assert of rules that changed number.

    `editions` are the ids known, the oldest first: a rule is followed through those in between.
    """

    rules: tuple[MovedRule, ...] = ()
    editions: tuple[str, ...] = ()

    def seen(self, edition: str, other: str) -> tuple[Move, ...]:
        """The rules between two editions, as one sees them from the first."""
        if edition > other:
            return tuple(Move(m.there, m.here, m.reason) for m in self.seen(other, edition))
        return self._seen.get((edition, other), ())

    def of(self, edition: str, label: Label, other: str) -> tuple[Move, ...]:
        """Where the rule of exactly this provision stands in another edition."""
        return tuple(move for move in self.seen(edition, other) if move.here == label)

    def other_rule(self, edition: str, label: Label, other: str) -> tuple[Move, ...]:
        """What a label names in another edition, where that is another rule; () where it is not.

        Without an assertion about the label over there nobody knows whether there is one.
        """
        if any(move.there == label for move in self.of(edition, label, other)):
            return ()
        return tuple(move for move in self.seen(edition, other) if move.there == label)

    def about(self, label: Label) -> tuple[MovedRule, ...]:
        """The assertions about a provision, what holds it, and what it holds, in any edition."""
        return tuple(
            rule for rule in self.rules
            if any(end and (end in label or label in end) for end in (rule.old, rule.new))
        )

    @cached_property
    def couples(self) -> tuple[tuple[str, str], ...]:
        """The editions of which something is asserted, two by two, older first."""
        return tuple(sorted({(rule.old_edition, rule.new_edition) for rule in self.rules}))

    @cached_property
    def _seen(self) -> dict[tuple[str, str], tuple[Move, ...]]:
        found: dict[tuple[str, str], tuple[Move, ...]] = {}
        for rule in self.rules:
            couple = rule.old_edition, rule.new_edition
            found[couple] = (*found.get(couple, ()), Move(rule.old, rule.new, rule.reason))
        for start, old in enumerate(self.editions):
            for between, new in zip(
                self.editions[start + 1 :], self.editions[start + 2 :], strict=False
            ):
                first, then = found.get((old, between), ()), found.get((between, new), ())
                known = found.get((old, new), ())
                found[old, new] = (*known, *_through(first, then, known))
        return found


def _through(
    first: tuple[Move, ...], then: tuple[Move, ...], known: tuple[Move, ...]
) -> Iterator[Move]:
    """Two steps as one; a rule that one of them does not name cannot be followed."""
    told = {(move.here, move.there) for move in known}
    gone = (Move(move.here, None, move.reason) for move in first if move.there is None)
    come = (Move(None, move.there, move.reason) for move in then if move.here is None)
    both = (
        Move(one.here, two.there, f"{one.reason} {two.reason}")
        for one in first for two in then if one.there is not None and one.there == two.here
    )
    for move in (*both, *gone, *come):
        end = (move.here, move.there)
        if end not in told and end != (None, None):
            told.add(end)
            yield move

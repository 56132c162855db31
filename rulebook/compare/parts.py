"""One rule that became several, and several that became one.

A rule is split where two or more rules of the other edition are made of different stretches of
it, or where its heading went to a holder and its text to a provision below.
Looked at from the other edition, a split is a merger.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import LCSseq

from rulebook.compare.align import Alignment
from rulebook.compare.features import Unit, likeness

_COVERED = 0.5
_COVERED_ELSEWHERE = 0.75
_BETTER = 0.25
_OWN = 0.6
_WORDS = 4
_RUN = 2
_HEADING = 0.35

Hold = Callable[[Unit], float]
"""How firmly a provision is placed: 0 when free, its likeness when paired, else infinite."""


@dataclass(frozen=True, slots=True)
class _Search:
    """One direction of the search: wholes in one edition, parts in the other."""

    partner: Mapping[Unit, Unit]
    near: Mapping[Unit, Sequence[Unit]]
    part_hold: Hold
    used: set[Unit]

    def parts(self, whole: Unit) -> list[Unit]:
        """The provisions that the whole was divided into; fewer than two are none."""
        own = self.partner.get(whole)
        if own in self.used:
            own = None
        parts = self._stretches(whole, own)
        body = parts or ([own] if own else [])
        holder = self._holder(whole, body)
        if holder:
            return [holder, *body]
        return parts

    def _stretches(self, whole: Unit, own: Unit | None) -> list[Unit]:
        """Provisions made of different stretches of the whole."""
        parts = [own] if own else []
        taken = _places(whole, own) if own else set()
        ranked: list[tuple[float, Unit, set[int]]] = []
        for part in self.near.get(whole, ()):
            if part is own or part in self.used or len(part.body) < _WORDS or part.children:
                continue
            places = _places(whole, part)
            covered = _weight(whole, places) / (sum(part.body_weights) or 1.0)
            home = part.label.article == whole.label.article
            hold = self.part_hold(part)
            if covered < (_COVERED if home else _COVERED_ELSEWHERE):
                continue
            if not hold or covered >= hold + _BETTER:
                ranked.append((covered, part, places))
        for _, part, places in sorted(ranked, key=lambda r: (-r[0], r[1].index)):
            fresh = places - taken
            if len(fresh) >= _WORDS and _weight(whole, fresh) >= _OWN * _weight(whole, places):
                parts.append(part)
                taken |= places
        if own is None and _weight(whole, taken) < _COVERED * sum(whole.body_weights):
            return []
        return parts if len(parts) > 1 else []

    def _holder(self, whole: Unit, parts: Sequence[Unit]) -> Unit | None:
        """A holder without text that took the heading of the whole, while a part took its text."""
        for part in parts:
            holder = part.parent
            if holder is None or not holder.label.path or not holder.empty:
                continue
            if holder in self.used or holder in parts or self.part_hold(holder):
                continue
            if not holder.head and not whole.head:
                if holder.label == whole.label:
                    return holder
                continue
            like = likeness(whole.head, whole.head_weights, holder.head, holder.head_weights)
            if max(like.of_old, like.of_new, like.ordered) >= _HEADING:
                return holder
        return None


def splits(found: Alignment, old_hold: Hold, new_hold: Hold) -> dict[Unit, list[Unit]]:
    """Old provisions with the two or more new ones that they became."""
    return _wholes(found.old.units, old_hold, _Search(found.forward, found.near, new_hold, set()))


def mergers(found: Alignment, old_hold: Hold, new_hold: Hold) -> dict[Unit, list[Unit]]:
    """New provisions with the two or more old ones that they were made of."""
    near: dict[Unit, list[Unit]] = {}
    for old, news in found.near.items():
        for new in news:
            near.setdefault(new, []).append(old)
    return _wholes(found.new.units, new_hold, _Search(found.back, near, old_hold, set()))


def _wholes(wholes: Iterable[Unit], hold: Hold, search: _Search) -> dict[Unit, list[Unit]]:
    found: dict[Unit, list[Unit]] = {}
    for whole in wholes:
        if whole.empty or hold(whole) == float("inf"):
            continue
        parts = search.parts(whole)
        if parts:
            found[whole] = sorted(parts, key=lambda part: part.index)
            search.used.update(parts)
    return found


def _places(whole: Unit, part: Unit) -> set[int]:
    """The words of the whole that stand in a part, in runs: single words prove nothing."""
    blocks = LCSseq.editops(whole.body, part.body).as_matching_blocks()
    return {b.a + k for b in blocks if b.size >= _RUN for k in range(b.size)}


def _weight(unit: Unit, places: Iterable[int]) -> float:
    return sum(unit.body_weights[place] for place in places)

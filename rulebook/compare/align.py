"""Which provision of one edition is which of another: by what they say, not by their numbers.

Rounds of best-first pairing; each round knows the pairs of the one before, so that parents and
neighbours speak for a pair. A provision whose words say too little is paired only by the
provisions that it holds. A label is a hint among equals and never a reason.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rulebook.compare.candidates import candidates, identical
from rulebook.compare.features import Side, Unit, content, likeness

_ROUNDS = 3
_FLOOR = 0.34
_FLOOR_ELSEWHERE = 0.55
_SAME_LABEL = 0.06
_SAME_STEP = 0.02
_SAME_PARENT = 0.06
_SAME_NEIGHBOUR = 0.03
_HELD = 0.5
_HELD_NAMESAKE = 0.3

Taken = tuple[frozenset[Unit], frozenset[Unit]]
"""Provisions of the old and of the new edition about which is decided elsewhere."""


@dataclass
class Alignment:
    """Pairs of provisions, both ways, with how alike they are.

    `near` are the new provisions that share telling words with an old one; `kin` are provisions
    that belong together without being a pair: parts of a split or merged rule.
    """

    old: Side
    new: Side
    near: Mapping[Unit, Sequence[Unit]]
    kin: Mapping[Unit, Sequence[Unit]] = field(default_factory=dict)
    forward: dict[Unit, Unit] = field(default_factory=dict)
    back: dict[Unit, Unit] = field(default_factory=dict)
    scores: dict[Unit, float] = field(default_factory=dict)

    def pair(self, old: Unit, new: Unit, score: float) -> None:
        """Put two provisions together."""
        self.forward[old], self.back[new], self.scores[old] = new, old, score

    def free(self, old: Unit, new: Unit) -> bool:
        """Whether neither has a partner yet."""
        return old not in self.forward and new not in self.back

    def correspond(self, old: Unit | None, new: Unit | None) -> bool:
        """Whether two holders are the same; articles are by number until they pair."""
        if old is None or new is None:
            return old is new
        if old in self.forward or new in self.back:
            return self.forward.get(old) is new
        return not old.label.path and old.label == new.label


class Aligner:
    """Two editions with everything scored that is worth a look, ready to be paired."""

    def __init__(
        self, old: Side, new: Side, taken: Taken, given: Iterable[tuple[Unit, Unit]]
    ) -> None:
        """Score the candidates.

        Args:
            taken: provisions about which a person has decided; they are left alone.
            given: pairs that a person decided, which speak for their parents and neighbours.
        """
        self.old, self.new = old, new
        self._given = [(a, b, content(a, b)) for a, b in given]
        self._same = {
            a: b for a, b in identical(old, new).items() if a not in taken[0] and b not in taken[1]
        }
        settled = taken[0] | self._same.keys(), taken[1] | set(self._same.values())
        self.near = candidates(old, new, *settled)
        self._scored = [
            (score, unit, other)
            for unit, others in self.near.items()
            for other in others
            if not (_holds(unit) or _holds(other))
            and (score := content(unit, other)) >= _floor(unit, other)
        ]

    def pairs(self, taken: Taken, kin: Mapping[Unit, Sequence[Unit]] | None = None) -> Alignment:
        """Pair one to one what is not taken.

        Args:
            taken: provisions about which is decided, by a person or as parts of others.
            kin: where such provisions went, which speaks for their parents.
        """
        current = self._start(taken, kin or {})
        for _ in range(_ROUNDS):
            following = self._start(taken, kin or {})
            ranked = [
                (score + _hint(a, b, current), score, a, b)
                for score, a, b in self._scored
                if following.free(a, b) and a not in taken[0] and b not in taken[1]
            ]
            ranked.sort(key=lambda r: (-r[0], r[2].index, r[3].index))
            for _, score, a, b in ranked:
                if following.free(a, b):
                    following.pair(a, b, score)
            _pair_holders(following, taken)
            current = following
        _pair_wordless(current, taken)
        return current

    def _start(self, taken: Taken, kin: Mapping[Unit, Sequence[Unit]]) -> Alignment:
        found = Alignment(self.old, self.new, self.near, kin)
        for a, b, score in self._given:
            found.pair(a, b, score)
        for a, b in self._same.items():
            if a not in taken[0] and b not in taken[1]:
                found.pair(a, b, 1.0)
        return found


def _floor(old: Unit, new: Unit) -> float:
    return _FLOOR if old.label.article == new.label.article else _FLOOR_ELSEWHERE


def _holds(unit: Unit) -> bool:
    """Whether what a provision holds says which one it is: it has no text of its own."""
    return unit.empty and (bool(unit.children) or not unit.label.path)


def _hint(old: Unit, new: Unit, known: Alignment) -> float:
    """What speaks for a pair beside its words."""
    value = 0.0
    if old.label == new.label:
        value += _SAME_LABEL
    elif old.label.path[-1:] == new.label.path[-1:]:
        value += _SAME_STEP
    if known.correspond(old.parent, new.parent):
        value += _SAME_PARENT
    for step in (-1, 1):
        a, b = _neighbour(old, step), _neighbour(new, step)
        if a and b and known.forward.get(a) is b:
            value += _SAME_NEIGHBOUR
    return value


def _neighbour(unit: Unit, step: int) -> Unit | None:
    siblings = unit.parent.children if unit.parent else []
    at = unit.place + step
    return siblings[at] if 0 <= at < len(siblings) else None


def _pair_holders(found: Alignment, taken: Taken) -> None:
    """Pair provisions by what they hold, the innermost first."""
    levels: dict[int, list[Unit]] = {}
    for holder in found.old.units:
        if holder.children and holder not in found.forward and holder not in taken[0]:
            levels.setdefault(len(holder.label.path), []).append(holder)
    for depth in sorted(levels, reverse=True):
        ranked = [
            (score, holder, other)
            for holder in levels[depth]
            for other, shared in _shared(holder, found).items()
            if other not in found.back and other not in taken[1]
            if (score := _held(holder, other, shared)) >= _HELD
            or (score >= _HELD_NAMESAKE and holder.label == other.label)
        ]
        for score, holder, other in sorted(ranked, key=lambda r: (-r[0], r[1].index, r[2].index)):
            if found.free(holder, other):
                found.pair(holder, other, min(1.0, score))


def _pair_wordless(found: Alignment, taken: Taken) -> None:
    """Pair with its namesake what says nothing and is told by nothing that it holds.

    Nobody repeals or writes a provision without words: only its number can say which it is.
    """
    for old in found.old.units:
        new = found.new.by_label.get(old.label)
        if new is None or not old.label.path or not (old.bare or new.bare):
            continue
        decided = old in taken[0] or new in taken[1] or not found.free(old, new)
        if not decided and found.correspond(old.parent, new.parent):
            found.pair(old, new, 0.0)


def _shared(holder: Unit, found: Alignment) -> dict[Unit, int]:
    """The holders that may be this one: those that have its provisions, and its namesake."""
    shared = _votes(holder, found)
    namesake = found.new.by_label.get(holder.label)
    if namesake and namesake.children and holder.head and namesake.head:
        shared.setdefault(namesake, 0)
    return shared


def _votes(holder: Unit, found: Alignment) -> dict[Unit, int]:
    """The holders of the new edition that have its provisions, with how many.

    An article has whatever stands anywhere in it, and only an article answers to it.
    """
    article = not holder.label.path
    votes: dict[Unit, int] = {}
    for unit in holder.below() if article else holder.children:
        partner = found.forward.get(unit)
        others = [partner] if partner else found.kin.get(unit, ())
        holders = {found.new.roots[o.label.article] if article else o.parent for o in others}
        for other in holders:
            if other and bool(other.label.path) != article and other not in others:
                votes[other] = votes.get(other, 0) + 1
    return votes


def _held(old: Unit, new: Unit, shared: int) -> float:
    """How alike two holders are: by the provisions they share, and by their headings."""
    article = not old.label.path
    sizes = [sum(1 for _ in unit.below()) if article else len(unit.children) for unit in (old, new)]
    children = 2 * shared / sum(sizes) if shared else 0.0
    if not old.head or not new.head:
        return children
    like = likeness(old.head, old.head_weights, new.head, new.head_weights)
    head = 0.5 * (like.ordered + like.shared)
    return max(children, 0.6 * head + 0.4 * children) if shared else 0.6 * head

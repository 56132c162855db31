"""Provisions of two editions put together: what people decided first, then what the words say."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rulebook.compare.align import Aligner, Alignment, Taken
from rulebook.compare.features import Side, Unit, content, likeness
from rulebook.compare.parts import mergers, splits
from rulebook.label import Label
from rulebook.model import PairBasis, PairChange

_LIVES_ON = 0.5
_LIVES_ON_IN_ORDER = 0.4
_LONGER = 1.8
_ENOUGH_WORDS = 8


@dataclass(frozen=True)
class Assertion:
    """What a source or an editor says about provisions; it overrides what the machine finds.

    An empty side says that a provision is new or was repealed. Without `change` the labels tell it.
    """

    old: tuple[Label, ...]
    new: tuple[Label, ...]
    basis: PairBasis
    reason: str
    change: PairChange | None = None


@dataclass(frozen=True, eq=False)
class Group:
    """Provisions that correspond: one to one, one to several, several to one, or one to none.

    Groups are compared by identity.
    """

    olds: tuple[Unit, ...]
    news: tuple[Unit, ...]
    score: float = 0.0
    basis: PairBasis = "automatic"
    reason: str | None = None
    change: PairChange | None = None


def grouped(old: Side, new: Side, asserted: Sequence[Assertion]) -> list[Group]:
    """All provisions that correspond, and those that an assertion calls new or repealed.

    Raises:
        ValueError: an assertion names a provision that its article does not have, or two
            assertions name the same one.
    """
    decided = _decided(old, new, asserted)
    given = [(g.olds[0], g.news[0]) for g in decided if len(g.olds) == len(g.news) == 1]
    taken = _taken(decided)
    aligner = Aligner(old, new, taken, given)
    parts = _parts(aligner.pairs(taken), taken)
    kin = {unit: group.news for group in decided + parts for unit in group.olds}
    taken = _taken(decided + parts)
    found = aligner.pairs(taken, kin)
    _expanded(found, taken)
    singles = [
        Group((a,), (b,), found.scores[a])
        for a, b in found.forward.items()
        if a not in taken[0] and b not in taken[1]
    ]
    return decided + parts + singles


def _taken(groups: Iterable[Group]) -> Taken:
    known = list(groups)
    return (
        frozenset(unit for group in known for unit in group.olds),
        frozenset(unit for group in known for unit in group.news),
    )


def _decided(old: Side, new: Side, asserted: Sequence[Assertion]) -> list[Group]:
    groups: list[Group] = []
    seen: set[Unit] = set()
    for entry in asserted:
        olds = tuple(_named(old, label, entry) for label in entry.old if label.article in old.roots)
        news = tuple(_named(new, label, entry) for label in entry.new if label.article in new.roots)
        if (len(olds), len(news)) != (len(entry.old), len(entry.new)) or not (olds or news):
            continue
        for unit in (*olds, *news):
            if unit in seen:
                raise ValueError(
                    f"{unit.label} is paired by two assertions; keep one ({entry.reason})"
                )
            seen.add(unit)
        groups.append(
            Group(olds, news, _score(olds, news), entry.basis, entry.reason, entry.change)
        )
    return groups


def _named(side: Side, label: Label, entry: Assertion) -> Unit:
    unit = side.by_label.get(label)
    if unit is None:
        raise ValueError(f"no provision {label} to pair ({entry.reason}); correct the assertion")
    return unit


def _parts(found: Alignment, taken: Taken) -> list[Group]:
    """Rules that were split, then rules that were merged out of what is left."""
    decided = float("inf")
    used: set[Unit] = set().union(*taken)

    def old_hold(unit: Unit) -> float:
        return decided if unit in used else found.scores.get(unit, 0.0)

    def new_hold(unit: Unit) -> float:
        partner = found.back.get(unit)
        return decided if unit in used else found.scores[partner] if partner else 0.0

    groups: list[Group] = []
    for whole, parts in splits(found, old_hold, new_hold).items():
        groups.append(Group((whole,), tuple(parts), _score([whole], parts)))
        used.update((whole, *parts))
    for whole, parts in mergers(found, old_hold, new_hold).items():
        if not used.intersection(parts):
            groups.append(Group(tuple(parts), (whole,), _score(parts, [whole])))
            used.update((whole, *parts))
    return groups


def _expanded(found: Alignment, taken: Taken) -> None:
    """Pair what is left where most of one rule lives on in a much longer one under another label.

    Such pairs are uncertain; under the same label the number would be half the reason.
    """
    ranked: list[tuple[float, Unit, Unit]] = []
    for old, others in found.near.items():
        if old in found.forward or old in taken[0] or old.children:
            continue
        for new in others:
            if new in found.back or new in taken[1] or new.children:
                continue
            if old.label == new.label or old.label.article != new.label.article:
                continue
            if (share := _lives_on(old, new)) >= _LIVES_ON:
                ranked.append((share, old, new))
    for _, old, new in sorted(ranked, key=lambda r: (-r[0], r[1].index, r[2].index)):
        if found.free(old, new):
            found.pair(old, new, content(old, new))


def _lives_on(old: Unit, new: Unit) -> float:
    """How much of the shorter rule stands in the longer one; 0 unless much of it in order."""
    short, long = sorted((old, new), key=lambda unit: len(unit.body))
    if len(short.body) < _ENOUGH_WORDS or len(long.body) < _LONGER * len(short.body):
        return 0.0
    like = likeness(short.all, short.all_weights, long.all, long.all_weights)
    return like.of_old if like.in_order_of_old >= _LIVES_ON_IN_ORDER else 0.0


def _score(olds: Iterable[Unit], news: Iterable[Unit]) -> float:
    before, after = list(olds), list(news)
    if len(before) == len(after) == 1:
        return content(before[0], after[0])
    like = likeness(
        [s for unit in before for s in unit.all],
        [w for unit in before for w in unit.all_weights],
        [s for unit in after for s in unit.all],
        [w for unit in after for w in unit.all_weights],
    )
    return 0.6 * like.ordered + 0.4 * like.shared

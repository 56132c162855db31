"""Which provisions of the new edition are worth a look for each of the old one.

An inverted index over words and word pairs gives a few for each, so that the time grows with the
number of articles and not with its square.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Container, Iterator, Mapping
from heapq import nsmallest
from itertools import pairwise

from rulebook.compare.features import Side, Unit

_CAP = 24
_FEW = 6
_KEPT = 8


def identical(old: Side, new: Side) -> dict[Unit, Unit]:
    """Provisions with the same heading and words, where the label or the words leave no choice."""
    olds, news = _by_words(old), _by_words(new)
    found: dict[Unit, Unit] = {}
    for key, units in olds.items():
        others = news.get(key, [])
        by_label = {unit.label: unit for unit in others}
        for unit in units:
            namesake = by_label.get(unit.label)
            if namesake or len(units) == len(others) == 1:
                found[unit] = namesake or others[0]
    return found


def _by_words(side: Side) -> dict[tuple[tuple[int, ...], tuple[int, ...]], list[Unit]]:
    found: dict[tuple[tuple[int, ...], tuple[int, ...]], list[Unit]] = defaultdict(list)
    for unit in side.units:
        if len(unit.body) >= 4:
            found[(unit.head, unit.body)].append(unit)
    return found


def candidates(
    old: Side, new: Side, settled_old: Container[Unit], settled_new: Container[Unit]
) -> dict[Unit, list[Unit]]:
    """For each old provision the new ones that share telling words with it, and its namesake.

    Args:
        settled_old, settled_new: provisions that need no candidates and are none.
    """
    index: dict[object, list[int]] = defaultdict(list)
    for unit in new.units:
        if unit not in settled_new:
            for feature in set(_features(unit)):
                index[feature].append(unit.index)
    found: dict[Unit, list[Unit]] = {}
    for unit in old.units:
        if not unit.bare and unit not in settled_old:
            namesake = new.by_label.get(unit.label)
            usable = namesake and not namesake.bare and namesake not in settled_new
            found[unit] = _of(unit, new, index, namesake if usable else None)
    return found


def _of(
    unit: Unit, new: Side, index: Mapping[object, list[int]], namesake: Unit | None
) -> list[Unit]:
    votes: dict[int, float] = defaultdict(float)
    common: list[list[int]] = []
    rare = 0
    for feature in set(_features(unit)):
        posting = index.get(feature)
        if not posting:
            continue
        if len(posting) > _CAP:
            common.append(posting)
            continue
        rare += 1
        for position in posting:
            votes[position] += 1 / len(posting)
    near = _expected(unit, new)
    if rare < _FEW:
        for posting in common:
            middle = bisect_left(posting, near)
            for position in posting[max(0, middle - _CAP // 2) : middle + _CAP // 2]:
                votes[position] += 1 / len(posting)
    best = nsmallest(_KEPT, votes, key=lambda at: (-votes[at], abs(at - near), at))
    found = [new.units[position] for position in best]
    if namesake and namesake not in found:
        found.append(namesake)
    return found


def _expected(unit: Unit, new: Side) -> int:
    """Where in the new edition a provision would stand if nothing had moved."""
    there = new.by_label.get(unit.label) or new.roots.get(unit.label.article)
    return there.index if there else unit.index


def _features(unit: Unit) -> Iterator[object]:
    yield from unit.all
    yield from pairwise(unit.all)

"""What an alignment looks at: the provisions of an edition as weighted words.

A word that many rules of the edition use tells little, and one that most rules of the same
article use tells little within it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from rapidfuzz.distance import LCSseq

from rulebook.compare.lexicon import Lexicon, article_base
from rulebook.compare.words import words
from rulebook.label import Label
from rulebook.model import Article, Paragraph


def text_of(paragraph: Paragraph) -> str:
    """The words of a provision that a comparison marks: its text, then its tail after a space."""
    return " ".join(part for part in (str(paragraph.text), str(paragraph.tail)) if part)


@dataclass(eq=False)
class Unit:
    """A provision of one edition; units are compared by identity."""

    index: int
    label: Label
    heading: str
    text: str
    parent: Unit | None = field(repr=False)
    place: int
    head: tuple[int, ...]
    body: tuple[int, ...]
    children: list[Unit] = field(default_factory=list)
    head_weights: tuple[float, ...] = ()
    body_weights: tuple[float, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether the provision only holds others."""
        return not self.body

    @property
    def bare(self) -> bool:
        """Whether nothing of it can be read: no heading, no text."""
        return not self.body and not self.head

    @cached_property
    def all(self) -> tuple[int, ...]:
        """Heading and text as one."""
        return self.head + self.body

    @cached_property
    def all_weights(self) -> tuple[float, ...]:
        """The weights of heading and text."""
        return self.head_weights + self.body_weights

    def below(self) -> Iterable[Unit]:
        """The provisions that it holds, at any depth."""
        for child in self.children:
            yield from child.walk()

    def walk(self) -> Iterable[Unit]:
        """This provision and all below it."""
        yield self
        yield from self.below()


class Side:
    """All provisions of one edition that take part, in the order of the Code."""

    def __init__(
        self, articles: Sequence[Article], lexicon: Lexicon, stems: dict[str, int]
    ) -> None:
        self.units: list[Unit] = []
        self.roots: dict[int | str, Unit] = {}
        self._lexicon, self._stems = lexicon, stems
        for article in articles:
            self.roots[article.number] = self._add(article.root, None, 0, str(article.title or ""))
        self.by_label: dict[Label, Unit] = {}
        for unit in self.units:
            self.by_label.setdefault(unit.label, unit)

    def _add(self, paragraph: Paragraph, parent: Unit | None, place: int, heading: str) -> Unit:
        text = text_of(paragraph)
        head, body = self._ids(heading), self._ids(text)
        at = len(self.units)
        unit = Unit(at, paragraph.label, heading, text, parent, place, head, body)
        self.units.append(unit)
        for number, child in enumerate(paragraph.children):
            unit.children.append(self._add(child, unit, number, str(child.heading or "")))
        return unit

    def _ids(self, text: str) -> tuple[int, ...]:
        stems = self._stems
        return tuple(stems.setdefault(s, len(stems)) for s in self._lexicon.canonical(words(text)))


def weigh(old: Side, new: Side, stems: dict[str, int]) -> None:
    """Give every word of both editions its weight, from 0 to 1."""
    prior = [_prior(stem) for stem in stems]
    share = [
        max(pair) for pair in zip(*(_share(side, len(stems)) for side in (old, new)), strict=True)
    ]
    size = max(len(old.units), len(new.units))
    top = math.log((size + 4) / 1)
    overall = [
        p * math.log((size + 4) / (s * size + 1)) / top for p, s in zip(prior, share, strict=True)
    ]
    for side in (old, new):
        for root in side.roots.values():
            units = list(root.walk())
            local = Counter(stem for unit in units for stem in set(unit.all))
            count = len(units)
            for unit in units:
                unit.head_weights = _weights(unit.head, overall, local, count)
                unit.body_weights = _weights(unit.body, overall, local, count)


def _weights(
    stems: Sequence[int], overall: Sequence[float], local: Counter[int], count: int
) -> tuple[float, ...]:
    if count < 4:
        return tuple(overall[s] for s in stems)
    return tuple(overall[s] * (1 - 0.75 * max(0, local[s] - 1) / count) for s in stems)


def _share(side: Side, size: int) -> list[float]:
    """For each word, the share of provisions that use it."""
    counts = [0] * size
    for unit in side.units:
        for stem in set(unit.all):
            counts[stem] += 1
    total = max(1, len(side.units))
    return [count / total for count in counts]


def _prior(stem: str) -> float:
    """What a word tells by its length alone: short words hold sentences together."""
    if any(c.isdigit() for c in stem) or ":" in stem:
        return 1.0
    if article_base(stem):
        return 0.15
    return (0.1, 0.15, 0.25, 0.45, 0.8)[len(stem)] if len(stem) < 5 else 1.0


@dataclass(frozen=True, slots=True)
class Likeness:
    """How much two texts share, by weight: in order, in any order, and of each text."""

    ordered: float
    shared: float
    of_old: float
    of_new: float
    in_order_of_old: float


def likeness(
    old: Sequence[int],
    old_weights: Sequence[float],
    new: Sequence[int],
    new_weights: Sequence[float],
) -> Likeness:
    """Compare two weighted texts; 1 means the same words, in the same order."""
    total_old, total_new = sum(old_weights), sum(new_weights)
    if not total_old or not total_new:
        return Likeness(0.0, 0.0, 0.0, 0.0, 0.0)
    from_old = from_new = 0.0
    for block in LCSseq.editops(old, new).as_matching_blocks():
        from_old += sum(old_weights[block.a : block.a + block.size])
        from_new += sum(new_weights[block.b : block.b + block.size])
    of_old, of_new = _common(old, old_weights, new), _common(new, new_weights, old)
    total = total_old + total_new
    return Likeness(
        ordered=(from_old + from_new) / total,
        shared=(of_old + of_new) / total,
        of_old=of_old / total_old,
        of_new=of_new / total_new,
        in_order_of_old=from_old / total_old,
    )


def _common(stems: Sequence[int], weights: Sequence[float], other: Sequence[int]) -> float:
    left = Counter(other)
    total = 0.0
    for stem, weight in zip(stems, weights, strict=True):
        if left.get(stem, 0) > 0:
            left[stem] -= 1
            total += weight
    return total


def content(old: Unit, new: Unit) -> float:
    """How alike two provisions are in heading and text, from 0 to 1; labels play no part."""
    if old.body and new.body:
        body = _blend(likeness(old.body, old.body_weights, new.body, new.body_weights))
        if old.head and new.head:
            head = _blend(likeness(old.head, old.head_weights, new.head, new.head_weights))
            return max(0.8 * body + 0.2 * head, 0.9 * body)
        if old.head or new.head:
            whole = likeness(old.all, old.all_weights, new.all, new.all_weights)
            return max(0.97 * body, 0.97 * _blend(whole))
        return body
    if old.bare or new.bare:
        return 0.0
    return _blend(likeness(old.all, old.all_weights, new.all, new.all_weights))


def _blend(like: Likeness) -> float:
    return 0.6 * like.ordered + 0.4 * like.shared

"""Groups of provisions made into pairs: the kind of change, the marked words, the warnings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from rulebook.compare.features import Side, Unit
from rulebook.compare.groups import Group
from rulebook.compare.layers import SILENT, Reader, Reading, read
from rulebook.compare.lexicon import Lexicon, article_base
from rulebook.compare.words import WordChange, words
from rulebook.label import Label
from rulebook.model import Pair, PairChange

_UNCERTAIN = 0.35
_ALIKE_TITLES = 0.4
_NO_CHANGE = ("inserted", "repealed")


@dataclass(frozen=True)
class Titles:
    """The titles of both editions by number, of articles held and of those merely known."""

    old: Mapping[int | str, str] = field(default_factory=dict)
    new: Mapping[int | str, str] = field(default_factory=dict)


def change_of(group: Group, partner: Mapping[Unit, Group], silent: bool) -> PairChange:
    """The kind of change of a group.

    Args:
        partner: the group of each provision, which tells whether parents correspond.
        silent: whether the words say the same.
    """
    if group.change:
        return group.change
    if not group.olds:
        return "inserted"
    if not group.news:
        return "repealed"
    if len(group.news) > 1 or len(group.olds) > 1:
        return "split" if len(group.news) >= len(group.olds) else "merged"
    old, new = group.olds[0], group.news[0]
    if not _same_parent(old, new, partner):
        return "moved"
    if not silent:
        return "amended"
    return "unchanged" if old.label == new.label else "renumbered"


def _same_parent(old: Unit, new: Unit, partner: Mapping[Unit, Group]) -> bool:
    a, b = old.parent, new.parent
    if a is None or b is None:
        return a is b
    if a.label == b.label:
        return True
    group = partner.get(a)
    return group is not None and b in group.news


def reader_of(
    old: Side, new: Side, lexicon: Lexicon, partner: Mapping[Unit, Group], titles: Titles
) -> Reader:
    """What a reading of words has to know about citations."""

    def same(before: Label, after: Label) -> bool | None:
        unit = old.by_label.get(before)
        group = partner.get(unit) if unit else None
        if group and any(other.label == after for other in group.news):
            return True
        if before.article in old.roots and after.article in new.roots:
            return False if group else None
        alike = same_title(titles.old.get(before.article), titles.new.get(after.article), lexicon)
        # Equal titles say nothing of the provisions below them.
        return alike if not alike or not (before.path or after.path) else None

    return Reader(lexicon, old.by_label.__contains__, new.by_label.__contains__, same)


def same_title(old: str | None, new: str | None, lexicon: Lexicon) -> bool | None:
    """Whether two titles name one rule; None where one is not known."""
    if not old or not new:
        return None
    a, b = (set(_telling(title, lexicon)) for title in (old, new))
    if not a or not b:
        return old.casefold() == new.casefold()
    return len(a & b) / min(len(a), len(b)) >= _ALIKE_TITLES


def _telling(title: str, lexicon: Lexicon) -> list[str]:
    telling = [w for w in words(title) if w.text and not article_base(w.core) and len(w.core) > 3]
    return lexicon.canonical(telling)


def pair_of(group: Group, partner: Mapping[Unit, Group], old: Side, reader: Reader) -> Pair:
    """A group as a pair of the comparison."""
    labels = tuple(u.label for u in group.olds), tuple(u.label for u in group.news)
    here = labels[0] or labels[1], labels[1] or labels[0]
    body = read(_text(group.olds), _text(group.news), here[0][0], here[1][0], reader)
    head = read(_heading(group.olds), _heading(group.news), here[0][0], here[1][0], reader)
    change = change_of(group, partner, body.layers | head.layers <= SILENT)
    return Pair(
        old=labels[0],
        new=labels[1],
        change=change,
        score=round(min(1.0, group.score), 3),
        basis=group.basis,
        words=_written(body.changes),
        flags=_flags(group, change, body, head, old, reader),
        reason=group.reason,
        layers=tuple(change.layer for change in body.changes),
        heading_words=_written(head.changes),
        heading_layers=tuple(change.layer for change in head.changes),
    )


def _written(changes: Sequence[WordChange]) -> tuple[tuple[str, str], ...]:
    return tuple((change.op, change.text) for change in changes)


def _text(units: Sequence[Unit]) -> str:
    return " ".join(unit.text for unit in units if unit.text)


def _heading(units: Sequence[Unit]) -> str:
    return " ".join(unit.heading for unit in units if unit.heading and unit.label.path)


def _flags(
    group: Group, change: PairChange, body: Reading, head: Reading, old: Side, reader: Reader
) -> tuple[str, ...]:
    flags: list[str] = []
    if change not in _NO_CHANGE:
        layers = body.layers | head.layers
        flags += [layer for layer in ("substance", "modal", "terminology") if layer in layers]
        flags += [flag for flag in body.flags + head.flags if flag not in flags]
        if "citation?" in layers:
            flags.append("citation-renumbered?")
        if _cites_another_rule(body, reader):
            flags.append("cited-rule-changed")
        if group.basis == "automatic" and group.score < _UNCERTAIN:
            flags.append("uncertain")
    before = {unit.label for unit in group.olds}
    if any(unit.label in old.by_label and unit.label not in before for unit in group.news):
        flags.append("number-held-another-rule")
    return tuple(flags)


def _cites_another_rule(body: Reading, reader: Reader) -> bool:
    """Whether both texts cite one number that names different rules."""
    before = {cite.label for cite in body.old_cites}
    after = {cite.label for cite in body.new_cites}
    return any(reader.same(label, label) is False for label in before & after)

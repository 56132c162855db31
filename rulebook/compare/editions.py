"""Two editions, or two articles of one number, compared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from rulebook.compare.concordance import Concordance, Row
from rulebook.compare.features import Side, Unit, weigh
from rulebook.compare.groups import Assertion, Group, grouped
from rulebook.compare.holding import (
    Holding,
    Number,
    edition_remarks,
    enumeration,
    holding,
    holding_of,
    remarks,
)
from rulebook.compare.layers import Reader
from rulebook.compare.lexicon import lexicon
from rulebook.compare.pairing import Titles, pair_of, reader_of
from rulebook.compare.terminology import Terminology
from rulebook.label import Label
from rulebook.model import Article, Comparison, Edition, Pair

_SURE = 0.9
"""How alike words of two articles are that nobody need look for elsewhere."""


@dataclass(frozen=True)
class EditionComparison:
    """All articles of two editions compared, and the concordance of the two."""

    old_edition: str
    new_edition: str
    comparisons: tuple[Comparison, ...]
    concordance: Concordance
    remarks: tuple[str, ...] = ()

    @cached_property
    def by_number(self) -> dict[Number, Comparison]:
        """The comparisons by number or part id."""
        return {comparison.number: comparison for comparison in self.comparisons}

    def comparison(self, number: Number) -> Comparison | None:
        """The comparison of a number, or None where neither edition holds it."""
        return self.by_number.get(number)


def compare_editions(
    old: Edition, new: Edition, terminology: Terminology, asserted: Sequence[Assertion] = ()
) -> EditionComparison:
    """Compare two editions as wholes: a rule may have moved to another article.

    Articles that are cut off take no part. A provision of an article that the other edition has,
    but of which no text is held, is called neither new nor repealed: nobody knows.

    Args:
        old, new: the editions, older first.
        terminology: the table of words that changed.
        asserted: pairs that a source states or an editor confirms; they override any other.

    Raises:
        ValueError: an assertion names a provision that a held article does not have.
    """
    return _Work(holding(old), holding(new), terminology, asserted).result()


def compare_articles(
    old: Article | None,
    new: Article | None,
    *,
    old_edition: str,
    new_edition: str,
    number: Number,
    terminology: Terminology,
    asserted: Sequence[Assertion] = (),
    titles: Titles | None = None,
) -> Comparison:
    """Compare one number of two editions, without a look at other articles.

    Args:
        old, new: the article in each edition; None where no text is held.
        titles: titles of both editions, to tell whether a cited number holds another rule.

    Returns:
        The comparison; without pairs, and with a remark, where a text is missing or cut off.

    Raises:
        ValueError: an assertion names a provision that the article does not have.
    """
    known = titles or Titles()
    sides = (
        holding_of(old_edition, old, number, known.old),
        holding_of(new_edition, new, number, known.new),
    )
    return _Work(*sides, terminology, asserted).comparison(number)


class _Work:
    """One comparison under way: both sides weighed and grouped, pairs made when asked for."""

    def __init__(
        self, old: Holding, new: Holding, terminology: Terminology, asserted: Sequence[Assertion]
    ) -> None:
        self.holdings = old, new
        table = lexicon(terminology, old.edition, new.edition)
        stems: dict[str, int] = {}
        self.old = Side(old.articles, table, stems)
        self.new = Side(new.articles, table, stems)
        weigh(self.old, self.new, stems)
        self.partner: dict[Unit, Group] = {}
        for group in grouped(self.old, self.new, asserted):
            self._keep(group)
        for group in (*self._left(self.old, new), *self._left(self.new, old)):
            self._keep(group)
        titles = Titles(old.titles, new.titles)
        self.reader: Reader = reader_of(self.old, self.new, table, self.partner, titles)
        self._pairs: dict[Group, Pair] = {}

    def _keep(self, group: Group) -> None:
        self.partner |= dict.fromkeys((*group.olds, *group.news), group)

    def _left(self, side: Side, other: Holding) -> Iterator[Group]:
        """What stands in no pair, where it is certain that the other edition does not have it."""
        for unit in side.units:
            if unit in self.partner or other.state(unit.label.article) not in ("held", "absent"):
                continue
            yield Group((unit,), ()) if side is self.old else Group((), (unit,))

    def result(self) -> EditionComparison:
        """Everything: the comparison of each number, and the concordance."""
        rows = tuple(
            Row(pair.old, pair.new, pair.change, pair.score, pair.basis)
            for pair in self._paired(self.old.units, self.new.units)
        )
        old, new = self.holdings
        numbers = old.numbers | new.numbers | old.truncated | new.truncated
        return EditionComparison(
            old.edition,
            new.edition,
            tuple(self.comparison(number) for number in sorted(numbers, key=_order)),
            Concordance(old.edition, new.edition, rows),
            edition_remarks(self.holdings),
        )

    def comparison(self, number: Number) -> Comparison:
        """One number; without pairs unless both editions hold it, or one does not have it."""
        old, new = self.holdings
        states = {side.state(number) for side in self.holdings}
        pairs: list[Pair] = []
        if states <= {"held", "absent"}:
            pairs = self._paired(*(_provisions(side, number) for side in (self.old, self.new)))
        same = self.reader.same(Label(number), Label(number))
        told = remarks(number, old, new, pairs, same)
        return Comparison(
            old.edition, new.edition, number, tuple(pairs), (*told, *self._elsewhere(number, pairs))
        )

    def _elsewhere(self, number: Number, pairs: Sequence[Pair]) -> Iterator[str]:
        """Where rules of a number went that is not compared itself, in Italian."""
        if pairs:
            return
        found = self._paired(*(_provisions(side, number) for side in (self.old, self.new)))
        old, new = self.holdings
        ways = []
        for pair in found:
            if pair.old and pair.new:
                way = "forse in" if "uncertain" in pair.flags else "in"
                before = f"{_names(pair.old)} del {old.edition}"
                ways.append(f"{before} {way} {_names(pair.new)} del {new.edition}")
        if ways:
            yield f"Si ritrova però in un altro articolo: {'; '.join(ways)}."

    def _paired(self, olds: Sequence[Unit], news: Sequence[Unit]) -> list[Pair]:
        found: list[Pair] = []
        for group in _in_reading_order(olds, news, self.partner):
            if group not in self._pairs:
                made = pair_of(group, self.partner, self.old, self.reader)
                self._pairs[group] = self._doubted(made)
            found.append(self._pairs[group])
        return found

    def _doubted(self, pair: Pair) -> Pair:
        """A pair of two articles is uncertain while a likelier partner may be in a text not held.

        Words that are the same leave no doubt.
        """
        if pair.basis != "automatic" or pair.score >= _SURE or "uncertain" in pair.flags:
            return pair
        old, new = self.holdings
        unseen = ("missing", "truncated")
        sides = ((new, pair.old, pair.new), (old, pair.new, pair.old))
        for other, labels, partners in sides:
            apart = {label.article for label in labels} - {label.article for label in partners}
            if partners and any(other.state(number) in unseen for number in apart):
                return replace(pair, flags=(*pair.flags, "uncertain"))
        return pair


def _names(labels: Sequence[Label]) -> str:
    return enumeration([str(label) for label in labels])


def _order(number: Number) -> tuple[bool, int, str]:
    return (True, number, "") if isinstance(number, int) else (False, 0, number)


def _provisions(side: Side, number: Number) -> list[Unit]:
    """An article's provisions, with the article itself where it has an introduction."""
    root = side.roots.get(number)
    return [unit for unit in root.walk() if unit.label.path or not unit.empty] if root else []


def _in_reading_order(
    olds: Sequence[Unit], news: Sequence[Unit], partner: Mapping[Unit, Group]
) -> list[Group]:
    """The groups in the new text's order; what it no longer has follows what stood before it."""
    placed = dict.fromkeys(group for unit in news if (group := partner.get(unit)))
    gone: dict[Group | None, list[Group]] = {}
    seen: set[Group] = set(placed)
    last: Group | None = None
    for unit in olds:
        group = partner.get(unit)
        if group in placed:
            last = group
        elif group and group not in seen:
            seen.add(group)
            gone.setdefault(last, []).append(group)
    ordered = gone.get(None, [])
    for group in placed:
        ordered.append(group)
        ordered.extend(gone.get(group, ()))
    return ordered

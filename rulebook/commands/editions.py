"""Editions compared, as far as the corpus holds them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import resources
from itertools import combinations
from typing import Literal

from rulebook.commands.usage import UsageError, ids_of, known_edition
from rulebook.compare import (
    Assertion,
    EditionComparison,
    Moves,
    Terminology,
    compare_editions,
    load_terminology,
)
from rulebook.keeping import NOTHING, Keep
from rulebook.label import Label
from rulebook.model import Comparison, Edition, MovedRule, Pair, Rulebook
from rulebook.reading.holdings.corpus import Corpus, embedded_editions
from rulebook.reading.holdings.files import CorpusError

Lack = Literal["cut", "not-held", "unknown"]
"""Why an edition takes no part in a comparison: its text is cut off, it is not in the corpus, or
the edition has no such article."""


@dataclass(frozen=True, slots=True)
class Compared:
    """The comparison of an article, or of the provision of it that was asked for.

    `lacking` says of an edition why it takes no part. `partial` is True where a rule may only seem
    new or repealed, since not all articles of the editions are held. `holding` are the editions
    that hold the article, and `moved` what the editors assert of rules under its number.
    """

    label: Label
    comparison: Comparison
    lacking: tuple[tuple[str, Lack], ...] = ()
    partial: bool = False
    holding: tuple[str, ...] = ()
    moved: tuple[MovedRule, ...] = ()


def compare(
    corpus: Corpus, rulebook: Rulebook, label: Label, old: str | None, new: str | None
) -> Compared:
    """An article, or a provision and what lies below it, in two editions.

    Args:
        corpus: where pairs are asserted.
        rulebook: its editions.
        label: the article, the part, or the provision.
        old, new: ids of editions; None for the oldest and the newest that hold the article.

    Raises:
        UsageError: an edition is not known, or the older is not the older.
        CorpusError: an asserted pair names a provision that an article does not have.
    """
    ids = ids_of(rulebook)
    for wanted in (old, new):
        known_edition(wanted, ids)
    if len(ids) < 2:
        raise UsageError("the corpus knows one edition only, so there is nothing to compare.")
    number = label.article
    holding = [known for known in ids if rulebook.by_id[known].article(number)]
    first, last = _two(ids, holding, old, new)
    if first >= last:
        raise UsageError(f"--from ({first}) must be an earlier edition than --to ({last}).")
    sides = rulebook.by_id[first], rulebook.by_id[last]
    compared = compared_editions(corpus, *sides)
    whole = compared.comparison(number) or Comparison(first, last, number, ())
    pairs = whole.pairs or _elsewhere(compared, Label(number))
    shown = replace(whole, pairs=tuple(pair for pair in pairs if _concerns(pair, label)))
    lacking = tuple((side.id, lack) for side in sides if (lack := _lack(side, number)))
    doubtful = any(not pair.old or not pair.new for pair in shown.pairs)
    missing = any(_lack(side, name.number) for side in sides for name in side.known)
    moved = Moves(rulebook.moved).about(label)
    return Compared(label, shown, lacking, doubtful and missing, tuple(holding), moved)


def _elsewhere(compared: EditionComparison, article: Label) -> tuple[Pair, ...]:
    """What became of an article that only one of the editions holds, as other articles tell it."""
    found = [
        pair
        for comparison in compared.comparisons
        for pair in comparison.pairs
        if pair.old and pair.new and _concerns(pair, article)
    ]
    return tuple({(pair.old, pair.new): pair for pair in found}.values())


def _concerns(pair: Pair, label: Label) -> bool:
    """Whether a pair is about a provision or what lies below it, in either edition."""
    return any(side in label for side in (*pair.old, *pair.new))


def _lack(edition: Edition, number: int | str) -> Lack | None:
    """Why an edition takes no part in the comparison of a number; None where it does."""
    article = edition.article(number)
    if article is None or article.status == "missing":
        known = {name.number for name in edition.known} | {part.id for part in edition.parts}
        return "not-held" if number in known else "unknown"
    cut = article.status == "truncated" or any(p.truncated for p in article.provisions())
    return "cut" if cut else None


def comparisons(
    corpus: Corpus, rulebook: Rulebook, keep: Keep = NOTHING
) -> tuple[EditionComparison, ...]:
    """Any two editions compared, of which each holds some text; `keep` has those made before.

    Raises:
        CorpusError: an asserted pair names a provision that an article does not have.
    """
    held = [edition for edition in rulebook.editions if edition.articles]
    ordered = sorted(held, key=lambda edition: edition.id)
    return tuple(
        compared_editions(corpus, old, new, keep) for old, new in combinations(ordered, 2)
    )


def compared_editions(
    corpus: Corpus, old: Edition, new: Edition, keep: Keep = NOTHING
) -> EditionComparison:
    """Two editions compared with what the corpus asserts about them.

    Raises:
        CorpusError: an asserted pair names a provision that an article does not have, or the table
            of words that changed cannot be used.
    """
    asserted = [
        Assertion(pair.old, pair.new, pair.basis, pair.reason, pair.change)
        for pair in corpus.pairs
        if (pair.old_edition, pair.new_edition) == (old.id, new.id)
    ]
    table = terminology(corpus.edition_ids)
    try:
        return keep.result(
            "comparison", (old, new, asserted),
            lambda: compare_editions(old, new, table, asserted),
        )
    except ValueError as error:
        raise CorpusError(f"pairs.toml: {error}; correct the pair there.") from error


@lru_cache(maxsize=8)
def terminology(editions: tuple[str, ...]) -> Terminology:
    """The table of words that changed.

    Args:
        editions: those of a corpus; the table may name them, and those of the corpus beside it.

    Raises:
        CorpusError: the table cannot be used.
    """
    name = "terminology.toml"
    data = resources.files("rulebook").joinpath(name).read_bytes()
    try:
        return load_terminology(data, name, {*editions, *embedded_editions()})
    except ValueError as error:
        raise CorpusError(str(error)) from error


def _two(ids: list[str], holding: list[str], old: str | None, new: str | None) -> tuple[str, str]:
    """The editions meant: those named, else the outermost that hold the number."""
    able = holding if len(holding) >= 2 else ids
    if old is None:
        earlier = [known for known in able if new is None or known < new]
        old = (earlier or ids)[0]
    if new is None:
        later = [known for known in able if known > old]
        new = (later or ids)[-1]
    return old, new

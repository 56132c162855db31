"""Editions compared, as far as the corpus holds them."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from itertools import combinations

from rulebook.commands.provisions import UsageError
from rulebook.compare import (
    Assertion,
    EditionComparison,
    Terminology,
    compare_editions,
    load_terminology,
)
from rulebook.keeping import NOTHING, Keep
from rulebook.model import Comparison, Edition, Rulebook
from rulebook.reading.corpus import Corpus
from rulebook.reading.corpus_files import CorpusError


def compare(
    corpus: Corpus, rulebook: Rulebook, number: int | str, old: str | None, new: str | None
) -> Comparison:
    """A number in two editions.

    Args:
        corpus: where pairs are asserted.
        rulebook: its editions.
        number: the article, or the id of a part.
        old, new: ids of editions; None for the oldest and the newest that hold the number.

    Raises:
        UsageError: an edition is not known, or the older is not the older.
        CorpusError: an asserted pair names a provision that an article does not have.
    """
    ids = [edition.id for edition in sorted(rulebook.editions, key=lambda known: known.id)]
    for wanted in (old, new):
        if wanted is not None and wanted not in ids:
            raise UsageError(f"the edition {wanted} is not known; write one of {', '.join(ids)}.")
    if len(ids) < 2:
        raise UsageError("the corpus knows one edition only, so there is nothing to compare.")
    holding = [known for known in ids if rulebook.by_id[known].article(number)]
    first, last = _two(ids, holding, old, new)
    if first >= last:
        raise UsageError(f"--from ({first}) must be an earlier edition than --to ({last}).")
    compared = compared_editions(corpus, rulebook.by_id[first], rulebook.by_id[last])
    return compared.comparison(number) or Comparison(first, last, number, ())


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
        CorpusError: an asserted pair names a provision that an article does not have.
    """
    asserted = [
        Assertion(pair.old, pair.new, pair.basis, pair.reason, pair.change)
        for pair in corpus.pairs
        if (pair.old_edition, pair.new_edition) == (old.id, new.id)
    ]
    try:
        return keep.result(
            "comparison", (old, new, asserted),
            lambda: compare_editions(old, new, _terminology(), asserted),
        )
    except ValueError as error:
        raise CorpusError(f"pairs.toml: {error}; correct the pair there.") from error


@lru_cache(maxsize=1)
def _terminology() -> Terminology:
    name = "terminology.toml"
    try:
        return load_terminology(resources.files("rulebook").joinpath(name).read_bytes(), name)
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

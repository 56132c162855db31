"""Invented articles and editions, edited with every edit remembered: how well rules are found."""

from __future__ import annotations

from functools import cache
from time import process_time

import pytest
from compare_generator import Edited, EditedEdition, edited_article, edited_edition
from compare_tools import assert_laws, compared, flat, terminology

from rulebook.compare import EditionComparison, compare_editions
from rulebook.label import Label
from rulebook.model import Comparison

ARTICLES = 300
LabelPair = tuple[Label | None, Label | None]


@cache
def edited(seed: int, edits: int | None = None) -> tuple[Edited, Comparison]:
    made = edited_article(seed, edits=edits)
    comparison = compared(made.old, made.new)
    return made, comparison


def both(pairs: set[LabelPair] | frozenset[LabelPair]) -> set[LabelPair]:
    """Pairs with both sides, without the articles themselves."""
    return {
        (old, new)
        for old, new in pairs
        if old is not None and new is not None and (old.path or new.path)
    }


def f1(found: set[LabelPair], true: set[LabelPair]) -> float:
    return 2 * len(found & true) / (len(found) + len(true))


def score(seeds: range, edits: int | None = None) -> float:
    """F1 over all pairs of some generated articles."""
    found: set[tuple[int, LabelPair]] = set()
    true: set[tuple[int, LabelPair]] = set()
    for seed in seeds:
        made, comparison = edited(seed, edits)
        found |= {(seed, pair) for pair in both(flat(comparison.pairs))}
        true |= {(seed, pair) for pair in both(made.pairs)}
    return 2 * len(found & true) / (len(found) + len(true))


def test_the_pairs_of_three_hundred_articles() -> None:
    assert score(range(ARTICLES)) >= 0.99


def test_the_pairs_of_articles_edited_heavily() -> None:
    assert score(range(1000, 1060), edits=12) >= 0.96


def test_what_is_new_or_repealed_in_them() -> None:
    found: set[tuple[int, LabelPair]] = set()
    true: set[tuple[int, LabelPair]] = set()
    for seed in range(ARTICLES):
        made, comparison = edited(seed)
        found |= {(seed, pair) for pair in flat(comparison.pairs) if None in pair}
        true |= {(seed, pair) for pair in made.pairs if None in pair}
    assert 2 * len(found & true) / (len(found) + len(true)) >= 0.95


def test_unlike_rules_are_never_paired_because_of_their_number() -> None:
    for seed in range(ARTICLES):
        made, comparison = edited(seed)
        wrong = {(old, new) for old, new in both(flat(comparison.pairs)) if old == new}
        assert wrong <= made.pairs, seed


@pytest.mark.parametrize("first", range(0, ARTICLES, 50))
def test_the_laws_hold(first: int) -> None:
    for seed in range(first, first + 50):
        made, comparison = edited(seed)
        assert_laws(comparison, made.old, made.new)


def test_an_article_against_itself_is_unchanged() -> None:
    for seed in range(40):
        made, _ = edited(seed)
        comparison = compared(made.old, made.old)
        assert {pair.change for pair in comparison.pairs} == {"unchanged"}
        assert {op for pair in comparison.pairs for op, _ in pair.words} <= {"equal"}


@cache
def whole(seed: int, articles: int) -> tuple[EditedEdition, EditionComparison, float]:
    made = edited_edition(seed, articles)
    started = process_time()
    comparison = compare_editions(made.old, made.new, terminology())
    return made, comparison, process_time() - started


def test_two_whole_editions_take_a_few_seconds() -> None:
    made, comparison, seconds = whole(1, 93)
    found = {
        (old, new)
        for row in comparison.concordance.rows
        for old in row.old or (None,)
        for new in row.new or (None,)
    }
    assert f1(both(found), both(made.pairs)) >= 0.99
    assert seconds < 5


def test_rules_that_moved_to_another_article_are_found() -> None:
    made, comparison, _ = whole(1, 93)
    moved = {(o, n) for o, n in both(made.pairs) if o and n and o.article != n.article}
    assert len(moved) >= 5
    found = {
        (o, n)
        for row in comparison.concordance.rows
        for o in row.old
        for n in row.new
        if o.article != n.article
    }
    assert f1(found, moved) >= 0.9


def test_every_comparison_of_a_whole_edition_keeps_both_texts() -> None:
    made, comparison, _ = whole(1, 93)
    for one in comparison.comparisons:
        old, new = made.old.article(one.number), made.new.article(one.number)
        assert old is not None
        assert new is not None
        labels = {label for pair in one.pairs for label in (*pair.old, *pair.new)}
        own = [*old.provisions(), *new.provisions()]
        assert {p.label for p in own if p.label.path or p.text} <= labels


@pytest.mark.long
def test_the_time_grows_with_the_number_of_articles() -> None:
    _, _, small = whole(1, 93)
    made, comparison, large = whole(1, 930)
    assert large / small < 20, (small, large)
    found = {
        (old, new)
        for row in comparison.concordance.rows
        for old in row.old or (None,)
        for new in row.new or (None,)
    }
    assert f1(both(found), both(made.pairs)) >= 0.99

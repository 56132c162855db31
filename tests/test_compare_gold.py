"""Article 27, 1997 against 2007: every pair and kind as an editor reads them."""

from __future__ import annotations

import tomllib

import pytest
from compare_tools import GOLD, assert_laws, compared, flat, gold_article, label

from rulebook.compare import Assertion, Titles, summary, tally
from rulebook.model import Comparison, Pair

OLD, NEW = gold_article("1997", 27), gold_article("2007", 27)
WANTED = tomllib.loads((GOLD / "align27.toml").read_text(encoding="utf-8"))["pair"]
TITLES = Titles(
    {16: "Informazioni non autorizzate", 23: "Passo obbligato che reca danno", 26: "Penalità"},
    {16: "Informazioni", 23: "Consapevolezza di un potenziale danno", 26: "Restrizioni d’attacco"},
)


def editions_compared(asserted: bool) -> Comparison:
    entries = [
        Assertion(
            tuple(map(label, row["old"])),
            tuple(map(label, row["new"])),
            "asserted",
            row["asserted"],
        )
        for row in WANTED
        if asserted and "asserted" in row
    ]
    return compared(OLD, NEW, *entries, titles=TITLES)


@pytest.fixture(scope="module")
def comparison() -> Comparison:
    return editions_compared(asserted=True)


def of(comparison: Comparison, new: str) -> Pair:
    return next(pair for pair in comparison.pairs if label(new) in pair.new)


@pytest.mark.parametrize("asserted", [True, False])
def test_every_pair_and_kind_is_right(asserted: bool) -> None:
    found = {
        (tuple(x.canonical for x in p.old), tuple(x.canonical for x in p.new), p.change)
        for p in editions_compared(asserted).pairs
    }
    wanted = {(tuple(w.get("old", ())), tuple(w["new"]), w["change"]) for w in WANTED}
    assert found == wanted


def test_the_pair_that_the_commentary_states_says_so(comparison: Comparison) -> None:
    pair = of(comparison, "D")
    assert (pair.basis, pair.change) == ("asserted", "moved")
    assert "amplificandone i poteri" in (pair.reason or "")
    assert {p.basis for p in comparison.pairs if p is not pair} == {"automatic"}
    assert "uncertain" not in pair.flags
    assert "uncertain" in of(editions_compared(asserted=False), "D").flags


def test_equal_labels_are_no_pairs(comparison: Comparison) -> None:
    same = {(label(x), label(x)) for x in ("C", "B1(b)")}
    assert not same & flat(comparison.pairs)
    for new in ("C", "B1(b)"):
        assert "number-held-another-rule" in of(comparison, new).flags


def test_the_laws_hold(comparison: Comparison) -> None:
    assert_laws(comparison, OLD, NEW)


def test_a_cited_number_with_another_rule_is_flagged(comparison: Comparison) -> None:
    assert "cited-rule-changed" in of(comparison, "B2").flags
    assert "cited-rule-changed" not in of(comparison, "A2").flags
    assert "cited-rule-changed" not in of(comparison, "B1(a)").flags


def test_a_changed_definition_is_substance(comparison: Comparison) -> None:
    pair = of(comparison, "B1(a)")
    assert "definition-changed" in pair.flags
    words = list(zip(pair.words, pair.layers, strict=True))
    assert (("delete", "convenzionali"), "substance") in words
    assert (("insert", "artificiali"), "substance") in words


def test_replaced_words_and_tenses_are_lighter(comparison: Comparison) -> None:
    words = list(zip(of(comparison, "A2").words, of(comparison, "A2").layers, strict=True))
    assert (("delete", "si applica"), "terminology") in words
    pair = of(comparison, "B2")
    words = list(zip(pair.words, pair.layers, strict=True))
    assert (("delete", "dovrà"), "tense") in words
    assert "modal" not in pair.flags


def test_a_relative_citation_follows_its_rule(comparison: Comparison) -> None:
    pair = of(comparison, "B1(a)")
    words = list(zip(pair.words, pair.layers, strict=True))
    assert (("delete", "(b)"), "citation") in words
    assert (("insert", "D"), "citation") in words


def test_the_sentence_and_the_count(comparison: Comparison) -> None:
    assert summary(comparison) == (
        "Dal 1997 al 2007: due regole nuove (B1(b), C); due spostate (C → A2, B1(b) → D); "
        "una divisa in più parti (A → A e A1); cinque modificate (B, B1, B1(a), B2, B3)."
    )
    assert tally(comparison).terminology == 2
    assert tally(comparison).modal == 0

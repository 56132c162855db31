"""Marked words and their layers, by cases and by laws."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from typing import Any

import pytest
from compare_tools import CASES, article, assert_laws, compared, joined
from hypothesis import given
from hypothesis import strategies as st

from rulebook.compare import Titles, word_diff
from rulebook.compare.words import matches, words


def cases(name: str) -> list[Any]:
    data = tomllib.loads((CASES / name).read_text(encoding="utf-8"))
    return [pytest.param(case, id=case["name"]) for case in data["case"]]


@pytest.mark.parametrize("case", cases("words.toml"))
def test_marked_words(case: dict[str, Any]) -> None:
    signs = {"equal": "{}", "delete": "[-{}-]", "insert": "{{+{}+}}"}
    found = "".join(signs[op].format(text) for op, text in word_diff(case["old"], case["new"]))
    assert found == case["marked"]


@pytest.mark.parametrize("case", cases("layers.toml"))
def test_layers(case: dict[str, Any]) -> None:
    old = article({"A": case["old"]}, edition="1997")
    new = article({"A": case["new"]}, edition="2007")
    titles = [
        {int(number): title for number, title in case.get(side, {}).items()}
        for side in ("old_titles", "new_titles")
    ]
    comparison = compared(old, new, titles=Titles(*titles))
    assert_laws(comparison, old, new)
    (pair,) = comparison.pairs
    assert changes(pair.words, pair.layers) == case["changes"]
    assert pair.change == case["change"]
    assert sorted(pair.flags) == case["flags"]


def changes(marked: tuple[tuple[str, str], ...], layers: tuple[str, ...]) -> list[list[str]]:
    """Each change as layer, what went, what came."""
    out: list[list[str]] = []
    before = ""
    for (op, text), layer in zip(marked, layers, strict=True):
        if op == "insert" and before == "delete" and out[-1][0] == layer:
            out[-1][2] = text
        elif op != "equal":
            out.append([layer, text, ""] if op == "delete" else [layer, "", text])
        before = op
    return out


ALPHABET = st.sampled_from(
    [
        "il",
        "la",
        "dell’arbitro",
        "del",
        "direttore",
        "può",
        "non",
        "deve",
        "27B1(b)",
        "(b)",
        "2♥",
        "art.",
        "31",
        ",",
        ".",
        "(",
        ")",
        "’",
        "-",
        "Nord-Sud",
        " ",
        "\u00a0",
        "  ",
        "\n",
        "è",
        "e\u0300",
    ]
)
TEXTS = (
    st.lists(ALPHABET, max_size=25).map("".join)
    | st.lists(ALPHABET, max_size=25).map(" ".join)
    | st.text(max_size=40)
)


@given(TEXTS, TEXTS)
def test_marked_words_are_both_texts_exactly(old: str, new: str) -> None:
    marked = word_diff(old, new)
    assert joined(marked, "insert") == old
    assert joined(marked, "delete") == new


@given(TEXTS)
def test_a_text_against_itself_has_no_marks(text: str) -> None:
    assert word_diff(text, text) == ((("equal", text),) if text else ())


@given(TEXTS)
def test_words_keep_every_character(text: str) -> None:
    assert "".join(word.space + word.text for word in words(text)) == text


@given(TEXTS, TEXTS)
def test_layers_keep_every_character(old: str, new: str) -> None:
    before, after = article({"A": old, "B": "x"}), article({"A": new, "B": "x"}, edition="2007")
    comparison = compared(before, after)
    assert_laws(comparison, before, after)


@given(st.lists(st.sampled_from("abc"), max_size=12), st.lists(st.sampled_from("abc"), max_size=12))
def test_no_alignment_has_more_equal_words(old: list[str], new: list[str]) -> None:
    pairs = matches(old, new)
    assert all(old[i] == new[j] for i, j in pairs)
    assert all(a < c and b < d for (a, b), (c, d) in pairwise(pairs))
    assert len(pairs) == longest(old, new)


def longest(old: list[str], new: list[str]) -> int:
    """The length of the longest common subsequence, the plain way."""
    row = [0] * (len(new) + 1)
    for a in old:
        before = row[:]
        for j, b in enumerate(new):
            row[j + 1] = before[j] + 1 if a == b else max(before[j + 1], row[j])
    return row[-1]


def test_long_texts_are_still_marked_word_by_word() -> None:
    old = " ".join(f"parola{i}" for i in range(600))
    new = " ".join(f"parola{i}" if i % 7 else f"altra{i}" for i in range(600))
    marked = word_diff(old, new)
    assert sum(op == "delete" for op, _ in marked) == len(range(0, 600, 7))
    assert joined(marked, "insert") == old
    assert joined(marked, "delete") == new

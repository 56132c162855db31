"""What a query asks for by number, in as many spellings as people have."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
import search_sample
from hypothesis import given
from hypothesis import strategies as st

from rulebook.label import ROMAN, Label
from rulebook.publishing.search.asked import read_asked
from rulebook.publishing.search.query import parse_query, prepare
from rulebook.publishing.search.words import load_words

CASES = Path(__file__).parent / "cases" / "search" / "asked.toml"
WORDS = load_words(search_sample.vocabulary())


def cases() -> list[Any]:
    tables = tomllib.loads(CASES.read_text(encoding="utf-8"))["case"]
    return [
        pytest.param(query, case, id=query or "(empty)")
        for case in tables for query in case["queries"]
    ]


@pytest.mark.parametrize(("query", "case"), cases())
def test_spellings(query: str, case: dict[str, Any]) -> None:
    reading = read_asked(prepare(query), WORDS)
    assert [asked.compact for asked in reading.asked] == case["asks"]
    if not case["asks"]:
        return
    assert {asked.edition for asked in reading.asked} == {case.get("edition")}
    assert reading.whole is case.get("whole", True)
    assert reading.asked[0].number == case.get("number", reading.asked[0].number)
    assert parse_query(query, WORDS).call == case.get("call")


@st.composite
def labels(draw: st.DrawFn) -> Label:
    steps: list[str] = [draw(st.sampled_from("ABCDFGHK"))]
    if draw(st.booleans()):
        steps.append(str(draw(st.integers(1, 9))))
        if draw(st.booleans()):
            steps.append(draw(st.sampled_from("abcdefgh")))
            if draw(st.booleans()):
                steps.append(draw(st.sampled_from(ROMAN[:8])))
    return Label(draw(st.integers(8, 93)), tuple(steps))


AROUND = ["{}", "art. {}", "Articolo {}", "{} 1997", "vedi {}", "{} del codice"]


@given(labels(), st.sampled_from(AROUND))
def test_every_label_is_understood_as_printed_and_as_spoken(label: Label, around: str) -> None:
    for spelling in (str(label), label.compact, label.compact.lower()):
        asked = read_asked(prepare(around.format(spelling)), WORDS).asked
        assert [a.compact for a in asked] == [label.compact.lower()]


@given(st.text(max_size=80))
def test_nothing_typed_is_an_error(query: str) -> None:
    parse_query(query, WORDS)

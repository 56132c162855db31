"""Runs the data cases of `cases/clean/furniture.toml`, and the laws of setting furniture aside."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.model import Source
from rulebook.reading.mending import clean, repairs
from rulebook.reading.pages import furniture
from rulebook.reading.pages import words as page_words
from rulebook.text import verbatim

CASES = Path(__file__).parent / "cases" / "clean" / "furniture.toml"
ENTRIES = [
    pytest.param(entry, id=entry["name"])
    for entry in tomllib.loads(CASES.read_text(encoding="utf-8"))["case"]
]
LINES = (
    "ARTICOLO 27 – LICITA|A.|1.|(a)|42|43|44|- 12 -|Pag. 7|iv|v|Codice di Gara 2007|"
    "Codice di Gara 42|"
    "Codice di Gara 43|Nord|1♠|Home|Stampa|Autore: Redazione|-----|***|Cordiali saluti|Mario Rossi|"
    "il giocatore che ha visto la carta del compagno non può usarne in alcun modo|"
    "Il giocatore ha visto la carta. 57|e poi 3 giocare la carta che resta sul tavolo||"
    "significato1|1|Articoli correlati|Art. 28 – Chiamate|\f|a|1NT"
).split("|")


def split(text: str) -> tuple[Source, clean.Cleaned, furniture.Furniture]:
    source = Source("s", "s.txt", "", text)
    cleaned = clean.clean(source, verbatim("s", text), repairs.load())
    return source, cleaned, furniture.split_furniture(cleaned.lines)


@pytest.mark.parametrize("case", ENTRIES)
def test_a_case(case: dict[str, Any]) -> None:
    source, _, parted = split(case["text"])
    aside = [[source.place(d.span.start)[0], d.reason] for d in parted.discards]
    assert aside == case["aside"]
    if "kept" in case:
        assert "\n".join(map(str, parted.kept)) + "\n" == case["kept"]
    if "breaks" in case:
        assert sorted(parted.page_breaks) == case["breaks"]
    if "proposed" in case:
        assert [change.line for change in parted.changes] == case["proposed"]


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(LINES), max_size=60))
def test_every_character_stays_or_is_set_aside(lines: list[str]) -> None:
    text = "\n".join(lines)
    _, cleaned, parted = split(text)
    times = [0] * len(text)
    spans = [run.span for line in parted.kept for run in line.text.runs]
    spans += [discard.span for discard in (*cleaned.discards, *parted.discards)]
    for span in spans:
        for at in range(span.start, span.end):
            times[at] += 1
    for character, count in zip(text, times, strict=True):
        assert count == 1 or (count == 0 and character.isspace())


@settings(max_examples=200, deadline=None)
@given(st.lists(st.sampled_from(LINES), max_size=40))
def test_labels_and_auctions_are_never_set_aside(lines: list[str]) -> None:
    _, _, parted = split("\n".join(lines))
    reasons = {"duplicate-line"}
    aside = {discard.text for discard in parted.discards if discard.reason not in reasons}
    assert not aside & {"A.", "1.", "(a)", "Nord", "1♠", "1NT", "ARTICOLO 27 – LICITA"} - {
        "ARTICOLO 27 – LICITA"
    }


def test_the_patterns_are_regular_expressions_that_need_words() -> None:
    vocabulary = page_words.load()
    for patterns in (vocabulary.patterns, vocabulary.satellite_patterns):
        assert not page_words.notices(patterns).fullmatch("")
        assert not page_words.notices(patterns).fullmatch("il giocatore passa")

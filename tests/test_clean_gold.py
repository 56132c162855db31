"""The five texts of the corpus against what a careful editor sees in them: that, nothing else."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import rulebook
from rulebook.model import Source
from rulebook.reading.holdings import sources
from rulebook.reading.mending import clean, joins, repairs
from rulebook.reading.pages import furniture
from rulebook.text import verbatim

GOLD = Path(__file__).parent / "gold" / "defects.toml"
CORPUS = Path(rulebook.__file__).parent / "corpus" / "sources"
TEXTS = [
    pytest.param(entry, id=entry["source"])
    for entry in tomllib.loads(GOLD.read_text(encoding="utf-8"))["text"]
]


@cache
def read(name: str) -> tuple[Source, clean.Cleaned, furniture.Furniture]:
    source = sources.read_source(next((CORPUS / name).glob("*.txt")), id=name)
    cleaned = clean.clean(source, verbatim(name, source.text), repairs.load())
    return source, cleaned, furniture.split_furniture(cleaned.lines)


@pytest.mark.parametrize("gold", TEXTS)
def test_exactly_the_mechanical_defects_are_mended(gold: dict[str, Any]) -> None:
    _, cleaned, _ = read(gold["source"])
    right = {(d["line"], d["found"], d["should"]) for d in gold["mechanical"]}
    made = {
        entry
        for change in cleaned.changes
        if (entry := (change.line, change.before, change.after)) in right
        or change.rule != "no-break-space"
    }
    # A quotation mark and the space before it are one defect and two rules.
    assert {entry for entry in made if not any(_within(entry, r) for r in right)} == set()
    assert right - made == set()
    assert all(change.cls == "mechanical" for change in cleaned.changes)
    for line, _, after in right:
        assert after in str(cleaned.lines[line - 1])


def _within(entry: tuple[int, str, str], right: tuple[int, str, str]) -> bool:
    return entry[0] == right[0] and entry[1] in right[1] and entry[2] in right[2]


@pytest.mark.parametrize("gold", TEXTS)
def test_no_break_spaces_are_counted(gold: dict[str, Any]) -> None:
    source, cleaned, _ = read(gold["source"])
    expected = gold.get("no_break_spaces", 0)
    assert source.text.count("\u00a0") == expected
    counted = sum(c.before.count("\u00a0") for c in cleaned.changes if c.rule == "no-break-space")
    assert counted == expected
    assert not any("\u00a0" in str(line) for line in cleaned.lines)
    inner = expected - gold.get("at_line_ends", 0)
    assert sum(len(line.breaks) for line in cleaned.lines) == inner


@pytest.mark.parametrize("gold", TEXTS)
def test_what_only_looks_wrong_is_untouched(gold: dict[str, Any]) -> None:
    source, cleaned, parted = read(gold["source"])
    kept = {line.number: str(line) for line in parted.kept}
    for entry in gold["untouched"]:
        assert entry["words"] in kept[entry["line"]]
    assert parted.changes == ()
    assert (*parted.issues, *cleaned.issues) == ()
    assert [line.number for line in cleaned.lines] == list(range(1, source.lines + 1))


@pytest.mark.parametrize("gold", TEXTS)
def test_exactly_the_furniture_is_set_aside(gold: dict[str, Any]) -> None:
    source, cleaned, parted = read(gold["source"])
    right = [
        (line, reason) for first, last, reason in gold["aside"] for line in range(first, last + 1)
    ]
    found = [(source.place(d.span.start)[0], d.reason) for d in parted.discards]
    assert found == right
    assert cleaned.discards == ()


@pytest.mark.parametrize("gold", TEXTS)
def test_sentences_go_on_over_line_ends(gold: dict[str, Any]) -> None:
    _, cleaned, _ = read(gold["source"])
    for entry in gold.get("joins", []):
        left, right = cleaned.lines[entry["line"] - 1 : entry["line"] + 1]
        joined, change = joins.join(left.text, right.text, cleaned.words)
        assert entry["joined"] in str(joined)
        assert change is None

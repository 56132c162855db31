"""Runs the examples of `repairs.toml` and the data cases of `cases/clean` for characters."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from rulebook.model import Source
from rulebook.reading.mending import clean, joins, repairs
from rulebook.reading.mending.attested import attest
from rulebook.text import plain, verbatim

REPAIRS = repairs.load()
CASES = Path(__file__).parent / "cases" / "clean"
JOINING = {joins.RULE_HYPHEN, joins.RULE_KEPT}
EXAMPLES = [
    pytest.param(name, *example, id=f"{name}: {example[0]}")
    for name, rule in REPAIRS.rules.items()
    if name not in JOINING
    for example in rule.examples
]


def load(name: str) -> list[Any]:
    entries = tomllib.loads((CASES / name).read_text(encoding="utf-8"))["case"]
    return [pytest.param(entry, id=entry["name"]) for entry in entries]


def cleaned(text: str) -> clean.Cleaned:
    return clean.clean(Source("s", "s.txt", "", text), verbatim("s", text), REPAIRS)


def lines(result: clean.Cleaned) -> list[str]:
    return [str(line) for line in result.lines]


@pytest.mark.parametrize(("rule", "before", "after"), EXAMPLES)
def test_an_example_of_a_rule(rule: str, before: str, after: str) -> None:
    result = cleaned(before)
    made = [change for change in result.changes if change.rule == rule]
    if before == after:
        assert not made
        assert lines(result) == [before]
    elif REPAIRS.rules[rule].cls == "proposed":
        assert [change.cls for change in made] == ["proposed"]
        assert made[0].before in before
        assert before.replace(made[0].before, made[0].after) == after or made[0].after in after
        assert lines(result) == [before]
    else:
        assert made, result.changes
        assert all(change.cls == "mechanical" for change in made)
        assert lines(result) == [after]


@pytest.mark.parametrize("case", load("characters.toml"))
def test_a_case(case: dict[str, Any]) -> None:
    result = cleaned(case["text"])
    assert "\n".join(lines(result)) == case.get("clean", case["text"])
    for cls in ("mechanical", "proposed"):
        if cls in case:
            found = [(c.before, c.after) for c in result.changes if c.cls == cls]
            assert found == [tuple(pair) for pair in case[cls]]
    if "rules" in case:
        assert [c.rule for c in result.changes] == case["rules"]
    if "discards" in case:
        assert [(d.text, d.reason) for d in result.discards] == [
            (text, "control") for text in case["discards"]
        ]
    if "issues" in case:
        assert [issue.code for issue in result.issues] == case["issues"]


@pytest.mark.parametrize("case", load("joins.toml"))
def test_a_line_end(case: dict[str, Any]) -> None:
    words = attest(case.get("words", []))
    joined, change = joins.join(plain(case["left"]), plain(case["right"]), words)
    assert str(joined) == case["joined"]
    assert (change.cls if change else None) == case.get("class")
    if change and change.cls == "proposed":
        assert change.after == case["proposed"]


def test_every_rule_has_a_reason_and_examples() -> None:
    for name, rule in REPAIRS.rules.items():
        assert rule.reason, name
        assert rule.examples, name

"""Links of web pages as evidence: what they show of notes and menus, and hostile ones."""

import tomllib
from pathlib import Path

import pytest
from input_trees import flat, read_file

from rulebook.inputs.limits import Limits
from rulebook.inputs.web import read_web

CASES = tomllib.loads((Path(__file__).parent / "cases" / "inputs_links.toml").read_text("utf-8"))


@pytest.mark.parametrize("case", [pytest.param(c, id=c["name"]) for c in CASES["case"]])
def test_links_show_what_lines_are(case: dict[str, list[str] | str]) -> None:
    page = f"<!doctype html><meta charset=utf-8><body>{case['html']}"
    found = read_web(page.encode(), "pagina.html", Limits().markup)
    lines = zip(found.text.split("\n"), found.roles, strict=False)
    assert [f"{role}: {line}" for line, role in lines if line] == case["lines"]


def test_a_note_without_raised_marks_is_read_with_its_call() -> None:
    page = (
        "<meta charset=utf-8><h2>ARTICOLO 5 – PROVA</h2><p>A. Il giocatore gioca"
        "<a href='#_ftn1' name='_ftnref1'>[1]</a> una carta.</p>"
        "<div id=ftn1><p><a href='#_ftnref1' name='_ftn1'>[1]</a> Nel suo turno.</p></div>"
    )
    document = read_file(page.encode(), "pagina.html")
    assert [(flat(note.text), len(note.calls)) for note in document.notes] == [
        ("Nel suo turno.", 1)
    ]


@pytest.mark.parametrize(
    "href", ["#" + "a" * 1_000_000, "javascript:" + "%" * 500_000, "#" + "fn1" * 300_000]
)
def test_a_very_long_address_costs_little_and_says_nothing(href: str) -> None:
    page = f"<meta charset=utf-8><p>Uno <a href='{href}'>due</a> tre</p>"
    assert read_web(page.encode(), "p.html", Limits().markup).text == "Uno due tre\n"

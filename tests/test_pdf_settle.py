"""Page numbers settle, whatever they push about; running heads name what a page holds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import code_generator
import pytest
from pdf_reader import Pdf

from rulebook.publishing.library import Library
from rulebook.publishing.pdf import Imprint, PaperError, door, settle
from rulebook.publishing.pdf.data import data_of
from rulebook.publishing.pdf.law import edition_booklet

WORDS = {"article": "Art.", "articles": "Artt.", "page": "p.", "contents": "Indice"}
CHAPTERS = [
    {"dest": "a4", "number": "4", "name": "Quarto"},
    {"dest": "a5", "number": "5", "name": "Quinto"},
    {"dest": "a6", "number": "6", "name": "Sesto"},
    {"dest": "end", "number": "", "name": "Fonti"},
]
DATA: dict[str, Any] = {
    "paper": "a4", "chapters": CHAPTERS, "words": WORDS, "leads": ["a6", "a4"], "far": [0],
}


@pytest.mark.parametrize(("rows", "heads"), [
    ([("a4", 3, True)], {"3": "Art. 4", "after": "Art. 4"}),
    ([("a4", 3, True), ("a5", 4, False)], {"3": "Art. 4", "4": "Artt. 4, 5", "after": "Art. 5"}),
    ([("a4", 3, True), ("a5", 5, True)],
     {"3": "Art. 4", "4": "Art. 4", "5": "Art. 5", "after": "Art. 5"}),
    ([("a4", 3, True), ("a5", 3, False), ("a6", 3, False)],
     {"3": "Artt. 4–6", "after": "Art. 6"}),
    ([("a4", 3, True), ("end", 4, True)], {"3": "Art. 4", "4": "Fonti", "after": "Fonti"}),
    ([("a4", 3, True), ("end", 4, False)], {"3": "Art. 4", "4": "Art. 4", "after": "Fonti"}),
])
def test_a_running_head_names_what_the_page_holds(
    rows: list[tuple[str, int, bool]], heads: dict[str, str]
) -> None:
    told = [("chapter", name, page, 9.0, 9.0, top) for name, page, top in rows]
    data = {**DATA, "leads": []}
    found = settle.found(data, settle.first(data), told)
    assert {page: head for page, head in found.heads.items() if head} == heads


def test_a_reference_shows_its_page_when_it_leads_to_another_one() -> None:
    rows = [
        ("chapter", name, page, 9.0, 9.0, True) for name, page in (("a4", 1), ("a5", 1), ("a6", 2))
    ]

    def leads(first: int, second: int) -> list[settle.Row]:
        pages = enumerate((first, second))
        return [*rows, *(("lead", str(i), page, 5.0, 5.0, False) for i, page in pages)]

    first = settle.first(DATA)
    assert first.paged == {0}
    same = settle.found(DATA, first, leads(2, 1))
    assert same.paged == {0}
    other = settle.found(DATA, same, leads(2, 2))
    assert other.paged == {0, 1}
    # Once shown, it stays: what vanishes and comes back would never settle.
    again = settle.found(DATA, other, leads(2, 1))
    assert again == other


def _data() -> Any:
    rulebook = code_generator.generate(editions=("2007",), articles=6)
    booklet = edition_booklet(Library(rulebook), rulebook.editions[0])
    return data_of(booklet.on(None, Imprint("1", "2026-11-30")))


def test_numbers_that_do_not_settle_are_set_in_one_width(monkeypatch: pytest.MonkeyPatch) -> None:
    real, rounds = settle.found, [0]

    def restless(data: Any, before: settle.Pages, rows: Any) -> settle.Pages:
        rounds[0] += 1
        found = real(data, before, rows)
        return found if before.steady else replace(found, heads={"1": str(rounds[0])})

    monkeypatch.setattr(settle, "found", restless)
    data = _data()
    pdf = Pdf(door.typeset(data, 0))
    shown = sum(text.count("p. ") for text in pdf.artifacts)
    assert shown == len(data["leads"])


def test_numbers_that_never_settle_stop_the_print(monkeypatch: pytest.MonkeyPatch) -> None:
    real, rounds = settle.found, [0]

    def restless(data: Any, before: settle.Pages, rows: Any) -> settle.Pages:
        rounds[0] += 1
        return replace(real(data, before, rows), heads={"1": str(rounds[0])})

    monkeypatch.setattr(settle, "found", restless)
    with pytest.raises(PaperError, match="do not settle"):
        door.typeset(_data(), 0)

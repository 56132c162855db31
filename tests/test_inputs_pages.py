"""Web pages and documents read back to the tree that they were written from."""

import tomllib
from pathlib import Path

import input_documents
import input_pages
import pytest
from input_trees import flat, printed_tree, read_file, tree_of

from rulebook.inputs import extract

LONG = pytest.mark.long
BLOCKS = [
    pytest.param(range(10), id="seeds-0"),
    *(pytest.param(range(at, at + 50), id=f"seeds-{at}", marks=LONG) for at in range(0, 200, 50)),
    # Never looked at while the rules were made.
    pytest.param(range(900, 1000), id="held-out", marks=LONG),
]


@pytest.mark.parametrize("seeds", BLOCKS)
def test_a_saved_page_reads_back(seeds: range) -> None:
    for seed in seeds:
        made, notes = input_pages.pages(seed)
        document = read_file(input_pages.web(seed), f"seed-{seed}.html")
        assert tree_of(document) == printed_tree(made), seed
        assert sorted(flat(note.text) for note in document.notes) == sorted(notes), seed
        assert all(len(note.calls) == 1 for note in document.notes), seed
        aside = " ".join(d.text for d in document.discards if d.reason == "furniture")
        assert "Regole del circolo" in aside
        assert "Federazione di fantasia" in aside


@pytest.mark.parametrize("seeds", BLOCKS)
@pytest.mark.parametrize("form", ["docx", "odt"])
def test_a_document_reads_back(seeds: range, form: str) -> None:
    write = {"docx": input_documents.word_of, "odt": input_documents.open_text_of}[form]
    for seed in seeds:
        made, notes = input_pages.pages(seed)
        document = read_file(write(seed), f"seed-{seed}.{form}")
        assert tree_of(document) == printed_tree(made), seed
        assert sorted(flat(note.text) for note in document.notes) == sorted(notes), seed
        assert all(len(note.calls) == 1 for note in document.notes), seed


WEB = tomllib.loads((Path(__file__).parent / "cases" / "inputs_web.toml").read_text("utf-8"))


@pytest.mark.parametrize("case", [pytest.param(c, id=c["name"]) for c in WEB["case"]])
def test_a_piece_of_a_page_gives_its_lines(case: dict[str, list[str] | str]) -> None:
    page = f"<!doctype html><meta charset=utf-8><body>{case['html']}"
    found = extract(page.encode(), "pagina.html")
    lines = zip(found.text.split("\n"), found.roles, found.sides, strict=False)
    told = [f"{side or role}: {line}" for line, role, side in lines if line]
    assert told == case["lines"]


@pytest.mark.parametrize("stop", ["", ";", "."])
def test_items_of_a_list_are_provisions_however_they_end(stop: str) -> None:
    items = "".join(f"<li>{words}{stop}</li>" for words in ("gioca la carta", "la tocca", "tace"))
    page = (
        "<meta charset=utf-8><h2>ARTICOLO 5 – PROVA</h2><p>A. Il giocatore sceglie fra questi "
        f"modi</p><ol>{items}</ol><p>B. Il compagno tace.</p>"
    )
    [article] = tree_of(read_file(page.encode(), "pagina.html"))
    paths = [part[0] for part in article[2:] if isinstance(part, tuple)]
    assert paths == [(), ("A",), ("A", "1"), ("A", "2"), ("A", "3"), ("B",)]

"""Finding and resolving citations, case by case, and what must hold for any text."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from test_citations_gold import EDITIONS, held

from rulebook.label import Label, parse, path_of
from rulebook.reading.citations.resolve import Context, Passage, resolve

FOLDER = Path(__file__).with_name("cases") / "citations"
CASES: list[Any] = [
    pytest.param(case, id=f"{path.stem}: {case['name']}")
    for path in sorted(FOLDER.glob("*.toml"))
    for case in tomllib.loads(path.read_text(encoding="utf-8"))["case"]
]
HELD = held()


def context(case: dict[str, Any]) -> Context:
    """The context of a case: a text of 2007 unless it says otherwise."""
    return Context(
        editions=EDITIONS,
        default=case.get("default", "2007") or None,
        default_basis="declared",
        held=HELD,
        articles=tuple(case.get("articles", ())),
        in_force=(
            ("1997", "1997-01-01", "2008-09-01"),
            ("2007", "2008-09-01", "2017-10-01"),
            ("2017", "2017-10-01", None),
        ),
        date=case.get("date"),
    )


def passage(case: dict[str, Any]) -> Passage:
    """The passage of a case: law where it names a provision, else prose."""
    here = parse(case["here"]) if "here" in case else None
    edition = case.get("edition", "2007") if here else None
    return Passage("p", case["text"], here, edition, case.get("kind", "law" if here else "prose"))


def label(text: str) -> Label:
    """A target's label: "78 2" has a path that begins with a number."""
    article, _, path = text.partition(" ")
    return Label(int(article), path_of(path) or ()) if path else parse(text)


def target(text: str, case: dict[str, Any]) -> str:
    """A target as `edition:label`; the case's edition where none is written."""
    if ":" in text:
        edition, _, name = text.partition(":")
    else:
        edition, name = str(case.get("edition", case.get("default", "2007"))), text
    return f"{edition}:{label(name)}"


@pytest.mark.parametrize("case", CASES)
def test_case(case: dict[str, Any]) -> None:
    found = [
        (" ".join(f.mention.text.split()), [f"{t.edition}:{t.label}" for t in f.targets])
        for f in resolve([passage(case)], context(case))
    ]
    wanted = [
        (gold["text"], [target(t, case) for t in gold["targets"]]) for gold in case["find"]
    ]
    assert found == wanted


DOCUMENTS: list[dict[str, Any]] = tomllib.loads(
    FOLDER.with_name("citations_documents.toml").read_text(encoding="utf-8")
)["document"]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: str(document["name"]))
def test_document(document: dict[str, Any]) -> None:
    entries = document["passage"]
    passages = [
        replace(passage({"edition": None, **entry}), key=str(number))
        for number, entry in enumerate(entries)
    ]
    about = replace(
        context({"default": "", **document}), old=document.get("old"), new=document.get("new")
    )
    found: list[list[str]] = [[] for _ in entries]
    for citation in resolve(passages, about):
        places = " ".join(f"{t.edition}:{t.label}" for t in citation.targets)
        found[int(citation.passage)].append(places)
    assert found == [entry.get("find", []) for entry in entries]

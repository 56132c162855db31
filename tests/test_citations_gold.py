"""The citations of the five source texts, against what a careful reader finds in them."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulebook.label import Label, parse
from rulebook.reading.citations.resolve import Context, Found, Passage, resolve

GOLD = Path(__file__).with_name("gold") / "xrefs.toml"
DOCUMENTS: list[dict[str, Any]] = tomllib.loads(GOLD.read_text(encoding="utf-8"))["document"]
EDITIONS = ("1997", "2007", "2017")

SPACINGS: dict[str, Callable[[str], str]] = {
    "as it stands": lambda text: text,
    "a word per line": lambda text: re.sub(r"[ \n]", "\n", text),
    "no-break spaces": lambda text: text.replace(" ", "\u00a0"),
    "typewriter apostrophes": lambda text: text.replace("’", "'"),
    "two spaces": lambda text: text.replace(" ", "  "),
}


def held() -> dict[str, set[Label]]:
    """The provisions that stand in the sources, by edition."""
    found: dict[str, set[Label]] = {edition: set() for edition in EDITIONS}
    for document in DOCUMENTS:
        for passage in document["passage"]:
            if passage.get("kind") == "law":
                found[passage["edition"]].add(parse(passage["here"]))
    return found


def resolved(document: dict[str, Any], spacing: Callable[[str], str]) -> list[list[Found]]:
    """The citations found, passage by passage."""
    context = Context(
        editions=EDITIONS,
        default=document.get("default"),
        default_basis="declared" if document.get("default") else "assumed",
        held=held(),
        old=document.get("old"),
        new=document.get("new"),
        articles=tuple(document.get("articles", ())),
        in_force=(
            ("1997", "1997-01-01", "2008-09-01"),
            ("2007", "2008-09-01", "2017-10-01"),
            ("2017", "2017-10-01", None),
        ),
        date=document.get("date"),
    )
    passages = [
        Passage(
            str(number),
            spacing(entry["text"]),
            parse(entry["here"]) if "here" in entry else None,
            entry.get("edition"),
            entry.get("kind", "prose"),
        )
        for number, entry in enumerate(document["passage"])
    ]
    found: list[list[Found]] = [[] for _ in passages]
    for citation in resolve(passages, context):
        found[int(citation.passage)].append(citation)
    return found


def compared(
    document: dict[str, Any], spacing: Callable[[str], str]
) -> tuple[Counter[str], list[str]]:
    """How many are right, missed and invented, and a line about each of the latter."""
    count: Counter[str] = Counter()
    faults: list[str] = []
    for entry, found in zip(document["passage"], resolved(document, spacing), strict=True):
        left = list(found)
        for gold in entry.get("find", ()):
            expected = set(gold["targets"])
            alike = [f for f in left if covers(f, gold["text"]) and targets(f) == expected]
            match = alike[0] if alike else None
            if match:
                left.remove(match)
            if not expected or gold.get("optional"):
                continue
            count["right" if match else "missed"] += 1
            if not match:
                faults.append(f"missed {gold['text']} {sorted(expected)}")
        for extra in left:
            count["invented"] += 1
            faults.append(f"invented {extra.mention.text!r} {sorted(targets(extra))}")
    return count, faults


def covers(found: Found, words: str) -> bool:
    """Whether the mention and the reader's words name the same labels in the same place."""
    flat = " ".join(found.mention.text.replace("'", "’").split())
    return flat in words or words in flat or set(flat.split()) & set(words.split()) != set()


def targets(found: Found) -> set[str]:
    """The targets as `edition:label`."""
    return {f"{target.edition}:{target.label}" for target in found.targets}


@pytest.mark.parametrize("spacing", SPACINGS)
@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda document: str(document["name"]))
def test_every_citation_and_no_other(document: dict[str, Any], spacing: str) -> None:
    count, faults = compared(document, SPACINGS[spacing])
    assert not faults, (dict(count), faults)


def test_the_gold_is_whole() -> None:
    entries = [gold for d in DOCUMENTS for p in d["passage"] for gold in p.get("find", ())]
    assert len(entries) == 79
    assert sum(1 for gold in entries if gold["targets"] and not gold.get("optional")) >= 70


def test_the_basis_of_an_edition_is_told() -> None:
    commentary = next(d for d in DOCUMENTS if d.get("old"))
    bases = {
        citation.mention.text: citation.edition_basis
        for passage in resolved(commentary, SPACINGS["as it stands"])
        for citation in passage
    }
    assert bases["vecchio 27B1b"] == "stated"
    assert bases["27B3"] == "context"
    assert bases["articolo 23 e 26"] == "context"

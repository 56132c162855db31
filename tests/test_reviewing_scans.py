"""Characters that a recognition may have lost are settled one by one, as the page has them."""

from __future__ import annotations

import hashlib
import tomllib
from pathlib import Path

import corpus_maker as maker
import msgspec
import pytest

from rulebook.inputs import Extraction, Format
from rulebook.layout import Doubt as Unsure
from rulebook.layout import PageSize, Place
from rulebook.reviewing import Desk, DeskError, forms

LINES = """Art. 40 – GIOCATA A CARTE SCOPERTE
A. Dopo un contratto di 54, il morto stente le carte.
B. Dopo un contratto di 54 o di 3, il morto le stende.
"""
WORDS = (2, "54"), (3, "54"), (3, "di 3")


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    root = tmp_path / "corpus"
    maker.edition(root, "2007")
    folder = maker.source(root, "scansione", "x", edition="2007")
    rows = LINES.splitlines()
    doubts = tuple(
        Unsure(line, rows[line - 1].index(word), rows[line - 1].index(word) + len(word), 0.4,
               "dichiarazione o seme.")
        for line, word in WORDS
    )
    places = tuple(Place(1, (50.0, 20.0 * n, 300.0, 20.0 * n + 12)) for n in range(1, 4))
    lines = msgspec.json.encode(Extraction(
        Format.IMAGE, LINES, places, (None,) * 3, ("text",) * 3, doubts,
        (PageSize(400.0, 600.0),)))
    (folder / "lines.json").write_bytes(lines)
    toml = folder / "source.toml"
    told = f'lines = "lines.json"\nlines_sha256 = "{hashlib.sha256(lines).hexdigest()}"\n'
    toml.write_text(toml.read_text("utf-8") + told, "utf-8")
    return Desk(root)


def words(desk: Desk) -> list[tuple[str, tuple[str, ...]]]:
    return [
        (doubt.change.before, doubt.choices)
        for doubt in desk.state().doubts("scansione")
        if doubt.kind == "character" and doubt.change
    ]


def decide(desk: Desk, which: int, **form: str) -> None:
    state = desk.state()
    doubts = [d for d in state.doubts("scansione") if d.kind == "character"]
    decision = forms.decision(state, "scansione", {"dubbio": doubts[which].key, **form})
    made = desk.preview(decision)
    desk.write(decision, made.seal)


SUITS = ("5♣", "5♦", "5♥", "5♠", "5SA")


def test_what_stands_on_the_page_is_chosen(desk: Desk) -> None:
    assert words(desk) == [("54", SUITS), ("54", SUITS), ("di 3", ())]
    decide(desk, 0, azione="scegli", scelta="5♠")
    assert words(desk) == [("54", SUITS), ("di 3", ())]
    decide(desk, 0, azione="tieni")
    assert words(desk) == [("di 3", ())]
    told = tomllib.loads((desk.root / "corrections.toml").read_text("utf-8"))["correction"]
    assert [(e["replace"], e["near"]) for e in told][1][1] == 3
    assert told[0]["replace"].count("5♠") == 1
    article = desk.state().rulebook.by_id["2007"].article(40)
    assert article is not None
    first, second = (str(child.text) for child in article.root.children)
    assert "5♠" in first
    assert "54" in second


def test_words_around_a_correction_stay_in_doubt(desk: Desk) -> None:
    state = desk.state()
    line = LINES.splitlines()[2]
    form = {"azione": "correggi", "riga": "3", "fino": "3", "motivo": "x"}
    decision = forms.decision(
        state, "scansione", {**form, "testo": line.replace(" o di 3", " oppure di 3")})
    assert "54" in str(decision.entry["find"])
    desk.write(decision, desk.preview(decision).seal)
    assert [word for word, _ in words(desk)] == ["54", "54", "di 3"]


def test_only_what_is_offered_can_be_chosen(desk: Desk) -> None:
    with pytest.raises((DeskError, ValueError), match="offerte"):
        decide(desk, 0, azione="scegli", scelta="<b>")

"""Corrections: a person's word is applied where it fits exactly, and refused everywhere else."""

from __future__ import annotations

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from rulebook.model import Correction, Source
from rulebook.reading.mending import clean, corrections, repairs
from rulebook.reading.mending.corrections import Corrected, CorrectionError

TEXT = "il titolare dei contratto\nentra con la \nQ. Nel gioco\nil morto e il morto\nfine"


def source(text: str = TEXT) -> Source:
    return Source("s", "raccolta/uno.txt", "", text)


def correction(find: str, near: int = 0, **fields: object) -> Correction:
    values: dict[str, object] = {
        "id": "0001", "source": "s", "op": "replace", "reason": "perché sì", "by": "redazione",
        "on": "2026-01-01", "find": find, "near": near, **fields,
    }  # fmt: skip
    return Correction(**values)  # type: ignore[arg-type]


def apply(*entries: Correction, text: str = TEXT) -> Corrected:
    return corrections.apply(source(text), entries)


def closes(text: str, result: Corrected) -> bool:
    """Whether every character that is not white space is in exactly one run."""
    times = [0] * len(text)
    for run in result.text.runs:
        for at in range(run.span.start, run.span.end):
            times[at] += 1
    return all(
        count == 1 or (count == 0 and character.isspace())
        for count, character in zip(times, text, strict=True)
    )


def test_words_are_replaced_and_the_rest_stays_verbatim() -> None:
    result = apply(correction("titolare dei contratto", 1, replace="titolare del contratto"))
    assert str(result.text).startswith("il titolare del contratto\n")
    repaired = [run for run in result.text.runs if run.rule]
    assert [(run.text, run.rule) for run in repaired] == [("l", "correction:0001")]
    change = result.changes[0]
    assert (change.line, change.before, change.after, change.cls) == (
        1, "titolare dei contratto", "titolare del contratto", "mechanical",
    )  # fmt: skip
    assert change.reason == "perché sì"
    assert closes(TEXT, result)


def test_a_proposal_changes_nothing() -> None:
    result = apply(correction("dei", replace="del", state="proposed"))
    assert str(result.text) == TEXT
    assert [(c.cls, c.before, c.after) for c in result.changes] == [("proposed", "dei", "del")]


def test_a_note_is_a_proposal_without_words() -> None:
    result = apply(correction("la \nQ", 2, op="note"))
    assert str(result.text) == TEXT
    assert [(c.cls, c.before, c.after) for c in result.changes] == [("proposed", "la \nQ", "")]


def test_lines_are_joined() -> None:
    result = apply(correction("con la \nQ. Nel", 2, op="join"))
    assert "entra con la Q. Nel gioco\n" in str(result.text)
    assert closes(TEXT, result)


def test_lines_are_joined_as_someone_says() -> None:
    result = apply(correction("la \nQ", 2, op="join", replace="la [Q]"))
    assert "con la [Q]. Nel" in str(result.text)
    assert closes(TEXT, result)


def test_a_line_is_split_before_words_or_as_someone_says() -> None:
    before = apply(correction("e il morto", 4, op="split"))
    assert "il morto \ne il morto\n" in str(before.text)
    said = apply(correction("morto e il", 4, op="split", replace="morto\ne il"))
    assert "il morto\ne il morto\n" in str(said.text)
    assert closes(TEXT, before)
    assert closes(TEXT, said)
    lines = clean.clean(source(), said.text, repairs.load()).lines
    assert [str(line) for line in lines][3:5] == ["il morto", "e il morto"]
    assert [line.number for line in lines][3:5] == [4, 4]


def test_words_can_go() -> None:
    result = apply(correction("il titolare ", 1, replace=""))
    assert str(result.text).startswith("dei contratto")
    assert closes(TEXT, result)


def test_line_ends_of_other_systems_are_found() -> None:
    text = TEXT.replace("\n", "\r\n")
    result = apply(correction("con la \nQ", 2, op="join"), text=text)
    assert "con la Q. Nel" in str(result.text)
    assert result.changes[0].before == "con la \r\nQ"


def test_the_same_words_protect_a_place() -> None:
    text = "disse perchè no\n"
    result = apply(correction("perchè", replace="perchè"), text=text)
    assert result.changes[0].cls == "kept"
    cleaned = clean.clean(source(text), result.text, repairs.load())
    assert str(cleaned.lines[0]) == "disse perchè no"
    assert cleaned.changes == ()


def test_other_sources_and_other_rooms_are_left_alone() -> None:
    result = apply(
        correction("nulla", source="altro"),
        correction("nulla", op="columns"),
        correction("nulla", op="pair"),
    )
    assert result.changes == ()


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (
            correction("il morto", 4, replace="x"),
            "correction 0001: “il morto” occurs twice near line 4; add words to `find`, or narrow",
        ),
        (correction("il morto", replace="x"), "“il morto” occurs twice; add words"),
        (correction("asso", 2, replace="x"), "“asso” does not occur near line 2"),
        (correction("asso", 2, replace="x", state="proposed"), "“asso” does not occur near line 2"),
        (correction("asso", 2, op="note"), "“asso” does not occur near line 2"),
        (correction("dei", 4, replace="x"), "“dei” does not occur near line 4"),
        (correction("dei", 99, replace="x"), "“dei” does not occur near line 99"),
        (correction("dei", 1, op="swap"), "unknown operation “swap”"),
        (correction("dei", 1), "has no `replace`"),
        (correction(" ", 1, replace="x"), "has no `find`"),
        (correction("dei contratto", 1, op="join"), "`find` holds no line end"),
        (correction("dei contratto", 1, op="split", replace="x"), "`replace` holds no line end"),
    ],
)
def test_what_does_not_fit_is_an_error(entry: Correction, message: str) -> None:
    with pytest.raises(CorrectionError) as error:
        apply(entry)
    assert message in str(error.value)
    assert str(error.value).startswith("raccolta/uno.txt, correction 0001: ")


def test_two_corrections_in_one_place_are_an_error() -> None:
    with pytest.raises(CorrectionError, match="meets correction 0001 in one place"):
        apply(
            correction("titolare dei", 1, replace="titolare del"),
            correction("dei contratto", 1, id="0002", replace="dei contratti"),
        )


def test_nothing_may_be_left_of_a_text() -> None:
    with pytest.raises(CorrectionError, match="would leave nothing"):
        apply(correction("solo", replace=""), text="solo\n")


def test_overlapping_places_are_ambiguous() -> None:
    with pytest.raises(CorrectionError, match="occurs twice"):
        apply(correction("aa", replace="b"), text="aaa")


WORDS = st.text(alphabet="ab \n", min_size=1, max_size=12)


@settings(max_examples=300, deadline=None)
@given(WORDS, WORDS, st.text(alphabet="ab \n", max_size=6))
def test_the_account_closes_after_any_replacement(before: str, find: str, replace: str) -> None:
    assume(before.strip() or replace.strip())
    text = f"{before}<{find}>{before}"
    result = apply(correction(f"<{find}>", replace=replace), text=text)
    assert str(result.text) == f"{before}{replace}{before}"
    assert closes(text, result)
    lines = clean.clean(source(text), result.text, repairs.load())
    spans = [run.span for line in lines.lines for run in line.text.runs]
    spans += [discard.span for discard in lines.discards]
    covered = [0] * len(text)
    for span in spans:
        for at in range(span.start, span.end):
            covered[at] += 1
    assert all(c == 1 or (c == 0 and x.isspace()) for c, x in zip(covered, text, strict=True))

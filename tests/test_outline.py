"""Which markers are labels: decided by sequence, checked on small outlines as data."""

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.reading.articles.outline import candidates, decide
from rulebook.reading.articles.structure import default_structure

STRUCTURE = default_structure()

OUTLINES = {
    "two labels on a line": (
        ["A. Uno.", "1. (a) Primo caso.", "(b) Secondo caso.", "2. Altro."],
        ["A", "A1", "A1a", "A1b", "A2"],
    ),
    "a letter after h": (
        [f"({letter}) voce {letter};" for letter in "abcdefghij"],
        list("abcdefghij"),
    ),
    "a roman numeral after b": (
        ["1. Elenco:", "(a) uno;", "(b) due:", "(i) primo;", "(ii) secondo;", "(c) tre."],
        ["1", "1a", "1b", "1bi", "1bii", "1c"],
    ),
    "a roman numeral under h": (
        [f"({letter}) voce:" for letter in "abcdefgh"] + ["(i) uno;", "(ii) due."],
        [*"abcdefgh", "hi", "hii"],
    ),
    "digits first": (["1. Uno.", "(a) Primo.", "2. Due."], ["1", "1a", "2"]),
    "a sentence that begins with A": (
        ["A. Regola.", "A meno che l’Arbitro non decida, si prosegue.", "B. Altra."],
        ["A", "B"],
    ),
    "a citation at a line's beginning": (
        ["B. Se vale quanto detto in", "(a), la licitazione prosegue (vedi", "(b) seguente)."],
        ["B"],
    ),
    "a label cited over a line end": (
        ["A. Uno.", "B. Come previsto dal punto", "A. si prosegue."],
        ["A", "B"],
    ),
    "initials are no label": (["C. S. Rossi decide.", "A. Uno.", "B. Due."], ["A", "B"]),
    "several paragraphs in one line": (
        ["A. Primo titolo: testo. B. Secondo titolo: testo. 1. Caso uno. 2. Caso due."],
        ["A", "B", "B1", "B2"],
    ),
    "a card at the end of a sentence": (["A. Sud gioca la", "Q. Nel momento in cui"], ["A"]),
    "members joined by a word": (
        ["A. Vale se: (a) uno manchi, oppure (b) uno abbondi."],
        ["A", "Aa", "Ab"],
    ),
    "a gap stays a gap": (["A. Uno.", "B. Due.", "D. Quattro."], ["A", "B", "D"]),
}


@pytest.mark.parametrize(("lines", "paths"), OUTLINES.values(), ids=OUTLINES)
def test_outline(lines: list[str], paths: list[str]) -> None:
    marks = decide(candidates(lines, [()] * len(lines), STRUCTURE))
    assert ["".join(mark.path) for mark in marks] == paths


def test_a_gap_is_said() -> None:
    lines = ["A. Uno.", "B. Due.", "D. Quattro."]
    marks = decide(candidates(lines, [()] * 3, STRUCTURE))
    assert [mark.gap for mark in marks] == [False, False, True]


@given(st.lists(st.text(alphabet="AB12abiv.() :\nx", max_size=40), max_size=30))
def test_any_lines_have_an_outline_with_each_path_once(lines: list[str]) -> None:
    marks = decide(candidates(lines, [()] * len(lines), STRUCTURE))
    paths = [mark.path for mark in marks]
    assert len(paths) == len(set(paths))
    assert [(m.line, m.start) for m in marks] == sorted((m.line, m.start) for m in marks)
    for mark in marks:
        assert len(mark.path) == 1 or mark.path[:-1] in paths


@given(st.integers(1, 12), st.integers(0, 6), st.integers(0, 6))
def test_a_regular_outline_is_read_back(uppers: int, digits: int, letters: int) -> None:
    lines, paths = [], []
    for upper in string.ascii_uppercase[:uppers]:
        lines.append(f"{upper}. Il giocatore decide.")
        paths.append((upper,))
        for digit in range(1, digits + 1):
            lines.append(f"{digit}. Il compagno passa.")
            paths.append((upper, str(digit)))
            for letter in string.ascii_lowercase[:letters]:
                lines.append(f"({letter}) la carta resta;")
                paths.append((upper, str(digit), letter))
    marks = decide(candidates(lines, [()] * len(lines), STRUCTURE))
    assert [mark.path for mark in marks] == paths

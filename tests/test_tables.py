"""What a person who mistyped a data file is told: where, what, and what may stand there."""

from __future__ import annotations

from importlib.resources import files

import pytest

from rulebook.publishing.situations_file import FLAGS, SITUATIONS, HandbookError, parse_handbook
from rulebook.reading.holdings.files import CorrectionsFile, EditionFile
from rulebook.tables import TableError, toml_table

CORRECTION = """[[correction]]
id = "uno"
source = "testo"
op = "replace"
find = "a"
reason = "Prova."
by = "io"
on = 2026-11-30

[[correction]]
id = "due"
source = "testo"
op = "join"
find = "a"
reason = "Prova."
by = "io"
on = "2026-11-30"
"""

WRONG = [
    ("a word that is none of those", 'op = "join"', 'op = "glue"',
     ["line 13", "glue", "replace, join, split, note"]),
    ("an unknown key", 'op = "join"', 'opp = "join"', ["line 13", "“op”?"]),
    ("a key that is missing", 'id = "due"\n', "", ["id", "is missing", "line 10"]),
    ("a number for a text", 'id = "due"', "id = 2",
     ["line 11", "is a number, and has to be a text in quotes"]),
    ("a number below the first", 'op = "join"', 'op = "join"\nnear = -1',
     ["“correction[1].near”, line 14", "must be 0 or more"]),
    ("one bracket in the first entry", '[[correction]]\nid = "uno"', '[correction]\nid = "uno"',
     ["line 1: write [[correction]], with two brackets"]),
    ("one bracket in a later entry", '[[correction]]\nid = "due"', '[correction] # \nid = "due"',
     ["line 10: write [[correction]], with two brackets"]),
    ("no TOML", 'op = "join"', 'op = "join', ["no TOML", "line 13"]),
    ("an unknown table", '[[correction]]\nid = "due"', '[[korrection]]\nid = "due"',
     ["line 10", "“correction”?"]),
]


@pytest.mark.parametrize(
    ("find", "replace", "told"), [case[1:] for case in WRONG], ids=[case[0] for case in WRONG]
)
def test_a_fault_is_said_with_its_line_and_what_may_stand_there(
    find: str, replace: str, told: list[str]
) -> None:
    assert find in CORRECTION
    with pytest.raises(TableError) as raised:
        toml_table(CORRECTION.replace(find, replace).encode(), CorrectionsFile)
    for words in told:
        assert words in str(raised.value)


def test_what_is_no_utf_8_is_said_with_its_line() -> None:
    with pytest.raises(TableError, match="line 2 is not UTF-8"):
        toml_table(b'id = "a"\ntitle = "\xe8"\n', EditionFile)


def test_a_right_file_is_read() -> None:
    found = toml_table(CORRECTION.encode(), CorrectionsFile)
    assert [entry.on for entry in found.correction] == ["2026-11-30", "2026-11-30"]


def test_a_referee_who_mistypes_a_card_is_told_the_words_that_may_stand() -> None:
    folder = files("rulebook")
    cards = folder.joinpath(SITUATIONS).read_text("utf-8")
    flags = folder.joinpath(FLAGS).read_bytes()
    wrong = cards.replace('change = "changed"', 'change = "chnaged"', 1)
    line = wrong[: wrong.index("chnaged")].count("\n") + 1
    with pytest.raises(HandbookError) as raised:
        parse_handbook(wrong.encode(), flags)
    assert f"line {line}" in str(raised.value)
    assert "same, changed, replaced" in str(raised.value)

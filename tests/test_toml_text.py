"""Entries put into a person's TOML file: what stood there stays, and any text survives."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.reading.holdings.toml_text import TomlTextError, amended, appended, quoted, removed

ANY = st.text(st.characters(codec="utf-8"))
FILE = """# Di mano di una persona.
[[correction]]
id = "a-1"   # il nome
state = "proposed"   # finché nessuno decide
reason = '''su più
righe, con state = "proposed" dentro'''

# La seconda.
[[correction]]
state = "proposed"
id = "a-2"
"""


@given(ANY)
def test_any_text_survives(text: str) -> None:
    assert tomllib.loads(f"x = {quoted(text)}") == {"x": text}
    assert "\n" not in quoted(text)


@given(ANY, ANY)
def test_any_entry_survives_at_the_end_of_a_file(reason: str, new: str) -> None:
    entry = {"id": "a-3", "replace": new, "reason": reason, "near": 7}
    for before in ("", FILE, FILE.replace("\n", "\r\n"), "\ufeff# solo un commento"):
        after = appended(before, "correction", [entry])
        assert after.startswith(before)
        assert tomllib.loads(after.removeprefix("\ufeff"))["correction"][-1] == entry


@given(ANY)
def test_any_value_survives_in_the_place_of_another(text: str) -> None:
    after = amended(FILE, "correction", 1, {"state": "applied", "reason": text})
    first, second = tomllib.loads(after)["correction"]
    assert first == tomllib.loads(FILE)["correction"][0]
    assert second == {"id": "a-2", "state": "applied", "reason": text}
    assert "# La seconda." in after


def test_only_the_value_changes() -> None:
    after = amended(FILE, "correction", 0, {"state": "applied"})
    line = 'state = "proposed"   # finché'
    assert after == FILE.replace(line, 'state = "applied"   # finché', 1)


def test_a_key_is_taken_out_with_its_line() -> None:
    assert amended(FILE, "correction", 1, {"state": None}) == FILE.replace(
        '[[correction]]\nstate = "proposed"\nid', "[[correction]]\nid")
    after = amended(FILE, "correction", 0, {"reason": None, "none": None})
    assert "reason" not in after
    assert "# La seconda." in after


def test_lists_are_values_too() -> None:
    before = '[[columns]]\nid = "c"\nlines = [1,\n  2, # due\n  "5-9"]\nside = "new"\n'
    after = amended(before, "columns", 0, {"lines": [1, "6-9"], "role": "body"})
    assert after == '[[columns]]\nrole = "body"\nid = "c"\nlines = [1, "6-9"]\nside = "new"\n'


def test_a_value_over_several_lines_is_replaced_whole() -> None:
    after = amended(FILE, "correction", 0, {"reason": "breve"})
    assert tomllib.loads(after)["correction"][0]["reason"] == "breve"
    assert "righe" not in after


def test_line_ends_of_the_file_are_kept() -> None:
    before = FILE.replace("\n", "\r\n")
    after = appended(before, "correction", [{"id": "a-3"}])
    assert "\n" not in after.replace("\r\n", "")
    after = amended(before, "correction", 1, {"reason": "x"})
    assert "\n" not in after.replace("\r\n", "")


@pytest.mark.parametrize("before", ['correction = [{id = "a"}]', "correction = 3", "a = "])
def test_what_cannot_be_followed_is_refused(before: str) -> None:
    with pytest.raises(TomlTextError):
        appended(before, "correction", [{"id": "b"}])


@pytest.mark.parametrize(("before", "number"), [
    ('correction = [{id = "a", state = "proposed"}]', 0), ("", 0), (FILE, 2), ("x = ", 0),
])
def test_an_entry_that_cannot_be_found_is_refused(before: str, number: int) -> None:
    with pytest.raises(TomlTextError):
        amended(before, "correction", number, {"state": "applied"})


def test_half_a_pair_is_no_text() -> None:
    with pytest.raises(ValueError, match="surrogate"):
        quoted("\ud800")


def test_an_entry_is_taken_out_and_everything_else_stays() -> None:
    head, second = FILE.split("\n# La seconda.\n")
    assert removed(FILE, "correction", 1) == head + "\n# La seconda.\n"
    assert removed(FILE, "correction", 0) == (
        "# Di mano di una persona.\n\n# La seconda.\n" + second)
    three = appended(FILE.replace("\n", "\r\n"), "correction", [{"id": "a-3", "find": "[[x]]"}])
    assert removed(three, "correction", 2).rstrip() == FILE.replace("\n", "\r\n").rstrip()
    assert "a-2" not in removed(three, "correction", 1)
    assert "\r\n\r\n\r\n" not in removed(three, "correction", 1)


@given(ANY)
def test_any_entry_can_be_taken_out(text: str) -> None:
    made = appended(FILE, "correction", [{"id": "a-3", "find": text}, {"id": "a-4"}])
    assert [e["id"] for e in tomllib.loads(removed(made, "correction", 2))["correction"]] == [
        "a-1", "a-2", "a-4"]


@pytest.mark.parametrize(("text", "number"), [(FILE, 2), ("", 0), ("correction = 1", 0)])
def test_an_entry_that_is_not_there_cannot_be_taken_out(text: str, number: int) -> None:
    with pytest.raises(TomlTextError, match="not there"):
        removed(text, "correction", number)


def test_a_list_on_one_line_is_left_to_a_person() -> None:
    with pytest.raises(TomlTextError, match="by hand"):
        removed("correction = [{ id = 'a' }, { id = 'b' }]\n", "correction", 0)

"""The table of what no test reaches fits the code, and the page is made from it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import unreached

REASONS = unreached.load()


def test_every_place_of_the_table_is_in_the_code() -> None:
    assert list(unreached.gone(REASONS)) == []


def test_the_page_is_made_from_the_table() -> None:
    made = unreached.PAGE.read_text("utf-8")
    figures = re.search(r"^Reached: .*$", made, re.MULTILINE)
    assert figures
    assert made == unreached.page(REASONS, figures[0])


def test_a_line_stands_in_its_innermost_function(tmp_path: Path) -> None:
    file = tmp_path / "x.py"
    file.write_text("class A:\n    def f(self):\n        def g():\n            pass\n\n\nX = 1\n")
    functions = unreached.places_in(file)
    places = [unreached.place_of(line, functions) for line in (2, 4, 7)]
    assert places == ["A.f", "A.f.g", unreached.MODULE]


def test_what_does_not_fit_is_told() -> None:
    reasons = (unreached.Reason("why", ("a.py::f", "b.py", "c.py::gone")),)
    found = {"a.py::f": (1,), "b.py::g": (2, 3), "d.py::h": (4,)}
    assert list(unreached.faults(reasons, found)) == [
        "d.py::h is not reached (lines 4), and has no reason",
        "c.py::gone is reached, or gone; take it out of unreached.toml",
    ]


@pytest.mark.parametrize("wrong", [
    '[[reason]]\nwhy = "x"\n', '[[reason]]\nwhy = "x"\nplaces = ["a.py", "a.py"]\n',
])
def test_a_wrong_entry_is_refused(tmp_path: Path, wrong: str) -> None:
    file = tmp_path / "unreached.toml"
    file.write_text(wrong)
    with pytest.raises(ValueError, match=r"unreached\.toml"):
        unreached.load(file)

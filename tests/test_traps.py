"""The table of faults seen elsewhere: its tests exist, and the developers' page says the same."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
import traps

HERE = Path(__file__).parent
TRAPS = traps.load()


@cache
def defined(file: str) -> frozenset[str]:
    """The tests of a file, `Class::function` where they stand in a class."""
    path = HERE / file
    if not path.is_file():
        return frozenset()
    found = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        inner = node.body if isinstance(node, ast.ClassDef) else [node]
        before = f"{node.name}::" if isinstance(node, ast.ClassDef) else ""
        found |= {before + one.name for one in inner if isinstance(one, ast.FunctionDef)}
    return frozenset(found)


def test_each_number_stands_once() -> None:
    numbers = [trap.id for trap in TRAPS]
    assert len(set(numbers)) == len(numbers)
    assert numbers == sorted(numbers)
    assert all(re.fullmatch(r"B\d{3}", number) for number in numbers)
    assert all(trap.fault.endswith(".") for trap in TRAPS)


@pytest.mark.parametrize("trap", TRAPS, ids=lambda trap: trap.id)
def test_every_test_that_is_named_exists(trap: traps.Trap) -> None:
    if trap.not_applicable:
        assert len(trap.not_applicable.split()) >= 5, "a reason is a sentence"
    for test in trap.tests:
        file, _, name = test.partition("::")
        function = name.split("[")[0]
        assert function.rpartition("::")[2].startswith("test_"), test
        assert function in defined(file), f"{test} is no test any more: name the one that is"


def test_every_named_test_is_found_by_its_number() -> None:
    """Pytest finds all of them, single cases too, by the keyword of one of their numbers."""
    single = [(number, test) for test, numbers in traps.by_test(TRAPS).items()
              if "[" in test for number in numbers[:1]]
    single += [(trap.id, trap.tests[0]) for trap in TRAPS[:1]]
    files = sorted({str(HERE / test.partition("::")[0]) for _, test in single})
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:cacheprovider",
         "-m", "trap", "-k", " or ".join(sorted({number for number, _ in single})), *files],
        cwd=HERE.parent, capture_output=True, text=True, check=False,
    )
    found = {line.rpartition("/")[2] for line in done.stdout.splitlines() if "::" in line}
    found |= {one.split("[")[0] for one in found}
    assert {test for _, test in single} <= found, done.stdout + done.stderr


def test_the_developers_page_is_made_from_the_table() -> None:
    page = traps.PAGE.read_text(encoding="utf-8")
    assert page == traps.page(TRAPS), "run scripts/traps.py"


@pytest.mark.parametrize(("entry", "told"), [
    ('fault = "x"', "either tests or a reason"),
    ('tests = ["a.py::test_b"]\nnot_applicable = "why"', "either tests or a reason"),
    ('test = ["a.py::test_b"]', "unknown test"),
])
def test_a_slip_in_the_table_is_named(entry: str, told: str, tmp_path: Path) -> None:
    file = tmp_path / "traps.toml"
    fault = "" if "fault" in entry else 'fault = "x"\n'
    file.write_text(f'[[trap]]\nid = "B999"\nroom = "r"\n{fault}{entry}\n', encoding="utf-8")
    with pytest.raises(ValueError, match=told):
        traps.load(file)

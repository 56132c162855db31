"""The lines of the package that no test reaches, each with the reason why.

    unreached.py run [ARGUMENTS]   run the tests under coverage; arguments go to pytest
    unreached.py                   print every place that lacks a reason, else write the page
    unreached.py erase             forget what was reached

What several runs reach adds up, so that it can be done file by file.
Reasons stand in `tests/unreached.toml`; one that no unreached line needs any more is an error.
The page is `docs/dev/coverage.md`.
"""

from __future__ import annotations

import ast
import subprocess
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "rulebook"
TABLE = ROOT / "tests" / "unreached.toml"
PAGE = ROOT / "docs" / "dev" / "coverage.md"
MODULE = "<module>"
KEYS = {"why", "places"}
INTRODUCTION = """\
---
title: Coverage
description: How many lines of the package the tests reach, and why the others are not reached.
lang: en
search:
  exclude: true
---

# Coverage

`.venv/bin/python scripts/unreached.py run` runs the quick tests under coverage, processes that they start included; `run -m long` adds the long ones to what was reached, and without `run` it writes this page.
Every unreached line stands in a function, and for every one `tests/unreached.toml` has a reason, for it alone or for its whole module: a line without one, and a reason that nothing needs, are errors.
"""  # noqa: E501 - one sentence per line


@dataclass(frozen=True)
class Reason:
    """Why some places are reached by no test: `file.py::function`, or all of `file.py`."""

    why: str
    places: tuple[str, ...]


@dataclass(frozen=True)
class Measured:
    """How many lines there are, and the numbers of the unreached ones, by place."""

    lines: int
    unreached: Mapping[str, tuple[int, ...]]

    @property
    def missing(self) -> int:
        """How many lines no test reaches."""
        return sum(map(len, self.unreached.values()))


def load(path: Path = TABLE) -> tuple[Reason, ...]:
    """The reasons of the table, in its order.

    Raises:
        ValueError: an entry has an unknown key or lacks one, or a place stands twice.
    """
    found, seen = [], set()
    for entry in tomllib.loads(path.read_text("utf-8")).get("reason", []):
        if set(entry) != KEYS:
            raise ValueError(f"{path.name}: an entry has the keys {sorted(entry)}")
        for place in entry["places"]:
            if place in seen:
                raise ValueError(f"{path.name}: {place} stands twice")
            seen.add(place)
        found.append(Reason(entry["why"], tuple(entry["places"])))
    return tuple(found)


def places_in(file: Path) -> dict[str, range]:
    """The functions of a module by their dotted names, outer ones first, with their lines."""

    def below(node: ast.AST, prefix: str) -> Iterator[tuple[str, range]]:
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                name = f"{prefix}{child.name}"
                if not isinstance(child, ast.ClassDef):
                    yield name, range(child.lineno, (child.end_lineno or child.lineno) + 1)
                yield from below(child, f"{name}.")
            else:
                yield from below(child, prefix)

    return dict(below(ast.parse(file.read_bytes()), ""))


def place_of(line: int, functions: Mapping[str, range]) -> str:
    """The innermost function that holds a line, or the module itself."""
    inside = [name for name, lines in functions.items() if line in lines]
    return inside[-1] if inside else MODULE


def measure() -> Measured:
    """What the runs so far have reached.

    Raises:
        SystemExit: nothing was run yet.
    """
    import coverage

    measured = coverage.Coverage(config_file=str(ROOT / "pyproject.toml"))
    if any(ROOT.glob(".coverage.*")):
        measured.combine(keep=True)
    measured.load()
    if not measured.get_data().measured_files():
        raise SystemExit("nothing was run yet: scripts/unreached.py run")
    lines = 0
    unreached: dict[str, tuple[int, ...]] = {}
    for file in sorted(PACKAGE.rglob("*.py")):
        _, statements, _, missing, _ = measured.analysis2(str(file))
        lines += len(statements)
        functions = places_in(file)
        found = defaultdict(list)
        for line in missing:
            found[place_of(line, functions)].append(line)
        name = file.relative_to(PACKAGE).as_posix()
        unreached |= {f"{name}::{place}": tuple(at) for place, at in found.items()}
    return Measured(lines, unreached)


def faults(reasons: Sequence[Reason], unreached: Mapping[str, Sequence[int]]) -> Iterator[str]:
    """What does not fit: unreached places without a reason, reasons that nothing needs."""
    given = {place for reason in reasons for place in reason.places}
    needed = set()
    for place, lines in unreached.items():
        own = place if place in given else place.partition("::")[0]
        if own in given:
            needed.add(own)
        else:
            yield f"{place} is not reached (lines {', '.join(map(str, lines))}), and has no reason"
    for place in sorted(given - needed):
        yield f"{place} is reached, or gone; take it out of {TABLE.name}"


def gone(reasons: Sequence[Reason]) -> Iterator[str]:
    """The places of the table that the code does not have any more."""
    for place in (place for reason in reasons for place in reason.places):
        name, _, function = place.partition("::")
        file = PACKAGE / name
        if not file.is_file() or (function not in ("", MODULE) and function not in places_in(file)):
            yield place


def page(reasons: Sequence[Reason], figures: str) -> str:
    """The page in Markdown."""
    rows = "".join(
        f"| {reason.why} | {'<br>'.join(f'`{place}`' for place in reason.places)} |\n"
        for reason in reasons
    )
    return f"{INTRODUCTION}\n{figures}\n\n| why | places |\n| --- | --- |\n{rows}"


def figures_of(measured: Measured) -> str:
    """The figures in a sentence."""
    reached = measured.lines - measured.missing
    share = 100 * reached / measured.lines
    return f"Reached: {reached} of {measured.lines} lines, {share:.1f} %."


def main(argv: Sequence[str]) -> int:
    """Run, forget, or report; 1 where a place has no reason or a reason no place."""
    if argv[:1] == ["run"]:
        # What is measured is written to the disk too, which must not be full for that.
        left_out = "--deselect=tests/test_faults.py::test_a_full_disk_is_told_and_leaves_nothing"
        pytest = ["pytest", "-q", left_out, *argv[1:]]
        command = [sys.executable, "-m", "coverage", "run", "-m", *pytest]
        return subprocess.run(command, cwd=ROOT, check=False).returncode
    if argv[:1] == ["erase"]:
        for file in ROOT.glob(".coverage*"):
            file.unlink()
        return 0
    reasons, measured = load(), measure()
    wrong = list(faults(reasons, measured.unreached))
    for line in wrong:
        print(line)
    print(figures_of(measured))
    if not wrong:
        PAGE.write_text(page(reasons, figures_of(measured)), "utf-8")
    return 1 if wrong else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

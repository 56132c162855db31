"""Faults seen in comparable tools: which test shows that ours does not have them.

    traps.py            write docs/dev/traps.md from tests/cases/traps.toml

`pytest -m trap` runs every test that is named there, `pytest -k B001` those of one fault.
"""

from __future__ import annotations

import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "tests" / "cases" / "traps.toml"
PAGE = ROOT / "docs" / "dev" / "traps.md"
KEYS = {"id", "room", "fault", "tests", "not_applicable"}
INTRODUCTION = """\
---
title: Faults seen elsewhere
description: Faults of comparable tools, the tests that show that this one does not have them, and those that cannot arise here.
lang: en
search:
  exclude: true
---

# Faults seen in comparable tools

Users of search engines, site generators, PDF printers, text cleaners and comparison tools have reported these faults in public.
Each has a number, and each that could arise here has tests that would fail if it did: `pytest -k B001` runs those of one number, `pytest -m trap` all of them.

This page is made from `tests/cases/traps.toml` by `scripts/traps.py`; a test compares the two, and looks for every test that is named.
"""  # noqa: E501 - one sentence per line


@dataclass(frozen=True)
class Trap:
    """A fault, and the tests that show its absence, or the reason why it cannot arise.

    A test is named `file.py::function`, or `file.py::Class::function`, with `[…]` behind it
    where only one of its cases is meant.
    """

    id: str
    room: str
    fault: str
    tests: tuple[str, ...]
    not_applicable: str | None


def load(path: Path = TABLE) -> tuple[Trap, ...]:
    """The faults of the table, in its order.

    Raises:
        ValueError: an entry has an unknown key, or neither or both of tests and a reason.
    """
    found = []
    for entry in tomllib.loads(path.read_text(encoding="utf-8"))["trap"]:
        name = entry.get("id")
        if unknown := set(entry) - KEYS:
            raise ValueError(f"{path.name}, {name}: unknown {', '.join(sorted(unknown))}")
        tests, reason = tuple(entry.get("tests", ())), entry.get("not_applicable")
        if bool(tests) == bool(reason):
            raise ValueError(f"{path.name}, {name}: give either tests or a reason")
        found.append(Trap(name, entry["room"], entry["fault"], tests, reason))
    return tuple(found)


def by_test(traps: Sequence[Trap]) -> dict[str, list[str]]:
    """The numbers of the faults that each named test shows."""
    found = defaultdict(list)
    for trap in traps:
        for test in trap.tests:
            found[test].append(trap.id)
    return found


def page(traps: Sequence[Trap]) -> str:
    """The developers' page: a table for each room, and one of what does not apply."""
    return INTRODUCTION + "\n".join(_sections(traps))


def _sections(traps: Sequence[Trap]) -> Iterator[str]:
    rooms: dict[str, list[Trap]] = defaultdict(list)
    for trap in traps:
        rooms[trap.room if trap.tests else ""].append(trap)
    for room in sorted(rooms, key=lambda name: [t.room for t in traps].index(name) if name else -1):
        if room:
            yield f"\n## {room}\n\n| number | fault | shown by |\n| --- | --- | --- |"
            for trap in rooms[room]:
                tests = "<br>".join(f"`{_cell(test)}`" for test in trap.tests)
                yield f"| {trap.id} | {_cell(trap.fault)} | {tests} |"
    if rooms[""]:
        yield "\n## Cannot arise here\n\n| number | fault | why not |\n| --- | --- | --- |"
        for trap in rooms[""]:
            yield f"| {trap.id} | {_cell(trap.fault)} | {_cell(trap.not_applicable or '')} |"
    yield ""


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def main() -> int:
    """Write the page."""
    PAGE.write_text(page(load()), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())

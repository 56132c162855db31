"""One door per outside world: what stores, typesets or publishes is known in one place."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "rulebook"
HALVES = ("reading", "publishing")


def imported(file: Path) -> Iterator[str]:
    """The top-level names of the packages that a module imports, inside functions too."""
    for node in ast.walk(ast.parse(file.read_bytes())):
        if isinstance(node, ast.Import):
            yield from (alias.name.split(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.level == 0 and node.module:
            yield node.module.split(".")[0]


def door(file: Path) -> str:
    """The module, or the package that it shares a purpose with: `publishing/search`."""
    parts = file.relative_to(PACKAGE).with_suffix("").parts
    return "/".join(parts[:2] if parts[0] in HALVES else parts[:1])


@pytest.mark.parametrize("library", ["ghp_import", "mkdocs", "typst", "whoosh"])
def test_one_door_per_outside_world(library: str) -> None:
    doors = {door(file) for file in PACKAGE.rglob("*.py") if library in imported(file)}
    assert len(doors) <= 1, f"{library} is known in {sorted(doors)}"

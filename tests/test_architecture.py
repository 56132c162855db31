"""One door per outside world: what stores, typesets or publishes is known in one place."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "rulebook"
HALVES = ("reading", "publishing")


@cache
def imported(file: Path) -> frozenset[str]:
    """The top-level names of the packages that a module imports, inside functions too."""
    return frozenset(_imported(file))


def _imported(file: Path) -> Iterator[str]:
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


PAGE = PACKAGE.parent / "docs" / "dev" / "architecture.md"
API = PACKAGE.parent / "docs" / "dev" / "api"


def rooms(folder: Path) -> set[str]:
    """The modules and packages in a folder."""
    return {
        path.stem for path in folder.iterdir()
        if (path.suffix == ".py" and path.stem != "__init__") or (path / "__init__.py").is_file()
    }


def section(title: str) -> str:
    """A section of the page on the architecture, without its heading."""
    _, _, rest = PAGE.read_text("utf-8").partition(f"## {title}\n")
    assert rest, f"{PAGE.name} has no section {title}"
    return rest.split("\n## ")[0]


def test_every_room_is_named_and_none_is_stale() -> None:
    rows = [row.split("|")[1] for row in section("Rooms").splitlines() if row.startswith("| `")]
    named = [name for row in rows for name in re.findall(r"`(\w+)`", row)]
    assert len(named) == len(set(named))
    assert set(named) == rooms(PACKAGE) | {"corpus"}


@pytest.mark.parametrize("half", HALVES)
def test_what_is_named_inside_a_half_is_there(half: str) -> None:
    there = rooms(PACKAGE / half)
    for name, family in re.findall(r"`(\w+?)(_…|/)?`", section(f"Inside `{half}`")):
        if family == "_…":
            assert any(module.startswith(f"{name}_") for module in there), f"{name}_…"
        else:
            assert name in there or (PACKAGE / half / name).is_dir(), name


def test_every_module_of_the_package_has_its_docstrings_in_the_api() -> None:
    shown = [
        name
        for page in API.glob("*.md")
        for name in re.findall(r"^::: ([\w.]+)$", page.read_text("utf-8"), re.MULTILINE)
    ]
    assert len(shown) == len(set(shown))
    assert {name.removeprefix("rulebook.") for name in shown} == rooms(PACKAGE)

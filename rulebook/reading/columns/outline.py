"""Labels in a column: what a marker can mean after those that stand there already.

A column of a table shows its labels in pieces and not always in order, so a marker is given
every legal place with a price instead of one.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

ORDER = "A1ai"
"""The kinds of numbering from the outermost to the innermost."""

ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi", "xii")

Step = tuple[str, int]
Path = tuple[Step, ...]

_MARKER = re.compile(
    r"(?:\((?P<bracket>[A-Za-z]|[ivx]{1,4}|\d{1,2})\)\.?(?=\s|$|[^\W\d_])"
    r"|(?P<plain>[A-Z]|\d{1,2})[.)](?=\s|$|[A-ZÈÀ][a-zà-ù’ ])"
    r"|(?P<half>[a-z]|[ivx]{2,4})\)(?=\s|$))"
)
_STEP = re.compile(r"\(([a-z]+)\)|([A-Z])|(\d+)")


@dataclass(frozen=True, slots=True)
class Marker:
    """A printed label and the kinds of numbering it can belong to."""

    text: str
    options: tuple[Step, ...]


def read_marker(text: str) -> tuple[Marker, int] | None:
    """The marker with which a text begins and the place where it ends, or None.

    >>> read_marker("(b) Se il giocatore")
    (Marker(text='(b)', options=(('a', 2),)), 3)
    """
    found = _MARKER.match(text)
    if not found:
        return None
    options = _options(found["bracket"] or found["plain"] or found["half"])
    return (Marker(found.group(), options), found.end()) if options else None


def _options(token: str) -> tuple[Step, ...]:
    if token.isdigit():
        return (("1", int(token)),) if int(token) else ()
    if token.isupper():
        return (("A", ord(token) - 64),)
    options: list[Step] = []
    if len(token) == 1:
        options.append(("a", ord(token) - 96))
    if token in ROMAN:
        options.append(("i", ROMAN.index(token) + 1))
    return tuple(options)


def write_path(path: Path) -> str:
    """The canonical spelling of a path.

    >>> write_path((("A", 2), ("1", 1), ("a", 2)))
    'B1(b)'
    """
    return "".join(_written(step) for step in path)


def _written(step: Step) -> str:
    kind, count = step
    if kind == "A":
        return chr(64 + count)
    if kind == "1":
        return str(count)
    return f"({chr(96 + count) if kind == 'a' else ROMAN[min(count, len(ROMAN)) - 1]})"


def read_path(text: str) -> Path:
    """The path that a canonical spelling names; an inner bracket after another is roman.

    >>> read_path("F5(b)(ii)")
    (('A', 6), ('1', 5), ('a', 2), ('i', 2))
    """
    steps: list[Step] = []
    for small, upper, digits in _STEP.findall(text):
        if upper:
            steps.append(("A", ord(upper) - 64))
        elif digits:
            steps.append(("1", int(digits)))
        else:
            inner = any(kind == "a" for kind, _ in steps)
            steps.append(
                ("i", ROMAN.index(small) + 1)
                if inner and small in ROMAN
                else ("a", ord(small[0]) - 96)
            )
    return tuple(steps)


@lru_cache(maxsize=65536)
def places(step: Step, context: Path, top: str) -> tuple[tuple[Path, int, int], ...]:
    """Where a step can stand when `context` was the provision before it.

    `top` is the outermost kind of numbering of the article. With each path come the number of
    missing siblings that it steps over and the number of levels that it skips; both are 0 for the
    next sibling at any level and for a first child.
    """
    kind, count = step
    out: list[tuple[Path, int, int]] = []
    for level, (held_kind, held) in enumerate(context):
        if held_kind == kind and count > held:
            out.append(((*context[:level], step), count - held - 1, 0))
    if all(held_kind != kind for held_kind, _ in context):
        if context:
            jump = ORDER.index(kind) - ORDER.index(context[-1][0]) - 1
            jump = jump if jump >= 0 else 4
        else:
            jump = 0 if kind == top else 2
        out.append(((*context, step), count - 1, jump))
    return tuple(out)


@lru_cache(maxsize=65536)
def holes(step: Step, held: frozenset[Path]) -> tuple[Path, ...]:
    """Missing provisions that a step would fill: a later sibling is there, this one is not."""
    kind, count = step
    found = {
        (*path[:-1], step) for path in held if path and path[-1][0] == kind and path[-1][1] > count
    }
    return tuple(sorted(path for path in found if path not in held))


def is_before(one: Path, other: Path) -> bool:
    """Whether a provision stands before another in the outline."""
    return [(ORDER.index(k), n) for k, n in one] < [(ORDER.index(k), n) for k, n in other]


def sort_paths(paths: Iterable[Path]) -> list[Path]:
    """Paths in the order of the outline."""
    return sorted(paths, key=lambda path: [(ORDER.index(k), n) for k, n in path])

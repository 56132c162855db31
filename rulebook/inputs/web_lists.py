"""The labels that a browser puts before the members of a list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rulebook.inputs.blocks import counted, labelled
from rulebook.inputs.markup import Node

BULLET = "•"
_STYLES = {
    "lower-alpha": "a",
    "lower-latin": "a",
    "upper-alpha": "A",
    "upper-latin": "A",
    "lower-roman": "i",
    "upper-roman": "I",
    "decimal": "1",
    "decimal-leading-zero": "1",
    "disc": BULLET,
    "circle": BULLET,
    "square": BULLET,
    "none": "",
}
_STYLE = re.compile(r"list-style(?:-type)?\s*:\s*([^;]*)", re.IGNORECASE)
_INTEGER = re.compile(r"\s*([+-]?\d{1,5})\b", re.ASCII)


def members(node: Node) -> Iterator[tuple[Node | str, str | None]]:
    """What stands in a list: its members, each with the label that is shown before it; and
    whatever else stands there, with None.

    The label is "" where none is shown, as with `list-style: none`; such a member counts all
    the same.
    """
    usual = "1" if node.tag == "ol" else BULLET
    style = _style(node, usual if node.tag == "ul" else node.attributes.get("type", usual))
    down = node.tag == "ol" and "reversed" in node.attributes
    own = [child for child in node.children if isinstance(child, Node) and child.tag == "li"]
    start = _integer(node.attributes.get("start", "")) if node.tag == "ol" else None
    number = start if start is not None else len(own) if down else 1
    for child in node.children:
        if isinstance(child, str) or child.tag != "li":
            yield child, None
            continue
        said = _integer(child.attributes.get("value", ""))
        number = said if said is not None else number
        shown = _style(child, child.attributes.get("type", style))
        yield child, shown if shown in ("", BULLET) else f"{counted(shown, number)}."
        number += -1 if down else 1


def before(markers: Sequence[str], text: str) -> str:
    """What is shown of the labels of lists that begin one in the other, before a text.

    A text that begins with a label of its own has it already, but not those around it; a sign
    around a label tells nothing.

    >>> before(("1.", "a."), "Il morto tace.")
    '1. a. '
    >>> before(("1.", "a."), "(a) Il morto tace.")
    '1. '
    >>> before(("1.",), "B. Il morto tace.")
    ''
    """
    outer = [marker for marker in markers[:-1] if marker != BULLET]
    if not labelled(text):
        return "".join(f"{marker} " for marker in (*outer, *markers[-1:]))
    own = text.split(maxsplit=1)[0].strip("().")
    same = bool(markers) and own == markers[-1].rstrip(".")
    return "".join(f"{marker} " for marker in outer) if same else ""


def _style(node: Node, usual: str) -> str:
    """How a list or one of its members counts: as its style says, else as it would."""
    named = [word for said in _STYLE.findall(node.attributes.get("style", ""))
             for word in said.lower().split()]
    return next((_STYLES[word] for word in reversed(named) if word in _STYLES), usual)


def _integer(text: str) -> int | None:
    match = _INTEGER.match(text)
    return int(match[1]) if match else None

"""Page numbers inside a text: found in one round of typesetting, printed in the next.

Were they found while pages are made, a page number could push its citation to the next page,
vanish there, let it come back, and so on for ever. So each round prints what the round before
found, and the booklet is ready when a round finds what it printed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

Row = tuple[str, str, int, float, float, bool]
"""What the typesetter tells of a thing: its kind and name, the page and the point on it (in
points from the upper left), and whether it stands at the top of the page."""

Place = tuple[int, float, float]
"""A page and a point on it."""


_BESIDE = 30
"""Points that a link may land beside its end, about two lines."""

_FRONT = 3
"""The page on which the first chapter mostly begins."""

_FULL = {"a4": 2400, "a5": 1800, "a6": 900}
"""How many letters a page holds, about."""

_TEXTS = {"c", "b", "t", "labels", "label", "items", "rows", "sides", "head"}


@dataclass(frozen=True)
class Pages:
    """What a round prints: which references show a page, where they lead, the heads.

    `steady` sets numbers in boxes of one width, so that no number can move the text.
    """

    paged: frozenset[int]
    places: dict[str, Place] = field(default_factory=dict)
    heads: dict[str, str] = field(default_factory=dict)
    steady: bool = False

    def as_data(self) -> dict[str, Any]:
        """The round for the template."""
        return {
            "paged": {str(number): 1 for number in sorted(self.paged)},
            "places": {
                name: {"page": page, "x": x, "y": y} for name, (page, x, y) in self.places.items()
            },
            "heads": self.heads,
            "steady": self.steady,
        }


def first(data: Any) -> Pages:
    """The first round: which references lead to another chapter, and pages guessed from lengths.

    A guess need only have as many digits as the page.
    """
    places: dict[str, Place] = {}
    letters = 0

    def count(node: Any) -> None:
        nonlocal letters
        if isinstance(node, str):
            letters += len(node)
        elif isinstance(node, dict):
            if node.get("dest"):
                places.setdefault(node["dest"], (_FRONT + letters // _FULL[data["paper"]], 0, 0))
            for key, value in node.items():
                if key in _TEXTS:
                    count(value)
        elif isinstance(node, list):
            for value in node:
                count(value)

    count(data["chapters"])
    return Pages(frozenset(data["far"]), places)


def settled(before: Pages, after: Pages) -> bool:
    """Whether a round found what it printed; a link may land some lines beside its end."""
    if before.places.keys() != after.places.keys():
        return False
    near = all(
        page == before.places[name][0] and abs(y - before.places[name][2]) <= _BESIDE
        for name, (page, _, y) in after.places.items()
    )
    return near and (before.paged, before.heads) == (after.paged, after.heads)


def found(data: Any, before: Pages, rows: Iterable[Row]) -> Pages:
    """What the next round has to print; all is well when that is what was printed.

    A reference that once showed a page keeps it, so that rounds come to an end.
    """
    rows = list(rows)
    targets = data["leads"]
    known = {*targets, *(chapter["dest"] for chapter in data["chapters"])}
    places = {
        name: (page, x, y) for kind, name, page, x, y, _ in rows
        if kind != "lead" and name in known
    }
    leads = {int(row[1]): row[2] for row in rows if row[0] == "lead"}
    elsewhere = {number for number, page in leads.items() if places[targets[number]][0] != page}
    return replace(
        before,
        paged=before.paged | elsewhere,
        places=places,
        heads=_heads(data, [row for row in rows if row[0] == "chapter"]),
    )


def steady(data: Any, before: Pages) -> Pages:
    """A last resort that cannot fail to settle: every reference shows its page, in one width."""
    return replace(before, paged=frozenset(range(len(data["leads"]))), steady=True)


def _heads(data: Any, rows: list[Row]) -> dict[str, str]:
    """The running head of each page up to the last on which a chapter begins, then "after"."""
    chapters = {chapter["dest"]: chapter for chapter in data["chapters"]}
    begun: dict[int, list[Row]] = {}
    for row in rows:
        begun.setdefault(row[2], []).append(row)
    heads: dict[str, str] = {}
    running: list[Row] = []
    for page in range(1, max(begun, default=0) + 1):
        here = begun.get(page, [])
        shown = here if here and here[0][-1] else [*running, *here]
        heads[str(page)] = _head(data, [chapters[row[1]] for row in shown])
        running = here[-1:] or running
    heads["after"] = _head(data, [chapters[row[1]] for row in running])
    return heads


def _head(data: Any, chapters: list[Any]) -> str:
    """The articles of a page: "Art. 20", "Artt. 20, 27", "Artt. 20–31"; else the first name."""
    words = data["words"]
    numbers = list(dict.fromkeys(chapter["number"] for chapter in chapters if chapter["number"]))
    if not numbers:
        return chapters[0]["name"] if chapters else ""
    if len(numbers) == 1:
        return f"{words['article']} {numbers[0]}"
    between = "–" if len(numbers) > 2 else ", "
    return f"{words['articles']} {numbers[0]}{between}{numbers[-1]}"

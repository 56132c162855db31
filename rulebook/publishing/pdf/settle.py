"""Page numbers inside a text: found in one round of typesetting, printed in the next.

Were they found while pages are made, a page number could push its citation to the next page,
vanish there, let it come back, and so on for ever. So each round prints what the round before
found, and the booklet is ready when a round finds what it printed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

Row = tuple[str, str, int, bool]
"""What the typesetter tells: kind, name, page, and whether it stands at the top of it."""


@dataclass(frozen=True)
class Pages:
    """What a round prints: which references show a page, the page of each place, the heads.

    `steady` sets numbers in boxes of one width, so that no number can move the text.
    """

    paged: frozenset[int]
    places: dict[str, int] = field(default_factory=dict)
    heads: dict[str, str] = field(default_factory=dict)
    steady: bool = False

    def as_data(self) -> dict[str, Any]:
        """The round for the template."""
        return {"paged": {str(number): 1 for number in sorted(self.paged)}, "places": self.places,
                "heads": self.heads, "steady": self.steady}


def first(data: Any) -> Pages:
    """The first round: nothing is known yet but which references lead to another chapter."""
    return Pages(frozenset(data["far"]))


def found(data: Any, before: Pages, rows: Iterable[Row]) -> Pages:
    """What the next round has to print; equal to `before` when all is as printed.

    A reference that once showed a page keeps it, so that rounds come to an end.
    """
    rows = list(rows)
    places = {name: page for kind, name, page, _ in rows if kind != "lead"}
    leads = {int(name): page for kind, name, page, _ in rows if kind == "lead"}
    targets = data["leads"]
    elsewhere = {number for number, page in leads.items() if places[targets[number]] != page}
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
        shown = here if here and here[0][3] else [*running, *here]
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

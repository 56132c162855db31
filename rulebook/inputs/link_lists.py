"""Lists of links: which are ways through a site, and which are words of the law."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from rulebook.inputs.blocks import Block, announces, labelled
from rulebook.layout import Role

_PARAGRAPH = 80
_BEGUN = 3
"""So many paragraphs of text are a text, even where none announces an article."""

_SENTENCE = 40
_LEADING = 4
_STOPS = (".", ";", "?", "!")


def judged(blocks: Sequence[Block]) -> list[Block]:
    """Blocks with every list of links (role `links`) judged by what stands around it.

    In the middle of a text it is text; before one it is a menu, and so is one that only repeats
    headings of the page or comes again and again. Any other keeps its role: it is set aside,
    and told.
    """
    runs = [(role, list(run)) for role, run in groupby(blocks, key=lambda block: block.role)]
    own = {_bare(block.text) for block in blocks if block.role == "text"}
    times = Counter(_words(run) for role, run in runs if role == "links")
    following: list[str] = []
    behind = ""
    for role, run in reversed(runs):
        following.append(behind)
        behind = run[0].text if role == "text" else behind
    made: list[Block] = []
    above = _Above()
    for (role, run), next_text in zip(runs, reversed(following), strict=True):
        if role == "links":
            repeated = times[_words(run)] > 1 or all(_bare(block.text) in own for block in run)
            judged_role = "menu" if repeated else above.role(run, next_text)
            run = [replace(block, role=judged_role) for block in run]
        above.pass_by(run)
        made += run
    return made


@dataclass
class _Above:
    """The text above a list of links, as far as it says what the list is."""

    opened: bool = False
    long: int = 0
    last: str = ""

    def pass_by(self, run: Sequence[Block]) -> None:
        """Go on behind some blocks."""
        for block in run:
            if block.role == "text":
                self.opened = self.opened or announces(block.text)
                self.long += len(block.text) >= _PARAGRAPH
                self.last = block.text.strip()

    def role(self, run: Sequence[Block], following: str) -> Role:
        """What a list of links is here, with a text behind it."""
        if not self.opened and self.long < _BEGUN:
            return "menu"
        if self.last.endswith(":") and len(self.last.split()) > _LEADING:
            return "text"
        # Entries of menus end without a stop.
        if all(block.text.rstrip().endswith(_STOPS) for block in run):
            return "text"
        # A line that names an article would open it.
        if any(announces(_bare(block.text)) for block in run) or announces(following):
            return "links"
        return "text" if labelled(following) or len(following) >= _SENTENCE else "links"


def _words(run: Sequence[Block]) -> str:
    return "\n".join(_bare(block.text) for block in run)


def _bare(text: str) -> str:
    return " ".join(text.removeprefix("•").casefold().split())

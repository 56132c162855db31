"""The leaders of a contents page: the dots that lead from a title to its page are no words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulebook.model import Block, Section
from rulebook.text import Discard, Text

_LEADER = re.compile(
    r"(?P<leader>[\s.·•_‥…-]*?(?:(?:[.·•_-]\s?){4,}|(?:[‥…]\s?){2,})[\s.·•_‥…-]*)"
    r"(?P<page>(?:[a-z]{1,4}\.?\s*)?(?:\d{1,4}|[ivxlc]{1,6}))(?=\s|$)",
    re.IGNORECASE,
)
"""Four dots or more, however they are set, and behind them the number of a page."""

_FEWEST = 2
"""One line with leaders may be anything; two are a contents page."""


def without_leaders(sections: Sequence[Section]) -> tuple[list[Section], list[Discard]]:
    """Sections whose entries are titles alone, and the leaders and page numbers set aside.

    Args:
        sections: a stretch of prose; fewer than two entries with leaders are left as they are.
    """
    blocks = [block for section in sections for block in section.blocks]
    if sum(len(_leaders(block)) for block in blocks) < _FEWEST:
        return list(sections), []
    discards: list[Discard] = []
    kept = [
        replace(section, blocks=tuple(
            entry for block in section.blocks for entry in _entries(block, discards)
        ))
        for section in sections
    ]
    return kept, discards


def _leaders(block: Block) -> list[re.Match[str]]:
    """The leaders in a block that stand behind words."""
    if block.kind == "diagram":
        return []
    return [found for found in _LEADER.finditer(str(block.text)) if found.start()]


def _entries(block: Block, discards: list[Discard]) -> Iterator[Block]:
    """The entries of a block, one to a leader, and what stands behind the last of them."""
    rest, at = block.text, 0
    found = _leaders(block)
    for number, leader in enumerate(found):
        title, rest = rest.cut(leader.start() - at)
        dots, rest = rest.cut(leader.start("page") - leader.start())
        page, rest = rest.cut(leader.end() - leader.start("page"))
        at = leader.end()
        discards.extend((*dots.discard("leader"), *page.discard("page-number")))
        yield replace(block, text=title.strip()[1], marker=Text() if number else block.marker)
    if str(rest).strip():
        yield replace(block, text=rest.strip()[1], marker=Text() if found else block.marker)

"""What of a page of the site goes to paper: its heading, and what follows it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulebook.publishing import blocks as b
from rulebook.publishing.page import Page

_LEADING_ON = {"further"}
"""Lists that lead on to other pages of the site."""


def heading_of(page: Page) -> tuple[str, b.Inlines]:
    """The first heading of a page: the label that announces it, and the rest."""
    found = next((x for x in b.walk(page.blocks) if _first(x)), None)
    inlines = found.inlines if isinstance(found, b.Heading) else b.words(page.title)
    match inlines:
        case (b.Words(text=label, tone="label"), *rest):
            left = tuple(rest)
            if left and isinstance(left[0], b.Words):
                left = (replace(left[0], text=left[0].text.lstrip()), *left[1:])
            return label, tuple(x for x in left if x != b.Words(""))
        case _:
            return "", inlines


def below_heading(page: Page) -> tuple[b.Block, ...]:
    """What follows the first heading of a page; what stands above it speaks of the edition."""
    blocks = tuple(_opened(page.blocks))
    at = next((index for index, x in enumerate(blocks) if _first(x)), -1)
    return tuple(_without_ways(blocks[at + 1 :]))


def _first(block: b.Block) -> bool:
    return isinstance(block, b.Heading) and block.level == 1


def _opened(blocks: tuple[b.Block, ...]) -> Iterator[b.Block]:
    """The blocks, with the group that holds the heading taken apart."""
    for block in blocks:
        if isinstance(block, b.Group) and any(map(_first, block.blocks)):
            yield from block.blocks
        else:
            yield block


def _without_ways(blocks: tuple[b.Block, ...]) -> Iterator[b.Block]:
    """The blocks without lists that lead on, and without the headings of these."""
    for block, after in zip(blocks, (*blocks[1:], None), strict=True):
        if not _leads_on(block) and not (isinstance(block, b.Heading) and _leads_on(after)):
            yield block


def _leads_on(block: b.Block | None) -> bool:
    return isinstance(block, b.Items) and block.kind in _LEADING_ON

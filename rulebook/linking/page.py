"""One page of somebody else's: its citations linked in place, byte for byte otherwise."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from rulebook.linking.blocks import BLOCK, Block, Cut, cut, segments
from rulebook.linking.leads import Frame, Lead
from rulebook.linking.sections import page_leads
from rulebook.linking.tags import VOID, Token
from rulebook.publishing import addresses
from rulebook.reading.citations.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Placed:
    """A citation in a page: its words, its place, where it leads, and whether it may be linked.

    `spans` are the parts of the page that a link is put around: one, or one for each stretch of
    text where tags begin or end within the citation.
    `line` counts from 1.
    """

    words: str
    line: int
    lead: Lead
    address: str | None
    spans: tuple[tuple[int, int], ...]
    context: str = ""


@dataclass(frozen=True, slots=True)
class LinkedPage:
    """A page, how it was cut, its citations, and the page with their links."""

    page: str
    cut: Cut
    placed: tuple[Placed, ...]
    linked: str


def link_page(page: str, frame: Frame, vocabulary: Vocabulary, base: str) -> LinkedPage:
    """Link the citations of a page.

    Args:
        page: HTML or XHTML, well formed or not.
        frame: the editions, and the one that the page speaks of.
        vocabulary: the words of citations.
        base: the address of the site, with a slash at its end.

    Returns:
        The page with nothing but tags of links added.
    """
    found = cut(page)
    placed = tuple(_placed(page, found, frame, vocabulary, base))
    return LinkedPage(page, found, placed, _written(page, placed))


def _placed(
    page: str, found: Cut, frame: Frame, vocabulary: Vocabulary, base: str
) -> Iterator[Placed]:
    starts = [token.start for token in found.tokens]
    breaks = [i for i, character in enumerate(page) if character == "\n"]
    for block, listed in page_leads(found.blocks, frame, vocabulary):
        for lead in listed:
            if any(block.locked[lead.start : lead.end]):
                continue
            end = min((at for at in block.marks if lead.start < at < lead.end), default=lead.end)
            spans = tuple(segments(block, lead.start, end))
            if not spans:
                continue
            whole = _whole(found.tokens, starts, spans)
            yield Placed(
                block.text[lead.start : end],
                bisect_left(breaks, spans[0][0]) + 1,
                lead,
                address_of(lead, base),
                (whole,) if whole else spans,
                _context(block, lead),
            )


def _context(block: Block, lead: Lead) -> str:
    return " ".join(block.text[max(0, lead.start - 40) : lead.end + 40].split())


def address_of(lead: Lead, base: str) -> str | None:
    """The address of a citation on the site; None where it leads nowhere."""
    return base + str(addresses.of_label(lead.edition, lead.label)) if lead.label else None


def _whole(
    tokens: Sequence[Token], starts: list[int], spans: Sequence[tuple[int, int]]
) -> tuple[int, int] | None:
    """The one stretch of page that a single link can hold, tags that belong to it included."""
    start, end = spans[0][0], spans[-1][1]
    first, last = bisect_left(starts, start), bisect_left(starts, end)
    opened: list[str] = []
    missing: list[str] = []
    for token in tokens[first:last]:
        if token.name in BLOCK:
            return None
        if token.kind == "start" and token.name not in VOID:
            opened.append(token.name)
        elif token.kind == "end" and opened:
            if opened.pop() != token.name:
                return None
        elif token.kind == "end":
            missing.append(token.name)
    before = first - 1
    while before >= 0 and tokens[before].end > start:
        before -= 1  # the text that the citation begins in
    for name in missing:
        tag = tokens[before] if before >= 0 else None
        if tag is None or tag.kind != "start" or tag.name != name or tag.end != start:
            return None
        start, before = tag.start, before - 1
    for name in reversed(opened):
        tag = tokens[last] if last < len(tokens) else None
        if tag is None or tag.kind != "end" or tag.name != name or tag.start != end:
            return None
        end, last = tag.end, last + 1
    return start, end


def _written(page: str, placed: Sequence[Placed]) -> str:
    pieces: list[str] = []
    at = 0
    for one in placed:
        if one.address is None:
            continue
        for start, end in one.spans:
            pieces += (page[at:start], f'<a href="{escape(one.address)}">', page[start:end], "</a>")
            at = end
    return "".join((*pieces, page[at:]))

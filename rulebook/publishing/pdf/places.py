"""Where each address of the site stands in a booklet, so that links stay inside it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.publishing import blocks as b
from rulebook.publishing.addresses import Address
from rulebook.publishing.pdf.booklet import Booklet, Chapter, PaperError


def places(booklet: Booklet) -> dict[Address, str]:
    """The name of the destination of every address that the booklet prints.

    Raises:
        PaperError: two places of the booklet have the same address.
    """
    found: dict[Address, str] = {}
    taken: set[str] = set()
    for index, chapter in enumerate(booklet.chapters):
        for anchor in ("", *_anchors(chapter.blocks)):
            address = Address(chapter.address or f"_{index}", anchor)
            if address in found:
                raise PaperError(
                    f"{booklet.title}: two places are called “{address}”; give them names of "
                    "their own."
                )
            found[address] = _free(address, taken)
    for chapter in booklet.chapters:
        for address, anchor in chapter.also:
            here = found.get(Address(chapter.address, anchor))
            if here is not None:
                found.setdefault(address, here)
    return found


def opening(chapter: Chapter, index: int) -> Address:
    """The address of a chapter's heading."""
    return Address(chapter.address or f"_{index}")


def _anchors(blocks: tuple[b.Block, ...]) -> Iterator[str]:
    for block in b.walk(blocks):
        match block:
            case b.Table(anchors=anchors):
                yield from (anchor for anchor in anchors if anchor)
            case (
                b.Heading(anchor=str(anchor))
                | b.Paragraph(anchor=str(anchor))
                | b.Lines(anchor=str(anchor))
                | b.Provision(anchor=str(anchor))
                | b.Quote(anchor=str(anchor))
                | b.Group(anchor=str(anchor))
                | b.Law(anchor=str(anchor))
            ):
                yield anchor
            case _:
                pass


def _free(address: Address, taken: set[str]) -> str:
    """A name of letters, digits and hyphens that no other place has."""
    flat = re.sub(r"[^A-Za-z0-9]+", "-", f"{address.page}-{address.anchor}").strip("-")
    wanted = f"r-{flat}" if flat else "r"
    found, count = wanted, 1
    while found in taken:
        count += 1
        found = f"{wanted}-{count}"
    taken.add(found)
    return found

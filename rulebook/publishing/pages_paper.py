"""What pages offer on paper: each its own PDF, the page of an edition all of them, with sizes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulebook.publishing import blocks as b
from rulebook.publishing.page import Page
from rulebook.publishing.pdf.assets import Printed

ANCHOR = "su-carta"
_FEET = {"colophon"}
"""Groups at the end of a page, which stay there."""


def with_papers(pages: Sequence[Page], printed: Sequence[Printed]) -> tuple[Page, ...]:
    """The pages with the files that they offer; a page without any stays as it is."""
    own: dict[str, list[Printed]] = {}
    for one in printed:
        for address in one.offer.pages:
            own.setdefault(address, []).append(one)
    return tuple(
        _offering(page, own[page.address], printed) if page.address in own else page
        for page in pages
    )


def size(count: int) -> str:
    """The size of a file as a reader says it; number and unit stay on one line.

    >>> print(size(63643), size(2300000))
    64\N{NO-BREAK SPACE}kB 2,3\N{NO-BREAK SPACE}MB
    """
    if count < 999_500:
        return f"{max(1, round(count / 1000))}\N{NO-BREAK SPACE}kB"
    return f"{count / 1e6:.1f}\N{NO-BREAK SPACE}MB".replace(".", ",")


def _offering(page: Page, own: list[Printed], printed: Sequence[Printed]) -> Page:
    if page.kind == "edition":
        added = tuple(_all_of(page, own, printed))
    else:
        rows = b.parted((_link(one) for one in own), " · ")
        added = (b.Group("paper", (b.say("Su carta: ", *rows),)),)
    at = next(
        (i for i, block in enumerate(page.blocks) if isinstance(block, b.Group)
         and block.kind in _FEET),
        len(page.blocks),
    )
    return replace(page, blocks=(*page.blocks[:at], *added, *page.blocks[at:]))


def _all_of(page: Page, own: list[Printed], printed: Sequence[Printed]) -> Iterator[b.Block]:
    """Everything on paper that has texts of an edition."""
    related = [
        one for one in printed if page.edition in one.offer.editions and one not in own
    ]
    compared = [one for one in related if len(one.offer.editions) > 1]
    articles = [one for one in related if len(one.offer.editions) == 1]
    yield b.Heading(2, b.words("Su carta e sul telefono"), ANCHOR)
    whole = b.parted((_link(one) for one in own), " · ")
    yield b.Group("paper", (b.say("L’edizione intera: ", *whole),))
    for name, files in (("Articolo per articolo", articles), ("A confronto", compared)):
        if files:
            total = size(sum(len(one.data) for one in files))
            items = tuple((b.Paragraph((_named(one),)),) for one in files)
            summary = f"{name}: {len(files)} PDF, {total}"
            yield b.Details(summary, (b.Items(items, "papers"),), "papers-of")


def _kind(one: Printed) -> str:
    paper = one.offer.paper
    sheet = "" if paper in ("a4", None) else f" in {str(paper).upper()}"
    return f"{'EPUB' if one.offer.is_epub else 'PDF'}{sheet}, {size(len(one.data))}"


def _link(one: Printed) -> b.Link:
    return b.link(_kind(one), one.name, kind="download")


def _named(one: Printed) -> b.Link:
    return b.link(f"{one.offer.title}: {_kind(one)}", one.name, kind="download")

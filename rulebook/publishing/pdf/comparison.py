"""Two editions compared, as a booklet: what changed in a sentence, then rule beside rule."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from rulebook.model import Comparison, Edition
from rulebook.publishing import blocks as b
from rulebook.publishing.colophon import edition_notice
from rulebook.publishing.library import Library
from rulebook.publishing.page import Page
from rulebook.publishing.pages_compare import comparison_page, concordance_page
from rulebook.publishing.pdf.booklet import Booklet, Chapter, Cover, NothingToPrintError
from rulebook.publishing.pdf.excerpt import below_heading, heading_of
from rulebook.publishing.wording import article_name


def comparison_booklet(
    library: Library, old: Edition, new: Edition, comparisons: Sequence[Comparison]
) -> Booklet:
    """What became of each rule: an overview, the numbers side by side, the concordance.

    Raises:
        NothingToPrintError: no number of the two editions could be compared.
    """
    paired = [comparison for comparison in comparisons if comparison.pairs]
    if not paired:
        raise NothingToPrintError(
            f"no article of {old.id} and {new.id} could be compared: there is nothing to print."
        )
    overview = concordance_page(library, old, new, comparisons)
    told, tables, colophon = _split(overview)
    legend = _legend(comparison_page(library, paired[0]))
    chapters = [Chapter(
        overview.title, heading_of(overview)[1], (*told, *legend), kind="prose",
        address=overview.address, is_text=False,
    )]
    chapters += [_number(library, comparison) for comparison in paired]
    chapters.append(Chapter(
        "Concordanza", b.words("Concordanza"), (*tables, *colophon), kind="apparatus",
        is_text=False,
    ))
    long = len(paired) > 1
    notices = (edition_notice(library, old), edition_notice(library, new))
    title = f"{old.title} e {new.title} a confronto"
    return Booklet(
        title=title,
        running=f"{old.id} e {new.id} a confronto",
        address=overview.address,
        chapters=tuple(chapters),
        cover=Cover("Edizioni a confronto", (), notices) if long else None,
        masthead=() if long else notices,
        author=new.authority,
        description=overview.description,
        keywords=("bridge", "Codice di Gara", old.id, new.id),
        rights=new.rights,
        depth=1 if long else 0,
    )


def _number(library: Library, comparison: Comparison) -> Chapter:
    page = comparison_page(library, comparison)
    label, heading = heading_of(page)
    body = tuple(
        block for block in below_heading(page)
        if not isinstance(block, b.Details)
        and not (isinstance(block, b.Group) and block.kind == "colophon")
    )
    number = comparison.number
    return Chapter(
        name=b.plain_text(heading).strip() or article_name(number),
        heading=heading,
        label=label,
        number=str(number) if isinstance(number, int) else "",
        kind="prose",
        address=page.address,
        blocks=body,
    )


def _split(page: Page) -> tuple[tuple[b.Block, ...], ...]:
    """The overview, the tables with their headings, and the colophon."""
    blocks = below_heading(page)
    tables: list[b.Block] = []
    for heading, table in pairwise(blocks):
        if isinstance(table, b.Table):
            tables += [heading, table]
    colophon = [x for x in blocks if isinstance(x, b.Group) and x.kind == "colophon"]
    told = tuple(x for x in blocks if x not in tables and x not in colophon)
    return told, tuple(tables), tuple(colophon)


def _legend(page: Page) -> Iterator[b.Block]:
    return (x for x in page.blocks if isinstance(x, b.Details) and x.kind == "legend")

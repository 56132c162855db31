"""The PDFs and EPUBs of a site, made with it; what was made before is kept."""

from __future__ import annotations

from importlib import metadata

from rulebook.keeping import Keep
from rulebook.model import Comparison, Rulebook
from rulebook.publishing.dates import texts_day
from rulebook.publishing.pdf import Imprint
from rulebook.publishing.pdf.assets import Printed, paper_assets
from rulebook.publishing.published import Published
from rulebook.publishing.situations import Handbook


def imprint(published: Published, rulebook: Rulebook) -> Imprint:
    """The newest release of a corpus; texts that are newer than it are told by their own day.

    Before the first release the version of the program stands for a number. The clock has no
    say: today's day would give other bytes tomorrow.
    """
    newest, texts = next(iter(published.releases), None), texts_day(rulebook)
    if newest and texts <= newest.day:
        return Imprint(str(newest.number), newest.day)
    number = str(newest.number) if newest else metadata.version("rulebook")
    return Imprint(number, texts, released=False)


def print_all(
    rulebook: Rulebook,
    comparisons: tuple[Comparison, ...],
    handbook: Handbook,
    published: Published,
    site_url: str | None,
    keep: Keep,
) -> tuple[Printed, ...]:
    """Every PDF and EPUB of a site.

    Args:
        rulebook, comparisons, handbook: as for the pages.
        published: its newest release is named on each page.
        site_url: the public address; without it nothing has a QR code.
        keep: where PDFs that were made of the same before are found again.

    Raises:
        PaperError: a text cannot be printed right.
    """
    return tuple(
        paper_assets(rulebook, comparisons, site_url, imprint(published, rulebook), handbook, keep)
    )

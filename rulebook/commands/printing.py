"""The PDFs and EPUBs of a site, made with it; what was made before is kept."""

from __future__ import annotations

import os
from datetime import UTC, datetime
from importlib import metadata

from rulebook.keeping import Keep
from rulebook.model import Comparison, Rulebook
from rulebook.publishing.pdf import Imprint
from rulebook.publishing.pdf.assets import Printed, paper_assets
from rulebook.publishing.published import Published
from rulebook.publishing.situations import Handbook


def imprint(published: Published) -> Imprint:
    """The newest release of a corpus; before the first one, the version of the program.

    The day is that of the release, or SOURCE_DATE_EPOCH (reproducible-builds.org); without
    either none is printed, since today's would give other bytes tomorrow.
    """
    if published.releases:
        newest = published.releases[0]
        return Imprint(str(newest.number), newest.day)
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    day = datetime.fromtimestamp(int(epoch), UTC).date().isoformat() if epoch.isdecimal() else ""
    return Imprint(metadata.version("rulebook"), day)


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
        paper_assets(rulebook, comparisons, site_url, imprint(published), handbook, keep)
    )

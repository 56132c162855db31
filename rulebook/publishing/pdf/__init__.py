"""Booklets on paper: editions, articles, comparisons, guides, letters and cards as tagged PDFs.

The text of a booklet is that of the site: both are made of the same blocks. Page numbers beside
citations, running heads and the like are marked as artifacts, which readers of text skip.
"""

from rulebook.publishing.pdf.booklet import (
    Booklet,
    Imprint,
    NothingToPrintError,
    Paper,
    PaperError,
)
from rulebook.publishing.pdf.press import (
    pdf_article,
    pdf_cards,
    pdf_comparison,
    pdf_document,
    pdf_edition,
    pdf_guide,
    print_booklet,
)

__all__ = [
    "Booklet",
    "Imprint",
    "NothingToPrintError",
    "Paper",
    "PaperError",
    "pdf_article",
    "pdf_cards",
    "pdf_comparison",
    "pdf_document",
    "pdf_edition",
    "pdf_guide",
    "print_booklet",
]

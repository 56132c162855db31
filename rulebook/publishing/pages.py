"""The pages of the site as values: a plain function from a rulebook, free of any site generator."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from rulebook.model import Comparison, Rulebook
from rulebook.publishing import (
    pages_apparatus,
    pages_compare,
    pages_documents,
    pages_editions,
    pages_home,
    pages_index,
    pages_law,
    pages_offline,
    pages_table,
)
from rulebook.publishing.library import Library
from rulebook.publishing.page import Page
from rulebook.publishing.situations import Handbook
from rulebook.publishing.subjects import Subjects

__all__ = ["Page", "pages", "write_pages"]


def pages(
    rulebook: Rulebook,
    comparisons: tuple[Comparison, ...] = (),
    subjects: Subjects | None = None,
    handbook: Handbook | None = None,
) -> Iterator[Page]:
    """Every generated page of the site.

    Args:
        rulebook: the editions and documents to publish.
        comparisons: where given, provisions and the edition selector lead to their counterparts.
        subjects: where given, there is an analytic index, and articles explain their terms.
        handbook: where given, there are the situations at the table, and guides have flags.

    Yields:
        The pages, home first; their addresses are unique.
    """
    library = Library(rulebook, comparisons, subjects, handbook or Handbook())
    yield pages_home.home(library)
    yield from pages_table.table_pages(library)
    for edition in library.editions:
        yield pages_editions.edition_page(library, edition)
        for number, title in library.names(edition):
            yield pages_law.article_page(library, edition, number, title)
    for number in library.numbers:
        yield pages_editions.number_page(library, number)
    yield from pages_compare.comparison_pages(library)
    yield from pages_documents.document_pages(library)
    if subjects is not None:
        yield pages_index.index_page(library, subjects.lexicon)
    yield from pages_apparatus.apparatus_pages(library)
    yield from pages_offline.offline_pages(library)


def write_pages(
    rulebook: Rulebook, out: Path, comparisons: tuple[Comparison, ...] = (),
    subjects: Subjects | None = None, handbook: Handbook | None = None,
) -> tuple[Path, ...]:
    """Write the pages as Markdown files for any site generator.

    Args:
        rulebook: the editions and documents to publish.
        out: the folder to write into; it is made if it is missing, and other files in it stay.
        comparisons: as for `pages`.
        subjects, handbook: as for `pages`.

    Returns:
        The files written, in the order of the pages.

    Raises:
        OSError: a file cannot be written.
    """
    written: list[Path] = []
    for page in pages(rulebook, comparisons, subjects, handbook):
        file = out / page.file
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(page.markdown, encoding="utf-8", newline="\n")
        written.append(file)
    return tuple(written)

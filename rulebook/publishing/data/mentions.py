"""Who cites what, as data: every citation of every text with what it leads to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from rulebook.model import Document, Rulebook
from rulebook.publishing import addresses
from rulebook.publishing.data.encoding import lines_json

VERSION = 1
"""The version of the form: it grows when a field goes or means something else."""


class TargetData(Struct, frozen=True, forbid_unknown_fields=True):
    """A provision that is cited; without an edition where nothing says which."""

    edition: str | None
    citation: str
    url: str


class CitationData(Struct, frozen=True, forbid_unknown_fields=True):
    """A citation: the text it stands in, its words, the provision it stands in, its targets."""

    source: str
    line: int
    text: str
    edition: str | None
    here: str | None
    basis: Literal["stated", "context", "assumed"]
    targets: tuple[TargetData, ...]


class Citations(Struct, frozen=True, forbid_unknown_fields=True):
    """The citations of all texts, text by text, in reading order."""

    version: int
    citations: tuple[CitationData, ...]


def citations_json(rulebook: Rulebook) -> bytes:
    """Every citation as `/data/citazioni.json`, one on each line."""
    found = tuple(row for document in rulebook.documents for row in _of(document))
    return lines_json(Citations(VERSION, found), "citations")


def _of(document: Document) -> Iterator[CitationData]:
    for citation in document.citations:
        start = min((run.span.start for run in citation.text.runs), default=0)
        targets = tuple(
            TargetData(t.edition, str(t.label), str(addresses.of_label(t.edition, t.label)))
            for t in citation.targets
        )
        yield CitationData(
            document.source.id, document.source.place(start)[0],
            " ".join(str(citation.text).split()), citation.here_edition,
            str(citation.here) if citation.here else None, citation.edition_basis, targets,
        )

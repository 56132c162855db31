"""Asking the rule index."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from typing import Any

from rulebook.commands.handwritten import handbook, lexicon
from rulebook.commands.usage import UsageError, ids_of, known_edition
from rulebook.model import Rulebook
from rulebook.publishing.search.engine import SearchResult
from rulebook.publishing.search.engine import search as ask
from rulebook.reading.citations.vocabulary import EMBEDDED


def search(rulebook: Rulebook, query: str, edition: str | None, limit: int) -> SearchResult:
    """The hits of a query, best first.

    Args:
        rulebook: what can be found.
        query: whatever somebody types.
        edition: an edition's id, to leave out all others; None for every edition.
        limit: how many hits at most.

    Raises:
        UsageError: the edition is not known, or the query has no word.
    """
    known_edition(edition, ids_of(rulebook))
    if not query.strip():
        raise UsageError("the query is empty; write words, a “phrase”, or a citation.")
    return ask(
        rulebook,
        query,
        lexicon=lexicon(rulebook),
        vocabulary=spoken_vocabulary(),
        edition=edition,
        limit=limit,
        handbook=handbook(rulebook),
    )


def spoken_vocabulary() -> Mapping[str, Any]:
    """The words of citations as plain values, as the index takes them."""
    return tomllib.loads(EMBEDDED.read_text(encoding="utf-8"))

"""Runs the browser's engine in a page of a real browser, the engine as it is served."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from playwright.sync_api import Page

from rulebook.model import Rulebook
from rulebook.publishing.search.engine import Search, SearchResult
from rulebook.publishing.search.export import ENGINE, index_script, served_script

ASK = """(queries) => queries.map(([query, edition]) => {
  const {hits, suggestion, cards, absent, lost, unknown} = window.engine.ask(query, edition);
  const plain = hits.map(({record, asked, ...hit}) => hit);
  return {hits: plain, suggestion, cards, absent, lost, unknown};
})"""


@lru_cache(maxsize=1)
def corpus_rulebook() -> Rulebook:
    """The embedded corpus, read once a session."""
    from rulebook.reading.assemble import load_rulebook

    return load_rulebook()


def start(page: Page, search: Search) -> None:
    """Make the engine of an index in a page, as `window.engine`."""
    for part in ENGINE:
        page.add_script_tag(content=served_script(part))
    page.evaluate(
        "() => { const made = (json) => { window.engine = rulebookSearch.makeEngine(json); };"
        " rulebookSearch.load = made; }"
    )
    page.add_script_tag(content=index_script(search.records, search.words).decode())


def ask(page: Page, queries: Sequence[tuple[str, str | None]]) -> list[dict[str, Any]]:
    """What the browser's engine answers."""
    found: list[dict[str, Any]] = page.evaluate(ASK, [list(query) for query in queries])
    return found


def as_the_browser_says(result: SearchResult) -> dict[str, Any]:
    """An answer of the command line in the form of the browser's."""
    hits = [
        {**dataclasses.asdict(hit), "marks": [list(mark) for mark in hit.marks]}
        for hit in result.hits
    ]
    cards = [list(card) for card in result.cards]
    absent = dataclasses.asdict(result.absent) if result.absent else None
    return {
        "hits": hits, "suggestion": result.suggestion, "cards": cards, "absent": absent,
        "lost": list(result.lost), "unknown": list(result.unknown),
    }

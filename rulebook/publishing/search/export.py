"""The browser's half: the same records, words and settings as files to be served.

The texts go over the wire once, and the browser makes its own postings from them. Records stand
as in `make_records`, so that the same provision of several editions lies close together, where
compression finds what is equal; a text that is equal to the last is not repeated.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from itertools import groupby
from typing import Any

import msgspec

from rulebook.model import Rulebook
from rulebook.publishing.search import expand, scoring, snippet, suggest
from rulebook.publishing.search import query as queries
from rulebook.publishing.search.asked import PATTERNS
from rulebook.publishing.search.concepts import MOST_BETWEEN
from rulebook.publishing.search.lexicon import Lexicon
from rulebook.publishing.search.packing import pack
from rulebook.publishing.search.records import INDEX_PAGE, Record, make_records, sentence_case
from rulebook.publishing.search.table import GAP
from rulebook.publishing.search.words import FULL_WEIGHT, Words, load_words
from rulebook.publishing.situations import Handbook

FOLDER = "search/"
WORKER = "search/worker.js"
"""The address of the worker, for the theme's configuration."""

DIALOG = "search/ui.js"
"""The address of the script for the search dialog, which runs before the theme's own."""

ENGINE = (
    "analysis", "stemmer", "numerals", "asked", "bids", "query", "records", "lexis", "table",
    "expand", "concepts", "labels", "absent", "scoring", "cards", "lend", "rank", "result",
    "snippet", "suggest", "engine", "items",
)
"""The scripts of the engine in the order in which they build on each other."""

_SETTINGS = {
    queries: ("MOST_CHARACTERS", "MOST_TERMS"),
    expand: ("EXACT", "INFLECTED", "BEGUN", "SYNONYM", "MISSPELT", "CUT", "BEGUN_BESIDE",
             "MOST_LONGER", "MOST_MISSPELT", "FEWEST_LETTERS", "FIRST_IS_FREE", "LEAST_BEGINNING",
             "OTHER_SUIT", "TOLD"),
    scoring: ("FIRST", "IN_HEADING", "ABOVE", "IN_TEXT", "SATURATION", "PAIR", "NEAR", "HEADING",
              "NAMED", "FROM_ABOVE", "LENT", "LENT_LATER", "LENT_NEAR", "LENT_TITLED",
              "MOST_LENDING", "LENDS_FROM", "MOST_CARDS", "CARD_BESIDE", "CARD_CLOSE",
              "CARD_ASKED", "ASKED", "BELOW_ASKED", "OF_YEAR", "UNHELD", "OLDER", "FLAGGED",
              "LEAST_COVERAGE", "LEAST_POINTS", "KINDS"),
    snippet: ("LONGEST", "BEFORE"),
    suggest: ("MOST_EDITS",),
}


def search_assets(
    rulebook: Rulebook, lexicon: Lexicon, vocabulary: Mapping[str, Any],
    handbook: Handbook | None = None,
) -> dict[str, bytes]:
    """The files of the browser's search, by address.

    Args:
        rulebook: the editions and documents that can be found.
        lexicon: the terms of the lexicon.
        vocabulary: `vocabulary.toml` of the reading half as plain values.
        handbook: the situations at the table, if they can be found too.

    Returns:
        The worker (`WORKER`), the script for the search dialog (`DIALOG`), and what the worker
        fetches when it is first used: the engine and the data.
    """
    words = load_words(vocabulary)
    engine = "\n".join(map(served_script, ENGINE)).encode()
    data = index_script(make_records(rulebook, lexicon, handbook), words)
    parts = {_named("engine", engine): engine, _named("index", data): data}
    names = msgspec.json.encode(list(parts)).decode()
    return {
        WORKER: f"{served_script('worker')}\nself.rulebookSearch.parts = {names};\n".encode(),
        DIALOG: "\n".join(map(served_script, ("ui", "found", "disk"))).encode(),
        **{f"{FOLDER}{name}": content for name, content in parts.items()},
    }


def _named(part: str, content: bytes) -> str:
    """A name that changes with the content, so that caches never give an old half to a new one."""
    return f"{part}-{hashlib.sha256(content).hexdigest()[:10]}.js"


def index_script(records: Sequence[Record], words: Words) -> bytes:
    """The data as a script, since a page opened from a disk may load scripts and nothing else."""
    text = msgspec.json.encode(index_data(records, words)).decode()
    quoted = text.replace("\\", "\\\\").replace("'", "\\'")
    return f"self.rulebookSearch.load('{quoted}');\n".encode()


def index_data(records: Sequence[Record], words: Words) -> dict[str, Any]:
    """Everything that the browser's engine starts from."""
    law = [r for r in records if r.kind in ("article", "provision")]
    others = [r for r in records if r.kind not in ("article", "provision", "term")]
    terms = [record for record in records if record.kind == "term"]
    texts: list[str | int] = []
    return {
        "law": list(_law(law, texts)),
        "texts": list(_pages(others, texts)),
        "terms": [_term(record, texts) for record in terms],
        "index": INDEX_PAGE,
        "words": words.to_data(),
        "patterns": PATTERNS,
        "settings": settings(),
        "packed": pack(texts),
    }


def settings() -> dict[str, Any]:
    """The numbers of the scoring, so that they stand in one language only."""
    found = {name: getattr(module, name) for module, names in _SETTINGS.items() for name in names}
    return {**found, "GAP": GAP, "MOST_BETWEEN": MOST_BETWEEN, "FULL_WEIGHT": FULL_WEIGHT}


def _law(records: Sequence[Record], texts: list[str | int]) -> Iterator[list[Any]]:
    """By article: page, edition, status, number, then its records as step, depth and title.

    The title is left out where it follows from the headings.
    """
    last: dict[tuple[int, str], tuple[str, int]] = {}
    paths: list[str] = []
    shown: list[str] = []
    for page, group in groupby(records, key=lambda record: record.page):
        rows = list(group)
        made: list[Any] = [page, rows[0].edition, rows[0].status, rows[0].number]
        for record in rows:
            number = record.number
            path = record.citation.removeprefix(str(number)) if number else record.anchor
            del paths[record.depth :], shown[record.depth :]
            above = paths[-1] if paths else ""
            derived = sentence_case(record.heading) if record.heading else (shown or [""])[-1]
            paths.append(path)
            shown.append(record.title)
            row = [path.removeprefix(above), record.depth]
            made.append(row if record.title == derived else [*row, record.title])
            texts.append(record.heading)
            before, place = last.get((number, path), (None, 0))
            if record.text and before == record.text:
                texts.append(len(texts) - place)
            else:
                last[number, path] = (record.text, len(texts))
                texts.append(record.text)
        yield made


def _pages(records: Sequence[Record], texts: list[str | int]) -> Iterator[list[Any]]:
    """By page: kind, page, edition, then its records as anchor, depth, title, what governs, flag.

    The last two are left out where there are none.
    """
    for page, group in groupby(records, key=lambda record: record.page):
        rows = list(group)
        made: list[Any] = [rows[0].kind, page, rows[0].edition]
        for record in rows:
            row: list[Any] = [record.anchor, record.depth, record.title]
            if record.lends or record.flag:
                row.append(_lends(record))
            if record.flag:
                row.append(record.flag)
            made.append(row)
            texts += (record.heading, record.text, record.names)
        yield made


def _term(record: Record, texts: list[str | int]) -> list[Any]:
    texts += (record.heading, record.text, record.names)
    return [record.anchor, _lends(record)]


def _lends(record: Record) -> dict[str, list[str]]:
    """By edition the provisions that a record lends to."""
    lends: dict[str, list[str]] = {}
    for edition, number, path in record.lends:
        lends.setdefault(edition, []).append(f"{number}.{path}")
    return lends


def served_script(name: str) -> str:
    """A script without comments and indentation: what is explained is explained in its source."""
    source = files("rulebook.publishing").joinpath(f"theme/assets/search/{name}.js")
    text = source.read_text(encoding="utf-8")
    text = re.sub(r"^[ \t]*/\*.*?\*/[ \t]*\n", "", text, flags=re.DOTALL | re.MULTILINE)
    lines = (line.strip() for line in text.splitlines())
    return "\n".join(line for line in lines if line and not line.startswith("//"))

"""The Whoosh index: a cache of where each word stands, made again whenever anything changed.

It is built aside and put in place whole, under a name that holds the records, the code and the
Python it was made with; so two runs never write to one index, a run that was killed leaves
nothing that is read, and an index that cannot be read is made again with one message.
"""

from __future__ import annotations

import logging
import os
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from whoosh import fields, index
from whoosh.analysis import Analyzer, Token
from whoosh.filedb.filestore import RamStorage

from rulebook.keeping import UNUSED, default_cache, digest
from rulebook.publishing.search.expand import Vocabulary
from rulebook.publishing.search.records import Record
from rulebook.publishing.search.scoring import Places
from rulebook.publishing.search.table import Table, make_table, placed
from rulebook.publishing.search.words import Words

logger = logging.getLogger(__name__)

_SEAL = "complete.json"
_TABLE = "table.json"
_ABANDONED = 3600.0
"""Seconds after which what a killed run left is removed."""


class _Given(Analyzer):  # type: ignore[misc]
    """Takes words that were analysed already: `position word` on each line."""

    def __call__(self, value: str, **_: Any) -> Iterator[Token]:
        token = Token()
        for line in value.splitlines():
            position, word = line.split(" ")
            token.pos, token.text, token.original, token.boost = int(position), word, word, 1.0
            token.stopped = False
            yield token


def _schema() -> fields.Schema:
    return fields.Schema(
        record=fields.NUMERIC(stored=True),
        body=fields.TEXT(analyzer=_Given(), phrase=True, stored=False),
    )


@dataclass(frozen=True)
class RuleIndex:
    """A Whoosh index opened for reading, with its table."""

    table: Table
    reader: Any
    numbers: Sequence[int]

    def postings(self, word: int) -> Places:
        """Where a word of the vocabulary stands, by record."""
        text = self.table.vocabulary.words[word]
        if ("body", text) not in self.reader:
            return {}
        matcher = self.reader.postings("body", text)
        found: dict[int, Sequence[int]] = {}
        while matcher.is_active():
            found[self.numbers[matcher.id()]] = matcher.value_as("positions")
            matcher.next()
        return found


def open_index(
    records: Sequence[Record], words: Words, cache_folder: Path | None = None
) -> RuleIndex:
    """The index of some records: read from the cache, or made and kept there.

    Args:
        records: what can be found.
        words: the word lists of the analysis.
        cache_folder: where indexes are kept; the platform's cache folder by default. Where it
            cannot be written, the index is made in memory.
    """
    folder = (cache_folder or default_cache()) / f"index-{digest((records, words.to_data()))}"
    if folder.is_dir():
        try:
            return _open(folder)
        except Exception as error:  # noqa: BLE001 (a damaged index may fail in any way)
            logger.warning("The search index in %s is damaged (%s); it is made again.",
                           folder, error)
            shutil.rmtree(folder, ignore_errors=True)
    table = make_table(records, words)
    try:
        _build(folder, records, words, table)
        return _open(folder)
    except OSError as error:
        logger.warning("The search index cannot be kept in %s (%s); it is made in memory. "
                       "Name another folder with RULEBOOK_CACHE.", folder.parent, error)
        storage = RamStorage()
        return _reading(_write(storage.create_index(_schema()), records, words), table)


def _build(folder: Path, records: Sequence[Record], words: Words, table: Table) -> None:
    """Make an index aside and put it in place; where another run was faster, its index stays."""
    root = folder.parent
    root.mkdir(parents=True, exist_ok=True)
    _tidy(root, folder)
    with tempfile.TemporaryDirectory(
        prefix="building-", dir=root, ignore_cleanup_errors=True
    ) as made:
        aside = Path(made)
        _write(index.create_in(str(aside), _schema()), records, words).close()
        (aside / _TABLE).write_bytes(msgspec.json.encode(table))
        sizes = {file.name: file.stat().st_size for file in aside.iterdir()}
        (aside / _SEAL).write_bytes(msgspec.json.encode(sizes))
        try:
            aside.rename(folder)
        except OSError:
            if not folder.is_dir():
                raise


def _write(made: Any, records: Sequence[Record], words: Words) -> Any:
    writer = made.writer()
    for number, record in enumerate(records):
        body = "\n".join(
            f"{position} {word}" for word, _, position in placed(record, words)
        )
        writer.add_document(record=number, body=body)
    writer.commit(optimize=True)
    return made


def _open(folder: Path) -> RuleIndex:
    """Open an index in the cache.

    Raises:
        Exception: of any kind, where files are missing, cut or not what they should be.
    """
    sizes = msgspec.json.decode((folder / _SEAL).read_bytes(), type=dict[str, int])
    for name, size in sizes.items():
        if (folder / name).stat().st_size != size:
            raise ValueError(f"{name} has not the size that it was written with")
    table = msgspec.json.decode((folder / _TABLE).read_bytes(), type=_TableFile)
    os.utime(folder)
    vocabulary = Vocabulary(**msgspec.structs.asdict(table.vocabulary))
    return _reading(
        index.open_dir(str(folder), readonly=True),
        Table(vocabulary, table.heading, table.strong, table.norm, table.end),
    )


class _VocabularyFile(msgspec.Struct, forbid_unknown_fields=True):
    words: list[str]
    counts: list[int]
    stems: dict[str, list[int]]
    spellings: list[str]


class _TableFile(msgspec.Struct, forbid_unknown_fields=True):
    vocabulary: _VocabularyFile
    heading: list[int]
    strong: list[int]
    norm: list[int]
    end: list[int]


def _reading(made: Any, table: Table) -> RuleIndex:
    reader = made.reader()
    numbers = [reader.stored_fields(at)["record"] for at in range(reader.doc_count_all())]
    if len(numbers) != table.size:
        raise ValueError("the index has not as many records as its table")
    return RuleIndex(table, reader, numbers)


def _tidy(root: Path, current: Path) -> None:
    """Remove what killed runs left, and indexes that nobody has opened for a month."""
    now = time.time()
    for folder in root.iterdir():
        limit = _ABANDONED if folder.name.startswith("building-") else UNUSED
        ours = folder.name.startswith(("building-", "index-")) and folder != current
        try:
            if ours and now - folder.stat().st_mtime > limit:
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:
            continue

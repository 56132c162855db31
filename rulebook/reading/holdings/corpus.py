"""The corpus: texts as they stand on disk, with everything that people said about them.

Data only: nothing is read as law here.
What is wrong in a corpus is a `CorpusError` with file, fault and remedy.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import resources
from itertools import chain
from pathlib import Path
from typing import Any

import msgspec

from rulebook.inputs import Extraction, InputError
from rulebook.model import (
    ArticleName,
    Correction,
    Edition,
    MovedRule,
    PartName,
    Source,
    SpeaksOf,
)
from rulebook.reading.columns import table as columns
from rulebook.reading.holdings.checks import (
    EDITION,
    SOURCE,
    distinct,
    edition_known,
    folders_of,
    labels_of,
    new,
    numbers_known,
    only,
    section_there,
    two_suppliers,
)
from rulebook.reading.holdings.decisions import (
    COLUMNS,
    CONCORDANCE,
    CORRECTIONS,
    PAIRS,
    AssertedPair,
    column_corrections,
    corrections,
    decided_lines,
    moved_rules,
    pairs,
)
from rulebook.reading.holdings.files import (
    ColumnsEntry,
    CorpusError,
    EditionFile,
    Role,
    SourceFile,
    read_table,
)
from rulebook.reading.holdings.sources import Decoded, source


@dataclass(frozen=True, slots=True)
class Supply:
    """A word on which articles a source gives to an edition; `articles` None means all it has."""

    edition: str
    articles: tuple[int | str, ...] | None
    role: Role


@dataclass(frozen=True)
class SourceEntry:
    """A source of the corpus with an editor's words on it; `place` is its folder in messages."""

    source: Source
    decoded: Decoded
    place: str
    supplies: tuple[Supply, ...] = ()
    decided: tuple[ColumnsEntry, ...] = ()

    @cached_property
    def columns(self) -> Mapping[int, columns.Override]:
        """What the editor decided about lines of a two-column region, by line."""
        return {
            line: columns.Override(entry.side, entry.role, entry.path, entry.after)
            for entry in self.decided
            for line in entry.numbers
        }

    def role_of(self, edition: str, number: int | str) -> Role | None:
        """What the editor says of an article in this source; None where nothing is said."""
        for supply in self.supplies:
            if supply.edition == edition and number in (supply.articles or (number,)):
                return supply.role
        return None


@dataclass(frozen=True)
class Corpus:
    """Everything that stands in a corpus folder; the editions hold no articles yet."""

    editions: tuple[Edition, ...]
    sources: tuple[SourceEntry, ...]
    corrections: tuple[Correction, ...] = ()
    pairs: tuple[AssertedPair, ...] = ()
    moved: tuple[MovedRule, ...] = ()

    def known(self, sha256: str) -> SourceEntry | None:
        """The source with exactly these bytes, or None."""
        return next((entry for entry in self.sources if entry.source.sha256 == sha256), None)

    @property
    def edition_ids(self) -> tuple[str, ...]:
        """The editions known, the oldest first."""
        return tuple(edition.id for edition in self.editions)


def embedded() -> Path:
    """The folder of the corpus that comes with the package."""
    return Path(str(resources.files("rulebook"))) / "corpus"


def embedded_editions() -> frozenset[str]:
    """The ids of the editions that come with the package, which files beside its corpus name."""
    return frozenset(path.parent.name for path in embedded().glob(f"editions/*/{EDITION}"))


def embedded_sources() -> frozenset[str]:
    """The ids of the texts that come with the package; see `embedded_editions`."""
    return frozenset(path.parent.name for path in embedded().glob(f"sources/*/{SOURCE}"))


def load(folder: Path | None = None) -> Corpus:
    """Read a corpus folder; without one, the corpus that comes with the package.

    Raises:
        CorpusError: something in the folder is wrong; the message says what and where.
    """
    root = embedded() if folder is None else folder
    folders = {"editions", "sources", "published"}
    only(root, root, {CORRECTIONS, PAIRS, CONCORDANCE}, folders)
    editions = tuple(_editions(root))
    if not editions:
        raise CorpusError(
            f"{root}: holds no edition, so it is no corpus; "
            f"name a folder with editions/*/{EDITION} and sources/*/{SOURCE}."
        )
    known = {edition.id: edition for edition in editions}
    for edition in editions:
        _dates(edition, known)
    sources = tuple(entry_of(folder, known) for folder in folders_of(root, "sources", SOURCE))
    names = {entry.source.id: entry.source for entry in sources}
    for entry in sources:
        _numbers(entry, known)
    decided = (column_corrections(entry.source.id, entry.decided) for entry in sources)
    corpus = Corpus(
        tuple(sorted(editions, key=lambda edition: edition.id)),
        (),
        (*corrections(root, set(names)), *chain.from_iterable(decided)),
        tuple(pairs(root, known, names)),
        tuple(moved_rules(root, known)),
    )
    return with_sources(corpus, sources)


def _dates(edition: Edition, known: Mapping[str, Edition]) -> None:
    """An edition is superseded by a later one, and ends after it began."""
    place = f"editions/{edition.id}/{EDITION}"
    if edition.superseded_by:
        edition_known(place, "superseded_by", edition.superseded_by, known)
        if edition.superseded_by <= edition.id:
            raise CorpusError(
                f"{place}: “superseded_by” names {edition.superseded_by}, which is no later "
                "edition; correct it."
            )
    first, last = edition.in_force_from, edition.in_force_until
    if first and last and last < first[: len(last)]:
        raise CorpusError(
            f"{place}: “in_force_until” ({last}) comes before “in_force_from” ({first}); swap them."
        )


def _numbers(entry: SourceEntry, known: Mapping[str, Edition]) -> None:
    """The provisions of which a source is said to speak are in its edition."""
    edition = known.get(entry.source.edition or "")
    if edition is None:
        return
    for spoken in entry.source.speaks_of:
        numbers_known(f"{entry.place}/{SOURCE}, “{spoken.section}”", edition, spoken.labels)


def _editions(root: Path) -> Iterator[Edition]:
    seen: dict[str, str] = {}
    for folder in folders_of(root, "editions", EDITION):
        place = f"editions/{folder.name}/{EDITION}"
        only(root, folder, {EDITION}, set(), "a text belongs into a folder under sources/")
        table = read_table(folder / EDITION, EditionFile, place)
        new("edition", table.id, place, seen)
        distinct(place, "number", (entry.number for entry in table.articles))
        distinct(place, "part", (part.id for part in table.parts))
        yield Edition(
            id=table.id,
            title=table.title,
            long_title=table.long_title,
            authority=table.authority,
            rights=table.rights,
            state=table.state,
            notice=table.notice,
            in_force_from=table.in_force_from,
            in_force_until=table.in_force_until,
            superseded_by=table.superseded_by,
            known=tuple(ArticleName(entry.number, entry.title) for entry in table.articles),
            parts=tuple(PartName(part.id, part.title) for part in table.parts),
        )


def entry_of(folder: Path, editions: Iterable[str]) -> SourceEntry:
    """Read one folder of a source, wherever it stands.

    Args:
        folder: the folder; its name is that which the source has in a corpus.
        editions: the editions that it may name.

    Raises:
        CorpusError: something in the folder is wrong; the message says what and where.
    """
    place = f"sources/{folder.name}/{SOURCE}"
    table = read_table(folder / SOURCE, SourceFile, place)
    entry = _source(folder, table, place, set(editions))
    files = {SOURCE, COLUMNS, table.file, *((table.lines,) if table.lines else ())}
    only(folder.parent.parent, folder, files, set(), f"name it in {place}")
    return entry


def with_sources(corpus: Corpus, entries: Iterable[SourceEntry]) -> Corpus:
    """The corpus with these sources in the place of its own; `load` holds them to the same rules.

    Raises:
        CorpusError: two sources have one name or one text, or supply one article.
    """
    sources = tuple(entries)
    seen: dict[str, str] = {}
    hashes: dict[str, str] = {}
    for entry in sources:
        place = f"{entry.place}/{SOURCE}"
        new("source", entry.source.id, place, seen)
        new("text", entry.source.sha256, place, hashes)
    _supplied_once(sources)
    return replace(corpus, sources=sources)


def _source(folder: Path, table: SourceFile, place: str, editions: set[str]) -> SourceEntry:
    data = _raw(folder, table.file, table.sha256, "sha256", place)
    if table.edition:
        edition_known(place, "edition", table.edition, editions)
    for supply in table.supplies:
        edition_known(place, "supplies.edition", supply.edition, editions)
    made, decoded = _made(
        data,
        table.file,
        place,
        id=table.id or folder.name,
        extracted=_extracted(folder, table, place),
        kind=table.kind,
        title=table.title,
        author=table.author,
        origin=table.origin,
        rights=table.rights,
        date=table.date,
        edition=table.edition,
        edition_basis=table.edition_basis or ("declared" if table.edition else None),
        speaks_of=tuple(
            SpeaksOf(entry.section, entry.line, labels_of(place, entry.articles))
            for entry in table.speaks_of
        ),
    )
    distinct(place, "section on line", (entry.line for entry in table.speaks_of))
    for said in table.speaks_of:
        section_there(place, said.section, said.line, made)
    return SourceEntry(
        made,
        decoded,
        f"sources/{folder.name}",
        tuple(Supply(entry.edition, entry.articles, entry.role) for entry in table.supplies),
        decided_lines(folder, made),
    )


def _made(data: bytes, name: str, place: str, **said: Any) -> tuple[Source, Decoded]:
    try:
        return source(data, name, **said)
    except InputError as error:
        raise CorpusError(f"{place}: {error}") from error


def _extracted(folder: Path, table: SourceFile, place: str) -> Extraction | None:
    """The lines of a file that is no text, as they were taken out of it once."""
    if table.lines is None:
        return None
    data = _raw(folder, table.lines, table.lines_sha256, "lines_sha256", place)
    try:
        return msgspec.json.decode(data, type=Extraction)
    except msgspec.DecodeError as error:
        raise CorpusError(
            f"{place}: “{table.lines}” does not hold the lines of a text ({error}); "
            "take the keys “lines” and “lines_sha256” out, so that they are read anew."
        ) from error


def _raw(folder: Path, name: str, sha256: str | None, key: str, place: str) -> bytes:
    file = folder / name
    if Path(name).name != name:
        raise CorpusError(f"{place}: “file” is a path; the text stands beside {SOURCE}.")
    if not file.is_file():
        raise CorpusError(
            f"{place}: the file “{name}” is missing; put it into the folder "
            "or correct its name."
        )
    try:
        data = file.read_bytes()
    except OSError as error:
        raise CorpusError(
            f"sources/{folder.name}/{name}: cannot be read ({error.strerror}); "
            "restore its permissions."
        ) from error
    digest = hashlib.sha256(data).hexdigest()
    if sha256 is None:
        raise CorpusError(
            f"{place}: the key “{key}” is missing, which keeps the text as it is; "
            f'add the line: {key} = "{digest}"'
        )
    if sha256.lower() != digest:
        raise CorpusError(
            f"{place}: “{name}” is not the text it was; restore it, or, if the new text "
            f'is meant, write {key} = "{digest}" and look at its corrections.'
        )
    return data


def _supplied_once(sources: Iterable[SourceEntry]) -> None:
    suppliers: dict[tuple[str, int | str], str] = {}
    for entry in sources:
        place = f"{entry.place}/{SOURCE}"
        said: set[tuple[str, int | str]] = set()
        for supply in entry.supplies:
            for number in supply.articles or ():
                key = (supply.edition, number)
                if key in said:
                    raise CorpusError(
                        f"{place}: names article {number} of {supply.edition} twice; "
                        "leave one entry."
                    )
                said.add(key)
                if supply.role == "supplies":
                    other = suppliers.setdefault(key, place)
                    if other != place:
                        raise two_suppliers(supply.edition, number, other, place)

"""The TOML files of a corpus: their shape, and what to say to the person who mistyped one."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta

from rulebook.model import Kind, PairBasis, PairChange
from rulebook.tables import NAME, WORDS, TableError, head_line, toml_table

Name = Annotated[str, Meta(pattern=NAME)]
Words = Annotated[str, Meta(pattern=WORDS)]
Number = Annotated[int, Meta(ge=1)] | Name
Lines = Annotated[int, Meta(ge=1)] | Annotated[str, Meta(pattern=r"^[1-9]\d*-[1-9]\d*$")]
_DAY = (
    r"^\d{4}(-(0[1-9]|1[0-2])|-(0[13578]|1[02])-(0[1-9]|[12]\d|3[01])"
    r"|-(0[469]|11)-(0[1-9]|[12]\d|30)|-02-(0[1-9]|1\d|2\d))?$"
)
Day = Annotated[str, Meta(pattern=_DAY)]
Role = Literal["supplies", "witness"]


_SAID = {
    _DAY: "a day, a month or a year like 2026-11-30",
    r"^[1-9]\d*-[1-9]\d*$": "lines like 116-153",
}
"""What a value has to look like, for a person who does not read patterns."""


class CorpusError(ValueError):
    """The corpus cannot be used as it is; the message says where, what, and what to do."""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A table in which a key that nobody reads is an error."""


class ArticleEntry(_File, frozen=True, kw_only=True):
    """A number of an edition, with its title where that is certain."""

    number: Annotated[int, Meta(ge=1)]
    title: Words | None = None


class PartEntry(_File, frozen=True, kw_only=True):
    """A part of an edition without a number."""

    id: Name
    title: Words


class EditionFile(_File, frozen=True, kw_only=True):
    """`editions/*/edition.toml`."""

    id: Name
    title: Words
    long_title: Words
    authority: Words
    rights: Words
    state: Literal["in-force", "latest-known", "superseded"]
    notice: Words
    in_force_from: Day | None = None
    in_force_until: Day | None = None
    superseded_by: Name | None = None
    articles: tuple[ArticleEntry, ...] = ()
    parts: tuple[PartEntry, ...] = ()


class SuppliesEntry(_File, frozen=True, kw_only=True):
    """Which articles a source gives to an edition; without `articles`, all that it has of it."""

    edition: Name
    articles: tuple[Number, ...] | None = None
    role: Role = "supplies"


class SpeaksOfEntry(_File, frozen=True, kw_only=True):
    """Which provisions a section deals with, the main one first."""

    section: Words
    line: Annotated[int, Meta(ge=1)]
    articles: tuple[str, ...]


class SourceFile(_File, frozen=True, kw_only=True):
    """`sources/*/source.toml`; without `id` the folder's name is the id.

    `lines` names the file with the lines that were taken out of a PDF, a scan or a document; it
    is read in the place of that, so that line numbers stay and no program is needed.
    """

    file: Words
    sha256: str | None = None
    lines: Words | None = None
    lines_sha256: str | None = None
    id: Name | None = None
    kind: Kind | None = None
    title: Words | None = None
    author: Words | None = None
    origin: Words | None = None
    rights: Words | None = None
    date: Day | None = None
    edition: Name | None = None
    edition_basis: Literal["stated", "declared", "assumed"] | None = None
    supplies: tuple[SuppliesEntry, ...] = ()
    speaks_of: tuple[SpeaksOfEntry, ...] = ()


class CorrectionEntry(_File, frozen=True, kw_only=True):
    """A correction of a text, as it stands in `corrections.toml`."""

    id: Words
    source: Name
    op: Literal["replace", "join", "split", "note"]
    find: Words
    near: Annotated[int, Meta(ge=0)] = 0
    replace: str | None = None
    state: Literal["applied", "proposed"] = "applied"
    reason: Words
    by: Words
    on: Day


class CorrectionsFile(_File, frozen=True, kw_only=True):
    """`corrections.toml`."""

    correction: tuple[CorrectionEntry, ...] = ()


class ColumnsEntry(_File, frozen=True, kw_only=True):
    """What an editor decided about lines of a two-column region.

    `lines` are numbers or ranges of them ("116-153"). What is left out is as the machine reads it,
    so that an entry with `lines` alone confirms it.
    `after` is the line that comes before the one named, in reading order.
    """

    id: Words
    lines: Annotated[tuple[Lines, ...], Meta(min_length=1)]
    side: Literal["old", "new"] | None = None
    role: Literal["title", "label", "heading", "body", "note", "furniture", "prose"] | None = None
    path: str | None = None
    after: Annotated[int, Meta(ge=1)] | None = None
    reason: Words
    by: Words
    on: Day

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of the lines, those in ranges included; a range that ends before it begins
        holds none.
        """
        found: list[int] = []
        for one in self.lines:
            first, _, last = str(one).partition("-")
            found.extend(range(int(first), int(last or first) + 1))
        return tuple(found)


class ColumnsFile(_File, frozen=True, kw_only=True):
    """`sources/*/columns.toml`."""

    columns: tuple[ColumnsEntry, ...] = ()


class PairEntry(_File, frozen=True, kw_only=True):
    """What a source or an editor says about provisions of two editions; see `pairs.toml`."""

    from_: Name = msgspec.field(name="from")
    to: Name
    old: tuple[str, ...] = ()
    new: tuple[str, ...] = ()
    change: PairChange | None = None
    basis: PairBasis
    source: Name | None = None
    line: Annotated[int, Meta(ge=1)] | None = None
    reason: Words


class PairsFile(_File, frozen=True, kw_only=True):
    """`pairs.toml`."""

    pair: tuple[PairEntry, ...] = ()


class RuleEntry(_File, frozen=True, kw_only=True):
    """Where a rule went whose text the corpus does not hold; see `concordance.toml`."""

    from_: Name = msgspec.field(name="from")
    to: Name
    old: str | None = None
    new: str | None = None
    reason: Words


class ConcordanceFile(_File, frozen=True, kw_only=True):
    """`concordance.toml`."""

    rule: tuple[RuleEntry, ...] = ()


Table = TypeVar("Table", bound=_File)


def read_table(path: Path, kind: type[Table], place: str) -> Table:
    """Read one TOML file.

    Args:
        path: the file.
        kind: its shape.
        place: how messages call the file.

    Raises:
        CorpusError: the file is unreadable, no TOML, or has an unknown, missing or wrong key.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise CorpusError(
            f"{place}: cannot be read ({error.strerror}); restore the file or its permissions."
        ) from error
    try:
        return toml_table(data, kind)
    except TableError as error:
        message = str(error)
        for pattern, said in _SAID.items():
            for shown in (repr(pattern), f"'{pattern}'"):
                message = message.replace(f"Expected `str` matching regex {shown}", f"write {said}")
        raise CorpusError(f"{place}: {message}") from error


def entries_of(path: Path, name: str, word: str) -> Callable[[int], str]:
    """How messages call the entries of a list in a file: by number, and by line.

    Args:
        path: a file that was read.
        name: the list, as the file calls it.
        word: what one of its entries is called.
    """
    text = path.read_text("utf-8-sig")

    def place(number: int) -> str:
        line = head_line(text, f"{name}[{number - 1}]")
        return f"{path.name}, {word} {number}" + (f" (line {line})" if line else "")

    return place

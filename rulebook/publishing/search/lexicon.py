"""The lexicon: bridge terms with their synonyms, and the provisions that govern them.

`lexicon.toml` is written by players; a mistyped key, a term that nobody defines or a name that
stands twice is an error that says where.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib.resources import files

import msgspec

from rulebook.label import Label, parse


class LexiconError(Exception):
    """The lexicon cannot be used; the message says where and what to do."""


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    term: str
    definition: str
    synonyms: tuple[str, ...] = ()
    ambiguous: tuple[str, ...] = ()
    english: tuple[str, ...] = ()
    spoken: tuple[str, ...] = ()
    provisions: dict[str, tuple[str, ...]] = {}
    see_also: tuple[str, ...] = ()


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    term: tuple[_Entry, ...]


@dataclass(frozen=True)
class Term:
    """A subject of the lexicon; `provisions` are the labels that govern it, by edition.

    `ambiguous` are those of its names that may mean something else in a text.
    """

    id: str
    term: str
    definition: str
    synonyms: tuple[str, ...] = ()
    english: tuple[str, ...] = ()
    spoken: tuple[str, ...] = ()
    provisions: Mapping[str, tuple[Label, ...]] = field(default_factory=dict)
    see_also: tuple[str, ...] = ()
    ambiguous: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """What the term is called in Italian, its own name first."""
        return (self.term, *self.synonyms)


@dataclass(frozen=True)
class Lexicon:
    """The terms in the order of the file."""

    terms: tuple[Term, ...] = ()

    @cached_property
    def by_id(self) -> dict[str, Term]:
        """The terms by id."""
        return {term.id: term for term in self.terms}


def parse_lexicon(data: bytes, place: str = "lexicon.toml") -> Lexicon:
    """Read a lexicon.

    Args:
        data: TOML with a table `[[term]]` for each subject.
        place: what messages call the file.

    Raises:
        LexiconError: a key is unknown or missing, a label is none, an id or a name stands twice,
            `see_also` names a term that is not there, or `ambiguous` no name of its term.
    """
    try:
        entries = msgspec.toml.decode(data, type=_File).term
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise LexiconError(f"{place}: {error}. Correct the key or the value there.") from error
    ids: set[str] = set()
    for entry in entries:
        if entry.id in ids:
            raise LexiconError(f"{place}: the id “{entry.id}” stands twice. Rename one.")
        ids.add(entry.id)
    for entry in entries:
        for other in entry.see_also:
            if other not in ids:
                raise LexiconError(
                    f"{place}, {entry.id}: see_also names “{other}”, which no entry has as id."
                )
        for name in entry.ambiguous:
            if name not in (entry.term, *entry.synonyms):
                raise LexiconError(
                    f"{place}, {entry.id}: ambiguous names “{name}”, which is neither the term "
                    "nor a synonym. Correct its spelling or take it out."
                )
    _names_once(entries, place)
    return Lexicon(tuple(_term(entry, place) for entry in entries))


def _names_once(entries: tuple[_Entry, ...], place: str) -> None:
    owners: dict[str, str] = {}
    for entry in entries:
        for name in dict.fromkeys((entry.term, *entry.synonyms, *entry.english, *entry.spoken)):
            key = " ".join(name.casefold().split())
            owner = owners.setdefault(key, entry.id)
            if owner != entry.id:
                raise LexiconError(
                    f"{place}: “{name}” stands under {owner} and under {entry.id}. Keep one."
                )


def _term(entry: _Entry, place: str) -> Term:
    provisions: dict[str, tuple[Label, ...]] = {}
    for edition, labels in entry.provisions.items():
        try:
            provisions[edition] = tuple(parse(label) for label in labels)
        except ValueError as error:
            raise LexiconError(f"{place}, {entry.id}, {edition}: {error}") from error
    return Term(
        entry.id, entry.term, entry.definition, entry.synonyms, entry.english, entry.spoken,
        provisions, entry.see_also, entry.ambiguous,
    )


@lru_cache(maxsize=1)
def embedded_lexicon() -> Lexicon:
    """The lexicon that comes with the package, read once."""
    return parse_lexicon(files("rulebook").joinpath("lexicon.toml").read_bytes())

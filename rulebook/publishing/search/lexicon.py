"""The lexicon: bridge terms with their synonyms, and the provisions that govern them.

`lexicon.toml` is written by players; a mistyped key, a term that nobody defines or a name that
stands twice is an error that says where.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from importlib.resources import files
from typing import Annotated

import msgspec
from msgspec import Meta

from rulebook.label import Label, parse
from rulebook.tables import NAME, WORDS, Places, TableError, toml_table


class LexiconError(Exception):
    """The lexicon cannot be used; the message says where and what to do."""


_Words = Annotated[str, Meta(pattern=WORDS)]
_Id = Annotated[str, Meta(pattern=NAME)]


class _Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: _Id
    term: _Words
    definition: _Words
    synonyms: tuple[_Words, ...] = ()
    ambiguous: tuple[str, ...] = ()
    english: tuple[_Words, ...] = ()
    spoken: tuple[_Words, ...] = ()
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


def parse_lexicon(
    data: bytes, name: str = "lexicon.toml", editions: Collection[str] | None = None
) -> Lexicon:
    """Read a lexicon.

    Args:
        data: TOML with a table `[[term]]` for each subject.
        name: what messages call the file.
        editions: those that it may name; any where None.

    Raises:
        LexiconError: a key is unknown or missing, a label is none, an id or a name stands twice,
            an edition is none, `see_also` names a term that is not there, or `ambiguous` no name
            of its term.
    """
    try:
        entries = toml_table(data, _File).term
    except TableError as error:
        raise LexiconError(f"{name}: {error}") from error
    places = Places.within(name, data)
    named = [places.of(f"term[{index}]", entry.id) for index, entry in enumerate(entries)]
    ids: set[str] = set()
    for entry, place in zip(entries, named, strict=True):
        if entry.id in ids:
            raise LexiconError(f"{place}: the id stands twice. Rename one.")
        ids.add(entry.id)
    for entry, place in zip(entries, named, strict=True):
        for other in entry.see_also:
            if other not in ids:
                raise LexiconError(
                    f"{place}: see_also names “{other}”, which no entry has as id. Write the id "
                    "of one, or take it out."
                )
        for word in entry.ambiguous:
            if word not in (entry.term, *entry.synonyms):
                raise LexiconError(
                    f"{place}: ambiguous names “{word}”, which is neither the term "
                    "nor a synonym. Correct its spelling or take it out."
                )
        for edition in entry.provisions:
            if editions is not None and edition not in editions:
                raise LexiconError(
                    f"{place}: there is no edition {edition}; write one of "
                    f"{', '.join(sorted(editions))}."
                )
    _names_once(entries, named)
    return Lexicon(tuple(_term(entry, place) for entry, place in zip(entries, named, strict=True)))


def _names_once(entries: tuple[_Entry, ...], named: list[str]) -> None:
    owners: dict[str, str] = {}
    for entry, place in zip(entries, named, strict=True):
        for name in dict.fromkeys((entry.term, *entry.synonyms, *entry.english, *entry.spoken)):
            key = " ".join(name.casefold().split())
            owner = owners.setdefault(key, entry.id)
            if owner != entry.id:
                raise LexiconError(f"{place}: “{name}” stands under {owner} too. Keep one.")


def _term(entry: _Entry, place: str) -> Term:
    provisions: dict[str, tuple[Label, ...]] = {}
    for edition, labels in entry.provisions.items():
        try:
            provisions[edition] = tuple(parse(label) for label in labels)
        except ValueError as error:
            raise LexiconError(f"{place}, {edition}: {error}.") from error
    return Term(
        entry.id, entry.term, entry.definition, entry.synonyms, entry.english, entry.spoken,
        provisions, entry.see_also, entry.ambiguous,
    )


@lru_cache(maxsize=8)
def embedded_lexicon(editions: frozenset[str] | None = None) -> Lexicon:
    """The lexicon that comes with the package, read once; see `parse_lexicon`.

    Raises:
        LexiconError: see `parse_lexicon`.
    """
    data = files("rulebook").joinpath("lexicon.toml").read_bytes()
    return parse_lexicon(data, editions=editions)

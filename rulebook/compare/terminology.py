"""The table of words that changed between editions, as a player can edit it.

The file holds `[[replacement]]` (a word replaced throughout), `[[definition_changed]]` (a word
whose meaning changed with it), `[[modal]]` (the verbs of permission and duty) and one
`[citation]` (the words that announce a citation).
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec

from rulebook.tables import Places, TableError, toml_table


class Replacement(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Words of one edition that a later one replaces throughout, without a change of the rule."""

    from_: str = msgspec.field(name="from")
    to: str
    old: tuple[str, ...]
    new: tuple[str, ...]
    reason: str | None = None


class DefinitionChanged(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A term that was replaced, or kept, while what it means changed: that is substance."""

    from_: str = msgspec.field(name="from")
    to: str
    old: str | tuple[str, ...]
    new: str | tuple[str, ...]
    reason: str


class Modal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A verb of permission or duty: all its forms and tenses say the same thing."""

    id: str
    forms: tuple[str, ...]
    strength: int
    meaning: str


class CitationWords(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Words before the number of an article, and before a place in the same article."""

    articles: tuple[str, ...] = ()
    pointers: tuple[str, ...] = ()


class Terminology(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Everything of the table; an empty one compares words as they are."""

    replacement: tuple[Replacement, ...] = ()
    definition_changed: tuple[DefinitionChanged, ...] = ()
    modal: tuple[Modal, ...] = ()
    citation: CitationWords = CitationWords()


def load_terminology(
    data: bytes, name: str, editions: Collection[str] | None = None
) -> Terminology:
    """Read the table.

    Args:
        data: the TOML file, UTF-8.
        name: how messages call the file.
        editions: the editions that it may name; any where None.

    Raises:
        ValueError: the file is no TOML, a key is unknown or missing, or an entry contradicts
            itself or names an edition that is none; the message names file, line, fault and remedy.
    """
    try:
        table = toml_table(data, Terminology)
    except TableError as fault:
        raise ValueError(f"{name}: {fault}") from fault
    _check(table, Places.within(name, data), editions)
    return table


def forms(value: str | tuple[str, ...]) -> tuple[str, ...]:
    """One form or several, always as a tuple."""
    return (value,) if isinstance(value, str) else value


def _check(table: Terminology, places: Places, editions: Collection[str] | None) -> None:
    dated = [
        ("replacement", i, e.from_, e.to, (*e.old, *e.new)) for i, e in enumerate(table.replacement)
    ]
    dated += [
        ("definition_changed", i, e.from_, e.to, (*forms(e.old), *forms(e.new)))
        for i, e in enumerate(table.definition_changed)
    ]
    for kind, index, start, end, words in dated:
        place = places.of(f"{kind}[{index}]", kind)
        for key, edition in (("from", start), ("to", end)):
            if editions is not None and edition not in editions:
                raise ValueError(
                    f"{place}: “{key}” names the edition {edition}, which is not known; "
                    f"write one of {', '.join(sorted(editions))}."
                )
        if start >= end:
            raise ValueError(
                f"{place}: “from” ({start}) must be an earlier edition than “to” ({end}); "
                "swap them."
            )
        _check_words(words, place)
    for index, entry in enumerate(table.replacement):
        if not entry.old or not entry.new:
            place = places.of(f"replacement[{index}]", "replacement")
            raise ValueError(f"{place}: “old” and “new” each need a word; write it.")
        if entry in table.replacement[:index]:
            place = places.of(f"replacement[{index}]", "replacement")
            raise ValueError(f"{place}: the same stands above already; leave one.")
    owner: dict[str, str] = {}
    for index, modal in enumerate(table.modal):
        place = places.of(f"modal[{index}]", f"modal, {modal.id}")
        if modal.id in (other.id for other in table.modal[:index]):
            raise ValueError(f"{place}: this id stands twice; rename one.")
        _check_words(modal.forms, place)
        for form in modal.forms:
            other = owner.setdefault(" ".join(form.casefold().split()), modal.id)
            if other != modal.id:
                raise ValueError(f"{place}: “{form}” is a form of {other} already; leave one.")


def _check_words(words: tuple[str, ...], place: str) -> None:
    if any(not word.strip() for word in words):
        raise ValueError(f"{place}: a form is empty; write a word, or take it out.")

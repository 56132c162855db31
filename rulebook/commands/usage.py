"""What was asked for and cannot be understood, said in words that stay short."""

from __future__ import annotations

from collections.abc import Iterable

from rulebook.model import Rulebook

LONGEST = 60
"""How many characters of somebody's own words an error gives back."""


class UsageError(ValueError):
    """What was asked for cannot be understood; the message says how to ask."""


def excerpt(text: str, longest: int = LONGEST) -> str:
    """Somebody's own words on one line, cut where they are many.

    >>> excerpt("a" * 80, 8)
    'aaaaaaa…'
    """
    flat = " ".join(text.split())
    return flat if len(flat) <= longest else f"{flat[: longest - 1].rstrip()}…"


def ids_of(rulebook: Rulebook) -> list[str]:
    """The ids of the editions, oldest first."""
    return sorted(edition.id for edition in rulebook.editions)


def known_edition(wanted: str | None, known: Iterable[str]) -> None:
    """Refuse an edition that is none of those known; None asks for no edition.

    Raises:
        UsageError: the edition is not known, or its name is empty.
    """
    ids = list(known)
    if wanted is None or wanted in ids:
        return
    named = excerpt(wanted)
    what = f"the edition {named} is not known" if named else "no edition is named"
    raise UsageError(f"{what}; write one of {', '.join(ids)}.")


def counted(number: int, noun: str) -> str:
    """A number with its noun: `1 line`, `2 lines`; the plural only adds an s."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def shortened(message: str, arguments: Iterable[str], longest: int = 4 * LONGEST) -> str:
    """A message in which arguments that were given back whole are cut."""
    for argument in sorted(set(arguments), key=len, reverse=True):
        if len(argument) > longest:
            message = message.replace(argument, excerpt(argument, longest))
    return message

"""The words of the cards at the table, kept with a release so that the next can tell its changes.

They travel with the site beside the register of addresses: they are for the next release, and no
address of their own is promised.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import msgspec
from msgspec import Struct

from rulebook.label import Label
from rulebook.publishing import addresses
from rulebook.publishing.data.encoding import lines_json
from rulebook.publishing.releases import ChangedCard, ReleasesError
from rulebook.publishing.situations import Handbook, Situation

VERSION = 1
"""The version of the form; a list of another version tells nothing, and is written anew."""


class CardWords(Struct, frozen=True, forbid_unknown_fields=True):
    """A card: its page, its title, and what it says, line by line with what grants it."""

    url: str
    title: str
    says: tuple[str, ...]


class Cards(Struct, frozen=True):
    """The cards in the order of the handbook."""

    version: int
    cards: tuple[CardWords, ...]


def cards_of(handbook: Handbook) -> tuple[CardWords, ...]:
    """The words of every card, and of what comes first in every situation."""
    cards = [
        CardWords(addresses.of_situation(one.id), one.title, tuple(_says(one)))
        for one in handbook.situations
    ]
    if first := handbook.first:
        says = (_granted(first.say, first.grants), first.because)
        cards.insert(0, CardWords(addresses.TABLE, "Al tavolo", says))
    return tuple(cards)


def cards_json(cards: tuple[CardWords, ...]) -> bytes:
    """The cards as a file, one on each line."""
    return lines_json(Cards(VERSION, cards), "cards")


def parse_cards(data: bytes) -> tuple[CardWords, ...] | None:
    """Read the cards of an earlier release; None for those of another version.

    Raises:
        ReleasesError: it is no such list.
    """
    try:
        if msgspec.json.decode(data, type=_Version).version != VERSION:
            return None
        return msgspec.json.decode(data, type=Cards).cards
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        raise ReleasesError(f"the published cards cannot be read: {error}.") from error


class _Version(Struct, frozen=True):
    version: int


def changed_cards(
    before: Iterable[CardWords], after: Iterable[CardWords]
) -> tuple[ChangedCard, ...]:
    """The cards that came, went or have other words, with the lines that differ."""
    old, new = ({card.url: card for card in cards} for cards in (before, after))
    return tuple(
        change for url in (*new, *(url for url in old if url not in new))
        if (change := _change(old.get(url), new.get(url)))
    )


def _change(old: CardWords | None, new: CardWords | None) -> ChangedCard | None:
    card = new or old
    assert card is not None
    was, now = (_lines(one) for one in (old, new))
    gone = tuple(line for line in was if line not in now)
    come = tuple(line for line in now if line not in was)
    return ChangedCard(card.url, card.title, gone, come, new is not None) if gone or come else None


def _lines(card: CardWords | None) -> tuple[str, ...]:
    return (card.title, *card.says) if card else ()


def _says(card: Situation) -> Iterator[str]:
    yield from (words for words in (card.happened, card.decides, card.caution) if words)
    for statement in (*card.options, *card.notes):
        who = f"{statement.who}: " if statement.who else ""
        yield _granted(f"{who}{statement.say}", statement.grants)
    for later in card.later:
        yield _granted(f"{later.edition}: {later.say}", later.grants)


def _granted(words: str, grants: tuple[Label, ...]) -> str:
    return f"{words} ({', '.join(map(str, grants))})" if grants else words

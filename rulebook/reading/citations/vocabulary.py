"""The words of citations as data: `vocabulary.toml` read into structs that forbid unknown keys."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import msgspec


class Articles(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words for an article, the highest number, and numberings that are not the Code's.

    `in_addresses` are the words for it in the address of a page.
    """

    singular: tuple[str, ...]
    plural: tuple[str, ...]
    number_words: tuple[str, ...]
    letters: str
    last: int
    foreign_suffixes: tuple[str, ...]
    in_addresses: tuple[str, ...]


class Unit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words for a part of an article; `inner` ones follow a citation, `weak` ones are doubtful."""

    singular: tuple[str, ...]
    plural: tuple[str, ...]
    steps: Literal["any", "letters"]
    inner: bool = False
    weak: bool = False


class Lists(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What joins the members of a list and the ends of a range."""

    both: tuple[str, ...] = msgspec.field(name="and")
    from_: tuple[str, ...] = msgspec.field(name="from")
    onward: tuple[str, ...]
    to: tuple[str, ...]


class Links(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Prepositions and articles between the pieces of one citation."""

    of: tuple[str, ...]
    genitive: tuple[str, ...]
    lead: tuple[str, ...]
    into: tuple[str, ...]
    this_article: tuple[str, ...]


class Directions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that say where a relative citation leads."""

    before: tuple[str, ...]
    after: tuple[str, ...]
    above: tuple[str, ...]
    lead: tuple[str, ...]


class Cues(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words after which a bare label is a citation, by what they are worth."""

    see: tuple[str, ...]
    shown: tuple[str, ...]
    weak: tuple[str, ...]
    weaker: tuple[str, ...]


class Editions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words that name an edition on a citation."""

    old: tuple[str, ...]
    new: tuple[str, ...]
    current: tuple[str, ...]
    not_after: tuple[str, ...]
    before_number: tuple[str, ...]
    nouns: tuple[str, ...]
    pronouns: tuple[str, ...]
    year_links: tuple[str, ...]


class Collections(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Names of the Code, and of collections of rules that are not the Code."""

    own: tuple[str, ...]
    own_more: tuple[str, ...]
    codes: tuple[str, ...]
    adjectives: tuple[str, ...]
    other: tuple[str, ...]
    before: tuple[str, ...]
    no_names: tuple[str, ...]
    tail: tuple[str, ...]
    titles: tuple[str, ...]
    law_abbreviations: tuple[str, ...]


class Exclusions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What looks like a label and is a call, a card, a count or a word."""

    not_after: tuple[str, ...]
    streets: tuple[str, ...]
    counted: tuple[str, ...]
    words_of_one_letter: tuple[str, ...]
    suit_signs: str
    suits: tuple[str, ...]
    compass: str


class Speaking(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Words by which a text says of which edition it speaks from there on."""

    things: tuple[str, ...]
    old: tuple[str, ...]
    new: tuple[str, ...]
    current: tuple[str, ...]
    now: tuple[str, ...]
    comparisons: tuple[str, ...]
    past: tuple[str, ...]
    topic_words: int


class Parts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parts of a Code without a number."""

    ids: tuple[str, ...]


class Vocabulary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every word that finding and resolving citations knows."""

    articles: Articles
    units: tuple[Unit, ...]
    lists: Lists
    links: Links
    directions: Directions
    cues: Cues
    editions: Editions
    collections: Collections
    exclusions: Exclusions
    context: Speaking
    parts: Parts


VOWELS = "aeio"
"""What a star in a word stands for: each vowel that an Italian noun or adjective ends in."""


class VocabularyError(Exception):
    """The vocabulary file cannot be used; the message says where and what to do."""


EMBEDDED = Path(__file__).with_name("vocabulary.toml")


def load_vocabulary(path: Path = EMBEDDED) -> Vocabulary:
    """Read a vocabulary file.

    Args:
        path: a TOML file with the tables of the embedded `vocabulary.toml`.

    Raises:
        VocabularyError: the file is missing, is no TOML, or has a key that nobody reads.
    """
    try:
        data = path.read_bytes()
    except OSError as error:
        raise VocabularyError(
            f"{path}: cannot be read ({error.strerror}). Restore the file or name another."
        ) from error
    try:
        return msgspec.convert(_spread(msgspec.toml.decode(data)), type=Vocabulary)
    except (msgspec.DecodeError, msgspec.ValidationError, UnicodeDecodeError) as error:
        raise VocabularyError(f"{path}: {error}. Correct the key or the value there.") from error


def _spread(value: Any) -> Any:
    """The words of a file with a word for each vowel in place of a star."""
    if isinstance(value, dict):
        return {key: _spread(one) for key, one in value.items()}
    if not isinstance(value, list):
        return value
    spread = (forms(one) if isinstance(one, str) else [_spread(one)] for one in value)
    return [one for several in spread for one in several]


def forms(word: str) -> list[str]:
    """The words that a word with a star stands for.

    >>> forms("vecchi*"), forms("art.")
    (['vecchia', 'vecchie', 'vecchii', 'vecchio'], ['art.'])
    """
    return [word.replace("*", vowel) for vowel in VOWELS] if "*" in word else [word]


@lru_cache(maxsize=1)
def embedded_vocabulary() -> Vocabulary:
    """The vocabulary that comes with the package, read once."""
    return load_vocabulary()

"""From a typed word to the words of the index: inflections, beginnings, one wrong letter.

Each word found has a quality in hundredths, which scoring multiplies with.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from rulebook.publishing.search.analysis import begins_with_digit, query_key, undoubled, within_one
from rulebook.publishing.search.query import Term
from rulebook.publishing.search.words import FULL_WEIGHT

EXACT, INFLECTED, BEGUN, SYNONYM, MISSPELT, CUT = 100, 94, 66, 78, 58, 36
"""Quality of a word found: as typed, same stem, longer, another word for it, one letter off, …"""

BEGUN_BESIDE = 12
"""Quality of longer words where the typed one exists too."""

OTHER_SUIT = 30
"""Quality of the other suits where somebody tells what happened, in no fewer words than TOLD."""

TOLD = 4

MOST_LONGER = 60
MOST_MISSPELT = 8
FEWEST_LETTERS = 4
"""A shorter word is not taken for a misspelt one."""

FIRST_IS_FREE = 7
"""In a shorter word the first letter is right: “gatto” is no “fatto”."""

LEAST_BEGINNING = 5
"""A word that stands nowhere and shares fewer letters says nothing: “blorf” is no “bloccare”."""


@dataclass(frozen=True)
class Vocabulary:
    """The words of the index in order, in how many records each stands, and their stems.

    `spellings` has each word as texts spell it, with accents; a call has none.
    """

    words: Sequence[str]
    counts: Sequence[int]
    stems: Mapping[str, Sequence[int]]
    spellings: Sequence[str]

    @cached_property
    def places(self) -> dict[str, int]:
        """Where each word stands among the words."""
        return {word: at for at, word in enumerate(self.words)}

    def longer(self, beginning: str, most: int = MOST_LONGER) -> list[int]:
        """The words that begin so, the most frequent of them; neither the word itself nor calls."""
        at = bisect_left(self.words, beginning)
        found: list[int] = []
        while at < len(self.words) and self.words[at].startswith(beginning):
            if self.words[at] != beginning and "=" not in self.words[at]:
                found.append(at)
            at += 1
        return self._frequent(found, most)

    def misspelt(self, word: str) -> list[int]:
        """The words one letter away; in a longer one letters doubled or not are the same."""
        single = undoubled(word) if len(word) >= FIRST_IS_FREE else None
        near = [
            at for at, other in enumerate(self.words)
            if not begins_with_digit(other)
            and (within_one(word, other) or (single and within_one(single, undoubled(other))))
            and (word[0] == other[0] or len(word) >= FIRST_IS_FREE)
        ]
        return self._frequent(near, MOST_MISSPELT)

    def _frequent(self, found: Iterable[int], most: int) -> list[int]:
        return sorted(found, key=lambda at: (-self.counts[at], at))[:most]

    def knows(self, word: str, surface: str) -> bool:
        """Whether a word or an inflection of it stands in the index."""
        return word in self.places or query_key(surface) in self.stems


def settle(terms: Sequence[Term], vocabulary: Vocabulary) -> list[Term]:
    """The terms that the index decides on: a call or its words, a word cut by a hyphen or two.

    A call that stands nowhere gives way to its words; a word hyphenated at a line's end is
    joined where the whole is known and a part is not, or where white space followed the hyphen.
    """
    kept: list[Term] = []
    skip = 0
    for term in terms:
        if term.kind == "call":
            if term.word in vocabulary.places:
                kept.append(term)
                skip = term.covers
        elif skip:
            skip -= 1
        elif kept and term.hyphen and _joined(kept[-1], term, vocabulary):
            kept[-1] = replace(term, word=kept[-1].word + term.word, at=kept[-1].at,
                               surface=kept[-1].surface + term.surface, weight=FULL_WEIGHT)
        else:
            kept.append(term)
    return kept


def _joined(left: Term, right: Term, vocabulary: Vocabulary) -> bool:
    if left.kind != "word" or not vocabulary.knows(
        left.word + right.word, left.surface + right.surface
    ):
        return False
    return len(right.hyphen) > 1 or not (
        vocabulary.knows(left.word, left.surface) and vocabulary.knows(right.word, right.surface)
    )


@dataclass(frozen=True)
class Expansion:
    """The words of the index for one term, each with its quality; `sure` if it was not guessed."""

    term: Term
    words: Mapping[int, int]
    sure: bool


def expand(
    term: Term, vocabulary: Vocabulary, suits: frozenset[str] = frozenset()
) -> Expansion:
    """The words of the index that a term means.

    Args:
        term: what was typed.
        vocabulary: the words of the index.
        suits: the names of the suits, if one may stand for another.
    """
    found: dict[int, int] = {}
    exact = vocabulary.places.get(term.word)
    if term.kind != "word":
        return Expansion(term, {} if exact is None else {exact: EXACT}, True)
    for at in vocabulary.stems.get(query_key(term.surface), ()):
        found[at] = INFLECTED
    if exact is not None:
        found[exact] = EXACT
    if term.word in suits:
        for suit in sorted(suits & vocabulary.places.keys()):
            found.setdefault(vocabulary.places[suit], OTHER_SUIT)
    sure = bool(found)
    if term.open:
        quality = BEGUN_BESIDE if found else BEGUN
        for at in vocabulary.longer(term.word):
            found.setdefault(at, quality)
        sure = bool(found)
    if not found and len(term.surface) >= FEWEST_LETTERS and not begins_with_digit(term.word):
        found = dict.fromkeys(vocabulary.misspelt(term.word), MISSPELT)
        if not found:
            found = dict.fromkeys(_cut(term.word, vocabulary), CUT)
    return Expansion(term, found, sure)


def _cut(word: str, vocabulary: Vocabulary) -> list[int]:
    """The words that begin like the longest beginning that any word has, if that says enough."""
    for length in range(len(word) - 1, max(LEAST_BEGINNING, 3 * len(word) // 4) - 1, -1):
        found = vocabulary.longer(word[:length])
        exact = vocabulary.places.get(word[:length])
        if exact is not None:
            found.insert(0, exact)
        if found:
            return found
    return []

"""What pages say with the lexicon: which term a word of a text is, and what deals with the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rulebook.model import Rulebook
from rulebook.publishing.search import analysis
from rulebook.publishing.search.concepts import keys_of
from rulebook.publishing.search.lexicon import Lexicon, Term
from rulebook.publishing.search.records import make_records
from rulebook.publishing.search.related import Related, related
from rulebook.publishing.search.words import Words, load_words
from rulebook.publishing.situations import Handbook

SAYING = 20
"""The weight from which a word says something of its own, be it only “non”."""

_STOP = re.compile(r"[.;:!?\n]")


@dataclass(frozen=True, slots=True)
class Use:
    """A term of the lexicon in a text, at `start` to `end`."""

    term: Term
    start: int
    end: int


@dataclass(frozen=True)
class Subjects:
    """The lexicon made ready for pages; `related` has for the page of an article its relatives."""

    lexicon: Lexicon
    words: Words
    related: Mapping[str, tuple[Related, ...]]

    @cached_property
    def _names(self) -> dict[str, list[tuple[_Name, Term]]]:
        """By first stem the names that mean one thing wherever they stand, the longest first."""
        found: dict[str, list[tuple[_Name, Term]]] = {}
        for term in self.lexicon.terms:
            for name in (name for name in term.names if name not in term.ambiguous):
                keys = keys_of(name, self.words)
                if keys:
                    found.setdefault(keys[0], []).append((self._read(name), term))
        for names in found.values():
            names.sort(key=lambda entry: -len(entry[0]))
        return found

    def _read(self, name: str) -> _Name:
        """The words of a name, None for articles and prepositions: any of them will do."""
        read = tuple(
            token.word if self.words.weight(token.word) >= SAYING else None
            for token in analysis.tokens(name)
        )
        return read[next(at for at, word in enumerate(read) if word) :]

    def uses(self, text: str) -> Iterator[Use]:
        """The terms in a text from left to right, the longest at each place; none overlap.

        A term stands there in the singular or the plural; a verb of the same stem is none.
        """
        found = list(analysis.tokens(text))
        at = 0
        while at < len(found):
            for name, term in self._names.get(analysis.query_key(found[at].surface), ()):
                part = found[at : at + len(name)]
                if len(part) == len(name) and self._is(name, part, text):
                    yield Use(term, part[0].start, part[-1].end)
                    at += len(name) - 1
                    break
            at += 1

    def _is(self, name: _Name, part: Sequence[analysis.Token], text: str) -> bool:
        stretch = text[part[0].start : part[-1].end]
        return (
            stretch[0].isalnum() and _STOP.search(stretch) is None
            and all(
                self.words.weight(token.word) < SAYING if word is None
                else same_noun(word, token.word)
                for word, token in zip(name, part, strict=True)
            )
        )


_Name = tuple[str | None, ...]

_PLURALS = (("io", "i"), ("co", "chi"), ("go", "ghi"), ("ca", "che"), ("ga", "ghe"), ("o", "i"),
            ("a", "e"), ("a", "i"), ("e", "i"))


def same_noun(left: str, right: str) -> bool:
    """Whether two folded words are one noun in the singular or the plural.

    >>> same_noun("attacco", "attacchi"), same_noun("colore", "coloro")
    (True, False)
    """
    return left == right or right in plurals(left) or left in plurals(right)


def plurals(word: str) -> frozenset[str]:
    """What a word may be in the plural."""
    return frozenset(
        word.removesuffix(one) + many for one, many in _PLURALS if word.endswith(one)
    )


def make_subjects(
    rulebook: Rulebook, lexicon: Lexicon, vocabulary: Mapping[str, Any],
    handbook: Handbook | None = None,
) -> Subjects:
    """The lexicon made ready for the pages of a rulebook.

    Args:
        rulebook: the editions and documents to publish.
        lexicon: the terms.
        vocabulary: `vocabulary.toml` of the reading half as plain values.
        handbook: the situations at the table, if articles lead to them too.
    """
    words = load_words(vocabulary)
    records = make_records(rulebook, lexicon, handbook)
    return Subjects(lexicon, words, related(records, lexicon, words))

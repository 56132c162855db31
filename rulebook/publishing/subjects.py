"""What pages say with the lexicon: which term a word of a text is, and what deals with the same."""

from __future__ import annotations

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
from rulebook.publishing.search.words import FULL_WEIGHT, Words, load_words

MOST_BETWEEN = 2
"""How many lesser words may stand inside a term: "carta d’attacco", "diritto alla rettifica"."""


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
    def _names(self) -> dict[str, list[tuple[tuple[str, ...], Term]]]:
        found: dict[str, list[tuple[tuple[str, ...], Term]]] = {}
        for term in self.lexicon.terms:
            for name in term.names:
                keys = keys_of(name, self.words)
                if keys:
                    found.setdefault(keys[0], []).append((keys, term))
        for names in found.values():
            names.sort(key=lambda entry: -len(entry[0]))
        return found

    def uses(self, text: str) -> Iterator[Use]:
        """The terms in a text from left to right, the longest at each place; none overlap."""
        found = list(analysis.tokens(text))
        strong = [
            (at, analysis.query_key(token.surface))
            for at, token in enumerate(found) if self.words.weight(token.word) == FULL_WEIGHT
        ]
        at = 0
        while at < len(strong):
            keys, term = self._at(strong, at)
            if term is not None:
                first, last = found[strong[at][0]], found[strong[at + len(keys) - 1][0]]
                yield Use(term, first.start, last.end)
            at += max(1, len(keys))

    def _at(
        self, strong: Sequence[tuple[int, str]], at: int
    ) -> tuple[tuple[str, ...], Term | None]:
        for keys, term in self._names.get(strong[at][1], ()):
            part = strong[at : at + len(keys)]
            close = part[-1][0] - part[0][0] < len(keys) + MOST_BETWEEN
            if close and tuple(key for _, key in part) == keys:
                return keys, term
        return (), None


def make_subjects(
    rulebook: Rulebook, lexicon: Lexicon, vocabulary: Mapping[str, Any]
) -> Subjects:
    """The lexicon made ready for the pages of a rulebook.

    Args:
        rulebook: the editions and documents to publish.
        lexicon: the terms.
        vocabulary: `vocabulary.toml` of the reading half as plain values.
    """
    words = load_words(vocabulary)
    records = make_records(rulebook, lexicon)
    return Subjects(lexicon, words, related(records, lexicon, words))

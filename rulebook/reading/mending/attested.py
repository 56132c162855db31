"""The words that a text itself attests: the evidence for repairs that need a dictionary."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

# Before an apostrophe stands part of a word, or a word whose accent is in question.
_WORD = re.compile(r"(?<![^\W\d_])[^\W\d_]++(?!['’`´])")
_HYPHENATED = re.compile(r"(?<![^\W\d_])[^\W\d_]++(?:[-\u2010\u2011][^\W\d_]++)+")
_PLAIN = str.maketrans("àáèéìíòóùú", "aaeeiioouu")


@dataclass(frozen=True)
class Attested:
    """How often each word occurs, in lower case, and which words are written with a hyphen."""

    counts: Mapping[str, int] = field(default_factory=dict)
    hyphenated: frozenset[str] = frozenset()
    accented: frozenset[str] = frozenset()

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and word.lower() in self.counts

    def count(self, word: str) -> int:
        """How often a word occurs, whatever its case."""
        return self.counts.get(word.lower(), 0)

    def ends_accented(self, word: str) -> bool:
        """Whether the word occurs with an accent (any accent) on its last letter."""
        return plain(word.lower()) in self.accented


def plain(word: str) -> str:
    """A word without accents.

    >>> plain("penalità")
    'penalita'
    """
    return word.translate(_PLAIN)


def attest(lines: Iterable[str]) -> Attested:
    """Collect the words of a text; a word cut by a hyphen at a line end does not count."""
    counts: Counter[str] = Counter()
    hyphenated: set[str] = set()
    cut = False
    for line in lines:
        words = _WORD.findall(line)
        if cut and words:
            del words[0]
        cut = line.rstrip()[-1:] in ("-", "\u2010", "\u2011", "\u00ad")
        if cut and words:
            words.pop()
        counts.update(word.lower() for word in words)
        if "-" in line or "\u2010" in line or "\u2011" in line:
            hyphenated.update(
                word.lower().replace("\u2010", "-").replace("\u2011", "-")
                for word in _HYPHENATED.findall(line)
            )
    accented = frozenset(plain(word) for word in counts if word[-1] in "àáèéìíòóùú")
    return Attested(counts, frozenset(hyphenated), accented)

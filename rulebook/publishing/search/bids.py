"""A bid told over another, as in "2 fiori su 2 picche"; the twin is `bids.js`."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from rulebook.publishing.search import analysis
from rulebook.publishing.search.words import Words


@dataclass(frozen=True, slots=True)
class Over:
    """From which word up to which a bid is told over another, and whether it is too low for it."""

    start: int
    end: int
    low: bool


def bid_over(
    found: Sequence[analysis.Token], text: str, words: Words, first: int = 0
) -> Over | None:
    """The bid that somebody tells over another; None where there is none.

    Args:
        found: the words of a text.
        text: the text.
        words: the word lists.
        first: how the first word counts.
    """
    for (at, bid), (then, other) in pairwise(analysis.calls(found, text, words)):
        between = [token.word for token in found[_end(found, at) : then]]
        if between and words.over.issuperset(between):
            low = _rank(bid, words) <= _rank(other, words)
            return Over(first + at, first + _end(found, then), low)
    return None


def _end(found: Sequence[analysis.Token], at: int) -> int:
    return at + (1 if analysis.is_glued_call(found[at].word) else 2)


def _rank(call: str, words: Words) -> tuple[str, int]:
    level, name = call.split("=")
    return level, words.denominations.index(name)

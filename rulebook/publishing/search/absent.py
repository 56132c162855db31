"""What is asked for by number and stands in no text; the twin is in `engine.js`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulebook.publishing.search.analysis import fold
from rulebook.publishing.search.labels import Labels
from rulebook.publishing.search.query import Query
from rulebook.publishing.search.words import Words

_ALONE = re.compile(r"\s*(?:([^\W\d_]+)\.?\s*)?([0-9]{1,3})\s*\S{0,6}\s*")
"""A number with at most a word before it and a few letters behind."""

_LETTER = re.compile("[a-z]")


@dataclass(frozen=True, slots=True)
class Missing:
    """A citation that nothing answers to: `27B9`, or `94`, where `last` is the last article."""

    citation: str
    last: int | None = None


def absent(query: str, parsed: Query, labels: Labels, words: Words) -> Missing | None:
    """What a query asks for by number without its standing anywhere; None if all is well.

    Args:
        query: as it was typed.
        parsed: what was understood of it.
        labels: the provisions that there are.
        words: the words of citations.
    """
    found = _ALONE.fullmatch(query)
    if found:
        word, number = found[1], int(found[2])
        named = not word or fold(word) in words.article or fold(word) in words.articles
        if named and number > words.last_article:
            return Missing(str(number), words.last_article)
    asked = parsed.asked
    if not parsed.whole or not asked or any(labels.exact(one) for one in asked):
        return None
    return Missing(_LETTER.sub(lambda letter: letter[0].upper(), asked[0].compact, count=1))

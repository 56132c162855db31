"""What is asked for by number and does not stand where it is sought; the twin is `absent.js`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulebook.publishing.search.analysis import fold
from rulebook.publishing.search.asked import Asked
from rulebook.publishing.search.labels import Labels
from rulebook.publishing.search.query import Query
from rulebook.publishing.search.words import Words

_ALONE = re.compile(r"\s*(?:([^\W\d_]+)\.?\s*)?([0-9]{1,6})(?![0-9])\s*\S{0,6}\s*")
"""A number with at most a word before it and a few letters behind."""

_YEAR = re.compile(r"(?:19|20)[0-9]{2}")
_LETTER = re.compile("[a-z]")


@dataclass(frozen=True, slots=True)
class Missing:
    """A citation that nothing answers to: `27B9`, or `94`, where `last` is the last article.

    `edition` is the only one sought, if one was named or chosen; `held` is False where it may
    have the provision, and the corpus has not the text that would tell.
    """

    citation: str
    last: int | None = None
    edition: str | None = None
    held: bool = True


def absent(
    query: str, parsed: Query, labels: Labels, words: Words, only: str | None = None
) -> Missing | None:
    """What a query asks for by number without its standing where it is sought; None if all is well.

    Args:
        query: as it was typed.
        parsed: what was understood of it.
        labels: the provisions that there are.
        words: the words of citations.
        only: the edition that was chosen beside the query.
    """
    found = _ALONE.fullmatch(query)
    if found and not _YEAR.fullmatch(found[2]):
        word, number = found[1], int(found[2])
        named = not word or any(
            fold(word) in lists for lists in (words.article, words.articles, words.announcing)
        )
        if named and number > words.last_article:
            return Missing(str(number), words.last_article)
    asked = parsed.asked
    if not parsed.whole or not asked:
        return None
    if not any(labels.exact(one) for one in asked):
        return Missing(_printed(asked[0]))
    for one in asked:
        lacking = labels.lacking(one, only)
        if lacking is not None:
            return Missing(_printed(one), None, *lacking)
    return None


def _printed(asked: Asked) -> str:
    return _LETTER.sub(lambda letter: letter[0].upper(), asked.compact, count=1)

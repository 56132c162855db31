"""What a query says before any index is asked: words, calls, quoted phrases, citations.

Nothing typed is an operator but a pair of quotation marks, and nothing typed is an error.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from rulebook.publishing.search import analysis
from rulebook.publishing.search.asked import Asked, read_asked
from rulebook.publishing.search.bids import Over, bid_over
from rulebook.publishing.search.words import FULL_WEIGHT, Words

MOST_CHARACTERS = 2000
MOST_TERMS = 64
"""What is read of a query; a pasted page is cut, not refused."""

_INVISIBLE = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff\ufe0e\ufe0f\x00-\x08\x0b\x0c\x0e-\x1f]")
_QUOTED = re.compile('"([^"]+)"|[“„]([^”“]+)[”“]|«([^»]+)»')
_HYPHENATED = re.compile(r"-[ \t\n\r]*")


@dataclass(frozen=True, slots=True)
class Term:
    """A word to look for; `at` counts the words of the query, so that neighbours are known.

    A `call` is the key of a call, a `label` a citation as one word; both stand for themselves.
    A call comes before the `covers` words that it is made of.
    `hyphen` tells how the word before is joined to it in the query: "-", "- " or not at all.
    `open` says that it may still be typed on.
    """

    word: str
    surface: str
    at: int
    weight: int = FULL_WEIGHT
    kind: Literal["word", "call", "label"] = "word"
    open: bool = False
    hyphen: str = ""
    covers: int = 0


@dataclass(frozen=True, slots=True)
class Query:
    """A query as understood; `whole` where it is nothing but a citation.

    `quotes` are the phrases as they were typed; `over` is a bid told over another, as terms count.
    """

    text: str
    terms: tuple[Term, ...]
    phrases: tuple[tuple[str, ...], ...] = ()
    asked: tuple[Asked, ...] = ()
    whole: bool = False
    call: str | None = None
    over: Over | None = None
    quotes: tuple[str, ...] = ()


def prepare(raw: str) -> str:
    """A query without what cannot be seen, with compatible characters made plain."""
    return unicodedata.normalize("NFKC", _INVISIBLE.sub("", raw[:MOST_CHARACTERS]))


def parse_query(raw: str, words: Words) -> Query:
    """Understand a query.

    Args:
        raw: whatever was typed or pasted.
        words: the word lists of the index that will be asked.
    """
    text = prepare(raw)
    reading = read_asked(text, words)
    found = list(analysis.tokens(text))
    terms = list(_labels(reading.asked))
    over = None
    if not reading.whole:
        kept = [t for t in found if not any(a <= t.start < b for a, b in reading.spans)]
        over = bid_over(kept, text, words, len(terms))
        terms += _terms(kept, text, words, len(terms))
    call = None
    if reading.call and reading.call[1] in words.letters:
        call = f"{reading.call[0]}={words.letters[reading.call[1]]}"
        if reading.whole:
            terms.append(Term(call, call, len(terms), kind="call"))
    quoted = [
        (quote.strip(), phrase)
        for match in _QUOTED.finditer(text)
        if (phrase := tuple(analysis.fold_words(quote := match[1] or match[2] or match[3])))
    ]
    return Query(
        text, tuple(terms[:MOST_TERMS]), tuple(phrase for _, phrase in quoted), reading.asked,
        reading.whole, call, over, tuple(quote for quote, _ in quoted),
    )


def _labels(asked: Sequence[Asked]) -> Iterator[Term]:
    for at, one in enumerate(asked):
        yield Term(one.compact, one.compact, at, kind="label")


def _terms(
    found: Sequence[analysis.Token], text: str, words: Words, first: int
) -> Iterator[Term]:
    calls = dict(analysis.calls(found, text, words))
    for index, token in enumerate(found):
        if index in calls:
            covers = 1 if analysis.is_glued_call(token.word) else 2
            yield Term(calls[index], token.surface, first + index, kind="call", covers=covers)
        between = text[found[index - 1].end : token.start] if index else ""
        yield Term(
            token.word, token.surface, first + index, words.weight(token.word),
            open=token.end == len(text), hyphen=between if _HYPHENATED.fullmatch(between) else "",
        )

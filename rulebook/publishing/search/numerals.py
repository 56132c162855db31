"""Numbers that are not written in figures, and from where to where a query counts.

"articolo ventisette", "art. XXVII", "legge 27" and "artt. 61-64" are made plain before the marks
of `asked.py` are set; `assets/search/numerals.js` is the same in JavaScript.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rulebook.publishing.search.analysis import begins_with_digit, fold
from rulebook.publishing.search.words import Words

_PIECE = re.compile(r"[0-9]+|[^\W\d_]+|[♠♥♦♣]")
_DASH = re.compile(r"\s*[-‐‑–—−]\s*")
_ROMAN = re.compile(r"(?=[ivxl])(x[cl]|l?x{0,3})(i[xv]|v?i{0,3})")
_VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}


@dataclass(frozen=True, slots=True)
class Piece:
    """A number, a word or a suit sign of a query, folded, and its place."""

    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of a query, numbers in figures.

    `announcing` are words that are no word for article but before a number; `ends` the pieces at
    which a stretch ends that the piece before began; `between` the words that say so.
    """

    all: tuple[Piece, ...]
    announcing: frozenset[int]
    ends: frozenset[int]
    between: frozenset[int]


def read_pieces(query: str, words: Words) -> Pieces:
    """The pieces of a query with what they say of numbers."""
    typed = [Piece(fold(m.group()), m.start(), m.end()) for m in _PIECE.finditer(query)]
    pieces = _in_figures(typed, query, words)
    announcing = frozenset(
        at for at, piece in enumerate(pieces[:-1])
        if piece.text in words.announcing and begins_with_digit(pieces[at + 1].text)
        and not any(after.text in words.suits for after in pieces[at + 2 : at + 3])
    )
    stretches = [
        (at, between) for at in range(1, len(pieces))
        if (between := _stretch(pieces, at, query, words)) is not None
    ]
    return Pieces(
        tuple(pieces), announcing, frozenset(at for at, _ in stretches),
        frozenset(one for _, between in stretches for one in between),
    )


def _in_figures(typed: Sequence[Piece], query: str, words: Words) -> list[Piece]:
    """Number words and roman numerals in figures, where an article or a part is cited."""
    made: list[Piece] = []
    citing = _only_number(typed, words)
    for at, piece in enumerate(typed):
        before = made[-1].text if made else ""
        to_article = any(
            before in lists for lists in (words.article, words.articles, words.announcing)
        )
        cited = to_article or before in words.units or (citing and _goes_on(before, words))
        value = words.numbers.get(piece.text) if cited else None
        if value is None:
            value = _roman(piece, query, to_article, not at)
        made.append(piece if value is None else replace(piece, text=str(value)))
        citing = to_article or value is not None or (citing and (
            begins_with_digit(piece.text) or _goes_on(piece.text, words)
        ))
    return made


def _goes_on(word: str, words: Words) -> bool:
    """Whether a number may follow a word of a citation: a letter, or the middle of a stretch."""
    letter = len(word) < 2 and not begins_with_digit(word)
    return letter or word in words.since or word in words.until


def _only_number(typed: Sequence[Piece], words: Words) -> bool:
    """Whether a query begins with a number word and goes on with nothing but labels."""
    if not typed or typed[0].text not in words.numbers or typed[0].text in words.levels:
        return False
    return all(
        len(piece.text) == 1 or begins_with_digit(piece.text) or piece.text in words.numbers
        for piece in typed[1:]
    )


def _roman(piece: Piece, query: str, to_article: bool, first: bool) -> int | None:
    """The value of a roman numeral: of any behind a word for article, of capitals that begin."""
    typed = query[piece.start : piece.end]
    capitals = typed == typed.upper()
    likely = (to_article and (capitals or len(typed) > 2)) or (
        first and capitals and len(typed) > 1
    )
    if not likely or not _ROMAN.fullmatch(piece.text):
        return None
    values = [_VALUES[letter] for letter in piece.text]
    after = [*values[1:], 0]
    return sum(-v if v < next_ else v for v, next_ in zip(values, after, strict=True))


def _stretch(
    pieces: Sequence[Piece], at: int, query: str, words: Words
) -> tuple[int, ...] | None:
    """The pieces between the two ends of a stretch that ends here; None if none does."""
    right = pieces[at]
    left = pieces[at - 1]
    if _DASH.fullmatch(query[left.end : right.start]):
        return () if _counts_up(pieces, at - 1, right) else None
    first = at
    while first and (pieces[first - 1].text in words.article):
        first -= 1
    joins = first
    while first and pieces[first - 1].text in words.until:
        first -= 1
    if not first or first == joins or not _counts_up(pieces, first - 1, right):
        return None
    if not begins_with_digit(right.text):
        return None
    since = _since(pieces, first - 1, words)
    if not since and all(len(piece.text) == 1 for piece in pieces[first:joins]):
        return None
    return (*since, *range(first, at))


def _since(pieces: Sequence[Piece], at: int, words: Words) -> tuple[int, ...]:
    """The place of a word such as "dal" before a number, words for article between them or not."""
    at -= 1
    while at >= 0 and (pieces[at].text in words.article or pieces[at].text in words.articles):
        at -= 1
    return (at,) if at >= 0 and pieces[at].text in words.since else ()


def _counts_up(pieces: Sequence[Piece], at: int, right: Piece) -> bool:
    """Whether a piece and another are the ends of a stretch: 61–64, or the letters of 27B–D."""
    left = pieces[at]
    if begins_with_digit(left.text) and begins_with_digit(right.text):
        return max(len(left.text), len(right.text)) < 3 and int(left.text) < int(right.text)
    letters = f"{left.text}{right.text}"
    if len(letters) != 2 or not letters.isascii() or not letters.isalpha():
        return False
    of_article = at > 0 and begins_with_digit(pieces[at - 1].text) and not (
        at > 1 and len(pieces[at - 2].text) == 1 and not begins_with_digit(pieces[at - 2].text)
    )
    return of_article and left.text < right.text

"""How texts and queries become words: one analysis for the index, the command line and the browser.

`assets/search/analysis.js` is the same in JavaScript; a test holds them together word by word.
No word is dropped. A suit sign is the name of its suit; a call has a key beside its words.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import Stemmer

from rulebook.publishing.search.wordlist import kept_apart

if TYPE_CHECKING:
    from rulebook.publishing.search.words import Words

# Letters by Unicode that people type as apostrophes.
_LETTER_APOSTROPHES = "ʹʻʼʽˈ"
TOKEN = re.compile(rf"[^\W_{_LETTER_APOSTROPHES}]+|[♠♥♦♣♤♡♢♧]")
_INVISIBLE = re.compile("[\u00ad\u200b-\u200d\u2060\ufeff\ufe0e\ufe0f]")
_LEVEL = re.compile(r"[1-7]")
_GLUED_CALL = re.compile(r"([1-7])([a-z]{1,2})")
_LABEL = re.compile(r"[0-9]{1,2}(?:[a-z][0-9]{0,2}[a-z]{0,4})?")
_SIGN_NAMES = {"♠": "picche", "♤": "picche", "♥": "cuori", "♡": "cuori",
               "♦": "quadri", "♢": "quadri", "♣": "fiori", "♧": "fiori"}


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a text: folded for the index, in lower case with accents for the stem.

    `start` and `end` are its place in the text.
    """

    word: str
    surface: str
    start: int
    end: int


def clean(text: str) -> str:
    """A text as the index keeps it: composed characters, none that cannot be seen."""
    return unicodedata.normalize("NFC", _INVISIBLE.sub("", text))


@lru_cache(maxsize=1 << 16)
def fold(word: str) -> str:
    """A word without case, accents and ligatures; a suit sign is the name of its suit.

    >>> fold("Perché"), fold("ﬁori"), fold("♥")
    ('perche', 'fiori', 'cuori')
    """
    if word in _SIGN_NAMES:
        return _SIGN_NAMES[word]
    flat = unicodedata.normalize("NFKD", word)
    return "".join(c for c in flat if unicodedata.category(c) != "Mn").lower()


def tokens(text: str) -> Iterator[Token]:
    """The words of a cleaned text in order; every kind of apostrophe parts them.

    >>> [token.word for token in tokens("L’arbitro: 2♥, perché?")]
    ['l', 'arbitro', '2', 'cuori', 'perche']
    """
    for match in TOKEN.finditer(text):
        surface = match.group()
        yield Token(fold(surface), surface.lower(), match.start(), match.end())


def begins_with_digit(word: str) -> bool:
    """Whether a word begins with one of the ten digits."""
    return "0" <= word[:1] <= "9"


def fold_words(text: str) -> list[str]:
    """The folded words of a text."""
    return [token.word for token in tokens(clean(text))]


_STEMMER = Stemmer.Stemmer("italian")


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """The Snowball stem of a word in lower case, but for words that are to be kept apart."""
    own = kept_apart().get(word)
    return own if own is not None else str(_STEMMER.stemWord(word))


def stem_keys(surface: str, word: str) -> tuple[str, ...]:
    """Under which stems a word of a text is found: that of the word, and that of its folded form.

    Folding before stemming breaks verbs (applicherà), stemming before folding loses who types
    without accents (qualita); a text has both, a query only the first (`query_key`).
    """
    first, second = fold(stem(surface)), stem(word)
    return (first,) if first == second else (first, second)


def query_key(surface: str) -> str:
    """The stem under which a typed word looks for others."""
    return fold(stem(surface))


def calls(found: Sequence[Token], text: str, words: Words) -> Iterator[tuple[int, str]]:
    """The calls in a text: the position of the level, and a key such as `2=cuori`.

    A level from 1 to 7, in figures or in words, is followed by a sign or a name of a suit, by no
    trumps, or has a letter glued to it; the letter counts for a suit only where no article is
    cited ("articolo 7C").
    """
    citing = False
    for at, token in enumerate(found):
        word = token.word
        glued = _GLUED_CALL.fullmatch(word)
        following = found[at + 1] if at + 1 < len(found) else None
        if glued and not citing:
            level, name = glued.groups()
            suit = words.letters.get(name) or (
                words.notrump_name if name in words.notrump else None
            )
            if suit:
                yield at, f"{level}={suit}"
        elif following and not citing and (_LEVEL.fullmatch(word) or word in words.levels):
            apart = text[token.end : following.start]
            suit = _named_suit(following.word, words) if not apart.strip() else None
            if suit:
                yield at, f"{words.levels.get(word, word)}={suit}"
        citing = _still_citing(word, citing, words)


def is_glued_call(word: str) -> bool:
    """Whether a call is one word: `2c`, `1nt`."""
    return _GLUED_CALL.fullmatch(word) is not None


def _named_suit(word: str, words: Words) -> str | None:
    if word in words.suits:
        return word
    return words.notrump_name if word in words.notrump and len(word) > 1 else None


def _still_citing(word: str, citing: bool, words: Words) -> bool:
    if word in words.article or word in words.articles or word in words.units:
        return True
    return citing and (
        _LABEL.fullmatch(word) is not None or len(word) == 1 or word in words.conjunctions
    )


_DOUBLED = re.compile(r"(.)\1+")


def undoubled(word: str) -> str:
    """A word with each letter that is doubled written once."""
    return _DOUBLED.sub(r"\1", word)


def within_one(left: str, right: str) -> bool:
    """Whether two words differ by one letter: changed, missing, too many, or two exchanged."""
    if len(left) > len(right):
        left, right = right, left
    if len(right) - len(left) > 1 or left == right:
        return left == right
    start = 0
    while start < len(left) and left[start] == right[start]:
        start += 1
    if left[start:] == right[start + 1 :]:
        return True
    if len(left) != len(right):
        return False
    if left[start + 1 :] == right[start + 1 :]:
        return True
    exchanged = left[start + 1 : start + 2] + left[start]
    return right[start : start + 2] == exchanged and left[start + 2 :] == right[start + 2 :]

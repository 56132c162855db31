"""Texts for the wire: each different word once, and every text as a row of references to them.

A reference has one, two or three characters, the fewest for the most frequent words, all of them
printable and in need of no escape. A single space between two words goes without saying; every
other separator is an entry like a word. Compression then has little left to say twice, and the
browser need not look for words again: it reads them off.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulebook.publishing.search.analysis import TOKEN

ALPHABET = "".join(chr(code) for code in range(35, 127) if chr(code) not in "'\\")
END, SAME = " ", "!"
"""What ends a text, and what stands, with a number, for a text equal to one so many before."""

_SHORT = 56
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True)
class Packed:
    """`words` are the entries, each as the count of letters it shares with the last and the rest,
    a line each; `short` and `middle` say how many characters begin references of one and of two;
    `texts` holds the texts, each closed by END.
    """

    words: str
    short: int
    middle: int
    texts: str


def pieces(text: str) -> Iterator[str]:
    """The words and separators of a text, without the single spaces between words.

    >>> list(pieces("E’ 2♥, poi passo"))
    ['E', '’ ', '2', '', '♥', ', ', 'poi', 'passo']
    """
    at = 0
    for match in TOKEN.finditer(text):
        between = text[at : match.start()]
        if between != " " if at else between:
            yield between
        yield match.group()
        at = match.end()
    if at < len(text):
        yield text[at:]


def pack(texts: Sequence[str | int]) -> Packed:
    """Pack texts; a number stands for the text that is so many before."""
    split = [text if isinstance(text, int) else list(pieces(text)) for text in texts]
    counts = Counter(piece for found in split if not isinstance(found, int) for piece in found)
    frequent = sorted(counts, key=lambda piece: (-counts[piece], piece))
    size = len(ALPHABET)
    rest = max(0, len(frequent) - _SHORT - (size - _SHORT - 1) * size)
    longest = 1 + rest // (size * size - size)
    middle = size - _SHORT - longest
    ends = (_SHORT, _SHORT + middle * size, len(frequent))
    bands = [sorted(frequent[a:b]) for a, b in zip((0, *ends), ends, strict=False)]
    order = [piece for band in bands for piece in band]
    codes = dict(zip(order, _references(_SHORT, middle), strict=False))
    rows = (
        f"{SAME}{found}" if isinstance(found, int) else "".join(codes[piece] for piece in found)
        for found in split
    )
    return Packed(
        "\n".join(_fronted(order)), _SHORT, middle, "".join(row + END for row in rows)
    )


def _references(short: int, middle: int) -> Iterator[str]:
    yield from ALPHABET[:short]
    for first in ALPHABET[short : short + middle]:
        yield from (first + second for second in ALPHABET)
    for first in ALPHABET[short + middle :]:
        for second in ALPHABET:
            yield from (first + second + third for third in ALPHABET)


def _fronted(order: Sequence[str]) -> Iterator[str]:
    last = ""
    for piece in order:
        escaped = piece.replace("\n", "\r")
        shared = 0
        while (
            shared < min(len(last), len(escaped), len(_DIGITS) - 1)
            and last[shared] == escaped[shared]
        ):
            shared += 1
        yield _DIGITS[shared] + escaped[shared:]
        last = escaped

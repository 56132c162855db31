"""Pages of ordinary Italian with calls, cards and suits strewn in, for the tests of recognition."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path

import input_printer

import rulebook
from rulebook.inputs import Extraction

SUITS = "♣♦♥♠"
SOURCES = sorted((Path(rulebook.__file__).parent / "corpus" / "sources").glob("*/*.txt"))
FORMS = (
    "{call}", "di {call}", "({call})", "{call},", "a {call}.", "{call} contrato", "{level}SA",
    "{level}NT", "la {suit}", "A{suit}", "{suit}10", "da {call} a {other}", "{level} senza",
    "la presa a {suit}", "“{call}”", "{call};", "Re di {suit}",
)  # fmt: skip


def page_with_calls(seed: int) -> bytes:
    """A PDF of some paragraphs of a text at hand, with calls put in, in a random layout."""
    rng = random.Random(seed)
    source = rng.choice(SOURCES).read_text("utf-8", errors="replace")
    lines = [line.strip() for line in source.splitlines() if len(line.strip()) > 50]
    start = rng.randrange(max(1, len(lines) - 20))
    made: list[str] = []
    while start < len(lines) and sum(map(len, made)) < 3000:
        words = lines[start].split(" ")
        if rng.random() < 0.6 and len(words) > 6:
            place = rng.randint(2, len(words) - 2)
            words.insert(place, _strewn(rng))
        made.append(" ".join(words))
        start += 1
    return input_printer.set_in(input_printer.layout(rng), made)


def _strewn(rng: random.Random) -> str:
    suit, level = rng.choice(SUITS), rng.randint(1, 7)
    other = f"{rng.randint(1, 7)}{rng.choice(SUITS)}"
    form = rng.choice(FORMS)
    return form.format(call=f"{level}{suit}", suit=suit, level=level, other=other)


def lost(printed: str, found: Extraction) -> Iterator[tuple[str, str]]:
    """Words with suit signs that no doubt covers, as they are printed and as they were read."""
    want = printed.split()
    got = [
        (match[0], number, *match.span())
        for number, line in enumerate(found.text.split("\n"), 1)
        for match in re.finditer(r"\S+", line)
    ]
    for kind, a, b, c, d in SequenceMatcher(
        None, want, [word for word, *_ in got], autojunk=False
    ).get_opcodes():
        for at in range(a, b):
            if not set(SUITS).intersection(want[at]) or kind == "equal":
                continue
            # A sign that gave no word at all is seen in the white behind the word before it.
            read = got[c + at - a : c + at - a + 1] if b - a == d - c else got[max(0, c - 1) : d]
            covered = any(
                doubt.line == line and doubt.start < end and start < doubt.end
                for _, line, start, end in read
                for doubt in found.doubts
            )
            if not covered:
                yield want[at], " ".join(word for word, *_ in read)


def signs_in(printed: str) -> int:
    """How many words of a text have a suit sign."""
    return sum(bool(set(SUITS).intersection(word)) for word in printed.split())

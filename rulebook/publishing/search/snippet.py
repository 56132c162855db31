"""The lines under a hit: an exact part of the text, with the found words marked whole."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from rulebook.publishing.search import analysis
from rulebook.publishing.search.words import Words

LONGEST = 36
"""How many words a snippet has at most."""

BEFORE = 10
"""How far before the first found word a sentence may begin to begin the snippet."""

_SENTENCE_END = re.compile(r"[.;:?!]")
_CLOSING = re.compile(r"[.,;:?!)»”’\"]*")


@dataclass(frozen=True, slots=True)
class Snippet:
    """A part of a text; `marks` are the places of the found words in it."""

    text: str
    marks: tuple[tuple[int, int], ...]


def make_snippet(text: str, worth: Mapping[str, int], words: Words) -> Snippet:
    """The part of a text that shows most of what was found.

    Args:
        text: a record's text; a snippet never crosses its lines.
        worth: what finding each word or call counts for; words that are not in it are not marked.
    """
    best: tuple[int, str, list[analysis.Token], set[int], int] | None = None
    for line in text.split("\n"):
        found = list(analysis.tokens(line))
        values, marked = _values(found, line, worth, words)
        start, value = _window(found, values)
        if best is None or value > best[0]:
            best = (value, line, found, marked, start)
    if best is None or not best[2]:
        return Snippet(text.split("\n", maxsplit=1)[0], ())
    _, line, found, marked, start = best
    start = _sentence_start(line, found, marked, start)
    last = min(start + LONGEST, len(found)) - 1
    begin = 0 if start == 0 else found[start].start
    closing = _CLOSING.match(line, found[last].end)
    end = closing.end() if closing and last < len(found) - 1 else len(line)
    marks = tuple(
        (found[at].start - begin, found[at].end - begin)
        for at in sorted(marked) if start <= at <= last
    )
    return Snippet(line[begin:end], marks)


def _values(
    found: Sequence[analysis.Token], line: str, worth: Mapping[str, int], words: Words
) -> tuple[list[int], set[int]]:
    """What each word is worth, and which are marked; a call marks its level and its suit."""
    values = [worth.get(token.word, 0) for token in found]
    marked = {at for at, value in enumerate(values) if value}
    for at, call in analysis.calls(found, line, words):
        if call in worth:
            values[at] = max(values[at], worth[call])
            marked.add(at)
            if not analysis.is_glued_call(found[at].word):
                marked.add(at + 1)
    return values, marked


def _window(found: Sequence[analysis.Token], values: Sequence[int]) -> tuple[int, int]:
    """Where the most valuable stretch begins: each word counts once, and the earliest wins."""
    best, first = 0, 0
    counts: dict[str, int] = {}
    value = 0
    for at, token in enumerate(found):
        if values[at]:
            counts[token.word] = counts.get(token.word, 0) + 1
            value += values[at] if counts[token.word] == 1 else 0
        leaving = at - LONGEST
        if leaving >= 0 and values[leaving]:
            word = found[leaving].word
            counts[word] -= 1
            value -= values[leaving] if counts[word] == 0 else 0
        if value > best:
            best, first = value, max(0, at - LONGEST + 1)
    return first, best


def _sentence_start(
    line: str, found: Sequence[analysis.Token], marked: set[int], start: int
) -> int:
    """Begin at the first found word, or with its sentence if that is near; never too late."""
    if len(found) <= LONGEST:
        return 0
    first = min((at for at in marked if at >= start), default=start)
    begin = max(start, first - 2) if first < start + LONGEST else start
    for at in range(first, max(-1, first - BEFORE - 1), -1):
        before = line[found[at - 1].end : found[at].start] if at else "."
        if _SENTENCE_END.search(before):
            begin = at
            break
    return max(0, min(begin, len(found) - LONGEST))

"""Of which edition a running text speaks: "l'articolo attualmente in vigore", "il nuovo Codice".

A cue near the start of its sentence says what the text speaks of from there on; one further on
holds for its sentence only; one that merely compares ("rispetto al vecchio Codice") says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rulebook.reading.citations.grammar import (
    APOSTROPHE,
    GAP,
    LETTERS,
    PARTICIPLE,
    YEAR,
    anyof,
    edge,
    leading,
    named_year,
    year_of,
)
from rulebook.reading.citations.vocabulary import Vocabulary

BOTH = "both"
NOW = "now"

_SENTENCE_END = re.compile(f"[.!?…][”\"»)]?{GAP}(?=[\"“«(]?[A-ZÀ-ÖØ-Þ])|\\n[ \\t]*\\n")
_WORD = re.compile(f"[{LETTERS}0-9]+")


@dataclass(frozen=True, slots=True)
class Cue:
    """A place where a text says of which edition it speaks.

    `says` is "old", "new", "current", a year, "both", or "now" (back to what the text was about).
    `end` is where it stops to hold; None where it holds on.
    """

    start: int
    end: int | None
    says: str


@dataclass(frozen=True, slots=True)
class Speech:
    """The patterns of cues; see `speech`."""

    cue: re.Pattern[str]
    first_words: frozenset[str]
    comparison: re.Pattern[str]
    now: re.Pattern[str]
    past: re.Pattern[str]
    vocabulary: Vocabulary


def speech(vocabulary: Vocabulary) -> Speech:
    """Compile the words by which a text says of which edition it speaks."""
    v, c = vocabulary.editions, vocabulary.context
    old, new, current = anyof(v.old), anyof(v.new), anyof(v.current)
    either = f"(?:{old}|{new}|{current})"
    things = anyof(c.things)
    both = anyof(vocabulary.lists.both)
    nouns = (*v.nouns, *vocabulary.collections.own)
    begin = (*nouns, *v.pronouns)
    more = f"(?:{GAP}{anyof(vocabulary.collections.own_more)}){{0,5}}"
    year_link = f"(?:(?:{anyof(v.year_links)}|{PARTICIPLE}){GAP})?"
    cue = (
        "(?:"
        f"(?P<pair>{either}{GAP}{both}{GAP}(?:{leading(vocabulary.links.lead)})?{either}"
        f"(?:{GAP}{things})?)"
        f"|(?P<old>{anyof(c.old)}|{old}{GAP}{things}|{things}{GAP}{old})"
        f"|(?P<new>{anyof(c.new)}|{new}{GAP}{things}|{things}{GAP}{new})"
        f"|(?P<current>{anyof(c.current)}|{current}{GAP}{things}|{things}{GAP}{current})"
        f"|{anyof(nouns)}{more},?{GAP}[(]?{year_link}(?P<year>{named_year(vocabulary.articles.last)})"
        f"|{anyof(v.pronouns)}{GAP}{year_link}(?P<like>{YEAR}))"
    )
    return Speech(
        re.compile(cue, re.IGNORECASE),
        edge(0, (*c.old, *c.new, *c.current, *c.things, *v.old, *v.new, *v.current, *begin)),
        re.compile(f"(?:^|[^{LETTERS}]){anyof(c.comparisons)}", re.IGNORECASE),
        re.compile(f"{anyof(c.now)}(?!{APOSTROPHE})", re.IGNORECASE),
        re.compile(f"(?:^|[^{LETTERS}]){anyof(c.past)}", re.IGNORECASE),
        vocabulary,
    )


def cues(text: str, patterns: Speech) -> tuple[Cue, ...]:
    """The cues of a paragraph in their order.

    Args:
        text: one paragraph of prose.
        patterns: what `speech` compiled.
    """
    found: list[Cue] = []
    for start, end in sentences(text):
        if patterns.now.match(text, start):
            found.append(Cue(start, None, NOW))
        for match in _matches(patterns, text, start, end):
            said = _said(match)
            if match.group("like") and not found:
                continue  # "quello del 2007" speaks of an edition where one has been named
            before = text[max(start, match.start() - 40) : match.start()]
            nearby = " ".join(_WORD.findall(before)[-4:])
            if said != BOTH and patterns.comparison.search(nearby):
                continue
            words = len(_WORD.findall(text[start : min(match.start(), start + 200)]))
            topic = words < patterns.vocabulary.context.topic_words
            found.append(Cue(match.start(), None if topic else end, said))
    return tuple(found)


def tokens(text: str) -> list[str]:
    """The words and numbers of a text."""
    return _WORD.findall(text)


def _matches(patterns: Speech, text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    at = start
    for word in _WORD.finditer(text, start, end):
        if word.start() >= at and word.group().lower() in patterns.first_words:
            match = patterns.cue.match(text, word.start(), end)
            if match:
                at = match.end()
                yield match


def _said(match: re.Match[str]) -> str:
    if match.group("pair"):
        return BOTH
    year = match.group("year") or match.group("like")
    return year_of(year) if year else next(n for n in ("old", "new", "current") if match.group(n))


def sentences(text: str) -> list[tuple[int, int]]:
    """The sentences of a paragraph as ranges."""
    found, start = [], 0
    for match in _SENTENCE_END.finditer(text):
        found.append((start, match.end()))
        start = match.end()
    if start < len(text):
        found.append((start, len(text)))
    return found

"""“Forse cercavi”: a query like the one typed, made of words that stand in the texts."""

from __future__ import annotations

from rapidfuzz.distance import Levenshtein

from rulebook.publishing.search.analysis import begins_with_digit, undoubled
from rulebook.publishing.search.expand import FEWEST_LETTERS, Expansion, Vocabulary
from rulebook.publishing.search.query import Query
from rulebook.publishing.search.result import Ranking

MOST_EDITS = 3


def suggestion(query: Query, ranking: Ranking, vocabulary: Vocabulary) -> str | None:
    """The query with each unknown word replaced by the nearest known one; None if none is near.

    Proposed only where a word is not in the texts in any form.
    """
    text, done = query.text, False
    at = 0
    for expansion in ranking.expansions:
        short = len(expansion.term.surface) < FEWEST_LETTERS
        if expansion.sure or short or expansion.term.kind != "word":
            continue
        near = nearest(expansion, vocabulary)
        start = text.lower().find(expansion.term.surface, at)
        if near is not None and start >= 0:
            text = text[:start] + near + text[start + len(expansion.term.surface) :]
            at, done = start + len(near), True
    return text if done else None


def nearest(expansion: Expansion, vocabulary: Vocabulary) -> str | None:
    """The spelling of the known word nearest to an unknown one.

    Nearest is what takes the fewest edits, then what begins alike, then what is frequent.
    Letters doubled or not, however many, are one edit: “ataco” is “attacco”.
    """
    word = expansion.term.word
    single = undoubled(word)
    most = min(MOST_EDITS, max(1, len(word) * 2 // 7))
    best: tuple[int, int, int, int] | None = None
    for at, other in enumerate(vocabulary.words):
        if begins_with_digit(other) or len(other) < 3:
            continue
        edits = most + 1
        if abs(len(other) - len(word)) <= most:
            edits = distance(word, other, most)
        other_single = undoubled(other)
        if edits > 1 and abs(len(other_single) - len(single)) < most:
            edits = min(edits, 1 + distance(single, other_single, most - 1))
        if edits > most or not vocabulary.spellings[at]:
            continue
        alike = _alike(word, other)
        best = min(best or (most + 1, 0, 0, 0), (edits, -alike, -vocabulary.counts[at], at))
    return None if best is None else vocabulary.spellings[best[3]]


def _alike(left: str, right: str) -> int:
    """How many letters two words begin with alike."""
    same = (a == b for a, b in zip(left, right, strict=False))
    return next((at for at, equal in enumerate(same) if not equal), min(len(left), len(right)))


def distance(left: str, right: str, most: int) -> int:
    """How many letters to change, add or leave out; `most + 1` where that is not enough."""
    return int(Levenshtein.distance(left, right, score_cutoff=most))

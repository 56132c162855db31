"""Where a person decided on words of a text, so that another text does not doubt them again."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from rulebook.compare import word_diff
from rulebook.model import Document
from rulebook.reading.mending.edits import CORRECTION
from rulebook.text import Text

Rules = Sequence[str | None]
"""The repair that made each character of some words, or None."""

CONTRARY = "Con la negazione, o l’eccezione, la regola dice il contrario."
"""What is said of a difference that turns a rule round."""

_WORD = re.compile(r"\S+")
_DENIES = re.compile(
    r"(?<!\w)(?:non|n[éè]|mai|senza|nessun\w*|nemmeno|neppure|neanche|salvo|tranne|eccetto)(?!\w)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Gap:
    """Words that two texts do not share: `start` to `stop` in the first, other words there.

    One of them may be empty.
    """

    start: int
    stop: int
    new: str
    low: int
    high: int


def denies(words: str) -> bool:
    """Whether words hold a negation or an exception, without which a rule says the opposite.

    >>> denies("egli non può"), denies("nonostante B1")
    (True, False)
    """
    return _DENIES.search(words) is not None


def gaps(ours: str, theirs: str) -> Iterator[Gap]:
    """Where two texts differ, word by word."""
    pieces = list(word_diff(ours, theirs))
    at = there = 0
    while pieces:
        operation, words = pieces.pop(0)
        if operation == "equal":
            at, there = at + len(words), there + len(words)
            continue
        old, new = (words, "") if operation == "delete" else ("", words)
        if old and pieces and pieces[0][0] == "insert":
            new = pieces.pop(0)[1]
        yield Gap(at, at + len(old), new, there, there + len(new))
        at, there = at + len(old), there + len(new)


def kept_in(document: Document) -> frozenset[str]:
    """The repairs by which a person said that words stay as they are."""
    return frozenset(change.rule for change in document.changes if change.cls == "kept")


def rules_of(text: Text) -> list[str | None]:
    """The repair that made each character."""
    return [run.rule for run in text.runs for _ in run.text]


def settled(words: str, rules: Rules, start: int, stop: int, kept: Collection[str]) -> bool:
    """Whether a person decided on some words, or, where there are none, on the gap there.

    A negation is settled only as a whole, for a mark put in beside it takes its last letter with
    it; and a gap only by somebody who kept the words on both sides of it in one.
    """
    found = [match.span() for match in _WORD.finditer(words, start, stop)]
    if not found:
        left, right = len(words[:start].rstrip()) - 1, stop + _indent(words[stop:])
        if left < 0 or right >= len(words):
            return False
        return rules[left] in kept and rules[left] == rules[right]
    return all(_decided(words[low:high], rules[low:high]) for low, high in found)


def _decided(word: str, rules: Rules) -> bool:
    made = [rule is not None and rule.startswith(CORRECTION) for rule in rules]
    return all(made) if denies(word) else any(made)


def _indent(words: str) -> int:
    return len(words) - len(words.lstrip())

"""Citations inside the text of a provision, as far as a comparison needs them.

Only what cannot be mistaken counts: a number after a word for an article, a code, a marker in
brackets that exists nearby, a letter after a word that points to it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rulebook.compare.lexicon import Lexicon
from rulebook.compare.words import Word
from rulebook.label import Label, path_of

_CODE = re.compile(r"(\d{1,3})([A-Z](?:[\dA-Z(]*[a-z)(]*)*)?")
_INNER = re.compile(r"[A-Z]\d{1,2}(?:[a-z]{1,5}|(?:\([a-z\d]{1,5}\))*)")
_MARKER = re.compile(r"\((?:[a-z]|[ivxl]{2,5}|\d{1,2}|[A-Z])\)")
_BETWEEN = frozenset((",", "e", "ed", "o", "od", "-", "–", "/"))


@dataclass(frozen=True, slots=True)
class Cited:
    """Words `start:end` cite a provision; `start` includes the words that announce it."""

    label: Label
    start: int
    end: int


def cited(
    text: Sequence[Word], here: Label, lexicon: Lexicon, known: Callable[[Label], bool]
) -> tuple[Cited, ...]:
    """The provisions that a text cites, in reading order.

    Args:
        here: the provision whose text it is; citations without a number are read from here.
        known: whether the edition holds a label.
    """
    out: list[Cited] = []
    at = 0
    while at < len(text):
        found = _announced(text, at, lexicon) or _bare(text, at, here, lexicon, known)
        out.extend(found)
        at = found[-1].end if found else at + 1
    return tuple(out)


def announces(word: Word, lexicon: Lexicon) -> bool:
    """Whether a word says that an article number follows."""
    return word.core.rstrip(".") in lexicon.article_words


def _announced(text: Sequence[Word], at: int, lexicon: Lexicon) -> list[Cited]:
    """A word for an article with the numbers after it."""
    if not announces(text[at], lexicon):
        return []
    out: list[Cited] = []
    i = at + 1
    if i < len(text) and text[i].text == ".":
        i += 1
    while i < len(text):
        label = _code(text[i].text)
        if label is None:
            break
        out.append(Cited(label, i, i + 1))
        i += 1
        if i + 1 < len(text) and text[i].core in _BETWEEN and _code(text[i + 1].text):
            i += 1
    return out


def _bare(
    text: Sequence[Word], at: int, here: Label, lexicon: Lexicon, known: Callable[[Label], bool]
) -> list[Cited]:
    """A code, or a place in the same article."""
    token = text[at].text
    label = _code(token)
    if label is not None and label.path and (known(label) or len(label.path) > 1):
        return [Cited(label, at, at + 1)]
    if _INNER.fullmatch(token) or _MARKER.fullmatch(token):
        return _inside(token, at, here, known)
    if text[at].core in lexicon.pointers and at + 1 < len(text):
        following = text[at + 1].text
        # After “in” or “vedi” a number is as likely one of cards or tricks.
        letter = r"[A-Z]|[a-z]|\d{1,2}" if len(text[at].core) > 4 else "[A-Z]"
        if re.fullmatch(letter, following):
            return _inside(following, at + 1, here, known)
    return []


def _inside(token: str, at: int, here: Label, known: Callable[[Label], bool]) -> list[Cited]:
    path = path_of(token) if not re.fullmatch(r"[a-z]|\d{1,2}", token) else (token,)
    if not path:
        return []
    base: Label | None = here
    while base is not None:
        label = Label(base.article, (*base.path, *path))
        if known(label):
            return [Cited(label, at, at + 1)]
        base = base.parent
    return []


def _code(token: str) -> Label | None:
    match = _CODE.fullmatch(token)
    if not match:
        return None
    if not match.group(2):
        return Label(int(match.group(1)))
    path = path_of(match.group(2))
    return Label(int(match.group(1)), path) if path else None

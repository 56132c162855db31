"""Which provisions a query asks for, in any spelling: "27 b 1 (b)", "lettera B dell'articolo 27".

A query is short and mostly nothing but a citation, so this grammar is freer than that of texts.
Every piece of the query becomes a mark: `@` a word for article, `#` a word for a part, `&` a
conjunction, `-` between the ends of a stretch, `?` any other word; numbers and letters of labels
stay, and what only links disappears. Patterns over the marks then find the citations. The browser
gets the same patterns (`PATTERNS`), so that only the marking is written twice
(`assets/search/asked.js`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rulebook.publishing.search.analysis import begins_with_digit
from rulebook.publishing.search.numerals import Piece, read_pieces
from rulebook.publishing.search.words import Words

_APOSTROPHES = "'’‘`´′ʼ"
_YEAR = re.compile(r"(?:19|20)[0-9]{2}")

# A letter with a roman numeral; a step glued to what stands before; a step of its own,
# unless the letter is a conjunction before another citation or a word before other words.
_LETTER = "[a-z][ivx]{0,4}"
_GLUED = rf"{_LETTER}|\d{{1,2}}"
_JOINS = r" [eo] (?:[@#]|[a-z](?:\b|\d)|\d\d|\d[a-z])"
_APART = rf"(?: #)* (?![aeio] \?)(?:{_LETTER}\b|{_LETTER}(?=\d)|\d(?!\d))"
_SPACED = rf"{_APART}|(?: #)+ (?:{_LETTER}|\d{{1,2}})"
_PATH = rf"(?:{_GLUED}|(?!{_JOINS})(?:{_SPACED}))*"
_UNTIL = r"(?: - ([a-z]|\d{1,2})(?![a-z\d]))?"
_PARTS = rf"(?:(?:# )+(?:{_GLUED}|(?! [aeio] ) {_LETTER}\b| \d(?!\d))+ )+"

PATTERNS = {
    "citation": rf"(?:({_PARTS}|[a-z]\d(?:{_GLUED})* )@s? |(@s?) )?"
                rf"\b(\d{{1,2}})(?!\d)({_PATH}){_UNTIL}",
    "mark": _LETTER,
    "call": r"([1-7]) ?([a-z])",
    "leftover": r"[^ @s&#eo-]",
}
"""What finds citations among the marks, for both engines."""

_CITATION = re.compile(PATTERNS["citation"])
_MARK = re.compile(PATTERNS["mark"])
_CALL = re.compile(PATTERNS["call"])
_LEFTOVER = re.compile(PATTERNS["leftover"])
_LAST_STEP = re.compile(r"[a-z]$|[0-9]+$")


@dataclass(frozen=True, slots=True)
class Asked:
    """A provision that a query names: the article, the path run together (`b1b`), which edition.

    `edition` is a year, "old", "new", "current" or None.
    """

    number: int
    path: str
    edition: str | None = None

    @property
    def compact(self) -> str:
        """The citation as one word: `27b1b`; `78.3` where the path begins with a digit."""
        return f"{self.number}{'.' if begins_with_digit(self.path) else ''}{self.path}"


@dataclass(frozen=True, slots=True)
class Reading:
    """What a query asks for, the stretches that say so, and whether they are all of it.

    `call` is the call that a whole query can also be (7C): level and letter.
    """

    asked: tuple[Asked, ...] = ()
    spans: tuple[tuple[int, int], ...] = ()
    whole: bool = False
    call: tuple[str, str] | None = None


def read_asked(query: str, words: Words) -> Reading:
    """What a query asks for by number; an empty reading where it asks for nothing."""
    read = read_pieces(query, words)
    pieces = read.all
    editions: list[str] = []
    marks = ""
    places: list[tuple[int, Piece]] = []
    noise = {*_code_names(pieces, words), *read.between}
    for index, piece in enumerate(pieces):
        before = pieces[index - 1] if index else None
        glued = before is not None and before.end == piece.start
        mark = "" if index in noise else _mark(piece, query, glued, editions, words)
        if index in read.announcing:
            mark = "@"
        if not mark:
            continue
        if index in read.ends and marks:
            marks += " -"
        if before and query[before.end : piece.start] == "." and _numbers(before, piece):
            marks += " #"  # "78.12" is a provision of 78
        bracketed = query[piece.start - 1 : piece.start] == "("
        joined = (glued or bracketed) and bool(marks) and not {marks[-1], mark} & set("?@#&-")
        marks += mark if joined or not marks else f" {mark}"
        places.append((len(marks) - len(mark), piece))
    whole = "?" not in marks
    found = [m for m in _CITATION.finditer(marks) if _holds(m, whole, words)]
    if not found:
        return Reading()
    rest = _without(marks, found)
    whole = whole and _LEFTOVER.search(rest) is None
    if not whole:
        found = [m for m in found if _holds(m, False, words)]
    asked = tuple(
        one for at, m in enumerate(found)
        for one in _stretched(_asked(m, editions, at, len(found)), m.group(5), words)
    )
    call = _CALL.fullmatch(marks)
    return Reading(
        asked,
        tuple(
            (piece.start, piece.end)
            for at, piece in places
            if any(m.start() <= at < m.end() for m in found)
        ),
        whole and bool(found),
        (call[1], call[2]) if call else None,
    )


def _numbers(*pieces: Piece) -> bool:
    return all(begins_with_digit(piece.text) for piece in pieces)


def _code_names(pieces: Sequence[Piece], words: Words) -> Iterator[int]:
    """The pieces that name the Code: "del Codice di Gara" says nothing of which provision."""
    texts = [piece.text for piece in pieces]

    def named(at: int, names: Sequence[tuple[str, ...]]) -> int:
        return next((len(n) for n in names if tuple(texts[at : at + len(n)]) == n), 0)

    at = 0
    while at < len(texts):
        end = at + named(at, words.code_names)
        while end > at and (more := named(end, words.code_more)):
            end += more
        yield from range(at, end)
        at = max(end, at + 1)


def _mark(piece: Piece, query: str, glued: bool, editions: list[str], words: Words) -> str:
    """The mark of a piece, "" for what says nothing; names of editions are collected."""
    text = piece.text
    if begins_with_digit(text):
        if _YEAR.fullmatch(text):
            editions.append(text)
            return ""
        counted = query[piece.end : piece.end + 1] in tuple("%‰€$+°")
        return text if len(text) < 3 and not counted else "?"
    for name in ("old", "new", "current"):
        if text in getattr(words, name):
            editions.append(name)
            return ""
    after = query[piece.end : piece.end + 1]
    if text in words.articles:
        return "@s"
    if text in words.article:
        return "@"
    if text in words.units and (len(text) > 1 or (after in (".", "°") and not glued)):
        return "#"
    if after and after in _APOSTROPHES and not glued:
        return ""
    if len(text) > 1 and text in words.conjunctions:
        return "&"
    if len(text) > 1 and not glued and (text in words.links or text in words.before):
        return ""
    typed = query[piece.start : piece.end]
    return text if typed.isascii() and _MARK.fullmatch(text) else "?"


def _holds(match: re.Match[str], whole: bool, words: Words) -> bool:
    """Whether a match is a citation; among other words it must be announced or have a letter."""
    before, word, number, path, _ = match.groups()
    if not 1 <= int(number) <= words.last_article:
        return False
    if whole or before or word:
        return True
    glued_call = int(number) <= 7 and len(path) == 1 and path in words.letters
    return "a" <= path[:1] <= "z" and not glued_call


def _without(marks: str, found: Sequence[re.Match[str]]) -> str:
    at, kept = 0, ""
    for match in found:
        kept += marks[at : match.start()] + " "
        at = match.end()
    return kept + marks[at:]


def _asked(match: re.Match[str], editions: Sequence[str], at: int, count: int) -> Asked:
    before, _, number, path, _ = match.groups()
    inner = "".join(reversed([part.replace(" ", "") for part in (before or "").split("#")]))
    outer = path.replace("#", "").replace(" ", "")
    swapped = "a" <= inner[:1] <= "z" and begins_with_digit(outer)
    edition = None
    if len(editions) == 1:
        edition = editions[0]
    elif len(editions) == count:
        edition = editions[at]
    return Asked(int(number), inner + outer if swapped else outer + inner, edition)


def _stretched(first: Asked, until: str | None, words: Words) -> Iterator[Asked]:
    """A citation with those up to the end of its stretch: articles, or parts of one."""
    yield first
    if until is None:
        return
    if not first.path and until.isdigit():
        for number in range(first.number + 1, min(int(until), words.last_article) + 1):
            yield replace(first, number=number)
        return
    last = _LAST_STEP.search(first.path)
    if last is None or last[0].isdigit() != until.isdigit():
        return
    above = first.path[: last.start()]
    if until.isdigit():
        steps = [str(step) for step in range(int(last[0]) + 1, int(until) + 1)]
    else:
        steps = [chr(code) for code in range(ord(last[0]) + 1, ord(until) + 1)]
    for step in steps:
        yield replace(first, path=f"{above}{step}")

"""Entries of a contents page, which look like the beginnings of articles."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulebook.reading.articles.titles import ANNOUNCEMENT, LONGEST_TITLE, Opening
from rulebook.reading.lines import Line, ends_sentence, words_in

_LEADER = re.compile(r"(?:[.·…_]\s?){3,}\s*\d*\s*$|\s(?:pag\.?\s*)?\d{1,3}\s*$")


def is_entry(text: str) -> bool:
    """Whether a line is an entry of a contents page: an article's name alone, or with a leader."""
    match = ANNOUNCEMENT.match(text)
    if not match or text[0].islower() or _words_before_leader(text) > LONGEST_TITLE + 8:
        return False
    rest = text[match.end() :]
    if _LEADER.search(rest) and rest[:1].isupper():
        return True
    return bool(match["sep"]) and rest[:1].isupper() and not ends_sentence(rest)


def without_entries(found: Sequence[Opening], lines: Sequence[Line]) -> list[Opening]:
    """Leave out entries of a contents page: runs of headings with no law between them."""
    bare = [_is_bare(found, position, lines) for position in range(len(found))]
    leader = [_has_leader(opening, lines) for opening in found]
    thin = [lead and _short_body(found, at, lines) for at, lead in enumerate(leader)]
    listed = thin if sum(thin) >= 3 else [False] * len(found)
    position = 0
    while position < len(found):
        end = position
        while end < len(found) and (bare[end] or thin[end]):
            end += 1
        last_is_body = end == len(found) or found[end].number != _after(found, end)
        run = end - position
        if run >= 2 and not last_is_body and _thin(found, end, lines):
            end += 1
        if run >= 3 or (run and all(thin[position:end])):
            for entry in range(position, end):
                listed[entry] = True
        position = max(end, position + 1)
    kept = [opening for opening, out in zip(found, listed, strict=True) if not out]
    return [
        opening
        for position, opening in enumerate(kept)
        if not (
            position + 1 < len(kept)
            and kept[position + 1].number == opening.number
            and _is_bare(kept, position, lines)
        )
    ]


def _after(found: Sequence[Opening], end: int) -> int | str | None:
    number = found[end - 1].number if end else None
    return number + 1 if isinstance(number, int) else None


def _body(found: Sequence[Opening], position: int, lines: Sequence[Line]) -> list[str]:
    opening = found[position]
    end = found[position + 1].line if position + 1 < len(found) else len(lines)
    first = (
        str(lines[opening.line])[opening.title[1] :].strip(" .:–-…\xa0")
        if opening.more == 0
        else ""
    )
    following = [str(line) for line in lines[opening.line + opening.more + 1 : end] if line.text]
    return [first, *following] if first else following


def _is_bare(found: Sequence[Opening], position: int, lines: Sequence[Line]) -> bool:
    """Whether nothing but a page number stands between a heading and the next one."""
    body = _body(found, position, lines)
    return all(re.fullmatch(r"[\d\s.·…_-]*", text) for text in body) and (
        position + 1 < len(found) or not body
    )


def _short_body(found: Sequence[Opening], position: int, lines: Sequence[Line]) -> bool:
    """Whether no sentence stands behind a heading: chapters and wrapped titles only."""
    body = _body(found, position, lines)
    return sum(map(len, body)) < 400 and not any(
        ends_sentence(text) and words_in(text) > 3 for text in body
    )


def _thin(found: Sequence[Opening], position: int, lines: Sequence[Line]) -> bool:
    """Whether what follows the last heading of a list is no law: nothing, or a few words."""
    body = _body(found, position, lines)
    return sum(map(len, body)) < 80 and not any(text.endswith(".") for text in body)


def _words_before_leader(text: str) -> int:
    """How many words an entry has, the dots that lead to its page number apart."""
    return sum(any(character.isalnum() for character in word) for word in text.split())


def _has_leader(opening: Opening, lines: Sequence[Line]) -> bool:
    """Whether a heading ends with a page number, on its own line or, wrapped, on the next."""
    text = str(lines[opening.line])
    title = text[opening.announced :].rstrip(" .…")
    if _words_before_leader(text) > LONGEST_TITLE + 8 or ends_sentence(title):
        return False
    if _LEADER.search(text[opening.announced :]):
        return True
    below = str(lines[opening.line + 1]) if opening.line + 1 < len(lines) else ""
    return below[:1].islower() and words_in(below) <= 12 and bool(_LEADER.search(below))

"""Where an article begins, and what only looks like it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulebook.reading.articles.contents import is_entry, without_entries
from rulebook.reading.articles.structure import Structure
from rulebook.reading.articles.titles import (
    ANNOUNCEMENT,
    INLINE_LABEL,
    Opening,
    caps_length,
    in_capitals,
    title_of,
)
from rulebook.reading.lines import Line, ends_sentence, words_in

HIGHEST_NUMBER = 120
"""Up to here a number is believed by itself; a higher one only where it goes on from another."""

_GAP = 10
"""So many articles may be lacking between two that follow each other."""

_NUMBERED_CAPS = re.compile(r"(?P<number>\d{1,3})\s*(?P<sep>[.–—-]+)\s+(?=[A-ZÀ-Ý’' ]{6,})")
_INLINE_ARTICLE = re.compile(
    r"(?:(?<=[.;:…\])”»])|(?<=\w))\s+(?=(?:ARTICOLO|ART\.|Articolo|Art\.)\s*\d{1,3}\s*[.:]?\s*[–—-]\s*[A-ZÀ-Ý’]{2})"
)


def split_inline(lines: Sequence[Line]) -> list[Line]:
    """Cut flattened lines where an article begins in the middle of one."""
    cut: list[Line] = []
    for line in lines:
        rest = line
        while match := _INLINE_ARTICLE.search(str(rest)):
            left, rest = rest.cut(match.end())
            cut.append(left)
        cut.append(rest)
    return cut


def find_openings(lines: Sequence[Line], structure: Structure) -> tuple[list[Opening], int]:
    """The beginnings of articles among the lines, mentions left out.

    Returns the openings, and how many more were only entries of a contents page.
    """
    found: list[Opening] = []
    previous, last = "", 0
    for index, line in enumerate(lines):
        if not line.text:
            continue
        opening = _opening(lines, index, previous, last, structure)
        if opening:
            found.append(opening)
            last = opening.number if isinstance(opening.number, int) else last
        previous = str(line)
    if not any(isinstance(opening.number, int) for opening in found):
        found += _numbered(lines, structure)
    kept = without_entries(found, lines)
    opened = {opening.line for opening in kept}
    entries = sum(is_entry(str(line)) for at, line in enumerate(lines) if at not in opened)
    return kept, max(entries, len(found) - len(kept))


def _opening(
    lines: Sequence[Line], index: int, previous: str, last: int, structure: Structure
) -> Opening | None:
    text = str(lines[index])
    start = len(text) - len(text.lstrip('«“"*#• '))
    part = _part(lines, index, structure)
    if part:
        return part
    match = ANNOUNCEMENT.match(text, start)
    if not match or not _likely(int(match["number"]), last):
        return None
    if previous and not ends_sentence(previous) and structure.cites_at_end(previous):
        return None
    number, rest = int(match["number"]), text[match.end() :]
    if rest and (rest[0] in ",;)(" or not _may_be_title(rest, match["sep"], structure)):
        follows = _next_text(lines, index)
        if match["sep"] or not _stands_alone(rest, previous, follows, structure):
            return None
    if not match["word"].isupper() and match["word"][0].islower():
        return None
    return title_of(lines, index, start, number, match.end(), structure)


def _may_be_title(rest: str, separator: str, structure: Structure) -> bool:
    first = rest.split(maxsplit=1)[0].strip("“«\"’',")
    if not first or not (first[0].isupper() or first[0] in "“«"):
        return False
    if separator.strip(" ."):
        return True
    if separator:
        short = words_in(rest) <= 8 and not any(w in structure.finite_verbs for w in rest.split())
        return (
            in_capitals(first)
            or short
            or not ends_sentence(rest)
            or bool(INLINE_LABEL.search(rest))
        )
    return in_capitals(first) and len(first.strip("’'")) > 1


def _stands_alone(rest: str, before: str, follows: str, structure: Structure) -> bool:
    """Whether “Articolo 12 Poteri dell’Arbitro” is a line of its own: a few words without a verb,
    a sentence ended before it, and a label or a new sentence below it."""
    return (
        rest[0].isupper()
        and words_in(rest) <= 10
        and not ends_sentence(rest)
        and not rest.endswith(",")
        and not any(word.lower() in structure.finite_verbs for word in rest.split())
        and (not before or ends_sentence(before) or words_in(before) <= 8)
        and bool(follows)
        and (follows[0].isupper() or follows[0] in "(“«0123456789")
    )


def _part(lines: Sequence[Line], index: int, structure: Structure) -> Opening | None:
    """A part of a Code without a number stands alone on its line, in capitals or titled so."""
    text = str(lines[index]).strip()
    name = text.strip(" .:–-").lower()
    ident = structure.parts.get(name)
    alone = index == 0 or not lines[index - 1].text
    if not ident or not (text.isupper() or (alone and _next_text(lines, index))):
        return None
    return Opening(index, 0, ident, 0, (0, len(str(lines[index]).rstrip(" .:–-"))))


def _likely(number: int, last: int) -> bool:
    """Whether a Code may have an article of this number, after the one that began last."""
    return 0 < number <= HIGHEST_NUMBER or last < number <= last + _GAP


def _next_text(lines: Sequence[Line], index: int) -> str:
    return next((str(line) for line in lines[index + 1 :] if line.text), "")


def _numbered(lines: Sequence[Line], structure: Structure) -> list[Opening]:
    """Headings without the word article ("27. LICITA INSUFFICIENTE"), in ascending order."""
    found: list[Opening] = []
    for index, line in enumerate(lines):
        match = _NUMBERED_CAPS.match(str(line))
        if not match or not caps_length(str(line)[match.end() :]):
            continue
        number = int(match["number"])
        last = int(found[-1].number) if found else 0
        if number > last and _likely(number, last):
            found.append(title_of(lines, index, 0, number, match.end(), structure))
    return found

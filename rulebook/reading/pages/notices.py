"""Furniture that is known by its words: rules, buttons, menus, notices, a doubled first line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from rulebook.reading.mending.attested import plain
from rulebook.reading.pages import words as page_words
from rulebook.reading.pages.rows import Row
from rulebook.reading.pages.words import Vocabulary

_RULE = re.compile(r"[-_=*•·~—–.#+|<>\s]+")
_PARTS = re.compile(r"\s*[|•·/,]\s*|\s{2,}|\s+[-–—]\s+")
_PATH = re.compile(r"\s*(?:>|»|›|→|::)\s*|\s+/\s+")
_EDGES = " \t•·|*-–—>»«<[]()✓✕×:…"
_CUT_SHORT = re.compile(r"\s*(?:\[?(?:…|\.\.\.)\]?)\s*\Z")
_TOP, _LEAST_WORDS = 6, 4
_MENU, _MENU_KNOWN, _LINK = 6, 3, 90


def rules(rows: Sequence[Row], _: Vocabulary) -> frozenset[int]:
    """Decorative rules: at least three signs, four where stars could be the mark of a note."""
    found: set[int] = set()
    for position, row in enumerate(rows):
        if not _RULE.fullmatch(row.text):
            continue
        signs = re.sub(r"\s", "", row.text)
        least = 5 if set(signs) <= {"."} else 4 if set(signs) <= {"*", "+", "#"} else 3
        spaced = " " in row.text and len(signs) >= 3 and set(signs) != {"."}
        neighbours = rows[max(0, position - 1) : position + 2]
        if (len(signs) >= least or spaced) and not any(near.game for near in neighbours):
            found.add(position)
    return frozenset(found)


def notices(rows: Sequence[Row], vocabulary: Vocabulary) -> frozenset[int]:
    """Buttons, menus, download and cookie bars, paths through a site."""
    pattern = page_words.notices(vocabulary.patterns)
    found: set[int] = set()
    for position, row in enumerate(rows):
        if len(row.text) > 400 or row.label or not _is_notice(row.text, pattern, vocabulary):
            continue
        before = rows[position - 1] if position else None
        flows = row.lower and before is not None and not before.ends and position - 1 not in found
        if not flows:
            found.add(position)
    found |= _menu(rows, found)
    return frozenset(found | _beside(rows, found, vocabulary))


def _beside(rows: Sequence[Row], known: set[int], vocabulary: Vocabulary) -> set[int]:
    """Rows that are furniture only right beside furniture: links, dates, the fields of a form."""
    pattern = page_words.notices(vocabulary.satellite_patterns)
    found: set[int] = set()
    for position in sorted(known):
        if rows[position].text.strip(_EDGES).lower() in vocabulary.lists:
            for other in range(position + 1, len(rows)):
                row, after = rows[other], rows[other + 1 : other + 2]
                if row.index != rows[other - 1].index + 1 or row.ends or len(row.text) > _LINK:
                    break
                # What a label follows is the heading of law, not a link to it.
                if row.label or row.game or (after and after[0].label):
                    break
                found.add(other)
    for order in (range(len(rows)), range(len(rows) - 1, -1, -1)):
        last: int | None = None
        for position in order:
            if position in known or position in found:
                last = position
            elif last is not None and abs(rows[last].index - rows[position].index) == 1:
                bare = rows[position].text.strip(_EDGES + ".").lower()
                if bare in vocabulary.satellites or pattern.fullmatch(bare):
                    found.add(position)
                    last = position
    return found


def _menu(rows: Sequence[Row], known: set[int]) -> set[int]:
    """Entries between known ones of the same menu: short rows without a blank line between."""
    found: set[int] = set()
    order = sorted(known)
    for first, last in pairwise(order):
        between = range(first + 1, last)
        top = first < _TOP
        joined = all(rows[p + 1].index == rows[p].index + 1 for p in range(first, last))
        if 0 < len(between) <= _MENU and joined and all(_may_be_entry(rows[p]) for p in between):
            block = sum(1 for p in order if abs(p - first) <= _MENU * 2)
            if block >= _MENU_KNOWN or top:
                found.update(between)
    return found


def _may_be_entry(row: Row) -> bool:
    words = row.text.split()
    shape = len(words) <= 4 and row.text[-1].isalnum() and not row.text.isupper()
    return shape and not (row.game or row.label or row.lower or any(map(str.isdigit, words)))


def _is_notice(text: str, pattern: re.Pattern[str], vocabulary: Vocabulary) -> bool:
    bare = text.strip(_EDGES).lower()
    if bare in vocabulary.lines or pattern.fullmatch(text.lower()) or pattern.fullmatch(bare):
        return True
    steps = [step.strip(_EDGES).lower() for step in _PATH.split(text) if step.strip(_EDGES)]
    if (
        len(steps) > 1
        and _PATH.search(text)
        and (
            steps[0] in vocabulary.roots
            or any(steps[0].startswith(f"{r}:") for r in vocabulary.roots)
        )
    ):
        return True
    words = bare.split()
    if len(words) > 1 and all(
        word.strip(_EDGES) in vocabulary.buttons for word in words if word.strip(_EDGES)
    ):
        return True
    parts = [part.strip(_EDGES).lower() for part in _PARTS.split(text) if part.strip(_EDGES)]
    return len(parts) > 1 and all(
        part in vocabulary.lines or part in vocabulary.buttons for part in parts
    )


def doubled(rows: Sequence[Row], _: Vocabulary) -> frozenset[int]:
    """A line at the top whose words are those of the following lines: a page's title or summary."""
    found: set[int] = set()
    for position, row in enumerate(rows[:_TOP]):
        words = compared(_CUT_SHORT.sub("", row.text))
        if len(words) < _LEAST_WORDS or row.game:
            continue
        following: list[str] = []
        for after in rows[position + 1 : position + 1 + _TOP]:
            following.extend(compared(after.text))
            if len(following) >= len(words):
                break
        cut = _CUT_SHORT.search(row.text) is not None
        if not _repeats(words, following, cut):
            continue
        if words == following and _twins(rows, position + 2):
            continue
        found.add(position)
    return frozenset(found)


def _repeats(words: list[str], following: list[str], cut: bool) -> bool:
    if len(following) < len(words):
        return False
    *all_but_last, last = words
    if following[: len(all_but_last)] != all_but_last:
        return False
    other = following[len(all_but_last)]
    # A summary can be cut in the middle of its last word.
    return other == last or (cut and other.startswith(last))


def _twins(rows: Sequence[Row], position: int) -> bool:
    """Whether labels come in twos here as well: two columns, not a repeated title."""
    pair = rows[position : position + 2]
    return len(pair) == 2 and pair[0].text == pair[1].text


def compared(text: str) -> list[str]:
    """The words of a text for a comparison: without case, accents and signs."""
    return [plain(word) for word in re.findall(r"[^\W_]+", text.lower())]

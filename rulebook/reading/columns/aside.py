"""What stands inside a two-column table and belongs to neither column: running lines and notes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from rulebook.reading.columns.outline import read_marker
from rulebook.reading.columns.pieces import is_title, line_parts, printed_width
from rulebook.reading.columns.words import column_words

NOTE = re.compile(r"(\d{1,2}|\*{1,3}|\(\*{1,3}\))(?:\s+|(?=[^\W\d_]))(?=[A-ZÀ-Ý«“(])")
CALL = re.compile(r"(?<=[^\W\d_])\d{1,2}(?!\w)|(?<=[.,;:)])\d{1,2}(?!\w)|\*{1,3}")
"""A note mark behind a word or its stop."""
_ALONE = re.compile(r"\s*(?:[-–]\s*)?(\d{1,3})(?:\s*[-–])?\s*")


@dataclass(frozen=True)
class Aside:
    """Lines of a table that belong to neither column: running headers and footers, and notes."""

    furniture: frozenset[int]
    notes: frozenset[int]


@lru_cache(maxsize=1 << 16)
def plain(line: str) -> str:
    """A line as it repeats from page to page: in small letters, every number the same."""
    return re.sub(r"\d+", "0", " ".join(line.split()).lower())


def _unnumbered(text: str) -> str:
    """A plain line without the number of its page at either end."""
    return re.sub(r"^[-–\s]*0\s+[-–\s]*|[-–\s]*\s0[-–\s]*$", "", text)


def find_aside(
    lines: Sequence[str], first: int, last: int, furniture: frozenset[int] = frozenset()
) -> Aside:
    """Set apart what stands inside lines `first` to `last` and belongs to neither column.

    `furniture` are line numbers that are known already to repeat from page to page.
    """
    found = set(furniture) | _repeated(lines, first, last)
    found |= _page_numbers(lines, first, last, found)
    inside = frozenset(n for n in found if first <= n <= last)
    return Aside(inside, frozenset(_notes(lines, first, last, inside)))


def _repeated(lines: Sequence[str], first: int, last: int) -> set[int]:
    """Lines of the table that stand outside it too: what repeats from page to page."""
    outside = {
        plain(line) for n, line in enumerate(lines, 1) if not first <= n <= last and line.strip()
    }
    outside |= {_unnumbered(text) for text in outside}
    known = [n for n in range(first, last + 1) if _unnumbered(plain(lines[n - 1])) in outside]
    whole = {
        n
        for n in known
        if len(lines[n - 1].split()) > 1
        and not read_marker(lines[n - 1].strip())
        and printed_width(lines[n - 1].strip()) > 4
    }
    beside = set(whole)
    for n in known:
        near = [m for m in whole if m != n and abs(m - n) <= 5]
        if near and all(
            not lines[k - 1].strip() or k in known
            for m in near[:1]
            for k in range(min(m, n), max(m, n))
        ):
            beside.add(n)
    return beside


def _page_numbers(lines: Sequence[str], first: int, last: int, furniture: set[int]) -> set[int]:
    alone = {
        n: int(m.group(1))
        for n, line in enumerate(lines, 1)
        if (m := _ALONE.fullmatch(line.replace("\f", "")))
    }
    found = set()
    for n, value in alone.items():
        if not first <= n <= last:
            continue
        edge = (
            {n - 1, n + 1} & furniture
            or "\f" in lines[n - 1]
            or (n < len(lines) and "\f" in lines[n])
        )
        chain = any(
            (m > n and v == value + 1) or (m < n and v == value - 1) for m, v in alone.items()
        )
        if edge or (chain and not _is_note(lines, n)):
            found.add(n)
    return found


def _is_note(lines: Sequence[str], n: int) -> bool:
    after = next((line.strip() for line in lines[n : n + 2] if line.strip()), "")
    return after[:1].isupper() and len(after.split()) > 3


def _notes(lines: Sequence[str], first: int, last: int, furniture: frozenset[int]) -> set[int]:
    """Footnotes: a mark that is called in the text before it and the sentences behind it, or lines
    too wide for a column.
    """
    held = [
        (n, lines[n - 1].replace("\f", "").strip())
        for n in range(first, last + 1)
        if n not in furniture and lines[n - 1].strip()
    ]
    usual = _usual_width([text for _, text in held])
    called: set[str] = set()
    found: set[int] = set()
    pending = inside = 0
    for n, text in held:
        begins = NOTE.match(text)
        alone = _ALONE.fullmatch(text)
        gapped = len(re.split(r"\s{3,}", text)) > 1
        wide = widest(text) > usual * 1.25 and not gapped
        upper = text[:1].isupper() and not read_marker(text)
        if alone and alone.group(1) in called and not text.endswith("."):
            found.add(n)
            pending, inside = pending + 1, 0
        elif (
            begins
            and begins.group(1).strip("()") in called
            and not gapped
            and (wide or _closed(text) or printed_width(text) > usual)
        ):
            found.add(n)
            inside = 0 if _closed(text) else 3
        elif inside and not read_marker(text):
            found.add(n)
            inside = 0 if _closed(text) else inside - 1
        elif (
            upper
            and (wide or (pending and _closed(text) and printed_width(text) > usual * 0.6))
            and (not is_title(text, column_words()) and len(line_parts(text, column_words())) == 1)
        ):
            found.add(n)
            pending = max(0, pending - 1)
            inside = 0 if _closed(text) else 3
        else:
            inside = 0
            called.update(CALL.findall(text))
    return found


def _usual_width(texts: Sequence[str]) -> float:
    """The width that nearly all lines of the columns keep to."""
    widths = sorted(printed_width(part) for text in texts for part in re.split(r"\s{3,}", text))
    return widths[int(len(widths) * 0.9)] if widths else 0.0


def _closed(text: str) -> bool:
    return text.rstrip().endswith((".", "!", "?", ".)"))


def widest(text: str) -> float:
    """The width of a line, or of its longer half where an extractor joined two at a hyphen."""
    return max(
        printed_width(part)
        for part in re.split(r"(?<=[a-zà-ù])[-\u00ad\x02\ufffe](?=[a-zà-ù])", text)
    )

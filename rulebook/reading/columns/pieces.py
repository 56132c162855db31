"""Cut the lines of a two-column table into pieces that belong to one column each.

Most lines are one piece. Extractors that keep the page's geometry, or that join cells standing at
one height, leave pieces of both columns in one line.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from rulebook.reading.columns.gutter import find_gutters
from rulebook.reading.columns.outline import ORDER, Marker, read_marker
from rulebook.reading.columns.words import ColumnWords, column_words, tokens

_YEAR = re.compile(r"(?:19|20)\d\d")
_NARROW = frozenset("iljI.,;:’'!|")
_SLIM = frozenset('ftr()[]-"“”\u00ad')
_WIDE = frozenset("mwMW")
_ROW = 400
"""A row of a table has at most so many characters; a whole page in one line is none."""


@dataclass(frozen=True, slots=True)
class Piece:
    """A stretch of one line in one column: its place, its text, and what it looks like.

    `number` counts lines from 1, `start` and `end` are columns from 0 in that line; `kind` is
    `text`, `label`, `title` or `header`; `gap` tells that an empty line stands before it, `page`
    that a page ends before it; `side` is 0 (left) or 1 (right) where geometry shows it; `beside`
    tells that the piece before it is the left cell at the same height.
    """

    number: int
    start: int
    end: int
    text: str
    kind: str
    marker: Marker | None
    rest: str
    words: tuple[str, ...]
    width: float
    first_width: float
    gap: bool
    page: bool
    side: int | None
    beside: bool = False


@lru_cache(maxsize=1 << 16)
def printed_width(text: str) -> float:
    """The width of a text in ems of a common book face, near enough to tell a full line from a
    short one.
    """
    total = 0.0
    for char in text:
        if char == " ":
            total += 0.25
        elif char in _NARROW:
            total += 0.27
        elif char in _SLIM:
            total += 0.35
        elif char in _WIDE:
            total += 0.78
        elif char.isupper():
            total += 0.67
        else:
            total += 0.48
    return total


def is_title(text: str, words: ColumnWords) -> bool:
    """Whether a line is the title of an article: an article word and a number, then a dash or
    nothing.
    """
    if text.isupper() and text.strip().lower() in words.article_words and len(text.strip()) > 4:
        return True
    found = re.match(r"\W*([^\W\d]+\.?)\s+(\d{1,3})\b\s*(.*)", text)
    if not found or found.group(1).lower() not in words.article_words:
        return False
    rest = found.group(3)
    if found.group(1).isupper() and len(found.group(1)) > 2:
        return not rest or rest[0] in "-–—.:(" or rest.upper() == rest
    return not rest or rest[0] in "-–—"


def is_header(text: str, words: ColumnWords) -> bool:
    """Whether a line heads a column with the name of an edition ("Codice 1997")."""
    held = text.lower().split()
    if (
        not 1 <= len(held) <= 5
        or text.rstrip().endswith((".", ";", ","))
        or (not text[:1].isupper() and not text[:1].isdigit())
    ):
        return False
    named = any(word.strip("().,") in words.header_words for word in held)
    dated = bool(_YEAR.search(text)) or any(
        word in words.old_words or word in words.new_words for word in held
    )
    return dated and named


def cut_pieces(lines: Sequence[str], first: int, last: int, aside: frozenset[int]) -> list[Piece]:
    """The pieces of lines `first` to `last` (from 1), leaving out the lines in `aside`."""
    words = column_words()
    numbers = [n for n in range(first, last + 1) if n not in aside and lines[n - 1].strip()]
    gutters = find_gutters(lines, first, last)
    pieces: list[Piece] = []
    held = set(numbers)
    gap = page = False
    for n in range(first, last + 1):
        raw = lines[n - 1]
        page = page or "\f" in raw or n in aside
        if n not in held:
            gap = gap or not raw.strip()
            continue
        label = pieces[-1].marker if pieces and pieces[-1].kind == "label" else None
        for start, end, side in _stretches(raw, gutters.get(n), words, label):
            piece = _piece(n, start, end, raw[start:end], gap, page, side, words)
            joined = bool(pieces) and pieces[-1].number == n and side is None
            pieces.append(replace(piece, beside=joined and not _nested(pieces[-1], piece)))
            gap = page = False
    return pieces


def _nested(one: Piece, other: Piece) -> bool:
    """Whether two pieces of a line are a label and the label of its first child."""
    return bool(
        one.kind == "label" and one.marker and other.marker and not _twins(one.marker, other.marker)
    )


def _piece(
    n: int,
    start: int,
    end: int,
    text: str,
    gap: bool,
    page: bool,
    side: int | None,
    words: ColumnWords,
) -> Piece:
    marker, rest, kind = None, text, "text"
    found = read_marker(text)
    if is_title(text, words):
        kind = "title"
    elif found:
        marker, at = found
        rest = text[at:].strip()
        kind = "text" if rest else "label"
    elif is_header(text, words):
        kind = "header"
    held = tokens(rest)
    return Piece(
        n,
        start,
        end,
        text,
        kind,
        marker,
        rest,
        held,
        printed_width(text),
        printed_width(text.split(maxsplit=1)[0]),
        gap,
        page,
        side,
    )


def _stretches(
    raw: str, gutter: int | None, words: ColumnWords, label: Marker | None = None
) -> list[tuple[int, int, int | None]]:
    """The stretches of a line, each with the side that geometry gives it.

    `label` is the label that stands alone before the line.
    """
    start, end = len(raw) - len(raw.lstrip()), len(raw.rstrip())
    if gutter is not None:
        if start >= gutter - 1:
            return [(start, end, 1)]
        cut = _cut_near(raw, gutter)
        if cut is not None:
            left_end, right_start = _label_to_right(raw, start, cut, words)
            left = raw[start:left_end]
            alone = read_marker(left)
            if start > 0.6 * gutter and alone and alone[1] == len(left):
                return [(start, end, 1)]
            return [(start, left_end, 0), (right_start, end, 1)]
        return [(start, end, 0 if end - gutter <= gutter - start else 1)]
    at = _joint(raw[start:end], words) or _label_behind(raw[start:end], words, label)
    if at:
        left = raw[start : start + at].rstrip()
        return [(start, start + len(left), None), (start + at, end, None)]
    return [(start, end, None)]


def line_parts(line: str, words: ColumnWords, geometry: bool = False) -> list[str]:
    """The texts of the cells in a line; with `geometry` a wide gap parts them too."""
    text = line.replace("\f", " ").strip()
    if geometry:
        wide = [part for part in re.split(r"\s{3,}", text) if part]
        if len(wide) > 1:
            return wide
    at = _joint(text, words)
    return [text[:at].rstrip(), text[at:]] if at else [text]


def _cut_near(raw: str, gutter: int) -> tuple[int, int] | None:
    """The end of the left cell and the start of the right one."""
    if raw[gutter - 1 : gutter] == " " and raw[gutter : gutter + 1].strip():
        return len(raw[:gutter].rstrip()), gutter
    gaps = [found.span() for found in re.finditer(r"(?<=\S)\s{2,}(?=\S)", raw)]
    near = [(max(start - gutter, gutter - end, 0), start - end) for start, end in gaps]
    if not near or min(near)[0] > 6:
        for at in range(max(1, gutter - 4), min(len(raw), gutter + 3)):
            found = read_marker(raw[at:]) if raw[at - 1] == " " else None
            rest = raw[at + found[1] :].strip() if found else ""
            if rest[:1].isupper() and not _cites(raw[:at], column_words()):
                return len(raw[:at].rstrip()), at
    if not near:
        return None
    away, length = min(near)
    if away <= 6 or (
        -length >= 4 and len(raw.rstrip()) <= gutter + 4 and read_marker(raw.strip()) is None
    ):
        return gaps[near.index((away, length))]
    return None


def _label_to_right(
    raw: str, start: int, cut: tuple[int, int], words: ColumnWords
) -> tuple[int, int]:
    """Give a label at the end of the left cell to the right one, where it was pushed against it.

    A long left cell leaves one blank before the labels of the right column; the text of the right
    cell keeps its place, far behind.
    """
    left_end, right_start = cut
    before, _, last = raw[start:left_end].rpartition(" ")
    found = read_marker(last)
    if (
        found is None
        or found[1] != len(last)
        or right_start - left_end < 3
        or not before.strip()
        or read_marker(raw[right_start:])
        or _cites(before, words)
        or (last[0].isupper() and not raw[right_start].isupper())
    ):
        return cut
    at = left_end - len(last)
    return len(raw[:at].rstrip()), at


def _joint(text: str, words: ColumnWords) -> int:
    """Where two cells that stand at one height were joined into a line, or 0."""
    if len(text) > _ROW:
        return 0
    held = [m.start() for m in re.finditer(r"(?<=\s)\S", text)]
    half = len(text) // 2
    for at in sorted(held, key=lambda k: abs(k - half)):
        left, right = text[:at].strip(), text[at:].strip()
        if left == right and (len(left.split()) > 1 or len(left) > 3):
            return at
        if is_title(right, words) and is_title(left, words):
            return at
        if is_header(left, words) and is_header(right, words):
            return at
    first = read_marker(text)
    if first and first[1] < len(text):
        for at in held:
            second = read_marker(text[at:])
            if second and _twins(first[0], second[0]) and at > first[1]:
                after = text[at + second[1] :].strip()
                before = text[first[1] : at].strip()
                if (
                    after[:1].isupper()
                    and before[-1:] not in ",("
                    and not _leads_to_citation(before, words)
                ):
                    return at
        second = read_marker(text[first[1] :].strip())
        if second and (
            second[1] == len(text[first[1] :].strip()) or _first_child(first[0], second[0])
        ):
            return len(text) - len(text[first[1] :].lstrip())
    return 0


def _label_behind(text: str, words: ColumnWords, label: Marker | None) -> int:
    """Where the label of the right cell stands behind the first line of the left one, or 0.

    Where labels have columns of their own, the left label comes first by itself, and the right one
    at the height of the left text.
    """
    before, _, last = text.rpartition(" ")
    found = read_marker(last)
    if (
        label is None
        or found is None
        or found[1] != len(last)
        or not _twins(label, found[0])
        or not before.strip()
        or _cites(before, words)
    ):
        return 0
    return len(text) - len(last)


def _twins(one: Marker, other: Marker) -> bool:
    return any(a[0] == b[0] and abs(a[1] - b[1]) <= 1 for a in one.options for b in other.options)


def _first_child(one: Marker, other: Marker) -> bool:
    """Whether a label is the first of a deeper numbering than another."""
    return any(
        count == 1 and ORDER.index(kind) > ORDER.index(outer)
        for kind, count in other.options
        for outer, _ in one.options
    )


def _leads_to_citation(text: str, words: ColumnWords) -> bool:
    last = text.rsplit(maxsplit=1)[-1].lower() if text.split() else ""
    return last in words.classes or _cites(text, words)


def _cites(text: str, words: ColumnWords) -> bool:
    """Whether the last word of a text calls for the label of a citation behind it."""
    last = text.rsplit(maxsplit=1)[-1].lower() if text.split() else ""
    return (
        last.rstrip(".") in words.abbreviations
        or last in words.citing_words
        or words.classes.get(last, "")[:3] in ("pre", "and")
    )

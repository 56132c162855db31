"""Find where a two-column table stands in a text."""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from rulebook.reading.columns.aside import CALL, NOTE, find_aside, plain, widest
from rulebook.reading.columns.gutter import find_gutters
from rulebook.reading.columns.outline import read_marker
from rulebook.reading.columns.pieces import (
    is_header,
    is_title,
    line_parts,
    printed_width,
)
from rulebook.reading.columns.words import ColumnWords, column_words

_SHARE = 0.66
"""A line wider than this share of the prose around it is no line of a column."""


_HEAD_LINES = 30
"""The titles of two columns stand no further apart than this."""
_TITLES_APART = 6
"""Where nothing but the labels tells a table, they stand no further apart than this."""


def find_regions(lines: Sequence[str]) -> list[tuple[int, int]]:
    """The first and last line (from 1) of every two-column table of a text.

    A table is known by a title or a head that stands twice, or by a sentence that announces two
    texts side by side, followed by lines much narrower than the prose or parted by a gutter.
    """
    words = column_words()
    regions: list[tuple[int, int]] = []
    at = 1
    for start, announced in _starts(lines, words):
        if start < at or (not announced and not _title_again(lines, start, words)):
            continue
        last = max(_end(lines, start, words), _end_of_twins(lines, start, words))
        last = _trimmed(lines, start, last)
        if last - start + 1 >= 6 and _is_double(lines, start, last, announced, words):
            regions.append((start, last))
            at = last + 1
    return regions


def _title_again(lines: Sequence[str], start: int, words: ColumnWords) -> bool:
    """Whether the title on a line stands again near it, as the heads of two columns do."""
    seen: Counter[str] = Counter()
    for line in lines[start - 1 : start - 1 + _HEAD_LINES]:
        for part in line_parts(line, words, geometry=True):
            if is_title(part, words):
                seen[re.sub(r"\D", "", part)[:3]] += 1
    return max(seen.values(), default=0) > 1


def _starts(lines: Sequence[str], words: ColumnWords) -> list[tuple[int, bool]]:
    """Lines where a table may begin, and whether the text before says so."""
    found: dict[int, bool] = {}
    previous = ""
    for n, line in enumerate(lines, 1):
        text = line.replace("\f", "").strip()
        if not text:
            continue
        parts = line_parts(line, words)
        if (len(parts) == 1 and is_title(text, words)) or (
            len(parts) == 2 and is_title(parts[0], words)
        ):
            found.setdefault(n, False)
        elif (len(parts) == 2 and is_header(parts[0], words)) or (
            is_header(text, words) and _next_is_header(lines, n, words)
        ):
            found[n] = True
        announced = f"{previous} {text}".lower()
        if text.endswith(":") and any(
            word.strip(",.;:") in words.parallel_words for word in announced.split()
        ):
            after = next(
                (m for m in range(n + 1, min(len(lines), n + 8) + 1) if lines[m - 1].strip()), None
            )
            if after is not None:
                found[after] = True
        previous = text
    return sorted(found.items())


def _next_is_header(lines: Sequence[str], n: int, words: ColumnWords) -> bool:
    after = [line.strip() for line in lines[n : n + 4] if line.strip()][:2]
    return any(is_header(text, words) for text in after)


@lru_cache(maxsize=8)
def _prose_width(lines: tuple[str, ...]) -> float:
    """The width to which the prose of a text is set: the widest that more than one line reaches."""
    widths = sorted(
        (printed_width(line.replace("\f", "").strip()) for line in lines if line.strip()),
        reverse=True,
    )
    return next((wide for wide, other in itertools.pairwise(widths) if other > 0.93 * wide), 0.0)


def _end(lines: Sequence[str], start: int, words: ColumnWords) -> int:
    """The last line before the prose goes on."""
    gutters = find_gutters(lines, start, len(lines))
    if gutters:
        return _end_of_gutter(lines, start, gutters)
    limit = _SHARE * _prose_width(tuple(lines))
    running = _running(lines, start)
    held = [
        (n, line.replace("\f", "").strip())
        for n, line in enumerate(lines, 1)
        if n >= start and line.strip()
    ]
    last = start
    called: set[str] = set()
    for k, (n, text) in enumerate(held):
        mark = NOTE.match(text)
        noted = mark is not None and mark.group(1).strip("()") in called
        called.update(CALL.findall(text))
        if (
            widest(text) > limit
            and not noted
            and not is_title(text, words)
            and len(line_parts(text, words)) == 1
        ):
            # A note runs over the whole page too, but the columns go on after it.
            after = [
                widest(other) <= limit
                for _, other in held[k + 1 : k + 20]
                if plain(other) not in running
            ][:12]
            if len(after) < 4 or sum(after) < 0.75 * len(after):
                break
        last = n
    return last


def _end_of_twins(lines: Sequence[str], start: int, words: ColumnWords) -> int:
    """The last line of a table whose lines are as wide as all others: where its last double label
    has its text; 0 if no labels stand twice or the width tells the end.
    """
    if not _title_again(lines[: start + _TITLES_APART], start, words):
        return 0
    number = re.sub(r"\D", "", lines[start - 1])[:3]
    stop = len(lines)
    twins: dict[str, list[int]] = {}
    for n in range(start, len(lines) + 1):
        text = lines[n - 1].strip()
        if is_title(text, words) and re.sub(r"\D", "", text)[:3] != number:
            stop = n - 1
            break
        found = read_marker(text)
        if found and (found[0].text[0].isupper() or found[0].text[0].isdigit()):
            twins.setdefault(found[0].text, []).append(n)
    double = [places for places in twins.values() if len(places) >= 2]
    if len(double) < 2 or 2 * len(double) < len(twins):
        return 0
    last = max(max(places) for places in double)
    alone = read_marker(lines[last - 1].strip())
    bare = alone is not None and alone[1] == len(lines[last - 1].strip())
    while last < stop and (lines[last].strip() or bare):
        last += 1
        bare = bare and not lines[last - 1].strip()
    head = max(
        widest(part)
        for line in lines[start - 1 : start + _HEAD_LINES]
        for part in line_parts(line, words, geometry=True)
    )
    prose = any(widest(line.strip()) > 1.4 * head for line in lines if line.strip())
    return 0 if prose else last


def _running(lines: Sequence[str], start: int) -> set[str]:
    """What stands before a table or at the very end of a text and stands elsewhere too: headers and
    footers.
    """
    counts = Counter(plain(line) for line in lines)
    found = {plain(line) for line in lines[: start - 1] if counts[plain(line)] > 1}
    for line in reversed(lines):
        if line.strip() and counts[plain(line)] < 2:
            break
        found.add(plain(line))
    return found


def _end_of_gutter(lines: Sequence[str], start: int, gutters: dict[int, int]) -> int:
    """The last line before words run over the gutter and no more cells follow."""
    held = [
        (n, lines[n - 1].replace("\f", " ").rstrip())
        for n in range(start, len(lines) + 1)
        if lines[n - 1].strip()
    ]
    running = _running(lines, start)
    parted = [_is_parted(raw, gutters.get(n, 0)) for n, raw in held]
    last = start
    for k, (n, _) in enumerate(held):
        if parted[k] is False:
            after = [
                p is not False
                for p, (_, raw) in list(zip(parted, held, strict=True))[k + 1 : k + 18]
                if plain(raw) not in running
            ]
            if len(after) < 4 or sum(after) < 0.65 * len(after):
                break
        last = n
    return last


def _is_parted(raw: str, gutter: int) -> bool | None:
    """Whether a line shows the gutter, or runs over it; None if it is too short to tell."""
    if len(raw) <= gutter + 2:
        return None
    if not raw[: gutter - 2].strip():
        return True
    return "  " in raw[max(0, gutter - 10) : gutter + 10]


def _trimmed(lines: Sequence[str], first: int, last: int) -> int:
    """The last line once notes and furniture at the end are left out."""
    while last > first:
        aside = find_aside(lines, first, last)
        if lines[last - 1].strip() and last not in aside.furniture and last not in aside.notes:
            outside = {plain(line) for n, line in enumerate(lines, 1) if n > last or n < first}
            if not (plain(lines[last - 1]) in outside and len(lines[last - 1].split()) > 1):
                break
        last -= 1
    return last


def _is_double(
    lines: Sequence[str], first: int, last: int, announced: bool, words: ColumnWords
) -> bool:
    """Whether lines hold two texts: the same title twice, or, where two texts are announced, labels
    that stand twice.
    """
    titles: Counter[str] = Counter()
    markers: Counter[str] = Counter()
    for n in range(first, last + 1):
        for part in line_parts(lines[n - 1], words, geometry=True):
            found = read_marker(part)
            if is_title(part, words):
                titles[re.sub(r"\D", "", part)[:3]] += 1
            elif found:
                markers[found[0].text] += 1
    outer = [text for text in markers if text[0].isupper() or text[0].isdigit()]
    # The labels inside a provision say nothing: each begins anew in the next one.
    outer = [text for text in outer if text[0].isdigit() == outer[0][0].isdigit()]
    double = [text for text in outer if markers[text] >= 2]
    return max(titles.values(), default=0) >= 2 or (announced and len(double) * 2 >= len(outer) > 0)

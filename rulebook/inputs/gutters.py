"""The white strip between two columns: found, followed up and down, and told from chance."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from rulebook.inputs.words import Row, Stroke, Word, rows_of, size_of

_GUTTER = 0.85
_NARROW = 0.35
_SHARE = 0.2
_MUCH = 0.8
_MORE = 1.3
_LEAST = 3
_LEAST_NARROW = 7
_FAR = 1e6
_SET = 1.2


@dataclass(frozen=True, slots=True)
class Gutter:
    """A strip that stays white in rows `first` to `last`, both included."""

    first: int
    last: int
    left: float
    right: float
    both: int


def best_gutter(rows: Sequence[Row], strokes: Sequence[Stroke]) -> Gutter | None:
    """The gutter that parts the most rows; a narrow one must part many more than a wide one.

    In a narrow strip the blank between two words of a long line can stand by chance.
    """
    size = size_of(word for row in rows for word in row.words)
    wide, narrow = (_widest(rows, share * size, strokes) for share in (_GUTTER, _NARROW))
    best = wide if wide and (not narrow or wide.both >= _MUCH * narrow.both) else narrow
    return _extended(rows, best, _NARROW * size) if best else None


def _extended(rows: Sequence[Row], gutter: Gutter, least: float) -> Gutter:
    """The gutter with the rows above and below that leave it narrower, but plainly apart."""
    first, last, gap, both = gutter.first, gutter.last, (gutter.left, gutter.right), gutter.both
    usual, edge = leading(rows), right_edge(rows, gutter)
    for step in (-1, 1):
        at = first - 1 if step < 0 else last + 1
        while 0 <= at < len(rows):
            white = _white(rows[at], gap)
            if white is None or white[1] - white[0] < least:
                break
            parted = on_both(rows[at], white) or starts_at(rows[at], edge)
            across = rows[at].left < white[0] and rows[at].right > white[1]
            step_size = abs(rows[at].baseline - rows[at - step].baseline)
            if across and not parted and step_size > 1.3 * usual:
                break
            gap, both = white, both + parted
            first, last = min(first, at), max(last, at)
            at += step
    return Gutter(first, last, gap[0], gap[1], both)


def _widest(rows: Sequence[Row], least: float, strokes: Sequence[Stroke]) -> Gutter | None:
    words = [word for row in rows for word in row.words]
    left, right = min(w.left for w in words), max(w.right for w in words)
    found: dict[tuple[int, int], Gutter] = {}
    for index in range(len(rows)):
        for gap in _inner(rows, index, least):
            gutter = _grown(rows, index, gap, least)
            known = found.get((gutter.first, gutter.last))
            if known is None or gutter.right - gutter.left > known.right - known.left:
                found[gutter.first, gutter.last] = gutter
    sound = [g for g in found.values() if _sound(rows, g, left, right, strokes)]
    return max(sound, key=lambda g: (g.both, g.right - g.left), default=None)


def _inner(rows: Sequence[Row], index: int, least: float) -> list[tuple[float, float]]:
    """The gaps of a row that are as wide as a gutter.

    Where the lines of two columns do not stand at the same height, a row and the one that it
    overlaps are looked at together.
    """
    words = list(rows[index].words)
    if index + 1 < len(rows) and rows[index + 1].top < rows[index].bottom - 1:
        words += rows[index + 1].words
    gaps: list[tuple[float, float]] = []
    words.sort(key=lambda word: word.left)
    end = words[0].right
    for word in words[1:]:
        if word.left - end >= least:
            gaps.append((end, word.left))
        end = max(end, word.right)
    return gaps


def _white(row: Row, gap: tuple[float, float]) -> tuple[float, float] | None:
    """What of a strip a row leaves white: the widest part of it."""
    edges = [-_FAR]
    for word in row.words:
        edges += [word.left, max(word.right, edges[-2] if len(edges) > 1 else -_FAR)]
    edges.append(_FAR)
    best: tuple[float, float] | None = None
    end = -_FAR
    for word in row.words:
        low, high = max(end, gap[0]), min(word.left, gap[1])
        if high > low and (best is None or high - low > best[1] - best[0]):
            best = low, high
        end = max(end, word.right)
    low, high = max(end, gap[0]), gap[1]
    if high > low and (best is None or high - low > best[1] - best[0]):
        best = low, high
    return best


def _grown(rows: Sequence[Row], index: int, gap: tuple[float, float], least: float) -> Gutter:
    """A gap followed up and down as long as it stays white and wide."""
    first = last = index
    for step in (1, -1):
        at = index + step
        while 0 <= at < len(rows):
            white = _white(rows[at], gap)
            if white is None or white[1] - white[0] < least:
                break
            gap = white
            first, last = min(first, at), max(last, at)
            at += step
    both = sum(on_both(row, gap) for row in rows[first : last + 1])
    return Gutter(first, last, gap[0], gap[1], both)


def on_both(row: Row, gap: tuple[float, float]) -> bool:
    """Whether a row has words on both sides, and more white between them than between words."""
    lefts = [word for word in row.words if word.right <= gap[0] + 1]
    rights = [word for word in row.words if word.left >= gap[1] - 1]
    if not lefts or not rights:
        return False
    gaps = sorted(
        after.left - word.right
        for side in (lefts, rights)
        for word, after in pairwise(side)
        if after.left > word.right
    )
    white = min(word.left for word in rights) - max(word.right for word in lefts)
    return not gaps or white > _MORE * gaps[len(gaps) // 2]


def right_edge(rows: Sequence[Row], gutter: Gutter) -> float:
    """Where the lines of the right column begin."""
    return min(
        (
            word.left
            for row in rows[gutter.first : gutter.last + 1]
            for word in row.words
            if word.left >= gutter.right - 1
        ),
        default=_FAR,
    )


def starts_at(row: Row, edge: float) -> bool:
    """Whether a row has words on the left, and a word that begins where the right column does."""
    return row.left < edge - 1 and any(abs(word.left - edge) < 1 for word in row.words)


def _sound(
    rows: Sequence[Row], gutter: Gutter, left: float, right: float, strokes: Sequence[Stroke]
) -> bool:
    """Whether both sides hold text, and not only labels before it or numbers behind it."""
    inside = [word for row in rows[gutter.first : gutter.last + 1] for word in row.words]
    lefts = [word for word in inside if word.right <= gutter.left + 1]
    rights = [word for word in inside if word.left >= gutter.right - 1]
    if not lefts or not rights:
        return False
    wide = _SHARE * (right - left)
    if gutter.left - min(w.left for w in lefts) < wide:
        return False
    if max(w.right for w in rights) - gutter.right < wide:
        return False
    heights = [(rows_of(side)[0].top, rows_of(side)[-1].bottom) for side in (lefts, rights)]
    shared = min(b for _, b in heights) - max(a for a, _ in heights)
    size = size_of(inside)
    least = 2 if ruled(inside, strokes) else _LEAST
    # Lines of two columns may never stand at one height; a rule between them parts them as well.
    if _split(gutter, lefts, rights, strokes):
        return True
    if gutter.both < least - 1:
        return False
    if gutter.right - gutter.left < _GUTTER * size:
        least = _LEAST_NARROW
    lines = min(len(rows_of(lefts)), len(rows_of(rights)))
    return lines >= least and shared > (least - 1) * size and _set_full(lefts, rights)


def _split(
    gutter: Gutter, lefts: Sequence[Word], rights: Sequence[Word], strokes: Sequence[Stroke]
) -> bool:
    """Whether a printed rule stands in the gutter along the lines of both sides."""
    top = max(min(w.baseline for w in side) for side in (lefts, rights))
    bottom = min(max(w.baseline for w in side) for side in (lefts, rights))
    covered = sum(
        max(0.0, min(stroke.bottom, bottom) - max(stroke.top, top - size_of(lefts)))
        for stroke in strokes
        if not stroke.horizontal and gutter.left - 1 <= stroke.left <= gutter.right + 1
    )
    return covered > 0.6 * (bottom - top + size_of(lefts))


def _set_full(lefts: Sequence[Word], rights: Sequence[Word]) -> bool:
    """Whether the lines of both sides begin under each other, as those of columns do."""
    for side in (lefts, rights):
        starts = sorted(row.left for row in rows_of(side))
        size = size_of(side)
        # Indents and labels shift a line by a few characters, a hanging word by any measure.
        near = [start for start in starts if start - starts[0] <= 6 * size]
        if len(near) * 2 < len(starts):
            return False
    return True


def ruled(words: Sequence[Word], strokes: Sequence[Stroke]) -> bool:
    """Whether printed lines frame the words: two that lie across most of their width."""
    if not words:
        return False
    left, right = min(w.left for w in words), max(w.right for w in words)
    top, bottom = min(w.top for w in words), max(w.bottom for w in words)
    size = size_of(words)
    levels = set()
    for stroke in strokes:
        if not stroke.horizontal or not top - 2 * size <= stroke.top <= bottom + 2 * size:
            continue
        covered = sum(
            max(0.0, min(right, s.right) - max(left, s.left))
            for s in strokes
            if s.horizontal and abs(s.top - stroke.top) < 1.5
        )
        if covered > 0.7 * (right - left):
            levels.add(round(stroke.top / 3))
    return len(levels) >= 2


def leading(rows: Sequence[Row]) -> float:
    """The usual distance from line to line; where two columns interleave, that of set type."""
    steps = sorted(b.baseline - a.baseline for a, b in pairwise(rows))
    usual = steps[len(steps) // 2] if steps else 0.0
    return max(usual, _SET * size_of(word for row in rows for word in row.words))

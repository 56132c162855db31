"""Where the gutter between the two columns stands, in a text that kept the layout of its pages."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.reading.columns.outline import read_marker


def find_gutters(lines: Sequence[str], first: int, last: int) -> dict[int, int]:
    """The column of the gutter for each line of a table that kept its geometry; empty if it did
    not.

    Works page by page, since an extractor spreads each page by itself.
    """
    pages: list[list[int]] = [[]]
    for n in range(first, last + 1):
        if pages[-1] and "\f" in lines[n - 1]:
            pages.append([])
        pages[-1].append(n)
    found = [_gutter([lines[n - 1] for n in page], 0.3) for page in pages]
    sure = [gutter for gutter in found if gutter is not None]
    if not sure:
        return {}
    # A page with cells of one column only shows no gutter, but nothing runs over it either.
    agreeing = sum(
        len(page)
        for page, gutter in zip(pages, found, strict=True)
        if gutter is not None or _keeps_clear([lines[n - 1] for n in page], sure[0])
    )
    if agreeing * 3 < last - first + 1:
        return {}
    out: dict[int, int] = {}
    for page, gutter in zip(pages, found, strict=True):
        place = gutter if gutter is not None else _gutter([lines[n - 1] for n in page], 0.0)
        place = place if place is not None else sure[0]
        out.update((n, place) for n in page)
    return out


def _keeps_clear(lines: Sequence[str], gutter: int) -> bool:
    """Whether hardly a line of a page runs over a gutter."""
    held = [line.replace("\f", " ").rstrip() for line in lines if line.strip()]
    over = [
        line
        for line in held
        if len(line) > gutter + 8
        and line[:gutter].strip()
        and "  " not in line[max(0, gutter - 8) : gutter + 8]
    ]
    apart = [line for line in held if not line[: gutter // 2].strip()]
    return bool(apart) and len(over) * 3 < len(held)


def _gutter(lines: Sequence[str], share: float) -> int | None:
    """The column where the right cells begin: hardly a word crosses it, and most lines show a gap
    there.
    """
    held = [line.replace("\f", " ").rstrip() for line in lines if line.strip()]
    longest = max((len(line) for line in held), default=0)
    # Prose that runs over the whole page says nothing about a gutter.
    cells = [
        line
        for line in held
        if "  " in line.strip() or len(line) < 0.8 * longest or line.startswith("    ")
    ]
    held = cells if 2 * len(cells) > len(held) else held
    scores: dict[int, float] = {}
    for at in range(longest // 4, longest * 4 // 5):
        score, both, wide = 0.0, 0, 0
        for line in held:
            if len(line) <= at or not line[:at].strip():
                continue
            both += 1
            if line[at - 1] != " ":
                score -= 3.0
            elif line[at - 2] == " ":
                score += 1.0
                wide += 1
            else:
                score += 0.4 if line[at] != " " else 0.7
        # A space between words is no gutter: some lines must show more than one.
        if both >= max(3, len(held) // 5) and score > share * both and wide * 4 >= both:
            scores[at] = score
    best = max(scores.values(), default=0.0)
    # The leftmost of the good places: labels of the right column stand to the left of its text.
    place = next((at for at, score in scores.items() if score >= 0.9 * best), None)
    return None if place is None else _before_labels(held, place)


def _before_labels(lines: Sequence[str], gutter: int) -> int:
    """Move a gutter to the left of the labels of the right column, where they stand in a column of
    their own.
    """
    starts = []
    for line in lines:
        left = line[:gutter].strip()
        found = read_marker(left)
        at = len(line[:gutter]) - len(line[:gutter].lstrip())
        if found and found[1] == len(left) and at > 0.6 * gutter:
            starts.append(at)
    for at in sorted(set(starts)):
        reach = [line for line in lines if len(line) > at]
        if at > 1 and sum(line[at - 1] == " " for line in reach) >= 0.8 * len(reach):
            return at
    return gutter

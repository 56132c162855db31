"""What a first reading of a table shows about its columns, for the second."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Sequence

from rulebook.reading.columns_evidence import Evidence, Shape
from rulebook.reading.columns_pieces import Piece
from rulebook.reading.columns_search import TITLE, UNKNOWN, Choice
from rulebook.reading.columns_words import column_words


def shape_of(pieces: Sequence[Piece], evidence: Evidence, choices: Sequence[Choice]) -> Shape:
    """The widths of full lines by side and depth, and the words that lean to one side."""
    widths: defaultdict[tuple[int, int], list[float]] = defaultdict(list)
    for index, choice in enumerate(choices):
        if choice.place not in (TITLE, UNKNOWN) and choice.how in ("join", "start") and not evidence.single_words[index]:
            widths[(choice.side, len(choice.place))].append(pieces[index].width)
    full = {}
    for key, held in widths.items():
        held.sort()
        if len(held) >= 4:
            full[key] = held[int(0.9 * len(held))] if len(held) < 12 else held[int(0.93 * len(held))]
    return Shape(full, _leaning(pieces, choices), evidence.shape.new_left)


def _leaning(pieces: Sequence[Piece], choices: Sequence[Choice]) -> dict[str, float]:
    """Words that one column has and the other has not, or hardly: what a revision replaced throughout."""
    counts: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
    for piece, choice in zip(pieces, choices, strict=True):
        if choice.place != TITLE:
            counts[choice.side].update(word.lower() for word in piece.words if word[0].isalpha() and len(word) > 3)
    known = column_words().classes
    out: dict[str, float] = {}
    for word in set(counts[0]) | set(counts[1]):
        left, right = counts[0][word], counts[1][word]
        if left + right < 3 or word in known and left + right < 8:
            continue
        value = math.log((left + 0.4) / (right + 0.4))
        if abs(value) > 1.2:
            out[word] = max(-1.0, min(1.0, 0.35 * value))
    return out

"""Words of two texts against each other, so that only what changed is marked.

A word keeps what belongs to it: an elided pair (`dell’arbitro`), a code (`27B1(b)`), a bid
(`2♥`), a hyphenated compound and an abbreviation before a number (`art. 31`) are one word each.
White space is carried by the word that follows it.
"""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from rapidfuzz.distance import LCSseq

Op = Literal["equal", "delete", "insert"]

_SIGN = r"[\w\u0300-\u036f♠♣♥♦♤♡♢♧\ufe0e\ufe0f]"
_TOKEN = re.compile(
    rf"""(?P<space>\s*)(?P<text>
      (?:\d{{1,3}}[A-Z]|[A-Z]\d)\d{{0,2}}(?:\((?:[a-z]{{1,5}}|\d{{1,2}})\))+
    | \((?:[a-z]|[ivxl]{{2,5}}|\d{{1,2}}|[A-Z])\)
    | \d+(?:[.,/:]\d+)+
    | (?:[^\W\d_]{{1,5}}['’])?[^\W\d_]{{2,5}}\.(?=\s*\d)
    | {_SIGN}{{1,3}}['’](?![\w])
    | {_SIGN}+(?:['’ʼ‘\-‐‑]{_SIGN}+)*
    | \S
    | \Z)""",
    re.VERBOSE,
)
_ELIDED = re.compile(r"([^\W\d_]+')(\w.*)", re.DOTALL)
_PLAIN = str.maketrans("’ʼ‘‐‑", "'''--")
_SHARED_FLOOR = 0.25
_WINDOW = 12_000
_ANCHOR = 6


@dataclass(frozen=True, slots=True)
class Word:
    """A word with the white space before it.

    `prefix` is an elided article or preposition (`dell'`), `core` the rest, both in lower case
    with a straight apostrophe.
    """

    space: str
    text: str
    prefix: str
    core: str


@dataclass(frozen=True, slots=True)
class WordChange:
    """A stretch of text that stayed, went or came; `layer` says what kind of change it is.

    The layer of what stayed is empty (see `rulebook.compare.layers`).
    """

    op: Op
    text: str
    layer: str = ""


@dataclass(frozen=True, slots=True)
class Piece:
    """Words `i1:i2` of the old text stand against `j1:j2` of the new; no layer means equal."""

    layer: str
    i1: int
    i2: int
    j1: int
    j2: int


@lru_cache(maxsize=512)
def words(text: str) -> tuple[Word, ...]:
    """The words of a text; the last one is empty and carries the white space at the end."""
    found: list[Word] = []
    for match in _TOKEN.finditer(text):
        found.append(Word(match["space"], match["text"], *_parts(match["text"])))
        if not match["text"]:
            break
    return tuple(found)


@lru_cache(maxsize=16384)
def _parts(text: str) -> tuple[str, str]:
    """A word's elided article or preposition, and its core."""
    folded = fold(text)
    elided = _ELIDED.fullmatch(folded) if "'" in folded else None
    return (elided[1], elided[2]) if elided else ("", folded)


def fold(text: str) -> str:
    """Lower case with straight apostrophes and plain hyphens: one spelling for many."""
    return text.casefold().translate(_PLAIN)


def matches(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[tuple[int, int]]:
    """As many equal items in order as there can be, in as few runs as can be.

    Returns:
        Index pairs, ascending on both sides.
    """
    start = 0
    while start < min(len(old), len(new)) and old[start] == new[start]:
        start += 1
    stop = 0
    while stop < min(len(old), len(new)) - start and old[-1 - stop] == new[-1 - stop]:
        stop += 1
    found = [(i, i) for i in range(start)]
    i1, j1 = start, start
    i2, j2 = len(old) - stop, len(new) - stop
    for k1, k2, size in _anchors(old[i1:i2], new[j1:j2]):
        a, b = start + k1, start + k2
        found += _densest(old, new, i1, a, j1, b)
        found += [(a + k, b + k) for k in range(size)]
        i1, j1 = a + size, b + size
    found += _densest(old, new, i1, i2, j1, j2)
    found += [(i2 + k, j2 + k) for k in range(stop)]
    return found


def _anchors(old: Sequence[Hashable], new: Sequence[Hashable]) -> Iterable[tuple[int, int, int]]:
    """Long common runs: all that lies between them can be looked at by itself."""
    return [block for block in _blocks(old, new) if block[2] >= _ANCHOR]


def _blocks(old: Sequence[Hashable], new: Sequence[Hashable]) -> list[tuple[int, int, int]]:
    if not old or not new:
        return []
    found = LCSseq.editops(*_numbered(old, new)).as_matching_blocks()
    return [(block.a, block.b, block.size) for block in found if block.size]


def _numbered(old: Sequence[Hashable], new: Sequence[Hashable]) -> tuple[list[int], list[int]]:
    numbers: dict[Hashable, int] = {}
    first = [numbers.setdefault(item, len(numbers)) for item in old]
    return first, [numbers.setdefault(item, len(numbers)) for item in new]


def _densest(
    old: Sequence[Hashable], new: Sequence[Hashable], i1: int, i2: int, j1: int, j2: int
) -> list[tuple[int, int]]:
    """The longest common subsequence of a window in the fewest runs; long words win ties."""
    rows, columns = i2 - i1, j2 - j1
    if rows * columns > _WINDOW:
        blocks = _blocks(old[i1:i2], new[j1:j2])
        return [(i1 + a + k, j1 + b + k) for a, b, size in blocks for k in range(size)]
    none = -1
    best = [[0] * (columns + 1) for _ in range(rows + 1)]
    ends = [[none] * (columns + 1) for _ in range(rows + 1)]
    ends[0][0] = 0
    for i in range(1, rows + 1):
        item = old[i1 + i - 1]
        gain = 1_000_000 + min(len(str(item)), 9)
        above, here, before, row = best[i - 1], best[i], ends[i - 1], ends[i]
        for j in range(1, columns + 1):
            value = max(above[j], here[j - 1])
            if item == new[j1 + j - 1]:
                matched = gain + max(before[j - 1], above[j - 1] - 10)
                row[j] = matched
                value = max(value, matched)
            here[j] = value
    return _trace(best, ends, rows, columns, i1, j1)


def _trace(
    best: list[list[int]], ends: list[list[int]], i: int, j: int, i1: int, j1: int
) -> list[tuple[int, int]]:
    found: list[tuple[int, int]] = []
    matching = ends[i][j] >= 0 and ends[i][j] >= best[i][j] - 10
    while i and j:
        if matching:
            found.append((i1 + i - 1, j1 + j - 1))
            i, j = i - 1, j - 1
            matching = ends[i][j] >= best[i][j] - 10 and ends[i][j] > 0
        elif best[i][j] == ends[i][j]:
            matching = True
        elif best[i][j] == best[i - 1][j]:
            i -= 1
        else:
            j -= 1
    return found[::-1]


def gaps(pairs: Sequence[tuple[int, int]], rows: int, columns: int) -> list[Piece]:
    """The whole of both texts as pieces: runs of equal words, and what lies between.

    What lies between has the layer `changed`.
    """
    pieces: list[Piece] = []
    i = j = 0
    for a, b in [*pairs, (rows, columns)]:
        if (a, b) != (i, j):
            pieces.append(Piece("changed", i, a, j, b))
        if a < rows or b < columns:
            last = pieces[-1] if pieces else None
            if last and not last.layer and (last.i2, last.j2) == (a, b):
                pieces[-1] = Piece("", last.i1, a + 1, last.j1, b + 1)
            else:
                pieces.append(Piece("", a, a + 1, b, b + 1))
        i, j = a + 1, b + 1
    return pieces


def alike_enough(
    old: Sequence[Word], new: Sequence[Word], pairs: Sequence[tuple[int, int]]
) -> bool:
    """Whether marks word by word help a reader; else the whole text is shown as replaced."""
    telling = sum(len(word.core) > 3 for word in old), sum(len(word.core) > 3 for word in new)
    if min(telling) < 5:
        return True
    shared = sum(len(old[i].core) > 3 for i, _ in pairs)
    return shared >= _SHARED_FLOOR * min(telling)


def written(
    old: Sequence[Word], new: Sequence[Word], pieces: Iterable[Piece]
) -> tuple[WordChange, ...]:
    """Pieces as text: without insertions the old one exactly, without deletions the new one."""
    out: list[WordChange] = []
    for piece in pieces:
        if piece.layer:
            _write_change(out, old, new, piece)
            continue
        for i, j in zip(range(piece.i1, piece.i2), range(piece.j1, piece.j2), strict=True):
            before, after = old[i], new[j]
            if before.space != after.space:
                layer = out[-1].layer if out and out[-1].layer else "space"
                _add(out, "delete", before.space, layer)
                _add(out, "insert", after.space, layer)
                _add(out, "equal", before.text, "")
            else:
                _add(out, "equal", before.space + before.text, "")
    return tuple(out)


def _write_change(
    out: list[WordChange], old: Sequence[Word], new: Sequence[Word], piece: Piece
) -> None:
    gone = "".join(w.space + w.text for w in old[piece.i1 : piece.i2])
    come = "".join(w.space + w.text for w in new[piece.j1 : piece.j2])
    if gone and come:
        space = old[piece.i1].space
        if space == new[piece.j1].space:
            _add(out, "equal", space, "")
            gone, come = gone[len(space) :], come[len(space) :]
    _add(out, "delete", gone, piece.layer)
    _add(out, "insert", come, piece.layer)


def _add(out: list[WordChange], op: Op, text: str, layer: str) -> None:
    if not text:
        return
    last = out[-1] if out else None
    if last and (last.op, last.layer) == (op, layer):
        out[-1] = WordChange(op, last.text + text, layer)
    else:
        out.append(WordChange(op, text, layer))


def word_diff(old: str, new: str) -> tuple[tuple[Op, str], ...]:
    """What stayed, went and came, word by word.

    >>> word_diff("il parere del direttore", "il parere dell’arbitro")
    (('equal', 'il parere '), ('delete', 'del direttore'), ('insert', 'dell’arbitro'))
    """
    before, after = words(old), words(new)
    pairs = matches([w.text for w in before], [w.text for w in after])
    if not alike_enough(before, after, pairs):
        whole: tuple[tuple[Op, str], ...] = (("delete", old), ("insert", new))
        return tuple((op, text) for op, text in whole if text)
    pieces = gaps(pairs, len(before), len(after))
    return tuple((change.op, change.text) for change in written(before, after, pieces))


def word_changes(
    pair_words: Sequence[tuple[str, str]], layers: Sequence[str]
) -> tuple[WordChange, ...]:
    """Marked words of a pair with their layers, as one value each."""
    kinds: dict[str, Op] = {"equal": "equal", "delete": "delete", "insert": "insert"}
    return tuple(
        WordChange(kinds[op], text, layer)
        for (op, text), layer in zip(pair_words, layers, strict=True)
    )

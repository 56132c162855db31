"""Score a reading of two columns against what was typeset.

`python tests/columns_score.py` prints the figures of the stored samples by extractor;
`python tests/columns_score.py 50000 72` makes the samples of 72 seeds from 50000 on and scores
those, the worst last.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rulebook.reading.columns.table import ColumnLine, find_regions, untangle

SAMPLES = Path(__file__).parent / "columns" / "samples.jsonl.gz"


@dataclass(frozen=True)
class Truth:
    """A stretch of a line as it was typeset; columns count from 0, lines from 1."""

    line: int
    start: int
    end: int
    role: str
    side: str | None
    path: str | None


@dataclass(frozen=True)
class Sample:
    """An extracted text with its truth."""

    name: str
    lines: tuple[str, ...]
    truth: tuple[Truth, ...]


@dataclass(frozen=True)
class Score:
    """Shares of lines in the right edition, and in the right edition and provision; and the single
    lines.

    `sure` holds for each line its confidence and whether it is right.
    """

    edition: float
    path: float
    lines: int
    sure: tuple[tuple[float, bool], ...]


def read_samples(limit: int | None = None) -> list[Sample]:
    """The stored samples, or every so many of them, evenly spread."""
    with gzip.open(SAMPLES, "rt", encoding="utf-8") as stream:
        rows = [json.loads(row) for row in stream]
    if limit is not None:
        rows = rows[:: max(1, len(rows) // limit)][:limit]
    return [
        Sample(row["name"], tuple(row["lines"]), tuple(Truth(*piece) for piece in row["truth"]))
        for row in rows
    ]


def score(sample: Sample) -> Score:
    """Find and read the table of a sample, and compare every line; a missed or invented one is
    wrong.

    A line that holds words of both columns counts by its words. Lines of the same words and the
    same provision, one in each column, are interchangeable.
    """
    regions = find_regions(sample.lines)
    read: list[ColumnLine] = []
    for first, last in regions:
        read.extend(untangle(sample.lines, first, last).lines)
    return compare(sample, read)


def compare(sample: Sample, read: Sequence[ColumnLine]) -> Score:
    """Compare read lines with the truth."""
    held: defaultdict[int, list[ColumnLine]] = defaultdict(list)
    for line in read:
        held[line.number].append(line)
    truth: defaultdict[int, list[Truth]] = defaultdict(list)
    for piece in sample.truth:
        truth[piece.line].append(piece)
    swapped = _interchanged(sample, held)
    edition = path = 0.0
    count = 0
    sure: list[tuple[float, bool]] = []
    for number, pieces in truth.items():
        if not any(piece.side for piece in pieces) and not any(line.side for line in held[number]):
            continue
        total = right = placed = 0
        for piece in pieces:
            for word in re.finditer(r"\S+", sample.lines[number - 1][piece.start : piece.end]):
                at = piece.start + word.start()
                line = next(
                    (k for k in held[number] if k.start <= at and (k.end is None or at < k.end)),
                    None,
                )
                side, where = (line.side, line.path) if line else (None, None)
                if number in swapped:
                    side, where = piece.side, piece.path
                total += 1
                right += side == piece.side
                placed += side == piece.side and (piece.side is None or where == piece.path)
        count += 1
        edition += right / total
        path += placed / total
        if held[number]:
            sure.append((min(k.confidence for k in held[number]), placed == total))
    return Score(edition / count, path / count, count, tuple(sure))


def _interchanged(sample: Sample, held: dict[int, list[ColumnLine]]) -> set[int]:
    """Lines of the same words and the same provision that changed columns without harm: as many as
    were typeset are read in each, so both texts come out as they were.
    """
    groups: defaultdict[tuple[str, str | None], list[Truth]] = defaultdict(list)
    counts = Counter(piece.line for piece in sample.truth)
    for piece in sample.truth:
        if piece.side and counts[piece.line] == 1:
            groups[(sample.lines[piece.line - 1].strip(), piece.path)].append(piece)
    out: set[int] = set()
    for pieces in groups.values():
        if len({piece.side for piece in pieces}) < 2:
            continue
        read = [held[p.line][0] for p in pieces if len(held[p.line]) == 1]
        if (
            len(read) == len(pieces)
            and all(r.path == p.path for r, p in zip(read, pieces, strict=True))
            and Counter(r.side for r in read) == Counter(p.side for p in pieces)
        ):
            out.update(p.line for p in pieces)
    return out


def made_anew(first: int, count: int) -> list[Sample]:
    """The samples of other seeds than the stored ones; it takes typst, pypdfium2 and poppler."""
    import columns_extract

    made = [columns_extract.make(seed) for seed in range(first, first + count)]
    return [
        Sample(
            one.name,
            one.lines,
            tuple(Truth(p.line, p.start, p.end, p.role, p.side, p.path) for p in one.pieces),
        )
        for one in made
    ]


def main(arguments: Sequence[str]) -> None:
    """Print the mean scores by extractor, and the samples that are read worst."""
    samples = made_anew(*map(int, arguments)) if arguments else read_samples()
    scored = [(sample.name, score(sample)) for sample in samples]
    by_mode: defaultdict[str, list[Score]] = defaultdict(list)
    for name, one in scored:
        by_mode[name.split()[1]].append(one)
        by_mode["all"].append(one)
    for mode, held in sorted(by_mode.items()):
        edition = sum(one.edition for one in held) / len(held)
        path = sum(one.path for one in held) / len(held)
        print(f"{mode:8} {len(held):4} edition {edition:.4f} path {path:.4f}")
    for name, one in sorted(scored, key=lambda pair: -pair[1].edition)[-12:]:
        print(f"{one.edition:.3f} {one.path:.3f} {name}")


if __name__ == "__main__":
    main(sys.argv[1:])

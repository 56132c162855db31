"""Extract typeset tables with real extractors and trace every word back to its block."""

from __future__ import annotations

import ctypes
import gzip
import html
import json
import re
import subprocess
import tempfile
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

from columns_generator import NOTE_ID, Block, Typeset, compose

MODES = ("default", "raw", "layout", "pdfium")


@dataclass(frozen=True)
class Piece:
    """A stretch of one extracted line: where it stands and what it truly is."""

    line: int
    start: int
    end: int
    role: str
    side: str | None
    path: str | None
    order: int


@dataclass(frozen=True)
class Sample:
    """An extracted text with its truth; lines count from 1."""

    name: str
    lines: tuple[str, ...]
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class Ink:
    """A character on a page: its box (points, from the top left) and its block."""

    x0: float
    y0: float
    x1: float
    y1: float
    block: int


def compile_pdf(typeset: Typeset) -> bytes:
    """Compile with the compiler’s own fonts, so that every machine sets the same lines."""
    import typst

    pdf = typst.compile(typeset.source.encode(), ignore_system_fonts=True)
    assert isinstance(pdf, bytes)
    return pdf


def read_ink(pdf: bytes) -> tuple[list[list[Ink]], list[list[tuple[str, int]]]]:
    """Per page, the boxes of its characters, and the characters of the extracted text with their
    blocks.
    """
    import pypdfium2
    from pypdfium2 import raw

    boxes: list[list[Ink]] = []
    streams: list[list[tuple[str, int]]] = []
    document = pypdfium2.PdfDocument(pdf)
    for page in document:
        text = page.get_textpage()
        height = page.get_height()
        inks: list[Ink] = []
        stream: list[tuple[str, int]] = []
        for index in range(text.count_chars()):
            char = chr(raw.FPDFText_GetUnicode(text, index))
            colour = [ctypes.c_uint() for _ in range(4)]
            raw.FPDFText_GetFillColor(text, index, *colour)
            block = colour[0].value << 16 | colour[1].value << 8 | colour[2].value
            stream.append((char, block))
            if not char.isspace() and not raw.FPDFText_IsGenerated(text, index):
                left, bottom, right, top = text.get_charbox(index, loose=True)
                inks.append(Ink(left, height - top, right, height - bottom, block))
        boxes.append(inks)
        streams.append(stream)
    return boxes, streams


def extract(typeset: Typeset, pdf: bytes, mode: str, compact: bool) -> Sample:
    """The text that an extractor makes of a PDF, with its truth; `compact` drops empty lines."""
    boxes, streams = read_ink(pdf)
    rows = _rows_of_stream(streams) if mode == "pdfium" else _rows_of_poppler(pdf, mode, boxes)
    if compact:
        rows = [(text, marks) for text, marks in rows if text.strip()]
    return _sample(typeset.blocks, rows)


Row = tuple[str, list[tuple[int, int, int]]]


def _rows_of_stream(streams: list[list[tuple[str, int]]]) -> list[Row]:
    rows: list[Row] = []
    for _page, stream in enumerate(streams):
        line: list[tuple[str, int]] = []
        for char, block in [*stream, ("\n", 0)]:
            if char == "\r":
                continue
            if char != "\n":
                line.append(("-" if char in "\x02\ufffe" else char, block))
                continue
            text = "".join(c for c, _ in line)
            marks = [(m.start(), m.end(), line[m.start()][1]) for m in re.finditer(r"\S+", text)]
            rows.append((text.rstrip(), marks))
            line = []
    return rows


def _rows_of_poppler(pdf: bytes, mode: str, boxes: list[list[Ink]]) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.pdf"
        path.write_bytes(pdf)
        flags = [] if mode == "default" else [f"-{mode}"]
        text = _run("pdftotext", *flags, str(path), "-")
        order = ["-raw"] if mode == "raw" else []
        marked = _run("pdftotext", *order, "-bbox", str(path), "-")
    words: list[list[tuple[str, float, float, float, float]]] = []
    for line in marked.splitlines():
        if "<page " in line:
            words.append([])
        elif found := re.search(
            r'xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">(.*)</word>', line
        ):
            x0, y0, x1, y1 = (float(v) for v in found.groups()[:4])
            words[-1].append((html.unescape(found.group(5)), x0, y0, x1, y1))
    rows: list[Row] = []
    pages = text.split("\f")
    for number, body in enumerate(pages[: len(words)]):
        finder = _Finder(boxes[number])
        located = [
            (w, finder.block(x0, y0, x1, y1), (y0 + y1) / 2, x0)
            for w, x0, y0, x1, y1 in words[number]
        ]
        lines = body.split("\n")
        if number:
            lines[0] = "\f" + lines[0]
        rows.extend(_match_layout(lines, located) if mode == "layout" else _match(lines, located))
    while rows and not rows[-1][0].strip():
        rows.pop()
    return rows


def _run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


class _Finder:
    """Which block is printed at a place of the page."""

    def __init__(self, inks: list[Ink]) -> None:
        self.bands: dict[int, list[Ink]] = defaultdict(list)
        for ink in inks:
            for band in range(int(ink.y0 // 4), int(ink.y1 // 4) + 1):
                self.bands[band].append(ink)

    def block(self, x0: float, y0: float, x1: float, y1: float) -> int:
        """The block of the character nearest to the start of a word's box."""
        x, y = x0 + min(1.5, (x1 - x0) / 2), (y0 + y1) / 2
        near = self.bands.get(int(y // 4), [])
        best = min(
            near,
            key=lambda k: max(k.x0 - x, x - k.x1, 0) * 3 + abs((k.y0 + k.y1) / 2 - y),
            default=None,
        )
        return best.block if best else 0


def _match(lines: list[str], located: list[tuple[str, int, float, float]]) -> list[Row]:
    """Lines whose words come nearly in the order of the located words: some cells may change
    places.
    """
    text = [found for line in lines for found in re.findall(r"\S+", line)]
    free = [True] * len(located)
    rows: list[Row] = []
    at = seen = 0
    for line in lines:
        marks = []
        for found in re.finditer(r"\S+", line):
            if at >= len(located) or not free[at] or not found.group().startswith(located[at][0]):
                at = _resume(text[seen : seen + 6], located, free)
            word, block = found.group(), located[at][1]
            while at < len(located) and free[at] and word and word.startswith(located[at][0]):
                # A raised note mark is a word of its own in the boxes.
                word = word[len(located[at][0]) :]
                free[at] = False
                at += 1
            if word:
                raise ValueError(f"word {found.group()!r} does not follow")
            marks.append((found.start(), found.end(), block))
            seen += 1
        rows.append((line, marks))
    return rows


def _resume(
    words: list[str], located: list[tuple[str, int, float, float]], free: list[bool]
) -> int:
    """Where the coming words stand among the located ones that are still free."""
    best, place = 0, -1
    for start, is_free in enumerate(free):
        if not is_free or not words[0].startswith(located[start][0]):
            continue
        length = 0
        while (
            length < len(words)
            and start + length < len(located)
            and free[start + length]
            and words[length] == located[start + length][0]
        ):
            length += 1
        if max(length, 1) > best:
            best, place = max(length, 1), start
    if place < 0:
        raise ValueError(f"word {words[0]!r} is not on the page")
    return place


def _match_layout(lines: list[str], located: list[tuple[str, int, float, float]]) -> list[Row]:
    """Lines that follow the page: the next word is the topmost and leftmost of its spelling."""
    left: dict[str, list[tuple[float, float, int]]] = defaultdict(list)
    for word, block, y, x in located:
        left[word].append((y, x, block))
    for places in left.values():
        places.sort()
    rows: list[Row] = []
    scale = max((x for _, _, _, x in located), default=1.0) / max(
        (len(line) for line in lines), default=1
    )
    for line in lines:
        marks = []
        ys: list[float] = []
        previous = -1.0
        for found in re.finditer(r"\S+", line):
            # A raised note mark is a word of its own in the boxes.
            places = next(
                (
                    left[w]
                    for w in (
                        found.group(),
                        found.group().rstrip("0123456789"),
                        found.group().lstrip("0123456789"),
                    )
                    if left[w]
                ),
                [],
            )
            if not places:
                raise ValueError(f"word {found.group()!r} is not on the page")
            # An extractor that keeps the layout prints a word about where it stands.
            here = [p for p in places if abs(p[1] - scale * (found.start() + 8)) < 130] or places
            if ys:
                choice = min(
                    here,
                    key=lambda p: (
                        abs(p[0] - ys[0]) > 9,
                        abs(p[0] - ys[0]) // 9,
                        p[1] <= previous,
                        p[1],
                    ),
                )
            else:
                top = min(p[0] for p in here)
                choice = min((p for p in here if p[0] <= top + 5), key=lambda p: p[1])
            places.remove(choice)
            ys.append(choice[0])
            previous = choice[1]
            marks.append((found.start(), found.end(), choice[2]))
        rows.append((line, marks))
    return rows


def _sample(blocks: list[Block], rows: list[Row]) -> Sample:
    pieces: list[Piece] = []
    seen: dict[str, int] = defaultdict(int)
    for number, (_, marks) in enumerate(rows, 1):
        run: list[tuple[int, int, int]] = []
        for mark in [*marks, None]:
            if mark is not None and (not run or _kin(blocks, run[-1][2], mark[2])):
                run.append(mark)
                continue
            if run:
                block = _block(blocks, run[0][2])
                seen[str(block.side)] += 1
                pieces.append(
                    Piece(
                        number, run[0][0], run[-1][1], block.role, block.side, block.path, run[0][2]
                    )
                )
            run = [mark] if mark is not None else []
    return Sample("", tuple(text for text, _ in rows), tuple(pieces))


def _block(blocks: list[Block], number: int) -> Block:
    if number == NOTE_ID:
        return Block("note", None, None, "")
    return blocks[number] if number < len(blocks) else blocks[0]


def _kin(blocks: list[Block], one: int, other: int) -> bool:
    a, b = _block(blocks, one), _block(blocks, other)
    return (a.role, a.side, a.path) == (b.role, b.side, b.path)


FIRST, COUNT = 1000, 208
"""The seeds of the stored samples; the ways of extraction take turns."""


def make(seed: int) -> Sample:
    """The sample of one seed."""
    typeset = compose(seed)
    mode = MODES[seed % len(MODES)]
    sample = extract(typeset, compile_pdf(typeset), mode, compact=seed % 7 > 2)
    look = typeset.look
    assert look is not None
    return Sample(f"{seed} {mode} {look.arrangement} {look.labels}", sample.lines, sample.pieces)


def main() -> None:
    """Write the stored samples anew."""
    path = Path(__file__).parent / "columns" / "samples.jsonl.gz"
    with path.open("wb") as raw, gzip.GzipFile(fileobj=raw, mode="wb", mtime=0) as stream:
        for seed in range(FIRST, FIRST + COUNT):
            sample = make(seed)
            truth = [[p.line, p.start, p.end, p.role, p.side, p.path] for p in sample.pieces]
            row = {"name": sample.name, "lines": sample.lines, "truth": truth}
            stream.write(
                json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
            )


if __name__ == "__main__":
    main()

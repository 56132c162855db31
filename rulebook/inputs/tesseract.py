"""The door to Tesseract: words with boxes and confidences from the picture of a page."""

from __future__ import annotations

import csv
import io
import os
import shutil
import statistics
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass, replace

from rulebook.inputs.extraction import InputError
from rulebook.inputs.words import Word

COMMAND = "RULEBOOK_TESSERACT"
"""The environment variable that names the program where it is not on the path."""

_LANGUAGE = "ita"
_INSTALL = (
    "install it: apt-get install tesseract-ocr tesseract-ocr-ita "
    "(macOS: brew install tesseract tesseract-lang)"
)
_POINTS = 72
_DESCENDING = frozenset("gjpqyçQJ,;()[]{}@|/§")
_ASCENDING = frozenset("bdfhkltABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789àèéìòù’‘“”\"'!?()[]")
_CAPITAL, _SMALL_LETTER = 0.68, 0.47
_STROKES = frozenset("|¦_‖")
_LEAST = 4


@dataclass(frozen=True, slots=True)
class _Box:
    """A word as Tesseract gives it, in pixels, with the number of its line."""

    text: str
    left: float
    top: float
    right: float
    bottom: float
    confidence: float
    line: tuple[int, int, int]


def program(name: str) -> str:
    """Where Tesseract is.

    Raises:
        InputError: it is missing, or its Italian is.
    """
    found = shutil.which(os.environ.get(COMMAND) or "tesseract")
    if found is None:
        raise InputError(
            "recognising a scan needs Tesseract, which is not installed",
            name,
            _INSTALL,
            tool="tesseract",
        )
    listed = subprocess.run(
        [found, "--list-langs"], capture_output=True, text=True, check=False, errors="replace"
    )
    if _LANGUAGE not in f"{listed.stdout}\n{listed.stderr}".split():
        raise InputError(
            "Tesseract is installed without Italian", name, _INSTALL, tool="tesseract-ocr-ita"
        )
    return found


def words_in(
    picture: bytes, dpi: float, name: str, command: str, seconds: float
) -> tuple[list[Word], float]:
    """The words of a page that has one column, set straight, and the slant that was taken out.

    Args:
        picture: a PNG image.
        dpi: its resolution.
        name: the file, for messages.
        command: the program, see `program`.
        seconds: how long it may take.

    Raises:
        InputError: it takes too long, or Tesseract cannot read it.
    """
    # One thread: on few cores several take many times as long.
    env = {**os.environ, "OMP_THREAD_LIMIT": "1"}
    # Mode 4 takes the page for one column: others lose labels that stand before the text.
    options = ["-l", _LANGUAGE, "--dpi", str(round(dpi)), "--psm", "4"]
    try:
        ended = subprocess.run(
            [command, "stdin", "stdout", *options, "tsv"],
            input=picture,
            capture_output=True,
            timeout=seconds,
            env=env,
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise InputError(
            f"recognising a page takes more than {seconds:g} seconds",
            name,
            "scan it at 300 dpi in black and white.",
        ) from error
    if ended.returncode != 0:
        raise InputError(
            "Tesseract cannot read a page", name, "open it in a viewer and save it as PNG."
        )
    boxes = _boxes(ended.stdout.decode("utf-8", "replace"))
    slant = _slant(boxes)
    return _words([_straight(box, slant) for box in boxes], _POINTS / dpi), slant


def _boxes(table: str) -> list[_Box]:
    rows = csv.DictReader(io.StringIO(table), delimiter="\t", quoting=csv.QUOTE_NONE)
    found = []
    for row in rows:
        text = (row.get("text") or "").strip()
        # A word of strokes only is a printed rule.
        if row.get("level") != "5" or not text or _STROKES.issuperset(text):
            continue
        left, top = float(row["left"]), float(row["top"])
        found.append(
            _Box(
                text,
                left,
                top,
                left + float(row["width"]),
                top + float(row["height"]),
                max(0.0, float(row["conf"])) / 100,
                (int(row["block_num"]), int(row["par_num"]), int(row["line_num"])),
            )
        )
    return found


def _slant(boxes: Sequence[_Box]) -> float:
    """How far the lines of a page fall for each pixel to the right: the middle of them all."""
    slants = []
    for line in _lines(boxes):
        # Words that stand on the line: those that reach below it would tilt it.
        level = [box for box in line if not _DESCENDING.intersection(box.text)]
        if len(level) < _LEAST:
            continue
        middle = statistics.fmean(box.left for box in level)
        height = statistics.fmean(box.bottom for box in level)
        spread = sum((box.left - middle) ** 2 for box in level)
        if spread > 0:
            slants.append(
                sum((box.left - middle) * (box.bottom - height) for box in level) / spread
            )
    return statistics.median(slants) if slants else 0.0


def _straight(box: _Box, slant: float) -> _Box:
    """A box as on a page that lies straight; `scans` turns pictures by the same rule."""
    return replace(
        box,
        left=box.left + slant * box.top,
        right=box.right + slant * box.top,
        top=box.top - slant * box.left,
        bottom=box.bottom - slant * box.left,
    )


def _lines(boxes: Sequence[_Box]) -> list[list[_Box]]:
    lines: dict[tuple[int, int, int], list[_Box]] = {}
    for box in boxes:
        lines.setdefault(box.line, []).append(box)
    return list(lines.values())


def _words(boxes: Sequence[_Box], scale: float) -> list[Word]:
    """Boxes as words: a line's own letters tell where it stands and how large it is set."""
    words: list[Word] = []
    for line in _lines(boxes):
        level = [box.bottom for box in line if not _DESCENDING.intersection(box.text)]
        baseline = statistics.median(level or [box.bottom for box in line])
        sizes = [size for box in line if (size := _size(box, baseline))]
        size = statistics.median(sizes) if sizes else (line[0].bottom - line[0].top) / _CAPITAL
        words += [
            Word(
                box.text,
                box.left * scale,
                box.top * scale,
                box.right * scale,
                box.bottom * scale,
                baseline * scale,
                size * scale,
                confidence=box.confidence,
            )
            for box in line
        ]
    return _evened(words)


def _size(box: _Box, baseline: float) -> float | None:
    """The size of type of a word, from the height of its letters over the line."""
    height = baseline - box.top
    if height <= 0 or len(box.text) < 2:
        return None
    high = _ASCENDING.intersection(box.text)
    return height / (_CAPITAL if high else _SMALL_LETTER)


def _evened(words: Sequence[Word]) -> list[Word]:
    """Sizes within a tenth of that of most words are that size: boxes are whole pixels."""
    if not words:
        return []
    usual = statistics.median(word.size for word in words)
    return [
        replace(word, size=usual) if abs(word.size - usual) <= 0.12 * usual else word
        for word in words
    ]

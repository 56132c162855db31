"""The text layer of a PDF page, character by character, put together to words."""

from __future__ import annotations

import ctypes
import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from rulebook.inputs.symbols import shown
from rulebook.inputs.words import Sheet, Stroke, Word
from rulebook.layout import PageSize

_FINE = 1000
_THIN = 2.5
_GAP = 0.2
_NAME = 256
_RAISED = 0.15
_RAISED_SIZE = 0.6
_MOST_STROKES = 20_000
_HYPHENS = {"\x02": "-", "\u2010": "-", "\ufffe": "-"}


@dataclass(frozen=True, slots=True)
class _Glyph:
    text: str
    left: float
    top: float
    right: float
    bottom: float
    baseline: float
    size: float
    font: str


@dataclass(frozen=True, slots=True)
class View:
    """From the coordinates of the file to points of the page as it is shown."""

    origin: tuple[float, float]
    across: tuple[float, float]
    down: tuple[float, float]

    def point(self, x: float, y: float) -> tuple[float, float]:
        """A point of the page."""
        return (
            self.origin[0] + x * self.across[0] + y * self.down[0],
            self.origin[1] + x * self.across[1] + y * self.down[1],
        )

    def box(self, x0: float, y0: float, x1: float, y1: float) -> tuple[float, float, float, float]:
        """The box between two corners."""
        a, b = self.point(x0, y0), self.point(x1, y1)
        return min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]), max(a[1], b[1])


@dataclass
class _Words:
    """Words as they grow, glyph by glyph."""

    made: list[Word] = field(default_factory=list)
    open: list[_Glyph] = field(default_factory=list)

    def add(self, glyph: _Glyph) -> None:
        last = self.open[-1] if self.open else None
        if last and (
            abs(glyph.baseline - last.baseline) > 0.08 * max(glyph.size, last.size)
            or not 0.8 <= glyph.size / max(last.size, 0.01) <= 1.25
            or glyph.left - last.right > _GAP * last.size
            or glyph.left < last.left - 0.3 * last.size
        ):
            self.close()
        self.open.append(glyph)

    def close(self) -> None:
        if self.open:
            first = self.open[0]
            self.made.append(
                Word(
                    "".join(glyph.text for glyph in self.open),
                    first.left,
                    min(glyph.top for glyph in self.open),
                    max(glyph.right for glyph in self.open),
                    max(glyph.bottom for glyph in self.open),
                    first.baseline,
                    first.size,
                    first.font,
                )
            )
        self.open = []


def sheet(raw: Any, page: Any) -> Sheet:
    """The words and rules of a page.

    Args:
        raw: the library's raw interface.
        page: the library's page.
    """
    width, height = page.get_size()
    view = view_of(raw, page)
    words = _Words()
    for glyph in _glyphs(raw, page, view):
        if glyph is None or glyph.text.isspace():
            words.close()
        else:
            words.add(glyph)
    words.close()
    strokes = tuple(_strokes(raw, page, view))
    return Sheet(PageSize(round(width, 1), round(height, 1)), tuple(words.made), strokes)


def view_of(raw: Any, page: Any) -> View:
    """How the coordinates of a page become points of it as it is shown."""
    width, height = page.get_size()

    def shown_at(x: float, y: float) -> tuple[float, float]:
        across, down = ctypes.c_int(), ctypes.c_int()
        size = (round(width * _FINE), round(height * _FINE))
        raw.FPDF_PageToDevice(page, 0, 0, *size, 0, x, y, across, down)
        return across.value / _FINE, down.value / _FINE

    # Differences over a hundred points, since the library gives whole numbers.
    zero, right, up = shown_at(0, 0), shown_at(100, 0), shown_at(0, 100)
    return View(
        zero,
        ((right[0] - zero[0]) / 100, (right[1] - zero[1]) / 100),
        ((up[0] - zero[0]) / 100, (up[1] - zero[1]) / 100),
    )


def _glyphs(raw: Any, page: Any, view: View) -> Iterator[_Glyph | None]:
    """The characters in the order of the file; None where the library found a gap."""
    layer = page.get_textpage()
    box, matrix = raw.FS_RECTF(), raw.FS_MATRIX()
    x, y = ctypes.c_double(), ctypes.c_double()
    edges = [ctypes.c_double() for _ in range(4)]
    name, flags = ctypes.create_string_buffer(_NAME), ctypes.c_int()
    pending = 0
    for index in range(raw.FPDFText_CountChars(layer)):
        code = raw.FPDFText_GetUnicode(layer, index)
        if 0xD800 <= code < 0xDC00:
            pending = code
            continue
        if 0xDC00 <= code < 0xE000:
            code = 0x10000 + ((pending - 0xD800) << 10) + code - 0xDC00 if pending else 0xFFFD
            pending = 0
        if raw.FPDFText_IsGenerated(layer, index) == 1 or code in (0, 9, 10, 13):
            yield None
            continue
        raw.FPDFText_GetLooseCharBox(layer, index, box)
        raw.FPDFText_GetCharOrigin(layer, index, x, y)
        raw.FPDFText_GetFontInfo(layer, index, name, _NAME, flags)
        scale = 1.0
        if raw.FPDFText_GetMatrix(layer, index, matrix):
            scale = math.hypot(matrix.c, matrix.d) or 1.0
        font = name.value.decode("utf-8", "replace")
        left, top, right, bottom = view.box(box.left, box.bottom, box.right, box.top)
        character = chr(code)
        size = raw.FPDFText_GetFontSize(layer, index) * scale
        baseline = view.point(x.value, y.value)[1]
        if character.isdigit() and raw.FPDFText_GetCharBox(layer, index, *edges):
            foot = view.box(*(edge.value for edge in (edges[0], edges[2], edges[1], edges[3])))[3]
            # Fonts have raised figures of their own, which stand on the line by their measures.
            if baseline - foot > _RAISED * size:
                baseline, size = foot, _RAISED_SIZE * size
        yield _Glyph(
            _HYPHENS.get(character) or shown(character, font),
            left,
            top,
            right,
            bottom,
            baseline,
            size,
            font,
        )
    layer.close()


def _strokes(raw: Any, page: Any, view: View) -> Iterator[Stroke]:
    """Thin paths, and the edges of frames."""
    objects = page.get_objects(filter=[raw.FPDF_PAGEOBJ_PATH], max_depth=4)
    for count, item in enumerate(objects):
        if count > _MOST_STROKES:
            return
        left, top, right, bottom = view.box(*item.get_bounds())
        across, down = right - left, bottom - top
        if min(across, down) <= _THIN and max(across, down) > 4 * _THIN:
            yield Stroke(left, top, right, bottom)
        elif across > 40 and down > 8 and raw.FPDFPath_CountSegments(item) in (4, 5):
            yield Stroke(left, top, right, top)
            yield Stroke(left, bottom, right, bottom)
            yield Stroke(left, top, left, bottom)
            yield Stroke(right, top, right, bottom)

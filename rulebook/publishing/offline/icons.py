"""The icons of the installed site, drawn from the SVG of its favicon.

Phones want PNG files. The shape is simple: paths of curves in one colour on a square, so a
scan line at a time is enough, and no library is needed.
"""

from __future__ import annotations

import math
import re
import struct
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import accumulate, cycle

Point = tuple[float, float]
Colour = tuple[int, int, int]

_FAVICON = "theme/assets/rulebook/icona.svg"
_STEPS = 16
"""Straight pieces of a curve."""

_LINES = 4
"""Scan lines of a pixel."""

_TOKEN = re.compile(r"[a-zA-Z]|-?(?:\d*\.\d+|\d+)")
_RADIUS = re.compile(r"""<rect\b[^>]*\brx=["']([\d.]+)""")
_FILL = re.compile(r"""<(rect|path)\b[^>]*\bfill=["']#([0-9a-f]{6}|[0-9a-f]{3})["']""")
_PATH = re.compile(r"""<path\b[^>]*\bd=["']([^"']+)""")
_BOX = re.compile(r"""\bviewBox=["']0 0 ([\d.]+) """)


@dataclass(frozen=True, slots=True)
class Drawing:
    """A favicon: the side of its square, the corners, two colours, and the outline of its sign."""

    side: float
    radius: float
    ground: Colour
    ink: Colour
    outline: tuple[Point, ...]


@cache
def favicon() -> Drawing:
    """The favicon of the site as read from its SVG."""
    svg = files("rulebook.publishing").joinpath(_FAVICON).read_text(encoding="utf-8")
    fills = {tag: _colour(code) for tag, code in _FILL.findall(svg)}
    (side,), (path,) = _BOX.findall(svg), _PATH.findall(svg)
    radius = _RADIUS.search(svg)
    return Drawing(
        float(side), float(radius[1]) if radius else 0.0, fills["rect"], fills["path"],
        tuple(outline(path)),
    )


def _colour(code: str) -> Colour:
    whole = code if len(code) == 6 else "".join(digit * 2 for digit in code)
    red, green, blue = bytes.fromhex(whole)
    return red, green, blue


def outline(path: str) -> Iterator[Point]:
    """The points of one closed SVG path with the commands M m L l H h V v C c A a Z z.

    Raises:
        ValueError: the path has another command.
    """
    tokens = _TOKEN.findall(path)
    at = 0
    x = y = 0.0
    command = ""

    def take(count: int) -> list[float]:
        nonlocal at
        at += count
        return [float(token) for token in tokens[at - count : at]]

    while at < len(tokens):
        if tokens[at].isalpha():
            command = tokens[at]
            at += 1
        near = command.islower()
        left, top = (x, y) if near else (0.0, 0.0)
        match command.lower():
            case "z":
                continue
            case "m" | "l":
                x, y = _moved(take(2), left, top)
            case "h":
                x = take(1)[0] + left
            case "v":
                y = take(1)[0] + top
            case "c":
                numbers = take(6)
                points = [_moved(numbers[i : i + 2], left, top) for i in (0, 2, 4)]
                yield from _curve((x, y), *points)
                x, y = points[-1]
            case "a":
                radius, _, _, large, sweep, *end = take(7)
                target = _moved(end, left, top)
                yield from _arc((x, y), target, radius, large != sweep, sweep == 1)
                x, y = target
            case _:
                raise ValueError(f"the favicon's path has the unknown command {command}")
        yield x, y


def _moved(point: list[float], left: float, top: float) -> Point:
    return point[0] + left, point[1] + top


def _curve(start: Point, one: Point, two: Point, end: Point) -> Iterator[Point]:
    for step in range(1, _STEPS):
        t = step / _STEPS
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        yield (a * start[0] + b * one[0] + c * two[0] + d * end[0],
               a * start[1] + b * one[1] + c * two[1] + d * end[1])


def _arc(start: Point, end: Point, radius: float, left: bool, sweep: bool) -> Iterator[Point]:
    """An arc of a circle (SVG 2, appendix B.2.4)."""
    half_x, half_y = (end[0] - start[0]) / 2, (end[1] - start[1]) / 2
    half = math.hypot(half_x, half_y)
    radius = max(radius, half)
    away = math.sqrt(radius**2 - half**2) / half * (1 if left else -1)
    centre = start[0] + half_x - half_y * away, start[1] + half_y + half_x * away
    first = math.atan2(start[1] - centre[1], start[0] - centre[0])
    turn = (math.atan2(end[1] - centre[1], end[0] - centre[0]) - first) % math.tau
    turn -= 0 if sweep else math.tau
    for step in range(1, _STEPS):
        angle = first + turn * step / _STEPS
        yield centre[0] + radius * math.cos(angle), centre[1] + radius * math.sin(angle)


def _rounded(side: float, radius: float) -> tuple[Point, ...]:
    """A square with round corners."""
    far = side - radius
    corners = (((radius, radius), 2), ((far, radius), 3), ((far, far), 0), ((radius, far), 1))
    return tuple(
        (x + radius * math.cos((quarter + step / _STEPS) * math.pi / 2),
         y + radius * math.sin((quarter + step / _STEPS) * math.pi / 2))
        for (x, y), quarter in corners
        for step in range(_STEPS + 1)
    )


def _cover(points: tuple[Point, ...], size: int, scale: float) -> Iterator[list[int]]:
    """How much of each pixel lies inside an outline, from 0 to 255, line by line."""
    edges = [
        (min(ay, by) * scale, max(ay, by) * scale, ax * scale, ay * scale, (bx - ax) / (by - ay))
        for (ax, ay), (bx, by) in zip(points, (*points[1:], points[0]), strict=True)
        if ay != by
    ]
    for line in range(size):
        steps = [0.0] * (size + 2)
        for part in range(_LINES):
            y = line + (part + 0.5) / _LINES
            crossings = sorted(
                min(max(x + (y - start) * slope, 0.0), float(size))
                for top, bottom, x, start, slope in edges
                if top <= y < bottom
            )
            for sign, x in zip(cycle((1, -1)), crossings, strict=False):
                pixel, share = int(x), x - int(x)
                steps[pixel] += sign * (1 - share)
                steps[pixel + 1] += sign * share
        yield [round(255 * inside / _LINES) for inside in accumulate(steps[:size])]


@cache
def icon(size: int, whole: bool = False) -> bytes:
    """The favicon as a PNG.

    Args:
        size: the side in pixels.
        whole: the ground fills the square, for systems that cut the icon to a shape of their own.
    """
    drawing = favicon()
    scale = size / drawing.side
    colours = [
        bytes(below + (above - below) * part // 255
              for below, above in zip(drawing.ground, drawing.ink, strict=True))
        for part in range(256)
    ]
    opaque = bytes(range(256))
    lines: list[bytes] = []
    sign = _cover(drawing.outline, size, scale)
    if whole:
        for row in sign:
            lines += b"\0", *(colours[part] for part in row)
    else:
        ground = _cover(_rounded(drawing.side, drawing.radius), size, scale)
        for row, below in zip(sign, ground, strict=True):
            lines.append(b"\0")
            for part, shown in zip(row, below, strict=True):
                lines += colours[part], opaque[shown : shown + 1]
    return _png(size, b"".join(lines), 2 if whole else 6)


def _png(size: int, lines: bytes, colours: int) -> bytes:
    """A PNG (W3C, third edition) of 8 bits a channel: colours are 2 for RGB, 6 for RGBA."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        checked = kind + content
        return struct.pack(">I", len(content)) + checked + struct.pack(">I", zlib.crc32(checked))

    head = struct.pack(">IIBBBBB", size, size, 8, colours, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head)
            + chunk(b"IDAT", zlib.compress(lines, 9)) + chunk(b"IEND", b""))

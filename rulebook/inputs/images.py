"""The door to Pillow: images are opened here, and only where their size is known and bounded."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rulebook.inputs.extraction import InputError, missing_library
from rulebook.inputs.limits import Limits
from rulebook.layout import PageSize

_POINTS = 72
_PAPERS = (11.69, 8.27)
_LOWEST, _HIGHEST = 60, 1300
_USUAL = 300.0


@dataclass(frozen=True, slots=True)
class Picture:
    """A page as grey pixels, with its resolution in dots per inch."""

    image: Any
    dpi: float

    @property
    def size(self) -> PageSize:
        """Its size in points."""
        width, height = self.image.size
        return PageSize(round(width * _POINTS / self.dpi, 1), round(height * _POINTS / self.dpi, 1))

    def straightened(self, slant: float) -> Picture:
        """The picture with its lines level: what falls by `slant` for each pixel does no more."""
        from PIL import Image

        turned = 1 + slant * slant
        back = (1 / turned, -slant / turned, 0, slant / turned, 1 / turned, 0)
        image = self.image.transform(
            self.image.size,
            Image.Transform.AFFINE,
            back,
            Image.Resampling.BICUBIC,
            fillcolor=255,
        )
        return Picture(image, self.dpi)

    def turned(self, degrees: int) -> Picture:
        """The picture turned clockwise by 0, 90, 180 or 270 degrees."""
        from PIL import Image

        if not degrees:
            return self
        # The library counts the other way round.
        ways = {
            90: Image.Transpose.ROTATE_270,
            180: Image.Transpose.ROTATE_180,
            270: Image.Transpose.ROTATE_90,
        }
        return Picture(self.image.transpose(ways[degrees]), self.dpi)

    def reduced(self, dpi: float) -> Picture:
        """The picture at a lower resolution; as it is, where it has no more."""
        if self.dpi <= dpi:
            return self
        share = dpi / self.dpi
        width, height = self.image.size
        small = self.image.resize((max(1, round(width * share)), max(1, round(height * share))))
        return Picture(small, dpi)

    def part(self, left: float, top: float, right: float, bottom: float) -> Picture:
        """A part of the picture, by its edges in points."""
        scale = self.dpi / _POINTS
        width, height = self.image.size
        edges = (
            max(0, round(left * scale)),
            max(0, round(top * scale)),
            min(width, round(right * scale)),
            min(height, round(bottom * scale)),
        )
        return Picture(self.image.crop(edges), self.dpi)

    def png(self) -> bytes:
        """The picture as a file."""
        made = io.BytesIO()
        self.image.save(made, "PNG", dpi=(self.dpi, self.dpi))
        return made.getvalue()


def pictures(data: bytes, name: str, limits: Limits) -> Iterator[Picture]:
    """The pages of an image file, upright as a camera says.

    Raises:
        InputError: it is broken or too large, or the library is missing.
    """
    library = _library(name)
    try:
        with library.open(io.BytesIO(data)) as image:
            frames = getattr(image, "n_frames", 1)
            if frames > limits.pages:
                raise InputError(f"it has {frames:,} pages", name, "split it.")
            for frame in range(frames):
                image.seek(frame)
                yield _page(image, name, limits)
    except InputError:
        raise
    except MemoryError:
        raise
    except Exception as error:  # the library raises anything on a broken file
        raise InputError(
            "the image is broken", name, "open it in a viewer and save it again."
        ) from error


def picture_of(data: bytes, name: str, page: int, dpi: int, limits: Limits) -> bytes:
    """A page, from 1, at a resolution, as a PNG image.

    Raises:
        InputError: see `pictures`; or there is no such page.
    """
    for number, found in enumerate(pictures(data, name, limits), 1):
        if number == page:
            width, height = found.image.size
            share = dpi / found.dpi
            size = (max(1, round(width * share)), max(1, round(height * share)))
            return Picture(found.image.resize(size), float(dpi)).png()
    raise InputError(f"there is no page {page}", name, "count the pages from 1.")


def _page(image: Any, name: str, limits: Limits) -> Picture:
    from PIL import Image, ImageOps

    width, height = image.size
    if width * height > limits.pixels:
        raise InputError(
            f"the image has {width:,} by {height:,} pixels, more than the {limits.pixels:,} "
            "that are read",
            name,
            "scan at 300 dpi, or make it smaller.",
        )
    upright = ImageOps.exif_transpose(image)
    if upright.mode in ("RGBA", "LA", "PA") or "transparency" in upright.info:
        clear = upright.convert("RGBA")
        paper = Image.new("RGBA", clear.size, "white")
        paper.alpha_composite(clear)
        upright = paper
    return Picture(upright.convert("L"), _resolution(image, upright.size))


def _resolution(image: Any, size: tuple[int, int]) -> float:
    """What the file says, where that can be; else that of a sheet of A4."""
    said = image.info.get("dpi", (0, 0))
    try:
        dpi = float(said[0])
    except (TypeError, ValueError, IndexError):
        dpi = 0.0
    if _LOWEST < dpi < _HIGHEST and dpi not in (72.0, 96.0):
        return dpi
    long, short = max(size), min(size)
    if 1.25 < long / short < 1.6:
        return min(max(long / _PAPERS[0], _LOWEST), _HIGHEST)
    return _USUAL


def _library(name: str) -> Any:
    try:
        from PIL import Image
    except ImportError as error:
        raise missing_library("reading an image", name, "scans", "pillow") from error
    # The size is looked at here, before any pixel is read.
    Image.MAX_IMAGE_PIXELS = None
    return Image

"""A scanner: pages of a PDF as pictures, laid a little askew, blurred and noisy."""

from __future__ import annotations

import io
import random

import pypdfium2
from PIL import Image, ImageChops, ImageFilter


def scanned(
    pdf: bytes, dpi: int, seed: int, damage: float = 1.0, lying: int = 0
) -> list[Image.Image]:
    """The pages as a scanner gives them; `damage` 0 leaves them clean.

    `lying` are the degrees clockwise by which the sheets were turned before they were scanned.
    """
    rng = random.Random(seed)
    pages = []
    for page in pypdfium2.PdfDocument(pdf):
        image = page.render(scale=dpi / 72, grayscale=True).to_pil().convert("L")
        if damage:
            askew = rng.uniform(-0.7, 0.7) * damage
            image = image.rotate(askew, Image.Resampling.BICUBIC, fillcolor=255)
            image = image.filter(ImageFilter.GaussianBlur(0.5 * damage * dpi / 200))
            image = ImageChops.add(image, _noise(image.size, 18 * damage, rng), offset=-128)
        pages.append(image.rotate(-lying, expand=True) if lying else image)
    return pages


def _noise(size: tuple[int, int], spread: float, rng: random.Random) -> Image.Image:
    """Grey noise around 128, the same for the same seed."""
    one, other = (Image.frombytes("L", size, rng.randbytes(size[0] * size[1])) for _ in range(2))
    # The mean of two such pictures spreads by 52.
    return ImageChops.add(one, other, scale=2).point(
        [min(255, max(0, round(128 + (level - 127.5) * spread / 52))) for level in range(256)]
    )


def tiff(pages: list[Image.Image], dpi: int) -> bytes:
    """The pages in one TIFF file."""
    made = io.BytesIO()
    pages[0].save(
        made,
        "TIFF",
        save_all=True,
        append_images=pages[1:],
        dpi=(dpi, dpi),
        compression="tiff_deflate",
    )
    return made.getvalue()


def picture_pdf(pages: list[Image.Image], dpi: int) -> bytes:
    """The pages in a PDF without a text layer."""
    made = io.BytesIO()
    pages[0].save(made, "PDF", save_all=True, append_images=pages[1:], resolution=dpi)
    return made.getvalue()

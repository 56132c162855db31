"""A scanner: pages of a PDF as pictures, laid a little askew, blurred and noisy."""

from __future__ import annotations

import io
import random

import pypdfium2
from PIL import Image, ImageChops, ImageFilter


def scanned(pdf: bytes, dpi: int, seed: int, damage: float = 1.0) -> list[Image.Image]:
    """The pages as a scanner gives them; `damage` 0 leaves them clean."""
    rng = random.Random(seed)
    pages = []
    for page in pypdfium2.PdfDocument(pdf):
        image = page.render(scale=dpi / 72, grayscale=True).to_pil().convert("L")
        if damage:
            askew = rng.uniform(-0.7, 0.7) * damage
            image = image.rotate(askew, Image.Resampling.BICUBIC, fillcolor=255)
            image = image.filter(ImageFilter.GaussianBlur(0.5 * damage * dpi / 200))
            noise = Image.effect_noise(image.size, 18 * damage)
            image = ImageChops.add(image, noise, scale=1, offset=-128)
        pages.append(image)
    return pages


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

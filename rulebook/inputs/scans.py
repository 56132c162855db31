"""Scans: pictures of pages become lines, and what may be misread goes to the queue of doubts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise

from rulebook.inputs import tesseract
from rulebook.inputs.bands import Band, bands_of
from rulebook.inputs.compose import compose
from rulebook.inputs.extraction import Extraction, Format, InputError
from rulebook.inputs.images import Picture, pictures
from rulebook.inputs.layout_words import layout_words
from rulebook.inputs.limits import Limits
from rulebook.inputs.printed import Printed
from rulebook.inputs.tables import rows_in
from rulebook.inputs.words import Sheet, Word
from rulebook.layout import Box, Doubt

SURE = 0.75
"""A word that was recognised with less confidence is a doubt."""

_CERTAIN = 0.9
"""A word that was recognised elsewhere with this confidence is no doubt."""

_CALL = 0.3
"""How much a call or a suit sign is worth that was recognised: its sign is as good as lost."""

_LOW = "riconosciuta con poca certezza."
_SIGN = "dichiarazione o seme: il riconoscimento perde i segni ♣ ♦ ♥ ♠."
# A level with something behind it ("54", "1%", "7Y"), a level alone, a sign that no law uses.
_BEHIND = re.compile(
    r"(?<![\w,.])(?:[1-7](?:[^\s\w.,;:)\]’”»–-]|[0-9A-Za-zÀ-ÿ])|[IlZSB][%&@#$€£¢¥®©*0-9])\w?(?!\w)"
)
_ALONE = re.compile(r"(?<![\w,.])[1-7](?![\w.)\]–-])")
_ODD = re.compile(r"[%&@#$€£¢¥®©™°^~+=*<>{}\\♠♣♥♦]|(?<![\w])[wWvVyYqQ®](?![\w.)’'])")
_NAMED = re.compile(r"(\w+\.?)\s*$")


def read_image(data: bytes, name: str, limits: Limits) -> Extraction:
    """The lines of a scanned image, page by page.

    Raises:
        InputError: it is broken or too large, holds no words, or Tesseract is missing.
    """
    command = tesseract.program(name)
    sheets = [recognised(p, name, command, limits) for p in pictures(data, name, limits)]
    return extraction_of_scan(Format.IMAGE, sheets, range(1, len(sheets) + 1), name)


def recognised(picture: Picture, name: str, command: str, limits: Limits) -> Sheet:
    """The words of a picture of a page.

    Raises:
        InputError: Tesseract cannot read it, or takes too long.
    """
    seconds = limits.page_seconds
    words, slant = tesseract.words_in(picture.png(), picture.dpi, name, command, seconds)
    parts = _parts(words, picture)
    if parts:
        straight = picture.straightened(slant)
        words = []
        for left, top, right, bottom in parts:
            part = straight.part(left, top, right, bottom)
            found, _ = tesseract.words_in(part.png(), part.dpi, name, command, seconds)
            words += [_moved(word, max(left, 0.0), max(top, 0.0)) for word in found]
    return Sheet(picture.size, tuple(words))


def _parts(words: Sequence[Word], picture: Picture) -> list[Box]:
    """Where a page has columns: the parts of it that have one, each to be recognised by itself."""
    bands = bands_of(words)
    if not any(len(band.columns) > 1 and _tall(band) for band in bands):
        return []
    width, height = picture.size.width, picture.size.height
    parts: list[Box] = []
    top = 0.0
    for at, band in enumerate(bands):
        bottom = height
        if at + 1 < len(bands):
            bottom = (_bottom(band) + bands[at + 1].top) / 2
        edges = [0.0, *(sum(gutter) / 2 for gutter in band.gutters), width]
        parts += [(left, top, right, bottom) for left, right in pairwise(edges)]
        top = bottom
    return parts


def _tall(band: Band) -> bool:
    return min(len(rows_in(column)) for column in band.columns) > 2


def _bottom(band: Band) -> float:
    return max(row.bottom for row in rows_in((band,)))


def _moved(word: Word, right: float, down: float) -> Word:
    return replace(
        word,
        left=word.left + right,
        right=word.right + right,
        top=word.top + down,
        bottom=word.bottom + down,
        baseline=word.baseline + down,
    )


def extraction_of_scan(
    kind: Format, sheets: Sequence[Sheet], scanned: Iterable[int], name: str
) -> Extraction:
    """Pages as lines; those that were recognised, by number from 1, with their doubts.

    Raises:
        InputError: no page holds words.
    """
    if not any(sheet.words for sheet in sheets):
        raise InputError("no words can be recognised in it", name, "scan it again at 300 dpi.")
    lines = compose(sheets)
    pages = frozenset(scanned)
    return Extraction(
        kind,
        "".join(f"{line.text}\n" for line in lines),
        tuple(line.place for line in lines),
        tuple(line.side for line in lines),
        tuple(line.role for line in lines),
        tuple(doubts_in(lines, pages)),
        tuple(sheet.size for sheet in sheets),
    )


def doubts_in(lines: Sequence[Printed], pages: frozenset[int]) -> Iterator[Doubt]:
    """What may be misread in the lines of scanned pages, in the order of the text."""
    certain = {
        _bare(word.text) for line in lines for _, word in line.words if word.confidence >= _CERTAIN
    }
    for number, line in enumerate(lines, 1):
        if line.place is None or line.place.page not in pages:
            continue
        found = dict.fromkeys(calls_in(line.text), (_CALL, _SIGN))
        for start, word in line.words:
            if word.confidence < SURE and _bare(word.text) not in certain:
                span = (start, start + len(word.text))
                if not any(a < span[1] and span[0] < b for a, b in found):
                    found[span] = (word.confidence, _LOW)
        for (start, end), (confidence, message) in sorted(found.items()):
            yield Doubt(number, start, end, round(confidence, 2), message)


def _bare(text: str) -> str:
    """A word without signs and without what is elided before it: Tesseract is unsure of both."""
    return re.split(r"[’'‘]", text.strip(".,;:()“”«»\"’'"))[-1].lower()


def calls_in(text: str) -> list[tuple[int, int]]:
    """What in a recognised line may have been a call or a suit sign.

    >>> calls_in("Dopo 54 il giocatore; vedi Articolo 54")
    [(5, 7)]
    """
    found: list[tuple[int, int]] = []
    for pattern in (_BEHIND, _ODD, _ALONE):
        for match in pattern.finditer(text):
            start, end = match.span()
            if any(a < end and start < b for a, b in found) or _counts(text, start, end):
                continue
            found.append((start, end))
    return sorted(found)


def _counts(text: str, start: int, end: int) -> bool:
    """Whether a number is that of an article, or a label at the beginning of a line."""
    word = _NAMED.search(text[:start])
    if word and word[1].lower() in layout_words().article_words:
        return text[start:end].isdigit()
    return start == 0 and bool(re.match(r"\d{1,2}[.)]", text))

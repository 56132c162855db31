"""A booklet as the data that the typesetter's template reads."""

from __future__ import annotations

from collections.abc import Iterable

from rulebook.publishing import blocks as b
from rulebook.publishing.pdf.booklet import Booklet, Chapter, PaperError
from rulebook.publishing.pdf.inlines import SEAM, TIE, Node, flat, pieces, words_of
from rulebook.publishing.pdf.places import places
from rulebook.publishing.pdf.printer import Ledger, Printer, qr

_AROUND = 20


def data_of(booklet: Booklet) -> Node:
    """Everything that the template needs, as values that JSON knows.

    Raises:
        PaperError: two places have one name, a note mark no note, or a link no end.
    """
    ledger = Ledger(booklet, places(booklet))
    url = booklet.url(booklet.address)
    cover = _cover(ledger, url)
    masthead = _loose(ledger, booklet.masthead)
    chapters = [
        Printer(ledger, chapter, index).chapter() for index, chapter in enumerate(booklet.chapters)
    ]
    _check(ledger)
    return {
        "title": flat(booklet.title),
        "author": flat(booklet.author),
        "description": flat(booklet.description),
        "keywords": [flat(word) for word in booklet.keywords],
        "date": [int(part) for part in booklet.release.date.split("-") if part],
        "paper": booklet.paper,
        "running": flat(booklet.running),
        "foot": [text for text in (flat(booklet.running), str(booklet.release)) if text],
        "url": url,
        "depth": booklet.depth,
        "cover": cover,
        "masthead": masthead,
        "chapters": chapters,
        "leads": [place for place, _ in ledger.leads],
        "far": [number for number, (_, far) in enumerate(ledger.leads) if far],
        "words": {"contents": "Indice", "page": "p.", "article": "Art.", "articles": "Artt."},
    }


def unshown(data: Node, characters: Iterable[str]) -> str:
    """What to tell of signs that no font has: where each stands, and what to do."""
    told = []
    for text in characters:
        code = " ".join(f"U+{ord(character):04X}" for character in text)
        told.append(f"{_where(data, text)}: no font has a sign for “{text}” ({code})")
    return "; ".join(told) + ". Correct the character in corrections.toml."


def _where(data: Node, character: str) -> str:
    """The name of the chapter in whose data a character stands, and the words around it."""
    for chapter in data["chapters"]:
        for text in words_of(chapter):
            at = text.find(character)
            if at >= 0:
                around = text[max(0, at - _AROUND) : at + _AROUND]
                around = around.replace(SEAM, "").replace(TIE, " ").strip()
                return f"{data['title']}, {chapter['name']}, in “{around}”"
    return str(data["title"])


def _loose(ledger: Ledger, blocks: tuple[b.Block, ...]) -> list[Node]:
    """Blocks that stand outside the chapters."""
    return Printer(ledger, Chapter("", (), blocks)).blocks(blocks)


def _cover(ledger: Ledger, url: str | None) -> Node | None:
    cover = ledger.booklet.cover
    if cover is None:
        return None
    return {
        "over": flat(cover.over),
        "title": list(pieces(ledger.booklet.title)),
        "lines": [list(pieces(text)) for text in cover.lines],
        "c": _loose(ledger, cover.blocks),
        "qr": qr(url),
    }


def _check(ledger: Ledger) -> None:
    """Every link ends somewhere in the booklet."""
    lost = {place for place, _ in ledger.leads} - ledger.printed
    if lost:
        names = sorted(str(address) for address, place in ledger.places.items() if place in lost)
        raise PaperError(
            f"{ledger.booklet.title}: links lead to {', '.join(names)}, which is nowhere printed."
        )

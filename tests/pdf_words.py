"""What the words of a printed article must be, taken from the tree of the article alone."""

from __future__ import annotations

from collections.abc import Iterator

from pdf_reader import Element, Pdf

from rulebook.model import Article, Document, Note, Paragraph, article_fields
from rulebook.publishing.html import visible

CUT = "[…] Qui la fonte si interrompe."
NO_NOTE = "La fonte ha il richiamo ma non la nota."
DOUBTS = ("Dubbio della redazione,", "Osservazione della redazione,")
BLOCKS = {"H1", "H2", "H3", "H4", "H5", "H6", "P", "LBody", "TD", "TH"}


def words(text: object) -> list[str]:
    return visible(str(text or "")).split()


def provisions(article: Article) -> Iterator[tuple[str, list[str]]]:
    """The words that stand between one label and the next, in reading order, with a name."""

    def below(paragraph: Paragraph) -> Iterator[tuple[str, list[str]]]:
        marker = paragraph.marker if paragraph is not article.root else ""
        own = [*words(marker), *words(paragraph.heading), *words(paragraph.text)]
        yield str(paragraph.label), own
        for child in paragraph.children:
            yield from below(child)
        yield f"{paragraph.label}, end", words(paragraph.tail)
        if paragraph.truncated:
            yield f"{paragraph.label}, cut", CUT.split()

    yield from below(article.root)


def notes(article: Article, document: Document | None) -> list[tuple[Note, int]]:
    """The notes of an article with the number of their calls."""
    if document is None:
        return []
    waiting = [found.key for found in article_fields(article)]
    counts: dict[str, int] = {}
    known: dict[str, Note] = {}
    while waiting:
        for note, _ in document.calls.get(waiting.pop(0), ()):
            if note.id not in known:
                known[note.id] = note
                waiting.append(note.id)
            counts[note.id] = counts.get(note.id, 0) + 1
    return [(known[ident], count) for ident, count in counts.items()]


def blocks(pdf: Pdf) -> list[Element]:
    """The innermost elements that hold text of their own, in reading order."""

    def inside(element: Element) -> Iterator[Element]:
        holds = [x for x in element.children if isinstance(x, Element) and _has_block(x)]
        if element.tag in BLOCKS and not holds:
            yield element
            return
        for child in holds:
            yield from inside(child)

    return list(inside(pdf.root))


def _has_block(element: Element) -> bool:
    return element.tag != "Note" and any(
        found.tag in BLOCKS for found in element.walk()
    )


def difference(pdf: Pdf, article: Article, notices: tuple[str, ...] = ()) -> str | None:
    """Where an article is printed otherwise than it is; None where every word is in its place.

    `notices` are the sentences that may stand between the heading and the law.
    """
    title = [*words(article.root.marker), *words(article.title)]
    printed = blocks(pdf)
    places = [i for i, x in enumerate(printed) if x.tag.startswith("H") and x.words == title]
    faults = [_fault(printed[at + 1 :], article, notices) for at in places]
    if not faults:
        return f"no heading says “{' '.join(title)}”"
    return None if None in faults else faults[0]


def _is_doubt(block: Element) -> bool:
    """Whether a paragraph is what the editors doubt, beside the words of the law."""
    return " ".join(block.words).startswith(DOUBTS)


def _fault(after: list[Element], article: Article, notices: tuple[str, ...]) -> str | None:
    while after and " ".join(after[0].words) in notices:
        after = after[1:]
    after = [block for block in after if not _is_doubt(block)]
    found = [word for block in after for word in block.words]
    ends, length = {0}, 0
    for block in after:
        length += len(block.words)
        ends.add(length)
    place = 0
    for name, expected in provisions(article):
        have = found[place : place + len(expected)]
        if have != expected:
            return f"{name}: “{' '.join(have)}” instead of “{' '.join(expected)}”"
        place += len(expected)
    return None if place in ends else "other words follow the last provision in one paragraph"

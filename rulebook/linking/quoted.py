"""Law that a page quotes, compared with the edition that it names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from rulebook.label import Label
from rulebook.linking.blocks import Block
from rulebook.linking.leads import Lead
from rulebook.linking.targets import article_of, paragraph_of
from rulebook.model import Paragraph, Rulebook

_QUOTES = re.compile("«([^»]{20,})»|“([^”]{20,})”|\"([^\"]{20,})\"")
_WORD = re.compile(r"[^\W_]+")
_LEAST_WORDS = 5
# So much of a quotation must stand in the law for it to be one.
_LIKE = 0.6
_FAR = 2


@dataclass(frozen=True, slots=True)
class Quotation:
    """A quotation of a provision: equal to it, or how its words differ.

    `words` are (equal, the law's) and (delete, insert) pieces: what the law has and the page
    lacks is deleted, what the page adds inserted.
    """

    place: int
    text: str
    edition: str
    label: Label
    identical: bool
    words: tuple[tuple[str, str], ...] = ()


def quotations(
    page: Sequence[tuple[Block, Sequence[Lead]]], rulebook: Rulebook, default: str | None
) -> Iterator[Quotation]:
    """The law that a page quotes, each quotation compared with the provision named nearest.

    Args:
        page: the paragraphs of the page in order, with their citations.
        rulebook: the editions.
        default: the edition of a citation that names none; None for the one most alike.
    """
    for number, (block, leads) in enumerate(page):
        for start, text in _quoted(block):
            named = [lead for lead in leads if lead.label]
            named.sort(key=lambda lead, at=start: abs(lead.start - at))  # type: ignore[misc]
            for before in range(number - 1, max(-1, number - 1 - _FAR), -1):
                named.extend(lead for lead in reversed(page[before][1]) if lead.label)
            place = next((at for at in block.starts[start:] if at >= 0), 0)
            found = _compared(place, text, named, rulebook, default)
            if found:
                yield found


def _quoted(block: Block) -> Iterator[tuple[int, str]]:
    if block.quoted:
        yield 0, block.text
        return
    for quote in _QUOTES.finditer(block.text):
        yield quote.start(), next(text for text in quote.groups() if text)


def _compared(
    place: int, text: str, named: Sequence[Lead], rulebook: Rulebook, default: str | None
) -> Quotation | None:
    said = _words(text)
    if len(said) < _LEAST_WORDS:
        return None
    for lead in named:
        assert lead.label is not None
        edition = lead.edition or default
        ids = [edition] if edition else [e.id for e in rulebook.editions]
        found = [q for i in ids if (q := _against(place, text, said, i, lead.label, rulebook))]
        if found:
            return min(found, key=lambda q: (not q.identical, len(q.words)))
    return None


def _against(
    place: int, text: str, said: list[str], edition: str, label: Label, rulebook: Rulebook
) -> Quotation | None:
    article = article_of(rulebook, edition, label.article)
    held = paragraph_of(article.root, label) if article else None
    if held is None:
        return None
    law = _text(held)
    words = _words(law)
    if _within(said, words):
        return Quotation(place, text, edition, label, True)
    matcher = SequenceMatcher(None, words, said, autojunk=False)
    blocks = [b for b in matcher.get_matching_blocks() if b.size]
    if sum(b.size for b in blocks) < _LIKE * len(said):
        return None
    first, last = blocks[0].a, blocks[-1].a + blocks[-1].size
    matcher = SequenceMatcher(None, words[first:last], said, autojunk=False)
    pieces: list[tuple[str, str]] = []
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            pieces.append(("equal", " ".join(words[first + a : first + b])))
            continue
        if a < b:
            pieces.append(("delete", " ".join(words[first + a : first + b])))
        if c < d:
            pieces.append(("insert", " ".join(said[c:d])))
    return Quotation(place, text, edition, label, False, tuple(pieces))


def _within(said: list[str], words: list[str]) -> bool:
    return f" {' '.join(said)} " in f" {' '.join(words)} "


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def _text(paragraph: Paragraph) -> str:
    parts = [str(paragraph.heading or ""), str(paragraph.text)]
    parts.extend(f"{child.marker} {_text(child)}" for child in paragraph.children)
    parts.append(str(paragraph.tail))
    return " ".join(part for part in parts if part)

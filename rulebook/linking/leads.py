"""Where the citations of somebody else's paragraph lead; the script for web pages has a twin.

No text of the law is at hand in a web page, so a part without an article ("lettera B") belongs
to the article that the same paragraph spoke of last, or leads nowhere.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from rulebook.label import Label
from rulebook.linking.blocks import Block, Cell
from rulebook.reading.citations.find import Mention, Ref, find
from rulebook.reading.citations.speaking import BOTH, NOW, Cue, Speech, cues, speech
from rulebook.reading.citations.steps import kind
from rulebook.reading.citations.vocabulary import Vocabulary

_YEAR_BEFORE = re.compile(r"((?:19|20)[0-9]{2}),?\s+(?:[^\W\d_]{1,6}['’]\s?|[^\W\d_]{1,4}\s)?$")
"""A year right before a citation: "nel 2017 l'art. 27B1". A date, perhaps, perhaps an edition."""

Doubt = Literal["several-editions", "which-edition", "no-edition", "unknown-edition", "no-article"]


@dataclass(frozen=True, slots=True)
class Lead:
    """A citation in a paragraph and the provision that it leads to.

    `label` is None where it leads nowhere; `edition` None where it leads to every edition.
    A doubt says why; `said` tells that words of the page name the edition.
    """

    start: int
    end: int
    edition: str | None
    label: Label | None
    doubt: Doubt | None = None
    said: bool = False


@dataclass(frozen=True, slots=True)
class Frame:
    """What a page says of its editions: all there are, oldest first, and the one it speaks of."""

    editions: tuple[str, ...]
    default: str | None = None


@lru_cache(maxsize=4)
def _speech(vocabulary: Vocabulary) -> Speech:
    return speech(vocabulary)


def leads(
    text: str, frame: Frame, vocabulary: Vocabulary, section: str | None = None
) -> list[Lead]:
    """The citations of a paragraph in its order; those that lead nowhere have no label.

    Args:
        text: the paragraph.
        frame: the editions that there are.
        vocabulary: the words of citations.
        section: the edition of the heading or the column that it stands under.
    """
    if not any(character.isdigit() for character in text):
        return []
    return list(_Paragraph(text, frame, vocabulary, section).leads())


class _Paragraph:
    """The running state of one paragraph: the edition and the article last spoken of."""

    def __init__(
        self, text: str, frame: Frame, vocabulary: Vocabulary, section: str | None
    ) -> None:
        self.text = text
        self.frame = frame
        self.vocabulary = vocabulary
        self.section = section
        self.speaking: str | None = None
        self.local: tuple[int, str | None] | None = None
        self.article: int | None = None

    def leads(self) -> Iterator[Lead]:
        marks = deque(cues(self.text, _speech(self.vocabulary)))
        for mention in find(self.text, self.vocabulary, cued=False):
            self._hear(marks, mention)
            edition, doubt = self._edition(mention)
            if doubt == "unknown-edition":
                yield Lead(mention.start, mention.end, None, None, doubt)
                continue
            base = self.article
            for ref in mention.refs:
                label = self._label(mention, ref, base)
                if label is None:
                    if mention.strength == "word" and base is not None:
                        yield Lead(ref.start, ref.end, None, None, "no-article")
                    continue
                assert isinstance(label.article, int)
                self.article = label.article
                if ref.start < ref.end:
                    yield Lead(ref.start, ref.end, edition, label, doubt, self._is_said(mention))

    def _hear(self, marks: deque[Cue], mention: Mention) -> None:
        while marks and marks[0].start <= mention.end:
            mark = marks.popleft()
            if mark.says == NOW:
                self.speaking = None
            elif mark.end is None:
                self.speaking, self.local = meant(mark.says, self.frame), None
            else:
                self.local = (mark.end, meant(mark.says, self.frame))
        if self.local and mention.start >= self.local[0]:
            self.local = None

    def _is_said(self, mention: Mention) -> bool:
        running = self.local[1] if self.local else self.speaking
        return bool(mention.edition_words or running or self.section)

    def _edition(self, mention: Mention) -> tuple[str | None, Doubt | None]:
        if mention.edition_words:
            if any(w.isdigit() and w not in self.frame.editions for w in mention.edition_words):
                return None, "unknown-edition"
            named = {meant(word, self.frame) for word in mention.edition_words}
            if len(named) > 1:
                return None, "several-editions"
            edition = named.pop()
            return edition, None if edition else "which-edition"
        running = self.local[1] if self.local else self.speaking
        edition = running or self.section or self.frame.default
        year = None if running else _YEAR_BEFORE.search(self.text[: mention.start][-16:])
        if year and year[1] in self.frame.editions and year[1] != edition:
            return None, "which-edition"
        return edition, None if edition else "no-edition"

    def _label(self, mention: Mention, ref: Ref, base: int | None) -> Label | None:
        if ref.article is not None:
            return Label(ref.article, ref.path)
        if base is None or not ref.path or kind(ref.path[0]) or mention.strength != "word":
            return None
        return Label(base, ref.path)


def meant(word: str, frame: Frame) -> str | None:
    """The edition that a word means in a page, or None where nothing says which."""
    if word in (BOTH, NOW):
        return None
    if word.isdigit():
        return word if word in frame.editions else None
    if word != "old" or frame.default not in frame.editions:
        return frame.default if word != "old" else None
    place = frame.editions.index(frame.default)
    return frame.editions[place - 1] if place else None


def named_edition(text: str, frame: Frame, vocabulary: Vocabulary) -> str | None:
    """The one edition that a heading names: "Codice 1997", "1997"; None for none or several."""
    bare = text.strip()
    if bare in frame.editions:
        return bare
    said = {cue.says for cue in cues(text, _speech(vocabulary)) if cue.says != NOW}
    return meant(said.pop(), frame) if len(said) == 1 else None


def page_leads(
    blocks: Sequence[Block], frame: Frame, vocabulary: Vocabulary
) -> Iterator[tuple[Block, list[Lead]]]:
    """The citations of a page, paragraph by paragraph.

    A heading that names one edition says what the paragraphs under it speak of, and the head of
    a column what its cells do.
    """
    headings: list[tuple[int, str | None]] = []
    columns: dict[tuple[int, int], str | None] = {}
    for block in blocks:
        if block.heading:
            headings = [(level, e) for level, e in headings if level < block.heading]
            headings.append((block.heading, named_edition(block.text, frame, vocabulary)))
            continue
        if block.cell and block.cell.head:
            edition = named_edition(block.text, frame, vocabulary)
            for column in range(block.cell.first, min(block.cell.last, block.cell.first + 50) + 1):
                columns[block.cell.table, column] = edition
        section = _column(block.cell, columns) or next(
            (edition for _, edition in reversed(headings) if edition), None
        )
        yield block, leads(block.text, frame, vocabulary, section)


def _column(cell: Cell | None, columns: dict[tuple[int, int], str | None]) -> str | None:
    return columns.get((cell.table, cell.first)) if cell else None

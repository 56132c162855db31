"""What headings, columns and titles say of the paragraphs of somebody else's page."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rulebook.linking.blocks import WIDEST, Block, Cell
from rulebook.linking.leads import (
    OTHER,
    SEVERAL,
    Frame,
    Lead,
    leads,
    meant,
    patterns_of,
    years_in,
)
from rulebook.reading.citations.grammar import LETTERS, anyof, compile_grammar, year_of
from rulebook.reading.citations.speaking import NOW, cues, tokens
from rulebook.reading.citations.tail import strange_end
from rulebook.reading.citations.vocabulary import Vocabulary

_NUMBERED = re.compile("(?<![0-9A-Za-z_])[0-9]{1,3}(?![0-9])")
"""A number that may be an article's, and no year."""
_TITLE_WORDS = 8
"""How many words a paragraph that is but a title has."""
_LEAST = 9
"""The level of a title that is no heading: every heading ends it."""


def named_edition(text: str, frame: Frame, vocabulary: Vocabulary) -> str | None:
    """The edition that a heading names: "Codice 1997", "1997".

    Returns:
        None where it names none, `SEVERAL` where it names more than one.
    """
    bare, editions = text.strip(), vocabulary.editions
    if bare in frame.editions:
        return bare
    if bare.lower() in (*editions.old, *editions.new, *editions.current):  # "Vecchio", "Nuovo"
        return meant("old" if bare.lower() in editions.old else "new", frame) or SEVERAL
    patterns = patterns_of(vocabulary)
    said = {meant(cue.says, frame) for cue in cues(text, patterns) if cue.says != NOW}
    if not said:
        compared = patterns.comparison.search(text) and patterns.cue.search(text)
        return SEVERAL if compared else None
    said |= years_in(text, frame)
    return said.pop() if len(said) == 1 else SEVERAL


@lru_cache(maxsize=4)
def _name_words(vocabulary: Vocabulary) -> frozenset[str]:
    """The words that names of editions are made of."""
    c, e, links = vocabulary.collections, vocabulary.editions, vocabulary.links
    lists: list[tuple[str, ...]] = [c.own, c.own_more, c.adjectives, e.old, e.new, e.current]
    lists += [e.nouns, e.year_links, links.genitive, links.lead, vocabulary.articles.singular]
    lists += [vocabulary.articles.plural, vocabulary.lists.both]
    return frozenset(word for words in lists for said in words for word in tokens(said.lower()))


def column_edition(text: str, frame: Frame, vocabulary: Vocabulary) -> str | None:
    """The edition that the head of a column names, where a year among few words is enough.

    A year beside other words ("Stagione 2007") may be a date: it says so much that the edition
    cannot be told.
    """
    named = named_edition(text, frame, vocabulary)
    years = years_in(text, frame)
    if named or not years:
        return named
    alone = len(years) == 1 and is_name(text, frame, vocabulary)
    return years.pop() if alone else SEVERAL


def is_name(text: str, frame: Frame, vocabulary: Vocabulary) -> bool:
    """Whether a text has nothing but words that names of editions are made of."""
    words = _name_words(vocabulary)
    return all(word in words or year_of(word) in frame.editions for word in tokens(text.lower()))


@lru_cache(maxsize=4)
def _titles(vocabulary: Vocabulary) -> re.Pattern[str]:
    titles = anyof(vocabulary.collections.titles)
    return re.compile(f"(?:^|[^{LETTERS}]){titles}", re.IGNORECASE)


def is_other_title(text: str, vocabulary: Vocabulary) -> bool:
    """Whether a heading is the title of another text with articles of its own: "Statuto"."""
    grammar = compile_grammar(vocabulary)
    own = list(grammar.own_anywhere.finditer(text))
    strange = any(strange_end(grammar, name) for name in own)
    return strange or (not own and _titles(vocabulary).search(text) is not None)


@dataclass(slots=True)
class _Title:
    """What a heading, or a paragraph that is but a title, says of those in it or beside it.

    `level` is that of a heading, or `_LEAST`. A paragraph has those beside it where none are in it.
    """

    level: int
    home: int
    around: int
    says: str
    inside: bool = False

    def holds(self, path: tuple[int, ...]) -> bool:
        """Whether a paragraph stands under it."""
        self.inside = self.inside or self.home in path
        return self.home in path or (not self.inside and self.around in path)


class _Page:
    """What the headings, the columns and the titles of a page say of a paragraph."""

    def __init__(self, frame: Frame, vocabulary: Vocabulary) -> None:
        self.frame = frame
        self.vocabulary = vocabulary
        self.titles: list[_Title] = []
        self.columns: dict[tuple[int, int], str | None] = {}

    def hear_heading(self, block: Block) -> None:
        """Take in what a heading says of all that follows, up to one of its level."""
        named = named_edition(block.text, self.frame, self.vocabulary)
        says = OTHER if is_other_title(block.text, self.vocabulary) else named
        self.titles = [title for title in self.titles if title.level < block.heading]
        if says:
            self.titles.append(_Title(block.heading, 0, 0, says))

    def hear_column(self, block: Block, cell: Cell) -> None:
        """Take in what the head of a column says of its cells."""
        edition = column_edition(block.text, self.frame, self.vocabulary)
        for column in _columns(cell):
            self.columns[cell.table, column] = edition

    def hear_title(self, block: Block) -> None:
        """Take in what a paragraph that is but a title says of those after it."""
        text, vocabulary = block.text, self.vocabulary
        if len(tokens(text)) > _TITLE_WORDS:
            return
        says = None
        if is_name(text, self.frame, vocabulary):
            says = named_edition(text, self.frame, vocabulary)
            if says and text.strip() == says != self.frame.default:
                says = SEVERAL  # a year alone, which may be a date
        elif not _NUMBERED.search(text) and not any(block.locked):
            says = OTHER if _titles(vocabulary).match(text) else None
        if says:
            self.titles.append(_Title(_LEAST, block.path[-1], (0, *block.path)[-2], says))

    def says(self, block: Block) -> str | None:
        """The edition of what a paragraph stands under."""
        cell = block.cell
        covered = [self.columns.get((cell.table, at)) for at in _columns(cell)] if cell else [None]
        column = covered[0] if len(set(covered)) == 1 else SEVERAL
        held = [title for title in self.titles if title.holds(block.path)]
        title = held[-1] if held else None
        if column and title and title.level == _LEAST and title.says != column:
            return SEVERAL
        return column or (title.says if title else None)


def page_leads(
    blocks: Sequence[Block], frame: Frame, vocabulary: Vocabulary
) -> Iterator[tuple[Block, list[Lead]]]:
    """The citations of a page, paragraph by paragraph.

    A heading that names one edition says what the paragraphs under it speak of, the head of a
    column what its cells do, and a paragraph that is nothing but the name of an edition what
    those beside it do.
    """
    page = _Page(frame, vocabulary)
    for block in blocks:
        if block.heading:
            page.hear_heading(block)
            continue
        if block.cell and block.cell.head:
            page.hear_column(block, block.cell)
        found = leads(block.text, frame, vocabulary, page.says(block))
        yield block, found
        if not found:
            page.hear_title(block)


def _columns(cell: Cell) -> range:
    return range(cell.first, min(cell.last, cell.first + WIDEST) + 1)

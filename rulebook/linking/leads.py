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
from rulebook.linking.blocks import WIDEST, Block, Cell
from rulebook.reading.citations.find import Mention, Ref, find
from rulebook.reading.citations.grammar import (
    LETTERS,
    YEAR,
    anyof,
    compile_grammar,
    year_of,
)
from rulebook.reading.citations.speaking import (
    BOTH,
    NOW,
    Cue,
    Speech,
    cues,
    sentences,
    speech,
    tokens,
)
from rulebook.reading.citations.steps import kind
from rulebook.reading.citations.tail import strange_end
from rulebook.reading.citations.vocabulary import Vocabulary

_YEARS = re.compile(f"([0-9]{{1,2}}[°º]? [{LETTERS}]{{5,9}} |[0-9][/.-]|/)?{YEAR}(?![/.-][0-9])")
"""A year, and what before it makes it a date ("3 marzo 2007") or part of a number ("81/2007")."""
_CLAUSE_END = re.compile("[.;:!?]")
_NEAR = 40
"""How many characters behind a citation or a name words still bear on it."""

SEVERAL = "*"
"""What a heading or a column says that names more than one edition."""
_TITLE_WORDS = 8
"""How many words a paragraph that is but a title has."""
_LEAST = 9
"""The level of a title that is no heading: every heading ends it."""
OTHER = "!"
"""What the title of another text says: what stands under it cites that text."""

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
        section: the edition of the heading or the column that it stands under, `SEVERAL` where
            it names several, `OTHER` where it is the title of another text.
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
        self.grammar = compile_grammar(vocabulary)
        self.section = section
        self.speaking: str | None = None
        self.local: tuple[int, str | None] | None = None
        self.mark: Cue | None = None
        self.bound = False
        self.article: int | None = None
        self.end = 0
        self.sentences = sentences(text)
        self.cues = cues(text, _speech(vocabulary))

    def leads(self) -> Iterator[Lead]:
        marks = deque(self.cues)
        for mention in find(self.text, self.vocabulary, cued=False):
            self._hear(marks, mention)
            if self.section == OTHER and not mention.own:
                self.article = None
                continue
            edition, doubt = self._edition(mention)
            self.end = mention.end
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
            mark = self.mark = marks.popleft()
            self.bound = mark.start >= mention.start
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
            year = any(word.isdigit() for word in mention.edition_words)
            dated = not year and self._behind(mention) - {edition}
            return (None, "which-edition") if dated or not edition else (edition, None)
        running = self.local[1] if self.local else self.speaking
        section = None if self.section == OTHER else self.section
        edition = running or section or self.frame.default
        if edition == SEVERAL or (edition and self._contested(mention, edition, running)):
            return None, "several-editions" if edition == SEVERAL else "which-edition"
        return edition, None if edition else "no-edition"

    def _contested(self, mention: Mention, edition: str, running: str | None) -> bool:
        """Whether words near a citation that names no edition speak of another one than was told.

        An edition that the same clause named last is taken at its word.
        """
        text, mark, start = self.text, self.mark if running else None, self._start(mention.start)
        others = years_in(text[start : mention.start], self.frame)
        if mark:
            since = self._start(mark.start)
            around = text[max(since, mark.start - _NEAR // 2) : mark.start + _NEAR]
            if _speech(self.vocabulary).past.search(around):
                return True
            told = self.section or self.frame.default
            if since == start:
                between = text[mark.start : mention.start]
                if mark.start < self.end or ";" in between:
                    return others | {told or edition} != {edition}
                joined = self.grammar.own_joined.search(text[start : mark.start])
                between += f" {joined.group()}" if joined else ""
                return not years_in(between, self.frame) <= {edition}
            if self.bound:  # "L'art. 27 del Codice 1997 era diverso. L'art. 50 resta."
                others.add(told or SEVERAL)
            beside = (one for one in self.cues if self._start(one.start) == since)
            others |= {meant(one.says, self.frame) or edition for one in beside}
        return not (others | self._behind(mention)) <= {edition}

    def _behind(self, mention: Mention) -> set[str]:
        """The editions that years behind a citation, in its clause, may mean."""
        behind = _CLAUSE_END.split(self.text[mention.end : mention.end + _NEAR])[0]
        return years_in(behind, self.frame)

    def _start(self, place: int) -> int:
        """Where the sentence of a place begins."""
        return max((start for start, _ in self.sentences if start <= place), default=0)

    def _label(self, mention: Mention, ref: Ref, base: int | None) -> Label | None:
        if ref.article is not None:
            return Label(ref.article, ref.path)
        if base is None or not ref.path or kind(ref.path[0]) or mention.strength != "word":
            return None
        return Label(base, ref.path)


def years_in(text: str, frame: Frame) -> set[str]:
    """The editions that the years in a part of a text may mean."""
    years = {year_of(match[2]) for match in _YEARS.finditer(text) if not match[1]}
    return years & set(frame.editions)


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
    """The edition that a heading names: "Codice 1997", "1997".

    Returns:
        None where it names none, `SEVERAL` where it names more than one.
    """
    bare = text.strip()
    if bare in frame.editions:
        return bare
    said = {meant(cue.says, frame) for cue in cues(text, _speech(vocabulary)) if cue.says != NOW}
    if not said:
        return None
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
        elif not any(c.isdigit() for c in text) and not any(block.locked):
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

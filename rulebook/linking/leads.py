"""Where the citations of somebody else's paragraph lead; the script for web pages has a twin.

No text of the law is at hand in a web page, so a part without an article ("lettera B") belongs
to the article that the same paragraph spoke of last, or leads nowhere.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from rulebook.label import Label
from rulebook.reading.citations.around import LETTERED
from rulebook.reading.citations.find import Mention, Ref, find
from rulebook.reading.citations.grammar import (
    LETTERS,
    YEAR,
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
)
from rulebook.reading.citations.steps import kind
from rulebook.reading.citations.vocabulary import Vocabulary

_YEARS = re.compile(f"([0-9]{{1,2}}[°º]? [{LETTERS}]{{5,9}} |[0-9][/.-]|/)?{YEAR}(?![/.-][0-9])")
"""A year, and what before it makes it a date ("3 marzo 2007") or part of a number ("81/2007")."""
_BROKEN = re.compile("\n[A-Z]")
"""A line that begins anew, as a title does: "art. 9" and below it "Codice 2007"."""
_CLAUSE_END = re.compile("[.;:!?]")
_NEAR = 40
"""How many characters behind a citation or a name words still bear on it."""

SEVERAL = "*"
"""What a heading or a column says that names more than one edition."""
OTHER = "!"
"""What the title of another text says: what stands under it cites that text."""

Doubt = Literal[
    "several-editions", "which-edition", "no-edition", "unknown-edition", "no-article",
    "no-provision", "other-text", "other-title",
]
LEFT: frozenset[Doubt] = frozenset(("other-text", "other-title"))
"""What is said of a citation that is left alone since another text is cited; nothing is to do."""


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
def patterns_of(vocabulary: Vocabulary) -> Speech:
    """The patterns of what names an edition in running text."""
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
        # "vecchio" starts from what the page speaks of, else from what it stands under.
        told = frame.default or (section if section in frame.editions else None)
        self.frame = Frame(frame.editions, told)
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
        self.cues = cues(text, patterns_of(vocabulary))

    def leads(self) -> Iterator[Lead]:
        marks = deque(self.cues)
        for mention in find(self.text, self.vocabulary, cued=False, others=True):
            self._hear(marks, mention)
            titled = self.section == OTHER and not (mention.own or LETTERED.search(mention.text))
            if mention.other or titled:
                self.article = None
                why: Doubt = "other-text" if mention.other else "other-title"
                yield Lead(mention.start, mention.end, None, None, why)
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
            dated = not year and (self._behind(mention) - {edition} or self._elsewhere(edition))
            past = year and patterns_of(self.vocabulary).past.search(mention.text)
            if past or dated or not edition or _BROKEN.search(mention.text):
                return None, "which-edition"
            return edition, None
        running = self.local[1] if self.local else self.speaking
        section = None if self.section == OTHER else self.section
        edition = running or section or self.frame.default
        relative = running and self.mark and not self.mark.says.isdigit()
        if relative and self._elsewhere(edition):
            return None, "which-edition"
        if edition == SEVERAL or (edition and self._contested(mention, edition, running)):
            return None, "several-editions" if edition == SEVERAL else "which-edition"
        return edition, None if edition else "no-edition"

    def _elsewhere(self, edition: str | None) -> bool:
        """Whether it stands under another edition than the page's, which "old" may start from."""
        return self.section not in (None, OTHER, edition, self.frame.default)

    def _contested(self, mention: Mention, edition: str, running: str | None) -> bool:
        """Whether words near a citation that names no edition speak of another one than was told.

        An edition that the same clause named last is taken at its word.
        """
        text, mark, start = self.text, self.mark if running else None, self._start(mention.start)
        others = years_in(text[start : mention.start], self.frame)
        if mark:
            since = self._start(mark.start)
            around = text[max(since, mark.start - _NEAR // 2) : mark.start + _NEAR]
            if patterns_of(self.vocabulary).past.search(around):
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

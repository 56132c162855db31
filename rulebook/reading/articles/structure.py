"""The words that structure a text, read from `outline.toml`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property, lru_cache
from importlib import resources

import msgspec


class Divisions(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Words of the lines that divide a Code."""

    words: tuple[str, ...]


class NoteWords(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Words that announce a note, and those that tell whose it is."""

    numbered: frozenset[str]
    counted_one: frozenset[str]
    counted_many: frozenset[str]
    counted_between: frozenset[str]
    words: tuple[str, ...]
    translator: tuple[str, ...]
    editor: tuple[str, ...]


class KindWords(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Words that tell the kinds of document apart."""

    salutations: tuple[str, ...]
    closings: tuple[str, ...]
    question: tuple[str, ...]
    answer: tuple[str, ...]
    commentary: tuple[str, ...]
    comment: tuple[str, ...]
    parallel: tuple[str, ...]
    contents: tuple[str, ...]
    speaking: tuple[str, ...]
    speaking_surely: tuple[str, ...]


class Assumed(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """What is assumed where a text says nothing."""

    edition: str


class Compass(msgspec.Struct, forbid_unknown_fields=True, frozen=True):
    """Words of an auction diagram."""

    words: frozenset[str]


class Structure(msgspec.Struct, forbid_unknown_fields=True, frozen=True, dict=True):
    """All words that structure a text, with the tests built from them."""

    article_words: tuple[str, ...]
    relative_words: tuple[str, ...]
    citing_words: frozenset[str]
    joining_words: frozenset[str]
    truncation_words: tuple[str, ...]
    truncation_places: tuple[str, ...]
    truncation_links: tuple[str, ...]
    truncation_sentences: tuple[str, ...]
    sentence_openers: frozenset[str]
    capital_words: frozenset[str]
    article_nouns: frozenset[str]
    finite_verbs: frozenset[str]
    parts: Mapping[str, str]
    divisions: Divisions
    notes: NoteWords
    kinds: KindWords
    edition_evidence: Mapping[str, tuple[str, ...]]
    assumed: Assumed
    compass: Compass

    @cached_property
    def _relative(self) -> re.Pattern[str]:
        words = sorted(self.relative_words, key=len, reverse=True)
        return re.compile(rf"\s*(?:{'|'.join(map(re.escape, words))})(?!\w)", re.IGNORECASE)

    def is_relative(self, rest: str) -> bool:
        """Whether what follows a marker makes it a citation ("seguente")."""
        return bool(self._relative.match(rest))

    def cites_at_end(self, previous: str) -> bool:
        """Whether a line ends with a word that announces a citation ("previsto in")."""
        match = _LAST_WORD.search(previous)
        if not match:
            return False
        word = match[1].lower()
        if word in self.joining_words:
            return bool(_LABEL_BEFORE.search(previous[: match.start()]))
        return word in self.citing_words

    @cached_property
    def _joint(self) -> re.Pattern[str]:
        words = "|".join(map(re.escape, self.joining_words))
        long = "|".join(word for word in self.joining_words if len(word) > 2)
        return re.compile(rf"(?:[,;]\s*(?:{words})|\b(?:{long}))\s*$", re.IGNORECASE)

    def joins_items(self, previous: str) -> bool:
        """Whether a text ends where the next member of a list can follow (", oppure")."""
        return bool(self._joint.search(previous))

    @cached_property
    def _going_on(self) -> str:
        """The words that say where a text goes on, as a pattern."""
        return rf"(?:{_any(self.truncation_words)})(?:\s+(?:{_any(self.truncation_places)}))"

    @cached_property
    def _cut_mark(self) -> str:
        """A sign that a text was cut, as a pattern."""
        links = _any(self.truncation_links)
        words = rf"(?:{self._going_on}|{_any(self.truncation_words)})"
        said = rf"(?:{words}|{links})"
        sentence = rf"(?<!\w)(?:{_any(self.truncation_sentences)})"
        return "|".join((
            rf"[\[(]\s*(?:{_DOTS}\s*(?:{said})?|{said})\s*(?:{_DOTS})?\s*[\])](?:\s*{sentence})?",
            rf"[\[(]?{sentence}\.?[\])]?",
            rf"(?<!\w)[–—-]+\s*{words}\s*[–—-]+",
            rf"(?:{_DOTS}|[»›>→])\s*{said}",
            rf"(?<!\w)(?:{links})\s*(?:{_DOTS})?\s*[»›>→]*",
        ))

    @cached_property
    def truncation(self) -> re.Pattern[str]:
        """A truncation mark at the end of a text."""
        bare = r"(?<=[\w\s,])(?:\.\.\.|…)"
        return re.compile(rf"\s*(?:{self._cut_mark}|{bare})\s*\.?\s*$", re.IGNORECASE)

    @cached_property
    def speaks(self) -> re.Pattern[str]:
        """Words of somebody who speaks to somebody."""
        return _words(self.kinds.speaking)

    @cached_property
    def speaks_surely(self) -> re.Pattern[str]:
        """Words of the first and second person, which no article has."""
        return _words(self.kinds.speaking_surely)

    @cached_property
    def cut(self) -> re.Pattern[str]:
        """A line that is nothing but the mark of a cut."""
        alone = rf"(?:{self._cut_mark}|{self._going_on}|{_DOTS})"
        return re.compile(rf"\s*{alone}\s*\.?\s*", re.IGNORECASE)

    @cached_property
    def division(self) -> re.Pattern[str]:
        """A line that divides a Code: "CAPITOLO QUINTO", "Parte II – Norme comuni"."""
        words = "|".join(map(re.escape, self.divisions.words))
        return re.compile(rf"(?:{words})\s+(?:[IVXLC]+|\d{{1,2}}|\w+)\b", re.IGNORECASE)

    @cached_property
    def opens_comment(self) -> re.Pattern[str]:
        """The first words of a comment between the paragraphs of an annotated Code."""
        words = "|".join(map(re.escape, self.kinds.comment))
        return re.compile(rf"(?:{words})(?:\s+\d{{1,2}})?\s*:", re.IGNORECASE)

    def opens_sentence(self, word: str) -> bool:
        """Whether a capitalised word can only be the first of a sentence."""
        bare = re.split(r"[’']", word)[0].strip('“"«(').lower()
        return bare in self.sentence_openers


_LABEL_BEFORE = re.compile(r"(?:\([a-z]{1,4}\)|\b[A-Z]\d*|\b\d{1,3}[A-Z]?\w*),?\s+$")
_LAST_WORD = re.compile(r"([\w.]+)[’']?\s*$")


_DOTS = r"(?:…|\.(?:\s?\.){1,3})"


def _any(words: tuple[str, ...]) -> str:
    """Words as a pattern, the longest first: # is a number, an apostrophe any apostrophe."""
    longest_first = sorted(words, key=len, reverse=True)
    pattern = "|".join(map(re.escape, longest_first))
    return pattern.replace(r"\#", r"\d{1,4}").replace(r"\ ", r"\s+").replace("’", "[’']")


def _words(words: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted(words, key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", re.IGNORECASE)


@lru_cache(maxsize=1)
def default_structure() -> Structure:
    """The words of the package; raises `msgspec.ValidationError` where they are wrong."""
    data = resources.files("rulebook.reading.articles").joinpath("outline.toml").read_bytes()
    return msgspec.toml.decode(data, type=Structure)

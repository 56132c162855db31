"""The table of words made ready for one pair of editions: which words say the same, and how.

Words are found in any inflection (`rettifica`, `rettifiche`), verbs of duty in the forms given.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal

from rulebook.compare.terminology import Terminology, forms
from rulebook.compare.words import Word, fold, words

Kind = Literal["term", "definition", "modal", "cite-word"]

_ARTICLE = re.compile(r"(d[ae]|ne|su|a|co|que)?(?:l|ll'|l'|llo|lla|lle|gli|i|il|lo|la|le)")
_ONE = re.compile(r"un(?:o|a|')?")


@dataclass(frozen=True, slots=True)
class Found:
    """Words `start:end` of a text are a form of the entry `id`."""

    kind: Kind
    id: str
    start: int
    end: int


@dataclass(frozen=True)
class Phrases:
    """Forms of one or more words, to be looked up by their first word.

    An elided article before the first word is no part of a form (`dell’arbitro` is a form of
    “arbitro”), one before a later word is (`penalità d’attacco`).
    """

    by_first: dict[str, tuple[tuple[tuple[str, ...], str], ...]]

    def at(self, first: Sequence[str], later: Sequence[str], start: int) -> tuple[str, int] | None:
        """The entry of the longest form that begins at a word, with its length in words.

        Args:
            first, later: the words as they count at the beginning of a form, and further on.
        """
        for form, entry in self.by_first.get(first[start], ()):
            if tuple(later[start + 1 : start + len(form)]) == form[1:]:
                return entry, len(form)
        return None


@dataclass(frozen=True)
class Lexicon:
    """What the table says about a pair of editions."""

    old_terms: Phrases
    new_terms: Phrases
    definitions_old: Phrases
    definitions_new: Phrases
    kept_definitions: Phrases
    any_term: Phrases
    modals: Phrases
    article_words: frozenset[str]
    pointers: frozenset[str]

    def found(self, text: Sequence[Word], *, new: bool) -> tuple[Found, ...]:
        """Terms, terms with another definition, and modal verbs in a text; they do not overlap."""
        plain = [word.prefix + word.core for word in text]
        first, later = _inflected(text)
        tables: tuple[tuple[Kind, Phrases, list[str], list[str]], ...] = (
            ("modal", self.modals, plain, plain),
            ("definition", self.definitions_new if new else self.definitions_old, first, later),
            ("term", self.new_terms if new else self.old_terms, first, later),
        )
        out: list[Found] = []
        at = 0
        while at < len(text):
            if not (plain[at] in self.starts or first[at] in self.starts):
                at += 1
                continue
            hits = [
                Found(kind, hit[0], at, at + hit[1])
                for kind, table, begin, rest in tables
                if (hit := table.at(begin, rest, at))
            ]
            best = max(hits, key=lambda f: f.end, default=None)
            if best:
                out.append(best)
            at = best.end if best else at + 1
        return tuple(out)

    def canonical(self, text: Sequence[Word]) -> list[str]:
        """The stems of a text, with old and new terms under one name: what an alignment reads."""
        first, later = _inflected(text)
        out: list[str] = []
        at = 0
        while at < len(text):
            hit = self.any_term.at(first, later, at)
            if hit:
                out.append(hit[0])
                at += hit[1]
                continue
            if text[at].core[:1].isalnum() or len(text[at].core) > 1:
                out.append(stem(text[at].core))
            at += 1
        return out

    def keeps_definition(self, text: Sequence[Word]) -> bool:
        """Whether a word occurs that was kept while its definition changed."""
        if not self.kept_definitions.by_first:
            return False
        first, later = _inflected(text)
        return any(self.kept_definitions.at(first, later, at) for at in range(len(text)))

    @cached_property
    def starts(self) -> frozenset[str]:
        """The first words of all forms."""
        return frozenset((*self.any_term.by_first, *self.modals.by_first))


def _inflected(text: Sequence[Word]) -> tuple[list[str], list[str]]:
    """The words as the first of a form, and as a later one, where an elided article counts."""
    first = [inflection(word.core) for word in text]
    return first, [word.prefix + key for word, key in zip(text, first, strict=True)]


@lru_cache(maxsize=65536)
def inflection(core: str) -> str:
    """A word without the vowels of its ending, so that its numbers and genders are one.

    >>> inflection("rettifiche") == inflection("rettifica")
    True
    """
    bare = _bare(core)
    if len(bare) < 4 or not bare.isalpha():
        return bare
    short = bare.rstrip("aeiou")
    if len(short) > 3 and short.endswith("h"):
        short = short[:-1]
    return short if len(short) >= 3 else bare


def stem(core: str) -> str:
    """A word cut so short that its verb forms and nouns mostly agree (`giudica`, `giudicasse`)."""
    short = inflection(core)
    return short[:6] if short.isalpha() else short


def _bare(core: str) -> str:
    apart = unicodedata.normalize("NFD", core)
    return "".join(c for c in apart if not unicodedata.combining(c))


def article_base(word: str) -> str | None:
    """What an article says beside its gender and number: `dell'` and `del` are both `de`.

    Returns None for a word that is no article.
    """
    if _ONE.fullmatch(word):
        return "one"
    match = _ARTICLE.fullmatch(word)
    if not match:
        return None
    return f"the {match.group(1) or ''}"


@lru_cache(maxsize=64)
def lexicon(table: Terminology, old: str, new: str) -> Lexicon:
    """The table for a pair of editions: every entry that lies between them counts.

    Entries that follow one another (a word replaced twice) become one.
    """
    replaced = _united(
        [(e.old, e.new) for e in table.replacement if old <= e.from_ and e.to <= new]
    )
    redefined = _united(
        [
            (forms(e.old), forms(e.new))
            for e in table.definition_changed
            if old <= e.from_ and e.to <= new
        ]
    )
    terms = [(f"term:{i}", *entry) for i, entry in enumerate(replaced)]
    definitions = [(f"definition:{i}", *entry) for i, entry in enumerate(redefined)]
    return Lexicon(
        old_terms=_phrases([(name, before) for name, before, _ in terms]),
        new_terms=_phrases([(name, after) for name, _, after in terms]),
        definitions_old=_phrases([(name, before) for name, before, _ in definitions]),
        definitions_new=_phrases([(name, after) for name, _, after in definitions]),
        kept_definitions=_phrases(
            [(name, _common(before, after)) for name, before, after in definitions]
        ),
        any_term=_phrases([(n, (*before, *after)) for n, before, after in definitions + terms]),
        modals=_phrases([(modal.id, modal.forms) for modal in table.modal], exact=True),
        article_words=frozenset(fold(w.rstrip(".")) for w in table.citation.articles),
        pointers=frozenset(fold(w.rstrip(".")) for w in table.citation.pointers),
    )


def _united(
    entries: Sequence[tuple[tuple[str, ...], tuple[str, ...]]],
) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    groups: list[tuple[set[str], list[str], list[str]]] = []
    for before, after in entries:
        keys = {_key(form) for form in (*before, *after)}
        old, new = list(before), list(after)
        for group in [g for g in groups if g[0] & keys]:
            groups.remove(group)
            keys |= group[0]
            old, new = group[1] + old, group[2] + new
        groups.append((keys, old, new))
    return [(tuple(old), tuple(new)) for _, old, new in groups]


def _common(before: Sequence[str], after: Sequence[str]) -> tuple[str, ...]:
    kept = {_key(form) for form in after}
    return tuple(form for form in before if _key(form) in kept)


def _key(form: str, *, exact: bool = False) -> str:
    return " ".join(_keys(form, exact=exact))


def _keys(form: str, *, exact: bool) -> tuple[str, ...]:
    found = [word for word in words(form) if word.text]
    if exact:
        return tuple(word.prefix + word.core for word in found)
    first, later = _inflected(found)
    return (*first[:1], *later[1:])


def _phrases(entries: Iterable[tuple[str, Iterable[str]]], *, exact: bool = False) -> Phrases:
    by_first: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for name, shapes in entries:
        for shape in shapes:
            form = _keys(shape, exact=exact)
            if form:
                by_first.setdefault(form[0], []).append((form, name))
    ordered = {
        first: tuple(sorted(found, key=lambda f: -len(f[0]))) for first, found in by_first.items()
    }
    return Phrases(ordered)

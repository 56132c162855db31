"""Which edition a text gives, and everything that speaks for it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Literal

from rulebook.adding.overlaps import share
from rulebook.model import Basis, Document, Rulebook
from rulebook.reading.articles import kinds
from rulebook.reading.articles.structure import Structure, default_structure

_YEARS = tuple(str(year) for year in range(1925, 2100))
_SAME, _AHEAD, _NAMED = 0.9, 0.02, 3

What = Literal["told", "named", "same-words", "words", "nothing"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """Something that speaks for an edition.

    `what`: the caller told it; a line of the text names it; an article has the words of one that
    the corpus holds; a word is used that only this edition has; nothing speaks for any.
    `shown` are the words, and `line` where they stand, from 1.
    """

    what: What
    edition: str
    shown: str = ""
    line: int | None = None


@dataclass(frozen=True, slots=True)
class Guess:
    """The edition of a text; None where its articles are of several, and each says which.

    `unknown` are years that the text names as editions and that the corpus does not know.
    """

    edition: str | None
    basis: Basis
    evidence: tuple[Evidence, ...]
    unknown: tuple[Evidence, ...] = ()


def guess(document: Document, rulebook: Rulebook, told: str | None) -> Guess:
    """Which edition a text gives, and why.

    Where nothing in the text names an edition, an article that has the words of one which the
    corpus holds says more than single words do.

    Args:
        document: the text, read by itself.
        rulebook: what the corpus holds.
        told: the edition that the caller told.
    """
    source = document.source
    known = tuple(edition.id for edition in rulebook.editions)
    lines = [source.line(number) for number in range(1, source.lines + 1)]
    named = tuple(_named(lines, known))
    unknown = tuple(_named(lines, [year for year in _YEARS if year not in known]))
    if told:
        return Guess(told, "declared", (Evidence("told", told), *named), unknown)
    found = {(article.edition, article.edition_basis) for article in document.articles}
    if not found:
        edition, basis = kinds.edition_of(lines, known, default_structure(), None)
        found = {(edition, basis)}
    editions = {edition for edition, _ in found}
    if len(editions) > 1:
        return Guess(None, "stated", named, unknown)
    edition = editions.pop()
    if all(basis == "stated" for _, basis in found):
        mine = [piece for piece in named if piece.edition == edition]
        return Guess(edition, "stated", tuple(mine or named), unknown)
    same = tuple(_same_words(document, rulebook))
    edition = _closest(same, edition)
    words = tuple(_words(lines, known, default_structure()))
    evidence = (*(piece for _, piece in same), *words)
    return Guess(edition, "assumed", evidence or (Evidence("nothing", edition),), unknown)


def _named(lines: Sequence[str], editions: Sequence[str]) -> Iterator[Evidence]:
    """The first lines that name each edition."""
    times: Counter[str] = Counter()
    for number, (line, below) in enumerate(zip_longest(lines, lines[1:], fillvalue=""), 1):
        for edition in dict.fromkeys(kinds.years_stated(line, below)):
            if edition not in editions:
                continue
            times[edition] += 1
            if times[edition] <= _NAMED:
                yield Evidence("named", edition, line.strip(), number)


def _same_words(document: Document, rulebook: Rulebook) -> Iterator[tuple[float, Evidence]]:
    """Articles whose words are nearly those of one that an edition holds."""
    for article in document.articles:
        for edition in rulebook.editions:
            held = edition.article(article.number)
            alike = share(article, held) if held else 0.0
            if alike >= _SAME:
                shown = f"{article.number}: {alike:.0%}"
                yield alike, Evidence("same-words", edition.id, shown)


def _closest(same: Sequence[tuple[float, Evidence]], assumed: str) -> str:
    best: dict[str, float] = {}
    for alike, piece in same:
        best[piece.edition] = max(best.get(piece.edition, 0.0), alike)
    if not best:
        return assumed
    edition = max(best, key=lambda name: (best[name], name == assumed))
    return edition if best[edition] > best.get(assumed, 0.0) + _AHEAD else assumed


def _words(
    lines: Sequence[str], editions: Sequence[str], structure: Structure
) -> Iterator[Evidence]:
    """Words that one edition uses and others do not, where they first stand."""
    for edition in editions:
        for word in structure.edition_evidence.get(edition, ()):
            pattern = re.compile(rf"(?<!\w){re.escape(word)}(?!\w)", re.IGNORECASE)
            line = next((n for n, text in enumerate(lines, 1) if pattern.search(text)), None)
            if line:
                yield Evidence("words", edition, word, line)

"""What of a text the corpus has already: the same articles, or nearly the same words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from rulebook.compare import word_diff
from rulebook.model import Article, Document, Rulebook, Status
from rulebook.reading.witnesses import covers

Role = Literal["supplies", "witness"]
_WORD = re.compile(r"\w+")
_RUN = 5
_ALIKE = 0.5


@dataclass(frozen=True, slots=True)
class Overlap:
    """An article that the corpus holds in the same edition already.

    `source` is the text that supplies it, `held` how complete it is there, `here` in the new text;
    `share` is the part of the words, from 0 to 1, that both have in the same order; `covers` tells
    that the new text has all provisions of the one held.
    """

    edition: str
    number: int | str
    source: str
    held: Status
    here: Status
    share: float
    covers: bool = True

    @property
    def replaced(self) -> bool:
        """Whether the new text is published, because it is whole and the other one is not."""
        return self.held == "truncated" and self.here != "truncated" and self.covers


@dataclass(frozen=True, slots=True)
class Alike:
    """A text of the corpus with which the new one shares a good part of its words."""

    source: str
    share: float


def overlaps(document: Document, rulebook: Rulebook) -> Iterator[Overlap]:
    """The articles of a text that the corpus holds already, each once, in reading order."""
    seen: set[tuple[str, int | str]] = set()
    for article in document.articles:
        key = (article.edition, article.number)
        edition = rulebook.by_id.get(article.edition)
        held = edition.article(article.number) if edition else None
        if held is None or key in seen:
            continue
        seen.add(key)
        yield Overlap(
            *key, held.source, held.status, article.status, share(article, held),
            covers(article, held),
        )


def share(one: Article, other: Article) -> float:
    """The part of the words of two articles that both have in the same order.

    Where one is cut off, only as much of the other counts.
    """
    ours, theirs = _words(one), _words(other)
    if not ours or not theirs:
        return 0.0
    if one.status == "truncated":
        theirs = theirs[: len(ours)]
    if other.status == "truncated":
        ours = ours[: len(theirs)]
    pieces = word_diff(" ".join(ours), " ".join(theirs))
    same = sum(len(text.split()) for operation, text in pieces if operation == "equal")
    return min(1.0, 2 * same / (len(ours) + len(theirs)))


def alike(document: Document, rulebook: Rulebook) -> tuple[Alike, ...]:
    """Texts of the corpus that share half of their words, in runs of five, with this one."""
    ours = _runs(document.source.text)
    found = []
    for other in rulebook.documents:
        theirs = _runs(other.source.text)
        smaller = min(len(ours), len(theirs))
        part = len(ours & theirs) / smaller if smaller else 0.0
        if part >= _ALIKE:
            found.append(Alike(other.source.id, part))
    return tuple(sorted(found, key=lambda text: (-text.share, text.source)))


def _words(article: Article) -> list[str]:
    parts = [
        str(text)
        for provision in article.provisions()
        for text in (provision.heading, provision.text, provision.tail)
        if text
    ]
    return " ".join(parts).lower().split()


def _runs(text: str) -> set[tuple[str, ...]]:
    words = _WORD.findall(text.lower())
    return {tuple(words[at : at + _RUN]) for at in range(len(words) - _RUN + 1)}

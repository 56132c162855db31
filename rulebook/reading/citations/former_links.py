"""Links that a source had: their addresses are compared with the articles that their words name."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from urllib.parse import unquote

from rulebook.layout import Link
from rulebook.model import Citation, Issue, Source
from rulebook.reading.citations.vocabulary import Vocabulary

_NUMBER = re.compile(r"(?<!\d)0{0,3}(\d{1,3})(?!\d)")
_LAST = re.compile(r"[^/?&#=]+\Z")
_ENDING = re.compile(r"\.[a-z]{2,5}\Z")
# A file or an anchor that is called like a provision: "27b1", "27-b-1", never "27" alone.
_PROVISION = re.compile(r"0{0,3}(\d{1,3})[-_.]?[a-l](?:[-_.]?\d{1,2}(?:[-_.]?[a-z])?)?")
_LONGEST = 300


@dataclass(frozen=True, slots=True)
class _Cited:
    """A link with the articles that its words name."""

    link: Link
    address: str
    articles: frozenset[int]
    citation: Citation


@dataclass(slots=True)
class _Shape:
    """Addresses that begin alike: which articles they agree on with their words, and how often."""

    agreed: set[int] = field(default_factory=set)
    right: int = 0
    wrong: int = 0

    @property
    def speaks(self) -> bool:
        """Whether a number behind this beginning is that of an article."""
        return len(self.agreed) > 1 and self.right > 2 * self.wrong


def astray(
    source: Source, citations: Sequence[Citation], vocabulary: Vocabulary
) -> Iterator[Issue]:
    """The links whose address clearly names another article than their words.

    An address names an article by a word for it ("art27", "law_027"), by the name of its file or
    anchor ("27b1"), or where other links of the text show what the number in such addresses is.
    The text itself stays as it is.
    """
    cited = list(_cited(source, citations))
    shapes = _shapes(cited)
    for one in cited:
        named = _named(one.address, vocabulary) or _shown(one.address, shapes, vocabulary)
        if named is None or named in one.articles:
            continue
        link = one.link
        words = " ".join(source.line(link.line)[link.start : link.end].split())
        yield Issue(
            "link-elsewhere",
            f"“{words}” era un collegamento a {link.address[:_LONGEST]},"
            f" che nomina l’articolo {named}.",
            link.line,
            one.citation.here,
            one.citation.here_edition,
            remedy="Sbaglia il collegamento o sbagliano le parole: confrontare con un’altra copia.",
        )


def _cited(source: Source, citations: Sequence[Citation]) -> Iterator[_Cited]:
    """The links with a citation in their words, and what it leads to."""
    links = source.layout.links if source.layout else ()
    if not links:
        return
    spans = sorted(
        ((run.span.start, run.span.end, citation)
         for citation in citations for run in citation.text.runs
         if run.span.source == source.id),
        key=lambda span: span[:2],
    )  # fmt: skip
    at = 0
    for link in sorted(links, key=lambda link: (link.line, link.start)):
        if not 0 < link.line <= source.lines:
            continue
        start = source.line_starts[link.line - 1] + link.start
        end = source.line_starts[link.line - 1] + link.end
        while at < len(spans) and spans[at][1] <= start:
            at += 1
        inside: list[Citation] = []
        for first, _, citation in spans[at:]:
            if first >= end:
                break
            inside.append(citation)
        articles = frozenset(
            target.label.article
            for citation in inside
            for target in citation.targets
            if isinstance(target.label.article, int)
        )
        if articles:
            yield _Cited(link, unquote(link.address).lower(), articles, inside[0])


def _shapes(cited: Sequence[_Cited]) -> dict[str, _Shape]:
    """What the numbers in addresses have to do with the words, by what stands before them."""
    shapes: dict[str, _Shape] = {}
    for one in cited:
        for match in _NUMBER.finditer(one.address):
            shape = shapes.setdefault(one.address[: match.start()], _Shape())
            number = int(match[1])
            if number in one.articles:
                shape.agreed.add(number)
                shape.right += 1
            else:
                shape.wrong += 1
    return shapes


def _named(address: str, vocabulary: Vocabulary) -> int | None:
    """The article that an address names by itself, the most special part last."""
    words = "|".join(map(re.escape, sorted(vocabulary.articles.in_addresses, key=len)[::-1]))
    found = re.findall(rf"(?<![a-z])(?:{words})[-_. =/]{{0,2}}0{{0,3}}(\d{{1,3}})(?!\d)", address)
    if not found:
        tail = _LAST.search(address.rstrip("/"))
        called = _PROVISION.fullmatch(_ENDING.sub("", tail[0])) if tail else None
        found = [called[1]] if called else []
    number = int(found[-1]) if found else 0
    return number if 0 < number <= vocabulary.articles.last else None


def _shown(address: str, shapes: dict[str, _Shape], vocabulary: Vocabulary) -> int | None:
    """The article that an address names as others like it do."""
    for match in _NUMBER.finditer(address):
        number = int(match[1])
        if number <= vocabulary.articles.last and shapes[address[: match.start()]].speaks:
            return number
    return None

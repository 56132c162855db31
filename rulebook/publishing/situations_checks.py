"""Whether the provisions that situations and flags name are in the texts of a corpus."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from rulebook.label import Label
from rulebook.model import Rulebook
from rulebook.publishing.search.lexicon import Lexicon
from rulebook.publishing.situations import Handbook
from rulebook.publishing.situations_file import FLAGS, SITUATIONS

Holding = Literal["held", "cut", "missing", "wrong"]
"""Whether a provision was checked: against its text, against the opening of an article that is
cut off, not at all, or in vain, since the article is held whole and does not have it."""


def holding(rulebook: Rulebook, edition: str, label: Label) -> Holding:
    """Whether the corpus can vouch for a provision of an edition."""
    known = rulebook.by_id.get(edition)
    article = known.article(label.article) if known else None
    if article is None or article.status == "missing":
        return "missing"
    if article.status == "truncated":
        return "cut" if article.find(label) else "missing"
    return "held" if article.find(label) else "wrong"


def faults(handbook: Handbook, rulebook: Rulebook) -> tuple[str, ...]:
    """What a handbook says that the texts of a corpus contradict; nothing where all is well.

    A provision that is not held contradicts nothing: pages say that it is not held.
    """
    return (*_wrong_provisions(handbook, rulebook), *_wrong_lines(handbook, rulebook))


def _wrong_provisions(handbook: Handbook, rulebook: Rulebook) -> Iterator[str]:
    cited: list[tuple[str, str, Label]] = []
    if handbook.first:
        first = handbook.first
        cited += [(f"{SITUATIONS}, first", first.edition, label) for label in first.grants]
    for situation in handbook.situations:
        cited += [(f"{SITUATIONS}, {situation.id}", *target) for target in situation.cited()]
    for guide in handbook.guides:
        for flag in guide.flags:
            place = f"{FLAGS}, {guide.source}, line {flag.line}"
            for edition, labels in flag.provisions.items():
                cited += [(place, edition, label) for label in labels]
    yield from _wrong(cited, rulebook)


def wrong_terms(lexicon: Lexicon, rulebook: Rulebook) -> tuple[str, ...]:
    """What a lexicon says that the texts of a corpus contradict; see `faults`."""
    cited = [
        (f"lexicon.toml, {term.id}", edition, label)
        for term in lexicon.terms
        for edition, labels in term.provisions.items() for label in labels
    ]
    return tuple(_wrong(cited, rulebook))


def _wrong(cited: Iterable[tuple[str, str, Label]], rulebook: Rulebook) -> Iterator[str]:
    for place, edition, label in dict.fromkeys(cited):
        if holding(rulebook, edition, label) == "wrong":
            yield f"{place}: article {label.article} of {edition} is held and has no {label}"
        known = rulebook.by_id.get(edition)
        numbers = {name.number for name in known.known} if known else set()
        if numbers and label.numbered and label.article not in numbers:
            yield f"{place}: {edition} has no article {label.article}, so there is no {label}"


def _wrong_lines(handbook: Handbook, rulebook: Rulebook) -> Iterator[str]:
    sections = [
        (f"{SITUATIONS}, {situation.id}", situation.guide.source, situation.guide.line)
        for situation in handbook.situations if situation.guide
    ]
    sections += [
        (f"{FLAGS}, {guide.source}, options", guide.source, guide.options)
        for guide in handbook.guides if guide.options is not None
    ]
    for place, source, line in sections:
        document = rulebook.document(source)
        if document and line not in {
            document.source.place(section.heading.start.start)[0]
            for section in document.sections if section.heading
        }:
            yield f"{place}: no section of {source} begins on line {line}"
    for guide in handbook.guides:
        document = rulebook.document(guide.source)
        if document is None:
            continue
        lines = {
            document.source.place(block.text.start.start)[0]
            for section in document.sections for block in section.blocks if block.text
        }
        for line in guide.by_line:
            if line not in lines:
                yield f"{FLAGS}: no paragraph of {guide.source} begins on line {line}"

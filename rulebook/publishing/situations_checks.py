"""Whether the provisions that situations and flags name are in the texts of a corpus."""

from __future__ import annotations

import re
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
    """The provisions of a handbook that the texts of a corpus contradict.

    A provision that is not held contradicts nothing: pages say that it is not held.
    """
    return tuple(_wrong_provisions(handbook, rulebook))


def misplaced(handbook: Handbook, rulebook: Rulebook) -> tuple[str, ...]:
    """The lines and options of a guide that a handbook names and the guide has not: what is said
    there would stand nowhere. A guide that is not held is passed over."""
    return (*_wrong_lines(handbook, rulebook), *_wrong_options(handbook, rulebook))


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
            yield (
                f"{place}: no section of {source} begins on line {line}; write the line of its "
                "heading."
            )
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
                yield (
                    f"{FLAGS}: no paragraph of {guide.source} begins on line {line}; write the "
                    "line on which the paragraph begins."
                )


def _wrong_options(handbook: Handbook, rulebook: Rulebook) -> Iterator[str]:
    for guide in handbook.guides:
        document = rulebook.document(guide.source)
        if document is None:
            continue
        numbers = {
            int(found[0])
            for section in document.sections
            if section.heading
            and document.source.place(section.heading.start.start)[0] == guide.options
            for block in section.blocks
            if (found := re.search(r"\d+", str(block.marker)))
        }
        for flag in guide.flags:
            for number in sorted(set(flag.options) - numbers):
                known = ", ".join(map(str, sorted(numbers))) or "none"
                yield (
                    f"{FLAGS}, {guide.source}, line {flag.line}: the guide has no option {number}; "
                    f"it has {known}."
                )

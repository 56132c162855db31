"""Where the way to another edition ends for a rule that it does not have: the article's top.

A line there, seen only by who comes that way, says that the rule is new or gone.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.label import Label
from rulebook.model import Target
from rulebook.publishing import addresses
from rulebook.publishing import blocks as b
from rulebook.publishing.addresses import Address
from rulebook.publishing.library import Library
from rulebook.publishing.wording import label_name


def arrival(library: Library, edition: str, label: Label, other: str) -> Address:
    """The place in another edition for a provision without a counterpart there.

    An edition that does not have the article at all is entered by its own page.
    """
    number = library.article_in(edition, label.article, other)
    if library.address(Target(other, Label(number))) is None:
        return Address(addresses.of_edition(other))
    return Address(addresses.of_article(other, number), _anchor(edition, label))


def arrivals(library: Library, edition: str, number: int | str) -> Iterator[b.Block]:
    """What is said, at the top of an article, of rules of other editions that lead there."""
    page = addresses.of_article(edition, number)
    for other, label in library.without_counterpart(edition):
        if arrival(library, other, label, edition).page != page:
            continue
        name = label_name(label)
        if other > edition:
            words = f"{name} è nuova nel {other}: in questa edizione non c’è."
        else:
            words = f"{name} del {other} non c’è più: in questa edizione nulla le corrisponde."
        yield b.Paragraph(b.words(words), "came", _anchor(other, label))


def _anchor(edition: str, label: Label) -> str:
    return f"da-{edition}-{addresses.anchor_of(label) or 'articolo'}"

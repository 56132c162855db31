"""Where the way to another edition ends for a rule that it does not have: the article's top.

A line there, seen only by who comes that way, says that nothing corresponds to it, and that its
number names another rule, where it does.
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
        what = "risulta nuova" if other > edition else "risulta abrogata"
        where = seen_in(library, edition)
        words = f"{label_name(label)} del {other} {what}: nulla le corrisponde {where}."
        more = number_warning(library, other, label, edition)
        yield b.Paragraph((b.Words(words), *more), "came", _anchor(other, label))


def seen_in(library: Library, edition: str, name: str = "") -> str:
    """Where nothing was found: a whole edition, or as much of it as the corpus has.

    Args:
        name: how the edition is called; "" on a page of its own.
    """
    if library.whole(edition):
        return f"nel {name}" if name else "in questa edizione"
    return f"nei testi {f'del {name}' if name else 'di questa edizione'} che la raccolta ha"


def number_warning(library: Library, edition: str, label: Label, other: str) -> b.Inlines:
    """That the number of a provision names another rule in another edition; () where it does not.

    Who remembers the number would else take one rule for the other.
    """
    if not label.path or not library.other_rule(edition, label, other):
        return ()
    place = addresses.of_label(other, label)
    link = b.link(label_name(label), place.page, place.anchor)
    title = library.rulebook.by_id[other].title
    return (b.Words(f" Nel {title} il numero "), link, b.Words(" indica un’altra regola."))


def _anchor(edition: str, label: Label) -> str:
    return f"da-{edition}-{addresses.anchor_of(label) or 'articolo'}"

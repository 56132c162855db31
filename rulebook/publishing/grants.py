"""Provisions on which the editors rest a word: their edition, and whether they are held."""

from __future__ import annotations

from collections.abc import Iterable

from rulebook.label import Label
from rulebook.model import Target
from rulebook.publishing import blocks as b
from rulebook.publishing.library import Library
from rulebook.publishing.situations_checks import holding
from rulebook.publishing.wording import label_name, say


def grants(library: Library, edition: str, labels: Iterable[Label]) -> b.Inlines:
    """Links to provisions of an edition, told apart by whether the corpus holds their text."""
    return b.parted((_grant(library, edition, label) for label in labels), " ")


def _grant(library: Library, edition: str, label: Label) -> b.Inline:
    state = holding(library.rulebook, edition, label)
    text = f"{short_name(label)} · {edition}"
    address = library.address(Target(edition, label))
    if address is None:
        return b.Words(text, "quiet")
    known = library.rulebook.by_id[edition].title
    title = f"{label_name(label)}, {known}: {say('holding', state)}"
    kind = f"grant {state} ref"
    if library.doubts_about(edition, label):
        title += f", {say('doubt', 'with')}"
        kind += " doubted"
    return b.link(text, address.page, address.anchor, kind, title)


def short_name(label: Label) -> str:
    """A provision as short as it can be said: "27A1", "art. 26"."""
    return str(label) if label.path else label_name(label)

"""Doubts about the structure of an article, as values that name their place and their remedy."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from rulebook.label import Label
from rulebook.model import Issue
from rulebook.reading.lines import Line, ends_sentence

WHOLE_PARAGRAPH = 130
"""A line longer than this is a paragraph of its own, so that the next one is too."""


def gap(line: int | None, label: Label, edition: str) -> Issue:
    """A label that does not follow the one before it."""
    return Issue(
        "outline-gap",
        f"Prima di {label} manca qualche paragrafo nella sequenza delle etichette.",
        line,
        label,
        edition,
        remedy="Confrontare con un’altra copia del testo.",
    )


def title_not_closed(line: int, label: Label, edition: str) -> Issue:
    """A title that nothing but its wording parts from the text."""
    return Issue(
        "title-not-closed",
        "Il titolo dell’articolo non è separato dal testo: il confine è dedotto.",
        line,
        label,
        edition,
        remedy="Confermare il confine con una correzione (op = “split”).",
    )


def heading_not_closed(line: int, label: Label, edition: str) -> Issue:
    """A heading that nothing but its wording parts from the text."""
    return Issue(
        "heading-not-closed",
        f"Il titolo di {label} non è chiuso da alcun segno: il confine col testo è dedotto.",
        line,
        label,
        edition,
        remedy="Confermare il confine o spostarlo con una correzione.",
    )


def unlabelled(line: int, label: Label, edition: str) -> Issue:
    """A paragraph without a label, read as part of the provision above it."""
    return Issue(
        "unlabelled-paragraph",
        f"Un capoverso senza etichetta è letto come seguito di {label}.",
        line,
        label,
        edition,
        remedy="Se è un paragrafo a sé, dirlo con una correzione.",
    )


def unlabelled_among(pieces: Sequence[Line], label: Label, edition: str) -> Iterator[Issue]:
    """The paragraphs without a label among the pieces of a provision."""
    previous: Line | None = None
    blank = False
    whole_lines = any(len(piece.text) > WHOLE_PARAGRAPH for piece in pieces)
    for piece in pieces:
        if not piece.text:
            blank = previous is not None
            continue
        if previous and label.path and _begins(previous, piece) and (blank or whole_lines):
            yield unlabelled(piece.number, label, edition)
        previous, blank = piece, False


def _begins(previous: Line, piece: Line) -> bool:
    first = str(piece)[0]
    new = piece.number != previous.number and (first.isupper() or first in "“«(")
    return new and ends_sentence(str(previous))


def about_text(text: str, line: int | None, label: Label, edition: str) -> Iterator[Issue]:
    """What the text of a provision itself gives cause to doubt."""
    for opener, closer, name in (("(", ")", "parentesi"), ("“", "”", "virgoletta")):
        if text.count(opener) > text.count(closer):
            message = f"In {label} una {name} aperta non viene chiusa."
            yield Issue("bracket-not-closed", message, line, label, edition, "remark")
    openers = re.findall(r"(?:^|[.;]\s)([A-ZÀ-Ý]\w+ \w+)", text)
    if label.path and any(a == b for a, b in pairwise(openers)):
        yield Issue(
            "possible-list",
            f"In {label} due frasi di seguito cominciano allo stesso modo:"
            " forse erano voci di un elenco.",
            line,
            label,
            edition,
            remedy="Confrontare con un’altra copia; la macchina non spezza da sola.",
        )

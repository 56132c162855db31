"""Doubts about the structure of an article, as values that name their place and their remedy."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rulebook.label import Label
from rulebook.model import Issue
from rulebook.reading.articles import order
from rulebook.reading.articles.outline import Mark
from rulebook.reading.articles.structure import Structure
from rulebook.reading.lines import Line, ends_sentence

_COUNTING = (("1.", "2."), ("1)", "2)"), ("a)", "b)"), ("a.", "b."))
"""The first two marks of a list."""

_FEW = 3
"""An article of so few provisions does not show how it is written."""


def empty(line: int, label: Label, edition: str) -> Issue:
    """An article of which there is nothing but the title."""
    return Issue(
        "article-empty",
        f"Dell’articolo {label} c’è soltanto il titolo: il testo manca, o è letto altrove.",
        line,
        label,
        edition,
        remedy="Guardare le righe che seguono, e confrontare con un’altra copia del testo.",
    )


def label_alone(line: int | None, label: Label, edition: str) -> Issue:
    """A label with no word behind it and nothing below it."""
    return Issue(
        "provision-empty",
        f"Di {label} c’è soltanto l’etichetta: le sue parole mancano, o sono lette altrove.",
        line,
        label,
        edition,
        remedy="Guardare le righe vicine, e confrontare con un’altra copia del testo.",
    )


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


def out_of_order(
    lines: Sequence[Line],
    marks: Sequence[Mark],
    refused: Sequence[order.Refused],
    article: Label,
    edition: str,
) -> Iterator[Issue]:
    """The labels that stand in another order than they count, and those read as text."""
    for mark, before in order.turned(marks):
        label, other = Label(article.article, mark.path), Label(article.article, before.path)
        yield Issue(
            "outline-order",
            f"{label} sta nel testo dopo {other}: forse qualche riga è fuori posto.",
            lines[mark.line].number,
            label,
            edition,
            remedy="Confrontare con un’altra copia del testo; l’ordine resta quello della fonte.",
        )
    for one in refused:
        holder = next((mark.path for mark in reversed(marks) if mark.line <= one.index), ())
        label = Label(article.article, holder)
        yield Issue(
            "label-refused",
            f"Una riga comincia con «{one.sign}», che qui non segue la sequenza: è letta come "
            f"testo di {label}.",
            lines[one.index].number,
            label,
            edition,
            remedy="Se è un paragrafo a sé, correggere l’etichetta; se è una nota o una "
            "citazione, confermare il testo.",
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


@dataclass(frozen=True, slots=True)
class Ending:
    """How a provision ends: its last words and the line that holds them.

    `leads` tells that provisions below it follow, `goes_on` that another of the same list does;
    `cut` that the source itself says that it was cut there.
    """

    label: Label
    text: str
    line: int | None
    leads: bool
    goes_on: bool
    cut: bool


def unfinished(endings: Sequence[Ending], edition: str, structure: Structure) -> Iterator[Issue]:
    """The provisions that end in the middle of a sentence, as a text does that was cut off.

    Where most provisions of an article end without a sign, that is how it is written.
    """
    last = [ending for ending in endings if ending.text and not ending.leads and not ending.cut]
    unsigned = [ending for ending in last if not _signed(ending, structure)]
    if len(last) > _FEW and len(unsigned) * 2 > len(last):
        return
    for ending in unsigned:
        yield Issue(
            "sentence-open",
            f"{ending.label} finisce a metà di una frase o senza punto: forse il testo è tagliato.",
            ending.line,
            ending.label,
            edition,
            remedy="Confrontare con un’altra copia del testo.",
        )


def _signed(ending: Ending, structure: Structure) -> bool:
    """Whether a sign ends the last sentence, or lets another member of the list follow."""
    text = ending.text.rstrip()
    if text.endswith((",", ";", ":")) or structure.joins_items(text):
        return ending.goes_on
    return ends_sentence(text) or text.endswith((")", "”", "»", '"'))


def _numbered_within(text: str, structure: Structure) -> str:
    """Two marks that count on inside a text and are no citations, for a reader; "" without them."""
    for first, second in _COUNTING:
        one = next(
            (found for found in re.finditer(rf"(?:^|(?<=\s)){re.escape(first)}\s+\S", text)
             if not structure.cites_at_end(text[: found.start()])), None,
        )
        if one and (two := re.search(rf"\s{re.escape(second)}\s+\S", text[one.end() :])):
            between = text[one.end() : one.end() + two.start()]
            if not structure.cites_at_end(between):
                return f"«{first}» e «{second}»"
    return ""


def about_text(
    text: str, line: int | None, label: Label, edition: str, structure: Structure
) -> Iterator[Issue]:
    """What the text of a provision itself gives cause to doubt."""
    if marks := _numbered_within(text, structure):
        yield Issue(
            "possible-list",
            f"In {label} stanno {marks} dentro il testo: forse erano voci di un elenco.",
            line,
            label,
            edition,
            remedy="Confrontare con un’altra copia; una correzione può metterle ciascuna su una"
            " riga sua.",
        )
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

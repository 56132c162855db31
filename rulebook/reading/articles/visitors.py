"""What visitors of a page wrote below an article: no word of it is law.

Markup tells it from the article; where only words are left they stay, and are doubted.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from rulebook.label import Label
from rulebook.model import Issue
from rulebook.reading.articles.outline import Mark
from rulebook.reading.articles.structure import Structure
from rulebook.reading.lines import Line

_NAME = r"[A-ZÀ-Ý][\w.-]*(?:\s[A-ZÀ-Ý][\w’'.-]*)?"
_SAYS = re.compile(
    rf"(?:(?:\d{{1,4}}|un|nessun)\s+comment[oi](?:\s(?:su|a)\s.*|\W*)$"
    r"|lascia\s(?:un|il\stuo)\scommento|rispondi\W*$|(?:risposta|replica)\sa\s\w+\W*$"
    r"|.*\bindirizzo\s(?:e-?mail|email|di\sposta)?\s?non\ssarà\spubblicato"
    rf"|(?P<name>(?-i:{_NAME}))\s(?:scrive|ha\sscritto|ha\sdetto|commenta)(?:\sil\s[^:.]{{4,40}})?\s?:"
    rf"|(?-i:{_NAME})\W{{0,3}}\s*(?:il\s)?\d{{1,2}}(?:\s[a-z]{{5,9}}\s|[/.-]\d{{1,2}}[/.-])(?:19|20)\d\d"
    r"(?:\W{0,3}\s*(?:alle|ore|h)?\W{0,2}\d{1,2}[.:]\d\d)?\W*$)",
    re.IGNORECASE,
)


def comments(
    lines: Sequence[Line], marks: Sequence[Mark], article: Label, edition: str,
    structure: Structure,
) -> Iterator[Issue]:
    """The first line of an article with which somebody else begins to speak."""
    for index, line in enumerate(lines):
        text = str(line)
        starts = [mark for mark in marks if mark.line == index]
        if starts and starts[0].start == 0:
            text = text[starts[-1].end :].lstrip()
        said = _SAYS.match(text)
        if not said or (said["name"] and _no_name(said["name"], structure)):
            continue
        holder = next((mark.path for mark in reversed(marks) if mark.line <= index), ())
        label = Label(article.article, holder)
        yield Issue(
            "visitors-comment",
            f"In {label} comincia a parlare qualcun altro, come nei commenti sotto una pagina: da "
            "qui in poi forse non è testo dell’articolo.",
            line.number,
            label,
            edition,
            remedy="Togliere i commenti con una correzione.",
        )
        return


def _no_name(words: str, structure: Structure) -> bool:
    """Whether a capital is only that of a sentence ("Nessuno"), or of a person of the law."""
    first = words.split(maxsplit=1)[0]
    return structure.opens_sentence(first) or first.lower() in structure.capital_words

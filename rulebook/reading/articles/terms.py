"""The defined terms of a Code: a term opens its line, a sign closes it, the definition follows."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from rulebook.reading.lines import Line, words_in

LONGEST_TERM = 6
_TERM = re.compile(r"(?P<term>[A-ZÀ-Ý“«][^:.;!?]{1,60}?)\s*(?:[:=]|\s[–—-])\s+(?=\S)")
_CAPITALS = re.compile(r"(?P<term>[A-ZÀ-Ý][A-ZÀ-Ý’' ()/-]{2,50}?)\s+(?=[A-ZÀ-Ý]?[a-zà-ý’])")


@dataclass(frozen=True, slots=True)
class Term:
    """A term with its slug, the piece that names it, what closes it, and its definition."""

    slug: str
    name: Line
    sign: Line
    pieces: tuple[Line, ...]


def slug_of(term: str) -> str:
    """The anchor of a term: ASCII letters and digits, joined by hyphens.

    >>> slug_of("Carta penalizzata"), slug_of("Età")
    ('carta-penalizzata', 'eta')
    """
    plain = unicodedata.normalize("NFD", term.lower())
    ascii_only = "".join(char for char in plain if not unicodedata.combining(char))
    return re.sub(r"[^a-z0-9]+", "-", ascii_only).strip("-")


def terms_of(lines: Sequence[Line]) -> tuple[list[Line], list[Term]]:
    """Divide the lines of a part into what stands before the first term, and the terms.

    A part in which fewer than two lines open with a term has none.
    """
    opened = [(index, match) for index, line in enumerate(lines) if (match := _opens(line))]
    if len(opened) < 2:
        return list(lines), []
    terms: list[Term] = []
    used: set[str] = set()
    starts = [index for index, _ in opened] + [len(lines)]
    lead = list(lines[: starts[0]])
    for (index, match), end in zip(opened, starts[1:], strict=True):
        line = lines[index]
        slug = slug_of(match["term"])
        if not slug or slug in used:
            previous = terms[-1] if terms else None
            if previous is None:
                lead.extend(lines[index:end])
            else:
                terms[-1] = Term(
                    previous.slug,
                    previous.name,
                    previous.sign,
                    (*previous.pieces, *lines[index:end]),
                )
            continue
        used.add(slug)
        name = Line(line.number, line.text[: match.end("term")], line.indent)
        sign = Line(line.number, line.text[match.end("term") : match.end()].strip()[1])
        rest = line.cut(match.end())[1]
        terms.append(Term(slug, name, sign, (rest, *lines[index + 1 : end])))
    return lead, terms


def _opens(line: Line) -> re.Match[str] | None:
    text = str(line)
    match = _TERM.match(text) or _CAPITALS.match(text)
    return match if match and words_in(match["term"]) <= LONGEST_TERM else None

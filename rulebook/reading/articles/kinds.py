"""What kind of document a text is, and which edition it speaks of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from rulebook.model import Article, Basis, Issue, Kind, Section
from rulebook.reading.articles.prose import asks_or_answers, greets, says_goodbye
from rulebook.reading.articles.structure import Structure
from rulebook.reading.articles.titles import Opening
from rulebook.reading.lines import Line, ends_sentence, words_in

_STATED = re.compile(
    r"\b(?:edizione|ediz\.|ed\.|codice(?:\s+(?:di|della|delle|internazionale)\s+\w+)?|leggi)\W{0,3}"
    r"(?:\s*(?:del|dell’anno|anno)\s+)?((?:19|20)\d\d)\b",
    re.IGNORECASE,
)

_YEAR_LINE = 12
"""As much of the next line as holds a year."""


def is_spoken(lines: Sequence[Line], structure: Structure) -> bool:
    """Whether somebody speaks to somebody: a letter's salutation or closing, or a commentary."""
    filled = [str(line) for line in lines if line.text]
    if any(greets(text, structure) or says_goodbye(text, structure) for text in filled):
        return True
    if sum(asks_or_answers(text, structure) for text in filled) > 1:
        return True
    words = sum(map(words_in, filled))
    sure = sum(len(structure.speaks_surely.findall(text)) for text in filled)
    if sure >= 2 and sure * 250 > words:
        return True
    hits = sum(len(structure.speaks.findall(text)) for text in filled)
    return hits >= 4 and hits * 120 > words


def is_introduced(front: Sequence[Line]) -> bool:
    """Whether somebody says something before the first article: whole sentences of some length."""
    sentences = [line for line in front if words_in(str(line)) > 5]
    ended = any(str(line).rstrip().endswith((".", ":")) for line in sentences)
    return ended and sum(words_in(str(line)) for line in sentences) >= 20


def names_edition(text: str) -> bool:
    """Whether a line is nothing but the name of an edition ("Codice 1997", "Edizione 2007")."""
    return words_in(text) <= 7 and bool(_STATED.search(text)) and not ends_sentence(text)


def years_stated(line: str, below: str = "") -> list[str]:
    """The years that a line names as editions; a title may go on with the year in the line below.

    >>> years_stated("Codice di Gara", "2007")
    ['2007']
    """
    whole = f"{line}\n{below[:_YEAR_LINE]}" if below[:1].isdigit() else line
    return [match[1] for match in _STATED.finditer(whole) if match.start() < len(line)]


def editions_stated(lines: Sequence[str], editions: Sequence[str]) -> list[str]:
    """The editions that a text names with words ("Edizione 2007"), the most often named first."""
    found: Counter[str] = Counter()
    for line, below in zip_longest(lines, lines[1:], fillvalue=""):
        found.update(year for year in years_stated(line, below) if year in editions)
    return [edition for edition, _ in found.most_common()]


def unknown_edition(lines: Sequence[str], editions: Sequence[str]) -> tuple[int, str] | None:
    """The line on which a text names itself after an edition that nobody knows, and its year.

    Where known editions are named as well, only a title before all of them says so.
    """
    named = [
        (number, year)
        for number, (line, below) in enumerate(zip_longest(lines, lines[1:], fillvalue=""), 1)
        for year in years_stated(line, below)
    ]
    unknown = [(number, year) for number, year in named if year not in editions]
    if not unknown:
        return None
    titled = unknown[0] == named[0] and names_edition(lines[unknown[0][0] - 1])
    return unknown[0] if titled or len(unknown) == len(named) else None


def edition_doubts(
    lines: Sequence[str], editions: Sequence[str], articles: Sequence[Article]
) -> Iterator[Issue]:
    """The doubt that articles are read as law of an edition which the text does not name."""
    presumed = [article for article in articles if article.edition_basis != "declared"]
    found = unknown_edition(lines, editions) if presumed else None
    if found:
        line, year = found
        yield Issue(
            "edition-unknown",
            f"Il testo nomina l’edizione {year}, che la raccolta non conosce: gli articoli sono "
            f"letti come legge del {presumed[0].edition}, e forse non lo sono.",
            line,
            presumed[0].label,
            presumed[0].edition,
            "error",
            f"Aggiungere editions/{year}/edition.toml, oppure dire l’edizione giusta.",
        )


def edition_of(
    lines: Sequence[str],
    editions: Sequence[str],
    structure: Structure,
    declared: str | None,
) -> tuple[str, Basis]:
    """The edition that a text speaks of, and why: stated, declared by an editor, or assumed."""
    if declared:
        return declared, "declared"
    stated = editions_stated(lines, editions)
    if len(stated) == 1:
        return stated[0], "stated"
    whole = " ".join(lines).lower()
    scores = {
        edition: sum(bool(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", whole)) for word in words)
        for edition, words in structure.edition_evidence.items()
        if edition in editions
    }
    best = max(scores.values(), default=0)
    if stated:
        return stated[0], "stated"
    winners = [edition for edition, score in scores.items() if score == best]
    if best and len(winners) == 1:
        return winners[0], "assumed"
    assumed = structure.assumed.edition
    return assumed if assumed in editions or not editions else editions[-1], "assumed"


def kind_of(
    lines: Sequence[Line],
    openings: Sequence[Opening],
    entries: int,
    sections: Sequence[Section],
    law_words: int,
    prose_words: int,
    region: bool,
    citations: int,
    structure: Structure,
) -> Kind:
    """The kind of a document, from its shape.

    Args:
        lines: all lines.
        openings: the articles found.
        entries: how many headings were entries of a contents page.
        sections: its prose.
        law_words: words that stand in articles, those of a two-column region included.
        prose_words: words that stand outside.
        region: whether a two-column region was found.
        citations: how many citations the prose holds.
        structure: the words that tell kinds apart.
    """
    filled = [str(line) for line in lines if line.text]
    greeted = any(greets(text, structure) for text in filled[:8])
    asked = sum(asks_or_answers(text, structure) for text in filled) > 1
    closed = any(says_goodbye(text, structure) for text in filled[2:])
    if region:
        return "commentary" if prose_words * 3 > law_words else "parallel"
    if greeted or asked or (closed and openings):
        return "letter"
    if openings:
        share = prose_words / max(1, law_words + prose_words)
        return "commentary" if share > 0.3 and prose_words > 60 else "articles"
    if entries >= 2:
        return "contents"
    if closed:
        return "letter"
    titled = [section for section in sections if section.heading and section.blocks]
    words = " ".join(filled).lower()
    about = sum(word in words for word in structure.kinds.commentary)
    both = len({match[1] for text in filled for match in _STATED.finditer(text)}) > 1
    if both and citations >= 3:
        return "commentary"
    if len(titled) >= 3 and prose_words > 60:
        return "guide"
    if (citations >= 3 and citations * 60 > prose_words) or (
        citations and about >= 4 and not len(titled) > 2
    ):
        return "commentary"
    if len(titled) >= 2 and prose_words > 25:
        return "guide"
    if citations >= 2 or (citations and about >= 2):
        return "commentary"
    return "other"

"""The doubts about a text, the heaviest first, each with what can be done about it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Literal

from rulebook.label import Label
from rulebook.model import Article, Change, ColumnLine, Document, Issue, Rulebook, Weight
from rulebook.reading.mending.confirmed import verdicts
from rulebook.reading.mending.edits import CORRECTION
from rulebook.reading.placed import unsettled
from rulebook.reading.settled import CONTRARY
from rulebook.reviewing.witnessing import Reading, other_readings
from rulebook.text import Span

_SURE = 0.9
_CHARACTER = "doubtful-character"
_CALL = re.compile(r"([1-7IlSZ])[^\w\s.,;:()]?\w?([.,;:)]*)")
_CARD = re.compile(r"([ARKDQFJ])[^\s.,;:()]([.,;:)]*)")
_SIGN = re.compile(r"()[^\w\s.,;:()'’\"-]([.,;:)]*)")
_LEVELS = {"I": "1", "l": "1", "Z": "2", "S": "5"}
_SUITS = ("♣", "♦", "♥", "♠")
_NO_TRUMP = "SA"
_LINKS = "links-set-aside"
_WEIGHTS = ("error", "doubt", "remark")
_BETWEEN = ("witness-differs", "misprint-confirmed", "misprint-shared")
"""Issues between two texts of an article, which they name by their titles."""

ROLES = {
    "title": "titolo dell’articolo", "label": "etichetta", "heading": "titolo di paragrafo",
    "body": "testo", "note": "nota", "furniture": "arredo di pagina", "prose": "commento",
}
"""What a line of a two-column text can be, as it is said."""

Kind = Literal["issue", "proposal", "correction", "columns", "witness", "character"]


@dataclass(frozen=True, slots=True)
class Doubt:
    """Something that a person may decide.

    `kind` says what: an issue is to be looked at; a proposal is the machine's, a correction
    a person's that nobody accepted yet; columns are lines whose column is not certain; a witness
    has other words; a character may be misread, and `choices` are what may stand there.
    `change` belongs to a proposal, a correction or a witness, `lines` to columns and to links that
    were set aside. `noted` tells that somebody has written a note at its line, `contrary` that the
    rule would say the opposite; `met`
    is the decision that was made where a correction is still proposed.
    """

    key: str
    kind: Kind
    weight: Weight
    message: str
    line: int | None = None
    remedy: str | None = None
    change: Change | None = None
    lines: tuple[int, ...] = ()
    confidence: float = 0.0
    choices: tuple[str, ...] = ()
    noted: bool = False
    contrary: bool = False
    met: str = ""

    @property
    def correction(self) -> str:
        """The id of the correction that waits to be accepted."""
        return self.change.rule.removeprefix(CORRECTION) if self.change else ""


def doubts_of(document: Document, rulebook: Rulebook) -> tuple[Doubt, ...]:
    """The doubts about a document, the heaviest first, then by line; what turns a rule round comes
    before others of its weight, and what is noted last."""
    notes = {c.id for c in rulebook.corrections if c.op == "note"}
    noted = {
        change.line for change in document.changes
        if change.rule.removeprefix(CORRECTION) in notes
    }
    found = [
        *(
            replace(_of_issue(i, i.line, noted), lines=_aside(document, i))
            for i in document.issues if i.code != _CHARACTER
        ),
        *_of_characters(document),
        *_of_editions(document, rulebook),
        *_of_changes(document, rulebook, notes),
        *_of_columns(document),
    ]
    found.sort(key=lambda doubt: (
        doubt.noted, _WEIGHTS.index(doubt.weight), not doubt.contrary, doubt.line or 0,
    ))
    return tuple({doubt.key: doubt for doubt in found}.values())


def _of_issue(issue: Issue, line: int | None, noted: set[int]) -> Doubt:
    told = issue.label is None or issue.message.startswith(str(issue.label))
    where = "" if told else f"{issue.label}: "
    key = _key(issue.code, str(line), issue.message)
    return Doubt(
        key, "issue", issue.weight, f"{where}{issue.message}", line, issue.remedy,
        noted=line in noted, contrary=issue.message.endswith(CONTRARY),
    )


def _aside(document: Document, issue: Issue) -> tuple[int, ...]:
    """The lines that were set aside together as a list of links, from that of the issue on."""
    layout = document.source.layout
    if issue.code != _LINKS or issue.line is None or layout is None:
        return ()
    lines = [issue.line]
    for number in range(issue.line + 1, document.source.lines + 1):
        if layout.roles[number - 1] == "links":
            lines.append(number)
        elif document.source.line(number).strip():
            break
    return tuple(lines)


def _of_editions(document: Document, rulebook: Rulebook) -> Iterator[Doubt]:
    """Doubts about editions that concern an article of this text."""
    here = {(article.edition, article.number): article for article in document.articles}
    told: set[tuple[str, Label]] = set()
    for key, article in here.items():
        for other, elsewhere in _elsewhere(document, rulebook, key):
            title = other.source.title or other.source.id
            edition = rulebook.by_id.get(article.edition)
            published = edition.article(article.number) if edition else None
            ours = published is None or published.source == document.source.id
            law = other if published and published.source == other.source.id else None
            readings, settled = other_readings(document, article, elsewhere, title, law)
            told |= {(article.edition, label) for label in settled}
            yield from (
                _of_reading(reading, ours) for reading in readings
                if not any(_same(document, reading.change, one) for one in proposed(document))
            )
    name = f"«{document.source.title or document.source.id}»"
    for issue in rulebook.issues:
        year = issue.edition or ""
        if issue.label is None or (year, issue.label.article) not in here:
            continue
        if issue.code in _BETWEEN and name not in issue.message:
            continue
        if issue.code == "misprint-confirmed" and issue.message.startswith(f"{name}, riga"):
            continue
        if issue.code == "witness-differs" and (year, issue.label) in told:
            continue
        yield _of_issue(issue, _first_line(document, issue.label, year), set())


def _elsewhere(
    document: Document, rulebook: Rulebook, key: tuple[str, int | str]
) -> Iterator[tuple[Document, Article]]:
    """The other texts of an article."""
    for other in rulebook.documents:
        for article in other.articles:
            if other is not document and (article.edition, article.number) == key:
                yield other, article


def _of_reading(reading: Reading, published: bool) -> Doubt:
    change = reading.change
    start = change.span.start if change.span else 0
    key = _key("reading", str(start), change.before, change.after)
    message = f"{reading.label}: {change.reason}"
    weight: Weight = "doubt" if published else "remark"
    return Doubt(
        key, "witness", weight, message, change.line, change=change,
        contrary=message.endswith(CONTRARY),
    )


def _first_line(document: Document, label: Label, edition: str) -> int | None:
    for article in document.articles:
        if article.edition != edition or article.number != label.article:
            continue
        provision = article.find(label) or article.root
        texts = [provision.marker, provision.heading, provision.text, provision.tail]
        if provision is article.root:
            texts.append(article.title)
        lines = [line for text in texts if text for line in document.source.lines_of(text)]
        return min(lines, default=None)
    return None


def proposed(document: Document) -> list[Change]:
    """The changes that wait for somebody who decides; notes, which change nothing, among them."""
    return [change for change in document.changes if change.cls == "proposed" and change.span]


def meets(one: Change, other: Change) -> bool:
    """Whether two changes touch one place."""
    a, b = one.span, other.span
    return a is not None and b is not None and a.start < b.end and b.start < a.end


def _same(document: Document, one: Change, other: Change) -> bool:
    """Whether two changes that touch one place make the same words of it."""
    a, b = one.span, other.span
    if a is None or b is None or not meets(one, other):
        return False
    text, low, high = document.source.text, min(a.start, b.start), max(a.end, b.end)
    made = [
        text[low : span.start] + change.after + text[span.end : high]
        for span, change in ((a, one), (b, other))
    ]
    return made[0].split() == made[1].split()


def _of_changes(document: Document, rulebook: Rulebook, notes: set[str]) -> Iterator[Doubt]:
    """What was proposed and waits for somebody who decides, with the texts that confirm it."""
    confirmed = _confirmed(document, rulebook)
    decided = [
        change for change in document.changes
        if change.cls != "proposed" and change.rule.startswith(CORRECTION)
    ]
    for change in proposed(document):
        number = change.rule.removeprefix(CORRECTION)
        if change.span is None or number in notes:
            continue
        kind: Kind = "correction" if change.rule.startswith(CORRECTION) else "proposal"
        message = change.reason or change.rule.replace("-", " ")
        for title, words in confirmed.get(change, ()):
            what = f"la correzione {number}" if kind == "correction" else "la correzione proposta"
            message += f" «{title}» ha «{words}» e conferma {what}."
        met = next((one.rule.removeprefix(CORRECTION) for one in decided if meets(one, change)), "")
        if met:
            message += f" Qui ha già deciso {met}: la proposta si può togliere."
        key = _key(change.rule, str(change.span.start), change.before, change.after)
        yield Doubt(key, kind, "doubt", message, change.line, change=change, met=met)


def _confirmed(document: Document, rulebook: Rulebook) -> dict[Change, list[tuple[str, str]]]:
    """By proposal the titles of the texts that read so, with their words."""
    found: dict[Change, list[tuple[str, str]]] = {}
    for article in document.articles:
        for other, elsewhere in _elsewhere(document, rulebook, (article.edition, article.number)):
            for verdict in verdicts(document, article, elsewhere):
                if verdict.says == "confirmed":
                    title = other.source.title or other.source.id
                    told = title, " ".join(verdict.change.after.split())
                    found.setdefault(verdict.change, []).append(told)
    return found


def _of_characters(document: Document) -> Iterator[Doubt]:
    """Characters that may be misread: each is right, or one chooses what stands on the page."""
    source = document.source
    for doubt in unsettled(source, document.changes):
        start = source.line_starts[doubt.line - 1]
        span = Span(source.id, start + doubt.start, start + doubt.end)
        words = source.text[span.start : span.end]
        change = Change(doubt.line, words, words, _CHARACTER, "proposed", doubt.message, span)
        yield Doubt(
            _key(_CHARACTER, str(span.start), words), "character", "doubt",
            f"«{words}»: {doubt.message}", doubt.line, change=change,
            confidence=doubt.confidence, choices=_choices(words),
        )


def _choices(words: str) -> tuple[str, ...]:
    """What may stand on the page where a call, a card or a suit was recognised so.

    >>> _choices("la"), _choices("Aw,")
    (('1♣', '1♦', '1♥', '1♠', '1SA'), ('A♣,', 'A♦,', 'A♥,', 'A♠,'))
    """
    if call := _CALL.fullmatch(words):
        level = _LEVELS.get(call[1], call[1])
        return tuple(f"{level}{suit}{call[2]}" for suit in (*_SUITS, _NO_TRUMP))
    card = _CARD.fullmatch(words) or _SIGN.fullmatch(words)
    return tuple(f"{card[1]}{suit}{card[2]}" for suit in _SUITS) if card else ()


def _of_columns(document: Document) -> Iterator[Doubt]:
    """Neighbouring lines that were put into one place without certainty, taken together."""
    unsure = [c for c in document.columns if c.basis == "automatic" and c.confidence < _SURE]

    def place(pair: tuple[int, ColumnLine]) -> tuple[int, str, str | None, str | None]:
        at, column = pair
        return column.line - at, column.role, column.edition, column.path

    for _, group in groupby(enumerate(unsure), key=place):
        columns = [column for _, column in group]
        lines = tuple(column.line for column in columns)
        first, least = columns[0], min(column.confidence for column in columns)
        where = f"del {first.edition}" if first.edition else "fuori dalle colonne"
        path = f" di {first.path}" if first.path else ""
        said = f"{ROLES.get(first.role, first.role)}{path} {where}"
        yield Doubt(
            _key("columns", *map(str, lines), first.role, str(first.edition), str(first.path)),
            "columns", "doubt", f"Colonna incerta ({least:.0%}): {said}.",
            first.line, lines=lines, confidence=least,
        )


def _key(*parts: str) -> str:
    return hashlib.sha256("\0".join(parts).encode("utf-8", "replace")).hexdigest()[:12]

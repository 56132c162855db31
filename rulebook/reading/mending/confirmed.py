"""Whether a misprint belongs to a text or to the law: other texts of the same article decide.

A proposed change of words that another text has as proposed is confirmed: the misprint is that
of one source. Where the other text has the same odd words, they were not made here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from rulebook.compare import word_diff
from rulebook.label import Label
from rulebook.model import Article, Change, Document, FieldText, Issue, article_fields
from rulebook.reading.mending.edits import CORRECTION
from rulebook.text import Text

_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Verdict:
    """What another text of an article says about a proposed change of words."""

    change: Change
    label: Label
    says: Literal["confirmed", "shared"]


def verdicts(document: Document, article: Article, other: Article) -> Iterator[Verdict]:
    """What a second text of an article says about the proposals for the first.

    Nothing is said of a proposal whose words the other text has not, in either form.

    Args:
        document: the text with the proposals.
        article: the article in it.
        other: the same article in another text.
    """
    theirs = {_part(field): str(field.text) for field in article_fields(other)}
    fields = [field for field in article_fields(article) if _part(field) in theirs]
    for change in document.changes:
        if change.cls != "proposed" or change.span is None or not change.after.strip():
            continue
        if _plain(change.before) == _plain(change.after):
            continue
        for field in fields:
            place = _place(field.text, change)
            if place is None or field.label is None:
                continue
            says = _says(str(field.text), place, _plain(change.after), theirs[_part(field)])
            if says:
                yield Verdict(change, field.label, says)
            break


def issues(
    document: Document, article: Article, other: Article, name: str, other_name: str
) -> Iterator[Issue]:
    """One issue for each proposal that the other text decides.

    Args:
        document, article, other: see `verdicts`.
        name, other_name: how the two texts are called, in Italian.
    """
    for verdict in verdicts(document, article, other):
        change = verdict.change
        old, new = (_short(_plain(words)) for words in (change.before, change.after))
        if verdict.says == "confirmed":
            number = change.rule.removeprefix(CORRECTION)
            known = change.rule.startswith(CORRECTION)
            what = f"la correzione {number}" if known else "la correzione proposta"
            yield Issue(
                "misprint-confirmed",
                f"{name}, riga {change.line}: «{old}» è un refuso di questa fonte; {other_name} "
                f"ha «{new}» e conferma {what}.",
                label=verdict.label,
                edition=article.edition,
                remedy="Accettarla con `rulebook review`, o in corrections.toml.",
            )
        else:
            yield Issue(
                "misprint-shared",
                f"{name}, riga {change.line}: anche {other_name} ha «{old}»; se è un refuso, non "
                "è di questa fonte.",
                label=verdict.label,
                edition=article.edition,
                weight="remark",
            )


def _part(field: FieldText) -> tuple[Label | None, str]:
    return field.label, field.key.rpartition("#")[2].partition("~")[0]


def _place(text: Text, change: Change) -> tuple[int, int] | None:
    """Where the changed words stand in a field; None where they stand elsewhere."""
    span = change.span
    if span is None:
        return None
    at, first, last = 0, None, 0
    for run in text.runs:
        end = at + len(run.text)
        if run.span.source == span.source and run.span.start < span.end > span.start:
            low, high = at, end
            if run.rule is None:
                low += max(0, span.start - run.span.start)
                high -= max(0, run.span.end - span.end)
            if run.span.end > span.start and low < high:
                first = low if first is None else first
                last = high
        at = end
    return None if first is None else (first, last)


def _says(
    text: str, place: tuple[int, int], new: str, other: str
) -> Literal["confirmed", "shared"] | None:
    start, stop = place
    kept = _stands(text, start, stop, other)
    made = _stands(text[:start] + new + text[stop:], start, start + len(new), other)
    if made and not kept:
        return "confirmed"
    return "shared" if kept and not made else None


def _stands(text: str, start: int, stop: int, other: str) -> bool:
    """Whether words of a text, and the word on each side of them, stand in the other text too."""
    before, after = text[:start].rstrip(), text[stop:].lstrip()
    low = len(before[: before.rfind(" ") + 1]) if before else 0
    following = after.split(" ", 1)[0]
    high = len(text) - len(after) + len(following) if after else len(text.rstrip())
    at = 0
    for operation, words in word_diff(text, other):
        if operation == "insert":
            if low < at < high:
                return False
            continue
        end = at + len(words)
        if operation == "delete" and at < high and end > low:
            return False
        at = end
    return True


def _plain(words: str) -> str:
    return " ".join(words.split())


def _short(words: str) -> str:
    return words if len(words) <= _SHOWN else f"{words[: _SHOWN - 1].rstrip()}…"


__all__ = ["Verdict", "issues", "verdicts"]

"""Words that another text of an article has in the place of some: each can be taken over alone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rulebook.compare import word_diff
from rulebook.label import Label
from rulebook.model import Article, Change, Document, FieldText, article_fields
from rulebook.reading.mending.edits import CORRECTION
from rulebook.text import Text

RULE = "witness"
_LONGEST = 60


@dataclass(frozen=True, slots=True)
class Reading:
    """Other words for a stretch of a text, as another source has them."""

    label: Label
    change: Change


def other_readings(
    document: Document, article: Article, other: Article, title: str
) -> tuple[tuple[Reading, ...], frozenset[Label]]:
    """The words in which a second text differs from an article, where both have some there.

    Words that only one of the texts has, and long stretches, are not offered: there a person
    has to read. Words on which a person decided are settled.

    Args:
        document, article: the text on the desk.
        other: the same article elsewhere.
        title: how the other text is called.

    Returns:
        The readings, and the provisions of which nothing else is left to say.
    """
    theirs = {_part(field): str(field.text) for field in article_fields(other)}
    readings: list[Reading] = []
    settled: dict[Label, bool] = {}
    for field in article_fields(article):
        words = theirs.get(_part(field))
        if field.label is None:
            continue
        found = [None] if words is None else list(_changes(document, field.text, words, title))
        settled[field.label] = settled.get(field.label, True) and None not in found
        readings.extend(Reading(field.label, change) for change in found if change)
    return tuple(readings), frozenset(label for label, all_told in settled.items() if all_told)


def _changes(
    document: Document, text: Text, other: str, title: str
) -> Iterator[Change | None]:
    """The differences as changes; None for one that cannot be offered."""
    pieces = list(word_diff(str(text), other))
    at = 0
    while pieces:
        operation, old = pieces.pop(0)
        if operation == "equal":
            at += len(old)
            continue
        if operation == "insert":
            yield None
            continue
        start, at = at, at + len(old)
        decided = any(run.rule and run.rule.startswith(CORRECTION) for run in text[start:at].runs)
        if pieces and pieces[0][0] == "insert":
            new = pieces.pop(0)[1]
            if not decided:
                space = len(old) - len(old.lstrip())
                yield _change(document, text[start + space : at], new.strip(), title)
        elif not decided:
            yield None


def _change(document: Document, words: Text, new: str, title: str) -> Change | None:
    old, source = str(words).strip(), document.source
    if not old or not new or max(len(old), len(new)) > _LONGEST or not words.verbatim():
        return None
    spans = [span for span, _ in words.stretches()]
    if len(spans) != 1 or spans[0].source != source.id:
        return None
    line = source.place(spans[0].start)[0]
    reason = f"L’altro testo, «{title}», ha «{new}»."
    return Change(line, old, new, RULE, "proposed", reason, spans[0])


def _part(field: FieldText) -> tuple[Label | None, str]:
    return field.label, field.key.rpartition("#")[2].partition("~")[0]

"""Words that another text of an article has in the place of some: each can be taken over alone."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass

from rulebook.label import Label
from rulebook.model import Article, Change, Document, FieldText, article_fields
from rulebook.reading.settled import CONTRARY, Gap, denies, gaps, kept_in, rules_of, settled
from rulebook.text import Span, Text

RULE = "witness"
_LONGEST = 60
_BEFORE = re.compile(r"\S+\s*\Z")
_AFTER = re.compile(r"\s*\S+")


@dataclass(frozen=True, slots=True)
class Reading:
    """Other words for a stretch of a text, as another source has them."""

    label: Label
    change: Change


def other_readings(
    document: Document, article: Article, other: Article, title: str,
    published: Document | None = None,
) -> tuple[tuple[Reading, ...], frozenset[Label]]:
    """The words in which a second text differs from an article, where both have some there.

    Words that only one of the texts has are offered with the words beside them; long stretches
    are not: there a person has to read. Words on which a person decided are settled.

    Args:
        document, article: the text on the desk.
        other: the same article elsewhere.
        title: how the other text is called.
        published: the text of the other one where that is what is published: what was decided
            there is settled here too.

    Returns:
        The readings, and the provisions of which nothing else is left to say.
    """
    theirs = {_part(field): field.text for field in article_fields(other)}
    kept, kept_there = kept_in(document), kept_in(published) if published else None
    readings: list[Reading] = []
    told: dict[Label, bool] = {}
    for field in article_fields(article):
        words = theirs.get(_part(field))
        if field.label is None:
            continue
        found = [None] if words is None else [
            _change(document, field.text, gap, title)
            for gap in _open(field.text, words, kept, kept_there)
        ]
        told[field.label] = told.get(field.label, True) and None not in found
        readings.extend(Reading(field.label, change) for change in found if change)
    return tuple(readings), frozenset(label for label, whole in told.items() if whole)


def _open(
    ours: Text, theirs: Text, kept: Collection[str], kept_there: Collection[str] | None
) -> Iterator[Gap]:
    """The differences on which nobody decided, here or in the text that is published."""
    one, other = str(ours), str(theirs)
    rules, rules_there = rules_of(ours), rules_of(theirs)
    for gap in gaps(one, other):
        if settled(one, rules, gap.start, gap.stop, kept):
            continue
        if kept_there is None or not settled(other, rules_there, gap.low, gap.high, kept_there):
            yield gap


def _change(document: Document, text: Text, gap: Gap, title: str) -> Change | None:
    """A difference as other words for a stretch of the source; None where it has no one place."""
    words, source = str(text), document.source
    start, stop, new = gap.start, gap.stop, gap.new
    alone = not (words[start:stop].strip() and new.strip())
    if alone:
        # What stands in one text only is shown with the word on each side of it.
        before, after = _BEFORE.search(words, 0, start), _AFTER.match(words, stop)
        left = before[0] if before else ""
        right = after[0] if after else ""
        start, stop, new = start - len(left), stop + len(right), f"{left}{new}{right}"
    old = words[start:stop]
    start, stop = start + len(old) - len(old.lstrip()), stop - len(old) + len(old.rstrip())
    old, new = old.strip(), new.strip()
    if not old or not new or max(len(old), len(new)) > _LONGEST:
        return None
    span = _span(document, text[start:stop])
    if span is None:
        return None
    line = source.place(span.start)[0]
    said = f"L’altro testo, «{title}», ha «{new}»."
    if denies(words[gap.start : gap.stop]) != denies(gap.new):
        said = f"{said} {CONTRARY}"
    return Change(line, old, new, RULE, "proposed", said, span)


def _span(document: Document, part: Text) -> Span | None:
    """The place of words that stand so in the source, over a line end or not."""
    source, runs = document.source, part.runs
    mended = any(run.rule is not None and not run.text.isspace() for run in runs)
    if mended or any(run.span.source != source.id for run in runs):
        return None
    start, stop = min(run.span.start for run in runs), max(run.span.end for run in runs)
    same = source.text[start:stop].split() == str(part).split()
    return Span(source.id, start, stop) if same else None


def _part(field: FieldText) -> tuple[Label | None, str]:
    return field.label, field.key.rpartition("#")[2].partition("~")[0]

"""One provision: its words, where they come from, what it cites and what cites it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rulebook.commands.usage import UsageError, excerpt, ids_of, known_edition
from rulebook.compare import Moves
from rulebook.label import Label, parse
from rulebook.model import (
    Article,
    Change,
    Citation,
    Correction,
    Document,
    Edition,
    MovedRule,
    Paragraph,
    Rulebook,
    Source,
)
from rulebook.publishing.doubts import Doubt, doubts_about, doubts_of
from rulebook.reading.citations.find import parse_citation
from rulebook.reading.citations.vocabulary import embedded_vocabulary
from rulebook.reading.mending.edits import CORRECTION
from rulebook.text import Run, Span, Text

__all__ = [
    "Absent", "Asked", "CitedIn", "Cites", "Show", "Shown", "Step", "Trace", "UsageError",
    "ask", "cites", "label_of", "show", "trace",
]

_LABEL = re.compile(r"(?<!\d)\d{1,2}(?!\d)(?:[ .]*(?:[A-Za-z](?![^\W\d_])|\d{1,2}|\([a-z]+\)))*")
"""What looks like a label in other words: "L27B1b"."""

@dataclass(frozen=True, slots=True)
class Asked:
    """A provision as it was asked for: its label, and the editions to look into, oldest first."""

    label: Label
    editions: tuple[Edition, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """A provision of an edition with the document that supplies it, and the editors' doubts."""

    edition: Edition
    article: Article
    provision: Paragraph
    document: Document
    doubts: tuple[Doubt, ...] = ()


@dataclass(frozen=True, slots=True)
class Absent:
    """A provision that an edition does not hold; `article` is None where nothing of it is held.

    `doubts` are those of the editors that name it.
    """

    edition: Edition
    label: Label
    title: str | None
    article: Article | None
    cited_by: tuple[CitedIn, ...]
    doubts: tuple[Doubt, ...] = ()

    @property
    def cut(self) -> bool:
        """Whether the text held of the article is cut off, so that the provision may be there."""
        return self.article is not None and cut(self.article)


@dataclass(frozen=True, slots=True)
class CitedIn:
    """A citation with the document it stands in."""

    document: Document
    citation: Citation

    @property
    def place(self) -> tuple[int, int]:
        """Line and column of the citation's first character."""
        return self.document.source.place(self.citation.text.offset(0))


@dataclass(frozen=True, slots=True)
class Show:
    """What `show` found: provisions held, and editions that do not hold them.

    `moved` is what the editors assert of the rules that came under the number or left it.
    """

    asked: Asked
    held: tuple[Shown, ...]
    absent: tuple[Absent, ...]
    moved: tuple[MovedRule, ...] = ()


@dataclass(frozen=True, slots=True)
class Step:
    """A run of a provision that a rule or a correction made, beside the raw text."""

    span: Span
    before: str
    after: str
    rule: str
    reason: str | None = None
    correction: Correction | None = None


@dataclass(frozen=True, slots=True)
class Trace:
    """Where a provision stands in its source, and what was done to its characters."""

    shown: Shown
    lines: tuple[tuple[int, str], ...]
    steps: tuple[Step, ...]
    proposed: tuple[Change, ...]

    @property
    def source(self) -> Source:
        """The source that supplies the provision."""
        return self.shown.document.source


@dataclass(frozen=True, slots=True)
class Cites:
    """What a provision cites, and what cites it or a part of it.

    `absent` are the editions that hold the article without this provision, where none has it;
    `cut` those whose text of the article breaks off before it. `doubts` is what the editors say
    of the provision there.
    """

    asked: Asked
    cites: tuple[CitedIn, ...]
    cited_by: tuple[CitedIn, ...]
    absent: tuple[Edition, ...] = ()
    cut: tuple[Edition, ...] = ()
    doubts: tuple[Doubt, ...] = ()


def ask(rulebook: Rulebook, text: str, edition: str | None) -> Asked:
    """Understand a citation in any spelling.

    Args:
        rulebook: the editions to choose from.
        text: "27B1b", "art. 27, par. B1b", "il vecchio 27B1b", "2007 27", "definizioni".
        edition: an edition's id, or None for those that the text means, or all.

    Raises:
        UsageError: the text is no citation of one provision, or the edition is not known.
    """
    known_edition(edition, ids_of(rulebook))
    word, label = _parsed(rulebook, text)
    editions = tuple(sorted(rulebook.editions, key=lambda known: known.id))
    wanted = edition or (word if word and word.isdigit() else None)
    if wanted is not None:
        known_edition(wanted, ids_of(rulebook))
        return Asked(label, (rulebook.by_id[wanted],))
    if word:
        holding = [known for known in editions if known.article(label.article)] or list(editions)
        at = -1 if word != "old" or len(holding) == 1 else -2
        return Asked(label, (holding[at],))
    return Asked(label, editions)


def label_of(text: str) -> Label | None:
    """The label that a citation in any spelling names, in whatever edition; None for no citation.

    Whether such an article exists is not asked; see `ask`.
    """
    found = parse_citation(text, embedded_vocabulary())
    return found[1] if found is not None else _label(text.strip())


def _parsed(rulebook: Rulebook, text: str) -> tuple[str | None, Label]:
    """The edition's word and the label of a citation; in a bare label the case is forgiven.

    Raises:
        UsageError: the text is no citation of one provision.
    """
    found = parse_citation(text, embedded_vocabulary())
    if found is not None:
        return found
    numbers = _numbers(rulebook)
    bare = text.strip()
    label = None if " " in bare else _label(bare)
    if label is not None and label.article in numbers:
        return None, label
    if label is not None and label.numbered:
        raise UsageError(
            f"there is no article {label.article}; articles go from {numbers[0]} to {numbers[-1]}."
        )
    raise UsageError(
        f"“{excerpt(text)}” is no citation of one provision; "
        f"write it like {_meant(text, numbers) or '27B1b or 27'}."
    )


def _label(text: str) -> Label | None:
    try:
        return parse(text)
    except ValueError:
        return None


def _meant(text: str, numbers: range) -> str | None:
    """The one label that stands among other words, as it would be understood."""
    labels = {label for found in _LABEL.finditer(text) if (label := _label(found.group()))}
    likely = [label for label in labels if label.article in numbers]
    return likely[0].compact if len(likely) == 1 else None


def _numbers(rulebook: Rulebook) -> range:
    """The numbers of the Code: as the editions know them, and no fewer than citations may name."""
    known = {n.number for edition in rulebook.editions for n in edition.known}
    known |= {a.number for e in rulebook.editions for a in e.articles if isinstance(a.number, int)}
    return range(1, max(known | {embedded_vocabulary().articles.last}) + 1)


def show(rulebook: Rulebook, asked: Asked) -> Show:
    """The provision in every edition asked for, and where it is not held, who cites it."""
    held: list[Shown] = []
    absent: list[Absent] = []
    for edition in asked.editions:
        found = _shown(rulebook, edition, asked.label)
        if found:
            held.append(found)
        else:
            absent.append(_absent(rulebook, edition, asked.label))
    return Show(asked, tuple(held), tuple(absent), Moves(rulebook.moved).about(asked.label))


def trace(rulebook: Rulebook, asked: Asked) -> tuple[Trace, ...]:
    """The way of a provision from its source, for every edition that holds it."""
    found = (_shown(rulebook, edition, asked.label) for edition in asked.editions)
    return tuple(_traced(rulebook, shown) for shown in found if shown)


def cites(rulebook: Rulebook, asked: Asked) -> Cites:
    """What a provision or a part of it cites, and who cites it, over all documents."""
    ids = {edition.id for edition in asked.editions}
    out = tuple(
        entry
        for entry in _citations(rulebook)
        if entry.citation.here in asked.label and entry.citation.here_edition in ids
    )
    holding = [edition for edition in asked.editions if edition.article(asked.label.article)]
    absent = () if any(edition.find(asked.label) for edition in holding) else tuple(holding)
    breaking = tuple(e for e in absent if (held := e.article(asked.label.article)) and cut(held))
    whole = tuple(edition for edition in absent if edition not in breaking)
    doubts = tuple(d for edition in absent for d in _doubts(rulebook, edition, asked.label))
    cited_by = tuple(_cited_by(rulebook, asked.label, ids))
    return Cites(asked, out, cited_by, whole, breaking, doubts)


def cut(article: Article) -> bool:
    """Whether the text held of an article is cut off somewhere: what it lacks may be there."""
    return article.status == "truncated" or any(p.truncated for p in article.provisions())


def _shown(rulebook: Rulebook, edition: Edition, label: Label) -> Shown | None:
    article = edition.article(label.article)
    provision = article.find(label) if article else None
    document = rulebook.document_of(article) if article else None
    if article is None or provision is None or document is None:
        return None
    return Shown(edition, article, provision, document, _doubts(rulebook, edition, label))


def _absent(rulebook: Rulebook, edition: Edition, label: Label) -> Absent:
    return Absent(
        edition,
        label,
        edition.title_of(label.article),
        edition.article(label.article),
        tuple(_cited_by(rulebook, label, {edition.id})),
        _doubts(rulebook, edition, label),
    )


def _doubts(rulebook: Rulebook, edition: Edition, label: Label) -> tuple[Doubt, ...]:
    """What the editors doubt in a provision, or say of one that is not there."""
    held = edition.article(label.article)
    if held is None:
        return ()
    return doubts_about(doubts_of(rulebook), rulebook.document_of(held), held, label)


def _citations(rulebook: Rulebook) -> Iterator[CitedIn]:
    for document in rulebook.documents:
        for citation in document.citations:
            yield CitedIn(document, citation)


def _cited_by(rulebook: Rulebook, label: Label, editions: set[str]) -> Iterator[CitedIn]:
    for entry in _citations(rulebook):
        for target in entry.citation.targets:
            if target.label in label and target.edition in (*editions, None):
                yield entry
                break


def _traced(rulebook: Rulebook, shown: Shown) -> Trace:
    document = shown.document
    source = document.source
    texts = list(_texts(shown))
    runs = [run for text in texts for run in text.runs]
    numbers = sorted({line for text in texts for line in source.lines_of(text)})
    spans = [run.span for run in runs]
    by_rule = {change.rule: change for change in document.changes}
    known = {correction.id: correction for correction in rulebook.corrections}
    steps = tuple(_step(source, run, by_rule, known) for run in runs if run.rule is not None)
    proposed = tuple(
        change
        for change in document.changes
        if change.cls != "mechanical" and change.span and any(_meet(change.span, s) for s in spans)
    )
    return Trace(shown, tuple((n, source.line(n)) for n in numbers), steps, proposed)


def _texts(shown: Shown) -> Iterator[Text]:
    """The texts of a provision and of what lies below it."""
    if shown.provision.label == shown.article.label and shown.article.title:
        yield shown.article.title
    for provision in shown.provision.walk():
        for text in (provision.marker, provision.heading, provision.text, provision.tail):
            if text:
                yield text


def _step(
    source: Source, run: Run, changes: dict[str, Change], known: dict[str, Correction]
) -> Step:
    rule = run.rule or ""
    change = changes.get(rule)
    return Step(
        run.span,
        source.text[run.span.start : run.span.end],
        run.text,
        rule,
        change.reason if change else None,
        known.get(rule.removeprefix(CORRECTION)) if rule.startswith(CORRECTION) else None,
    )


def _meet(one: Span, other: Span) -> bool:
    return one.source == other.source and one.start < other.end and other.start < one.end

"""What pages ask of a rulebook: where a label stands, who cites it, what it corresponds to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from rulebook.compare import Moves
from rulebook.label import Label
from rulebook.model import (
    Article,
    Comparison,
    Document,
    Edition,
    Issue,
    Note,
    Rulebook,
    Section,
    Target,
)
from rulebook.publishing import addresses
from rulebook.publishing.addresses import Address
from rulebook.publishing.data.rules import Rules
from rulebook.publishing.doubts import Doubt, doubts_about, doubts_of
from rulebook.publishing.mentions import Key, Mention, citing, speaking, together
from rulebook.publishing.situations import Handbook
from rulebook.publishing.subjects import Subjects
from rulebook.text import Text

__all__ = ["Counterpart", "Library", "Mention", "in_source_order"]


@dataclass(frozen=True, slots=True)
class Counterpart:
    """What a provision corresponds to in another edition; no labels where it has no counterpart.

    `uncertain`: the comparison is not sure of it.
    """

    edition: str
    labels: tuple[Label, ...]
    change: str
    comparison: Comparison
    uncertain: bool = False


@dataclass(frozen=True)
class Library:
    """A rulebook with the indexes that pages need; built once for a site.

    With `subjects`, pages explain terms and lead to what deals with the same; with `handbook`,
    there are the situations at the table, and guides have their flags.
    """

    rulebook: Rulebook
    comparisons: tuple[Comparison, ...] = ()
    subjects: Subjects | None = None
    handbook: Handbook = field(default_factory=Handbook)

    @cached_property
    def editions(self) -> tuple[Edition, ...]:
        """The editions, the oldest first."""
        return tuple(sorted(self.rulebook.editions, key=lambda edition: edition.id))

    @cached_property
    def documents(self) -> tuple[tuple[Document, str], ...]:
        """The documents that have a page of their own, with its address."""
        return tuple(
            (document, address)
            for document in self.rulebook.documents
            if (address := addresses.of_document(document))
        )

    def names(self, edition: Edition) -> tuple[tuple[int | str, str | None], ...]:
        """Every number and part of an edition with its title, in the order of the Code."""
        return self._names[edition.id]

    @cached_property
    def _names(self) -> dict[str, tuple[tuple[int | str, str | None], ...]]:
        return {edition.id: tuple(_names(edition)) for edition in self.editions}

    @cached_property
    def numbers(self) -> tuple[int | str, ...]:
        """Every number and part that any edition has."""
        found = {number for edition in self.editions for number, _ in self.names(edition)}
        return tuple(sorted(found, key=lambda number: Label(number).key))

    @cached_property
    def _pages(self) -> frozenset[tuple[str | None, int | str]]:
        named = {
            (edition.id, number) for edition in self.editions for number, _ in self.names(edition)
        }
        return frozenset(named | {(None, number) for number in self.numbers})

    def address(self, target: Target) -> Address | None:
        """Where a citation leads: the edition it speaks of, or nowhere; never another edition."""
        if (target.edition, target.label.article) not in self._pages:
            return None
        return addresses.of_label(target.edition, target.label)

    def holds(self, target: Target) -> bool:
        """Whether the text of a target is in the corpus, uncut at this place."""
        edition = self.rulebook.by_id.get(target.edition or "")
        return edition is not None and edition.find(target.label) is not None

    def whole(self, edition: str) -> bool:
        """Whether the corpus has every article of an edition, none of them cut off."""
        known = self.rulebook.by_id.get(edition)
        held = [known.article(number) for number, _ in self.names(known)] if known else [None]
        return all(one is not None and one.whole for one in held)

    def other_rule(self, edition: str, label: Label, other: str) -> bool:
        """Whether a label names a rule in another edition too, and not the same or a part of it."""
        found = [one for one in self.counterparts(edition, label) if one.edition == other]
        near = any(label in one or one in label for entry in found for one in entry.labels)
        return bool(found) and not near and self.holds(Target(other, label))

    def published(self, article: Article) -> bool:
        """Whether an article is the one that its edition publishes."""
        edition = self.rulebook.by_id.get(article.edition)
        held = edition.article(article.number) if edition else None
        return held is not None and (held.source, held.copy) == (article.source, article.copy)

    def mentions(self, edition: str | None, label: Label) -> tuple[Mention, ...]:
        """Who cites exactly this provision of this edition."""
        return self._mentions.get((edition, label), ())

    @cached_property
    def _mentions(self) -> dict[Key, tuple[Mention, ...]]:
        return citing(self.rulebook, self.published)

    def speakers(self, edition: str | None, label: Label) -> tuple[Mention, ...]:
        """Who cites or is about exactly this provision: situations, guides, letters, the law."""
        return self._speakers.get((edition, label), ())

    def spoken_labels(self, edition: str | None, number: int | str) -> tuple[Label, ...]:
        """The provisions of an article that somebody cites or is about, held or not, and those
        above them."""
        return self._spoken.get((edition, number), ())

    @cached_property
    def spoken(self) -> frozenset[Label]:
        """Every provision that somebody cites or is about, of any edition, and those above them."""
        return frozenset(label for labels in self._spoken.values() for label in labels)

    @cached_property
    def _speakers(self) -> dict[Key, tuple[Mention, ...]]:
        return together(self._mentions, speaking(self.rulebook, self.handbook))

    @cached_property
    def _spoken(self) -> dict[tuple[str | None, int | str], tuple[Label, ...]]:
        return _by_article(self._speakers)

    def issues(self, edition: str, number: int | str) -> tuple[Issue, ...]:
        """The doubts about an article: those of its source that name it, and the edition's own."""
        held = self.rulebook.by_id[edition].article(number)
        document = self.rulebook.document_of(held) if held else None
        both = (*(document.issues if document else ()), *self.rulebook.issues)
        return tuple(dict.fromkeys(
            issue for issue in both
            if issue.label is not None and issue.label.article == number
            and issue.edition in (None, edition)
        ))

    def absent_labels(self, edition: str, number: int | str) -> tuple[Label, ...]:
        """The provisions that somebody speaks of, or the editors name, and the text lacks."""
        held = self.rulebook.by_id[edition].article(number)
        doubts = self.doubts_about(edition, Label(number))
        named = (label for doubt in doubts for label in doubt.named())
        spoken = self.spoken_labels(edition, number)
        return tuple(sorted(
            label for label in {*spoken, *named} if held is None or held.find(label) is None
        ))

    def doubts_at(self, document: Document | None, key: str) -> tuple[Doubt, ...]:
        """The open doubts of the editors that begin in a field of a document."""
        return self._doubts_at.get((document.source.id, key), ()) if document else ()

    def doubts_in(self, article: Article, label: Label) -> tuple[Doubt, ...]:
        """The open doubts about the words of a provision itself, without what lies below it."""
        document = self.rulebook.document_of(article)
        keys = (article.key(label, part) for part in ("title", "heading", "text", "tail"))
        return tuple(doubt for key in keys for doubt in self.doubts_at(document, key))

    def notes_at(self, edition: str, label: Label) -> tuple[Note, ...]:
        """The notes called in the words of a provision itself, each once."""
        known = self.rulebook.by_id.get(edition)
        held = known.article(label.article) if known else None
        document = self.rulebook.document_of(held) if held else None
        if held is None or document is None:
            return ()
        keys = [held.key(label, part) for part in ("title", "heading", "text", "tail")]
        called = [note for key in keys for note, _ in document.calls.get(key, ())]
        return tuple({note.id: note for note in called}.values())

    def doubts_about(self, edition: str, label: Label) -> tuple[Doubt, ...]:
        """The open doubts of the editors about a provision of an edition and what it holds."""
        known = self.rulebook.by_id.get(edition)
        held = known.article(label.article) if known else None
        if held is None:
            return ()
        return doubts_about(self.doubts, self.rulebook.document_of(held), held, label)

    @cached_property
    def doubts(self) -> tuple[Doubt, ...]:
        """All doubts of the editors, those included that the published text has settled."""
        return doubts_of(self.rulebook)

    @cached_property
    def _doubts_at(self) -> dict[tuple[str, str], tuple[Doubt, ...]]:
        found: dict[tuple[str, str], tuple[Doubt, ...]] = {}
        for doubt in self.doubts:
            if not doubt.in_force:
                key = (doubt.document.source.id, doubt.key)
                found[key] = (*found.get(key, ()), doubt)
        return found

    @cached_property
    def rules(self) -> Rules:
        """The names of the rules that provisions hold, the same in every edition."""
        return Rules(self.comparisons)

    def counterparts(self, edition: str, label: Label) -> tuple[Counterpart, ...]:
        """What a provision corresponds to in the editions it was compared with."""
        return tuple(self._counterparts.get((edition, label), ()))

    @cached_property
    def _counterparts(self) -> dict[tuple[str, Label], list[Counterpart]]:
        found: dict[tuple[str, Label], list[Counterpart]] = {}
        for comparison in self.comparisons:
            old, new = comparison.old_edition, comparison.new_edition
            for pair in comparison.pairs:
                unsure = "uncertain" in pair.flags
                for label in pair.old:
                    entry = Counterpart(new, pair.new, pair.change, comparison, unsure)
                    _add(found.setdefault((old, label), []), entry)
                for label in pair.new:
                    entry = Counterpart(old, pair.old, pair.change, comparison, unsure)
                    _add(found.setdefault((new, label), []), entry)
        return found

    def without_counterpart(self, other: str) -> Iterator[tuple[str, Label]]:
        """The provisions of other editions that this one was compared with and does not have."""
        return iter(self._missing.get(other, ()))

    @cached_property
    def _missing(self) -> dict[str, list[tuple[str, Label]]]:
        found: dict[str, dict[tuple[str, Label], None]] = {}
        for key, entries in self._counterparts.items():
            for entry in entries:
                if not entry.labels:
                    found.setdefault(entry.edition, {})[key] = None
        return {edition: list(keys) for edition, keys in found.items()}

    def article_in(self, edition: str, number: int | str, other: str) -> int | str:
        """The number under which most of an article stands in another edition.

        Without a comparison, or where nothing corresponds, it is where the editors say that the
        article went, else the same number.
        """
        return self.rule_in(edition, number, other).article

    def rule_in(self, edition: str, number: int | str, other: str) -> Label:
        """Where the rule of an article stands in another edition; see `article_in`."""
        counts = self._shares.get((edition, number, other), {})
        best = max(counts.items(), key=lambda item: (item[1], item[0] == number), default=None)
        moves = self.moves.of(edition, Label(number), other) if best is None else ()
        told = [Label(best[0])] if best else [move.there for move in moves if move.there]
        known = (label for label in told if (other, label.article) in self._pages)
        return next(known, Label(number))

    @cached_property
    def moves(self) -> Moves:
        """The rules that changed number, as the editors assert it."""
        return Moves(self.rulebook.moved, tuple(edition.id for edition in self.editions))

    @cached_property
    def _shares(self) -> dict[tuple[str, int | str, str], dict[int | str, int]]:
        found: dict[tuple[str, int | str, str], dict[int | str, int]] = {}
        for (edition, label), entries in self._counterparts.items():
            for entry in entries:
                counts = found.setdefault((edition, label.article, entry.edition), {})
                for other in entry.labels:
                    counts[other.article] = counts.get(other.article, 0) + 1
        return found


def _by_article(
    found: Mapping[Key, tuple[Mention, ...]]
) -> dict[tuple[str | None, int | str], tuple[Label, ...]]:
    """The labels by edition and article, with those above them.

    Who names 13D2 today may have named 13D before, and what was published goes on answering.
    """
    labels: dict[tuple[str | None, int | str], set[Label]] = {}
    for edition, label in found:
        inside = labels.setdefault((edition, label.article), set())
        inside.add(label)
        above = label.parent
        while above is not None and above.path:
            inside.add(above)
            above = above.parent
    return {key: tuple(sorted(inside)) for key, inside in labels.items()}


def _add(entries: list[Counterpart], entry: Counterpart) -> None:
    if entry not in entries:
        entries.append(entry)


def _names(edition: Edition) -> Iterator[tuple[int | str, str | None]]:
    parts = {part.id: part.title for part in edition.parts}
    known = {name.number for name in edition.known}
    held = sorted(edition.by_number.keys() | known, key=lambda number: Label(number).key)
    for number in (*parts, *(number for number in held if number not in parts)):
        yield number, edition.title_of(number) or parts.get(str(number))


def in_source_order(document: Document) -> list[Article | tuple[int, Section]]:
    """Sections and articles by the place where they begin in the source."""
    parts: list[tuple[int, int, Article | tuple[int, Section]]] = []
    for number, section in enumerate(document.sections):
        inner = (text for block in section.blocks for text in (block.marker, block.text))
        texts = [section.heading, *inner]
        parts.append((_begins(texts), len(parts), (number, section)))
    for article in document.articles:
        root = article.root
        texts = [t for p in root.walk() for t in (p.marker, p.heading, p.text)]
        parts.append((_begins([article.title, *texts]), len(parts), article))
    return [part for *_, part in sorted(parts, key=lambda entry: entry[:2])]


def _begins(texts: list[Text | None]) -> int:
    return min((run.span.start for text in texts if text for run in text.runs), default=0)

"""Where comparisons stand on the site, which there are, and how a pair is set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from rulebook.compare import LIGHT
from rulebook.label import Label
from rulebook.model import Comparison, Edition, Pair
from rulebook.publishing import addresses
from rulebook.publishing import blocks as b
from rulebook.publishing.arrivals import seen_in
from rulebook.publishing.doubts import doubt_line
from rulebook.publishing.library import Library
from rulebook.publishing.wording import label_name, say

INDEX = "confronto/"
"""The page that lists the comparisons of editions."""

_WITH_SUBSTANCE = frozenset(("substance", "modal", "definition-changed", "cited-rule-changed"))
_MARKS = {"citation?": "citation unsure"}
_SIGNS = frozenset(".,;:()[] \u00a0\n")


def of_editions(old: str, new: str) -> str:
    """The page of the concordance of two editions, older first."""
    return f"{INDEX}{old}-{new}/"


def of_number(old: str, new: str, number: int | str) -> str:
    """The page that compares a number of two editions, older first."""
    return f"{of_editions(old, new)}{number}/"


def anchor_of(pair: Pair, old: str) -> str:
    """The anchor of a pair on the page of a comparison: that of the new provision.

    A repealed rule is named with its edition, since its number may name another rule now.
    """
    if pair.new:
        return addresses.anchor_of(pair.new[0]) or "introduzione"
    return f"{old}-{addresses.anchor_of(pair.old[0]) or 'introduzione'}"


def comparison_links(
    library: Library, edition: str | None, number: int | str
) -> tuple[b.Block, ...]:
    """The ways from an article, or from its number, to the comparisons that it takes part in."""
    links = [
        b.link(
            f"{comparison.old_edition} e {comparison.new_edition} a fronte",
            of_number(comparison.old_edition, comparison.new_edition, number),
        )
        for comparison in library.comparisons
        if comparison.number == number
        and edition in (None, comparison.old_edition, comparison.new_edition)
        and comparison.pairs
    ]
    return (b.say("Che cosa cambia: ", *b.parted(links), ".", kind="elsewhere"),) if links else ()


@dataclass(frozen=True)
class Facing:
    """The pairs of a comparison, set side by side for one page."""

    library: Library
    comparison: Comparison
    old: Edition
    new: Edition

    @cached_property
    def page(self) -> str:
        """The address of the page."""
        return of_number(self.old.id, self.new.id, self.comparison.number)

    def pairs(self) -> b.Group:
        """All pairs, in the order of the comparison."""
        return b.Group("pairs", tuple(self._pair(pair) for pair in self.comparison.pairs))

    def _pair(self, pair: Pair) -> b.Group:
        light = "" if _substantial(pair) else " light"
        blocks: list[b.Block] = [
            b.Heading(2, self._name(pair), anchor_of(pair, self.old.id)),
            *self._notes(pair),
            b.Group("sides", tuple(self._sides(pair))),
            *self._footnotes(pair),
            *self._doubts(pair),
            *self._commentary(pair),
        ]
        return b.Group(f"pair {pair.change}{light}", tuple(blocks))

    def _name(self, pair: Pair) -> b.Inlines:
        old, new = (self._labels(labels) for labels in (pair.old, pair.new))
        name = new or old
        if old and new and old != new:
            name = f"{old} → {new}"
        return (b.Words(f"{name} ", "plain"), b.Words(say("change", pair.change), "badge"))

    def _labels(self, labels: Sequence[Label]) -> str:
        return ", ".join(self._short(label) for label in labels)

    def _short(self, label: Label) -> str:
        """A label as said within its article, in full for another one."""
        if label.article != self.comparison.number:
            return label_name(label)
        return label.canonical or "Introduzione"

    def _notes(self, pair: Pair) -> Iterator[b.Block]:
        """What a reader is told of a pair before its words."""
        if pair.change == "moved" and pair.old:
            links = b.parted(self._link(self.old, label) for label in pair.old)
            yield b.say(f"Spostata: nel {self.old.id} era ", *links, ".", kind="move")
        warnings: list[str | b.Inline] = []
        for flag in pair.flags:
            if (text := say("flag", flag)) != flag.replace("-", " "):
                warnings += [text, " "]
        if pair.basis != "automatic":
            warnings += [say("pair-basis", pair.basis), " "]
        if pair.reason:
            warnings.append(pair.reason)
        if warnings:
            yield b.say(*warnings, kind="warned")

    def _link(self, edition: Edition, label: Label) -> b.Link:
        place = addresses.of_label(edition.id, label)
        return b.link(self._short(label), place.page, place.anchor)

    def _sides(self, pair: Pair) -> Iterator[b.Group]:
        marked = any(layer not in ("", "space") for layer in (*pair.layers, *pair.heading_layers))
        if pair.change == "unchanged" and not marked:
            both = (*self._whence(self.old, pair.old), b.Words(" = "))
            title = b.Paragraph((*both, *self._whence(self.new, pair.new)), "whence")
            yield b.Group("side same", (title, *self._words(pair, self.new, "insert")))
            return
        for edition, labels, op in (
            (self.old, pair.old, "delete"), (self.new, pair.new, "insert"),
        ):
            side = "old" if op == "delete" else "new"
            if not labels:
                where = seen_in(self.library, edition.id, edition.title)
                text = f"Nessuna regola corrisponde {where}."
                yield b.Group(f"side {side} none", (b.say(b.Words(text, "quiet")),))
                continue
            title = b.Paragraph(self._whence(edition, labels), "whence")
            yield b.Group(f"side {side}", (title, *self._words(pair, edition, op)))

    def _whence(self, edition: Edition, labels: Sequence[Label]) -> b.Inlines:
        """The edition with the way to each provision."""
        links = b.parted(self._link(edition, label) for label in labels)
        return (b.Words(edition.id, "label"), b.Words(" "), *links)

    def _words(self, pair: Pair, edition: Edition, op: str) -> Iterator[b.Block]:
        """Heading and text of one side, with the marks of that side."""
        labels = pair.new if op == "insert" else pair.old
        held = [found for label in labels if (found := edition.find(label))]
        heading = _marked(pair.heading_words, pair.heading_layers, op)
        text = _marked(pair.words, pair.layers, op)
        if not pair.heading_words:
            headings = (str(p.heading) for p in held if p.heading and p.label.path)
            heading = b.words(" ".join(headings))
        if not pair.words:
            texts = (str(part) for p in held for part in (p.text, p.tail) if part)
            text = b.words(" ".join(texts))
        if heading:
            yield b.Paragraph(heading, "title")
        if text:
            yield b.Paragraph(text, "text")
        if not heading and not text:
            yield b.say(b.Words("Nessun testo proprio: contiene altri punti.", "quiet"))

    def _footnotes(self, pair: Pair) -> Iterator[b.Block]:
        """The notes of the words of either side: they belong to the rule."""
        for edition, labels in ((self.old, pair.old), (self.new, pair.new)):
            for label in labels:
                for note in self.library.notes_at(edition.id, label):
                    name = f"Nota {note.mark} a {label_name(label)} del {edition.id}:"
                    text = note.text or "la fonte ha il richiamo, ma non la nota."
                    yield b.say(b.Words(name, "label"), f" {text}", kind="footnote")

    def _doubts(self, pair: Pair) -> Iterator[b.Block]:
        """What the editors doubt in the words of either side."""
        for edition, labels in ((self.old, pair.old), (self.new, pair.new)):
            for label in labels:
                article = edition.article(label.article)
                if article is not None:
                    found = self.library.doubts_in(article, label)
                    yield from (doubt_line(doubt, edition.id) for doubt in found)

    def _commentary(self, pair: Pair) -> Iterator[b.Block]:
        """The documents that speak of the provisions of a pair."""
        rows: dict[tuple[str, str], b.Link] = {}
        for edition, labels in ((self.old, pair.old), (self.new, pair.new)):
            for label in labels:
                for mention in self.library.mentions(edition.id, label):
                    if mention.edition is None:
                        text = f"{mention.name}, su {label_name(label)} del {edition.id}"
                        rows.setdefault(
                            (mention.address.page, f"{edition.id}{label}"),
                            b.link(text, mention.address.page, mention.address.anchor),
                        )
        if rows:
            yield b.say("Ne parla: ", *b.parted(rows.values(), "; "), ".", kind="spoken")


def _substantial(pair: Pair) -> bool:
    """Whether a pair stays when only the substance is shown."""
    if not pair.old or not pair.new:
        return True
    layers = {layer for layer in (*pair.layers, *pair.heading_layers) if layer}
    return bool(layers - LIGHT) or bool(_WITH_SUBSTANCE.intersection(pair.flags))


def _marked(
    words: Sequence[tuple[str, str]], layers: Sequence[str], keep: str
) -> b.Inlines:
    """One side of marked words: what stayed, and what went or came there.

    A comma or a bracket beside changed words is a sign, which the substance alone does not mark.
    """
    found: list[b.Inline] = []
    known = layers if len(layers) == len(words) else ["substance"] * len(words)
    beside = any(
        op != "equal" and layer not in ("space", *LIGHT) and not _SIGNS.issuperset(text)
        for (op, text), layer in zip(words, known, strict=True)
    )
    for (op, text), layer in zip(words, known, strict=True):
        if op == "equal" or (op == keep and layer == "space"):
            found.append(b.Words(text))
        elif op == keep:
            light = "light" if layer in LIGHT else "heavy"
            light += " sign" if beside and light == "heavy" and _SIGNS.issuperset(text) else ""
            kind = f"{_MARKS.get(layer, layer)} {light}"
            found += _change("insert" if op == "insert" else "delete", text, kind)
    return tuple(found)


def _change(op: Literal["insert", "delete"], text: str, kind: str) -> Iterator[b.Inline]:
    """A mark on words alone: the white space around them stays without."""
    bare = text.strip()
    if not bare:
        yield b.Change(op, text, kind)
        return
    before, _, after = text.partition(bare)
    yield from b.words(before)
    yield b.Change(op, bare, kind)
    yield from b.words(after)

"""Who speaks of a provision: the texts that cite it, the guide sections and situations about it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from rulebook.label import Label
from rulebook.model import (
    Article,
    Citation,
    Document,
    Edition,
    Rulebook,
    Section,
    SpeaksOf,
)
from rulebook.publishing import addresses
from rulebook.publishing.addresses import Address
from rulebook.publishing.situations import Handbook, Situation
from rulebook.publishing.wording import label_name, shorten

MentionKind = Literal["situation", "guide", "letter", "commentary", "law"]
"""What speaks; the order in which a reader is told."""

Key = tuple[str | None, Label]

LONGEST = 600
"""A passage that opens in place has so many characters, with its citation in the middle."""

_WORD = re.compile(r"\w{4,}")


@dataclass(frozen=True, slots=True)
class Mention:
    """A place that speaks of a provision: what it is called, and where it stands on the site.

    `edition` is that of an article that cites; `words` are those that cite, "" where none do;
    `passage` is the text around them.
    """

    name: str
    address: Address
    edition: str | None
    words: str
    kind: MentionKind = "law"
    passage: str = ""


def citing(
    rulebook: Rulebook, published: Callable[[Article], bool]
) -> dict[Key, tuple[Mention, ...]]:
    """The places that cite a provision, by edition and label.

    Args:
        rulebook: the documents whose citations count.
        published: whether an article is the one that its edition publishes; a citation in it
            stands on its page, any other on the page of its document.
    """
    found: dict[Key, dict[Address, Mention]] = {}
    for document in rulebook.documents:
        place = _Places(document, published)
        for citation in document.citations:
            mention = place.mention(citation)
            if mention is None:
                continue
            for target in citation.targets:
                places = found.setdefault((target.edition, target.label), {})
                places.setdefault(mention.address, mention)
    return {key: tuple(places.values()) for key, places in found.items()}


class _Places:
    """The places of a document where citations stand."""

    def __init__(self, document: Document, published: Callable[[Article], bool]) -> None:
        self.document = document
        self.anchors = addresses.passages(document)
        self.page = addresses.of_document(document)
        self.texts = {field.key: str(field.text) for field in document.fields()}
        self.published = {
            (article.edition, article.number) for article in document.articles
            if published(article)
        }

    def mention(self, citation: Citation) -> Mention | None:
        here, edition = citation.here, citation.here_edition
        passage = _around(self.texts.get(citation.place.field, ""), citation)
        words = str(citation.text)
        if here is not None and edition and (edition, here.article) in self.published:
            place = addresses.of_label(edition, here)
            return Mention(label_name(here), place, edition, words, "law", passage)
        if self.page is None:
            return None
        source = self.document.source
        place = Address(self.page, self.anchors.get(citation.place.field, ""))
        return Mention(
            source.title or source.name, place, None, words, _kind(self.document), passage
        )


def _kind(document: Document) -> MentionKind:
    if document.kind in ("guide", "letter"):
        return document.kind
    return "commentary"


def _around(text: str, citation: Citation) -> str:
    """The text of a field, or as much of it as stands around a citation."""
    start = max(0, citation.place.end - LONGEST // 2)
    end = min(len(text), max(start + LONGEST, citation.place.end))
    start = max(0, min(start, end - LONGEST))
    before = "…" if start else ""
    after = "…" if end < len(text) else ""
    cut = text[start:end]
    if before:
        cut = cut.partition(" ")[2]
    if after:
        cut = cut.rpartition(" ")[0].rstrip(" ,;:.–-")
    return f"{before}{' '.join(cut.split())}{after}"


def speaking(rulebook: Rulebook, handbook: Handbook) -> dict[Key, tuple[Mention, ...]]:
    """The situations and the guide sections about a provision, by edition and label.

    A guide speaks of the edition of its source, and of the same article elsewhere where the
    title shows that the number still holds the same rule; its flags name provisions themselves.
    """
    found: dict[Key, dict[Address, Mention]] = {}
    if handbook.first:
        first = handbook.first
        told = Mention(first.say, Address(addresses.TABLE), None, "", "situation", first.because)
        for label in first.grants:
            found.setdefault((first.edition, label), {})[told.address] = told
    for situation in handbook.situations:
        mention = _card(situation)
        for edition, label in situation.cited():
            found.setdefault((edition, label), {}).setdefault(mention.address, mention)
    for document in rulebook.documents:
        for mention, keys in _guide(document, rulebook, handbook):
            for key in keys:
                found.setdefault(key, {}).setdefault(mention.address, mention)
    return {key: tuple(places.values()) for key, places in found.items()}


def _card(situation: Situation) -> Mention:
    return Mention(
        situation.title, Address(addresses.of_situation(situation.id)), None, "", "situation",
        f"{situation.happened} {situation.decides}",
    )


def _guide(
    document: Document, rulebook: Rulebook, handbook: Handbook
) -> Iterator[tuple[Mention, list[Key]]]:
    page = addresses.of_document(document)
    if page is None:
        return
    anchors = addresses.passages(document)
    spoken = {entry.line: entry for entry in document.source.speaks_of}
    flags = handbook.flags(document.source.id)
    for number, section in enumerate(document.sections):
        if not section.heading:
            continue
        lines = _lines(document, section)
        keys = list(_spoken(spoken.get(lines[0]), document.source.edition, rulebook))
        for line in lines if flags else ():
            for flag in flags.by_line.get(line, ()) if flags else ():
                keys += [(edition, label) for edition, labels in flag.provisions.items()
                         for label in labels]
        if keys:
            place = Address(page, anchors[f"s{number}.heading"])
            first = next((str(block.text) for block in section.blocks if block.text), "")
            text = shorten(first, LONGEST)
            yield Mention(str(section.heading), place, None, "", _kind(document), text), keys


def _lines(document: Document, section: Section) -> list[int]:
    """The lines on which a section and its paragraphs begin."""
    texts = [section.heading, *(block.text for block in section.blocks)]
    return [document.source.place(text.start.start)[0] for text in texts if text]


def _spoken(entry: SpeaksOf | None, edition: str | None, rulebook: Rulebook) -> Iterator[Key]:
    own = rulebook.by_id.get(edition or "")
    if entry is None or own is None:
        return
    for label in entry.labels:
        yield own.id, label
        for other in rulebook.editions:
            if other is not own and _same_rule(own, other, label.article):
                yield other.id, label


def _same_rule(one: Edition, other: Edition, number: int | str) -> bool:
    """Whether a number has titles with the same words in two editions, or nearly."""
    titles = (edition.title_of(number) for edition in (one, other))
    ours, theirs = (set(_WORD.findall((title or "").lower())) for title in titles)
    return bool(ours & theirs) and 2 * len(ours & theirs) >= min(len(ours), len(theirs))


def together(
    *found: Mapping[Key, tuple[Mention, ...]]
) -> dict[Key, tuple[Mention, ...]]:
    """Several tables as one; of each key the kinds in the order in which a reader is told."""
    order = ("situation", "guide", "letter", "commentary", "law")
    keys = dict.fromkeys(key for table in found for key in table)
    return {
        key: tuple(sorted(
            (mention for table in found for mention in table.get(key, ())),
            key=lambda mention: order.index(mention.kind),
        ))
        for key in keys
    }

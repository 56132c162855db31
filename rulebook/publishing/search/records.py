"""What can be found: a rulebook as a list of records, a provision or a passage each.

The order of the records breaks ties between equal scores, so it is part of the ranking: articles
by number, of each number the newest edition first, then documents, then the terms of the lexicon.
The same provision of several editions thus stands close together, which also compresses well.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal

from rulebook.label import Label
from rulebook.model import Article, Document, Edition, Paragraph, Rulebook, Section
from rulebook.publishing import addresses
from rulebook.publishing.flag_words import departing
from rulebook.publishing.search.analysis import clean
from rulebook.publishing.search.lexicon import Lexicon, Term
from rulebook.publishing.situations import Handbook
from rulebook.publishing.wording import article_name

Kind = Literal["provision", "article", "guide", "letter", "commentary", "situation", "term"]

LENDERS: frozenset[str] = frozenset(("term", "situation"))
"""Kinds that are no texts: they lend to the texts that they name, and stand behind them."""

Status = Literal["held", "cut", "missing"]
"""Whether a text is held whole, is cut off in its source, or is not in the corpus."""

INDEX_PAGE = "indice/"
"""The page of the analytic index, where each term of the lexicon has its id as anchor."""

SHORT_PASSAGE = 240
"""Paragraphs of a letter or a commentary are put together until they have so many characters."""

_KINDS: dict[str, Kind] = {
    "guide": "guide", "letter": "letter", "commentary": "commentary", "parallel": "commentary",
    "other": "commentary",
}


@dataclass(frozen=True, slots=True)
class Record:
    """One thing that can be found, as it is shown and as it is searched.

    `heading` and `text` are searched and shown; `names` is searched only: the synonyms, English
    names and spoken forms of a term, a line each, an empty line between the three.
    `text` has a line for the provision, its tail, and each note called in it.
    `citation` is "" where the law has no label for it; `depth` counts the records above it on
    its page (0 for the page itself), which come before it in the list.
    `flag` says where the Code departs from a passage of a guide, "" where nothing is flagged.
    `number` and `path` (run together: `b1b`) are what a citation looks for; `lends` are the
    provisions that govern a term or a situation, as edition, number and path.
    """

    kind: Kind
    page: str
    anchor: str
    title: str
    heading: str
    text: str
    depth: int = 0
    names: str = ""
    citation: str = ""
    edition: str | None = None
    number: int = 0
    path: str = ""
    status: Status = "held"
    flag: str = ""
    lends: tuple[tuple[str, int, str], ...] = ()

    @property
    def url(self) -> str:
        """Where it stands on the site, relative to its root: `2007/27/#B1b`."""
        return f"{self.page}#{self.anchor}" if self.anchor else self.page


def sentence_case(title: str) -> str:
    """A title in capitals as one writes it in a list; other titles stay as they are.

    >>> sentence_case("LICITA INSUFFICIENTE"), sentence_case("Il morto")
    ('Licita insufficiente', 'Il morto')
    """
    flat = " ".join(title.split())
    capitals = flat == flat.upper() and flat != flat.lower()
    return flat[:1] + flat[1:].lower() if capitals else flat


def make_records(
    rulebook: Rulebook, lexicon: Lexicon, handbook: Handbook | None = None
) -> tuple[Record, ...]:
    """Every record of a rulebook and its lexicon, in the order that breaks ties.

    Args:
        rulebook: the editions and documents that are published.
        lexicon: its terms become records that lend their score to the provisions they govern.
        handbook: its situations do the same.
    """
    return tuple(
        _cleaned(record)
        for record in (
            *_law(rulebook), *_documents(rulebook, handbook), *_situations(handbook),
            *_terms(lexicon),
        )
    )


def _cleaned(record: Record) -> Record:
    return replace(
        record, title=clean(record.title), heading=clean(_line(record.heading)),
        text=clean(record.text), names=clean(record.names),
    )


def _law(rulebook: Rulebook) -> Iterator[Record]:
    newest = sorted(rulebook.editions, key=lambda edition: edition.id, reverse=True)
    numbers = {
        number
        for edition in newest
        for number in (
            *(part.id for part in edition.parts), *(name.number for name in edition.known),
            *edition.by_number,
        )
    }
    for number in sorted(numbers, key=lambda number: Label(number).key):
        for edition in newest:
            held = edition.article(number)
            if held is not None and held.status != "missing":
                document = rulebook.document_of(held)
                yield from _article(edition, held, document)
            elif _named(edition, number):
                yield _stub(edition, number)


def _named(edition: Edition, number: int | str) -> bool:
    parts = {part.id for part in edition.parts}
    return number in parts or any(name.number == number for name in edition.known)


def _stub(edition: Edition, number: int | str) -> Record:
    parts = {part.id: part.title for part in edition.parts}
    title = edition.title_of(number) or parts.get(str(number))
    label = Label(number)
    return Record(
        "article", addresses.of_article(edition.id, number), "",
        sentence_case(title) if title else article_name(number), title or "", "",
        citation=str(label) if label.numbered else "", edition=edition.id,
        number=number if isinstance(number, int) else 0, status="missing",
    )


def _article(edition: Edition, article: Article, document: Document | None) -> Iterator[Record]:
    page = addresses.of_article(edition.id, article.number)
    title = sentence_case(str(article.title)) if article.title else article_name(article.number)
    status: Status = "cut" if article.status == "truncated" else "held"

    def below(paragraph: Paragraph, above: str, depth: int) -> Iterator[Record]:
        label = paragraph.label
        heading = article.title if depth == 0 else paragraph.heading
        name = str(heading) if heading else ""
        shown = title if depth == 0 else sentence_case(name) if name else above
        yield Record(
            "provision" if label.path else "article", page, addresses.anchor_of(label), shown, name,
            "\n".join(_texts(article, paragraph, document)), depth,
            citation=str(label) if label.numbered else "", edition=edition.id,
            number=label.article if isinstance(label.article, int) else 0,
            path="".join(label.path).lower() if label.numbered else "", status=status,
        )
        for child in paragraph.children:
            yield from below(child, shown, depth + 1)

    yield from below(article.root, title, 0)


def _texts(article: Article, paragraph: Paragraph, document: Document | None) -> Iterator[str]:
    """A provision's own words: its text, its tail, and the notes called in them."""
    seen: set[str] = set()
    notes: list[str] = []
    for part, text in (("heading", None), ("text", paragraph.text), ("tail", paragraph.tail)):
        if text:
            yield _line(str(text))
        key = article.key(paragraph.label, part)
        for note, _ in document.calls.get(key, ()) if document else ():
            if note.id not in seen and note.text:
                seen.add(note.id)
                notes.append(_line(str(note.text)))
    yield from notes


def _line(text: str) -> str:
    return re.sub(r"\s*\n\s*", " ", text)


def _documents(rulebook: Rulebook, handbook: Handbook | None) -> Iterator[Record]:
    editions = [edition.id for edition in rulebook.editions]
    for document in rulebook.documents:
        page = addresses.of_document(document)
        kind = _KINDS.get(document.kind)
        if page is None or kind is None:
            continue
        source = document.source
        title = source.title or source.name
        yield Record(kind, page, "", title, title, source.author or "", edition=source.edition)
        anchors = addresses.passages(document)
        guide = handbook.flags(source.id) if handbook else None
        flags = guide.by_line if guide else {}
        for number, section in enumerate(document.sections):
            for record, lines in _section(document, kind, page, title, number, section, anchors):
                told = [flag for line in lines for flag in flags.get(line, ())]
                yield replace(record, flag=departing(told, editions))


def _section(
    document: Document, kind: Kind, page: str, title: str, number: int, section: Section,
    anchors: dict[str, str],
) -> Iterator[tuple[Record, tuple[int, ...]]]:
    """A section of a guide whole; of other documents a record for each passage.

    Each comes with the lines of the source on which its paragraphs begin.
    """
    heading = str(section.heading) if section.heading else ""
    at = anchors.get(f"s{number}.heading")
    passage: list[str] = []
    lines: list[int] = []
    edition = document.source.edition

    def record(depth: int) -> tuple[Record, tuple[int, ...]]:
        return Record(
            kind, page, at or "", sentence_case(heading) if heading else title,
            heading if depth == 1 else "", "\n".join(passage), depth, edition=edition,
        ), tuple(lines)

    first = True
    for index, block in enumerate(section.blocks):
        if not block.text:
            continue
        at = at if at is not None else anchors.get(f"s{number}.b{index}")
        passage.append(_line(str(block.text)))
        lines.append(document.source.place(block.text.start.start)[0])
        whole = kind != "guide" and sum(map(len, passage)) >= SHORT_PASSAGE
        if whole:
            yield record(1 if first or not heading else 2)
            first, at = False, None
            passage.clear()
            lines.clear()
    if passage or (first and heading):
        yield record(1 if first or not heading else 2)


def _situations(handbook: Handbook | None) -> Iterator[Record]:
    for card in handbook.situations if handbook else ():
        statements = (*card.options, *card.notes)
        lines = (f"{one.who}: {one.say}" if one.who else one.say for one in statements)
        yield Record(
            "situation", addresses.of_situation(card.id), "", card.title, card.title,
            "\n".join((card.happened, *lines, *(later.say for later in card.later))),
            names="\n".join(card.spoken), edition=card.edition, lends=_lent(card.cited()),
        )


def _terms(lexicon: Lexicon) -> Iterator[Record]:
    for term in lexicon.terms:
        yield Record(
            "term", INDEX_PAGE, term.id, term.term, term.term, term.definition,
            names="\n\n".join(map("\n".join, (term.synonyms, term.english, term.spoken))),
            lends=_lends(term),
        )


def _lends(term: Term) -> tuple[tuple[str, int, str], ...]:
    labels = term.provisions.items()
    return _lent((edition, label) for edition, several in labels for label in several)


def _lent(cited: Iterable[tuple[str, Label]]) -> tuple[tuple[str, int, str], ...]:
    """Each provision once, as edition, number and path."""
    return tuple(dict.fromkeys(
        (edition, label.article, "".join(label.path).lower())
        for edition, label in cited if isinstance(label.article, int)
    ))

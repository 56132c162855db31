"""An edition as JSON: what is known of it, and the text that the corpus holds."""

from __future__ import annotations

from msgspec import Struct, field

from rulebook.model import Article, Edition, Paragraph, Rulebook, Status
from rulebook.publishing import addresses
from rulebook.publishing.data.encoding import lines_json
from rulebook.publishing.data.inventory import ProvisionRow

VERSION = 1
"""The version of the form: it grows when a field goes or means something else."""


class ProvisionData(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A provision with its own words; `tail` follows its children."""

    citation: str
    url: str
    eid: str = field(name="eId")
    rule: str = ""
    hash: str = ""
    marker: str = ""
    heading: str = ""
    text: str = ""
    tail: str = ""
    truncated: bool = False
    children: tuple[ProvisionData, ...] = ()


class NoteData(Struct, frozen=True, forbid_unknown_fields=True):
    """A note; `calls` are the citations of the provisions that call it."""

    mark: str
    text: str
    calls: tuple[str, ...]


class ArticleData(Struct, frozen=True, forbid_unknown_fields=True):
    """An article; a truncated one is no law, and says so in `status`."""

    number: int | str
    title: str
    status: Status
    source: str
    provision: ProvisionData
    notes: tuple[NoteData, ...] = ()


class KnownData(Struct, frozen=True, forbid_unknown_fields=True):
    """A number of the Code, held or not, with its title where that is certain."""

    number: int | str
    title: str | None
    held: bool


class EditionData(Struct, frozen=True, forbid_unknown_fields=True):
    """An edition of the Code as far as the corpus holds it."""

    version: int
    edition: str
    title: str
    long_title: str
    authority: str
    rights: str
    state: str
    notice: str
    in_force_from: str | None
    in_force_until: str | None
    superseded_by: str | None
    known: tuple[KnownData, ...]
    articles: tuple[ArticleData, ...]


def edition_json(rulebook: Rulebook, edition: Edition, rows: tuple[ProvisionRow, ...]) -> bytes:
    """An edition as `/data/2007.json`, an article on each line."""
    by_url = {row.url: row for row in rows if row.edition == edition.id}
    numbers: dict[int | str, str | None] = {part.id: part.title for part in edition.parts}
    numbers |= {name.number: name.title for name in edition.known}
    numbers |= {article.number: edition.title_of(article.number) for article in edition.articles}
    known = tuple(KnownData(n, t, n in edition.by_number) for n, t in numbers.items())
    data = EditionData(
        VERSION, edition.id, edition.title, edition.long_title, edition.authority, edition.rights,
        edition.state, edition.notice, edition.in_force_from, edition.in_force_until,
        edition.superseded_by, known,
        tuple(_article(rulebook, article, by_url) for article in edition.articles),
    )
    return lines_json(data, "articles")


def _article(rulebook: Rulebook, article: Article, rows: dict[str, ProvisionRow]) -> ArticleData:
    return ArticleData(
        article.number, str(article.title or ""), article.status, article.source,
        _provision(article, article.root, rows), tuple(_notes(rulebook, article)),
    )


def _provision(
    article: Article, paragraph: Paragraph, rows: dict[str, ProvisionRow]
) -> ProvisionData:
    row = rows[str(addresses.of_label(article.edition, paragraph.label))]
    return ProvisionData(
        row.citation, row.url, row.eid, row.rule, row.hash,
        str(paragraph.marker), str(paragraph.heading or ""), str(paragraph.text),
        str(paragraph.tail), paragraph.truncated,
        tuple(_provision(article, child, rows) for child in paragraph.children),
    )


def _notes(rulebook: Rulebook, article: Article) -> list[NoteData]:
    document = rulebook.document_of(article)
    found: list[NoteData] = []
    for note in document.notes if document else ():
        calls = tuple(
            str(call.label) for call in note.calls
            if call.label is not None and call.place.field.startswith(f"{article.edition}:")
            and call.label.article == article.number
        )
        if calls:
            found.append(NoteData(note.mark, str(note.text), calls))
    return found

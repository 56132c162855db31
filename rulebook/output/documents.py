"""What `rulebook read` and `rulebook compare` print with `--json`.

The shapes are promises to the programs that read them, so each is a struct of its own and not
whatever the nouns happen to look like.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct, field

from rulebook.label import Label
from rulebook.model import (
    Article,
    Citation,
    Comparison,
    Document,
    Note,
    NoteCall,
    Paragraph,
    Section,
    Source,
)
from rulebook.text import Discard, Text


class SourceJson(Struct, frozen=True, omit_defaults=True):
    """Which file was read; `lines` is how many it has.

    `format` and `pages` are there where the file is no text: its lines were taken out of it.
    """

    name: str
    sha256: str
    kind: str
    lines: int
    format: str = "text"
    pages: int = 0


class ProvisionJson(Struct, frozen=True):
    """A provision with its own words only; `path` is "" for the article itself."""

    path: str
    marker: str
    heading: str | None
    text: str
    notes: list[str]
    lines: list[int]
    truncated: bool


class ArticleJson(Struct, frozen=True):
    """An article with its provisions in reading order."""

    edition: str
    edition_basis: str
    number: int | str
    title: str | None
    status: str
    provisions: list[ProvisionJson]


class NoteJson(Struct, frozen=True):
    """A note; `called_at` are the provisions where its mark stands."""

    mark: str
    kind: str
    text: str
    called_at: list[str]
    lines: list[int]


class SectionJson(Struct, frozen=True):
    """A part of the text that is no article."""

    heading: str | None
    text: str
    lines: list[int]


class TargetJson(Struct, frozen=True):
    """What a citation leads to; `edition` is null where nothing says which."""

    edition: str | None
    article: int | str
    path: str


class CitationJson(Struct, frozen=True):
    """A citation at the place of its first character in the file."""

    text: str
    line: int
    column: int
    here: str | None = field(name="from")
    targets: list[TargetJson]
    edition_basis: str
    relative: bool


class DiscardJson(Struct, frozen=True):
    """Words that were set aside."""

    text: str
    reason: str
    lines: list[int]


class ChangeJson(Struct, frozen=True):
    """A change of characters; `before` is raw text of the file."""

    line: int
    before: str
    after: str
    rule: str
    cls: str = field(name="class")


class IssueJson(Struct, frozen=True):
    """A doubt; `line` and `label` are null where it belongs to no single place."""

    code: str
    message: str
    line: int | None
    label: str | None


class ReadJson(Struct, frozen=True):
    """What was understood of one source."""

    source: SourceJson
    articles: list[ArticleJson]
    notes: list[NoteJson]
    sections: list[SectionJson]
    citations: list[CitationJson]
    discards: list[DiscardJson]
    changes: list[ChangeJson]
    issues: list[IssueJson]


class PairJson(Struct, frozen=True):
    """Provisions that correspond: a path, several paths, or null on each side."""

    old: str | list[str] | None
    new: str | list[str] | None
    change: str
    score: float
    basis: str
    words: list[tuple[str, str]]


class ComparisonJson(Struct, frozen=True):
    """A number in two editions."""

    old: str
    new: str
    article: int | str
    pairs: list[PairJson]


def read_json(document: Document) -> ReadJson:
    """What `rulebook read FILE --json` prints of a document."""
    source = document.source
    return ReadJson(
        source=SourceJson(
            source.name,
            source.sha256,
            document.kind,
            source.lines,
            source.layout.format if source.layout else "text",
            len(source.layout.pages) if source.layout else 0,
        ),
        articles=[_article(document, article) for article in document.articles],
        notes=[note_json(source, note) for note in document.notes],
        sections=[_section(source, section) for section in document.sections],
        citations=sorted(
            (citation_json(source, citation) for citation in document.citations),
            key=lambda citation: (citation.line, citation.column),
        ),
        # A sign that parts a heading from its text is no word: its account stands in `check`.
        discards=[
            _discard(source, discard)
            for discard in document.discards
            if discard.reason != "heading-separator"
        ],
        changes=[
            ChangeJson(change.line, change.before, change.after, change.rule, change.cls)
            for change in document.changes
        ],
        issues=[
            IssueJson(issue.code, issue.message, issue.line, printed(issue.label))
            for issue in document.issues
        ],
    )


def compare_json(comparison: Comparison) -> ComparisonJson:
    """What `rulebook compare --json` prints of a comparison."""
    return ComparisonJson(
        comparison.old_edition,
        comparison.new_edition,
        comparison.number,
        [
            PairJson(
                _side(pair.old, comparison.number),
                _side(pair.new, comparison.number),
                pair.change,
                round(pair.score, 4),
                pair.basis,
                list(pair.words),
            )
            for pair in comparison.pairs
        ],
    )


def printed(label: Label | None) -> str | None:
    """A label as it is cited, or None where there is none."""
    return str(label) or None if label else None


def own_text(paragraph: Paragraph) -> str:
    """The words of a provision without those of its children; what follows them comes last."""
    return " ".join(part for part in (str(paragraph.text), str(paragraph.tail)) if part)


def own_lines(source: Source, article: Article, paragraph: Paragraph) -> list[int]:
    """The lines on which a provision's marker, heading and own words stand."""
    texts = [paragraph.marker, paragraph.heading, paragraph.text, paragraph.tail]
    if paragraph.label == article.label:
        texts.append(article.title)
    return _lines(source, (text for text in texts if text))


def calls_of(
    document: Document, article: Article, paragraph: Paragraph
) -> list[tuple[Note, NoteCall]]:
    """The notes called in a provision's own words, in reading order."""
    parts = ("title", "heading", "text", "tail")
    return [
        call
        for part in parts
        for call in document.calls.get(article.key(paragraph.label, part), ())
    ]


def _article(document: Document, article: Article) -> ArticleJson:
    return ArticleJson(
        article.edition,
        article.edition_basis,
        article.number,
        str(article.title) if article.title else None,
        article.status,
        [provision_json(document, article, paragraph) for paragraph in article.provisions()],
    )


def provision_json(document: Document, article: Article, paragraph: Paragraph) -> ProvisionJson:
    """A provision of a document."""
    return ProvisionJson(
        paragraph.label.canonical,
        str(paragraph.marker),
        str(paragraph.heading) if paragraph.heading else None,
        own_text(paragraph),
        [note.mark for note, _ in calls_of(document, article, paragraph)],
        own_lines(document.source, article, paragraph),
        paragraph.truncated,
    )


def note_json(source: Source, note: Note) -> NoteJson:
    """A note of a source."""
    called = dict.fromkeys(printed(call.label) for call in note.calls)
    return NoteJson(
        note.mark,
        note.kind,
        str(note.text),
        [label for label in called if label],
        _lines(source, (note.marker, note.text)),
    )


def _section(source: Source, section: Section) -> SectionJson:
    texts = [text for block in section.blocks for text in (block.marker, block.text)]
    words = (
        " ".join(part for part in (str(block.marker), str(block.text)) if part)
        for block in section.blocks
    )
    return SectionJson(
        str(section.heading) if section.heading else None,
        "\n".join(line for line in words if line),
        _lines(source, texts if section.heading is None else (section.heading, *texts)),
    )


def citation_json(source: Source, citation: Citation) -> CitationJson:
    """A citation of a source."""
    line, column = source.place(citation.text.offset(0))
    return CitationJson(
        str(citation.text),
        line,
        column,
        printed(citation.here),
        [
            TargetJson(target.edition, target.label.article, target.label.canonical)
            for target in citation.targets
        ],
        citation.edition_basis,
        citation.relative,
    )


def _discard(source: Source, discard: Discard) -> DiscardJson:
    span = discard.span
    first = source.place(span.start)[0]
    last = source.place(max(span.start, span.end - 1))[0]
    # What is set aside is shown as it stands on disk, whatever was mended in it before.
    raw = source.text[span.start : span.end]
    return DiscardJson(raw, discard.reason, list(range(first, last + 1)))


def _lines(source: Source, texts: Iterable[Text]) -> list[int]:
    return sorted({line for text in texts for line in source.lines_of(text)})


def _side(labels: tuple[Label, ...], number: int | str) -> str | list[str] | None:
    """Paths within the article compared; a rule that stands in another article is named in full."""
    paths = [label.canonical if label.article == number else str(label) for label in labels]
    return paths[0] if len(paths) == 1 else (paths or None)

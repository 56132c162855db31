"""One column of a two-column region becomes an article."""

from __future__ import annotations

from collections.abc import Sequence

from rulebook.label import Label
from rulebook.model import Article, Issue
from rulebook.reading.articles.article import tree
from rulebook.reading.articles.fields import Findings, Ground, field_text, set_aside
from rulebook.reading.articles.outline import Mark
from rulebook.reading.articles.provisions import Heading, Segment
from rulebook.reading.articles.titles import announced_article, announced_end, title_of
from rulebook.reading.lines import Line
from rulebook.reading.region import Cell, Side
from rulebook.text import Text, join

OBTAINED = (
    "Il testo è ricavato da una tabella a due colonne che l’estrazione aveva intrecciato:"
    " le righe sono state separate a macchina"
)


def column_article(side: Side, ground: Ground, findings: Findings) -> Article:
    """The article of one column."""
    label = Label(side.number)
    announced, title = _title(side, findings)
    segments = [Segment(None, None, ())]
    headings: list[Heading | None] = [None]
    parents = {draft.path[:-1] for draft in side.drafts if draft.path}
    for draft in side.drafts:
        if not draft.path:
            segments[0] = Segment(None, None, tuple(cell.line for cell in draft.cells))
            continue
        marker, heading, body = _apart(draft.cells)
        first = next((line.number for line in (*marker, *heading, *body)), 0)
        mark = Mark(first, 0, 0, draft.path)
        text = join(line.text for line in marker)
        has_children = draft.path in parents
        pieces = tuple(heading + body)
        segments.append(Segment(mark, Line(first, text), pieces, has_children))
        headings.append(Heading(len(heading)) if heading else None)
    root = tree(label, segments, headings, ground, findings, announced, False)
    if side.doubtful:
        findings.issues.append(
            Issue(
                "columns-doubtful",
                f"{_rows(side.doubtful)} con poca certezza"
                f" all’articolo {side.number} del {ground.edition}.",
                segments[0].pieces[0].number if segments[0].pieces else None,
                label,
                ground.edition,
                remedy="Confermarle o spostarle nella revisione, dove ciascuna è un dubbio,"
                " o nel file columns.toml della fonte.",
            )
        )
    title_text = field_text(title, label, "title", ground, findings)
    obtained = OBTAINED + (" e rivedute dalla redazione." if side.confirmed else ".")
    return Article(
        ground.edition,
        ground.basis,
        title_text or None,
        root,
        "quoted",
        ground.source,
        obtained=obtained,
        copy=ground.copy,
    )


def _rows(count: int) -> str:
    if count == 1:
        return "Una riga delle due colonne è attribuita"
    return f"{count} righe delle due colonne sono attribuite"


def _apart(cells: Sequence[Cell]) -> tuple[list[Line], list[Line], list[Line]]:
    """The marker, the heading and the text of a provision; a label before its text is cut off."""
    marker: list[Line] = []
    heading: list[Line] = []
    body: list[Line] = []
    for cell in cells:
        line = cell.line
        if cell.role == "label":
            marker.append(line)
            continue
        if cell.marker and str(line).startswith(cell.marker):
            label, line = line.cut(len(cell.marker))
            marker.append(label)
        if line.text:
            (heading if cell.role == "heading" else body).append(line)
    return marker, heading, body


def _title(side: Side, findings: Findings) -> tuple[Text, list[Line]]:
    """The words that announce the article, and the lines of its title."""
    announced: list[Text] = []
    title: list[Line] = []
    for line in side.titles:
        text = str(line)
        if announced_article(text):
            opening = title_of([line], 0, 0, side.number, announced_end(text), side.structure)
            number = len(text[: opening.announced].rstrip(" .:–—-"))
            announced.append(line.text[:number])
            set_aside(line.text[number : opening.announced], findings)
            start, stop = opening.announced, len(text.rstrip(" .:–—-"))
            if stop > start:
                title.append(Line(line.number, line.text[start:stop]))
            set_aside(line.text[max(stop, start) :], findings)
        else:
            title.append(line)
    return join(announced), title

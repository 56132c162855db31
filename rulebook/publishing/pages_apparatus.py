"""The apparatus: doubts and corrections, and each source line by line beside its structure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulebook.label import Label
from rulebook.model import Article, Change, Correction, Document, Issue, Source
from rulebook.publishing import addresses
from rulebook.publishing import blocks as b
from rulebook.publishing.colophon import PREVAILS, general_colophon
from rulebook.publishing.library import Library
from rulebook.publishing.page import Page
from rulebook.publishing.pages_law import TOP
from rulebook.publishing.wording import count, day, label_name, say, shorten
from rulebook.text import Discard, Text

_SURE = 0.9
"""Below this confidence a line of a two-column text is shown as doubtful."""

_LEAD = ("Qui sta ciò che di solito non si vede: ogni testo com’è nella fonte, ciò che ne è stato "
         "capito, i dubbi aperti, le correzioni proposte e quelle fatte.")


def apparatus_pages(library: Library) -> Iterator[Page]:
    """The overview of all doubts and corrections, and a page per source."""
    yield _overview(library)
    for document in library.rulebook.documents:
        yield _source_page(library, document)


def _overview(library: Library) -> Page:
    rulebook = library.rulebook
    blocks: list[b.Block] = [
        b.Heading(1, b.words("Apparato"), TOP), b.say(_LEAD, kind="lead"),
        b.Heading(2, b.words("Le fonti"), "fonti"),
        b.Group("editions", tuple(_card(document) for document in rulebook.documents)),
    ]
    blocks += _all_issues(library)
    for heading, corrections in _by_standing(library, rulebook.corrections):
        blocks += _all_corrections(library, heading, corrections)
    blocks.append(general_colophon(library))
    return Page(
        "apparato/", "Apparato", shorten(_LEAD), "apparatus", tuple(blocks), short="Apparato",
        in_navigation=True,
    )


def _card(document: Document) -> b.Block:
    source = document.source
    parts = [say("kind", document.kind), count(source.lines, "riga", "righe")]
    if document.issues:
        parts.append(count(len(document.issues), "dubbio", "dubbi"))
    if document.changes:
        parts.append(count(len(document.changes), "cambiamento", "cambiamenti"))
    return b.Group("card", (
        b.say(b.link(source.title or source.name, addresses.of_source(source))),
        b.say(b.Words(" · ".join(parts), "quiet")),
    ))


def _all_issues(library: Library) -> Iterator[b.Block]:
    """The doubts, a list for the editions and one for each source, closed until wanted."""
    rulebook = library.rulebook
    lists: list[tuple[str, tuple[Issue, ...], Source | None]] = [
        ("Le edizioni", rulebook.issues, None)
    ]
    lists += [
        (document.source.title or document.source.name, document.issues, document.source)
        for document in rulebook.documents
    ]
    filled = [one for one in lists if one[1]]
    if not filled:
        return
    yield b.Heading(2, b.words("Dubbi aperti"), "dubbi")
    for title, issues, source in filled:
        summary = f"{title}: {count(len(issues), 'dubbio', 'dubbi')}"
        yield b.Details(summary, (_issues(issues, source),), "group")


def _by_standing(
    library: Library, corrections: Sequence[Correction]
) -> tuple[tuple[str, list[Correction]], ...]:
    """Corrections under the heading that says what became of them, in this order."""
    settled = {doubt.correction.id for doubt in library.doubts if doubt.in_force}
    headings = ("Correzioni proposte", "Osservazioni della redazione",
                "Proposte che il testo pubblicato segue già", "Correzioni fatte")
    found: dict[str, list[Correction]] = {heading: [] for heading in headings}
    for correction in corrections:
        at = 3
        if correction.id in settled:
            at = 2
        elif correction.op == "note":
            at = 1
        elif correction.state == "proposed":
            at = 0
        found[headings[at]].append(correction)
    return tuple(found.items())


def _all_corrections(
    library: Library, heading: str, corrections: Sequence[Correction]
) -> Iterator[b.Block]:
    """The corrections of each source, closed until wanted."""
    if not corrections:
        return
    yield b.Heading(2, b.words(heading), addresses.slug(heading))
    for document in library.rulebook.documents:
        own = [c for c in corrections if c.source == document.source.id]
        if own:
            title = document.source.title or document.source.name
            summary = f"{title}: {len(own)}"
            yield b.Details(summary, (_corrections(own, document.source),), "group")


def _issues(issues: Sequence[Issue], source: Source | None) -> b.Items:
    order = ("error", "doubt", "remark")
    return b.Items(tuple(
        (_issue(issue, source),) for issue in sorted(issues, key=lambda i: order.index(i.weight))
    ), "issues")


def _issue(issue: Issue, source: Source | None) -> b.Block:
    parts: list[str | b.Inline] = [b.Words(say("weight", issue.weight), "strong"), ". "]
    if issue.label is not None:
        edition = f" ({issue.edition})" if issue.edition else ""
        name = label_name(issue.label)
        parts.append(f"{name[:1].upper()}{name[1:]}{edition}: ")
    parts.append(issue.message)
    if source is not None and issue.line is not None:
        link = b.link(f"riga {issue.line}", addresses.of_source(source), f"riga-{issue.line}")
        parts += [" (", link, ")"]
    if issue.remedy:
        parts.append(f" Rimedio: {issue.remedy}")
    return b.say(*parts)


def _corrections(corrections: Sequence[Correction], source: Source) -> b.Items:
    """An entry for each reason, with the words and lines that it stands for."""
    groups: dict[tuple[str, str, str], list[Correction]] = {}
    for correction in corrections:
        groups.setdefault((correction.reason, correction.by, correction.on), []).append(correction)
    rows: list[tuple[b.Block, ...]] = []
    for (reason, by, on), found in groups.items():
        many = f" ({count(len(found), 'volta', 'volte')})" if len(found) > 1 else ""
        head = b.say(b.Words(reason, "strong"), f"{many} ", b.Words(f"{by}, {day(on)}", "quiet"))
        places = tuple(part for one in found for part in (b.Words(" · "), *_place(one, source)))
        rows.append((head, b.Paragraph(places[1:], "places")))
    return b.Items(tuple(rows), "corrections")


def _place(correction: Correction, source: Source) -> b.Inlines:
    """A correction in a line: where, and the words before and after."""
    where: b.Inlines = b.words(correction.id)
    if correction.near:
        lines = correction.extra.get("lines", str(correction.near))
        line = f"{'riga' if lines.isdigit() else 'righe'} {lines}"
        where = (b.link(line, addresses.of_source(source), f"riga-{correction.near}"),)
    if correction.replace is not None:
        return (*where, b.Words(": "), b.Words(_shown(correction.find), "old"), b.Words(" → "),
                b.Words(_shown(correction.replace), "new"))
    if correction.find:
        return (*where, b.Words(f": “{shorten(_shown(correction.find), 60)}”"))
    return where


def _source_page(library: Library, document: Document) -> Page:
    source = document.source
    title = source.title or source.name
    blocks: list[b.Block] = [
        b.Heading(1, b.words(f"Fonte: {title}"), TOP),
        b.Items(tuple((b.Paragraph(row),) for row in _facts(library, document))),
    ]
    if document.issues:
        blocks += [b.Heading(2, b.words("Dubbi"), "dubbi"), _issues(document.issues, source)]
    corrections = [c for c in library.rulebook.corrections if c.source == source.id]
    if corrections:
        blocks.append(b.Heading(2, b.words("Correzioni e osservazioni"), "correzioni"))
        for heading, found in _by_standing(library, corrections):
            if found:
                summary = f"{heading}: {len(found)}"
                blocks.append(b.Details(summary, (_corrections(found, source),), "group"))
    blocks += _changes(document)
    blocks += [
        b.Heading(2, b.words("La fonte, riga per riga"), "righe"),
        b.say("A sinistra la riga com’è; a destra dove sta, o perché è stata messa da parte."),
        _lines(library, document),
        general_colophon(library),
    ]
    return Page(
        addresses.of_source(source), f"Fonte: {title}",
        shorten(f"La fonte “{title}” riga per riga, accanto a ciò che ne è stato capito."),
        "source", tuple(blocks), short=title, author=source.author or "", in_navigation=True,
    )


def _facts(library: Library, document: Document) -> Iterator[b.Inlines]:
    source = document.source
    yield b.words(f"Autore: {source.author or 'non indicato'}")
    if source.origin:
        yield b.words(f"Origine: {source.origin}")
    rights = (source.rights or "del suo autore").rstrip(".")
    yield b.words(f"Diritti: {rights}. {PREVAILS}")
    yield b.words(f"Genere: {say('kind', document.kind)}")
    edition = library.rulebook.by_id.get(source.edition or "")
    if edition is not None:
        basis = say("basis", source.edition_basis or "assumed")
        yield (b.Words("Edizione: "), b.link(edition.title, addresses.of_edition(edition.id)),
               b.Words(f", {basis}"))
    yield b.words(f"File: {source.name}, {count(source.lines, 'riga', 'righe')}")
    yield (b.Words("Impronta SHA-256: "), b.Words(source.sha256, "code"))
    page = addresses.of_document(document)
    if page:
        yield (b.link("Leggi il testo", page),)
    published = filter(library.published, document.articles)
    articles = {(one.edition, one.number): one for one in published}.values()
    links = [
        b.link(f"{label_name(one.label)} ({one.edition})",
               addresses.of_article(one.edition, one.number))
        for one in articles
    ]
    if links:
        yield (b.Words("Dà il testo di: "), *b.parted(links))


def _changes(document: Document) -> Iterator[b.Block]:
    for name in ("proposed", "kept", "mechanical"):
        changes = [change for change in document.changes if change.cls == name]
        if not changes:
            continue
        rules: dict[str, list[Change]] = {}
        for change in changes:
            rules.setdefault(change.reason or change.rule.replace("-", " "), []).append(change)
        rows = tuple(
            (b.say(b.Words(told, "strong"), f" ({count(len(found), 'volta', 'volte')})"),
             b.Paragraph(tuple(_changed(document.source, found)), "places"))
            for told, found in rules.items()
        )
        total = count(len(changes), "volta", "volte")
        summary = f"{say('class', name)}: {total} ({count(len(rules), 'motivo', 'motivi')})"
        yield b.Details(summary, (b.Items(rows, "changes"),), "group")


def _changed(source: Source, changes: Sequence[Change]) -> Iterator[b.Inline]:
    """The places of changes for one reason, with the words before and after."""
    for number, change in enumerate(changes):
        if number:
            yield b.Words(" · ")
        yield b.link(f"riga {change.line}", addresses.of_source(source), f"riga-{change.line}")
        yield b.Words(": ")
        yield b.Words(_shown(change.before), "old")
        yield b.Words(" → ")
        yield b.Words(_shown(change.after), "new")


def _shown(text: str) -> str:
    """A text with its invisible characters named, since they are what changed."""
    signs = {"\u00a0": "␣", "\n": "↵", "\r": "↵", "\t": "⇥", "\u00ad": "⟨-⟩", "\ufeff": "⟨BOM⟩"}
    return "".join(signs.get(character, character) for character in text)


def _lines(library: Library, document: Document) -> b.Table:
    """Every line of the source with the names of what stands on it, and the way there."""
    source = document.source
    stands = _structure(library, document)
    rows = tuple(
        (b.words(str(number)), b.words(source.line(number)),
         b.parted(stands.get(number, {}).values(), "; "))
        for number in range(1, source.lines + 1)
    )
    anchors = tuple(f"riga-{number}" for number in range(1, source.lines + 1))
    return b.Table(("Riga", "Testo della fonte", "Dove sta"), rows, "source", anchors)


def _structure(library: Library, document: Document) -> dict[int, dict[str, b.Inline]]:
    """What stands on each line of the source, by the number of the line and the name."""
    found: dict[int, dict[str, b.Inline]] = {}
    for text, shown in _named_texts(library, document):
        for line in document.source.lines_of(text) if text else ():
            _note(found, line, shown)
    for column in document.columns:
        if column.basis == "automatic" and column.confidence < _SURE:
            _note(found, column.line, b.Words(f"colonna incerta: {column.confidence:.0%}"))
    for discard in document.discards:
        for line in _lines_of_discard(document.source, discard):
            _note(found, line, b.Words(f"messo da parte: {say('reason', discard.reason)}"))
    return found


def _note(found: dict[int, dict[str, b.Inline]], line: int, shown: b.Inline) -> None:
    found.setdefault(line, {}).setdefault(b.plain_text((shown,)), shown)


def _named_texts(
    library: Library, document: Document
) -> Iterator[tuple[Text | None, b.Inline]]:
    """The texts of a document with their names; a published provision is a link to its place."""
    for article in document.articles:
        yield article.title, _named(library, article, article.label, ", titolo")
        for provision in article.provisions():
            shown = _named(library, article, provision.label)
            for text in (provision.marker, provision.heading, provision.text, provision.tail):
                yield text, shown
    for number, section in enumerate(document.sections, 1):
        yield section.heading, b.Words(f"testo {number}, titolo")
        for block in section.blocks:
            unread = ", non letto" if block.kind == "unread" else ""
            yield block.marker, b.Words(f"testo {number}{unread}")
            yield block.text, b.Words(f"testo {number}{unread}")
    for note in document.notes:
        yield note.marker, b.Words(f"nota {note.mark}")
        yield note.text, b.Words(f"nota {note.mark}")


def _named(library: Library, article: Article, label: Label, part: str = "") -> b.Inline:
    name = f"{label_name(label)} ({article.edition}){part}"
    if not library.published(article):
        return b.Words(name)
    place = addresses.of_label(article.edition, label)
    return b.link(name, place.page, place.anchor)


def _lines_of_discard(source: Source, discard: Discard) -> range:
    """The lines of something set aside; white space is not worth a word."""
    if not discard.text.strip() or discard.span.source != source.id:
        return range(0)
    first = source.place(discard.span.start)[0]
    last = source.place(max(discard.span.start, discard.span.end - 1))[0]
    return range(first, last + 1)

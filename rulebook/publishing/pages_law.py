"""The pages of the Code: an article of an edition, or the explained stub of one not held."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulebook.label import Label
from rulebook.model import Article, Document, Edition, Target
from rulebook.publishing import addresses
from rulebook.publishing import blocks as b
from rulebook.publishing.arrivals import arrivals
from rulebook.publishing.colophon import article_colophon, choices, edition_notice
from rulebook.publishing.commentary import speaker_list
from rulebook.publishing.comparison import comparison_links
from rulebook.publishing.doubts import doubt_line
from rulebook.publishing.library import Library
from rulebook.publishing.moved import moved_here, moved_lines
from rulebook.publishing.page import Page
from rulebook.publishing.search.analysis import fold
from rulebook.publishing.search.records import INDEX_PAGE
from rulebook.publishing.setting import Setting
from rulebook.publishing.wording import article_name, label_name, say, shorten

TOP = "_inizio"
"""The anchor of a page's first heading, which the skip link leads to."""

OBTAINED = "Come è stato ricavato questo testo"


def article_page(
    library: Library, edition: Edition, number: int | str, title: str | None
) -> Page:
    """The page of a number in an edition: its text, or a stub that says why there is none."""
    held = edition.article(number)
    if held is None or held.status == "missing":
        return _stub(library, edition, number, title)
    return _held(library, edition, held)


def _held(library: Library, edition: Edition, article: Article) -> Page:
    number = article.number
    document = library.rulebook.document_of(article)
    page = addresses.of_article(edition.id, number)
    setting = Setting(library, document, page, edition.id, taken={TOP})
    heading = _heading(setting, article)
    law = setting.article(article, edition.title)
    title = str(article.title or article_name(number))
    cut = article.status == "truncated"
    blocks: list[b.Block] = [
        edition_notice(library, edition, number), *arrivals(library, edition.id, number),
        *moved_here(library, setting, edition, number), heading,
    ]
    if cut:
        blocks.append(_truncated())
    blocks += [law, *setting.notes_block(), *_missing(library, setting, edition, article)]
    if article.obtained:
        blocks.append(b.Details(OBTAINED, (b.say(article.obtained),), "doubts"))
    blocks += _doubts(library, edition, number, document)
    blocks += _related(library, page)
    blocks += [_neighbours(library, edition, number), _elsewhere(number)]
    blocks += comparison_links(library, edition.id, number)
    blocks.append(article_colophon(library, edition, article, document))
    name = article_name(number)
    words = next((str(p.text) for p in article.provisions() if p.text), "")
    return Page(
        page,
        f"{name}{' (troncato)' if cut else ''}, {edition.title}: {_sentence(title)}",
        shorten(f"{name} del {edition.title}, {_sentence(title)}. "
                f"{'Testo troncato, non completo. ' if cut else ''}{words}"),
        "article",
        tuple(blocks),
        short=f"{number}. {_sentence(title)}" if article.label.numbered else _sentence(title),
        edition=edition.id,
        label=Label(number),
        author=(document.source.author if document else None) or "",
        choices=choices(library, edition.id, number),
        in_navigation=True,
    )


def _heading(setting: Setting, article: Article) -> b.Heading:
    marker = str(article.root.marker).strip()
    title = setting.inlines(article.key(article.label, "title"), article.title)
    inlines: b.Inlines = ()
    if marker:
        inlines = (b.Words(marker, "label"), b.Words(" "))
    elif not title:
        inlines = b.words(article_name(article.number))
    return b.Heading(1, (*inlines, *title), TOP)


def _truncated() -> b.Notice:
    return b.Notice("truncated", (
        b.say(b.Words("Troncato, non è il testo completo.", "strong"),
              " La fonte ne riporta soltanto il principio: queste righe non valgono come norma."),
    ))


def _stub(library: Library, edition: Edition, number: int | str, title: str | None) -> Page:
    page = addresses.of_article(edition.id, number)
    name = article_name(number)
    label = Label(number)
    heading = b.Heading(1, (b.Words(name, "label"), *b.words(f" {title}" if title else "")), TOP)
    lead = f"Questa raccolta non ha il testo di questo articolo del {edition.title}."
    sentences: list[b.Block] = [b.say(b.Words(lead, "strong"))]
    if title:
        sentences.append(b.say("Il titolo serve a riconoscerlo; non viene da un testo posseduto."))
    elsewhere = [
        b.link(other.title, addresses.of_article(other.id, number))
        for other in library.editions if other.id != edition.id and other.article(number)
    ]
    if elsewhere:
        sentences.append(b.say(
            "Lo stesso numero, che può indicare un’altra regola, ha un testo nel ",
            *b.parted(elsewhere), ".",
        ))
    setting = Setting(library, None, page, edition.id, taken={TOP})
    blocks: list[b.Block] = [
        edition_notice(library, edition, number), *arrivals(library, edition.id, number),
        *moved_here(library, setting, edition, number), heading,
    ]
    blocks.append(b.Notice("missing", tuple(sentences)))
    blocks += _cited(library, setting, edition, library.spoken_labels(edition.id, number))
    blocks += _doubts(library, edition, number, None)
    blocks += _related(library, page)
    blocks += [_neighbours(library, edition, number), _elsewhere(number)]
    blocks += comparison_links(library, edition.id, number)
    blocks.append(article_colophon(library, edition, None, None))
    tail = f": {_sentence(title)}" if title else ""
    return Page(
        page, f"{name}, {edition.title}{tail}",
        shorten(f"{name} del {edition.title}{tail}. {lead} Chi lo cita, e dove."),
        "stub", tuple(blocks), short=f"{number}", edition=edition.id, label=label,
        choices=choices(library, edition.id, number),
    )


def _missing(
    library: Library, setting: Setting, edition: Edition, article: Article
) -> Iterator[b.Block]:
    """Provisions that somebody cites and that this text does not have, each with its anchor."""
    labels = library.absent_labels(edition.id, article.number)
    if not labels:
        return
    cut = article.status == "truncated"
    why = ", nella parte che manca" if cut else " che questo testo non ha"
    named = any(library.doubts_about(edition.id, label) for label in labels)
    known = ", o ne parla la redazione" if named else ""
    yield b.Heading(2, b.words(f"Paragrafi citati{why}"), setting.anchor("citati"))
    yield b.say(f"Altri testi rinviano a questi paragrafi{known}; la raccolta non li ha.")
    yield from _cited_groups(library, setting, edition, labels, "cut" if cut else "complete")


def _cited(
    library: Library, setting: Setting, edition: Edition, labels: tuple[Label, ...]
) -> Iterator[b.Block]:
    if not labels:
        yield b.say("Nessun testo della raccolta lo cita.")
        return
    yield b.Heading(2, b.words("Chi ne parla"), setting.anchor("citati"))
    yield from _cited_groups(library, setting, edition, labels, "missing")


def _cited_groups(
    library: Library, setting: Setting, edition: Edition, labels: Iterable[Label], why: str
) -> Iterator[b.Block]:
    """Who speaks of each provision that is not held; each says itself why its text is missing."""
    for label in labels:
        mentions = library.speakers(edition.id, label)
        anchor = setting.anchor(addresses.anchor_of(label)) if label.path else None
        told = b.words(f": {say('absent', why)}") if label.path else ()
        title = b.Paragraph((b.Words(label_name(label), "label"), *told), "cited-label")
        doubts = map(doubt_line, library.doubts_about(edition.id, label) if label.path else ())
        speakers = (speaker_list(mentions, edition.id),) if mentions else ()
        moves = moved_lines(library, edition, label) if label.path else ()
        yield b.Group("absent", (title, *moves, *doubts, *speakers), anchor)


def _doubts(
    library: Library, edition: Edition, number: int | str, document: Document | None
) -> Iterator[b.Block]:
    issues = library.issues(edition.id, number)
    doubts = library.doubts_about(edition.id, Label(number))
    if not issues and not doubts:
        return
    rows: list[tuple[b.Block, ...]] = [
        (b.say(
            f"{doubt.kind}. {label_name(doubt.label or Label(number))}: {doubt.text} (",
            b.link(f"riga {doubt.line} della fonte", addresses.of_source(doubt.document.source),
                   f"riga-{doubt.line}"), ")",
        ),)
        for doubt in doubts
    ]
    for issue in issues:
        where = f"{label_name(issue.label)}: " if issue.label and issue.label.path else ""
        more: tuple[str | b.Inline, ...] = ()
        if document is not None and issue.line is not None:
            source = addresses.of_source(document.source)
            line = b.link(f"riga {issue.line} della fonte", source, f"riga-{issue.line}")
            more = (" (", line, ")")
        text = f"{say('weight', issue.weight)}. {where}{issue.message}"
        rows.append((b.say(text, *more),))
    yield b.Details("Dubbi e osservazioni su questo testo", (b.Items(tuple(rows)),), "doubts")


def _related(library: Library, page: str) -> Iterator[b.Block]:
    """What deals with the same, with the subjects in common."""
    subjects = library.subjects
    found = subjects.related.get(page, ()) if subjects else ()
    if subjects is None or not found:
        return
    rows: list[tuple[b.Block, ...]] = []
    for one in found:
        kind = say("relative", one.page.partition("/")[0])
        name = f"Art. {one.citation}: {one.title}" if one.citation else f"{kind}: {one.title}"
        # A subject that is named like the text itself would only say it twice.
        terms = [
            term for name in one.terms
            if fold((term := subjects.lexicon.by_id[name]).term) != fold(one.title)
        ]
        links = b.parted([b.link(term.term, INDEX_PAGE, term.id) for term in terms])
        remark = (b.Words(" – ", "quiet"), *links) if terms else ()
        rows.append((b.say(b.link(name, one.page, one.anchor), *remark),))
    title = b.Paragraph((b.Words("Sullo stesso argomento", "strong"),))
    yield b.Group("related", (title, b.Items(tuple(rows))))


def _neighbours(library: Library, edition: Edition, number: int | str) -> b.Block:
    names = library.names(edition)
    at = next((index for index, (name, _) in enumerate(names) if name == number), 0)
    links: list[b.Inline] = []
    if at > 0:
        links.append(_neighbour(edition, names[at - 1], "previous", "← "))
    links.append(b.link(f"Indice {edition.id}", addresses.of_edition(edition.id), kind="up"))
    if at + 1 < len(names):
        links.append(_neighbour(edition, names[at + 1], "next", "", " →"))
    return b.Group("neighbours", (b.Paragraph(b.parted(links, " ")),))


def _neighbour(
    edition: Edition, name: tuple[int | str, str | None], kind: str, before: str, after: str = ""
) -> b.Link:
    number, title = name
    short = f"Art. {number}" if isinstance(number, int) else article_name(number)
    text = f"{before}{short}{after}"
    return b.link(text, addresses.of_article(edition.id, number), kind=kind, title=title)


def _elsewhere(number: int | str) -> b.Block:
    name = article_name(number)
    what = f"il numero {number}" if isinstance(number, int) else f"la parte “{name}”"
    link = b.link(f"{what} in tutte le edizioni", addresses.of_article(None, number))
    return b.say("Confronta: ", link, ".", kind="elsewhere")


def _sentence(title: str) -> str:
    """A title in capitals as one writes it in a list; other titles stay as they are."""
    flat = " ".join(title.split())
    return flat[:1] + flat[1:].lower() if flat.isupper() else flat


def title_words(library: Library, target: Target) -> str:
    """The title of an article in an edition, for lists; empty where it is not certain."""
    edition = library.rulebook.by_id.get(target.edition or "")
    title = edition.title_of(target.label.article) if edition else None
    return _sentence(title) if title else ""

"""The pages of guides, letters and commentaries: their own text, and the articles they quote."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.label import Label
from rulebook.model import Article, Document, Section, Target
from rulebook.publishing import addresses
from rulebook.publishing import blocks as b
from rulebook.publishing.colophon import document_colophon, general_colophon
from rulebook.publishing.flags import Flags
from rulebook.publishing.library import Library, in_source_order
from rulebook.publishing.page import Page, PageKind
from rulebook.publishing.pages_law import TOP
from rulebook.publishing.setting import Setting, prose
from rulebook.publishing.wording import article_name, day, say, shorten

_FOLDERS: dict[str, tuple[str, PageKind, str]] = {
    "guida/": ("Guide", "guide", "Testi che spiegano che cosa si fa al tavolo; non sono norme."),
    "quesiti/": ("Quesiti", "letter", "Domande di giocatori, risposte di arbitri; non sono norme."),
    "commenti/": ("Commenti", "commentary", "Testi che spiegano il Codice; non sono norme."),
}


FEWEST_SECTIONS = 5
"""From how many sections on a document lists them, for phones, where the theme shows no list."""


def document_pages(library: Library) -> Iterator[Page]:
    """A page for each guide, letter and commentary, and one for each of their folders."""
    for folder, (title, kind, lead) in _FOLDERS.items():
        inside = [(d, address) for d, address in library.documents if address.startswith(folder)]
        yield _folder_page(library, folder, title, lead, inside)
        for document, address in inside:
            yield document_page(library, document, address, kind)


def _folder_page(
    library: Library, folder: str, title: str, lead: str, inside: list[tuple[Document, str]]
) -> Page:
    cards = tuple(_card(document, address) for document, address in inside)
    blocks: list[b.Block] = [b.Heading(1, b.words(title), TOP), b.say(lead, kind="lead")]
    blocks.append(b.Group("editions", cards) if cards else b.say("La raccolta non ne ha."))
    blocks.append(general_colophon(library))
    return Page(folder, title, f"{title} sul Codice di Gara del bridge. {lead}", "index",
                tuple(blocks), short=title, in_navigation=bool(cards))


def _card(document: Document, address: str) -> b.Block:
    source = document.source
    sections = _headings(document, address)
    blocks: list[b.Block] = [b.say(b.link(source.title or source.name, address))]
    if source.author:
        blocks.append(b.say(b.Words(f"di {source.author}", "quiet")))
    if sections:
        blocks.append(b.Items(sections))
    return b.Group("card", tuple(blocks))


def document_page(library: Library, document: Document, address: str, kind: PageKind) -> Page:
    """A document whole, in the order of its source: its sections, and between them the articles."""
    source = document.source
    title = source.title or source.name
    anchors = addresses.passages(document)
    own = (anchor for key, anchor in anchors.items() if key.startswith("s"))
    setting = Setting(library, document, address, source.edition, quoted=True,
                      taken={TOP, *own})
    blocks: list[b.Block] = [
        b.Heading(1, b.words(title), TOP), _byline(library, document),
        *_contents(document, address),
    ]
    flags = Flags(library, document, address)
    for part in in_source_order(document):
        if isinstance(part, Article):
            blocks.append(_quoted(library, setting, part))
        else:
            blocks.extend(_section(setting, part, anchors, flags))
    blocks += [*setting.notes_block(), document_colophon(document)]
    texts = (block.text for section in document.sections for block in section.blocks)
    first = next((str(text) for text in texts if text), "")
    author = f", di {source.author}" if source.author else ""
    return Page(
        address, title, shorten(f"{say('kind', document.kind)}{author}: {title}. {first}"), kind,
        tuple(blocks), short=title, edition=None, author=source.author or "",
        about=_about(library, document), in_navigation=True,
    )


def _about(library: Library, document: Document) -> str:
    """Which edition a document speaks of and of which year it is: "sul 2007 · del 2008"."""
    source = document.source
    edition = f"sul {source.edition}" if source.edition in library.rulebook.by_id else ""
    year = f"del {source.date[:4]}" if source.date else ""
    return " · ".join(filter(None, (edition, year)))


def _contents(document: Document, address: str) -> Iterator[b.Block]:
    """The sections of a long document, in a list that stays at hand while one reads."""
    rows = _headings(document, address)
    if len(rows) >= FEWEST_SECTIONS:
        yield b.Details("In questa pagina", (b.Items(rows),), "contents")


def _headings(document: Document, address: str) -> tuple[tuple[b.Block, ...], ...]:
    anchors = addresses.passages(document)
    return tuple(
        (b.say(b.link(str(section.heading), address, anchors[f"s{number}.heading"])),)
        for number, section in enumerate(document.sections) if section.heading
    )


def _byline(library: Library, document: Document) -> b.Notice:
    source = document.source
    parts = [b.Words(say("kind", document.kind), "badge"), b.Words(" ")]
    if source.author:
        parts.append(b.Words(f"di {source.author}"))
    if source.date:
        parts.append(b.Words(f", {day(source.date)}"))
    rows: list[b.Block] = [b.Paragraph(tuple(parts))]
    edition = library.rulebook.by_id.get(source.edition or "")
    if edition is not None:
        basis = say("basis", source.edition_basis or "assumed")
        state = say("state", edition.state).lower()
        rows.append(b.say("Parla del ", b.link(edition.title, addresses.of_edition(edition.id)),
                          f" (edizione {basis}; {state})."))
    else:
        rows.append(b.say("Non dice di quale edizione del Codice parla."))
    return b.Notice("source", tuple(rows))


def _section(
    setting: Setting, numbered: tuple[int, Section], anchors: dict[str, str], flags: Flags
) -> Iterator[b.Block]:
    number, section = numbered
    blocks: list[b.Block] = []
    if section.heading:
        key = f"s{number}.heading"
        blocks.append(b.Heading(2, setting.inlines(key, section.heading), anchors[key]))
        blocks.extend(setting.doubts(key))
        blocks.extend(flags.below_heading(section))
    numbered_options = flags.options_section(section)
    for index, block in enumerate(section.blocks):
        key = f"s{number}.b{index}"
        found = prose(setting, key, block, anchors.get(key))
        if found is None:
            continue
        option = flags.option(str(block.marker)) if numbered_options else None
        if option:
            found = b.Group("numbered", (found,), setting.anchor(option))
        blocks.extend(flags.beside(found, flags.line(block)))
        blocks.extend(setting.doubts(key))
    yield b.Group(f"section section-{section.role}", tuple(blocks))


def _quoted(library: Library, setting: Setting, article: Article) -> b.Quote:
    """An article as a document quotes it, with the way to the page of its edition."""
    edition = library.rulebook.by_id.get(article.edition)
    code = edition.title if edition else article.edition
    title = setting.inlines(article.key(article.label, "title"), article.title)
    marker = str(article.root.marker).strip()
    name = (b.Words(marker, "label"), b.Words(" ")) if marker else ()
    heading = b.Heading(2, (*name, *title) or b.words(article_name(article.number)))
    address = library.address(Target(article.edition, Label(article.number)))
    where = f"{article_name(article.number)} del {code}"
    link = b.link(where, address.page) if address else where
    lead = b.say("Citato qui: ", link, ".", kind="quoted-from")
    return b.Quote(
        (heading, lead, setting.article(article, code)),
        addresses.quoted_anchor(article, article.label),
    )

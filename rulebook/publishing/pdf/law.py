"""An edition, or one of its articles, as a booklet: the law first, everything else apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rulebook.label import Label
from rulebook.model import Article, Edition, Target
from rulebook.publishing import addresses
from rulebook.publishing import blocks as b
from rulebook.publishing.colophon import article_colophon, edition_notice
from rulebook.publishing.library import Library, Mention
from rulebook.publishing.pages_law import article_page, title_words
from rulebook.publishing.pdf.booklet import Booklet, Chapter, Cover, NothingToPrintError
from rulebook.publishing.pdf.excerpt import below_heading, heading_of
from rulebook.publishing.wording import article_name, count, day, label_name, say

_APART = {"absent", "colophon"}


def edition_booklet(library: Library, edition: Edition) -> Booklet:
    """An edition: cover, contents, its articles, and apart from them what is cut or missing.

    Raises:
        NothingToPrintError: the corpus holds no text of this edition.
    """
    if not edition.articles:
        raise NothingToPrintError(f"the corpus holds no text of {edition.id} to print.")
    whole = [article for article in edition.articles if article.status != "truncated"]
    cut = [article for article in edition.articles if article.status == "truncated"]
    chapters = [_chapter(library, edition, article) for article in whole]
    chapters += _truncated(library, edition, cut)
    chapters += _missing(library, edition)
    chapters.append(_sources(library, edition))
    return Booklet(
        title=edition.title,
        running=edition.title,
        address=addresses.of_edition(edition.id),
        chapters=tuple(chapters),
        cover=_cover(library, edition, len(whole), len(cut)),
        author=edition.authority,
        description=f"{edition.long_title}: {say('state', edition.state).lower()}.",
        keywords=("bridge", "Codice di Gara", edition.id),
        rights=edition.rights,
        depth=1,
    )


def edition_book(library: Library, edition: Edition) -> Booklet:
    """The booklet of an edition for an EPUB, which has no running heads and opens anywhere.

    Every chapter says of which edition it is and whether that is in force, and ends in the
    provisions that are cited and that its text does not have; see `edition_booklet`.
    """
    booklet = edition_booklet(library, edition)
    state = say("state", edition.state)
    told = b.say(f"{edition.title} · {state[:1].lower()}{state[1:]}", kind="edition-state")
    held = {addresses.of_article(edition.id, a.number): a.number for a in edition.articles}
    return replace(booklet, chapters=tuple(
        replace(chapter, blocks=(
            told, *chapter.blocks, *_lacking(library, edition, held.get(chapter.address)),
        ))
        for chapter in booklet.chapters
    ))


def _lacking(
    library: Library, edition: Edition, number: int | str | None
) -> Iterator[b.Block]:
    """What the page of an article says of provisions that are cited and not in its text."""
    if number is None:
        return
    blocks = below_heading(article_page(library, edition, number, edition.title_of(number)))
    cited = [at for at, x in enumerate(blocks) if isinstance(x, b.Group) and x.kind == "absent"]
    if cited:
        begin = max(at for at in range(cited[0]) if isinstance(blocks[at], b.Heading))
        yield from blocks[begin : cited[-1] + 1]


def article_booklet(library: Library, edition: Edition, number: int | str) -> Booklet:
    """One article with its state, its source and who cites it.

    Raises:
        NothingToPrintError: the corpus does not hold the article in this edition.
    """
    article = edition.article(number)
    if article is None or article.status == "missing":
        name = f"{article_name(number).lower()} of {edition.id}"
        raise NothingToPrintError(f"the corpus does not hold {name}, so it cannot be printed.")
    page = article_page(library, edition, number, edition.title_of(number))
    chapter = _chapter(library, edition, article)
    after = tuple(
        block for block in below_heading(page)
        if _apart(block)
    )
    chapter = replace(chapter, blocks=(*chapter.blocks, *after), level=1)
    return Booklet(
        title=f"{_named(article)}, {edition.title}",
        running=edition.title,
        address=page.address,
        chapters=(chapter,),
        masthead=(edition_notice(library, edition, number),),
        author=edition.authority,
        description=page.description,
        keywords=("bridge", "Codice di Gara", edition.id, article_name(number)),
        rights=edition.rights,
    )


def _named(article: Article) -> str:
    title = f": {str(article.title).strip()}" if article.title else ""
    return f"{article_name(article.number)}{title}"


def _chapter(library: Library, edition: Edition, article: Article) -> Chapter:
    page = article_page(library, edition, article.number, edition.title_of(article.number))
    label, heading = heading_of(page)
    cut = article.status == "truncated"
    kept = tuple(
        _bare(block) for block in below_heading(page)
        if isinstance(block, b.Law | b.Notes | b.Notice) or _doubtful(block)
    )
    numbered = article.label.numbered
    title = title_words(library, Target(edition.id, Label(article.number)))
    return Chapter(
        name=title or article_name(article.number),
        heading=heading,
        label=label,
        number=str(article.number) if numbered else "",
        kind="truncated" if cut else "law",
        level=2 if cut else 1,
        address=page.address,
        blocks=(*kept, *_cited(library, edition, article)),
    )


def _bare(block: b.Block) -> b.Block:
    """A law without what stands beside its provisions: paper says at the end who cites it."""
    match block:
        case b.Law(provisions=inner):
            return replace(block, provisions=tuple(map(_bare, filter(_of_the_law, inner))))
        case b.Provision(below=inner):
            return replace(block, below=tuple(map(_bare, filter(_of_the_law, inner))))
        case _:
            return block


def _of_the_law(block: b.Block) -> bool:
    """Whether a block is a provision, the mark of a cut, or a doubt."""
    match block:
        case b.Provision() | b.Paragraph(kind="cut" | "doubt"):
            return True
        case _:
            return False


def _doubtful(block: b.Block) -> bool:
    """Whether a block says what is doubted in a text, or how it was won."""
    return isinstance(block, b.Details) and block.kind == "doubts"


def _apart(block: b.Block) -> bool:
    """Whether a block of an article's page follows the law on paper too."""
    match block:
        case b.Details(kind=kind) | b.Group(kind=kind):
            return kind in _APART
        case b.Heading():
            return True
        case _:
            return False


def _cited(library: Library, edition: Edition, article: Article) -> Iterator[b.Block]:
    """Who cites the provisions of an article, in one paragraph."""
    inlines: list[b.Inline] = []
    for provision in article.provisions():
        mentions = library.mentions(edition.id, provision.label)
        if mentions:
            inlines.append(b.Words("; " if inlines else "Chi lo cita. "))
            name = provision.label.canonical or "L’articolo"
            inlines += [b.Words(name, "label"), b.Words(": ")]
            inlines += b.parted(_mentioned(mentions, edition.id))
    if inlines:
        yield b.Group("colophon", (b.Paragraph((*inlines, b.Words(".")), "cited"),))


def _mentioned(mentions: tuple[Mention, ...], edition: str) -> Iterator[b.Inline]:
    """Each text that cites, once, with the way to the first place where it does."""
    found: dict[str, list[Mention]] = {}
    for mention in mentions:
        year = f" ({mention.edition})" if mention.edition and mention.edition != edition else ""
        found.setdefault(mention.name + year, []).append(mention)
    for name, places in found.items():
        first = places[0].address
        times = f" ({count(len(places), 'passo', 'passi')})" if len(places) > 1 else ""
        yield b.link(name + times, first.page, first.anchor)


def _truncated(library: Library, edition: Edition, cut: list[Article]) -> Iterator[Chapter]:
    if not cut:
        return
    lead = (
        "Di questi articoli la fonte riporta soltanto il principio. Stanno qui, separati dagli "
        "altri, perché queste righe non valgono come norma."
    )
    yield Chapter(
        "Articoli troncati", b.words("Articoli troncati"), (b.say(lead, kind="lead"),),
        kind="part", is_text=False,
    )
    for article in cut:
        yield _chapter(library, edition, article)


def _missing(library: Library, edition: Edition) -> Iterator[Chapter]:
    """The numbers of which no text is held; they are named, never printed."""
    rows: list[tuple[b.Block, ...]] = []
    for number, _ in library.names(edition):
        if edition.article(number) is None:
            title = title_words(library, Target(edition.id, Label(number)))
            name = f"{number} " if isinstance(number, int) else ""
            text = title or ("" if name else article_name(number))
            rows.append((b.say(b.Words(name, "label") if name else "", text),))
    if rows:
        lead = (
            f"Di {count(len(rows), 'articolo', 'articoli')} questa raccolta non ha il testo. I "
            "titoli servono a riconoscerli; non vengono da un testo posseduto."
        )
        yield Chapter(
            "Articoli che mancano", b.words("Articoli che mancano"),
            (b.say(lead, kind="lead"), b.Items(tuple(rows), "index")),
            kind="part", is_text=False,
        )


def _sources(library: Library, edition: Edition) -> Chapter:
    rows: list[b.Block] = []
    supplied: dict[str, list[Article]] = {}
    for article in edition.articles:
        supplied.setdefault(article.source, []).append(article)
    for source, articles in supplied.items():
        document = library.rulebook.document(source)
        if document is None:
            continue
        title = document.source.title or document.source.name
        author = document.source.author or "autore non indicato"
        date = f", {day(document.source.date)}" if document.source.date else ""
        names = ", ".join(label_name(article.label) for article in articles)
        basis = ", ".join(dict.fromkeys(say("basis", a.edition_basis) for a in articles))
        link = b.link(title, addresses.of_source(document.source))
        rows.append(b.say(
            b.Words(f"{names[:1].upper()}{names[1:]}", "label"), ": ", link,
            f" ({author}{date}). L’edizione è {basis}.",
        ))
    return Chapter(
        "Fonti e diritti", b.words("Fonti e diritti"),
        (*rows, *article_colophon(library, edition, None, None).blocks),
        kind="apparatus", is_text=False,
    )


def _cover(library: Library, edition: Edition, whole: int, cut: int) -> Cover:
    missing = len(library.names(edition)) - whole - cut
    parts = [count(whole, "articolo intero", "articoli interi")]
    if cut:
        parts.append(f"{count(cut, 'articolo troncato', 'articoli troncati')}, a parte")
    if missing:
        parts.append(count(missing, "manca", "mancano"))
    held = b.say(f"Contiene {'; '.join(parts)}.")
    dates = [
        b.say(f"{what} {day(date)}.") for what, date in (
            ("Entrata in vigore:", edition.in_force_from),
            ("In vigore fino al", edition.in_force_until),
        ) if date
    ]
    notice = b.Notice("info", (b.say(edition.notice), held, *dates))
    return Cover("", (edition.long_title, edition.authority),
                 (edition_notice(library, edition), notice))

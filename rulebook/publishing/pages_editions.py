"""The page of an edition with its contents, and the page of a number in every edition."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.label import Label
from rulebook.model import Article, Edition, Paragraph, Target
from rulebook.publishing import addresses
from rulebook.publishing import blocks as b
from rulebook.publishing.arrivals import seen_in
from rulebook.publishing.colophon import (
    article_colophon,
    choices,
    edition_notice,
    general_colophon,
)
from rulebook.publishing.commentary import spoken_of
from rulebook.publishing.comparison import comparison_links
from rulebook.publishing.doubts import doubt_line
from rulebook.publishing.library import Counterpart, Library
from rulebook.publishing.moved import MOVED, moved_lines, moved_rows
from rulebook.publishing.page import Page
from rulebook.publishing.pages_law import TOP, title_words
from rulebook.publishing.setting import UNCERTAIN, Setting
from rulebook.publishing.wording import article_name, count, day, label_name, say, shorten


def edition_page(library: Library, edition: Edition) -> Page:
    """What an edition is, whether it is in force, its contents, and what is missing."""
    summary = _summary(library, edition)
    blocks: list[b.Block] = [
        edition_notice(library, edition),
        b.Heading(1, b.words(edition.title), TOP),
        b.say(edition.long_title + ".", kind="lead"),
        b.Notice("info", (b.say(edition.notice),)),
        b.Items(tuple((b.say(row),) for row in _facts(edition))),
        b.Heading(2, b.words("Indice"), "indice"),
        b.say(summary),
        b.Items(tuple(_contents(library, edition)), "contents"),
        article_colophon(library, edition, None, None),
    ]
    return Page(
        addresses.of_edition(edition.id), edition.title,
        shorten(f"{edition.long_title}: {say('state', edition.state).lower()}. {summary}"),
        "edition", tuple(blocks), short=edition.title, edition=edition.id,
        choices=choices(library, edition.id, None), in_navigation=True,
    )


def _facts(edition: Edition) -> Iterator[str]:
    yield f"A cura di: {edition.authority}."
    if edition.in_force_from:
        yield f"Entrata in vigore: {day(edition.in_force_from)}."
    if edition.in_force_until:
        yield f"In vigore fino al: {day(edition.in_force_until)}."


def _summary(library: Library, edition: Edition) -> str:
    names = library.names(edition)
    held = [edition.article(number) for number, _ in names]
    cut = sum(1 for article in held if article and article.status == "truncated")
    whole = sum(1 for article in held if article) - cut
    missing = len(names) - whole - cut
    if not whole and not cut:
        return f"Questa raccolta non ha alcun testo di questa edizione: {missing} articoli mancano."
    parts = [count(whole, "articolo intero", "articoli interi")]
    if cut:
        parts.append(f"{count(cut, 'troncato', 'troncati')} dalla fonte")
    return f"La raccolta ha {' e '.join(parts)}; {count(missing, 'manca', 'mancano')}."


def _contents(library: Library, edition: Edition) -> Iterator[tuple[b.Block, ...]]:
    for number, _ in library.names(edition):
        article = edition.article(number)
        title = title_words(library, Target(edition.id, Label(number)))
        state = "missing" if article is None else article.status
        name = str(number) if isinstance(number, int) else ""
        text = title or article_name(number)
        words = (b.Words(name, "label"), b.Words(" "), b.Words(text)) if name else (b.Words(text),)
        link = b.Link(words, addresses.of_article(edition.id, number), kind=f"entry {state}")
        tag = (b.Words(" "), b.Words(say("status", state), "quiet")) if _tagged(article) else ()
        yield (b.Paragraph((link, *tag)),)


def _tagged(article: Article | None) -> bool:
    return article is None or article.status in ("truncated", "missing")


def number_page(library: Library, number: int | str) -> Page:
    """A number in every edition, side by side: never a silent jump to one of them."""
    page = addresses.of_article(None, number)
    name = article_name(number)
    setting = Setting(library, None, page, None, taken={TOP})
    cards = [_card(library, edition, number) for edition in library.editions]
    blocks: list[b.Block] = [
        b.Heading(1, b.words(f"{name} nelle edizioni del Codice"), TOP),
        b.say(
            "Lo stesso numero può indicare regole diverse: scegli l’edizione."
            if isinstance(number, int) else "Scegli l’edizione."
        ),
        b.Group("editions", tuple(cards)),
        *_moved(library, setting, number),
        *comparison_links(library, None, number),
    ]
    labels = _labels(library, number)
    if labels:
        blocks.append(b.Heading(2, b.words("Paragrafo per paragrafo"), setting.anchor("paragrafi")))
        blocks.append(b.Group("labels", tuple(_row(library, setting, label) for label in labels)))
    mentions = library.speakers(None, Label(number))
    if mentions:
        blocks.append(spoken_of(Label(number), mentions, None))
    blocks.append(general_colophon(library))
    titles = {title_words(library, Target(e.id, Label(number))) for e in library.editions} - {""}
    return Page(
        page, f"{name} in tutte le edizioni",
        shorten(f"{name} del Codice di Gara in tutte le edizioni: {'; '.join(sorted(titles))}."),
        "number", tuple(blocks), short=name, label=Label(number),
        choices=choices(library, None, number),
    )


def _moved(library: Library, setting: Setting, number: int | str) -> Iterator[b.Block]:
    """The rules that came under this number or left it, as the editors assert it."""
    rules = library.moves.about(Label(number))
    if rules:
        yield b.Heading(2, b.words(say("moved", "heading")), setting.anchor(MOVED))
        yield b.say(say("moved", "lead"))
        yield moved_rows(library, rules)


def _card(library: Library, edition: Edition, number: int | str) -> b.Block:
    known = any(name == number for name, _ in library.names(edition))
    title = title_words(library, Target(edition.id, Label(number)))
    article = edition.article(number)
    parts: list[str | b.Inline] = []
    if known:
        text = f"{edition.title}: {title}" if title else edition.title
        parts.append(b.link(text, addresses.of_article(edition.id, number)))
    else:
        numbered = isinstance(number, int)
        none = "nessun articolo con questo numero" if numbered else "nessuna parte con questo nome"
        parts.append(f"{edition.title}: {none}")
    state = say("state", edition.state)
    if known:
        state += f" · testo: {say('status', article.status if article else 'missing')}"
    moves = moved_lines(library, edition, Label(number))
    return b.Group("card", (b.say(*parts), b.say(b.Words(state, "quiet")), *moves))


def _labels(library: Library, number: int | str) -> tuple[Label, ...]:
    found: set[Label] = set()
    for edition in library.editions:
        article = edition.article(number)
        found |= {p.label for p in article.provisions()} if article else set()
        found |= set(library.absent_labels(edition.id, number))
    found |= set(library.spoken_labels(None, number))
    return tuple(sorted(label for label in found if label.path))


def _row(library: Library, setting: Setting, label: Label) -> b.Block:
    rows: list[tuple[b.Block, ...]] = []
    for edition in library.editions:
        article = edition.article(label.article)
        if not any(name == label.article for name, _ in library.names(edition)):
            continue
        provision = article.find(label) if article else None
        address = addresses.of_label(edition.id, label)
        if provision is not None:
            link = b.link(edition.title, address.page, address.anchor, f"to-{edition.id}")
            doubted = article is not None and library.doubts_in(article, label)
            tail = f" ({say('doubt', 'with')})" if doubted else ""
            words = b.say(link, f": {_opening(provision)}{tail}")
            rows.append((words, *_moves(library, edition, label)))
        elif label in library.spoken_labels(edition.id, label.article):
            link = b.link(edition.title, address.page, address.anchor, f"to-{edition.id}")
            rows.append((b.say(link, ": se ne parla, ma la raccolta non ne ha il testo"),))
        elif doubts := library.doubts_about(edition.id, label):
            link = b.link(edition.title, address.page, address.anchor, f"to-{edition.id}")
            told = ": ne parla la redazione, ma la raccolta non ne ha il testo"
            rows.append((b.say(link, told), *map(doubt_line, doubts)))
        elif article is not None and article.status == "truncated":
            told = "la raccolta non ne ha il testo, l’articolo è troncato"
            rows.append((b.say(f"{edition.title}: {told}"),))
        elif article is not None and article.status == "complete":
            rows.append((b.say(f"{edition.title}: nessun paragrafo con questo nome"),))
    name = b.say(b.Words(label_name(label), "label"))
    blocks: list[b.Block] = [name, b.Items(tuple(rows))]
    mentions = library.speakers(None, label)
    if mentions:
        blocks.append(spoken_of(label, mentions, None))
    return b.Group("row", tuple(blocks), setting.anchor(addresses.anchor_of(label)))


def _opening(provision: Paragraph) -> str:
    words = str(provision.heading or provision.text or "")
    if not words and provision.children:
        words = str(provision.children[0].heading or provision.children[0].text or "")
    return shorten(words, 90)


def _moves(library: Library, edition: Edition, label: Label) -> Iterator[b.Block]:
    for counterpart in library.counterparts(edition.id, label):
        yield b.Paragraph(_move(library, counterpart), "move")


def _move(library: Library, counterpart: Counterpart) -> b.Inlines:
    other = library.rulebook.by_id.get(counterpart.edition)
    name = other.title if other else counterpart.edition
    if not counterpart.labels:
        return (b.Words(f"Nessun corrispondente {seen_in(library, counterpart.edition, name)}."),)
    links: list[b.Inline] = []
    for label in counterpart.labels:
        address = library.address(Target(counterpart.edition, label))
        text = label_name(label)
        links.append(b.link(text, address.page, address.anchor) if address else b.Words(text))
    end = f" ({UNCERTAIN})." if counterpart.uncertain else "."
    return (b.Words(f"Nel {name}: "), *b.parted(links), b.Words(end))

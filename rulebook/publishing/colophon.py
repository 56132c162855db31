"""What every page says of itself: edition, author, source, rights; the official text prevails."""

from __future__ import annotations

from rulebook.label import Label
from rulebook.model import Article, Document, Edition, Target
from rulebook.publishing import addresses
from rulebook.publishing import blocks as b
from rulebook.publishing.addresses import Address
from rulebook.publishing.library import Library
from rulebook.publishing.page import EditionChoice
from rulebook.publishing.wording import day, say

PREVAILS = "Fa fede il testo ufficiale."


def edition_notice(library: Library, edition: Edition, number: int | str | None = None) -> b.Notice:
    """Which edition one reads, whether it is in force, and the way to the later one."""
    parts: list[str | b.Inline] = [
        b.Words(edition.title, "badge"),
        f" {say('state', edition.state)}.",
    ]
    later = library.rulebook.by_id.get(edition.superseded_by or "")
    if later is not None:
        text = f"Esiste un’edizione successiva: {later.title}"
        newest = library.rulebook.editions[-1]
        parts += [" ", _way(library, edition, number, later, text), "."]
        if later.superseded_by and newest is not later:
            link = _way(library, edition, number, newest, newest.title)
            parts += [" Anch’essa è superata: la più recente è il ", link, "."]
    return b.Notice("edition" if edition.superseded_by else "info", (b.say(*parts),))


def _way(
    library: Library, edition: Edition, number: int | str | None, later: Edition, text: str
) -> b.Link:
    """The way to the rule of an article in a later edition, or to that edition as a whole."""
    if number is None:
        return b.link(text, addresses.of_edition(later.id))
    other = library.rule_in(edition.id, number, later.id)
    place = library.address(Target(later.id, other))
    page = place or Address(addresses.of_edition(later.id))
    where = f", articolo {other}" if place and other.numbered else ""
    if other == Label(number) and library.moves.other_rule(edition.id, other, later.id):
        where += f", che {say('moved', 'taken')}"
    return b.link(text + where, page.page, page.anchor)


def article_colophon(
    library: Library, edition: Edition, article: Article | None, document: Document | None
) -> b.Group:
    """The foot of a page of the Code."""
    rows: list[b.Block] = []
    if article is not None and document is not None:
        source = document.source
        rows.append(
            b.say(
                "Fonte di questo testo: ",
                _source_link(document),
                _author(document),
                ". ",
                f"L’edizione è {say('basis', article.edition_basis)}.",
            )
        )
        others = [witness for witness in article.witnesses if witness.source != source.id]
        if others:
            links = [
                _source_link(found)
                if (found := library.rulebook.document(witness.source))
                else b.Words(witness.source)
                for witness in others
            ]
            rows.append(b.say("Si trova anche in: ", *b.parted(links), "."))
    rows.append(b.say(f"{edition.long_title}. {edition.authority}."))
    rows.append(b.say(edition.rights))
    if PREVAILS.rstrip(".").lower() not in edition.rights.lower():
        rows.append(b.say(PREVAILS))
    return b.Group("colophon", tuple(rows))


def document_colophon(document: Document) -> b.Group:
    """The foot of a page of a guide, a letter or a commentary."""
    source = document.source
    rows: list[b.Block] = [b.say("Fonte: ", _source_link(document), _author(document), ".")]
    if source.origin:
        rows.append(b.say(source.origin))
    rows.append(b.say(source.rights or "I diritti sul testo sono del suo autore."))
    rows.append(b.say(f"Questo testo non è una norma. {PREVAILS}"))
    return b.Group("colophon", tuple(rows))


def general_colophon(library: Library) -> b.Group:
    """The foot of a page that belongs to no single text."""
    authorities = dict.fromkeys(edition.authority for edition in library.editions)
    rows = [b.say("I testi sono dei loro autori; ogni pagina nomina autore, fonte e diritti.")]
    rows += [b.say(f"Codice di Gara: {authority}.") for authority in authorities]
    rows.append(b.say(PREVAILS))
    return b.Group("colophon", tuple(rows))


def _source_link(document: Document) -> b.Link:
    source = document.source
    return b.link(source.title or source.name, addresses.of_source(source))


def _author(document: Document) -> str:
    source = document.source
    author = (
        f", di {source.author}"
        if source.author and source.author != "Non indicato"
        else ", autore non indicato"
    )
    return author + (f" ({day(source.date)})" if source.date else "")


def choices(
    library: Library, edition: str | None, number: int | str | None
) -> tuple[EditionChoice, ...]:
    """The entries of the edition selector for a page: the same rule, else the same number."""
    found = []
    for other in library.editions:
        address, remark = addresses.of_edition(other.id), ""
        if number is not None:
            here = edition if edition and edition != other.id else None
            there = library.rule_in(here, number, other.id) if here else Label(number)
            if place := library.address(Target(other.id, there)):
                address = str(place)
            moved = _moved(library, here, number, other.id) if here else ""
            remark = ", ".join(filter(None, (moved, _remark(other, there))))
        found.append(EditionChoice(other.id, other.title, address, other.id == edition, remark))
    return tuple(found)


def _moved(library: Library, edition: str, number: int | str, other: str) -> str:
    """What the selector says of a number that the editors know to have changed."""
    there = library.rule_in(edition, number, other)
    if there != Label(number) and library.moves.of(edition, Label(number), other):
        return f"la regola è in {there}"
    taken = library.moves.other_rule(edition, Label(number), other)
    return f"il numero {say('moved', 'taken')}" if taken else ""


def _remark(edition: Edition, label: Label) -> str:
    held = edition.article(label.article)
    if held is None:
        return "testo non posseduto"
    return "testo troncato" if held.status == "truncated" else ""

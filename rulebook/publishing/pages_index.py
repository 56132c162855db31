"""The analytic index: subjects to provisions, edition by edition; it serves without JavaScript."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from rulebook.label import Label
from rulebook.model import Edition, Target
from rulebook.publishing import addresses
from rulebook.publishing import blocks as b
from rulebook.publishing.colophon import general_colophon
from rulebook.publishing.library import Library
from rulebook.publishing.page import Page
from rulebook.publishing.pages_law import TOP
from rulebook.publishing.search.analysis import fold
from rulebook.publishing.search.lexicon import Lexicon, Term
from rulebook.publishing.search.records import INDEX_PAGE
from rulebook.publishing.wording import label_name

TITLE = "Indice analitico"


def index_page(library: Library, lexicon: Lexicon) -> Page:
    """The subjects of the lexicon by letter, and below every other name where to look.

    A letter is closed until it is wanted, since the whole is long on a phone; a link to a subject
    opens its letter.
    """
    entries = sorted(
        [*((term.term, term) for term in lexicon.terms), *_other_names(lexicon)],
        key=lambda entry: (_order(entry[0]), entry[1].id),
    )
    letters = [
        (letter, list(group)) for letter, group in groupby(entries, key=lambda e: _letter(e[0]))
    ]
    blocks: list[b.Block] = [
        b.Heading(1, b.words(TITLE), TOP),
        b.say("Gli argomenti del Codice, con le disposizioni che li regolano in ogni edizione. "
              "Le definizioni sono della redazione e non sono norme.", kind="lead"),
        b.Group("letters", (b.Paragraph(b.parted(
            [b.link(letter, INDEX_PAGE, _anchor(letter)) for letter, _ in letters], " ")),)),
    ]
    blocks += [
        b.Details(letter, tuple(_below(library, lexicon, group)), "letter", None, 2,
                  _anchor(letter))
        for letter, group in letters
    ]
    blocks.append(general_colophon(library))
    return Page(
        INDEX_PAGE, TITLE,
        f"{TITLE} del Codice di Gara del bridge: {len(lexicon.terms)} argomenti con le "
        "disposizioni di ogni edizione, i sinonimi e i nomi inglesi.",
        "index", tuple(blocks), short=TITLE, in_navigation=True,
    )


def _below(
    library: Library, lexicon: Lexicon, entries: Sequence[tuple[str, Term]]
) -> Iterator[b.Block]:
    """What stands under a letter: the subjects, and in their places the other names of others."""
    for name, term in entries:
        if name == term.term:
            yield _subject(library, lexicon, term)
        else:
            link = b.link(term.term, INDEX_PAGE, term.id)
            yield b.say(b.Words(name), ": vedi ", link, kind="subject-other")


def _other_names(lexicon: Lexicon) -> Iterator[tuple[str, Term]]:
    """Synonyms that stand elsewhere in the alphabet than their term."""
    for term in lexicon.terms:
        own = _order(term.term)
        for name in term.synonyms:
            if not _order(name).startswith(own) and _letter(name).isalpha():
                yield name, term


def _subject(library: Library, lexicon: Lexicon, term: Term) -> b.Block:
    names: list[b.Inline] = [b.Words(term.term, "strong")]
    if term.synonyms:
        names.append(b.Words(f" – {', '.join(term.synonyms)}", "quiet"))
    if term.english:
        names.append(b.Words(f" ({', '.join(term.english)})", "quiet"))
    blocks: list[b.Block] = [b.Paragraph(tuple(names)), b.say(term.definition)]
    rows = tuple(
        (b.Paragraph((b.Words(f"{edition.title}: "), *b.parted(_links(library, edition, labels)))),)
        for edition in reversed(library.editions)
        if (labels := term.provisions.get(edition.id))
    )
    if rows:
        blocks.append(b.Items(rows, "subject-provisions"))
    others = [lexicon.by_id[other] for other in term.see_also]
    if others:
        links = b.parted([b.link(other.term, INDEX_PAGE, other.id) for other in others])
        blocks.append(b.Paragraph((b.Words("Vedi anche: "), *links)))
    return b.Group("subject", tuple(blocks), term.id)


def _links(
    library: Library, edition: Edition, labels: tuple[Label, ...]
) -> Iterator[b.Inline]:
    """Each provision where it is held; what is not held leads to the top of its page."""
    for label in labels:
        name = label_name(label)
        target = Target(edition.id, label)
        address = library.address(target)
        if address is None:
            yield b.Words(name)
        elif library.holds(target):
            yield b.link(name, address.page, address.anchor)
        else:
            page = addresses.of_article(edition.id, label.article)
            title = f"{name}, {edition.title}: la raccolta non lo ha"
            yield b.link(name, page, kind="ref unheld", title=title)


def _order(name: str) -> str:
    return fold(name).replace("’", " ").replace("'", " ")


def _letter(name: str) -> str:
    first = _order(name)[:1].upper()
    return first if first.isalpha() else "#"


def _anchor(letter: str) -> str:
    return f"lettera-{letter.lower()}" if letter.isalpha() else "altri-segni"

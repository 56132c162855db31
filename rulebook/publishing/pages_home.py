"""The home page: the search first, then the editions and the other documents."""

from __future__ import annotations

from rulebook.model import Edition
from rulebook.publishing import addresses, comparison
from rulebook.publishing import blocks as b
from rulebook.publishing.colophon import choices, general_colophon
from rulebook.publishing.library import Library
from rulebook.publishing.page import Page
from rulebook.publishing.pages_law import TOP
from rulebook.publishing.pages_offline import panel
from rulebook.publishing.pages_table import tiles
from rulebook.publishing.wording import count, say

_TITLE = "Il Codice di Gara del bridge"


def home(library: Library) -> Page:
    """The page at the root of the site."""
    blocks: list[b.Block] = [
        b.Heading(1, b.words(_TITLE), TOP),
        b.SearchBox("Cerca una regola o una citazione"),
        *tiles(library),
        b.Group("recent", (b.Heading(2, b.words("Lette da poco")),)),
        b.Heading(2, b.words("Le edizioni"), "edizioni"),
        b.Group("editions", tuple(_edition(edition) for edition in reversed(library.editions))),
    ]
    if library.comparisons:
        blocks.append(b.Group("editions", (
            _document("Edizioni a confronto", comparison.INDEX,
                      "Che cosa è cambiato da un’edizione all’altra, regola per regola"),
        )))
    if library.documents:
        blocks.append(b.Heading(2, b.words("Guide, quesiti e commenti"), "documenti"))
        blocks.append(b.Group("editions", tuple(
            _document(document.source.title or document.source.name, address,
                      f"{say('kind', document.kind)}{_by(document.source.author)}")
            for document, address in library.documents
        )))
    apparatus = b.link("L’apparato", "apparato/")
    blocks += [
        b.Heading(2, b.words("Citare una regola"), "citare"),
        b.say("Accanto a ogni paragrafo sta il suo nome: toccandolo si copia il collegamento, o il "
              "testo con la citazione. L’indirizzo si scrive anche a mano: ",
              b.Words("/2007/27/#B1b", "code"), " per un’edizione, ",
              b.Words("/27/#B1b", "code"), " per il numero in tutte."),
        *panel(),
        b.Heading(2, b.words("Per chi cura i testi"), "cura"),
        b.say(apparatus, ": ogni testo com’è nella fonte, i dubbi, le correzioni proposte e quelle "
              "fatte."),
        general_colophon(library),
    ]
    return Page(
        "", _TITLE,
        "Il Codice di Gara del bridge in italiano, edizione per edizione: un indirizzo per ogni "
        "paragrafo, rinvii, guide, quesiti e commenti.",
        "home", tuple(blocks), short="Inizio", choices=choices(library, None, None),
        in_navigation=True,
    )


def _edition(edition: Edition) -> b.Block:
    held = count(len(edition.articles), "articolo con testo", "articoli con testo")
    text = held if edition.articles else "nessun testo nella raccolta"
    return b.Group("card", (
        b.say(b.link(edition.title, addresses.of_edition(edition.id))),
        b.say(b.Words(f"{say('state', edition.state)} · {text}", "quiet")),
    ))


def _document(title: str, address: str, remark: str) -> b.Block:
    return b.Group("card", (b.say(b.link(title, address)), b.say(b.Words(remark, "quiet"))))


def _by(author: str | None) -> str:
    return f" di {author}" if author else ""

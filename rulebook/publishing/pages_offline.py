"""The pages about the copy for the use without a network, and its panel on the home page.

What the browser has stored, and the buttons, are drawn by a script; these pages say the rest.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.publishing import blocks as b
from rulebook.publishing.colophon import choices, general_colophon
from rulebook.publishing.library import Library
from rulebook.publishing.offline.settings import settings
from rulebook.publishing.page import Page
from rulebook.publishing.pages_law import TOP

ADDRESS = "senza-rete/"
ABSENT = "senza-rete/assente/"
"""What the worker shows in place of a page that is not stored."""


def panel() -> tuple[b.Block, ...]:
    """The way to the offline copy, for the home page."""
    return (
        b.Heading(2, b.words("Senza rete"), "senza-rete"),
        b.Group("offline", (
            b.say("Tutte le pagine e la ricerca si possono tenere sul telefono, per quando al "
                  "tavolo non c’è segnale; i PDF si scelgono a parte. ",
                  b.link("Come funziona", ADDRESS), ", o ",
                  _archive("un file ZIP da aprire sul computer"), "."),
        )),
    )


def _archive(text: str) -> b.Link:
    return b.link(text, settings().archive.name, kind="download")


def offline_pages(library: Library) -> Iterator[Page]:
    """The page of the offline copy, and the page for what it does not hold."""
    yield _explanation(library)
    yield _absent(library)


def _explanation(library: Library) -> Page:
    title = "Senza rete"
    blocks: list[b.Block] = [
        b.Heading(1, b.words(title), TOP),
        b.say("Le pagine del sito si possono conservare tutte sul telefono, sul tablet o sul "
              "computer, e se si vuole anche i PDF: poi il sito si apre, si cerca e si confronta "
              "anche in modalità aereo, o dove la rete c’è ma non risponde.", kind="lead"),
        b.Heading(2, b.words("Su questo dispositivo"), "qui"),
        b.Group("offline", (
            b.say("Che cosa è conservato lo dice qui JavaScript, che in questo browser è spento.",
                  kind="offline-plain"),
        ), label="choices"),
        b.Heading(2, b.words("Che cosa viene conservato"), "che-cosa"),
        b.say("Tutte le pagine, i confronti, la ricerca e le anteprime; i PDF e gli EPUB solo se "
              "si scelgono qui sopra. Una versione del sito viene conservata intera, o per niente: "
              "finché lo scaricamento non è finito, le pagine vengono dalla rete."),
        b.Heading(2, b.words("Quando esce una versione nuova"), "aggiornamento"),
        b.say("Con la rete, il sito prepara da parte la versione nuova e scarica soltanto ciò che "
              "è cambiato. Si continua a leggere quella conservata finché non si tocca «Usa la "
              "versione nuova»: allora cambiano insieme tutte le pagine e la ricerca."),
        b.Heading(2, b.words("Quando il browser toglie la copia"), "limiti"),
        b.say("Lo spazio è del browser: può toglierlo se il dispositivo è pieno, se si cancellano "
              "i dati dei siti, e su iPhone e iPad dopo qualche settimana in cui il sito non si "
              "apre. In una finestra privata la copia sparisce quando la finestra si chiude. A "
              "ogni apertura il sito controlla che ci sia tutto e, con la rete, completa ciò che "
              "manca; senza copia funziona con la rete, come ogni sito."),
        b.Heading(2, b.words("Come un’app"), "app"),
        b.say("Su Android e sul computer il menu del browser offre «Installa»; su iPhone e iPad: "
              "Condividi, poi «Aggiungi alla schermata Home». Su iPhone e iPad l’app ha una "
              "memoria sua: la copia va scaricata di nuovo da lì."),
        b.Heading(2, b.words("Sul computer, in un file"), "zip"),
        b.say(_archive("Il sito in un archivio ZIP"),
              ": si estrae in una cartella e si apre index.html con un doppio clic, ricerca "
              "compresa. Non si aggiorna da solo."),
        general_colophon(library),
    ]
    return Page(
        ADDRESS, title,
        "Come conservare il sito sul telefono o sul computer per leggerlo, cercare e confrontare "
        "senza rete; che cosa viene conservato e come si aggiorna.",
        "offline", tuple(blocks), short=title, choices=choices(library, None, None),
    )


def _absent(library: Library) -> Page:
    title = "Pagina non conservata"
    blocks: tuple[b.Block, ...] = (
        b.Heading(1, b.words(title), TOP),
        b.say("La rete non risponde, e nella copia conservata su questo dispositivo l’indirizzo "
              "richiesto non c’è: può essere un documento che non è stato scelto, una pagina più "
              "nuova della copia, o un indirizzo sbagliato.", kind="lead"),
        b.SearchBox("Cerca nella copia conservata"),
        b.say("Tutto il resto della copia si apre: ",
              b.link("la pagina iniziale", ""), ", e ",
              b.link("che cosa è conservato", ADDRESS), "."),
        general_colophon(library),
    )
    return Page(
        ABSENT, title, "Che cosa fare quando manca la rete e la pagina non è conservata.",
        "offline", blocks, short=title, choices=choices(library, None, None),
    )

"""A small rulebook for the tests of the search, in words of our own, and how to ask it."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rulebook.label import Label, path_of
from rulebook.model import (
    Article,
    ArticleName,
    Block,
    Document,
    Edition,
    Paragraph,
    Rulebook,
    Section,
    Source,
)
from rulebook.publishing.search.lexicon import Lexicon, parse_lexicon
from rulebook.publishing.situations import GuideFlag, GuideFlags, Handbook
from rulebook.text import Text, plain

ROOT = Path(__file__).resolve().parent.parent

LEXICON = """
[[term]]
id = "renonce"
term = "renonce"
synonyms = ["rifiuto", "mancata risposta"]
english = ["revoke"]
spoken = ["ho giocato un altro seme pur avendone"]
definition = "Chi può rispondere a colore e non lo fa."
provisions = { "2007" = ["61A", "62"], "1997" = ["61"] }

[[term]]
id = "arbitro"
term = "arbitro"
synonyms = ["direttore"]
english = ["director"]
definition = "Chi dirige il torneo."
provisions = { "2007" = ["81"] }
see_also = ["renonce"]
"""

# Article, then the path and the words of each provision; a bar parts heading and text.
_NEW = {
    (61, "RENONCE"): {
        "": "Un giocatore deve rispondere a colore.",
        "A": "Definizione | La renonce è il non rispondere a colore quando si può.",
        "B": "Domande | Il dichiarante può chiedere se il difensore ha ancora carte del seme.",
        "B1": "L’arbitro è chiamato subito, perché la qualità del gioco non ne soffra.",
        "B1(a)": "Vale anche a carta penalizzata maggiore scoperta.",
    },
    (27, "LICITA INSUFFICIENTE"): {
        "A": "Accettata | È accettata se l’avversario di sinistra chiama dopo di essa.",
        "B": "Non accettata | È corretta con un’altra licita. Vedi l’articolo 7C e 2C.",
        "B1": "Dopo 1♠ una licita di 2♥ basta; 1NT no.",
        "B1(b)": "Chi la corregge con un contro o un surcontro fa passare il compagno.",
    },
    (7, "CONTROLLO DEI BOARD"): {
        "A": "Il board sta al centro del tavolo.",
        "C": "Ogni giocatore conta le carte, 13 in tutto. Un <b> & \"segno\" resta segno.",
    },
}
_OLD = {
    (61, "RENONCE"): {
        "A": "Definizione | La renonce è il non rispondere a colore potendo.",
    },
    (27, "DICHIARAZIONE INSUFFICIENTE"): {
        "B": "Penalità | Il Direttore applica la penalità; la dichiarazione è corretta.",
        "B1(b)": "Il compagno passa sempre.",
        "C": "Fuori turno | Una dichiarazione fuori turno segue altre regole.",
    },
}


def make_article(
    edition: str, number: int, title: str, provisions: dict[str, str], source: str
) -> Article:
    """An article from paths and words; a provision hangs under the longest path that begins it."""

    def build(path: tuple[str, ...]) -> Paragraph:
        words = provisions.get(_written(path), "")
        heading, _, text = words.rpartition(" | ")
        below = [p for p in paths if len(p) > len(path) and p[: len(path)] == path]
        near = [p for p in below if not any(q != p and q == p[: len(q)] for q in below)]
        return Paragraph(
            Label(number, path), plain(path[-1]) if path else Text(),
            plain(heading) if heading else None, plain(text), tuple(build(p) for p in near),
        )

    paths = [p for p in (path_of(written) for written in provisions) if p]
    root = build(())
    return Article(edition, "declared", plain(title), root, "complete", source)


def _written(path: Sequence[str]) -> str:
    return Label(1, tuple(path)).canonical


def _edition(name: str, articles: tuple[Article, ...]) -> Edition:
    known = tuple(ArticleName(n, "Altro articolo" if n == 62 else None) for n in range(1, 94))
    return Edition(
        name, f"Codice {name}", f"Codice, edizione {name}", "Nessuno", "Di nessuno",
        "superseded", "Un esempio.", known=known, articles=articles,
    )


def sample() -> Rulebook:
    """Two editions, a guide and a letter."""
    new = tuple(make_article("2007", n, t, p, "fonte") for (n, t), p in _NEW.items())
    old = tuple(make_article("1997", n, t, p, "fonte") for (n, t), p in _OLD.items())
    guide = _document("guida-breve", "guide", "Guida breve", [
        ("Attacco fuori turno", ["Chi attacca fuori turno scopre la carta.", "E poi si vede."]),
        ("Renonce", ["Se ci si accorge subito della renonce si corregge."]),
    ])
    letter = _document("lettera", "letter", "Una domanda sulla renonce", [
        ("", ["Ho risposto cuori e avevo quadri: è renonce?", "Grazie della risposta."]),
    ])
    return Rulebook((_edition("1997", old), _edition("2007", new)), (guide, letter))


def _document(
    name: str, kind: Any, title: str, sections: list[tuple[str, list[str]]]
) -> Document:
    made = tuple(
        Section(tuple(Block(plain(text)) for text in texts), plain(heading) if heading else None)
        for heading, texts in sections
    )
    source = Source(name, f"{name}.txt", "0" * 64, "", kind=kind, title=title, edition=None)
    return Document(source, kind, sections=made)


def flagged() -> Handbook:
    """A flag that stands beside every passage of the guide: the sample's texts have one line."""
    flag = GuideFlag(1, ("1997", "2007"), "La carta si ritira.", {})
    return Handbook(guides=(GuideFlags("guida-breve", (flag,)),))


def sample_lexicon() -> Lexicon:
    """The lexicon that belongs to the sample."""
    return parse_lexicon(LEXICON.encode())


def vocabulary() -> dict[str, Any]:
    """The words of citations as the publishing half gets them."""
    file = ROOT / "rulebook" / "reading" / "citations" / "vocabulary.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))

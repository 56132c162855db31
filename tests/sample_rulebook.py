"""A small rulebook, made in code, with everything that a page may have to show.

`[words|2007:47E]` in a text is a citation (an empty edition is one that nothing states, a comma
separates several targets); `{*}` is a call of the note (*).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rulebook.label import Label, path_of
from rulebook.model import (
    Article,
    ArticleName,
    Block,
    Change,
    Citation,
    Comparison,
    Correction,
    Document,
    Edition,
    Issue,
    Note,
    NoteCall,
    Pair,
    Paragraph,
    PartName,
    Place,
    Rulebook,
    Section,
    Source,
    Status,
    Target,
    Witness,
)
from rulebook.text import Text, verbatim

HOSTILE = (
    "<script>alert(1)</script> (*) _x_ {: #y } [^1] $1$ &amp; <B1> a < b, N & S `c` ~ ^ | \\ #"
)
_LAYER = re.compile(r"\[([^\]|]*)\|([^\]]*)\]|\{(\*+)\}")


def label(text: str) -> Label:
    """`27B1(b)` or `definizioni/arbitro` as a label."""
    number = re.match(r"\d+", text)
    if not number:
        part, *path = text.split("/")
        return Label(part, tuple(path))
    return Label(int(number.group()), path_of(text[number.end() :]) or ())


@dataclass
class Writer:
    """Writes a source and remembers where everything stands."""

    id: str
    kind: str
    title: str
    author: str | None = None
    edition: str | None = None
    content: str = ""
    citations: list[Citation] = field(default_factory=list)
    calls: dict[str, list[NoteCall]] = field(default_factory=dict)
    articles: list[Article] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    notes: list[Note] = field(default_factory=list)

    def text(self, words: str, after: str = " ") -> Text:
        """Words written to the source."""
        start = len(self.content)
        self.content += words + after
        return verbatim(self.id, words, start)

    def layered(self, key: str, words: str, here: Label | None, edition: str | None) -> Text:
        """Words with citations and note calls, which become layers over the field `key`."""
        pieces: list[str] = []
        at = 0
        marks: list[tuple[int, str]] = []
        cites: list[tuple[int, str, str]] = []
        for found in _LAYER.finditer(words):
            pieces.append(words[at : found.start()])
            at = found.end()
            place = sum(map(len, pieces))
            if found.group(3):
                marks.append((place, f"({found.group(3)})"))
            else:
                cites.append((place, found.group(1), found.group(2)))
                pieces.append(found.group(1))
        text = self.text("".join([*pieces, words[at:]]))
        for place, mark in marks:
            call = NoteCall(verbatim(self.id, mark, text.offset(max(0, place - 1))),
                            Place(key, place, place), here)
            self.calls.setdefault(mark, []).append(call)
        for place, cited, targets in cites:
            self.citations.append(Citation(
                text[place : place + len(cited)], Place(key, place, place + len(cited)), here,
                edition, tuple(_target(target) for target in targets.split(",")),
                "context" if ":" in targets else "assumed",
            ))
        return text

    def article(
        self, edition: str, number: int | str, title: str, tree: list[tuple], *,
        announced: str | None = None, intro: str = "", status: Status = "complete",
        truncated: bool = False, obtained: str | None = None,
    ) -> Article:
        """An article; the tree has (marker, path, heading, text, children, tail) with defaults."""
        top = Label(number)
        shell = Article(edition, "context", None, Paragraph(top, Text()), status, self.id)
        marker = self.text(f"Art. {number} –" if announced is None else announced)
        head = self.layered(shell.key(top, "title"), title, top, edition) if title else None
        self.content += "\n"
        text = self.layered(shell.key(top, "text"), intro, top, edition) if intro else Text()
        children = tuple(self._paragraph(shell, top, entry) for entry in tree)
        root = Paragraph(top, marker, None, text, children, truncated=truncated)
        self.content += "\n"
        witness = Witness(self.id, "supplies", status, (1, 2))
        article = Article(edition, "context", head, root, status, self.id, (witness,), obtained)
        self.articles.append(article)
        return article

    def _paragraph(self, article: Article, parent: Label, entry: tuple) -> Paragraph:
        marker, step, heading, words, *rest = entry
        here = parent.child(step)
        edition = article.edition
        mark = self.text(marker) if marker else Text()
        key = article.key(here, "heading")
        head = self.layered(key, heading, here, edition) if heading else None
        text = self.layered(article.key(here, "text"), words, here, edition) if words else Text()
        self.content += "\n"
        children = tuple(self._paragraph(article, here, child) for child in (rest or [[]])[0])
        tail = Text()
        if len(rest) > 1:
            tail = self.layered(article.key(here, "tail"), rest[1], here, edition)
            self.content += "\n"
        return Paragraph(here, mark, head, text, children, tail)

    def section(
        self, heading: str | None, *blocks: tuple[str, str, str], role: str = "prose"
    ) -> None:
        """A section with blocks of (kind, marker, words)."""
        number = len(self.sections)
        head = self.text(heading, "\n") if heading else None
        made = []
        for index, (kind, marker, words) in enumerate(blocks):
            mark = self.text(marker) if marker else Text()
            text = self.layered(f"s{number}.b{index}", words, None, None)
            self.content += "\n"
            made.append(Block(text, kind, mark))
        self.sections.append(Section(tuple(made), head, role))

    def note(self, mark: str, words: str, article: Label, edition: str) -> None:
        """A note; it takes all calls of its mark."""
        ident = f"note{len(self.notes) + 1}"
        marker = self.text(mark)
        text = self.layered(ident, words, article, edition) if words else Text()
        calls = tuple(self.calls.pop(mark, ()))
        self.notes.append(Note(ident, mark, "author", text, calls, marker, article, edition))

    def document(self, **more: object) -> Document:
        """The document as read."""
        source = Source(
            self.id, f"{self.id}.txt", "0" * 64, self.content, kind=self.kind, title=self.title,
            author=self.author, rights="Dei suoi autori.", edition=self.edition,
            edition_basis="stated" if self.edition else None,
        )
        return Document(
            source, self.kind, tuple(self.articles), tuple(self.sections), tuple(self.notes),
            tuple(self.citations), **more,
        )


def _target(text: str) -> Target:
    edition, _, name = text.rpartition(":")
    return Target(edition or None, label(name))


def _commentary() -> tuple[Document, Article, Article]:
    w = Writer("commento-27", "commentary", "Il vecchio ed il nuovo articolo 27", "Scuola", "2007")
    lead = (
        "Il cuore è il nuovo [27B1b|2007:27B1(b)]; il vecchio [27B1b|1997:27B1(b)] diceva altro, "
        "come [articolo 23 e 26|1997:23,1997:26]."
    )
    w.section("Il nuovo articolo", ("paragraph", "", lead))
    old = w.article("1997", 27, "LICITA INSUFFICIENTE", [
        ("A.", "A", "Licita insufficiente accettata", "Può essere accettata dall’avversario."),
        ("B.", "B", "Licita insufficiente non accettata", "Se non viene accettata:", [
            ("1.", "1", "Non convenzionale", "", [
                ("(a)", "a", None, "la licita prosegue, ma vedi [(b) seguente|1997:27B1(b)];"),
                ("(b)", "b", None, "il vecchio testo, con l’[art. 16C2|1997:16C2]."),
            ]),
        ]),
        ("C.", "C", "Sostituzione prematura", "La sostituzione permane."),
    ], status="quoted")
    same = (
        "se ha lo stesso significato, la licita prosegue senza ulteriori rettifiche, ma vedi "
        "[D seguente|2007:27D] e l’[Articolo 12C1|2007:12C1]."
    )
    new = w.article("2007", 27, "LICITA INSUFFICIENTE", [
        ("A.", "A", "Licita insufficiente accettata", "", [
            ("1.", "1", None, "Può essere accettata (vedi [D|2007:27D])."),
            ("2.", "2", None, "La sostituzione permane."),
        ]),
        ("B.", "B", "Licita insufficiente non accettata", "Si corregge così:", [
            ("1.", "1", None, "", [
                ("(a)", "a", "Nessuna rettifica", "la licita prosegue;"),
                ("(b)", "b", None, same),
            ]),
        ], "Negli altri casi vedi [27B4|2007:27B4]."),
        ("D.", "D", None, "Se ne viene un danno l’arbitro assegna un punteggio."),
    ], status="quoted", obtained="Ricavato da una tabella a due colonne.")
    w.section(None, ("paragraph", "", "Vediamo un esempio:"),
              ("diagram", "", "Nord   Est\n1♠     1♥"),
              ("item", "a)", "Non avrebbe senso con l’[art. 16|:16]."),
              ("unread", "", "una riga\nche nessuno ha letto"), ("paragraph", "", HOSTILE))
    return w.document(), old, new


def _article_20() -> tuple[Document, Article]:
    w = Writer("articolo-20", "articles", "L’articolo 20", None, "2007")
    asking = (
        "si può chiedere (vedi [Articolo 47 del Codice di Gara paragrafo E|2007:47E] e "
        "[Articolo 41 paragrafi B e C|2007:41B,2007:41C])."
    )
    article = w.article("2007", 20, "RICAPITOLAZIONE E SPIEGAZIONE", [
        ("A.", "A", "Chiamata non percepita", "un giocatore può chiedere."),
        ("B.", "B", "Ricapitolazione", "le chiamate siano ripetute{*} quando sia il suo turno."),
        ("C.", "C", "Dopo il passo finale", "", [
            ("1.", "1", None, asking),
            ("2.", "2", None, "Il dichiarante{**} può farlo al turno, ripetizione{*} compresa."),
        ]),
        ("D.", "D", None, HOSTILE + " e ripetute{*}: così"),
    ], intro="Si ricapitola così, come in [27B1b|2007:27B1(b)] e [99A|2007:99A].")
    w.note("(*)", "A voce si risponde con chiarezza (vedi [20D|2007:20D]).", label("20"), "2007")
    w.note("(**)", "", label("20"), "2007")
    issue = Issue("gap", "Manca un paragrafo.", 3, label("20C1"), "2007", "doubt", "Si veda.")
    change = Change(2, "perche'", "perché", "accent", "mechanical")
    return w.document(issues=(issue,), changes=(change,)), article


def _archive() -> tuple[Document, Article, Article]:
    w = Writer("archivio", "articles", "Le prime righe", "Redazione", "2007")
    four = w.article("2007", 4, "ACCOPPIAMENTI", [], status="truncated", truncated=True,
                     intro="I quattro giocatori costituiscono due coppie. Nelle manifestazioni")
    nine = w.article("2007", 9, "IRREGOLARITÀ", [
        ("1.", "1", "Richiamare l’attenzione", "chiunque può farlo, e allora"),
    ], status="truncated")
    return w.document(), four, nine


def _definitions() -> tuple[Document, Article]:
    w = Writer("definizioni-2007", "articles", "Le definizioni", None, "2007")
    article = w.article("2007", "definizioni", "DEFINIZIONI", [
        ("", "arbitro", "Arbitro", "chi dirige la gara."),
        ("", "licita insufficiente", "Licita insufficiente", "quella che non basta: [27|2007:27]."),
    ], announced="")
    return w.document(), article


def _letter() -> tuple[Document, Article]:
    w = Writer("renonce", "letter", "Quando è consumata una renonce?", "Un arbitro", "2007")
    w.section(None, ("paragraph", "", "Quando è consumata una renonce?"), role="question")
    answer = "Non era consumata: si vedano gli [articoli 50 e 63|2007:50,2007:63]."
    w.section(None, ("paragraph", "", answer), ("paragraph", "", "L’articolo dice:"), role="answer")
    article = w.article("2007", 50, "CARTA PENALIZZATA", [
        ("A.", "A", "La carta rimane esposta", "fino a quando sia giocata (vedi [D2|2007:50D2])."),
        ("D.", "D", None, "", [
            ("1. (a)", "1", None, "deve essere giocata;"),
            ("2.", "2", None, "il dichiarante può scegliere."),
        ]),
    ], status="quoted")
    w.section(None, ("signature", "", "Un arbitro"), role="answer")
    return w.document(), article


def _guide() -> Document:
    w = Writer("cenni", "guide", "Cenni di regolamento", "Un maestro")
    w.section("Licita insufficiente", ("paragraph", "", "Si può correggere (vedi [27A|:27A])."))
    w.section("Attacco fuori turno", ("paragraph", "", "Ci sono due opzioni:"),
              ("item", "1)", "accettare l’attacco;"), ("item", "2)", "rifiutarlo."))
    w.section("Licita insufficiente", ("paragraph", "", "Un titolo che torna: [27D|2017:27D]."))
    return w.document()


def comparison() -> Comparison:
    """A few pairs of the two articles 27."""
    return Comparison("1997", "2007", 27, (
        Pair((label("27A"),), (label("27A1"),), "moved", 0.9, "automatic", flags=("uncertain",)),
        Pair((label("27C"),), (label("27A2"),), "moved", 0.9, "asserted"),
        Pair((label("27B1(b)"),), (label("27D"),), "amended", 0.5, "asserted"),
        Pair((), (label("27B1(b)"),), "inserted", 0.0, "automatic"),
    ))


def rulebook() -> Rulebook:
    """Three editions, six documents."""
    commentary, old27, new27 = _commentary()
    twenty, art20 = _article_20()
    archive, art4, art9 = _archive()
    definitions, part = _definitions()
    letter, art50 = _letter()
    known = tuple(
        ArticleName(n, {16: "Informazioni non autorizzate", 27: "Licita insufficiente"}.get(n))
        for n in range(1, 94)
    )
    parts = (PartName("introduzione", "Introduzione"), PartName("definizioni", "Definizioni"))
    editions = (
        _edition("1997", (old27,), known, superseded_by="2007"),
        _edition("2007", (part, art4, art9, art20, new27, art50), known, superseded_by="2017",
                 parts=parts),
        _edition("2017", (), known),
    )
    correction = Correction("c-1", "articolo-20", "replace", "Il nome è al singolare.", "redazione",
                            "2026-11-30", "siano ripetute", 2, "sia ripetuta", "proposed")
    issue = Issue("gap", "Il testo non ha B4.", None, label("27"), "2007", "remark")
    documents = (commentary, twenty, archive, definitions, letter, _guide())
    return Rulebook(editions, documents, (correction,), (issue,))


def _edition(ident: str, articles: tuple[Article, ...], known: tuple[ArticleName, ...],
             superseded_by: str | None = None, parts: tuple[PartName, ...] = ()) -> Edition:
    return Edition(
        ident, f"Codice di Gara {ident}", f"Codice di Gara del bridge duplicato, edizione {ident}",
        "World Bridge Federation",
        "Il Codice è della World Bridge Federation. Fa fede il testo ufficiale.",
        "superseded" if superseded_by else "latest-known",
        "Edizione superata." if superseded_by else "È l’edizione più recente.",
        superseded_by=superseded_by, known=known, parts=parts, articles=articles,
        in_force_from="2008-09-01" if ident == "2007" else None,
    )

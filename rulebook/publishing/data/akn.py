"""An edition as Akoma Ntoso 3.0 (OASIS LegalDocML), with eIds of the naming convention 1.0."""

from __future__ import annotations

from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from rulebook.model import Article, Citation, Document, Edition, Note, NoteCall, Paragraph, Rulebook
from rulebook.publishing.html import visible
from rulebook.text import Text

_NAMESPACE = "http://docs.oasis-open.org/legaldocml/ns/akn/3.0"
# The naming convention wants jurisdiction, type, date and name, in this order; "un" is for bodies
# of no single country.
_WORK = "/akn/un/act/{date}/codice-di-gara"


def work(edition: str) -> str:
    """The IRI of an edition's work; what follows `~` is a provision."""
    return _WORK.format(date=edition)


def akoma_ntoso(rulebook: Rulebook, edition: Edition) -> bytes:
    """An edition that holds some text, as `/data/2007.akn.xml`.

    A truncated article or provision has the status `incomplete`; what is missing is not there.
    """
    writer = _Writer(rulebook, edition)
    body = [line for article in edition.articles for line in writer.article(article)]
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        f'<akomaNtoso xmlns="{_NAMESPACE}">',
        '<act name="codice" contains="singleVersion">',
        *_meta(edition, writer.notes()),
        '<preface eId="preface"><longTitle eId="preface__longTitle">',
        f"<p>{_text(edition.long_title)}</p></longTitle></preface>",
        '<body eId="body">',
        *body,
        "</body>",
        "</act>",
        "</akomaNtoso>",
    ]
    return ("\n".join(lines) + "\n").encode()


def _meta(edition: Edition, notes: list[str]) -> Iterator[str]:
    iri, day = work(edition.id), edition.in_force_from or f"{edition.id}-01-01"
    expression = f"{iri}/ita@{day}"
    yield '<meta><identification source="#rulebook">'
    for level, uri, this in (
        ("Work", iri, f"{iri}/!main"),
        ("Expression", expression, f"{expression}/!main"),
        ("Manifestation", f"{expression}.akn", f"{expression}/!main.akn"),
    ):
        yield f"<FRBR{level}><FRBRthis value={quoteattr(this)}/><FRBRuri value={quoteattr(uri)}/>"
        yield f'<FRBRdate date={quoteattr(day)} name="in-vigore"/><FRBRauthor href="#autore"/>'
        if level == "Work":
            yield '<FRBRcountry value="un"/>'
        if level == "Expression":
            yield '<FRBRlanguage language="ita"/>'
        if level == "Manifestation":
            yield '<FRBRformat value="application/akn+xml"/>'
        yield f"</FRBR{level}>"
    yield '</identification><references source="#rulebook">'
    yield (
        '<TLCOrganization eId="autore" href="/akn/ontology/organization/autore" '
        f"showAs={quoteattr(edition.authority)}/>"
    )
    yield (
        '<TLCOrganization eId="rulebook" href="/akn/ontology/organization/rulebook" '
        'showAs="Regole del bridge"/></references>'
    )
    if notes:
        yield '<notes source="#rulebook">'
        yield from notes
        yield "</notes>"
    yield "</meta>"


class _Writer:
    """Writes the articles of an edition, and remembers the notes they call."""

    def __init__(self, rulebook: Rulebook, edition: Edition) -> None:
        self._rulebook = rulebook
        self._edition = edition
        self._notes: dict[tuple[str, str], tuple[str, Note, Document]] = {}

    def notes(self) -> list[str]:
        """The notes called so far; notes that these call follow."""
        done: list[str] = []
        while len(done) < len(self._notes):
            eid, note, document = list(self._notes.values())[len(done)]
            words = self._inlines(document, note.id, note.text)
            mark = quoteattr(visible(note.mark))
            done.append(f'<note eId="{eid}" marker={mark}><p>{words}</p></note>')
        return done

    def article(self, article: Article) -> Iterator[str]:
        """An article, or a part without a number, with its provisions."""
        document = self._rulebook.document_of(article)
        root = article.root
        title = self._inlines(document, article.key(root.label, "title"), article.title)
        tag = "article" if root.label.numbered else "hcontainer"
        name = "" if root.label.numbered else ' name="part"'
        cut = ' status="incomplete"' if article.status == "truncated" else ""
        yield f'<{tag} eId="{root.label.eid}"{name}{cut}>'
        if str(root.marker).strip():
            yield f"<num>{_text(str(root.marker))}</num>"
        if title:
            yield f"<heading>{title}</heading>"
        yield from self._inside(article, document, root)
        yield f"</{tag}>"

    def _provision(
        self, article: Article, document: Document | None, paragraph: Paragraph
    ) -> Iterator[str]:
        label = paragraph.label
        tag = ("paragraph" if len(label.path) == 1 else "point") if label.numbered else "hcontainer"
        name = "" if label.numbered else ' name="term"'
        cut = ' status="incomplete"' if paragraph.truncated else ""
        yield f'<{tag} eId="{paragraph.label.eid}"{name}{cut}>'
        if str(paragraph.marker).strip():
            yield f"<num>{_text(str(paragraph.marker))}</num>"
        if paragraph.heading:
            heading = self._inlines(document, article.key(label, "heading"), paragraph.heading)
            yield f"<heading>{heading}</heading>"
        yield from self._inside(article, document, paragraph)
        yield f"</{tag}>"

    def _inside(
        self, article: Article, document: Document | None, paragraph: Paragraph
    ) -> Iterator[str]:
        """The words of a provision: as content, or around the provisions below it."""
        label, eid = paragraph.label, paragraph.label.eid
        text = self._inlines(document, article.key(label, "text"), paragraph.text)
        tail = self._inlines(document, article.key(label, "tail"), paragraph.tail)
        if not paragraph.children:
            inner = "".join(f"<p>{words}</p>" for words in (text, tail) if words) or "<p/>"
            yield f'<content eId="{eid}__content">{inner}</content>'
            return
        if text:
            yield f'<intro eId="{eid}__intro"><p>{text}</p></intro>'
        for child in paragraph.children:
            yield from self._provision(article, document, child)
        if tail:
            yield f'<wrapUp eId="{eid}__wrapup"><p>{tail}</p></wrapUp>'

    def _inlines(self, document: Document | None, key: str, text: Text | None) -> str:
        """The words of a field with its note marks and its citations of one provision."""
        whole = str(text or "")
        if document is None:
            return _text(whole)
        parts: list[str] = []
        at = 0
        for start, end, layer in _layers(document, key):
            if start < at:
                continue
            parts.append(_text(whole[at:start]))
            parts.append(self._layer(document, layer, whole[start:end]))
            at = end
        return "".join(parts) + _text(whole[at:])

    def _layer(
        self, document: Document, layer: tuple[Note, NoteCall] | Citation, words: str
    ) -> str:
        if isinstance(layer, Citation):
            target = layer.targets[0]
            iri = f"{work(target.edition or '')}/!main~{target.label.eid}"
            return f"<ref href={quoteattr(iri)}>{_text(words)}</ref>"
        note, call = layer
        named = (document.source.id, note.id)
        if named not in self._notes:
            self._notes[named] = (f"note_{len(self._notes) + 1}", note, document)
        mark = quoteattr(visible(str(call.mark).strip()))
        return f'<noteRef href="#{self._notes[named][0]}" marker={mark}/>'


def _layers(
    document: Document, key: str
) -> list[tuple[int, int, tuple[Note, NoteCall] | Citation]]:
    """What lies over a field, in order; citations of several provisions stay plain words."""
    found: list[tuple[int, int, tuple[Note, NoteCall] | Citation]] = [
        (call.place.start, call.place.end, (note, call))
        for note, call in document.calls.get(key, ())
    ]
    for citation in document.citations_in.get(key, ()):
        place = citation.place
        crossed = any(place.start < start < place.end for start, _, _ in found)
        if len(citation.targets) == 1 and citation.targets[0].edition and not crossed:
            found.append((place.start, place.end, citation))
    return sorted(found, key=lambda layer: layer[:2])


def _text(words: str) -> str:
    return escape(visible(words))

"""Compares the words of built pages with the words of the texts they show.

A page is read back from its HTML alone. Inside a text, note marks, buttons and the asides of the
site (who cites it, what it corresponds to) are left out; everything else must be the text's own
words, in order, each in the element of its provision.
"""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path

from rulebook.model import Article, Document, Note, Paragraph, Rulebook, article_fields
from rulebook.publishing import addresses
from rulebook.publishing.check_site import Finding
from rulebook.publishing.html import visible
from rulebook.publishing.library import in_source_order
from rulebook.publishing.wording import article_name
from rulebook.text import Text

_ASIDES = {"rb-cited", "rb-counterpart", "rb-cut", "rb-doubt", "rb-quoted-from", "rb-quiet",
           "rb-flags", "rb-ahead", "rb-at-table"}
_OUTSIDE_TAGS = {"button", "script", "style"}
_VOID = {"br", "img", "hr", "input", "meta", "link", "wbr"}
_TEXTS = {"rb-law", "rb-section", "rb-note"}

Tokens = list[str]
"""Words; provisions open and close with ⟨eId⟩ and ⟨/⟩, note marks stand in ⟨ ⟩."""


class _Reader(HTMLParser):
    """Reads the words of the texts of a page, and its first heading."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.heading: Tokens = []
        self.texts: list[Tokens] = []
        self._open: list[tuple[str, str]] = []  # tag and role
        self._buffer: list[str] = []
        self._target: Tokens | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _VOID:
            self._buffer.append(" " if tag == "br" else "")
            return
        values = dict(attrs)
        classes = set((values.get("class") or "").split())
        role = self._role(tag, classes, values)
        if role != "inline":
            self._flush()
        if role == "text":
            self._target = []
            self.texts.append(self._target)
        elif role == "heading":
            self._target = self.heading
        elif role == "provision" and self._target is not None:
            self._target.append(f"⟨{values['data-eid']}⟩")
        self._open.append((tag, role))

    def _role(self, tag: str, classes: set[str], values: dict[str, str | None]) -> str:
        inside = [role for _, role in self._open]
        if "outside" in inside or tag in _OUTSIDE_TAGS or classes & _ASIDES:
            return "outside"
        if "rb-back" in classes:
            return "outside"
        if classes & _TEXTS:
            return "block" if "text" in inside else "text"
        if "rb-quote" in classes:
            return "quote"
        if tag == "h1" and "text" not in inside:
            return "heading"
        if tag == "h2" and inside and inside[-1] == "quote":
            return "text"
        if "data-eid" in values:
            return "provision"
        if tag == "sup":
            return "mark"
        return "inline" if tag in ("a", "span", "strong", "em") else "block"

    def handle_endtag(self, tag: str) -> None:
        if tag in _VOID or not any(name == tag for name, _ in self._open):
            return
        while self._open:
            name, role = self._open.pop()
            if role == "mark":
                self._mark()
            elif role != "inline":
                self._flush()
            if role == "provision" and self._target is not None:
                self._target.append("⟨/⟩")
            if role in ("text", "heading"):
                self._target = None
            if name == tag:
                return

    def handle_data(self, data: str) -> None:
        if not any(role == "outside" for _, role in self._open):
            self._buffer.append(data)

    def _flush(self) -> None:
        if self._target is not None:
            self._target.extend("".join(self._buffer).split())
        self._buffer.clear()

    def _mark(self) -> None:
        mark = "".join(self._buffer).strip()
        self._buffer.clear()
        if self._target is not None and mark:
            self._target.append(f"⟨{mark}⟩")


def read_page(html: str) -> tuple[Tokens, list[Tokens]]:
    """The words of a page's first heading, and those of each text in it, from its HTML."""
    reader = _Reader()
    start = html.find("<h1")
    reader.feed(html[max(start, 0) :])
    reader.close()
    return reader.heading, [text for text in reader.texts if text]


def audit_article(html: str, article: Article, document: Document | None) -> str | None:
    """What differs between an article and its page; None where every word is in its place."""
    heading, texts = read_page(html)
    expected = _title(article, document)
    if expected and heading != expected:
        return _difference(heading, expected)
    fields = [field.key for field in article_fields(article)]
    notes = [_note(note, document) for note in _notes(fields, document)]
    return _first_difference(texts, [_law(article, document), *notes])


def audit_document(html: str, document: Document) -> str | None:
    """What differs between a document and its page; None where every word is in its place."""
    expected: list[Tokens] = []
    fields: list[str] = []
    for part in in_source_order(document):
        if isinstance(part, Article):
            title = _title(part, document) or article_name(part.number).split()
            expected += [title, _law(part, document)]
            fields += [field.key for field in article_fields(part)]
        else:
            number, section = part
            keys = [f"s{number}.b{index}" for index in range(len(section.blocks))]
            tokens = _tokens(section.heading, f"s{number}.heading", document)
            for key, block in zip(keys, section.blocks, strict=True):
                tokens += [*str(block.marker).split(), *_tokens(block.text, key, document)]
            expected.append(tokens)
            fields += [f"s{number}.heading", *keys]
    expected += [_note(note, document) for note in _notes(fields, document)]
    return _first_difference(read_page(html)[1], [tokens for tokens in expected if tokens])


def audit_site(site: Path, rulebook: Rulebook) -> tuple[Finding, ...]:
    """Compare every page of a built site that shows a text with that text."""
    found: list[Finding] = []
    for edition in rulebook.editions:
        for article in edition.articles:
            if article.status != "missing":
                page = addresses.of_article(edition.id, article.number)
                document = rulebook.document_of(article)
                fault = audit_article(_html(site, page), article, document)
                found += [Finding(page, fault)] if fault else []
    for document in rulebook.documents:
        address = addresses.of_document(document)
        if address:
            fault = audit_document(_html(site, address), document)
            found += [Finding(address, fault)] if fault else []
    return tuple(found)


def _html(site: Path, page: str) -> str:
    file = site / page / "index.html"
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def _tokens(text: Text | None, key: str, document: Document | None) -> Tokens:
    """The words of a field, with the note marks where they are called."""
    whole = visible(str(text or ""))
    found: Tokens = []
    at = 0
    for _, call in document.calls.get(key, ()) if document else ():
        found += [*whole[at : call.place.start].split(), f"⟨{visible(str(call.mark)).strip()}⟩"]
        at = call.place.start
    return found + whole[at:].split()


def _title(article: Article, document: Document | None) -> Tokens:
    key = article.key(article.label, "title")
    return visible(str(article.root.marker)).split() + _tokens(article.title, key, document)


def _law(article: Article, document: Document | None) -> Tokens:
    def below(paragraph: Paragraph) -> Iterator[str]:
        def part(name: str, text: Text | None) -> Tokens:
            return _tokens(text, article.key(paragraph.label, name), document)

        yield f"⟨{paragraph.label.eid}⟩"
        if paragraph is not article.root:
            yield from visible(str(paragraph.marker)).split()
        yield from part("heading", paragraph.heading)
        yield from part("text", paragraph.text)
        for child in paragraph.children:
            yield from below(child)
        yield from part("tail", paragraph.tail)
        yield "⟨/⟩"

    return list(below(article.root))


def _notes(fields: list[str], document: Document | None) -> list[Note]:
    """The notes called from these fields, and from those notes, in the order of their calls."""
    found: dict[str, Note] = {}
    waiting = list(fields) if document else []
    while document and waiting:
        for note, _ in document.calls.get(waiting.pop(0), ()):
            if note.id not in found:
                found[note.id] = note
                waiting.append(note.id)
    return list(found.values())


def _note(note: Note, document: Document | None) -> Tokens:
    return visible(note.mark).split() + _tokens(note.text, note.id, document)


def _first_difference(found: list[Tokens], expected: list[Tokens]) -> str | None:
    for have, want in zip(found, expected, strict=False):
        if have != want:
            return _difference(have, want)
    if len(found) != len(expected):
        return f"shows {len(found)} texts instead of {len(expected)}"
    return None


def _difference(found: Tokens, expected: Tokens) -> str:
    """The first place where words differ, with the words before it."""
    at = next(
        (i for i, (a, b) in enumerate(zip(found, expected, strict=False)) if a != b),
        min(len(found), len(expected)),
    )
    before = " ".join(expected[max(0, at - 4) : at])
    have, want = " ".join(found[at : at + 4]), " ".join(expected[at : at + 4])
    return f"after “{before}” stands “{have}” instead of “{want}”"

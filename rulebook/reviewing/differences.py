"""What a decision changes in the reading of a text: every part of it before and after."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher

from rulebook.compare import word_diff
from rulebook.label import Label
from rulebook.model import Document, Paragraph
from rulebook.text import Text


@dataclass(frozen=True, slots=True)
class Part:
    """A provision, a heading or a stretch of prose: its name, its words, and its lines.

    `depth` counts from 0; `mark` is the marker of a provision or of a list item.
    """

    name: str
    mark: str
    heading: str
    words: str
    depth: int
    lines: tuple[int, ...]
    kind: str = "provision"

    @property
    def whole(self) -> str:
        """Everything that is read in it, on one line."""
        return " ".join(f"{self.mark} {self.heading} {self.words}".split())


@dataclass(frozen=True, slots=True)
class Difference:
    """A part that is not as it was; `words` are (equal, delete or insert; text)."""

    name: str
    words: tuple[tuple[str, str], ...]


def parts_of(document: Document) -> tuple[Part, ...]:
    """Everything that was read in a document, in the order of its lines."""
    found: list[Part] = []
    for article in document.articles:
        again = f", copia {article.copy}" if article.copy > 1 else ""
        for provision in article.provisions():
            root = provision is article.root
            title = article.title if root else None
            found.append(_part(
                document, f"{provision.label} ({article.edition}{again})", provision, title,
            ))
    for section in document.sections:
        if section.heading:
            found.append(_prose(document, "Titolo", Text(), section.heading, "heading"))
        found += [
            _prose(document, "Testo", block.marker, block.text, block.kind)
            for block in section.blocks
        ]
    found += [
        _prose(document, f"Nota {note.mark}", note.marker, note.text, "note")
        for note in document.notes
    ]
    found.sort(key=lambda part: part.lines[:1] or (0,))
    return tuple(found)


def differences(before: Document, after: Document) -> tuple[Difference, ...]:
    """The parts of a document that a second reading gives in another way."""
    found = list(_standings(before, after))
    old, new = parts_of(before), parts_of(after)
    olds = [(part.name, part.whole) for part in old]
    news = [(part.name, part.whole) for part in new]
    for operation, i1, i2, j1, j2 in SequenceMatcher(None, olds, news, False).get_opcodes():
        if operation != "equal":
            found.extend(_paired(old[i1:i2], new[j1:j2]))
    return tuple(found)


def uncut(before: Document, after: Document) -> tuple[str, ...]:
    """What a second reading gives as whole and the first as cut off, by name."""
    cut = set(_cut(before)) - set(_cut(after))
    there = {
        (article.edition, provision.label)
        for article in after.articles for provision in article.provisions()
    }
    return tuple(f"{label} ({edition})" for edition, label in sorted(cut & there))


def _cut(document: Document) -> Iterator[tuple[str, Label]]:
    for article in document.articles:
        if article.status == "truncated":
            yield article.edition, article.label
        for provision in article.provisions():
            if provision.truncated:
                yield article.edition, provision.label


_STANDING = {
    "truncated": "segnato come troncato", "quoted": "citato per intero", "complete": "intero",
    "missing": "mancante",
}
"""What is said of an article, as it is said to whoever decides."""


def _standings(before: Document, after: Document) -> Iterator[Difference]:
    """The articles that are marked as cut off and will not be, or the other way round."""
    old = {(one.edition, one.number, one.copy): one.status for one in before.articles}
    for article in after.articles:
        was = old.get((article.edition, article.number, article.copy), article.status)
        if was != article.status:
            words = (
                ("delete", _STANDING[was]), ("equal", " → "), ("insert", _STANDING[article.status])
            )
            again = f", copia {article.copy}" if article.copy > 1 else ""
            yield Difference(f"Articolo {article.number} ({article.edition}{again})", words)


def _paired(old: Sequence[Part], new: Sequence[Part]) -> Iterator[Difference]:
    """Parts of one name stand against each other, in order; the rest came or went."""
    left = list(new)
    for part in old:
        twin = next((other for other in left if other.name == part.name), None)
        if twin is None:
            yield Difference(part.name, (("delete", part.whole),))
            continue
        left.remove(twin)
        words = tuple(word_diff(part.whole, twin.whole))
        if part.whole != twin.whole:
            yield Difference(part.name, words)
    for part in left:
        yield Difference(part.name, (("insert", part.whole),))


def _part(document: Document, name: str, provision: Paragraph, title: Text | None) -> Part:
    texts = [provision.marker, title, provision.heading, provision.text, provision.tail]
    words = " ".join(str(text) for text in (provision.text, provision.tail) if text)
    cut = " […]" if provision.truncated else ""
    heading = " ".join(str(text) for text in (title, provision.heading) if text)
    return Part(
        name, str(provision.marker), heading, words + cut, len(provision.label.path),
        _lines(document, texts),
    )


def _prose(document: Document, name: str, mark: Text, text: Text, kind: str) -> Part:
    heading = kind == "heading"
    return Part(
        name, str(mark), str(text) if heading else "", "" if heading else str(text), 0,
        _lines(document, (mark, text)), kind,
    )


def _lines(document: Document, texts: Sequence[Text | None]) -> tuple[int, ...]:
    source = document.source
    return tuple(sorted({line for text in texts if text for line in source.lines_of(text)}))

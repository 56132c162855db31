"""Chapters of a booklet as XHTML for an EPUB; every text is escaped, no text is markup."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulebook.publishing import blocks as b
from rulebook.publishing.addresses import Address
from rulebook.publishing.doubts import APPARATUS
from rulebook.publishing.html import escape, table_rows
from rulebook.publishing.pdf.booklet import Booklet, Chapter

_SUITS = re.compile("([♥♦♡♢])")
_TAGS = {"strong": "strong", "label": "b", "code": "code", "quiet": "i"}
_WEB = ("https://", "http://", "mailto:")
_SCREEN = {"neighbours", "counterpart", "related"}


@dataclass(frozen=True)
class Places:
    """Where an address of the site stands in the EPUB: the file, and the id in it."""

    booklet: Booklet
    files: dict[Address, str]

    def href(self, link: b.Link) -> str | None:
        """Where a link leads: into the EPUB, to the site, or nowhere."""
        inside = self.files.get(Address(link.address, link.anchor))
        if inside:
            return inside
        web = link.address.startswith(_WEB)
        return link.address if web else self.booklet.url(link.address, link.anchor)


@dataclass(frozen=True)
class ChapterPage:
    """One chapter as XHTML."""

    chapter: Chapter
    places: Places

    def body(self) -> str:
        """The chapter with its notes, which readers let pop up."""
        chapter = self.chapter
        label = f'<span class="label">{escape(chapter.label)}</span> ' if chapter.label else ""
        heading = self._inlines(chapter.heading)
        kind = "chapter" if chapter.kind in ("law", "prose") else "appendix"
        return "\n".join((
            f'<section epub:type="{kind}" role="doc-{kind}" class="{chapter.kind}">',
            f"<h1>{label}{heading}</h1>",
            *self._all(chapter.blocks),
            "</section>",
        ))

    def blocks(self) -> tuple[str, ...]:
        """The blocks alone, without heading and frame."""
        return tuple(self._all(self.chapter.blocks))

    def _inlines(self, inlines: b.Inlines) -> str:
        return "".join(map(self._inline, inlines))

    def _inline(self, inline: b.Inline) -> str:
        match inline:
            case b.Words(text=text, tone=tone):
                tag = _TAGS.get(tone)
                return f"<{tag}>{_text(text)}</{tag}>" if tag else _text(text)
            case b.Link(words=words, kind=kind):
                inner = "".join(map(self._inline, words))
                grant = _class(kind if "grant" in kind.split() else "")
                href = self.places.href(inline)
                if href:
                    return f'<a href="{escape(href)}"{grant}>{inner}</a>'
                if kind == APPARATUS:
                    return ""
                return f"<span{grant}>{inner}</span>" if grant else inner
            case b.NoteMark(mark=mark, note=note, call=call):
                return (
                    f'<sup><a epub:type="noteref" role="doc-noteref" id="{escape(call)}" '
                    f'href="#{escape(note)}">{_text(mark)}</a></sup>'
                )
            case b.Change(op=op, text=text):
                tag = "del" if op == "delete" else "ins"
                return f"<{tag}>{_text(text)}</{tag}>"

    def _all(self, blocks: Iterable[b.Block]) -> Iterator[str]:
        for block in blocks:
            yield from self._block(block)

    def _block(self, block: b.Block) -> Iterator[str]:
        match block:
            case b.Heading(level=level, inlines=inlines, anchor=anchor):
                yield f"<h{level}{_id(anchor)}>{self._inlines(inlines)}</h{level}>"
            case b.Paragraph(inlines=inlines, kind=kind, anchor=anchor, marker=marker):
                if kind in ("elsewhere", "ahead"):
                    return
                told = f'<span class="label">{escape(marker)}</span> ' if marker else ""
                yield f"<p{_id(anchor)}{_class(kind)}>{told}{self._inlines(inlines)}</p>"
            case b.Lines(lines=lines, anchor=anchor):
                yield f"<pre{_id(anchor)}>" + "\n".join(map(_text, lines)) + "</pre>"
            case b.Items(items=items, kind=kind):
                yield f"<ul{_class(kind)}>"
                for item in items:
                    yield from ("<li>", *self._all(item), "</li>")
                yield "</ul>"
            case b.Provision():
                yield from self._provision(block)
            case b.Notes(entries=entries):
                yield from map(self._note, entries)
            case b.Table():
                yield from ("<table>", *table_rows(block, self._inlines), "</table>")
            case _:
                yield from self._container(block)

    def _container(self, block: b.Block) -> Iterator[str]:
        match block:
            case b.Law(provisions=inner, status=status):
                yield from (f'<div class="law {status}">', *self._all(inner), "</div>")
            case b.Notice(kind=kind, blocks=inner):
                yield f'<div class="notice {kind}" role="note">'
                yield from (*self._all(inner), "</div>")
            case b.Quote(blocks=inner, anchor=anchor):
                yield from (f"<blockquote{_id(anchor)}>", *self._all(inner), "</blockquote>")
            case b.Details(kind="cited" | "contents"):
                return
            case b.Details(summary=summary, blocks=inner, kind=kind):
                yield f'<div class="small {kind}">'
                yield from (f"<p><b>{escape(summary)}</b></p>", *self._all(inner), "</div>")
            case b.Group(kind=kind, blocks=inner, anchor=anchor):
                if not _SCREEN.intersection(kind.split()):
                    yield f"<div{_id(anchor)}{_class(kind)}>"
                    yield from (*self._all(inner), "</div>")
            case _:
                return

    def _provision(self, block: b.Provision) -> Iterator[str]:
        yield f'<div{_id(block.anchor)} class="provision level-{min(block.level, 6)}">'
        label = f'<span class="label">{escape(block.marker)}</span> ' if block.marker else ""
        if block.heading:
            level = block.heading_level
            yield f"<h{level}>{label}{self._inlines(block.heading)}</h{level}>"
            label = ""
        if block.text or label:
            yield f"<p>{label}{self._inlines(block.text)}</p>"
        yield from self._all(block.below)
        if block.tail:
            yield f"<p>{self._inlines(block.tail)}</p>"
        yield "</div>"

    def _note(self, entry: b.NoteEntry) -> str:
        remark = f"<i>{escape(entry.remark)}</i>" if entry.remark else ""
        mark = f'<a href="#{escape(entry.calls[0])}" role="doc-backlink">{_text(entry.mark)}</a>' \
            if entry.calls else _text(entry.mark)
        return (
            f'<aside epub:type="footnote" role="doc-footnote" id="{escape(entry.anchor)}">'
            f"<p>{mark} {self._inlines(entry.text)}{remark}</p></aside>"
        )


def _text(text: str) -> str:
    """A text with its red suits marked, so that a style can colour them."""
    return "".join(
        f'<span class="red">{part}</span>' if _SUITS.fullmatch(part) else escape(part)
        for part in _SUITS.split(text)
    )


def _id(anchor: str | None) -> str:
    return f' id="{escape(anchor)}"' if anchor else ""


def _class(kind: str) -> str:
    return f' class="{escape(kind)}"' if kind else ""

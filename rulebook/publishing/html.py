"""Prints the blocks of a page as HTML; every text is escaped, no text is markup."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from html import escape as escape_html

from rulebook.publishing import blocks as b
from rulebook.publishing.addresses import relative

_TAGS = {"strong": "strong", "code": "code", "old": "del", "new": "ins"}
_CONTROL = {code: chr(0x2400 + code) for code in range(32) if chr(code) not in "\t\n\r"}
_CONTROL |= {0x7F: "␡"} | dict.fromkeys((*range(0x80, 0xA0), 0xFFFE, 0xFFFF), "\ufffd")
_SURROGATE = re.compile(r"[\ud800-\udfff]")


def visible(text: str) -> str:
    """A text with characters that no page may hold replaced by signs for them."""
    return _SURROGATE.sub("\ufffd", text.translate(_CONTROL))


def escape(text: str) -> str:
    """A text as HTML, for element content and for attribute values."""
    return escape_html(visible(text), quote=True)


def render(blocks: Iterable[b.Block], page: str) -> str:
    """Blocks as HTML for the page at an address; links become relative to it."""
    return "\n".join(_block(block, page) for block in blocks) + "\n"


def _attributes(**values: str | None) -> str:
    return "".join(
        f' {name.rstrip("_").replace("_", "-")}="{escape(value)}"'
        for name, value in values.items()
        if value
    )


def inlines_html(inlines: b.Inlines, page: str) -> str:
    """Inlines as HTML."""
    return "".join(_inline(inline, page) for inline in inlines)


def _words(words: b.Words) -> str:
    text = escape(words.text)
    if words.tone == "plain":
        return text
    tag = _TAGS.get(words.tone, "span")
    kind = "" if tag != "span" else f' class="rb-{words.tone}"'
    return f"<{tag}{kind}>{text}</{tag}>"


def _inline(inline: b.Inline, page: str) -> str:
    match inline:
        case b.Words():
            return _words(inline)
        case b.Link(words=inner, address=address, anchor=anchor, kind=kind, title=title):
            classes = " ".join(f"rb-{name}" for name in kind.split())
            attributes = _attributes(
                class_=classes, href=relative(page, address, anchor), title=title
            )
            return f"<a{attributes}>{''.join(map(_words, inner))}</a>"
        case b.NoteMark(mark=mark, note=note, call=call):
            attributes = _attributes(
                class_="rb-call", href=f"#{note}", aria_label=f"Nota {mark}"
            )
            return f'<sup id="{escape(call)}"><a{attributes}>{escape(mark)}</a></sup>'
        case b.Change():
            return _change(inline)


def _change(change: b.Change) -> str:
    tag, name = ("del", "eliminato") if change.op == "delete" else ("ins", "inserito")
    kinds = ("change", *change.kind.split())
    classes = _attributes(class_=" ".join(f"rb-{kind}" for kind in kinds))
    start, end = (
        f'<span class="rb-hidden"> [{word} testo {name}] </span>' for word in ("inizio", "fine")
    )
    return f"<{tag}{classes}>{start}{escape(change.text)}{end}</{tag}>"


def _block(block: b.Block, page: str) -> str:
    return "\n".join(_parts(block, page))


def _parts(block: b.Block, page: str) -> Iterator[str]:
    match block:
        case b.Heading(level=level, inlines=inlines, anchor=anchor):
            yield f"<h{level}{_attributes(id=anchor)}>{inlines_html(inlines, page)}</h{level}>"
        case b.Paragraph():
            yield _paragraph(block, page)
        case b.Lines(lines=lines, kind=kind, anchor=anchor):
            single = " rb-single" if len(lines) == 1 else ""
            attributes = _attributes(id=anchor, class_=f"rb-lines rb-{kind}{single}")
            yield f'<pre{attributes} tabindex="0">' + "\n".join(map(escape, lines)) + "</pre>"
        case b.Items(items=items, kind=kind):
            yield f"<ul{_attributes(class_=kind and f'rb-{kind}')}>"
            for item in items:
                yield f"<li>{_item(item, page)}</li>"
            yield "</ul>"
        case b.Law():
            yield from _law(block, page)
        case b.Provision():
            yield from _provision(block, page)
        case b.Notes(entries=entries):
            yield '<section class="rb-notes" aria-label="Note">'
            for entry in entries:
                yield _note(entry, page)
            yield "</section>"
        case b.Details():
            yield from _details(block, page)
        case b.Table():
            yield from _table(block, page)
        case _:
            yield from _container(block, page)


def _details(block: b.Details, page: str) -> Iterator[str]:
    attributes = _attributes(class_=block.kind and f"rb-{block.kind}", data_of=block.about)
    summary = escape(block.summary)
    if block.level:
        tag = f"h{block.level}"
        summary = f"<{tag}{_attributes(id=block.anchor)}>{summary}</{tag}>"
    yield f"<details{attributes}><summary>{summary}</summary>"
    yield from _all(block.blocks, page)
    yield "</details>"


def _container(block: b.Block, page: str) -> Iterator[str]:
    match block:
        case b.Notice(kind=kind, blocks=inner):
            yield f'<div class="rb-notice rb-notice-{kind}" role="note">'
            yield from _all(inner, page)
            yield "</div>"
        case b.Quote(blocks=inner, anchor=anchor):
            yield f'<blockquote{_attributes(id=anchor, class_="rb-quote")}>'
            yield from _all(inner, page)
            yield "</blockquote>"
        case b.Group(kind=kind, blocks=inner, anchor=anchor, label=label):
            tag = "nav" if kind == "neighbours" else "div"
            name = "Articoli vicini" if tag == "nav" else None
            classes = " ".join(f"rb-{part}" for part in kind.split())
            attributes = _attributes(id=anchor, class_=classes, data_of=label, aria_label=name)
            yield f"<{tag}{attributes}>"
            yield from _all(inner, page)
            yield f"</{tag}>"
        case b.Switch(anchor=anchor, label=label):
            ident = escape(anchor)
            yield f'<input type="checkbox" class="rb-switch" id="{ident}">'
            yield f'<label class="rb-switch-label" for="{ident}">{escape(label)}</label>'
        case b.SearchBox(prompt=prompt):
            yield f'<button type="button" class="rb-open-search">{escape(prompt)}</button>'
        case _:
            raise TypeError(f"no HTML for a {type(block).__name__}")


def _all(blocks: Iterable[b.Block], page: str) -> Iterator[str]:
    for block in blocks:
        yield from _parts(block, page)


def _item(blocks: tuple[b.Block, ...], page: str) -> str:
    match blocks:
        case (b.Paragraph(inlines=inlines, kind="", anchor=None, marker=""),):
            return inlines_html(inlines, page)
        case _:
            return "\n".join(_all(blocks, page))


def _paragraph(block: b.Paragraph, page: str) -> str:
    attributes = _attributes(id=block.anchor, class_=block.kind and f"rb-{block.kind}")
    marker = f'<span class="rb-label">{escape(block.marker)}</span> ' if block.marker else ""
    return f"<p{attributes}>{marker}{inlines_html(block.inlines, page)}</p>"


def _law(law: b.Law, page: str) -> Iterator[str]:
    attributes = _attributes(
        id=law.anchor, class_=f"rb-law rb-{law.status}", data_code=law.code,
        data_article=law.article, data_edition=law.edition,
    )
    yield f"<div{attributes}>"
    yield from _all(law.provisions, page)
    yield "</div>"


def _provision(block: b.Provision, page: str) -> Iterator[str]:
    bare = "" if block.heading or block.text or not block.level else " rb-bare"
    kind = f"rb-provision rb-level-{min(block.level, 6)}{bare}"
    attributes = _attributes(
        id=block.anchor, class_=kind, data_eid=block.eid, data_rule=block.rule
    )
    yield f"<div{attributes}>"
    label = _label(block)
    button = _button(block)
    if block.heading:
        tag = f"h{block.heading_level}"
        heading = inlines_html(block.heading, page)
        last = "" if block.text else button
        yield f'<{tag} class="rb-heading">{label}{heading}{last}</{tag}>'
        label = ""
    if block.text or label:
        text = inlines_html(block.text, page)
        yield f'<p class="rb-text">{label}{text}{button}</p>'
    yield from _all(block.below, page)
    if block.tail:
        yield f'<p class="rb-text rb-tail">{inlines_html(block.tail, page)}</p>'
    yield "</div>"


def _label(block: b.Provision) -> str:
    if not block.marker:
        return ""
    if not block.anchor:
        return f'<span class="rb-label">{escape(block.marker)}</span> '
    return f'<a class="rb-label" href="#{escape(block.anchor)}">{escape(block.marker)}</a> '


def _button(block: b.Provision) -> str:
    if not block.citable or not block.anchor:
        return ""
    attributes = _attributes(
        type="button", class_="rb-cite", aria_label=f"Cita {block.name}"
    )
    return f" <button{attributes}>{escape(block.name)}</button>"


def _note(entry: b.NoteEntry, page: str) -> str:
    back = "".join(
        f' <a class="rb-back" href="#{escape(call)}" '
        f'aria-label="Torna al richiamo {number} di {len(entry.calls)}">↩</a>'
        for number, call in enumerate(entry.calls, 1)
    )
    text = inlines_html(entry.text, page)
    remark = f' <span class="rb-quiet">{escape(entry.remark)}</span>' if entry.remark else ""
    mark = f'<span class="rb-label">{escape(entry.mark)}</span>'
    words = f'<span class="rb-note-text">{text}</span>'
    return f'<p class="rb-note" id="{escape(entry.anchor)}">{mark} {words}{remark}{back}</p>'


def _table(table: b.Table, page: str) -> Iterator[str]:
    name = _attributes(aria_label=table.name)
    yield f'<div class="rb-scroll" tabindex="0" role="region"{name}>'
    yield f"<table{_attributes(class_=table.kind and f'rb-{table.kind}')}>"
    yield from table_rows(table, lambda cell: inlines_html(cell, page))
    yield "</table>"
    yield "</div>"


def table_rows(table: b.Table, cell_html: Callable[[b.Inlines], str]) -> Iterator[str]:
    """The head and the rows of a table, for a site as for an EPUB; `cell_html` prints a cell."""
    if table.head:
        cells = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in table.head)
        yield f"<thead><tr>{cells}</tr></thead>"
    yield "<tbody>"
    anchors = table.anchors or (None,) * len(table.rows)
    for row, anchor in zip(table.rows, anchors, strict=True):
        cells = "".join(f"<td>{cell_html(cell)}</td>" for cell in row)
        yield f"<tr{_attributes(id=anchor)}>{cells}</tr>"
    yield "</tbody>"

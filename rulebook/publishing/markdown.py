"""Prints the blocks of a page as Markdown that reads well as it is and renders to the same words.

Labels of a law are escaped text, never list items; every character that Markdown or one of its
usual extensions could take for markup is escaped.
"""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Iterable, Iterator

from rulebook.publishing import blocks as b
from rulebook.publishing.addresses import file_of
from rulebook.publishing.html import visible

EXTENSIONS = ("attr_list", "md_in_html", "meta", "tables")
"""The Python-Markdown extensions with which the files render as meant."""

_BACKSLASH = re.compile(r"([\\`*_{}\[\]])")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;", "$": "&#36;", "~": "&#126;", "^": "&#94;",
             "|": "&#124;", "\u00ad": "&shy;"}
_ENTITY = re.compile("[" + re.escape("".join(_ENTITIES)) + "]")
_LINE_START = re.compile(r"\A(\s*)([#+\-=:!?%@]|\d+(?=[.)]))")
_SPACES = re.compile(r"[ \t\r\n\f\v]+")


def escape(text: str) -> str:
    """A text as Markdown: what is shown is the text, whatever it looks like.

    >>> print(escape("ripetute(*) <B1> _x_ [^1]"))
    ripetute(\\*) &lt;B1&gt; \\_x\\_ \\[&#94;1\\]
    """
    plain = _ENTITY.sub(lambda found: _ENTITIES[found.group()], visible(text))
    return _BACKSLASH.sub(r"\\\1", _SPACES.sub(" ", plain))


def _first(line: str) -> str:
    """A line whose first sign starts no heading, list or block."""
    found = _LINE_START.match(line)
    if not found:
        return line
    sign = found.group(2)
    if sign.isdigit():
        return f"{found.group(1)}{sign}\\{line[found.end():]}"
    return f"{found.group(1)}&#{ord(sign)};{line[found.end():]}"


def render(blocks: Iterable[b.Block], page: str) -> str:
    """Blocks as Markdown for the page at an address; links lead to the files of the other pages."""
    return "\n\n".join(part for part in _all(blocks, page) if part) + "\n"


def front_matter(**values: str) -> str:
    """The head of a Markdown file, in YAML."""
    lines = (f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in values.items())
    return "---\n" + "\n".join(lines) + "\n---\n\n"


def _href(page: str, address: str, anchor: str) -> str:
    tail = f"#{anchor}" if anchor else ""
    if ":" in address.partition("/")[0]:
        return address + tail
    if page == address:
        return tail or posixpath.basename(file_of(page))
    file = file_of(address) if address == "" or address.endswith("/") else address
    return posixpath.relpath(f"/{file}", posixpath.dirname(f"/{file_of(page)}")) + tail


def inlines_markdown(inlines: b.Inlines, page: str) -> str:
    """Inlines as one line of Markdown."""
    return "".join(_inline(inline, page) for inline in inlines)


def _words(words: b.Words) -> str:
    text = escape(words.text)
    if words.tone in ("strong", "label", "badge"):
        return _bold(text)
    if words.tone in ("old", "new"):
        tag = "del" if words.tone == "old" else "ins"
        return f"<{tag}>{text}</{tag}>"
    return text


def _bold(text: str) -> str:
    """Markdown in bold; spaces stay outside, where bold would not begin or end."""
    inner = text.strip()
    if not inner:
        return text
    start = text.index(inner)
    return f"{text[:start]}**{inner}**{text[start + len(inner):]}"


def _inline(inline: b.Inline, page: str) -> str:
    match inline:
        case b.Words():
            return _words(inline)
        case b.Link(words=inner, kind="download"):
            return "".join(map(_words, inner))  # the file is made with the site, not with the pages
        case b.Link(words=inner, address=address, anchor=anchor):
            return f"[{''.join(map(_words, inner))}]({_href(page, address, anchor)})"
        case b.NoteMark(mark=mark, note=note, call=call):
            return f'<sup id="{call}">[{escape(mark)}](#{note})</sup>'
        case b.Change(op=op, text=text):
            return _words(b.Words(text, "old" if op == "delete" else "new"))


def _anchor(anchor: str | None) -> str:
    return f'<a id="{anchor}"></a>' if anchor else ""


def _line(text: str, anchor: str | None = None) -> str:
    return _anchor(anchor) + text if anchor else _first(text)


def _all(blocks: Iterable[b.Block], page: str) -> Iterator[str]:
    for block in blocks:
        yield from _block(block, page)


def _block(block: b.Block, page: str) -> Iterator[str]:
    match block:
        case b.Heading(level=level, inlines=inlines, anchor=anchor):
            text = inlines_markdown(inlines, page)
            yield f"{'#' * level} {_anchor(anchor)}{text}"
        case b.Paragraph(inlines=inlines, anchor=anchor, marker=marker):
            label = f"{_bold(escape(marker))} " if marker else ""
            yield _line(label + inlines_markdown(inlines, page), anchor)
        case b.Lines(lines=lines, anchor=anchor):
            yield _anchor(anchor)
            yield _as_they_stand(lines)
        case b.Items(items=items):
            yield "\n".join(f"- {_flat(item, page)}" for item in items)
        case b.Provision():
            yield from _provision(block, page)
        case b.Notes(entries=entries):
            yield "---"
            for entry in entries:
                yield _note(entry, page)
        case b.Details(summary=summary, blocks=inner, level=level, anchor=anchor):
            head = f"{'#' * level} {_anchor(anchor)}{escape(summary)}"
            yield head if level else _first(escape(summary))
            yield from _all(inner, page)
        case b.Table():
            yield _table(block, page)
        case _:
            yield from _container(block, page)


def _as_they_stand(lines: Iterable[str]) -> str:
    """Lines as a block of code; Python-Markdown would complete `&#0` there, even in code."""
    shown = [visible(line) for line in lines]
    if any("&#" in line for line in shown):
        return _first("<br>\n".join(escape(line) for line in shown))
    return "\n".join(f"    {line.expandtabs(4)}" for line in shown)


def _container(block: b.Block, page: str) -> Iterator[str]:
    match block:
        case b.Notice(blocks=inner):
            yield _quoted(inner, page)
        case b.Quote(blocks=inner, anchor=anchor):
            yield _anchor(anchor)
            yield _quoted(inner, page)
        case b.Law(provisions=inner, anchor=anchor) | b.Group(blocks=inner, anchor=anchor):
            yield _anchor(anchor)
            yield from _all(inner, page)
        case b.SearchBox() | b.Switch():
            return
        case _:
            raise TypeError(f"no Markdown for a {type(block).__name__}")


def _quoted(blocks: tuple[b.Block, ...], page: str) -> str:
    text = render(blocks, page).rstrip("\n")
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def _flat(blocks: tuple[b.Block, ...], page: str) -> str:
    return " ".join(
        part.removeprefix("- ").replace("\n", " ") for part in _all(blocks, page) if part
    )


def _provision(block: b.Provision, page: str) -> Iterator[str]:
    label = f"{_bold(escape(block.marker))} " if block.marker else ""
    anchor = block.anchor
    if block.heading:
        yield _line(label + _bold(inlines_markdown(block.heading, page)), anchor)
        label, anchor = "", None
    if block.text or label:
        yield _line((label + inlines_markdown(block.text, page)).rstrip(), anchor)
    elif anchor:
        yield _anchor(anchor)
    yield from _all(block.below, page)
    if block.tail:
        yield _line(inlines_markdown(block.tail, page))


def _note(entry: b.NoteEntry, page: str) -> str:
    back = "".join(f" [↩](#{call})" for call in entry.calls)
    remark = f" {escape(entry.remark)}" if entry.remark else ""
    text = inlines_markdown(entry.text, page)
    return _line(f"{escape(entry.mark)} {text}{remark}{back}", entry.anchor)


def _table(table: b.Table, page: str) -> str:
    head = table.head or ("",) * (len(table.rows[0]) if table.rows else 1)
    anchors = table.anchors or (None,) * len(table.rows)
    lines = [_row(escape(cell) for cell in head), _row("---" for _ in head)]
    for row, anchor in zip(table.rows, anchors, strict=True):
        cells = [inlines_markdown(cell, page) for cell in row]
        if cells:
            cells[0] = _anchor(anchor) + cells[0]
        lines.append(_row(cells))
    return "\n".join(lines)


def _row(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"

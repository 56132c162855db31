"""A web page as a tree: lenient, since saved pages seldom close what they open."""

from __future__ import annotations

import codecs
import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser
from importlib.resources import files

from rulebook.inputs.decoding import decode

DEEPEST = 200
"""Elements nested deeper than this are read as if they stood there."""

_CHARSET = re.compile(rb"<meta[^>]+charset\s*=\s*[\"']?\s*([\w.:-]+)", re.IGNORECASE)
_HEAD = 4096


@dataclass(slots=True)
class Node:
    """An element with its attributes and what is in it, in order."""

    tag: str
    attributes: dict[str, str] = field(default_factory=dict)
    children: list[Node | str] = field(default_factory=list)

    def walk(self) -> Iterator[Node]:
        """The element and every element below it."""
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()

    def words(self) -> str:
        """All text below the element."""
        pieces = (child if isinstance(child, str) else child.words() for child in self.children)
        return "".join(pieces)


@dataclass(frozen=True, slots=True)
class WebWords:
    """The vocabulary of web pages; every field is a key of `web.toml`."""

    skipped: frozenset[str]
    menus: frozenset[str]
    menu_roles: frozenset[str]
    menu_names: frozenset[str]
    note_names: frozenset[str]
    back_words: frozenset[str]
    way_words: frozenset[str]
    blocks: frozenset[str]
    void: frozenset[str]
    closed_by: dict[str, frozenset[str]]


@cache
def web_words() -> WebWords:
    """Read the vocabulary."""
    data = tomllib.loads(files("rulebook.inputs").joinpath("web.toml").read_text("utf-8"))
    closed = {tag: frozenset(by) for tag, by in data.pop("closed_by").items()}
    return WebWords(closed_by=closed, **{name: frozenset(words) for name, words in data.items()})


def parse(data: bytes) -> Node:
    """The tree of a page; any bytes are accepted."""
    builder = _Builder()
    builder.feed(_decoded(data))
    builder.close()
    return builder.root


def _decoded(data: bytes) -> str:
    """The text of a page, in the encoding that it names, else as any text."""
    named = _CHARSET.search(data[:_HEAD])
    marked = data.startswith((codecs.BOM_UTF8, codecs.BOM_UTF16_BE, codecs.BOM_UTF16_LE))
    if named and not marked:
        name = named[1].decode("ascii", "replace").lower()
        # What calls itself Latin-1 on the web is Windows-1252; a page that names UTF-16 in
        # letters of one byte is none.
        name = {"iso-8859-1": "cp1252", "latin1": "cp1252", "us-ascii": "cp1252"}.get(name, name)
        if not name.startswith("utf-16"):
            try:
                return data.decode(name)
            except (LookupError, UnicodeDecodeError):
                pass
    return decode(data).text.lstrip("\ufeff")


class _Builder(HTMLParser):
    """Puts the events of the parser together to a tree."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Node("document")
        self.open = [self.root]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        words = web_words()
        for at in range(len(self.open) - 1, max(len(self.open) - 8, 0), -1):
            holder = self.open[at].tag
            if tag in words.closed_by.get(holder, ()):
                del self.open[at:]
                continue
            if holder in words.blocks and holder not in words.closed_by:
                break
        node = Node(tag, {name: value or "" for name, value in attrs})
        self.open[-1].children.append(node)
        if tag not in words.void and len(self.open) < DEEPEST:
            self.open.append(node)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Node(tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        for at in range(len(self.open) - 1, 0, -1):
            if self.open[at].tag == tag:
                del self.open[at:]
                return

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)

"""Web pages saved from a site: their text as a reader sees it, with the menus around it apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from rulebook.inputs.anchors import HEADINGS, MARK, Anchors, anchors_of
from rulebook.inputs.blocks import (
    Block,
    announces,
    extraction_of_blocks,
    letters_in,
    raised,
    spaced,
    table,
)
from rulebook.inputs.extraction import Extraction, Format, InputError
from rulebook.inputs.link_lists import judged
from rulebook.inputs.markup import Node, parse, web_words
from rulebook.inputs.web_lists import before as list_labels
from rulebook.inputs.web_lists import members
from rulebook.layout import Role

_ARROWS = "↩↑^⏎⤴↵\ufe0e "
_NOTE_TARGET = re.compile(r"(?:fn|foot|note|nota|ftn|_ftn|cite)", re.IGNORECASE)


def read_web(data: bytes, name: str, most: int) -> Extraction:
    """The lines of a saved page of at most so many bytes.

    Raises:
        InputError: it is too large, or holds no words.
    """
    if len(data) > most:
        raise InputError(
            f"the page has {len(data):,} bytes, more than the {most:,} that are read",
            name,
            "save one article, or one part of the book, at a time.",
        )
    page = parse(data)
    reader = _Reader(_marks(page), anchors_of(page))
    reader.read(page, "text")
    blocks = _without_false_menus(judged(reader.finished()))
    if not any(block.text.strip() for block in blocks):
        raise InputError("the page holds no words", name, "save it again from the browser.")
    return extraction_of_blocks(Format.HTML, blocks)


def _marks(page: Node) -> dict[str, str]:
    """The marks of notes by the id that they lead to."""
    found: dict[str, str] = {}
    for node in page.walk():
        links = [n for n in node.walk() if n.tag == "a"] if node.tag == "sup" else []
        if node.tag == "a" and any(
            isinstance(child, Node) and child.tag == "sup" for child in node.children
        ):
            links = [node]
        for link in links:
            target = link.attributes.get("href", "")
            mark = link.words().strip() or node.words().strip()
            if target.startswith("#") and MARK.match(mark):
                found.setdefault(target[1:], mark)
        target = node.attributes.get("href", "") if node.tag == "a" else ""
        mark = node.words().strip() if target.startswith("#") else ""
        if mark and MARK.match(mark) and _NOTE_TARGET.match(target[1:]):
            found.setdefault(target[1:], mark)
    # Whatever leads to it, a heading is no note.
    for node in page.walk():
        if node.tag in HEADINGS:
            found.pop(node.attributes.get("id", ""), None)
    return found


@dataclass
class _Reader:
    """The lines of a page as they are gathered; `marks` lead from ids to notes."""

    marks: dict[str, str]
    anchors: Anchors
    aside: list[str] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    line: list[str] = field(default_factory=list)
    role: Role = "text"
    markers: tuple[str, ...] = ()
    noting: bool = False
    lacks: str = ""
    links: list[tuple[int, int, str]] = field(default_factory=list)
    counted: tuple[int, int] = (0, 0)

    def read(self, node: Node, role: Role) -> None:
        """Read an element with what is in it, and remember where a link in it leads to."""
        address = node.attributes.get("href", "").strip() if node.tag == "a" else ""
        paragraphs, start = len(self.blocks), self._letters() if address else 0
        self._read(node, role)
        if address and len(self.blocks) == paragraphs:
            self.links.append((start, self._letters(), address))

    def _letters(self) -> int:
        """How many characters the open paragraph has that are no blanks."""
        pieces, letters = self.counted
        letters += sum(map(letters_in, self.line[pieces:]))
        self.counted = len(self.line), letters
        return letters

    def _read(self, node: Node, role: Role) -> None:
        words = web_words()
        if node.tag in words.skipped or "hidden" in node.attributes:
            return
        if node.tag == "br":
            self._break()
            return
        if id(node) in self.anchors.lines:
            self.end()
            self.role, self.noting = "note", True
            names = (node.attributes.get("id", ""), node.attributes.get("name", ""))
            self.lacks = next((self.marks[name] for name in names if name in self.marks), "")
        role = self._role(node, role)
        if node.tag == "sup":
            self._raise(node)
        elif node.tag == "a" and self._set_aside(node):
            return
        elif id(node) in self.anchors.calls:
            self._raise(node)
        elif id(node) in self.anchors.returns and node.words().strip():
            self._inner(node, role)
            self.line.append(" ")
        elif node.tag == "table":
            self.end()
            self.blocks += [replace(b, role=b.role) for b in self._table(node, role)]
        elif node.tag in ("ol", "ul"):
            self._list(node, role)
        elif node.tag in words.blocks:
            self.end()
            self.role = role
            self._prepend_mark(node)
            self._inner(node, role)
            self.end()
        else:
            self._prepend_mark(node)
            self._inner(node, role)

    def _break(self) -> None:
        """A line ends; an empty one ends a note that only breaks part from others."""
        if self.noting and self.line and self.line[-1] == "\n":
            self.end()
        else:
            self.line.append("\n")

    def end(self) -> None:
        """Finish the paragraph that is open."""
        lines = "".join(self.line).split("\n")
        text = "\n".join(spaced(line).strip(" ") for line in lines).strip("\n ")
        if text:
            before = ""
            if self.lacks and not _has_mark(text, self.lacks):
                before = f"{raised(self.lacks.strip('[]()'))} "
            before = list_labels(self.markers, before + text) + before
            put = letters_in(before)
            links = tuple((start + put, end + put, to) for start, end, to in self.links)
            self.blocks.append(Block(before + text, self.role, links=links))
            self.markers = ()
        self.line, self.links, self.counted = [], [], (0, 0)
        self.noting, self.lacks = False, ""
        if self.aside:
            self.blocks.append(Block(" ".join(self.aside), "menu"))
            self.aside = []

    def finished(self) -> list[Block]:
        """All paragraphs."""
        self.end()
        return self.blocks

    def _inner(self, node: Node, role: Role) -> None:
        for child in node.children:
            if isinstance(child, str):
                plain = child if node.tag == "pre" else child.replace("\n", " ")
                if plain.strip() and not self.noting and not any(map(str.strip, self.line)):
                    self.role = role
                self.line.append(plain.replace("\r", ""))
            else:
                self.read(child, role)

    def _role(self, node: Node, role: Role) -> Role:
        """What an element is: a menu by its tag, role or name; a note where a mark leads to it."""
        words = web_words()
        if node.attributes.get("id", "") in self.marks and node.tag in words.blocks:
            return "note"
        if id(node) in self.anchors.notes:
            return "note"
        if role == "text" and id(node) in self.anchors.ways:
            return "menu"
        if role == "text" and id(node) in self.anchors.menus and not self._introduced(node):
            role = "links"
        if role not in ("text", "links"):
            return role
        names = re.split(
            r"[^a-z0-9]+",
            f"{node.attributes.get('class', '')} {node.attributes.get('id', '')}".lower(),
        )
        if (
            node.tag in words.menus
            or node.attributes.get("role", "").lower() in words.menu_roles
            or (node.tag in words.blocks and not words.menu_names.isdisjoint(names))
        ):
            return "menu" if node.tag not in ("body", "html", "main", "article") else role
        return role

    def _introduced(self, node: Node) -> bool:
        """Whether a sentence that ends with a colon leads into a list of links elsewhere."""
        before = "".join(self.line).strip() or (self.blocks[-1].text if self.blocks else "")
        own = any(n.attributes.get("href", "").startswith("#") for n in node.walk())
        return not own and before.endswith(":") and len(before.split()) > 4

    def _prepend_mark(self, node: Node) -> None:
        """Put a note's mark before its text where only the link to it has one."""
        mark = self.marks.get(node.attributes.get("id", ""))
        if mark is None or node.attributes.get("href", "") == f"#{node.attributes.get('id')}":
            return
        self.role = "note"
        if node.tag in web_words().blocks and not _has_mark(node.words().strip(), mark):
            self.line.append(f"{raised(mark.strip('[]()'))} ")

    def _raise(self, node: Node) -> None:
        mark = node.words().strip()
        bare = mark.strip("[]()")
        linked = any(n.tag == "a" for n in node.walk())
        shown = raised(bare if linked and bare.isdigit() else mark)
        while shown != mark and self.line and not self.line[-1].strip(" "):
            self.line.pop()
        # What is put in their place is yet to be counted.
        self.counted = min(self.counted[0], len(self.line)), self.counted[1]
        if shown != mark and self.line:
            self.line[-1] = self.line[-1].rstrip(" ")
        begins = not self.line or self.line[-1].endswith("\n")
        self.line.append(shown)
        if shown != mark and begins:
            self.line.append(" ")

    def _set_aside(self, node: Node) -> bool:
        """Whether a link only leads back or up; its words then stand beside the text."""
        words = " ".join(node.words().split())
        bare = words.strip(_ARROWS + "[]() ").lower().replace("’", "'")
        inside = id(node) in self.anchors.returns
        own = inside or node.attributes.get("href", "").startswith("#")
        plain = own and (not bare or bare in web_words().back_words)
        if not plain and (not inside or MARK.match(words) or len(words) > 3):
            return False
        if words:
            self.aside.append(words)
        return True

    def _list(self, node: Node, role: Role) -> None:
        """A list; its members with the labels that a browser shows.

        Where a member begins with a list of its own, both labels stand on one line.
        """
        self.end()
        around = self.markers
        for child, label in members(node):
            if isinstance(child, str):
                self.line.append(child.replace("\n", " "))
                continue
            if label is not None:
                self.end()
                noted = self._role(child, role) == "note"
                self.markers = around if noted or not label else (*around, label)
            self.read(child, role)
            self.end()
            if label is not None or not self.markers:
                around = ()
            self.markers = around

    def _table(self, node: Node, role: Role) -> Sequence[Block]:
        rows = []
        for row in _own(node, "tr"):
            cells = []
            for cell in row.children:
                if isinstance(cell, Node) and cell.tag in ("td", "th"):
                    inner = _Reader(self.marks, self.anchors, role=role)
                    inner._inner(cell, role)
                    cells.append(inner.finished())
            rows.append(cells)
        captions = [n for n in node.children if isinstance(n, Node) and n.tag == "caption"]
        inner = _Reader(self.marks, self.anchors, role=role)
        for caption in captions:
            inner.read(caption, role)
        return [*inner.finished(), *table(rows)]


def _has_mark(words: str, mark: str) -> bool:
    """Whether a note begins with its mark."""
    bare = mark.strip("[]()")
    own = f"{re.escape(bare)}|{re.escape(raised(bare))}"
    return bool(re.match(rf"[\[(]?(?:{own})[\])]?[.:)\s]|{re.escape(bare)}\w", words))


def _own(node: Node, tag: str) -> Iterator[Node]:
    """The rows of a table that are not those of a table inside it."""
    for child in node.children:
        if isinstance(child, Node):
            if child.tag == tag:
                yield child
            elif child.tag in ("thead", "tbody", "tfoot"):
                yield from _own(child, tag)


def _without_false_menus(blocks: Sequence[Block]) -> list[Block]:
    """Menus are short; where one holds the text of the page, its name misleads."""
    menu = [block for block in blocks if block.role == "menu"]
    letters = sum(len(block.text) for block in blocks)
    law = sum(len(block.text) for block in menu if len(block.text) > 120)
    opened = any(announces(block.text) and len(block.text) < 90 for block in menu)
    if opened and law * 2 > letters:
        return [replace(b, role="text") if b.role == "menu" else b for b in blocks]
    return list(blocks)

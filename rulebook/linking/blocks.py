"""The paragraphs of a page: what a reader reads in one go, and where each character stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from rulebook.linking.tags import RAW, VOID, Token, characters, tokens
from rulebook.publishing.elements import elements

_ELEMENTS = elements()
HEADINGS = frozenset("h1 h2 h3 h4 h5 h6".split())
# What begins or ends a paragraph.
BLOCK = frozenset(_ELEMENTS.block) | HEADINGS
# What is left alone, with everything in it.
LOCKED = frozenset(_ELEMENTS.locked) | HEADINGS
# What stands in a line without being a word.
OBJECTS = frozenset(_ELEMENTS.objects)
# What an opening tag of the same name closes.
_IMPLIED: dict[str, set[str]] = {
    "li": {"li"}, "dt": {"dt", "dd"}, "dd": {"dt", "dd"}, "option": {"option"},
    "td": {"td", "th"}, "th": {"td", "th"}, "tr": {"td", "th", "tr", "caption"},
    "tbody": {"td", "th", "tr", "caption", "thead", "tbody", "tfoot"}, "p": {"p"}, "a": {"a"},
}
_IMPLIED["thead"] = _IMPLIED["tfoot"] = _IMPLIED["tbody"]
# What shuts in the elements that an opening tag closes, and what else does outside of tables.
_WALL = {"table"}
_WALLS = {"table", "td", "th", "caption", "ul", "ol", "dl", "menu", "dir", "a"}
# What is set high or low: marks of notes, mostly.
NOTES = frozenset(_ELEMENTS.notes)
OPT_OUT = "data-senza-link"
OBJECT = "\ufffc"
_BLANK = " \t\n\r\f"
# Signs without a width: they part no word and are no part of one.
_UNSEEN = "\u00ad\u200b\u200c\u200d\u2060\ufeff"
# How many columns of a cell are looked at: one may say that it covers a thousand.
WIDEST = 50
_TAG = re.compile("<[^>]*>")
_WORD = re.compile("[A-Za-zÀ-ÖØ-öø-ÿ]{2}")
_NUMBER = re.compile("[0-9]{1,3}")


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a table: the columns it covers, and whether it may name them.

    A cell that reaches down into further rows pushes theirs aside.
    """

    table: int
    row: int
    first: int
    last: int
    head: bool


@dataclass(slots=True)
class Block:
    """A paragraph: its text, and for each character its place in the page.

    A character without a place in the page (a line break of `<br>`) has `starts == ends`.
    `heading` is the level of a heading, 0 in a paragraph; `quoted` is set in a `blockquote`.
    `path` names the blocks that it stands in, the innermost last; `marks` are the places in the
    text where marks of notes stand, which are no part of it.
    """

    heading: int = 0
    cell: Cell | None = None
    quoted: bool = False
    path: tuple[int, ...] = (0,)
    marks: list[int] = field(default_factory=list)
    text: str = ""
    starts: list[int] = field(default_factory=list)
    ends: list[int] = field(default_factory=list)
    locked: list[bool] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Anchor:
    """A link that stands in a page: its address, its words, where its tag begins."""

    href: str
    start: int
    words: str
    block: int
    offset: int


@dataclass(frozen=True, slots=True)
class Cut:
    """A page as it is read."""

    tokens: tuple[Token, ...]
    blocks: tuple[Block, ...]
    anchors: tuple[Anchor, ...]


@dataclass(slots=True)
class _Table:
    number: int
    row: int = -1
    column: int = 0
    taken: dict[int, int] = field(default_factory=dict)


class _Reader:
    """One pass over the tags of a page."""

    def __init__(self, page: str) -> None:
        self.page = page
        self.open: list[Token] = []
        self.tables: list[_Table] = []
        self.made = 0
        self.cells: list[Cell | None] = []
        self.blocks: list[Block] = []
        self.block = Block()
        self.characters: list[str] = []
        self.anchors: list[Anchor] = []
        self.link: tuple[Token, int, int] | None = None
        self.note = -1

    def read(self) -> Cut:
        """The blocks and links of the page."""
        found = tuple(tokens(self.page))
        for token in found:
            if token.start < self.note and token.kind == "text":
                continue
            if token.kind == "text":
                self._text(token)
            elif token.kind == "start":
                self._start(token)
            elif token.kind == "end":
                self._end(token.name)
        self._end_link()
        self._break()
        return Cut(found, tuple(self.blocks), tuple(self.anchors))

    def _break(self) -> None:
        self.block.text = "".join(self.characters)
        if self.block.text.strip():
            self.blocks.append(self.block)
        self.characters = []
        names = [token.name for token in self.open]
        path = (0, *(token.end for token in self.open if token.name in BLOCK))
        heading = next((int(n[1]) for n in names if n in HEADINGS), 0)
        cell = self.cells[-1] if self.cells else None
        self.block = Block(heading, cell, "blockquote" in names, path)

    def _put(self, character: str, start: int, end: int, locked: bool) -> None:
        self.characters.append(character)
        self.block.starts.append(start)
        self.block.ends.append(end)
        self.block.locked.append(locked)

    def _text(self, token: Token) -> None:
        locked = any(_locks(opened) for opened in self.open)
        for character, start, end in characters(self.page, token.start, token.end):
            if character in _UNSEEN:
                continue
            if character in _BLANK:
                if self.characters and self.characters[-1] in " \n":
                    if self.block.ends[-1] == start:
                        self.block.ends[-1] = end
                    continue
                character = " "
            self._put(character, start, end, locked)

    def _start(self, token: Token) -> None:
        name = token.name
        while closed := self._implied(name):
            self._end(closed)
        if name == "a" and any(opened.name == "a" for opened in self.open):
            self._end("a")
        if name in BLOCK:
            if self.open and self.open[-1].name == "p" and name != "p":
                self._end("p")
            self._break()
        if name == "br":
            self._put("\n", token.start, token.start, False)
        elif name in OBJECTS:
            self._put(OBJECT, token.start, token.start, True)
        if name in VOID or (token.closed and name in RAW):
            return
        if name in NOTES and token.start >= self.note:
            self._note(token)
        self._table(token)
        self.open.append(token)
        if name in BLOCK:
            self._break()
        if name == "a" and token.get("href") is not None:
            self.link = (token, len(self.blocks), len(self.characters))

    def _note(self, token: Token) -> None:
        """Leave out what is set high or low, unless it has a word ("27<sup>bis</sup>")."""
        end = self.page.lower().find(f"</{token.name}", token.end)
        said = _TAG.sub("", self.page[token.end : end])
        if end >= 0 and not _WORD.search(said):
            self.note = end
            self.block.marks.append(len(self.characters))

    def _implied(self, name: str) -> str | None:
        """An open element that an opening tag of a name closes."""
        closing = _IMPLIED.get(name, set())
        walls = _WALL if "tr" in closing or "td" in closing else _WALLS - closing
        for opened in reversed(self.open):
            if opened.name in closing:
                return opened.name
            if opened.name in walls:
                return None
        return None

    def _table(self, token: Token) -> None:
        if token.name == "table":
            self.made += 1
            self.tables.append(_Table(self.made))
        elif token.name == "tr" and self.tables:
            self.tables[-1].row += 1
            self.tables[-1].column = 0
        elif token.name in ("td", "th"):
            if not self.tables:
                self.cells.append(None)
                return
            table = self.tables[-1]
            while table.taken.get(table.column, -1) >= table.row:
                table.column += 1
            last = table.column + _span(token, "colspan") - 1
            for column in range(table.column, min(last, table.column + WIDEST) + 1):
                table.taken[column] = table.row + _span(token, "rowspan") - 1
            head = token.name == "th" or table.row == 0
            self.cells.append(Cell(table.number, table.row, table.column, last, head))
            table.column = last + 1

    def _end(self, name: str) -> None:
        if not any(opened.name == name for opened in self.open):
            if name in BLOCK:
                self._break()
            return
        if name == "a":
            self._end_link()
            place = max(i for i, opened in enumerate(self.open) if opened.name == "a")
            del self.open[place]
            return
        if name in BLOCK:
            self._break()
        while self.open:
            opened = self.open.pop()
            if opened.name in ("td", "th") and self.cells:
                self.cells.pop()
            elif opened.name == "table" and self.tables:
                self.tables.pop()
            if opened.name == name:
                break
        if name in BLOCK:
            self._break()

    def _end_link(self) -> None:
        if self.link:
            token, block, offset = self.link
            inside = self.characters[offset:] if block == len(self.blocks) else []
            href = token.get("href") or ""
            self.anchors.append(Anchor(href, token.start, "".join(inside), block, offset))
            self.link = None


def _span(token: Token, name: str) -> int:
    """How many columns or rows a cell covers."""
    said = token.get(name) or ""
    return min(WIDEST + 1, max(1, int(said))) if _NUMBER.fullmatch(said) else 1


def _locks(token: Token) -> bool:
    if token.name in LOCKED or token.get(OPT_OUT) is not None:
        return True
    editable = token.get("contenteditable")
    role = token.get("role")
    return (editable is not None and editable.lower() != "false") or role in ("heading", "textbox")


def cut(page: str) -> Cut:
    """Cut a page into the paragraphs that a reader reads.

    Args:
        page: HTML or XHTML, well formed or not.

    Returns:
        Its tokens, its paragraphs in order, and the links that stand in it.
    """
    return _Reader(page).read()


def segments(block: Block, start: int, end: int) -> Iterator[tuple[int, int]]:
    """The places in the page of a part of a paragraph: one for each stretch without tags."""
    first = last = -1
    for index in range(start, end):
        begins, finishes = block.starts[index], block.ends[index]
        if begins == finishes:
            continue
        if first < 0:
            first = begins
        elif begins < last:
            begins = last
        elif begins > last:
            yield first, last
            first = begins
        last = finishes
    if first >= 0:
        yield first, last

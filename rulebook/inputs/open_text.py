"""OpenDocument texts (ODT): paragraphs with the labels of their lists, notes, tables."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from rulebook.inputs.blocks import Block, extraction_of_blocks, letters_in, raised, spaced, table
from rulebook.inputs.extraction import Extraction, Format, InputError, missing_library
from rulebook.inputs.open_lists import Lists, lists_of, whole
from rulebook.inputs.symbols import shown
from rulebook.inputs.zipped import broken, checked

_FIXED = {"text:s": " ", "text:tab": "\t", "text:line-break": "\n"}
_SKIPPED = {
    "text:tracked-changes", "text:sequence-decls", "text:variable-decls", "office:forms",
    "office:annotation", "office:annotation-end", "text:note-citation", "svg:desc", "svg:title",
}  # fmt: skip
_PARAGRAPHS = ("text:p", "text:h")
_DEEPEST = 60


def read_open_text(data: bytes, name: str, unpacked: int) -> Extraction:
    """The lines of an OpenDocument text.

    Args:
        data: the bytes of the file.
        name: its name, for messages.
        unpacked: how many bytes its parts may have together.

    Raises:
        InputError: it is broken, encrypted, hostile or empty, or the library is missing.
    """
    checked(data, name, unpacked)
    try:
        import odfdo
    except ImportError as error:
        raise missing_library("reading an OpenDocument text", name, "documents", "odfdo") from error
    try:
        document = odfdo.Document(io.BytesIO(data))
        blocks = _Reader(list(document.get_styles())).blocks(document)
    except Exception as error:  # the library raises anything on a broken part
        raise broken(name) from error
    if not blocks:
        raise InputError("the document holds no words", name, "look whether it was saved whole.")
    return extraction_of_blocks(Format.ODT, blocks)


@dataclass
class _Reader:
    """A document as it is read: its styles, its lists, and the notes that wait for their place."""

    styles: list[Any]
    lists: Lists = field(init=False)
    lifted: set[str] = field(init=False)
    fonts: dict[str, str] = field(init=False)
    notes: list[Any] = field(default_factory=list)
    label: str = ""
    links: list[tuple[int, int, str]] = field(default_factory=list)
    letters: int = 0

    def __post_init__(self) -> None:
        self.lists = lists_of(self.styles)
        self.lifted, self.fonts = set(), {}
        for style in self.styles:
            named = str(style.get_attribute("style:name") or "")
            for part in style.children:
                if str(part.get_attribute("style:text-position") or "").startswith(("super", "3")):
                    self.lifted.add(named)
                font = part.get_attribute("style:font-name") or part.get_attribute("fo:font-family")
                if font:
                    self.fonts[named] = str(font)

    def blocks(self, document: Any) -> list[Block]:
        """Headers, the text, its notes, footers."""
        above = self._edges("style:header")
        body = list(self._inside(document.body, 0))
        notes: list[Block] = []
        for at, note in enumerate(self.notes, 1):
            text = " ".join(block.text for block in self._inside(note, 1))
            notes.append(Block(f"{raised(str(at))} {text}", "note"))
        return [*above, *body, *notes, *self._edges("style:footer")]

    def _edges(self, tag: str) -> list[Block]:
        found: list[Block] = []
        for style in self.styles:
            if style.tag != "style:master-page":
                continue
            for part in style.children:
                if part.tag == tag:
                    found += [replace(b, role="running-header") for b in self._inside(part, 0)]
        return list(dict.fromkeys(found))

    def _inside(self, holder: Any, depth: int, style: str = "", level: int = 0) -> Iterator[Block]:
        """The paragraphs, lists and tables of an element, in order."""
        if depth > _DEEPEST:
            return
        for child in holder.children:
            tag = child.tag
            if tag in _SKIPPED:
                continue
            if tag in _PARAGRAPHS:
                yield from self._paragraph(child, depth)
            elif tag == "text:list":
                yield from self._list(child, depth, style, level + 1)
            elif tag == "table:table":
                yield from self._table(child, depth)
            else:
                yield from self._inside(child, depth + 1, style, level)

    def _paragraph(self, element: Any, depth: int) -> Iterator[Block]:
        boxes: list[Any] = []
        self.letters, self.links = 0, []
        pieces: list[str] = []
        for piece in self._words(element, "", boxes, depth):
            pieces.append(piece)
            self.letters += letters_in(piece)
        whole_text = "".join(pieces)
        text = "\n".join(spaced(line).strip(" ") for line in whole_text.split("\n")).strip("\n ")
        if text:
            label, self.label = self.label, ""
            put = letters_in(label)
            links = tuple((start + put, end + put, to) for start, end, to in self.links)
            yield Block(f"{label} {text}" if label else text, links=links)
        for box in boxes:
            yield from self._inside(box, depth + 1)

    def _words(self, element: Any, style: str, boxes: list[Any], depth: int) -> Iterator[str]:
        if element.text:
            yield self._shown(element.text, style)
        for child in element.children:
            tag = child.tag
            if tag in _FIXED:
                yield _FIXED[tag] * (
                    whole(child.get_attribute("text:c"), 1) if tag == "text:s" else 1
                )
            elif tag == "text:note":
                self.notes += [part for part in child.children if part.tag == "text:note-body"]
                yield raised(str(len(self.notes)))
            elif tag.startswith("draw:"):
                boxes.append(child)
            elif tag not in _SKIPPED and depth <= _DEEPEST:
                own = (
                    str(child.get_attribute("text:style-name") or "")
                    if tag == "text:span"
                    else style
                )
                start = self.letters
                yield from self._words(child, own, boxes, depth + 1)
                if tag == "text:a" and (to := child.get_attribute("xlink:href")):
                    self.links.append((start, self.letters, str(to)))
            if child.tail:
                yield self._shown(child.tail, style)

    def _shown(self, text: str, style: str) -> str:
        text = text.replace("\n", " ")
        if style in self.lifted:
            return raised(text)
        font = self.fonts.get(style)
        return "".join(shown(character, font) for character in text) if font else text

    def _list(self, element: Any, depth: int, style: str, level: int) -> Iterator[Block]:
        """A list with the labels that its style counts."""
        style = str(element.get_attribute("text:style-name") or style)
        self.lists.begin(level, element.get_attribute("text:continue-numbering") in (True, "true"))
        for item in element.children:
            if item.tag != "text:list-item":
                yield from self._inside(item, depth + 1, style, level)
                continue
            # An item that holds a list only has no label of its own.
            if item.children and item.children[0].tag in _PARAGRAPHS:
                start = whole(item.get_attribute("text:start-value"), 0)
                self.label = self.lists.label(style, level, start or None)
            yield from self._inside(item, depth + 1, style, level)
            self.label = ""

    def _table(self, element: Any, depth: int) -> list[Block]:
        rows = []
        for row in _rows(element):
            cells = [c for c in row.children if c.tag == "table:table-cell"]
            rows.append([list(self._inside(cell, depth + 1)) for cell in cells])
        return table(rows)


def _rows(element: Any) -> Iterator[Any]:
    for child in element.children:
        if child.tag == "table:table-row":
            yield child
        elif child.tag in ("table:table-header-rows", "table:table-rows", "table:table-row-group"):
            yield from _rows(child)

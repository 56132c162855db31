"""Reads a tagged PDF back: its structure with the text of each element, artifacts left out."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import pikepdf
import pypdf

HYPHENS = {"\u00ad"}
"""How a hyphen that only a line end made is marked."""


@dataclass
class Element:
    """An element of the structure: its tag, and its texts and elements in reading order."""

    tag: str
    children: list[str | Element] = field(default_factory=list)
    page: int | None = None
    attributes: dict[str, Any] = field(default_factory=dict)
    pages: list[int] = field(default_factory=list)
    """The pages on which its own text stands, from 0."""
    annotations: list[Any] = field(default_factory=list)
    """The annotations that belong to it, as object numbers."""

    def walk(self) -> Iterator[Element]:
        yield self
        for child in self.children:
            if isinstance(child, Element):
                yield from child.walk()

    def all(self, tag: str) -> list[Element]:
        return [element for element in self.walk() if element.tag == tag]

    @property
    def text(self) -> str:
        """The words as they run, without notes and the marks that call them."""
        parts: list[str] = []
        for child in self.children:
            if isinstance(child, str):
                parts.append(child)
            elif child.tag != "Note" and not child.is_call:
                parts.append(child.text)
        return "".join(parts)

    @property
    def whole(self) -> str:
        """Every word below, notes and marks as well."""
        return "".join(c if isinstance(c, str) else c.whole for c in self.children)

    @property
    def is_call(self) -> bool:
        """Whether this is the mark of a note: a label that is a link."""
        return self.tag == "Lbl" and any(
            isinstance(child, Element) and child.tag == "Link" for child in self.children
        )

    @property
    def words(self) -> list[str]:
        return self.text.split()


@dataclass
class Pdf:
    """A PDF file as its readers see it."""

    data: bytes

    @cached_property
    def file(self) -> pikepdf.Pdf:
        return pikepdf.open(io.BytesIO(self.data))

    @cached_property
    def root(self) -> Element:
        pages = {page.obj.objgen: index for index, page in enumerate(self.file.pages)}
        top = _list(self.file.Root.StructTreeRoot.K)[0]
        return _element(top, pages, self._marked, None)

    @cached_property
    def _shown(self) -> list[tuple[int, int | None, str]]:
        """Every piece of text that is shown: page, marked content (None for an artifact), text."""
        found: list[tuple[int, int | None, str]] = []
        for number, page in enumerate(self.file.pages):
            found += [(number, mark, text) for mark, text in _pieces(page)]
        return found

    @cached_property
    def _marked(self) -> dict[tuple[int, int], str]:
        found: dict[tuple[int, int], str] = {}
        for page, mark, text in self._shown:
            if mark is not None:
                found[page, mark] = found.get((page, mark), "") + text
        return {key: "".join(c for c in text if c not in HYPHENS) for key, text in found.items()}

    @cached_property
    def outline(self) -> list[tuple[int, str]]:
        """The outline's entries with their depth."""
        def below(items: Any, depth: int) -> Iterator[tuple[int, str]]:
            for item in items:
                yield depth, item.title
                yield from below(item.children, depth + 1)

        with self.file.open_outline() as outline:
            return list(below(outline.root, 1))

    @cached_property
    def links(self) -> list[tuple[int, Any, str | None]]:
        """The link annotations: page, internal target, address."""
        return self._links(frozenset())

    @cached_property
    def text_links(self) -> list[tuple[int, Any, str | None]]:
        """The links without those between notes and their calls."""
        calls = (x for label in self.root.walk() if label.is_call for x in label.walk())
        return self._links(frozenset(number for x in calls for number in x.annotations))

    def _links(self, without: frozenset[Any]) -> list[tuple[int, Any, str | None]]:
        found = []
        for number, page in enumerate(self.file.pages, 1):
            for note in page.get("/Annots", ()):
                if note.objgen in without:
                    continue
                action = note.get("/A")
                address = str(action.URI) if action is not None and "/URI" in action else None
                found.append((number, note.get("/Dest"), address))
        return found

    def target_page(self, dest: Any) -> int:
        """The page, from 1, on which a destination lies; a name is looked up.

        Raises KeyError where the name or the page is not in the file.
        """
        if not isinstance(dest, pikepdf.Array):
            dest = self.names[str(dest)]
            dest = dest.D if isinstance(dest, pikepdf.Dictionary) else dest
        pages = {page.obj.objgen: index for index, page in enumerate(self.file.pages, 1)}
        return pages[dest[0].objgen]

    @cached_property
    def names(self) -> dict[str, Any]:
        """The destinations that have a name."""
        names = self.file.Root.get("/Names")
        if names is None or "/Dests" not in names:
            return {}
        return {str(key): value for key, value in pikepdf.NameTree(names.Dests).items()}

    @cached_property
    def plain(self) -> str:
        """The text that an ordinary reader extracts once artifacts are cut out."""
        copy = pikepdf.open(io.BytesIO(self.data))
        for page in copy.pages:
            page.Contents = copy.make_stream(_without_artifacts(page))
        out = io.BytesIO()
        copy.save(out)
        pages = pypdf.PdfReader(out).pages
        text = "\n".join(page.extract_text() for page in pages)
        return text.replace("\u00ad\n", "").replace("\u00ad", "")

    @cached_property
    def artifacts(self) -> list[str]:
        """The text of the artifacts of each page: running heads, page numbers."""
        texts = [""] * len(self.file.pages)
        for page, mark, text in self._shown:
            if mark is None:
                texts[page] += text
        return texts

    def coloured(self, signs: str) -> Iterator[tuple[str, str]]:
        """Each of these signs that is shown, with its colour."""
        for page in self.file.pages:
            yield from _colours(page, signs)

    @cached_property
    def lines(self) -> list[str]:
        """The lines as they are set, with the hyphens that ended them."""
        found: dict[tuple[int, int], str] = {}
        for number, page in enumerate(self.file.pages):
            for height, text in _lines(page):
                key = (number, round(height))
                found[key] = found.get(key, "") + text
        return list(found.values())

    @cached_property
    def metadata(self) -> str:
        return bytes(self.file.Root.Metadata.read_bytes()).decode()

    @cached_property
    def fonts(self) -> dict[str, bool]:
        """The fonts in use, and whether each is embedded."""
        found: dict[str, bool] = {}
        for item in self.file.objects:
            if isinstance(item, pikepdf.Dictionary) and item.get("/Type") == "/FontDescriptor":
                embedded = any(f"/FontFile{end}" in item for end in ("", "2", "3"))
                found[str(item.FontName)] = embedded
        return found


def _fonts(page: pikepdf.Page) -> dict[str, dict[bytes, str]]:
    return {name: _decoder(font) for name, font in page.Resources.get("/Font", {}).items()}


def _said(operator: str, operands: Any, decode: dict[bytes, str]) -> str:
    strings = operands[0] if operator == "TJ" else operands
    codes = b"".join(bytes(s) for s in strings if isinstance(s, pikepdf.String))
    return "".join(decode[codes[at : at + 2]] for at in range(0, len(codes), 2))


def _colours(page: pikepdf.Page, signs: str) -> Iterator[tuple[str, str]]:
    fonts, decode, colour = _fonts(page), {}, ""
    for instruction in pikepdf.parse_content_stream(page):
        operator, operands = str(instruction.operator), instruction.operands
        if operator == "scn":
            colour = " ".join(str(x) for x in operands)
        elif operator == "Tf":
            decode = fonts[str(operands[0])]
        elif operator in ("Tj", "TJ"):
            yield from ((x, colour) for x in _said(operator, operands, decode) if x in signs)


def _lines(page: pikepdf.Page) -> Iterator[tuple[float, str]]:
    fonts, decode, height = _fonts(page), {}, 0.0
    for instruction in pikepdf.parse_content_stream(page):
        operator, operands = str(instruction.operator), instruction.operands
        if operator == "cm":
            height = float(operands[5])
        elif operator == "Tf":
            decode = fonts[str(operands[0])]
        elif operator in ("Tj", "TJ"):
            yield height, _said(operator, operands, decode)


def _pieces(page: pikepdf.Page) -> Iterator[tuple[int | None, str]]:
    fonts = _fonts(page)
    marks: list[tuple[int | None, bool]] = []
    decode: dict[bytes, str] = {}
    for instruction in pikepdf.parse_content_stream(page):
        operator, operands = str(instruction.operator), instruction.operands
        if operator in ("BDC", "BMC"):
            held = operands[1] if operator == "BDC" else {}
            mark = int(held["/MCID"]) if "/MCID" in held else None
            inner = marks[-1][0] if marks and mark is None else mark
            if str(operands[0]) == "/Artifact":
                inner = None
                yield None, "\n"
            told = marks[-1][1] if marks else False
            if "/ActualText" in held:
                yield inner, str(held["/ActualText"])
                told = True
            marks.append((inner, told))
        elif operator == "EMC":
            marks.pop()
        elif operator == "Tf":
            decode = fonts[str(operands[0])]
        elif operator in ("Tj", "TJ"):
            mark, told = marks[-1] if marks else (None, False)
            if not told:
                yield mark, _said(operator, operands, decode)


def _decoder(font: Any) -> dict[bytes, str]:
    """What each two-byte code of a font means, from its ToUnicode map."""
    found: dict[bytes, str] = {}
    for block in pikepdf.parse_content_stream(font.ToUnicode):
        operands = list(block.operands)
        if str(block.operator) == "endbfchar":
            for code, text in zip(operands[::2], operands[1::2], strict=True):
                found[bytes(code)] = bytes(text).decode("utf-16-be")
        elif str(block.operator) == "endbfrange":
            for low, high, text in zip(*[iter(operands)] * 3, strict=True):
                first, last = (int.from_bytes(bytes(x), "big") for x in (low, high))
                start = bytes(text).decode("utf-16-be")
                for code in range(first, last + 1):
                    shifted = start[:-1] + chr(ord(start[-1]) + code - first)
                    found[code.to_bytes(2, "big")] = shifted
    return found


def _without_artifacts(page: pikepdf.Page) -> bytes:
    kept: list[Any] = []
    open_marks: list[bool] = []
    for instruction in pikepdf.parse_content_stream(page):
        operator = str(instruction.operator)
        if operator in ("BDC", "BMC"):
            open_marks.append(str(instruction.operands[0]) == "/Artifact")
        inside = any(open_marks)
        if operator == "EMC" and open_marks:
            open_marks.pop()
        if not inside or operator not in ("Tj", "TJ", "'", '"'):
            kept.append(instruction)
    return pikepdf.unparse_content_stream(kept)


def _element(
    node: Any, pages: dict[Any, int], marked: dict[tuple[int, int], str], page: int | None
) -> Element:
    if "/Pg" in node:
        page = pages[node.Pg.objgen]
    attributes = {
        str(key): value for block in _list(node.get("/A")) if isinstance(block, pikepdf.Dictionary)
        for key, value in block.items()
    }
    element = Element(str(node.get("/S", "/Root")).lstrip("/"), page=page, attributes=attributes)
    for kid in _list(node.get("/K")):
        if isinstance(kid, pikepdf.Dictionary):
            kind = kid.get("/Type")
            if kind == "/MCR":
                where = pages[kid.Pg.objgen] if "/Pg" in kid else page
                element.pages.append(where or 0)
                element.children.append(marked.get((where or 0, int(kid.MCID)), ""))
            elif kind == "/OBJR":
                element.annotations.append(kid.Obj.objgen)
            else:
                element.children.append(_element(kid, pages, marked, page))
        else:
            element.pages.append(page or 0)
            element.children.append(marked.get((page or 0, int(kid)), ""))
    return element


def _list(value: Any) -> list[Any]:
    if value is None:
        return []
    return list(value) if isinstance(value, pikepdf.Array) else [value]

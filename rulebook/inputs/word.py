"""Word documents (DOCX): paragraphs with the labels that Word counts, notes, tables."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from rulebook.inputs.blocks import Block, extraction_of_blocks, letters_in, raised, spaced, table
from rulebook.inputs.extraction import Extraction, Format, InputError, missing_library
from rulebook.inputs.symbols import shown
from rulebook.inputs.word_lists import Numbering, numbering_of
from rulebook.inputs.zipped import broken, checked

_NOTES = {"w:footnoteReference": "footnotes", "w:endnoteReference": "endnotes"}
_FIXED = {"w:tab": "\t", "w:cr": "\n", "w:noBreakHyphen": "-", "w:softHyphen": "\u00ad"}
_INSIDE = ("w:hyperlink", "w:ins", "w:smartTag", "w:fldSimple", "w:sdt", "w:sdtContent", "w:dir")
_DEEPEST = 60


def read_word(data: bytes, name: str, unpacked: int) -> Extraction:
    """The lines of a Word document.

    Args:
        data: the bytes of the file.
        name: its name, for messages.
        unpacked: how many bytes its parts may have together.

    Raises:
        InputError: it is broken, encrypted, hostile or empty, or the library is missing.
    """
    checked(data, name, unpacked)
    try:
        import docx
        from docx.oxml.ns import qn
    except ImportError as error:
        task = "reading a Word document"
        raise missing_library(task, name, "documents", "python-docx") from error
    try:
        document = docx.Document(io.BytesIO(data))
        blocks = _Document(document, qn).blocks()
    except InputError:
        raise
    except Exception as error:  # the library raises anything on a broken part
        raise broken(name) from error
    if not blocks:
        raise InputError("the document holds no words", name, "look whether it was saved whole.")
    return extraction_of_blocks(Format.DOCX, blocks)


@dataclass
class _Document:
    """A document as it is read; `name` gives the full name of a short one ("w:p")."""

    document: Any
    name: Any
    numbering: Numbering = field(default_factory=Numbering)
    notes: list[tuple[str, str]] = field(default_factory=list)
    boxes: list[Any] = field(default_factory=list)
    links: list[tuple[int, int, str]] = field(default_factory=list)
    letters: int = 0

    def blocks(self) -> list[Block]:
        """Headers, the text, its notes, footers."""
        part = self.document.part
        lists = self._part(part, "numbering")
        if lists is not None:
            self.numbering = numbering_of(lists, self.name)
        body = list(self._inside(self.document.element.body, 0))
        notes = [block for at, key in enumerate(self.notes, 1) for block in self._note(at, key)]
        above, below = self._edges()
        return [*above, *body, *notes, *below]

    def _edges(self) -> tuple[list[Block], list[Block]]:
        """Headers and footers, each once."""
        found: tuple[list[Block], list[Block]] = ([], [])
        for section in self.document.sections:
            for place, edge in zip(found, (section.header, section.footer), strict=True):
                if edge.is_linked_to_previous:
                    continue
                for block in self._inside(edge._element, 0):  # noqa: SLF001 - no other way in
                    aside = replace(block, role="running-header")
                    if aside not in place:
                        place.append(aside)
        return found

    def _part(self, part: Any, kind: str) -> Any:
        """The root of a part that another one names; None where there is none."""
        from docx.oxml.parser import parse_xml

        for relation in part.rels.values():
            if relation.reltype.endswith(f"/{kind}") and not relation.is_external:
                return parse_xml(relation.target_part.blob)
        return None

    def _inside(self, holder: Any, depth: int) -> Iterator[Block]:
        """The paragraphs and tables of an element, in order."""
        if depth > _DEEPEST:
            return
        for child in holder:
            if child.tag == self.name("w:p"):
                yield from self._paragraph(child, depth)
            elif child.tag == self.name("w:tbl"):
                yield from self._table(child, depth)
            elif child.tag in (self.name("w:sdt"), self.name("w:sdtContent"), self.name("w:ins")):
                yield from self._inside(child, depth + 1)

    def _paragraph(self, element: Any, depth: int) -> Iterator[Block]:
        self.letters, self.links = 0, []
        pieces: list[str] = []
        for piece in self._words(element):
            pieces.append(piece)
            self.letters += letters_in(piece)
        text = "\n".join(
            spaced(line).strip(" ") for line in "".join(pieces).split("\n")
        ).strip("\n ")
        label = self._label(element)
        if text:
            put = letters_in(label)
            links = tuple((start + put, end + put, to) for start, end, to in self.links)
            yield Block(f"{label} {text}" if label else text, links=links)
        boxes, self.boxes = self.boxes, []
        for box in boxes:
            yield from self._inside(box, depth + 1)

    def _label(self, element: Any) -> str:
        """The label that Word shows before a paragraph."""
        properties = element.find(self.name("w:pPr"))
        if properties is None:
            return ""
        found = properties.find(self.name("w:numPr"))
        if found is None:
            found = self._of_style(properties)
        if found is None:
            return ""
        parts = {
            part: node.get(self.name("w:val"), "")
            for part in ("w:numId", "w:ilvl")
            if (node := found.find(self.name(part))) is not None
        }
        level = parts.get("w:ilvl", "0")
        return self.numbering.label(
            parts.get("w:numId", "0"), int(level) if level.isdigit() and len(level) < 3 else 0
        )

    def _of_style(self, properties: Any) -> Any:
        """The numbering of a paragraph's style, or of the style it is based on."""
        named = properties.find(self.name("w:pStyle"))
        ident = named.get(self.name("w:val")) if named is not None else None
        styles = self.document.styles.element
        for _ in range(10):
            style = next((s for s in styles.style_lst if s.styleId == ident), None)
            if style is None:
                return None
            own = style.find(self.name("w:pPr"))
            found = own.find(self.name("w:numPr")) if own is not None else None
            if found is not None:
                return found
            based = style.find(self.name("w:basedOn"))
            ident = based.get(self.name("w:val")) if based is not None else None
        return None

    def _words(self, element: Any) -> Iterator[str]:
        """The words of a paragraph: what was struck out in a revision is none of them."""
        inside = {self.name(tag) for tag in _INSIDE}
        for child in element:
            if child.tag == self.name("w:r"):
                yield from self._run(child)
            elif child.tag in inside:
                start = self.letters
                yield from self._words(child)
                if child.tag == self.name("w:hyperlink") and (to := self._address(child)):
                    self.links.append((start, self.letters, to))

    def _address(self, element: Any) -> str:
        """Where a link leads: to an address outside, or to a mark in the document."""
        mark = element.get(self.name("w:anchor"), "")
        relation = self.document.part.rels.get(element.get(self.name("r:id"), ""))
        outside = relation.target_ref if relation is not None and relation.is_external else ""
        return f"{outside}#{mark}" if mark else str(outside)

    def _run(self, run: Any) -> Iterator[str]:
        properties = run.find(self.name("w:rPr"))
        lifted, font = False, ""
        if properties is not None:
            align = properties.find(self.name("w:vertAlign"))
            lifted = align is not None and align.get(self.name("w:val")) == "superscript"
            fonts = properties.find(self.name("w:rFonts"))
            font = fonts.get(self.name("w:ascii"), "") if fonts is not None else ""
        fixed = {self.name(tag): text for tag, text in _FIXED.items()}
        notes = {self.name(tag): kind for tag, kind in _NOTES.items()}
        for child in run:
            if child.tag == self.name("w:t"):
                text = "".join(shown(character, font) for character in child.text or "")
                yield raised(text) if lifted else text
            elif child.tag in fixed:
                yield fixed[child.tag]
            elif child.tag == self.name("w:br"):
                yield "\n" if child.get(self.name("w:type"), "textWrapping") != "page" else ""
            elif child.tag == self.name("w:sym"):
                code = child.get(self.name("w:char"), "")
                sign = chr(int(code, 16)) if 0 < len(code) < 5 else ""
                yield shown(sign, child.get(self.name("w:font"), ""))
            elif child.tag in notes:
                self.notes.append((notes[child.tag], child.get(self.name("w:id"), "")))
                yield raised(str(len(self.notes)))
            else:
                self._boxes_in(child)

    def _boxes_in(self, element: Any) -> None:
        """Text boxes: what a drawing and its stand-in for old programs both hold counts once."""
        found = list(element.iter(self.name("w:txbxContent")))
        fallback = "{http://schemas.openxmlformats.org/markup-compatibility/2006}Fallback"
        if element.tag.endswith("}AlternateContent"):
            hidden = {
                box
                for node in element.iter(fallback)
                for box in node.iter(self.name("w:txbxContent"))
            }
            found = [box for box in found if box not in hidden] or found
        self.boxes += found

    def _note(self, number: int, key: tuple[str, str]) -> Iterator[Block]:
        kind, ident = key
        root = self._part(self.document.part, kind)
        notes = [] if root is None else [n for n in root if n.get(self.name("w:id")) == ident]
        for note in notes[:1]:
            text = " ".join(block.text for block in self._inside(note, 1)).strip()
            yield Block(f"{raised(str(number))} {text}", "note")

    def _table(self, element: Any, depth: int) -> list[Block]:
        rows = []
        for row in element.iter(self.name("w:tr")):
            if next(row.iterancestors(self.name("w:tbl"))) is not element:
                continue
            cells = row.iterchildren(self.name("w:tc"))
            rows.append([list(self._inside(cell, depth + 1)) for cell in cells])
        return table(rows)

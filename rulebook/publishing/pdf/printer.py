"""Prints the blocks of a chapter as nodes for the template; nothing here knows the typesetter."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from rulebook.publishing import blocks as b
from rulebook.publishing.addresses import Address
from rulebook.publishing.doubts import APPARATUS
from rulebook.publishing.pdf.booklet import Booklet, Chapter, PaperError
from rulebook.publishing.pdf.inlines import Node, flat, line, pieces, tied
from rulebook.publishing.pdf.places import opening
from rulebook.publishing.pdf.qr import qr_svg

_WEB = ("https://", "http://", "mailto:")
_DROPPED_GROUPS = {"neighbours"}
_DROPPED_KINDS = {"elsewhere", "ahead"}
_SMALL_GROUPS = {"colophon", "absent", "counterpart"}
_TIED = {"lead", "move", "warned"}
"""Kinds of paragraphs that speak of what follows."""
_SHORT = 320
"""Letters of a paragraph of four lines, which may move to the next page as a whole."""
_DEPTHS = 6


@dataclass
class Ledger:
    """What the chapters of one booklet have in common while they are printed.

    `leads` are the places that references lead to, in order, and whether these lie in another
    chapter; `printed` the places that stand somewhere.
    """

    booklet: Booklet
    places: dict[Address, str]
    leads: list[tuple[str, bool]] = field(default_factory=list)
    printed: set[str] = field(default_factory=set)

    @property
    def many(self) -> bool:
        """Whether several texts share the sheets, so that a note must say whose it is."""
        return sum(chapter.is_text for chapter in self.booklet.chapters) > 1


def qr(url: str | None) -> Node | None:
    """The QR code of an address; None without one."""
    return {"svg": qr_svg(url), "url": url, "alt": f"Codice QR: {url}"} if url else None


@dataclass
class Printer:
    """Prints one chapter, the one at `index`."""

    ledger: Ledger
    at: Chapter
    index: int = -1
    called: set[str] = field(default_factory=set)
    asides: list[Node] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.notes = {
            entry.anchor: entry
            for block in b.walk(self.at.blocks) if isinstance(block, b.Notes)
            for entry in block.entries
        }

    def chapter(self) -> Node:
        """The chapter with its heading."""
        chapter = self.at
        place = self.ledger.places[opening(chapter, self.index)]
        self.ledger.printed.add(place)
        url = self.ledger.booklet.url(chapter.address) if chapter.address else None
        heading = self.inlines(chapter.heading)
        blocks = self.blocks(chapter.blocks)
        for law, after in pairwise(blocks):
            if law["k"] == "law" and after["k"] == "small" and law["c"]:
                # Who cites the article never stands alone on a page.
                law["c"][-1]["tied"] = not _calls(law["c"][-1]["c"])
        return {
            "k": chapter.kind,
            "l": chapter.level,
            "dest": place,
            "label": list(pieces(chapter.label)),
            "c": heading,
            "tied": not _calls(heading),
            "number": chapter.number,
            "name": flat(chapter.name),
            "qr": qr(url) if chapter.is_text else None,
            "b": blocks,
        }

    def _dest(self, anchor: str | None) -> str | None:
        """The destination of an anchor, which is about to be printed."""
        place = self.ledger.places.get(Address(self.at.address or f"_{self.index}", anchor or ""))
        if not anchor or place is None:
            return None
        self.ledger.printed.add(place)
        return place

    # Inlines

    def inlines(self, inlines: b.Inlines) -> list[str | Node]:
        """Inlines as strings and nodes."""
        return [node for inline in inlines for node in self._inline(inline)]

    def _inline(self, inline: b.Inline) -> Iterator[str | Node]:
        match inline:
            case b.Words(text=text, tone="plain"):
                yield from pieces(text)
            case b.Words(text=text, tone=tone):
                yield {"k": "words", "tone": tone, "c": list(pieces(text))}
            case b.Link():
                yield from self._link(inline)
            case b.NoteMark(mark=mark, note=note):
                yield self._mark(flat(mark).strip(), note)
            case b.Change(op=op, text=text, kind=kind):
                yield {"k": "change", "op": op, "kind": kind.split(), "c": list(pieces(text))}

    def _link(self, link: b.Link) -> Iterator[str | Node]:
        if link.kind == APPARATUS and self.at.kind == "card":
            return  # a card has to fit its sheet
        inner = [node for words in link.words for node in self._linked(words)]
        place = self.ledger.places.get(Address(link.address, link.anchor))
        if place:
            far = link.address != self.at.address
            lead = {"k": "ref", "dest": place, "i": self._lead(place, far)}
            yield {**lead, "kind": link.kind.split(), "c": inner}
            return
        web = link.address.startswith(_WEB)
        url = link.address if web else self.ledger.booklet.url(link.address, link.anchor)
        if url:
            yield {"k": "link", "url": url, "kind": link.kind.split(), "c": inner}
        elif "grant" in link.kind.split():
            yield {"k": "chip", "kind": link.kind.split(), "c": inner}
        elif link.kind != APPARATUS:
            yield from inner

    def _linked(self, words: b.Words) -> Iterator[str | Node]:
        if words.tone == "plain":
            yield from tied(words.text)
        else:
            yield from self._inline(words)

    def _lead(self, place: str, far: bool) -> int:
        """The number of a reference, which is kept with where it leads."""
        self.ledger.leads.append((place, far))
        return len(self.ledger.leads) - 1

    def _mark(self, mark: str, note: str) -> Node:
        """A note where it is first called, else a further call of the same note."""
        ident = f"n{self.index + 1}-{note}"
        if note in self.called:
            return {"k": "again", "dest": ident, "mark": mark, "i": self._lead(ident, False)}
        self.called.add(note)
        self.ledger.printed.add(ident)
        entry = self.notes.get(note)
        if entry is None:
            name = f"{self.ledger.booklet.title}, {self.at.name}"
            raise PaperError(f"{name}: the mark {mark} has no note; add the note.")
        text = self.inlines(entry.text)
        if entry.remark:
            text.append({"k": "words", "tone": "quiet", "c": list(pieces(entry.remark))})
        of = f"Art. {self.at.number}" if self.ledger.many and self.at.number else ""
        return {"k": "note", "dest": ident, "mark": mark, "of": of, "c": text}

    # Blocks

    def blocks(self, blocks: Iterable[b.Block]) -> list[Node]:
        """Blocks as nodes; what a site has for the screen alone is left out."""
        return [node for block in blocks for node in self._block(block)]

    def _block(self, block: b.Block) -> Iterator[Node]:  # noqa: C901 - one case for each kind
        match block:
            case b.Heading(level=level, inlines=inlines, anchor=anchor):
                yield self._head(level, 0, inlines, anchor)
            case b.Paragraph(kind=kind) if kind in _DROPPED_KINDS:
                return
            case b.Paragraph(kind="doubt", inlines=inlines):
                yield {"k": "doubt", "d": 0, "c": self.inlines(inlines)}
            case b.Paragraph(inlines=inlines, kind=kind, anchor=anchor, marker=marker):
                text = self.inlines(inlines)
                yield {
                    "k": "p", "kind": kind, "label": list(pieces(marker)), "c": text,
                    "dest": self._dest(anchor), "tied": self._tied(block, text),
                }
            case b.Lines(lines=lines, kind=kind, anchor=anchor):
                rows = [line(text) for text in lines]
                yield {"k": "lines", "kind": kind, "rows": rows, "dest": self._dest(anchor)}
            case b.Items(items=items, kind=kind):
                yield {"k": "items", "kind": kind, "items": [self.blocks(item) for item in items]}
            case b.Law(provisions=provisions, status=status):
                yield {"k": "law", "status": status, "c": self._law(provisions)}
                yield from self._apparatus()
            case b.Provision():
                yield from self._provision(block, ())
            case b.Notes():
                return
            case b.Notice(kind=kind, blocks=inner):
                yield {"k": "notice", "kind": kind, "c": self.blocks(inner)}
            case b.Quote(blocks=inner, anchor=anchor):
                yield {"k": "quote", "c": self.blocks(inner), "dest": self._dest(anchor)}
            case b.Details(kind="cited"):
                yield {"k": "small", "kind": "cited", "c": [self._cited(block)]}
            case b.Details(summary=summary, blocks=inner, kind=kind):
                title = {"k": "p", "kind": "summary", "label": [], "c": list(pieces(summary)),
                         "dest": None, "tied": True}
                yield {"k": "small", "kind": kind, "c": [title, *self.blocks(inner)]}
            case b.Group():
                yield from self._group(block)
            case b.Table(head=head, rows=rows, anchors=anchors):
                yield {
                    "k": "table", "head": [list(pieces(cell)) for cell in head],
                    "rows": [[self.inlines(cell) for cell in row] for row in rows],
                    "dests": [self._dest(anchor) for anchor in anchors],
                }
            case _:
                return

    def _head(self, level: int, depth: int, inlines: b.Inlines, anchor: str | None) -> Node:
        level = min(level + self.at.level - 1, _DEPTHS)
        text = self.inlines(inlines)
        return {"k": "head", "l": level, "d": depth, "labels": [], "c": text,
                "tied": not _calls(text), "dest": self._dest(anchor)}

    def _group(self, group: b.Group) -> Iterator[Node]:
        kinds = group.kind.split()
        if _DROPPED_GROUPS.intersection(kinds):
            return
        if "sides" in kinds:
            yield {"k": "sides", "sides": [self._side(side) for side in group.blocks]}
            return
        kind = "small" if _SMALL_GROUPS.intersection(kinds) else "group"
        inner = self.blocks(group.blocks)
        if "beside" in kinds and inner[0]["k"] == "p":
            inner[0]["tied"] = self._tied(group.blocks[0], inner[0]["c"], beside=True)
        yield {"k": kind, "kind": kinds[0] if kinds else "", "also": kinds[1:],
               "c": inner, "dest": self._dest(group.anchor)}

    def _tied(self, block: b.Block, text: list[str | Node], beside: bool = False) -> bool:
        """Whether a paragraph never ends a page: it speaks of what follows, or that is beside it.

        A long one would leave too much of the page before empty.
        """
        if not isinstance(block, b.Paragraph) or _calls(text):
            return False
        short = len(b.plain_text(block.inlines)) <= _SHORT
        return block.kind in _TIED or (short and (beside or _ends(block.inlines, ":")))

    def _side(self, side: b.Block) -> Node:
        """A side of a pair: where its words come from, and the words."""
        blocks = side.blocks if isinstance(side, b.Group) else (side,)
        head: list[str | Node] = []
        rest: list[b.Block] = []
        for block in blocks:
            if isinstance(block, b.Paragraph) and block.kind == "whence":
                head = self.inlines(block.inlines)
            else:
                rest.append(block)
        return {"head": head or ["—"], "c": self.blocks(rest)}

    def _cited(self, details: b.Details) -> Node:
        """Who cites a provision, in one paragraph."""
        inlines: list[b.Inline] = [b.Words(f"{details.summary}: ")]
        lists = (block for block in details.blocks if isinstance(block, b.Items))
        rows = [row for block in lists for row in block.items]
        for index, row in enumerate(rows):
            inlines += [b.Words("; ")] if index else []
            inlines += [x for block in row if isinstance(block, b.Paragraph) for x in block.inlines]
        inlines.append(b.Words("."))
        return {"k": "p", "kind": "cited", "label": [], "c": self.inlines(tuple(inlines)),
                "dest": None, "tied": False}

    # The law

    def _law(self, provisions: Iterable[b.Block]) -> list[Node]:
        """The provisions, flat; what the site says beside them waits for the end."""
        nodes: list[Node] = []
        for block in provisions:
            if isinstance(block, b.Provision):
                nodes += self._provision(block, ())
            else:
                nodes += self._beside(block, 0)
        return nodes

    def _beside(self, block: b.Block, depth: int) -> Iterator[Node]:
        match block:
            case b.Details(kind="cited"):
                self.asides.append(self._cited(block))
            case b.Group(kind="counterpart"):
                self.asides += self.blocks(block.blocks)
            case b.Paragraph(kind="cut", inlines=inlines):
                yield {"k": "cut", "d": depth, "c": self.inlines(inlines)}
            case b.Paragraph(kind="doubt", inlines=inlines):
                yield {"k": "doubt", "d": depth, "c": self.inlines(inlines)}
            case _:
                yield from self._block(block)

    def _apparatus(self) -> Iterator[Node]:
        if self.asides:
            yield {"k": "small", "kind": "cited", "c": self.asides}
            self.asides = []

    def _provision(
        self, block: b.Provision, outer: tuple[tuple[int, str, str | None], ...]
    ) -> Iterator[Node]:
        """A provision and what lies below it; one that only holds others lends them its label."""
        depth = block.level
        labels = outer
        if block.marker or block.anchor:
            labels = (*outer, (depth, block.marker, block.anchor))
        first = next((inner for inner in block.below if isinstance(inner, b.Provision)), None)
        bare = not block.heading and not block.text
        lends = bool(labels) and bare and first is not None and block.below[0] is first
        if block.heading:
            node = self._head(block.heading_level, depth, block.heading, None)
            yield {**node, "labels": self._labels(labels)}
            labels = ()
        if block.text or (labels and not lends):
            text = self.inlines(block.text)
            yield {
                "k": "prov", "d": depth, "labels": self._labels(labels), "c": text,
                "tied": bool(block.below) and _ends(block.text, ":") and not _calls(text),
            }
            labels = ()
        for inner in block.below:
            if isinstance(inner, b.Provision):
                yield from self._provision(inner, labels if inner is first and lends else ())
            else:
                yield from self._beside(inner, depth + 1)
        if block.tail:
            yield {"k": "prov", "d": depth, "labels": [], "c": self.inlines(block.tail),
                   "tied": False}

    def _labels(self, labels: Iterable[tuple[int, str, str | None]]) -> list[Node]:
        return [
            {"d": depth, "t": list(pieces(marker.strip())), "dest": self._dest(anchor)}
            for depth, marker, anchor in labels
        ]


def _calls(nodes: list[str | Node]) -> bool:
    """Whether a note is called in a text.

    Such a text is never tied to what follows: it could be moved to the next page for its sake,
    and the note would stay behind.
    """
    return any(isinstance(node, dict) and node["k"] == "note" for node in nodes)


def _ends(inlines: b.Inlines, sign: str) -> bool:
    return b.plain_text(inlines).rstrip().endswith(sign)

"""Invent two-column tables of an old and a new article, and typeset them with Typst.

Every text block of the typeset page carries its number as its colour, so that whatever an
extractor makes of the page can be traced back to the block that it came from.
"""

from __future__ import annotations

import random
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

WORDS = Path(__file__).parent / "columns" / "words.toml"
NOTE_ID = 0xFFFF
ROMAN = ("i", "ii", "iii", "iv", "v", "vi", "vii", "viii")


@dataclass(frozen=True)
class Block:
    """A stretch of typeset text: what it is and to which provision it belongs."""

    role: str
    side: str | None
    path: str | None
    text: str


@dataclass(frozen=True)
class Node:
    """A provision of an invented article; `origin` tells which old provision it revises."""

    origin: int
    heading: str | None
    text: str | None
    children: tuple[Node, ...] = ()
    note: str | None = None
    path: str = ""
    marker: str = ""


@dataclass(frozen=True)
class Look:
    """How a text is typeset and extracted."""

    arrangement: str  # cell | sections | rows
    labels: str  # cell | columns | inline
    titles: str  # row | inside | none
    headers: bool
    swapped: bool
    justify: bool
    hyphenate: bool
    nested: bool
    bold: bool
    stroke: bool
    gutter: float
    inset: float
    size: float
    leading: float
    margin: float
    font: str
    label_width: float
    running: str  # header | footer | both | none
    page_numbers: bool


@dataclass
class Typeset:
    """A Typst source with the blocks whose numbers its colours are."""

    source: str = ""
    blocks: list[Block] = field(default_factory=list)
    look: Look | None = None


def load_words() -> dict[str, Any]:
    """Read the generator's vocabulary."""
    with WORDS.open("rb") as stream:
        return tomllib.load(stream)


class Writer:
    """Fill templates with words, remembering nothing but the random state."""

    def __init__(self, rng: random.Random, words: Mapping[str, Any]) -> None:
        self.rng = rng
        self.words = words

    def fill(self, template: str) -> str:
        """Replace every slot of a template, slots inside slots included."""

        def one(match: re.Match[str]) -> str:
            name = match.group(1)
            if name == "n":
                return str(self.rng.randint(4, 93))
            if name == "L":
                return self.rng.choice("ABCDE")
            if name == "d":
                return str(self.rng.randint(1, 4))
            if name == "l":
                return self.rng.choice("abc")
            if name in ("old", "new"):
                return match.group(0)
            return str(self.rng.choice(self.words["slots"][name]))

        previous = None
        while previous != template:
            previous, template = template, re.sub(r"\{(\w+)\}", one, template)
        return template

    def sentences(self, low: int, high: int) -> str:
        """Write a few sentences."""
        count = self.rng.randint(low, high)
        return " ".join(self.fill(self.rng.choice(self.words["sentences"])) for _ in range(count))


class Drafter:
    """Invent an article and its revision."""

    def __init__(self, rng: random.Random, words: Mapping[str, Any]) -> None:
        self.rng = rng
        self.words = words
        self.writer = Writer(rng, words)
        self.count = 0
        self.headed = (rng.random() < 0.85, rng.random() < 0.5, rng.random() < 0.25)

    def node(self, depth: int, deepest: int) -> Node:
        """Invent a provision with its children."""
        rng = self.rng
        self.count += 1
        origin = self.count
        heading = None
        if depth < 3 and self.headed[depth] and rng.random() < 0.92:
            heading = rng.choice(self.words["headings"])
        children: tuple[Node, ...] = ()
        if depth < deepest and rng.random() < (0.6, 0.35, 0.2)[depth]:
            children = tuple(
                self.node(depth + 1, deepest) for _ in range(rng.choice((2, 2, 3, 3, 4)))
            )
        text: str | None
        if children:
            kind = rng.random()
            if kind < 0.5:
                text = self.writer.fill(rng.choice(self.words["openers"]))
            elif kind < 0.75 and heading:
                text = None
            else:
                text = self.writer.sentences(1, 2)
        elif depth >= 2 and rng.random() < 0.4:
            text = self.writer.fill(rng.choice(self.words["items"]))
        else:
            text = self.writer.sentences(1, 3)
        note = None
        if text and rng.random() < 0.06:
            note = self.writer.fill(rng.choice(self.words["notes"]))
        return Node(origin, heading, text, children, note)

    def revise(
        self, nodes: Sequence[Node], depth: int, terms: Mapping[str, str]
    ) -> tuple[Node, ...]:
        """Write the new text of some sibling provisions."""
        rng = self.rng
        revised: list[Node] = []
        for node in nodes:
            if rng.random() < 0.07 and len(nodes) > 2:
                continue
            if rng.random() < 0.07:
                revised.append(self.node(depth, depth))
            text, heading = node.text, node.heading
            if text is not None:
                text = self.reword(text, terms)
            if heading is not None:
                if rng.random() < 0.2:
                    heading = rng.choice(self.words["headings"])
                elif depth > 0 and rng.random() < 0.15:
                    heading = None
                else:
                    heading = _terms(heading, terms)
            children = self.revise(node.children, depth + 1, terms)
            if not children and text is None:
                text = self.writer.sentences(1, 1)
            revised.append(replace(node, heading=heading, text=text, children=children))
        if len(revised) > 2 and rng.random() < 0.12:
            at = rng.randrange(len(revised) - 1)
            revised[at], revised[at + 1] = revised[at + 1], revised[at]
        return tuple(revised)

    def reword(self, text: str, terms: Mapping[str, str]) -> str:
        """Change a text the way a revision does: some sentences go, come, or are rewritten."""
        rng = self.rng
        text = _terms(text, terms)
        parts = re.split(r"(?<=\.) ", text)
        out: list[str] = []
        for part in parts:
            roll = rng.random()
            if roll < 0.12 and len(parts) > 1:
                continue
            if roll < 0.24 and part.endswith("."):
                out.append(self.writer.sentences(1, 1))
            elif roll < 0.4 and ", " in part and part.endswith("."):
                clause = self.writer.fill(
                    rng.choice(("{unless}", "{when}", "anche quando {cond2}"))
                )
                head, tail = part.split(", ", 1)
                out.append(f"{head}, {clause}, {tail}")
            else:
                out.append(part)
        return " ".join(out) or text


def _terms(text: str, terms: Mapping[str, str]) -> str:
    for old, new in terms.items():
        text = text.replace(old, new)
    return text


def number(
    nodes: Sequence[Node], styles: Sequence[str], parent: str = "", depth: int = 0
) -> tuple[Node, ...]:
    """Give provisions their markers and canonical paths."""
    done = []
    for index, node in enumerate(nodes):
        style = styles[depth]
        token = {
            "A": chr(65 + index),
            "1": str(index + 1),
            "a": chr(97 + index),
            "i": ROMAN[index % 8],
        }[style]
        marker = f"{token}." if style in "A1" else f"({token})"
        path = parent + (token if style in "A1" else f"({token})")
        done.append(
            replace(
                node,
                marker=marker,
                path=path,
                children=number(node.children, styles, path, depth + 1),
            )
        )
    return tuple(done)


def choose_look(rng: random.Random) -> Look:
    """Draw the way a text is typeset."""
    return Look(
        arrangement=rng.choice(("cell", "cell", "sections", "sections", "rows")),
        labels=rng.choice(("cell", "cell", "cell", "columns", "inline")),
        titles=rng.choice(
            ("row", "row", "inside", "none") if rng.random() < 0.4 else ("row", "inside")
        ),
        headers=rng.random() < 0.25,
        swapped=rng.random() < 0.08,
        justify=rng.random() < 0.7,
        hyphenate=rng.random() < 0.12,
        nested=rng.random() < 0.6,
        bold=rng.random() < 0.5,
        stroke=rng.random() < 0.5,
        gutter=rng.choice((4.0, 8.0, 14.0, 20.0)),
        inset=rng.choice((3.0, 5.0, 7.0)),
        size=rng.choice((9.5, 10.0, 11.0, 12.0)),
        leading=rng.choice((0.55, 0.65, 0.8)),
        margin=rng.choice((1.8, 2.2, 2.8)),
        font=rng.choice(("Libertinus Serif", "New Computer Modern")),
        label_width=rng.choice((1.6, 2.0, 2.6)),
        running=rng.choice(("header", "footer", "both", "both", "none")),
        page_numbers=rng.random() < 0.35,
    )


class Press:
    """Typeset an article and its revision side by side."""

    def __init__(self, rng: random.Random, look: Look, words: Mapping[str, Any]) -> None:
        self.rng = rng
        self.look = look
        self.words = words
        self.out = Typeset(look=look)
        self.out.blocks.append(Block("furniture", None, None, ""))

    def ink(self, block: Block) -> str:
        """Typst markup that sets a block in the colour of its number."""
        self.out.blocks.append(block)
        text = block.text.replace("\\", "\\\\").replace('"', '\\"')
        return f'#text(fill: rgb("#{len(self.out.blocks) - 1:06x}"), "{text}")'

    def provision(self, node: Node, side: str) -> tuple[str, str]:
        """The label and the text of one provision."""
        label = self.ink(Block("label", side, node.path, node.marker))
        parts = []
        if node.heading:
            heading = self.ink(Block("heading", side, node.path, node.heading))
            parts.append(f"#strong[{heading}]" if self.look.bold else heading)
        if node.text:
            body = self.ink(Block("body", side, node.path, node.text))
            if node.note:
                body += f"#footnote[{self.ink(Block('note', None, None, node.note))}]"
            parts.append(body)
        return label, " #linebreak() ".join(parts)

    def nest(self, nodes: Sequence[Node], side: str, depth: int = 0) -> str:
        """Provisions with their children, one below the other."""
        out = []
        for node in nodes:
            label, text = self.provision(node, side)
            if self.look.labels == "inline":
                pad = depth * 0.9 if self.look.nested else 0
                out.append(f"#pad(left: {pad}em)[{label} {text}]")
                out.append(self.nest(node.children, side, depth + 1))
                continue
            width = f"{self.look.label_width}em"
            if self.look.nested:
                inner = (
                    f"{text} {self.nest(node.children, side, depth + 1)}" if node.children else text
                )
                out.append(f"#grid(columns: ({width}, 1fr), [{label}], [{inner}])")
            else:
                out.append(f"#grid(columns: ({width}, 1fr), [{label}], [{text}])")
                out.append(self.nest(node.children, side, depth + 1))
        return "\n".join(out)

    def flat(self, node: Node, side: str) -> tuple[str, str]:
        """One provision without its children, for tables with a row per provision."""
        return self.provision(replace(node, children=()), side)

    def table(  # noqa: C901 - one branch for each way of setting a table
        self,
        old: Sequence[Node],
        new: Sequence[Node],
        title: str,
        new_title: str,
        editions: tuple[str, str],
    ) -> str:
        """The whole table."""
        look = self.look
        sides: tuple[tuple[str, Sequence[Node], str, str], ...] = (
            ("old", old, title, editions[0]),
            ("new", new, new_title, editions[1]),
        )
        if look.swapped:
            sides = (sides[1], sides[0])
        left, right = sides
        columns = look.labels == "columns" and look.arrangement == "rows"
        cells: list[str] = []

        def wide(a: str, b: str) -> None:
            if columns:
                cells.append(f"table.cell(colspan: 2)[{a}], table.cell(colspan: 2)[{b}],")
            else:
                cells.append(f"[{a}], [{b}],")

        if look.headers:
            wide(*(self.ink(Block("title", s[0], "", f"Codice {s[3]}")) for s in sides))
        if look.titles == "row":
            wide(*(self.ink(Block("title", s[0], "", s[2])) for s in sides))
        heads = ["", ""]
        if look.titles == "inside":
            heads = [self.ink(Block("title", s[0], "", s[2])) + "\n\n" for s in sides]
        if look.arrangement == "cell":
            wide(heads[0] + self.nest(left[1], left[0]), heads[1] + self.nest(right[1], right[0]))
        elif look.arrangement == "sections":
            for a, b in _pairs(left[1], right[1]):
                wide(
                    *(
                        heads[k] + (self.nest([n], s[0]) if n else "")
                        for k, (n, s) in enumerate(((a, left), (b, right)))
                    )
                )
                heads = ["", ""]
        else:
            if look.titles == "inside":
                wide(*heads)
            for a, b in _pairs(_flatten(left[1]), _flatten(right[1])):
                row = []
                for n, s in ((a, left), (b, right)):
                    row.append(self.flat(n, s[0]) if n else ("", ""))
                if columns:
                    cells.append(", ".join(f"[{x}], [{y}]" for x, y in row) + ",")
                elif look.labels == "inline":
                    wide(*(f"{x} {y}" for x, y in row))
                else:
                    width = f"{look.label_width}em"
                    wide(
                        *(
                            f"#grid(columns: ({width}, 1fr), [{x}], [{y}])" if x else ""
                            for x, y in row
                        )
                    )
        spec = (
            f"({look.label_width + 0.8}em, 1fr, {look.label_width + 0.8}em, 1fr)"
            if columns
            else "(1fr, 1fr)"
        )
        stroke = "0.4pt" if look.stroke else "none"
        return (
            f"#table(columns: {spec}, stroke: {stroke}, inset: {look.inset}pt, "
            f"column-gutter: {0 if columns else look.gutter}pt,\n" + "\n".join(cells) + "\n)"
        )

    def document(
        self, table: str, running: Sequence[str], before: Sequence[str], after: Sequence[str]
    ) -> str:
        """The whole Typst source."""
        look = self.look
        head = " #linebreak() ".join(
            self.ink(Block("furniture", None, None, line)) for line in running
        )
        number_ = "#context counter(page).display()" if look.page_numbers else ""
        header = f"[{head}]" if look.running in ("header", "both") else "none"
        foot = head if look.running in ("footer", "both") else ""
        footer = f"[{foot} {number_}]" if foot or number_ else "none"
        prose = [self.ink(Block("prose", None, None, text)) for text in before]
        rest = [self.ink(Block("prose", None, None, text)) for text in after]
        return "\n".join(
            (
                (
                    f'#set page(paper: "a4", margin: {look.margin}cm, '
                    f"header: {header}, footer: {footer})"
                ),
                (
                    f'#set text(font: "{look.font}", size: {look.size}pt, lang: "it", '
                    f"hyphenate: {str(look.hyphenate).lower()})"
                ),
                f"#set par(justify: {str(look.justify).lower()}, leading: {look.leading}em)",
                f'#show footnote.entry: set text(fill: rgb("#{NOTE_ID:06x}"))',
                "\n\n".join(prose),
                "",
                table,
                "",
                "\n\n".join(rest),
                "",
            )
        )


def _flatten(nodes: Sequence[Node]) -> list[Node]:
    out: list[Node] = []
    for node in nodes:
        out.append(node)
        out.extend(_flatten(node.children))
    return out


def _pairs(left: Sequence[Node], right: Sequence[Node]) -> list[tuple[Node | None, Node | None]]:
    """Rows of a synopsis: provisions of the same origin stand side by side, order kept."""
    rows: list[tuple[Node | None, Node | None]] = []
    at = 0
    place = {node.origin: k for k, node in enumerate(right)}
    for node in left:
        k = place.get(node.origin, -1)
        if k < at:
            rows.append((node, None))
            continue
        rows.extend((None, other) for other in right[at:k])
        rows.append((node, right[k]))
        at = k + 1
    rows.extend((None, other) for other in right[at:])
    return rows


def compose(seed: int) -> Typeset:
    """Invent and typeset the table of one seed."""
    rng = random.Random(seed)
    words = load_words()
    look = choose_look(rng)
    drafter = Drafter(rng, words)
    deepest = rng.choice((1, 2, 2, 2, 3))
    styles = ("A", "1", "a", "i") if rng.random() < 0.85 else ("1", "a", "i", "A")
    deepest = min(deepest, 2) if styles[0] == "1" else deepest
    old = tuple(drafter.node(0, deepest) for _ in range(rng.randint(2, 5)))
    terms = {a: b for a, b in words["terms"].items() if " Arbitro" in a or rng.random() < 0.5}
    new = drafter.revise(old, 0, terms)
    name = rng.choice(words["titles"])
    count = rng.randint(5, 92)
    dash = rng.choice(("-", "–"))
    title = f"ARTICOLO {count} {dash} {name}"
    new_title = (
        title if rng.random() < 0.8 else f"ARTICOLO {count} {dash} {rng.choice(words['titles'])}"
    )
    editions = rng.choice((("1997", "2007"), ("1987", "1997"), ("2007", "2017")))
    names = {"{old}": editions[0], "{new}": editions[1]}
    press = Press(rng, look, words)
    running = [_terms(line, names) for line in rng.choice(words["furniture"])]
    writer = drafter.writer
    before = [writer.fill(t) for t in rng.sample(words["prose"], rng.randint(1, 7))]
    before.append(_terms(rng.choice(words["intros_reversed" if look.swapped else "intros"]), names))
    after = [writer.fill(t) for t in rng.sample(words["prose"], rng.randint(1, 4))]
    table = press.table(number(old, styles), number(new, styles), title, new_title, editions)
    press.out.source = press.document(table, running, before, after)
    return press.out

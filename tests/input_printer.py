"""Editions of invented words typeset in varied layouts with Typst, for the tests of inputs."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

import typst
from page_printer import Node, Page, article, marker, sentence

FONTS = ("Libertinus Serif", "New Computer Modern", "DejaVu Sans Mono")
_ESCAPED = str.maketrans({c: f"\\{c}" for c in "\\#$*_`<>@[]~=-+/"})


@dataclass(frozen=True)
class Layout:
    """How a booklet is set."""

    paper: str = "a4"
    font: str = FONTS[0]
    size: float = 11
    columns: int = 1
    header: str | None = None
    numbered: bool = True
    notes: bool = False
    justified: bool = True
    calls: bool = False


@dataclass
class Booklet:
    """What was typeset: articles, their notes by mark, and the layout."""

    pages: list[Page]
    layout: Layout
    notes: list[str] = field(default_factory=list)


def layout(rng: random.Random) -> Layout:
    """A random layout."""
    return Layout(
        paper=rng.choice(("a4", "a5")),
        font=rng.choice(FONTS),
        size=rng.choice((9.5, 10, 11, 12)),
        columns=rng.choice((1, 1, 2)),
        header=rng.choice((None, "Raccolta delle regole del circolo", "Comitato Tecnico di Zona")),
        numbered=rng.random() < 0.8,
        notes=rng.random() < 0.5,
        justified=rng.random() < 0.7,
        calls=rng.random() < 0.5,
    )


def booklet(seed: int, articles: int = 2) -> Booklet:
    """An invented booklet of some articles in a random layout."""
    rng = random.Random(seed)
    chosen = layout(rng)
    first = rng.randint(1, 80)
    made = Booklet([article(rng, first + at) for at in range(articles)], chosen)
    for page in made.pages:
        for node in page.root.walk():
            if node.text and chosen.calls and rng.random() < 0.2:
                call = f"{rng.randint(1, 7)}{rng.choice('♣♦♥♠')}"
                node.text = f"Dopo {call} {node.text[0].lower()}{node.text[1:]}"
            if node.text and chosen.notes and rng.random() < 0.15:
                made.notes.append(sentence(rng))
                node.text += f"\0{len(made.notes)}"
    return made


def typeset(made: Booklet) -> bytes:
    """The booklet as a PDF."""
    return pdf(source(made))


def pdf(text: str) -> bytes:
    """A text in Typst's language as a PDF."""
    return bytes(typst.compile(text.encode(), ignore_system_fonts=True))


def set_in(chosen: Layout, paragraphs: Iterable[str]) -> bytes:
    """Paragraphs in a layout, as a PDF."""
    return pdf("\n".join([_preamble(chosen), *(f"{escaped(line)}\n" for line in paragraphs)]))


def source(made: Booklet) -> str:
    """The booklet in Typst's language."""
    lines = [_preamble(made.layout)]
    for page in made.pages:
        lines += ["", f"ARTICOLO {page.number} – {escaped(page.title)}", ""]
        lines += [f"{part}\n" for node in page.root.walk() for part in parts(node, made.notes)]
    return "\n".join(lines)


def parts(node: Node, notes: list[str], bracket: bool = False) -> list[str]:
    """The paragraphs of a provision in Typst's language."""
    text = set_notes(node.text, notes)
    if not node.path:
        return [text] if node.text else []
    label = escaped(marker(node.path[-1], bracket))
    if node.heading:
        return [f"{label} {escaped(node.heading)}", text]
    return [f"{label} {text}"]


def set_notes(text: str, notes: list[str]) -> str:
    """A text with its notes as footnotes."""
    words, _, number = text.partition("\0")
    note = f"#footnote[{escaped(notes[int(number) - 1])}]" if number else ""
    return escaped(words) + note


def escaped(text: str) -> str:
    """A text as it is, in Typst's language."""
    return text.translate(_ESCAPED)


def _preamble(chosen: Layout) -> str:
    header = f"[{escaped(chosen.header)}]" if chosen.header else "none"
    footer = 'context align(center, counter(page).display("1"))' if chosen.numbered else "none"
    justified = str(chosen.justified).lower()
    return (
        f'#set page(paper: "{chosen.paper}", columns: {chosen.columns}, '
        f"header: {header}, footer: {footer}, margin: 2cm)\n"
        f'#set text(lang: "it", region: "IT", font: "{chosen.font}", size: {chosen.size}pt)\n'
        f"#set par(justify: {justified})\n"
    )


@dataclass(frozen=True)
class Parallel:
    """A table of two editions of an article as it was typeset."""

    old: Page
    new: Page
    text: str


def parallel(seed: int) -> Parallel:
    """An article beside its next edition, in a table with or without rules."""
    rng = random.Random(seed)
    number = rng.randint(1, 93)
    old = article(rng, number)
    new = revised(old, rng)
    rules = rng.choice(("0.5pt", "none", "(x, y) => if y == 0 { (bottom: 0.5pt) }"))
    by_rows = rng.random() < 0.7
    heads = rng.choice((("Codice 1997", "Codice 2007"), ("Vecchio testo", "Nuovo testo"), None))
    chosen = layout(rng)
    gutter = rng.choice((10, 14, 20))
    before = " ".join(sentence(rng) for _ in range(rng.randint(1, 4)))
    after = " ".join(sentence(rng) for _ in range(rng.randint(1, 4)))
    cells = []
    if heads:
        cells.append((escaped(heads[0]), escaped(heads[1])))
    title = [f"ARTICOLO {number} – {escaped(page.title)}" for page in (old, new)]
    cells.append((title[0], title[1]))
    sides = [{n.path[:1]: n for n in page.root.children} for page in (old, new)]
    rows = [
        tuple(
            "\n\n".join(p for n in side[key].walk() for p in parts(n, [])) if key in side else ""
            for side in sides
        )
        for key in sorted(sides[0] | sides[1])
    ]
    if by_rows:
        cells += [(a, b) for a, b in rows]
    else:
        cells.append(("\n\n".join(a for a, _ in rows if a), "\n\n".join(b for _, b in rows if b)))
    body = ",\n".join(f"[{a}], [{b}]" for a, b in cells)
    table = (
        f"#table(columns: (1fr, 1fr), column-gutter: {gutter - 10}pt, inset: 5pt, "
        f"stroke: {rules},\n{body})"
    )
    text = "\n".join(
        (_preamble(replace(chosen, columns=1)), escaped(before), table, escaped(after))
    )
    return Parallel(old, new, text)


def revised(page: Page, rng: random.Random) -> Page:
    """The next edition of an article: sentences changed, provisions put in and left out."""

    def again(node: Node) -> Node:
        text = node.text
        if rng.random() < 0.5 and text:
            text = f"{text} {sentence(rng)}" if rng.random() < 0.5 else sentence(rng)
        return Node(node.path, node.heading, text, [again(child) for child in node.children])

    root = again(page.root)
    root.text = page.root.text = ""
    if rng.random() < 0.4 and len(root.children) > 2:
        root.children.pop()
    return Page(page.number, page.title, root)

"""How pages are set: nothing beyond the margins, no heading at the foot, page numbers in place."""

from __future__ import annotations

import io
import re
from functools import cache
from itertools import pairwise

import code_generator
import pdfplumber
import pytest
from pdf_reader import Element, Pdf
from pdf_words import blocks

from rulebook.commands.editions import comparisons
from rulebook.model import Rulebook
from rulebook.publishing.pdf import (
    Imprint,
    Paper,
    pdf_cards,
    pdf_comparison,
    pdf_edition,
    pdf_guide,
)
from rulebook.publishing.situations_file import embedded_handbook
from rulebook.reading.assemble import rulebook_of
from rulebook.reading.holdings.corpus import load

RELEASE = Imprint("1.2", "2026-11-30")
MARGINS = {"a4": (36, 32), "a5": (23, 18), "a6": (13, 11)}
"""Inside and outside, in millimetres."""
POINTS = 72 / 25.4
CASES = [
    ("edition", "a4"), ("edition", "a5"), ("guide", "a4"), ("guide", "a5"), ("comparison", "a4"),
    ("comparison", "a5"), ("generated", "a4"), ("generated", "a5"), ("cards", "a6"),
]
QUICK = {("edition", "a5"), ("guide", "a4"), ("comparison", "a4")}
EACH = [
    case if case in QUICK else pytest.param(*case, marks=pytest.mark.long) for case in CASES
]


@cache
def corpus() -> Rulebook:
    return rulebook_of(load(None))


@cache
def made(kind: str, paper: Paper) -> Pdf:
    how = (paper, None, RELEASE)
    book = embedded_handbook()
    if kind == "comparison":
        return Pdf(pdf_comparison(corpus(), comparisons(load(None), corpus())[0], *how))
    if kind == "generated":
        return Pdf(pdf_edition(code_generator.generate(seed=5, articles=12), "2007", *how))
    return Pdf({
        "edition": lambda: pdf_edition(corpus(), "2007", *how),
        "guide": lambda: pdf_guide(corpus(), *how, handbook=book),
        "cards": lambda: pdf_cards(corpus(), book, *how),
    }[kind]())


@pytest.mark.parametrize(("kind", "paper"), EACH)
def test_no_letter_stands_beyond_the_margins(kind: str, paper: Paper) -> None:
    with pdfplumber.open(io.BytesIO(made(kind, paper).data)) as pdf:
        for number, page in enumerate(pdf.pages, 1):
            inside, outside = MARGINS[paper]
            right = page.width - (outside if number % 2 else inside) * POINTS
            # Full stops, commas and hyphens hang out of the line on purpose.
            beyond = [c["text"] for c in page.chars if c["x1"] > right + 2 and c["text"].isalnum()]
            assert not beyond, (number, "".join(beyond))
            assert all(c["x0"] > 0 and c["bottom"] < page.height for c in page.chars)


@pytest.mark.parametrize(("kind", "paper"), EACH)
def test_no_heading_is_left_at_the_foot_of_a_page(kind: str, paper: Paper) -> None:
    printed = blocks(made(kind, paper))
    headings = 0
    for at, block in enumerate(printed[:-1]):
        if block.tag.startswith("H") and block.text.strip() != "Indice":
            headings += 1
            after = next(x for x in printed[at + 1 :] if not x.tag.startswith("H") and _pages(x))
            assert max(_pages(block)) == min(_pages(after)), block.text
    assert headings


def _pages(block: Element) -> list[int]:
    return [page for element in block.walk() for page in element.pages]


@pytest.mark.parametrize(("kind", "paper"), EACH)
def test_a_page_number_stays_with_its_citation(kind: str, paper: Paper) -> None:
    assert not [line for line in made(kind, paper).lines if re.match(r"\s*p\.\s*\d", line)]


def test_what_stands_beside_a_short_paragraph_never_begins_a_page_without_it() -> None:
    guide = next(document for document in corpus().documents if document.kind == "guide")
    own = {
        " ".join(str(block.text).split()) for section in guide.sections for block in section.blocks
    }
    printed = blocks(made("guide", "a4"))
    checked = 0
    for before, after in pairwise(printed):
        text = " ".join(before.words)
        flagged = " ".join(after.words).startswith(
            ("Il Codice dice", "Vale ancora", "Così nel", "Non più:")
        )
        if flagged and text in own and len(text) <= 320:
            checked += 1
            assert max(_pages(before)) == min(_pages(after)), text
    assert checked > 3

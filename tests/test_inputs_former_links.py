"""Former links: kept by every format, and told where they name another article than their words."""

import re
import tomllib
from pathlib import Path

import input_documents
import input_printer
import pytest
from input_trees import read_file

from rulebook.inputs import Extraction, Limits
from rulebook.inputs.readers import read_here

CASES = tomllib.loads(
    (Path(__file__).parent / "cases" / "inputs_former_links.toml").read_text("utf-8")
)
REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
WORDS = ("articolo 26", "art. 5")
ADDRESSES = ("https://a.example/art27", "https://a.example/art5")


@pytest.mark.parametrize("case", [pytest.param(c, id=c["name"]) for c in CASES["case"]])
def test_an_address_that_names_another_article_is_told(case: dict[str, object]) -> None:
    page = f"<!doctype html><meta charset=utf-8><h2>ARTICOLO 9 – PROVA</h2>{case['html']}"
    document = read_file(page.encode(), "pagina.html")
    told = [i.message for i in document.issues if i.code == "link-elsewhere"]
    assert [int(re.findall(r"l’articolo (\d+)\.$", words)[0]) for words in told] == case["told"]


def documents() -> dict[str, bytes]:
    """The same two links in every format."""
    first, second = zip(WORDS, ADDRESSES, strict=True)
    typst = (
        '#set text(lang: "it")\nARTICOLO 9 – PROVA\n\n'
        'Si veda bene #link("{}")[{}] e #link("{}")[{}].'
    )
    html = "<meta charset=utf-8><p>Si veda bene <a href='{}'>{}</a> e <a href='{}'>{}</a>."
    run = "<w:r><w:t xml:space='preserve'>{}</w:t></w:r>"
    linked = f"<w:hyperlink xmlns:r='{REL}' r:id='{{}}'>{run}</w:hyperlink>"
    body = "".join((
        run.format("Si veda  bene "), linked.format("far1", first[0]), run.format(" e "),
        linked.format("far2", second[0]), run.format("."),
    ))  # fmt: skip
    opened = (
        "<text:p xmlns:xlink='http://www.w3.org/1999/xlink'>Si veda bene "
        "<text:a xlink:href='{}'>{}</text:a> e <text:a xlink:href='{}'>{}</text:a>.</text:p>"
    )
    pairs = (first[1], first[0], second[1], second[0])
    return {
        "pagina.html": html.format(*pairs).encode(),
        "testo.pdf": input_printer.pdf(typst.format(*pairs)),
        "testo.odt": input_documents.open_text(opened.format(*pairs)),
        "testo.docx": input_documents.word(
            f"<w:p>{body}</w:p>", links={"far1": first[1], "far2": second[1]}
        ),
    }


def kept(found: Extraction) -> list[tuple[str, str]]:
    lines = found.text.split("\n")
    return [(lines[at.line - 1][at.start : at.end], at.address) for at in found.links]


@pytest.mark.parametrize("name", ["pagina.html", "testo.pdf", "testo.odt", "testo.docx"])
def test_every_format_keeps_where_words_lead(name: str) -> None:
    data = documents()[name]
    found = read_here(data, name, Limits())
    assert [(words.strip(".,"), to) for words, to in kept(found)] == list(
        zip(WORDS, ADDRESSES, strict=True)
    )
    document = read_file(data, name)
    [issue] = [i for i in document.issues if i.code == "link-elsewhere"]
    assert "articolo 26" in issue.message
    assert "l’articolo 27" in issue.message

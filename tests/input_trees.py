"""The tree of what was printed and of what was read, to be compared."""

from page_printer import Page

from rulebook.inputs import Limits
from rulebook.inputs.readers import read_here
from rulebook.model import Document
from rulebook.reading.audit import account
from rulebook.reading.holdings import sources
from rulebook.reading.pipeline import read

Tree = list[tuple[object, ...]]


def flat(text: object) -> str:
    return " ".join(str(text or "").split())


def read_file(data: bytes, name: str) -> Document:
    # In this process: the child that `extract` starts for each file is tested elsewhere.
    extracted = read_here(data, name, Limits())
    document = read(sources.source(data, name, extracted=extracted)[0])
    assert account(document).closed
    return document


def tree_of(document: Document) -> Tree:
    return [
        (
            article.number,
            flat(article.title),
            *((p.label.path, flat(p.heading), flat(p.text)) for p in article.provisions()),
        )
        for article in document.articles
    ]


def printed_tree(pages: list[Page]) -> Tree:
    return [
        (
            page.number,
            page.title,
            *((n.path, flat(n.heading), flat(n.text.partition("\0")[0])) for n in page.root.walk()),
        )
        for page in pages
    ]

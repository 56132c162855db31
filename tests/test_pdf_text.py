"""The text extracted from a PDF is the text of the site, provision by provision."""

from __future__ import annotations

from collections import Counter
from functools import cache

import code_generator
import pytest
import sample_rulebook
from pdf_reader import Pdf
from pdf_words import NO_NOTE, blocks, difference, notes, words

from rulebook.model import Article, Rulebook, Source
from rulebook.publishing.library import in_source_order
from rulebook.publishing.pdf import Imprint, pdf_article, pdf_document, pdf_edition, pdf_guide
from rulebook.reading.assemble import load_rulebook

RELEASE = Imprint("1.2", "2026-11-30")
TRUNCATED = (
    "Troncato, non è il testo completo. La fonte ne riporta soltanto il principio: queste righe "
    "non valgono come norma."
)


@cache
def corpus() -> Rulebook:
    return load_rulebook()


@cache
def sample() -> Rulebook:
    return sample_rulebook.rulebook()


@cache
def generated() -> Rulebook:
    return code_generator.generate(editions=("1997",), articles=12)


@cache
def edition(name: str, ident: str, paper: str = "a5") -> Pdf:
    return Pdf(pdf_edition(globals()[name](), ident, paper, release=RELEASE))


def _notices(article: Article) -> tuple[str, ...]:
    return (TRUNCATED, " ".join(words(article.obtained)))


def _held() -> list[tuple[str, str]]:
    return [
        (name, found.id) for name in ("corpus", "sample", "generated")
        for found in globals()[name]().editions if found.articles
    ]


@pytest.mark.parametrize("paper", ["a4", "a5"])
@pytest.mark.parametrize(("name", "ident"), _held())
def test_every_provision_of_an_edition_is_printed_as_it_is(
    name: str, ident: str, paper: str
) -> None:
    pdf = edition(name, ident, paper)
    faults = [
        fault for article in globals()[name]().by_id[ident].articles
        if (fault := difference(pdf, article, _notices(article)))
    ]
    assert not faults


@pytest.mark.parametrize(("name", "ident"), _held())
def test_a_note_is_printed_once_however_often_it_is_called(name: str, ident: str) -> None:
    rulebook = globals()[name]()
    pdf = edition(name, ident)
    printed = Counter(
        " ".join(element.text.split()) for element in pdf.root.all("Note")
    )
    calls = Counter(
        " ".join(element.whole.split())
        for element in pdf.root.walk() if element.is_call
    )
    expected: Counter[str] = Counter()
    marks: Counter[str] = Counter()
    for article in rulebook.by_id[ident].articles:
        for note, count in notes(article, rulebook.document_of(article)):
            expected[" ".join(words(note.text)) or NO_NOTE] += 1
            marks[" ".join(words(note.mark))] += count + 1  # the note itself shows its mark
    assert printed == expected
    assert calls == marks


@pytest.mark.parametrize(("name", "ident"), _held())
def test_an_ordinary_reader_extracts_the_same_words(name: str, ident: str) -> None:
    pdf = edition(name, ident)
    # Lines meet without a space, and a hyphen may be read back as one that a line end made.
    plain, tagged = (
        Counter("".join(text.split()).replace("-", "")) for text in (pdf.plain, pdf.root.whole)
    )
    assert plain == tagged


def test_the_article_alone_has_the_same_words() -> None:
    for found in corpus().editions:
        for article in found.articles:
            pdf = Pdf(pdf_article(corpus(), found.id, article.number, release=RELEASE))
            assert difference(pdf, article, _notices(article)) is None


def _documents(rulebook: Rulebook) -> list[Source]:
    kinds = ("letter", "commentary", "guide", "parallel", "other")
    return [d.source for d in rulebook.documents if d.kind in kinds]


@pytest.mark.parametrize("name", ["corpus", "sample"])
def test_letters_commentaries_and_guides_are_printed_whole(name: str) -> None:
    rulebook = globals()[name]()
    for source in _documents(rulebook):
        document = rulebook.document(source.id)
        pdf = Pdf(pdf_document(rulebook, source.id, "a5", release=RELEASE))
        found = [word for block in blocks(pdf) for word in block.words]
        place = 0
        for part in in_source_order(document):
            if isinstance(part, Article):
                assert difference(pdf, part, _cited_from(rulebook, part)) is None
                continue
            _, section = part
            for text in (section.heading, *(t for b in section.blocks for t in (b.marker, b.text))):
                expected = words(text)
                while place < len(found) and found[place : place + len(expected)] != expected:
                    place += 1
                assert found[place : place + len(expected)] == expected, (source.id, str(text))
                place += len(expected)


def _cited_from(rulebook: Rulebook, article: Article) -> tuple[str, ...]:
    code = rulebook.by_id[article.edition].title
    name = f"Articolo {article.number}"
    return (f"Citato qui: {name} del {code}.", *_notices(article))


def test_the_guide_is_printed_whole() -> None:
    pdf = Pdf(pdf_guide(corpus(), release=RELEASE))
    printed = Counter(word for block in blocks(pdf) for word in block.words)
    guides = [d for d in corpus().documents if d.kind == "guide"]
    expected = Counter(
        word for document in guides for found in document.fields() for word in words(found.text)
    )
    assert expected <= printed


def test_no_invisible_sign_is_in_a_text() -> None:
    for name, ident in _held():
        text = edition(name, ident).root.whole
        assert not set(text) & set("\u00a0\u00ad\u200b\u200c\u200d\u2060\ufeff")


def test_truncated_articles_stand_apart_from_the_law() -> None:
    pdf = edition("corpus", "2007")
    printed = [" ".join(block.words) for block in blocks(pdf)]
    apart = printed.index("Articoli troncati")
    for article in corpus().by_id["2007"].articles:
        heading = " ".join([*words(article.root.marker), *words(article.title)])
        assert (printed.index(heading) > apart) == (article.status == "truncated")
    cut = [a for a in corpus().by_id["2007"].articles if a.status == "truncated"]
    assert printed.count(TRUNCATED) == len(cut)


def test_missing_articles_are_named_and_not_printed() -> None:
    pdf = edition("corpus", "2007")
    printed = [" ".join(block.words) for block in blocks(pdf)]
    listed = printed[printed.index("Articoli che mancano") :]
    found = corpus().by_id["2007"]
    for name in found.known:
        told = any(text.split()[:1] == [str(name.number)] for text in listed)
        assert told == (found.article(name.number) is None)

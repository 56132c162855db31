"""What is printed, damaged as extractions damage it, reads back to the same tree."""

import random
from pathlib import Path

import page_printer
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from rulebook.label import Label
from rulebook.model import Article, Document, Note
from rulebook.reading.assemble import load_rulebook
from rulebook.reading.audit import account
from rulebook.reading.holdings import sources
from rulebook.reading.pipeline import read
from rulebook.text import Text

CORPUS = Path(__file__).parent.parent / "rulebook" / "corpus" / "sources"
SEEDS = range(300)


def flat(text: object) -> str:
    return " ".join(str(text or "").split())


@pytest.mark.parametrize("block", [
    pytest.param(block, marks=pytest.mark.long if block >= 100 else ())
    for block in range(0, len(SEEDS), 25)
])
def test_a_printed_article_reads_back(block: int) -> None:
    for seed in SEEDS[block : block + 25]:
        rng = random.Random(seed)
        page = page_printer.article(rng, rng.randint(1, 93))
        text = page_printer.printed(page, rng)
        document = read(sources.source(text.encode(), f"seed-{seed}")[0])
        assert account(document).closed, seed
        assert [article.number for article in document.articles] == [page.number], seed
        found = document.articles[0]
        assert flat(found.title) == page.title, seed
        got = [(p.label.path, flat(p.heading), flat(p.text)) for p in found.provisions()]
        want = [(n.path, flat(n.heading), flat(n.text)) for n in page.root.walk()]
        assert got == want, f"seed {seed}\n{text}"


ALPHABET = st.characters(codec="utf-8") | st.sampled_from("AB12abiv.()*:–’' \n\r\t\u00a0♠")


@settings(max_examples=300)
@given(st.text(ALPHABET, max_size=400))
@example("ART. 1 – A\n(*)\n(*) x")
@example("\ufeffArt. 1 – UNO\x00\r\rA.")
def test_any_string_is_read_and_its_account_closes(text: str) -> None:
    document = read(sources.source(text.encode("utf-8", "surrogatepass"), "any")[0])
    found = account(document)
    assert found.closed
    keys = [entry.key for entry in document.fields()]
    assert len(keys) == len(set(keys))


@settings(max_examples=150)
@given(
    st.lists(
        st.sampled_from(
            [
                "ARTICOLO 27 – LICITA",
                "Art. 5 – Posti",
                "A. Uno: due tre.",
                "1. Se",
                "(a) il caso;",
                "(i) primo",
                "(*) Nota.",
                "ripetute(*)",
                "richiedere36 al",
                "36 nota",
                "[…]",
                "",
                "42",
                "Caro Rossi,",
                "Cordiali saluti",
                "Ecco l’articolo:",
                "DEFINIZIONI",
                "Atout: il seme.",
                "Board: la custodia.",
                "Nord",
                "1♠",
                "vedi B1(b)",
                "B.",
                "INTRODUZIONE",
                "Nota: x y.",
                "- 12 -",
                "Est-",
                "Ovest",
            ]
        ),
        max_size=40,
    )
)
def test_any_order_of_lines_closes_its_account(lines: list[str]) -> None:
    document = read(sources.source("\n".join(lines).encode(), "any")[0])
    assert account(document).closed
    keys = [entry.key for entry in document.fields()]
    assert len(keys) == len(set(keys))
    for article in document.articles:
        labels = [paragraph.label for paragraph in article.provisions()]
        assert len(labels) == len(set(labels))


def rendered(article: Article, notes: tuple[Note, ...]) -> str:
    """An article as a plain page: labels as in the source, headings on their lines, notes below."""
    calls = {
        (call.place.field, call.place.start): note.mark for note in notes for call in note.calls
    }

    def words(text: Text, label: Label, part: str) -> str:
        plain = str(text)
        marks = sorted(
            (at, mark) for (key, at), mark in calls.items() if key == article.key(label, part)
        )
        for at, mark in reversed(marks):
            plain = plain[:at] + mark + plain[at:]
        return plain

    lines = [f"{article.root.marker} – {article.title}"]
    if article.root.text:
        lines.append(words(article.root.text, article.label, "text"))
    for paragraph in list(article.provisions())[1:]:
        heading = str(paragraph.heading) if paragraph.heading else ""
        text = words(paragraph.text, paragraph.label, "text")
        if heading and text[:1].islower():
            lines.append(f"{paragraph.marker} {heading}: {text}")
        elif heading:
            lines.append(f"{paragraph.marker} {heading}")
            lines += [text] if text else []
        else:
            lines.append(f"{paragraph.marker} {text}".rstrip())
    lines += [f"{note.mark} {note.text}" for note in notes if note.text]
    return "\n".join(lines) + "\n"


def read_text(text: str) -> Document:
    return read(sources.source(text.encode(), "rendered")[0])


@pytest.mark.parametrize("name", sorted(path.parent.name for path in CORPUS.glob("*/*.txt")))
def test_render_read_render_is_a_fixed_point(name: str) -> None:
    document = load_rulebook().document(name)
    assert document
    for article in document.articles:
        own = tuple(
            note
            for note in document.notes
            if note.text and (note.edition, note.article) == (article.edition, article.label)
        )
        once = rendered(article, own)
        again = read_text(once)
        assert len(again.articles) == 1, once
        twice = rendered(again.articles[0], tuple(n for n in again.notes if n.text))
        assert twice == once


@pytest.mark.parametrize("seed", range(40))
def test_a_generated_page_renders_to_a_fixed_point(seed: int) -> None:
    rng = random.Random(seed)
    page = page_printer.article(rng, seed % 93 + 1)
    document = read_text(page_printer.printed(page, rng))
    once = rendered(document.articles[0], document.notes)
    again = read_text(once)
    assert rendered(again.articles[0], again.notes) == once

"""What is typeset in varied layouts reads back to the same tree, with its place on the page."""

import hashlib
import json
from pathlib import Path

import corpus_maker
import input_printer
import pytest
from input_trees import flat, printed_tree, read_file, tree_of

from rulebook import cli
from rulebook.inputs import Extraction, Limits, extract
from rulebook.inputs.page_furniture import furniture
from rulebook.inputs.readers import read_here
from rulebook.inputs.words import Row, Word

LONG = pytest.mark.long
BLOCKS = [
    pytest.param(range(3), id="seeds-0"),
    *(pytest.param(range(at, at + 20), id=f"seeds-{at}", marks=LONG) for at in range(0, 120, 20)),
    # Never looked at while the rules were made.
    pytest.param(range(900, 930), id="held-out", marks=LONG),
]


@pytest.mark.parametrize("seeds", BLOCKS)
def test_a_booklet_reads_back(seeds: range) -> None:
    for seed in seeds:
        made = input_printer.booklet(seed)
        document = read_file(input_printer.typeset(made), f"seed-{seed}.pdf")
        assert tree_of(document) == printed_tree(made.pages), (seed, made.layout)
        assert sorted(flat(note.text) for note in document.notes) == sorted(made.notes), seed
        assert all(len(note.calls) == 1 for note in document.notes), seed


@pytest.mark.parametrize("seeds", BLOCKS)
def test_every_line_of_a_table_stands_in_its_column(seeds: range) -> None:
    for seed in seeds:
        made = input_printer.parallel(seed)
        data = input_printer.pdf(made.text)
        extraction = read_here(data, "tabella.pdf", Limits())
        columns = {
            side: "".join(
                f"{line}\n"
                for line, own in zip(extraction.text.split("\n"), extraction.sides, strict=False)
                if own == side
            )
            for side in ("old", "new")
        }
        for side, page in (("old", made.old), ("new", made.new)):
            want = " ".join(
                [flat(page.title)] + [f"{flat(n.heading)} {flat(n.text)}" for n in page.root.walk()]
            )
            missing = set(want.split()) - set(columns[side].replace("-\n", "").split())
            assert not missing, (seed, side, missing)
        document = read_file(data, "tabella.pdf")
        assert tree_of(document) == printed_tree([made.old, made.new]), seed


def test_a_line_knows_its_page_and_box() -> None:
    made = input_printer.booklet(0)
    data = input_printer.typeset(made)
    extraction = extract(data, "codice.pdf")
    lines = extraction.text.splitlines()
    assert len(lines) == len(extraction.lines) == len(extraction.roles) == len(extraction.sides)
    for line, place in zip(lines, extraction.lines, strict=True):
        assert bool(line) == (place is not None)
        if place:
            assert place.box
            size = extraction.pages[place.page - 1]
            left, top, right, bottom = place.box
            assert 0 <= left < right <= size.width
            assert 0 <= top < bottom <= size.height


def roles(extraction: Extraction, role: str) -> list[str]:
    lines = extraction.text.split("\n")
    return [line for line, own in zip(lines, extraction.roles, strict=False) if own == role]


def test_furniture_is_set_aside_with_account() -> None:
    header = "Raccolta delle regole del circolo"
    seed = next(s for s in range(99) if input_printer.booklet(s).layout.header == header)
    made = input_printer.booklet(seed, 3)
    data = input_printer.typeset(made)
    extraction = extract(data, "codice.pdf")
    assert len(extraction.pages) > 1
    assert roles(extraction, "running-header") == [header] * len(extraction.pages)
    document = read_file(data, "codice.pdf")
    aside = [d.text for d in document.discards if d.reason == "running-header"]
    assert aside == [header] * len(extraction.pages)
    if made.layout.numbered:
        numbers = [str(at + 1) for at in range(len(extraction.pages))]
        assert roles(extraction, "page-number") == numbers


FILLERS = ("mentre", "quando", "perché", "dove", "finché", "benché", "come", "se")


def row(baseline: float, *cells: tuple[float, str], size: float = 11) -> Row:
    """Words on one line: each cell begins at its place."""
    words = []
    for left, cell in cells:
        for text in cell.split():
            right = left + 0.5 * size * len(text)
            words.append(
                Word(text, left, baseline - 0.7 * size, right, baseline + 1, baseline, size)
            )
            left = right + 0.25 * size
    return Row(tuple(words))


def test_headers_and_footers_of_facing_pages_mirror_each_other() -> None:
    def body(first: str, last: str) -> list[Row]:
        lines = (first, *(f"{word} {first.lower()}" for word in FILLERS), last)
        return [row(110 + 14 * at, (90, words)) for at, words in enumerate(lines)]

    foot = "Regole del circolo · testi di maggio"
    pages = [
        [row(90, (90, "Regole del circolo"), size=14), *body("Chi gioca paga", "e chi perde deve"),
         row(790, (90, foot), (480, "1"), size=9)],
        # The number is set in another size, and stands on a line of its own.
        [row(60, (90, "Art. 5"), (400, "Regole del circolo"), size=9),
         *body("pagare anche da bere al vincitore", "La mano seguente"),
         row(788, (280, foot), size=9), row(791, (90, "2"), size=10.5)],
        [row(60, (90, "Regole del circolo"), (440, "Art. 5"), size=9),
         *body("Gli altri stanno a guardare", "e tacciono."),
         row(788, (90, foot), size=9), row(791, (500, "3"), size=10.5)],
    ]
    assert furniture(pages) == [
        {11: "running-header"},
        {0: "running-header", 11: "running-header", 12: "page-number"},
        {0: "running-header", 11: "running-header", 12: "page-number"},
    ]
    # Of two pages the second alone has a header: it cuts a sentence in two.
    assert furniture(pages[:2])[1] == {0: "running-header", 11: "running-header", 12: "page-number"}


def test_a_note_at_the_foot_is_no_footer_though_its_words_come_again() -> None:
    def page(number: int, mark: str) -> list[Row]:
        lines = [
            row(100 + 14 * at, (90, f"{word} {'abc'[number]} regola"))
            for at, word in enumerate(FILLERS)
        ]
        words = row(760, (96, "Manca il testo della nota."), size=9).words
        raised = Word(mark, 90, 751, 94, 757, 756, 5.0)
        return [*lines, Row((raised, *words))]

    assert furniture([page(0, "7"), page(1, "8"), page(2, "9")]) == [{}, {}, {}]


def test_a_corpus_holds_a_pdf_and_tells_where_a_line_is_printed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = input_printer.booklet(3, 1)
    number = made.pages[0].number
    corpus_maker.edition(tmp_path, "2007", numbers=(number,))
    data = input_printer.typeset(made)
    folder = tmp_path / "sources" / "libretto"
    folder.mkdir(parents=True)
    (folder / "libretto.pdf").write_bytes(data)
    (folder / "source.toml").write_text(
        f'file = "libretto.pdf"\nsha256 = "{hashlib.sha256(data).hexdigest()}"\nedition = "2007"\n'
        f'supplies = [{{ edition = "2007", articles = [{number}] }}]\n',
        "utf-8",
    )
    status = cli.run(["trace", f"{number}A", "--corpus", str(tmp_path), "--json"])
    traced = json.loads(capsys.readouterr().out)["traces"][0]
    assert status == cli.FINE
    assert traced["name"] == "libretto.pdf"
    assert {line["page"] for line in traced["lines"]} == {1}
    left, top, right, bottom = traced["lines"][0]["box"]
    assert 0 < left < right < 600
    assert 0 < top < bottom < 850
    cli.run(["trace", f"{number}A", "--corpus", str(tmp_path)])
    assert "page 1, box" in capsys.readouterr().out

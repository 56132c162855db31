"""What the editors doubt in a text: where it is seen, and where it is no doubt any more."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path

import corpus_maker as maker
import pytest
from cli_caller import Cli

from rulebook.label import parse
from rulebook.model import Comparison, Correction, Pair
from rulebook.publishing.doubts import _in_force
from rulebook.publishing.epub import epub_edition
from rulebook.publishing.library import Library
from rulebook.publishing.page import Page
from rulebook.publishing.pages import pages
from rulebook.publishing.pdf.law import edition_booklet
from rulebook.publishing.published import Published, files_of
from rulebook.publishing.situations import Handbook, Situation, SituationGroup, Statement
from rulebook.reading.assemble import load_rulebook

pytestmark = pytest.mark.usefixtures("one_cache")

TEXT = maker.ARTICLE.replace("non le mostra", "non\nle mostra")
CUT = """Art. 42 – DIRITTI DEL MORTO

A. Diritti: il morto conta le prese e tiene le altre carte dalla sua parte. [...]
"""
ENTRY = ('[[correction]]\nid = "{}"\nsource = "testo-a"\nop = "{}"\nfind = "{}"\nnear = {}\n{}'
         'state = "proposed"\nreason = "{}"\nby = "io"\non = 2026-11-30\n')
CORRECTIONS = "".join((
    ENTRY.format("t-1", "replace", "stende", 3, 'replace = "tende"\n',
                 "Si tende la mano. Il resto è noto."),
    ENTRY.format("t-2", "note", "fine", 6, "", "Il testo inglese ha anche un C3, e un B1."),
    ENTRY.format("t-3", "join", "non\\nle mostra", 5, 'replace = "non le mostra"\n', "Già così."),
))
CARD = Handbook(
    groups=(SituationGroup("g", "Gruppo"),),
    situations=(Situation(
        "prova", "Prova", "g", "È successo.", "L’Arbitro.", "2007",
        (Statement("Stende le carte.", (parse("40A"),)), Statement("Conta.", (parse("42A"),)),
         Statement("Tace.", (parse("40B"),))),
    ),),
)


@pytest.fixture(scope="module")
def doubted(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A corpus with an article that is doubted, also in an older print, and one that is cut off."""
    root = tmp_path_factory.mktemp("doubted")
    maker.edition(root, "1997", numbers=(40,))
    maker.source(root, "testo-v", maker.ARTICLE, edition="1997")
    maker.edition(root, "2007", numbers=(40, 41, 42))
    maker.source(root, "testo-a", TEXT, edition="2007")
    maker.source(root, "testo-b", CUT, edition="2007")
    (root / "corrections.toml").write_text(CORRECTIONS, "utf-8")
    return root


@pytest.fixture(scope="module")
def library(doubted: Path) -> Library:
    return Library(load_rulebook(doubted), handbook=CARD)


@pytest.fixture(scope="module")
def made(library: Library) -> dict[str, Page]:
    both = (parse("40A"),)
    compared = Comparison("1997", "2007", 40, (Pair(both, both, "unchanged", 1.0, "automatic"),))
    return {page.address: page for page in pages(library.rulebook, (compared,), handbook=CARD)}


@pytest.mark.parametrize(("op", "find", "replace", "texts", "settled"), [
    ("replace", "vendendo", "vedendo", ["ottenuta vendendo la carta"], False),
    ("replace", "vendendo", "vedendo", ["ottenuta vedendo la carta"], True),
    ("replace", "o il surcontro\ncon il contro", "con il contro\no il surcontro",
     ["Correggere con il contro o il surcontro"], True),
    ("replace", "una\ninsufficiente\nTitolo\nlicita", "una\nlicita\ninsufficiente\nTitolo",
     ["effettua una licita insufficiente", "Titolo"], True),
    ("split", "giocatori L’Arbitro", "giocatori\nL’Arbitro", ["dai giocatori", "L’Arbitro"], True),
    ("split", "turno. A meno", "turno.\nA meno", ["nel turno. A meno che"], False),
    ("join", "tagliando.\nSe", "tagliando. Se", ["giocando o tagliando. Se un difensore"], True),
    ("join", "tagliando.\nSe", "tagliando. Se", ["o tagliando.", "Se un difensore"], False),
    ("note", "vendendo", None, ["ottenuta vedendo"], False),
])
def test_what_the_text_reads_already_is_no_proposal(
    op: str, find: str, replace: str | None, texts: list[str], settled: bool
) -> None:
    correction = Correction("c", "s", op, "Perché.", "io", "2026-11-30", find, 1, replace)
    assert _in_force(correction, texts) is settled


def test_a_doubt_stands_where_the_law_is_read(made: dict[str, Page]) -> None:
    body = made["2007/40/"].body
    marks = [part.split("</p>")[0] for part in body.split('<p class="rb-doubt">')[1:]]
    assert "Dubbio della redazione, 40A." in marks[0]
    assert "«stende»: forse «tende». Si tende la mano. <a" in marks[0]
    assert 'href="../../apparato/testo-a/#riga-3"' in marks[0]
    assert body.index("Dubbio della redazione, 40A.") < body.index('id="B"')
    assert "Osservazione della redazione, 40B." in marks[1]
    below = body[body.index("Dubbi e osservazioni su questo testo"):]
    assert "Il resto è noto." in below
    assert "Già così." not in body


def test_what_a_remark_names_and_no_text_has_is_a_place(made: dict[str, Page]) -> None:
    body = made["2007/40/"].body
    for anchor in ("C3", "B1"):
        absent = body[body.index(f'id="{anchor}"'):].split("</div>")[0]
        assert "nel testo che la raccolta ha di questo articolo non c’è" in absent
        assert "Il testo inglese ha anche un C3" in absent


def test_the_page_of_a_number_tells_doubts_and_what_is_cut(made: dict[str, Page]) -> None:
    body = made["40/"].body
    named = body[body.index('id="C3"'):]
    assert "ne parla la redazione, ma la raccolta non ne ha il testo" in named
    assert '<a class="rb-to-2007" href="../2007/40/#C3">' in named
    assert body.count("(con un dubbio della redazione)") == 2
    assert "nessun paragrafo con questo nome" in named


def test_a_comparison_tells_the_doubt_with_its_edition(made: dict[str, Page]) -> None:
    body = made["confronto/1997-2007/40/"].body
    told = body[body.index('<p class="rb-doubt">'):]
    assert "Dubbio della redazione, 40A del 2007." in told
    lacking = body[body.index("Che cosa manca in questi testi"):]
    assert "Il testo inglese ha anche un C3" in lacking
    assert body.count("rb-doubt") == 2


def test_a_provision_that_is_only_named_has_its_spoken_address(
    library: Library, made: dict[str, Page]
) -> None:
    files = files_of(library.rulebook, (), tuple(made.values()), Published(), library.handbook)
    assert b'href="../../2007/40/#C3"' in files["c/2007-40c3/index.html"]


def test_a_card_says_that_its_law_is_doubted(made: dict[str, Page]) -> None:
    body = made["tavolo/prova/"].body
    assert "verificata sul testo, con un dubbio della redazione" in body
    assert body.count("rb-doubted") == 2
    told = body[body.index("<strong>Dubbi della redazione, dove c’è il segno ?.</strong>"):]
    assert told.index("40B:</strong> Il testo inglese") < told.index("40A:</strong> «stende»")


def test_the_apparatus_tells_proposals_remarks_and_what_is_settled(made: dict[str, Page]) -> None:
    body = made["apparato/"].body
    headings = ("Correzioni proposte", "Osservazioni della redazione",
                "Proposte che il testo pubblicato segue già")
    at = [body.index(f">{heading}<") for heading in headings]
    told = [body.index(words) for words in ("Si tende", "Il testo inglese", "Già così.")]
    assert [at[0], told[0], at[1], told[1], at[2], told[2]] == sorted(at + told)


def test_the_source_of_a_doubt_leads_back_to_its_provision(made: dict[str, Page]) -> None:
    body = made["apparato/testo-a/"].body
    row = body[body.index('id="riga-3"'):].split("</tr>")[0]
    assert '<a href="../../2007/40/#A">40A (2007)</a>' in row
    assert 'Dà il testo di: <a href="../../2007/40/">art. 40 (2007)</a>' in body


def test_paper_has_the_doubts_too(library: Library) -> None:
    booklet = edition_booklet(library, library.rulebook.by_id["2007"])
    printed = repr(booklet.chapters[0].blocks)
    assert "Dubbio della redazione, 40A." in printed
    assert "Il resto è noto." in printed
    files = zipfile.ZipFile(io.BytesIO(epub_edition(library.rulebook, "2007")))
    read = files.read("EPUB/2007-40.xhtml").decode()
    assert '<p class="doubt"><strong>Dubbio della redazione, 40A.</strong>' in read
    assert "Apparato" not in read


def test_show_says_what_is_doubted_and_what_is_cut(call: Cli, doubted: Path) -> None:
    newer = ("--corpus", doubted, "--edition", "2007")
    _, out, _ = call("show", "40A", *newer)
    assert "«stende»: forse «tende»" in out
    _, out, _ = call("show", "40A", *newer, "--json")
    (held,) = json.loads(out)["held"]
    assert [doubt["id"] for doubt in held["doubts"]] == ["t-1"]
    for verb in ("show", "cites"):
        status, out, _ = call(verb, "40C3", *newer)
        assert status == 1
        assert "the text held has no 40C3" in out
        assert "anche un C3" in out
    _, out, _ = call("cites", "40C3", *newer, "--json")
    assert [doubt["id"] for doubt in json.loads(out)["doubts"]]
    for verb in ("show", "cites"):
        status, out, _ = call(verb, "42B", "--corpus", doubted)
        assert status == 1
        assert "cut off" in out
        assert "the text held has no" not in out
    _, out, _ = call("show", "42B", *newer, "--json")
    (absent,) = json.loads(out)["absent"]
    assert (absent["article_held"], absent["article_cut"]) == (True, True)

"""A build prints every text, with QR codes where there is an address, and stops at a fault."""

from __future__ import annotations

from pathlib import Path

import corpus_maker as maker
import pytest
from lxml import html as lxml_html
from pdf_reader import Pdf
from sample_site import bare

from rulebook.commands import publishing
from rulebook.publishing.pages_paper import size
from rulebook.publishing.pdf import PaperError
from rulebook.publishing.pdf.room import Room
from rulebook.publishing.situations import Handbook
from rulebook.reading.holdings.corpus import load

SITE = "https://codice.example.org/bridge/"


@pytest.fixture(autouse=True)
def _without_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards are printed elsewhere; here they would only take time."""
    monkeypatch.setattr(publishing, "handbook", lambda _: Handbook())


def made(corpus: Path, out: Path, site: str | None = None) -> Path:
    publishing.build(load(corpus), out, site, bare, lambda _: None, corpus)
    return out


def papers(site: Path) -> dict[str, bytes]:
    return {
        file.relative_to(site).as_posix(): file.read_bytes()
        for folder in ("pdf", "epub") for file in (site / folder).iterdir()
    }


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two editions, of which each holds an article 40, the newer a 41 as well."""
    root = maker.corpus(tmp_path_factory.mktemp("corpora") / "corpus", "1997", "2007")
    maker.source(root, "testo-b", maker.OTHER, edition="2007")
    older = maker.ARTICLE.replace("appena l’attacco", "solo dopo che l’attacco")
    maker.source(root, "testo-c", older, edition="1997")
    return root


def test_every_text_is_printed_and_offered(corpus: Path, tmp_path: Path) -> None:
    site = made(corpus, tmp_path / "site")
    files = papers(site)
    assert {
        "pdf/1997.pdf", "pdf/1997-40.pdf", "pdf/2007.pdf", "pdf/2007-a5.pdf", "pdf/2007-40.pdf",
        "pdf/2007-41.pdf", "epub/1997.epub", "epub/2007.epub", "pdf/confronto-1997-2007.pdf",
        "pdf/confronto-1997-2007-40.pdf",
    } <= files.keys()
    page = lxml_html.fromstring((site / "2007" / "40" / "index.html").read_text(encoding="utf-8"))
    (link,) = page.xpath("//a[contains(@href, '.pdf')]")
    assert (site / "2007" / "40" / link.get("href")).resolve() == site / "pdf" / "2007-40.pdf"
    assert size(len(files["pdf/2007-40.pdf"])) in link.text_content()


def test_only_an_address_makes_qr_codes(corpus: Path, tmp_path: Path) -> None:
    without, with_one = (
        papers(made(corpus, tmp_path / name, site)) for name, site in (("a", None), ("b", SITE))
    )
    assert without.keys() == with_one.keys()
    for name in ("pdf/2007.pdf", "pdf/2007-40.pdf", "pdf/confronto-1997-2007-40.pdf"):
        assert not Pdf(without[name]).root.all("Figure")
        assert Pdf(with_one[name]).root.all("Figure")
        assert not any(address for _, _, address in Pdf(without[name]).links)
        assert any(address == f"{SITE}2007/" or str(address).startswith(SITE)
                   for _, _, address in Pdf(with_one[name]).links)


def test_a_second_build_prints_nothing_anew(
    corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = papers(made(corpus, tmp_path / "a"))

    def refuse(*_: object) -> bytes:
        raise AssertionError("nothing changed, and it was typeset again")

    monkeypatch.setattr(Room, "typeset", refuse)
    assert papers(made(corpus, tmp_path / "b")) == first


def test_a_sign_without_a_glyph_stops_the_build_and_leaves_the_site(
    corpus: Path, tmp_path: Path
) -> None:
    site = made(corpus, tmp_path / "site")
    before = papers(site)
    root = maker.corpus(tmp_path / "corpus")
    maker.source(root, "testo-b", maker.OTHER.replace("Primo a", "漢 a"), edition="2007")
    with pytest.raises(PaperError, match="U\\+6F22"):
        made(root, site)
    assert papers(site) == before
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".site")] == []

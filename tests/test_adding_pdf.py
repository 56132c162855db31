"""A PDF is added with the lines taken out of it, and reviewed beside the picture of its page."""

from __future__ import annotations

import re
import threading
import urllib.error
import urllib.request
from pathlib import Path

import corpus_maker as maker
import pytest
import typst

from rulebook import cli
from rulebook.reading.assemble import load_rulebook
from rulebook.reading.holdings import sources
from rulebook.reading.holdings.corpus import load
from rulebook.reading.holdings.files import CorpusError
from rulebook.reviewing import make_server

PRINT = """
#set page(paper: "a5")
#set text(lang: "it", size: 11pt)
= Art. 40 – GIOCATA A CARTE SCOPERTE

A. Carte del morto: il morto stende le sue carte sul tavolo appena l’attacco è stato fatto.

B. Carte del dichiarante: il dichiarante non le mostra prima della fine (vedi Articolo 41).

#pagebreak()

C. Carte dei difensori: nessuno le vede, nemmeno dopo un contratto di 5♠.
"""


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULEBOOK_CACHE", str(tmp_path / "cache"))
    folder = maker.edition(tmp_path / "corpus", "2007").parent.parent
    (tmp_path / "stampa.typ").write_text(PRINT, "utf-8")
    typst.compile(str(tmp_path / "stampa.typ"), output=str(tmp_path / "stampa.pdf"))
    assert cli.run(["add", str(tmp_path / "stampa.pdf"), "--corpus", str(folder)]) in (0, 1)
    return folder


def test_its_lines_are_kept_beside_it_and_read_again_without_its_reader(
    root: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = root / "sources/stampa"
    assert sorted(path.name for path in folder.iterdir()) == [
        "lines.json", "source.toml", "stampa.pdf"]
    assert (folder / "stampa.pdf").read_bytes() == (tmp_path / "stampa.pdf").read_bytes()
    assert cli.run(["add", str(tmp_path / "stampa.pdf"), "--corpus", str(root)]) == 1

    def absent(*_: object) -> None:
        raise AssertionError("the PDF is not read again")

    monkeypatch.setattr(sources, "extract", absent)
    article = load_rulebook(root).by_id["2007"].article(40)
    assert article is not None
    assert [child.label.path for child in article.root.children] == [("A",), ("B",), ("C",)]
    assert "5♠" in str(article.root.children[2].text)


def test_lines_that_somebody_touched_are_told(root: Path) -> None:
    lines = root / "sources/stampa/lines.json"
    lines.write_bytes(lines.read_bytes().replace(b"morto", b"molto"))
    with pytest.raises(CorpusError, match="lines_sha256"):
        load(root)


def test_the_review_shows_the_page_and_where_each_line_stands(root: Path) -> None:
    made = next(entry.source for entry in load(root).sources)
    last = made.lines
    with make_server(root) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()

        def get(path: str) -> bytes:
            with urllib.request.urlopen(f"{server.address}testo/stampa/{path}") as answer:
                return bytes(answer.read())

        first, second = get("").decode(), get(f"?riga={last}").decode()
        assert 'href="/testo/stampa/pagina/1"' in first
        assert 'href="/testo/stampa/pagina/2"' in second
        assert f'<a href="#riga-{last}"' in second
        assert "Carte dei difensori" not in first
        [after] = re.findall(r'href="/testo/stampa/(\?riga=\d+)#fonte">Righe dopo', first)
        assert get(after).decode().count('<image href="/testo/stampa/pagina/2"') == 1
        assert "Righe dopo" not in second
        for number in (1, 2):
            assert get(f"pagina/{number}").startswith(b"\x89PNG")
        with pytest.raises(urllib.error.HTTPError, match="404"):
            get("pagina/3")
        server.shutdown()

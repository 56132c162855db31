"""The verbs that print: what they write, what they call it, and how they end."""

from __future__ import annotations

import json
import zipfile
from functools import cache
from pathlib import Path

import pytest
from pdf_reader import Pdf

from rulebook.cli import run
from rulebook.commands import paper
from rulebook.commands.publishing import Made, make
from rulebook.publishing.dates import texts_day
from rulebook.publishing.wording import day
from rulebook.reading.holdings.corpus import load


@cache
def read_once() -> Made:
    return make(load(None), lambda _: None)


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(paper, "make", lambda *_: read_once())
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")


@pytest.mark.parametrize(("arguments", "name"), [
    (["2007", "--article", "27"], "2007-27.pdf"),
    (["2007", "--article", "art. 27", "--paper", "a5"], "2007-27-a5.pdf"),
    ([], "2007.pdf"),
    (["compare", "1997", "2007"], "confronto-1997-2007.pdf"),
    (["compare"], "confronto-1997-2007.pdf"),
    (["guide"], "guida-croci-cenni-di-regolamento.pdf"),
    (["di-sacco-renonce"], "quesiti-di-sacco-renonce.pdf"),
])
def test_it_prints_and_names_the_file(arguments: list[str], name: str, tmp_path: Path) -> None:
    assert run(["pdf", *arguments]) == 0
    assert [file.name for file in tmp_path.iterdir()] == [name]
    pdf = Pdf((tmp_path / name).read_bytes())
    texts = f"testi al {day(texts_day(read_once().rulebook))}"
    assert all(texts in " ".join(text.split()) for text in pdf.artifacts)


@pytest.mark.parametrize(("arguments", "status", "hint"), [
    (["2007", "--article", "16"], 1, "16"),
    (["2017"], 1, "2017"),
    (["2031"], 2, "1997, 2007, 2017"),
    (["compare", "2007", "1997"], 2, "older first"),
    (["compare", "2007", "2031"], 2, "older first"),
    (["compare", "2007", "2017"], 1, "2017"),
    (["guide", "--article", "3"], 2, "--article"),
    (["2007", "27"], 2, "too much"),
    (["2007", "--article", "27B1b"], 2, "whole"),
    (["2007", "--article", "pippo"], 2, "pippo"),
    (["di-sacco-renonce", "--article", "3"], 2, "nothing is called"),
    (["2007", "--site", "pippo"], 2, "https://"),
    (["--paper", "a3"], 2, "a4"),
])
def test_it_says_why_it_does_not_print(
    arguments: list[str], status: int, hint: str, tmp_path: Path,
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch,
) -> None:
    read: list[int] = []
    monkeypatch.setattr(paper, "make", lambda *_: read.append(1) or read_once())
    assert run(["pdf", *arguments]) == status
    assert bool(read) == (status == 1)
    told = capsys.readouterr()
    assert hint in told.err
    assert not told.out
    assert not list(tmp_path.iterdir())


def test_json_names_the_file_and_its_size(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "below" / "codice.pdf"
    assert run(["pdf", "2007", "--article", "63", "--out", str(out), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == {"out": str(out), "bytes": out.stat().st_size}


@pytest.mark.parametrize(("what", "name"), [
    ("2007", "2007.epub"), ("guide", "guida-croci-cenni-di-regolamento.epub"),
])
def test_it_binds_an_epub(what: str, name: str, tmp_path: Path) -> None:
    assert run(["epub", what]) == 0
    assert [file.name for file in tmp_path.iterdir()] == [name]
    assert (tmp_path / name).read_bytes().startswith(b"PK")
    if what == "2007":
        chapter = zipfile.ZipFile(tmp_path / name).read("EPUB/2007-27.xhtml").decode()
        assert "Codice di Gara 2007 · non più in vigore" in chapter


def test_an_epub_is_of_one_book(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["epub", "compare"]) == 2
    assert "one edition" in capsys.readouterr().err


def test_a_file_that_cannot_be_written_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    out = tmp_path / "file" / "x.epub"
    assert run(["epub", "2007", "--out", str(out)]) == 5
    assert "file" in capsys.readouterr().err

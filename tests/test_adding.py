"""A text is added whole or not at all, and what is said of it is what it holds."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import corpus_maker as maker
import pytest
import test_inputs_hostile
from hypothesis import given
from hypothesis import strategies as st

from rulebook import cli
from rulebook.adding import names
from rulebook.inputs import InputError
from rulebook.reading.assemble import load_rulebook
from rulebook.reading.holdings import write as corpus_write
from rulebook.reading.holdings.corpus import load

CASES = tomllib.loads((Path(__file__).parent / "cases/adding.toml").read_text("utf-8"))["case"]
OLD_41 = maker.OTHER.replace("del dichiarante", "del dichiarante vecchio stile").replace(
    "seguono in", "seguono sempre in")
Add = Callable[..., tuple[int, dict[str, Any], str]]


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RULEBOOK_CACHE", str(tmp_path / "cache"))


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    root = maker.corpus(tmp_path / "corpus", "1997", "2007")
    maker.source(root, "testo-b", maker.OTHER, edition="2007")
    maker.source(root, "testo-c", OLD_41 + "\n", edition="1997")
    return root


@pytest.fixture
def add(corpus: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> Add:
    """Run `rulebook add --json` and give its status, the document it prints, and what it says."""

    def called(*arguments: object) -> tuple[int, dict[str, Any], str]:
        status = cli.run(["add", *map(str, arguments), "--corpus", str(corpus), "--json"])
        out, err = capsysbinary.readouterr()
        assert b"Traceback" not in out + err
        return status, json.loads(out) if out else {}, err.decode()

    return called


def tree(root: Path) -> dict[str, bytes]:
    """Every file of a folder, hidden ones included."""
    return {
        str(path.relative_to(root)): path.read_bytes()
        for path in root.rglob("*") if path.is_file()
    }


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_what_is_said_of_a_text(tmp_path: Path, corpus: Path, add: Add, case: Any) -> None:
    file = tmp_path / case["file"]
    file.write_text(case["text"], "utf-8")
    before = tree(corpus)
    status, said, err = add(file, "--dry-run")
    assert not err
    assert tree(corpus) == before, "a dry run writes nothing"
    [dry] = said["files"]
    assert dry["state"] == "would-add"
    done = {**said, "dry_run": False, "files": [{**dry, "state": "added"}]}
    assert add(file) == (status, done, "")
    assert dry["place"] == f"sources/{case['folder']}"
    assert (dry["kind"], dry["edition"]["id"], dry["edition"]["basis"]) == (
        case["kind"], case["edition"], case["basis"])
    for role in ("supplies", "witness"):
        assert [a["number"] for a in dry["articles"] if a["role"] == role] == case.get(role, [])
    assert [doubt["code"] for doubt in dry["doubts"]] == case["doubts"]
    assert [piece["edition"] for piece in dry["edition"]["unknown"]] == case.get("unknown", [])
    if "line" in case:
        assert dry["edition"]["evidence"][0]["line"] == case["line"]
    if "share" in case:
        assert [a["share"] for a in dry["articles"]] == [case["share"]]
    after = tree(corpus)
    assert {name: after[name] for name in before} == before, "what was there stays as it was"
    folder = corpus / dry["place"]
    assert set(after) - set(before) == {
        f"{dry['place']}/source.toml", f"{dry['place']}/{case['file']}"}
    assert (folder / case["file"]).read_bytes() == file.read_bytes()
    assert (folder / "source.toml").read_text("utf-8") == dry["source_toml"]
    rulebook = load_rulebook(corpus)
    assert not [issue for issue in rulebook.issues if issue.weight == "error"]
    edition = rulebook.by_id[case["edition"]]
    for number in case.get("supplies", []):
        article = edition.article(number)
        assert article is not None
        assert article.source == case["folder"]
    for number in case.get("witness", []):
        article = edition.article(number)
        assert article is not None
        assert [w.role for w in article.witnesses] == ["supplies", "witness"]
        assert article.witnesses[1].source == case["folder"]


def test_a_person_is_asked_for_what_is_not_in_the_text(
    tmp_path: Path, corpus: Path, add: Add
) -> None:
    file = tmp_path / "pagina.txt"
    file.write_text(maker.ARTICLE.replace("40", "39"), "utf-8")
    add(file)
    toml = corpus / "sources/pagina/source.toml"
    text = toml.read_text("utf-8")
    for key in ("author", "origin", "rights"):
        assert f"# {key} = " in text
        text = text.replace(f"# {key} = ", f"{key} = ")
    toml.write_text(text, "utf-8")
    made = next(e.source for e in load(corpus).sources if e.source.id == "pagina")
    assert made.author
    assert made.origin
    assert made.rights


def test_law_of_an_edition_that_nobody_knows_is_not_filed_as_that_of_another(
    tmp_path: Path, corpus: Path, add: Add
) -> None:
    file = tmp_path / "antico.txt"
    law = "Art. 42 – DIRITTI DEL MORTO\n\nA. Il morto può rispondere, come già nel Codice 2007.\n"
    file.write_text(f"Codice di Gara 1963\n\n{law}", "utf-8")
    before = tree(corpus)
    status, said, _ = add(file)
    [refused] = said["files"]
    assert (status, refused["state"]) == (2, "refused")
    assert "line 1 names an edition" in refused["message"]
    assert "--edition" in refused["message"]
    assert tree(corpus) == before
    status, said, _ = add(file, "--edition", "2007")
    assert said["files"][0]["edition"]["basis"] == "declared"
    assert not [doubt for doubt in said["files"][0]["doubts"] if doubt["code"] == "edition-unknown"]


def test_the_same_file_twice_is_told(tmp_path: Path, corpus: Path, add: Add) -> None:
    file = tmp_path / "pagina.txt"
    file.write_text(maker.ARTICLE.replace("40", "39"), "utf-8")
    twin = tmp_path / "gemella.txt"
    twin.write_bytes(file.read_bytes())
    status, said, _ = add(file, twin)
    assert [f["state"] for f in said["files"]] == ["added", "known"]
    assert said["files"][1]["place"] == "sources/pagina"
    before = tree(corpus)
    assert add(file)[0] == status == 1
    assert tree(corpus) == before


def test_a_name_that_is_taken_gets_a_number(tmp_path: Path, corpus: Path, add: Add) -> None:
    places = []
    for number in (37, 38, 39):
        folder = tmp_path / str(number)
        folder.mkdir()
        file = folder / "testo-a.txt"
        file.write_text(maker.ARTICLE.replace("40", str(number)), "utf-8")
        places.append(add(file)[1]["files"][0]["place"])
    assert places == ["sources/testo-a-2", "sources/testo-a-3", "sources/testo-a-4"]


def test_whole_wins_over_cut_and_cut_never_over_whole(
    tmp_path: Path, corpus: Path, add: Add
) -> None:
    cut = tmp_path / "tagliato.txt"
    cut.write_text("Art. 39 – TITOLO\n\nA. Uno: la prima regola vale per tutti.\n\nB. Due […]\n")
    whole = tmp_path / "intero.txt"
    whole.write_text(
        "Art. 39 – TITOLO\n\nA. Uno: la prima regola vale per tutti.\n\nB. Due: e la seconda.\n")
    for first, second in ((cut, whole), (whole, cut)):
        root = maker.corpus(tmp_path / first.stem, "2007")
        for file in (first, second):
            assert cli.run(["add", str(file), "--corpus", str(root)]) == 1
        article = load_rulebook(root).by_id["2007"].article(39)
        assert article is not None
        assert (article.source, article.status) == ("intero", "complete")


def test_another_print_confirms_a_proposed_correction(
    tmp_path: Path, corpus: Path, add: Add
) -> None:
    file = tmp_path / "prima.txt"
    file.write_text("Art. 39 – TITOLO\n\nA. Uno: la prima rogola vale per tutti, sempre.\n")
    add(file)
    (corpus / "corrections.toml").write_text(
        '[[correction]]\nid = "p-1"\nsource = "prima"\nop = "replace"\nfind = "rogola"\n'
        'replace = "regola"\nnear = 3\nstate = "proposed"\nreason = "Refuso."\nby = "redazione"\n'
        'on = "2026-11-30"\n')
    other = tmp_path / "seconda.txt"
    other.write_text("Art. 39 – TITOLO\n\nA. Uno: la prima regola vale per tutti, sempre.\n")
    codes = [doubt["code"] for doubt in add(other)[1]["files"][0]["doubts"]]
    assert codes == ["witness-differs", "misprint-confirmed"]


@pytest.mark.parametrize(("data", "said"), [
    (b"", "is empty"),
    (b" \r\n\t\n", "is empty"),
    (b"\xef\xbb\xbf\n", "is empty"),
    (b"...\n- 3 -\n", "no words"),
    (bytes(range(256)) * 40, ""),
    (b"PK\x03\x04 nothing behind it", ""),
    (b"%PDF-1.7\nnothing behind it", ""),
    (b"{\\rtf1 Testo}", "format is not known"),
])
def test_what_cannot_be_read_is_a_clear_refusal(
    tmp_path: Path, corpus: Path, add: Add, data: bytes, said: str
) -> None:
    file = tmp_path / "rotto.txt"
    file.write_bytes(data)
    before = tree(corpus)
    status, told, _ = add(file)
    [refused] = told["files"]
    assert (status, refused["state"]) == (2, "refused")
    assert said in refused["message"]
    assert tree(corpus) == before
    assert cli.run(["add", str(file), "--corpus", str(corpus)]) == 2


def test_a_missing_program_is_the_world_outside(
    tmp_path: Path, corpus: Path, add: Add, monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent(*_: object) -> None:
        raise InputError("a scan needs tesseract", "x", "install tesseract-ocr-ita.", "tesseract")

    monkeypatch.setattr("rulebook.adding.entering.extract", absent)
    file = tmp_path / "scansione.pdf"
    file.write_bytes(b"%PDF-1.7 a picture")
    before = tree(corpus)
    status, said, _ = add(file)
    assert status == 5
    assert "install tesseract-ocr-ita" in said["files"][0]["message"]
    assert tree(corpus) == before


def test_hostile_files_are_refused_one_by_one(tmp_path: Path, corpus: Path, add: Add) -> None:
    files = []
    for number, (name, make, _) in enumerate(test_inputs_hostile.CASES.values()):
        files.append(tmp_path / f"{number}{Path(name).suffix}")
        files[-1].write_bytes(make())
    before = tree(corpus)
    status, said, _ = add(*files)
    assert status == 2
    assert [told["state"] for told in said["files"]] == ["refused"] * len(files)
    assert all(len(told["message"].splitlines()) == 1 for told in said["files"])
    assert tree(corpus) == before


def test_a_broken_file_does_not_keep_others_out(tmp_path: Path, corpus: Path, add: Add) -> None:
    (tmp_path / "vuoto.txt").write_bytes(b"")
    (tmp_path / "buono.txt").write_text(maker.ARTICLE.replace("40", "39"), "utf-8")
    status, said, _ = add(tmp_path / "vuoto.txt", tmp_path / "buono.txt")
    assert status == 2
    assert [file["state"] for file in said["files"]] == ["refused", "added"]


def test_missing_files_and_folders_are_wrong_usage(tmp_path: Path, add: Add) -> None:
    assert add(tmp_path / "none.txt")[0] == 2
    assert add(tmp_path)[0] == 2
    assert add("--edition", "2030", __file__)[0] == 2


@pytest.mark.parametrize("number", [errno.EACCES, errno.EROFS, errno.ENOSPC])
def test_a_folder_that_cannot_be_written(
    tmp_path: Path, corpus: Path, add: Add, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(number, os.strerror(number))

    file = tmp_path / "pagina.txt"
    file.write_text(maker.ARTICLE.replace("40", "39"), "utf-8")
    before = tree(corpus)
    for name in ("write_lasting", "move"):
        with monkeypatch.context() as patched:
            patched.setattr(corpus_write, name, refuse)
            status, _, err = add(file)
        assert status == 5
        assert "nothing was added" in err
        assert ("make room" if number == errno.ENOSPC else "--corpus") in err
        assert tree(corpus) == before
    assert add(file)[0] == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs a child that dies")
def test_killed_at_any_moment_nothing_is_half_written(tmp_path: Path, corpus: Path) -> None:
    file = tmp_path / "pagina.txt"
    file.write_text(maker.ARTICLE.replace("40", "39"), "utf-8")
    command = ["add", str(file), "--corpus", str(corpus)]
    place = corpus / "sources/pagina"
    for moment in range(40):
        child = os.fork()
        if child == 0:
            _die_at(moment)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            os._exit(cli.run(command))
        _, ended = os.waitpid(child, 0)
        load(corpus)
        if place.exists():
            assert sorted(path.name for path in place.iterdir()) == ["pagina.txt", "source.toml"]
            assert (place / "pagina.txt").read_bytes() == file.read_bytes()
        if os.waitstatus_to_exitcode(ended) != 9:
            break
    else:
        pytest.fail("the last moment was not reached")
    assert moment > 4
    assert place.exists()
    assert not [path for path in (corpus / "sources").iterdir() if path.name.startswith(".")]


def _die_at(moment: int) -> None:
    """Let this process die at the n-th thing that it does to a disk."""
    done = iter(range(moment + 1))

    def mortal(real: Any) -> Any:
        def step(*arguments: Any, **named: Any) -> Any:
            if next(done, None) is None:
                os._exit(9)
            return real(*arguments, **named)
        return step

    for owner, name in ((os, "mkdir"), (os, "fsync"), (os, "rename"), (Path, "rename"),
                        (os, "rmdir"), (os, "unlink"), (corpus_write, "write_lasting")):
        setattr(owner, name, mortal(getattr(owner, name)))


@given(st.text(st.characters(codec="utf-8", exclude_characters="/\0"), min_size=1, max_size=300))
def test_any_name_gives_a_folder_and_a_file(name: str) -> None:
    folder = names.folder_name(name, name, {"testo", "testo-2"})
    assert folder not in ("testo", "testo-2")
    assert names.slug(folder) == folder
    file = names.file_name(name)
    assert Path(file).name == file
    assert len(file) <= 130
    assert file not in ("", ".", "..", "source.toml", "columns.toml")


def test_a_new_corpus_begins_with_editions(tmp_path: Path, capsys: Any) -> None:
    file, root = tmp_path / "testo.txt", tmp_path / "nuovo"
    file.write_text(maker.OTHER, "utf-8")
    assert cli.run(["add", str(file), "--corpus", str(root)]) == 2
    told = capsys.readouterr().err
    source, target = re.search("copy (.+) to (.+), see", told).groups()  # type: ignore[union-attr]
    shutil.copytree(source, target)
    assert cli.run(["add", str(file), "--corpus", str(root), "--edition", "2007"]) in (0, 1)
    assert cli.run(["check", "--corpus", str(root)]) in (0, 1)

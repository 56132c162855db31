"""A build that has nothing to do says so, one that must does, and a watcher sees each change."""

from __future__ import annotations

import json
import os
import shutil
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import corpus_maker
import pytest

from rulebook import cli
from rulebook.commands import publishing, unchanged, watching
from rulebook.commands.unchanged import Inputs, current, snapshot, write_down
from rulebook.publishing.site import Built


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A corpus folder, a package that nobody is working on, and a cache of the test's own."""
    package = tmp_path / "project" / "rulebook"
    package.mkdir(parents=True)
    (package / "code.py").write_text("1")
    (package.parent / "docs").mkdir()
    (package.parent / "docs" / "page.md").write_text("one")
    (package.parent / "mkdocs.yml").write_text("site_name: x")
    monkeypatch.setattr(unchanged, "_PACKAGE", package)
    monkeypatch.setenv("RULEBOOK_CACHE", str(tmp_path / "cache"))
    return corpus_maker.corpus(tmp_path / "corpus")


def site(tmp_path: Path) -> Path:
    out = tmp_path / "site"
    out.mkdir()
    (out / "versions.json").write_text("[]")
    (out / "page.html").write_text("page")
    return out


def test_a_site_is_current_until_something_changes(small: Path, tmp_path: Path) -> None:
    out, inputs = site(tmp_path), Inputs(small)
    assert current(out, inputs.digest()) is None
    write_down(out, inputs.digest(), 7)
    note = current(out, inputs.digest())
    assert note is not None
    assert note.pages == 7


CHANGES: dict[str, Callable[[Path], object]] = {
    "a text": lambda root: (root / "corpus/sources/testo-a/testo.txt").write_text("x"),
    "a correction": lambda root: (root / "corpus/corrections.toml").write_text(""),
    "an edition gone": lambda root: shutil.rmtree(root / "corpus/editions/2007"),
    "the code": lambda root: (root / "project/rulebook/code.py").write_text("2"),
    "a table of the package": lambda root: (root / "project/rulebook/new.toml").write_text(""),
    "a page of the project": lambda root: (root / "project/docs/page.md").write_text("two"),
    "the settings": lambda root: (root / "project/mkdocs.yml").write_text("site_name: y"),
    "a page of the site": lambda root: (root / "site/page.html").write_text("pagE"),
    "a page of the site gone": lambda root: (root / "site/page.html").unlink(),
    "a page added to the site": lambda root: (root / "site/more.html").write_text(""),
    "the site gone": lambda root: shutil.rmtree(root / "site"),
    "the note damaged": lambda root: [f.write_text("{") for f in (root / "cache").rglob("*.json")],
    "the note gone": lambda root: shutil.rmtree(root / "cache"),
}


@pytest.mark.parametrize("change", CHANGES, ids=str)
def test_any_change_asks_for_a_build(small: Path, tmp_path: Path, change: str) -> None:
    out, inputs = site(tmp_path), Inputs(small)
    write_down(out, inputs.digest(), 7)
    CHANGES[change](tmp_path)
    assert current(out, inputs.digest()) is None


def test_other_options_ask_for_a_build(small: Path, tmp_path: Path) -> None:
    out = site(tmp_path)
    write_down(out, Inputs(small).digest(), 7)
    assert current(out, Inputs(small, ("--no-offline",)).digest()) is None


def test_what_python_leaves_is_no_change(small: Path, tmp_path: Path) -> None:
    before = Inputs(small).digest()
    folder = tmp_path / "project/rulebook/__pycache__"
    folder.mkdir()
    (folder / "code.pyc").write_text("x")
    os.utime(tmp_path / "project/rulebook/code.py")
    assert Inputs(small).digest() == before


def test_the_command_does_nothing_twice(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    builds: list[Path] = []

    def build(corpus: object, out: Path, *rest: object, **named: object) -> Built:
        builds.append(out)
        out.mkdir(exist_ok=True)
        (out / "versions.json").write_text("[]")
        return Built(out, 3, 0.1, None)  # type: ignore[arg-type]

    monkeypatch.setattr(publishing, "build", build)
    command = ["build", "--corpus", str(small), "--out", str(tmp_path / "site"), "--json"]
    left = tmp_path / ".site-aside-killed"
    for _ in range(3):
        # What a killed build left goes with the next one, which may have nothing else to do.
        left.mkdir()
        os.utime(left, (0, time.time() - 15))
        assert cli.run(command) == 0
        assert not left.exists()
        assert json.loads(capsys.readouterr().out)["pages"] == 3
    assert len(builds) == 1
    assert cli.run([*command, "--no-offline"]) == 0
    assert len(builds) == 2


def test_watching_prints_no_json(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.run(["build", "--corpus", str(small), "--watch", "--json"]) == 2
    assert "--watch" in capsys.readouterr().err


def test_a_watcher_builds_after_each_change(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, told = tmp_path / "site", []
    text = small / "sources/testo-a/testo.txt"

    out.mkdir()
    (out / "index.html").write_text("build: the site before")
    meanwhile: list[str] = []

    class Done:
        def __init__(self, command: list[str], check: bool) -> None:
            if not meanwhile:
                address = next(w.split()[1] for w in said if w.startswith("serving"))
                with urllib.request.urlopen(address, timeout=5) as answer:
                    meanwhile.append(answer.read().decode().partition(": ")[2])
            (out / "index.html").write_text(f"build {len(told)}: {text.read_text()}")
            told.append(command[command.index("build"):])
            self.returncode = 3 if text.read_text() == "broken" else 0

    monkeypatch.setattr(watching.subprocess, "run", Done)
    monkeypatch.setattr(watching, "INTERVAL", 0.02)
    said: list[str] = []
    steps = iter(["first", None, "broken", "second", None])
    served: list[str] = []

    def ended() -> bool:
        address = next((w.split()[1] for w in said if w.startswith("serving")), None)
        if address:
            with urllib.request.urlopen(address, timeout=5) as answer:
                served.append(answer.read().decode().partition(": ")[2])
        step = next(steps, "end")
        if step == "end":
            return True
        if step:
            text.write_text(step)
        return False

    watching.watch(Inputs(small), ["--out", str(out)], out, 0, said.append, ended)
    assert told == [["build", "--out", str(out)]] * 4
    assert meanwhile == ["the site before"]
    assert served[1] == served[2] == "first"
    assert served[-1] == "second"
    assert any("status 3" in word for word in said)
    assert sum(word == "changed: testo.txt" for word in said) == 3


def test_a_look_sees_what_was_written_again(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("one")
    before = snapshot([tmp_path])
    os.utime(file, ns=(1, 1))
    assert snapshot([tmp_path]) != before

"""A folder is replaced whole or not at all, whoever is killed and whoever else is at it."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from rulebook.publishing import place
from rulebook.publishing.place import beside, put, recover


def make(out: Path, word: str, files: int = 3) -> None:
    with beside(out) as aside:
        built = aside / "site"
        built.mkdir()
        for number in range(files):
            (built / f"{number}.txt").write_text(word)
        put(built, out)


def words(out: Path) -> set[str]:
    return {file.read_text() for file in out.iterdir()}


def left(out: Path) -> list[str]:
    return [file.name for file in out.parent.iterdir() if file != out]


def test_a_relative_place_is_that_of_the_folder_one_is_in(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with beside(Path("site")) as aside:
        assert aside.is_absolute()
        assert aside.parent == tmp_path
    make(Path("site"), "one")
    assert words(tmp_path / "site") == {"one"}


def test_the_new_takes_the_place_of_the_old(tmp_path: Path) -> None:
    out = tmp_path / "deep" / "site"
    for word in ("one", "two"):
        make(out, word)
        assert (words(out), left(out)) == ({word}, [])


def fail(out: Path) -> None:
    with beside(out) as aside:
        (aside / "site").mkdir()
        raise RuntimeError


def put_nothing(out: Path) -> None:
    with beside(out) as aside:
        built = aside / "site"
        built.mkdir()
        put(_Vanishing(built), out)


@pytest.mark.parametrize(("run", "error"), [(fail, RuntimeError), (put_nothing, FileNotFoundError)])
def test_what_fails_leaves_the_old(
    tmp_path: Path, run: Callable[[Path], None], error: type[Exception]
) -> None:
    out = tmp_path / "site"
    make(out, "one")
    with pytest.raises(error):
        run(out)
    assert (words(out), left(out)) == ({"one"}, [])


class _Vanishing(type(Path())):  # type: ignore[misc]
    """A folder that is gone when it is to be moved."""

    def chmod(self, mode: int, *, follow_symlinks: bool = True) -> None:
        self.rmdir()


KILLED = """
import os, signal, sys
from pathlib import Path
from rulebook.publishing import place
out = Path(sys.argv[1])
moment = sys.argv[2]
with place.beside(out) as aside:
    built = aside / "site"
    built.mkdir()
    (built / "0.txt").write_text("two")
    if moment == "made":
        os.kill(os.getpid(), signal.SIGKILL)
    out.rename(aside / "before-0")
    if moment == "moved":
        os.kill(os.getpid(), signal.SIGKILL)
    built.rename(out)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="no such signal")
@pytest.mark.parametrize(("moment", "word"), [("made", "one"), ("moved", "one"), ("put", "two")])
def test_what_a_killed_run_left_is_mended(
    tmp_path: Path, moment: str, word: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "site"
    make(out, "one", files=1)
    subprocess.run([sys.executable, "-c", KILLED, str(out), moment], check=False)
    assert left(out)
    monkeypatch.setattr(place, "_YOUNG", -1.0)
    recover(out)
    assert (words(out), left(out)) == ({word}, [])
    make(out, "three")
    assert (words(out), left(out)) == ({"three"}, [])


def test_a_run_at_work_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "site"
    monkeypatch.setattr(place, "_YOUNG", -1.0)
    with beside(out) as aside:
        built = aside / "site"
        built.mkdir()
        recover(out)
        assert built.is_dir()


def test_many_runs_at_once_all_succeed(tmp_path: Path) -> None:
    out = tmp_path / "site"
    failed: list[OSError] = []

    def run(number: int) -> None:
        try:
            for turn in range(10):
                make(out, f"{number}-{turn}")
        except OSError as error:
            failed.append(error)

    threads = [threading.Thread(target=run, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    assert len(words(out)) == 1
    assert left(out) == []

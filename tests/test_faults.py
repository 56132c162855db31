"""What goes wrong in the world: full disks, locked folders, kills, two runs, changed clocks.

The command line runs in processes of its own, as somebody would run it.
"""

from __future__ import annotations

import hashlib
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import corpus_maker
import pytest

from rulebook import cli
from rulebook.reading.assemble import load_rulebook
from rulebook.reading.holdings.files import CorpusError

COMMAND = [sys.executable, "-m", "rulebook.cli"]
POSIX = pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals and limits")


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    return corpus_maker.corpus(tmp_path / "corpus", "1997", "2007")


def environment(tmp_path: Path, **more: str) -> dict[str, str]:
    return {**os.environ, "RULEBOOK_CACHE": str(tmp_path / "cache"), **more}


def run(
    tmp_path: Path, *arguments: str, full_at: int | None = None, **more: str
) -> subprocess.CompletedProcess[str]:
    """Run a command; with `full_at`, no file can grow beyond so many bytes, as on a full disk."""

    def limit() -> None:
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (full_at or 0, full_at or 0))

    return subprocess.run(
        [*COMMAND, *arguments], env=environment(tmp_path, **more), check=False, text=True,
        capture_output=True, preexec_fn=limit if full_at else None,
    )


def tree(folder: Path) -> dict[str, str]:
    """Every file of a folder with the digest of its bytes."""
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.rglob("*")) if file.is_file()
    }


def old_site(tmp_path: Path) -> Path:
    out = tmp_path / "out" / "site"
    out.mkdir(parents=True)
    (out / "versions.json").write_text("[]")
    (out / "index.html").write_text("the old one")
    return out


def left(out: Path) -> list[str]:
    return [name.name for name in out.parent.iterdir() if name != out]


def said(done: subprocess.CompletedProcess[str]) -> str:
    assert "Traceback" not in done.stderr, done.stderr
    return done.stderr


WRITERS = {
    "pages": ("pages", "--out", "{out}"),
    "pdf": ("pdf", "2007", "--out", "{out}/file.pdf"),
    "epub": ("epub", "2007", "--out", "{out}/file.epub"),
}


@POSIX
@pytest.mark.parametrize("verb", WRITERS)
def test_a_full_disk_is_told_and_leaves_nothing(tmp_path: Path, corpus: Path, verb: str) -> None:
    out = tmp_path / "written"
    out.mkdir()
    arguments = [part.format(out=out) for part in WRITERS[verb]]
    done = run(tmp_path, *arguments, "--corpus", str(corpus), full_at=200)
    assert done.returncode == 5, done.stderr
    assert "too large" in said(done)
    assert tree(out) == {} or verb == "pages"
    again = run(tmp_path, *arguments, "--corpus", str(corpus))
    assert again.returncode == 0, again.stderr
    assert tree(out)


@POSIX
@pytest.mark.long
def test_a_full_disk_leaves_the_old_site(tmp_path: Path, corpus: Path) -> None:
    out = old_site(tmp_path)
    before = tree(out)
    done = run(tmp_path, "build", "--corpus", str(corpus), "--out", str(out), full_at=20_000)
    assert done.returncode == 5, done.stderr
    assert "too large" in said(done)
    assert (tree(out), left(out)) == (before, [])


@pytest.mark.parametrize("verb", [*WRITERS, pytest.param("build", marks=pytest.mark.long)])
def test_a_folder_that_cannot_be_written_is_named(
    tmp_path: Path, corpus: Path, verb: str, capsys: pytest.CaptureFixture[str]
) -> None:
    barrier = tmp_path / "barrier"
    barrier.write_text("a file, so that no folder can be made below")
    arguments = WRITERS.get(verb, ("build", "--out", "{out}"))
    named = [part.format(out=barrier / "below") for part in arguments]
    assert cli.run([*named, "--corpus", str(corpus)]) == 5
    told = capsys.readouterr().err
    assert "barrier" in told
    assert "unexpected" not in told


@pytest.mark.parametrize("at", ["testo.txt", "source.toml", "edition.toml"])
def test_a_file_deleted_while_reading_is_named(
    corpus: Path, at: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Path.read_bytes

    def vanish(self: Path) -> bytes:
        if self.name == at:
            self.unlink(missing_ok=True)
        return whole(self)

    monkeypatch.setattr(Path, "read_bytes", vanish)
    with pytest.raises(CorpusError, match=at):
        load_rulebook(corpus)


def test_a_folder_deleted_while_reading_is_no_traceback(
    corpus: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = Path.read_bytes

    def vanish(self: Path) -> bytes:
        if corpus in self.parents:
            self.unlink(missing_ok=True)
        return whole(self)

    monkeypatch.setattr(Path, "read_bytes", vanish)
    assert cli.run(["check", "--corpus", str(corpus)]) == 3
    assert "unexpected" not in capsys.readouterr().err


@POSIX
@pytest.mark.long
def test_killed_at_any_moment_the_site_is_whole(tmp_path: Path, corpus: Path) -> None:
    out = old_site(tmp_path)
    before = tree(out)
    chance = random.Random(7)
    started = time.monotonic()
    assert run(tmp_path, "build", "--corpus", str(corpus), "--out", f"{out}2").returncode == 0
    takes = time.monotonic() - started
    after = tree(Path(f"{out}2"))
    for _ in range(12):
        running = subprocess.Popen(
            [*COMMAND, "build", "--corpus", str(corpus), "--out", str(out)],
            env=environment(tmp_path), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        time.sleep(chance.uniform(0.2, takes))
        os.killpg(running.pid, signal.SIGKILL)
        running.wait()
        assert not out.exists() or tree(out) in (before, after)
    done = run(tmp_path, "build", "--corpus", str(corpus), "--out", str(out))
    assert done.returncode == 0, done.stderr
    assert tree(out) == after


@pytest.mark.long
def test_two_builds_at_once_both_succeed(tmp_path: Path, corpus: Path) -> None:
    out = old_site(tmp_path)
    both = [
        subprocess.Popen(
            [*COMMAND, "build", "--corpus", str(corpus), "--out", str(out)],
            env=environment(tmp_path), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )
        for _ in range(2)
    ]
    told = [one.communicate()[1].decode() for one in both]
    assert [one.returncode for one in both] == [0, 0], told
    assert left(out) == []
    assert (out / "2007" / "40" / "index.html").is_file()


@pytest.mark.long
def test_two_builds_on_two_days_are_the_same_bytes(tmp_path: Path) -> None:
    """The embedded corpus, in two folders, two days, two time zones, two seeds, without a cache."""
    made = []
    for number, (day, zone, seed) in enumerate([
        ("1000000000", "Pacific/Auckland", "1"), ("1900000000", "America/Lima", "2"),
    ]):
        out = tmp_path / ("a" * (number + 1)) / "site"
        done = run(
            tmp_path / str(number), "build", "--out", str(out), "--site", "https://example.org/r/",
            SOURCE_DATE_EPOCH=day, TZ=zone, PYTHONHASHSEED=seed, LANG="C",
        )
        assert done.returncode == 0, done.stderr
        made.append(tree(out))
    first, second = made
    assert first.keys() == second.keys()
    assert [name for name in first if first[name] != second[name]] == []


CORRECTION = """
[[correction]]
id = "prova"
source = "testo-a"
op = "replace"
find = "stende le sue carte"
replace = "stende tutte le sue carte"
reason = "Nella stampa manca una parola."
by = "Redazione"
on = 2026-01-01
"""


@pytest.mark.long
def test_a_build_from_what_was_kept_is_the_same_bytes(tmp_path: Path, corpus: Path) -> None:
    """After one change, with a cache: the bytes of a build from nothing."""
    kept, fresh = tmp_path / "kept" / "site", tmp_path / "fresh" / "site"
    assert run(tmp_path, "build", "--corpus", str(corpus), "--out", str(kept)).returncode == 0
    (corpus / "corrections.toml").write_text(CORRECTION, "utf-8")
    done = run(tmp_path, "build", "--corpus", str(corpus), "--out", str(kept))
    assert done.returncode == 0, done.stderr
    done = run(tmp_path / "other", "build", "--corpus", str(corpus), "--out", str(fresh))
    assert done.returncode == 0, done.stderr
    assert tree(kept) == tree(fresh)

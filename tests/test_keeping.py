"""What is kept is exactly what would be made, and nothing out of date is ever given."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import corpus_maker
import pytest

from rulebook import keeping
from rulebook.commands.editions import comparisons
from rulebook.keeping import NOTHING, Keep, default_cache, digest
from rulebook.reading.assemble import load_rulebook, rulebook_of
from rulebook.reading.holdings.corpus import load


class Counter:
    """Makes something, and counts how often it was asked to."""

    def __init__(self) -> None:
        self.made = 0

    def __call__(self) -> dict[str, int]:
        self.made += 1
        return {"made": self.made}


def test_the_cache_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RULEBOOK_CACHE", str(tmp_path))
    assert default_cache() == tmp_path
    monkeypatch.delenv("RULEBOOK_CACHE")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    monkeypatch.setattr(sys, "platform", "linux")
    assert default_cache() == tmp_path / "xdg" / "rulebook"
    monkeypatch.setattr(sys, "platform", "darwin")
    assert default_cache().parts[-3:] == ("Library", "Caches", "rulebook")


def test_a_result_is_made_once_for_each_content(tmp_path: Path) -> None:
    keep, make = Keep(tmp_path), Counter()
    for depends in ("a", "a", "b", "a", ("a",), ["a"], "b"):
        keep.result("x", depends, make)
    assert make.made == 3  # a list and a tuple of the same are the same content
    assert keep.result("y", "a", make) == {"made": 4}


def test_nothing_is_kept_without_a_folder() -> None:
    make = Counter()
    assert [NOTHING.result("x", 1, make)["made"] for _ in range(2)] == [1, 2]


@pytest.mark.parametrize("spoil", [
    lambda data: data[:-1],
    lambda data: b"",
    lambda data: data[:40] + bytes([data[40] ^ 1]) + data[41:],
    lambda data: bytes(len(data)),
])
def test_a_damaged_file_is_made_again(tmp_path: Path, spoil: object) -> None:
    keep, make = Keep(tmp_path), Counter()
    keep.result("x", 1, make)
    (file,) = tmp_path.iterdir()
    file.write_bytes(spoil(file.read_bytes()))  # type: ignore[operator]
    assert keep.result("x", 1, make) == {"made": 2}
    assert keep.result("x", 1, make) == {"made": 2}


def test_a_folder_that_cannot_be_written_only_costs_time(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("not a folder")
    keep, make = Keep(file / "inside"), Counter()
    assert [keep.result("x", 1, make)["made"] for _ in range(2)] == [1, 2]


def test_what_fails_is_not_kept(tmp_path: Path) -> None:
    def fail() -> int:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        Keep(tmp_path).result("x", 1, fail)
    assert Keep(tmp_path).result("x", 1, lambda: 2) == 2


def test_other_code_makes_other_results(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    keep, make = Keep(tmp_path), Counter()
    keep.result("x", 1, make)
    monkeypatch.setattr(keeping, "code", lambda: "other")
    assert keep.result("x", 1, make) == {"made": 2}


def test_what_has_no_plain_form_is_no_name() -> None:
    with pytest.raises(TypeError):
        digest(object())


def test_what_is_unused_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keep = Keep(tmp_path)
    keep.result("x", 1, Counter())
    keep.tidy()
    assert len(list(tmp_path.iterdir())) == 1
    monkeypatch.setattr(keeping, "UNUSED", -1.0)
    keep.tidy()
    assert not list(tmp_path.iterdir())


def test_looking_at_a_corpus_does_not_change_what_it_is() -> None:
    corpus = load()
    before = digest(corpus)
    rulebook_of(corpus)
    assert digest(corpus) == before == digest(load())


def test_the_corpus_is_the_same_kept_and_made(tmp_path: Path) -> None:
    corpus, keep = load(), Keep(tmp_path)
    made = load_rulebook()
    first = rulebook_of(corpus, keep=keep)
    again = rulebook_of(corpus, keep=keep)
    assert made == first == again
    assert comparisons(corpus, made) == comparisons(corpus, made, keep)
    assert comparisons(corpus, made) == comparisons(corpus, again, keep)


def test_a_change_of_one_text_leaves_the_others_kept(tmp_path: Path) -> None:
    root = corpus_maker.corpus(tmp_path / "corpus", "1997", "2007")
    corpus_maker.source(root, "testo-b", corpus_maker.OTHER, edition="2007")
    keep = Keep(tmp_path / "kept")
    rulebook_of(load(root), keep=keep)
    before = kinds(tmp_path / "kept")
    corpus = load(root)
    changed = replace(
        corpus, sources=(replace(corpus.sources[0], source=replace(
            corpus.sources[0].source, author="Un altro")), *corpus.sources[1:]),
    )
    assert rulebook_of(changed, keep=keep) == rulebook_of(changed)
    after = kinds(tmp_path / "kept")
    assert after["document"] == before["document"] + 1
    assert after["rulebook"] == before["rulebook"] + 1


def kinds(folder: Path) -> dict[str, int]:
    """How many results of each kind are kept."""
    found: dict[str, int] = {}
    for file in folder.glob("*.kept"):
        kind = file.name.rpartition("-")[0]
        found[kind] = found.get(kind, 0) + 1
    return found

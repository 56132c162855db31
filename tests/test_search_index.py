"""The Whoosh index as a cache: damage, two runs at once, a run that was killed, no room."""

from __future__ import annotations

import logging
import multiprocessing
import os
import sys
import time
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
import search_sample
from whoosh import index as whoosh_index

from rulebook import keeping
from rulebook.publishing.search import index
from rulebook.publishing.search.engine import Search, open_search
from rulebook.publishing.search.table import placed


def opened(folder: Path) -> Search:
    return open_search(
        search_sample.sample(), search_sample.sample_lexicon(), search_sample.vocabulary(), folder
    )


def urls(search: Search, query: str) -> list[str]:
    return [hit.url for hit in search.ask(query).hits]


def kept(folder: Path) -> list[Path]:
    return sorted(folder.glob("index-*"))


def test_the_index_is_made_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = urls(opened(tmp_path), "renonce")
    monkeypatch.setattr(index, "_build", lambda *_: pytest.fail("made again"))
    assert urls(opened(tmp_path), "renonce") == first
    assert len(kept(tmp_path)) == 1


def test_whoosh_knows_where_every_word_stands(tmp_path: Path) -> None:
    search = opened(tmp_path)
    vocabulary = search.index.table.vocabulary
    places: dict[str, dict[int, list[int]]] = {}
    for number, record in enumerate(search.records):
        for word, _, position in placed(record, search.words):
            places.setdefault(word, {}).setdefault(number, []).append(position)
    for at, word in enumerate(vocabulary.words):
        found = {record: list(p) for record, p in search.index.postings(at).items()}
        assert found == {record: sorted(p) for record, p in places[word].items()}
        assert vocabulary.counts[at] == len(found)


@pytest.mark.parametrize("pattern", ["*.toc", "*.seg", "table.json", "complete.json"])
@pytest.mark.parametrize("damage", ["cut", "gone"])
def test_a_damaged_index_is_made_again(
    tmp_path: Path, pattern: str, damage: str, caplog: pytest.LogCaptureFixture
) -> None:
    first = urls(opened(tmp_path), "renonce")
    (folder,) = kept(tmp_path)
    file = next(folder.glob(pattern))
    if damage == "cut":
        file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])
    else:
        file.unlink()
    with caplog.at_level(logging.WARNING):
        assert urls(opened(tmp_path), "renonce") == first
    assert len(caplog.records) == 1
    caplog.clear()
    assert urls(opened(tmp_path), "renonce") == first
    assert not caplog.records


def test_garbage_of_the_right_size_is_made_again(tmp_path: Path) -> None:
    first = urls(opened(tmp_path), "renonce")
    (folder,) = kept(tmp_path)
    toc = next(folder.glob("*.toc"))
    toc.write_bytes(b"x" * toc.stat().st_size)
    assert urls(opened(tmp_path), "renonce") == first


def _ask(folder: str, query: str, results: multiprocessing.Queue[list[str]]) -> None:
    results.put(urls(opened(Path(folder)), query))


def test_two_runs_at_once(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    results: multiprocessing.Queue[list[str]] = context.Queue()
    runs = [
        context.Process(target=_ask, args=(str(tmp_path), "renonce", results)) for _ in range(2)
    ]
    for run in runs:
        run.start()
    first, second = results.get(timeout=120), results.get(timeout=120)
    for run in runs:
        run.join()
        assert run.exitcode == 0
    assert first == second
    assert first
    assert len(list(tmp_path.iterdir())) == 1


def test_what_a_killed_run_left_is_ignored_and_later_removed(tmp_path: Path) -> None:
    left = tmp_path / "building-1-abc"
    left.mkdir(parents=True)
    (left / "MAIN_WRITELOCK").write_bytes(b"")
    assert urls(opened(tmp_path), "renonce")
    assert left.exists()
    old = time.time() - 7200
    os.utime(left, (old, old))
    (kept(tmp_path)[0] / "table.json").unlink()
    assert urls(opened(tmp_path), "renonce")
    assert not left.exists()


def test_without_a_folder_the_index_is_in_memory(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    with caplog.at_level(logging.WARNING):
        assert urls(opened(blocked), "renonce") == urls(opened(tmp_path / "cache"), "renonce")
    assert "RULEBOOK_CACHE" in caplog.text


def test_another_python_or_another_code_makes_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(tmp_path)
    here = keeping.code()
    monkeypatch.setattr(sys, "version_info", (3, 99, 0))
    other = keeping.code.__wrapped__()
    assert other != here
    monkeypatch.setattr(keeping, "code", lambda: other)
    opened(tmp_path)
    assert len(kept(tmp_path)) == 2


def test_one_distribution_provides_whoosh() -> None:
    assert len(set(packages_distributions()["whoosh"])) == 1
    assert whoosh_index.__name__ == "whoosh.index"

"""The five texts of the corpus through `rulebook read --json`, against what an editor reads."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from rulebook.cli import cli
from rulebook.reading.holdings.corpus import embedded, load

GOLD = json.loads((Path(__file__).parent / "gold" / "articles.json").read_text("utf-8"))["articles"]
NAMES = [f"{article['edition']}-{article['number']}" for article in GOLD]
FOLDERS = {entry.source.id: embedded() / entry.place for entry in load().sources}
FILES = {entry.source.id: entry.source.name for entry in load().sources}
KEYS = {
    "": "source articles notes sections citations discards changes issues",
    "source": "name sha256 kind lines",
    "articles": "edition edition_basis number title status provisions",
    "provisions": "path marker heading text notes lines truncated",
    "notes": "mark kind text called_at lines",
    "sections": "heading text lines",
    "citations": "text line column from targets edition_basis relative",
    "targets": "edition article path",
    "discards": "text reason lines",
    "changes": "line before after rule class",
    "issues": "code message line label",
}


def words(text: str) -> str:
    return " ".join(text.split())


@cache
def read(source: str, *options: str) -> dict[str, Any]:
    """What the command prints of a source of the corpus, read once for all tests."""
    file = FOLDERS[source] / FILES[source]
    result = CliRunner().invoke(cli, ["read", str(file), "--json", *options], standalone_mode=False)
    assert result.return_value in (0, 1), result.stderr
    found = json.loads(result.stdout)
    assert isinstance(found, dict)
    return found


def article_of(gold: dict[str, Any]) -> dict[str, Any]:
    matching = [
        article
        for article in read(gold["source"])["articles"]
        if (article["edition"], article["number"]) == (gold["edition"], gold["number"])
    ]
    assert len(matching) == 1
    found = matching[0]
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("gold", GOLD, ids=NAMES)
class TestArticles:
    """Every provision, heading, text, note and status."""

    def test_title_and_status(self, gold: dict[str, Any]) -> None:
        article = article_of(gold)
        assert words(article["title"]) == gold["title"]
        assert article["status"] == gold["status"]
        assert article["edition_basis"] in ("stated", "declared", "assumed")

    def test_provisions(self, gold: dict[str, Any]) -> None:
        paths = [provision["path"] for provision in article_of(gold)["provisions"]]
        assert paths == [provision["path"] for provision in gold["provisions"]]

    @pytest.mark.parametrize("key", ["heading", "text", "notes"])
    def test_words(self, gold: dict[str, Any], key: str) -> None:
        found = {
            p["path"]: words(p[key]) if isinstance(p[key], str) else p[key]
            for p in article_of(gold)["provisions"]
        }
        assert found == {p["path"]: p[key] for p in gold["provisions"]}

    def test_lines(self, gold: dict[str, Any]) -> None:
        found = {p["path"]: p["lines"] for p in article_of(gold)["provisions"]}
        assert found == {p["path"]: p["lines"] for p in gold["provisions"]}

    def test_truncation_is_said_where_it_is(self, gold: dict[str, Any]) -> None:
        truncated = [p["path"] for p in article_of(gold)["provisions"] if p["truncated"]]
        cut_off = [gold["provisions"][-1]["path"]] if gold["status"] == "truncated" else []
        assert truncated == cut_off

    def test_notes(self, gold: dict[str, Any]) -> None:
        notes = {note["mark"]: note for note in read(gold["source"])["notes"]}
        for want in gold["notes"]:
            found = notes[want["mark"]]
            assert words(found["text"]) == want["text"]
            assert found["kind"] == want["kind"]
            assert found["called_at"] == want["called_at"]
            assert found["lines"] == want["lines"]


@pytest.mark.parametrize("source", FILES)
class TestDocuments:
    """What holds for every text."""

    def test_its_articles_are_those_of_the_gold(self, source: str) -> None:
        found = [(a["edition"], a["number"]) for a in read(source)["articles"]]
        right = [(a["edition"], a["number"]) for a in GOLD if a["source"] == source]
        assert sorted(found) == sorted(right)

    def test_the_document_has_the_keys_that_are_promised(self, source: str) -> None:
        def look(name: str, value: Any) -> None:
            if isinstance(value, list):
                for entry in value:
                    look(name, entry)
            elif isinstance(value, dict):
                assert list(value) == KEYS[name].split()
                for key, inner in value.items():
                    look(key, inner)

        look("", read(source))

    def test_it_is_read_with_its_metadata(self, source: str) -> None:
        entry = next(entry for entry in load().sources if entry.source.id == source)
        found = read(source)["source"]
        assert found["kind"] == entry.source.kind
        assert found["sha256"] == entry.source.sha256
        assert found["lines"] == entry.source.lines

    def test_citations_stand_where_they_say_in_order(self, source: str) -> None:
        text = (FOLDERS[source] / FILES[source]).read_text("utf-8")
        lines = text.split("\n")
        citations = read(source)["citations"]
        places = [(citation["line"], citation["column"]) for citation in citations]
        assert places == sorted(places)
        for citation in citations:
            first = citation["text"].split()[0]
            assert lines[citation["line"] - 1][citation["column"] - 1 :].startswith(first[:3])

    def test_changes_hold_raw_text(self, source: str) -> None:
        text = (FOLDERS[source] / FILES[source]).read_text("utf-8")
        for change in read(source)["changes"]:
            assert change["before"] in text
            assert change["class"] in ("mechanical", "proposed", "kept")

    def test_every_line_with_words_stands_somewhere(self, source: str) -> None:
        found = read(source)
        entries = [
            *(p for article in found["articles"] for p in article["provisions"]),
            *found["notes"],
            *found["sections"],
            *found["discards"],
        ]
        lines = (FOLDERS[source] / FILES[source]).read_text("utf-8").split("\n")
        stand = {line for entry in entries for line in entry["lines"]}
        assert stand == {number for number, line in enumerate(lines, 1) if line.strip()}


def test_a_line_of_two_columns_stands_in_one_place() -> None:
    found = read("figb-articolo-27")
    places: dict[int, set[str]] = {}
    for article in found["articles"]:
        for provision in article["provisions"]:
            for line in provision["lines"]:
                name = f"{article['edition']} {provision['path']}"
                places.setdefault(line, set()).add(name)
    for name in ("notes", "sections", "discards"):
        for number, entry in enumerate(found[name]):
            for line in entry["lines"]:
                places.setdefault(line, set()).add(f"{name} {number}")
    assert {line: where for line, where in places.items() if len(where) > 1} == {}

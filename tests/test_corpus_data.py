"""The data of the corpus hold together: what a person edits by hand is checked as a whole."""

from __future__ import annotations

import hashlib
import re
import tomllib
import unicodedata
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import rulebook

ROOT = Path(rulebook.__file__).parent
CORPUS = ROOT / "corpus"
EDITIONS = ("1997", "2007", "2017")
KINDS = {"articles", "letter", "commentary", "guide", "parallel", "contents", "other"}
PROVISION = re.compile(r"([1-9]\d?)([A-Z](?:\d{1,2}(?:\([a-z]\)(?:\([ivx]+\))?)?)?)?")

# What the held articles are divided into; see the right values of the texts.
HELD = {
    ("1997", 27): "A B B1 B1(a) B1(b) B2 B3 C",
    ("2007", 20): "A B C C1 C2 D E F F1 F2 F3 F4 F5 F5(a) F5(b) F5(b)(i) F5(b)(ii) F6 G G1 G2",
    ("2007", 27): "A A1 A2 B B1 B1(a) B1(b) B2 B3 C D",
    ("2007", 50): "A B C D D1 D1(a) D1(b) D2 D2(a) D2(b) E E1 E2 E3",
    ("2007", 63): "A A1 A2 A3 B",
}


def toml(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


SOURCES = {path.parent.name: toml(path) for path in sorted(CORPUS.glob("sources/*/source.toml"))}
CORRECTIONS = toml(CORPUS / "corrections.toml")["correction"]
TERMS = toml(ROOT / "lexicon.toml")["term"]
TERMINOLOGY = toml(ROOT / "terminology.toml")
CONCORDANCE = toml(CORPUS / "concordance.toml")["rule"]


def raw(source: str) -> str:
    return (CORPUS / "sources" / source / SOURCES[source]["file"]).read_bytes().decode("utf-8")


def folded(words: str) -> str:
    apart = unicodedata.normalize("NFD", words.casefold().replace("’", "'"))
    return " ".join("".join(c for c in apart if not unicodedata.combining(c)).split())


def doubles(values: list[str]) -> list[str]:
    return [value for value, times in Counter(values).items() if times > 1]


def assert_provision(edition: str, citation: str) -> None:
    match = PROVISION.fullmatch(citation)
    assert match, citation
    number = int(match.group(1))
    assert 1 <= number <= 93, citation
    held = HELD.get((edition, number))
    if held and match.group(2):
        assert match.group(2) in held.split(), f"{edition} {citation}"


@pytest.mark.parametrize("edition", EDITIONS)
def test_an_edition_knows_all_its_numbers(edition: str) -> None:
    data = toml(CORPUS / "editions" / edition / "edition.toml")
    assert data["id"] == edition
    assert [article["number"] for article in data["articles"]] == list(range(1, 94))
    assert all(article.get("title", "…").strip() for article in data["articles"])
    assert data["state"] in {"superseded", "latest-known"}
    assert ("superseded_by" in data) == (data["state"] == "superseded")
    assert doubles([part["id"] for part in data["parts"]]) == []


def test_no_superseded_edition_is_said_to_be_in_force() -> None:
    for edition in EDITIONS:
        data = toml(CORPUS / "editions" / edition / "edition.toml")
        said = " ".join(str(value) for key, value in data.items() if key != "articles").casefold()
        assert "vigente" not in said
        assert "in vigore" not in said


def test_every_folder_of_a_source_is_complete() -> None:
    assert {path.name for path in (CORPUS / "sources").iterdir()} == set(SOURCES)


@pytest.mark.parametrize("name", SOURCES)
def test_a_source_is_the_file_it_was(name: str) -> None:
    source = SOURCES[name]
    folder = CORPUS / "sources" / name
    assert source["id"] == name
    held = {path.name for path in folder.iterdir()} - {"columns.toml"}
    assert held == {"source.toml", source["file"]}
    assert hashlib.sha256((folder / source["file"]).read_bytes()).hexdigest() == source["sha256"]
    assert source["kind"] in KINDS
    assert source.get("edition", "2007") in EDITIONS
    assert source.get("edition_basis", "assumed") in {"stated", "declared", "assumed"}
    assert all(source[key].strip() for key in ("title", "author", "origin", "rights"))


@pytest.mark.parametrize("name", SOURCES)
def test_what_a_source_speaks_of_stands_at_its_line(name: str) -> None:
    lines = raw(name).split("\n")
    for entry in SOURCES[name].get("speaks_of", []):
        assert lines[entry["line"] - 1].strip() == entry["section"]
        for citation in entry["articles"]:
            assert_provision(SOURCES[name]["edition"], citation)


def test_an_article_is_supplied_once() -> None:
    supplied = [
        f"{entry['edition']} {number}"
        for source in SOURCES.values()
        for entry in source.get("supplies", [])
        if entry["role"] == "supplies"
        for number in entry["articles"]
    ]
    assert doubles(supplied) == []
    assert {f"{edition} {number}" for edition, number in HELD} <= set(supplied)


def test_corrections_have_names_of_their_own() -> None:
    assert doubles([correction["id"] for correction in CORRECTIONS]) == []


@pytest.mark.parametrize("correction", CORRECTIONS, ids=lambda c: str(c["id"]))
def test_a_correction_finds_its_place_once(correction: dict[str, Any]) -> None:
    if correction["op"] not in {"replace", "join", "split", "note"}:
        return
    text, find = raw(correction["source"]), correction["find"]
    starts = [match.start() for match in re.finditer(f"(?={re.escape(find)})", text)]
    lines = [text.count("\n", 0, start) + 1 for start in starts]
    assert len([line for line in lines if abs(line - correction["near"]) <= 1]) == 1
    assert correction["near"] in lines
    assert ("replace" in correction) == (correction["op"] != "note")
    assert correction.get("replace") != find
    assert correction["state"] in {"proposed", "applied"}
    assert all(correction[key].strip() for key in ("reason", "by", "on"))


@pytest.mark.parametrize("correction", CORRECTIONS, ids=lambda c: str(c["id"]))
def test_joining_splitting_and_reordering_keep_the_words(correction: dict[str, Any]) -> None:
    if correction["op"] in {"join", "split"}:
        assert correction["replace"].split() == correction["find"].split()
        assert ("\n" in correction["find"]) == (correction["op"] == "join")


def test_the_lexicon_is_large_and_its_names_are_single() -> None:
    assert len(TERMS) >= 170
    assert doubles([term["id"] for term in TERMS]) == []
    assert [term["id"] for term in TERMS if not re.fullmatch(r"[a-z]+(-[a-z]+)*", term["id"])] == []


def test_no_expression_stands_in_two_terms() -> None:
    said = [
        folded(words)
        for term in TERMS
        for words in (term["term"], *term["synonyms"], *term["english"], *term["spoken"])
    ]
    assert doubles(said) == []


def test_see_also_leads_to_another_term() -> None:
    names = {term["id"] for term in TERMS}
    for term in TERMS:
        assert set(term["see_also"]) <= names - {term["id"]}, term["id"]
        assert doubles(term["see_also"]) == []


def test_a_term_is_defined_and_governed_by_real_provisions() -> None:
    for term in TERMS:
        assert set(term) - {"ambiguous"} == {
            "id",
            "term",
            "synonyms",
            "english",
            "spoken",
            "definition",
            "provisions",
            "see_also",
        }
        names = {term["term"], *term["synonyms"], *term["english"], *term["spoken"]}
        assert set(term.get("ambiguous", [])) <= names, term["id"]
        assert term["definition"].endswith("."), term["id"]
        assert term["english"], term["id"]
        assert list(term["provisions"]) == sorted(set(term["provisions"]) & set(EDITIONS))
        for edition, citations in term["provisions"].items():
            assert citations, term["id"]
            assert doubles(citations) == [], term["id"]
            for citation in citations:
                assert_provision(edition, citation)


def test_the_terminology_leads_from_an_older_edition_to_a_newer() -> None:
    entries = TERMINOLOGY["replacement"] + TERMINOLOGY["definition_changed"]
    for entry in entries:
        assert EDITIONS.index(entry["from"]) < EDITIONS.index(entry["to"])
        assert entry["old"]
        assert entry["new"]
        assert entry["reason"].strip()
        assert {*map(folded, entry["old"])}.isdisjoint(map(folded, entry["new"]))


def test_a_form_belongs_to_one_strength() -> None:
    forms = [folded(form) for modal in TERMINOLOGY["modal"] for form in modal["forms"]]
    assert doubles(forms) == []
    assert doubles([modal["id"] for modal in TERMINOLOGY["modal"]]) == []


def test_the_concordance_names_provisions_of_both_editions() -> None:
    for rule in CONCORDANCE:
        assert EDITIONS.index(rule["from"]) < EDITIONS.index(rule["to"])
        assert "old" in rule or "new" in rule
        for side, key in (("from", "old"), ("to", "new")):
            if key in rule:
                assert_provision(rule[side], rule[key])
    places = [f"{rule['from']} {rule['to']} {rule['old']}" for rule in CONCORDANCE if "old" in rule]
    assert doubles(places) == []


def test_the_index_of_subjects_follows_the_rules_that_changed_number() -> None:
    lost = []
    for term in toml(CORPUS.parent / "lexicon.toml")["term"]:
        named = term["provisions"]
        for rule in CONCORDANCE:
            old, new = rule.get("old"), rule.get("new")
            if old in named.get(rule["from"], ()) and new:
                there = named.get(rule["to"], ())
                if not any(one.startswith(new) or new.startswith(one) for one in there):
                    lost.append(f"{term['id']}: {old} of {rule['from']} is {new} in {rule['to']}")
    assert lost == []

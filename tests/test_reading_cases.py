"""Runs the data cases of `cases/reading` through the door that other programs read: the JSON.

The format is in the README there; `known-failures.toml` lists the cases that must fail.
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from rulebook.output import encode, read_json
from rulebook.reading.assemble import read_bytes
from rulebook.reading.audit import account
from rulebook.reading.columns.table import Override
from rulebook.reading.holdings.files import ColumnsEntry
from rulebook.reading.pipeline import Settings

CASES = Path(__file__).parent / "cases" / "reading"
KNOWN = tomllib.loads((CASES / "known-failures.toml").read_text(encoding="utf-8"))
FAILURES = {entry["case"]: entry["reason"] for entry in KNOWN.get("failure", [])}
STEMS = sorted(path.stem for path in CASES.glob("[0-9]*.toml"))
NEAR = 1


def words(text: str | None) -> str | None:
    """The text with every run of white space as one space."""
    return None if text is None else " ".join(text.split())


def load(stem: str) -> dict[str, Any]:
    return tomllib.loads((CASES / f"{stem}.toml").read_text(encoding="utf-8"))


def read(case: dict[str, Any], name: str) -> tuple[dict[str, Any], list[str]]:
    """The JSON of a case's text, and what its account lacks."""
    data = case["text"].encode(case.get("encoding", "utf-8"))
    entries = msgspec.convert(case.get("columns", []), tuple[ColumnsEntry, ...])
    decided = {
        line: Override(entry.side, entry.role, entry.path, entry.after)
        for entry in entries for line in entry.numbers
    }
    document = read_bytes(data, name, Settings(column_overrides=decided))
    found = account(document)
    text = document.source.text
    wrong = [
        f"{what}: {[text[span.start : span.end] for span in spans]}"
        for what, spans in (
            ("lost", found.lost),
            ("doubled", found.doubled),
            ("altered", found.altered),
        )
        if spans
    ]
    return json.loads(encode(read_json(document))), wrong


def differences(case: dict[str, Any], found: dict[str, Any]) -> Iterator[str]:
    """Everything in which what was read is not what a careful editor reads."""
    if "kind" in case and found["source"]["kind"] != case["kind"]:
        yield f"kind: {found['source']['kind']} instead of {case['kind']}"
    # The parts of a Code without a number stand among the sections in the cases.
    numbered = [a for a in found["articles"] if isinstance(a["number"], int)]
    yield from articles_differ(case.get("article", []), numbered)
    yield from notes_differ(case, found["notes"])
    yield from citations_differ(case, found["citations"])
    yield from discards_differ(case, found["discards"])
    yield from changes_differ(case, found["changes"])
    yield from sections_differ(case.get("section", []), found)
    yield from issues_differ(case, found["issues"])


def issues_differ(case: dict[str, Any], found: list[dict[str, Any]]) -> Iterator[str]:
    told = [(issue["code"], issue["line"]) for issue in found]
    for want in case.get("issue", []):
        if (want["code"], want["line"]) not in told:
            yield f"no doubt {want['code']} at line {want['line']}, but {told}"
    for code, line in told:
        if code in case.get("no_issue", []):
            yield f"a doubt {code} at line {line} that is none"


def articles_differ(right: list[dict[str, Any]], found: list[dict[str, Any]]) -> Iterator[str]:
    numbers = [article["number"] for article in found]
    if numbers != [article["number"] for article in right]:
        yield f"articles: {numbers} instead of {[article['number'] for article in right]}"
        return
    for want, got in zip(right, found, strict=True):
        where = f"article {want['number']}"
        for key in ("title", "status", "edition"):
            if key in want and words(got[key]) != words(want[key]):
                yield f"{where}, {key}: {got[key]!r} instead of {want[key]!r}"
        yield from provisions_differ(where, want, got["provisions"])


def provisions_differ(
    where: str, want: dict[str, Any], found: list[dict[str, Any]]
) -> Iterator[str]:
    right = want.get("provision", [])
    paths = [provision["path"] for provision in right]
    got = {provision["path"]: provision for provision in found}
    if "" not in got:
        yield f"{where} has no entry of its own"
    if "" not in paths and got.get("", {}).get("text"):
        yield f"{where}, introduction: {got['']['text']!r} instead of none"
    order = [p["path"] for p in found if p["path"] in paths or p["path"]]
    if not want.get("provisions_complete", True):
        order = [path for path in order if path in paths]
    if order != paths:
        yield f"{where}, paths: {order} instead of {paths}"
    for provision in right:
        if provision["path"] in got:
            yield from provision_differs(where, provision, got[provision["path"]])


def provision_differs(where: str, want: dict[str, Any], got: dict[str, Any]) -> Iterator[str]:
    where = f"{where}{want['path']}"
    readings = [words(text) for text in want.get("text_any", [])]
    readings += [words(want["text"])] if "text" in want else []
    if readings and words(got["text"]) not in readings:
        yield f"{where}, text: {words(got['text'])!r} instead of {readings[0]!r}"
    if words(got["heading"]) != words(want.get("heading")):
        yield f"{where}, heading: {got['heading']!r} instead of {want.get('heading')!r}"
    if set(got["notes"]) != set(want.get("notes", [])):
        yield f"{where}, notes: {got['notes']} instead of {want.get('notes', [])}"
    if "lines" in want and got["lines"] != sorted(want["lines"]):
        yield f"{where}, lines: {got['lines']} instead of {want['lines']}"


def notes_differ(case: dict[str, Any], found: list[dict[str, Any]]) -> Iterator[str]:
    held = [note for note in found if note["text"]]
    if case.get("no_notes") and held:
        yield f"notes: {[note['mark'] for note in held]} instead of none"
    right = case.get("note", [])
    if not right:
        return
    marks = sorted(note["mark"] for note in held)
    if marks != sorted(note["mark"] for note in right):
        yield f"notes: {marks} instead of {sorted(note['mark'] for note in right)}"
        return
    for want in right:
        got = next(note for note in held if note["mark"] == want["mark"])
        for key in ("text", "kind"):
            if key in want and words(got[key]) != words(want[key]):
                yield f"note {want['mark']}, {key}: {got[key]!r} instead of {want[key]!r}"
        if "called_at" in want and set(got["called_at"]) != set(want["called_at"]):
            yield f"note {want['mark']} called at {got['called_at']}, not {want['called_at']}"


def citations_differ(case: dict[str, Any], found: list[dict[str, Any]]) -> Iterator[str]:
    right = case.get("citation", [])
    starts = [0, *(match.end() for match in re.finditer(r"\r\n|\r|\n", case["text"]))]

    def stretch(citation: dict[str, Any]) -> range:
        start = starts[citation["line"] - 1] + citation["column"] - 1
        return range(start, start + len(citation["text"]))

    def overlap(one: range, other: range) -> bool:
        return max(one.start, other.start) < min(one.stop, other.stop)

    answered = set()
    for want in right:
        answers = [
            number for number, got in enumerate(found) if overlap(stretch(got), stretch(want))
        ]
        answered.update(answers)
        if not answers:
            yield f"citation not found: line {want['line']}, {want['text']!r}"
        elif not any(agree(want["targets"], found[number]) for number in answers):
            yield (
                f"citation {want['text']!r}, line {want['line']}: "
                f"{[targets_of(found[number]) for number in answers]} instead of {want['targets']}"
            )
    places = [(citation["line"], citation["column"]) for citation in found]
    if places != sorted(places):
        yield f"citations out of order: {places}"
    if case.get("citations_complete"):
        for number, got in enumerate(found):
            if number not in answered:
                yield f"no citation: line {got['line']}, {got['text']!r} {targets_of(got)}"


def targets_of(citation: dict[str, Any]) -> list[str]:
    return [f"{t['edition'] or '*'}:{t['article']}{t['path']}" for t in citation["targets"]]


def agree(right: list[str], citation: dict[str, Any]) -> bool:
    """Whether the targets are the right ones; `*` is satisfied by any edition."""
    found = targets_of(citation)
    return len(found) == len(right) and all(
        any(
            target.split(":")[1] == want.split(":")[1] and (want.startswith("*") or target == want)
            for target in found
        )
        for want in right
    )


def discards_differ(case: dict[str, Any], found: list[dict[str, Any]]) -> Iterator[str]:
    if case.get("no_discards") and found:
        yield f"set aside: {[(d['text'], d['reason']) for d in found]} instead of nothing"
    for want in case.get("discard", []):
        answers = [
            got
            for got in found
            if (words(want["text"]) or "") in (words(got["text"]) or "")
            and want.get("line", got["lines"][0]) in got["lines"]
        ]
        if not answers:
            yield f"not set aside: line {want.get('line')}, {want['text']!r}"
        elif "reason" in want and want["reason"] not in {got["reason"] for got in answers}:
            yield f"{want['text']!r} set aside as {answers[0]['reason']}, not {want['reason']}"


def changes_differ(case: dict[str, Any], found: list[dict[str, Any]]) -> Iterator[str]:
    if case.get("no_changes"):
        mechanical = [(c["before"], c["after"]) for c in found if c["class"] == "mechanical"]
        if mechanical:
            yield f"changed: {mechanical} instead of nothing"
    for want in case.get("change", []):
        classes = [want["class"]] if "class" in want else ["mechanical", "proposed"]
        if not any(
            abs(got["line"] - want.get("line", got["line"])) <= NEAR
            and got["class"] in classes
            and all(
                (words(want[key]) or "") in (words(got[key]) or "")
                or (words(got[key]) or "") in (words(want[key]) or "")
                for key in ("before", "after")
                if key in want
            )
            for got in found
        ):
            near = [c for c in found if abs(c["line"] - want.get("line", 0)) <= NEAR]
            yield f"no such change: {want}; near it: {near}"


def sections_differ(right: list[dict[str, Any]], found: dict[str, Any]) -> Iterator[str]:
    texts = [(words(s["heading"]), words(s["text"]) or "") for s in found["sections"]]
    texts += [
        (words(article["title"]), words(provision["text"]) or "")
        for article in found["articles"]
        if not isinstance(article["number"], int)
        for provision in article["provisions"]
    ]
    for want in right:
        inside = (words(want["contains"]) or "") if "contains" in want else ""
        holding = [heading for heading, text in texts if inside in text]
        if not holding:
            yield f"in no section: {inside!r}"
        elif "heading" in want and words(want["heading"]) not in holding:
            yield f"{inside!r} stands under {holding}, not {want['heading']!r}"


@pytest.mark.parametrize("stem", STEMS)
def test_reading_case(stem: str, request: pytest.FixtureRequest) -> None:
    if stem in FAILURES:
        request.applymarker(pytest.mark.xfail(reason=FAILURES[stem], strict=True))
    case = load(stem)
    found, wrong = read(case, f"{stem}.txt")
    wrong += differences(case, found)
    assert not wrong, "\n".join([case["name"], *wrong])


def test_known_failures_are_cases() -> None:
    assert set(FAILURES) <= set(STEMS)
    assert all(FAILURES.values()), "a known failure has a reason"

"""What people decided about the texts of a corpus: words, columns, pairs, rules that moved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from rulebook.label import Label, path_of
from rulebook.model import Correction, Edition, MovedRule, PairBasis, PairChange, Source
from rulebook.reading.holdings.checks import (
    distinct,
    labels_of,
    line_known,
    new,
    numbers_known,
    source_known,
    two_editions,
)
from rulebook.reading.holdings.files import (
    ColumnsEntry,
    ColumnsFile,
    ConcordanceFile,
    CorpusError,
    CorrectionsFile,
    PairsFile,
    entries_of,
    read_table,
)

COLUMNS = "columns.toml"
CORRECTIONS, PAIRS, CONCORDANCE = "corrections.toml", "pairs.toml", "concordance.toml"


@dataclass(frozen=True, slots=True)
class AssertedPair:
    """What a source or an editor says about provisions of two editions.

    An empty side says that a provision is new or was repealed; `source` and `line` are where
    it is said.
    """

    old_edition: str
    new_edition: str
    old: tuple[Label, ...]
    new: tuple[Label, ...]
    basis: PairBasis
    reason: str
    change: PairChange | None = None
    source: str | None = None
    line: int | None = None


def decided_lines(folder: Path, made: Source) -> tuple[ColumnsEntry, ...]:
    """What an editor decided about lines of the source, each line once."""
    file = folder / COLUMNS
    if not file.is_file():
        return ()
    place = f"sources/{folder.name}/{COLUMNS}"
    entries = read_table(file, ColumnsFile, place).columns
    seen: dict[int, str] = {}
    for entry in entries:
        if not entry.numbers:
            raise CorpusError(
                f"{place}, {entry.id}: a range begins with its first line; write 116-153."
            )
        if entry.after and len(entry.numbers) > 1:
            raise CorpusError(
                f"{place}, {entry.id}: “after” places one line; write an entry for each."
            )
        if entry.after and entry.after > made.lines:
            raise CorpusError(
                f"{place}, {entry.id}: the text has {made.lines} lines, so no line {entry.after} "
                "comes before it; correct “after”."
            )
        if entry.path and path_of(entry.path) is None:
            raise CorpusError(f"{place}, {entry.id}: “{entry.path}” is no path; write B1(b).")
        for line in entry.numbers:
            if line > made.lines:
                raise CorpusError(
                    f"{place}, {entry.id}: the text has {made.lines} lines, so there is no line "
                    f"{line}; correct the number."
                )
            other = seen.setdefault(line, entry.id)
            if other != entry.id:
                raise CorpusError(
                    f"{place}, {entry.id}: line {line} is decided by {other} already; leave one."
                )
    distinct(place, "entry", (entry.id for entry in entries))
    return entries


def column_corrections(source: str, entries: Iterable[ColumnsEntry]) -> Iterator[Correction]:
    """The decisions about columns as corrections, so that they are shown with all others."""
    for decided in entries:
        said = {"side": decided.side, "role": decided.role, "path": decided.path}
        extra = {key: value for key, value in said.items() if value is not None}
        extra["lines"] = _ranges(decided.numbers)
        if decided.after:
            extra["after"] = str(decided.after)
        yield Correction(
            id=decided.id,
            source=source,
            op="columns",
            reason=decided.reason,
            by=decided.by,
            on=decided.on,
            near=decided.numbers[0],
            extra=extra,
        )


def _ranges(lines: Iterable[int]) -> str:
    """Numbers of lines for a reader, more than two in a row as a range: `116–153, 165`."""
    runs: list[list[int]] = []
    for line in sorted(set(lines)):
        if runs and line == runs[-1][-1] + 1:
            runs[-1].append(line)
        else:
            runs.append([line])
    told = [[f"{run[0]}–{run[-1]}"] if len(run) > 2 else list(map(str, run)) for run in runs]
    return ", ".join(part for parts in told for part in parts)


def corrections(root: Path, sources: set[str]) -> Iterator[Correction]:
    """The corrections of words in `corrections.toml`."""
    if not (root / CORRECTIONS).is_file():
        return
    seen: dict[str, str] = {}
    entries = read_table(root / CORRECTIONS, CorrectionsFile, CORRECTIONS).correction
    place_of = entries_of(root / CORRECTIONS, "correction", "entry")
    for number, entry in enumerate(entries, 1):
        place = place_of(number)
        new("correction", entry.id, place, seen)
        source_known(place, entry.source, sources)
        yield Correction(
            id=entry.id,
            source=entry.source,
            op=entry.op,
            reason=entry.reason,
            by=entry.by,
            on=entry.on,
            find=entry.find,
            near=entry.near,
            replace=entry.replace,
            state=entry.state,
        )


def pairs(
    root: Path, editions: Mapping[str, Edition], sources: Mapping[str, Source]
) -> Iterator[AssertedPair]:
    """The pairs of `pairs.toml`."""
    if not (root / PAIRS).is_file():
        return
    entries = read_table(root / PAIRS, PairsFile, PAIRS).pair
    place_of = entries_of(root / PAIRS, "pair", "pair")
    for number, entry in enumerate(entries, 1):
        place = place_of(number)
        two_editions(place, entry.from_, entry.to, editions)
        if not entry.old and not entry.new:
            raise CorpusError(f"{place}: has neither “old” nor “new”; name a provision.")
        if entry.basis == "automatic":
            raise CorpusError(
                f"{place}: “basis” cannot be automatic; write asserted (a source says it) "
                "or confirmed (an editor says it)."
            )
        if entry.source:
            source_known(place, entry.source, sources)
            if entry.line:
                line_known(place, entry.line, sources[entry.source])
        elif entry.line:
            raise CorpusError(f"{place}: has a “line” and no “source”; name the text it counts in.")
        old, new = labels_of(place, entry.old), labels_of(place, entry.new)
        numbers_known(place, editions[entry.from_], old)
        numbers_known(place, editions[entry.to], new)
        yield AssertedPair(
            entry.from_,
            entry.to,
            old,
            new,
            entry.basis,
            entry.reason,
            entry.change,
            entry.source,
            entry.line,
        )


def moved_rules(root: Path, editions: Mapping[str, Edition]) -> Iterator[MovedRule]:
    """The rules of `concordance.toml`."""
    if not (root / CONCORDANCE).is_file():
        return
    rules = read_table(root / CONCORDANCE, ConcordanceFile, CONCORDANCE).rule
    place_of = entries_of(root / CONCORDANCE, "rule", "rule")
    seen: dict[tuple[str, str, Label | None, Label | None], str] = {}
    for number, entry in enumerate(rules, 1):
        place = place_of(number)
        two_editions(place, entry.from_, entry.to, editions)
        if entry.old is None and entry.new is None:
            raise CorpusError(f"{place}: has neither “old” nor “new”; name a provision.")
        old, new = (
            labels_of(place, (value,))[0] if value is not None else None
            for value in (entry.old, entry.new)
        )
        for edition, label in ((entry.from_, old), (entry.to, new)):
            numbers_known(place, editions[edition], (label,) if label else ())
        other = seen.setdefault((entry.from_, entry.to, old, new), place)
        if other != place:
            raise CorpusError(f"{place}: says the same as {other}; leave one.")
        yield MovedRule(entry.from_, entry.to, old, new, entry.reason)

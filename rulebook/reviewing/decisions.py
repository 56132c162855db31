"""What a person decided, as entries of the files that keep decisions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal

from rulebook.model import Correction, Source
from rulebook.reading.holdings.files import ColumnsEntry
from rulebook.reading.holdings.toml_text import Value
from rulebook.reading.mending import corrections

_NUMBERED = re.compile(r"(.*?-)(\D?)(\d+)")
_WORD = re.compile(r"\S+\s*\Z")
_NEXT = re.compile(r"\s*\S+")
_CONTEXT, _WIDEST, _FAR = 1, 40, 400
# Signs that stand for what a form cannot carry, one for one.
_PICTURES = {code: 0x2400 + code for code in range(32) if chr(code) not in "\t\n"} | {0x7F: 0x2421}


class DecisionError(ValueError):
    """What was asked for cannot be written as a decision; the message says why (Italian)."""


@dataclass(frozen=True)
class Decision:
    """An entry for the end of a file, other values for some that stand there, or one taken out.

    `file` is the list that they belong to, `entry` a new one; `amends` says by id what entries say
    then, where None takes a key out; `removes` is the id of one that goes.
    """

    source: str
    file: Literal["correction", "columns"]
    entry: Mapping[str, Value] = field(default_factory=dict)
    amends: Mapping[str, Mapping[str, Value | None]] = field(default_factory=dict)
    removes: str = ""

    @property
    def id(self) -> str:
        """The entry that was decided: the new one, else that which goes or the first to change."""
        return str(self.entry["id"]) if self.entry else self.removes or next(iter(self.amends))


@dataclass(frozen=True, slots=True)
class Signed:
    """Who decided, when and why."""

    reason: str
    by: str
    on: str

    @property
    def values(self) -> dict[str, str]:
        """The keys of every entry."""
        return {"reason": self.reason, "by": self.by, "on": self.on}


def replacement(
    source: Source, start: int, stop: int, new: str, ids: Iterable[str], signed: Signed
) -> Decision:
    """Other words for a stretch of the raw text; the same words keep it from every rule.

    `find` is made of whole words, and of as many as tell the place from others near it.

    Raises:
        DecisionError: the words are those that stand there and no place was meant, or nothing
            tells the place from another.
    """
    old = source.text[start:stop]
    if old != new:
        start, stop, new = _narrowed(source.text, start, stop, new)
    return _entry(source, start, stop, new, ids, signed, "replace")


def note(source: Source, line: int, ids: Iterable[str], signed: Signed) -> Decision:
    """A remark at a line, which changes nothing."""
    start = source.line_starts[line - 1]
    text = source.line(line)
    if not text.strip():
        raise DecisionError("Una riga vuota non si può annotare: si annoti quella accanto.")
    left = len(text) - len(text.lstrip())
    place = start + left, start + len(text.rstrip())
    return _entry(source, *place, None, ids, signed, "note")


def columns(
    source: Source, lines: Iterable[int], said: Mapping[str, str], after: int | None,
    before: Sequence[ColumnsEntry], ids: Iterable[str], signed: Signed,
) -> Decision:
    """Where lines of a two-column text belong; without more said, that they are read rightly.

    A line that was decided before is taken out of its entry; an entry that would be left without
    lines says the new decision.

    Args:
        source: the text.
        lines: its lines.
        said: side, role and path, as far as they are said.
        after: the line that comes before the one named, in reading order.
        before: what was decided about its lines.
        ids: see `new_id`.
        signed: who decided.

    Raises:
        DecisionError: the lines are all those of several entries.
    """
    chosen = set(lines)
    entry: dict[str, Value] = {"lines": _ranges(chosen)}
    entry |= {key: value for key, value in said.items() if key == "path" or value}
    if after:
        entry["after"] = after
    entry |= signed.values
    amends: dict[str, Mapping[str, Value | None]] = {}
    emptied: list[str] = []
    for old in before:
        rest = set(old.numbers) - chosen
        if rest and rest != set(old.numbers):
            amends[old.id] = {"lines": _ranges(rest)}
        elif not rest:
            emptied.append(old.id)
    if len(emptied) > 1:
        raise DecisionError(
            f"Su queste righe decidono già {', '.join(emptied)}: si decidano una voce alla volta."
        )
    if emptied:
        gone = dict.fromkeys(key for key in ("side", "role", "path", "after") if key not in entry)
        return Decision(source.id, "columns", amends={emptied[0]: {**entry, **gone}, **amends})
    number = new_id(source.id, ids, "c")
    return Decision(source.id, "columns", {"id": number, **entry}, amends)


def accepted(source: Source, number: str, signed: Signed) -> Decision:
    """A correction that was proposed is made, by whom and when; without a reason of his own, the
    one with which it was proposed stays."""
    values: dict[str, Value | None] = {"state": "applied", "by": signed.by, "on": signed.on}
    if signed.reason:
        values["reason"] = signed.reason
    return Decision(source.id, "correction", amends={number: values})


def kept(source: Source, correction: Correction, signed: Signed) -> Decision:
    """A correction that was proposed is refused: the words stay, and no rule touches them."""
    values: dict[str, Value | None] = {"state": "applied", "op": "replace"}
    values |= {"replace": correction.find, **signed.values}
    return Decision(source.id, "correction", amends={correction.id: values})


def taken_back(source: Source, correction: Correction) -> Decision:
    """An entry is taken out, as if nobody had decided."""
    file: Literal["correction", "columns"] = (
        "columns" if correction.op == "columns" else "correction"
    )
    return Decision(source.id, file, removes=correction.id)


def proposed_again(source: Source, correction: Correction) -> Decision:
    """A correction that was made waits again for somebody who accepts it.

    Raises:
        DecisionError: it is none that can wait.
    """
    if correction.op in ("note", "columns") or correction.replace == correction.find:
        raise DecisionError("Questa decisione non si può rimettere fra le proposte: si tolga.")
    return Decision(source.id, "correction", amends={correction.id: {"state": "proposed"}})


def new_id(source: str, ids: Iterable[str], letter: str = "") -> str:
    """The next number after those that a source has: `001-0008`, `001-c003`.

    >>> new_id("lettera", ["lettera-0009", "lettera-c002"]), new_id("lettera", [])
    ('lettera-0010', 'lettera-0001')
    """
    found = [m for m in map(_NUMBERED.fullmatch, ids) if m and m[2] == letter]
    width = 4 - len(letter)
    if not found:
        return f"{source}-{letter}{1:0{width}}"
    last = max(found, key=lambda match: int(match[3]))
    return f"{last[1]}{letter}{int(last[3]) + 1:0{len(last[3])}}"


def _ranges(lines: Iterable[int]) -> list[int | str]:
    """Numbers of lines, more than two in a row as a range.

    >>> _ranges([7, 3, 4, 5])
    ['3-5', 7]
    """
    runs: list[list[int]] = []
    for line in sorted(set(lines)):
        if runs and line == runs[-1][-1] + 1:
            runs[-1].append(line)
        else:
            runs.append([line])
    told = [[f"{run[0]}-{run[-1]}"] if len(run) > 2 else run for run in runs]
    return [one for part in told for one in part]


def as_field(text: str) -> str:
    """Raw text as a form can carry it: a sign for each character, line ends as LF.

    >>> as_field("a\\r\\nb\\x0cc")
    'a\\nb␌c'
    """
    return re.sub(r"\r\n|\r", "\n", text).translate(_PICTURES)


def from_field(raw: str, typed: str) -> str:
    """What a person made of raw text in a form: what was not touched stays as it was.

    >>> from_field("uno\\x0c due\\r\\ntre", "uno␌ DUE\\ntre")
    'uno\\x0c DUE\\r\\ntre'
    """
    typed = re.sub(r"\r\n|\r", "\n", typed)
    units = re.findall(r"\r\n|[\s\S]", raw)
    shown = [as_field(unit) for unit in units]
    first = 0
    while first < min(len(shown), len(typed)) and shown[first] == typed[first]:
        first += 1
    last = 0
    most = min(len(shown), len(typed)) - first
    while last < most and shown[-1 - last] == typed[len(typed) - 1 - last]:
        last += 1
    middle = typed[first : len(typed) - last]
    # A sign that stands for a character of the text is that character again.
    back = {ord(as_field(unit)): unit for unit in set(units) if as_field(unit) != unit}
    end = next((unit for unit in units if unit in ("\r\n", "\r", "\n")), "\n")
    back[10] = end
    return "".join(units[:first]) + middle.translate(back) + "".join(units[len(units) - last :])


def _narrowed(text: str, start: int, stop: int, new: str) -> tuple[int, int, str]:
    """The words that differ, with a word around them."""
    low, high, end = start, stop, len(new)
    first = 0
    while low < high and first < end and text[low] == new[first]:
        low, first = low + 1, first + 1
    while high > low and end > first and text[high - 1] == new[end - 1]:
        high, end = high - 1, end - 1
    new = new[first:end]
    for _ in range(_CONTEXT + 1):
        before = _WORD.search(text, start, low)
        if before:
            new, low = text[before.start() : low] + new, before.start()
        after = _NEXT.match(text, high, stop)
        if after:
            new, high = new + text[high : after.end()], after.end()
    return low, high, new


def _entry(
    source: Source, start: int, stop: int, new: str | None, ids: Iterable[str], signed: Signed,
    op: str,
) -> Decision:
    """The entry of a place, widened until nothing near it looks the same."""
    number = new_id(source.id, ids)
    text = source.text
    for _ in range(_WIDEST):
        find = text[start:stop]
        line = source.place(start)[0]
        if find.strip():
            entry: dict[str, Value] = {"id": number, "source": source.id, "op": op, "find": find}
            entry["near"] = line
            if new is not None:
                entry |= {"replace": new, "state": "applied"}
            trial = Correction(number, source.id, "note", "", "", "", find, line, new)
            try:
                corrections.apply(source, (trial,))
            except corrections.CorrectionError:
                pass
            else:
                return Decision(source.id, "correction", entry | signed.values)
        word = _WORD.search(text, max(0, start - _FAR), start)
        low = word.start() if word else start
        after = _NEXT.match(text, stop)
        high = after.end() if after else stop
        if (low, high) == (start, stop):
            break
        if new is not None:
            new = text[low:start] + new + text[stop:high]
        start, stop = low, high
    raise DecisionError("Il posto non si distingue da altri vicini: si scelgano più righe.")

"""TOML written as text, so that the comments and the order of a person's file stay as they are.

Tables are put at the end, or one value is written in the place of another; whatever is done, the
file must then say exactly what was meant, or nothing is written.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from typing import Any

Value = str | int | Sequence[int | str]
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_SHORT = {"\\": "\\\\", '"': '\\"', "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
_MARK = "\ufeff"
_FAR = 6
"""How many signs that end a value over several lines are tried."""


class TomlTextError(ValueError):
    """A file cannot be changed by itself; the message says what a person can do instead."""


def quoted(text: str) -> str:
    """A TOML string on one line; what nobody sees is written as a code.

    Raises:
        ValueError: the text holds half of a surrogate pair, which no file can hold.

    >>> print(quoted('«sì»\\nno"'))
    "«sì»\\nno\\""
    """
    written = []
    for character in text:
        code = ord(character)
        if 0xD800 <= code <= 0xDFFF:
            raise ValueError("half of a surrogate pair is no text")
        if character in _SHORT:
            written.append(_SHORT[character])
        elif character == " " or character.isprintable():
            written.append(character)
        else:
            written.append(f"\\u{code:04X}" if code < 0x10000 else f"\\U{code:08X}")
    return f'"{"".join(written)}"'


def table(name: str, values: Mapping[str, Value]) -> str:
    """One entry of an array of tables, ending with a line end.

    >>> print(table("columns", {"lines": [1, 2], "side": "new"}), end="")
    [[columns]]
    lines = [1, 2]
    side = "new"
    """
    return f"[[{name}]]\n" + pairs(values)


def pairs(values: Mapping[str, Value]) -> str:
    """Keys with their values, one a line."""
    return "".join(f"{_key(key)} = {_value(value)}\n" for key, value in values.items())


def _key(key: str) -> str:
    return key if _BARE.fullmatch(key) else quoted(key)


def _value(value: Value) -> str:
    if isinstance(value, str):
        return quoted(value)
    if isinstance(value, int):
        return str(value)
    return f"[{', '.join(_value(item) for item in value)}]"


def appended(text: str, name: str, entries: Sequence[Mapping[str, Value]]) -> str:
    """A file with entries at its end; what stood there before is untouched.

    Args:
        text: the file as it is; "" for one that is not there yet.
        name: the array of tables.
        entries: what is put at its end.

    Raises:
        TomlTextError: the file is no TOML, or writes its list in a way that nothing can follow.
    """
    before = _parsed(text)
    held = before.get(name, [])
    tables = "\n".join(table(name, entry) for entry in entries)
    between = "" if not text.strip(_MARK + " \t\r\n") else "\n" if text.endswith("\n") else "\n\n"
    after = text + _with_ends_of(text, between + tables)
    wanted = [*held, *map(dict, entries)] if isinstance(held, list) else None
    if _parsed_or_none(after) != _plain({**before, name: wanted}):
        raise TomlTextError(
            f"the list “{name}” is not written as [[{name}]] entries, so none can be put at its "
            "end; write it so, or add the entry by hand."
        )
    return after


def amended(text: str, name: str, number: int, values: Mapping[str, Value | None]) -> str:
    """A file in which one entry has other values; every other character stays.

    Args:
        text: the file as it is.
        name: the array of tables.
        number: which of its entries, from 0.
        values: the keys to be written, and what they say then; None takes a key out.

    Raises:
        TomlTextError: the entry is not there, or is written in a way that cannot be followed.
    """
    for key, value in values.items():
        text = _amended(text, name, number, key, value)
    return text


def removed(text: str, name: str, number: int) -> str:
    """A file without one entry; every other entry and every comment outside it stays.

    Args:
        text: the file as it is.
        name: the array of tables.
        number: which of its entries, from 0.

    Raises:
        TomlTextError: the entry is not there, or is written in a way that cannot be followed.
    """
    wanted = _parsed(text)
    try:
        del wanted[name][number]
    except (KeyError, IndexError, TypeError):
        raise _not_there(name, number) from None
    if not wanted[name]:
        del wanted[name]
    lines = text.splitlines(keepends=True)
    head = re.compile(rf"[ \t]*\[\[[ \t]*{re.escape(name)}[ \t]*\]\]")
    for start in (at for at, line in enumerate(lines) if head.match(line.removeprefix(_MARK))):
        for stop in range(start + 1, len(lines) + 1):
            after = lines[:start] + lines[stop:]
            if _parsed_or_none("".join(after)) == wanted:
                # One blank line stands between entries, not two.
                blank = start and stop < len(lines) and not (lines[start - 1] + lines[stop]).strip()
                return "".join(lines[:start] + lines[stop + bool(blank):])
    raise TomlTextError(
        f"the entry {number + 1} of “{name}” cannot be taken out by itself; take it out by hand."
    )


def _not_there(name: str, number: int) -> TomlTextError:
    return TomlTextError(f"the entry {number + 1} of “{name}” is not there any more.")


def _amended(text: str, name: str, number: int, key: str, value: Value | None) -> str:
    wanted = _parsed(text)
    try:
        entry = wanted[name][number]
    except (KeyError, IndexError, TypeError):
        raise _not_there(name, number) from None
    before = entry.pop(key, None)
    if before == _plain(value):
        return text
    line = ""
    if value is not None:
        entry[key] = _plain(value)
        line = f"{key} = {_value(value)}"
    # Which of the lines is the right one is told by reading: only one makes the file say this.
    if before is None:
        opening = rf"^[ \t]*\[\[[ \t]*{re.escape(name)}[ \t]*\]\][^\r\n]*(?:\r?\n|\Z)"
        head = re.compile(opening, re.MULTILINE)
        places = [(match.end(), match.end(), f"{line}\n") for match in head.finditer(text)]
    else:
        said = re.compile(rf"^[ \t]*{re.escape(key)}[ \t]*=[ \t]*([^\r\n]*)", re.MULTILINE)
        places = [
            (match.start(), match.start() + len(stretch), line)
            for match in said.finditer(text)
            for stretch in _stretches(text[match.start() :], whole=value is None)
        ]
    for start, stop, new in places:
        after = text[:start] + _with_ends_of(text, new) + text[stop:]
        if _parsed_or_none(after) == wanted:
            return after
    raise TomlTextError(
        f"“{key}” of the entry {number + 1} of “{name}” cannot be changed by itself; "
        "change it in the file by hand."
    )


def _stretches(text: str, *, whole: bool) -> Sequence[str]:
    """A pair of key and value with and without a comment behind it, or over several lines.

    With `whole` the line end goes with it.
    """
    first = re.match(r"[^\r\n]*", text)
    line = first.group() if first else ""
    ends = (match.end() for match in re.finditer(r'"""|\'\'\'|\]', text))
    several = [text[:end] for end in ends if end > len(line)][:_FAR]
    if whole:
        return [stretch + _line_end(text[len(stretch) :]) for stretch in (line, *several)]
    comment = [line[: match.start()] for match in re.finditer(r"[ \t]+#", line)]
    return [*comment, line, *several]


def _line_end(rest: str) -> str:
    found = re.match(r"[ \t]*(?:\r?\n|\Z)", rest)
    return found.group() if found else ""


def _with_ends_of(text: str, new: str) -> str:
    return new.replace("\n", "\r\n") if "\r\n" in text else new


def _parsed(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text.removeprefix(_MARK))
    except tomllib.TOMLDecodeError as error:
        raise TomlTextError(f"is no TOML: {error}; correct it there.") from error


def _parsed_or_none(text: str) -> dict[str, Any] | None:
    try:
        return _parsed(text)
    except TomlTextError:
        return None


def _plain(value: Any) -> Any:
    """Tuples as the lists that a file has."""
    if isinstance(value, Mapping):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(inner) for inner in value]
    return value


__all__ = ["TomlTextError", "amended", "appended", "pairs", "quoted", "removed", "table"]

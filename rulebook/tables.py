"""Data files in TOML, read into their shape, or a word to the person who mistyped one.

A message says where (file, table, line), what is wrong, and what may stand there.
"""

from __future__ import annotations

import re
import tomllib
import types
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from itertools import islice
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

NAME, WORDS = r"^[a-z0-9]+(-[a-z0-9]+)*$", r"\S"
"""What an id looks like, and what is not empty."""
_LOOKS = {NAME: "small letters and figures, with hyphens between", WORDS: "some words"}

Shape = TypeVar("Shape", bound=msgspec.Struct)

_UNKNOWN = re.compile(r"Object contains unknown field `(?P<key>[^`]*)`(?: - at `\$\.?(?P<at>.*)`)?")
_MISSING = re.compile(r"Object missing required field `(?P<key>[^`]*)`(?: - at `\$\.?(?P<at>.*)`)?")
_WRONG = re.compile(r"(?P<what>.*?) - at `\$\.?(?P<at>.*)`", re.DOTALL)
_VALUE = re.compile(r"Invalid enum value (?P<value>.*)")
_KIND = re.compile(r"Expected `(?P<wanted>\w+)[^`]*`, got `(?P<found>\w+)`")
_ONE_BRACKET = re.compile(r"\s*\[(?P<name>[^\[\]]+)\]\s*(?:#.*)?$")
_AT_LINE = re.compile(r"at line (?P<line>\d+)")
_PRINTED_QUOTES = re.compile(r"[=\[,{]\s*[“”„«»‘’]")
_NO_ITEM = re.compile(r"Expected `array` of length >= 1")
_LEAST = re.compile(r"Expected `int` >= (?P<least>-?\d+)")
_IS = {
    "str": "a text", "int": "a number", "float": "a number with a point", "bool": "true or false",
    "array": "a list", "object": "a table", "time": "an hour",
}
_WRITE = {
    "str": 'a text in quotes, "…"', "int": "a whole number without quotes", "bool": "true or false",
    "array": 'a list in square brackets, ["…"]', "object": "a table",
}
"""What stands in a file and what should, for a person who does not program."""


class TableError(ValueError):
    """A file cannot be used; the message says what is wrong in it, and what to do."""


@dataclass(frozen=True)
class Places:
    """How messages name the entries of a file: by the line on which each begins."""

    file: str
    text: str

    @classmethod
    def within(cls, file: str, data: bytes) -> Places:
        """Those of a file that was read with `toml_table`."""
        return cls(file, data.decode("utf-8-sig"))

    def of(self, at: str, name: str) -> str:
        """An entry by its path (see `head_line`), and by what it is called."""
        line = head_line(self.text, at)
        return f"{self.file}, line {line} ({name})" if line else f"{self.file}, {name}"


def toml_table(data: bytes, kind: type[Shape]) -> Shape:
    """A TOML file in its shape.

    Args:
        data: the content of the file.
        kind: the shape; dates are read as text, whether they are quoted or not.

    Raises:
        TableError: the file is no UTF-8 or no TOML, or has an unknown, missing or wrong key.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise TableError(f"line {line} is not UTF-8; save the file as UTF-8.") from error
    if "\r" in text and "\n" not in text:
        raise TableError("has the line ends of old Macs; save the file with those of today (LF).")
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise TableError(
            _single_bracket(text, kind) or _no_toml(str(error), text)
        ) from error
    try:
        return msgspec.convert(_without_dates(table), kind)
    except msgspec.ValidationError as error:
        raise TableError(_fault(str(error), kind, text)) from error


def _no_toml(fault: str, text: str) -> str:
    """What to say of a file that is no TOML; word processors put quotes of print into it."""
    place = _AT_LINE.search(fault)
    lines = text.split("\n")
    line = lines[int(place["line"]) - 1] if place and int(place["line"]) <= len(lines) else ""
    if place and _PRINTED_QUOTES.search(line):
        return f"line {place['line']}: a text begins and ends with straight quotes, \"…\"."
    return f"is no TOML: {fault}; correct it there."


def _without_dates(value: Any) -> Any:
    """Dates as text: a person writes them with quotes or without."""
    if isinstance(value, dict):
        return {key: _without_dates(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_without_dates(inner) for inner in value]
    return value.isoformat() if isinstance(value, date) else value


def _fault(message: str, kind: type[msgspec.Struct], text: str) -> str:
    """What msgspec says, with the path as a person reads it, the line, and what to do."""
    bracket = _single_bracket(text, kind) if "`array`, got `object`" in message else ""
    if bracket:
        return bracket
    if match := _UNKNOWN.match(message):
        remedy = _instead(match["key"], match["at"], kind)
        where = _line_of(text, match["at"], match["key"])
        return f"unknown key “{_join(match['at'], match['key'])}”{where}; {remedy}"
    if match := _MISSING.match(message):
        head = head_line(text, match["at"])
        where = f" in the table of line {head}" if head else ""
        return f"the key “{_join(match['at'], match['key'])}” is missing{where}; add it."
    if match := _WRONG.match(message):
        return _wrong(match["what"], match["at"], kind, text)
    return f"{message}; correct it there."


def _instead(key: str, at: str | None, kind: type[msgspec.Struct]) -> str:
    """What to do about a key that is not known where it stands."""
    below = [path for path in _lists(kind) if path.rpartition(".")[2] == key and "." in path]
    if below and not at:
        return f"write [[{below[0]}]]."
    close = get_close_matches(key, sorted(set(_keys(kind)) - {key}), 1)
    return f"did you mean “{close[0]}”?" if close else "take it out."


def _wrong(what: str, at: str, kind: type[msgspec.Struct], text: str) -> str:
    """A value that may not stand where it stands, with those that may."""
    allowed = _allowed(kind, at)
    value = _VALUE.match(what)
    where = _line_of(text, at, _last(at), value["value"].strip("'\"") if value else None)
    what = _in_words(what)
    words = f": write one of {', '.join(allowed)}" if allowed else ""
    remedy = f"correct the value{words}."
    return f"“{at}”{where}: {what}; {remedy}"


def _in_words(what: str) -> str:
    """What msgspec says of a value, without the words of programmers where we know others."""
    for pattern, said in _LOOKS.items():
        if what == f"Expected `str` matching regex {pattern!r}":
            return f"write {said}"
    if _NO_ITEM.fullmatch(what):
        return "is empty; write one at least"
    if value := _VALUE.fullmatch(what):
        return f"{value['value']} cannot stand here"
    if least := _LEAST.fullmatch(what):
        return f"must be {least['least']} or more"
    kinds = _KIND.fullmatch(what)
    if kinds is None or kinds["wanted"] not in _WRITE or kinds["found"] not in _IS:
        return what
    return f"is {_IS[kinds['found']]}, and has to be {_WRITE[kinds['wanted']]}"


def _single_bracket(text: str, kind: type[msgspec.Struct]) -> str:
    """What to say where a table of a list has one bracket; "" where none has."""
    lists = frozenset(_lists(kind))
    for number, line in enumerate(text.splitlines(), 1):
        found = _ONE_BRACKET.match(line)
        if found and re.sub(r"[\s\"']", "", found["name"]) in lists:
            name = found["name"].strip()
            return f"line {number}: write [[{name}]], with two brackets, as for every list."
    return ""


def _lists(kind: type[msgspec.Struct], before: str = "") -> Iterator[str]:
    """The paths of a table that are lists of tables."""
    for field in msgspec.structs.fields(kind):
        inner = [one for one in _inside(field.type) if isinstance(one, type)]
        for struct in inner:
            if issubclass(struct, msgspec.Struct):
                path = _join(before or None, field.encode_name)
                if get_origin(field.type) in (tuple, list):
                    yield path
                yield from _lists(struct, path)


def _join(at: str | None, key: str) -> str:
    return f"{at}.{key}" if at else key


def _last(at: str) -> str:
    """The last key of a path."""
    return re.sub(r"\[.*?\]", "", at).split(".")[-1]


def _keys(kind: type[msgspec.Struct]) -> Iterator[str]:
    """Every key of a table and of the tables inside it."""
    yield from (field.encode_name for field in msgspec.structs.fields(kind))
    for hint in get_type_hints(kind).values():
        for inner in get_args(hint):
            if isinstance(inner, type) and issubclass(inner, msgspec.Struct):
                yield from _keys(inner)


def _allowed(kind: type[msgspec.Struct], at: str) -> tuple[str, ...]:
    """The words that may stand at a path; () where any may."""
    here: list[Any] = [kind]
    for key in re.sub(r"\[.*?\]", "", at).split("."):
        here = [
            inner
            for struct in here
            if isinstance(struct, type) and issubclass(struct, msgspec.Struct)
            for field in msgspec.structs.fields(struct)
            if field.encode_name == key
            for inner in _inside(field.type)
        ]
    literals = (one for one in here if get_origin(one) is Literal)
    return tuple(str(value) for one in literals for value in get_args(one))


def _inside(hint: Any) -> Iterator[Any]:
    """The types that a type is made of: of a union its members, of a list what it holds."""
    origin = get_origin(hint)
    if origin is Annotated:
        yield from _inside(get_args(hint)[0])
    elif origin in (Union, types.UnionType, tuple, list, dict):
        for inner in get_args(hint):
            yield from _inside(inner)
    else:
        yield hint


def head_line(text: str, at: str | None) -> int:
    """The line on which the entry of a list begins that a path leads into; 0 where there is none.

    `guide[1].flags[2].say` leads into the third `[[guide.flags]]` below the second `[[guide]]`,
    or into the third `{` behind `flags =`.
    """
    lines = text.splitlines()
    line, name = 0, ""
    for step in re.finditer(r"(?P<key>[\w-]+)\[(?P<index>\d+)\]", at or ""):
        name = _join(name or None, step["key"])
        line = _entry_line(lines, line, name, int(step["index"])) or line
    return line


def _entry_line(lines: list[str], begin: int, name: str, index: int) -> int:
    """The line of an entry of a list, behind a line; 0 where it is not found."""
    parts = r"\s*\.\s*".join(rf"[\"']?{re.escape(part)}[\"']?" for part in name.split("."))
    head = re.compile(rf"\s*\[\[\s*{parts}\s*\]\]")
    heads = [n for n, line in enumerate(lines, 1) if n > begin and head.match(line)]
    if heads:
        return heads[index] if index < len(heads) else 0
    given = re.compile(rf"\s*[\"']?{re.escape(name.rpartition('.')[2])}[\"']?\s*=\s*\[")
    first = next((n for n, line in enumerate(lines, 1) if n >= begin and given.match(line)), 0)
    if not first or not re.match(r"[^\[]*\[\s*\{", "\n".join(lines[first - 1 :])):
        return 0  # a list of plain values
    opened = (n for n in range(first, len(lines) + 1) for _ in range(lines[n - 1].count("{")))
    return next(islice(opened, index, None), 0)


def _line_of(text: str, at: str | None, key: str, value: str | None = None) -> str:
    """The line that gives a value to a key, as a message says it; "" where none is found."""
    given = re.compile(rf"(?:^\s*|[{{,]\s*)[\"']?{re.escape(key)}[\"']?\s*=(?P<value>.*)")
    below = r"(?:[\w.\"'-]+\.)?" if at else ""
    table = re.compile(rf"\s*\[+\s*{below}[\"']?{re.escape(key)}[\"']?\s*\]+")
    begin = head_line(text, at)
    for number, line in enumerate(text.splitlines(), 1):
        if number < begin:
            continue
        found = given.search(line)
        if (found and (value is None or value in found["value"])) or (
            value is None and table.match(line)
        ):
            return f", line {number}"
    return ""

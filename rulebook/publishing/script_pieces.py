"""A script cut into its pieces: names, numbers, strings, patterns and signs."""

from __future__ import annotations

import re
from collections.abc import Iterator

_NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
_NUMBER = re.compile(r"[0-9][0-9A-Za-z.]*")
_STRING = re.compile(r""""(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_REGEX = re.compile(r"/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/[a-z]*")
_SEVERAL = re.compile(r"=>|\.\.\.|\+\+|--")
_BLANK = re.compile(r"\s+")
_WORDS_BEFORE_REGEX = frozenset(("return", "typeof", "case", "in", "of", "else"))


def is_name(piece: str) -> bool:
    """Whether a piece is a name or a word of the language."""
    return _NAME.fullmatch(piece) is not None


def runs_on(before: str, piece: str) -> bool:
    """Whether two pieces would read as one without a blank."""
    one, other = before[-1], piece[0]
    return (_wordy(one) and _wordy(other)) or (one == other and one in "+-")


def _wordy(character: str) -> bool:
    return character.isalnum() or character in "_$"


def pieces(script: str) -> Iterator[str]:
    """Names, numbers, strings, signs; of a template its text and the pieces of its insertions.

    Args:
        script: a classic script without a syntax error.
    """
    before = ""
    at = 0
    while at < len(script):
        blank = _BLANK.match(script, at) or _COMMENT.match(script, at)
        if blank:
            at = blank.end()
            continue
        if script[at] == "`":
            template = list(_template(script, at))
            yield from (piece for piece, _ in template)
            at = template[-1][1]
            before = "`"
            continue
        found = _NAME.match(script, at) or _NUMBER.match(script, at) or _STRING.match(script, at)
        if not found and script[at] == "/" and _may_be_regex(before):
            found = _REGEX.match(script, at)
        found = found or _SEVERAL.match(script, at)
        piece = found.group() if found else script[at]
        yield piece
        before, at = piece, at + len(piece)


def _may_be_regex(before: str) -> bool:
    if not before or before in _WORDS_BEFORE_REGEX:
        return True
    return not (_wordy(before[-1]) or before[-1] in ")]`\"'")


def _template(script: str, at: int) -> Iterator[tuple[str, int]]:
    """The pieces of a template with where the next begins."""
    start, at = at, at + 1
    while script[at] != "`":
        if script[at] == "\\":
            at += 2
        elif script.startswith("${", at):
            yield script[start : at + 2], at + 2
            end = _insertion_end(script, at + 2)
            for piece in pieces(script[at + 2 : end]):
                yield piece, end
            start, at = end, end + 1
        else:
            at += 1
    yield script[start : at + 1], at + 1


def _insertion_end(script: str, at: int) -> int:
    """Where the brace stands that closes an insertion."""
    depth = 0
    while depth or script[at] != "}":
        string = _STRING.match(script, at)
        if string:
            at = string.end()
            continue
        if script[at] == "`":
            at = max(end for _, end in _template(script, at))
            continue
        depth += (script[at] == "{") - (script[at] == "}")
        at += 1
    return at

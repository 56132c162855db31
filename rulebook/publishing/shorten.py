"""A script made short: no comments, no blanks between signs, and short names for long ones.

Only names from a given list are shortened, each everywhere alike; so a name on the list must
be nobody else's: no word of the language, of the browser, or of the data that the script reads.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import count
from string import ascii_letters, digits

_NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
_NUMBER = re.compile(r"[0-9][0-9A-Za-z.]*")
_STRING = re.compile(r""""(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'""")
_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_REGEX = re.compile(r"/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/[a-z]*")
_BLANK = re.compile(r"\s+")
_WORDS_BEFORE_REGEX = frozenset(("return", "typeof", "case", "in", "of", "else"))
_OPENING = frozenset("([{")
_CLOSING = frozenset(")]}")
_RESERVED = frozenset(
    "do if in of as is for let new try var get set this else case void with null true".split()
)
_SEVERAL = re.compile(r"=>|\.\.\.|\+\+|--")


def shorten(script: str, names: Iterable[str] = ()) -> str:
    """A script that does the same in fewer characters; every statement must end in its sign.

    Args:
        script: a classic script whose statements do not rely on line ends.
        names: the names to shorten.

    >>> shorten("const total = 1; // sum\\nf(`a ${ total + 1 }`, / x/g);", ["total"])
    'const a=1;f(`a ${a+1}`,/ x/g);'
    """
    chunks = _chunks(list(_pieces(script)))
    counted = Counter(piece for chunk in chunks for piece in chunk)
    homes = Counter(piece for chunk in chunks for piece in set(chunk))
    outer = {name for chunk in chunks for name in _outer_names(chunk)}
    listed = {name for name in names if name in counted}
    shared = {name for name in listed if homes[name] > 1 or name in outer}
    kept = {p for p in counted if _NAME.fullmatch(p)} - shared | _RESERVED
    fresh = (name for name in _short_names() if name not in kept)
    short = {name: next(fresh) for name in sorted(shared, key=lambda n: (-counted[n], n))}
    made: list[str] = []
    for chunk in chunks:
        own = _own_names(chunk, outer) | ((listed - shared) & set(chunk))
        taken = {short.get(p, p) for p in chunk if p not in own and _NAME.fullmatch(p)} | _RESERVED
        within = Counter(piece for piece in chunk if piece in own)
        spare = (name for name in _short_names() if name not in taken)
        local = {name: next(spare) for name, _ in within.most_common()}
        made.extend(local.get(piece) or short.get(piece, piece) for piece in chunk)
    return _joined(made)


def _outer_names(chunk: Sequence[str]) -> Iterator[str]:
    """The names that a statement declares for all others."""
    depth = 0
    for before, piece in zip(["", *chunk], chunk, strict=False):
        depth += (piece[-1] in _OPENING) - (piece[0] in _CLOSING)
        if before in ("const", "let", "function", "class", ",") and depth == 0:
            yield piece


def _joined(pieces: Iterable[str]) -> str:
    made: list[str] = []
    before = ""
    for piece in pieces:
        if before and _runs_on(before, piece):
            made.append(" ")
        made.append(piece)
        before = piece
    return "".join(made)


def _chunks(pieces: Sequence[str]) -> list[list[str]]:
    """The statements that stand within nothing."""
    chunks: list[list[str]] = [[]]
    depth = 0
    for piece, after in zip(pieces, [*pieces[1:], ""], strict=True):
        chunks[-1].append(piece)
        depth += (piece[-1] in _OPENING) - (piece[0] in _CLOSING)
        begins = after in ("const", "let", "function", "class", "async", "if")
        if depth == 0 and piece in (";", "}") and (piece == ";" or begins):
            chunks.append([])
    return chunks


def _own_names(chunk: Sequence[str], outer: Set[str]) -> set[str]:
    """The names of variables of a statement, where none of its fields is called so."""
    declared = _parameters(chunk)
    fields: set[str] = set()
    stack: list[str] = []
    for before, piece, after in zip(["", *chunk], chunk, [*chunk[1:], ""], strict=False):
        if piece in _OPENING or piece.endswith("${"):
            stack.append(piece[-1])
        elif stack and (piece in _CLOSING or piece[0] == "}"):
            stack.pop()
        if not _NAME.fullmatch(piece):
            continue
        part = bool(stack) and stack[-1] == "{" and before in ("{", ",")
        if before == "." or after == ":" or (part and after in (",", "}", "=", "(")):
            fields.add(piece)
        elif before in ("const", "let") and stack:
            declared.add(piece)
    return declared - fields - outer - _RESERVED


def _parameters(chunk: Sequence[str]) -> set[str]:
    """The plain parameters of the functions in a statement."""
    found: set[str] = set()
    for start, piece in enumerate(chunk):
        if piece != "(":
            continue
        depth, end = 1, start
        names = []
        while depth:
            end += 1
            if depth == 1 and chunk[end - 1] in ("(", ",") and _NAME.fullmatch(chunk[end]):
                names.append(chunk[end])
            depth += (chunk[end][-1] in _OPENING) - (chunk[end][0] in _CLOSING)
        function = start >= 2 and chunk[start - 2] == "function"
        if function or chunk[end + 1 : end + 2] == ["=>"]:
            found.update(names)
    return found


def script_names(script: str) -> Counter[str]:
    """The names in a script with how often each stands there."""
    return Counter(piece for piece in _pieces(script) if _NAME.fullmatch(piece))


def _runs_on(before: str, piece: str) -> bool:
    """Whether two pieces would read as one without a blank."""
    one, other = before[-1], piece[0]
    return (_wordy(one) and _wordy(other)) or (one == other and one in "+-")


def _wordy(character: str) -> bool:
    return character.isalnum() or character in "_$"


def _pieces(script: str) -> Iterator[str]:
    """Names, numbers, strings, signs; of a template its text and the pieces of its insertions."""
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
            for piece in _pieces(script[at + 2 : end]):
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


def _short_names() -> Iterator[str]:
    """a, b, … Z, a0, a1, …"""
    yield from ascii_letters
    later = ascii_letters + digits
    for length in count(1):
        for number in range(len(ascii_letters) * len(later) ** length):
            name = ""
            for _ in range(length):
                number, digit = divmod(number, len(later))
                name = later[digit] + name
            yield ascii_letters[number] + name

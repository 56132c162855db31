"""A script made short: no comments, no blanks between signs, and short names for long ones.

Variables are told from fields, so every variable that the script declares may be renamed. Of
fields only those from a given list are shortened, each everywhere alike; so a name on the list
must be no field of the language, of the browser, or of the data that the script reads.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from string import ascii_uppercase, digits

from rulebook.publishing.script_pieces import is_name, pieces, runs_on

_OPENING = frozenset("([{")
_CLOSING = frozenset(")]}")
_DECLARING = ("const", "let")
_RESERVED = frozenset(
    "as break case catch class const continue delete do else extends false finally for function "
    "get if in instanceof let new null of return set static super switch this throw true try "
    "typeof undefined var void while with async await yield".split()
)
# What stands before a brace that opens an object or a pattern.
_BEFORE_OBJECT = frozenset("( , [ = : ? | & return const let of in ...".split())
_WORTH = {"true": "!0", "false": "!1", "const": "let"}
# Letters in the order in which Italian uses them, since that is what packs well beside Italian.
_LETTERS = "aeiotnrslcdpumbfghjkqvwxyz" + ascii_uppercase


@dataclass(slots=True)
class _Word:
    """A piece of the script; `role` tells variables and fields from all else.

    `shorthand` is a field and a variable of one name, as in `{name}`.
    """

    text: str
    role: str = ""


def shorten(
    script: str, fields: Iterable[str] = (), given: Mapping[str, str] | None = None
) -> str:
    """A script that does the same in fewer characters; every statement must end in its sign,
    and none be empty.

    Args:
        script: a classic script whose statements do not rely on line ends.
        fields: the fields to shorten.
        given: fields that have their short names already.

    >>> shorten("const total = {sum: 1}; // so\\nf(`a ${ total.sum + 1 }`, / x/g);", ["sum"])
    'let a={a:1};f(`a ${a.a+1}`,/ x/g);'
    """
    words = _roles(list(pieces(script)))
    chunks = _chunks(words)
    short_fields = _short_fields(words, fields, given or {})
    outer = dict.fromkeys(name for chunk in chunks for name in _declared(chunk, outermost=True))
    inner = [set(_declared(chunk)) - set(outer) for chunk in chunks]
    foreign = {
        word.text
        for chunk, own in zip(chunks, inner, strict=True)
        for word in chunk
        if word.role in _VARIABLE and word.text not in outer and word.text not in own
    }
    spare = (name for name in _short_names() if name not in foreign | _RESERVED)
    short = {name: next(spare) for name in outer}
    made: list[str] = []
    for chunk, own in zip(chunks, inner, strict=True):
        said = [word.text for word in chunk if word.role in _VARIABLE]
        taken = {short.get(name, name) for name in said if name not in own} | _RESERVED
        free = (name for name in _short_names() if name not in taken)
        local = {name: next(free) for name in dict.fromkeys(said) if name in own}
        made.extend(_written(chunk, short | local, short_fields))
    return _joined(_bare_parameters(_one_template(_tightened(made))))


_VARIABLE = ("variable", "shorthand")


def _short_fields(
    words: Sequence[_Word], fields: Iterable[str], given: Mapping[str, str]
) -> dict[str, str]:
    counted = Counter(w.text for w in words if w.role in ("field", "shorthand"))
    listed = sorted(set(fields) & set(counted) - set(given), key=lambda n: (-counted[n], n))
    kept = set(counted) - set(listed) - set(given)
    spare = (name for name in _short_names() if name not in kept)
    return {name: next(spare) for name in listed} | dict(given)


def _written(
    chunk: Sequence[_Word], variables: Mapping[str, str], fields: Mapping[str, str]
) -> Iterator[str]:
    for word in chunk:
        variable, field = variables.get(word.text, word.text), fields.get(word.text, word.text)
        if word.role == "variable":
            yield variable
        elif word.role == "field":
            yield field
        elif word.role == "shorthand" and variable != field:
            yield from (field, ":", variable)
        elif word.role == "shorthand":
            yield variable
        else:
            yield _WORTH.get(word.text, word.text)


# What the names of a script are.


def _roles(texts: Sequence[str]) -> list[_Word]:
    words: list[_Word] = []
    braces: list[str] = []
    for index, text in enumerate(texts):
        before = texts[index - 1] if index else ""
        after = texts[index + 1] if index + 1 < len(texts) else ""
        if _closes(text):
            braces.pop()
        role = _role(text, before, after, braces[-1] if braces else "")
        words.append(_Word(text, role))
        if text in _OPENING or text.endswith("${"):
            braces.append(_brace(text, before, texts[index - 2] if index > 1 else ""))
    return words


def _brace(text: str, before: str, earlier: str) -> str:
    """What a bracket holds: an object (or a pattern of one), a class, or anything else."""
    if text != "{":
        return text[-1]
    if earlier == "class":
        return "class"
    return "object" if before in _BEFORE_OBJECT else "block"


def _role(text: str, before: str, after: str, within: str) -> str:
    if not is_name(text):
        return ""
    if before == ".":
        return "field"
    if within == "class" and after == "(" and before in ("{", "}"):
        return "field"
    if within == "object" and before in ("{", ","):
        if after in (":", "("):
            return "field"
        if after in (",", "}", "="):
            return "shorthand"
    return "" if text in _RESERVED else "variable"


def _chunks(words: Sequence[_Word]) -> list[list[_Word]]:
    """The statements that stand within nothing."""
    chunks: list[list[_Word]] = [[]]
    depth = 0
    for word, after in zip(words, [*(w.text for w in words[1:]), ""], strict=True):
        text = word.text
        chunks[-1].append(word)
        depth += _opens(text) - _closes(text)
        begins = after in ("const", "let", "function", "class", "async", "if")
        if depth == 0 and (text == ";" or (text == "}" and begins)):
            chunks.append([])
    return chunks


def _opens(text: str) -> bool:
    return text in _OPENING or text.endswith("${")


def _closes(text: str) -> bool:
    return text in _CLOSING or (text[0] == "}" and len(text) > 1)


def _declared(chunk: Sequence[_Word], outermost: bool = False) -> Iterator[str]:
    """The variables that a statement declares: all, or only those for the statements beside it."""
    texts = [word.text for word in chunk]
    depth = 0
    listing: list[int] = []
    for index, text in enumerate(texts):
        before = texts[index - 1] if index else ""
        depth += _opens(text) - _closes(text)
        while listing and (depth < listing[-1] or (depth == listing[-1] and text in (";", "of"))):
            listing.pop()
        if text in _DECLARING:
            listing.append(depth)
        starts = before in _DECLARING or (before == "," and listing[-1:] == [depth - _opens(text)])
        if outermost and depth - _opens(text):
            continue
        if starts and text in _OPENING:
            yield from _bound(chunk, index)
        elif starts or before in ("function", "class"):
            yield from (text,) if chunk[index].role == "variable" else ()
        elif not outermost and text == "(" and _has_parameters(texts, index):
            yield from _bound(chunk, index)
        elif not outermost and texts[index + 1 : index + 2] == ["=>"] and is_name(text):
            yield text


def _has_parameters(texts: Sequence[str], start: int) -> bool:
    before, earlier = ["", "", *texts][start + 1], ["", "", *texts][start]
    if "function" in (before, earlier) or before == "catch":
        return True
    end = _end(texts, start)
    method = is_name(before) and before not in _RESERVED and earlier in ("{", "}")
    return texts[end : end + 1] == ["=>"] or (method and texts[end : end + 1] == ["{"])


def _end(texts: Sequence[str], start: int) -> int:
    """The place after the bracket that closes the one at a place."""
    depth = 0
    for index in range(start, len(texts)):
        depth += _opens(texts[index]) - _closes(texts[index])
        if depth == 0:
            return index + 1
    return len(texts)


def _bound(chunk: Sequence[_Word], start: int) -> Iterator[str]:
    """The variables of a pattern or of parameters; what stands after `=` is none."""
    texts = [word.text for word in chunk]
    for index in range(start, _end(texts, start)):
        word, before = chunk[index], texts[index - 1]
        bound = before in ("(", "[", "{", ",", ":", "...")
        if word.role == "shorthand" or (word.role == "variable" and bound):
            yield word.text


# What may be written shorter.


def _tightened(texts: Sequence[str]) -> list[str]:
    """One statement for declarations in a row; no sign where a bracket says as much."""
    made: list[str] = []
    kinds = [""]
    merged = False
    for text, after in zip(texts, [*texts[1:], ""], strict=True):
        if merged:
            merged = False
            continue
        if (text == ";" and after == "}") or (text == "," and after in _CLOSING and after):
            continue
        if text == ";" and kinds[-1] and after == kinds[-1]:
            made.append(",")
            merged = True
            continue
        if _closes(text):
            kinds.pop()
        if text in _DECLARING:
            kinds[-1] = text
        elif text == ";":
            kinds[-1] = ""
        made.append(text)
        if _opens(text):
            kinds.append("")
    return made


def _one_template(texts: Iterable[str]) -> list[str]:
    """Templates as one where they are but added: "`a ${b}` + `c`"."""
    made: list[str] = []
    for text in texts:
        if text[0] == "`" and made[-1:] == ["+"] and made[-2].endswith("`"):
            made.pop()
            made[-1] = made[-1][:-1] + text[1:]
        else:
            made.append(text)
    return made


def _bare_parameters(texts: Iterable[str]) -> list[str]:
    """The one parameter of an arrow function without its brackets."""
    made: list[str] = []
    for text in texts:
        if text == "=>" and made[-3:-2] == ["("] and made[-1] == ")" and is_name(made[-2]):
            made[-3:] = made[-2:-1]
        made.append(text)
    return made


def _joined(texts: Iterable[str]) -> str:
    made: list[str] = []
    before = ""
    for text in texts:
        if before and runs_on(before, text):
            made.append(" ")
        made.append(text)
        before = text
    return "".join(made)


def _short_names() -> Iterator[str]:
    """a, e, … Z, aa, ae, …"""
    yield from _LETTERS
    later = _LETTERS + digits
    for length in count(1):
        for number in range(len(_LETTERS) * len(later) ** length):
            name = ""
            for _ in range(length):
                number, digit = divmod(number, len(later))
                name = later[digit] + name
            yield _LETTERS[number] + name

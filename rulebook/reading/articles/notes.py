"""Notes: their definitions among the lines, and their marks in the text.

A mark is taken out of the text and kept as a call; a number glued to a word is one
("richiedere36"), a number behind a word that is counted ("paragrafo1") is none.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from rulebook.model import NoteKind
from rulebook.reading.articles.structure import Structure
from rulebook.reading.lines import Line, ends_sentence
from rulebook.text import Text

_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


@dataclass(frozen=True, slots=True)
class Definition:
    """A note as it stands in the source: its mark, the words that announce it, and its lines."""

    key: str
    mark: str
    marker: Text
    pieces: tuple[Line, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Call:
    """A mark found in a text, with the positions it holds there."""

    key: str
    mark: str
    start: int
    end: int


_STAR_DEFINITION = re.compile(r"(?P<mark>\(\*{1,6}\)|\[\*{1,6}\]|\*{1,6}\)?)\s*[:.–-]?\s*(?=\S)")
_NUMBER_DEFINITION = re.compile(
    r"(?P<mark>\((?P<round>\d{1,3})\)|\[(?P<square>\d{1,3})\]|(?P<bare>\d{1,3})|(?P<high>[⁰¹²³⁴-⁹]+))"
    r"(?P<stop>[.)]?)\s*[:–-]?(?:\s+(?=\S)|$|(?<=[⁰¹²³⁴-⁹])(?=\S))"
)
_CALL = re.compile(
    r"(?P<star>\(\*{1,6}\)|\[\*{1,6}\]|(?<=[\w’”»)])\*{1,6}(?![\w*]))"
    r"|(?P<high>(?<=[\w’”»),.;])[⁰¹²³⁴-⁹]{1,3})"
    r"|(?P<square>\[\d{1,3}\])"
    r"|(?P<round>\(\d{1,3}\))"
    r"|(?P<glued>(?<=[a-zàèéìíòùú’”»])\d{1,3})(?=[\s,.;:)?!\]»”]|$)"
    r"|(?P<stop>(?<=[a-zàèéìòù)][.,;])\d{1,3})(?=\s|$)"
)

_ROUND = re.compile(r"\((\d{1,2})\)\s")
_ROUND_INSIDE = re.compile(r"(?<=\S)\s?\((\d{1,2})\)")
_BEHIND_WORD = re.compile(r"(?<=[a-zàèéìòù’”»])\s?(?:\(\d{1,3}\)|\[\d{1,3}\])")


def key_of(mark: str) -> str:
    """The mark without its dress: `(*)` and `*` are the same note, `(36)` and `36` too."""
    return mark.strip("()[]:. ").translate(_SUPERSCRIPTS)


def calls_in(
    text: str,
    defined: frozenset[str],
    structure: Structure,
    possible: bool = False,
    recalled: frozenset[str] = frozenset(),
) -> list[Call]:
    """The note marks in a text; numbers in brackets are marks only where the note exists.

    With `possible`, numbers behind words that are counted ("turno18") are given too.
    `recalled` are the notes that are called more than once: before a noun that is counted,
    their number is no mark ("perdere1 presa"), since a number lost from the text is worse than
    a mark too many in it.
    """
    found: list[Call] = []
    for match in _CALL.finditer(text):
        kind = match.lastgroup or ""
        mark = match[0]
        key = key_of(mark)
        before = text[: match.start()]
        word = re.search(r"[\wàèéìòù]+\W?$", before)
        if kind in ("square", "round") and (key not in defined or not before.strip()):
            continue
        if kind == "glued":
            letters = re.search(r"[^\W\d_]+[’”»]?$", before)
            stem = letters[0].strip("’”»").lower() if letters else ""
            counted = stem in structure.notes.numbered and key not in defined and not possible
            if len(stem) < 3 or counted:
                continue
            if re.search(r"\d[^\W\d_]+$", before):
                continue
            loose = not possible and (key not in defined or key in recalled)
            if loose and counts(text, match.start(), match.end(), structure):
                continue
        if kind == "stop":
            stem = word[0].rstrip(".,;").lower() if word else ""
            known = key in defined or (
                key.isdigit() and str(int(key) - 1) in {c.key for c in found}
            )
            if not known or len(stem) < 3 or stem in structure.notes.numbered:
                continue
        if kind == "high" and key in ("2", "3") and re.search(r"\b[mk]m?$", before):
            continue
        found.append(Call(key, mark, match.start(), match.end()))
    return found


def counts(text: str, start: int, end: int, structure: Structure) -> str:
    """The noun that a number at a place of the text counts, by its form; "" where none follows.

    >>> from rulebook.reading.articles.structure import default_structure
    >>> counts("perde1 presa", 5, 6, default_structure())
    'presa'
    >>> counts("perde1 prese", 5, 6, default_structure())
    ''
    """
    words = structure.notes
    nouns = words.counted_one if text[start:end] == "1" else words.counted_many
    following = re.match(r"\s+([^\W\d_]+)(?:\s+([^\W\d_]+))?(?!\w)", text[end : end + 60])
    if not following:
        return ""
    first, second = following[1].lower(), (following[2] or "").lower()
    noun = second if first in words.counted_between else first
    return noun if noun in nouns else ""


def counted_in(
    text: str, calls: Iterable[Call], structure: Structure
) -> Iterator[tuple[Call, bool]]:
    """The numbers glued to a word that count what follows, each with whether it is read as a mark.
    """
    taken = {call.start for call in calls}
    for match in _CALL.finditer(text):
        if match["glued"] and counts(text, match.start(), match.end(), structure):
            letters = re.search(r"[^\W\d_]{3,}[’”»]?$", text[: match.start()])
            if letters or match.start() in taken:
                call = Call(match[0], match[0], match.start(), match.end())
                yield call, match.start() in taken


def recalled_in(lines: Iterable[Line], structure: Structure) -> frozenset[str]:
    """The keys of the notes that more than one mark in the lines may call."""
    seen: Counter[str] = Counter()
    for line in lines:
        seen.update(call.key for call in calls_in(str(line), frozenset(), structure, True))
    return frozenset(key for key, times in seen.items() if times > 1)


def called_in(lines: Iterable[Line], structure: Structure) -> frozenset[str]:
    """The marks that the lines may call: keys, with their brackets where they have some.

    A star or a bare number is its key; `[1]` and `(1)` keep their dress, since a note is
    announced in the dress in which it is called.
    """
    called: set[str] = set()
    for line in lines:
        text = str(line)
        called.update(call.key for call in calls_in(text, frozenset(), structure, True))
        called.update(match[0].strip() for match in _BEHIND_WORD.finditer(text))
    return frozenset(called)


def footed(lines: Sequence[Line], structure: Structure) -> frozenset[str]:
    """The marks in round brackets that number the notes at the foot of a text.

    "(1)" behind a full stop may begin a member of a list as well; it is a mark where the same
    numbers, each once and in order, begin the last lines of the text.
    """
    filled = [str(line) for line in lines if line.text]
    foot: list[int] = []
    while filled:
        opened = _ROUND.match(filled[-1])
        if opened:
            foot.insert(0, int(opened[1]))
        elif not foot and _ROUND.match(filled[-2] if len(filled) > 1 else ""):
            pass
        else:
            break
        filled.pop()
    inside: list[int] = []
    for text in filled:
        inside += [
            int(match[1]) for match in _ROUND_INSIDE.finditer(text)
            if not structure.cites_at_end(text[: match.start()])
        ]
    counted = list(range(1, len(foot) + 1))
    if len(foot) < 2 or foot != counted or inside != counted:
        return frozenset()
    return frozenset(f"({number})" for number in foot)


def split_notes(
    lines: Sequence[Line], called: frozenset[str], structure: Structure
) -> tuple[list[Line], list[Definition], list[Line]]:
    """Take the notes' definitions out of the lines.

    Args:
        lines: lines in reading order.
        called: the keys of marks that some text of the document calls.
    Returns:
        the lines left, the definitions in reading order, and the titles over them ("Note").
    """
    kept: list[Line] = []
    titles: list[Line] = []
    notes: list[Definition] = []
    index, under_title, last_digit = 0, False, 0
    while index < len(lines):
        line = lines[index]
        text = str(line)
        if re.fullmatch(r"note\s*[:.]?", text, re.IGNORECASE) and any(
            _definition(str(later), called, structure, True, 0) for later in lines[index + 1 :][:3]
        ):
            under_title = True
            titles.append(line)
            index += 1
            continue
        digit = re.match(r"(\d{1,2})[.)]", text)
        match = _definition(text, called, structure, under_title, last_digit)
        if match is None:
            if digit:
                last_digit = int(digit[1])
            kept.append(line)
            index += 1
            continue
        end, mark = match
        pieces = [line.cut(end)[1]] if text[end:].strip() else []
        marker = line.text[: len(text[:end].rstrip())]
        index += 1
        while index < len(lines) and _carries_on(pieces, lines[index], called, structure):
            pieces.append(lines[index])
            index += 1
        notes.append(Definition(key_of(mark), mark, marker, tuple(pieces), line.number))
    return kept, notes, titles


def announced(line: Line) -> Definition | None:
    """The note that a line known to stand among notes begins; None where it goes on with one."""
    text = str(line)
    match = _STAR_DEFINITION.match(text) or _NUMBER_DEFINITION.match(text)
    if match is None:
        return None
    pieces = (line.cut(match.end())[1],) if text[match.end() :].strip() else ()
    marker = line.text[: len(text[: match.end()].rstrip())]
    return Definition(key_of(match["mark"]), match["mark"], marker, pieces, line.number)


def _definition(
    text: str, called: frozenset[str], structure: Structure, under_title: bool, last_digit: int
) -> tuple[int, str] | None:
    """Where the text of a note begins in a line that defines one, and its mark."""
    star = _STAR_DEFINITION.match(text)
    if star and (key_of(star["mark"]) in called or star["mark"].startswith("(")):
        return star.end(), star["mark"].rstrip(")") if star["mark"][0] == "*" else star["mark"]
    number = _NUMBER_DEFINITION.match(text)
    if number:
        key = key_of(number["mark"])
        rest = text[number.end() :]
        bare = number["bare"] is not None
        listed = bare and number["stop"] and not under_title
        listed = listed and (int(key) < 10 or int(key) == last_digit + 1)
        dressed = number["mark"] in called or (not number["square"] and key in called)
        if dressed and not listed and not rest[:1].isdigit():
            return number.end(), number["mark"]
    words = "|".join(
        map(
            re.escape,
            (*structure.notes.words, *structure.notes.translator, *structure.notes.editor),
        )
    )
    named = re.match(rf"\(?((?:{words})(?:\s*\d{{1,3}})?)\)?\s*[:–-]\s+(?=\S)", text, re.IGNORECASE)
    if named:
        digits = re.search(r"\d+$", named[1])
        return named.end(), digits[0] if digits and digits[0] in called else named[1]
    return None


def _carries_on(
    pieces: Sequence[Line], line: Line, called: frozenset[str], structure: Structure
) -> bool:
    """Whether a line goes on with the note above it."""
    text = str(line)
    if not text or _definition(text, called, structure, True, 0):
        return False
    if not pieces:
        return True
    return not ends_sentence(str(pieces[-1])) and (
        text[0].islower() or not re.match(r"(?:[A-Z]|\d{1,2})[.)]\s|\(", text)
    )


def kind_of(text: str, structure: Structure) -> NoteKind:
    """Whose note it is: the translator's or an editor's where it says so, else the author's."""
    folded = text.lower().replace(" ", "")
    if any(word.replace(" ", "") in folded for word in structure.notes.translator):
        return "translator"
    if any(word.replace(" ", "") in folded for word in structure.notes.editor):
        return "editor"
    return "author"


def take_calls(text: Text, calls: Iterable[Call]) -> tuple[Text, list[tuple[Call, Text, int]]]:
    """Take marks out of a text; each comes back with its place in the text that is left."""
    left, taken, at, shift = [], [], 0, 0
    whole = str(text)
    for call in calls:
        start = call.start
        follows = whole[call.end : call.end + 1]
        if whole[start - 1 : start] == " " and (not follows or follows in " ,.;:)?!"):
            start -= 1
        left.append(text[at:start])
        shift += call.end - start
        taken.append((call, text[call.start : call.end], call.end - shift))
        at = call.end
    left.append(text[at:])
    result = Text()
    for part in left:
        result = result + part
    return result, taken

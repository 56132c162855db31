"""Repairs of single characters: encodings, accents in two pieces, invisible signs, white space.

Each function looks at one line and says which edits its rule makes there.
"""

from __future__ import annotations

import html
import re
import unicodedata

import ftfy

from rulebook.reading.mending.edits import Edit

# ftfy may change nothing but wrongly decoded text; every option is named, because its defaults
# straighten quotes and would touch a fifth of our lines.
_FTFY = ftfy.TextFixerConfig(
    unescape_html=False,
    remove_terminal_escapes=False,
    fix_encoding=True,
    restore_byte_a0=True,
    replace_lossy_sequences=False,
    decode_inconsistent_utf8=False,
    fix_c1_controls=True,
    fix_latin_ligatures=False,
    fix_character_width=False,
    uncurl_quotes=False,
    fix_line_breaks=False,
    fix_surrogates=False,
    remove_control_chars=False,
    normalization=None,
    max_decode_length=1_000_000,
    explain=False,
)

CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f\x80-\x84\x86-\x9f\ud800-\udfff\ufffe\uffff]")
_INVISIBLE = "\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufe00-\ufe0f\ufeff"
_CONTROLS = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]+")
_UNSEEN = re.compile(f"[\x00-\x08\x0e-\x1f\x7f{_INVISIBLE}]")
_HIDDEN = re.compile(f"([^{_INVISIBLE}])?[{_INVISIBLE}]+")
_SOFT_END = re.compile(r"(?<=\w)\u00ad(?=\s*\Z)")
_HYPHENS = re.compile("[\u2010\u2011]")
_LIGATURES = re.compile("[\ufb00-\ufb06]")
_COMBINED = re.compile("[^\\W\\d_][\u0300-\u036f]+")
_ENTITY = re.compile(r"&(?:#\d{2,6}|#[xX][0-9a-fA-F]{2,5}|[A-Za-z]{2,8});")
_FOREIGN = re.compile(r"[^\x00-\x7f]+")
# One character of UTF-8, as two or three of Windows-1252.
_SEQUENCE = re.compile("[\u00c2\u00c3][^\x00-\x7f]|\u00e2[^\x00-\x7f]{2}|[\u0080-\u009f]")
_LOST_A = re.compile(r"(?<=[^\W\d_])\u00c3 ?(?![^\x00-\x7f])")
# What “è”, “’”, “°” and the others of an Italian text look like after a wrong decoding.
_SIGNS = re.compile(
    "\u00c3(?:[\u0080-\u00bf\u0152-\u0192\u02c6\u02dc\u2018-\u203a\u20ac\u2122]|(?=[\\s.,;:!?)]|\\Z))"
    "|\u00e2[\u20ac\u2122]|\u00c2[\u00a0-\u00bf]|[\u0080-\u0084\u0086-\u009f]|\u221a[^\x00-\x7f]|\u201a\u00c4"
)
_SPACES = re.compile(r"\s+")
_NO_BREAK = {"\u00a0", "\u202f", "\u2007"}


def garbled(text: str) -> bool:
    """Whether a text shows the signs of a wrong decoding at all.

    >>> garbled("perchÃ©"), garbled("È vietato")
    (True, False)
    """
    return _SIGNS.search(_UNSEEN.sub("", text)) is not None


def encoding(line: str, expected: frozenset[str]) -> list[Edit]:
    """Characters that were UTF-8 and were read as something else.

    A guess counts only where it yields characters that an Italian text has.
    """
    edits: list[Edit] = []
    for match in _FOREIGN.finditer(line):
        edits.extend(_decoded(line, match, expected))
    # “à” is Ã and a no-break space, which later became a space: Ã in a word is never Italian.
    for match in _LOST_A.finditer(line):
        following = line[match.end() : match.end() + 1]
        space = " " if match.group().endswith(" ") and following.isalnum() else ""
        edits.append(Edit(match.start(), match.end(), "à" + space))
    edits.sort()
    return _apart(edits)


def _decoded(line: str, match: re.Match[str], expected: frozenset[str]) -> list[Edit]:
    """The run as a whole, or else each sequence of it that was one character."""
    for parts in ([match], _SEQUENCE.finditer(line, match.start(), match.end())):
        edits = []
        for part in parts:
            fixed = ftfy.fix_text_segment(part.group(), _FTFY)
            if fixed and fixed != part.group() and expected.issuperset(fixed):
                edits.append(_narrow(line, part.start(), part.end(), fixed))
        if edits:
            return edits
    return []


def _narrow(line: str, start: int, stop: int, new: str) -> Edit:
    old = line[start:stop]
    while len(old) > 1 and len(new) > 1 and old[0] == new[0]:
        old, new, start = old[1:], new[1:], start + 1
    while len(old) > 1 and len(new) > 1 and old[-1] == new[-1]:
        old, new, stop = old[:-1], new[:-1], stop - 1
    return Edit(start, stop, new)


def _apart(edits: list[Edit]) -> list[Edit]:
    kept: list[Edit] = []
    for edit in edits:
        if not kept or edit.start >= kept[-1].stop:
            kept.append(edit)
    return kept


def entity(line: str, expected: frozenset[str]) -> list[Edit]:
    """HTML entities of one character that were left as text: `&egrave;`, `&#8217;`."""
    if "&" not in line:
        return []
    edits: list[Edit] = []
    for match in _ENTITY.finditer(line):
        new = html.unescape(match.group())
        if len(new) == 1 and (new in expected or new in "\u00a0\u00ad&<>\"'"):
            edits.append(Edit(match.start(), match.end(), new))
    return edits


def composition(line: str) -> list[Edit]:
    """A letter and its accent as two characters become one (NFC, and nothing more)."""
    edits: list[Edit] = []
    for match in _COMBINED.finditer(line):
        new = unicodedata.normalize("NFC", match.group())
        if new != match.group():
            edits.append(Edit(match.start(), match.end(), new))
    return edits


def ligature(line: str) -> list[Edit]:
    """Ligatures of a font become the letters they stand for."""
    return [
        Edit(m.start(), m.end(), unicodedata.normalize("NFKC", m.group()))
        for m in _LIGATURES.finditer(line)
    ]


def soft_hyphen(line: str) -> list[Edit]:
    """A soft hyphen at the line end is where a word was cut: it becomes a visible hyphen."""
    return [Edit(m.start(), m.end(), "-") for m in _SOFT_END.finditer(line)]


def hyphen(line: str) -> list[Edit]:
    """The two other hyphens of Unicode become the one of the keyboard."""
    return [Edit(m.start(), m.end(), "-") for m in _HYPHENS.finditer(line)]


def invisible(line: str) -> list[Edit]:
    """Soft hyphens, zero-width and direction marks, byte-order marks, variation selectors go.

    They are taken into the repaired run of their neighbour; a line of nothing else is left to
    the caller.
    """
    edits: list[Edit] = []
    for match in _HIDDEN.finditer(line):
        if match.group(1):
            edits.append(Edit(match.start(), match.end(), match.group(1)))
        elif match.end() < len(line):
            edits.append(Edit(match.start(), match.end() + 1, line[match.end()]))
    return edits


def controls(line: str) -> list[tuple[int, int]]:
    """Ranges of control characters that cannot be part of a wrong decoding."""
    return [match.span() for match in _CONTROLS.finditer(line)]


def hidden(line: str) -> list[tuple[int, int]]:
    """Ranges that no reader can see and no repair can keep: controls, or a line of nothing else."""
    if line and not re.sub(f"[{_INVISIBLE}\\s]|{CONTROL.pattern}", "", line):
        return [(m.start(), m.end()) for m in re.finditer(r"\S+", line)]
    return [(m.start(), m.end()) for m in re.finditer(f"(?:{CONTROL.pattern})+", line)]


def no_break_space(line: str) -> list[Edit]:
    """No-break spaces become plain ones: a rule of its own, since where they stood is evidence."""
    return [
        Edit(m.start(), m.end(), " ") for m in _SPACES.finditer(line) if _NO_BREAK & set(m.group())
    ]


def white_space(line: str) -> list[Edit]:
    """Tabs, other spaces and runs of spaces become one space."""
    return [Edit(m.start(), m.end(), " ") for m in _SPACES.finditer(line) if m.group() != " "]

"""Spaces around punctuation, and quotation marks that point the wrong way."""

from __future__ import annotations

import re

from rulebook.reading.mending.edits import Edit

# What may stand before a sign that lost its place: the end of a word, a bracket or a quotation.
# After a call (“2♣ ?”) a question mark is a cell of a table, not the end of a sentence.
_BEFORE = re.compile(
    r"(?<=[^\s(\[«“‘/|–—-])\s+(?:([?!;:,])(?![-)(DPp]{1,2}(?:\s|\Z))|(\.)(?=\s|\Z|[A-ZÀ-Ý”»)])|([)\]»]))"
)
_CALL = re.compile(r"(?:[1-7]\s?(?:[♠♥♦♣]|NT|SA)|[♠♥♦♣]|\b[Pp]asso|\b[Cc]ontro|\bX{1,2})\Z")
_AFTER = re.compile(r"([(«“])\s+(?=\S)")
_ARROWS = re.compile(r"«[^«»]*»|.*\|.*")
_BRACKETS = re.compile(r"[()\[\]«»]")
_CLOSING = {"(": ")", "[": "]", "«": "»"}
# “a ) se il giocatore”, “1 ) il compagno”
_ENUMERATOR = re.compile(r"(?:[^\W_]|\d{1,2}|[ivx]{1,4})\s+\)")
_QUOTES = re.compile("[“”]")


def space_before(line: str) -> list[Edit]:
    """A space before punctuation goes, or moves behind it where the next word is glued to it.

    >>> space_before("minore ?")
    [Edit(start=6, stop=8, new='?')]
    """
    edits: list[Edit] = []
    opened = _opened(line)
    for match in _BEFORE.finditer(line):
        sign = match.group(1) or match.group(2) or match.group(3)
        before = line[max(0, match.start() - 8) : match.start()]
        after = line[match.end() : match.end() + 1]
        following = line[match.end() : match.end() + 8].lstrip()[:1]
        if sign in "?!" and _CALL.search(before):
            continue
        figures = before[-1:].isdigit() and following.isdigit()
        if figures and (sign == ":" or (sign in ",." and after.isdigit())):
            continue
        # The leaders of a contents page: “Il mazzo . . . . 9”.
        if sign == "." and (following == "." or before[-1:] == "."):
            continue
        if sign in ")]»" and match.end() - 1 not in opened:
            continue
        glued = sign in "?!;:,." and (after.isalnum() or (after and after in "“”«‘("))
        edits.append(Edit(match.start(), match.end(), sign + (" " if glued else "")))
    return edits


def _opened(line: str) -> frozenset[int]:
    """Positions of closing brackets that have an opening one, or close an enumerator."""
    last = {")": -1, "]": -1, "»": -1}
    open_at = dict(last)
    found: set[int] = set()
    arrows = _ARROWS.fullmatch(line) is not None
    for match in _BRACKETS.finditer(line):
        sign, at = match.group(), match.start()
        closing = _CLOSING.get(sign)
        if closing:
            open_at[closing] = at
            continue
        if open_at[sign] > last[sign] and not (sign == "»" and arrows):
            found.add(at)
        last[sign] = at
    enumerator = _ENUMERATOR.match(line)
    if enumerator:
        found.add(enumerator.end() - 1)
    return frozenset(found)


def space_after(line: str) -> list[Edit]:
    """A space after an opening bracket or quotation mark goes.

    In “« Precedente | Successivo »” and “« Pagina precedente” the marks are arrows.
    """
    last = -1 if _ARROWS.fullmatch(line) else line.rfind("»")
    return [
        Edit(m.start(), m.end(), m.group(1))
        for m in _AFTER.finditer(line)
        if m.group(1) != "«" or m.end() <= last
    ]


def space_in_quotes(line: str) -> list[Edit]:
    """A space before a closing quotation mark goes, where the quotation is open."""
    edits: list[Edit] = []
    opened = False
    for match in _QUOTES.finditer(line):
        at = match.start()
        if match.group() == "“":
            opened = True
        elif opened:
            start = at
            while start > 0 and line[start - 1].isspace():
                start -= 1
            if 0 < start < at and line[start - 1] != "“":
                edits.append(Edit(start, at + 1, "”"))
            opened = False
    return edits


def opening_quote(line: str) -> list[Edit]:
    """A closing quotation mark where one must open: “dell’”alert””, “esempio :”Scusate!””.

    Only where none is open, a word begins right behind it, none ends before it,
    and a true closing mark follows on the line.
    """
    marks = list(_QUOTES.finditer(line))
    edits: list[Edit] = []
    opened = False
    for index, match in enumerate(marks):
        at = match.start()
        before, after = line[at - 1 : at] if at else "", line[at + 1 : at + 2]
        if match.group() == "“":
            opened = True
        elif opened:
            opened = False
        elif (
            after.isalnum()
            and (not before or before.isspace() or before in "’(:–—")
            and index + 1 < len(marks)
            and marks[index + 1].group() == "”"
            and not line[marks[index + 1].start() - 1].isspace()
        ):
            space = " " if before == ":" else ""
            edits.append(Edit(at, at + 1, space + "“"))
            opened = True
    return edits


def closing_quote(line: str) -> list[Edit]:
    """An opening quotation mark where one must close: one is open and no word begins."""
    edits: list[Edit] = []
    opened = False
    for match in _QUOTES.finditer(line):
        at = match.start()
        before, after = line[at - 1 : at] if at else "", line[at + 1 : at + 2]
        if match.group() == "”":
            opened = False
        elif not opened:
            opened = True
        elif before and not before.isspace() and not after.isalnum():
            edits.append(Edit(at, at + 1, "”"))
            opened = False
    return edits

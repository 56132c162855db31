"""Apostrophes in their one form, and accents that were typed as apostrophes.

A sign after a letter may be an apostrophe, an accent or a closing quotation mark; what tells them
apart is the word before it and whether a quotation is open.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from rulebook.reading.mending.attested import Attested, plain
from rulebook.reading.mending.edits import Edit
from rulebook.reading.mending.repairs import Repairs

APOSTROPHE = "’"
# Straight, grave, acute, the modifier letters, prime, turned and full-width.
_VARIANTS = "'`´ʼʹ′‘‛＇"
_ANY = _VARIANTS + APOSTROPHE
_LETTER = r"[^\W\d_]"
# From its first letter to its last, without a second look: long words must stay cheap.
_WORD = rf"(?<!{_LETTER})({_LETTER}++)"
_VOWELS = "aeiouàèéìòùh"
_BETWEEN = re.compile(rf"(?<={_LETTER})[{_VARIANTS}](?={_LETTER})")
_YEAR = re.compile(rf"(?<![\w{_ANY}])[{_VARIANTS}](?=\d\d(?![\d{_ANY}′″\"]))")
_AFTER_WORD = re.compile(rf"{_WORD}([{_ANY}])(?![{_ANY}\w])")
_MARK = re.compile(rf"[{_ANY}]")
_GAP = re.compile(
    rf"{_WORD}([{_ANY}])\s+(?=[“«\"(]?(?:[{_VOWELS}{_VOWELS.upper()}]|8\d*(?!\d)|11(?!\d)))"
)
_BEFORE_MARK = re.compile(rf"{_WORD}([{_VARIANTS}])(?=[“«\"\d])")
_CAPITAL_E = re.compile(rf"(?<![\w{_ANY}])E[{_ANY}](?={_LETTER}{{2}})")
_ISOLATED = re.compile(
    rf"(?<!\w)(?<!\w\.)({_LETTER}*?[àèéìòùáíóúÀÈÉÌÒÙÁÍÓÚ]{_LETTER}*+)(?![\w{_ANY}])"
)
_ACCENTED = {"a": "à", "e": "è", "i": "ì", "o": "ò", "u": "ù"}
_RIGHT = str.maketrans("áíóú", "àìòù")


@dataclass(frozen=True, slots=True)
class Guess:
    """A repair that nothing proves: what could stand in the place, and why."""

    edit: Edit
    rule: str


def _cased(word: str, new: str) -> str:
    """The new word in the case of the old one; a single capital is a capital."""
    if word.isupper():
        return new.upper()
    return new[0].upper() + new[1:] if word[0].isupper() else new


def quotations(line: str, truncations: frozenset[str] = frozenset()) -> frozenset[int]:
    """Positions of single quotation marks that open or close a quotation, not apostrophes.

    A mark opens before a letter where none stands before it; the next mark at a word end closes.

    >>> sorted(quotations("disse 'passo' e un po' dopo"))
    [6, 12]
    """
    marks = [m.start() for m in _MARK.finditer(line) if _single(line, m.start())]
    ends = [at for at in marks if _may_close(line, at)]
    found: set[int] = set()
    opened: int | None = None
    for at in marks:
        before, after = line[at - 1 : at] if at else "", line[at + 1 : at + 2]
        if line[at] != APOSTROPHE and after.isalpha() and not before.isalnum():
            opened = at
        elif opened is not None and _may_close(line, at):
            word = re.search(r"[^\W\d_]*\Z", line[max(0, at - 8) : at])
            if word and word.group().lower() in truncations and at != ends[-1]:
                continue
            found.update((opened, at))
            opened = None
    return frozenset(found)


def _single(line: str, at: int) -> bool:
    before, after = line[at - 1 : at] if at else "", line[at + 1 : at + 2]
    return not ((before and before in _ANY) or (after and after in _ANY))


def _may_close(line: str, at: int) -> bool:
    before, after = line[at - 1 : at] if at else "", line[at + 1 : at + 2]
    return bool(before) and not before.isspace() and not after.isalnum()


def apostrophe(line: str, repairs: Repairs) -> list[Edit]:
    """Every variant of the apostrophe becomes ’, between letters and after an elided word."""
    if not _MARK.search(line):
        return []
    quotes = quotations(line, repairs.accents.truncations)
    places = {m.start() for m in _BETWEEN.finditer(line)}
    places.update(m.start() for m in _YEAR.finditer(line))
    for match in _AFTER_WORD.finditer(line):
        word = match.group(1).lower()
        if match.group(2) != APOSTROPHE and (
            word in repairs.elisions or word in repairs.accents.truncations
        ):
            places.add(match.start(2))
    for match in _BEFORE_MARK.finditer(line):
        if match.group(1).lower() in repairs.elisions:
            places.add(match.start(2))
    return [Edit(at, at + 1, APOSTROPHE) for at in sorted(places - quotes)]


def gap(line: str, repairs: Repairs) -> list[Edit]:
    """The space after an elided word goes: “l’ irregolarità”; “po’ alla volta” keeps it."""
    if not _MARK.search(line):
        return []
    quotes = quotations(line, repairs.accents.truncations)
    return [
        Edit(m.start(2), m.end(), APOSTROPHE)
        for m in _GAP.finditer(line)
        if m.group(1).lower() in repairs.elisions and m.start(2) not in quotes
    ]


def accent(line: str, repairs: Repairs, words: Attested) -> list[Edit]:
    """An apostrophe that is an accent, where only the accented word exists."""
    return [guess.edit for guess in _accents(line, repairs, words) if guess.rule == _SURE]


def doubtful_accent(line: str, repairs: Repairs, words: Attested) -> list[Edit]:
    """An apostrophe that may be an accent, an apostrophe or the end of a quotation."""
    return [guess.edit for guess in _accents(line, repairs, words) if guess.rule != _SURE]


_SURE, _DOUBT = "sure", "doubt"


def _accents(line: str, repairs: Repairs, words: Attested) -> Iterator[Guess]:
    if not _MARK.search(line):
        return
    quotes = quotations(line, repairs.accents.truncations)
    for match in _CAPITAL_E.finditer(line):
        yield Guess(Edit(match.start(), match.end(), "È "), _SURE)
    for match in _AFTER_WORD.finditer(line):
        word, mark = match.group(1), match.group(2)
        low = word.lower()
        if low[-1] not in _ACCENTED or low in repairs.accents.truncations:
            continue
        new = accented(low, repairs)
        edit = Edit(match.end() - 2, match.end(), _cased(word[-1], (new or low)[-1]))
        if new is None:
            last = "é" if mark == "´" and low[-1] == "e" else _ACCENTED[low[-1]]
            edit = edit._replace(new=_cased(word[-1], last))
        sure = (
            low in repairs.accents.words
            or words.ends_accented(low)
            or (new is not None and low not in words)
            or (mark in "`´" and low not in words)
        )
        if match.start(2) in quotes:
            if new is not None and sure:
                yield Guess(edit, _DOUBT)
        elif sure:
            yield Guess(edit, _SURE)
        elif len(low) > 2:
            yield Guess(edit, _DOUBT)


def accented(word: str, repairs: Repairs) -> str | None:
    """The accented form of a lower-case word that the rules know, or None."""
    known = repairs.accents.words.get(word)
    if known:
        return known
    for ending, new, letters in repairs.accents.endings:
        if word.endswith(ending) and len(word) - len(ending) >= letters:
            return word[: -len(ending)] + new
    return None


def wrong_accent(line: str, repairs: Repairs, words: Attested) -> list[Edit]:
    """Accents that no Italian word has: perchè, nè, piú, controgíocanti."""
    if line.isascii():
        return []
    edits: list[Edit] = []
    for match in _ISOLATED.finditer(line):
        word = match.group(1)
        if word.isascii():
            continue
        new = _mended(word, repairs, words)
        if new is not None and new != word:
            edits.append(Edit(match.start(), match.end(), new))
    return edits


def _mended(word: str, repairs: Repairs, words: Attested) -> str | None:
    low = word.lower()
    known = repairs.accents.wrong.get(low)
    if known:
        return _cased(word, known)
    for ending, new, letters in repairs.accents.wrong_endings:
        if low.endswith(ending) and len(low) - len(ending) >= letters:
            return word[: -len(ending)] + _cased(word[-1], new)
    last = low[-1].translate(_RIGHT)
    if last != low[-1] and len(low) > 1:
        return word[:-1] + _cased(word[-1], last)
    if word[0].isupper() and not word.isupper():
        return None
    inner = low[:-1]
    if any(letter in "íú" for letter in inner):
        bare = low.replace("í", "i").replace("ú", "u")
        # A silent i (gi, ci, sci before a vowel) never carries an accent.
        silent = re.sub(r"(?<=[cg])í(?=[aou])", "i", low)
        if bare in words or (silent == bare and silent != low):
            return _cased(word, bare) if not word.isupper() else bare.upper()
    return None


def impossible_accent(line: str, repairs: Repairs, words: Attested) -> list[Edit]:
    """Words with í or ú inside that nothing else in the text confirms."""
    if not re.search("[íú]", line):
        return []
    edits: list[Edit] = []
    for match in _ISOLATED.finditer(line):
        word = match.group(1)
        if (
            word[0].islower()
            and re.search("[íú]", word[:-1])
            and _mended(word, repairs, words) is None
        ):
            edits.append(Edit(match.start(), match.end(), plain(word)))
    return edits

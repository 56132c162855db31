"""What looks damaged and cannot be proved: proposals for an editor, and lines beyond reading.

Nothing here changes a character.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from rulebook.reading.mending.attested import Attested
from rulebook.reading.mending.edits import Edit
from rulebook.reading.mending.repairs import Repairs

_L = r"[^\W\d_]"
_VOWEL = "aeiouàèéìòùAEIOUÀÈÉÌÒÙ"
_ACCENTS = {"a": "à", "e": "éè", "i": "ì", "o": "ò", "u": "ù"}
_TOKEN = re.compile(rf"(?<![\w’'.@/-])({_L}{{3,40}})(?![\w’'@/-])")
_LABEL_LIKE = re.compile(r"(?<![\w])(\d{1,2}[A-K])([lI|])(?=[a-h]\b|\([a-z]\)|\W|\Z)")
_NUMBER_LIKE = re.compile(
    r"(?i:\bart(?:icol[oi]|t?\.)|\bparagraf[oi]|\bpunt[oi])\s*([lIO|]\d|\d[lIO|])(?!\w)"
)
_FIGURE = re.compile(r"(?<![\w’'.])(?:[lI|]\d{1,2}|\d{1,2}[lO|]|lO)(?![\w’'])")
# A figure or capital among small letters; “1’Arbitro”, “I’Arbitro”; “ll Regolamento”.
_LETTER = re.compile(
    r"(?<!\w)(?:(?P<first>1)(?=[’'][^\W\d_])|(?P<elided>I)(?=[’'][^\W\d_]{3})|(?P<il>ll)(?=\s[^\W\d_])"
    r"|(?P<word>[a-zà-ù]{1,30}[I1|0][a-zà-ù]{1,30}))(?![\w|])"
)
_BEGINS = re.compile(r"(?:\A|[.:?!)]\s)[“«\"(]?\Z")
# “e” where only the verb can stand: “non e vietato”, “la carta e stata vista”, “Il limite e di 5”.
_BARE_VERB = re.compile(
    r"(?<![\w’'])(?:[Nn]on|(?:Il|La|Lo|[Uu]n|[Uu]na|[Qq]uest[oa]|[Tt]ale)\s[^\W\d_]+(?=\se\sdi\s\d)"
    r"|L[’'][^\W\d_]+(?=\se\sdi\s\d)|[^\W\d_]{2,}(?=\se\sstat[oaie]\s[^\W\d_]))\s(?P<verb>e)(?=\s)"
)
_BARE_CAPITAL = re.compile(r"(?<!\w)E (?=([^\W\d_]+) [^\W\d_])")
_HAS_BEEN = re.compile(r"\bstat[oaie]\b")
_CASES = re.compile(rf"(?<![\w@/.-])({_L}{{1,40}}[a-zà-ù])([A-ZÀ-Ù][a-zà-ù]{{2,40}})(?![\w@/-])")
_STOP = re.compile(rf"(?<![\w@/.])({_L}{{3,40}}[)”»]?[,;:.!?])(?={_L}{{3,40}}(?![\w@/]|\.\w))")
_LETTERS = str.maketrans({"1": "l", "I": "l", "|": "l", "0": "o"})
_FIGURES = str.maketrans({"l": "1", "I": "1", "|": "1", "O": "0"})
_PAIR = re.compile(rf"(?<![\w’'.@/-])(?=({_L}{{2,20}}) ([a-zà-ù]{{2,20}})(?![\w’'@/-]))")
_LEAST_GLUED, _LEAST_MISREAD, _SHORT, _RARE = 7, 5, 3, 3


@cache
def _lost_pattern(words: frozenset[str]) -> re.Pattern[str]:
    choice = "|".join(sorted(words, key=len, reverse=True))
    return re.compile(rf"(?<![\w’'.])({choice})\s(?=[“«]?[{_VOWEL}][^\W\d_]{{2,}})", re.IGNORECASE)


def lost_apostrophe(line: str, repairs: Repairs) -> list[Edit]:
    """An elided word that lost its apostrophe: “l arbitro”, “dell irregolarità”."""
    return [
        Edit(m.start(), m.end(), m.group(1) + "’")
        for m in _lost_pattern(repairs.lost_elisions).finditer(line)
    ]


def confused_figure(line: str) -> list[Edit]:
    """A letter that may be a figure in a label or number: 27Blb, art. l2."""
    edits = {m.start(2): Edit(m.start(2), m.end(2), "1") for m in _LABEL_LIKE.finditer(line)}
    for match in _NUMBER_LIKE.finditer(line):
        place = match.span(1)
        edits[place[0]] = Edit(*place, match.group(1).translate(_FIGURES))
    for match in _FIGURE.finditer(line):
        edits[match.start()] = Edit(*match.span(), match.group().translate(_FIGURES))
    return sorted(edits.values())


def confused_letter(line: str) -> list[Edit]:
    """A figure or capital that may be a letter: vog1ia, nelIa, 1’Arbitro, I’Asso, ll Regolamento.
    """
    edits: list[Edit] = []
    for match in _LETTER.finditer(line):
        if match.group("first"):
            edits.append(Edit(*match.span(), "l"))
        elif match.group("elided"):
            begins = _BEGINS.search(line[: match.start()])
            edits.append(Edit(*match.span(), "L" if begins else "l"))
        elif match.group("il"):
            edits.append(Edit(*match.span(), "Il"))
        else:
            edits.append(Edit(*match.span(), match.group().translate(_LETTERS)))
    return edits


def bare_verb(line: str, repairs: Repairs) -> list[Edit]:
    """An “è” without its accent, where no “and” can stand: “non e lecito”, “E vietato”."""
    # What has been once may have been again: “sia stato visto e stato giocato”.
    edits = [
        Edit(*match.span("verb"), "è")
        for match in _BARE_VERB.finditer(line)
        if not _HAS_BEEN.search(line[: match.start("verb")])
    ]
    edits += [
        Edit(match.start(), match.start() + 1, "È")
        for match in _BARE_CAPITAL.finditer(line)
        if match[1].lower() in repairs.accents.judged and _BEGINS.search(line[: match.start()])
    ]
    return sorted(edits)


def misread_word(line: str, repairs: Repairs, words: Attested) -> list[Edit]:
    """A word seen once that is a frequent one but for signs which scanners confuse."""
    edits: list[Edit] = []
    for match in _TOKEN.finditer(line):
        word = match.group(1)
        low = word.lower()
        if len(low) < _LEAST_MISREAD or words.count(low) > 1 or word[1:] != low[1:]:
            continue
        right = {
            low[:at] + new + low[at + len(old) :]
            for old, new in repairs.confusions
            for at in range(len(low) - len(old) + 1)
            if low.startswith(old, at)
        }
        known = [other for other in right if words.count(other) > 1]
        if len(known) == 1:
            new = known[0].capitalize() if word[0].isupper() else known[0]
            edits.append(Edit(*match.span(), new))
    return edits


def glued_words(line: str, repairs: Repairs, words: Attested) -> list[Edit]:
    """Two words that lost the space between them, as at a former line end."""
    edits = [
        Edit(m.end(1), m.end(1) + 1, " " + m.group(2)[0])
        for m in _CASES.finditer(line)
        if m.group(1).lower() in words or m.group(2).lower() in words
    ]
    for match in _TOKEN.finditer(line):
        word = match.group(1)
        if len(word) < _LEAST_GLUED or word.lower() in repairs.known_words or words.count(word) > 1:
            continue
        at = _seam(word.lower(), repairs, words)
        if at:
            edits.append(Edit(match.start() + at, match.start() + at + 1, " " + word[at]))
    return sorted(edits)


def parted_word(line: str, repairs: Repairs, words: Attested) -> list[Edit]:
    """A word with a blank in it: the text has it whole elsewhere, and neither part but here; or
    it is a word of the game, and one of its parts is rare."""
    edits: list[Edit] = []
    for match in _PAIR.finditer(line):
        left, right = match.group(1), match.group(2)
        whole = left + right
        if whole.lower() in repairs.whole_words:
            if min(words.count(left), words.count(right)) <= _RARE:
                edits.append(Edit(match.start(1), match.end(2), whole))
            continue
        short = len(right) <= _SHORT or left[-1] not in _VOWEL
        if len(whole) < _LEAST_MISREAD or not short or whole not in words:
            continue
        if words.count(left) == 1 and words.count(right) == 1:
            edits.append(Edit(match.start(1), match.end(2), whole))
    return edits


def _seam(word: str, repairs: Repairs, words: Attested) -> int | None:
    """Where a word may be parted: beside a word that never is part of a longer one."""
    seams = []
    for at in range(2, len(word) - 1):
        left, right = word[:at], word[at:]
        headed = left in repairs.glued.heads and len(right) > 3 and words.count(right) > 1
        tailed = right in repairs.glued.tails and len(left) > 4 and words.count(left) > 1
        if headed or tailed:
            seams.append(at)
    return seams[0] if len(seams) == 1 else None


def missing_space(line: str) -> list[Edit]:
    """A space missing after punctuation: “la carta,il giocatore”."""
    return [Edit(m.end(1) - 1, m.end(1), m.group(1)[-1] + " ") for m in _STOP.finditer(line)]


def dropped_letter(line: str, repairs: Repairs, words: Attested) -> list[Edit]:
    """A word that lost its accent or its accented letter, where the text has it whole."""
    edits: list[Edit] = []
    for match in _TOKEN.finditer(line):
        word = match.group(1)
        low = word.lower()
        if words.count(low) > 2 or low[-1] not in "aeiou" + "bcdfghlmnpqrstvz":
            continue
        whole = _whole(low, repairs, words)
        if whole:
            new = whole.upper() if word.isupper() else word[: len(low) - 1] + whole[len(low) - 1 :]
            edits.append(Edit(match.start(), match.end(), new))
    return edits


def _whole(word: str, repairs: Repairs, words: Attested) -> str | None:
    if word[-1] in _ACCENTS:
        known = repairs.accents.words.get(word)
        if known and len(word) > 2 and word not in repairs.accents.also_plain:
            return known
        found = [word[:-1] + accent for accent in _ACCENTS[word[-1]] if word[:-1] + accent in words]
        # A word that Italian has in both forms (“pero”, “parti”) proves nothing.
        return found[0] if len(found) == 1 and words.count(found[0]) > words.count(word) else None
    found = [word + accent for accent in "àéèìòù" if word + accent in words]
    return found[0] if len(found) == 1 and len(word) > 3 else None


def lost_ligature(line: str, words: Attested) -> list[Edit]:
    """A word that lost an fi or fl where the font had a ligature: “de nizione”, “uciale”."""
    edits: list[Edit] = []
    for match in _TOKEN.finditer(line):
        low = match.group(1).lower()
        if len(low) < 4 or words.count(low) > 1 or match.group(1).isupper():
            continue
        found = {
            low[:at] + pair + low[at:]
            for at in range(len(low) + 1)
            for pair in ("fi", "fl", "ffi", "ff")
            if low[:at] + pair + low[at:] in words
        }
        if len(found) == 1:
            edits.append(Edit(match.start(), match.end(), found.pop()))
    return edits


_PLAUSIBLE = re.compile(
    rf"[«“\"'‘(\[–—-]*(?:{_L}+[’'][“«\"]?)?{_L}+(?:[-/]{_L}+)*-?"
    rf"(?:\(\*+\)|[(\[]?\d{{1,3}}[)\]]?|\*+)?[»”\"'’)\].,;:!?…]*"
)
_NUMBER = re.compile(r"[(\[]?[+-]?\d+(?:[.,:/–-]\d+)*[%°ª½]?[)\].,;:]*")
_OTHER = re.compile(
    r"\W|\.{2,}|[(\[]?(?:\*+|…)[)\]]?:?|\(?[A-Za-z]\)?[.)]*|\(?\d*[A-Z]?\d*(?:\([a-z]+\))*[a-z]{0,3}\)?[.,;:)]*"
    r"|\S*[♠♥♦♣]\S*|[1-7](?:NT|SA|[CDHSPQF])[.,;:)]*|(?:https?:|www\.)\S+|\S+@\S+|(?:[A-Za-z]\.){2,}[,;:)]*"
    r"|[AKQJRDFTx\d-]{2,}[.,;:)]*"
)
_RUNS = re.compile(r"[bcdfghjklmnpqrstvwxz]{5}|[aeiou]{5}|(.)\1\1", re.IGNORECASE)
_RUIN, _LEAST_TOKENS, _LONGEST = 0.34, 4, 4000


def ruined(line: str, repairs: Repairs) -> bool:
    """Whether too many signs of a line are no words: it is kept, and refused to every guess.

    >>> from rulebook.reading.mending.repairs import load
    >>> ruined("1l g1oc^tore c#e n0n h@ rnai v|sto", load())
    True
    """
    tokens = line[:_LONGEST].split()
    if len(tokens) < _LEAST_TOKENS:
        return False
    odd = sum(not _plausible(token, repairs.abbreviations) for token in tokens)
    return odd > 2 and odd >= _RUIN * len(tokens)


@lru_cache(maxsize=20_000)
def _plausible(token: str, abbreviations: frozenset[str]) -> bool:
    if len(token) > 40:
        return False
    if _NUMBER.fullmatch(token) or _OTHER.fullmatch(token):
        return True
    if not _PLAUSIBLE.fullmatch(token):
        return False
    return all(_is_word(part, abbreviations) for part in re.findall(rf"{_L}+", token))


def _is_word(part: str, abbreviations: frozenset[str]) -> bool:
    if part.lower() in abbreviations or (part.isupper() and len(part) <= 5):
        return True
    mixed = not (part.islower() or part.isupper() or part[1:].islower())
    voiceless = len(part) > 4 and not any(letter in _VOWEL for letter in part)
    return not mixed and not voiceless and not _RUNS.search(part)

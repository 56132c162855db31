"""What recognition may have misread: unsure words, calls and suit signs, labels out of turn."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rulebook.inputs.layout_words import layout_words
from rulebook.inputs.printed import Printed
from rulebook.inputs.words import Word
from rulebook.layout import Doubt, Side

SURE = 0.75
"""A word that was recognised with less confidence is a doubt."""

_CERTAIN = 0.9
"""A word that was recognised elsewhere with this confidence is no doubt."""

_CALL = 0.3
"""How much a call or a suit sign is worth that was recognised: its sign is as good as lost."""

_LONG, _OFTEN = 5, 3
"""A word behind an apostrophe is known that has so many letters and comes so often."""

_SOLID, _HALF = 0.84, 0.7
"""A square of ink that no letter has; and one that letters seldom have."""

_WORD = 3
"""A word of so many letters that is certain has no sign in it."""

_LOW = "riconosciuta con poca certezza."
_LOW_RUN = "parole riconosciute con poca certezza."
_SIGN = "dichiarazione o seme: il riconoscimento perde i segni ♣ ♦ ♥ ♠."
_INK = "segno pieno sulla pagina, forse un seme ♣ ♦ ♥ ♠ che il riconoscimento ha perduto."
_LABEL = "etichetta fuori dal suo ordine: forse letta male, o una prima di lei è andata perduta."
# A level with something behind it ("54", "1%", "7Y"), a level alone, a card with what its suit
# becomes ("Aw", "R@"), a sign that no law uses.
_BEHIND = re.compile(
    r"(?<![\w,.])(?:[1-7](?:[^\s\w.,;:)\]’”»–-]|[0-9A-Za-zÀ-ÿ])|[IlZSB][%&@#$€£¢¥®©*0-9])\w?(?!\w)"
)
_CARD = re.compile(r"(?<!\w)(?:[AKQJRDF]|10)[%&@#$€£¢¥®©*+wWvVyYqQ9](?!\w)")
_ALONE = re.compile(r"(?<![\w,.])[1-7](?![\w.)\]–-])")
_ODD = re.compile(r"[%&@#$€£¢¥®©™°^~+=*<>{}\\♠♣♥♦]|(?<![\w])[wWvVyYqQ®](?![\w.)’'])")
_ELIDED = re.compile(r"\w[’'‘]\w")
_MARK = re.compile(r"\w\(\*{1,6}\)|^\(\*{1,6}\)")
_NAMED = re.compile(r"(\w+\.?)\s*$")
# What stands between an article's word and another number of the same list: "27B, 28A e ".
_LISTED = re.compile(r"(?:\d{1,3}[\w()]*\s*(?:,|-|–|\be|\bed|\bo|\ba)\s*)+$")
_LAW = re.compile(r"(?<![\w(])\d{1,3}")
_UNIT = re.compile(r"\s+([^\W\d_]+)")
_NUMBER = re.compile(r"\d{1,3}[A-Z]?\d?[a-z]?")

_LABELLED = re.compile(r"\(?([A-Z]|[a-z]|\d{1,2})[.)](?=\s)")


def doubts_in(lines: Sequence[Printed], pages: frozenset[int]) -> Iterator[Doubt]:
    """What may be misread in the lines of scanned pages, in the order of the text.

    Unsure words that stand side by side are one doubt: a person looks at the place once.
    """
    known = _known(lines)
    labels = _Labels()
    for number, line in enumerate(lines, 1):
        if line.place is None or line.place.page not in pages:
            continue
        found = dict(_calls(line))
        if label := labels.out_of_turn(line):
            found[label] = (_CALL, _LABEL)
        for (start, end), least, several in _unsure(line, known, list(found)):
            found[start, end] = (least, _LOW_RUN if several else _LOW)
        for (start, end), (confidence, message) in sorted(found.items()):
            yield Doubt(number, start, end, round(confidence, 2), message)


def _calls(line: Printed) -> Iterator[tuple[tuple[int, int], tuple[float, str]]]:
    """What may have been a call, by its characters or by its ink, each place once."""
    taken: list[tuple[int, int]] = []
    for start, end in calls_in(line.text):
        over = [word for at, word in line.words if at < end and start < at + len(word.text)]
        if over and _harmless(line.text, start, end, over):
            continue
        taken.append((start, end))
        yield (start, end), (_CALL, _SIGN)
    for start, word in line.words:
        bare = word.text.strip("().,;:«»“”\"'’")
        at = start + (word.text.find(bare) if bare else 0)
        end = at + len(bare or word.text)
        if _filled(word, bare) and not any(a < end and at < b for a, b in taken):
            yield (at, end), (_CALL, _INK)


def _harmless(text: str, start: int, end: int, words: Sequence[Word]) -> bool:
    """Whether it is no call after all: a note's mark, or a bid in no trumps that is well read."""
    if any(max(word.solid, word.behind) >= _HALF for word in words):
        return False
    if _MARK.search(words[0].text) and text[start:end] == "*":
        return True
    denomination = text[start + 1 : end].lower()
    certain = min(word.confidence for word in words) >= SURE
    return certain and denomination in layout_words().no_trump_words


def _filled(word: Word, bare: str) -> bool:
    """Whether a sign is seen in a word, or behind it, that is no letter."""
    plain = word.confidence >= _CERTAIN and len(bare) >= _WORD and bare.isalpha()
    return word.behind >= _SOLID or (word.solid >= _SOLID and not plain)


def _known(lines: Sequence[Printed]) -> frozenset[str]:
    """The words that are no doubt, since they were recognised elsewhere without one.

    Of a word behind an apostrophe Tesseract is never certain; it is known where it comes out
    the same again and again.
    """
    words = [word for line in lines for _, word in line.words]
    certain = {_bare(word.text) for word in words if word.confidence >= _CERTAIN}
    elided = {_bare(word.text) for word in words if _ELIDED.search(word.text)}
    counts = Counter(_bare(word.text) for word in words)
    often = {
        word for word in elided if len(word) >= _LONG and counts[word] >= _OFTEN and word.isalpha()
    }
    return frozenset(certain | often)


def _unsure(
    line: Printed, known: frozenset[str], taken: Sequence[tuple[int, int]]
) -> Iterator[tuple[tuple[int, int], float, bool]]:
    """Stretches of unsure words that nothing else has taken, the least confidence, if several."""
    run: list[tuple[int, Word]] = []
    for start, word in (*line.words, (len(line.text), None)):
        if word is not None:
            end = start + len(word.text)
            free = not any(a < end and start < b for a, b in taken)
            if free and word.confidence < SURE and _bare(word.text) not in known:
                run.append((start, word))
                continue
        if run:
            last, behind = run[-1]
            span = (run[0][0], last + len(behind.text))
            yield span, min(word.confidence for _, word in run), len(run) > 1
        run = []


@dataclass
class _Labels:
    """The last label of each kind: each must be followed by the next of its kind, or the first."""

    last: dict[tuple[str, Side | None], int] = field(default_factory=dict)

    def out_of_turn(self, line: Printed) -> tuple[int, int] | None:
        """Where the label of a line stands that cannot follow; None where all is well."""
        if line.role != "text":
            return None
        kinds: list[str] = []
        match = _LABELLED.match(line.text)
        while match is not None:
            label = match[1]
            kind = "1" if label.isdigit() else "A" if label.isupper() else "a"
            # "1. (a) Se": a provision may open with the first of those below it.
            if kind in kinds:
                return None
            kinds.append(kind)
            place = int(label) if kind == "1" else ord(label) - ord(kind) + 1
            known = self.last.get((kind, line.side), 0)
            self.last[kind, line.side] = place
            if place not in (1, known + 1):
                return match.span()
            match = _LABELLED.match(line.text, match.end() + 1)
        return None


def _bare(text: str) -> str:
    """A word without signs and without what is elided before it: Tesseract is unsure of both."""
    return re.split(r"[’'‘]", text.strip(".,;:()“”«»\"’'"))[-1].lower()


def calls_in(text: str) -> list[tuple[int, int]]:
    """What in a recognised line may have been a call or a suit sign.

    >>> calls_in("Dopo 54 il giocatore; vedi Articoli 54 e 55, entro 30 giorni")
    [(5, 7)]
    """
    found: list[tuple[int, int]] = []
    for pattern in (_BEHIND, _CARD, _ODD, _ALONE):
        for match in pattern.finditer(text):
            start, end = match.span()
            if any(a < end and start < b for a, b in found) or _counts(text, start, end):
                continue
            found.append((start, end))
    return sorted(found)


def _counts(text: str, start: int, end: int) -> bool:
    """Whether a number is that of an article, counts something, or labels a line."""
    words = layout_words()
    shown = text[start:end]
    named = _NAMED.search(text[:start])
    if named and named[1].lower() in words.citing_words | words.citing_many:
        return bool(_NUMBER.fullmatch(shown))
    if _NUMBER.fullmatch(shown) and (listed := _LISTED.search(text[:start])):
        named = _NAMED.search(text[: listed.start()])
        numbers = [int(found[0]) for found in _LAW.finditer(f"{listed[0]}{shown}")]
        # A list of laws goes upwards; a call behind one seldom does.
        if named and named[1].lower() in words.citing_many and numbers == sorted(set(numbers)):
            return True
    unit = _UNIT.match(text, end)
    if unit and shown.isdigit() and unit[1].lower() in words.counted_words:
        return True
    return start == 0 and bool(re.match(r"\d{1,2}[.)]", text))

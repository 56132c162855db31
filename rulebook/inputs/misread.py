"""What recognition may have misread: unsure words, calls and suit signs, labels out of turn."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from rulebook.inputs.layout_words import layout_words
from rulebook.inputs.printed import Printed
from rulebook.layout import Doubt, Side

SURE = 0.75
"""A word that was recognised with less confidence is a doubt."""

_CERTAIN = 0.9
"""A word that was recognised elsewhere with this confidence is no doubt."""

_CALL = 0.3
"""How much a call or a suit sign is worth that was recognised: its sign is as good as lost."""

_LOW = "riconosciuta con poca certezza."
_SIGN = "dichiarazione o seme: il riconoscimento perde i segni ♣ ♦ ♥ ♠."
_LABEL = "etichetta fuori dal suo ordine: forse letta male, o una prima di lei è andata perduta."
# A level with something behind it ("54", "1%", "7Y"), a level alone, a sign that no law uses.
_BEHIND = re.compile(
    r"(?<![\w,.])(?:[1-7](?:[^\s\w.,;:)\]’”»–-]|[0-9A-Za-zÀ-ÿ])|[IlZSB][%&@#$€£¢¥®©*0-9])\w?(?!\w)"
)
_ALONE = re.compile(r"(?<![\w,.])[1-7](?![\w.)\]–-])")
_ODD = re.compile(r"[%&@#$€£¢¥®©™°^~+=*<>{}\\♠♣♥♦]|(?<![\w])[wWvVyYqQ®](?![\w.)’'])")
_NAMED = re.compile(r"(\w+\.?)\s*$")


_LABELLED = re.compile(r"\(?([A-Z]|[a-z]|\d{1,2})[.)](?=\s)")


def doubts_in(lines: Sequence[Printed], pages: frozenset[int]) -> Iterator[Doubt]:
    """What may be misread in the lines of scanned pages, in the order of the text."""
    certain = {
        _bare(word.text) for line in lines for _, word in line.words if word.confidence >= _CERTAIN
    }
    labels = _Labels()
    for number, line in enumerate(lines, 1):
        if line.place is None or line.place.page not in pages:
            continue
        found = dict.fromkeys(calls_in(line.text), (_CALL, _SIGN))
        if label := labels.out_of_turn(line):
            found[label] = (_CALL, _LABEL)
        for start, word in line.words:
            if word.confidence < SURE and _bare(word.text) not in certain:
                span = (start, start + len(word.text))
                if not any(a < span[1] and span[0] < b for a, b in found):
                    found[span] = (word.confidence, _LOW)
        for (start, end), (confidence, message) in sorted(found.items()):
            yield Doubt(number, start, end, round(confidence, 2), message)


@dataclass
class _Labels:
    """The last label of each kind: each must be followed by the next of its kind, or the first."""

    last: dict[tuple[str, Side | None], int] = field(default_factory=dict)

    def out_of_turn(self, line: Printed) -> tuple[int, int] | None:
        """Where the label of a line stands that cannot follow; None where all is well."""
        match = _LABELLED.match(line.text) if line.role == "text" else None
        if match is None:
            return None
        label = match[1]
        kind = "1" if label.isdigit() else "A" if label.isupper() else "a"
        place = int(label) if kind == "1" else ord(label) - ord(kind) + 1
        known = self.last.get((kind, line.side), 0)
        self.last[kind, line.side] = place
        return None if place in (1, known + 1) else match.span()


def _bare(text: str) -> str:
    """A word without signs and without what is elided before it: Tesseract is unsure of both."""
    return re.split(r"[’'‘]", text.strip(".,;:()“”«»\"’'"))[-1].lower()


def calls_in(text: str) -> list[tuple[int, int]]:
    """What in a recognised line may have been a call or a suit sign.

    >>> calls_in("Dopo 54 il giocatore; vedi Articolo 54")
    [(5, 7)]
    """
    found: list[tuple[int, int]] = []
    for pattern in (_BEHIND, _ODD, _ALONE):
        for match in pattern.finditer(text):
            start, end = match.span()
            if any(a < end and start < b for a, b in found) or _counts(text, start, end):
                continue
            found.append((start, end))
    return sorted(found)


def _counts(text: str, start: int, end: int) -> bool:
    """Whether a number is that of an article, or a label at the beginning of a line."""
    word = _NAMED.search(text[:start])
    if word and word[1].lower() in layout_words().article_words:
        return text[start:end].isdigit()
    return start == 0 and bool(re.match(r"\d{1,2}[.)]", text))

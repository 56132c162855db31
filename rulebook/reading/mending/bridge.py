"""Repairs that know the game: suit signs, hands, and the words that announce a label."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from rulebook.reading.mending.edits import Edit
from rulebook.reading.mending.repairs import Glued, Suits

_SUITS = "♠♥♦♣"
_RANK = r"(?:10|[AKQJRDFT2-9x])"
_VOID = r"[-–—]"
_HAND = re.compile(
    rf"(?<![\w{_SUITS}])[{_SUITS}]\s?(?:{_RANK}+|{_VOID})(?:\s*[{_SUITS}]\s?(?:{_RANK}+|{_VOID})){{3}}(?![\w{_SUITS}])"
)
_GLUED_SUIT = re.compile(rf"(?<=[\w–—-])[{_SUITS}]")
_ORDER = {rank: place for place, rank in enumerate("A K R Q D J F T 10 9 8 7 6 5 4 3 2 x".split())}
_RANKS = re.compile(_RANK)


@dataclass(frozen=True, slots=True)
class Fonts:
    """Whether a text's signs show that its suits went through a symbol font."""

    seen: frozenset[str] = frozenset()
    places: int = 0

    @property
    def sure(self) -> bool:
        """Two different signs, or two of one, stand where only a suit can stand."""
        return len(self.seen) >= 2 or self.places >= 2


@cache
def _font_pattern(signs: str) -> re.Pattern[str]:
    kind = f"[{re.escape(signs)}]"
    return re.compile(
        rf"(?<![\d,.])(?P<level>[1-7])?(?P<sign>{kind})(?P<cards>{_RANK}{{1,13}}(?!\w))?"
    )


def _signs(suits: Suits) -> str:
    return "".join(sorted(suits.fonts))


def fonts(lines: Iterable[str], suits: Suits) -> Fonts:
    """Count the signs of a symbol font beside a level or a holding."""
    seen: Counter[str] = Counter()
    signs = set(suits.fonts)
    for line in lines:
        if signs.isdisjoint(line):
            continue
        for match in _font_pattern(_signs(suits)).finditer(line):
            if _beside(match) and not _ordinal(line, match, suits):
                seen[match.group("sign")] += 1
    return Fonts(frozenset(seen), sum(seen.values()))


def _beside(match: re.Match[str]) -> bool:
    cards = match.group("cards")
    return match.group("level") is not None or (cards is not None and _descending(cards))


def _descending(cards: str) -> bool:
    """Whether the ranks go down, as a holding is written; years and page numbers do not."""
    places = [_ORDER[rank] for rank in _RANKS.findall(cards)]
    falls = all(a < b or a == b == _ORDER["x"] for a, b in pairwise(places))
    return falls and (len(places) > 1 or not cards.isdigit())


def _ordinal(line: str, match: re.Match[str], suits: Suits) -> bool:
    """“la 2ª carta” is the second card."""
    if match.group("sign") != "ª" or match.group("cards"):
        return False
    before = re.search(r"([^\W\d_]+)\W*\Z", line[max(0, match.start() - 16) : match.start()])
    after = re.match(r"\s*([^\W\d_]+)", line[match.end() : match.end() + 24])
    return bool(
        (before and before.group(1).lower() in suits.ordinals_before)
        or (after and after.group(1).lower() in suits.ordinals_after)
    )


def suit(line: str, suits: Suits, evidence: Fonts) -> list[Edit]:
    """Signs of a symbol font beside a level or a holding become the suits they were."""
    return _suits(line, suits, evidence, certain=True)


def doubtful_suit(line: str, suits: Suits, evidence: Fonts) -> list[Edit]:
    """The same signs where they stand alone, or with too little evidence in the text."""
    return _suits(line, suits, evidence, certain=False)


def _suits(line: str, suits: Suits, evidence: Fonts, *, certain: bool) -> list[Edit]:
    if set(suits.fonts).isdisjoint(line) or not evidence.places:
        return []
    edits: list[Edit] = []
    for match in _font_pattern(_signs(suits)).finditer(line):
        if _ordinal(line, match, suits):
            continue
        if match.group("sign") == "ª" and not evidence.sure:
            continue
        sure = evidence.sure and _beside(match)
        if sure is certain:
            at = match.start("sign")
            edits.append(Edit(at, at + 1, suits.fonts[match.group("sign")]))
    return edits


def hand(line: str) -> list[Edit]:
    """The four suits of a hand are set apart: ♠42♥AJ975♦QJ8♣J72."""
    return [
        Edit(glued.start(), glued.end(), " " + glued.group())
        for match in _HAND.finditer(line)
        if set(match.group()) >= set(_SUITS)
        for glued in _GLUED_SUIT.finditer(line, match.start() + 1, match.end())
    ]


@cache
def _label_pattern(words: frozenset[str]) -> re.Pattern[str]:
    choice = "|".join(sorted(map(re.escape, words), key=len, reverse=True))
    return re.compile(
        rf"(?<![^\W\d_])({choice})([A-Z]\d{{0,2}}(?![^\W\d_]{{2}})|\d{{1,2}}(?!\d))", re.IGNORECASE
    )


def glued_label(line: str, glued: Glued) -> list[Edit]:
    """A label glued to the word that announces it: paragrafoB4."""
    edits: list[Edit] = []
    for match in _label_pattern(glued.labels).finditer(line):
        word, label = match.groups()
        if label[0].isdigit() and word.lower() in glued.letters_only:
            continue
        if label[0].isalpha() and (label[0].islower() or (word.isupper() and len(label) == 1)):
            continue
        last = match.end(1) - 1
        edits.append(Edit(last, match.start(2) + 1, line[last] + " " + label[0]))
    return edits

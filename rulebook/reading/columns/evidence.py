"""What speaks for and against one piece of a column being followed by another.

All evidence is given as prices: 0 is unremarkable, below 0 speaks for, above 0 against.
"""

from __future__ import annotations

import itertools
import math
import re
from collections import Counter
from collections.abc import Sequence

from rulebook.reading.columns.kin import find_kinship
from rulebook.reading.columns.pieces import Piece
from rulebook.reading.columns.prices import PRICES, Prices
from rulebook.reading.columns.words import ColumnWords, column_words, tokens, word_class

_REFERENCE = re.compile(r"[A-Z](?:\d|$|[,;.)])")
_HYPHENS = ("\u00ad", "\u2010", "-")
_FUNCTION = frozenset(
    (
        "det_ms",
        "det_mp",
        "det_fs",
        "det_fp",
        "det_el",
        "prep",
        "prep_a",
        "pre_ms",
        "pre_fs",
        "pre_mp",
        "pre_fp",
        "pre_el",
        "and",
        "that",
        "not",
        "be",
        "have",
        "modal",
        "comma",
        "open",
        "hyphen",
    )
)

TERM = 0.4
"""How much a term that a revision replaced leans to the column where it is expected."""


class Evidence:
    """Prices for the pieces of one table, learnt from the whole text around it."""

    def __init__(
        self,
        lines: Sequence[str],
        pieces: Sequence[Piece],
        new_left: bool = False,
        prices: Prices = PRICES,
    ) -> None:
        self.prices = prices
        self.words: ColumnWords = column_words()
        self.pieces = pieces
        self.new_left = new_left
        self.single: Counter[str] = Counter()
        self.double: Counter[tuple[str, str]] = Counter()
        self.triple: Counter[tuple[str, str, str]] = Counter()
        for line in lines:
            held = [word.lower() for word in tokens(line)]
            self.single.update(held)
            self.double.update(itertools.pairwise(held))
            self.triple.update(zip(held, held[1:], held[2:], strict=False))
        self.total = sum(self.single.values()) + 1
        self.classes = {word: word_class(word, self.words) for word in self.single}
        self.class_sizes: Counter[str] = Counter()
        for word, count in self.single.items():
            self.class_sizes[self.classes[word]] += count
        self.row_sums = {name: sum(row.values()) for name, row in self.words.follows.items()}
        self.gaps = sum(piece.gap for piece in pieces) > 0.06 * len(pieces)
        self.single_words = [
            len(piece.text.split()) == 1 and piece.kind == "text" for piece in pieces
        ]
        full = sorted(piece.width for piece in pieces if piece.kind == "text")
        self.full = full[int(len(full) * 0.92)] if full else 20.0
        self._links: dict[tuple[int, int], float] = {}
        self.opens = [self._opening(piece) for piece in pieces]
        self.ends = [self._ending(piece) for piece in pieces]
        self.lower = [self._starts_lower(piece.text) for piece in pieces]
        self.lower_rest = [self._starts_lower(piece.rest) for piece in pieces]
        self.leaning = self._leaning()
        self.lean = [self._lean(piece) for piece in pieces]
        self.kinship = find_kinship(pieces, self.words)
        self.pages: list[int] = []
        for piece in pieces:
            self.pages.append((self.pages[-1] if self.pages else 0) + piece.page)
        self.headed = [int(self._looks_headed(index)) for index in range(len(pieces))]
        self.brackets = [self._brackets(piece.text) for piece in pieces]

    def _looks_headed(self, index: int) -> bool:
        """Whether a piece that begins a provision looks like a heading rather than a sentence."""
        return not (
            self.opens[index]
            or self.lower_rest[index]
            or self.ends[index] in ("stop", "colon", "hanging")
        )

    @staticmethod
    def _brackets(text: str) -> tuple[int, int]:
        """How many brackets a text closes that it has not opened, and how many it leaves open."""
        closing = opened = 0
        for char in text:
            if char == "(":
                opened += 1
            elif char == ")":
                if opened:
                    opened -= 1
                else:
                    closing += 1
        return closing, opened

    def _leaning(self) -> dict[str, float]:
        """Replaced terms of which the table holds both; above 0 for words of the left column."""
        held = {word.lower() for piece in self.pieces for word in piece.words}
        out: dict[str, float] = {}
        for old, new in self.words.replaced_terms:
            if old in held and new in held:
                out[old], out[new] = (-TERM, TERM) if self.new_left else (TERM, -TERM)
        return out

    def _lean(self, piece: Piece) -> float:
        return sum(self.leaning.get(word, 0.0) for word in {word.lower() for word in piece.words})

    def _starts_lower(self, text: str) -> bool:
        first = next((char for char in text if char.isalnum()), "")
        return not first.isupper()

    def capital_inside(self, index: int) -> bool:
        """Whether a piece starts with a word that carries its capital inside a sentence too."""
        first = next(iter(self.pieces[index].text.replace("’", " ").replace("(", " ").split()), "")
        bare = first.strip(",.;:)")
        return bare.lower() in self.words.capital_words or bool(_REFERENCE.match(first))

    def _opening(self, piece: Piece) -> bool:
        held = [word.lower() for word in piece.words[:2]]
        openers = self.words.body_openers
        return bool(held) and (held[0] in openers or " ".join(held) in openers)

    def _ending(self, piece: Piece) -> str:
        """How a piece ends: `stop`, `colon`, `close`, `hyphen`, `hanging` or `open`."""
        text = (
            piece.text.rstrip().rstrip("0123456789*")
            if piece.text.rstrip()[-1:] in "0123456789*"
            else piece.text.rstrip()
        )
        text = text if text and text[-1] in ".;:!?)" else piece.text.rstrip()
        if text.endswith(_HYPHENS) and text[-2:-1].isalpha():
            return "hyphen"
        if text.endswith((".", "!", "?")):
            last = text.rstrip(".").replace("’", " ").replace("(", " ").split()
            return "hanging" if last and last[-1].lower() in self.words.abbreviations else "stop"
        if text.endswith((";", ":")):
            return "colon"
        if text.endswith(")"):
            return "close"
        last_word = piece.words[-1] if piece.words else text[-1:]
        return "hanging" if word_class(last_word.lower(), self.words) in _FUNCTION else "open"

    def unfinished(self, index: int, heading: bool) -> float:
        """The price of nothing following a piece; a `heading` ends without a stop."""
        end, prices = self.ends[index], self.prices
        if end == "stop":
            return 0.0
        if end == "colon":
            return prices.left_colon
        if end in ("hanging", "hyphen"):
            return prices.left_hanging
        if heading:
            return prices.left_heading * (2.0 if end == "close" else 1.0)
        return prices.left_bracket if end == "close" else prices.left_open

    def language(self, left: int, right: int) -> float:
        """The price of the first word of a piece after the last word of another."""
        one, two = self.pieces[left].words, tokens(self.pieces[right].text)
        if not one or not two:
            return 0.0
        a, b = one[-1].lower(), two[0].lower()
        before = one[-2].lower() if len(one) > 1 else ""
        if self.triple.get((before, a, b)):
            return -2.2
        class_a = self.classes.get(a) or word_class(a, self.words)
        class_b = self.classes.get(b) or word_class(b, self.words)
        row = self.words.follows.get(class_a, {})
        by_class = (row.get(class_b, 0.0) + 0.4) / (self.row_sums.get(class_a, 0.0) + 20.0)
        chance_b = (self.single[b] + 0.5) / self.total
        of_class = (self.single[b] + 0.5) / (self.class_sizes[class_b] + 1.0)
        chance = (self.double[(a, b)] + 3.0 * by_class * of_class) / (self.single[a] + 3.0)
        price = -0.55 * math.log(chance / chance_b)
        if len(two) > 1 and self.triple.get((a, b, two[1].lower())):
            price -= 0.6
        return max(-2.6, min(2.0, price))

    def joined(self, left: int, right: int) -> float:
        """The price of a piece continuing the sentence or paragraph of another."""
        known = self._links.get((left, right))
        if known is not None:
            return known
        end, lower, prices = self.ends[left], self.lower[right], self.prices
        if end == "stop":
            price = prices.stop_lower if lower else prices.stop_upper
        elif end == "colon":
            price = prices.colon_lower if lower else prices.colon_upper
        elif end == "hyphen":
            price = prices.hyphen_lower if lower else prices.hyphen_upper
        else:
            capital = self.capital_inside(right)
            price = 0.0 if lower else (prices.capital if capital else prices.upper)
            price += prices.language * self.language(left, right)
            if end == "hanging" and (lower or capital):
                price += prices.hanging
        self._links[(left, right)] = price
        return price

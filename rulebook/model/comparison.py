"""Two editions compared: the provisions that correspond, and the words that changed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from rulebook.label import Label

PairChange = Literal[
    "unchanged", "amended", "renumbered", "moved", "split", "merged", "inserted", "repealed"
]
PairBasis = Literal["automatic", "asserted", "confirmed"]


@dataclass(frozen=True, slots=True)
class Pair:
    """Provisions of two editions that correspond; one side is empty for inserted and repealed.

    `words` are (operation, text) with operation equal, delete or insert; joined without the
    insertions they are the old text, without the deletions the new one; several provisions on
    one side are joined with a space. `layers` runs beside `words` and names the kind of each
    change, "" for what stayed; headings are compared apart.
    `flags` name what a reader should be warned of (see `compare`).
    """

    old: tuple[Label, ...]
    new: tuple[Label, ...]
    change: PairChange
    score: float
    basis: PairBasis
    words: tuple[tuple[str, str], ...] = ()
    flags: tuple[str, ...] = ()
    reason: str | None = None
    layers: tuple[str, ...] = ()
    heading_words: tuple[tuple[str, str], ...] = ()
    heading_layers: tuple[str, ...] = ()


@dataclass(frozen=True)
class Comparison:
    """One article (or a number in both editions) compared; pairs follow the new text's order."""

    old_edition: str
    new_edition: str
    number: int | str
    pairs: tuple[Pair, ...]
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MovedRule:
    """Where a rule went, as the editors assert it; None on the side that does not have it.

    It is about articles whose text the corpus may not hold, so that no comparison can tell it.
    """

    old_edition: str
    new_edition: str
    old: Label | None
    new: Label | None
    reason: str

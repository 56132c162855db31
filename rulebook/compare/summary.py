"""A comparison in one sentence, for a player."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rulebook.compare.holding import enumeration
from rulebook.label import Label
from rulebook.model import Comparison, Pair, PairChange

_MANY = 6
_WORDS: tuple[tuple[PairChange, str, str], ...] = (
    ("inserted", "una regola nuova", "{} regole nuove"),
    ("moved", "una spostata", "{} spostate"),
    ("split", "una divisa in più parti", "{} divise in più parti"),
    ("merged", "una nata da più regole", "{} nate da più regole"),
    ("amended", "una modificata", "{} modificate"),
    ("renumbered", "una che cambia solo numero", "{} che cambiano solo numero"),
    ("repealed", "una abrogata", "{} abrogate"),
)
_NUMBERS = "zero una due tre quattro cinque sei sette otto nove dieci".split()


@dataclass(frozen=True, slots=True)
class Tally:
    """How many changes of words of each kind a comparison has."""

    substance: int = 0
    modal: int = 0
    terminology: int = 0


def tally(comparison: Comparison) -> Tally:
    """Count the changes by layer; words replaced by others are one change.

    Rules that are new or repealed as wholes are not counted.
    """
    pairs = [pair for pair in comparison.pairs if pair.old and pair.new]
    return Tally(
        *(
            sum(_count(pair, layer) for pair in pairs)
            for layer in ("substance", "modal", "terminology")
        )
    )


def _count(pair: Pair, layer: str) -> int:
    return _runs(pair.words, pair.layers, layer) + _runs(
        pair.heading_words, pair.heading_layers, layer
    )


def _runs(words: Sequence[tuple[str, str]], layers: Sequence[str], layer: str) -> int:
    """Changes of one layer: a deletion with the insertion that follows it counts once."""
    count = 0
    before = ("", "")
    for (op, _), kind in zip(words, layers, strict=True):
        follows = before == ("delete", layer) and op == "insert"
        count += kind == layer and not follows
        before = (op, kind)
    return count


def summary(comparison: Comparison) -> str:
    """One Italian sentence on what changed: how many rules, and which."""
    if not comparison.pairs:
        return "Di questo numero non c’è un confronto."
    parts = [
        _part(comparison, [p for p in comparison.pairs if p.change == change], one, many)
        for change, one, many in _WORDS
        if any(pair.change == change for pair in comparison.pairs)
    ]
    unchanged = sum(pair.change == "unchanged" for pair in comparison.pairs)
    if not parts:
        return f"Dal {comparison.old_edition} al {comparison.new_edition} nessuna regola cambia."
    if unchanged:
        parts.append("le altre restano come prima" if unchanged > 1 else "l’altra resta come prima")
    text = f"Dal {comparison.old_edition} al {comparison.new_edition}: {'; '.join(parts)}."
    return f"{text} {_verbs(comparison)}".rstrip()


def _part(comparison: Comparison, pairs: Sequence[Pair], one: str, many: str) -> str:
    count = len(pairs)
    text = one if count == 1 else many.format(_NUMBERS[count] if count < len(_NUMBERS) else count)
    if count > _MANY:
        return text
    return f"{text} ({', '.join(_named(pair, comparison.number) for pair in pairs)})"


def _named(pair: Pair, number: int | str) -> str:
    old, new = (enumeration([_short(x, number) for x in labels]) for labels in (pair.old, pair.new))
    if not old or not new or old == new:
        return new or old
    return f"{old} → {new}"


def _short(label: Label, number: int | str) -> str:
    """A label as said within its article: `B1(b)`; in full elsewhere."""
    if label.article != number:
        return str(label)
    return label.canonical or "l’introduzione"


def _verbs(comparison: Comparison) -> str:
    labels = [pair.new[0] for pair in comparison.pairs if "modal" in pair.flags and pair.new]
    if not labels:
        return ""
    names = enumeration([_short(label, comparison.number) for label in labels[:_MANY]])
    more = " e altrove" if len(labels) > _MANY else ""
    return f"Cambia il verbo che permette, obbliga o vieta in {names}{more}."

"""What `compare` prints for people: what changed in a sentence, then pair by pair the words."""

from __future__ import annotations

from collections import Counter

from rich.console import Console
from rich.text import Text as Styled

from rulebook.commands.editions import Compared
from rulebook.label import Label
from rulebook.model import Pair
from rulebook.output.terminal import indented, print_moved, shown

_OPERATIONS = {
    "equal": ("", "", ""),
    "delete": ("[-", "-]", "red"),
    "insert": ("{+", "+}", "green"),
}
_LACKS = {
    "cut": "the text held is cut off",
    "not-held": "its text is not held",
    "unknown": "it has no such article",
}


def print_comparison(console: Console, compared: Compared) -> None:
    """A sentence that sums up, then pair by pair the words with what changed in them."""
    comparison = compared.comparison
    old, new = comparison.old_edition, comparison.new_edition
    console.print(shown(_summary(compared), "bold"))
    if compared.partial:
        console.print(
            shown(
                "Not every article of both editions is held: a rule that went into an article that "
                "is missing looks new or repealed here.",
                "italic",
            )
        )
    for pair in comparison.pairs:
        console.print()
        head = f"{old} {_names(pair.old)} → {new} {_names(pair.new)}"
        alike = f", {pair.score:.2f} alike" if pair.old and pair.new else ""
        basis = f"  {pair.change}", (f" · {pair.basis}{alike}", "dim")
        console.print(Styled.assemble(shown(head, "bold"), *basis))
        if pair.flags:
            flags = ", ".join(flag.replace("-", " ") for flag in pair.flags)
            console.print(indented(Styled(flags, "yellow")))
        if pair.reason:
            console.print(indented(shown(pair.reason, "italic")))
        if pair.words:
            console.print(indented(_marked(pair)))
        else:
            console.print(indented(Styled("no words of its own", "dim")))
    print_moved(console, compared.moved)


def _summary(compared: Compared) -> str:
    """How many rules changed, and how; where nothing can be compared, why."""
    comparison, label = compared.comparison, compared.label
    span = f"{label}, from {comparison.old_edition} to {comparison.new_edition}"
    why = "; ".join(f"edition {edition}: {_LACKS[lack]}" for edition, lack in compared.lacking)
    why = f" {why[:1].upper()}{why[1:]}." if why else ""
    if why and not comparison.pairs:
        return f"{span}: nothing can be compared.{why}{_held(compared)}"
    if not comparison.pairs:
        return f"{span}: neither edition has this provision."
    counts = Counter(pair.change for pair in comparison.pairs)
    if set(counts) == {"unchanged"}:
        return f"{span}: nothing changed.{why}"
    told = ", ".join(f"{number} {change}" for change, number in counts.most_common())
    return f"{span}: {told}.{why}"


def _held(compared: Compared) -> str:
    """Which editions hold an article that these two cannot be compared in."""
    holding, number = compared.holding, compared.label.article
    if not holding:
        return f" No edition holds {number}; `rulebook show {number}` says who cites it."
    which = "edition" if len(holding) == 1 else "editions"
    return f" {number} is held of {which} {', '.join(holding)}; see `rulebook show {number}`."


def _names(labels: tuple[Label, ...]) -> str:
    return ", ".join(map(str, labels)) or "—"


def _marked(pair: Pair) -> Styled:
    """The words; what goes and comes is told by signs, since colour is lost on the way."""
    words = Styled()
    for operation, text in pair.words:
        before, after, style = _OPERATIONS[operation]
        words.append_text(shown(f"{before}{text}{after}", style))
    return words

"""What is held of two editions, and what a reader is told where a comparison cannot be had."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from rulebook.model import Article, Edition, Pair

Number = int | str
State = Literal["held", "truncated", "missing", "absent"]

_UNSURE = ("inserted", "repealed")


@dataclass(frozen=True)
class Holding:
    """An edition as far as it can be compared: what takes part, and why the rest does not."""

    edition: str
    articles: tuple[Article, ...]
    truncated: frozenset[Number] = frozenset()
    known: frozenset[Number] = frozenset()
    titles: Mapping[Number, str] = field(default_factory=dict)

    @cached_property
    def numbers(self) -> frozenset[Number]:
        """The numbers that take part."""
        return frozenset(article.number for article in self.articles)

    def state(self, number: Number) -> State:
        """Whether a number takes part, and if not, why."""
        if number in self.numbers:
            return "held"
        if number in self.truncated:
            return "truncated"
        return "missing" if number in self.known else "absent"


def holding(edition: Edition) -> Holding:
    """What an edition brings to a comparison."""
    articles = tuple(article for article in edition.articles if complete(article))
    cut = frozenset(a.number for a in edition.articles) - {a.number for a in articles}
    known: frozenset[Number] = frozenset(name.number for name in edition.known)
    known |= {part.id for part in edition.parts}
    numbers = known | {article.number for article in edition.articles}
    titles = {n: title for n in numbers if (title := edition.title_of(n))}
    return Holding(edition.id, articles, cut, known, titles)


def holding_of(
    edition: str, article: Article | None, number: Number, titles: Mapping[int | str, str]
) -> Holding:
    """What one article brings to a comparison of its number alone."""
    usable = article is not None and complete(article)
    return Holding(
        edition,
        (article,) if article is not None and usable else (),
        frozenset((number,)) if article is not None and not usable else frozenset(),
        frozenset((number,)),
        titles,
    )


def complete(article: Article) -> bool:
    """Whether an article may take part: a text that is cut off is never compared."""
    if article.status in ("truncated", "missing"):
        return False
    return not any(provision.truncated for provision in article.provisions())


def remarks(
    number: Number, old: Holding, new: Holding, pairs: Sequence[Pair], same: bool | None
) -> tuple[str, ...]:
    """What a reader of the comparison of a number is told beside its pairs, in Italian.

    Args:
        same: whether the number names one rule in both editions; None where nobody knows.
    """
    out = [text for side in (old, new) if (text := _why_not(number, side))]
    if same is False:
        out.append(f"Nell’edizione {old.edition} questo numero indicava un’altra regola.")
    doubtful = any(pair.change in _UNSURE for pair in pairs)
    if doubtful and (_others_missing(number, old) or _others_missing(number, new)):
        out.append(
            "Non tutti gli articoli delle due edizioni sono nella raccolta: "
            "una regola passata in un articolo che manca risulta qui nuova o abrogata."
        )
    return tuple(out)


def _why_not(number: Number, side: Holding) -> str | None:
    name = f"l’articolo {number}" if isinstance(number, int) else f"la parte «{number}»"
    state = side.state(number)
    if state == "truncated":
        come = "giunto" if isinstance(number, int) else "giunta"
        text = (
            f"{name} dell’edizione {side.edition} è {come} in un testo tagliato: non si confronta."
        )
        return text[0].upper() + text[1:]
    if state == "missing":
        what = "dell’articolo" if isinstance(number, int) else "della parte"
        shown = number if isinstance(number, int) else f"«{number}»"
        return (
            f"Il testo {what} {shown} dell’edizione {side.edition} non è nella raccolta: "
            "non si può confrontare."
        )
    if state == "absent":
        part = f"un articolo {number}" if isinstance(number, int) else f"una parte «{number}»"
        return f"L’edizione {side.edition} non ha {part}."
    return None


def _others_missing(number: Number, side: Holding) -> bool:
    return bool((side.known | side.truncated) - side.numbers - {number})


def edition_remarks(sides: Iterable[Holding]) -> tuple[str, ...]:
    """Which articles of the editions take no part, in Italian."""
    out: list[str] = []
    for side in sides:
        cut = sorted(n for n in side.truncated if isinstance(n, int))
        if cut:
            out.append(
                f"Dell’edizione {side.edition} non si confrontano, perché il testo è tagliato, "
                f"gli articoli {enumeration([str(n) for n in cut])}."
            )
        missing = len(side.known - side.numbers - side.truncated)
        if missing:
            text = f"mancano nella raccolta {missing} articoli"
            text = text if missing > 1 else "manca nella raccolta un articolo"
            out.append(f"Dell’edizione {side.edition} {text}.")
    return tuple(out)


def enumeration(parts: Sequence[str]) -> str:
    """A list as Italian says it: `1, 2 e 3`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} e {parts[-1]}"

"""Which of several texts supplies an article of an edition, and what the others have to say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from rulebook.label import Label
from rulebook.model import Article, Document, Issue, Status, Witness
from rulebook.reading import witnesses
from rulebook.reading.holdings.checks import SOURCE, two_suppliers
from rulebook.reading.holdings.corpus import Corpus, SourceEntry
from rulebook.reading.mending import confirmed
from rulebook.reading.settled import kept_in

Key = tuple[str, int | str]
"""An article of an edition: the edition's id, and the number or the id of a part."""

_APART = "gli altri articoli della stessa voce [[supplies]] restano dove sono, in una voce loro"


@dataclass(frozen=True, slots=True)
class Held:
    """An article where it stands, with what the editor said about it there."""

    entry: SourceEntry
    document: Document
    article: Article
    role: str | None


def supplied(
    edition: str, number: int | str, texts: Sequence[Held]
) -> tuple[Article | None, tuple[Issue, ...]]:
    """The article that an edition publishes, with its witnesses, and the doubts about them.

    The text that the editor named supplies it, unless it is cut off and another is whole, which
    has all that the cut one has.
    It is None where all are said to be second witnesses.

    Raises:
        CorpusError: it stands in two texts and nothing says which supplies it.
    """
    chosen = _chosen(edition, number, texts)
    if chosen is None:
        return None, (_unsupplied(edition, number, texts),)
    return _published(chosen, texts), tuple(_beside(chosen, texts))


def undeclared(corpus: Corpus, found: Mapping[Key, Sequence[Held]]) -> Iterator[Issue]:
    """Articles that an editor announced and that are not there, and the other way round."""
    for entry in corpus.sources:
        place = f"{entry.place}/{SOURCE}"
        for supply in entry.supplies:
            for number in supply.articles or ():
                texts = found.get((supply.edition, number), ())
                if not any(held.entry is entry for held in texts):
                    yield Issue(
                        "article-not-found",
                        f"In {place} è annunciato l’articolo {number} del {supply.edition}, "
                        "ma nel testo non si trova.",
                        label=Label(number),
                        edition=supply.edition,
                        weight="error",
                        remedy="Controllare il titolo nel testo, o togliere il numero da lì.",
                    )
    for (edition, number), texts in found.items():
        for held in texts:
            if held.role is None and held.entry.supplies:
                yield Issue(
                    "article-undeclared",
                    f"Nel testo {_title(held)} si trova l’articolo {number} del {edition}, che "
                    f"{held.entry.place}/{SOURCE} non nomina.",
                    label=Label(number),
                    edition=edition,
                    weight="remark",
                    remedy="Aggiungerlo lì fra gli articoli di [[supplies]].",
                )


def _chosen(edition: str, number: int | str, texts: Sequence[Held]) -> Held | None:
    """The text that supplies an article; None where all are said to be second witnesses."""
    able = [held for held in texts if held.role != "witness"]
    places = sorted({f"{held.entry.place}/{SOURCE}" for held in able})
    if len(places) > 1:
        raise two_suppliers(edition, number, places[0], places[1])
    if not able:
        return None
    if able[0].article.status != "truncated":
        return able[0]
    whole = [
        held for held in (*able, *texts)
        if held.article.status != "truncated" and witnesses.covers(held.article, able[0].article)
    ]
    return whole[0] if whole else able[0]


def _published(chosen: Held, texts: Sequence[Held]) -> Article:
    status: Status = "truncated" if chosen.article.status == "truncated" else "complete"
    others = [held for held in texts if held is not chosen]
    seen = (_witness(chosen, "supplies"), *(_witness(held, "witness") for held in others))
    return replace(chosen.article, status=status, witnesses=seen)


def _witness(held: Held, role: Any) -> Witness:
    source, article = held.entry.source, held.article
    lines = [
        line
        for provision in article.provisions()
        for text in (provision.marker, provision.heading, provision.text, provision.tail)
        if text
        for line in source.lines_of(text)
    ] + list(source.lines_of(article.title) if article.title else ())
    return Witness(source.id, role, article.status, (min(lines, default=1), max(lines, default=1)))


def _beside(chosen: Held, texts: Sequence[Held]) -> Iterator[Issue]:
    """What the texts that do not supply an article have to say."""
    article = chosen.article
    for held in texts:
        if held is chosen:
            continue
        if held.role != "witness" and held.entry is not chosen.entry:
            yield Issue(
                "supplier-truncated",
                f"Il testo indicato, {_title(held)}, è tagliato: si pubblica quello intero di "
                f"{_title(chosen)}.",
                label=article.label,
                edition=article.edition,
                remedy=f'Soltanto per l’articolo {article.number} scrivere in '
                f'{held.entry.place}/{SOURCE} role = "witness" e in '
                f'{chosen.entry.place}/{SOURCE} role = "supplies"; {_APART}.',
            )
        again = f"la copia {held.article.copy} nello stesso testo"
        name = again if held.entry is chosen.entry else _title(held)
        kept = kept_in(chosen.document)
        yield from witnesses.differences(article, held.article, _title(chosen), name, kept)
        if held.entry is not chosen.entry:
            for one, two in ((chosen, held), (held, chosen)):
                both = one.document, one.article, two.article
                yield from confirmed.issues(*both, _title(one), _title(two))


def _unsupplied(edition: str, number: int | str, texts: Sequence[Held]) -> Issue:
    best = min(
        texts, key=lambda held: (
            held.article.status == "truncated", -len(list(held.article.provisions())),
        ),
    )
    return Issue(
        "article-unsupplied",
        f"L’articolo {number} del {edition} sta soltanto in testi che sono detti altri testimoni "
        f"({', '.join(_title(held) for held in texts)}), perciò non si pubblica.",
        label=Label(number),
        edition=edition,
        weight="error",
        remedy=f'Soltanto per l’articolo {number} scrivere in '
        f'{best.entry.place}/{SOURCE} role = "supplies"; {_APART}.',
    )


def _title(held: Held) -> str:
    return f"«{held.entry.source.title or held.entry.source.id}»"

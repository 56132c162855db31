"""The order of the hits: what was asked for by number, quoted phrases, years, then the points.

`assets/search/result.js` is the same in JavaScript.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rulebook.publishing.search import scoring
from rulebook.publishing.search.analysis import begins_with_digit
from rulebook.publishing.search.expand import FEWEST_LETTERS, SYNONYM, Expansion
from rulebook.publishing.search.query import Query
from rulebook.publishing.search.rank import Ranker, Run
from rulebook.publishing.search.records import LENDERS
from rulebook.publishing.search.scoring import FIRST
from rulebook.publishing.search.words import FULL_WEIGHT


@dataclass(frozen=True, slots=True)
class Ranked:
    """A record with its points; `asked` if the query names it by number."""

    record: int
    points: int
    asked: bool = False


@dataclass(frozen=True)
class Ranking:
    """What was ranked, how the terms were understood, and what finding each word is worth.

    `cards` are the situations that the query means: a player at the table wants them first,
    while among the hits they stand behind the texts that they name. `lost` are the quoted phrases
    that stand in no text, `unknown` the words.
    """

    ranked: tuple[Ranked, ...]
    expansions: tuple[Expansion, ...]
    worth: Mapping[str, int]
    cards: tuple[int, ...] = ()
    lost: tuple[str, ...] = ()
    unknown: tuple[str, ...] = ()


def rank(ranker: Ranker, query: Query, edition: str | None = None) -> Ranking:
    """The records that a query finds, best first.

    Args:
        ranker: the index.
        query: the query as understood.
        edition: leave out what is not of this edition.
    """
    run = Run(ranker, query)
    ranked = tuple(result(run, edition))
    found = any(one.asked for one in ranked)
    cards = () if found else tuple(card for card in run.cards if _admits(run, card, edition))
    return Ranking(
        ranked, run.expansions, worth_of(run), cards, tuple(run.lost), unknown_of(run)
    )


def unknown_of(run: Run) -> tuple[str, ...]:
    """The words of a query that no text has, nor one like them."""
    terms = (run.expansions[at].term for at in run.unknown)
    return tuple(dict.fromkeys(
        term.surface for term in terms
        if term.kind == "word" and len(term.surface) >= FEWEST_LETTERS
        and not begins_with_digit(term.word)
    ))


def result(run: Run, edition: str | None) -> Iterator[Ranked]:
    """The records in order, of one edition or of all."""
    asked = _asked(run, edition)
    points = {
        record: amount for record, amount in run.points.items()
        if record not in asked and _admits(run, record, edition)
    }
    _keep_phrases(run, points)
    best = max(points.values(), default=0)
    _prefer_years(run, points)
    widest = max((run.coverage.get(record, 0) for record in points), default=0)
    for record, amount in asked.items():
        yield Ranked(record, amount, asked=True)
    for record, amount in sorted(points.items(), key=lambda item: (-item[1], item[0])):
        enough = run.coverage.get(record, 0) * 100 >= widest * scoring.LEAST_COVERAGE
        if enough and amount > 0 and amount * 100 >= best * scoring.LEAST_POINTS:
            yield Ranked(record, amount)


def _admits(run: Run, record: int, edition: str | None) -> bool:
    return edition is None or run.ranker.records[record].edition == edition


def _asked(run: Run, edition: str | None) -> dict[int, int]:
    """The provisions that the query asks for by number, then what lies below them."""
    found = [
        record
        for asked in run.query.asked
        if run.query.call is None or run.ranker.labels.certain(asked)
        for record in run.ranker.labels.resolve(asked, edition)
    ]
    if not found:
        found = _of_years(run, edition)
        return {record: FIRST - at for at, record in enumerate(dict.fromkeys(found))}
    if not run.query.whole and _says_more(run):
        _around(run, found)
        return {}
    if len(run.query.asked) > 1:  # of several what can be read comes first
        found.sort(key=lambda at: run.ranker.records[at].status == "missing")
    below = [
        record for above in found for record in range(above + 1, run.table.end[above])
    ]
    return {
        record: FIRST - at for at, record in enumerate(dict.fromkeys((*found, *below)))
    }


def _says_more(run: Run) -> bool:
    """Whether there are words of full weight beside the citation."""
    return any(
        run.expansions[at].term.kind == "word" and not run.neutral(at) for at in run.known
    )


def _around(run: Run, found: Sequence[int]) -> None:
    """Prefer what was asked for, and what lies below it, among the hits of the other words."""
    for turn, above in enumerate(dict.fromkeys(found)):
        flat = run.total * scoring.ASKED // (100 * (turn + 1))
        run.points[above] = run.points.get(above, 0) + run.fitted(above, flat)
        run.coverage[above] = max(run.coverage.get(above, 0), scoring.LENDS_FROM)
        for record in range(above, run.table.end[above]):
            if record in run.points:
                run.points[record] = run.points[record] * scoring.BELOW_ASKED // 100


def _of_years(run: Run, edition: str | None) -> list[int]:
    """The articles of an edition, where the query says nothing but its year."""
    others = [
        at for at in run.known
        if run.expansions[at].term.word not in run.years and not run.neutral(at)
    ]
    if others or not run.years:
        return []
    articles = [
        at for at, record in enumerate(run.ranker.records)
        if record.kind == "article" and record.edition in run.years
        and _admits(run, at, edition)
    ]
    held = [at for at in articles if run.ranker.records[at].status != "missing"]
    return held or articles


def _prefer_years(run: Run, points: dict[int, int]) -> None:
    """Put the law of an edition first whose year is typed, whether its text is held or not."""
    for at in points if run.years else ():
        record = run.ranker.records[at]
        if record.edition in run.years and record.kind in ("article", "provision"):
            unheld = record.status == "missing"
            points[at] = points[at] * scoring.OF_YEAR // (scoring.UNHELD if unheld else 100)


def _keep_phrases(run: Run, points: dict[int, int]) -> None:
    """Leave only the texts that have every quoted phrase.

    The lexicon counts where no text has it; a phrase that stands nowhere is but words.
    """
    for phrase, quote in zip(run.query.phrases, run.query.quotes, strict=True):
        having = _with_phrase(run, phrase) & points.keys()
        texts = {at for at in having if run.ranker.records[at].kind not in LENDERS}
        if having:
            for record in points.keys() - (texts or having):
                del points[record]
        else:
            run.lost.append(quote)


def _with_phrase(run: Run, phrase: Sequence[str]) -> set[int]:
    places = run.table.vocabulary.places
    if any(word not in places for word in phrase):
        return set()
    found = [run.postings(places[word]) for word in phrase]
    return {
        record
        for record, starts in found[0].items()
        if any(
            all(start + step in other.get(record, ()) for step, other in enumerate(found))
            for start in starts
        )
    }


def worth_of(run: Run) -> dict[str, int]:
    """What finding each word counts for in a snippet; words that are not in it are not marked.

    Lesser words are marked only where the query has no others, and of other names those of
    one word.
    """
    vocabulary = run.table.vocabulary
    strong = [at for at in run.known if run.expansions[at].term.weight == FULL_WEIGHT]
    worth: dict[str, int] = {}
    for at in strong or run.known:
        for word, quality in run.expansions[at].words.items():
            name = vocabulary.words[word]
            worth[name] = max(worth.get(name, 0), run.found[at].total * quality)
    for concept, _ in run.concepts:
        for keys in concept.others:
            for word in vocabulary.stems.get(keys[0], ()) if len(keys) == 1 else ():
                worth.setdefault(vocabulary.words[word], SYNONYM)
    return worth

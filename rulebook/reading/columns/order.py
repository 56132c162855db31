"""Put the pieces of one provision in reading order and tell its heading from its body."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from rulebook.reading.columns.evidence import Evidence
from rulebook.reading.columns.state import Choice

_CLAUSE = frozenset(("be", "have", "modal"))


@dataclass(frozen=True)
class Provision:
    """The pieces of one provision, as indices: its label, its heading, and its body in reading
    order.

    `doubt` is the price by which the next best parting of heading and body is worse, never below 0.
    """

    label: int | None
    heading: tuple[int, ...]
    body: tuple[int, ...]
    doubt: float


def arrange(
    indices: Sequence[int], choices: Sequence[Choice], evidence: Evidence, holds_others: bool
) -> Provision:
    """Order the pieces of one provision.

    `indices` are its pieces as they come; `holds_others` tells that it has provisions below it.
    """
    label = next((k for k in indices if choices[k].how == "label"), None)
    late = [k for k in indices if choices[k].how == "late"]
    texts = _rows(
        [k for k in indices if choices[k].how not in ("label", "late")], choices, evidence
    )
    texts = _unrotated(texts, evidence)
    if late:
        return Provision(label, tuple(late), tuple(texts), 0.5)
    cut, doubt = _parting(texts, evidence, holds_others)
    return Provision(label, tuple(texts[:cut]), tuple(texts[cut:]), doubt)


def _rows(texts: Sequence[int], choices: Sequence[Choice], evidence: Evidence) -> list[int]:
    """Put words that came after the next line back into the row that they complete."""
    out: list[int] = []
    row_end: int | None = None
    for k in texts:
        if choices[k].how == "word" and row_end is not None:
            out.insert(out.index(row_end) + 1, k)
            row_end = k
            continue
        single = evidence.single_words
        row_end = out[-1] if out and single[out[-1]] and not single[k] else None
        out.append(k)
    return out


def _unrotated(texts: list[int], evidence: Evidence) -> list[int]:
    """Mend a heading whose last line came first: it begins in lower case and fits behind a later
    line.
    """
    lead = 0
    while lead < len(texts) and evidence.lower[texts[lead]]:
        lead += 1
    if not 0 < lead < len(texts) or lead > 2 or evidence.ends[texts[lead - 1]] == "stop":
        return texts
    places = []
    for at in range(lead + 1, min(len(texts), lead + 5) + 1):
        ends_here = at == len(texts) or not evidence.lower[texts[at]]
        if not ends_here or evidence.ends[texts[at - 1]] == "stop":
            continue
        price = evidence.joined(texts[at - 1], texts[0])
        if at < len(texts) and not evidence.opens[texts[at]]:
            price += 0.7
        places.append((price, at))
    if not places or min(places)[0] > 2.0:
        return texts
    at = min(places)[1]
    return texts[lead:at] + texts[:lead] + texts[at:]


def _parting(texts: Sequence[int], evidence: Evidence, holds_others: bool) -> tuple[int, float]:
    """How many pieces are the heading, and by how much the next best number is worse."""
    if not texts:
        return 0, 4.0
    prices = []
    for cut in range(min(len(texts), 7) + 1):
        if (
            cut > 1
            and not evidence.lower[texts[cut - 1]]
            and not evidence.capital_inside(texts[cut - 1])
        ) and evidence.ends[texts[cut - 2]] not in ("hanging", "hyphen"):
            break
        prices.append((_price(texts, cut, evidence, holds_others), cut))
    ranked = sorted(prices)
    doubt = ranked[1][0] - ranked[0][0] if len(ranked) > 1 else 4.0
    return ranked[0][1], max(0.0, doubt)


def _price(texts: Sequence[int], cut: int, evidence: Evidence, holds_others: bool) -> float:
    price = 0.0
    first = texts[0]
    if cut == 0:
        if evidence.lower_rest[first]:
            return -1.0
        price += 0.0 if evidence.opens[first] else 1.2
        # A line that breaks off before a capital is no body.
        for left, right in itertools.pairwise(texts):
            if (
                evidence.ends[left] in ("open", "close")
                and not evidence.lower[right]
                and not evidence.capital_inside(right)
            ):
                price += 2.5
                break
        last = evidence.ends[texts[-1]]
        return price + (1.2 if last in ("open", "close") and len(texts) < 3 else 0.0)
    heading = [evidence.pieces[k] for k in texts[:cut]]
    length = sum(len(piece.rest) + 1 for piece in heading)
    end = evidence.ends[texts[cut - 1]]
    price += {"stop": 6.0, "colon": 4.0, "hanging": 3.0, "hyphen": 5.0}.get(end, 0.0)
    if any(evidence.ends[k] == "stop" for k in texts[: cut - 1]):
        price += 6.0
    words = [word for piece in heading for word in piece.words]
    price += 5.0 if any(a == "." for a in words[:-1]) and end != "open" else 0.0
    price += 0.4 * sum(word == "," for word in words)
    price += 1.2 * sum(evidence.words.classes.get(word.lower()) in _CLAUSE for word in words)
    price += 0.02 * max(0, length - 70)
    if evidence.opens[first]:
        price += 1.5
    if evidence.lower_rest[first]:
        price += 4.0
    if cut < len(texts):
        following = texts[cut]
        price += 5.0 if evidence.lower[following] else 0.0
        price += 0.0 if evidence.opens[following] else 0.4
        price += (
            0.8 if evidence.capital_inside(following) and not evidence.opens[following] else 0.0
        )
    else:
        price += 0.2 if holds_others else 1.6
    return price

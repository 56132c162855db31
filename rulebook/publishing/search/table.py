"""The records as numbers: where each word stands, how long texts are, what lies below what.

Made once from the records; the command line keeps it beside the Whoosh index, the browser makes
the same from the texts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulebook.publishing.search import analysis
from rulebook.publishing.search.expand import Vocabulary
from rulebook.publishing.search.records import Record
from rulebook.publishing.search.words import FULL_WEIGHT, Words

GAP = 8
"""Positions between heading, lines and names, so that no phrase crosses them."""


@dataclass(frozen=True)
class Table:
    """Columns by record.

    `heading` counts the words of the heading, which has the first positions; `strong` those of
    them that have full weight; `norm` is the length of the text against the mean, in 256ths;
    `end` is the record after the last one below.
    """

    vocabulary: Vocabulary
    heading: Sequence[int]
    strong: Sequence[int]
    norm: Sequence[int]
    end: Sequence[int]

    @property
    def size(self) -> int:
        """How many records there are."""
        return len(self.heading)


def placed(record: Record, words: Words) -> Iterator[tuple[str, str, int]]:
    """Every word of a record and every call: folded, as it stands, and its position."""
    position = 0
    parts = (record.heading, *record.text.split("\n"), *record.names.split("\n"))
    for at, part in enumerate(parts):
        if not part and at:
            continue
        found = list(analysis.tokens(part))
        for index, token in enumerate(found):
            yield token.word, token.surface, position + index
        for index, call in analysis.calls(found, part, words):
            yield call, "", position + index
        position += len(found) + GAP


def make_table(records: Sequence[Record], words: Words) -> Table:
    """The table of a list of records."""
    counts: dict[str, int] = {}
    stems: dict[str, set[str]] = {}
    spellings: dict[str, str] = {}
    heading: list[int] = []
    strong: list[int] = []
    lengths: list[int] = []
    for record in records:
        seen: set[str] = set()
        own = 0
        for word, surface, _ in placed(record, words):
            seen.add(word)
            if surface:
                own += 1
                known = stems.setdefault(word, set())
                known.update(analysis.stem_keys(surface, word))
                # An accent comes after its letter, so the greatest spelling is the accented one.
                spellings[word] = max(spellings.get(word, ""), surface)
        for word in seen:
            counts[word] = counts.get(word, 0) + 1
        titled = analysis.fold_words(record.heading)
        heading.append(len(titled))
        strong.append(sum(words.weight(word) == FULL_WEIGHT for word in titled))
        lengths.append(own - len(titled))
    order = sorted(counts)
    by_stem: dict[str, list[int]] = {}
    for at, word in enumerate(order):
        for key in stems.get(word, ()):
            by_stem.setdefault(key, []).append(at)
    return Table(
        Vocabulary(
            order, [counts[word] for word in order], by_stem,
            [spellings.get(word, "") for word in order],
        ),
        heading, strong, _norms(lengths), _ends(records),
    )


def _norms(lengths: Sequence[int]) -> list[int]:
    """Half of a text's length counts against the mean of those that have a text, at least 1."""
    written = [length for length in lengths if length]
    mean = max(1, sum(written) // max(1, len(written)))
    return [128 + 128 * length // mean for length in lengths]


def _ends(records: Sequence[Record]) -> list[int]:
    ends = [0] * len(records)
    for at in range(len(records) - 1, -1, -1):
        end = at + 1
        while end < len(records) and records[end].depth > records[at].depth:
            end = ends[end]
        ends[at] = end
    return ends

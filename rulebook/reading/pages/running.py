"""Running headers and footers: lines that come back at the distance of a page.

A line that returns is not yet furniture: headings, rows of an auction, greetings and set phrases
return as well.
What tells them apart is what stands around them: furniture cuts sentences in two, keeps company
with page numbers and with the same other lines, and comes back at regular distances.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from rulebook.reading.pages.rows import Row, interrupted, words_of
from rulebook.reading.pages.words import Vocabulary

_DIGITS = re.compile(r"\d+")
_ADDRESS = re.compile(r"(?:https?://|www\.)\S+|\S+@\S+\.\w+", re.IGNORECASE)
_PAGED = re.compile(r"\bpag(?:\.|ina)? ?\d", re.IGNORECASE)
_LONGEST, _FULL = 110, 0.8
_REACH, _FAR = 12, 40
_GREETING = 48
_PAGE_ROWS, _PAGE_CHARACTERS, _LONG_PAGE = 5, 200, 1200
_REGULAR = 2.5
_HEADER_WORDS = 8
_NUMBER_AT_EDGE = re.compile(r"(?P<first>\d{1,3})\s+\D.*|.*\D\s+[–—-]?\s*(?P<last>\d{1,3})")


@dataclass(frozen=True, slots=True)
class _Group:
    """All rows of one wording, numbers apart."""

    key: str
    rows: tuple[Row, ...]
    counting: bool

    @property
    def words(self) -> int:
        return len(words_of(self.rows[0].text))


def running_rows(
    rows: Sequence[Row], vocabulary: Vocabulary, numbers: frozenset[int]
) -> frozenset[int]:
    """Positions (in `rows`) of running headers and footers.

    `numbers` are the positions of rows that look like page numbers: company, and no obstacle.
    """
    place = {row.index: position for position, row in enumerate(rows)}
    groups = [group for group in _groups(rows, vocabulary, numbers) if len(group.rows) > 1]
    group_at = {place[row.index]: group.key for group in groups for row in group.rows}
    company = _company(group_at)
    series = _series(groups, place)
    skip = frozenset(group_at) | numbers
    width = _width(rows)
    proven: dict[str, tuple[_Group, _Evidence]] = {}
    for group in groups:
        evidence = _Evidence(rows, [place[row.index] for row in group.rows], skip, numbers)
        counted = any(position in series for position in evidence.positions)
        friends = company.get(group.key, frozenset())
        if counted or _is_furniture(group, evidence, bool(friends), vocabulary, width):
            proven[group.key] = (group, evidence)
    found: set[int] = set()
    for key, (group, evidence) in proven.items():
        friends = company.get(key, frozenset()) & proven.keys()
        article = _article(group.rows[0], vocabulary)
        for position in evidence.positions:
            # Far from the others of its footer, the same words may be a signature.
            alone = friends and not _near(position, friends, group_at)
            if alone and position not in series and not evidence.page_end(position):
                continue
            if not (article and evidence.real(position)):
                found.add(position)
    return frozenset(found) | _running_on(rows, vocabulary, numbers)


def _running_on(
    rows: Sequence[Row], vocabulary: Vocabulary, numbers: frozenset[int]
) -> frozenset[int]:
    """Headers of different wording whose page numbers go up one by one from page to page.

    “Codice di Gara 44”, “La giocata 45”, “46 Codice di Gara”: each is seen once.
    """
    numbered: list[tuple[int, int]] = []
    for position, row in enumerate(rows):
        if position in numbers or not _may_run(row, vocabulary) or _article(row, vocabulary):
            continue
        edge = _NUMBER_AT_EDGE.fullmatch(row.text)
        if edge and not _numbered(row, vocabulary) and len(words_of(row.text)) <= _HEADER_WORDS:
            numbered.append((position, int(edge["first"] or edge["last"])))
    found: set[int] = set()
    chain: list[tuple[int, int]] = []
    for position, value in [*numbered, (len(rows) + _PAGE_ROWS, -1)]:
        if chain and (value != chain[-1][1] + 1 or position - chain[-1][0] < _PAGE_ROWS):
            edges = chain[0][0] < 3 or chain[-1][0] >= len(rows) - 3
            if len(chain) > 2 and edges:
                found.update(place for place, _ in chain)
            chain = []
        chain.append((position, value))
    return frozenset(found)


def _groups(
    rows: Sequence[Row], vocabulary: Vocabulary, numbers: frozenset[int]
) -> Iterable[_Group]:
    by_key: dict[str, list[Row]] = defaultdict(list)
    for position, row in enumerate(rows):
        if position in numbers or _signature(rows, position, vocabulary):
            continue
        if _may_run(row, vocabulary):
            by_key[_key(row.text)].append(row)
    for key, members in by_key.items():
        values = [tuple(map(int, _DIGITS.findall(row.text))) for row in members]
        if len(set(values)) == 1:
            yield _Group(key, tuple(members), counting=False)
        elif _counts(values) and not _numbered(members[0], vocabulary):
            yield _Group(key, tuple(members), counting=True)
        else:
            exact: dict[str, list[Row]] = defaultdict(list)
            for row in members:
                exact[row.text].append(row)
            for text, same in exact.items():
                yield _Group(text, tuple(same), counting=False)


def _signature(rows: Sequence[Row], position: int, vocabulary: Vocabulary) -> bool:
    """Whether the row stands right below a greeting: whoever signs there signs again."""
    row = rows[position]
    for above in range(position - 1, max(-1, position - 4), -1):
        if rows[above].index != row.index - (position - above):
            return False
        text = rows[above].text.lower()
        if len(text) < _GREETING and any(text.startswith(c) for c in vocabulary.closings):
            return not rows[above].lower
    return False


def _may_run(row: Row, vocabulary: Vocabulary) -> bool:
    """Whether a row can be a running header at all."""
    text = row.text
    if row.game or row.label or len(text) > _LONGEST or text.startswith(("(*", "*", "[")):
        return False
    if _ADDRESS.search(text):
        return True
    words = words_of(text)
    letters = [word for word in words if not word.isdigit()]
    if not letters or sum(map(len, letters)) < 3 or words[0] in vocabulary.spoken:
        return False
    first = next(character for character in text if character.isalnum())
    if first.islower() or text[-1] in ",;:?!“”":
        return False
    return not (text[-1] == "." and len(words) > 5)


def _numbered(row: Row, vocabulary: Vocabulary) -> bool:
    """Whether the row is a heading with its number: “Esempio 3”."""
    words = words_of(row.text)
    return words[0] in vocabulary.headings and len(words) > 1 and words[1].isdigit()


def _key(text: str) -> str:
    return re.sub(r"[\W_]*#[\W_]*", " # ", _DIGITS.sub("#", text.lower())).strip(" -–—|•·*")


def _counts(values: Sequence[tuple[int, ...]]) -> bool:
    """Whether exactly one number changes from row to row, and always upwards."""
    if len({len(value) for value in values}) != 1:
        return False
    moving = [column for column in zip(*values, strict=True) if len(set(column)) > 1]
    return len(moving) == 1 and all(0 < b - a <= 20 for a, b in pairwise(moving[0]))


def _series(groups: Sequence[_Group], place: Mapping[int, int]) -> frozenset[int]:
    """Places of headers whose page numbers run on from one wording to the other.

    Headers of left and right pages take turns, and their numbers go up one by one.
    """
    numbered = sorted(
        (place[row.index], value)
        for group in groups
        if group.counting and group.words > 2
        for row, value in zip(group.rows, _moving(group.rows), strict=True)
    )
    found: set[int] = set()
    chain: list[tuple[int, int]] = []
    for position, value in numbered:
        if chain and value != chain[-1][1] + 1:
            chain = []
        chain.append((position, value))
        if len(chain) > 2:
            found.update(place for place, _ in chain)
    return frozenset(found)


def _moving(rows: Sequence[Row]) -> tuple[int, ...]:
    """The numbers in which rows of one wording differ."""
    values = [tuple(map(int, _DIGITS.findall(row.text))) for row in rows]
    return next(column for column in zip(*values, strict=True) if len(set(column)) > 1)


def _company(group_at: Mapping[int, str]) -> dict[str, frozenset[str]]:
    """For each wording the others that stand near it in most of its places."""
    near: dict[str, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    count: dict[str, int] = defaultdict(int)
    for position, key in group_at.items():
        count[key] += 1
        around = {
            group_at[other]
            for other in range(position - _REACH, position + _REACH + 1)
            if other != position and other in group_at
        }
        for other_key in around - {key}:
            near[key][other_key] += 1
    return {
        key: frozenset(
            other
            for other, times in others.items()
            if times * 3 >= count[key] * 2
            and count[other] * 2 >= count[key]
            and count[key] > 1
            and count[other] <= count[key] * 2
        )
        for key, others in near.items()
    }


def _near(position: int, friends: frozenset[str], group_at: Mapping[int, str]) -> bool:
    reach = range(position - _REACH, position + _REACH + 1)
    return any(group_at.get(other) in friends for other in reach)


class _Evidence:
    """What stands around the rows of one wording."""

    def __init__(
        self,
        rows: Sequence[Row],
        positions: Sequence[int],
        skip: frozenset[int],
        numbers: frozenset[int],
    ) -> None:
        self.rows = rows
        self.skip = skip
        self.numbers = numbers
        self.positions = positions
        self.first = positions[0]
        self.cuts = sum(interrupted(self.before(p), self.after(p)) for p in positions)
        self.pages = sum(self._page(p) for p in positions)
        following = {rows[p + 1].text if p + 1 < len(rows) else "" for p in positions}
        plain = all(p + 1 not in skip for p in positions)
        self.flows = plain and len(following) == 1
        self.after_label = sum(self._after_label(p) for p in positions)
        gaps = [rows[b].at - rows[a].at for a, b in pairwise(positions)]
        steps = [b - a for a, b in pairwise(positions)]
        # The last page may be short, so that the last gap proves nothing.
        whole = gaps[:-1]
        self.apart = median(gaps) >= _PAGE_CHARACTERS and (
            median(steps) >= _PAGE_ROWS or median(gaps) >= _LONG_PAGE
        )
        self.regular = self.apart and len(whole) > 1 and max(whole) <= _REGULAR * min(whole)
        # Pages of so many lines each: a sheet of its own for every step.
        self.even = len(steps) > 1 and min(steps) >= _PAGE_ROWS and max(steps) - min(steps) <= 1
        self.last = positions[-1] == len(rows) - 1
        self.edges = positions[0] < 3 or positions[-1] >= len(rows) - 3

    @property
    def often_paged(self) -> bool:
        """Whether a page number or form feed stands beside at least half of the rows."""
        return self.pages * 2 >= len(self.positions)

    def before(self, position: int) -> Row | None:
        """The row of text before a place, furniture and page numbers apart."""
        for above in range(position - 1, max(-1, position - 1 - _FAR), -1):
            if above not in self.skip:
                return self.rows[above]
        return None

    def after(self, position: int) -> Row | None:
        """The row of text after a place."""
        for below in range(position + 1, min(len(self.rows), position + 1 + _FAR)):
            if below not in self.skip:
                return self.rows[below]
        return None

    def real(self, position: int) -> bool:
        """Whether an article's heading stands in its place: no sentence runs over it.

        The first one does, and any other that the first paragraph follows.
        """
        after = self.after(position)
        if interrupted(self.before(position), after):
            return False
        begins = after is not None and after.opens_paragraph and after.text.startswith("A")
        return begins or position == self.first

    def page_end(self, position: int) -> bool:
        """Whether the place itself shows a page end: an edge, a number, a sentence cut in two."""
        edge = position < 3 or position >= len(self.rows) - 3
        cut = interrupted(self.before(position), self.after(position))
        return edge or cut or self._page(position)

    def _page(self, position: int) -> bool:
        around = [position + step for step in (-4, -3, -2, -1, 1, 2, 3, 4)]
        for other in around:
            if other in self.numbers and self._bridged(position, other):
                return True
        if self.rows[position].line.page:
            return True
        return position + 1 < len(self.rows) and self.rows[position + 1].line.page

    def _bridged(self, position: int, other: int) -> bool:
        low, high = sorted((position, other))
        return all(between in self.skip for between in range(low + 1, high))

    def _after_label(self, position: int) -> bool:
        row = self.rows[position - 1] if position else None
        return row is not None and row.label and len(row.text) <= 4


def _is_furniture(
    group: _Group, evidence: _Evidence, in_company: bool, vocabulary: Vocabulary, width: int
) -> bool:
    titled = _titled(group.rows[0])
    if _numbered_pages(group, evidence):
        return True
    # Below a label, or always before the same line, it is a heading or a set phrase.
    if evidence.after_label or evidence.flows:
        return False
    if evidence.even and (titled or group.words > 3):
        return True
    # A full line of prose that comes again is a set phrase, whatever sentence it stands in.
    if not evidence.apart or (not titled and len(group.rows[0].text) >= _FULL * width):
        return False
    if _article(group.rows[0], vocabulary):
        return len(group.rows) > 2 and (evidence.cuts > 0 or evidence.often_paged)
    if len(group.rows) == 2:
        strong = evidence.cuts + evidence.pages
        return strong > 1 or (strong == 1 and (in_company or evidence.edges or group.counting))
    return evidence.often_paged or _returns(group, evidence, in_company, titled)


def _numbered_pages(group: _Group, evidence: _Evidence) -> bool:
    """Whether the number that goes up in the wording is that of the page."""
    if not group.counting:
        return False
    if _PAGED.search(group.rows[0].text):
        return True
    # The last line of a text that counts on from the only other one is the foot of its page.
    if len(group.rows) == 2:
        return group.words > 2 and evidence.last
    return group.words > 2 and evidence.cuts > 0


def _returns(group: _Group, evidence: _Evidence, in_company: bool, titled: bool) -> bool:
    """Whether a wording that comes three times or more comes as a header does."""
    if evidence.cuts:
        # A set phrase that begins with a name (“Codice di Gara …”) stands in sentences too.
        often = evidence.cuts * 3 >= len(group.rows) * 2
        return often or in_company or evidence.regular or titled
    if group.counting:
        return group.words > 2 and evidence.regular
    if in_company:
        return evidence.regular or evidence.edges
    # No heading is the last line of a text; a name may be, so that it takes more than a name.
    address = _ADDRESS.search(group.rows[0].text) is not None
    last = evidence.last and titled and (address or group.words > 3)
    return last or (evidence.regular and group.words > 1)


def _width(rows: Sequence[Row]) -> int:
    """How long a full line of the text is."""
    lengths = sorted(len(row.text) for row in rows)
    return lengths[len(lengths) * 3 // 4] if lengths else 0


def _article(row: Row, vocabulary: Vocabulary) -> bool:
    words = words_of(row.text)
    return words[0] in vocabulary.articles and len(words) > 1 and words[1].isdigit()


def _titled(row: Row) -> bool:
    """Whether most longer words have a capital, as names and titles do; an address is a name."""
    if _ADDRESS.search(row.text):
        return True
    words = [word for word in re.findall(r"[^\W\d_]+", row.text) if len(word) > 3]
    return bool(words) and sum(word[0].isupper() for word in words) * 2 > len(words)

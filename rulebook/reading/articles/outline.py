"""The outline of an article: which markers are labels, and how deep they stand.

No marker is judged alone.
Every place that looks like a label is a candidate; a beam search accepts or refuses them all
together, so that `(i)` after `(h)` is a letter and after `(b)` a roman numeral, "A meno che" is a
sentence, and "(b) seguente" at the beginning of a line is a citation.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rulebook.reading.articles.markers import (
    MARKER,
    ROUND,
    counted_on,
    items,
    options_of,
    running,
)
from rulebook.reading.articles.structure import Structure

BEAM = 24
CROWD = 4000
"""More candidates than this in one article are no outline; the beam then narrows."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place that may be a label: `line` and columns in it, what it can mean, and its costs."""

    line: int
    start: int
    end: int
    options: tuple[tuple[int, int, str], ...]
    accept: float
    refuse: float


@dataclass(frozen=True, slots=True)
class Mark:
    """An accepted label: its place, its path, and whether the sequence has a gap before it."""

    line: int
    start: int
    end: int
    path: tuple[str, ...]
    gap: bool = False


_INLINE = re.compile(
    r"(?:(?<=[.,;:?!)»”’])|(?<=\w))\s+(?=(?:[A-Z][.)]|\d{1,2}[.)]|\((?:[a-z]|[ivx]{1,5}|\d{1,2})\)|[a-z]\))(?:\s|$|[A-ZÀ-Ý(“«])|\d{1,2}\.[a-z]{2}|\([a-z]\)[a-z]{2})"
)
_AFTER_REFUSED = re.compile(r"\s*[,;:)\]]|\s+(?:[A-Z]\.)(?:\s|$)")
_BEFORE, _AFTER = 400, 2000
"""So many characters before and behind a marker speak for it: a page may come as one line."""
_SENTENCE_END = (".", ";", ":", "?", "!", ")", "»", "”", "…", "]")
_COUNTED = 0.8
"""What a label costs at most that counts on from the one at the beginning of a line before."""
_RANK_NAMES = ("upper", "digit", "letter", "roman")


def candidates(
    lines: Sequence[str],
    breaks: Sequence[Sequence[int]],
    structure: Structure,
    calls: frozenset[str] = frozenset(),
) -> list[Candidate]:
    """All places in the lines that may be labels, with what accepting or refusing them costs.

    Args:
        lines: the lines of one article's body, in reading order.
        breaks: for each line the positions where an unusual gap stood.
        structure: the words that tell labels from citations.
        calls: the marks of notes in round brackets, which are no labels inside a line.
    """
    found: list[Candidate] = []
    calls = calls or running(lines)
    previous = ""
    listed = items(lines)
    counted = counted_on(lines)
    for index, line in enumerate(lines):
        if not line:
            continue
        # An item of a list ends as it likes: what follows it is no part of its sentence.
        previous = "" if index in listed else previous
        end = _markers_at(
            index, line, 0, previous, breaks[index], structure, found, index in counted
        )
        for match in _INLINE.finditer(line):
            if match.end() < end or match.end() == 0:
                continue
            if calls and (mark := ROUND.match(line, match.end())) and mark[0] in calls:
                continue
            before = line[max(0, match.start() - _BEFORE) : match.start()]
            end = _markers_at(index, line, match.end(), before, breaks[index], structure, found)
        previous = line[-_BEFORE:]
    return found


def _markers_at(
    index: int,
    line: str,
    at: int,
    previous: str,
    breaks: Sequence[int],
    structure: Structure,
    found: list[Candidate],
    counted: bool = False,
) -> int:
    """Add the marker at a position and those directly behind it ("1. (a)"); say where they end."""
    behind = False
    inline = at > 0
    while match := MARKER.match(line, at):
        options = options_of(match)
        rest = line[match.end() : match.end() + _AFTER]
        if not options or (rest and not rest[0].isspace() and not _glued(match, rest)):
            break
        if _AFTER_REFUSED.match(rest) or structure.is_relative(rest):
            break
        accept, refuse = _costs(match, rest, previous, inline, behind, at in breaks, structure)
        if counted and not inline and not behind and not structure.cites_at_end(previous):
            accept = min(accept, _COUNTED)
        found.append(Candidate(index, match.start(), match.end(), options, accept, refuse))
        at = match.end() + len(rest) - len(rest.lstrip())
        behind = True
    return at


def _glued(match: re.Match[str], rest: str) -> bool:
    """Whether a word or label stands directly behind the marker ("1.Quando"), its space lost."""
    if rest[:1] in "“«(" or (rest[:1].isupper() and (rest[1:2].islower() or rest[1:2] in "’'")):
        return True
    return not match["lower"] and rest[:2].isalpha() and rest[:2].islower()


def _costs(
    match: re.Match[str],
    rest: str,
    previous: str,
    inline: bool,
    behind: bool,
    after_break: bool,
    structure: Structure,
) -> tuple[float, float]:
    """What it costs to take the marker for a label, and what to take it for text."""
    word = rest.lstrip()
    bracketed = match["bracket"] is not None
    high = not word or word[0].isupper() or word[0] in "“«(" or not word[0].isalpha()
    accept, refuse = (0.0, 6.0) if not rest or rest[0].isspace() else (0.6, 4.5)
    if not high:
        listed = previous.rstrip().endswith(";" if match["upper"] else (":", ";"))
        accept += 0.4 if bracketed or match["lower"] or listed else 2.0
        refuse = 4.0 if bracketed else 3.0
    if match["lower"] and match["lower_end"] == ".":
        accept += 1.5
    if match["upper"] and match["upper_end"] not in ".)":
        accept += 0.8
    if behind:
        return accept, refuse
    ended = not previous or previous.rstrip().endswith(_SENTENCE_END)
    ended = ended or (not match["upper"] and structure.joins_items(previous))
    if structure.cites_at_end(previous):
        accept += 7.0
    elif not ended:
        accept += 2.0 if inline or not high else 1.0
        if inline:
            accept += 0.0 if after_break else 1.0
            refuse = 2.5 if match["upper"] else 1.0
    if inline and (special := _inline(match, rest, previous, ended, structure)):
        return special
    if inline:
        refuse -= 1.5 if not after_break else 0.5
        if match["digit"] and not ended:
            accept += 1.0
        if match["lower"] and not ended:
            accept += 3.0
    return accept, max(refuse, 0.5)


def _inline(
    match: re.Match[str], rest: str, previous: str, ended: bool, structure: Structure
) -> tuple[float, float] | None:
    """The costs of a first member in a line: a second one follows, or only a title precedes."""
    if (not ended or match["upper"]) and _goes_on(match, rest):
        return 1.0, 2.5
    if not ended and _went_before(match, previous):
        return 1.0, 2.5
    begins = rest.lstrip()[:1].isupper() and match[0] in ("1.", "1)")
    return (1.0, 2.0) if begins and not ended and _titled(previous, structure) else None


def _titled(previous: str, structure: Structure) -> bool:
    """Whether nothing but a label and a few words without a verb stand before the marker."""
    title = re.search(r"(?:^|\s)[A-Z][.)]\s+([A-ZÀ-Ý][^.;:?!]{3,90})$", previous.rstrip())
    words = title[1].split() if title else []
    return 0 < len(words) <= 12 and not any(w.lower() in structure.finite_verbs for w in words)


def _goes_on(match: re.Match[str], rest: str) -> bool:
    """Whether a first member in the line is followed by a second one: "se 1. …; 2. …"."""
    text = match[0]
    following = {
        "A.": r"B\.",
        "1.": r"2\.",
        "1)": r"2\)",
        "(a)": r"\(b\)",
        "a)": r"b\)",
        "(1)": r"\(2\)",
    }.get(text)
    return bool(following) and bool(re.search(rf"[;,]\s+(?:\w{{1,7}}\s+)?{following}\s", rest))


def _went_before(match: re.Match[str], previous: str) -> bool:
    """Whether a member in the line follows the one before it: ", 2. …" behind "1. …"."""
    if not match["digit"] or int(match["digit"]) < 2:
        return False
    before = re.escape(f"{int(match['digit']) - 1}{match['digit_end']}")
    return bool(re.search(rf"(?:^|\s){before}\s.*[;,](?:\s+\w{{1,7}})?\s*$", previous))


Stack = tuple[tuple[int, int, str], ...]


@dataclass(frozen=True, slots=True)
class _State:
    cost: float
    stack: Stack
    marks: tuple[object, ...]  # a linked list: (earlier marks, candidate, stack, gap)


def decide(found: Sequence[Candidate]) -> list[Mark]:
    """Accept or refuse all candidates together; the cheapest legal outline wins.

    A path that has been used already in the article is not used twice: the later marker stays
    text, since an anchor must name one provision only.
    """
    width = BEAM if len(found) <= CROWD else 3
    beam: dict[Stack, _State] = {(): _State(0.0, (), ())}
    for candidate in found:
        after: dict[Stack, _State] = {}
        for state in beam.values():
            _keep(after, _State(state.cost + candidate.refuse, state.stack, state.marks))
            for option in candidate.options:
                for stack, cost, gap in _placements(state.stack, option):
                    total = state.cost + candidate.accept + cost
                    marks = (state.marks, candidate, stack, gap)
                    _keep(after, _State(total, stack, marks))
        best = sorted(after.values(), key=lambda s: (s.cost, s.stack))[:width]
        beam = {state.stack: state for state in best}
    final = min(beam.values(), key=lambda s: (s.cost, s.stack))
    return _unique(_unroll(final.marks))


def _keep(states: dict[Stack, _State], state: _State) -> None:
    present = states.get(state.stack)
    if present is None or state.cost < present.cost:
        states[state.stack] = state


def _placements(stack: Stack, option: tuple[int, int, str]) -> list[tuple[Stack, float, bool]]:
    """Where a marker can stand below or beside the labels that are open, with costs."""
    kind, value, _ = option
    places: list[tuple[Stack, float, bool]] = []
    for depth, (open_kind, open_value, _) in enumerate(stack):
        if open_kind == kind:
            step = value - open_value
            if step == 1:
                places.append(((*stack[:depth], option), 0.0, False))
            elif step > 1:
                places.append(((*stack[:depth], option), 2.2 + 0.7 * min(step, 8), True))
            else:
                places.append(((*stack[:depth], option), 9.0, False))
    kinds = [open_kind for open_kind, _, _ in stack]
    if kind not in kinds:
        late = 0.0 if value == 1 else 3.5 + 0.5 * min(value, 12)
        if not stack or kinds[-1] < kind:
            skipped = kind - (kinds[-1] if kinds else -1) - 1
            places.append(((*stack, option), 0.2 + 0.15 * skipped + late, value > 1))
        else:
            places.append(((*stack, option), 3.0 + late, value > 1))
            above = tuple(level for level in stack if level[0] < kind)
            places.append(((*above, option), 1.5 + late, value > 1))
    return places


def _unroll(marks: tuple[object, ...]) -> list[Mark]:
    found: list[Mark] = []
    while marks:
        earlier, candidate, stack, gap = marks
        assert isinstance(candidate, Candidate)
        assert isinstance(stack, tuple)
        path = tuple(step for _, _, step in stack)
        found.append(Mark(candidate.line, candidate.start, candidate.end, path, bool(gap)))
        assert isinstance(earlier, tuple)
        marks = earlier
    return found[::-1]


def _unique(marks: list[Mark]) -> list[Mark]:
    used: set[tuple[str, ...]] = set()
    kept: list[Mark] = []
    for mark in marks:
        if mark.path not in used:
            used.add(mark.path)
            kept.append(mark)
    return kept

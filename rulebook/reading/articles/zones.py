"""The zones of a text: which lines are the law of an article, and which are somebody's prose."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rulebook.reading.articles.kinds import names_edition
from rulebook.reading.articles.outline import candidates
from rulebook.reading.articles.prose import greets, says_goodbye
from rulebook.reading.articles.structure import Structure
from rulebook.reading.articles.titles import Opening
from rulebook.reading.lines import Line, ends_sentence


@dataclass(frozen=True, slots=True)
class Zone:
    """Lines from `first` to `last` (exclusive); an opening where they are an article's."""

    first: int
    last: int
    opening: Opening | None = None
    comments: frozenset[int] = frozenset()
    """Lines of an annotated article that are no law: somebody's comments between paragraphs."""


def zones_of(
    lines: Sequence[Line],
    openings: Sequence[Opening],
    structure: Structure,
    spoken: bool,
    aside: frozenset[int] = frozenset(),
) -> list[Zone]:
    """Divide the lines into prose and articles.

    Args:
        lines: all lines that are left to read.
        openings: where articles begin.
        structure: the words of somebody who speaks.
        spoken: whether the document is somebody's letter or commentary, in which an article
            ends where he takes the word again.
        aside: the lines of menus, links and forms that were set aside; an article does not
            go on behind them without a label.
    """
    zones: list[Zone] = []
    at = 0
    for position, opening in enumerate(openings):
        if opening.line > at:
            zones.append(Zone(at, opening.line))
        after = openings[position + 1].line if position + 1 < len(openings) else len(lines)
        follows = position + 1 < len(openings)
        end = _law_end(lines, opening, after, structure, spoken, follows, aside)
        zones.append(Zone(opening.line, end, opening, _comments(lines, opening, end, structure)))
        at = end
    if at < len(lines):
        zones.append(Zone(at, len(lines)))
    return [
        zone
        for zone in zones
        if zone.opening or any(line.text for line in lines[zone.first : zone.last])
    ]


def _comments(
    lines: Sequence[Line], opening: Opening, end: int, structure: Structure
) -> frozenset[int]:
    """The lines of comments: from "Commento:" to the next upper or numbered label."""
    found: set[int] = set()
    inside = False
    for index in range(opening.line + opening.more + 1, end):
        text = str(lines[index])
        if structure.opens_comment.match(text):
            inside = True
        elif inside and re.match(r"(?:[A-Z]|\d{1,2})[.)](?=\s|$)", text):
            inside = False
        if inside:
            found.add(index)
    return frozenset(found)


def _divides(lines: Sequence[Line], index: int, after: int, structure: Structure) -> bool:
    """Whether a line opens a chapter: only its short title follows before the article."""
    if not structure.division.match(str(lines[index])):
        return False
    filled = [str(line) for line in lines[index:after] if line.text]
    return len(filled) <= 4 and not any(ends_sentence(text) for text in filled)


def _law_end(
    lines: Sequence[Line],
    opening: Opening,
    after: int,
    structure: Structure,
    spoken: bool,
    follows: bool,
    aside: frozenset[int],
) -> int:
    """Where the words of an article end before the next zone."""
    begin = opening.line + opening.more + 1
    body = lines[begin:after]
    found = candidates([str(line) for line in body], [line.breaks for line in body], structure)
    labelled = {candidate.line for candidate in found if candidate.start == 0}
    last_label = max(labelled, default=-1)
    flat = str(lines[opening.line])[opening.title[1] :]
    has_labels = last_label >= 0 or bool(candidates([flat], [()], structure))
    previous = str(lines[opening.line]) if opening.line < begin else ""
    started, number = False, lines[opening.line].number
    for index, line in enumerate(body):
        text = str(line)
        if not text:
            continue
        if follows and started and _divides(lines, begin + index, after, structure):
            return begin + index
        opens = index not in labelled and (ends_sentence(previous) or not started)
        apart = begin + index > 0 and not lines[begin + index - 1].text
        # Behind the last label and apart from it, whoever quotes the article speaks again.
        behind = has_labels and index > last_label and (started or bool(flat.strip(" .:–-")))
        if spoken and opens and apart and behind:
            return begin + index
        if (
            opens
            and started
            and _takes_the_word(
                lines, begin + index, after, index > last_label, structure, spoken, follows
            )
        ):
            return begin + index
        if opens and started and index > last_label and structure.truncation.search(previous):
            return begin + index
        if opens and started and index > last_label and names_edition(text):
            return begin + index
        parted = len(aside.intersection(range(number + 1, line.number))) > 1
        if opens and started and index > last_label and parted:
            return begin + index
        started, previous, number = True, text, line.number
    return after


def _takes_the_word(
    lines: Sequence[Line],
    index: int,
    after: int,
    past_labels: bool,
    structure: Structure,
    spoken: bool,
    follows: bool,
) -> bool:
    text = str(lines[index])
    if says_goodbye(text, structure) or greets(text, structure):
        return True
    hits = {match[0].lower() for match in structure.speaks.finditer(text)}
    rest_blank = not any(line.text for line in lines[index + 1 : after])
    if follows and rest_blank and text.rstrip().endswith(":") and past_labels:
        return bool(hits) or spoken
    if spoken and structure.speaks_surely.search(text):
        return True
    if len(hits) >= 2:
        return spoken or past_labels
    return len(hits) == 1 and spoken and past_labels

"""What looks like a label, what it can mean, and the lines that count on as a list does."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rulebook.label import roman_value

UPPER, DIGIT, LETTER, ROMAN = range(4)

MARKER = re.compile(
    r"""
    (?P<upper>[A-Z])(?P<upper_end>[.)]|\s*[–—-](?=\s))
    | (?P<digit>\d{1,2})(?P<digit_end>[.)])(?!\d)
    | \((?P<bracket>[a-z]|[ivx]{1,5}|\d{1,2}|[A-Z])\)
    | (?P<lower>[a-z]|[ivx]{2,5})(?P<lower_end>[.)])
    """,
    re.VERBOSE,
)
ROUND = re.compile(r"\((\d{1,2})\)")


def options_of(match: re.Match[str]) -> tuple[tuple[int, int, str], ...]:
    """What a marker can mean: kind, place in its sequence, and step of a path, for each reading."""
    upper, digit = match["upper"], match["digit"]
    step = match["bracket"] or match["lower"]
    if upper or (step and step.isupper()):
        letter = upper or step
        return ((UPPER, ord(letter) - 64, letter),)
    if digit or (step and step.isdigit()):
        number = int(digit or step)
        return ((DIGIT, number, str(number)),) if number else ()
    roman = roman_value(step)
    options = []
    if len(step) == 1:
        options.append((LETTER, ord(step) - 96, step))
    if roman:
        options.append((ROMAN, roman, step))
    return tuple(options)


def items(lines: Sequence[str]) -> frozenset[int]:
    """The lines that go on a list: paragraphs of their own, labelled 1, 2, 3 … or a, b, c … ."""
    found: set[int] = set()
    run: list[int] = []
    last: tuple[int, int] | None = None
    parted = True
    for index, line in enumerate(lines):
        if not line:
            parted = True
            continue
        match = MARKER.match(line)
        options = options_of(match) if match and parted and line[match.end() :][:1] == " " else ()
        following = [
            (kind, place)
            for kind, place, _ in options
            if last and (kind, place) == (last[0], last[1] + 1)
        ]
        if following:
            run.append(index)
            last = following[0]
        else:
            if len(run) > 1:
                found.update(run)
            run = []
            last = next(((kind, place) for kind, place, _ in options if place == 1), None)
        parted = False
    return frozenset(found | set(run if len(run) > 1 else ()))


def counted_on(lines: Sequence[str]) -> frozenset[int]:
    """The lines that count on, 1, 2, 3 … or a), b) …, each at its beginning, with no capital label
    between: a list, whatever sign stands before it ("Quando la carta sia giocata, / 1. …")."""
    counted: set[int] = set()
    runs: dict[tuple[int, str], list[int]] = {}
    for index, line in enumerate(lines):
        match = MARKER.match(line)
        if not match or not line[match.end() :][:1].isspace():
            continue
        if match["upper"]:
            runs = {}
            continue
        sign = line[match.end() - 1]
        for kind, place, _ in options_of(match):
            run = runs.get((kind, sign), [])
            if place == len(run) + 1:
                runs[kind, sign] = [*run, index]
                if place > 1:
                    counted.update(runs[kind, sign])
            elif place == 1:
                runs[kind, sign] = [index]
    return frozenset(counted)


def running(lines: Sequence[str]) -> frozenset[str]:
    """Numbers in round brackets inside the lines that run on from one capital label to the next:
    they count notes of which the text has nothing, since a list would begin anew."""
    numbers: list[int] = []
    labels: set[int] = set()
    label = 0
    for line in lines:
        start = MARKER.match(line)
        if start and start["upper"]:
            label += 1
        if ROUND.match(line):
            return frozenset()
        inside = [int(mark[1]) for mark in ROUND.finditer(line)]
        numbers += inside
        labels |= {label} if inside else set()
    runs_on = len(labels) > 1 and numbers == list(range(1, len(numbers) + 1))
    return frozenset(f"({number})" for number in numbers) if runs_on else frozenset()

"""The pieces of a citation read at a place: numbers with paths, words for parts, lists, editions.

Each function looks at one place of a text and says what stands there and where it ends.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from rulebook.reading.citations.grammar import GAP, LETTERS, OPT, Grammar, year_of
from rulebook.reading.citations.steps import (
    Path,
    Steps,
    closing,
    continued,
    expanded,
    letter_step,
    nested,
    of_article,
    read_path,
)
from rulebook.reading.citations.vocabulary import Unit

_OPT = re.compile(OPT)
_GAP = re.compile(GAP)
_COMMA_GAP = re.compile(f"{OPT},{OPT}")
_LINK = re.compile(f"{OPT}[,(–\\-]?{OPT}")
_CLOSES = re.compile(f"{OPT}(?:[);,:\\]]|$)")
_QUOTE = re.compile("[\"“«‘']?")
_TIGHT_DASH = re.compile("[-–—]")
_LOOSE_DASH = re.compile(f"{OPT}[-–—]{OPT}")
_LOWER_CASE_LABEL = re.compile("[a-h][0-9]")
_LOWER_DIGIT = re.compile(f"[a-z][0-9]|[b-df-hj-np-z]{GAP}[0-9](?![0-9])")
_SPACED = re.compile(f"{OPT}[:–—\\-]{OPT}(?=[A-Z][0-9])")
_JOINED_UPPER = re.compile("[./\\-](?=[A-Z])")
INITIALS = re.compile(f"{GAP}[A-Z][.](?:{OPT}[A-Z]|[a-z])[.]")
_LETTER_ALONE = re.compile(f"[a-z](?![{LETTERS}0-9'’])")
_NUMBER_FOLLOWS = re.compile(f"{GAP}[0-9]{{2}}")


@dataclass(frozen=True, slots=True)
class Member:
    """One provision of a citation: its place, its article (None: the one in hand), its path."""

    start: int
    end: int
    article: int | None
    steps: Steps


def unit_of(grammar: Grammar, word: str) -> tuple[Unit, bool]:
    """The kind of part that a word names, and whether the word is a plural."""
    bare = " ".join(word.lower().split())
    for unit in grammar.vocabulary.units:
        if bare in unit.singular:
            return unit, False
        if bare in unit.plural:
            return unit, True
    raise KeyError(word)


def skip(pattern: re.Pattern[str], text: str, at: int) -> int:
    """Where the pattern ends if it stands at the place, else the place."""
    match = pattern.match(text, at)
    return match.end() if match else at


def numbered(grammar: Grammar, text: str, at: int, worded: bool) -> Member | None:
    """An article's number with the path that is written to it: `27B1b`, `27 B 1 (b)`, `27, B1`.

    Args:
        worded: whether a word for an article stands before, so that a bare number will do.

    Returns:
        The member, or None where the number or what is stuck to it is none of the Code's.
    """
    articles = grammar.vocabulary.articles
    match = grammar.number.match(text, at)
    if not match or not 1 <= int(match.group(1)) <= articles.last:
        return None
    number, end = int(match.group(1)), match.end()
    if grammar.foreign_suffix.match(text, end):
        return None
    if text[end : end + 1].isalpha():
        fold = worded or _LOWER_CASE_LABEL.match(text, end) is not None
        path = read_path(grammar, text, end, fold=fold)
        return Member(at, path.end, number, path.steps) if path else None
    if worded and INITIALS.match(text, end):
        return Member(at, end, number, ())
    path = _path_after(grammar, text, end, worded)
    if path and not _is_name(grammar, text, end):
        return Member(at, path.end, number, of_article(path.steps))
    return Member(at, end, number, ())


def _is_name(grammar: Grammar, text: str, at: int) -> bool:
    """Whether what looks like a letter begins the name of a collection: "art. 7 L. 287"."""
    return any(p.match(text, at) for p in (grammar.other_law, grammar.other_named, grammar.own))


def _path_after(grammar: Grammar, text: str, at: int, worded: bool) -> Path | None:
    """The path that follows an article's number with something between."""
    if joined := _JOINED_UPPER.match(text, at):
        return read_path(grammar, text, joined.end())
    gap = _GAP.match(text, at)
    if gap and not _is_conjunction(grammar, text, gap.end()):
        path = read_path(grammar, text, gap.end())
        if path and path.steps[0].isupper() and (worded or len(path.steps) > 1):
            return path
    if not worded:
        return None
    if comma := _COMMA_GAP.match(text, at):
        path = read_path(grammar, text, comma.end())
        if not path or not path.steps[0].isupper():
            return None
        listed_on = grammar.conjunction.match(text, path.end)
        goes_on = listed_on is not None and read_path(grammar, text, listed_on.end()) is not None
        return path if len(path.steps) > 1 or _CLOSES.match(text, path.end) or goes_on else None
    if spaced := _SPACED.match(text, at):
        return read_path(grammar, text, spaced.end())
    place = skip(_OPT, text, at)
    if text[place : place + 1] in ("(", "["):
        path = read_path(grammar, text, place)
        if path and path.steps[0].islower() and len(path.steps[0]) == 1:
            return path
        path = read_path(grammar, text, place + 1)
        closed = path is not None and text[path.end : path.end + 1] in (")", "]")
        return Path(path.steps, path.end + 1) if path and closed else None
    if gap and _LOWER_DIGIT.match(text, gap.end()):
        return read_path(grammar, text, gap.end(), fold=True)
    if gap and text[gap.end() + 1 : gap.end() + 2] == ")" and text[gap.end()].islower():
        return letter_step(grammar, text, gap.end())
    return None


def _is_conjunction(grammar: Grammar, text: str, at: int) -> bool:
    """Whether an upper-case E or O joins two articles: "ARTICOLI 23 E 26", "ART. 23 E ART. 26"."""
    if text[at : at + 1] not in ("E", "O"):
        return False
    gap = _GAP.match(text, at + 1)
    word = gap is not None and grammar.article.match(text, gap.end()) is not None
    return word or bool(_NUMBER_FOLLOWS.match(text, at + 1))


def parts(grammar: Grammar, text: str, at: int, unit: Unit, plural: bool) -> list[Member]:
    """The provisions after a word for a part: "B1", "1 e 2", "a, b e c", "da A a D"; or none."""
    digits = unit.steps == "any"
    quoted = _QUOTE.match(text, at)
    place = quoted.end() if quoted else at
    lead = grammar.from_.match(text, place)
    if lead:
        place = lead.end()
    if digits:
        place = skip(grammar.number_word, text, place)
    path = read_path(grammar, text, place, digits=digits) or letter_step(grammar, text, place)
    if not path and plural and (vowel := _LETTER_ALONE.match(text, place)):
        path = Path((vowel.group(),), vowel.end())
    if not path:
        return []
    end = path.end
    if quoted and quoted.group() and text[end : end + 1] in "\"”»’'":
        end += 1
    if text[end : end + 1] == ")" and not text[end - 1].islower():
        end = closing(text, end)
    found = [Member(place, end, None, path.steps)]
    return listed(grammar, text, found, digits=digits, plural=plural, ranged=lead is not None)


def listed(
    grammar: Grammar,
    text: str,
    members: list[Member],
    *,
    digits: bool,
    plural: bool,
    ranged: bool = False,
) -> list[Member]:
    """Members with those that a list or a range adds to them; all have the same article."""
    found = list(members)
    while True:
        last = found[-1]
        further = _range(grammar, text, last, digits, plural, ranged)
        if not further:
            further = _next_in_list(grammar, text, last, digits, plural)
        if not further:
            return found
        found.extend(further)


def _next_in_list(
    grammar: Grammar, text: str, last: Member, digits: bool, plural: bool
) -> list[Member]:
    joint = grammar.conjunction.match(text, last.end)
    if not joint:
        return []
    at = joint.end()
    path = read_path(grammar, text, at, digits=digits)
    lower = last.steps[-1].islower()
    if not path and lower:
        path = letter_step(grammar, text, at)
    if not path or (path.steps[0].isdigit() and not plural and not joint.group(2)):
        return []
    if grammar.card.match(text, path.end) and len(path.steps) < 3:
        return []
    steps = continued(last.steps, path.steps, ())
    return [Member(at, path.end, last.article, steps)] if steps else []


def _range(
    grammar: Grammar, text: str, last: Member, digits: bool, plural: bool, ranged: bool
) -> list[Member]:
    dash = (_LOOSE_DASH if plural else _TIGHT_DASH).match(text, last.end)
    to = grammar.to.match(text, last.end) if ranged or plural else None
    joint = dash or to
    if not joint:
        return []
    counting = digits or (dash is not None and last.steps[-1].isdigit())
    path = read_path(grammar, text, joint.end(), digits=counting)
    if path and counting and not digits and len(path.steps[0]) > 1:
        return []
    if not path and last.steps[-1].islower():
        path = letter_step(grammar, text, joint.end())
    steps = continued(last.steps, path.steps, ()) if path else None
    between = expanded(last.steps, steps) if steps else None
    if not path or not between:
        return []
    inner = [Member(last.end, last.end, last.article, step) for step in between[1:-1]]
    return [*inner, Member(joint.end(), path.end, last.article, between[-1])]


def inner_parts(
    grammar: Grammar, text: str, last: Member, before: Unit | None
) -> tuple[list[Member], Unit] | None:
    """A member taken further by a word for a part: "lettera B" + "punti 1 e 2".

    Returns:
        The members in its place, and the kind of part; None where no part follows.
    """
    place = skip(_LINK, text, last.end)
    lead = grammar.lead.match(text, place)
    place = lead.end() if lead else place
    opened = text[place - 1 : place] == "("
    word = grammar.unit.match(text, place) or grammar.unit_stuck.match(text, place)
    if not word:
        return None
    unit, plural = unit_of(grammar, word.group(1))
    if unit is before:
        return None
    below = parts(grammar, text, word.end(), unit, plural)
    if not below:
        return None
    if opened:
        if text[below[-1].end : below[-1].end + 1] != ")":
            return None
        below[-1] = replace(below[-1], end=below[-1].end + 1)
    made = [
        Member(part.start, part.end, last.article, _below(last, part.steps)) for part in below
    ]
    first = Member(last.start, made[0].end, last.article, made[0].steps)
    return [first, *made[1:]], unit


def _below(last: Member, steps: Steps) -> Steps:
    whole = nested(last.steps, steps)
    return of_article(whole) if last.article and not last.steps else whole


def edition_word(grammar: Grammar, word: str) -> str:
    """What a word says of the edition: "old", "new", "current" or the year itself."""
    bare = " ".join(word.lower().split())
    editions = grammar.vocabulary.editions
    for name, words in (("old", editions.old), ("new", editions.new)):
        if bare in words:
            return name
    return year_of(bare) or "current"


def editions_in(grammar: Grammar, match: re.Match[str]) -> list[str]:
    """The editions that the groups of a match name; a year tells more than another word."""
    said = [edition_word(grammar, word) for word in match.groups() if word]
    return [word for word in said if word.isdigit()] or said


def dash_at(text: str, at: int, loose: bool) -> int | None:
    """Where a dash between two numbers ends, or None."""
    match = (_LOOSE_DASH if loose else _TIGHT_DASH).match(text, at)
    return match.end() if match else None

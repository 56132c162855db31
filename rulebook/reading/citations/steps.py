"""Reading the path of a provision in running text: `B1(b)`, `B 1 b)`, `(b)(ii)`; and lists."""

from __future__ import annotations

import re
from dataclasses import dataclass

from rulebook.label import roman_value
from rulebook.reading.citations.grammar import GAP, LETTERS, OPT, SPACE, Grammar

Steps = tuple[str, ...]

_UPPER = re.compile(f"([A-Z])(?![{LETTERS}])")
_DIGITS = re.compile(f"([0-9]{{1,2}})(?![0-9]|[.,][0-9]|{OPT}[%°ªº‰€])")
_LETTER = re.compile(f"([a-z])(x?(?:ix|iv|vi{{0,3}}|i{{1,3}})|x)?(?![{LETTERS}0-9])")
_BRACKET = re.compile(f"\\({OPT}([a-z]{{1,5}}|[0-9]{{1,2}}){OPT}\\)")
# A bracket that is never closed; a vowel there would begin an aside.
_OPENED = re.compile(f"\\(([b-df-hj-np-z])(?=[{SPACE},.;:]|$)")
_CLOSED = re.compile("([a-z])(?=\\))")
_ALONE = re.compile(f"([a-z])(?![{LETTERS}0-9'’`´])")
_ABBREVIATED = re.compile(f"[a-z][.][{LETTERS}]|n[.]")
_GAP = re.compile(GAP)
_LETTERED_NUMBER = re.compile("[0-9]{1,2}[A-Z]")
_DOT = re.compile("[.](?=[(])")
_JOIN = re.compile("[./\\-]")
_WORDY = re.compile(f"[{LETTERS}0-9]")
_AFTER_NUMBER = re.compile(f"[^{LETTERS}.][{SPACE}]+$|^$")
_NUMERAL = re.compile(f"(x?(?:ix|iv|vi{{0,3}}|i{{2,3}}))(?![{LETTERS}0-9])")
# A number apart from its letter that counts further is that of a page, or of something else.
_MOST = 30
_FOLDED = re.compile(f"([a-z])(?=[0-9(]|(?![{LETTERS}]))")


@dataclass(frozen=True, slots=True)
class Path:
    """A path as read: its steps and where it ends."""

    steps: Steps
    end: int


def kind(step: str) -> int:
    """The level type of a step: 0 upper-case letter, 1 number, 2 lower-case letter or numeral."""
    if step.isdigit():
        return 1
    return 0 if step.isupper() else 2


def read_path(
    grammar: Grammar,
    text: str,
    at: int,
    *,
    loose: bool = True,
    digits: bool = False,
    fold: bool = False,
) -> Path | None:
    """Read a path at a place.

    Args:
        grammar: the words that forbid a reading ("A meno che", "2 prese").
        text: the text.
        at: where the path begins.
        loose: whether gaps and dots may stand between its steps, and "b)" be a step.
        digits: whether a number may be the first step.
        fold: whether a lower-case letter may stand for the first, upper-case one.

    Returns:
        The path, or None where there is none or what follows makes it a word, a call or a count.
    """
    steps: list[str] = []
    upper = _UPPER.match(text, at)
    bracket = _BRACKET.match(text, at)
    if upper:
        if _is_word(grammar, text, at):
            return None
        steps.append(upper.group(1))
        at = upper.end()
    elif bracket and _is_step(bracket.group(1)):
        steps.append(bracket.group(1))
        at = bracket.end()
    elif fold and (letter := _FOLDED.match(text, at)):
        steps.append(letter.group(1).upper())
        at = letter.end()
    elif digits and (number := _DIGITS.match(text, at)):
        steps.append(number.group(1))
        at = number.end()
        if grammar.counted.match(text, at):
            return None
    else:
        return None
    return read_on(grammar, text, Path(tuple(steps), at), loose=loose)


def read_on(grammar: Grammar, text: str, path: Path, *, loose: bool = True) -> Path | None:
    """A path with the further steps that are written to it; None where a word follows."""
    steps, at = list(path.steps), path.end
    while following := _next_step(grammar, text, at, kind(steps[-1]), loose):
        steps.extend(following.steps)
        at = following.end
    if _WORDY.match(text, at) or len(steps) > 6:
        return None
    return Path(tuple(steps), at)


def _next_step(grammar: Grammar, text: str, at: int, last: int, loose: bool) -> Path | None:
    """The step after one of the type `last`, or None where the path ends."""
    joint = (_GAP.match(text, at) or _DOT.match(text, at)) if loose else None
    bracket = _BRACKET.match(text, joint.end() if joint else at) or _OPENED.match(text, at)
    if bracket and _is_step(bracket.group(1)) and not (last == 2 and bracket.group(1).isdigit()):
        return Path((bracket.group(1),), bracket.end())
    if last == 0:
        return _number_after_letter(grammar, text, at, loose)
    if last == 1:
        return _letter_after_number(grammar, text, at, loose)
    join = _JOIN.match(text, at) if loose else None
    numeral = _NUMERAL.match(text, join.end()) if join else None
    return Path((numeral.group(1),), numeral.end()) if numeral else None


def _number_after_letter(grammar: Grammar, text: str, at: int, loose: bool) -> Path | None:
    number = _DIGITS.match(text, at)
    if number:
        return Path((number.group(1),), number.end())
    join = _JOIN.match(text, at) if loose else None
    joint = join or (_GAP.match(text, at) if loose else None)
    number = _DIGITS.match(text, joint.end()) if joint else None
    if not number or int(number.group(1)) > _MOST or grammar.counted.match(text, number.end()):
        return None
    if join and _WORDY.match(text, number.end()):
        return None  # "10A-10B" is a range
    return Path((number.group(1),), number.end())


def _letter_after_number(grammar: Grammar, text: str, at: int, loose: bool) -> Path | None:
    letter = _LETTER.match(text, at)
    if letter:
        return Path(tuple(part for part in letter.groups() if part), letter.end())
    if not loose:
        return None
    join = _JOIN.match(text, at)
    if join and (letter := _ALONE.match(text, join.end())):
        return Path((letter.group(1),), letter.end())
    gap = _GAP.match(text, at)
    if not gap:
        return None
    if closed := _CLOSED.match(text, gap.end()):
        return Path((closed.group(1),), closing(text, closed.end()))
    letter = _ALONE.match(text, gap.end())
    if letter and letter.group(1) not in grammar.vocabulary.exclusions.words_of_one_letter:
        return Path((letter.group(1),), letter.end())
    return None


def _is_step(inside: str) -> bool:
    return inside.isdigit() or len(inside) == 1 or roman_value(inside) is not None


def _is_word(grammar: Grammar, text: str, at: int) -> bool:
    """Whether an upper-case letter is a preposition, an accent's bearer or one of two seats."""
    after = text[at + 1 : at + 2]
    letter = text[at]
    exclusions = grammar.vocabulary.exclusions
    if after and after in "'’`´ʼ" and (letter in "EAIOU" or text[at + 2 : at + 3].isalpha()):
        return True
    if after and after in "-/" and letter in exclusions.compass:
        other, beyond = text[at + 2 : at + 3], text[at + 3 : at + 4]
        if other and other in exclusions.compass and not beyond.isalnum():
            return True
    # In "25A quanto" and "lettera A prevede" it is a label; in "25 A quanto" it may be a word.
    parted = letter == "A" and _AFTER_NUMBER.search(text[max(0, at - 8) : at])
    return bool(parted and grammar.after_a.match(text, at + 1))


def closing(text: str, at: int) -> int:
    """Where a step written "b)" ends: its bracket is its own unless one is open before it."""
    before = text[max(0, at - 200) : at]
    return at if before.count("(") > before.count(")") else at + 1


def letter_step(grammar: Grammar, text: str, at: int) -> Path | None:
    """A lower-case letter after a word for a part: "lettera b)"; not "punto a capo"."""
    if closed := _CLOSED.match(text, at):
        return Path((closed.group(1),), closing(text, closed.end()))
    alone = _ALONE.match(text, at)
    if not alone or _ABBREVIATED.match(text, at):
        return None
    if alone.group(1) not in grammar.vocabulary.exclusions.words_of_one_letter:
        return Path((alone.group(1),), alone.end())
    rest = text[alone.end() : alone.end() + 1]
    if not rest or rest in ".,;:)]”»\"" or names_its_article(grammar, text, alone.end()):
        return Path((alone.group(1),), alone.end())
    return None


def names_its_article(grammar: Grammar, text: str, at: int) -> bool:
    """Whether a part is followed by the article that holds it: "dell'articolo 12", "del 12B"."""
    gap = _GAP.match(text, at)
    of = grammar.of.match(text, gap.end()) if gap else None
    return of is not None and any(
        p.match(text, of.end()) for p in (grammar.article, _LETTERED_NUMBER)
    )


def continued(previous: Steps, member: Steps, base: Steps) -> Steps | None:
    """The path of a further member of a list: `(c)` after `B1(b)` is `B1(c)`, `C` is `C`.

    None where the member has a level that the list has not got.
    """
    level = kind(member[0])
    for index in range(len(previous) - 1, -1, -1):
        if kind(previous[index]) == level:
            return previous[:index] + member if index >= len(base) else base + member
    return None


def nested(outer: Steps, inner: Steps) -> Steps:
    """A part named with the part that holds it, in either order: an upper-case letter holds."""
    if inner and kind(inner[0]) == 0 and (not outer or kind(outer[0]) != 0):
        return inner + outer
    return outer + inner


def expanded(first: Steps, last: Steps) -> tuple[Steps, ...] | None:
    """The paths between two ends of a range, both included; None where they make no range."""
    if len(first) != len(last) or first[:-1] != last[:-1] or kind(first[-1]) != kind(last[-1]):
        return None
    low, high = first[-1], last[-1]
    if low.isdigit():
        between = [str(n) for n in range(int(low), int(high) + 1)]
    elif len(low) == len(high) == 1:
        between = [chr(n) for n in range(ord(low), ord(high) + 1)]
    else:
        return None
    return tuple((*first[:-1], step) for step in between) if 1 < len(between) <= 26 else None


def of_article(steps: Steps) -> Steps:
    """A path below an article: its first level is an upper-case letter however it is typed."""
    return (steps[0].upper(), *steps[1:]) if steps and len(steps[0]) == 1 else steps

"""What stands around a citation and decides about it: editions, other collections, title lines."""

from __future__ import annotations

import re

from rulebook.reading.citations.draft import REACH, Draft, Reading
from rulebook.reading.citations.grammar import GAP, LETTERS, OPT
from rulebook.reading.citations.parts import edition_word, editions_in, skip
from rulebook.reading.citations.tail import strange_end

_ANNOUNCED = re.compile(f"[.!?:;»”\"…\\])0-9]{OPT}$")
_CAPITALS = re.compile(f"{OPT}[–—:.\\-]{OPT}[A-ZÀ-Ý]{{4}}")
ENDED = re.compile(f"[.!?]{GAP}[A-ZÀ-Ý]")
_ABBREVIATED = re.compile("[A-ZÀ-Ý0-9/.°]")
_LAST_WORD = re.compile(f"([{LETTERS}]+)[^{LETTERS}]*$")
_WORDS_OR_SIGNS = re.compile(f"[{LETTERS}]+|[°€$]")
LETTERED = re.compile("[0-9][A-Z][0-9]")
"""How only the Code numbers: "16B1"."""
_BULLETS = " \t\u00a0•*-–—·«“\"0123456789.)"
_WORDS = re.compile(f"[{LETTERS}]+")


def judged(reading: Reading, draft: Draft) -> Draft:
    """The draft with the edition and the collection that the words around it name."""
    grammar, text = reading.grammar, reading.text
    if not draft.foreign and draft.worded and not draft.own:
        said = text[draft.start : draft.end]
        after = skip(grammar.onward, text, draft.end)
        initials = None if said.isupper() else grammar.other_initials.match(text, after)
        beside = grammar.aside.match(text, after)
        at = beside.end() if beside else -1
        owner = beside and (grammar.other.match(text, at) or grammar.other_law.match(text, at))
        unknown = not LETTERED.search(said) and grammar.owner.match(text, after)
        draft.foreign = bool(initials or owner or unknown)
    if draft.foreign:
        return draft
    _take_adjective(reading, draft)
    # Most citations follow none of these words, and a set tells it sooner than a pattern.
    near = {word.lower() for word in _WORDS.findall(reading.window(draft.start))}
    own = None
    if not near.isdisjoint(grammar.own_words):
        own = reading.before(grammar.own_before, draft.start)
    if own:
        draft.own = True
        lead = reading.window(draft.start)[: own.start() + 1][-30:]
        # Not of 1997: "rispetto al Codice 1997 l'art. 27"; but "come nel Codice 1997 all'art. 27".
        compared = grammar.comparison.search(lead) and not reading.before(grammar.into, draft.start)
        if not draft.editions and not compared:
            draft.editions.extend(editions_in(grammar, own))
            joined = grammar.own_joined.search(reading.window(draft.start)[: own.start() + 1])
            if joined and any(word.isdigit() for word in draft.editions):
                draft.editions[:0] = editions_in(grammar, joined)
    elif not draft.own and not near.isdisjoint(grammar.other_words):
        draft.foreign = draft.topical = _after_other(reading, draft.start)
    return draft


def is_excluded(reading: Reading, start: int) -> bool:
    """Whether the word before a label says that it is something else: "tavolo 12A"."""
    window = reading.window(start)
    words = [word.lower() for word in _WORDS_OR_SIGNS.findall(window)[-4:]]
    streets = reading.grammar.vocabulary.exclusions.streets
    if reading.grammar.excluding_words.isdisjoint(words[-2:]) and not any(
        word in streets for word in words
    ):
        return False
    return reading.grammar.not_after.search(window) is not None


def _take_adjective(reading: Reading, draft: Draft) -> None:
    """Take the adjectives before a citation into it: "il vecchio ed il nuovo articolo 27"."""
    last = _LAST_WORD.search(reading.text[max(0, draft.start - 16) : draft.start])
    if not last or last.group(1).lower() not in reading.grammar.adjective_words:
        return
    adjective = reading.before(reading.grammar.adjective_before, draft.start)
    if adjective and not adjective.group(1):
        said = [edition_word(reading.grammar, word) for word in adjective.groups()[1:] if word]
        draft.editions[:0] = said
        first = adjective.start(2) if adjective.group(2) else adjective.start(3)
        draft.start = max(0, draft.start - REACH) + first


def _after_other(reading: Reading, start: int) -> bool:
    """Whether the name of another collection leads up to a citation: "Statuto, art. 5"."""
    grammar = reading.grammar
    window = reading.window(start)
    ends = [name.end() for name in grammar.other_before.finditer(window)]
    for name in grammar.own_anywhere.finditer(window):
        strange = strange_end(grammar, name)
        ends += [strange] if strange else []
    for end in ends:
        rest = window[end:]
        if ENDED.search(rest):
            continue
        joined = grammar.joined_to.search(rest)
        words = rest[: joined.start()].split() if joined else rest.split()
        if len(words) <= 6 and all(
            _is_tail(reading, word) or grammar.genitive.match(f"{before} ")
            for before, word in zip(("", *words), words, strict=False)
        ):
            return True
    return False


def _is_tail(reading: Reading, word: str) -> bool:
    bare = word.strip(",:;()–-“”\"")
    if not bare or _ABBREVIATED.match(bare):
        return True
    return reading.grammar.tail_word.fullmatch(bare) is not None


def is_announcement(reading: Reading, draft: Draft, after_another: bool) -> bool:
    """Whether the words are the title line of an article, not a citation of it.

    After another title a line need not follow the end of a sentence.
    """
    if not draft.worded or draft.foreign or draft.relative or len(draft.members) > 1:
        return False
    if draft.editions or draft.named or draft.members[0].steps:
        return False
    before = reading.text[max(0, draft.start - 40) : draft.start]
    if _CAPITALS.match(reading.text, draft.end) and not before.rstrip().endswith(("'", "’", "(")):
        return True
    if not reading.grammar.title.match(reading.text, draft.end):
        return False
    above, broken, line = before.rpartition("\n")
    starts = not line.strip(_BULLETS) and (bool(broken) or draft.start <= 40)
    ended = not above.strip() or _ANNOUNCED.search(above) is not None
    return starts and (ended or after_another)

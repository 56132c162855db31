"""How a citation goes on: names and editions, parts, lists and ranges, what a part belongs to."""

from __future__ import annotations

import re

from rulebook.reading.citations.draft import Draft, Reading, direction_of
from rulebook.reading.citations.grammar import LETTERS, OPT, SPACE, Grammar
from rulebook.reading.citations.parts import (
    INITIALS,
    Member,
    dash_at,
    editions_in,
    inner_parts,
    listed,
    numbered,
    parts,
    skip,
    unit_of,
)
from rulebook.reading.citations.steps import (
    Path,
    Steps,
    names_its_article,
    nested,
    of_article,
    read_on,
)

_COMMA = re.compile(f"(?:{OPT},)?{OPT}")
_LAST_WORD = re.compile(f"([{LETTERS}]+)[^{LETTERS}]*$")
_NEXT_WORD = re.compile(f"[{SPACE},]{{0,9}}([(/\\[\"“«–—-]?)[{SPACE}]{{0,4}}([{LETTERS}]*)")
_COMMA_NUMBER = re.compile(f"{OPT},{OPT}([1-9])(?![0-9A-Z]|[.,][0-9])")
_COMMA_LETTER = re.compile(f"{OPT},{OPT}([b-df-hj-np-z]|[aeio](?=\\)))(?![{LETTERS}0-9'’])")
_PRONOUN = re.compile(f"(?:quale|quali|cui)(?![{LETTERS}])")
_LETTER_OR_DIGIT = re.compile(f"[{LETTERS}0-9]")


def extend(reading: Reading, draft: Draft, ranged: bool) -> None:
    """Read what follows an article's number: names, editions, parts, further numbers."""
    while not draft.foreign and (
        _named(reading, draft)
        or _step_after_comma(reading, draft)
        or _range_of_articles(reading, draft, ranged)
        or _deepen_once(reading, draft)
        or _next_article(reading, draft)
    ):
        pass


def _named(reading: Reading, draft: Draft) -> bool:
    """Take the name of a collection or an edition; another collection ends the matter."""
    grammar, text = reading.grammar, reading.text
    at = skip(grammar.onward, text, draft.end)
    ahead = _NEXT_WORD.match(text, at)
    if ahead and not ahead.group(1) and ahead.group(2).lower() not in grammar.name_words:
        return _named_too(reading, draft)
    own = grammar.own.match(text, at)
    other = max(
        (m.end() for p in (grammar.other, grammar.other_named) if (m := p.match(text, at))),
        default=-1,
    )
    law = grammar.other_law.match(text, at)
    other = max(other, law.end() if law else -1)
    if other > (own.end() if own else -1):
        draft.foreign, draft.end = True, other
        return True
    named = grammar.edition_year.match(text, at) or grammar.edition_name.match(text, at)
    if is_strange(reading, at, own):
        draft.foreign = True
        return True
    found = own or named or grammar.adjective_after.match(text, at)
    if not found:
        return _named_too(reading, draft)
    draft.own = draft.named = draft.own or found is own
    draft.editions.extend(editions_in(grammar, found))
    draft.end = _closed(text, found)
    return True


def _named_too(reading: Reading, draft: Draft) -> bool:
    """Take a further edition after one that is named: "del Codice 1997 e del Codice 2007"."""
    if not draft.editions:
        return False
    further = reading.grammar.own_further.match(reading.text, draft.end)
    editions = editions_in(reading.grammar, further) if further else []
    if not further or not any(said.isdigit() for said in editions):
        return False
    draft.editions.extend(editions)
    draft.end = _closed(reading.text, further)
    return True


def _closed(text: str, match: re.Match[str]) -> int:
    """Where a name ends, with the bracket that closes one within it."""
    said = match.group()
    opened = said.count("(") > said.count(")")
    return match.end() + (opened and text[match.end() : match.end() + 1] == ")")


def is_strange(reading: Reading, at: int, own: re.Match[str] | None) -> bool:
    """Whether the name of the Code at a place goes on as that of another: "Codice civile"."""
    stem = reading.grammar.own_stem.match(reading.text, at) if own else None
    if not own or not stem or own.end() > stem.end():
        return False
    if any(
        p.match(reading.text, stem.end())
        for p in (reading.grammar.edition_year, reading.grammar.edition_name)
    ):
        return False
    return strange_end(reading.grammar, stem) is not None


def strange_end(grammar: Grammar, stem: re.Match[str]) -> int | None:
    """Where the name of another code ends that begins as the Code's does, or None.

    Behind a name that is nobody else's only the word for another code tells ("Codice di Gara di
    solito"); behind a common noun any name does ("Codice di condotta").
    """
    found = grammar.stranger.match(stem.string, stem.end())
    word = _LAST_WORD.search(stem.group())
    common = word and word.group(1).lower() in grammar.vocabulary.context.things
    return found.end() if found and (found.group(1) or common) else None


def _deepen_once(reading: Reading, draft: Draft) -> bool:
    """Take a word for a part and its labels, unless it looks elsewhere ("il punto D seguente")."""
    if INITIALS.match(reading.text, draft.end):
        return False
    last = draft.members[-1]
    reach = Member(last.start, draft.end, last.article, last.steps)
    inner = inner_parts(reading.grammar, reading.text, reach, draft.unit)
    if not inner:
        return False
    members, unit = inner
    end = members[-1].end
    direction = reading.grammar.direction.match(reading.text, end)
    # "l'articolo 21, il comma C1 dell'articolo 12": the part is the next article's.
    elsewhere = direction or names_its_article(reading.grammar, reading.text, end)
    if elsewhere and not draft.relative:
        return False
    draft.members[-1:] = members
    draft.unit, draft.end = unit, end
    return True


def deepen(reading: Reading, draft: Draft) -> None:
    """Take every word for a part that follows."""
    while _deepen_once(reading, draft):
        pass


def _step_after_comma(reading: Reading, draft: Draft) -> bool:
    """Take a step that a comma sets off: "art. 16, B, 1 (a)"; in a list a number is an article."""
    last = draft.members[-1]
    if draft.plural or not draft.worded or not last.steps or draft.end != last.end:
        return False
    pattern = _COMMA_NUMBER if last.steps[-1].isupper() else _COMMA_LETTER
    step = pattern.match(reading.text, draft.end)
    if not step or reading.grammar.counted.match(reading.text, step.end()):
        return False
    if last.steps[-1].islower() or reading.grammar.list_ahead.match(reading.text, step.start(1)):
        return False
    path = read_on(reading.grammar, reading.text, Path((*last.steps, step.group(1)), step.end()))
    if not path:
        return False
    draft.members[-1] = Member(last.start, path.end, last.article, path.steps)
    draft.end = path.end
    return True


def _range_of_articles(reading: Reading, draft: Draft, ranged: bool) -> bool:
    """Take the end of a range: "20-23", "dal 16 al 18", "dall'articolo 16 all'articolo 18"."""
    grammar, text = reading.grammar, reading.text
    last = draft.members[-1]
    at = dash_at(text, draft.end, draft.plural)
    if at is None and (ranged or draft.plural) and (to := grammar.to.match(text, draft.end)):
        article = grammar.article.match(text, to.end())
        at = skip(grammar.number_word, text, article.end() if article else to.end())
    if at is None:
        return False
    if last.steps:
        made = listed(grammar, text, [last], digits=False, plural=draft.plural, ranged=ranged)
        if len(made) > 1 and draft.end == last.end:
            draft.members[-1:] = made
            draft.end = made[-1].end
            return True
    member = numbered(grammar, text, at, worded=True)
    if not member or last.article is None or member.article is None:
        return False
    if member.article <= last.article or grammar.counted.match(text, member.end):
        return False
    between = range(last.article + 1, member.article)
    draft.members.extend(Member(draft.end, draft.end, number, ()) for number in between)
    draft.members.append(member)
    draft.end = member.end
    return True


def _next_article(reading: Reading, draft: Draft) -> bool:
    """Take a further member of a list: an article, or a part of the article before."""
    grammar, text = reading.grammar, reading.text
    joint = grammar.conjunction.match(text, draft.end)
    if not joint:
        return False
    last = draft.members[-1]
    at = joint.end()
    lead = grammar.lead.match(text, at)
    if lead and grammar.number.match(text, lead.end()):
        at = lead.end()
    if draft.end == last.end and last.steps:
        digits = last.steps[-1].isdigit() and bool(joint.group(2))
        made = listed(grammar, text, [last], digits=digits, plural=draft.plural)
        if len(made) > 1 and _goes_on(reading, last, made[1]):
            draft.members.extend(made[1:])
            draft.end = made[-1].end
            return True
    member = numbered(grammar, text, at, worded=draft.worded)
    if not member or grammar.counted.match(text, member.end):
        return False
    if not draft.worded and (member.steps or (member.article or 0) < 8):
        return False  # a label of its own, or too low a number to be sure
    comma = not joint.group(2)
    if comma and not draft.plural and not member.steps:
        ahead = grammar.list_ahead.match(text, at)
        if not ahead or (member.article or 0) <= (last.article or 0):
            return False
    draft.members.append(member)
    draft.end = member.end
    draft.unit = None
    return True


def _goes_on(reading: Reading, last: Member, further: Member) -> bool:
    """Whether a number after a path counts on from it ("B1 e 2") and is no article."""
    if not reading.text[further.start : further.start + 1].isdigit():
        return True
    step, before, article = further.steps[-1], last.steps[-1], last.article or 0
    return len(step) == 1 and before.isdigit() and int(before) < int(step) < article


def belong(reading: Reading, draft: Draft) -> None:
    """Read what a part belongs to: "dell'articolo 27", "del paragrafo B", "del bando"."""
    grammar, text = reading.grammar, reading.text
    while not draft.foreign and draft.relative:
        at = skip(_COMMA, text, draft.end)
        of = grammar.of.match(text, at) if at > draft.end else None
        if not of:
            return
        if not _belongs_to(reading, draft, of.end()):
            _judge_owner(reading, draft, at, of.end())
            return


def _belongs_to(reading: Reading, draft: Draft, at: int) -> bool:
    """Take the article or the part that holds the draft's members."""
    grammar, text = reading.grammar, reading.text
    adjective = grammar.adjective_lead.match(text, at)
    place = adjective.end() if adjective else at
    article = grammar.article.match(text, place)
    word = None if article else grammar.unit.match(text, place)
    holder = numbered(grammar, text, article.end() if article else place, article is not None)
    if holder and (article or holder.steps or adjective):
        draft.members = [
            Member(m.start, m.end, holder.article, _in(holder.steps, m.steps))
            for m in draft.members
        ]
        draft.end, draft.strength, draft.worded = holder.end, "number", True
        if adjective:
            draft.editions.extend(editions_in(grammar, adjective))
        draft.unit = None
        names(reading, draft)
        if len(draft.members) == 1 and not draft.foreign:
            deepen(reading, draft)
        return True
    if word:
        unit, plural = unit_of(grammar, word.group(1))
        outer = parts(grammar, text, word.end(), unit, plural)
        if outer:
            draft.members = [
                Member(m.start, m.end, None, nested(outer[0].steps, m.steps))
                for m in draft.members
            ]
            draft.end = outer[-1].end
            return True
    return False


def names(reading: Reading, draft: Draft) -> None:
    """Take every name of a collection or an edition that follows."""
    while not draft.foreign and _named(reading, draft):
        pass


def _judge_owner(reading: Reading, draft: Draft, at: int, after: int) -> None:
    """Decide about a part of something without a number: this article, the Code, a stranger."""
    grammar, text = reading.grammar, reading.text
    here = grammar.this_article.match(text, after)
    if here:
        draft.end = here.end()
        return
    before = draft.end
    names(reading, draft)
    if draft.foreign or draft.end > before:
        return
    article = grammar.article.match(text, after)
    elsewhere = grammar.direction.match(text, article.end()) if article else None
    if elsewhere:
        draft.foreign, draft.end = True, elsewhere.end()
        return
    if article or _PRONOUN.match(text, after):
        return
    genitive = grammar.genitive.match(text, at)
    if genitive and _LETTER_OR_DIGIT.match(text, genitive.end()):
        draft.foreign = True


def direct(reading: Reading, draft: Draft) -> None:
    """Take the word that says where a relative citation leads: "precedente", "seguente"."""
    if not draft.relative or draft.foreign:
        return
    after = reading.grammar.direction.match(reading.text, draft.end)
    if after:
        draft.direction, draft.end = direction_of(after), after.end()
        belong(reading, draft)
        return
    last = _LAST_WORD.search(reading.text[max(0, draft.start - 20) : draft.start])
    if last and last.group(1).lower() in reading.grammar.direction_words:
        before = reading.before(reading.grammar.direction_before, draft.start)
        draft.direction = direction_of(before) if before else None
    if draft.end == draft.members[-1].end:
        names(reading, draft)


def _in(holder: Steps, steps: Steps) -> Steps:
    return holder + steps if holder else of_article(steps)

"""Finding citations of the Code in Italian text; what they lead to is for `resolve` to say.

The finder goes from one place where a citation may begin to the next, reads a citation there
with the pieces of `citation_parts`, and gives up where a word says that it is something else.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from rulebook.label import Label
from rulebook.label import parse as parse_label
from rulebook.reading.citation_parts import (
    Member,
    dash_at,
    edition_word,
    editions_in,
    inner_parts,
    listed,
    numbered,
    parts,
    skip,
    unit_of,
)
from rulebook.reading.grammar import GAP, LETTERS, OPT, Grammar, compile_grammar
from rulebook.reading.steps import Steps, nested, of_article, read_path
from rulebook.reading.vocabulary import Unit, Vocabulary

Strength = Literal["number", "word", "cue", "weak"]
Direction = Literal["precedente", "seguente", "sopra"]

_OPT = re.compile(OPT)
_COMMA = re.compile(f"{OPT},?{OPT}")
_INITIAL = re.compile(f"[.]{OPT}[A-ZÀ-Ý]")
_LETTER_OR_DIGIT = re.compile(f"[{LETTERS}0-9]")
_ANNOUNCED = re.compile(f"[.!?:;»”\"…\\])0-9]{OPT}$")
_CAPITALS = re.compile(f"{OPT}[–—:.\\-]{OPT}[A-ZÀ-Ý]{{4}}")
_ENDED = re.compile(f"[.!?]{GAP}[A-ZÀ-Ý]")
_PRONOUN = re.compile(f"(?:quale|quali|cui)(?![{LETTERS}])")
_ABBREVIATED = re.compile("[A-ZÀ-Ý0-9/.°]")


@dataclass(frozen=True, slots=True)
class Ref:
    """One provision mentioned; positions are code points of the text.

    `article` is None where the mention leaves it to the context.
    A provision that a range only implies has an empty place (`start == end`).
    """

    start: int
    end: int
    article: int | None
    path: Steps
    direction: Direction | None = None


@dataclass(frozen=True, slots=True)
class Mention:
    """A citation as it stands in a text.

    `edition_words` are "old", "new", "current" or years, as far as the mention itself names
    editions ("il vecchio ed il nuovo 27" names two).
    `strength` says what speaks for a citation: a number of an article, a word for a part
    ("lettera D"), a cue ("vedi E"), or only its shape ("in B", "B1(b)").
    """

    start: int
    end: int
    text: str
    refs: tuple[Ref, ...]
    relative: bool
    edition_words: tuple[str, ...] = ()
    strength: Strength = "number"


@dataclass(slots=True)
class _Draft:
    """A citation being read."""

    start: int
    end: int
    members: list[Member]
    plural: bool = False
    worded: bool = False
    unit: Unit | None = None
    editions: list[str] = field(default_factory=list)
    own: bool = False
    named: bool = False
    foreign: bool = False
    direction: Direction | None = None
    strength: Strength = "number"

    @property
    def relative(self) -> bool:
        return self.members[0].article is None


def find(text: str, vocabulary: Vocabulary) -> tuple[Mention, ...]:
    """The citations in a text, in its order; they do not overlap.

    Args:
        text: any string; lines may end inside a citation.
        vocabulary: the words of citations.

    Returns:
        Mentions with `text[mention.start:mention.end] == mention.text`. Nothing is raised.
    """
    return tuple(_Finder(compile_grammar(vocabulary), text).mentions())


def parse_citation(text: str, vocabulary: Vocabulary) -> tuple[str | None, Label] | None:
    """Read a whole text as one citation, in any spelling, as somebody types it.

    Args:
        text: "27B1b", "art.27, par. B1b vecchio", "2007 27 B 1 (b)", "definizioni".
        vocabulary: the words of citations.

    Returns:
        The edition's word ("old", "new", "current", a year) or None, and the label;
        None where the text is no citation of exactly one provision.
    """
    words = " ".join(text.split())
    if words.split("/")[0].lower() in vocabulary.parts.ids:
        return None, parse_label(words.lower())
    grammar = compile_grammar(vocabulary)
    year = re.fullmatch(r"((?:19|20)\d\d)[\s:,/-]+(.+)", words)
    edition, rest = (year.group(1), year.group(2)) if year else (None, words)
    word = f"{vocabulary.articles.singular[0]} "
    for attempt in (rest, word + rest):
        for mention in find(attempt, vocabulary):
            before, after = attempt[: mention.start], attempt[mention.end :]
            said = [edition] if edition else list(mention.edition_words)
            for loose in (before, after):
                left = loose.strip(" ,.;:()[]").lower()
                if re.fullmatch(r"(?:19|20)\d\d", left) or _names_edition(grammar, left):
                    said.append(edition_word(grammar, left))
                elif left and not grammar.lead.fullmatch(f"{left} "):
                    break
            else:
                if len(mention.refs) == 1 and not mention.relative and len(set(said)) <= 1:
                    ref = mention.refs[0]
                    assert ref.article is not None
                    return (said[0] if said else None), Label(ref.article, ref.path)
    return None


def _names_edition(grammar: Grammar, word: str) -> bool:
    editions = grammar.vocabulary.editions
    return word in (*editions.old, *editions.new, *editions.current)


class _Finder:
    """One pass over a text."""

    def __init__(self, grammar: Grammar, text: str) -> None:
        self.grammar = grammar
        self.text = text
        self.at = 0

    def mentions(self) -> Iterator[Mention]:
        """The citations, with those taken back that turn out to be of another collection."""
        pending: _Draft | None = None
        foreign_end = -1
        for draft in self._drafts():
            if not draft.foreign and not draft.own and foreign_end >= 0:
                draft.foreign = self._joins(foreign_end, draft.start)
            if draft.foreign:
                if pending and not pending.own and self._joins(pending.end, draft.start):
                    pending = None
                foreign_end = draft.end
            if pending:
                yield self._mention(pending)
            pending = None if draft.foreign else draft
            if pending:
                foreign_end = -1
        if pending:
            yield self._mention(pending)

    def _joins(self, start: int, end: int) -> bool:
        """Whether nothing but a conjunction stands between two citations."""
        return 0 <= end - start <= 24 and bool(
            self.grammar.joined.fullmatch(self.text[start:end])
        )

    def _drafts(self) -> Iterator[_Draft]:
        grammar, text = self.grammar, self.text
        scans = (grammar.worded, grammar.glued, grammar.shaped, grammar.cued)
        for match in heapq.merge(*(s.finditer(text) for s in scans), key=re.Match.start):
            if match.start() < self.at:
                continue
            draft = self._read(match)
            if draft:
                self.at = draft.end
                if not self._is_announcement(draft):
                    yield draft

    def _read(self, match: re.Match[str]) -> _Draft | None:
        name = match.lastgroup
        start, end = match.span()
        if name in ("singular", "plural"):
            return self._after_article(start, end, name == "plural")
        if name in ("unit", "glued"):
            return self._after_unit(start, end, match.group(name))
        if name == "adjective":
            return self._after_adjective(start, end, match.group(name))
        if name == "compact":
            return self._compact(start)
        return self._label(match)

    # How a citation begins.

    def _after_article(self, start: int, at: int, plural: bool) -> _Draft | None:
        grammar, text = self.grammar, self.text
        at = skip(_OPT, text, at)
        at = skip(grammar.number_word, text, at)
        lead = grammar.from_.match(text, at) if plural else None
        first = numbered(grammar, text, lead.end() if lead else at, worded=True)
        if first:
            draft = _Draft(start, first.end, [first], plural=plural, worded=True)
            ranged = lead is not None or self._before(grammar.from_before, start) is not None
            self._extend(draft, ranged)
            return self._judged(draft)
        if grammar.number.match(text, at):
            # A number that is none of the Code's still belongs to a citation of something.
            number = grammar.number.match(text, at)
            assert number is not None
            return _Draft(start, number.end(), [Member(start, number.end(), 0, ())], foreign=True)
        direction = grammar.direction.match(text, skip(_OPT, text, at) - 1) if not plural else None
        if direction and text[at - 1 : at].isspace() and not direction.group(3):
            member = Member(start, direction.end(), None, ())
            draft = _Draft(start, direction.end(), [member], strength="word")
            draft.direction = _direction(direction)
            return draft
        return None

    def _after_unit(self, start: int, at: int, word: str) -> _Draft | None:
        grammar, text = self.grammar, self.text
        at = skip(_OPT, text, at)
        unit, plural = unit_of(grammar, word)
        whole = numbered(grammar, text, at, worded=False)
        if whole and whole.steps:
            draft = _Draft(start, whole.end, [whole], plural=plural, worded=True)
            self._extend(draft, False)
            return self._judged(draft)
        members = parts(grammar, text, at, unit, plural)
        if not members:
            return None
        draft = _Draft(start, members[-1].end, members, plural, unit=unit, strength="word")
        alone = plural and len(members) == 1 and members[0].steps[0].isdigit()
        self._deepen(draft)
        self._belong(draft)
        self._direct(draft)
        if alone and len(draft.members) == 1 and not draft.direction and draft.relative:
            return None
        return self._judged(draft)

    def _after_adjective(self, start: int, at: int, word: str) -> _Draft | None:
        member = numbered(self.grammar, self.text, at, worded=True)
        if not member or self.grammar.counted.match(self.text, member.end):
            return None
        draft = _Draft(start, member.end, [member], worded=True)
        draft.editions.append(edition_word(self.grammar, word))
        self._extend(draft, False)
        return self._judged(draft)

    def _compact(self, start: int) -> _Draft | None:
        member = numbered(self.grammar, self.text, start, worded=False)
        if not member or not member.steps or self._is_call(member):
            return None
        if self._before(self.grammar.not_after, start):
            return None
        draft = _Draft(start, member.end, [member])
        self._extend(draft, False)
        return self._judged(draft)

    def _is_call(self, member: Member) -> bool:
        """Whether "2C" is a call, or "12K" no letter of a paragraph."""
        assert member.article is not None
        vocabulary = self.grammar.vocabulary
        if len(member.steps) > 1:
            return False
        return member.article <= 7 or member.steps[0] not in vocabulary.articles.letters

    def _label(self, match: re.Match[str]) -> _Draft | None:
        """A label without a word for it: after a cue, before a direction, or by its shape."""
        grammar, text = self.grammar, self.text
        name = match.lastgroup
        at = match.end() if name in ("see", "weak", "weaker") else match.start()
        path = read_path(grammar, text, at, loose=False, digits=name == "see")
        if not path:
            return None
        single = len(path.steps) == 1
        if path.steps[0] not in grammar.vocabulary.articles.letters and not single:
            return None
        if single and path.steps[0].isupper() and _INITIAL.match(text, path.end):
            return None
        if len(path.steps) == 2 and grammar.card.match(text, path.end):
            return None
        if name == "bare" and self._before(grammar.not_after, match.start()):
            return None
        start = match.start() if single and path.steps[0].isalpha() and at > match.start() else at
        if single and text[at] == "(":
            start = at
        members = [Member(start, path.end, None, path.steps)]
        members = listed(grammar, text, members, digits=False, plural=True)
        strong = name in ("see", "directed") or len(path.steps) > 2
        draft = _Draft(start, members[-1].end, members, strength="cue" if strong else "weak")
        self._belong(draft)
        self._direct(draft)
        if path.steps[0].isdigit() and not draft.direction:
            return None
        return self._judged(draft)

    # How it goes on.

    def _extend(self, draft: _Draft, ranged: bool) -> None:
        """Read what follows an article's number: names, editions, parts, further numbers."""
        while not draft.foreign and (
            self._named(draft)
            or self._deepen_once(draft)
            or self._range_of_articles(draft, ranged)
            or self._next_article(draft)
        ):
            pass

    def _named(self, draft: _Draft) -> bool:
        """Take the name of a collection or an edition; another collection ends the matter."""
        grammar, text, at = self.grammar, self.text, draft.end
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
        found = own or grammar.edition_year.match(text, at) or grammar.edition_name.match(text, at)
        if not found:
            found = grammar.adjective_after.match(text, at)
        if not found:
            return False
        draft.own = draft.named = draft.own or found is own
        draft.editions.extend(editions_in(grammar, found))
        draft.end = found.end()
        return True

    def _deepen_once(self, draft: _Draft) -> bool:
        """Take a word for a part with its labels, unless it looks elsewhere ("il punto D seguente")."""
        last = draft.members[-1]
        reach = Member(last.start, draft.end, last.article, last.steps)
        inner = inner_parts(self.grammar, self.text, [*draft.members[:-1], reach], draft.unit)
        if not inner:
            return False
        members, unit = inner
        end = members[-1].end
        direction = self.grammar.direction.match(self.text, end)
        if direction and not draft.relative:
            return False
        draft.members, draft.unit, draft.end = members, unit, end
        return True

    def _deepen(self, draft: _Draft) -> None:
        while self._deepen_once(draft):
            pass

    def _range_of_articles(self, draft: _Draft, ranged: bool) -> bool:
        """Take the end of a range: "20-23", "dal 16 al 18", "dall'articolo 16 all'articolo 18"."""
        grammar, text = self.grammar, self.text
        last = draft.members[-1]
        at = dash_at(text, draft.end, draft.plural)
        if at is None and (ranged or draft.plural) and (to := grammar.to.match(text, draft.end)):
            article = grammar.article.match(text, to.end())
            at = article.end() if article else to.end()
        if at is None:
            return False
        if last.steps:
            made = listed(grammar, text, [last], digits=False, plural=draft.plural, ranged=ranged)
            if len(made) > 1 and draft.end == last.end:
                draft.members = [*draft.members[:-1], *made]
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

    def _next_article(self, draft: _Draft) -> bool:
        """Take a further member of a list: an article, or a part of the article before."""
        grammar, text = self.grammar, self.text
        joint = grammar.conjunction.match(text, draft.end)
        if not joint:
            return False
        last = draft.members[-1]
        at = joint.end()
        lead = grammar.lead.match(text, at)
        if lead and grammar.number.match(text, lead.end()):
            at = lead.end()
        if draft.end == last.end and last.steps:
            digits = last.steps[-1].isdigit() and not draft.plural and bool(joint.group(2))
            made = listed(grammar, text, [last], digits=digits, plural=draft.plural)
            if len(made) > 1 and self._goes_on(last, made[1]):
                draft.members.extend(made[1:])
                draft.end = made[-1].end
                return True
        member = numbered(grammar, text, at, worded=False)
        if not member or grammar.counted.match(text, member.end):
            return False
        if not draft.worded and not member.steps and (member.article or 0) < 8:
            return False
        comma = not joint.group(2)
        if comma and not draft.plural and not member.steps:
            ahead = grammar.list_ahead.match(text, at)
            if not ahead or (member.article or 0) <= (last.article or 0):
                return False
        draft.members.append(member)
        draft.end = member.end
        draft.unit = None
        return True

    def _goes_on(self, last: Member, further: Member) -> bool:
        """Whether a number after a path counts on from it ("B1 e 2") and is no article."""
        if not self.text[further.start : further.start + 1].isdigit():
            return True
        step, before = further.steps[-1], last.steps[-1]
        return len(step) == 1 and before.isdigit() and int(step) > int(before)

    def _belong(self, draft: _Draft) -> None:
        """Read what a part belongs to: "dell'articolo 27", "del paragrafo B", "del bando"."""
        grammar, text = self.grammar, self.text
        while not draft.foreign and draft.relative:
            at = skip(_COMMA, text, draft.end)
            of = grammar.of.match(text, at) if at > draft.end else None
            if not of:
                return
            if not self._belongs_to(draft, of.end()):
                self._judge_owner(draft, at, of.end())
                return

    def _belongs_to(self, draft: _Draft, at: int) -> bool:
        """Take the article or the part that holds the draft's members."""
        grammar, text = self.grammar, self.text
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
            self._names(draft)
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

    def _names(self, draft: _Draft) -> None:
        while not draft.foreign and self._named(draft):
            pass

    def _judge_owner(self, draft: _Draft, at: int, after: int) -> None:
        """Decide about a part of something without a number: this article, the Code, or a stranger."""
        grammar, text = self.grammar, self.text
        here = grammar.this_article.match(text, after)
        if here:
            draft.end = here.end()
            return
        before = draft.end
        self._names(draft)
        if draft.foreign or draft.end > before:
            return
        article = grammar.article.match(text, after)
        if article or _PRONOUN.match(text, after):
            return
        genitive = grammar.genitive.match(text, at)
        if genitive and _LETTER_OR_DIGIT.match(text, genitive.end()):
            draft.foreign = True

    def _direct(self, draft: _Draft) -> None:
        """Take the word that says where a relative citation leads: "precedente", "seguente"."""
        if not draft.relative or draft.foreign:
            return
        after = self.grammar.direction.match(self.text, draft.end)
        if after:
            draft.direction, draft.end = _direction(after), after.end()
            self._belong(draft)
            return
        if before := self._before(self.grammar.direction_before, draft.start):
            draft.direction = _direction(before)
        if draft.end == draft.members[-1].end:
            self._names(draft)

    # What stands before, and what it all is.

    def _before(self, pattern: re.Pattern[str], at: int) -> re.Match[str] | None:
        """A pattern that ends where something begins, looked for in the few words before."""
        return pattern.search(self.text[max(0, at - 60) : at])

    def _judged(self, draft: _Draft) -> _Draft:
        """The draft with the edition and the collection that the words before it name."""
        grammar, text = self.grammar, self.text
        if not draft.foreign and draft.worded and not draft.own:
            bare = len(draft.members) == 1 and not draft.members[0].steps
            if bare and grammar.capital_name.match(text, draft.end):
                draft.foreign = True
        if draft.foreign:
            return draft
        adjective = self._before(grammar.adjective_before, draft.start)
        if adjective and not adjective.group(1):
            said = [edition_word(grammar, w) for w in adjective.groups()[1:] if w]
            draft.editions[:0] = said
            window = max(0, draft.start - 60)
            first = adjective.start(2) if adjective.group(2) else adjective.start(3)
            draft.start = window + first
        if own := self._before(grammar.own_before, draft.start):
            draft.own = True
            if not draft.editions:
                draft.editions.extend(editions_in(grammar, own))
        elif not draft.own:
            draft.foreign = self._after_other(draft.start)
        return draft

    def _after_other(self, start: int) -> bool:
        """Whether the name of another collection leads up to a citation: "Statuto, art. 5"."""
        grammar = self.grammar
        window = self.text[max(0, start - 80) : start]
        for name in grammar.other_before.finditer(window):
            rest = window[name.end() :]
            if _ENDED.search(rest):
                continue
            joined = grammar.joined_to.search(rest)
            words = rest[: joined.start()].split() if joined else rest.split()
            if len(words) <= 6 and all(self._is_tail(word) for word in words):
                return True
        return False

    def _is_tail(self, word: str) -> bool:
        bare = word.strip(",:;()–-“”\"")
        if not bare or _ABBREVIATED.match(bare):
            return True
        return self.grammar.tail_word.fullmatch(bare) is not None

    def _is_announcement(self, draft: _Draft) -> bool:
        """Whether the words are the title line of an article, not a citation of it."""
        if not draft.worded or draft.foreign or draft.relative or len(draft.members) > 1:
            return False
        if draft.editions or draft.named or draft.members[0].steps:
            return False
        before = self.text[max(0, draft.start - 40) : draft.start]
        if _CAPITALS.match(self.text, draft.end) and not before.rstrip().endswith(("'", "’", "(")):
            return True
        if not self.grammar.title.match(self.text, draft.end):
            return False
        line = before.rpartition("\n")
        starts = not before.strip() or (bool(line[1]) and not line[2].strip())
        return starts and (not before.strip() or bool(_ANNOUNCED.search(before)))

    def _mention(self, draft: _Draft) -> Mention:
        members = draft.members
        refs: list[Ref] = []
        for index, member in enumerate(members):
            start = draft.start if index == 0 else member.start
            end = draft.end if len(members) == 1 else member.end
            refs.append(Ref(start, end, member.article, member.steps, draft.direction))
        return Mention(
            draft.start,
            draft.end,
            self.text[draft.start : draft.end],
            tuple(refs),
            draft.relative,
            tuple(dict.fromkeys(draft.editions)),
            draft.strength,
        )


def _in(holder: Steps, steps: Steps) -> Steps:
    return holder + steps if holder else of_article(steps)


def _direction(match: re.Match[str]) -> Direction:
    before, after, _ = match.groups()[:3]
    return "precedente" if before else "seguente" if after else "sopra"

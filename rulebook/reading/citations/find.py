"""Finding citations of the Code in Italian text; what they lead to is for `resolve` to say.

The finder goes from one place where a citation may begin to the next, reads a citation there
with the pieces of `parts`, and gives up where a word says that it is something else.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterator
from dataclasses import dataclass

from rulebook.label import Label
from rulebook.label import parse as parse_label
from rulebook.reading.citations.around import ENDED, is_announcement, is_excluded, judged
from rulebook.reading.citations.draft import Direction, Draft, Reading, Strength, direction_of
from rulebook.reading.citations.grammar import OPT, Grammar, compile_grammar
from rulebook.reading.citations.parts import (
    Member,
    edition_word,
    listed,
    numbered,
    parts,
    skip,
    unit_of,
)
from rulebook.reading.citations.steps import Steps, read_path
from rulebook.reading.citations.tail import belong, deepen, direct, extend
from rulebook.reading.citations.vocabulary import Vocabulary

_OPT = re.compile(OPT)
_COLON = re.compile(f"{OPT}:?{OPT}")
_INITIAL = re.compile(f"[.]{OPT}[A-ZÀ-Ý]")
_NAME_GOES_ON = re.compile("[@_=\\\\]|[.][A-Za-z]|/(?![(]?[A-Za-z0-9]{1,4}[)]?(?![A-Za-z0-9./_-]))")


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
    `own` says that the Code is named with it, `other` that another text is, or may be.
    """

    start: int
    end: int
    text: str
    refs: tuple[Ref, ...]
    relative: bool
    edition_words: tuple[str, ...] = ()
    strength: Strength = "number"
    own: bool = False
    other: bool = False


def find(
    text: str, vocabulary: Vocabulary, *, cued: bool = True, others: bool = False
) -> tuple[Mention, ...]:
    """The citations in a text, in its order; they do not overlap.

    Args:
        text: any string; lines may end inside a citation.
        vocabulary: the words of citations.
        cued: whether a label is one where nothing but a word before or behind says so ("vedi E",
            "(b) seguente"), or a word stuck to it ("paragrafoB4"). Away from the law such a
            label leads nowhere, and words do not stick.
        others: whether articles of other texts are told as well, where a word says "article".

    Returns:
        Mentions with `text[mention.start:mention.end] == mention.text`. Nothing is raised.
    """
    found = _Finder(compile_grammar(vocabulary, cued), text, cued).mentions()
    return tuple(mention for mention in found if others or not mention.other)


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
    return _as_printed(edition, rest, vocabulary)


def _as_printed(
    edition: str | None, text: str, vocabulary: Vocabulary
) -> tuple[str | None, Label] | None:
    """Read a label in the form in which labels are printed ("78.3")."""
    try:
        label = parse_label(text)
    except ValueError:
        return None
    if not isinstance(label.article, int) or text not in (str(label), label.compact):
        return None
    return (edition, label) if 1 <= label.article <= vocabulary.articles.last else None


def _names_edition(grammar: Grammar, word: str) -> bool:
    editions = grammar.vocabulary.editions
    return word in (*editions.old, *editions.new, *editions.current)


class _Finder:
    """One pass over a text."""

    def __init__(self, grammar: Grammar, text: str, cued: bool) -> None:
        self.grammar = grammar
        self.text = text
        self.cued = cued
        self.reading = Reading(grammar, text)
        self.at = 0
        self.announced = False

    def mentions(self) -> list[Mention]:
        """The citations; what belongs to another collection may turn out only behind it."""
        read: list[Draft] = []
        foreign_end, topic = -1, False
        for draft in self._drafts():
            if not draft.foreign and not draft.own and foreign_end >= 0:
                draft.foreign = self._goes_on(foreign_end, draft, topic)
            if draft.foreign:
                if read and not read[-1].own and self._joins(read[-1].end, draft.start):
                    read[-1].foreign = True
                topic = draft.topical or (topic and foreign_end >= 0)
                foreign_end = draft.end
            else:
                foreign_end = -1
            read.append(draft)
        return [self._mention(draft) for draft in read if draft.worded or not draft.foreign]

    def _joins(self, start: int, end: int) -> bool:
        """Whether nothing but a conjunction stands between two citations."""
        return 0 <= end - start <= 24 and bool(
            self.grammar.joined.fullmatch(self.text[start:end])
        )

    def _goes_on(self, start: int, draft: Draft, topic: bool) -> bool:
        """Whether a citation goes on with the other collection that was named before it.

        Where its sentence is about that collection, a number without a letter is its too.
        """
        between = self.text[start : draft.start]
        if self._joins(start, draft.start) or self.grammar.parted.fullmatch(between):
            return True
        steps = draft.members[0].steps
        lettered = bool(steps) and steps[0].isupper() and not draft.relative
        return topic and not lettered and not draft.editions and not ENDED.search(between)

    def _drafts(self) -> Iterator[Draft]:
        grammar, text = self.grammar, self.text
        scans = [grammar.worded, grammar.shaped]
        scans += [grammar.glued, grammar.cued] if self.cued else []
        for match in heapq.merge(*(s.finditer(text) for s in scans), key=re.Match.start):
            if match.start() < self.at or (match.lastgroup == "directed" and not self.cued):
                continue
            draft = self._read(match)
            # In "27B1 nuova lettera B" both would have the adjective: whose it is nobody knows.
            if draft and draft.start >= self.at:
                self.at = draft.end
                self.announced = is_announcement(self.reading, draft, self.announced)
                if not self.announced:
                    yield draft

    def _read(self, match: re.Match[str]) -> Draft | None:
        name = match.lastgroup
        start, end = match.span()
        if name in ("singular", "plural"):
            return self._after_article(start, end, name == "plural")
        if name in ("unit", "glued"):
            return self._after_unit(start, end, match.group(name))
        if name == "adjective":
            return self._after_adjective(end)
        if name == "compact":
            return self._compact(start)
        return self._label(match)

    # How a citation begins.

    def _after_article(self, start: int, at: int, plural: bool) -> Draft | None:
        grammar, text = self.grammar, self.text
        at = skip(_COLON, text, at)
        lead = grammar.from_.match(text, at) if plural else None
        at = skip(grammar.number_word, text, lead.end() if lead else at)
        first = numbered(grammar, text, at, worded=True)
        if first:
            draft = Draft(start, first.end, [first], plural=plural, worded=True)
            ranged = lead is not None or self.reading.before(grammar.from_before, start) is not None
            extend(self.reading, draft, ranged)
            return judged(self.reading, draft)
        if grammar.number.match(text, at):
            # A number that is none of the Code's still belongs to a citation of something.
            number = grammar.number.match(text, at)
            assert number is not None
            return Draft(start, number.end(), [Member(start, number.end(), 0, ())], foreign=True)
        direction = grammar.direction.match(text, skip(_OPT, text, at) - 1) if not plural else None
        if direction and text[at - 1 : at].isspace() and not direction.group(3):
            member = Member(start, direction.end(), None, ())
            draft = Draft(start, direction.end(), [member], strength="word")
            draft.direction = direction_of(direction)
            return draft
        return None

    def _after_unit(self, start: int, at: int, word: str) -> Draft | None:
        grammar, text = self.grammar, self.text
        at = skip(_OPT, text, at)
        unit, plural = unit_of(grammar, word)
        whole = numbered(grammar, text, at, worded=False)
        if whole and whole.steps:
            draft = Draft(start, whole.end, [whole], plural=plural, worded=True)
            extend(self.reading, draft, False)
            return judged(self.reading, draft)
        members = parts(grammar, text, at, unit, plural)
        if not members:
            return None
        draft = Draft(start, members[-1].end, members, plural, unit=unit)
        draft.strength = "cue" if unit.weak else "word"
        alone = plural and len(members) == 1 and members[0].steps[0].isdigit()
        deepen(self.reading, draft)
        belong(self.reading, draft)
        direct(self.reading, draft)
        if alone and len(draft.members) == 1 and not draft.direction and draft.relative:
            return None
        return judged(self.reading, draft)

    def _after_adjective(self, at: int) -> Draft | None:
        before = self.reading.before(self.grammar.adjective_before, at)
        if not before or before.group(1):
            return self._compact(at)
        member = numbered(self.grammar, self.text, at, worded=True)
        if not member or self.grammar.counted.match(self.text, member.end):
            return None
        draft = Draft(at, member.end, [member], worded=True)
        extend(self.reading, draft, False)
        return judged(self.reading, draft)

    def _compact(self, start: int) -> Draft | None:
        member = numbered(self.grammar, self.text, start, worded=False)
        if not member or not member.steps or self._is_call(member):
            return None
        if _NAME_GOES_ON.match(self.text, member.end):
            return None
        draft = Draft(start, member.end, [member])
        if is_excluded(self.reading, start) and len(member.steps) < 3:
            draft.foreign = True
            return draft
        extend(self.reading, draft, False)
        return judged(self.reading, draft)

    def _is_call(self, member: Member) -> bool:
        """Whether "2C" is a call, or "12K" no letter of a paragraph."""
        assert member.article is not None
        vocabulary = self.grammar.vocabulary
        if len(member.steps) > 1 and member.article <= 7 and self.text[member.start + 1].islower():
            return True
        if len(member.steps) > 1:
            return member.article <= 7 and "-" in self.text[member.start : member.end]
        return member.article <= 7 or member.steps[0] not in vocabulary.articles.letters

    def _label(self, match: re.Match[str]) -> Draft | None:
        """A label without a word for it: after a cue, before a direction, or by its shape."""
        grammar, text = self.grammar, self.text
        name = match.lastgroup
        at = match.start() if name in ("bare", "directed") else match.end()
        path = read_path(grammar, text, at, loose=name == "see", digits=name == "see")
        if not path:
            return None
        single = len(path.steps) == 1
        if path.steps[0] not in grammar.vocabulary.articles.letters and not single:
            return None
        if single and path.steps[0].isupper() and _INITIAL.match(text, path.end):
            return None
        if len(path.steps) == 2 and grammar.card.match(text, path.end):
            return None
        if name == "bare" and is_excluded(self.reading, match.start()):
            return None
        cue = " ".join(text[match.start() : at].lower().split())
        shown = single and text[at].isupper() and cue in grammar.vocabulary.cues.shown
        start = match.start() if shown else at
        members = [Member(start, path.end, None, path.steps)]
        members = listed(grammar, text, members, digits=False, plural=True)
        strong = name in ("see", "toward", "directed") or len(path.steps) > 2
        draft = Draft(start, members[-1].end, members, strength="cue" if strong else "weak")
        belong(self.reading, draft)
        direct(self.reading, draft)
        if path.steps[0].isdigit() and not draft.direction:
            return None
        return judged(self.reading, draft)

    def _mention(self, draft: Draft) -> Mention:
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
            draft.own,
            draft.foreign,
        )

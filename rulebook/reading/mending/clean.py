"""From the text of a file to its lines, repaired character by character.

Each repair is a named rule of `repairs.toml`; what it did is logged with the raw text.
The order of the rules lives here, the rules themselves in the `mend_` modules.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from rulebook.model import Change, Issue, Source
from rulebook.reading.mending import (
    apostrophes,
    bridge,
    characters,
    doubts,
    headings,
    punctuation,
)
from rulebook.reading.mending.attested import Attested, attest
from rulebook.reading.mending.edits import Edit, apply, left_out, offsets, pieces, without
from rulebook.reading.mending.log import Log
from rulebook.reading.mending.repairs import Repairs
from rulebook.text import Discard, Run, Span, Text

_LINE = re.compile(r"([^\r\n]*)(\r\n|\r|\n|\Z)")
_BREAKING = frozenset({"no-break-space", "white-space"})
_TAB = 4
_PASSES = 6
_RARE = 5


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a source after its repairs; a blank line has an empty text.

    `number` is the line on disk where it begins, `indent` its leading blanks (a tab counts four).
    `breaks` are positions in `str(text)` where a no-break space, a tab or several blanks stood:
    evidence of heading ends and of former links.
    `wrapped` says that the raw line ends with white space, so that its sentence may go on.
    `page` says that a form feed, the end of a printed page, stands in front of it.
    """

    number: int
    text: Text
    indent: int = 0
    breaks: tuple[int, ...] = ()
    wrapped: bool = False
    page: bool = False

    def __str__(self) -> str:
        return str(self.text)


@dataclass(frozen=True, slots=True)
class Cleaned:
    """The lines of a source with everything that was changed, set aside or doubted."""

    lines: tuple[Line, ...]
    discards: tuple[Discard, ...] = ()
    changes: tuple[Change, ...] = ()
    issues: tuple[Issue, ...] = ()
    words: Attested = field(default_factory=Attested)


@dataclass(frozen=True, slots=True)
class _Known:
    """What the rules know: words as data, and what the text itself shows."""

    repairs: Repairs
    words: Attested
    fonts: bridge.Fonts
    garbled: bool


_Finder = Callable[[str, _Known], list[Edit]]


def _plain(find: Callable[[str], list[Edit]]) -> _Finder:
    """A rule that needs no knowledge of the text."""
    return lambda line, _: find(line)


# Characters first, so that the later rules see letters; a heading's gaps before they are closed.
_ENTITIES: tuple[tuple[str, _Finder], ...] = (
    ("html-entity", lambda s, k: characters.entity(s, k.repairs.characters)),
)
_CHARACTERS: tuple[tuple[str, _Finder], ...] = (
    (
        "encoding",
        lambda s, k: characters.encoding(s, k.repairs.characters) if k.garbled else [],
    ),
    ("soft-hyphen", _plain(characters.soft_hyphen)),
    ("invisible", _plain(characters.invisible)),
    ("composition", _plain(characters.composition)),
    ("ligature", _plain(characters.ligature)),
    ("hyphen", _plain(characters.hyphen)),
)
_SPACES: tuple[tuple[str, _Finder], ...] = (
    ("letter-spacing", lambda s, k: _heading(s, k, certain=True)),
    ("no-break-space", _plain(characters.no_break_space)),
    ("white-space", _plain(characters.white_space)),
)
_WORDS: tuple[tuple[str, _Finder], ...] = (
    ("suit", lambda s, k: bridge.suit(s, k.repairs.suits, k.fonts)),
    ("hand", _plain(bridge.hand)),
    ("wrong-accent", lambda s, k: apostrophes.wrong_accent(s, k.repairs, k.words)),
    ("accent", lambda s, k: apostrophes.accent(s, k.repairs, k.words)),
    ("space-after-apostrophe", lambda s, k: apostrophes.gap(s, k.repairs)),
    ("apostrophe", lambda s, k: apostrophes.apostrophe(s, k.repairs)),
    ("opening-quote", _plain(punctuation.opening_quote)),
    ("closing-quote", _plain(punctuation.closing_quote)),
    ("space-before-punctuation", _plain(punctuation.space_before)),
    ("space-after-opening", _plain(punctuation.space_after)),
    ("space-in-quotes", _plain(punctuation.space_in_quotes)),
    ("glued-label", lambda s, k: bridge.glued_label(s, k.repairs.glued)),
)
_PROPOSALS: tuple[tuple[str, _Finder], ...] = (
    ("doubtful-letter-spacing", lambda s, k: _heading(s, k, certain=False)),
    ("doubtful-accent", lambda s, k: apostrophes.doubtful_accent(s, k.repairs, k.words)),
    ("impossible-accent", lambda s, k: apostrophes.impossible_accent(s, k.repairs, k.words)),
    ("lost-apostrophe", lambda s, k: doubts.lost_apostrophe(s, k.repairs)),
    ("confused-figure", _plain(doubts.confused_figure)),
    ("confused-letter", _plain(doubts.confused_letter)),
    ("bare-verb", lambda s, k: doubts.bare_verb(s, k.repairs)),
    ("misread-word", lambda s, k: doubts.misread_word(s, k.repairs, k.words)),
    ("glued-words", lambda s, k: doubts.glued_words(s, k.repairs, k.words)),
    ("parted-word", lambda s, k: doubts.parted_word(s, k.repairs, k.words)),
    ("missing-space", _plain(doubts.missing_space)),
    ("dropped-letter", lambda s, k: doubts.dropped_letter(s, k.repairs, k.words)),
    ("lost-ligature", lambda s, k: doubts.lost_ligature(s, k.words)),
    ("doubtful-suit", lambda s, k: bridge.doubtful_suit(s, k.repairs.suits, k.fonts)),
)


def _heading(line: str, known: _Known, *, certain: bool) -> list[Edit]:
    spaced = headings.spaced(line, known.repairs.spaced_headings)
    return [spaced.edit] if spaced and spaced.certain is certain else []


@dataclass(slots=True)
class _Draft:
    """A line on its way: `raw` as it came, `text` as far as it is mended."""

    number: int
    raw: Text
    text: Text
    indent: int
    wrapped: bool
    page: bool


def clean(source: Source, text: Text, repairs: Repairs) -> Cleaned:
    """Cut a text into lines and repair them.

    `text` is the whole source, corrected or not.
    Every character that is not white space ends in exactly one line or one discard.
    """
    drafts = list(_drafts(source, text))
    known = _Known(repairs, Attested(), bridge.Fonts(), garbled=False)
    for draft in drafts:
        draft.text = _mend(draft.text, _ENTITIES, known)
    garbled = any(characters.garbled(str(draft.text)) for draft in drafts)
    known = replace(known, garbled=garbled)
    for draft in drafts:
        _characters(draft, known)
    strings = [str(draft.text) for draft in drafts]
    known = _Known(repairs, attest(strings), bridge.fonts(strings, repairs.suits), garbled)
    log = Log(source, repairs)
    lines: list[Line] = []
    discards: list[Discard] = []
    issues: list[Issue] = []
    # Where most lines end with a blank, that is how they were extracted, and no fault of a line.
    filled = sum(bool(line) for line in strings)
    wrapped = sum(draft.wrapped and bool(draft.text) for draft in drafts)
    trailing = wrapped < 2 or wrapped * _RARE <= filled
    for draft in drafts:
        log.edges(draft.raw, trailing=trailing)
        draft.text = _spaces_alone(source, _mend(draft.text, _SPACES + _WORDS, known))
        lines.append(_line(draft))
        discards.extend(_aside(source, draft))
        log.repairs(draft.text)
        line = str(draft.text)
        if doubts.ruined(line, repairs):
            issues.append(_ruin(draft))
            continue
        for rule, find in _PROPOSALS:
            log.proposals(draft.text, find(line, known), rule)
    return Cleaned(tuple(lines), tuple(discards), log.sorted(), tuple(issues), known.words)


def _drafts(source: Source, text: Text) -> Iterator[_Draft]:
    whole = str(text)
    matches = [m for m in _LINE.finditer(whole) if m.group()]
    starts = offsets(text, [m.start() for m in matches])
    raws = pieces(text, [m.span(1) for m in matches])
    for match, start, raw in zip(matches, starts, raws, strict=True):
        line = match.group(1)
        lead = line[: len(line) - len(line.lstrip())]
        yield _Draft(
            source.place(start)[0],
            raw,
            raw,
            indent=len(lead.replace("\t", " " * _TAB).replace("\f", "")),
            wrapped=bool(line) and line[-1].isspace(),
            page="\f" in line,
        )


def _characters(draft: _Draft, known: _Known) -> None:
    """What must be right before words can be counted."""
    text = draft.text
    for unseen in (characters.controls, characters.hidden):
        ranges = unseen(str(text))
        if ranges:
            text = without(text, ranges)
        text = _mend(text, _CHARACTERS, known)
    draft.text = text.strip()[1]


def _mend(text: Text, rules: Sequence[tuple[str, _Finder]], known: _Known) -> Text:
    """Apply rules in their order until none of them finds anything more."""
    line = str(text)
    for _ in range(_PASSES):
        before = line
        for rule, find in rules:
            edits = find(line, known)
            if edits:
                text = apply(text, edits, rule)
                line = str(text)
        if line == before:
            break
    return text


def _spaces_alone(source: Source, text: Text) -> Text:
    """White space that a repair made of signs stands for none of them: they are set aside.

    Later steps may strip white space without an account.
    """
    def alone(run: Run) -> bool:
        signs = source.text[run.span.start : run.span.end]
        return run.rule is not None and not run.text.strip() and not signs.isspace()

    if not any(map(alone, text.runs)):
        return text
    return Text(tuple(
        Run(run.text, Span(run.span.source, run.span.end, run.span.end), run.rule)
        if alone(run) else run
        for run in text.runs
    ))


def _line(draft: _Draft) -> Line:
    breaks: list[int] = []
    at = 0
    for run in draft.text.runs:
        if run.rule in _BREAKING:
            breaks.append(at)
        at += len(run.text)
    return Line(draft.number, draft.text, draft.indent, tuple(breaks), draft.wrapped, draft.page)


def _ruin(draft: _Draft) -> Issue:
    return Issue(
        "unreadable-line",
        "La riga ha troppi segni che non sono parole: resta com’è, e niente vi è indovinato.",
        line=draft.number,
        remedy="Confrontarla con l’originale e scrivere una correzione.",
    )


def _aside(source: Source, draft: _Draft) -> Iterator[Discard]:
    """What of a line no reader can see: it is set aside, and accounted for."""
    for span in left_out(draft.raw, draft.text):
        for match in re.finditer(r"\S+", source.text[span.start : span.end]):
            place = Span(source.id, span.start + match.start(), span.start + match.end())
            yield Discard(place, "control", match.group())

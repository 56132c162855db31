"""Prose: what is not the text of an article, in sections and blocks."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import Literal

from rulebook.model import Block, BlockKind, Section
from rulebook.reading.articles.contents import is_entry
from rulebook.reading.articles.structure import Structure
from rulebook.reading.lines import Line, ends_sentence, words_in
from rulebook.text import Text, glue

Compose = Callable[[Sequence[Line]], Text]
Role = Literal["prose", "question", "answer"]

_ITEM = re.compile(r"(?:\d{1,2}[.)]|[a-z][.)]|\([a-z\d]{1,3}\)|[-–•·*])(?=\s)")
_CALL = re.compile(
    r"(?:[1-7]\s?(?:[♠♥♦♣]|NT|SA|ST|[CQFP])|passo|pass|contro|surcontro|fine|[-–?!x]+)"
    r"(?:\s*\([^)]{1,12}\))?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Style:
    """How a text sets its lines: wrapped at a width or a paragraph a line; with blanks or not."""

    wrapped: bool
    blanks: bool
    width: float


def style_of(lines: Sequence[Line]) -> Style:
    """The way the lines of a text are set."""
    filled = [str(line) for line in lines if line.text]
    long = [len(text) for text in filled if len(text) > 30]
    broken = sum(not ends_sentence(text) for text in filled if len(text) > 30)
    width = median(long) if long else 0.0
    wrapped = bool(long) and width < 140 and broken * 2 > len(long)
    blanks = sum(not line.text for line in lines) * 4 > len(filled)
    return Style(wrapped, blanks, width)


def sections_of(
    lines: Sequence[Line],
    structure: Structure,
    compose: Compose,
    style: Style,
    role: Role = "prose",
) -> list[Section]:
    """Sections of a stretch of prose; one without heading where it has none.

    Args:
        lines: the lines in reading order, furniture and notes taken out.
        structure: the words that tell headings, diagrams and letters.
        compose: joins the lines of a paragraph into a text.
        style: how the whole document sets its lines.
        role: what the stretch is in a letter.
    """
    sections: list[Section] = []
    heading: Line | None = None
    gathered: list[Line] = []

    def close() -> None:
        nonlocal gathered
        blocks = tuple(_blocks(gathered, structure, compose, style))
        gathered = []
        if blocks or heading:
            title = compose([heading]) if heading else None
            sections.append(Section(blocks, title, role))

    for index, line in enumerate(lines):
        if line.text and _is_heading(lines, index, structure, style):
            close()
            heading = line
        else:
            if gathered and greets(str(line), structure) and _said_goodbye(gathered, structure):
                close()
                heading, role = None, "answer"
            gathered.append(line)
    close()
    return _asked(sections)


def _asked(sections: list[Section]) -> list[Section]:
    """What stands before an answer is its question."""
    answers = [index for index, section in enumerate(sections) if section.role == "answer"]
    if not answers:
        return sections
    return [
        replace(section, role="question") if index < answers[0] else section
        for index, section in enumerate(sections)
    ]


def _said_goodbye(lines: Sequence[Line], structure: Structure) -> bool:
    """Whether a letter ends in these lines, so that a greeting after them begins its answer."""
    return any(line.text and _says_goodbye(str(line), structure) for line in lines)


def _neighbour(lines: Sequence[Line], index: int, step: int) -> str:
    at = index + step
    while 0 <= at < len(lines):
        if lines[at].text:
            return str(lines[at])
        at += step
    return ""


def _is_heading(lines: Sequence[Line], index: int, structure: Structure, style: Style) -> bool:
    """Whether a line is a heading: short, without a stop, apart, and followed by a new sentence."""
    text = str(lines[index])
    if words_in(text) > 14 or not text[0].isupper() or is_auction(text, structure):
        return False
    if any(sign in text for sign in "♠♥♦♣"):
        return False
    if (ends_sentence(text) and not text.endswith(("?", "!"))) or text.endswith((",", "-", "–")):
        return False
    if (
        is_entry(text)
        or _ITEM.match(text)
        or _says_goodbye(text, structure)
        or _greets(text, structure)
    ):
        return False
    after = _neighbour(lines, index, 1)
    if not after:
        return False
    blank_before = index == 0 or not lines[index - 1].text
    blank_after = index + 1 < len(lines) and not lines[index + 1].text
    if style.blanks:
        if not (blank_before and blank_after):
            return blank_before and text.isupper() and len(text) > 3
        first = index == 0 or not any(line.text for line in lines[:index])
        return after[0].isupper() or after[0] in '(“«"0123456789' or first
    top = not any(line.text for line in lines[:index])
    before = _neighbour(lines, index, -1)
    apart = words_in(text) > 1 or top or ends_sentence(before)
    capitals = text.isupper() and len(text) > 3 and apart and not after[0].islower()
    if capitals:
        return True
    if top and style.wrapped and len(text) < style.width * 0.7:
        return after[0].isupper() and words_in(after) > words_in(text)
    return False


def is_auction(text: str, structure: Structure) -> bool:
    """Whether a line belongs to a diagram of an auction: compass points or calls only."""
    tokens = text.replace(",", " ").split()
    if not tokens or len(tokens) > 16:
        return False
    return all(
        token.lower().strip(".:") in structure.compass.words or _CALL.fullmatch(token)
        for token in tokens
    )


def _starts_with(text: str, words: Sequence[str]) -> bool:
    folded = text.lower()
    return any(
        folded.startswith(word) and not folded[len(word) : len(word) + 1].isalpha()
        for word in words
    )


def _greets(text: str, structure: Structure) -> bool:
    return _starts_with(text, structure.kinds.salutations)


def _says_goodbye(text: str, structure: Structure) -> bool:
    return words_in(text) <= 8 and _starts_with(text, structure.kinds.closings)


def greets(text: str, structure: Structure) -> bool:
    """Whether a line is a letter's salutation, or begins with one ("Caro Direttore, ho visto")."""
    if not _greets(text, structure):
        return False
    return words_in(text) <= 12 or bool(re.match(r"(?:\S+\s+){0,4}\S+[,!:]\s", text))


def asks_or_answers(text: str, structure: Structure) -> bool:
    """Whether a line opens a question or an answer ("D:", "Risposta di …", "Quesito n. 3")."""
    words = (*structure.kinds.question, *structure.kinds.answer)
    marks = tuple(word for word in words if word.endswith((":", ".")))
    folded = text.lower()
    if folded.startswith(tuple(mark for mark in marks if mark.endswith(":"))):
        return True
    named = "|".join(re.escape(word) for word in words if word.isalpha())
    if re.match(rf"(?:{named})(?:\s+n\.?\s*\d+)?\s*:\s", folded):
        return True
    return words_in(text) <= 8 and _starts_with(text, words) and not text.endswith(".")


def says_goodbye(text: str, structure: Structure) -> bool:
    """Whether a line is a letter's closing."""
    return _says_goodbye(text, structure)


def _blocks(
    lines: Sequence[Line], structure: Structure, compose: Compose, style: Style
) -> list[Block]:
    blocks: list[Block] = []
    current: list[Line] = []
    kind: BlockKind = "paragraph"
    signed = False
    for line in lines:
        text = str(line)
        if text and (says_goodbye(text, structure) or not _may_sign(text, structure)):
            signed = says_goodbye(text, structure)
        kind_now = _kind(text, structure, signed)
        goes_on = bool(text and current) and _same_block(current[-1], line, kind, kind_now, style)
        if signed and says_goodbye(text, structure):
            goes_on = False
        if current and not goes_on:
            blocks.append(_block(current, kind, compose))
            current = []
        if text:
            kind = kind if current else kind_now
            current.append(line)
    if current:
        blocks.append(_block(current, kind, compose))
    return blocks


def _may_sign(text: str, structure: Structure) -> bool:
    """Whether a line can still belong to a signature: a name or a place, not a greeting."""
    return words_in(text) <= 8 and not greets(text, structure)


def _kind(text: str, structure: Structure, signed: bool) -> BlockKind:
    """The kind of block that a line would open."""
    alone = _alone(text, structure)
    if alone or not text:
        return alone or "paragraph"
    if _ITEM.match(text):
        return "item"
    return "signature" if signed and words_in(text) <= 5 else "paragraph"


def _same_block(
    previous: Line, line: Line, kind: BlockKind, kind_now: BlockKind, style: Style
) -> bool:
    """Whether a line goes on with the block above it."""
    if "diagram" in (kind, kind_now):
        return kind == kind_now
    if "entry" in (kind, kind_now) or kind_now == "item":
        return False
    return _continues(previous, line, style, kind == "signature")


def _alone(text: str, structure: Structure) -> BlockKind | None:
    """The kind of a line that never goes on with a paragraph, or None."""
    if is_auction(text, structure):
        return "diagram"
    return "entry" if is_entry(text) else None


def _continues(previous: Line, line: Line, style: Style, signed: bool) -> bool:
    """Whether a line goes on with the paragraph of the line before."""
    before, text = str(previous), str(line)
    if signed and words_in(before) <= 5:
        return False
    if ends_sentence(before):
        full = style.wrapped and len(before) >= style.width * 0.85
        return full and not before.endswith(":")
    if text[0].islower() or previous.wrapped or style.wrapped:
        return True
    return not before.endswith(",") and words_in(before) > 14


def _block(lines: Sequence[Line], kind: BlockKind, compose: Compose) -> Block:
    marker = Text()
    if kind == "item" and (match := _ITEM.match(str(lines[0]))):
        marker = lines[0].text[: match.end()]
        rest = lines[0].cut(match.end())[1]
        lines = [rest, *lines[1:]] if rest.text else lines[1:]
    if kind == "diagram":
        return Block(as_set(lines), kind, marker)
    return Block(compose(lines), kind, marker)


def as_set(lines: Sequence[Line]) -> Text:
    """Lines as they are set, one below the other: those of a diagram, or of an unread table."""
    text = Text()
    for line in lines:
        text = glue(text, line.text, "\n", "line-end")
    return text

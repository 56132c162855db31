"""Paragraphs without pages: what web pages and documents are made of, and how they become lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from rulebook.inputs.extraction import Extraction, Format
from rulebook.inputs.layout_words import layout_words
from rulebook.inputs.tables import alike, headed, opening_numbers
from rulebook.layout import Link, Role, Side

_RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
_SPACE = re.compile(r"[ \t\n\r\f\v]+")
_ROMAN = (
    (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"), (4, "iv"),
    (1, "i"),
)
_LABEL = re.compile(r"\(?(?:[A-Za-z]|\d{1,3}|[ivx]{1,6})[.)]\s")
LONGEST_ADDRESS = 2_000
MOST_CHARACTERS = 20_000_000


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph: its lines, what it is, the column it stands in, and the links in it.

    A link counts the characters before its beginning and its end that are no blanks, so that it
    stays where it is when blanks change; its address comes last.
    """

    text: str
    role: Role = "text"
    side: Side | None = None
    links: tuple[tuple[int, int, str], ...] = ()


def extraction_of_blocks(kind: Format, blocks: Sequence[Block]) -> Extraction:
    """Blocks as lines, with a blank line between paragraphs."""
    lines: list[tuple[str, Role, Side | None]] = []
    links: list[Link] = []
    for block in blocks:
        texts = [line.rstrip() for line in block.text.split("\n")]
        if not any(line.strip() for line in texts):
            continue
        if lines:
            lines.append(("", "text", None))
        links += _links(block, texts, len(lines) + 1)
        lines += [(line, block.role, block.side) for line in texts]
    return Extraction(
        kind,
        "".join(f"{text}\n" for text, _, _ in lines),
        (None,) * len(lines),
        tuple(side for _, _, side in lines),
        tuple(role for _, role, _ in lines),
        links=tuple(links),
    )


def letters_in(text: str) -> int:
    """How many characters of a text are no blanks."""
    return sum(not character.isspace() for character in text)


def _links(block: Block, texts: Sequence[str], first: int) -> Iterator[Link]:
    """The links of a block whose words have a number, in its lines, which count from `first`."""
    if not block.links:
        return
    places = [
        (at, column)
        for at, line in enumerate(texts)
        for column, character in enumerate(line)
        if not character.isspace()
    ]
    for start, end, address in block.links:
        if not 0 <= start < end <= len(places) or len(address) > LONGEST_ADDRESS:
            continue
        (line, left), (last, right) = places[start], places[end - 1]
        # What goes on in the next line is told by its first line.
        stop = right + 1 if last == line else len(texts[line])
        if any(character.isdigit() for character in texts[line][left:stop]):
            yield Link(first + line, left, stop, address)


def spaced(text: str) -> str:
    """Text with its blanks as they are shown: one between words; no-break spaces stay."""
    return _SPACE.sub(" ", text)


def raised(mark: str) -> str:
    """What is set above the line: figures as raised characters, anything else as it is.

    >>> raised("12"), raised("(*)"), raised("o")
    ('¹²', '(*)', 'o')
    """
    return mark.translate(_RAISED) if mark.strip().isdigit() else mark


def labelled(text: str) -> bool:
    """Whether a paragraph begins with a label of its own ("A.", "(b)", "12)")."""
    return bool(_LABEL.match(text.lstrip()))


def counted(style: str, number: int) -> str:
    """A number in the style of a list: `1`, `a`, `A`, `i`, `I`.

    >>> [counted(style, 4) for style in "1aAiI"]
    ['4', 'd', 'D', 'iv', 'IV']
    """
    if style in ("a", "A") and number > 0:
        letters = ""
        while number:
            number, rest = divmod(number - 1, 26)
            letters = chr(ord("a") + rest) + letters
        return letters if style == "a" else letters.upper()
    if style in ("i", "I") and 0 < number < 400:
        found = ""
        for value, sign in _ROMAN:
            while number >= value:
                found, number = found + sign, number - value
        return found if style == "i" else found.upper()
    return str(number)


def table(rows: Sequence[Sequence[Sequence[Block]]]) -> list[Block]:
    """The blocks of a table; one that sets an old text beside a new one column by column.

    Any other table is read row by row, cell by cell.
    """
    filled = [row for row in rows if any(row)]
    two = [row for row in filled if len(row) == 2]
    if len(two) > 1 and len(two) * 10 >= len(filled) * 9:
        columns = [[block.text for row in two for block in row[at]] for at in (0, 1)]
        heads = [column[0] if column else "" for column in columns]
        sides = headed(heads[0], heads[1])
        twice = opening_numbers(columns[0]) & opening_numbers(columns[1])
        left, right = (" ".join(column) for column in columns)
        if sides is None and (twice or alike(left, right, ruled=False)):
            sides = ("old", "new")
        if sides:
            beside = [
                replace(block, side=side)
                for at, side in enumerate(sides)
                for row in two
                for block in row[at]
            ]
            return beside + [b for row in filled if len(row) != 2 for b in _row(row)]
    return [block for row in filled for block in _row(row)]


def _row(row: Sequence[Sequence[Block]]) -> list[Block]:
    """A row of short cells is a line; long ones are paragraphs of their own."""
    cells = [cell for cell in row if cell]
    short = all(len(cell) == 1 and len(cell[0].text) <= 60 for cell in cells)
    if short and len(cells) > 1 and all("\n" not in cell[0].text for cell in cells):
        return [Block("    ".join(cell[0].text for cell in cells), cells[0][0].role)]
    return [block for cell in cells for block in cell]


def announces(text: str) -> bool:
    """Whether a paragraph announces an article."""
    word = text.split(maxsplit=1)[0].lower() if text.strip() else ""
    return word in layout_words().article_words

"""A text as it stands on disk, and what an editor said about it."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from rulebook.label import Label
from rulebook.layout import Layout
from rulebook.text import Text

Kind = Literal["articles", "letter", "commentary", "guide", "parallel", "contents", "other"]
Basis = Literal["stated", "declared", "context", "assumed"]


@dataclass(frozen=True, slots=True)
class SpeaksOf:
    """The provisions that a section of a text deals with, the main one first.

    `line` is that of the section's heading; the labels are those of the edition of the source.
    """

    section: str
    line: int
    labels: tuple[Label, ...]


@dataclass(frozen=True)
class Source:
    """A source text as it stands on disk, with what an editor said about it.

    `text` is the decoded file, untouched; a line ends at LF, CRLF or CR and at nothing else.
    Where the file is no text, `text` holds the lines extracted from it and `layout` their places.
    """

    id: str
    name: str
    sha256: str
    text: str
    encoding: str = "utf-8"
    kind: Kind | None = None
    title: str | None = None
    author: str | None = None
    origin: str | None = None
    rights: str | None = None
    date: str | None = None
    edition: str | None = None
    edition_basis: Basis | None = None
    speaks_of: tuple[SpeaksOf, ...] = ()
    layout: Layout | None = None

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """The offset of each line's first character."""
        starts = [0]
        text = self.text
        at = 0
        while at < len(text):
            character = text[at]
            if character == "\n" or (character == "\r" and text[at + 1 : at + 2] != "\n"):
                starts.append(at + 1)
            at += 1
        if len(starts) > 1 and starts[-1] == len(text):
            starts.pop()
        return tuple(starts)

    def place(self, offset: int) -> tuple[int, int]:
        """Line and column of an offset, both from 1, in code points."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """A line without its end; numbers count from 1."""
        starts = self.line_starts
        end = starts[number] if number < len(starts) else len(self.text)
        return self.text[starts[number - 1] : end].rstrip("\r\n")

    @property
    def lines(self) -> int:
        """How many lines the file has; an empty file has none."""
        return len(self.line_starts) if self.text else 0

    def lines_of(self, text: Text) -> tuple[int, ...]:
        """The line numbers that a text stands on, in ascending order."""
        found: set[int] = set()
        for run in text.runs:
            if run.span.source == self.id and run.span.start < run.span.end:
                first = self.place(run.span.start)[0]
                found.update(range(first, self.place(run.span.end - 1)[0] + 1))
        return tuple(sorted(found))

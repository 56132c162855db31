"""The labels that OpenDocument lists count: number, letter or sign, with what stands around."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from rulebook.inputs.blocks import counted

_DEEPEST = 10


@dataclass(frozen=True, slots=True)
class Level:
    """A level of a list: how it counts, what stands before and behind, and where it starts."""

    format: str
    before: str
    behind: str
    start: int
    shown: int = 1
    bullet: bool = False


@dataclass
class Lists:
    """The list styles of a document, and how far its lists have counted."""

    styles: dict[str, dict[int, Level]]
    counts: dict[int, int] = field(default_factory=dict)

    def begin(self, level: int, goes_on: bool) -> None:
        """A list begins on a level; it counts anew unless it goes on with the one before."""
        for at in [at for at in self.counts if at > level or (at == level and not goes_on)]:
            del self.counts[at]

    def label(self, style: str, level: int, start: int | None) -> str:
        """The label of the next member; `start` is its number where it says one."""
        levels = self.styles.get(style, {})
        own = levels.get(level)
        if own is None:
            return ""
        self.counts[level] = start or self.counts.get(level, own.start - 1) + 1
        if own.bullet:
            return "•"
        if not own.format:
            return f"{own.before}{own.behind}".strip()
        parts = []
        for at in range(max(1, level - own.shown + 1), level + 1):
            known = levels.get(at, own)
            parts.append(counted(known.format or "1", self.counts.get(at, known.start)))
        return f"{own.before}{'.'.join(parts)}{own.behind}".strip()


def lists_of(styles: Iterable[Any]) -> Lists:
    """The lists of a document from its styles."""
    found: dict[str, dict[int, Level]] = {}
    for style in styles:
        if style.tag != "text:list-style":
            continue
        own = found.setdefault(style.get_attribute("style:name") or "", {})
        for level in style.children:
            number = whole(level.get_attribute("text:level"), 1)
            if number <= _DEEPEST:
                own[number] = Level(
                    str(level.get_attribute("style:num-format") or ""),
                    str(level.get_attribute("style:num-prefix") or ""),
                    str(level.get_attribute("style:num-suffix") or ""),
                    whole(level.get_attribute("text:start-value"), 1),
                    whole(level.get_attribute("text:display-levels"), 1),
                    level.tag == "text:list-level-style-bullet",
                )
    return Lists(found)


def whole(value: object, default: int) -> int:
    """A whole number as an attribute has it; the default for anything else."""
    text = str(value or "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else default

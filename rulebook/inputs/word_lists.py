"""The labels that Word counts for itself: they stand in no paragraph, only in its settings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rulebook.inputs.blocks import counted

_FORMATS = {
    "decimal": "1",
    "lowerLetter": "a",
    "upperLetter": "A",
    "lowerRoman": "i",
    "upperRoman": "I",
    "decimalZero": "1",
}
_SILENT = {"none", "bullet"}
_PLACE = re.compile(r"%([1-9])")


@dataclass(frozen=True, slots=True)
class Level:
    """A level of a list: how it counts, where it starts, and what stands around the number."""

    format: str
    text: str
    start: int = 1


@dataclass
class Numbering:
    """The lists of a document, and how far each has counted.

    `lists` give the abstract list of each list; `levels` the levels of each abstract list;
    `starts` what a list starts at on a level, where it says so.
    """

    lists: Mapping[str, str] = field(default_factory=dict)
    levels: Mapping[str, Mapping[int, Level]] = field(default_factory=dict)
    starts: Mapping[tuple[str, int], int] = field(default_factory=dict)
    counts: dict[str, dict[int, int]] = field(default_factory=dict)
    begun: set[tuple[str, int]] = field(default_factory=set)

    def label(self, number: str, level: int) -> str:
        """The label of the next paragraph of a list on a level; "" where it has none."""
        abstract = self.lists.get(number, "")
        levels = self.levels.get(abstract, {})
        own = levels.get(level)
        if own is None:
            return ""
        counts = self.counts.setdefault(abstract, {})
        restart = self.starts.get((number, level))
        if restart is not None and (number, level) not in self.begun:
            counts[level] = restart
        else:
            counts[level] = counts.get(level, own.start - 1) + 1
        self.begun.add((number, level))
        for deeper in [at for at in counts if at > level]:
            del counts[deeper]
        if own.format in _SILENT:
            return "•" if own.format == "bullet" else own.text if "%" not in own.text else ""

        def shown(match: re.Match[str]) -> str:
            at = int(match[1]) - 1
            known = levels.get(at, own)
            return counted(_FORMATS.get(known.format, "1"), counts.get(at, known.start))

        return _PLACE.sub(shown, own.text).strip()


def numbering_of(root: Any, name: Any) -> Numbering:
    """The lists of a document.

    Args:
        root: the element of its numbering part.
        name: gives the full name of a short one ("w:num").
    """
    value = name("w:val")
    levels: dict[str, dict[int, Level]] = {}
    for abstract in root.findall(name("w:abstractNum")):
        own = levels.setdefault(abstract.get(name("w:abstractNumId"), ""), {})
        for level in abstract.findall(name("w:lvl")):
            parts = {
                part: found.get(value, "")
                for part in ("w:numFmt", "w:lvlText", "w:start")
                if (found := level.find(name(part))) is not None
            }
            own[_whole(level.get(name("w:ilvl"), "0"))] = Level(
                parts.get("w:numFmt", "decimal"),
                parts.get("w:lvlText", ""),
                _whole(parts.get("w:start", "1")),
            )
    lists: dict[str, str] = {}
    starts: dict[tuple[str, int], int] = {}
    for number in root.findall(name("w:num")):
        ident = number.get(name("w:numId"), "")
        abstract = number.find(name("w:abstractNumId"))
        lists[ident] = abstract.get(value, "") if abstract is not None else ""
        for override in number.findall(name("w:lvlOverride")):
            start = override.find(name("w:startOverride"))
            if start is not None:
                level = _whole(override.get(name("w:ilvl"), "0"))
                starts[ident, level] = _whole(start.get(value, "1"))
    return Numbering(lists, levels, starts)


def _whole(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else 0

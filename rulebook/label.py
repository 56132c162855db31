"""Label: one value is node id, anchor, citation target, search key and key of a comparison.

A label names an article (a number) or a part of a Code without a number ("introduzione",
"definizioni"), and a path below it.
The path holds the bare markers: `("B", "1", "b")` is printed `B1(b)`; its anchor is `B1b`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import total_ordering

ROMAN = "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx".split()
_ROMAN_VALUE = {numeral: value for value, numeral in enumerate(ROMAN, 1)}
_STEP = re.compile(r"\(([a-z]{1,5}|[0-9]{1,3}|[A-Z])\)|([A-Z])|([0-9]{1,3})|([a-z]+)")
_WHOLE = re.compile(r"([0-9]{1,3})\s*(?:[,:]\s*)?(.*)", re.DOTALL)
_PART = re.compile(r"[a-z][a-z-]{2,}[a-z]")


@total_ordering
@dataclass(frozen=True, slots=True)
class Label:
    """The name of a provision: `Label(27, ("B", "1", "b"))` is 27B1(b).

    `article` is a number from 1, or the id of a part without a number.
    """

    article: int | str
    path: tuple[str, ...] = ()

    def __str__(self) -> str:
        if not self.numbered:
            return self._part()
        return f"{self.article}{self._point}{self.canonical}"

    def __lt__(self, other: Label) -> bool:
        return self.key < other.key

    @property
    def numbered(self) -> bool:
        """Whether the label belongs to a numbered article."""
        return isinstance(self.article, int)

    @property
    def canonical(self) -> str:
        """The path as cited: `B1(b)`; empty for the article itself."""
        if not self.numbered:
            return "/".join(self.path)
        before = ("", *self.path)
        return "".join(_printed(*pair) for pair in zip(before, self.path, strict=False))

    @property
    def compact(self) -> str:
        """The label as spoken: `27B1b`; `78.3` where the path begins with a digit."""
        if not self.numbered:
            return self._part()
        return f"{self.article}{self._point}{''.join(self.path)}"

    @property
    def anchor(self) -> str:
        """The anchor in a page: `B1b`; `p1` before a digit; "" for the article."""
        bare = "".join(self.path) if self.numbered else "-".join(self.path)
        return f"p{bare}" if bare[:1].isdigit() else bare

    @property
    def eid(self) -> str:
        """The Akoma Ntoso eId (naming convention 1.0): `art_27__para_B__point_1__point_b`.

        The words of a term are joined, since an id has no spaces.
        """
        if not self.numbered:
            terms = ("_".join(("term", *step.split())) for step in self.path)
            return "__".join((str(self.article), *terms))
        kinds = ("para", "point", "point", "point", "point", "point", "point", "point")
        steps = [f"{kinds[min(i, 7)]}_{step}" for i, step in enumerate(self.path)]
        return "__".join((f"art_{self.article}", *steps))

    @property
    def parent(self) -> Label | None:
        """The provision that holds this one; None for an article."""
        return Label(self.article, self.path[:-1]) if self.path else None

    @property
    def key(self) -> tuple[object, ...]:
        """A sort key in the order of the Code: parts first, then numbers and their provisions."""
        head = (1, self.article, "") if self.numbered else (0, 0, str(self.article))
        return (*head, tuple(_order(step) for step in self.path))

    def child(self, step: str) -> Label:
        """The provision one step below: `Label(27).child("A")` is 27A."""
        return Label(self.article, (*self.path, step))

    def __contains__(self, other: object) -> bool:
        """Whether the other label is this provision or lies below it."""
        return (
            isinstance(other, Label)
            and other.article == self.article
            and other.path[: len(self.path)] == self.path
        )

    @property
    def _point(self) -> str:
        """What keeps an article's number from the number of its provision."""
        return "." if self.path and self.path[0].isdigit() else ""

    def _part(self) -> str:
        return "/".join((str(self.article), *self.path))


def _printed(before: str, step: str) -> str:
    """A step in print: brackets stand around what would run into the step before."""
    runs_on = before.isdigit() and (step.isdigit() or step[:1].isupper())
    return f"({step})" if step[:1].islower() or runs_on else step


def _order(step: str) -> tuple[int, int, str]:
    if step.isdigit():
        return (0, int(step), "")
    if step.lower() == step and len(step) > 1 and step in _ROMAN_VALUE:
        return (1, _ROMAN_VALUE[step], step)
    return (1, 0 if len(step) == 1 else 1, step)


def path_of(text: str) -> tuple[str, ...] | None:
    """Read a path in any spelling (`B1(b)`, `B1b`, `b 1 (b)`); None when it is none.

    The first letter before a digit is an upper-case level whatever its case, since people type
    `27b1b`; in a run of lower-case letters the first is a letter and the rest a roman numeral.

    >>> path_of("F5(b)(ii)")
    ('F', '5', 'b', 'ii')
    >>> path_of("b1b")
    ('B', '1', 'b')
    """
    rest = re.sub(r"[\s.,\u00a0]+", "", text)
    steps: list[str] = []
    at = 0
    while at < len(rest):
        match = _STEP.match(rest, at)
        if not match:
            return None
        bracketed, upper, digits, lower = match.groups()
        if bracketed:
            steps.append(bracketed)
        elif upper:
            steps.append(upper if not steps or steps[-1].isdigit() is False else upper.lower())
        elif digits:
            steps.append(digits)
        elif not steps:
            steps.append(lower[0].upper())
            steps.extend(_lower_steps(lower[1:]))
        else:
            steps.extend(_lower_steps(lower))
        at = match.end()
    return tuple(steps)


def _lower_steps(run: str) -> list[str]:
    if not run:
        return []
    if len(run) == 1:
        return [run]
    if run[1:] in _ROMAN_VALUE:
        return [run[0], run[1:]]
    return [run] if run in _ROMAN_VALUE else list(run)


def parse(text: str) -> Label:
    """Read a label: `27B1(b)`, `27b1b`, `27`, `78.3`, `definizioni/arbitro`.

    Raises:
        ValueError: the text is no label; the message names it.
    """
    stripped = text.strip()
    article, *path = stripped.split("/")
    if _PART.fullmatch(article) and all(path):
        return Label(article, tuple(path))
    match = _WHOLE.fullmatch(stripped)
    steps = path_of(match.group(2)) if match else None
    if match is None or steps is None:
        raise ValueError(f"“{text}” is no label: write it like 27B1(b) or 27")
    return Label(int(match.group(1)), steps)


def roman_value(step: str) -> int | None:
    """The value of a lower-case roman numeral up to twenty, else None."""
    return _ROMAN_VALUE.get(step)

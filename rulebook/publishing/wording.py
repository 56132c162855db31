"""Italian names for what the code names in English, from `wording.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from rulebook.label import Label

_MONTHS = ("gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre "
           "dicembre").split()


@cache
def _tables() -> Mapping[str, Mapping[str, str]]:
    text = files(__package__).joinpath("wording.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


def say(table: str, name: str) -> str:
    """What a visitor reads for a name of the code: its word, that of `other`, or the name."""
    words = _tables()[table]
    return words.get(name) or words.get("other", name.replace("-", " "))


def day(iso: str | None) -> str:
    """A date as one writes it: `2008-09-01` is "1° settembre 2008"; other texts stay as they are.

    >>> day("2008-09-01"), day("2008-09"), day("2008")
    ('1° settembre 2008', 'settembre 2008', '2008')
    """
    parts = (iso or "").split("-")
    if len(parts) not in (2, 3) or not all(part.isdigit() for part in parts):
        return iso or ""
    year, month, *rest = (int(part) for part in parts)
    if not 1 <= month <= 12:
        return iso or ""
    if not rest:
        return f"{_MONTHS[month - 1]} {year}"
    number = rest[0]
    return f"{'1°' if number == 1 else number} {_MONTHS[month - 1]} {year}"


def count(number: int, one: str, many: str) -> str:
    """A number with its noun: "1 articolo", "3 articoli"."""
    return f"{number} {one if number == 1 else many}"


def shorten(text: str, length: int = 155) -> str:
    """The beginning of a text, cut between words, for descriptions."""
    flat = " ".join(text.split())
    if len(flat) <= length:
        return flat
    return flat[: length - 1].rsplit(" ", 1)[0].rstrip(" ,;:.–-") + "…"


def label_name(label: Label) -> str:
    """What a provision is called in a sentence: "27B1(b)", "art. 27", "Definizioni, arbitro"."""
    if not label.numbered:
        return ", ".join((str(label.article).capitalize(), *label.path))
    return str(label) if label.path else f"art. {label}"


def article_name(number: int | str) -> str:
    """What a number is called: "Articolo 27"; a part without a number by its own name."""
    return f"Articolo {number}" if isinstance(number, int) else str(number).capitalize()

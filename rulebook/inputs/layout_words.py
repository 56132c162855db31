"""The words by which the parts of a page are told, read once from `layout.toml`."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class LayoutWords:
    """The vocabulary of pages; every field is a key of `layout.toml`."""

    page_words: frozenset[str]
    old_words: frozenset[str]
    new_words: frozenset[str]
    article_words: frozenset[str]
    citing_words: frozenset[str]
    citing_many: frozenset[str]
    counted_words: frozenset[str]
    no_trump_words: frozenset[str]


@cache
def layout_words() -> LayoutWords:
    """Read the vocabulary."""
    data = tomllib.loads(files("rulebook.inputs").joinpath("layout.toml").read_text("utf-8"))
    return LayoutWords(**{name: frozenset(words) for name, words in data.items()})

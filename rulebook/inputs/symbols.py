"""Suits in symbol fonts: the character alone says nothing, its font says what it shows."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files


@cache
def _fonts() -> tuple[tuple[str, dict[str, str]], ...]:
    data = tomllib.loads(files("rulebook.inputs").joinpath("symbols.toml").read_text("utf-8"))
    return tuple((entry["name"], entry["signs"]) for entry in data["font"])


def shown(character: str, font: str) -> str:
    """What a character of a font shows; itself in a font of letters.

    >>> shown("ª", "ABCDEF+SymbolMT"), shown("ª", "Times")
    ('♠', 'ª')
    """
    bare = font.lower().replace(" ", "").replace("-", "")
    for name, signs in _fonts():
        if name in bare:
            return signs.get(character, character)
    return character

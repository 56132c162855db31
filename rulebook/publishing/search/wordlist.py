"""The file of words that the search knows something of: `words.toml`, read once."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def word_tables() -> Mapping[str, Any]:
    """The tables of `words.toml`."""
    text = files(__package__).joinpath("words.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def kept_apart() -> Mapping[str, str]:
    """The words that have a stem of their own, with it."""
    return {
        form: stem for stem, forms in word_tables()["apart"].items() for form in forms.split()
    }

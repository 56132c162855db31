"""The words by which two columns are told apart, read once from `columns.toml`."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files

_TOKEN = re.compile(r"[^\W\d_]+[’']|[^\W\d_]+|\d+[A-Za-z]*\d*|[^\w\s]")


@dataclass(frozen=True)
class ColumnWords:
    """The vocabulary of the columns; every field is a key of `columns.toml`."""

    article_words: frozenset[str]
    header_words: frozenset[str]
    old_words: frozenset[str]
    new_words: frozenset[str]
    parallel_words: frozenset[str]
    capital_words: frozenset[str]
    body_openers: frozenset[str]
    abbreviations: frozenset[str]
    citing_words: frozenset[str]
    replaced_terms: tuple[tuple[str, str], ...]
    classes: dict[str, str]
    endings: tuple[tuple[str, str], ...]
    follows: dict[str, dict[str, float]]


@cache
def column_words() -> ColumnWords:
    """Read the vocabulary. Raises `KeyError` where a key is missing or unknown."""
    file = files("rulebook.reading.columns").joinpath("columns.toml")
    data = tomllib.loads(file.read_text("utf-8"))
    unknown = set(data) - {field.name for field in fields(ColumnWords)}
    if unknown:
        name = min(unknown)
        raise KeyError(f"columns.toml: unknown key {name!r}; remove it or correct its spelling")
    ends = [(end, name) for name, held in data["endings"].items() for end in held]
    return ColumnWords(
        article_words=frozenset(data["article_words"]),
        header_words=frozenset(data["header_words"]),
        old_words=frozenset(data["old_words"]),
        new_words=frozenset(data["new_words"]),
        parallel_words=frozenset(data["parallel_words"]),
        capital_words=frozenset(data["capital_words"]),
        body_openers=frozenset(data["body_openers"]),
        abbreviations=frozenset(data["abbreviations"]),
        citing_words=frozenset(data["citing_words"]),
        replaced_terms=tuple((old, new) for old, new in data["replaced_terms"]),
        classes={word: name for name, held in data["classes"].items() for word in held},
        endings=tuple(sorted(ends, key=lambda pair: -len(pair[0]))),
        follows={
            name: {k: float(n) for k, n in row.items()} for name, row in data["follows"].items()
        },
    )


def tokens(text: str) -> tuple[str, ...]:
    """Words, numbers and signs of a line; an elided article is a word of its own.

    >>> tokens("dell’Arbitro, ma")
    ('dell’', 'Arbitro', ',', 'ma')
    """
    return tuple(_TOKEN.findall(text.replace("'", "’")))


def word_class(token: str, words: ColumnWords) -> str:
    """The class of a token: its function, or its ending, or its sign."""
    low = token.lower()
    if low in words.classes:
        return words.classes[low]
    if not token[0].isalpha():
        return "number" if token[0].isdigit() else "sign"
    if token[0].isupper():
        return "capital"
    for ending, name in words.endings:
        if low.endswith(ending):
            return name
    return "other"

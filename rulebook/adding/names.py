"""What a new source is called: its folder, its file, its title."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from pathlib import PurePath

from rulebook.model import Document
from rulebook.reading.holdings.checks import SOURCE
from rulebook.reading.holdings.decisions import COLUMNS

LINES = "lines.json"
"""The lines that were taken out of a file which is no text."""

_LONG, _LONGEST = 60, 100
_ABOUT = {"letter": "Lettera", "commentary": "Commento", "guide": "Guida"}
_RESERVED = re.compile(r"(?:con|prn|aux|nul|com\d|lpt\d)", re.IGNORECASE)
_SPEAKING = re.compile(r"[a-z]{3}")


def slug(text: str) -> str:
    """Words as the name of a folder: small letters, digits and single hyphens; "" for none.

    >>> slug("L’articolo 27, «vecchio» e nuovo")
    'l-articolo-27-vecchio-e-nuovo'
    """
    plain = unicodedata.normalize("NFKD", text.replace("’", "'")).encode("ascii", "ignore").decode()
    words = re.findall(r"[a-z0-9]+", re.sub(r"'", " ", plain).lower())
    made = ""
    for word in words:
        if made and len(made) + len(word) >= _LONG:
            break
        made = f"{made}-{word}"[:_LONG].strip("-") if made else word[:_LONG]
    return made


def folder_name(file: str, title: str, taken: Collection[str]) -> str:
    """A free name for the folder of a source: that of its file, or its title where that says more.

    Args:
        file: the file's own name.
        title: the text's title.
        taken: names that are used already.
    """
    stem = slug(PurePath(file).stem)
    name = stem if _SPEAKING.search(stem) else slug(title) or stem or "testo"
    if _RESERVED.fullmatch(name):
        name = f"testo-{name}"
    return _free(name, "-", taken)


def file_name(file: str) -> str:
    """The name that the raw file has in its folder: its own, as far as every system can write it.

    >>> file_name("source.toml"), file_name("a/b\\\\c\\nd.txt"), file_name(".hidden")
    ('testo-source.toml', 'a-b-c-d.txt', 'testo.hidden')
    """
    whole = unicodedata.normalize("NFC", file.encode("utf-8", "replace").decode("utf-8"))
    safe = re.sub(r"[^\w .,()+'’-]", "-", whole).strip(" ")
    path = PurePath(safe)
    stem, suffix = path.stem, path.suffix
    if stem.startswith("."):
        stem, suffix = "testo", stem + suffix
    safe = (stem[: _LONGEST - len(suffix[:20])] or "testo") + suffix[:20].rstrip(" ")
    if safe.lower() in (SOURCE, COLUMNS, LINES) or _RESERVED.fullmatch(PurePath(safe).stem):
        safe = f"testo-{safe}"
    return safe.rstrip(".")


def title_of(document: Document, taken: Collection[str]) -> str:
    """A title for a text, from what it holds; one that no other text has.

    Args:
        document: the text, read by itself.
        taken: the titles of the other texts.
    """
    title = _title(document)
    file = PurePath(document.source.name).stem.strip() or "testo"
    if title in taken:
        title = f"{title} ({file})"
    return _free(title, " ", taken)


def _free(name: str, between: str, taken: Collection[str]) -> str:
    """A name that is not taken: with the first number from 2 that makes it free, if need be."""
    free, number = name, 1
    while free in taken:
        number += 1
        free = f"{name}{between}{number}"
    return free


def _title(document: Document) -> str:
    numbers = list(dict.fromkeys(article.number for article in document.articles))
    if numbers:
        about = _ABOUT.get(document.kind)
        if len(numbers) == 1 and not about:
            named = next((article.title for article in document.articles if article.title), None)
            return _short(f"Articolo {numbers[0]}{f': {named}' if named else ''}")
        told = ", ".join(map(str, numbers[:-1]))
        told = f"articoli {told} e {numbers[-1]}" if told else f"articolo {numbers[-1]}"
        told = told if len(told) < _LONG else f"{len(numbers)} articoli"
        return f"{about}: {told}" if about else told[:1].upper() + told[1:]
    if document.kind == "letter":
        return _ABOUT["letter"]
    headings = (str(section.heading) for section in document.sections if section.heading)
    first = next(headings, "") or next(
        (line.strip() for line in document.source.text.splitlines() if _SPEAKING.search(line)), ""
    )
    return _short(first) or document.source.name


def _short(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= _LONGEST else f"{words[: _LONGEST - 1].rstrip()}…"

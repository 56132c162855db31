"""The script that links citations of the Code in other sites' pages, and what it asks for later."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from importlib.resources import files
from itertools import takewhile
from string import ascii_letters
from typing import Any

import msgspec

from rulebook.model import Rulebook
from rulebook.publishing.elements import elements
from rulebook.publishing.shorten import shorten

ADDRESS = "linker.js"
PREVIEW = "linker-anteprima.js"

SCRIPTS = "grammar steps parts tail around find speech leads page start".split()
LATER = "preview report".split()

_USED = re.compile(r"\bWORDS\.([a-z_]+)")
# Lists whose words are read with their upper and lower case.
_CASED = frozenset(
    ("collections_no_names", "collections_law_abbreviations")
)
_LETTERS = ascii_letters + "$_" + "àèéìòùçñ"
_UNIT_LISTS = {"s": "singular", "p": "plural"}
# What parts the words and the groups of a packed list.
_PARTING = frozenset("0123456789;")


def linker_js(vocabulary: Mapping[str, Any], rulebook: Rulebook) -> bytes:
    """The linker as it is served at `/linker.js`.

    Args:
        vocabulary: the words of citations, as the file that reading uses holds them.
        rulebook: the editions that citations may lead to.

    Returns:
        One classic script. It begins with a byte order mark, which wins over the encoding of
        the page, so that a page in Windows-1252 reads it alike.

    Raises:
        ValueError: a word has a digit or a semicolon, which no packed list can hold.
    """
    named = msgspec.to_builtins(elements())
    lists = _lists(vocabulary) | {f"elements_{key}": words for key, words in named.items()}
    used = {name for script in SCRIPTS for name in _USED.findall(source(script))}
    lists = {name: lists[name] for name in used}
    names = dict(zip(sorted(lists), _LETTERS, strict=False))
    if len(names) < len(lists):
        raise ValueError(f"the vocabulary has more than {len(_LETTERS)} lists of words.")
    data: dict[str, Any] = {
        "words": packed({names[name]: words for name, words in lists.items()}),
        "units": [_unit(unit) for unit in vocabulary["units"]],
        "letters": vocabulary["articles"]["letters"],
        "last": vocabulary["articles"]["last"],
        "brief": "|".join(map(str, range(vocabulary["articles"]["last"] + 1, 100))),
        "suit_signs": vocabulary["exclusions"]["suit_signs"],
        "compass": vocabulary["exclusions"]["compass"],
        "topic_words": vocabulary["context"]["topic_words"],
        "editions": [edition[0] for edition in _editions(rulebook)],
    }
    written = f"const DATA = {_literal(data)};"
    script = shorten(
        "\n".join((written, *(source(name) for name in SCRIPTS))), short_names(), names
    )
    return _marked(f'(function(){{"use strict";{script}}})();\n')


def preview_js(rulebook: Rulebook) -> bytes:
    """What the linker asks for with the first preview or report, at `/linker-anteprima.js`."""
    data = f"const EDITIONS = {_literal(_editions(rulebook))};"
    script = shorten("\n".join((data, *(source(name) for name in LATER))))
    return _marked(f'(function(linker){{"use strict";{script}}})(self.rulebookLinker);\n')


def _editions(rulebook: Rulebook) -> list[list[str | None]]:
    """The editions, oldest first, each with the days from which and until which it was in force."""
    listed = sorted(rulebook.editions, key=lambda edition: edition.id)
    return [[one.id, one.in_force_from, one.in_force_until] for one in listed]


def linker_files(vocabulary: Mapping[str, Any], rulebook: Rulebook) -> dict[str, bytes]:
    """The files of the linker by their address; see `linker_js`."""
    return {ADDRESS: linker_js(vocabulary, rulebook), PREVIEW: preview_js(rulebook)}


def source(name: str) -> str:
    """One of the scripts as it is written."""
    folder = files("rulebook.publishing").joinpath("theme/assets/linker")
    return folder.joinpath(f"{name}.js").read_text(encoding="utf-8")


def short_names() -> list[str]:
    """The names that the scripts share and that are nobody else's, so that they may be short."""
    folder = files("rulebook.publishing").joinpath("theme/assets/linker")
    return folder.joinpath("short.txt").read_text(encoding="utf-8").split()


def _lists(vocabulary: Mapping[str, Any]) -> dict[str, list[str]]:
    """The lists of words by table and key."""
    return {
        f"{table}_{key}": words if f"{table}_{key}" in _CASED else [w.lower() for w in words]
        for table, entries in vocabulary.items()
        if isinstance(entries, Mapping)
        for key, words in entries.items()
        if isinstance(words, list)
    }


def _unit(unit: Mapping[str, Any]) -> list[Any]:
    """The words for a kind of part, and what else is so of it; `digits` may begin its labels."""
    lists = {name: unit[key] for name, key in _UNIT_LISTS.items()}
    flags = {"digits": unit["steps"] == "any", "weak": unit.get("weak"), "inner": unit.get("inner")}
    return [packed(lists), {key: 1 for key, said in flags.items() if said}]


def packed(lists: Mapping[str, Sequence[str]]) -> str:
    """Lists of words in few characters: groups of the words that the same lists hold.

    Each word is written as the number of signs (nine at most) that it shares with the word
    before, and the rest of it.

    Args:
        lists: the words of each list by its name, which is one character.

    Raises:
        ValueError: a word has a digit or a semicolon.

    >>> packed({"a": ["punti", "punto"], "b": ["mano", "punto"]})
    'a0punti;ab0punto;b0mano'
    """
    homes: dict[str, str] = {}
    for name, words in sorted(lists.items()):
        for word in dict.fromkeys(words):
            if _PARTING & set(word):
                raise ValueError(f"the word “{word}” has a digit or a semicolon; write it without.")
            homes[word] = homes.get(word, "") + name
    groups: dict[str, list[str]] = {}
    for word, home in sorted(homes.items()):
        groups.setdefault(home, []).append(word)
    return ";".join(home + _fronted(words) for home, words in sorted(groups.items()))


def _fronted(words: Sequence[str]) -> str:
    made, before = "", ""
    for word in words:
        alike = takewhile(lambda pair: pair[0] == pair[1], zip(before, word, strict=False))
        shared = min(9, sum(1 for _ in alike))
        made += f"{shared}{word[shared:]}"
        before = word
    return made


def _literal(value: Any) -> str:
    """A value as the script writes it; its keys are names, which may be shortened."""
    if isinstance(value, Mapping):
        return f"{{{','.join(f'{key}:{_literal(one)}' for key, one in value.items())}}}"
    if isinstance(value, list):
        return f"[{','.join(map(_literal, value))}]"
    return json.dumps(value, ensure_ascii=False)


def _marked(script: str) -> bytes:
    return script.encode("utf-8-sig")

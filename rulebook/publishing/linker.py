"""The script that links citations of the Code in other sites' pages, and what it asks for later."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib.resources import files
from typing import Any

from rulebook.model import Rulebook
from rulebook.publishing.shorten import shorten

ADDRESS = "linker.js"
PREVIEW = "linker-anteprima.js"

SCRIPTS = "grammar steps parts tail around find speech leads page start".split()
LATER = "preview report".split()

# What the script has no use for: suits that only people read, parts without a number.
_UNUSED = (("exclusions", "suit_letters"), ("parts", "ids"))


def linker_js(vocabulary: Mapping[str, Any], rulebook: Rulebook) -> bytes:
    """The linker as it is served at `/linker.js`.

    Args:
        vocabulary: the words of citations, as the file that reading uses holds them.
        rulebook: the editions that citations may lead to.

    Returns:
        One classic script. It begins with a byte order mark, which wins over the encoding of
        the page, so that a page in Windows-1252 reads it alike.
    """
    editions = [
        [edition.id, edition.in_force_from, edition.in_force_until]
        for edition in sorted(rulebook.editions, key=lambda edition: edition.id)
    ]
    data = {"vocabulary": _used(vocabulary), "editions": editions}
    written = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    script = shorten("\n".join(source(name) for name in SCRIPTS), short_names())
    return _marked(f'(function(){{"use strict";const DATA={written};{script}}})();\n')


def preview_js() -> bytes:
    """What the linker asks for with the first preview or report, at `/linker-anteprima.js`."""
    return _marked(shorten("\n".join(source(name) for name in LATER)) + "\n")


def linker_files(vocabulary: Mapping[str, Any], rulebook: Rulebook) -> dict[str, bytes]:
    """The files of the linker by their address; see `linker_js`."""
    return {ADDRESS: linker_js(vocabulary, rulebook), PREVIEW: preview_js()}


def source(name: str) -> str:
    """One of the scripts as it is written."""
    folder = files("rulebook.publishing").joinpath("theme/assets/linker")
    return folder.joinpath(f"{name}.js").read_text(encoding="utf-8")


def short_names() -> list[str]:
    """The names that the scripts share and that are nobody else's, so that they may be short."""
    folder = files("rulebook.publishing").joinpath("theme/assets/linker")
    return folder.joinpath("short.txt").read_text(encoding="utf-8").split()


def _used(vocabulary: Mapping[str, Any]) -> dict[str, Any]:
    unused = set(_UNUSED)
    return {
        table: {
            key: _packed(value) for key, value in entries.items() if (table, key) not in unused
        }
        if isinstance(entries, Mapping)
        else entries
        for table, entries in vocabulary.items()
    }


def _packed(value: Any) -> Any:
    """A list of words sorted, since like words then compress better."""
    return sorted(value) if isinstance(value, list) else value


def _marked(script: str) -> bytes:
    return script.encode("utf-8-sig")

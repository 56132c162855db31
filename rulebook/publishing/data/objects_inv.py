"""The inventory that Sphinx and mkdocstrings read, so that their users can link provisions.

Format: version 2 of the inventory of Sphinx, four lines of head and compressed lines
`name domain:role priority address words`.
"""

from __future__ import annotations

import zlib

from rulebook.label import Label
from rulebook.model import Rulebook
from rulebook.publishing import addresses
from rulebook.publishing.data.inventory import ProvisionRow, spoken
from rulebook.publishing.wording import label_name

_HEAD = (
    "# Sphinx inventory version 2\n"
    "# Project: Regole del bridge\n"
    "# Version: 1\n"
    "# The remainder of this file is compressed using zlib.\n"
)


def objects_inv(rulebook: Rulebook, rows: tuple[ProvisionRow, ...]) -> bytes:
    """Every provision by its spoken name (`2007-27b1b`, `27b1b`), as `/objects.inv`.

    A name that means two provisions is left out.
    """
    held = {row.url for row in rows}
    found: dict[str, set[tuple[str, str]]] = {}
    for edition in rulebook.editions:
        for article in edition.articles:
            for provision in article.provisions():
                label = provision.label
                if str(addresses.of_label(edition.id, label)) in held:
                    _add(found, edition.id, label, f"{label_name(label)}, {edition.title}")
                    _add(found, None, label, f"{label_name(label)}, in tutte le edizioni")
    lines = [
        f"{name} std:label -1 {address} {words}\n"
        for name, places in sorted(found.items()) if len(places) == 1
        for address, words in places
    ]
    return _HEAD.encode() + zlib.compress("".join(lines).encode(), 9)


def _add(
    found: dict[str, set[tuple[str, str]]], edition: str | None, label: Label, words: str
) -> None:
    place = (str(addresses.of_label(edition, label)), words)
    found.setdefault(spoken(edition, label), set()).add(place)

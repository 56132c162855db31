"""What the elements of a page are to one who reads its paragraphs, read from `elements.toml`."""

from __future__ import annotations

from importlib.resources import files

import msgspec


class Elements(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Names of elements by what they are; headings are not among them.

    `pages` are the ends of the names of files that hold pages.
    """

    pages: tuple[str, ...]
    block: tuple[str, ...]
    locked: tuple[str, ...]
    objects: tuple[str, ...]
    notes: tuple[str, ...]
    raw: tuple[str, ...]


def elements() -> Elements:
    """The elements as the file names them."""
    data = files("rulebook.publishing").joinpath("elements.toml").read_bytes()
    return msgspec.toml.decode(data, type=Elements)

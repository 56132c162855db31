"""What `offline.toml` says, checked as it is read."""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files

import msgspec


class App(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The site as an installed app."""

    name: str
    short_name: str
    description: str
    theme_color: str
    background_color: str


class Choice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Files that may be stored besides: a pattern of addresses, and what they are called."""

    files: str
    title: str


class Bare(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The page where nothing is stored and nothing answers."""

    title: str
    lead: str
    advice: str
    again: str
    home: str


class Archive(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The archive that opens from a disk."""

    name: str
    folder: str
    left_out: tuple[str, ...]
    readme: str


class Settings(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    withdrawn: bool
    left_out: tuple[str, ...]
    asked_for: tuple[str, ...]
    app: App
    choice: tuple[Choice, ...]
    types: dict[str, str]
    say: dict[str, str]
    bare: Bare
    archive: Archive


@cache
def settings() -> Settings:
    """The settings of the offline copy."""
    text = files(__package__).joinpath("offline.toml").read_bytes()
    return msgspec.toml.decode(text, type=Settings)


def matches(address: str, patterns: tuple[str, ...]) -> bool:
    """Whether an address is one of those meant; a star stands for anything, slashes included."""
    return any(fnmatchcase(address, pattern) for pattern in patterns)

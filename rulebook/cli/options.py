"""What the verbs of the command line have in common: options, and how they print."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from rich.console import Console

from rulebook.keeping import kept
from rulebook.model import Rulebook
from rulebook.output import encode
from rulebook.output.terminal import shown
from rulebook.reading.assemble import rulebook_of
from rulebook.reading.holdings.corpus import Corpus, load

FOLDER = click.Path(exists=True, file_okay=False, path_type=Path)
FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


def corpus_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--corpus DIR`: another corpus than the one of the package."""
    return click.option(
        "--corpus",
        "folder",
        type=FOLDER,
        help="The corpus to read; without it, the one that comes with the package.",
    )(function)


def edition_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--edition ID`: one edition among those that hold what is asked for."""
    return click.option("--edition", help="Look into this edition only.")(function)


def json_option(function: Callable[..., Any]) -> Callable[..., Any]:
    """`--json`: one document for programs."""
    return click.option(
        "--json", "as_json", is_flag=True, help="Print one JSON document and nothing else."
    )(function)


def loaded(folder: Path | None) -> tuple[Corpus, Rulebook]:
    """A corpus and what was read of it; without a folder the embedded one."""
    corpus = load(folder)
    return corpus, rulebook_of(corpus, keep=kept())


def print_json(document: Any) -> None:
    """One JSON document, as bytes, so that the terminal's encoding cannot spoil it."""
    click.echo(encode(document).encode(), nl=False)


def console() -> Console:
    """A terminal in which the words of a source are never markup."""
    return Console(highlight=False, markup=False, emoji=False)


def say(message: str) -> None:
    """Something for the person at the terminal, beside what is printed.

    What was typed, or the name of a file, stands in it as it is, without effect on the terminal.
    """
    click.echo(f"rulebook: {shown(message).plain}", err=True)

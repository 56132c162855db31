"""The program: all verbs under one name; arguments in, a call, something printed, a status out."""

from __future__ import annotations

import gc
import sys

import click

from rulebook.cli import paper, provisions, site, texts
from rulebook.cli.endings import FINE, status_of

_EPILOG = """\b
Exit status: 0 fine; 1 findings, or nothing found; 2 wrong usage; 3 the corpus or its
settings are broken; 4 text was lost; 5 the world outside failed."""

_VERBS = (
    texts.read, texts.check, texts.add, texts.review,
    provisions.show, provisions.trace, provisions.cites, provisions.compare, provisions.search,
    site.pages, site.build, site.publish, site.link,
    paper.pdf, paper.epub,
)


@click.group(epilog=_EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="rulebook")
def cli() -> None:
    """Read damaged texts of the laws of bridge into editions, and publish them."""


for _verb in _VERBS:
    cli.add_command(_verb)


def main(arguments: list[str] | None = None) -> None:
    """Run the command line and end the program with its status; no traceback for anybody.

    The environment variable RULEBOOK_TRACEBACK shows where an unexpected error came from.
    """
    sys.exit(run(arguments))


def run(arguments: list[str] | None = None) -> int:
    """Run the command line and return its status."""
    # What is read stays until the end: looking through all of it again and again costs a quarter.
    gc.set_threshold(200_000, 20, 100)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        status = cli.main(arguments, prog_name="rulebook", standalone_mode=False)
        sys.stdout.flush()
        return status if isinstance(status, int) else FINE
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - each has its word and status
        return status_of(error, sys.argv[1:] if arguments is None else arguments)

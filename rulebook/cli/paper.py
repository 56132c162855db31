"""The verbs about what is printed or read away from the web: PDFs and EPUBs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from rulebook.cli.endings import FINE
from rulebook.cli.options import corpus_option, json_option, print_json, say
from rulebook.reading.holdings.corpus import load


def _paper_options(function: Callable[..., Any]) -> Callable[..., Any]:
    out = click.option(
        "--out", type=click.Path(dir_okay=False, path_type=Path),
        help="The file; without it, a name in this folder.",
    )
    site = click.option("--site", "site_url", help="The public address of the site.")
    return out(site(corpus_option(json_option(function))))


@click.command()
@click.argument("what", nargs=-1)
@click.option("--article", help="Print this article alone.")
@click.option("--paper", type=click.Choice(["a4", "a5", "a6"]), default="a4", show_default=True)
@_paper_options
def pdf(
    what: tuple[str, ...], article: str | None, paper: Any, out: Path | None,
    site_url: str | None, folder: Path | None, as_json: bool,
) -> int:
    """Print WHAT: an edition, `compare 1997 2007`, `guide`, `cards`, or the id of a text.

    Without WHAT, the newest edition that holds a text.
    """
    from rulebook.commands.paper import Wish, write_pdf

    wish = Wish(what, article, paper, site_url)
    done = write_pdf(load(folder), wish, out, say, folder)
    return _told_of_file(done.out, done.size, as_json)


@click.command()
@click.argument("edition")
@_paper_options
def epub(
    edition: str, out: Path | None, site_url: str | None, folder: Path | None, as_json: bool
) -> int:
    """Bind EDITION, or `guide`, as an EPUB for reading on a phone."""
    from rulebook.commands.paper import Wish, write_epub

    wish = Wish((edition,), site_url=site_url)
    done = write_epub(load(folder), wish, out, say, folder)
    return _told_of_file(done.out, done.size, as_json)


def _told_of_file(out: Path, size: int, as_json: bool) -> int:
    if as_json:
        print_json({"out": str(out), "bytes": size})
    else:
        click.echo(f"{out}, {size / 1000:.0f} kB")
    return FINE

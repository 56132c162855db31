"""The verbs about texts: `read` and `check` look at them, `add` and `review` change the corpus."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import click

from rulebook.adding import Outcome, Wish
from rulebook.adding import add as add_files
from rulebook.cli.endings import LOST
from rulebook.cli.options import FILE, console, corpus_option, json_option, print_json, say
from rulebook.commands import texts
from rulebook.commands.usage import UsageError, known_edition
from rulebook.keeping import kept
from rulebook.model import Kind
from rulebook.output import check_json, read_json
from rulebook.output.adding import add_json, ended, print_outcome
from rulebook.reading.holdings.corpus import embedded, load


@click.command()
@click.argument("file", type=FILE)
@click.option("--edition", help="The edition that the text gives, if you know it.")
@click.option("--kind", type=click.Choice(get_args(Kind)), help="The kind of text, if you know it.")
@click.option("--no-corrections", is_flag=True, help="Leave out what an editor corrected.")
@corpus_option
@json_option
def read(
    file: Path,
    edition: str | None,
    kind: Kind | None,
    no_corrections: bool,
    folder: Path | None,
    as_json: bool,
) -> int:
    """Read one source text and print what was understood of it.

    A file that the corpus holds is read with its metadata and corrections; any other by itself.
    The status is 0, 1 (there are doubts) or 4 (text was lost), whatever the file holds.
    """
    corpus = load(folder)
    known_edition(edition, corpus.edition_ids)
    if file.is_char_device() or file.is_block_device():
        raise UsageError(f"{file} is a device; name a file.")
    try:
        reading = texts.read(
            file, corpus, edition=edition, kind=kind, apply_corrections=not no_corrections
        )
    except OSError as error:
        raise UsageError(f"{file} cannot be read ({error.strerror}); name another file.") from error
    if as_json:
        print_json(read_json(reading.document))
    else:
        from rulebook.output.terminal import print_reading

        print_reading(console(), reading)
    if reading.warning:
        say(reading.warning)
    if reading.status == LOST:
        say(f"text of {reading.document.source.name} was lost; `rulebook read` shows where.")
    return reading.status


@click.command()
@corpus_option
@json_option
def check(folder: Path | None, as_json: bool) -> int:
    """Read the whole corpus: issues by weight, stale corrections, the account of the text."""
    checked = texts.check(load(folder))
    if as_json:
        print_json(check_json(checked))
    else:
        from rulebook.output.terminal import print_checked

        print_checked(console(), checked)
    return checked.status


@click.command()
@click.argument("files", type=FILE, nargs=-1, required=True)
@click.option("--dry-run", is_flag=True, help="Say what would be added, and write nothing.")
@click.option("--edition", help="The edition that the texts give, if you know it.")
@click.option("--kind", type=click.Choice(get_args(Kind)), help="The kind of text, if you know it.")
@click.option(
    "--corpus", "folder", type=click.Path(file_okay=False, path_type=Path),
    help="The corpus to add to; without it, the one that comes with the package.",
)
@json_option
def add(
    files: tuple[Path, ...],
    dry_run: bool,
    edition: str | None,
    kind: Kind | None,
    folder: Path | None,
    as_json: bool,
) -> int:
    """Bring texts into the corpus: each file is copied as it is, beside a filled-in source.toml.

    Nothing else changes. The status is 1 where there are doubts, or a file is known already.
    """
    if folder is not None and not folder.is_dir():
        raise UsageError(
            f"{folder} does not exist; a corpus begins with the editions that it knows: copy "
            f"{embedded() / 'editions'} to {folder / 'editions'}, see what each edition.toml "
            "there says, and add again."
        )
    if edition is not None:
        known_edition(edition, load(folder).edition_ids)
    if folder is None and not dry_run and _installed(embedded()):
        say(
            f"the corpus is part of the installed package ({embedded()}), which an update "
            "replaces; copy it to a folder of your own, and name that with --corpus"
        )
    outcomes: list[Outcome] = []
    for outcome in add_files(files, folder or embedded(), Wish(dry_run, edition, kind), kept()):
        outcomes.append(outcome)
        if not as_json:
            print_outcome(console(), outcome)
    if as_json:
        print_json(add_json(str(folder or embedded()), dry_run, outcomes))
    return ended(outcomes)


@click.command()
@click.option(
    "--port", type=click.IntRange(0, 65535), default=0, help="The port; without it, a free one."
)
@corpus_option
def review(port: int, folder: Path | None) -> int:
    """Settle the doubts about the texts, in a page for this machine only.

    The page shows beforehand what a decision changes. Decisions are written into corrections.toml
    and columns.toml, and nowhere else; Ctrl-C ends it.
    """
    from rulebook.reviewing import serve

    return serve(folder or embedded(), port, kept(), say)


def _installed(corpus: Path) -> bool:
    return not {"site-packages", "dist-packages"}.isdisjoint(corpus.resolve().parts)

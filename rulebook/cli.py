"""The command line: arguments in, a call, something printed, a status out."""

from __future__ import annotations

import gc
import io
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import click

from rulebook.cli_options import FILE, console, corpus_option, json_option, print_json, say
from rulebook.cli_texts import add, review
from rulebook.commands import editions, provisions, publishing, texts
from rulebook.commands.publishing import LostError
from rulebook.commands.usage import UsageError, known_edition, shortened
from rulebook.inputs import InputError
from rulebook.keeping import kept
from rulebook.model import Kind, Rulebook
from rulebook.output import (
    BuiltJson,
    PagesJson,
    check_json,
    cites_json,
    compare_json,
    read_json,
    show_json,
    trace_json,
)
from rulebook.output.publishing import publish_json
from rulebook.publishing.pdf.booklet import NothingToPrintError, PaperError
from rulebook.publishing.publish import PublishError
from rulebook.publishing.site import SiteError, TextLostError
from rulebook.publishing.situations import HandbookError
from rulebook.reading.assemble import rulebook_of
from rulebook.reading.corpus import Corpus, embedded, load
from rulebook.reading.corpus_files import CorpusError

FINE, NOTHING, USAGE, BROKEN, LOST, OUTSIDE = range(6)
INTERRUPTED = 130
TRACEBACK = "RULEBOOK_TRACEBACK"

EXITS = """\b
Exit status: 0 fine; 1 findings, or nothing found; 2 wrong usage; 3 the corpus or its
settings are broken; 4 text was lost; 5 the world outside failed."""

_OUT = click.Path(file_okay=False, path_type=Path)


@click.group(epilog=EXITS, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="rulebook")
def cli() -> None:
    """Read damaged texts of the laws of bridge into editions, and publish them."""


def _edition_option(function: Callable[..., Any]) -> Callable[..., Any]:
    return click.option("--edition", help="Look into this edition only.")(function)


@cli.command()
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
    if reading.status == LOST:
        say(f"text of {reading.document.source.name} was lost; `rulebook read` shows where.")
    return reading.status


@cli.command()
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


@cli.command()
@click.argument("citation", nargs=-1, required=True)
@_edition_option
@corpus_option
@json_option
def show(citation: tuple[str, ...], edition: str | None, folder: Path | None, as_json: bool) -> int:
    """Print a provision with its notes; any spelling of CITATION is understood."""
    _, rulebook = _loaded(folder)
    found = provisions.show(rulebook, provisions.ask(rulebook, " ".join(citation), edition))
    if as_json:
        print_json(show_json(found))
    else:
        from rulebook.output.terminal_provisions import print_show

        print_show(console(), found)
    return FINE if found.held else NOTHING


@cli.command()
@click.argument("citation", nargs=-1, required=True)
@_edition_option
@corpus_option
@json_option
def trace(
    citation: tuple[str, ...], edition: str | None, folder: Path | None, as_json: bool
) -> int:
    """Print where a provision comes from: source, lines, raw text, rules and corrections."""
    _, rulebook = _loaded(folder)
    asked = provisions.ask(rulebook, " ".join(citation), edition)
    traces = provisions.trace(rulebook, asked)
    if as_json:
        print_json(trace_json(str(asked.label), traces))
    elif traces:
        from rulebook.output.terminal_provisions import print_traces

        print_traces(console(), traces)
    if not traces:
        say(f"{asked.label} is not held; `rulebook show {asked.label.compact}` says who cites it.")
    return FINE if traces else NOTHING


@cli.command()
@click.argument("citation", nargs=-1, required=True)
@_edition_option
@corpus_option
@json_option
def cites(
    citation: tuple[str, ...], edition: str | None, folder: Path | None, as_json: bool
) -> int:
    """Print what a provision cites and what cites it."""
    _, rulebook = _loaded(folder)
    found = provisions.cites(rulebook, provisions.ask(rulebook, " ".join(citation), edition))
    if as_json:
        print_json(cites_json(found))
    else:
        from rulebook.output.terminal_provisions import print_cites

        print_cites(console(), found)
    return FINE if found.cites or found.cited_by else NOTHING


@cli.command()
@click.argument("number", nargs=-1, required=True)
@click.option("--from", "old", help="The older edition.")
@click.option("--to", "new", help="The newer edition.")
@corpus_option
@json_option
def compare(
    number: tuple[str, ...], old: str | None, new: str | None, folder: Path | None, as_json: bool
) -> int:
    """Print which provisions of an article correspond in two editions, and what changed.

    NUMBER may name a provision: then only what concerns it is printed.
    Without --from and --to: the oldest and the newest edition that hold the article.
    """
    corpus, rulebook = _loaded(folder)
    label = provisions.ask(rulebook, " ".join(number), None).label
    compared = editions.compare(corpus, rulebook, label, old, new)
    if as_json:
        print_json(compare_json(compared.comparison))
    else:
        from rulebook.output.terminal_comparison import print_comparison

        print_comparison(console(), compared)
    return FINE if compared.comparison.pairs else NOTHING


@cli.command()
@click.argument("query", nargs=-1, required=True)
@_edition_option
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, help="How many.")
@corpus_option
@json_option
def search(
    query: tuple[str, ...], edition: str | None, limit: int, folder: Path | None, as_json: bool
) -> int:
    """Print what answers QUERY, best first: words, phrases in quotes, or a citation."""
    from rulebook.commands.searching import search as ask

    _, rulebook = _loaded(folder)
    found = ask(rulebook, " ".join(query), edition, limit)
    if as_json:
        print_json(found.to_data())
    else:
        from rulebook.output.terminal_provisions import print_hits

        print_hits(console(), found)
    return FINE if found.hits else NOTHING


@cli.command()
@click.option("--out", type=_OUT, required=True, help="The folder to write into.")
@corpus_option
@json_option
def pages(out: Path, folder: Path | None, as_json: bool) -> int:
    """Write the Markdown pages as files, one per article, for any site generator."""
    written = publishing.write_pages(load(folder), out, say, kept())
    if as_json:
        print_json(PagesJson(str(out), [str(path.relative_to(out)) for path in written]))
    else:
        click.echo(f"{len(written)} pages in {out}")
    return FINE


@cli.command()
@click.option("--out", type=_OUT, default=Path("site"), show_default=True, help="The folder.")
@click.option("--site", "site_url", help="The public address of the site.")
@click.option("--no-offline", is_flag=True, help="Withdraw the copy that phones have stored.")
@click.option("--watch", is_flag=True, help="Serve the site, and build again after each change.")
@click.option("--port", type=int, default=8000, show_default=True, help="For --watch.")
@corpus_option
@json_option
def build(
    out: Path, site_url: str | None, no_offline: bool, watch: bool, port: int,
    folder: Path | None, as_json: bool,
) -> int:
    """Build the whole site. Where nothing changed since the last build, nothing is done."""
    from rulebook.commands import unchanged

    options = [
        "--out", str(out), *(("--site", site_url) if site_url else ()),
        # A browser that stored the site would not show what was just built.
        *(("--no-offline",) if no_offline or watch else ()),
    ]
    inputs = unchanged.Inputs(folder or embedded(), tuple(options[2:]))
    if watch:
        from rulebook.commands.watching import watch as run_watch

        if as_json:
            raise UsageError("--watch goes on until Ctrl-C and prints no JSON; leave one out.")
        corpus = ("--corpus", str(folder)) if folder else ()
        run_watch(inputs, (*options, *corpus), out, port, say)
        return FINE
    if site_url is None:
        say("without --site, or site_url in mkdocs.yml, no canonical address is made")
    started, made_of = time.monotonic(), inputs.digest()
    note = unchanged.current(out, made_of)
    if note is None:
        from rulebook.mkdocs_plugin import render

        built = publishing.build(
            load(folder), out, site_url, render, say, folder, not no_offline, kept()
        )
        note = unchanged.write_down(out, made_of, built.pages)
    else:
        say("nothing changed since the last build")
    seconds = time.monotonic() - started
    if as_json:
        print_json(BuiltJson(str(out), note.pages, round(seconds, 2), site_url))
    else:
        click.echo(f"{note.pages} pages in {seconds:.1f} s")
        click.echo(f"the site is in {out}: open {out / 'index.html'}")
    return FINE


@cli.command()
@click.option("--remote", default="origin", show_default=True, help="A remote, or its address.")
@click.option("--branch", default="gh-pages", show_default=True, help="The branch of the site.")
@click.option("--site", "site_url", help="The public address of the site.")
@click.option("--dry-run", is_flag=True, help="Say what would change, and change nothing.")
@corpus_option
@json_option
def publish(
    remote: str, branch: str, site_url: str | None, dry_run: bool, folder: Path | None,
    as_json: bool,
) -> int:
    """Put the site on a branch of a git remote, as a numbered release."""
    from rulebook.commands import release
    from rulebook.mkdocs_plugin import public_address, render

    task = release.Task(
        load(folder), folder or embedded(), remote, branch, site_url or public_address(),
        dry_run=dry_run,
    )
    outcome = release.publish(task, render, say)
    if as_json:
        print_json(publish_json(outcome))
    else:
        from rulebook.output.publishing import print_outcome

        print_outcome(console(), outcome)
    return FINE


@cli.command()
@click.argument("files", type=FILE, nargs=-1, required=True)
@click.option("--edition", help="The edition that the pages speak of, if they do not say.")
@click.option("--site", "site_url", help="The public address of the site.")
@click.option("--write", is_flag=True, help="Write the links into the pages.")
@corpus_option
@json_option
def link(
    files: tuple[Path, ...],
    edition: str | None,
    site_url: str | None,
    write: bool,
    folder: Path | None,
    as_json: bool,
) -> int:
    """Link the citations in somebody else's HTML pages, and check their links and quotations.

    Without --write nothing is changed. The status is 1 where something is left to do or to see.
    """
    from rulebook.commands.link import link as link_pages

    _, rulebook = _loaded(folder)
    reports = list(link_pages(rulebook, files, edition, site_url, write))
    if as_json:
        print_json({"files": [report.to_data() for report in reports]})
    else:
        from rulebook.output.terminal_link import print_file

        for report in reports:
            print_file(console(), report)
    return NOTHING if any(report.findings for report in reports) else FINE


def _paper_options(function: Callable[..., Any]) -> Callable[..., Any]:
    out = click.option(
        "--out", type=click.Path(dir_okay=False, path_type=Path),
        help="The file; without it, a name in this folder.",
    )
    site = click.option("--site", "site_url", help="The public address of the site.")
    return out(site(corpus_option(json_option(function))))


@cli.command()
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


@cli.command()
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


cli.add_command(add)
cli.add_command(review)


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
    except click.ClickException as error:
        said = io.StringIO()
        error.show(file=said)
        given = sys.argv[1:] if arguments is None else arguments
        click.echo(shortened(said.getvalue(), given), err=True, nl=False)
        return error.exit_code
    except (UsageError, PublishError, InputError) as error:
        outside = error.tool if isinstance(error, InputError) else isinstance(error, PublishError)
        return _ended(str(error), OUTSIDE if outside else USAGE)
    except (CorpusError, HandbookError, PaperError) as error:
        return _ended(str(error), NOTHING if isinstance(error, NothingToPrintError) else BROKEN)
    except (LostError, TextLostError) as error:
        return _ended(str(error), LOST)
    except SiteError as error:
        return _ended(str(error), NOTHING if error.findings else BROKEN)
    except (click.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except BrokenPipeError:
        return _unread()
    except OSError as error:
        return _ended(f"{error.filename or 'the system'}: {error.strerror or error}.", OUTSIDE)
    except Exception as error:  # noqa: BLE001 - nobody at a terminal is shown a traceback
        return _unexpected(error)


def _loaded(folder: Path | None) -> tuple[Corpus, Rulebook]:
    corpus = load(folder)
    return corpus, rulebook_of(corpus, keep=kept())


def _ended(message: str, status: int) -> int:
    say(message)
    return status


def _unread() -> int:
    """Whoever read our output has seen enough; the rest goes nowhere, quietly."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return FINE


def _unexpected(error: Exception) -> int:
    if os.environ.get(TRACEBACK):
        raise error
    told = " ".join(f"{type(error).__name__}: {error}".split())
    say(
        f"unexpected error ({told}); this is a fault of the program. Please report it with "
        f"the command and its file; {TRACEBACK}=1 shows where it happened."
    )
    return OUTSIDE


if __name__ == "__main__":
    main()

"""The verbs about what is published on the web: pages, the site, its releases, others' pages."""

from __future__ import annotations

import time
from pathlib import Path

import click

from rulebook.cli.endings import FINE, NOTHING
from rulebook.cli.options import FILE, console, corpus_option, json_option, loaded, print_json, say
from rulebook.commands import publishing
from rulebook.commands.usage import UsageError, counted
from rulebook.keeping import kept
from rulebook.output import BuiltJson, PagesJson
from rulebook.output.publishing import publish_json
from rulebook.publishing.place import recover
from rulebook.reading.holdings.corpus import embedded, load

_OUT = click.Path(file_okay=False, path_type=Path)


@click.command()
@click.option("--out", type=_OUT, required=True, help="The folder to write into.")
@corpus_option
@json_option
def pages(out: Path, folder: Path | None, as_json: bool) -> int:
    """Write the Markdown pages as files, one per article, for any site generator."""
    written = publishing.write_pages(load(folder), out, say, kept())
    if as_json:
        print_json(PagesJson(str(out), [str(path.relative_to(out)) for path in written]))
    else:
        click.echo(f"{counted(len(written), 'page')} in {out}")
    return FINE


@click.command()
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
    recover(out)
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
        click.echo(f"{counted(note.pages, 'page')} in {seconds:.1f} s")
        click.echo(f"the site is in {out}: open {out / 'index.html'}")
    return FINE


@click.command()
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


@click.command()
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

    Without --write nothing is changed. Links that stand there already are checked, never changed.
    Without --site the new ones lead to the root of the page's own host.
    The status is 1 where something is left to do or to see.
    """
    from rulebook.commands.link import link as link_pages

    _, rulebook = loaded(folder)
    reports = list(link_pages(rulebook, files, edition, site_url, write))
    if as_json:
        print_json({"files": [report.to_data() for report in reports]})
    else:
        from rulebook.output.terminal_link import print_file

        for report in reports:
            print_file(console(), report)
    if site_url is None and any(report.linked for report in reports):
        say("without --site the links lead to the root of the page's own host (/2007/27/); "
            "where the rules stand elsewhere name the site: --site https://example.org/.")
    return NOTHING if any(report.findings for report in reports) else FINE

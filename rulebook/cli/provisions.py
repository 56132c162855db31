"""The verbs about provisions: what they say, where they come from, what answers a question."""

from __future__ import annotations

from pathlib import Path

import click

from rulebook.cli.endings import FINE, NOTHING
from rulebook.cli.options import (
    console,
    corpus_option,
    edition_option,
    json_option,
    loaded,
    print_json,
    say,
)
from rulebook.commands import editions, provisions
from rulebook.output import cites_json, compare_json, show_json, trace_json


@click.command()
@click.argument("citation", nargs=-1, required=True)
@edition_option
@corpus_option
@json_option
def show(citation: tuple[str, ...], edition: str | None, folder: Path | None, as_json: bool) -> int:
    """Print a provision with its notes; any spelling of CITATION is understood."""
    _, rulebook = loaded(folder)
    found = provisions.show(rulebook, provisions.ask(rulebook, " ".join(citation), edition))
    if as_json:
        print_json(show_json(found))
    else:
        from rulebook.output.terminal_provisions import print_show

        print_show(console(), found)
    return FINE if found.held else NOTHING


@click.command()
@click.argument("citation", nargs=-1, required=True)
@edition_option
@corpus_option
@json_option
def trace(
    citation: tuple[str, ...], edition: str | None, folder: Path | None, as_json: bool
) -> int:
    """Print where a provision comes from: source, lines, raw text, rules and corrections."""
    _, rulebook = loaded(folder)
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


@click.command()
@click.argument("citation", nargs=-1, required=True)
@edition_option
@corpus_option
@json_option
def cites(
    citation: tuple[str, ...], edition: str | None, folder: Path | None, as_json: bool
) -> int:
    """Print what a provision cites and what cites it."""
    _, rulebook = loaded(folder)
    found = provisions.cites(rulebook, provisions.ask(rulebook, " ".join(citation), edition))
    if as_json:
        print_json(cites_json(found))
    else:
        from rulebook.output.terminal_provisions import print_cites

        print_cites(console(), found)
    return FINE if found.cites or found.cited_by else NOTHING


@click.command()
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
    corpus, rulebook = loaded(folder)
    label = provisions.ask(rulebook, " ".join(number), None).label
    compared = editions.compare(corpus, rulebook, label, old, new)
    if as_json:
        print_json(compare_json(compared.comparison))
    else:
        from rulebook.output.terminal_comparison import print_comparison

        print_comparison(console(), compared)
    return FINE if compared.comparison.pairs else NOTHING


@click.command()
@click.argument("query", nargs=-1, required=True)
@edition_option
@click.option("--limit", type=click.IntRange(1), default=20, show_default=True, help="How many.")
@corpus_option
@json_option
def search(
    query: tuple[str, ...], edition: str | None, limit: int, folder: Path | None, as_json: bool
) -> int:
    """Print what answers QUERY, best first: words, phrases in quotes, or a citation."""
    from rulebook.commands.searching import search as ask

    _, rulebook = loaded(folder)
    found = ask(rulebook, " ".join(query), edition, limit)
    if as_json:
        print_json(found.to_data())
    else:
        from rulebook.output.terminal_provisions import print_hits

        print_hits(console(), found)
    return FINE if found.hits else NOTHING

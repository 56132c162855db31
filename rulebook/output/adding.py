"""What `rulebook add` prints, as JSON and for people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec import Struct
from rich.console import Console
from rich.text import Text as Styled

from rulebook.adding import Added, Evidence, Known, Outcome, Refused
from rulebook.commands.usage import counted
from rulebook.output.documents import printed
from rulebook.output.terminal import indented, print_issues, shown


class EvidenceJson(Struct, frozen=True):
    """Something that speaks for an edition; see `rulebook.adding.Evidence`."""

    what: str
    edition: str
    text: str
    line: int | None


class EditionJson(Struct, frozen=True):
    """The edition of a text and why; null where its articles are of several."""

    id: str | None
    basis: str
    evidence: list[EvidenceJson]
    unknown: list[EvidenceJson]


class HeldArticleJson(Struct, frozen=True):
    """An article of a new text, with what the corpus has of it."""

    edition: str
    edition_basis: str
    number: int | str
    title: str | None
    status: str
    provisions: int
    role: str
    held_in: str | None
    held_status: str | None
    share: float | None
    replaces: bool


class AlikeJson(Struct, frozen=True):
    """A text of the corpus that shares a good part of its words."""

    source: str
    share: float


class WeighedIssueJson(Struct, frozen=True):
    """A doubt with its weight."""

    weight: str
    code: str
    message: str
    remedy: str | None
    line: int | None
    label: str | None


class AddedJson(Struct, frozen=True):
    """What became of one file: `state` is added, would-add, known or refused."""

    file: str
    state: str
    place: str | None = None
    message: str | None = None
    format: str | None = None
    kind: str | None = None
    title: str | None = None
    sha256: str | None = None
    bytes: int | None = None
    lines: int | None = None
    encoding: str | None = None
    edition: EditionJson | None = None
    articles: list[HeldArticleJson] = []
    alike: list[AlikeJson] = []
    doubts: list[WeighedIssueJson] = []
    to_complete: list[str] = []
    source_toml: str | None = None


class AddJson(Struct, frozen=True):
    """What became of every file."""

    corpus: str
    dry_run: bool
    files: list[AddedJson]


ASKED = ("author", "origin", "rights")


def add_json(corpus: str, dry_run: bool, outcomes: Sequence[Outcome]) -> AddJson:
    """What `rulebook add --json` prints."""
    return AddJson(corpus, dry_run, [_outcome(outcome) for outcome in outcomes])


def _outcome(outcome: Outcome) -> AddedJson:
    file = _readable(str(outcome.file))
    if isinstance(outcome, Refused):
        return AddedJson(file, "refused", message=outcome.message)
    if isinstance(outcome, Known):
        return AddedJson(file, "known", outcome.place, "the corpus has this very file already")
    source = outcome.document.source
    found = outcome.guess
    return AddedJson(
        file,
        "would-add" if outcome.dry_run else "added",
        outcome.place,
        None,
        outcome.format.value,
        outcome.document.kind,
        source.title,
        source.sha256,
        outcome.size,
        source.lines,
        source.encoding,
        EditionJson(
            found.edition,
            found.basis,
            [_evidence(piece) for piece in found.evidence],
            [_evidence(piece) for piece in found.unknown],
        ),
        list(_articles(outcome)),
        [AlikeJson(text.source, round(text.share, 4)) for text in outcome.alike],
        [
            WeighedIssueJson(i.weight, i.code, i.message, i.remedy, i.line, printed(i.label))
            for i in outcome.issues
        ],
        list(ASKED),
        outcome.toml,
    )


def _evidence(piece: Evidence) -> EvidenceJson:
    return EvidenceJson(piece.what, piece.edition, piece.shown, piece.line)


def _articles(added: Added) -> Iterator[HeldArticleJson]:
    held = {(overlap.edition, overlap.number): overlap for overlap in added.overlaps}
    roles = {
        (edition, number): role
        for (edition, role), numbers in added.supplies.items()
        for number in numbers
    }
    for article in added.document.articles:
        key = (article.edition, article.number)
        overlap = held.get(key)
        yield HeldArticleJson(
            *key[:1],
            article.edition_basis,
            article.number,
            str(article.title) if article.title else None,
            article.status,
            sum(bool(provision.label.path) for provision in article.provisions()),
            roles[key],
            overlap.source if overlap else None,
            overlap.held if overlap else None,
            round(overlap.share, 4) if overlap else None,
            bool(overlap and overlap.replaced),
        )


def ended(outcomes: Sequence[Outcome]) -> int:
    """The status to end with: the gravest of a refusal, else 1 where there is something to see."""
    refused = [outcome.status for outcome in outcomes if isinstance(outcome, Refused)]
    if refused:
        return max(refused)
    return int(any(map(_to_see, outcomes)))


def _to_see(outcome: Outcome) -> bool:
    if not isinstance(outcome, Added):
        return True
    found = outcome.guess
    doubtful = any(issue.weight != "remark" for issue in outcome.issues)
    return doubtful or found.basis == "assumed" or bool(found.unknown)


def print_outcome(console: Console, outcome: Outcome) -> None:
    """What became of one file, for people."""
    file = shown(_readable(str(outcome.file)), "bold")
    if isinstance(outcome, Refused):
        console.print(Styled.assemble(file, ": ", shown(outcome.message, "bold red")))
    elif isinstance(outcome, Known):
        told = f": this very file is in {outcome.place} already; nothing was done"
        console.print(Styled.assemble(file, told))
    else:
        _print_added(console, file, outcome)


def _print_added(console: Console, file: Styled, added: Added) -> None:
    source = added.document.source
    told = "would go to" if added.dry_run else "is now in"
    console.print(Styled.assemble(file, f" {told} ", shown(added.place, "bold")))
    size = f"{added.size:,} byte{'' if added.size == 1 else 's'}"
    facts = ", ".join(
        (added.format.value, size, source.encoding, counted(source.lines, "line"))
    )
    console.print(indented(Styled.assemble(
        shown(source.title or source.name), f" · {added.document.kind} · ", (facts, "dim"))))
    console.print(indented(_edition_told(added)))
    for piece in added.guess.evidence:
        console.print(indented(_evidence_told(piece), 4))
    for piece in added.guess.unknown:
        line = f"line {piece.line} names an edition that the corpus does not know: "
        console.print(indented(Styled.assemble((line, "yellow"), shown(piece.shown)), 4))
    for article in _articles(added):
        console.print(indented(_article_told(article)))
    for text in added.alike:
        console.print(indented(f"shares {text.share:.0%} of its words with {text.source}"))
    print_issues(console, added.issues)
    console.print()
    todo = f"to be completed in {added.place}/source.toml: {', '.join(ASKED)}"
    console.print(Styled(todo, "italic"))


def _edition_told(added: Added) -> str:
    found = added.guess
    if found.edition is None:
        return "articles of several editions, as the text says of each"
    return f"edition {found.edition} ({found.basis})"


def _evidence_told(piece: Evidence) -> Styled:
    if piece.what == "told":
        return shown("as you say", "dim")
    if piece.what == "nothing":
        return shown("nothing in the text speaks for any edition; look at it", "yellow")
    if piece.what == "same-words":
        words = f"for {piece.edition}: the words of its article {piece.shown} are those held"
        return shown(words, "dim")
    what = "line {} names it: {}" if piece.what == "named" else "line {}: {}"
    return shown(f"for {piece.edition}: {what.format(piece.line, piece.shown)}", "dim")


def _article_told(article: HeldArticleJson) -> Styled:
    facts = f"  {article.edition} ({article.edition_basis}) · {article.status} · "
    line = Styled.assemble(
        shown(article.number, "bold"), " ", shown(article.title or ""),
        (f"{facts}{counted(article.provisions, 'paragraph')}", "dim"),
    )
    if article.held_in is None:
        return line.append_text(shown(" · new to the corpus", "green"))
    what = f" · in {article.held_in} already ({article.held_status}), {article.share:.0%} alike; "
    told = "kept as a second witness"
    if article.replaces:
        told = "the one held is cut, so this one is published"
    elif article.held_status == "truncated" and article.status != "truncated":
        told = "the one held is cut, but longer, and stays; " + told
    return line.append_text(shown(what + told, "yellow"))


def _readable(name: str) -> str:
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")


__all__ = ["add_json", "ended", "print_outcome"]

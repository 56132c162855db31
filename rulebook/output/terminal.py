"""What the commands print for people: trees, doubts and tables in a terminal.

Text of a source is never markup, and its control characters are shown, not sent.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.table import Table
from rich.text import Text as Styled

from rulebook.commands.texts import WEIGHTS, Checked, Reading
from rulebook.commands.usage import counted
from rulebook.model import Article, Change, Document, Issue, MovedRule, Paragraph, Section
from rulebook.output.documents import calls_of, own_lines, own_text
from rulebook.reading.audit import Account

_STYLES = {"error": "bold red", "doubt": "yellow", "remark": "cyan"}
_MANY = 12
_CONTROLS = {code: 0x2400 + code for code in range(32) if chr(code) not in "\n\t"}
_CONTROLS |= {0x7F: 0x2421} | dict.fromkeys(range(0x80, 0xA0), 0xFFFD)


def shown(text: object, style: str = "") -> Styled:
    """Words of a source for a terminal: as they are, without effect on the terminal."""
    return Styled(str(text).translate(_CONTROLS), style=style)


@dataclass(frozen=True)
class _Indented:
    """Words right of a margin, whose first line may have something in it."""

    words: Styled
    spaces: int
    first: str

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The lines, without spaces at their ends."""
        margin = self.first.rjust(self.spaces)
        for line in self.words.wrap(console, max(options.max_width - self.spaces, 20)):
            line.rstrip()
            yield Styled.assemble((margin, "dim"), line)
            margin = " " * self.spaces


def indented(words: Styled | str, spaces: int = 2, first: str = "") -> _Indented:
    """Words that stay to the right of a margin when they are wrapped."""
    return _Indented(Styled(words) if isinstance(words, str) else words, spaces, first)


def print_reading(console: Console, reading: Reading) -> None:
    """What was understood of a text: its articles, its prose, the doubts and the account."""
    document = reading.document
    source = document.source
    console.print(shown(source.name, "bold"), end=" ")
    console.print(Styled(f"· {document.kind} · {counted(source.lines, 'line')}", "dim"))
    for part in _in_reading_order(document):
        console.print()
        if isinstance(part, Article):
            print_article(console, document, part)
        else:
            _print_section(console, part)
    if document.notes:
        _title(console, "notes")
        for note in document.notes:
            called = ", ".join(str(call.label) for call in note.calls if call.label)
            line = Styled.assemble(shown(note.mark, "bold"), " ", shown(note.text or "—"))
            line.append(f"  [{note.kind}{f', called at {called}' if called else ''}]", "dim")
            console.print(indented(line, 2))
    print_issues(console, document.issues)
    _print_changes(console, document.changes)
    _title(console, "account")
    _print_account(console, document, reading.account)


def print_moved(console: Console, moved: Iterable[MovedRule]) -> None:
    """Which rules changed number, each with the editors' reason: no text held says so."""
    for number, rule in enumerate(moved):
        if not number:
            console.print()
            title = "the editors say where rules went, and no text that is held proves it"
            console.print(Styled(title, "bold yellow"))
        old = f"{rule.old_edition} {rule.old}" if rule.old else "new"
        new = f"{rule.new_edition} {rule.new}" if rule.new else f"not in {rule.new_edition} as such"
        words = Styled.assemble(shown(f"{old} → {new}", "bold"), shown(f"  {rule.reason}"))
        console.print(indented(words))


def print_checked(console: Console, checked: Checked) -> None:
    """The account of every source, and all issues of the corpus, the heaviest first."""
    _title(console, "account")
    for document, account in zip(checked.rulebook.documents, checked.accounts, strict=True):
        console.print(shown(document.source.id, "bold"))
        _print_account(console, document, account)
    for weight in WEIGHTS:
        found = [(issue, owner) for issue, owner in checked.issues if issue.weight == weight]
        if found:
            _title(console, f"{weight}s ({len(found)})")
        for issue, owner in found:
            _print_issue(console, issue, owner.source.id if owner is not None else None)
    changes = Counter(c.cls for document in checked.rulebook.documents for c in document.changes)
    told = ", ".join(f"{count} {cls}" for cls, count in sorted(changes.items())) or "none"
    console.print()
    console.print(f"corrections: {len(checked.rulebook.corrections)}, none stale; changes: {told}")


def print_article(console: Console, document: Document, article: Article) -> None:
    """An article as a tree."""
    head = Styled.assemble(shown(article.number, "bold"), " ", shown(article.title or "", "bold"))
    told = f"  {article.edition} ({article.edition_basis}) · {article.status}"
    head.append(told, "dim")
    console.print(head)
    if article.obtained:
        console.print(indented(shown(article.obtained, "italic"), 2))
    for provision in article.provisions():
        if provision.label.path or own_text(provision):
            print_provision(console, document, article, provision, len(provision.label.path))


def print_provision(
    console: Console, document: Document, article: Article, provision: Paragraph, depth: int
) -> None:
    """The marker, heading and own words of a provision, indented by its depth."""
    lines = own_lines(document.source, article, provision)
    line = Styled()
    if provision.label.path:
        line.append_text(shown(provision.marker or provision.label.path[-1], "bold"))
        line.append(" ")
    if provision.heading:
        line.append_text(shown(provision.heading, "italic"))
        line.append(" — " if own_text(provision) else "")
    line.append_text(shown(own_text(provision)))
    marks = [note.mark for note, _ in calls_of(document, article, provision)]
    if provision.truncated:
        line.append(" […]", "bold red")
    told = [_stretch(lines), *(f"note {mark}" for mark in marks)]
    line.append_text(shown(f"  [{', '.join(filter(None, told))}]", "dim"))
    console.print(indented(line, 2 * depth))


def print_issues(console: Console, issues: Iterable[Issue]) -> None:
    """Issues under a heading, the heaviest first; nothing where there are none."""
    ordered = sorted(issues, key=lambda issue: WEIGHTS.index(issue.weight))
    if ordered:
        _title(console, f"doubts ({len(ordered)})")
    for issue in ordered:
        _print_issue(console, issue, None)


def _print_issue(console: Console, issue: Issue, source: str | None) -> None:
    place = [source, f"line {issue.line}" if issue.line else None]
    if issue.label:
        place.append(f"{issue.label}{f' ({issue.edition})' if issue.edition else ''}")
    where = ", ".join(part for part in place if part)
    line = Styled.assemble(
        (f"{issue.weight} ", _STYLES[issue.weight]),
        (f"{issue.code} ", "dim"),
        shown(f"{where}: " if where else ""),
        shown(issue.message),
    )
    if issue.remedy:
        line.append_text(shown(f" {issue.remedy}", "italic"))
    console.print(indented(line, 2))


def _print_section(console: Console, section: Section) -> None:
    if section.heading:
        console.print(shown(section.heading, "bold italic"))
    for block in section.blocks:
        indent = 4 if block.kind in ("item", "diagram") else 2
        words = Styled(style="dim" if block.kind == "unread" else "")
        if block.marker:
            words.append_text(shown(block.marker))
            words.append(" ")
        words.append_text(shown(block.text))
        console.print(indented(words, indent))


def _print_changes(console: Console, changes: tuple[Change, ...]) -> None:
    if not changes:
        return
    _title(console, f"changes ({len(changes)})")
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_header=False)
    table.add_column(justify="right", style="dim", no_wrap=True)
    table.add_column(style="dim", no_wrap=True)
    table.add_column(overflow="fold")
    for change in changes[:_MANY]:
        words = Styled.assemble(
            shown(_visible(change.before)), " → ", shown(_visible(change.after))
        )
        words.append_text(shown(f"  {change.rule}", "dim"))
        table.add_row(str(change.line), change.cls, words)
    console.print(table)
    if len(changes) > _MANY:
        rest = Counter(change.cls for change in changes[_MANY:])
        told = ", ".join(f"{count} {cls}" for cls, count in sorted(rest.items()))
        console.print(Styled(f"… and {told}", "dim"))


def _print_account(console: Console, document: Document, account: Account) -> None:
    set_aside = ", ".join(f"{n} {reason}" for reason, n in sorted(account.discarded.items()))
    told = f"{counted(account.characters, 'character')}: {account.placed} placed"
    console.print(indented(f"{told}; set aside: {set_aside or 'none'}", 2))
    source = document.source
    for what, spans in (
        ("lost", account.lost),
        ("doubled", account.doubled),
        ("altered", account.altered),
    ):
        for span in spans[:_MANY]:
            line, column = source.place(span.start)
            words = source.text[span.start : span.end]
            place = f"{what} at line {line}, column {column}: "
            text = Styled.assemble((place, "bold red"), shown(_visible(words)))
            console.print(indented(text, 2))
        if len(spans) > _MANY:
            console.print(indented(f"… and {len(spans) - _MANY} more {what}", 2))
    if account.closed:
        console.print(indented(Styled("closed: nothing lost, doubled or altered", "dim"), 2))


def _in_reading_order(document: Document) -> list[Article | Section]:
    """Articles and prose as they follow each other in the source."""

    def begins(part: Article | Section) -> int:
        if isinstance(part, Article):
            root = part.root
            texts = [root.marker, part.title, root.text, *(p.marker for p in root.children)]
        else:
            texts = [part.heading, *(t for b in part.blocks for t in (b.marker, b.text))]
        return min((text.start.start for text in texts if text), default=0)

    return sorted((*document.articles, *document.sections), key=begins)


def _title(console: Console, text: str) -> None:
    console.print()
    console.print(Styled(text, "bold underline"))


def _visible(text: str) -> str:
    """A stretch of a source on one line, its white space told apart."""
    return text.replace("\r\n", "⏎").replace("\n", "⏎").replace("\r", "⏎").replace("\u00a0", "⍽")


def _stretch(lines: list[int]) -> str:
    """Line numbers as a reader says them: `line 5`, `lines 5–7, 9`."""
    if not lines:
        return ""
    ranges: list[list[int]] = []
    for line in lines:
        if ranges and line == ranges[-1][1] + 1:
            ranges[-1][1] = line
        else:
            ranges.append([line, line])
    told = ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in ranges)
    return f"line {told}" if len(lines) == 1 else f"lines {told}"

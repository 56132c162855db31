"""What `show`, `trace`, `cites` and `search` print for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from rich.console import Console
from rich.text import Text as Styled

from rulebook.commands.provisions import Absent, CitedIn, Cites, Show, Trace
from rulebook.commands.usage import excerpt
from rulebook.output.terminal import indented, print_moved, print_provision, shown
from rulebook.output.verbs import notes_of
from rulebook.publishing.doubts import Doubt
from rulebook.publishing.search.absent import Missing
from rulebook.publishing.search.engine import TOLD_STATUS, Hit, SearchResult


def print_show(console: Console, found: Show) -> None:
    """A provision in every edition that holds it, the newest first, then those that do not."""
    later = _later(found)
    if later:
        console.print(shown(later, "yellow"))
        console.print()
    for number, held in enumerate(reversed(found.held)):
        if number:
            console.print()
        title = f" {held.article.title}" if held.article.title else ""
        head = Styled.assemble(shown(held.provision.label, "bold"), shown(title, "bold"))
        where = f"  {held.edition.title} ({held.edition.state}) · {held.article.status}"
        head.append_text(shown(where, "dim"))
        console.print(head)
        if held.article.obtained:
            console.print(indented(shown(held.article.obtained, "italic")))
        top = len(held.provision.label.path)
        for provision in held.provision.walk():
            depth = len(provision.label.path) - top + 1
            print_provision(console, held.document, held.article, provision, depth)
        for note in notes_of(held):
            words = note.text or "the source has the mark, but not the note"
            line = Styled.assemble(shown(note.mark, "bold"), " ", shown(words))
            console.print(indented(line))
        _print_doubts(console, held.doubts)
    for absent in found.absent:
        if found.held and not absent.cited_by and not absent.doubts:
            continue
        console.print()
        print_absent(console, absent)
    print_moved(console, found.moved)


def _later(found: Show) -> str | None:
    """The notice of an edition after the newest that is shown; None where there is none."""
    if not found.held:
        return None
    newest = found.held[-1].edition
    unheld = [a.edition.id for a in found.absent if a.edition.id > newest.id and not a.article]
    names = sorted({*unheld, *([newest.superseded_by] if newest.superseded_by else [])})
    if not names:
        return None
    held = " Its text is not held." if names == unheld else ""
    return f"{newest.title} was followed by: {', '.join(names)}.{held}"


def print_absent(console: Console, absent: Absent) -> None:
    """A provision that an edition does not hold: its title, and who cites it."""
    if absent.cut:
        why = "the text held is cut off, and lacks this provision"
    elif absent.article is None:
        why = "its text is not held"
    else:
        why = f"the text held has no {absent.label}"
    head = Styled.assemble(shown(absent.label, "bold"), shown(f"  {absent.edition.title}: {why}"))
    if absent.title:
        head.append_text(shown(f" · {absent.title}"))
    console.print(head)
    _print_doubts(console, absent.doubts)
    if absent.cited_by:
        console.print(indented(Styled("cited by", "dim")))
        _print_citations(console, absent.cited_by)


def _print_doubts(console: Console, doubts: Iterable[Doubt]) -> None:
    """What the editors doubt, and where the apparatus has it."""
    for doubt in doubts:
        what = "remark" if doubt.correction.op == "note" else "proposal"
        where = f"{doubt.label}: " if doubt.label else ""
        line = Styled.assemble(shown(f"{what} of the editors  ", "bold yellow"))
        line.append_text(shown(f"{where}{doubt.text}"))
        line.append_text(shown(f"  {doubt.correction.id}, line {doubt.line}", "dim"))
        console.print(indented(line))


def print_traces(console: Console, traces: tuple[Trace, ...]) -> None:
    """The source, the raw lines, and what was done to them."""
    for number, trace in enumerate(traces):
        if number:
            console.print()
        source = trace.source
        head = Styled.assemble(shown(trace.shown.provision.label, "bold"))
        head.append(f"  {trace.shown.edition.id} · {source.id}")
        console.print(head)
        console.print(shown(f"{source.name}  sha256 {source.sha256}", "dim"))
        for line, text in trace.lines:
            console.print(indented(shown(text), 8, f"{line}  "))
            place = source.layout.place(line) if source.layout else None
            if place and place.box:
                box = " ".join(f"{edge:g}" for edge in place.box)
                console.print(indented(shown(f"page {place.page}, box {box}", "dim"), 8, ""))
        _print_steps(console, trace)


def _print_steps(console: Console, trace: Trace) -> None:
    source = trace.source
    # A line end that became a space is told by number: there is one at every wrapped line.
    blank = Counter(step.rule for step in trace.steps if not f"{step.before}{step.after}".strip())
    for step in trace.steps:
        if not f"{step.before}{step.after}".strip():
            continue
        line, column = source.place(step.span.start)
        words = Styled.assemble(shown(f"{step.rule} ", "bold"), (f"{line}:{column} ", "dim"))
        words.append_text(shown(f"“{step.before}” → “{step.after}”"))
        if step.correction:
            words.append_text(shown(f"  by {step.correction.by}, {step.correction.on}", "dim"))
        if step.reason:
            words.append_text(shown(f"  {step.reason}", "italic"))
        console.print(indented(words))
    for rule, count in sorted(blank.items()):
        console.print(indented(shown(f"{rule} ×{count}, white space only", "dim")))
    for change in trace.proposed:
        words = Styled.assemble(shown(f"{change.cls} {change.rule} ", "yellow"))
        words.append_text(shown(f"“{change.before}” → “{change.after}”"))
        words.append_text(shown(f"  {change.reason or ''}", "italic"))
        console.print(indented(words))
    if not trace.steps and not trace.proposed:
        console.print(indented(Styled("verbatim: no rule and no correction touched it", "dim")))


def print_cites(console: Console, found: Cites) -> None:
    """What a provision cites, and what cites it; or that no text held has it, or only cut off."""
    if found.absent:
        names = ", ".join(edition.id for edition in found.absent)
        words = f" ({names}): the text held has no {found.asked.label}"
        console.print(Styled.assemble(shown(found.asked.label, "bold"), words))
    if found.cut:
        names = ", ".join(edition.id for edition in found.cut)
        words = f" is not held: the text of its article is cut off ({names}), and lacks it"
        console.print(Styled.assemble(shown(found.asked.label, "bold"), words))
    _print_doubts(console, found.doubts)
    if (found.absent or found.cut) and not found.cited_by:
        return
    both = (("cites", found.cites), ("cited by", found.cited_by))
    for title, entries in both[1:] if found.absent or found.cut else both:
        console.print(Styled.assemble(shown(found.asked.label, "bold"), f" {title}"))
        if entries:
            _print_citations(console, entries)
        else:
            console.print(indented(Styled("nothing", "dim")))


def _print_citations(console: Console, entries: Iterable[CitedIn]) -> None:
    for entry in entries:
        citation = entry.citation
        line, column = entry.place
        here = f"{citation.here} ({citation.here_edition})" if citation.here else ""
        targets = ", ".join(f"{t.label} ({t.edition or 'any edition'})" for t in citation.targets)
        words = Styled.assemble(
            shown(here or entry.document.source.title or entry.document.source.name, "bold"),
            shown(f" “{' '.join(str(citation.text).split())}” → {targets}"),
            (f"  {entry.document.source.id}, {line}:{column}, {citation.edition_basis}", "dim"),
        )
        console.print(indented(words))


def _absence(absent: Missing, near: bool) -> str:
    if absent.last is not None:
        return f"There is no article {absent.citation}; articles go from 1 to {absent.last}."
    follows = "; the nearest:" if near else "."
    if absent.edition is None:
        return f"{absent.citation} stands in none of the texts{follows}"
    if absent.held:
        return f"The text held of {absent.edition} has no {absent.citation}{follows}"
    return f"The text of {absent.citation} of {absent.edition} is not held{follows}"


def _hit_head(hit: Hit) -> Styled:
    """What a hit is and where it stands, and what to know before one believes it."""
    told = " · ".join(part for part in (hit.edition, hit.kind, hit.url) if part)
    head = Styled.assemble(shown(hit.citation or hit.title, "bold"))
    if hit.citation and hit.title:
        head.append_text(shown(f" {hit.title}"))
    head.append_text(shown(f"  {told}", "dim"))
    if hit.status != "held":
        head.append_text(shown(f" · text {TOLD_STATUS[hit.status]}", "bold"))
    if hit.flag:
        head.append_text(shown(f" · ⚑ {hit.flag}", "bold yellow"))
    return head


def print_hits(console: Console, found: SearchResult) -> None:
    """The hits, best first, with the found words marked.

    Before them, as on the site: what stands in no text, and the situations that are meant.
    """
    if found.absent:
        console.print(shown(_absence(found.absent, bool(found.hits)), "italic"))
    for phrase in found.lost:
        console.print(shown(f"No text has “{excerpt(phrase)}” word by word.", "italic"))
    if found.unknown and found.hits:
        unknown = "”, “".join(map(excerpt, found.unknown))
        console.print(shown(f"No text has “{unknown}”; what answers to the rest:", "italic"))
    for title, url in found.cards:
        console.print(indented(shown(f"At the table: {title}  {url}"), 4))
    for number, hit in enumerate(found.hits, 1):
        console.print(indented(_hit_head(hit), 4, f"{number} "))
        snippet = shown(hit.snippet)
        for start, end in hit.marks:
            snippet.stylize("bold yellow", start, end)
        console.print(indented(snippet, 4))
    if not found.hits and not found.absent:
        console.print(shown(f"Nothing found for “{excerpt(found.query)}”."))
    if found.suggestion:
        console.print(shown(f"Perhaps you meant: {excerpt(found.suggestion)}", "italic"))
    elif not found.hits:
        console.print("Try fewer or other words, or a citation such as 27B1b.")

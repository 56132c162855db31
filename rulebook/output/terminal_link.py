"""What `rulebook link` found in pages, for a terminal."""

from __future__ import annotations

from rich.console import Console

from rulebook.commands.link import FileReport
from rulebook.commands.usage import counted
from rulebook.label import Label
from rulebook.linking.quoted import Quotation

_DOUBTS = {
    "several-editions": "speaks of several editions; it leads to the page of all",
    "which-edition": "of an edition that cannot be told; it leads to the page of all",
    "no-edition": "without an edition; it leads to the page of all",
    "unknown-edition": "of an edition that the site has not; not linked",
    "no-article": "of an article that cannot be told; not linked",
    "no-provision": "no such provision in the text of that edition; look at it",
    "other-text": "of another text, by the words around it; left alone",
    "other-title": "stands under the title of another text; left alone",
}
_TARGETS = {
    "not-held": " (the site has not its text)",
    "cut": " (the site’s text is cut before it)",
}
_FAULTS = {
    "dead-page": "there is no such page",
    "dead-anchor": "there is no such provision on the page",
    "old-address": "an old or mistyped address",
    "wrong-edition": "leads to another edition than its words say",
    "wrong-provision": "leads to another provision than its words say",
    "own-host": "leads to the page’s own host, not to the site",
    "unknown-edition": "data-edizione names an edition that the site has not",
}
_MARKS = {"equal": "{}", "delete": "[-{}-]", "insert": "[+{}+]"}


def print_file(console: Console, report: FileReport) -> None:
    """Print the citations of a page, and what needs a look."""
    if report.refused:
        console.print(f"{report.file}: no web page; left as it is", style="bold")
        return
    done = "linked" if report.written else "to link"
    console.print(f"{report.file}: {counted(len(report.linked), 'citation')} {done}", style="bold")
    for one, target in zip(report.page.placed, report.targets, strict=True):
        words = " ".join(one.words.split())
        said = f": {_DOUBTS[one.lead.doubt]}" if one.lead.doubt else _TARGETS.get(target or "", "")
        console.print(f"  {one.line}: {words} → {one.address or '–'}{said}")
    for link in report.links:
        better = f"; better {link.better}" if link.better else ""
        console.print(f"  {report.line(link.place)}: {link.href}: {_FAULTS[link.fault]}{better}")
    for quote in report.quotations:
        console.print(f"  {report.line(quote.place)}: {_quoted(quote)}")


def _quoted(quote: Quotation) -> str:
    """What a quotation is of, and what is amiss with it."""
    name = _named(quote.edition, quote.label)
    if quote.fault == "not-its-words":
        return f"the words in quotation marks are not those of {name}"
    said = f"quotes {name}"
    if quote.cited and quote.fault == "other-edition":
        said += f", where the page speaks of {quote.cited[0]}"
    elif quote.cited:
        said += f", where the page names {_named(*quote.cited)}"
    if quote.identical:
        return said if quote.fault else f"{said}, identical to {quote.edition}"
    return f"{said}, but differs: {' '.join(_MARKS[kind].format(w) for kind, w in quote.words)}"


def _named(edition: str | None, label: Label) -> str:
    return f"{label} of {edition}" if edition else str(label)

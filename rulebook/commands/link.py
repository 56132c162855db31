"""Linking and checking the citations in somebody else's pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from rulebook.aside import replace_file
from rulebook.commands.publishing import is_public
from rulebook.commands.usage import UsageError, ids_of, known_edition
from rulebook.linking.blocks import cut
from rulebook.linking.decoding import decode, is_page
from rulebook.linking.existing import Checked, check_links, check_scripts
from rulebook.linking.leads import LEFT, Frame
from rulebook.linking.page import LinkedPage, Placed, link_page
from rulebook.linking.quoted import Quotation, quotations
from rulebook.linking.sections import page_leads
from rulebook.linking.targets import Target, target_of
from rulebook.model import Rulebook
from rulebook.reading.citations.vocabulary import embedded_vocabulary


@dataclass(frozen=True, slots=True)
class FileReport:
    """What was found in a page, and whether it was written anew.

    `refused` says that the file is no page, and was left as it is without a look at its words;
    `targets` what each citation leads to, None where it leads nowhere.
    """

    file: Path
    page: LinkedPage
    links: tuple[Checked, ...]
    quotations: tuple[Quotation, ...]
    written: bool
    refused: bool = False
    targets: tuple[Target | None, ...] = ()

    @property
    def linked(self) -> tuple[Placed, ...]:
        """The citations that lead somewhere."""
        return tuple(one for one in self.page.placed if one.address)

    @property
    def doubts(self) -> tuple[Placed, ...]:
        """The citations that an editor should look at; what is left to other texts is told only."""
        return tuple(o for o in self.page.placed if o.lead.doubt and o.lead.doubt not in LEFT)

    @property
    def findings(self) -> bool:
        """Whether anything is left to do."""
        open_links = bool(self.linked) and not self.written
        different = any(quotation.fault for quotation in self.quotations)
        return bool(self.refused or open_links or self.doubts or self.links or different)

    def line(self, place: int) -> int:
        """The line of a place in the page, from 1."""
        return self.page.page.count("\n", 0, place) + 1

    def to_data(self) -> dict[str, Any]:
        """The report as plain values."""
        return {
            "file": str(self.file),
            "written": self.written,
            "refused": self.refused,
            "citations": [
                {
                    "text": " ".join(one.words.split()), "line": one.line, "url": one.address,
                    "edition": one.lead.edition,
                    "label": str(one.lead.label) if one.lead.label else None,
                    "doubt": one.lead.doubt, "target": target,
                }
                for one, target in zip(self.page.placed, self.targets, strict=True)
            ],
            "links": [
                {
                    "href": one.href, "text": one.words, "line": self.line(one.place),
                    "fault": one.fault, "better": one.better,
                }
                for one in self.links
            ],
            "quotations": [
                {
                    "text": " ".join(one.text.split()), "line": self.line(one.place),
                    "edition": one.edition, "label": str(one.label),
                    "identical": one.identical, "words": [list(pair) for pair in one.words],
                    "fault": one.fault,
                    "cited": one.cited and {"edition": one.cited[0], "label": str(one.cited[1])},
                }
                for one in self.quotations
            ],
        }


def link(
    rulebook: Rulebook,
    files: Sequence[Path],
    edition: str | None,
    site: str | None,
    write: bool,
) -> Iterator[FileReport]:
    """Link the citations in pages, and check what they link and quote already.

    Args:
        rulebook: what the site has.
        files: HTML or XHTML pages in any encoding; any other file is refused and left as it is.
        edition: the edition that the pages speak of; None where they do not say.
        site: the public address of the site; without it links are relative to a host's root.
        write: whether the pages are written with their links.

    Raises:
        UsageError: the edition is not known, or the site is neither an address nor a path.
        OSError: a page cannot be read or written.
    """
    ids = tuple(ids_of(rulebook))
    known_edition(edition, ids)
    if site is not None and not (is_public(site) or site.startswith(("/", "./", "../"))):
        raise UsageError(f"--site {site} is no address; write it like https://example.org/.")
    if site is not None and ("?" in site or "#" in site):
        raise UsageError(f"--site {site} goes on behind its path; write it like https://example.org/.")
    base = f"{site.rstrip('/')}/" if site else "/"
    frame = Frame(ids, edition)
    for file in files:
        yield _linked(rulebook, file, frame, base, write)


def _linked(
    rulebook: Rulebook, file: Path, frame: Frame, base: str, write: bool
) -> FileReport:
    vocabulary = embedded_vocabulary()
    data = file.read_bytes()
    if not is_page(data, file.name):
        return FileReport(file, LinkedPage("", cut(""), (), ""), (), (), False, refused=True)
    decoded = decode(data)
    page = link_page(decoded.text, frame, vocabulary, base)
    targets = tuple(_target(one, rulebook) for one in page.placed)
    page = replace(page, placed=tuple(map(_doubted, page.placed, targets)))
    read = list(page_leads(page.cut.blocks, frame, vocabulary))
    numbers = {id(block): number for number, block in enumerate(page.cut.blocks)}
    cited = [(numbers[id(block)], lead) for block, leads in read for lead in leads]
    written = write and page.linked != page.page
    if written:
        replace_file(file, decoded.encode(page.linked), lasting=True)
    return FileReport(
        file,
        page,
        (*check_links(page.cut.anchors, cited, rulebook, base),
         *check_scripts(page.cut.tokens, rulebook)),
        tuple(quotations(read, rulebook)),
        written,
        targets=targets,
    )


def _target(placed: Placed, rulebook: Rulebook) -> Target | None:
    lead = placed.lead
    return target_of(lead.edition, lead.label, rulebook) if lead.label else None


def _doubted(placed: Placed, target: Target | None) -> Placed:
    """A citation of a provision that its edition has not, with the doubt said."""
    if target != "absent" or placed.lead.doubt:
        return placed
    return replace(placed, lead=replace(placed.lead, doubt="no-provision"))

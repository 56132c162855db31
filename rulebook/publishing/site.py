"""Builds the site: pages are made, rendered aside, checked, and only then put in place.

The generator that puts a theme around the pages is passed in, so that nothing here knows it.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rulebook.model import Comparison, Rulebook
from rulebook.publishing.audit_pages import audit_site
from rulebook.publishing.check_site import Finding, check_site
from rulebook.publishing.offline import publish_offline
from rulebook.publishing.page import Page
from rulebook.publishing.pages import pages
from rulebook.publishing.pages_paper import with_papers
from rulebook.publishing.pdf.assets import Printed
from rulebook.publishing.place import beside, put
from rulebook.publishing.published import Published, files_of, pages_with
from rulebook.publishing.register import check_register
from rulebook.publishing.situations import Handbook
from rulebook.publishing.subjects import Subjects


class SiteError(Exception):
    """The site was not put in place; `findings` say what is wrong, page by page."""

    def __init__(self, message: str, findings: tuple[Finding, ...] = ()) -> None:
        shown = [f"  {finding}" for finding in findings[:20]]
        more = [f"  … and {len(findings) - 20} more"] if len(findings) > 20 else []
        super().__init__("\n".join([message, *shown, *more]))
        self.findings = findings


class TextLostError(SiteError):
    """A built page does not have the words of its article."""


@dataclass(frozen=True)
class SiteContent:
    """What a generator has to render: the pages, and files that are served as they are."""

    rulebook: Rulebook
    pages: tuple[Page, ...]
    files: Mapping[str, bytes] = field(default_factory=dict)
    published: Published = field(default_factory=Published)
    handbook: Handbook = field(default_factory=Handbook)


@dataclass(frozen=True, slots=True)
class Built:
    """What was built, for the last line of the command."""

    out: Path
    pages: int
    seconds: float
    content: SiteContent


Render = Callable[[SiteContent, Path, str | None], None]
"""Renders a content into a folder, for a public address or none."""


def content(
    rulebook: Rulebook,
    comparisons: tuple[Comparison, ...] = (),
    files: Mapping[str, bytes] | None = None,
    subjects: Subjects | None = None,
    handbook: Handbook | None = None,
    published: Published | None = None,
    printed: Sequence[Printed] = (),
) -> SiteContent:
    """Everything that is generated for the site.

    Args:
        rulebook: the editions and documents to publish.
        comparisons: as for `pages`.
        files: further files by address, served as they are.
        subjects, handbook: as for `pages`.
        published: what was published before: its addresses go on answering.
        printed: the PDFs and EPUBs, which pages offer.
    """
    before = published or Published()
    made = with_papers(tuple(pages(rulebook, comparisons, subjects, handbook)), printed)
    made = pages_with(made, before)
    cards = handbook or Handbook()
    own = {
        "versions.json": versions(rulebook),
        **files_of(rulebook, comparisons, made, before, cards),
        **{one.name: one.data for one in printed},
    }
    return SiteContent(rulebook, made, {**own, **(files or {})}, before, cards)


def versions(rulebook: Rulebook) -> bytes:
    """The editions in the form that version selectors read, the newest first.

    The newest may have no text: `properties`, which that form leaves to each site, says how many
    articles are held, and the state of the edition, so that no program sends readers there blindly.
    """
    newest_first = sorted(rulebook.editions, key=lambda edition: edition.id, reverse=True)
    rows = [
        {
            "version": edition.id, "title": edition.title, "aliases": [],
            "properties": {
                "state": edition.state,
                "in_force_from": edition.in_force_from,
                "in_force_until": edition.in_force_until,
                "held": sum(article.status != "missing" for article in edition.articles),
            },
        }
        for edition in newest_first
    ]
    return (json.dumps(rows, ensure_ascii=False, indent=1) + "\n").encode()


def build_site(
    whole: SiteContent,
    out: Path,
    *,
    render: Render,
    site_url: str | None = None,
    offline: bool = True,
) -> Built:
    """Build a whole site and put it in place.

    Args:
        whole: everything that is generated for it; see `content`.
        out: the folder of the site; what an earlier build left there is replaced as a whole.
        render: the generator (`rulebook.mkdocs_plugin.render`).
        site_url: the public address; without it no canonical address is made.
        offline: offer the copy for the use without a network; if not, a worker is published that
            removes what earlier releases stored.

    Raises:
        TextLostError: a page lost, gained or moved a word of its article.
        SiteError: a link or an anchor is broken, an id is not unique, or `out` is no site.
    """
    started = time.monotonic()
    _refuse_foreign(out)
    with beside(out) as aside:
        built = aside / "site"
        render(whole, built, site_url)
        publish_offline(built, whole.rulebook, withdrawn=not offline)
        check(built, whole)
        put(built, out)
    return Built(out, len(whole.pages), time.monotonic() - started, whole)


def check(built: Path, whole: SiteContent) -> None:
    """Check a rendered site.

    Raises:
        TextLostError: a page lost, gained or moved a word of its article.
        SiteError: a link, an anchor, an id or a host is wrong, or a published address is gone.
    """
    lost = audit_site(built, whole.rulebook)
    if lost:
        raise TextLostError("words of the texts were lost or changed in the pages:", lost)
    gone = check_register(built, whole.published.register)
    if gone:
        raise SiteError("addresses that were published no longer answer:", gone)
    findings = check_site(built)
    if findings:
        raise SiteError("the built site has faults:", findings)


def _refuse_foreign(out: Path) -> None:
    """Never replace a folder that no build of ours left."""
    if out.exists() and not out.is_dir():
        raise SiteError(f"{out} is a file: name a folder for the site")
    if out.is_dir() and any(out.iterdir()) and not (out / "versions.json").is_file():
        raise SiteError(f"{out} holds other things than a site: name another folder, or empty it")

"""Pages and the site, made from a corpus."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from rulebook.commands.editions import comparisons
from rulebook.commands.handwritten import asserted, contradicted, handbook, lexicon
from rulebook.commands.printing import print_all
from rulebook.commands.provisions import UsageError
from rulebook.commands.searching import spoken_vocabulary
from rulebook.commands.usage import counted
from rulebook.keeping import NOTHING, Keep, default_cache
from rulebook.model import Comparison, Rulebook
from rulebook.publishing import pages as publishing
from rulebook.publishing.linker import linker_files
from rulebook.publishing.published import Published, read_published
from rulebook.publishing.register import RegisterError
from rulebook.publishing.releases import ReleasesError
from rulebook.publishing.search.export import search_assets
from rulebook.publishing.site import Built, Render, SiteContent, build_site, content
from rulebook.publishing.subjects import Subjects, make_subjects
from rulebook.reading.assemble import rulebook_of
from rulebook.reading.audit import account
from rulebook.reading.holdings.corpus import Corpus, embedded
from rulebook.reading.holdings.files import CorpusError

Say = Callable[[str], None]


class LostError(Exception):
    """Characters of a source stand nowhere; nothing was published."""


def write_pages(
    corpus: Corpus, out: Path, say: Say, keep: Keep = NOTHING
) -> tuple[Path, ...]:
    """Write the Markdown pages of a corpus into a folder.

    Args:
        corpus: what is published.
        out: the folder; it is made where it is missing.
        say: told what is being done.
        keep: where what was read and compared before is found again.

    Raises:
        CorpusError: the corpus is broken.
        HandbookError, LexiconError: see `handwritten`.
        LostError: the account of a source is not closed.
        OSError: a file cannot be written.
    """
    rulebook, compared = _read(corpus, say, keep)
    say("writing the pages")
    return publishing.write_pages(
        rulebook, out, compared, _subjects(rulebook), handbook(rulebook)
    )


def build(
    corpus: Corpus, out: Path, site_url: str | None, render: Render, say: Say,
    folder: Path | None = None, offline: bool = True, keep: Keep = NOTHING,
) -> Built:
    """Build the whole site of a corpus.

    Args:
        corpus: what is published.
        out: the folder of the site; an earlier build there is replaced.
        site_url: the public address, or None.
        render: the site generator; see `site.build_site`.
        say: told what is being done.
        folder: where the corpus stands; the embedded one by default.
        offline: see `site.build_site`.
        keep: where what was read and compared before is found again.

    Raises:
        UsageError: the address is none.
        CorpusError: the corpus is broken.
        HandbookError, LexiconError: see `handwritten`.
        LostError: the account of a source is not closed.
        PaperError: a text cannot be printed right.
        SiteError: a page lost words, or a link is broken; see `site.build_site`.
        OSError: a file cannot be written.
    """
    if site_url is not None and not is_public(site_url):
        raise UsageError(f"--site {site_url} is no address; write it like https://example.org/.")
    if out.is_dir() and any(out.iterdir()) and not (out / "versions.json").is_file():
        raise UsageError(f"--out {out} holds other things than a site; name another folder.")
    made = make(corpus, say, keep)
    keep.tidy()
    say("printing its PDFs and EPUBs, and building the site")
    return build_made(made, out, site_url, render, published(folder), offline)


@dataclass(frozen=True)
class Made:
    """A corpus that was read and compared."""

    rulebook: Rulebook
    comparisons: tuple[Comparison, ...]


def make(corpus: Corpus, say: Say, keep: Keep = NOTHING) -> Made:
    """Read a corpus and compare its editions; `keep` has what was read and compared before.

    Raises:
        CorpusError: the corpus is broken.
        LostError: the account of a source is not closed.
    """
    return Made(*_read(corpus, say, keep))


def build_made(
    made: Made, out: Path, site_url: str | None, render: Render, published: Published,
    offline: bool = True,
) -> Built:
    """Build the whole site of a corpus that was read; see `build`."""
    whole = content_of(made, published, site_url)
    return build_site(whole, out, render=render, site_url=site_url, offline=offline)


def content_of(made: Made, published: Published, site_url: str | None) -> SiteContent:
    """Everything that a site holds, before a generator dresses it.

    Args:
        made: the corpus, read and compared.
        published: what was published before.
        site_url: the public address, or None.

    Raises:
        HandbookError, LexiconError: see `handwritten`.
        PaperError: a text cannot be printed right.
    """
    rulebook, cards = made.rulebook, handbook(made.rulebook)
    files = {
        **search_assets(rulebook, lexicon(rulebook), spoken_vocabulary(), cards),
        **linker_files(spoken_vocabulary(), rulebook),
    }
    printed = print_all(rulebook, made.comparisons, cards, published, site_url, paper_keep())
    return content(
        rulebook, made.comparisons, files, _subjects(rulebook), cards, published, printed
    )


def paper_keep() -> Keep:
    """Where the PDFs of this user are kept by what they are made of."""
    return Keep(default_cache() / "paper")


def published(folder: Path | None) -> Published:
    """What was published before, as it stands beside a corpus.

    Raises:
        CorpusError: the register of addresses or the list of releases is broken.
    """
    try:
        return read_published(folder or embedded())
    except (RegisterError, ReleasesError) as error:
        raise CorpusError(str(error)) from error


def _subjects(rulebook: Rulebook) -> Subjects:
    return make_subjects(rulebook, lexicon(rulebook), spoken_vocabulary(), handbook(rulebook))


def _read(corpus: Corpus, say: Say, keep: Keep) -> tuple[Rulebook, tuple[Comparison, ...]]:
    say(f"reading {counted(len(corpus.sources), 'text')}")
    rulebook = rulebook_of(corpus, keep=keep)
    lost = [d.source.name for d in rulebook.documents if not account(d).closed]
    if lost:
        raise LostError(f"text was lost in {', '.join(lost)}; `rulebook check` shows where.")
    asserted(corpus, rulebook)
    for fault in contradicted(rulebook):
        say(f"{fault}; pages say so")
    say("comparing the editions")
    compared = comparisons(corpus, rulebook, keep)
    return rulebook, tuple(c for editions in compared for c in editions.comparisons)


def is_public(address: str) -> bool:
    """Whether an address is one that a browser can open from anywhere."""
    parts = urlsplit(address)
    return parts.scheme in ("http", "https") and bool(parts.netloc)

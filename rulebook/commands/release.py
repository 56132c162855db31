"""A release: the site is built, checked against what was published before, and put in place."""

from __future__ import annotations

import os
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from rulebook.commands.provisions import UsageError
from rulebook.commands.publishing import Made, Say, build_made, is_public, make
from rulebook.publishing.card_words import cards_json, cards_of, changed_cards, parse_cards
from rulebook.publishing.data.edition_json import EditionData
from rulebook.publishing.publish import (
    Branch,
    FileChanges,
    OvertakenError,
    ask,
    is_branch,
    opened,
)
from rulebook.publishing.published import Published, read_published, write_published
from rulebook.publishing.register import (
    Register,
    RegisterError,
    parse_register,
    places_in,
    print_register,
)
from rulebook.publishing.releases import (
    ChangedCard,
    Release,
    ReleasesError,
    article_news,
    changed_provisions,
    parse_edition,
    parse_releases,
)
from rulebook.publishing.site import Render, SiteContent
from rulebook.reading.holdings.corpus import Corpus
from rulebook.reading.holdings.files import CorpusError

_REGISTER, _CARDS = ".published/addresses.txt", ".published/cards.json"
_ATTEMPTS = 3

__all__ = ["Outcome", "Task", "publish"]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a release changes; `release` is None where nothing does, `done` where it is in place."""

    release: Release | None
    files: FileChanges
    added: tuple[str, ...]
    retired: tuple[str, ...]
    remote: str
    branch: str
    done: bool = False

    @property
    def pages(self) -> tuple[str, ...]:
        """The addresses of the pages that come, change or go."""
        names = (*self.files.added, *self.files.changed, *self.files.removed)
        return tuple(
            name.removesuffix("index.html") for name in sorted(names) if name.endswith(".html")
        )


@dataclass(frozen=True)
class Task:
    """What is to be published, where, and how."""

    corpus: Corpus
    folder: Path
    remote: str
    branch: str
    site_url: str | None
    dry_run: bool


def publish(task: Task, render: Render, say: Say, project: Path | None = None) -> Outcome:
    """Publish the site of a corpus, or say what would change.

    Args:
        task: the corpus with its folder, and the remote's branch.
        render: the site generator; see `site.build_site`.
        say: told what is being done.
        project: a folder of the repository that knows the remote; the current one by default.

    Raises:
        UsageError: the address is none, or the branch has no name that git takes.
        CorpusError: the corpus, its register or its list of releases is broken.
        LostError: the account of a source is not closed.
        SiteError: the site has faults, or an address that was published is gone.
        PublishError: git or the remote refused; the remote is as it was.
        OSError: a file cannot be written.
    """
    if task.site_url is not None and not is_public(task.site_url):
        raise UsageError(f"--site {task.site_url} is no address; write it like https://a.example/.")
    if not is_branch(task.branch):
        raise UsageError(f"--branch {task.branch!r} is no name of a branch; gh-pages is one.")
    where = project or Path.cwd()
    ask(task.remote, where)
    made = make(task.corpus, say)
    for attempt in range(1, _ATTEMPTS + 1):
        say(f"asking {task.remote} what is published")
        with opened(task.remote, task.branch, where) as branch:
            try:
                return _release(task, made, branch, render, say)
            except OvertakenError:
                if attempt == _ATTEMPTS:
                    raise
                say("somebody else published meanwhile: once more")
    raise AssertionError("the last attempt returns or raises")


def _release(task: Task, made: Made, branch: Branch, render: Render, say: Say) -> Outcome:
    before = _before(task.folder, branch)
    with tempfile.TemporaryDirectory(prefix="rulebook-site-") as folder:
        site = Path(folder) / "site"
        say("printing and building the site, to compare it with what is published")
        whole = build_made(made, site, task.site_url, render, before).content
        register = _registered(site, whole, before)
        files = branch.commit(site, "Compare")
        added = tuple(sorted(register.addresses - before.register.addresses))
        known = {str(r) for release in before.releases for r in release.retired}
        retired = tuple(
            str(r.address) for r in before.register.retired if str(r.address) not in known
        )
        if not files:
            return Outcome(None, files, (), (), branch.remote, branch.name)
        release = _number(whole, before, branch, len(added), retired)
        outcome = Outcome(release, files, added, retired, branch.remote, branch.name)
        if task.dry_run:
            return outcome
        say(f"building it again as release {release.number}, with what it changed among the news")
        now = Published(before.register, (release, *before.releases))
        whole = build_made(made, site, task.site_url, render, now).content
        now = Published(_registered(site, whole, now), now.releases)
        files = branch.commit(site, f"Release {release.number}, {release.day}")
        say(f"pushing to {branch.remote}")
        branch.push()
        write_published(task.folder, now)
        return Outcome(
            release, files, added, retired, branch.remote, branch.name, done=True
        )


def _before(folder: Path, branch: Branch) -> Published:
    """What was published before, by this corpus' own files and by what the branch says."""
    try:
        own = read_published(folder)
        there = parse_register((branch.read(_REGISTER) or b"").decode())
        listed = branch.read("data/releases.json")
        theirs = parse_releases(listed) if listed else ()
    except (RegisterError, ReleasesError) as error:
        raise CorpusError(str(error)) from error
    newest = max(own.releases, theirs, key=lambda found: found[0].number if found else 0)
    return Published(own.register.joined(there.places), newest)


def _registered(site: Path, whole: SiteContent, before: Published) -> Register:
    """The register with what the site adds; with the words of the cards it travels with the site.
    """
    generated = [page.address for page in whole.pages]
    register = before.register.joined(places_in(site, generated))
    file = site / _REGISTER
    file.parent.mkdir(exist_ok=True)
    file.write_text(print_register(register.places), encoding="utf-8", newline="\n")
    (site / _CARDS).write_bytes(cards_json(cards_of(whole.handbook)))
    return register


def _number(
    whole: SiteContent, before: Published, branch: Branch, added: int, retired: tuple[str, ...]
) -> Release:
    """The next release, with what it changes in the words of the rules."""
    number = before.releases[0].number + 1 if before.releases else 1
    ids = [edition.id for edition in whole.rulebook.editions]
    old = _editions({ident: branch.read(f"data/{ident}.json") for ident in ids})
    new = _editions({ident: whole.files[f"data/{ident}.json"] for ident in ids})
    news = article_news(old, new) if branch.head else ()
    cards = _changed_cards(whole, branch)
    return Release(number, _today(), changed_provisions(old, new), news, added, retired, cards)


def _changed_cards(whole: SiteContent, branch: Branch) -> tuple[ChangedCard, ...]:
    """The cards with other words; none where the branch does not say what they were."""
    listed = branch.read(_CARDS)
    try:
        old = parse_cards(listed) if listed else None
    except ReleasesError as error:
        raise CorpusError(str(error)) from error
    return () if old is None else changed_cards(old, cards_of(whole.handbook))


def _editions(files: dict[str, bytes | None]) -> list[EditionData]:
    try:
        return [parse_edition(data) for data in files.values() if data]
    except ReleasesError as error:
        raise CorpusError(str(error)) from error


def _today() -> str:
    """The day of a release; SOURCE_DATE_EPOCH (reproducible-builds.org) sets it."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if epoch.isdecimal():
        return datetime.fromtimestamp(int(epoch), UTC).date().isoformat()
    return datetime.now(UTC).date().isoformat()

"""What `rulebook publish` prints."""

from __future__ import annotations

from msgspec import Struct
from rich.console import Console

from rulebook.commands.release import Outcome

_SHOWN = 20


class ChangeJson(Struct, frozen=True):
    """A provision whose words changed."""

    edition: str
    citation: str
    url: str
    before: str
    after: str


class CardJson(Struct, frozen=True):
    """A card at the table with other words: the lines that went, and those that came."""

    url: str
    before: tuple[str, ...]
    after: tuple[str, ...]


class PublishJson(Struct, frozen=True):
    """A release, or what it would be; without a number nothing changed."""

    done: bool
    remote: str
    branch: str
    number: int | None
    day: str | None
    pages: tuple[str, ...]
    files: int
    provisions: tuple[ChangeJson, ...]
    added: tuple[str, ...]
    retired: tuple[str, ...]
    cards: tuple[CardJson, ...]


def publish_json(outcome: Outcome) -> PublishJson:
    """What `rulebook publish --json` prints."""
    release = outcome.release
    changed = release.changed if release else ()
    files = outcome.files
    return PublishJson(
        outcome.done, outcome.remote, outcome.branch,
        release.number if release else None, release.day if release else None,
        outcome.pages, len(files.added) + len(files.changed) + len(files.removed),
        tuple(ChangeJson(c.edition, c.citation, c.url, c.before, c.after) for c in changed),
        outcome.added, outcome.retired,
        tuple(CardJson(c.url, c.before, c.after) for c in release.cards) if release else (),
    )


def print_outcome(console: Console, outcome: Outcome) -> None:
    """Say what was published, or would be."""
    release = outcome.release
    if release is None:
        console.print(f"nothing to publish: {outcome.branch} of {outcome.remote} is up to date")
        return
    pages = [name for name in outcome.files.changed if name.endswith(".html")]
    console.print(f"release {release.number}, {release.day}")
    console.print(
        f"pages: {sum(n.endswith('.html') for n in outcome.files.added)} added, "
        f"{len(pages)} changed, {sum(n.endswith('.html') for n in outcome.files.removed)} removed"
    )
    console.print(f"provisions whose words changed: {len(release.changed)}")
    for change in release.changed:
        console.print(f"  {change.citation} ({change.edition})")
        console.print(f"    - {change.before or '(not there)'}")
        console.print(f"    + {change.after or '(not there)'}")
    console.print(f"cards whose words changed: {len(release.cards)}")
    for card in release.cards:
        console.print(f"  /{card.url}")
        for sign, lines in (("-", card.before), ("+", card.after)):
            for line in lines:
                console.print(f"    {sign} {line}")
    _list(console, "addresses added", outcome.added)
    _list(console, "addresses retired", outcome.retired)
    where = f"{outcome.branch} of {outcome.remote}"
    console.print(f"published on {where}" if outcome.done else f"nothing was changed on {where}")


def _list(console: Console, title: str, addresses: tuple[str, ...]) -> None:
    console.print(f"{title}: {len(addresses)}")
    for address in addresses[:_SHOWN]:
        console.print(f"  /{address}")
    if len(addresses) > _SHOWN:
        console.print(f"  … and {len(addresses) - _SHOWN} more")

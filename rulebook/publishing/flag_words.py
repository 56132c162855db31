"""Where a guide departs from the Code, in words: beside its lines, and in what a search finds."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from rulebook.publishing.situations import GuideFlag
from rulebook.publishing.wording import say


def departs(differs: Collection[str], editions: Iterable[str]) -> str:
    """From which editions a passage departs, and whether it held before.

    Args:
        differs: the editions from which it departs, at least one.
        editions: every edition that is known.
    """
    known = sorted(editions)
    since = [edition for edition in known if edition in differs]
    if len(since) == len(known):
        return say("flag-state", "never")
    if since and since == known[-len(since):]:
        return f"{say('flag-state', 'since')} {since[0]}"
    return f"Nel {' e nel '.join(sorted(differs))} {say('flag-state', 'differs')}"


def departing(flags: Iterable[GuideFlag], editions: Iterable[str]) -> str:
    """The same for a text with several flags; "" where none says that it departs."""
    differs = {edition for flag in flags for edition in flag.differs}
    return departs(differs, editions) if differs else ""

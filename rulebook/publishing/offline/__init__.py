"""The copy for the use without a network: what is stored, how it travels, and an archive.

The site's pages bring a service worker; when the reader asks for it, the worker stores a whole
release and answers from it. The browser's half stands in `theme/assets/offline/`.
"""

from __future__ import annotations

from pathlib import Path

from rulebook.model import Rulebook
from rulebook.publishing.dates import texts_day
from rulebook.publishing.offline.release import Release, offline_files, release_of
from rulebook.publishing.offline.settings import settings
from rulebook.publishing.offline.shelf import folder

__all__ = ["Release", "offline_files", "publish_offline", "release_of"]


def publish_offline(site: Path, rulebook: Rulebook, *, withdrawn: bool = False) -> None:
    """Add to a rendered site what its offline copy needs.

    Args:
        site: the folder of the site, whole but for this.
        rulebook: what it was made from: it says the editions and the day.
        withdrawn: see `offline_files`; `offline.toml` may say so too.

    Raises:
        OSError: a file cannot be read or written.
    """
    made = offline_files(
        folder(site), day=texts_day(rulebook), withdrawn=withdrawn or settings().withdrawn,
        editions={edition.id: edition.title for edition in rulebook.editions},
        held=[edition.id for edition in rulebook.editions if edition.articles],
    )
    for name, data in made.items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_bytes(data)

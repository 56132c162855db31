"""A generator without a theme, which makes building and publishing quick to try."""

from __future__ import annotations

from pathlib import Path

from rulebook.publishing.site import SiteContent


def bare(whole: SiteContent, out: Path, site_url: str | None) -> None:
    """Write the bodies of the pages and the files."""
    for page in whole.pages:
        folder = out / page.address
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "index.html").write_text(page.body, encoding="utf-8")
    for name, data in whole.files.items():
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_bytes(data)
    (out / "rulebook.zip").write_bytes(b"")  # the offline copy is a matter of the generator

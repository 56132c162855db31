"""Bring the register of addresses up to what the site has now, without publishing it.

It only adds. `--anew` starts over, which is right until the first release and never after it.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from rulebook.commands.publishing import build_made, make, published
from rulebook.mkdocs_plugin import render
from rulebook.publishing.published import Published, write_published
from rulebook.publishing.register import Register, places_in
from rulebook.reading.holdings.corpus import embedded, load


def main() -> int:
    """Build the site of the embedded corpus aside, and write what it promises."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--anew", action="store_true", help="forget what stands there")
    before = published(None)
    if parser.parse_args().anew:
        if before.releases:
            sys.exit("there was a release: its addresses stay. Name what goes in retired.toml.")
        before = Published(Register({}, before.register.retired))
    with tempfile.TemporaryDirectory(prefix="rulebook-") as folder:
        site = Path(folder) / "site"
        pages = build_made(make(load(), print), site, None, render, before).content.pages
        now = before.register.joined(places_in(site, [page.address for page in pages]))
    write_published(embedded(), Published(now, before.releases))
    print(f"{len(now.addresses)} addresses, {len(now.addresses - before.register.addresses)} new")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Lighthouse on our pages and on the same pages in the stock theme, in one run.

The Markdown files of `rulebook pages` make the stock site, with the theme as it comes: same words,
same addresses. Both sites are served compressed; each figure is the median of three runs.
Lighthouse comes from npm; where npm or the network is missing there is nothing to measure.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
LIGHTHOUSE = "lighthouse@12.2.3"
RUNS = 3
KINDS = ("performance", "accessibility", "best-practices", "seo")
PAGES = {
    "home": "", "article": "2007/27/", "comparison": "confronto/1997-2007/27/",
    "situation": "tavolo/licita-insufficiente/",
}
STOCK = """site_name: Regole del bridge
site_url: https://regole.example/bridge/
theme: {name: material, language: it}
plugins: [search]
markdown_extensions: [attr_list, md_in_html, meta, tables]
"""

Table = Callable[[str, tuple[str, ...], list[tuple[object, ...]]], None]
Scores = dict[str, int]


class UnavailableError(Exception):
    """Lighthouse cannot be had here; the message says why."""


def install(folder: Path) -> Path:
    """Install Lighthouse into a folder.

    Returns:
        The program to run.

    Raises:
        UnavailableError: there is no npm, or it cannot install.
    """
    npm = shutil.which("npm")
    if npm is None:
        raise UnavailableError("npm is missing")
    run = subprocess.run(
        [npm, "install", "--no-audit", "--no-fund", "--prefix", str(folder), LIGHTHOUSE],
        capture_output=True, text=True, check=False,
    )
    if run.returncode:
        raise UnavailableError(f"npm could not install {LIGHTHOUSE}: {run.stderr.strip()[-200:]}")
    return folder / "node_modules" / ".bin" / "lighthouse"


def scores(program: Path, url: str, chromium: str, folder: Path) -> Scores:
    """The median scores of a page on a phone, from 0 to 100."""
    found: dict[str, list[int]] = {kind: [] for kind in KINDS}
    for _ in range(RUNS):
        report = folder / "report.json"
        subprocess.run(
            [str(program), url, "--quiet", "--output=json", f"--output-path={report}",
             "--chrome-flags=--headless=new --no-sandbox --disable-background-networking"],
            env={**os.environ, "CHROME_PATH": chromium}, capture_output=True, check=True,
        )
        categories = json.loads(report.read_text(encoding="utf-8"))["categories"]
        for kind in KINDS:
            found[kind].append(round(100 * categories[kind]["score"]))
    return {kind: int(median(values)) for kind, values in found.items()}


def stock_site(folder: Path) -> Path:
    """The site that the stock theme makes of our Markdown files."""
    from rulebook.commands.publishing import write_pages
    from rulebook.reading.holdings.corpus import load

    write_pages(load(), folder / "docs", lambda _: None)
    (folder / "mkdocs.yml").write_text(STOCK, encoding="utf-8")
    subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--config-file",
         str(folder / "mkdocs.yml"), "--site-dir", str(folder / "site")],
        capture_output=True, check=True,
    )
    return folder / "site"


def measure(folder: Path, chromium: str, *, stock: bool = True) -> dict[tuple[str, str], Scores]:
    """The scores of each page, by ("ours" or "stock", name of the page).

    Raises:
        UnavailableError: see `install`.
    """
    import table_site

    program = install(folder / "npm")
    table_site.build_site(folder / "ours")
    sites = {"ours": folder / "ours"}
    if stock:
        sites["stock"] = stock_site(folder / "stock")
    found: dict[tuple[str, str], Scores] = {}
    for name, site in sites.items():
        with table_site.served(site) as address:
            for page, path in PAGES.items():
                found[name, page] = scores(program, address + path, chromium, folder)
    return found


def run(table: Table) -> None:
    """Print the scores of both sites."""
    import _setup

    chromium = _setup.find_tool(_setup.CHROMIUM, os.environ)
    if chromium is None:
        print("no Chromium is installed", file=sys.stderr)
        return
    with tempfile.TemporaryDirectory(prefix="rulebook-lighthouse-") as folder:
        try:
            found = measure(Path(folder), chromium)
        except UnavailableError as error:
            print(f"Lighthouse was not run: {error}", file=sys.stderr)
            return
    rows: list[tuple[object, ...]] = [
        (page, site, *(found[site, page][kind] for kind in KINDS))
        for page in PAGES for site in ("ours", "stock") if (site, page) in found
    ]
    table("Lighthouse, on a phone", ("page", "theme", *KINDS), rows)

"""The offline copy in figures: what it weighs, and how soon a page stands without a network.

Weights are counted as a host sends them: compressed by gzip at level 6. Times are measured in
Chromium at the size of a phone, the processor slowed four times, medians of several runs.
"""

from __future__ import annotations

import gzip
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from typing import ClassVar

ROOT = Path(__file__).resolve().parent.parent
RUNS, SLOWED = 5, 4
PAGES = ("2007/27/", "", "confronto/1997-2007/27/")
PACK, THREE_EDITIONS, FIRST_PAGE, PAINT = 1_000_000, 2_000_000, 153_600, 1000
"""What is allowed: bytes for the pack of the corpus, of three generated editions, and for the
first page; milliseconds to paint."""

Table = Callable[[str, tuple[str, ...], list[tuple[object, ...]]], None]


class _Folder(SimpleHTTPRequestHandler):
    """Serves a folder, and remembers which files were asked for."""

    asked: ClassVar[list[str]] = []

    def log_message(self, *arguments: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        """Serve a file."""
        self.asked.append(self.path.partition("?")[0].lstrip("/"))
        super().do_GET()


@contextmanager
def _served(site: Path) -> Iterator[tuple[str, Callable[[], None]]]:
    """The address of a site, and how to cut it off."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Folder, directory=str(site)))
    threading.Thread(target=server.serve_forever, daemon=True).start()

    def cut() -> None:
        server.shutdown()
        server.server_close()

    try:
        yield f"http://127.0.0.1:{server.server_port}/", cut
    finally:
        cut()


def _weight(site: Path, address: str) -> int:
    name = f"{address}index.html" if address.endswith("/") or not address else address
    return len(gzip.compress((site / name).read_bytes(), 6))


def _build_corpus(out: Path) -> None:
    from rulebook.commands.publishing import build
    from rulebook.mkdocs_plugin import render
    from rulebook.reading.holdings.corpus import load

    build(load(), out, None, render, lambda words: print(f"  {words}", file=sys.stderr))


def _build_generated(out: Path) -> None:
    """The site of three generated editions of full size, without the project's own documents."""
    import code_generator
    import search_sample

    from rulebook import mkdocs_plugin
    from rulebook.compare import compare_editions, load_terminology
    from rulebook.publishing.search.export import search_assets
    from rulebook.publishing.site import build_site, content

    book = code_generator.generate(7)
    words = (ROOT / "rulebook" / "terminology.toml").read_bytes()
    terminology = load_terminology(words, "terminology.toml")
    compared = [
        compare_editions(old, new, terminology)
        for old, new in zip(book.editions, book.editions[1:], strict=False)
    ]
    search = search_assets(book, search_sample.sample_lexicon(), search_sample.vocabulary())
    project, mkdocs_plugin.PROJECT = mkdocs_plugin.PROJECT, out.parent / "mkdocs.yml"
    try:
        build_site(
            content(
                book,
                files=search,
                comparisons=tuple(one for pair in compared for one in pair.comparisons),
            ),
            out, render=mkdocs_plugin.render,
        )
    finally:
        mkdocs_plugin.PROJECT = project


def _pack(site: Path, allowed: int, name: str) -> list[tuple[object, ...]]:
    """What travels when everything is stored, bundle by bundle."""
    found = sorted((site / "offline").glob("*.json"))
    parts = {path.name: len(gzip.compress(path.read_bytes(), 6)) for path in found}
    rows: list[tuple[object, ...]] = [
        (name, part.rpartition("-")[0], weight, "") for part, weight in parts.items()
    ]
    return [*rows, (name, "all", sum(parts.values()), allowed)]


def _browse(site: Path) -> tuple[list[tuple[object, ...]], list[tuple[object, ...]]]:
    """The weight of a cold visit, and the times of the stored site without a network."""
    import os

    import _setup
    from playwright.sync_api import sync_playwright

    weights: list[tuple[object, ...]] = []
    times: list[tuple[object, ...]] = []
    path = _setup.find_tool(_setup.CHROMIUM, os.environ)
    with sync_playwright() as playwright, _served(site) as (address, cut):
        chromium = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        context = chromium.new_context(viewport={"width": 360, "height": 740})
        page = context.new_page()
        _Folder.asked.clear()
        page.goto(f"{address}{PAGES[0]}")
        asked = list(dict.fromkeys(_Folder.asked))
        weights.append((PAGES[0], len(asked), sum(_weight(site, one) for one in asked), FIRST_PAGE))

        page.goto(address)
        started = page.evaluate("performance.now()")
        page.get_by_role("button", name="Scarica tutto").click()
        page.locator(".rb-offline-held").wait_for(timeout=60_000)
        stored = page.evaluate("performance.now()") - started
        times.append(("storing everything, not slowed", round(stored), ""))
        cut()
        for each in PAGES:
            taken = [_painted(context.new_page(), f"{address}{each}") for _ in range(RUNS)]
            times.append((f"/{each}", round(median(taken)), PAINT))
        chromium.close()
    return weights, times


def _painted(page: object, address: str) -> float:
    """Milliseconds from the start of a cold navigation to the first paint of its text."""
    from playwright.sync_api import Page

    assert isinstance(page, Page)
    chrome = page.context.new_cdp_session(page)
    chrome.send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    page.goto(address)
    painted = page.evaluate("""() => new Promise((resolve) => {
      new PerformanceObserver((list) => {
        const found = list.getEntriesByName('first-contentful-paint')[0];
        if (found) resolve(found.startTime);
      }).observe({type: 'paint', buffered: true});
    })""")
    page.close()
    return float(painted)


def run(table: Table) -> None:
    """Build both sites, and print what the offline copy weighs and how soon pages stand.

    Args:
        table: prints a table from its title, its head and its rows.
    """
    folder = Path(tempfile.mkdtemp(prefix="rulebook-bench-"))
    try:
        (folder / "corpus").mkdir()
        (folder / "generated").mkdir()
        _build_corpus(folder / "corpus" / "site")
        _build_generated(folder / "generated" / "site")
        table("Offline: what travels", ("site", "part", "bytes", "allowed"), [
            *_pack(folder / "corpus" / "site", PACK, "the corpus"),
            *_pack(folder / "generated" / "site", THREE_EDITIONS, "three generated editions"),
        ])
        weights, times = _browse(folder / "corpus" / "site")
        table("Offline: a cold visit", ("page", "requests", "bytes", "allowed"), weights)
        table(f"Offline: times at {SLOWED} times slowed CPU", ("page", "ms", "allowed"), times)
    finally:
        shutil.rmtree(folder, ignore_errors=True)

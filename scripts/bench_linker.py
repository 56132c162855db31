"""The linker's weight, and its time for pages of 50 KB and 500 KB in Chromium."""

from __future__ import annotations

import gzip
import os
import tomllib
from collections.abc import Callable

import _setup
from playwright.sync_api import Browser, sync_playwright

from rulebook.publishing.linker import linker_files
from rulebook.reading.assemble import rulebook_of
from rulebook.reading.citations.vocabulary import EMBEDDED
from rulebook.reading.holdings.corpus import load

Table = Callable[[str, tuple[str, ...], list[tuple[object, ...]]], None]

PARAGRAPH = (
    "<p>Il giocatore che dichiara fuori turno attende l’arbitro, il quale spiega alla linea "
    "innocente le sue scelte e dispone che il gioco prosegua; nel 2011 i tavoli erano 24. "
    "La licita è cancellata, e il compagno passa finché tocca a lui di chiamare.</p>\n"
)
CITING = "<p>Si applica l’<b>articolo</b> 27B1(b) del Codice, e non il vecchio art. 12.</p>\n"


ROUNDS = 5
LIMIT = 15 * 1024
RUN = """() => {
  const start = performance.now();
  rulebookLinker.run(document.body, "2007", "https://codice.example/", false);
  return [performance.now() - start, document.querySelectorAll("a").length];
}"""


def page_of(size: int) -> str:
    """A page of about `size` characters, one paragraph in five with two citations."""
    part = PARAGRAPH * 4 + CITING
    return part * (size // len(part))


def _taken(browser: Browser, script: str, body: str) -> tuple[float, float, int]:
    """Milliseconds of a fresh page's thread, milliseconds by the clock, and the links made.

    The thread's time counts what the script did, whatever else the machine was doing; it
    includes the layout of the changed page.
    """
    context = browser.new_context()
    page = context.new_page()
    page.set_content(body)
    session = context.new_cdp_session(page)
    session.send("Performance.enable", {"timeDomain": "threadTicks"})

    def busy() -> float:
        metrics = session.send("Performance.getMetrics")["metrics"]
        return next(float(m["value"]) for m in metrics if m["name"] == "TaskDuration")

    before = busy()
    page.evaluate(script)
    clock, links = page.evaluate(RUN)
    thread = (busy() - before) * 1000
    context.close()
    return thread, clock, links


def run(table: Table) -> None:
    """Print the weight of the scripts, and the times for pages of 50 KB and 500 KB."""
    files = linker_files(tomllib.loads(EMBEDDED.read_text("utf-8")), rulebook_of(load()))
    rows: list[tuple[object, ...]] = []
    for name, data in files.items():
        sent = len(gzip.compress(data, 6))
        rows.append((name, len(data), sent, sent / LIMIT))
    table("The linker's weight", ("file", "bytes", "gzip -6", "of 15 KiB"), rows)
    script = files["linker.js"].decode("utf-8-sig")
    timed: list[tuple[object, ...]] = []
    with sync_playwright() as playwright:
        path = _setup.find_tool(_setup.CHROMIUM, os.environ)
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        base = 0.0
        for size in (50_000, 500_000):
            body = page_of(size)
            found = [_taken(browser, script, body) for _ in range(ROUNDS)]
            thread, clock = (min(one[at] for one in found) for at in (0, 1))
            base = base or thread
            timed.append((len(body), found[0][2], thread, clock, thread / base))
        browser.close()
    head = ("characters", "links", "ms of the thread", "ms by the clock", "ratio")
    table("Linking a page in Chromium, script loaded afresh", head, timed)

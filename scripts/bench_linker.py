"""The linker's weight, and its time for a page of 500 KB in Chromium."""

from __future__ import annotations

import gzip
import os
import tomllib

import _setup
from playwright.sync_api import sync_playwright

from rulebook.publishing.linker import linker_files
from rulebook.reading.assemble import rulebook_of
from rulebook.reading.corpus import load
from rulebook.reading.vocabulary import EMBEDDED

PARAGRAPH = (
    "<p>Il giocatore che dichiara fuori turno attende l’arbitro, il quale spiega alla linea "
    "innocente le sue scelte e dispone che il gioco prosegua; nel 2011 i tavoli erano 24. "
    "La licita è cancellata, e il compagno passa finché tocca a lui di chiamare.</p>\n"
)
CITING = "<p>Si applica l’<b>articolo</b> 27B1(b) del Codice, e non il vecchio art. 12.</p>\n"


def linker() -> list[tuple[str, float]]:
    """The figures by name: bytes as sent, characters of the page, links, milliseconds."""
    files = linker_files(tomllib.loads(EMBEDDED.read_text("utf-8")), rulebook_of(load()))
    rows = [(name, float(len(gzip.compress(data, 6)))) for name, data in files.items()]
    body = (PARAGRAPH * 4 + CITING) * (500_000 // (4 * len(PARAGRAPH) + len(CITING)))
    with sync_playwright() as playwright:
        path = _setup.find_tool(_setup.CHROMIUM, os.environ)
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page()
        page.set_content(body)
        page.evaluate(files["linker.js"].decode("utf-8-sig"))
        taken, links = page.evaluate(
            """() => {
              const start = performance.now();
              rulebookLinker.run(document.body, "2007", "https://codice.example/", false);
              return [performance.now() - start, document.querySelectorAll("a").length];
            }"""
        )
        browser.close()
    return [*rows, ("characters", float(len(body))), ("links", links), ("milliseconds", taken)]


if __name__ == "__main__":
    for name, figure in linker():
        print(f"{name}: {figure:.0f}")

"""Our browser index beside the theme's lunr, MiniSearch and Pagefind, in one run.

All search the same paragraphs. Size and speed are measured on a generated code of full size, with
each engine's code on the page's thread of a Chromium slowed four times; quality is measured on the
embedded corpus with the query file of the tests. A peer that cannot be installed has no row.
"""

from __future__ import annotations

import gzip
import html
import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
import threading
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import groupby
from pathlib import Path
from statistics import median
from typing import Any, ClassVar

ROOT = Path(__file__).resolve().parent.parent
SLOWED = 4
MINISEARCH, PAGEFIND = "minisearch@7.2.0", "pagefind[bin]==1.5.2"
DRIVERS = (Path(__file__).with_suffix(".js")).read_text(encoding="utf-8")

Table = Callable[[str, tuple[str, ...], list[tuple[object, ...]]], None]


class _Quiet(SimpleHTTPRequestHandler):
    """Serves a folder, and remembers which files were asked for."""

    asked: ClassVar[set[str]] = set()

    def log_message(self, *arguments: object) -> None:
        """Say nothing."""

    def do_GET(self) -> None:
        """Serve a file."""
        self.asked.add(self.path.partition("?")[0])
        super().do_GET()


@dataclass(frozen=True)
class Measured:
    """One engine on one set of texts."""

    wire: int
    ready: float
    times: list[float]
    answers: list[list[str]]


def run(table: Table) -> None:
    """Measure every engine and print the table."""
    import code_generator

    from rulebook.publishing.search.lexicon import embedded_lexicon
    from rulebook.reading.assemble import load_rulebook

    asked = tomllib.loads(
        (ROOT / "tests" / "cases" / "search" / "queries.toml").read_text(encoding="utf-8")
    )
    rows = [row for kind in asked.values() for row in kind]
    queries = [row["q"] for row in rows]
    with tempfile.TemporaryDirectory(prefix="rulebook-bench-") as folder:
        peers = _Peers(Path(folder) / "peers")
        big = _site(Path(folder) / "big", code_generator.generate(), embedded_lexicon(), peers)
        real = _site(Path(folder) / "real", load_rulebook(), embedded_lexicon(), peers)
        with _browser() as browser:
            sized = _measure_all(browser, big, _generated_queries(queries), SLOWED)
            good = _measure_all(browser, real, queries, 1)
            frame = _longest_frame(browser, big, queries[:20])
    lines: list[tuple[object, ...]] = []
    for name, one in sized.items():
        first, three = _quality(good[name].answers, rows)
        lines.append((
            name, f"{one.wire / 1024:.0f}", f"{one.ready:.0f}", f"{median(one.times):.1f}",
            f"{sorted(one.times)[int(len(one.times) * 0.95)]:.0f}", f"{first:.0%}", f"{three:.0%}",
        ))
    table(
        "Search in the browser",
        ("engine", "KB over the wire (gzip 6)", f"ready, ms ({SLOWED} × slowed)",
         "query, median ms", "query, 95 % ms", "right at first", "right in three"),
        lines,
    )
    sys.stdout.write(f"\nWith our worker the longest frame of the page took {frame:.0f} ms.\n")


def _quality(
    answers: Sequence[Sequence[str]], rows: Sequence[Mapping[str, Any]]
) -> tuple[float, float]:
    """Which share of the queries has a right address first, and among the first three."""
    found = [
        next((at for at, url in enumerate(answer) if url in row["find"]), 99)
        for answer, row in zip(answers, rows, strict=True)
    ]
    return sum(f == 0 for f in found) / len(found), sum(f < 3 for f in found) / len(found)


def _generated_queries(queries: Sequence[str]) -> list[str]:
    """What is asked of the generated code: our queries, and words and sentences of its own."""
    import code_generator

    rulebook = code_generator.generate()
    texts = [
        str(p.text).split()
        for article in rulebook.editions[1].articles for p in article.provisions() if p.text
    ]
    own = [" ".join(words[: (1, 2, 3, 5, 12)[at % 5]]) for at, words in enumerate(texts[::12])]
    return [*queries[::3], *own]


# ---------------------------------------------------------------- the sites


class _Peers:
    """The peers, fetched through the ordinary clients of their registries."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True)
        self.minisearch = _minisearch(folder)
        self.pagefind = _pagefind(folder)


def _minisearch(folder: Path) -> Path | None:
    npm = shutil.which("npm")
    if npm is None or subprocess.run(
        [npm, "pack", MINISEARCH], cwd=folder, capture_output=True, check=False
    ).returncode:
        return None
    with tarfile.open(next(folder.glob("minisearch-*.tgz"))) as archive:
        archive.extractall(folder, filter="data")
    return folder / "package" / "dist" / "umd" / "index.js"


def _pagefind(folder: Path) -> list[str] | None:
    place = folder / "pagefind"
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", "-q", "--target", str(place), PAGEFIND],
        capture_output=True, check=False,
    )
    if done.returncode:
        return None
    start = f"import sys; sys.path.insert(0, {str(place)!r})"
    return [sys.executable, "-c", f"{start}; import pagefind.__main__ as program; program.main()"]


@dataclass(frozen=True)
class _Site:
    """A folder with what each engine needs, and the call that makes each engine."""

    folder: Path
    engines: dict[str, str]
    worker: str


def _site(folder: Path, rulebook: Any, lexicon: Any, peers: _Peers) -> _Site:
    from rulebook.publishing.search.export import WORKER, search_assets
    from rulebook.publishing.search.records import make_records
    from rulebook.publishing.situations_file import embedded_handbook
    from rulebook.reading.citations.vocabulary import EMBEDDED

    vocabulary = tomllib.loads(EMBEDDED.read_text(encoding="utf-8"))
    handbook = embedded_handbook()
    records = [r for r in make_records(rulebook, lexicon, handbook) if r.kind != "term"]
    folder.mkdir(parents=True)
    (folder / "search").mkdir()
    parts = []
    for name, data in search_assets(rulebook, lexicon, vocabulary, handbook).items():
        (folder / name).write_bytes(data)
        if name.rpartition("/")[2].startswith(("engine-", "index-")):
            parts.append(name.rpartition("/")[2])
    (folder / "drivers.js").write_text(DRIVERS, encoding="utf-8")
    (folder / "index.html").write_text(
        '<!doctype html><html lang="it"><meta charset="utf-8"><script src="drivers.js"></script>',
        encoding="utf-8",
    )
    engines = {"ours": f"ours({json.dumps(parts)})", "lunr (the theme's)": _stock(folder, records)}
    if peers.minisearch:
        shutil.copy(peers.minisearch, folder / "minisearch.js")
        documents = [{"id": r.url, "title": r.title, "text": r.text} for r in records]
        (folder / "documents.json").write_text(_compact(documents), encoding="utf-8")
        engines["MiniSearch"] = "minisearch()"
    if peers.pagefind and _pages(folder / "pages", records, peers.pagefind):
        engines["Pagefind"] = "pagefind()"
    return _Site(folder, engines, WORKER)


def _stock(folder: Path, records: Sequence[Any]) -> str:
    """The theme's worker with the index that MkDocs would write for the paragraphs."""
    import material

    scripts = Path(material.__file__).parent / "templates" / "assets" / "javascripts"
    worker = next((scripts / "workers").glob("search.*.min.js"))
    shutil.copy(worker, folder / "stock.js")
    (folder / "lunr" / "min").mkdir(parents=True)
    for name in ("lunr.stemmer.support.min.js", "lunr.it.min.js"):
        shutil.copy(scripts / "lunr" / "min" / name, folder / "lunr" / "min" / name)
    config = {
        "lang": ["it"], "separator": r"[\s\-]+", "pipeline": ["stopWordFilter"],
        "fields": {"title": {"boost": 1000.0}, "text": {"boost": 1.0}, "tags": {"boost": 1e6}},
    }
    documents = [
        {"location": r.url, "title": html.escape(r.title), "text": f"<p>{html.escape(r.text)}</p>"}
        for r in records
    ]
    text = _compact({"config": config, "docs": documents})
    (folder / "stock.json").write_text(text, encoding="utf-8")
    return 'stock("stock.js")'


def _pages(folder: Path, records: Sequence[Any], pagefind: Sequence[str]) -> bool:
    """Plain pages with a heading for each paragraph, indexed by Pagefind."""
    for address, group in groupby(records, key=lambda record: record.page):
        rows = list(group)
        body = "".join(
            f'<h{2 if r.depth else 1} id="{html.escape(r.anchor or "inizio")}">'
            f"{html.escape(r.title)}</h{2 if r.depth else 1}><p>{html.escape(r.text)}</p>"
            for r in rows
        )
        file = folder / address / "index.html"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(
            f'<!doctype html><html lang="it"><meta charset="utf-8"><title>x</title>{body}</html>',
            encoding="utf-8",
        )
    done = subprocess.run(
        [*pagefind, "--site", str(folder)], capture_output=True, check=False
    )
    return done.returncode == 0


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


# ---------------------------------------------------------------- the browser


@contextmanager
def _browser() -> Iterator[Any]:
    import os

    import _setup
    from playwright.sync_api import sync_playwright

    path = _setup.find_tool(_setup.CHROMIUM, os.environ)
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield running
        running.close()


@contextmanager
def _open(browser: Any, site: _Site, slowed: float) -> Iterator[Any]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(_Quiet, directory=str(site.folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    context = browser.new_context()
    page = context.new_page()
    page.set_default_timeout(600_000)
    page.goto(f"http://127.0.0.1:{server.server_port}/index.html")
    client = context.new_cdp_session(page)
    client.send("Emulation.setCPUThrottlingRate", {"rate": slowed})
    _Quiet.asked.clear()
    yield page
    context.close()
    server.shutdown()
    server.server_close()


def _measure_all(
    browser: Any, site: _Site, queries: Sequence[str], slowed: float
) -> dict[str, Measured]:
    measured: dict[str, Measured] = {}
    for name, call in site.engines.items():
        with _open(browser, site, slowed) as page:
            found = page.evaluate(f"(queries) => measure({call}, queries)", list(queries))
            wire = sum(_gzipped(site.folder / path.lstrip("/")) for path in _Quiet.asked)
        measured[name] = Measured(wire, found["ready"], found["times"], found["answers"])
    return measured


def _gzipped(file: Path) -> int:
    return len(gzip.compress(file.read_bytes(), 6)) if file.is_file() else 0


def _longest_frame(browser: Any, site: _Site, queries: Sequence[str]) -> float:
    with _open(browser, site, SLOWED) as page:
        found = page.evaluate(
            f"(queries) => longestFrame({json.dumps(site.worker)}, queries)", list(queries)
        )
        return float(found)

"""Timings as ratios measured in one run: `scripts/bench.py [ROOM …]`.

Each room prints a table; figures of different runs or machines are not to be compared, ratios are.
Run it with the project's own Python: `.venv/bin/python scripts/bench.py`.
"""

from __future__ import annotations

import gc
import random
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "scripts")]


def seconds(job: Callable[[], object], runs: int = 3) -> float:
    """The median wall time of a job in seconds."""
    taken = []
    for _ in range(runs):
        start = time.perf_counter()
        job()
        taken.append(time.perf_counter() - start)
    return median(taken)


def table(title: str, head: tuple[str, ...], rows: list[tuple[object, ...]]) -> None:
    """Print a Markdown table, as the developers' pages show it."""
    print(f"\n## {title}\n")
    print("| " + " | ".join(head) + " |")
    print("| " + " | ".join("---" for _ in head) + " |")
    for row in rows:
        print("| " + " | ".join(f"{c:.2f}" if isinstance(c, float) else str(c) for c in row) + " |")


def code_text(size: int, seed: int = 7) -> str:
    """A damaged printed Code of about `size` characters."""
    import page_printer

    rng = random.Random(seed)
    pages: list[str] = []
    length, number = 0, 0
    while length < size:
        number += 1
        page = page_printer.printed(page_printer.article(rng, number % 93 + 1), rng)
        page = page.replace("\r\n", "\n")
        pages.append(page)
        length += len(page)
    return "\n".join(pages)


def reading() -> None:
    """Reading is linear: ten times the text in at most twelve times the time."""
    from rulebook.reading.holdings import sources
    from rulebook.reading.pipeline import read

    rows: list[tuple[object, ...]] = []
    base = 0.0
    read(sources.source(code_text(2_000).encode(), "warm")[0])
    for size in (30_000, 300_000):
        text = code_text(size)
        source = sources.source(text.encode(), f"{size}")[0]
        taken = seconds(partial(read, source))
        base = base or taken
        rows.append((len(text), taken, taken / base))
    table("Reading", ("characters", "seconds", "ratio"), rows)


def compare() -> None:
    """Two editions of 93 articles compared in a few seconds; ten times the articles, no worse."""
    from compare_generator import edited_edition

    from rulebook.compare import compare_editions, load_terminology

    words = (ROOT / "rulebook" / "terminology.toml").read_bytes()
    terminology = load_terminology(words, "terminology.toml")
    rows: list[tuple[object, ...]] = []
    base = 0.0
    for articles in (93, 930):
        pair = edited_edition(11, articles, 12)
        runs = 3 if articles < 100 else 1
        taken = seconds(partial(compare_editions, pair.old, pair.new, terminology), runs)
        base = base or taken
        rows.append((articles, taken, taken / base))
    table("Comparing two editions", ("articles", "seconds", "ratio"), rows)


def search() -> None:
    """Our browser index beside its peers, over the same generated code."""
    import bench_search

    bench_search.run(table)


def paper() -> None:
    """A full-size edition as PDF and EPUB, beside WeasyPrint where that is installed."""
    import bench_paper

    bench_paper.paper()


def offline() -> None:
    """What the offline copy weighs, and how soon a page stands without a network."""
    import bench_offline

    bench_offline.run(table)


def lighthouse() -> None:
    """Lighthouse on our pages and on the same pages in the stock theme."""
    import bench_lighthouse

    bench_lighthouse.run(table)


def scale() -> None:
    """Every stage of a build at one and at ten times the size, and beside plain MkDocs."""
    import bench_scale

    bench_scale.run(table)


def linker() -> None:
    """What the linker weighs, and how long it takes for small and large pages."""
    import bench_linker

    bench_linker.run(table)


ROOMS: dict[str, Callable[[], None]] = {
    "reading": reading, "compare": compare, "search": search, "paper": paper,
    "offline": offline, "linker": linker, "lighthouse": lighthouse, "scale": scale,
}


def main(arguments: list[str]) -> int:
    """Run the rooms named, or all of them."""
    unknown = [name for name in arguments if name not in ROOMS]
    if unknown:
        print(f"unknown room {unknown[0]}: choose from {', '.join(ROOMS)}", file=sys.stderr)
        return 2
    gc.set_threshold(200_000, 20, 100)  # as the command line does
    for name in arguments or ROOMS:
        ROOMS[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""Timings as ratios measured in one run: `scripts/bench.py [ROOM …]`.

Each room prints a table; figures of different runs or machines are not to be compared, ratios are.
Run it with the project's own Python: `.venv/bin/python scripts/bench.py`.
"""

from __future__ import annotations

import random
import sys
import time
import tracemalloc
from collections.abc import Callable
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


def megabytes(job: Callable[[], object]) -> float:
    """The peak of memory that a job allocates, in MiB."""
    tracemalloc.start()
    job()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 2**20


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
    from rulebook.reading import sources
    from rulebook.reading.pipeline import read

    rows: list[tuple[object, ...]] = []
    base = 0.0
    read(sources.source(code_text(2_000).encode(), "warm")[0])
    for size in (30_000, 300_000):
        text = code_text(size)
        source = sources.source(text.encode(), f"{size}")[0]
        taken = seconds(lambda source=source: read(source))  # type: ignore[misc]
        base = base or taken
        peak = megabytes(lambda source=source: read(source))  # type: ignore[misc]
        rows.append((len(text), taken, taken / base, peak))
    table("Reading", ("characters", "seconds", "ratio", "peak MiB"), rows)


ROOMS: dict[str, Callable[[], None]] = {"reading": reading}


def main(arguments: list[str]) -> int:
    """Run the rooms named, or all of them."""
    unknown = [name for name in arguments if name not in ROOMS]
    if unknown:
        print(f"unknown room {unknown[0]}: choose from {', '.join(ROOMS)}", file=sys.stderr)
        return 2
    for name in arguments or ROOMS:
        ROOMS[name]()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

"""What a full-size edition costs on paper: `scripts/bench.py paper`.

An edition of 93 articles in invented words is printed by our own press and, in the same run, by
WeasyPrint where that is installed. Each runs in a process of its own, for the memory's sake.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests"), str(ROOT / "scripts")]

_LIMITS = {"seconds": 5.0, "megabytes": 3.0}
_STYLE = """
@page { size: A4; margin: 3cm 3.2cm; @bottom-right { content: counter(page) } }
html { font: 11pt serif; hyphens: auto }
p { text-align: justify; margin: .4em 0 }
.rb-provision .rb-provision { margin-left: 8mm }
.rb-note { float: footnote; font-size: 9pt }
nav a::after { content: leader('.') target-counter(attr(href), page) }
.rb-ref::after { content: ' p. ' target-counter(attr(href), page); font-size: 8pt }
.rb-cited, .rb-cite, .rb-neighbours, .rb-elsewhere, .rb-related { display: none }
"""


def paper() -> None:
    """A full-size edition in at most five seconds warm and three megabytes, beside WeasyPrint."""
    from bench import table

    rows: list[tuple[object, ...]] = []
    for name in ("typst a4", "typst a5", "epub", "weasyprint"):
        if name == "weasyprint" and find_spec("weasyprint") is None:
            continue
        told = _apart(name)
        rows.append((name, told["cold"], told["warm"], told["processor"], told["pages"],
                     told["megabytes"], told["memory"]))
    head = ("93 articles", "cold s", "warm s", "warm CPU s", "pages", "MB", "peak MiB")
    table("Paper", head, rows)
    print(f"\nGoal: {_LIMITS['seconds']:.0f} s warm, {_LIMITS['megabytes']:.0f} MB.")
    print("Cold is the first booklet of a process, warm another one; CPU is the processor's time,")
    print("all cores together, which tells more than the clock where others work as well.")


def _apart(name: str) -> dict[str, Any]:
    """Measure one way of printing in a process of its own."""
    command = [sys.executable, __file__, name]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def _measure(name: str) -> dict[str, Any]:
    import code_generator

    rulebook = code_generator.generate()
    job = _jobs(rulebook)[name.split(maxsplit=1)[0]]
    paper_size = name.rsplit(maxsplit=1)[-1]
    took: list[float] = []
    busy: list[float] = []
    data = b""
    for edition in ("1997", "2007"):
        start, worked = time.perf_counter(), time.process_time()
        data = job(edition, paper_size)
        took.append(round(time.perf_counter() - start, 2))
        busy.append(round(time.process_time() - worked, 2))
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return {"cold": took[0], "warm": took[1], "processor": busy[1], "pages": _pages(data),
            "megabytes": round(len(data) / 1e6, 2), "memory": round(peak)}


def _jobs(rulebook: Any) -> dict[str, Callable[[str, Any], bytes]]:
    from rulebook.publishing.epub import epub_edition
    from rulebook.publishing.pdf import Imprint, pdf_edition

    release = Imprint("1", "2026-11-30")
    return {
        "typst": lambda edition, size: pdf_edition(rulebook, edition, size, None, release),
        "epub": lambda edition, _: epub_edition(rulebook, edition, None, release),
        "weasyprint": lambda edition, _: _weasy(rulebook, edition),
    }


def _weasy(rulebook: Any, edition_id: str) -> bytes:
    """The same articles from the HTML of their pages, with contents and footnotes."""
    from weasyprint import HTML  # type: ignore[import-not-found]

    from rulebook.publishing import html
    from rulebook.publishing.library import Library
    from rulebook.publishing.pages_law import article_page

    library = Library(rulebook)
    edition = rulebook.by_id[edition_id]
    bodies, contents = [], []
    for article in edition.articles:
        page = article_page(library, edition, article.number, edition.title_of(article.number))
        prefix = f"a{article.number}-"
        body = html.render(page.blocks, page.address)
        body = body.replace('id="', f'id="{prefix}').replace('href="#', f'href="#{prefix}')
        for other in edition.articles:
            body = body.replace(f'href="../{other.number}/"', f'href="#a{other.number}-_inizio"')
        bodies.append(body)
        contents.append(f'<p><a href="#{prefix}_inizio">{page.short}</a></p>')
    head = f"<html lang=it><title>{edition.title}</title><style>{_STYLE}</style>"
    whole = f"{head}<nav>{''.join(contents)}</nav>{''.join(bodies)}"
    made: bytes = HTML(string=whole).write_pdf(pdf_variant="pdf/ua-1")
    return made


def _pages(data: bytes) -> int | str:
    if not data.startswith(b"%PDF"):
        return "–"
    import pikepdf

    return len(pikepdf.open(BytesIO(data)).pages)


if __name__ == "__main__":
    print(json.dumps(_measure(sys.argv[1])))

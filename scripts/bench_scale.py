"""The whole way from texts to a site at one and at ten times the size, and beside plain MkDocs.

Each size runs in a process of its own, so that the memory it took is its own; one alone is run by
`.venv/bin/python scripts/bench_scale.py 930 texts`, `site` or `paper`.
"""

from __future__ import annotations

import gc
import hashlib
import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
EDITIONS = ("1997", "2007", "2017")
ARTICLES = 93

Table = Callable[[str, tuple[str, ...], list[tuple[object, ...]]], None]


def write_corpus(root: Path, articles: int = ARTICLES, seed: int = 7) -> Path:
    """A corpus folder of three generated editions, a text for each.

    Args:
        root: the folder; it is made.
        articles: how many articles each edition has.
        seed: the same seed gives the same bytes.
    """
    import code_generator

    book = code_generator.generate(seed, editions=EDITIONS, articles=articles)
    for edition in EDITIONS:
        place = root / "editions" / edition
        place.mkdir(parents=True)
        numbers = "".join(f"\n[[articles]]\nnumber = {n}\n" for n in range(1, articles + 1))
        keys = {
            "id": edition, "title": f"Codice {edition}",
            "long_title": f"Codice inventato {edition}",
            "authority": "Nessuna", "rights": "Di nessuno", "state": "superseded",
            "notice": "Un testo inventato.",
        }
        table = "".join(f'{key} = "{value}"\n' for key, value in keys.items())
        (place / "edition.toml").write_text(table + numbers, "utf-8")
        folder = root / "sources" / f"codice-{edition}"
        folder.mkdir(parents=True)
        data = code_generator.plain_text(book, edition).encode()
        (folder / "testo.txt").write_bytes(data)
        (folder / "source.toml").write_text(
            f'file = "testo.txt"\nsha256 = "{hashlib.sha256(data).hexdigest()}"\n'
            f'title = "Codice {edition}"\nedition = "{edition}"\nkind = "articles"\n', "utf-8",
        )
    return root


class Clock:
    """Takes the time of stages: CPU seconds of this process and its children, and peak memory."""

    def __init__(self) -> None:
        self.stages: dict[str, tuple[float, float]] = {}
        self._last = self._used()

    @staticmethod
    def _used() -> float:
        own, children = (
            resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
        )
        return own.ru_utime + own.ru_stime + children.ru_utime + children.ru_stime

    def stage(self, name: str) -> None:
        """End a stage that began where the one before ended."""
        now = self._used()
        memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        self.stages[name] = (now - self._last, memory)
        self._last = now


def stages(articles: int, *, site: bool) -> dict[str, tuple[float, float]]:
    """CPU seconds and peak memory in MB of each stage, in this process.

    Args:
        articles: how many articles each of the three editions has.
        site: whether the pages are rendered and checked as well.
    """
    from rulebook.commands import publishing
    from rulebook.commands.editions import comparisons
    from rulebook.commands.searching import spoken_vocabulary
    from rulebook.publishing.search.export import search_assets
    from rulebook.publishing.search.lexicon import embedded_lexicon
    from rulebook.publishing.site import check, content
    from rulebook.publishing.situations_file import embedded_handbook
    from rulebook.publishing.subjects import make_subjects
    from rulebook.reading.assemble import rulebook_of
    from rulebook.reading.holdings.corpus import load

    with tempfile.TemporaryDirectory(prefix="rulebook-bench-") as folder:
        root = write_corpus(Path(folder, "corpus"), articles)
        clock = Clock()
        corpus = load(root)
        rulebook = rulebook_of(corpus)
        clock.stage("reading")
        compared = comparisons(corpus, rulebook)
        clock.stage("comparing")
        files = search_assets(
            rulebook, embedded_lexicon(), spoken_vocabulary(), embedded_handbook()
        )
        clock.stage("index")
        subjects = make_subjects(
            rulebook, embedded_lexicon(), spoken_vocabulary(), embedded_handbook()
        )
        clock.stage("subjects")
        whole = content(
            rulebook, tuple(one for editions in compared for one in editions.comparisons),
            files, subjects, embedded_handbook(), publishing.published(root),
        )
        clock.stage("pages")
        if site:
            from rulebook.mkdocs_plugin import render
            from rulebook.publishing.offline import publish_offline

            out = Path(folder, "site")
            render(whole, out, None)
            clock.stage("MkDocs")
            publish_offline(out, rulebook)
            clock.stage("offline copy")
            check(out, whole)
            clock.stage("checks")
            if articles <= ARTICLES:  # the theme's own search takes more than its share of ten
                _plain(whole, Path(folder, "plain"))
                clock.stage("plain MkDocs")
    return clock.stages


def paper(articles: int) -> dict[str, tuple[float, float]]:
    """CPU seconds and peak memory in MB of an edition on paper, in this process.

    Args:
        articles: how many articles the edition has.
    """
    import code_generator

    from rulebook.publishing.epub import epub_edition
    from rulebook.publishing.pdf import pdf_edition

    edition = EDITIONS[0]
    rulebook = code_generator.generate(7, editions=(edition,), articles=articles)
    clock = Clock()
    epub_edition(rulebook, edition)
    clock.stage("EPUB of an edition")
    pdf_edition(rulebook, edition)
    clock.stage("PDF of an edition")
    return clock.stages


def _plain(whole: Any, folder: Path) -> None:
    """The same pages as Markdown files, built by MkDocs and its theme as they come."""
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    for page in whole.pages:
        file = folder / "docs" / page.file
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(page.markdown, "utf-8")
    settings = folder / "mkdocs.yml"
    settings.write_text(
        "site_name: Plain\ntheme: {name: material, language: it}\n"
        "plugins: [search]\nmarkdown_extensions: [attr_list, md_in_html, footnotes, tables]\n",
        "utf-8",
    )
    build(load_config(str(settings), site_dir=str(folder / "site")))


def measured(articles: int, what: str) -> dict[str, tuple[float, float]]:
    """`stages` of "texts" or of a "site", or those on "paper", in a process of its own."""
    command = [sys.executable, __file__, str(articles), what]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return {name: tuple(row) for name, row in json.loads(done.stdout.splitlines()[-1]).items()}


def run(table: Table, *, site: bool = True) -> None:
    """Print the growth from one to ten times the size, and the build beside plain MkDocs."""
    once, tenfold = (measured(n, "site" if site else "texts") for n in (ARTICLES, 10 * ARTICLES))
    plain = once.pop("plain MkDocs")[0] if site else 0.0
    whole = sum(taken for taken, _ in once.values())
    once |= measured(ARTICLES, "paper")
    tenfold |= measured(10 * ARTICLES, "paper")
    table(
        "Scale: three editions of 93 articles, and ten times that",
        ("stage", "CPU s", "CPU s, tenfold", "ratio", "MB", "MB, tenfold"),
        [
            (name, *(round(n, 2) for n in (taken, tenfold[name][0])),
             round(tenfold[name][0] / max(taken, 0.01), 1), round(memory),
             round(tenfold[name][1]))
            for name, (taken, memory) in once.items()
        ],
    )
    if site:
        table(
            "The whole build without paper, beside a plain `mkdocs build` of the same pages",
            ("build", "CPU s", "ratio"),
            [("plain MkDocs", plain, 1.0), ("rulebook", whole, whole / plain)],
        )


if __name__ == "__main__":
    sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
    gc.set_threshold(200_000, 20, 100)  # as the command line does
    size, what = int(sys.argv[1]), sys.argv[2]
    print(json.dumps(paper(size) if what == "paper" else stages(size, site=what == "site")))

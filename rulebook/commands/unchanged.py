"""Knows whether a built site is still what a build would make, so that nothing need be done."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib import metadata, resources
from pathlib import Path

from rulebook.aside import replace_file
from rulebook.keeping import default_cache

Seen = tuple[str, int, int]
"""A file as it was seen: its name, its size, and when it was changed in nanoseconds."""

_PACKAGE = Path(str(resources.files("rulebook")))


@dataclass(frozen=True)
class Inputs:
    """What a site is made of: a corpus folder, and the options of the build.

    The project's own pages, the package and the installed libraries belong to it as well.
    """

    corpus: Path
    options: tuple[str, ...] = ()

    @property
    def places(self) -> tuple[Path, ...]:
        """The folders and files that a person may change."""
        project = _PACKAGE.parent
        settings = project / "mkdocs.yml"
        own = (settings, project / "docs") if settings.is_file() else ()
        return (self.corpus, _PACKAGE, *own)

    def digest(self) -> str:
        """A name for all of it; the same where nothing changed.

        Raises:
            OSError: a file cannot be read.
        """
        found = hashlib.sha256(json.dumps(self.options).encode())
        installed = sorted(f"{d.name} {d.version}" for d in metadata.distributions())
        found.update("\n".join(installed).encode())
        for file in _files(self.places):
            found.update(f"\0{file}\0".encode("utf-8", "surrogateescape"))
            found.update(hashlib.sha256(file.read_bytes()).digest())
        return found.hexdigest()


def snapshot(places: Iterable[Path]) -> frozenset[Seen]:
    """Names, sizes and times of the files in some places; differs when one was changed."""
    return frozenset(_seen(places))


def _seen(places: Iterable[Path]) -> Iterator[Seen]:
    for file in _files(places):
        try:
            found = file.stat()
        except OSError:  # gone between two looks: the next one sees it
            continue
        yield str(file), found.st_size, found.st_mtime_ns


def _files(places: Iterable[Path]) -> Iterator[Path]:
    seen: set[Path] = set()
    for place in places:
        inside = (place,) if place.is_file() else sorted(place.rglob("*"))
        for file in inside:
            made = "__pycache__" in file.parts or file.suffix == ".pyc"
            if not made and file not in seen and file.is_file():
                seen.add(file)
                yield file


@dataclass(frozen=True)
class Note:
    """What was written down about a build: what it was made of, and what it left."""

    inputs: str
    tree: str
    pages: int


def current(out: Path, inputs: str) -> Note | None:
    """The note on the site in `out`, if it was made of exactly this and nobody touched it."""
    try:
        note = Note(**json.loads(_place(out).read_text("utf-8")))
    except (OSError, ValueError, TypeError):
        return None
    return note if note.inputs == inputs and out.is_dir() and note.tree == _tree(out) else None


def write_down(out: Path, inputs: str, pages: int) -> Note:
    """Note what the site in `out` was made of; without a cache the next build does all again."""
    note = Note(inputs, _tree(out), pages)
    place = _place(out)
    with suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        replace_file(place, json.dumps(asdict(note)).encode())
    return note


def _place(out: Path) -> Path:
    name = hashlib.sha256(str(out.resolve()).encode("utf-8", "surrogateescape")).hexdigest()[:24]
    return default_cache() / "builds" / f"{name}.json"


def _tree(out: Path) -> str:
    return hashlib.sha256(json.dumps(sorted(_seen([out]))).encode()).hexdigest()

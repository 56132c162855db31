"""Files that are read when they are asked for, so that no site need stand in memory as a whole."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path


class Shelf(Mapping[str, bytes]):
    """Contents by name; each is taken anew whenever it is asked for, and none is kept."""

    def __init__(self, takers: Mapping[str, Callable[[], bytes]]) -> None:
        self._takers = takers

    def __getitem__(self, name: str) -> bytes:
        return self._takers[name]()

    def __iter__(self) -> Iterator[str]:
        return iter(self._takers)

    def __len__(self) -> int:
        return len(self._takers)

    def __contains__(self, name: object) -> bool:
        return name in self._takers


def folder(root: Path) -> Shelf:
    """The files below a folder, by their names in it.

    Raises (when a content is asked for):
        OSError: the file cannot be read.
    """
    return Shelf({
        path.relative_to(root).as_posix(): path.read_bytes
        for path in sorted(root.rglob("*")) if path.is_file()
    })


def renamed(files: Mapping[str, bytes], names: Mapping[str, str]) -> Shelf:
    """Some of the files under other names: the old ones by the new ones."""
    return Shelf({name: partial(files.__getitem__, old) for name, old in names.items()})


def over(files: Mapping[str, bytes], others: Mapping[str, bytes]) -> Shelf:
    """All files of two; where both have a name, the other's."""
    return Shelf({
        **{name: partial(files.__getitem__, name) for name in files},
        **{name: partial(others.__getitem__, name) for name in others},
    })

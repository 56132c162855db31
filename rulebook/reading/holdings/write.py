"""Folders put into a corpus: filled aside, then moved into their place.

Whoever is killed on the way leaves at most a hidden folder or file, which no reading looks at.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from rulebook.aside import settle, write_lasting

ASIDE = ".adding-"


class TakenError(FileExistsError):
    """A folder of this name is there already; nothing was changed."""


@contextmanager
def alone_in(folder: Path) -> Iterator[None]:
    """Wait until nobody else adds to a folder, and clear what was left by someone killed there.

    Raises:
        OSError: the folder cannot be opened.
    """
    try:
        import fcntl
    except ImportError:  # a system without locks on folders: the moves still never overwrite
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        for left in folder.glob(f"{ASIDE}*"):
            shutil.rmtree(left, ignore_errors=True)
        yield
    finally:
        os.close(handle)


@contextmanager
def aside(parent: Path, name: str, files: Mapping[str, bytes]) -> Iterator[Path]:
    """A new folder with files, beside the place where it belongs; gone at the end unless moved.

    Raises:
        OSError: it cannot be written.
    """
    with tempfile.TemporaryDirectory(
        prefix=ASIDE, dir=parent, ignore_cleanup_errors=True
    ) as holder:
        folder = Path(holder) / name
        folder.mkdir()
        for file, data in files.items():
            write_lasting(folder / file, data)
        settle(folder)
        yield folder


def move(folder: Path, parent: Path) -> Path:
    """Move a folder into its place, in one step.

    Raises:
        TakenError: something of that name is there; it is left as it is.
        OSError: it cannot be moved.
    """
    place = parent / folder.name
    if place.exists():
        raise TakenError(17, "is there already", str(place))
    folder.chmod(0o755)
    folder.rename(place)
    settle(parent)
    return place


__all__ = ["ASIDE", "TakenError", "alone_in", "aside", "move"]

"""Files put into a corpus: written aside, then moved into their place.

Whoever is killed on the way leaves at most a hidden folder or file, which no reading looks at.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

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
    holder = Path(tempfile.mkdtemp(prefix=ASIDE, dir=parent))
    try:
        folder = holder / name
        folder.mkdir()
        for file, data in files.items():
            _write(folder / file, data)
        _settle(folder)
        yield folder
    finally:
        shutil.rmtree(holder, ignore_errors=True)


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
    _settle(parent)
    return place


def replace_file(path: Path, data: bytes) -> None:
    """Write a file in one step: it is the old one or the new one at any moment.

    Raises:
        OSError: it cannot be written; the old file is as it was.
    """
    # A link is followed, so that the file that it names is the one that changes.
    target = path.resolve()
    mode = target.stat().st_mode & 0o777 if target.exists() else 0o644
    handle, name = tempfile.mkstemp(prefix=f".{target.name}-", dir=target.parent)
    os.close(handle)
    written = Path(name)
    try:
        _write(written, data)
        written.chmod(mode)
        written.replace(target)
    except BaseException:
        with suppress(OSError):
            written.unlink()
        raise
    _settle(target.parent)


def _write(path: Path, data: bytes) -> None:
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _settle(folder: Path) -> None:
    """Let the names of a folder reach the disk; where folders cannot be opened, do without."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


__all__ = ["ASIDE", "TakenError", "alone_in", "aside", "move", "replace_file"]

"""Puts a finished folder in place of an older one, so that a kill at any moment leaves one whole.

What is being made stands beside its place, in a folder that its maker holds a lock on.
What a killed run left there is put back or removed by the next one.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_BEFORE = "before"
_YOUNG = 10.0
"""Seconds in which a folder may not be locked yet by the run that made it."""

_TRIES = 20


@contextmanager
def beside(out: Path) -> Iterator[Path]:
    """A folder beside `out` to make things in; it is gone afterwards, whatever happens.

    Raises:
        OSError: the folder cannot be made there.
    """
    out.parent.mkdir(parents=True, exist_ok=True)
    recover(out)
    # Absolute, since the generator takes a relative path from its own configuration.
    made = tempfile.TemporaryDirectory(
        prefix=_prefix(out), dir=out.parent.absolute(), ignore_cleanup_errors=True
    )
    lock = _lock(Path(made.name))
    try:
        with made as folder:
            yield Path(folder)
    finally:
        if lock is not None:
            os.close(lock)


def put(built: Path, out: Path) -> None:
    """Put `built`, which stands in a folder of `beside`, in the place of `out`.

    Two runs that end together both succeed, and the later one stays.

    Raises:
        OSError: it cannot be put there; `out` is then what it was.
    """
    built.chmod(0o755)
    for turn in range(_TRIES):
        before = built.parent / f"{_BEFORE}-{turn}"
        with suppress(FileNotFoundError):
            out.rename(before)
        try:
            built.rename(out)
        except OSError:
            if out.exists() and turn < _TRIES - 1:  # another run was quicker
                continue
            if before.exists() and not out.exists():
                before.rename(out)
            raise
        return


def recover(out: Path) -> None:
    """Put back what a run that was killed had moved away, and remove what it left."""
    for folder in sorted(out.parent.glob(f"{_prefix(out)}*")):
        if not folder.is_dir() or (lock := _lock(folder)) is None:
            continue
        try:
            before = sorted(folder.glob(f"{_BEFORE}-*"))
            if before and not out.exists():
                before[-1].rename(out)
            if time.time() - folder.stat().st_mtime > _YOUNG or before:
                shutil.rmtree(folder, ignore_errors=True)
        except OSError:  # somebody else is at it
            continue
        finally:
            os.close(lock)


def _prefix(out: Path) -> str:
    return f".{out.name}-aside-"


if sys.platform == "win32":

    def _lock(folder: Path) -> int | None:
        """No lock is to be had on a folder here: only what is old counts as left behind."""
        old = time.time() - folder.stat().st_mtime > 24 * 3600.0
        return os.open(os.devnull, os.O_RDONLY) if old else None

else:
    import fcntl

    def _lock(folder: Path) -> int | None:
        """A lock on a folder as an open descriptor; None where another run holds it."""
        try:
            descriptor = os.open(folder, os.O_RDONLY)
        except OSError:
            return None
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(descriptor)
            return None
        return descriptor

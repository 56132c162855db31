"""Writes a file aside and moves it into its place, so that nobody ever finds half of one."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def replace_file(path: Path, data: bytes, *, lasting: bool = False) -> None:
    """Write a file in one step: it is the old one or the new one at any moment.

    Args:
        path: the file; a link is followed, so that the file that it names is the one that changes.
        data: what it holds afterwards.
        lasting: wait until it has reached the disk, so that it outlives a failure of the machine.

    Raises:
        OSError: it cannot be written; the old file is as it was.
    """
    target = path.resolve()
    mode = target.stat().st_mode & 0o777 if target.exists() else 0o644
    handle, name = tempfile.mkstemp(prefix=f".{target.name}-", dir=target.parent)
    os.close(handle)
    written = Path(name)
    try:
        if lasting:
            write_lasting(written, data)
        else:
            written.write_bytes(data)
        written.chmod(mode)
        written.replace(target)
    except BaseException:
        with suppress(OSError):
            written.unlink()
        raise
    if lasting:
        settle(target.parent)


def write_lasting(path: Path, data: bytes) -> None:
    """Write a file and wait until its bytes have reached the disk; its name may not have yet.

    Raises:
        OSError: it cannot be written.
    """
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def settle(folder: Path) -> None:
    """Let the names in a folder reach the disk; where folders cannot be opened, do without."""
    with suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)

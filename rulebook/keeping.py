"""Keeps results by the content they depend on, so that only what changed is made again.

A result is filed under a digest of everything it was made of: what was passed in, the code and
the tables of the package, and the Python and the libraries that ran. So nothing is ever out of
date, and nothing has to be thrown away on purpose. A file that is damaged is made again.
"""

from __future__ import annotations

import hashlib
import logging
import os
import pickle
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import TypeVar

import msgspec

from rulebook.aside import replace_file

logger = logging.getLogger(__name__)

Result = TypeVar("Result")

UNUSED = 30 * 86400.0
"""Seconds after which what nobody asked for is removed."""

_LIBRARIES = ("ftfy", "msgspec", "rapidfuzz", "snowballstemmer", "pystemmer", "whoosh-reloaded")
"""What a kept result can depend on, beside our own code."""


def default_cache() -> Path:
    """The folder for caches: RULEBOOK_CACHE, or what the platform has for it."""
    named = os.environ.get("RULEBOOK_CACHE")
    if named:
        return Path(named)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        base = Path.home() / "Library" / "Caches"
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "rulebook"


@dataclass(frozen=True)
class Keep:
    """A folder of results; without a folder nothing is kept, and everything is made anew."""

    folder: Path | None = None

    def result(self, kind: str, depends: object, make: Callable[[], Result]) -> Result:
        """A kept result, else the one that is made, which is kept.

        Args:
            kind: what it is; part of the file's name.
            depends: everything it is made of, as dataclasses and plain values.
            make: makes it; what it raises goes on to the caller, and nothing is kept.
        """
        if self.folder is None:
            return make()
        name = f"{kind}-{digest(depends)}"
        found = self._read(name)
        if found is not None:
            with suppress(Exception):  # of another version of a library: then it is made again
                return pickle.loads(found)  # type: ignore[no-any-return]
        made = make()
        self._write(name, pickle.dumps(made, pickle.HIGHEST_PROTOCOL))
        return made

    def data(self, name: str, make: Callable[[], bytes]) -> bytes:
        """Kept bytes, else those that are made, which are kept.

        Args:
            name: a digest of everything they are made of, where that is less than all the code.
            make: makes them; what it raises goes on to the caller, and nothing is kept.
        """
        if self.folder is None:
            return make()
        found = self._read(name)
        if found is None:
            found = make()
            self._write(name, found)
        return found

    def tidy(self) -> None:
        """Remove what nobody has asked for in a month, and what a killed run left as long ago."""
        if self.folder is None or not self.folder.is_dir():
            return
        now = time.time()
        for file in self.folder.iterdir():
            with suppress(OSError):
                if now - file.stat().st_mtime > UNUSED:
                    file.unlink()

    def _read(self, name: str) -> bytes | None:
        assert self.folder is not None
        file = self.folder / f"{name}.kept"
        with suppress(OSError):
            data = file.read_bytes()
            if hashlib.sha256(data[32:]).digest() == data[:32]:
                os.utime(file)
                return data[32:]
            logger.warning("%s is damaged; it is made again.", file)
        return None

    def _write(self, name: str, data: bytes) -> None:
        """File a result; a full or locked disk only costs the time to make it again."""
        assert self.folder is not None
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            replace_file(self.folder / f"{name}.kept", hashlib.sha256(data).digest() + data)
        except OSError as error:
            logger.info("nothing can be kept in %s (%s)", self.folder, error)


NOTHING = Keep()
"""Keeps nothing."""


def kept() -> Keep:
    """The keep of this user, in the folder for caches."""
    return Keep(default_cache() / "results")


def digest(depends: object) -> str:
    """A name for what a result depends on, the code and the libraries included.

    Raises:
        TypeError: part of it is no dataclass and no plain value.
    """
    found = hashlib.sha256(code().encode())
    found.update(msgspec.msgpack.encode(depends, order="deterministic"))
    return found.hexdigest()[:40]


@cache
def code() -> str:
    """The digest of the package's code and tables, of Python and of the libraries."""
    root = Path(__file__).resolve().parent
    found = hashlib.sha256(repr(sys.version_info).encode())
    for name in _LIBRARIES:
        found.update(f"{name} {metadata.version(name)}".encode())
    for file in sorted((*root.rglob("*.py"), *root.rglob("*.toml"))):
        if "corpus" not in file.relative_to(root).parts:
            found.update(str(file.relative_to(root)).encode() + b"\0" + file.read_bytes() + b"\0")
    return found.hexdigest()

"""Keeps PDFs by what they are made of, so that only what changed is typeset again."""

from __future__ import annotations

import hashlib
import json
import logging
import os
import tempfile
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from rulebook.publishing.pdf import door
from rulebook.publishing.pdf.press import Typeset

_MOST = 2000
"""So many files are kept; the ones used longest ago go first."""

logger = logging.getLogger(__name__)


@dataclass
class Shelf:
    """A folder of PDFs; without a folder nothing is kept.

    A file is named by what it was made of and by its own bytes: one that was damaged is made
    again, and never used.
    """

    folder: Path | None
    used: set[str] = field(default_factory=set)

    def typeset(self, data: Any, timestamp: int, make: Typeset) -> bytes:
        """The PDF of some data: a kept one, else the one that is made, which is kept.

        Raises:
            PaperError: see `door.typeset`.
        """
        key = _key(data, timestamp)
        found = self._kept(key)
        if found is None:
            found = make(data, timestamp)
            self._keep(key, found)
        return found

    def tidy(self) -> None:
        """Throw away what was used longest ago, where there is too much."""
        if self.folder is None or not self.folder.is_dir():
            return
        with suppress(OSError):
            files = sorted(self.folder.glob("*.pdf"), key=lambda file: file.stat().st_mtime)
            spare = [file for file in files if file.name not in self.used]
            for file in spare[: max(0, len(files) - _MOST)]:
                file.unlink(missing_ok=True)

    def _kept(self, key: str) -> bytes | None:
        if self.folder is None:
            return None
        for file in self.folder.glob(f"{key}-*.pdf"):
            with suppress(OSError):
                data = file.read_bytes()
                if file.name == _name(key, data):
                    self.used.add(file.name)
                    os.utime(file)
                    return data
                file.unlink()
        return None

    def _keep(self, key: str, data: bytes) -> None:
        """Put a PDF on the shelf; a full or locked disk only costs the time to make it again."""
        if self.folder is None:
            return
        name = _name(key, data)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(dir=self.folder) as aside:
                made = Path(aside) / name
                made.write_bytes(data)
                made.replace(self.folder / name)
            self.used.add(name)
        except OSError as error:
            logger.warning("PDFs cannot be kept in %s (%s).", self.folder, error)


def _key(data: Any, timestamp: int) -> str:
    """A name for what a PDF is made of: its data, its day, the template and the typesetter."""
    digest = hashlib.sha256()
    for part in (json.dumps(data, sort_keys=True), str(timestamp), door.version(), door.template()):
        digest.update(part.encode())
        digest.update(b"\0")
    return digest.hexdigest()[:32]


def _name(key: str, data: bytes) -> str:
    return f"{key}-{hashlib.sha256(data).hexdigest()[:16]}.pdf"

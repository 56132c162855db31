"""The site as an archive that opens from a disk by a double click."""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Mapping
from urllib.parse import urlsplit

from rulebook.publishing.offline.settings import matches, settings

_LINK = re.compile(r"""(<a\b[^>]*?\shref=")([^"]*)(")""")
_MANIFEST = re.compile(r"""[ \t]*<link rel="manifest"[^>]*>\n?""")
_FIRST_DAY = "1980-01-01"
"""The day of files in an archive that has none: the first that the format knows."""


def archive(files: Mapping[str, bytes], day: str = "") -> bytes:
    """The site as a ZIP archive; the same files give the same bytes.

    On a disk there is no server that finds the page of a folder, so links name it.

    Args:
        files: the whole site, contents by the names of its files.
        day: the day that the files bear, as `2026-11-30`.
    """
    said = settings().archive
    kept = {
        name: for_disk(data) if name.endswith(".html") else data
        for name, data in files.items()
        if not matches(name, said.left_out)
    }
    kept["LEGGIMI.txt"] = said.readme.strip().replace("\n", "\r\n").encode("utf-8") + b"\r\n"
    year, month, number = (int(part) for part in max(day, _FIRST_DAY).split("-"))
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as made:
        for name in sorted(kept):
            member = zipfile.ZipInfo(f"{said.folder}/{name}", (year, month, number, 0, 0, 0))
            member.compress_type = zipfile.ZIP_DEFLATED
            member.create_system = 3
            member.external_attr = 0o644 << 16
            made.writestr(member, kept[name], compresslevel=9)
    return written.getvalue()


def for_disk(html: bytes) -> bytes:
    """A page whose links lead to files, not to folders.

    >>> for_disk(b'<a class="x" href="../20/#C1">, <a href="../.."> and <a href="a.pdf">').decode()
    '<a class="x" href="../20/index.html#C1">, <a href="../../index.html"> and <a href="a.pdf">'
    """
    text = html.decode("utf-8", errors="surrogateescape")
    text = _LINK.sub(lambda found: found[1] + _filed(found[2]) + found[3], text)
    return _MANIFEST.sub("", text).encode("utf-8", errors="surrogateescape")


def _filed(link: str) -> str:
    parts = urlsplit(link)
    last = parts.path.rpartition("/")[2]
    if parts.scheme or parts.netloc or not parts.path or last not in ("", ".", ".."):
        return link
    folder = parts.path if parts.path.endswith("/") else f"{parts.path}/"
    return parts._replace(path=f"{folder}index.html").geturl()

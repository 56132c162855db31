"""The site as an archive that opens from a disk by a double click."""

from __future__ import annotations

import io
import posixpath
import re
import zipfile
from collections.abc import Collection, Mapping
from urllib.parse import urlsplit

from rulebook.publishing.offline.settings import matches, settings
from rulebook.publishing.offline.shelf import over

_LINK = re.compile(r"""(<a\b[^>]*?\shref=")([^"]*)("[^>]*>)(.*?)(</a>)""", re.DOTALL)
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
    out = {name for name in files if matches(name, said.left_out)} | {said.name}
    readme = said.readme.strip().replace("\n", "\r\n").encode("utf-8") + b"\r\n"
    kept = over(files, {"LEGGIMI.txt": readme})
    year, month, number = (int(part) for part in max(day, _FIRST_DAY).split("-"))
    written = io.BytesIO()
    with zipfile.ZipFile(written, "w") as made:
        for name in sorted(kept.keys() - out):
            data = kept[name]
            if name.endswith(".html"):
                data = for_disk(data, name, out)
            member = zipfile.ZipInfo(f"{said.folder}/{name}", (year, month, number, 0, 0, 0))
            member.compress_type = zipfile.ZIP_DEFLATED
            member.create_system = 3
            member.external_attr = 0o644 << 16
            made.writestr(member, data, compresslevel=9)
    return written.getvalue()


def for_disk(html: bytes, name: str = "index.html", out: Collection[str] = ()) -> bytes:
    """A page whose links lead to files, not to folders; those to what is left out are words.

    Args:
        html: the page.
        name: the name of its file.
        out: the names of the files that are left out.

    >>> for_disk(b'<a href="../20/#C1">20C1</a> <a href="a.zip">ZIP</a>', out=["a.zip"]).decode()
    '<a href="../20/index.html#C1">20C1</a> ZIP'
    """

    def led(found: re.Match[str]) -> str:
        link = _filed(found[2])
        file = posixpath.normpath(posixpath.join(posixpath.dirname(name), urlsplit(link).path))
        return found[4] if file in out else found[1] + link + found[3] + found[4] + found[5]

    text = html.decode("utf-8", errors="surrogateescape")
    text = _MANIFEST.sub("", _LINK.sub(led, text))
    return text.encode("utf-8", errors="surrogateescape")


def _filed(link: str) -> str:
    parts = urlsplit(link)
    last = parts.path.rpartition("/")[2]
    if parts.scheme or parts.netloc or not parts.path or last not in ("", ".", ".."):
        return link
    folder = parts.path if parts.path.endswith("/") else f"{parts.path}/"
    return parts._replace(path=f"{folder}index.html").geturl()

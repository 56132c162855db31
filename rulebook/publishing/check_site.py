"""Checks a rendered site from its files alone: links, anchors, ids, and who is asked for what."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from dataclasses import dataclass, field
from html import unescape
from pathlib import Path
from urllib.parse import unquote, urlsplit

_TAG = re.compile(r"""<([a-zA-Z][a-zA-Z0-9-]*)((?:[^<>"']|"[^"]*"|'[^']*')*)>""")
_ATTRIBUTE = re.compile(r"""([a-zA-Z_:][\w:.-]*)(?:\s*=\s*("[^"]*"|'[^']*'|[^\s>"']+))?""")
_TEXT_ONLY = re.compile(r"<(script|style)\b[^>]*>.*?</\1>|<!--.*?-->", re.DOTALL | re.IGNORECASE)
_ASKING = {"script": "src", "img": "src", "iframe": "src", "source": "src", "audio": "src",
           "video": "src", "embed": "src", "object": "data", "form": "action", "use": "href"}
_LINKS_THAT_ASK = {"stylesheet", "icon", "preload", "modulepreload", "manifest", "preconnect"}


@dataclass(frozen=True, slots=True, order=True)
class Finding:
    """A fault of a page of the site."""

    page: str
    fault: str

    def __str__(self) -> str:
        return f"{self.page}: {self.fault}"


@dataclass
class _File:
    ids: Counter[str] = field(default_factory=Counter)
    links: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)


def check_site(site: Path) -> tuple[Finding, ...]:
    """Every broken link or anchor, every id that is not unique, every request to another host.

    Links to other hosts that a reader may follow are no faults; what a page loads from there is.
    """
    files = {
        path.relative_to(site).as_posix(): _read(path.read_text(encoding="utf-8"))
        for path in sorted(site.rglob("*.html"))
    }
    present = {p.relative_to(site).as_posix() for p in site.rglob("*") if p.is_file()}
    found: list[Finding] = []
    for name, file in files.items():
        found += [Finding(name, f"id “{i}” stands {n} times") for i, n in file.ids.items() if n > 1]
        found += [Finding(name, f"asks another host: {u}") for u in file.asked if _foreign(u)]
        if posixpath.basename(name) == "404.html":
            continue  # its links are absolute, since it answers at any address
        for href in dict.fromkeys([*file.links, *file.asked]):
            fault = _fault(name, href, files, present)
            if fault:
                found.append(Finding(name, fault))
    return tuple(sorted(found))


def _read(html: str) -> _File:
    file = _File()
    for match in _TAG.finditer(_TEXT_ONLY.sub(_keep_start, html)):
        tag = match.group(1).lower()
        attributes = {
            found.group(1).lower(): unescape((found.group(2) or "").strip("\"'"))
            for found in _ATTRIBUTE.finditer(match.group(2))
        }
        if "id" in attributes:
            file.ids[attributes["id"]] += 1
        if tag == "a" and "name" in attributes and "id" not in attributes:
            file.ids[attributes["name"]] += 1
        if tag == "a" and "href" in attributes:
            file.links.append(attributes["href"])
        elif tag == "link" and _LINKS_THAT_ASK & set(attributes.get("rel", "").split()):
            file.asked.append(attributes.get("href", ""))
        elif _ASKING.get(tag, "") in attributes:
            file.asked.append(attributes[_ASKING[tag]])
    return file


def _keep_start(match: re.Match[str]) -> str:
    """The start tag of a script or style: its attributes count, its content is no markup."""
    whole = match.group()
    return "" if whole.startswith("<!--") else whole[: whole.index(">") + 1]


def _foreign(url: str) -> bool:
    parts = urlsplit(url)
    return bool(parts.netloc) or parts.scheme not in ("", "data")


def _fault(name: str, href: str, files: dict[str, _File], present: set[str]) -> str | None:
    parts = urlsplit(href)
    if parts.scheme or parts.netloc:
        return None
    if href.startswith("/"):
        return f"an absolute link does not work in a folder: {href}"
    path = unquote(parts.path)
    target = posixpath.normpath(posixpath.join(posixpath.dirname(name), path)) if path else name
    if path and (path.endswith("/") or path in (".", "..") or target == "."):
        target = posixpath.normpath(posixpath.join(target, "index.html"))
    if target.startswith(".."):
        return f"leads out of the site: {href}"
    if target not in present:
        return f"leads to nothing: {href}"
    anchor = unquote(parts.fragment)
    if anchor and target in files and anchor not in files[target].ids:
        return f"leads to an anchor that is not there: {href}"
    return None


def ids_in(html: str) -> set[str]:
    """Every id of a piece of HTML: what a link may lead to."""
    return set(_read(html).ids)

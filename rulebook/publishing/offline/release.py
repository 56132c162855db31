"""A release as the browser stores it: what it consists of, and the files that bring it there."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Any

from rulebook.publishing.offline.archive import archive
from rulebook.publishing.offline.icons import icon
from rulebook.publishing.offline.pack import Bundle, Entry, bundles, entry, weight_of
from rulebook.publishing.offline.settings import App, Bare, matches, settings
from rulebook.publishing.offline.shelf import over, renamed
from rulebook.publishing.scripts import served

WORKER = "sw.js"
PAGE_SCRIPT = "offline/page.js"
STYLE = "offline/offline.css"
MANIFEST = "manifest.webmanifest"
TOUCH_ICON = "offline/icona-180.png"
COMPARISONS = "confronto"
REST = "resto"
SHARED = "comune"

_WORKER_PARTS = ("paths", "travel", "stock", "fill", "answer", "worker")
_PAGE = re.compile(r"(?:^|(?<=/))index\.html$")
_BARE_STYLE = (
    "body{max-width:34rem;margin:3rem auto;padding:0 1rem;font:1.1rem/1.5 system-ui,sans-serif}"
    "a{display:inline-block;padding:.7rem 1.2rem .7rem 0}"
)


@dataclass(frozen=True, slots=True)
class Extra:
    """Files that a reader may store besides, under one title."""

    name: str
    title: str
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Release:
    """What a release stores; `editions` are those that the site has texts of."""

    id: str
    day: str
    editions: tuple[str, ...]
    shared: Bundle
    bundles: tuple[Bundle, ...]
    extras: tuple[Extra, ...]

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The files that every copy has."""
        return tuple(one for bundle in self.bundles for one in bundle.entries)

    @property
    def contents(self) -> bytes:
        """What the worker reads of the release."""
        data = {
            "release": self.id, "date": self.day, "editions": self.editions,
            "shared": _told(self.shared),
            "bundles": [{**_told(one), "files": _listed(one.entries)} for one in self.bundles],
            "choices": [{"name": one.name, "files": _listed(one.entries)} for one in self.extras],
            "types": settings().types,
        }
        return _json(data)

    @property
    def summary(self) -> dict[str, Any]:
        """What a page tells of the release before it is stored; sizes are in bytes."""
        entries = self.entries
        weight = sum(one.weight for one in (self.shared, *self.bundles))
        weight += weight_of(self.contents)
        return {
            "release": self.id, "date": self.day, "editions": self.editions,
            "pages": sum(_is_page(one.address) for one in entries), "files": len(entries),
            "size": sum(one.size for one in entries), "weight": weight,
            "choices": [
                {"name": one.name, "title": one.title, "size": sum(e.size for e in one.entries)}
                for one in self.extras
            ],
        }


def bundle_file(one: Bundle) -> str:
    """The address of a bundle; it changes with the content, so that no cache on the way errs."""
    return f"offline/{one.name}-{one.sum}.json"


def _told(one: Bundle) -> dict[str, Any]:
    return {"file": bundle_file(one), "sum": one.sum, "weight": one.weight,
            "size": len(one.content)}


def _listed(entries: Iterable[Entry]) -> dict[str, tuple[str, int, int]]:
    return {one.address: (one.sum, one.size, one.weight) for one in entries}


def _json(data: Any) -> bytes:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def _is_page(address: str) -> bool:
    return address == "" or address.endswith("/")


def release_of(
    files: Mapping[str, bytes], *, day: str = "", editions: Mapping[str, str] | None = None,
    held: Collection[str] | None = None,
) -> Release:
    """What a site stores; the same files give the same release.

    Args:
        files: the whole site, contents by the names of its files.
        day: the day of the release, as `2026-11-30`, or empty.
        editions: the titles of the editions by their folders.
        held: the editions that the site has texts of; without it, all.
    """
    titles = editions or {}
    stored, extra = _sorted_out(files)
    groups: dict[str, dict[str, str]] = {}
    for name in stored:
        groups.setdefault(_group(name, titles), {})[_PAGE.sub("", name)] = name
    shared, parts = bundles({key: renamed(files, names) for key, names in groups.items()}, SHARED)
    extras = tuple(_extras(files, extra, titles))
    known = [one for part in parts for one in part.entries]
    known += [one for extra in extras for one in extra.entries]
    digest = hashlib.sha256(_worker_code().encode("utf-8"))
    for one in known:
        digest.update(f"{one.address}\0{one.sum}\n".encode())
    shown = tuple(one for one in titles if held is None or one in held)
    return Release(digest.hexdigest()[:12], day, shown, shared, parts, extras)


def _group(name: str, editions: Mapping[str, str]) -> str:
    """The bundle of a file: an edition, a comparison, the rest."""
    folder, *below = name.split("/")
    if folder in editions:
        return folder
    return f"{folder}-{below[0]}" if folder == COMPARISONS and len(below) > 1 else REST


def _sorted_out(files: Mapping[str, bytes]) -> tuple[list[str], list[str]]:
    """The names of the files that every copy has, and of those that a reader may choose."""
    said = settings()
    extra = [name for name in sorted(files) if _choice(name)]
    rest = [name for name in sorted(files.keys() - extra) if not matches(name, said.left_out)]
    waiting = {name for name in rest if matches(name, said.asked_for)}
    stored = [name for name in rest if name not in waiting]
    speaking = list(stored)
    while waiting and speaking:
        text = files[speaking.pop()]
        for name in sorted(waiting):
            if name.rpartition("/")[2].encode() in text:
                waiting.remove(name)
                stored.append(name)
                speaking.append(name)
    return stored, extra


def _choice(name: str) -> tuple[int, str, dict[str, str]] | None:
    """The place and title of the choice that a file belongs to, with its gaps still open."""
    for place, choice in enumerate(settings().choice):
        found = re.fullmatch(choice.files, name)
        if found:
            return place, choice.title, found.groupdict()
    return None


def _extras(
    files: Mapping[str, bytes], names: Iterable[str], editions: Mapping[str, str]
) -> Iterable[Extra]:
    found: dict[tuple[int, str], list[Entry]] = {}
    for name in names:
        choice = _choice(name)
        assert choice is not None
        place, template, gaps = choice
        edition = gaps.get("edition", "")
        title = template.format_map({**gaps, "edition": editions.get(edition, edition)})
        found.setdefault((place, title), []).append(entry(name, files[name]))
    for (_, title), entries in sorted(found.items()):
        yield Extra(entries[0].address if len(entries) == 1 else title, title, tuple(entries))


def app_files(*, withdrawn: bool = False) -> dict[str, bytes]:
    """What pages ask for: their script, the style of the panel, the manifest, and the icons."""
    said = _json({"say": settings().say, "withdrawn": withdrawn}).decode("utf-8")
    script = "".join([
        f"self.rulebookOffline = {said};\n", served("offline/page.js"), served("offline/panel.js"),
    ])
    return {
        PAGE_SCRIPT: script.encode("utf-8"),
        STYLE: served("offline/offline.css").encode("utf-8"),
        MANIFEST: _manifest(settings().app),
        TOUCH_ICON: icon(180, whole=True),
        "offline/icona-192.png": icon(192),
        "offline/icona-512.png": icon(512),
        "offline/icona-512-intera.png": icon(512, whole=True),
    }


def _manifest(app: App) -> bytes:
    """The Web App Manifest (W3C); its addresses are relative to it."""
    icons = [
        ("offline/icona-192.png", "192x192", "any"),
        ("offline/icona-512.png", "512x512", "any"),
        ("offline/icona-512-intera.png", "512x512", "maskable"),
    ]
    data = {
        "name": app.name, "short_name": app.short_name, "description": app.description,
        "lang": "it", "dir": "ltr", "start_url": "./", "scope": "./", "display": "standalone",
        "theme_color": app.theme_color, "background_color": app.background_color,
        "icons": [
            {"src": source, "sizes": size, "type": "image/png", "purpose": purpose}
            for source, size, purpose in icons
        ],
    }
    return (json.dumps(data, ensure_ascii=False, indent=1) + "\n").encode("utf-8")


def _worker_code() -> str:
    return "".join(served(f"offline/{part}.js") for part in _WORKER_PARTS)


def _worker(made: Release) -> bytes:
    setup = {
        "release": made.id, "contents": contents_file(made), "sum": _sum(made.contents),
        "summary": made.summary, "bare": _bare(settings().bare),
    }
    start = f"self.rulebookOffline = {_json({'setup': setup}).decode('utf-8')};\n"
    return (start + _worker_code()).encode("utf-8")


def contents_file(made: Release) -> str:
    """The address of what the worker reads of a release."""
    return f"offline/release-{made.id}.json"


def _sum(content: bytes) -> str:
    return entry("", content).sum


def _bare(bare: Bare) -> str:
    """The page for a device without a copy; the worker fills in where the site begins."""
    style = base64.b64encode(hashlib.sha256(_BARE_STYLE.encode()).digest()).decode()
    return (
        '<!doctype html><html lang="it"><meta charset="utf-8">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\'; '
        f"style-src 'sha256-{style}'\">"
        '<meta name="viewport" content="width=device-width,initial-scale=1">'
        '<meta name="color-scheme" content="light dark">'
        f"<title>{escape(bare.title)}</title><style>{_BARE_STYLE}</style>"
        f"<main><h1>{escape(bare.title)}</h1><p>{escape(bare.lead)}</p><p>{escape(bare.advice)}</p>"
        f'<p><a href="">{escape(bare.again)}</a> <a href="{{root}}">{escape(bare.home)}</a></p>'
        "</main></html>"
    )


def offline_files(
    files: Mapping[str, bytes], *, day: str = "", editions: Mapping[str, str] | None = None,
    held: Collection[str] | None = None, withdrawn: bool = False,
) -> dict[str, bytes]:
    """The files that a site needs beside its own for the copy without a network.

    Args:
        files: the whole site, contents by the names of its files.
        day, editions, held: as for `release_of`.
        withdrawn: publish a worker that removes what earlier releases stored, and itself.

    Returns:
        Contents by name: the worker, what it fetches, the script and the style of the pages, the
        manifest with its icons, and the archive that opens from a disk.
    """
    app = app_files(withdrawn=withdrawn)
    whole = over(files, app)
    made = {name: data for name, data in app.items() if files.get(name) != data}
    made[settings().archive.name] = archive(whole, day)
    if withdrawn:
        code = served("offline/paths.js") + served("offline/withdrawn.js")
        return {**made, WORKER: code.encode("utf-8")}
    stored = release_of(whole, day=day, editions=editions, held=held)
    made |= {bundle_file(one): one.content for one in (stored.shared, *stored.bundles)}
    return {**made, contents_file(stored): stored.contents, WORKER: _worker(stored)}

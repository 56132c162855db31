"""An edition, or the guide, as an EPUB 3: a ZIP of XHTML files, the same bytes for the same text.

Notes pop up, the contents lead to every paragraph, and the metadata say what readers with a
disability can expect.
"""

from __future__ import annotations

import io
import uuid
import zipfile
from collections.abc import Iterable, Iterator

from rulebook.model import Rulebook
from rulebook.publishing import blocks as b
from rulebook.publishing.addresses import Address
from rulebook.publishing.epub_pages import ChapterPage, Places
from rulebook.publishing.html import escape
from rulebook.publishing.library import Library
from rulebook.publishing.pdf.booklet import Booklet, Chapter, Imprint, NothingToPrintError
from rulebook.publishing.pdf.documents import guide_booklet
from rulebook.publishing.pdf.law import edition_book
from rulebook.publishing.pdf.places import opening, places
from rulebook.publishing.situations import Handbook
from rulebook.publishing.wording import shorten

_NO_IMPRINT = Imprint()
_NO_HANDBOOK = Handbook()
_NO_DAY = "2000-01-01"
_ZIP_DAY = (1980, 1, 1, 0, 0, 0)
_NAME = 60
_XHTML = (
    '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n'
    '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" '
    'lang="it" xml:lang="it">\n<head>\n<title>{title}</title>\n'
    '<link rel="stylesheet" type="text/css" href="style.css"/>\n</head>\n<body>\n{body}\n</body>\n'
    "</html>\n"
)
_CONTAINER = (
    '<?xml version="1.0" encoding="utf-8"?>\n'
    '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">\n'
    '<rootfiles><rootfile full-path="EPUB/package.opf" '
    'media-type="application/oebps-package+xml"/></rootfiles>\n</container>\n'
)
_SUMMARY = (
    "Solo testo, con titoli, indice fino al paragrafo e note che si aprono e si richiudono. "
    "Nulla è detto soltanto con il colore."
)
_PACKAGE = (
    '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id" '
    'xml:lang="it" prefix="schema: http://schema.org/">'
)
_ACCESS = (
    ("schema:accessMode", "textual"),
    ("schema:accessModeSufficient", "textual"),
    ("schema:accessibilityFeature", "tableOfContents"),
    ("schema:accessibilityFeature", "structuralNavigation"),
    ("schema:accessibilityFeature", "readingOrder"),
    ("schema:accessibilityFeature", "displayTransformability"),
    ("schema:accessibilityFeature", "ARIA"),
    ("schema:accessibilityHazard", "none"),
    ("schema:accessibilitySummary", _SUMMARY),
)
_STYLE = """body { font-family: serif; line-height: 1.45; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; hyphens: none; color: #0b4f3a; }
h1 .label { display: block; font-size: .7em; }
.label { font-weight: bold; color: #0b4f3a; }
.provision .provision { margin-left: 1.2em; }
.level-1 > .provision { margin-left: 1.2em; }
.provision h2, .provision h3, .provision h4 { font-size: 1.05em; color: inherit; }
.notice { border-left: .2em solid #0b4f3a; padding: .1em .8em; margin: 1em 0; font-size: .92em; }
.notice.truncated { border-color: #9c1c1c; }
.law.truncated, .cut { color: #555; }
blockquote { border-left: .2em solid #0b4f3a; margin: 1.2em 0; padding-left: 1em; }
.colophon, .small, .cited { font-size: .85em; }
.red { color: #b3161b; }
.red, body { font-variant-emoji: text; }
.flag { border-left: .2em solid #d9962f; margin: .8em 0; padding: .1em .8em; font-size: .9em; }
.flag.holds { border-color: #0b4f3a; }
.state { font-weight: bold; }
.state::before { content: "⚑ "; }
.holds .state::before, .grant.held::before { content: "✓ "; }
.grant.held.doubted::before { content: "✓ ? "; }
.doubt { border-left: .2em solid #d9962f; padding-left: .6em; font-size: .85em; }
.edition-state { font-weight: bold; font-size: .85em; }
.at-table { font-size: .85em; }
aside { font-size: .9em; }
pre { font-size: .85em; white-space: pre-wrap; }
del { color: #9c1c1c; }
nav ol { list-style: none; padding-left: 1em; }
th, td { text-align: left; vertical-align: top; padding: .2em .5em; }
"""


def epub_edition(
    rulebook: Rulebook,
    edition_id: str,
    site_url: str | None = None,
    release: Imprint = _NO_IMPRINT,
) -> bytes:
    """An edition as an EPUB.

    Args:
        rulebook: what is published.
        edition_id: the edition.
        site_url: the public address, for links out of the book.
        release: its day is the date of the book.

    Raises:
        NothingToPrintError: the edition is not known, or holds no text.
    """
    edition = rulebook.by_id.get(edition_id)
    if edition is None:
        known = ", ".join(sorted(rulebook.by_id))
        raise NothingToPrintError(f"the edition {edition_id} is not known; choose from {known}.")
    return bind(edition_book(Library(rulebook), edition).on(site_url, release))


def epub_guide(
    rulebook: Rulebook,
    site_url: str | None = None,
    release: Imprint = _NO_IMPRINT,
    handbook: Handbook = _NO_HANDBOOK,
) -> bytes:
    """The guide with its flags as an EPUB; see `epub_edition`."""
    library = Library(rulebook, handbook=handbook)
    return bind(guide_booklet(library).on(site_url, release))


def bind(booklet: Booklet) -> bytes:
    """A booklet as an EPUB."""
    files = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": _CONTAINER,
        "EPUB/package.opf": _package(booklet),
        "EPUB/nav.xhtml": _page(booklet.title, _nav(booklet)),
        "EPUB/style.css": _STYLE,
        "EPUB/title.xhtml": _page(booklet.title, _title(booklet)),
    }
    found = Places(booklet, _hrefs(booklet))
    for index, chapter in enumerate(booklet.chapters):
        body = ChapterPage(chapter, found).body()
        files[f"EPUB/{_file(chapter, index)}"] = _page(chapter.name, body)
    return _zipped(files)


def _zipped(files: dict[str, str]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, text in files.items():
            entry = zipfile.ZipInfo(name, _ZIP_DAY)
            entry.external_attr = 0o644 << 16
            entry.create_system = 3  # whatever the machine
            # A reader knows the kind of file by the first entry, which must lie there as it is.
            packed = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            entry.compress_type = packed
            archive.writestr(entry, text.encode())
    return out.getvalue()


def _page(title: str, body: str) -> str:
    return _XHTML.format(title=escape(title), body=body)


def _file(chapter: Chapter, index: int) -> str:
    name = chapter.address.strip("/").replace("/", "-") if chapter.address else f"parte-{index}"
    return f"{name}.xhtml"


def _hrefs(booklet: Booklet) -> dict[Address, str]:
    """Where each address stands: the file of its chapter, and the anchor as it is."""
    found: dict[Address, str] = {}
    files = {
        opening(chapter, index).page: _file(chapter, index)
        for index, chapter in enumerate(booklet.chapters)
    }
    for address in places(booklet):
        if address.page in files:
            tail = f"#{address.anchor}" if address.anchor else ""
            found[address] = files[address.page] + tail
    for chapter in booklet.chapters:
        for address, anchor in chapter.also:
            here = found.get(Address(chapter.address, anchor))
            if here:
                found.setdefault(address, here)
    return found


def _title(booklet: Booklet) -> str:
    """The first page: what the book is, and what its reader must know."""
    cover = booklet.cover
    lines = [f"<h1>{escape(booklet.title)}</h1>"]
    if cover:
        lines += [f"<p>{escape(line)}</p>" for line in (cover.over, *cover.lines) if line]
        page = ChapterPage(Chapter("", (), cover.blocks), Places(booklet, _hrefs(booklet)))
        lines += page.blocks()
    told = [text for text in (str(booklet.release), booklet.url(booklet.address)) if text]
    lines += [f'<p class="colophon">{escape(text)}</p>' for text in told]
    return "\n".join(('<section epub:type="titlepage">', *lines, "</section>"))


def _nav(booklet: Booklet) -> str:
    """The contents: chapters, below them their provisions, and chapters of a lower level."""
    rows: list[tuple[str, str, list[str]]] = []
    for index, chapter in enumerate(booklet.chapters):
        file = _file(chapter, index)
        name = f"{chapter.number}. {chapter.name}" if chapter.number else chapter.name
        inside = list(_entries(chapter.blocks, file))
        if chapter.level > 1 and rows:
            rows[-1][2].append(_entry(file, name, inside))
        else:
            rows.append((file, name, inside))
    entries = [_entry("title.xhtml", "Frontespizio"), *(_entry(*row) for row in rows)]
    return (
        '<nav epub:type="toc" role="doc-toc" id="toc">\n<h1>Indice</h1>\n<ol>\n'
        + "\n".join(entries) + "\n</ol>\n</nav>"
    )


def _entries(blocks: Iterable[b.Block], file: str) -> Iterator[str]:
    """A row for each provision, with those below it inside, and for each heading of prose."""
    for block in blocks:
        match block:
            case b.Provision(anchor=str(anchor)):
                words = b.plain_text(block.heading) or b.plain_text(block.text)
                name = " ".join(f"{block.marker.strip()} {words}".split()) or block.name
                yield _entry(f"{file}#{anchor}", name, _entries(block.below, file))
            case b.Heading(anchor=str(anchor), inlines=inlines):
                yield _entry(f"{file}#{anchor}", b.plain_text(inlines))
            case b.Law(provisions=inner) | b.Provision(below=inner) | b.Group(blocks=inner):
                yield from _entries(inner, file)
            case b.Quote(blocks=inner):
                yield from _entries(inner, file)
            case _:
                pass


def _entry(href: str, name: str, below: Iterable[str] = ()) -> str:
    inner = "".join(below)
    rows = f"<ol>{inner}</ol>" if inner else ""
    return f'<li><a href="{escape(href)}">{escape(shorten(name, _NAME))}</a>{rows}</li>'


def _package(booklet: Booklet) -> str:
    """The package document: metadata, files, and the order in which they are read."""
    files = [_file(chapter, index) for index, chapter in enumerate(booklet.chapters)]
    items = [
        '<item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>',
        '<item id="style" href="style.css" media-type="text/css"/>',
        '<item id="title" href="title.xhtml" media-type="application/xhtml+xml"/>',
    ]
    items += [
        f'<item id="c{index}" href="{escape(file)}" media-type="application/xhtml+xml"/>'
        for index, file in enumerate(files)
    ]
    spine = ['<itemref idref="title"/>', '<itemref idref="nav"/>']
    spine += [f'<itemref idref="c{index}"/>' for index in range(len(files))]
    return "\n".join((
        '<?xml version="1.0" encoding="utf-8"?>',
        _PACKAGE,
        '<metadata xmlns:dc="http://purl.org/dc/elements/1.1/">',
        *_metadata(booklet),
        "</metadata>",
        "<manifest>", *items, "</manifest>",
        "<spine>", *spine, "</spine>",
        "</package>", "",
    ))


def _metadata(booklet: Booklet) -> Iterator[str]:
    address = booklet.url(booklet.address) or f"codice-di-gara:{booklet.address}"
    identifier = uuid.uuid5(uuid.NAMESPACE_URL, address).urn
    yield f'<dc:identifier id="id">{identifier}</dc:identifier>'
    yield f"<dc:title>{escape(booklet.title)}</dc:title>"
    yield "<dc:language>it</dc:language>"
    for name, value in (
        ("creator", booklet.author), ("description", booklet.description),
        ("rights", booklet.rights), ("source", booklet.url(booklet.address)),
        ("date", booklet.release.date),
    ):
        if value:
            yield f"<dc:{name}>{escape(value)}</dc:{name}>"
    for keyword in booklet.keywords:
        yield f"<dc:subject>{escape(keyword)}</dc:subject>"
    day = booklet.release.date or _NO_DAY
    yield f'<meta property="dcterms:modified">{day}T00:00:00Z</meta>'
    for name, value in _ACCESS:
        yield f'<meta property="{name}">{escape(value)}</meta>'

"""Articles of invented words as Word and OpenDocument files, written part by part."""

from __future__ import annotations

import io
import random
import zipfile
from collections.abc import Mapping
from xml.sax.saxutils import escape

from input_pages import pages
from page_printer import Node, marker

W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_TYPE = "application/vnd.openxmlformats-officedocument.wordprocessingml"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def zipped(parts: Mapping[str, str | bytes]) -> bytes:
    """Parts in a ZIP, the same bytes each time."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
            archive.writestr(info, part)
    return made.getvalue()


def word(body: str, links: Mapping[str, str] | None = None, **parts: str) -> bytes:
    """A Word document from the XML of its body and of other parts; `links` by their ids."""
    kinds = {"document": "document.main", **{name: name for name in parts}}
    overrides = "".join(
        f'<Override PartName="/word/{name}.xml" ContentType="{_TYPE}.{kind}+xml"/>'
        for name, kind in kinds.items()
    )
    relations = "".join(
        f'<Relationship Id="r{at}" Type="{_REL}/{name}" Target="{name}.xml"/>'
        for at, name in enumerate(parts)
    ) + "".join(
        f'<Relationship Id="{ident}" Type="{_REL}/hyperlink" Target="{escape(to)}" '
        'TargetMode="External"/>'
        for ident, to in (links or {}).items()
    )
    return zipped(
        {
            "[Content_Types].xml": f'{HEAD}<Types xmlns="{_PACKAGE}/content-types"><Default '
            'Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships'
            f'+xml"/>{overrides}</Types>',
            "_rels/.rels": f'{HEAD}<Relationships xmlns="{_PACKAGE}/relationships"><Relationship '
            f'Id="r" Type="{_REL}/officeDocument" Target="word/document.xml"/></Relationships>',
            "word/_rels/document.xml.rels": f'{HEAD}<Relationships xmlns="{_PACKAGE}/'
            f'relationships">{relations}</Relationships>',
            "word/document.xml": f"{HEAD}<w:document {W}><w:body>{body}</w:body></w:document>",
            **{f"word/{name}.xml": f"{HEAD}{part}" for name, part in parts.items()},
        }
    )


def run(text: str, properties: str = "") -> str:
    """A run of words."""
    return f'<w:r><w:rPr>{properties}</w:rPr><w:t xml:space="preserve">{escape(text)}</w:t></w:r>'


def word_of(seed: int) -> bytes:
    """The articles of a seed as a Word document, with labels typed or counted by Word."""
    rng = random.Random(seed + 2)
    made, notes = pages(seed)
    counts = rng.random() < 0.6
    body, numbers = [], []
    for at, page in enumerate(made, 1):
        body.append(f"<w:p>{run(f'ARTICOLO {page.number} – {page.title}')}</w:p>")
        numbers.append(
            f'<w:num w:numId="{at}"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0">'
            '<w:startOverride w:val="1"/></w:lvlOverride></w:num>'
        )
        for node in page.root.walk():
            body += _word_node(node, at if counts else 0)
    levels = "".join(
        f'<w:lvl w:ilvl="{level}"><w:start w:val="1"/><w:numFmt w:val="{kind}"/>'
        f'<w:lvlText w:val="{text}"/></w:lvl>'
        for level, (kind, text) in enumerate(
            (("upperLetter", "%1."), ("decimal", "%2."), ("lowerLetter", "(%3)"))
        )
    )
    abstract = f'<w:abstractNum w:abstractNumId="0">{levels}</w:abstractNum>'
    feet = "".join(
        f'<w:footnote w:id="{at}"><w:p><w:r><w:footnoteRef/></w:r>{run(" " + note)}</w:p>'
        "</w:footnote>"
        for at, note in enumerate(notes, 1)
    )
    return word(
        "".join(body),
        numbering=f"<w:numbering {W}>{abstract}{''.join(numbers)}</w:numbering>",
        footnotes=f"<w:footnotes {W}>{feet}</w:footnotes>",
    )


def _word_node(node: Node, number: int) -> list[str]:
    if not node.path:
        return [f"<w:p>{_word_text(node.text)}</w:p>"] if node.text else []
    level = len(node.path) - 1
    counted = (
        f'<w:pPr><w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="{number}"/></w:numPr></w:pPr>'
        if number
        else ""
    )
    label = "" if number else f"{marker(node.path[-1], False)} "
    if node.heading:
        bold = run(label + node.heading, "<w:b/>")
        return [f"<w:p>{counted}{bold}</w:p>", f"<w:p>{_word_text(node.text)}</w:p>"]
    return [f"<w:p>{counted}{run(label) if label else ''}{_word_text(node.text)}</w:p>"]


def _word_text(text: str) -> str:
    words, _, number = text.partition("\0")
    note = f'<w:r><w:footnoteReference w:id="{number}"/></w:r>' if number else ""
    half = len(words) // 2
    return run(words[:half]) + run(words[half:], "<w:i/>") + note


_SPACES = " ".join(
    f'xmlns:{short}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
    for short, name in (
        ("office", "office"), ("text", "text"), ("style", "style"), ("table", "table"),
        ("fo", "xsl-fo-compatible"),
    )
)  # fmt: skip
_MIME = "application/vnd.oasis.opendocument.text"
_LEVELS = (("A", "", "."), ("1", "", "."), ("a", "(", ")"))


def open_text(body: str, styles: str = "") -> bytes:
    """An OpenDocument text from the XML of its body and of its automatic styles."""
    manifest = (
        f'{HEAD}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:'
        f'1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="{_MIME}"/>'
        '<manifest:file-entry manifest:full-path="content.xml" manifest:media-type="text/xml"/>'
        '<manifest:file-entry manifest:full-path="styles.xml" manifest:media-type="text/xml"/>'
        "</manifest:manifest>"
    )
    content = (
        f"{HEAD}<office:document-content {_SPACES}><office:automatic-styles>{styles}"
        f"</office:automatic-styles><office:body><office:text>{body}</office:text></office:body>"
        "</office:document-content>"
    )
    return zipped(
        {
            "mimetype": _MIME,
            "content.xml": content,
            "styles.xml": f"{HEAD}<office:document-styles {_SPACES}/>",
            "META-INF/manifest.xml": manifest,
        }
    )


def open_text_of(seed: int) -> bytes:
    """The articles of a seed as an OpenDocument text, with labels typed or counted by lists."""
    rng = random.Random(seed + 3)
    made, notes = pages(seed)
    counts = rng.random() < 0.6
    levels = "".join(
        f'<text:list-level-style-number text:level="{at}" style:num-format="{kind}" '
        f'style:num-prefix="{before}" style:num-suffix="{behind}"/>'
        for at, (kind, before, behind) in enumerate(_LEVELS, 1)
    )
    body = []
    for page in made:
        title = escape(f"ARTICOLO {page.number} – {page.title}")
        body.append(f'<text:h text:outline-level="1">{title}</text:h>')
        if page.root.text:
            body.append(f"<text:p>{_open_words(page.root.text, notes)}</text:p>")
        children = page.root.children
        body.append(_open_list(children, notes) if counts else _open_plain(children, notes))
    return open_text("".join(body), f'<text:list-style style:name="L">{levels}</text:list-style>')


def _open_words(text: str, notes: list[str]) -> str:
    words, _, number = text.partition("\0")
    if not number:
        return escape(words)
    note = escape(notes[int(number) - 1])
    return (
        f'{escape(words)}<text:note text:note-class="footnote"><text:note-citation>{number}'
        f"</text:note-citation><text:note-body><text:p>{note}</text:p></text:note-body></text:note>"
    )


def _open_list(nodes: list[Node], notes: list[str]) -> str:
    items = []
    for node in nodes:
        heading = f"<text:p>{escape(node.heading)}</text:p>" if node.heading else ""
        below = _open_list(node.children, notes) if node.children else ""
        text = f"<text:p>{_open_words(node.text, notes)}</text:p>"
        items.append(f"<text:list-item>{heading}{text}{below}</text:list-item>")
    return f'<text:list text:style-name="L">{"".join(items)}</text:list>'


def _open_plain(nodes: list[Node], notes: list[str]) -> str:
    lines = []
    for node in nodes:
        label = f"{marker(node.path[-1], False)} "
        text = _open_words(node.text, notes)
        if node.heading:
            lines.append(f"<text:p>{label}{escape(node.heading)}</text:p><text:p>{text}</text:p>")
        else:
            lines.append(f"<text:p>{label}{text}</text:p>")
        lines.append(_open_plain(node.children, notes))
    return "".join(lines)

"""A page cut into tags and text, each with its place; nothing is mended and nothing is lost."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from dataclasses import dataclass
from html.entities import html5
from typing import Literal

from rulebook.publishing.elements import elements

TokenKind = Literal["text", "start", "end", "other"]

VOID = frozenset(
    "area base br col embed frame hr img input link meta param source track wbr".split()
)
# Elements whose content is no markup.
RAW = frozenset(elements().raw)

_SPECIAL = re.compile(
    r"<!--.*?(?:-->|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)|<\?(?:php|=|xml).*?(?:\?>|\Z)|<[!?][^>]*(?:>|\Z)",
    re.DOTALL | re.IGNORECASE,
)
_OPEN = re.compile(r"<([A-Za-z][^\s/>]*)")
_CLOSE = re.compile(r"</([A-Za-z][^\s/>]*)[^>]*(?:>|\Z)")
_ATTRIBUTE = re.compile(
    r"""[\s/]*([^\s/>=][^\s/>=]*)(?:\s*=\s*("[^"]*(?:"|\Z)|'[^']*(?:'|\Z)|[^\s>]*))?"""
)
_OPEN_END = re.compile(r"\s*(/?)[\s/]*(?:>|\Z)")
_ENTITY = re.compile(r"&(?:#[0-9]+;?|#[xX][0-9a-fA-F]+;?|[A-Za-z][A-Za-z0-9]*;?)")
_XML = re.compile(r"\s*<\?xml|<!DOCTYPE[^>]*XHTML|<html[^>]*\sxmlns\s*=", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a page: `page[start:end]`; of a tag, its name and its attributes."""

    kind: TokenKind
    start: int
    end: int
    name: str = ""
    attributes: tuple[tuple[str, str], ...] = ()
    closed: bool = False

    def get(self, name: str) -> str | None:
        """The value of an attribute; None where the tag has it not."""
        return next((value for key, value in self.attributes if key == name), None)


def tokens(page: str) -> Iterator[Token]:
    """The pieces of a page in order; together they are the whole page.

    Args:
        page: HTML or XHTML, well formed or not.
    """
    strict = _XML.search(page[:2000]) is not None
    at, text = 0, 0
    while (at := page.find("<", at)) >= 0:
        token = _tag(page, at)
        if token is None:
            at += 1
            continue
        if text < at:
            yield Token("text", text, at)
        yield token
        at = text = token.end
        if token.kind == "start" and token.name in RAW and not (strict and token.closed):
            end = _raw_end(page, at, token.name)
            if at < end:
                yield Token("other", at, end)
            at = text = end
    if text < len(page):
        yield Token("text", text, len(page))


def _raw_end(page: str, at: int, name: str) -> int:
    closing = re.compile(rf"</{re.escape(name)}(?=[\s/>])", re.IGNORECASE).search(page, at)
    return closing.start() if closing else len(page)


def _tag(page: str, at: int) -> Token | None:
    special = _SPECIAL.match(page, at)
    if special:
        return Token("other", at, special.end())
    close = _CLOSE.match(page, at)
    if close:
        return Token("end", at, close.end(), _local(close.group(1)))
    opened = _OPEN.match(page, at)
    if not opened:
        return None
    attributes: list[tuple[str, str]] = []
    end = opened.end()
    while not (finish := _OPEN_END.match(page, end)):
        attribute = _ATTRIBUTE.match(page, end)
        if not attribute or attribute.end() == end:
            end += 1  # a sign that belongs to nothing
            continue
        value = attribute.group(2) or ""
        value = value[1:].removesuffix(value[0]) if value[:1] in ("'", '"') else value
        attributes.append((attribute.group(1).lower(), html.unescape(value)))
        end = attribute.end()
    closed = bool(finish.group(1))
    return Token("start", at, finish.end(), _local(opened.group(1)), tuple(attributes), closed)


def _local(name: str) -> str:
    """The name without case and prefix."""
    return name.lower().rpartition(":")[2]


def characters(page: str, start: int, end: int) -> Iterator[tuple[str, int, int]]:
    """The characters that a piece of text shows, each with its place in the page."""
    at = start
    for entity in _ENTITY.finditer(page, start, end):
        for place in range(at, entity.start()):
            yield page[place], place, place + 1
        at = entity.end()
        shown, rest = _entity(entity.group())
        if not shown:
            at = entity.start()
            continue
        first = entity.end() - rest
        for index, character in enumerate(shown):
            yield character, entity.start() if index == 0 else first, first
        at = first
    for place in range(at, end):
        yield page[place], place, place + 1


def _entity(written: str) -> tuple[str, int]:
    """What an entity stands for, and how many of its signs belong to the text after it."""
    if written[1] == "#":
        return html.unescape(written), 0
    name = written[1:]
    for length in range(len(name), 1, -1):
        if name[:length] in html5:
            return html5[name[:length]], len(name) - length
    return "", 0

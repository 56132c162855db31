"""The words of a piece of HTML as a reader sees them, for the tests of pages."""

from __future__ import annotations

import re

import lxml.html

_OUTSIDE = "//button|//script|//style|//label|//*[contains(@class, 'rb-hidden')]"


def words_of(html: str) -> list[str]:
    """Every word that is shown, in order; buttons, and what only a screen reader says, are no text."""
    tree = lxml.html.document_fromstring(f"<html><body>{html}</body></html>")
    for node in tree.xpath(_OUTSIDE):
        node.drop_tree()
    for node in tree.xpath("//*[self::p or self::li or self::div or self::td or self::th or "
                           "self::summary or self::pre or self::br or self::h1 or self::h2 or "
                           "self::h3 or self::h4 or self::h5 or self::h6 or self::tr]"):
        node.tail = f" {node.tail or ''}"
        node.text = f" {node.text or ''}"
    return tree.text_content().split()


def ids_of(html: str) -> list[str]:
    """Every id, in order."""
    return re.findall(r'\sid="([^"]*)"', html)

"""The words of a piece of HTML as a reader sees them, for the tests of pages."""

from __future__ import annotations

import re

import lxml.html

_OUTSIDE = "//button|//script|//style|//label|//*[contains(@class, 'rb-hidden')]"


def words_of(html: str) -> list[str]:
    """Every word that is shown, in order; buttons and what is only read aloud are none."""
    tree = lxml.html.document_fromstring(f"<html><body>{html}</body></html>")
    for node in tree.xpath(_OUTSIDE):
        node.drop_tree()
    blocks = "p li div td th tr summary pre br h1 h2 h3 h4 h5 h6".split()
    for node in tree.xpath("|".join(f"//{tag}" for tag in blocks)):
        node.tail = f" {node.tail or ''}"
        node.text = f" {node.text or ''}"
    return tree.text_content().split()


def ids_of(html: str) -> list[str]:
    """Every id, in order."""
    return re.findall(r'\sid="([^"]*)"', html)

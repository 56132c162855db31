"""Articles of invented words as web pages and documents, in the ways that people write them."""

from __future__ import annotations

import html
import random

from page_printer import Node, Page, article, marker, sentence

MENU = (
    '<nav class="menu"><ul><li><a href="/">Home</a><li><a href="/regole">Regole del circolo</a>'
    "</ul></nav>"
)
FOOTER = '<div id="footer"><p>Federazione di fantasia – <a href="/privacy">Privacy</a></p></div>'


def pages(seed: int) -> tuple[list[Page], list[str]]:
    """Some articles, and their notes; a text ends with NUL and the number of its note."""
    rng = random.Random(seed)
    first = rng.randint(1, 80)
    made = [article(rng, first + at) for at in range(rng.randint(1, 3))]
    notes: list[str] = []
    for page in made:
        for node in page.root.walk():
            if node.text and rng.random() < 0.1:
                notes.append(sentence(rng))
                node.text += f"\0{len(notes)}"
    return made, notes


def web(seed: int) -> bytes:
    """The articles of a seed as a saved page, with a menu around them."""
    rng = random.Random(seed + 1)
    made, notes = pages(seed)
    lists, closed = rng.random() < 0.5, rng.random() < 0.7
    end = "</p>" if closed else ""
    body = []
    for page in made:
        body.append(f"<h2>ARTICOLO {page.number} – {html.escape(page.title)}</h2>")
        body += _web_text(page.root, end)
        for child in page.root.children:
            body += _web(child, lists, end, rng)
    if notes:
        body.append("<hr><ol class='notes'>")
        for at, note in enumerate(notes, 1):
            body.append(f'<li id="fn{at}">{html.escape(note)} <a href="#fnref{at}">↩</a></li>')
        body.append("</ol>")
    charset = rng.choice(("utf-8", "windows-1252"))
    text = (
        f'<!DOCTYPE html><html><head><meta charset="{charset}"><title>Regole</title>'
        f"<style>p {{}}</style></head><body>{MENU}<main>\n"
        + "\n".join(body)
        + f"\n</main>{FOOTER}<script>var a = '<p>no</p>';</script></body></html>"
    )
    return text.encode("cp1252" if charset == "windows-1252" else "utf-8", "xmlcharrefreplace")


def _web_text(node: Node, end: str) -> list[str]:
    return [f"<p>{_web_words(node.text)}{end}"] if node.text else []


def _web_words(text: str) -> str:
    words, _, number = text.partition("\0")
    mark = f'<sup><a id="fnref{number}" href="#fn{number}">[{number}]</a></sup>' if number else ""
    return html.escape(words, quote=False) + mark


def _web(node: Node, lists: bool, end: str, rng: random.Random) -> list[str]:
    label = marker(node.path[-1], False)
    if node.heading:
        lines = [f"<h3>{label} {html.escape(node.heading)}</h3>", *_web_text(node, end)]
    else:
        lines = [f"<p>{label} {_web_words(node.text)}{end}"]
    if lists and node.children:
        style = "1" if node.children[0].path[-1].isdigit() else "a"
        lines.append(f'<ol type="{style}">')
        for child in node.children:
            lines.append(f"<li>{_web_words(child.text)}")
            if child.children:
                lines.append('<ol type="a">')
                lines += [f"<li>{_web_words(inner.text)}</li>" for inner in child.children]
                lines.append("</ol>")
            lines.append("</li>")
        lines.append("</ol>")
    else:
        for child in node.children:
            lines += _web(child, lists, end, rng)
    return lines

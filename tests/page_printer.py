"""A printer of damaged pages: an article goes in, what an extraction would make of it comes out.

Used by the round-trip tests: what is printed must read back to the same tree.
"""

from __future__ import annotations

import random
import textwrap
from dataclasses import dataclass, field

SUBJECTS = (
    "il giocatore", "il dichiarante", "il compagno", "un difensore", "l’Arbitro",
    "la linea innocente", "il morto", "ciascun avversario", "il giocatore di turno",
    "la linea colpevole",
)  # fmt: skip
VERBS = (
    "può ritirare", "deve lasciare", "dovrebbe annunciare", "non può rivelare", "sceglie",
    "è tenuto a spiegare", "ha diritto di conoscere", "può chiedere", "deve correggere", "conserva",
)  # fmt: skip
OBJECTS = (
    "la carta giocata", "la propria chiamata", "il risultato della mano", "ogni presa contestata",
    "l’informazione ricevuta", "le carte del board", "la licita precedente",
    "il punteggio ottenuto",
)  # fmt: skip
TAILS = (
    "prima che la mano sia terminata", "senza consultare il compagno", "fino al termine del gioco",
    "quando ne venga richiesto", "salvo diversa disposizione", "nel periodo della licitazione",
    "se l’avversario lo domanda", "dopo il passo finale",
)  # fmt: skip
TITLES = (
    "CARTA RITIRATA", "PERIODO DELLA LICITAZIONE", "DOVERI DEL MORTO", "PRESA CONTESTATA",
    "ORDINE DI GIOCO", "CHIAMATA CORRETTA", "RICHIESTA DI PRESE", "CARTA MOSTRATA PER ERRORE",
)  # fmt: skip
HEADINGS = (
    "Carta del difensore", "Diritti della linea innocente", "Momento della correzione",
    "Spiegazione agli avversari", "Carta del morto", "Azione dell’Arbitro",
    "Presa non ancora coperta",
    "Restrizioni per il compagno",
)  # fmt: skip


@dataclass
class Node:
    """A provision as it was typeset."""

    path: tuple[str, ...]
    heading: str | None
    text: str
    children: list[Node] = field(default_factory=list)

    def walk(self) -> list[Node]:
        return [self, *(below for child in self.children for below in child.walk())]


@dataclass
class Page:
    """An article with its printed form."""

    number: int
    title: str
    root: Node
    text: str = ""


def sentence(rng: random.Random) -> str:
    words = (
        f"{rng.choice(SUBJECTS)} {rng.choice(VERBS)} {rng.choice(OBJECTS)}, {rng.choice(TAILS)}."
    )
    return words[0].upper() + words[1:]


def body(rng: random.Random) -> str:
    return " ".join(sentence(rng) for _ in range(rng.randint(1, 4)))


def article(rng: random.Random, number: int) -> Page:
    """A random article: up to three levels, headings on the upper one."""
    root = Node((), None, body(rng) if rng.random() < 0.3 else "")
    for upper in "ABCDEFGH"[: rng.randint(2, 6)]:
        node = Node((upper,), rng.choice(HEADINGS), body(rng))
        if rng.random() < 0.5:
            for digit in range(1, rng.randint(2, 5)):
                inner = Node((upper, str(digit)), None, body(rng))
                if rng.random() < 0.3:
                    letters = "abcdefghij"[: rng.randint(2, 6)]
                    inner.children = [
                        Node((upper, str(digit), a), None, body(rng)) for a in letters
                    ]
                node.children.append(inner)
        root.children.append(node)
    return Page(number, rng.choice(TITLES), root)


def marker(step: str, bracket: bool) -> str:
    return (
        f"({step})" if step.islower() else f"{step})" if bracket and step.isdigit() else f"{step}."
    )


def paragraphs(page: Page, rng: random.Random, style: str, bracket: bool) -> list[str]:
    """The paragraphs of an article in one of the ways that Italian editions print headings."""
    lines = [f"ARTICOLO {page.number} – {page.title}"]
    if page.root.text:
        lines.append(page.root.text)
    for node in page.root.walk()[1:]:
        label = marker(node.path[-1], bracket)
        if not node.heading:
            lines.append(f"{label} {node.text}")
        elif style == "colon":
            lines.append(f"{label} {node.heading}: {node.text}")
        else:
            lines += [f"{label} {node.heading}", node.text]
    return lines


def hyphenate(line: str, rng: random.Random) -> tuple[str, str] | None:
    """Break the last long word of a line in two, as a typesetter would."""
    words = line.rsplit(" ", 1)
    if len(words) < 2 or not words[1].isalpha() or len(words[1]) < 8:
        return None
    at = rng.randint(3, len(words[1]) - 3)
    return f"{words[0]} {words[1][:at]}-", words[1][at:]


def printed(page: Page, rng: random.Random) -> str:
    """The page as an extraction gives it: wrapped or not, hyphenated, with headers and numbers."""
    style = rng.choice(("colon", "line"))
    lines = paragraphs(page, rng, style, rng.random() < 0.3)
    if rng.random() < 0.6:
        lines = wrapped(lines, rng, rng.choice((58, 72, 90)))
    if rng.random() < 0.5:
        lines = paged(lines, rng)
    if rng.random() < 0.3:
        lines = [line.replace("’", rng.choice("'`´")) for line in lines]
    ending = rng.choice(("\n", "\r\n"))
    return ending.join(lines) + ending


def wrapped(lines: list[str], rng: random.Random, width: int) -> list[str]:
    """Lines set at a width; some words broken by a hyphen at the line end."""
    out: list[str] = []
    for line in lines:
        rest = line
        while rest:
            pieces = textwrap.wrap(rest, width, break_long_words=False, break_on_hyphens=False)
            if len(pieces) == 1:
                out.append(pieces[0])
                break
            first, rest = pieces[0], " ".join(pieces[1:])
            broken = hyphenate(first, rng) if rng.random() < 0.15 else None
            if broken:
                first, rest = broken[0], f"{broken[1]} {rest}"
            out.append(first)
    return out


def paged(lines: list[str], rng: random.Random) -> list[str]:
    """Lines on pages: a running header and a page number at each page's end."""
    header = rng.choice(("Comitato Tecnico di Zona", "Raccolta delle regole del circolo"))
    number, height = rng.randint(11, 80), rng.randint(9, 14)
    out: list[str] = []
    for at in range(0, len(lines), height):
        out += lines[at : at + height]
        out += [header, str(number)]
        number += 1
    return out if len(lines) > 2 * height else lines

"""Small corpora in our own words, for tests that break them or add to them."""

from __future__ import annotations

import hashlib
from pathlib import Path

ARTICLE = """Art. 40 – GIOCATA A CARTE SCOPERTE

A. Carte del morto: il morto stende le sue carte sul tavolo appena l’attacco è stato fatto.

B. Carte del dichiarante: il dichiarante non le mostra prima della fine (vedi Articolo 41).
"""
OTHER = """Art. 41 – ORDINE DI GIOCO

A. Primo a giocare: gioca per primo il difensore alla sinistra del dichiarante.

B. Gli altri: gli altri giocatori seguono in senso orario.
"""
EDITION = """id = "{id}"
title = "Codice {id}"
long_title = "Codice di prova, edizione {id}"
authority = "Nessuna"
rights = "Di nessuno"
state = "superseded"
notice = "Un testo di prova."
"""


def edition(root: Path, name: str, more: str = "", numbers: tuple[int, ...] = (40, 41)) -> Path:
    """Write `editions/NAME/edition.toml`."""
    folder = root / "editions" / name
    folder.mkdir(parents=True)
    listed = "".join(f"\n[[articles]]\nnumber = {number}\n" for number in numbers)
    (folder / "edition.toml").write_text(EDITION.format(id=name) + more + listed, "utf-8")
    return folder


def source(root: Path, name: str, text: str = ARTICLE, more: str = "", **changed: str) -> Path:
    """Write `sources/NAME` with a text and its `source.toml`."""
    folder = root / "sources" / name
    folder.mkdir(parents=True)
    data = text.encode()
    (folder / "testo.txt").write_bytes(data)
    keys = {"file": "testo.txt", "sha256": hashlib.sha256(data).hexdigest(), "title": name}
    keys |= changed
    table = "".join(f'{key} = "{value}"\n' for key, value in keys.items() if value)
    (folder / "source.toml").write_text(table + more, "utf-8")
    return folder


def corpus(root: Path, *editions: str) -> Path:
    """A corpus of some editions, the last of which has one article."""
    names = editions or ("2007",)
    for name in names:
        edition(root, name)
    source(root, "testo-a", edition=names[-1])
    return root

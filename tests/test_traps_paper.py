"""Faults that printed editions have elsewhere: notes of another chapter, gigabytes, lost labels."""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
from pathlib import Path

from pdf_reader import Element, Pdf

from rulebook.model import Edition, Rulebook
from rulebook.publishing.pdf import pdf_edition
from rulebook.reading.assemble import read_bytes

TEXT = """ARTICOLO {number} – LICITA FUORI TURNO
A. Accettazione
La licita è accettata se l’avversario{mark} di sinistra chiama dopo di essa.
B. Annullamento
1. (a) La licita di 1♥ è annullata; (b) la licitazione torna a chi spettava.
2. Si aspetta. Nessuno parla, e 2♦ resta.
{mark} {note}
"""
NOTES = {31: "Chi siede alla sua sinistra.", 32: "Chi gioca dopo di lui."}


def book() -> Rulebook:
    """Two articles whose notes have the same mark."""
    documents = tuple(
        read_bytes(TEXT.format(number=number, mark="(*)", note=note).encode(), f"{number}.txt")
        for number, note in NOTES.items()
    )
    edition = Edition("2007", "Codice 2007", "Codice", "Nessuno", "Di nessuno", "superseded",
                      "Un esempio.", articles=tuple(d.articles[0] for d in documents))
    return Rulebook((edition,), documents)


def test_notes_of_one_mark_stay_with_their_article_in_the_joined_book() -> None:
    pdf = Pdf(pdf_edition(book(), "2007", "a5"))
    found = []
    for holder in pdf.root.walk():
        inner = [child for child in holder.children if isinstance(child, Element)]
        for call, note in itertools.pairwise(inner):
            if call.is_call and note.tag == "Note":
                found.append(" ".join(note.words))
    assert found == list(NOTES.values())
    calls = [x for x in pdf.root.walk() if x.is_call and "".join(x.whole.split()) == "(*)"]
    assert len(calls) == 2 * len(NOTES), "each note is called once and shows its mark"
    assert len(set(pdf.names)) == len(pdf.names)


BUDGET = """
import json, re, resource, sys, time
from pathlib import Path
sys.path.insert(0, sys.argv[1])
import code_generator
from rulebook.publishing.pdf import pdf_edition
book = code_generator.generate(3, editions=("2007",), articles=46)
begun = time.process_time()
size = len(pdf_edition(book, "2007", "a5"))
# Linux counts into a child's peak what its parent held when it began; VmHWM is its own.
status = Path("/proc/self/status")
if status.is_file():
    used = int(re.search(r"VmHWM:\\s*(\\d+)", status.read_text()).group(1)) / 1024
else:
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
print(json.dumps({"seconds": time.process_time() - begun, "memory": used, "size": size}))
"""


def test_half_an_edition_is_printed_within_its_budget() -> None:
    """2 seconds of one processor and 290 MiB when this was written; five and two times that."""
    done = subprocess.run(
        [sys.executable, "-c", BUDGET, str(Path(__file__).parent)],
        capture_output=True, text=True, check=True, cwd=Path(__file__).parent.parent,
    )
    used = json.loads(done.stdout)
    assert used["seconds"] < 10, used
    assert used["memory"] < 600, used
    assert used["size"] < 3_000_000, used

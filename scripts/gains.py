"""What a change of the reading gains and loses over a fixed sample.

    gains.py save FILE       read the sample and keep what was understood
    gains.py compare FILE    read it again and print every difference

The sample is the corpus, the texts of the reading cases, and a hundred printed articles.
Run it with the project's own Python before and after a change: a line that begins with “-” is
something that was read before and is no longer, a line with “+” is new.
"""

from __future__ import annotations

import json
import random
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]
PRINTED = 100


def sample() -> Iterator[tuple[str, bytes]]:
    """The names and bytes of all texts of the sample."""
    import page_printer

    for path in sorted((ROOT / "rulebook" / "corpus" / "sources").glob("*/*.txt")):
        yield path.parent.name, path.read_bytes()
    for path in sorted((ROOT / "tests" / "cases" / "reading").glob("[0-9]*.toml")):
        case = tomllib.loads(path.read_text(encoding="utf-8"))
        yield path.stem, case["text"].encode(case.get("encoding", "utf-8"))
    for seed in range(PRINTED):
        rng = random.Random(seed)
        article = page_printer.article(rng, seed % 93 + 1)
        yield f"printed-{seed}", page_printer.printed(article, rng).encode()


def facts(name: str, data: bytes) -> list[str]:
    """What is understood of a text, as lines that can be compared."""
    from rulebook.reading.assemble import read_bytes

    document = read_bytes(data, name)
    found = [f"kind {document.kind}"]
    for article in document.articles:
        found.append(f"article {article.edition} {article.number} {article.status} {article.title}")
        for paragraph in article.provisions():
            text = f"{paragraph.heading or ''} | {paragraph.text} {paragraph.tail}"
            found.append(f"{article.number} {paragraph.label.canonical}: {' '.join(text.split())}")
    for section in document.sections:
        words = " ".join(str(block.text) for block in section.blocks)
        found.append(f"section {section.heading or ''} | {' '.join(words.split())[:300]}")
    found += [f"note {note.mark} {note.text}" for note in document.notes]
    for citation in document.citations:
        targets = ", ".join(f"{t.edition}:{t.label}" for t in citation.targets)
        found.append(f"citation {citation.text} -> {targets}")
    found += [f"set aside {discard.reason} {discard.text}" for discard in document.discards]
    return found


def read_all() -> dict[str, list[str]]:
    """What is understood of the whole sample."""
    return {name: facts(name, data) for name, data in sample()}


def main(arguments: list[str]) -> int:
    """Save or compare; ends 1 when something differs, 2 on wrong usage."""
    if len(arguments) != 2 or arguments[0] not in ("save", "compare"):
        print(__doc__, file=sys.stderr)
        return 2
    file = Path(arguments[1])
    if arguments[0] == "save":
        file.write_text(json.dumps(read_all(), ensure_ascii=False, indent=0), encoding="utf-8")
        return 0
    if not file.is_file():
        print(f"{file} is not there: run `gains.py save {file}` before the change", file=sys.stderr)
        return 2
    before = json.loads(file.read_text(encoding="utf-8"))
    lost = gained = 0
    for name, now in read_all().items():
        then = before.get(name, [])
        gone, new = [f for f in then if f not in now], [f for f in now if f not in then]
        lost, gained = lost + len(gone), gained + len(new)
        if gone or new:
            print(f"{name}")
            print(*(f"  - {fact}" for fact in gone), *(f"  + {fact}" for fact in new), sep="\n")
    print(f"{lost} facts lost, {gained} gained")
    return 1 if lost or gained else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

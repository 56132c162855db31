"""The `source.toml` of a new text: filled in as far as a reading goes, the rest asked for.

Its comments are Italian, since the person who keeps the texts completes it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulebook.adding.evidence import Evidence, Guess
from rulebook.adding.overlaps import Role
from rulebook.reading.holdings.toml_text import pairs, quoted, table

Supplies = Mapping[tuple[str, Role], Sequence[int | str]]

_HEAD = """\
# Scritta da `rulebook add`. Si completino author, origin, rights e, se si sa, date:
# basta togliere il «#» davanti e scrivere fra le virgolette. Il testo accanto non si tocca.
"""
_ASKED = """\
# author = "Chi l’ha scritto"
# origin = "Da dove viene: un indirizzo, un libro, chi l’ha consegnato"
# rights = "Di chi sono i diritti"
# date = "2008"
"""
_KINDS = "articles, letter, commentary, guide, parallel, contents, other"


def source_toml(
    files: Mapping[str, str], kind: str, sure: bool, title: str, found: Guess,
    supplies: Supplies,
) -> str:
    """The text of a `source.toml`.

    Args:
        files: the id of the source, and the files beside with their hashes.
        kind, title: as they were understood.
        sure: whether nothing in the text is in doubt; otherwise its kind is understood anew
            after each correction, and stands there as a comment.
        found: the edition, with what speaks for it; without an edition none is written.
        supplies: the articles of the text by edition and role.
    """
    parts = [
        _HEAD,
        pairs(files),
        *_kind_and_title(kind, title, sure),
        _ASKED,
        *(f"# {line}\n" for line in _why(found)),
    ]
    if found.edition:
        parts.append(pairs({"edition": found.edition, "edition_basis": found.basis}))
    for (edition, role), numbers in supplies.items():
        parts.append("\n")
        if role == "witness":
            parts.append(
                "# Già dato da un altro testo: questo è un secondo testimone, e si pubblica "
                "soltanto\n# se quello è tagliato e questo intero.\n"
            )
        head = table("supplies", {"edition": edition})
        listed = ", ".join(str(n) if isinstance(n, int) else quoted(n) for n in numbers)
        parts.append(f"{head}articles = [{listed}]\nrole = {quoted(role)}\n")
    return "".join(parts)


def _kind_and_title(kind: str, title: str, sure: bool) -> Sequence[str]:
    if sure:
        told = f"# Capito dal testo; può essere {_KINDS}.\n"
        return [told, pairs({"kind": kind, "title": title})]
    told = (
        "# Il genere si capisce di nuovo dopo ogni correzione; per fissarlo si tolga il «#»:\n"
        f"# {_KINDS}.\n"
    )
    return [told, f"# {pairs({'kind': kind})}", pairs({"title": title})]


def _why(found: Guess) -> Sequence[str]:
    """Why this edition, as comments; a comment holds no character that TOML forbids."""
    if found.edition is None:
        return ["Gli articoli sono di più edizioni, come il testo dice di ciascuno."]
    if found.basis == "declared":
        return ["L’edizione è quella indicata da chi ha aggiunto il testo."]
    mine = [piece for piece in found.evidence if piece.edition == found.edition]
    if found.unknown:
        line = found.unknown[0].line
        return [f"La riga {line} nomina un’edizione che la raccolta non conosce: si controlli."]
    told = [said for piece in mine if (said := _said(piece))]
    if found.basis == "stated":
        return told[:1]
    if not told:
        return ["L’edizione non è detta nel testo e niente la indica: si controlli."]
    return [f"L’edizione non è detta nel testo, si deduce: {'; '.join(told[:4])}. Si controlli."]


def _said(piece: Evidence) -> str:
    shown = "".join(c if c.isprintable() else " " for c in piece.shown)[:80].strip()
    if piece.what == "named":
        return f"riga {piece.line}: «{shown}»"
    if piece.what == "same-words":
        return f"parole già note dell’articolo {shown}"
    if piece.what == "words":
        return f"«{shown}», riga {piece.line}"
    return ""

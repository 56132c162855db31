"""Bytes become text: the only place that knows about encodings.

A file is UTF-8 or UTF-16 (with or without a byte-order mark), or else
Windows-1252, which is what old Italian web pages and word processors wrote.
Where that gives signs that no word holds, and the letters of an old Mac or of DOS give those that
words do, it is theirs.
Nothing is normalised here: line ends, control characters and U+FEFF stay in the text, so that
offsets and columns are those of the file on disk.
"""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass

from rulebook.model import Change, Issue

_UTF16 = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_OTHERS = {"mac-roman": "mac_roman", "cp850": "cp850"}
"""What else wrote one byte for a letter, by the name that a reader knows."""

_ITALIAN = frozenset("àèéìíòóùúÀÈÉÌÒÙäöüßïçñâêîôûë’‘“”«»–—…°·€§ª®©•\u00a0")
_SURE, _POOR = 0.8, 0.6
_HEAD, _WIDE = 4096, 0.8
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")
_MULTIBYTE = re.compile(r"[^\x00-\x7f\udc80-\udcff]")
_STRAY = re.compile(r"[\udc80-\udcff]")
_LINE_END = re.compile(r"\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Decoded:
    """The text of a file, the encoding it was read in, and what there is to say about that."""

    text: str
    encoding: str
    changes: tuple[Change, ...] = ()
    issues: tuple[Issue, ...] = ()


def decode(data: bytes) -> Decoded:
    """Read bytes as text; any bytes at all are accepted.

    Returns the text as on disk (U+FEFF of a UTF-8 file included), with one `Change` for a whole
    file that was recoded and an `Issue` where bytes were no text.

    >>> decode("perché".encode("cp1252")).encoding
    'windows-1252'
    """
    for mark, name in _UTF16.items():
        if data.startswith(mark):
            return _utf16(data[len(mark) :], name)
    if name := wide(data):
        return _utf16(data, name)
    try:
        text = data.decode("utf-8")
        return _inspected(Decoded(text, "utf-8-sig" if text.startswith("\ufeff") else "utf-8"))
    except UnicodeDecodeError:
        pass
    mixed = data.decode("utf-8", "surrogateescape")
    # A file with a few broken bytes among many good sequences is UTF-8 with scars:
    # read as Windows-1252 it would lose every accent that is right.
    if len(_STRAY.findall(mixed)) * 4 <= len(_MULTIBYTE.findall(mixed)):
        return _scarred(mixed)
    text, name, issues = _single(data)
    return _inspected(Decoded(text, name, (_recoding(name),), issues))


def _single(data: bytes) -> tuple[str, str, tuple[Issue, ...]]:
    """Bytes that are one letter each, in the code that gives Italian words; a doubt where none
    does, or another than the usual one.
    """
    text, name = _windows(data), "windows-1252"
    share = _italian(text)
    if share >= _POOR:
        return text, name, ()
    line = _lines(text)(next(at for at, letter in enumerate(text) if letter > "\x7f"))
    others = {known: data.decode(code) for known, code in _OTHERS.items()}
    best = max(others, key=lambda known: _italian(others[known]))
    if _italian(others[best]) < _SURE:
        message = "Le lettere accentate del file non danno parole italiane: il codice non si sa."
        return text, name, (_unsure(message, line),)
    message = f"Il file è stato letto come {best}, un vecchio codice: lo dicono gli accenti."
    return others[best], best, (_unsure(message, line),)


def _unsure(message: str, line: int) -> Issue:
    return Issue(
        "encoding-doubtful",
        message,
        line=line,
        remedy="Guardare gli accenti e i segni; se sono sbagliati, salvare il file in UTF-8.",
    )


def _italian(text: str) -> float:
    """Which part of the letters and signs beyond ASCII are those of Italian texts; 1 of none."""
    beyond = [letter for letter in text if letter > "\x7f"]
    good = 0
    for at, letter in enumerate(text):
        if letter <= "\x7f" or letter not in _ITALIAN:
            continue
        # A bullet, or a sign that opens, does not end a word.
        inside = at > 0 and text[at - 1].isalpha()
        good += not (inside and letter in "•·®©§")
    return good / len(beyond) if beyond else 1.0


def wide(data: bytes) -> str:
    """The code of a text of two bytes for a letter without a mark that says so; "" for others.

    Every other byte of it is zero, since Italian letters need only one.

    >>> wide("Articolo".encode("utf-16-le")), wide(b"Articolo")
    ('utf-16-le', '')
    """
    head = data[:_HEAD]
    half = len(head) // 2
    first, second = head[0::2].count(0), head[1::2].count(0)
    if half < 2 or len(data) % 2:
        return ""
    if second > _WIDE * half and first < (1 - _WIDE) * half:
        return "utf-16-le"
    return "utf-16-be" if first > _WIDE * half and second < (1 - _WIDE) * half else ""


def _windows(data: bytes) -> str:
    # Five byte values mean nothing in Windows-1252; they stay as control characters.
    return data.decode("cp1252", "surrogateescape").translate(
        {0xDC00 + byte: byte for byte in (0x81, 0x8D, 0x8F, 0x90, 0x9D)}
    )


def _utf16(data: bytes, name: str) -> Decoded:
    text = data.decode(name, "replace")
    return _inspected(Decoded(text, "utf-16", (_recoding("utf-16"),)))


def _scarred(mixed: str) -> Decoded:
    changes = []
    issues = []

    def mend(match: re.Match[str]) -> str:
        return _windows(bytes([ord(match.group()) - 0xDC00]))

    text = _STRAY.sub(mend, mixed)
    line_of = _lines(text)
    for match in _STRAY.finditer(mixed):
        line = line_of(match.start())
        byte = ord(match.group()) - 0xDC00
        changes.append(
            Change(
                line,
                f"\\x{byte:02x}",
                text[match.start()],
                "stray-byte",
                "mechanical",
                "un byte che non è UTF-8 è stato letto come Windows-1252",
            )
        )
    issues.append(
        Issue(
            "stray-bytes",
            f"Il file è in UTF-8, ma {len(changes)} byte non lo sono: letti come Windows-1252.",
            line=changes[0].line,
            remedy="Controllare le parole a quelle righe.",
        )
    )
    return _inspected(Decoded(text, "utf-8", tuple(changes), tuple(issues)))


def _lines(text: str) -> Callable[[int], int]:
    ends = [match.end() for match in _LINE_END.finditer(text)]

    def line_of(offset: int) -> int:
        return bisect_right(ends, offset) + 1

    return line_of


def _recoding(encoding: str) -> Change:
    return Change(
        1,
        encoding,
        "utf-8",
        "recoding",
        "mechanical",
        f"il file non è in UTF-8: è stato letto tutto come {encoding}",
    )


def _inspected(decoded: Decoded) -> Decoded:
    """Add what the text itself shows: control characters, letters lost before our time."""
    issues = list(decoded.issues)
    text = decoded.text
    controls = len(_CONTROL.findall(text))
    if controls * 20 > len(text):
        issues.append(
            Issue(
                "binary",
                f"Il file non sembra un testo: {controls} caratteri di controllo su {len(text)}.",
                line=1,
                weight="error",
                remedy="Estrarre il testo dal documento e aggiungere quello.",
            )
        )
    lost = text.count("\ufffd")
    if lost:
        issues.append(
            Issue(
                "lost-characters",
                f"{lost} caratteri erano già perduti nel file (U+FFFD).",
                line=_lines(text)(text.index("\ufffd")),
                remedy="Cercare un’altra copia del testo, o correggere con una correzione.",
            )
        )
    return Decoded(text, decoded.encoding, decoded.changes, tuple(issues))

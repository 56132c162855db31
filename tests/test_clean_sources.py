"""Bytes become text: encodings, line ends, and files that are no text."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from rulebook.reading.holdings import sources

TEXT = "Perché l’arbitro è già lì: 1♥\n"
LATIN = "Perché l’arbitro è già lì\r\n"


def test_utf8_is_read_as_it_is() -> None:
    decoded = sources.decode(TEXT.encode())
    assert (decoded.text, decoded.encoding) == (TEXT, "utf-8")
    assert decoded.changes == ()
    assert decoded.issues == ()


def test_a_byte_order_mark_is_noted_and_kept() -> None:
    decoded = sources.decode(b"\xef\xbb\xbf" + TEXT.encode())
    assert (decoded.text, decoded.encoding) == ("\ufeff" + TEXT, "utf-8-sig")


@pytest.mark.parametrize("name", ["utf-16-le", "utf-16-be"])
def test_utf16_by_its_mark(name: str) -> None:
    decoded = sources.decode(("\ufeff" + TEXT).encode(name))
    assert (decoded.text, decoded.encoding) == (TEXT, "utf-16")
    assert [change.rule for change in decoded.changes] == ["recoding"]


def test_windows_1252_is_one_change_for_the_whole_file() -> None:
    decoded = sources.decode(LATIN.encode("cp1252"))
    assert (decoded.text, decoded.encoding) == (LATIN, "windows-1252")
    assert [(c.rule, c.cls, c.line) for c in decoded.changes] == [("recoding", "mechanical", 1)]


def test_undefined_windows_bytes_are_kept_as_controls() -> None:
    assert sources.decode(b"a\x81\xe8").text == "a\x81è"


def test_a_few_broken_bytes_do_not_turn_a_good_file() -> None:
    data = ("è già così, perché più" * 4).encode() + b"\nl\x92arbitro"
    decoded = sources.decode(data)
    assert decoded.encoding == "utf-8"
    assert decoded.text.endswith("\nl’arbitro")
    assert [(c.rule, c.line) for c in decoded.changes] == [("stray-byte", 2)]
    assert [issue.code for issue in decoded.issues] == ["stray-bytes"]


@pytest.mark.parametrize(
    "data",
    [b"", b"\x00" * 500, bytes(range(256)) * 8, b"\xff\xfe\x00", b"\xfe\xff\xd8\x00", b"\xff"],
)
def test_no_bytes_are_refused(data: bytes) -> None:
    decoded = sources.decode(data)
    decoded.text.encode("utf-8")


def test_rubbish_is_named() -> None:
    decoded = sources.decode(bytes(range(256)) * 8)
    assert "binary" in [issue.code for issue in decoded.issues]


def test_lost_characters_are_named_with_their_line() -> None:
    decoded = sources.decode("uno\rdue\r\npenalit\ufffd\n".encode())
    assert [(i.code, i.line) for i in decoded.issues] == [("lost-characters", 3)]


def test_a_source_has_hash_name_and_metadata(tmp_path: Path) -> None:
    path = tmp_path / "art-20.txt"
    path.write_bytes(TEXT.encode())
    read = sources.read_source(path, id="articolo-20", title="Articolo 20", kind="articles")
    assert (read.id, read.name, read.text) == ("articolo-20", "art-20.txt", TEXT)
    assert read.sha256 == hashlib.sha256(TEXT.encode()).hexdigest()
    assert (read.title, read.kind) == ("Articolo 20", "articles")
    assert sources.read_source(path).id == "art-20.txt"


def test_an_unreadable_file_raises(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        sources.read_source(tmp_path / "missing.txt")


def test_lines_end_at_lf_crlf_and_cr_only() -> None:
    text = "a\nb\r\nc\rd\u2028e\x85f\x0cg"
    read, _ = sources.source(text.encode(), "x")
    assert read.lines == 4
    assert read.line(4) == "d\u2028e\x85f\x0cg"

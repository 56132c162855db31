"""Broken, encrypted, huge, empty and hostile files: one clear sentence, bounded in every way."""

import contextlib
import io
import struct
import sys
import zlib
from collections.abc import Callable
from dataclasses import replace

import input_documents
import input_printer
import pikepdf
import pytest

from rulebook import cli
from rulebook.inputs import Format, InputError, Limits, extract, picture, sniff
from rulebook.inputs.readers import read_here

LIMITS = Limits(memory=1_000_000_000, seconds=20.0, page_seconds=10.0, pages=50)
PAGE = b"BT /F1 12 Tf 72 700 Td (Articolo) Tj ET\n"


def pdf(content: bytes = PAGE, filters: str = "", box: str = "0 0 595 842") -> bytes:
    """A PDF of one page with a content stream as it is."""
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [{box}] /Contents 4 0 R /Resources "
        "<< /Font << /F1 5 0 R /F2 6 0 R /F3 7 0 R >> >> >>".encode(),
        f"<< /Length {len(content)} {filters} >>\nstream\n".encode() + content + b"\nendstream",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Symbol >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>",
    ]
    made, places = b"%PDF-1.7\n", []
    for number, text in enumerate(objects, 1):
        places.append(len(made))
        made += f"{number} 0 obj\n".encode() + text + b"\nendobj\n"
    start = len(made)
    made += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    made += b"".join(f"{place:010} 00000 n \n".encode() for place in places)
    made += f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n".encode()
    return made + b"%%EOF\n"


def bomb(megabytes: int) -> bytes:
    """Zeros by the gigabyte, deflated without making them."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    block = packer.compress(PAGE + b" " * (1_000_000 - len(PAGE))) + packer.flush(zlib.Z_FULL_FLUSH)
    return b"\x78\xda" + block * megabytes + zlib.compressobj(9, zlib.DEFLATED, -15).flush()


def encrypted() -> bytes:
    made = io.BytesIO()
    with pikepdf.open(io.BytesIO(pdf())) as document:
        document.save(made, encryption=pikepdf.Encryption(user="segreto", owner="segreto"))
    return made.getvalue()


def image(width: int, height: int) -> bytes:
    """The head of a PNG that says how large it is."""
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    chunks = [(b"IHDR", head), (b"IDAT", zlib.compress(b"\0" * 100)), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in chunks
    )


def entities(declared: str) -> bytes:
    head = f"<!DOCTYPE w [{declared}]>"
    parts = input_documents.word(f"<w:p>{input_documents.run('&x;')}</w:p>")
    return repacked(
        parts,
        "word/document.xml",
        lambda text: text.replace(b"<w:doc", head.encode() + b"<w:doc", 1),
    )


def repacked(data: bytes, name: str, change: Callable[[bytes], bytes]) -> bytes:
    import zipfile

    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        parts = {part: archive.read(part) for part in archive.namelist()}
    parts[name] = change(parts[name])
    return input_documents.zipped(parts)


def word_bomb() -> bytes:
    parts = input_documents.word("<w:p/>")
    return repacked(parts, "word/document.xml", lambda text: text + b" " * 100_000_000)


CASES: dict[str, tuple[str, Callable[[], bytes], str]] = {
    "broken": ("a.pdf", lambda: b"%PDF-1.7\nnothing", "the PDF is broken"),
    "cut off": ("a.pdf", lambda: pdf()[:60], "the PDF is broken"),
    "encrypted": ("a.pdf", encrypted, "encrypted"),
    "empty PDF": ("a.pdf", lambda: b"", "empty"),
    "empty document": ("a.docx", lambda: b"", "empty"),
    "nothing on its page": ("a.pdf", lambda: pdf(b" "), "none of its pages holds text"),
    "image of 30,000 pixels": ("a.png", lambda: image(30_000, 30_000), "30,000 by 30,000 pixels"),
    "broken image": ("a.png", lambda: image(300, 300), "the image is broken"),
    "external entities": (
        "a.docx",
        lambda: entities('<!ENTITY x SYSTEM "file:///etc/hostname">'),
        "declares entities",
    ),
    "entities that swell": (
        "a.docx",
        lambda: entities('<!ENTITY a "aaaaaaaa"><!ENTITY x "&a;&a;&a;&a;&a;&a;">'),
        "declares entities",
    ),
    "a document that swells": ("a.docx", word_bomb, "unpacked it would have"),
    "broken document": ("a.odt", lambda: b"PK\x03\x04 nothing", "the document is broken"),
    "a document cut off": (
        "a.docx",
        lambda: input_documents.word("<w:p/>")[:-40],
        "the document is broken",
    ),
    "broken part": (
        "a.docx",
        lambda: repacked(input_documents.word("<w:p/>"), "word/document.xml", lambda t: t[:-9]),
        "the document is broken",
    ),
    "an old document": (
        "a.doc",
        lambda: b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 99,
        "format",
    ),
    "a page without words": ("a.html", lambda: b"<html><script>x</script>", "no words"),
}


@pytest.mark.parametrize("name", CASES)
def test_a_file_that_cannot_be_read_says_why(name: str) -> None:
    file, make, said = CASES[name]
    with pytest.raises(InputError) as caught:
        extract(make(), file, LIMITS)
    assert said in str(caught.value)
    assert caught.value.where == file
    assert caught.value.remedy
    assert caught.value.tool is None


def test_a_pdf_that_swells_is_bounded() -> None:
    packed = bomb(3_000)
    assert len(packed) < 20_000_000
    # Either it is refused, or read as far as the library goes; never more than a page of text.
    with contextlib.suppress(InputError):
        assert (
            len(extract(pdf(packed, "/Filter /FlateDecode"), "bomba.pdf", LIMITS).text) < 2_000_000
        )


def test_time_is_bounded() -> None:
    with pytest.raises(InputError, match=r"takes more than 0\.05 seconds"):
        picture(pdf(), "a.pdf", 1, limits=replace(LIMITS, seconds=0.05))


def test_too_large_a_file_is_not_opened() -> None:
    with pytest.raises(InputError, match="more than the 100 that are read"):
        extract(pdf(), "a.pdf", replace(LIMITS, file=100))


def test_a_page_that_would_be_too_large_a_picture_is_not_painted() -> None:
    with pytest.raises(InputError, match="pixels"):
        picture(pdf(box="0 0 200000 200000"), "a.pdf", 1, limits=LIMITS)


def test_too_many_pages_are_not_read() -> None:
    with pytest.raises(InputError, match="pages"):
        extract(pdf(), "a.pdf", replace(LIMITS, pages=0))


def test_elements_without_end_are_read() -> None:
    deep = b"<html><body>" + b"<div><span>" * 50_000 + b"Articolo 1"
    assert "Articolo 1" in extract(deep, "a.html", LIMITS).text


def test_a_missing_program_names_the_command_that_installs_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("RULEBOOK_TESSERACT", "/nowhere/tesseract")
    painted = pdf(b"0 0 m 100 100 l S\n72 72 100 100 re f\n")
    with pytest.raises(InputError) as caught:
        extract(painted, "scansione.pdf", LIMITS)
    assert caught.value.tool == "tesseract"
    assert "apt-get install tesseract-ocr tesseract-ocr-ita" in str(caught.value)


def test_the_command_line_ends_as_documented(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path_factory.mktemp("files")
    broken, painted = folder / "rotto.pdf", folder / "scansione.pdf"
    broken.write_bytes(b"%PDF-1.7\nnothing")
    painted.write_bytes(pdf(b"72 72 100 100 re f\n"))
    monkeypatch.setenv("RULEBOOK_TESSERACT", "/nowhere/tesseract")
    assert cli.run(["read", str(broken)]) == cli.USAGE
    assert cli.run(["read", str(painted)]) == cli.OUTSIDE


@pytest.mark.parametrize(
    ("name", "data", "form"),
    [
        ("a.txt", b"ARTICOLO 1", Format.TEXT),
        ("a.txt", b"", Format.TEXT),
        ("a.txt", pdf(), Format.PDF),
        ("a.pdf", b"ARTICOLO 1", Format.TEXT),
        ("a.bin", b"\x89PNG\r\n\x1a\n", Format.IMAGE),
        ("a.txt", b"\xef\xbb\xbf<!-- x --><!DOCTYPE html><p>", Format.HTML),
        ("a.txt", b"se a <b> e <B1>", Format.TEXT),
        ("a.html", b"<p>Articolo</p>", Format.HTML),
        ("a.docx", input_documents.word("<w:p/>"), Format.DOCX),
        ("a.zip", input_documents.open_text("<text:p/>"), Format.ODT),
        ("a.zip", input_documents.zipped({"a.txt": "x"}), Format.UNKNOWN),
        ("a.bin", bytes(range(32)) * 9, Format.UNKNOWN),
        ("a.txt", "perché".encode("utf-16"), Format.TEXT),
    ],
)
def test_what_a_file_is(name: str, data: bytes, form: Format) -> None:
    assert sniff(data, name) is form


def test_a_picture_of_a_page_has_the_resolution_asked_for() -> None:
    data = input_printer.typeset(input_printer.booklet(0))
    made = picture(data, "codice.pdf", 1, dpi=72)
    assert made.startswith(b"\x89PNG")
    with pytest.raises(InputError, match="there is no page 99"):
        picture(data, "codice.pdf", 99)


@pytest.mark.parametrize(
    ("module", "name", "data", "extra"),
    [
        ("pypdfium2", "a.pdf", pdf(), ".[pdf]"),
        ("docx", "a.docx", input_documents.word("<w:p/>"), ".[documents]"),
        ("odfdo", "a.odt", input_documents.open_text("<text:p/>"), ".[documents]"),
        ("PIL", "a.png", image(10, 10), ".[scans]"),
    ],
)
def test_a_missing_library_names_the_extra_that_brings_it(
    module: str, name: str, data: bytes, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(InputError) as caught:
        read_here(data, name, LIMITS)
    assert caught.value.tool
    assert f'pip install -e "{extra}"' in caught.value.remedy


def test_suits_of_symbol_fonts_are_suits() -> None:
    content = (
        b"BT /F1 12 Tf 72 700 Td (Dopo 5) Tj /F2 12 Tf (\\247\\250\\251\\252) Tj "
        b"/F1 12 Tf ( e 1) Tj /F3 12 Tf (\\250\\251\\252\\253) Tj ET\n"
    )
    assert read_here(pdf(content), "a.pdf", LIMITS).text == "Dopo 5♣♦♥♠ e 1♣♦♥♠\n"

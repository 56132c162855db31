"""What a site offers on paper: a file for each page with a text, kept by its content."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import code_generator
import pytest
import sample_rulebook

from rulebook.keeping import Keep
from rulebook.publishing import blocks as b
from rulebook.publishing.library import Library
from rulebook.publishing.pdf import Imprint, PaperError, door, room
from rulebook.publishing.pdf.assets import Press, Printed, paper_assets
from rulebook.publishing.pdf.data import data_of
from rulebook.publishing.pdf.law import article_booklet
from rulebook.publishing.pdf.room import Room
from rulebook.publishing.situations_file import embedded_handbook

RELEASE = Imprint("1", "2026-11-30")


def made(folder: Path | None, **more: object) -> dict[str, bytes]:
    rulebook = code_generator.generate(editions=("1997",), articles=1)
    return files(
        paper_assets(rulebook, release=RELEASE, keep=Keep(folder), **more)  # type: ignore[arg-type]
    )


def files(printed: Iterable[Printed]) -> dict[str, bytes]:
    return {one.name: one.data for one in printed}


def test_each_page_with_a_text_has_its_file() -> None:
    press = Press(
        sample_rulebook.rulebook(), (sample_rulebook.comparison(),), embedded_handbook()
    )
    names = [offer.name for offer in press.offers()]
    assert len(names) == len(set(names))
    assert {
        "pdf/2007.pdf", "pdf/2007-a5.pdf", "epub/2007.epub", "pdf/2007-27.pdf", "pdf/2007-9.pdf",
        "pdf/2007-definizioni.pdf", "pdf/quesiti-renonce.pdf", "pdf/commenti-commento-27.pdf",
        "pdf/guida.pdf", "epub/guida.epub", "pdf/confronto-1997-2007.pdf",
        "pdf/confronto-1997-2007-27.pdf", "pdf/tavolo.pdf", "pdf/tavolo-a6.pdf",
    } <= set(names)
    for situation in embedded_handbook().situations:
        assert {f"pdf/tavolo-{situation.id}.pdf", f"pdf/tavolo-{situation.id}-a6.pdf"} <= set(names)
    assert not any(name.startswith(("pdf/2017", "epub/2017")) for name in names)
    assert not any("-16." in name for name in names)


def test_every_offer_can_be_made() -> None:
    press = Press(
        sample_rulebook.rulebook(), (sample_rulebook.comparison(),), embedded_handbook()
    )
    for offer in press.offers():
        booklet = offer.make()
        assert booklet.chapters, offer.name
        assert booklet.title, offer.name
        if offer.is_epub and offer.editions:
            first = booklet.chapters[0].blocks[0]
            assert isinstance(first, b.Paragraph), offer.name
            assert first.kind == "edition-state", offer.name


def test_what_is_kept_is_not_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = made(tmp_path)
    assert all(data.startswith((b"%PDF-", b"PK")) for data in first.values())
    monkeypatch.setattr(Room, "typeset", _refuse)
    assert made(tmp_path) == first


def _refuse(*_: object) -> bytes:
    raise AssertionError("nothing changed, and it was typeset again")


def test_a_damaged_file_is_made_again(tmp_path: Path) -> None:
    first = made(tmp_path)
    whole = {file: file.read_bytes() for file in tmp_path.iterdir()}
    assert whole
    for file, data in whole.items():
        file.write_bytes(data[:-100])
    assert made(tmp_path) == first
    assert {file: file.read_bytes() for file in tmp_path.iterdir()} == whole


def test_another_release_is_made_anew(tmp_path: Path) -> None:
    first = made(tmp_path)
    rulebook = code_generator.generate(editions=("1997",), articles=1)
    again = files(paper_assets(rulebook, release=Imprint("2", "2026-12-01"), keep=Keep(tmp_path)))
    assert again.keys() == first.keys()
    assert all(again[name] != first[name] for name in first)


def test_a_folder_that_cannot_be_written_costs_only_time(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.write_text("")
    assert made(file) == made(None)


def small(words: str = "") -> object:
    """The data of a booklet of one article."""
    rulebook = code_generator.generate(editions=("1997",), articles=1)
    data = data_of(article_booklet(Library(rulebook), rulebook.editions[0], 1))
    return {**data, "running": words} if words else data


def test_a_room_prints_what_the_door_prints() -> None:
    with Room() as other:
        assert other.typeset(small(), 0) == door.typeset(small(), 0)


def test_a_room_says_what_cannot_be_shown() -> None:
    with Room() as other:
        with pytest.raises(door.UnshownError) as raised:
            other.typeset(small("漢"), 0)
        assert raised.value.characters == ("漢",)
        with pytest.raises(PaperError, match="refuses"):
            other.typeset({**small(), "foot": 3}, 0)
        assert other.typeset(small(), 0).startswith(b"%PDF-")


def test_a_room_whose_process_dies_is_told_and_opened_again() -> None:
    with Room() as other:
        other.typeset(small(), 0)
        assert other._process
        other._process.kill()
        with pytest.raises(PaperError, match="ended by itself"):
            other.typeset(small(), 0)
        assert other.typeset(small(), 0).startswith(b"%PDF-")


def test_a_room_that_has_grown_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "_LARGE", 0)
    with Room() as other:
        other.typeset(small(), 0)
        assert other._process is None

"""Pages that lie on a side are read, and their lines are where the file shows them."""

import input_printer
import input_scanner
import pytest

from rulebook.inputs import Extraction, Limits
from rulebook.inputs.readers import read_here
from rulebook.inputs.turned import box_shown, size_shown
from rulebook.inputs.words import Sheet
from rulebook.layout import Box, PageSize
from rulebook.reading.holdings import sources
from rulebook.reading.pipeline import read

DPI = 150
TEXT = (
    '#set page(width: 110mm, height: 62mm, margin: 8mm)\n#set text(lang: "it", size: 11pt)\n'
    "ARTICOLO 7 – CONTROLLO DEL BOARD\n\nA. Il giocatore conserva le proprie carte fino al termine "
    "del gioco.\n\nB. Il compagno non tocca le carte del morto senza permesso dell’arbitro.\n"
)


def turned(box: Box, size: PageSize, lying: int) -> Box:
    """Where a box comes to lie when its page is turned clockwise."""
    left, top, right, bottom = box
    for _ in range(lying // 90):
        left, top, right, bottom = size.height - bottom, left, size.height - top, right
        size = PageSize(size.height, size.width)
    return left, top, right, bottom


def lines_of(found: Extraction) -> list[tuple[str, Box]]:
    """The lines with their boxes; a dash may be read as a hyphen."""
    return [
        (line.replace("–", "-").replace("—", "-"), place.box)
        for line, place in zip(found.text.split("\n"), found.lines, strict=False)
        if place and place.box
    ]


@pytest.mark.parametrize(
    "lying", [90, *(pytest.param(n, marks=pytest.mark.long) for n in (0, 180, 270))]
)
def test_a_page_that_lies_is_read_and_its_lines_are_where_they_are(lying: int) -> None:
    pdf = input_printer.pdf(TEXT)
    printed = read_here(pdf, "codice.pdf", Limits())
    [page] = input_scanner.scanned(pdf, DPI, 1, 0.4, lying)
    data = input_scanner.tiff([page], DPI)
    found = read_here(data, "scansione.tif", Limits())
    read_lines, printed_lines = lines_of(found), lines_of(printed)
    assert [line for line, _ in read_lines] == [line for line, _ in printed_lines]
    [size] = found.pages
    assert size.turned == (360 - lying) % 360
    assert (size.width > size.height) == (lying in (0, 180))
    for (line, box), (_, own) in zip(read_lines, printed_lines, strict=True):
        assert box == pytest.approx(turned(own, printed.pages[0], lying), abs=6), line
    document = read(sources.source(data, "scansione.tif", extracted=found)[0])
    told = [issue.line for issue in document.issues if issue.code == "page-turned"]
    assert bool(told) == bool(lying)


@pytest.mark.parametrize("lying", [0, 90, 180, 270])
def test_a_box_goes_back_to_where_its_page_lies(lying: int) -> None:
    upright = PageSize(400.0, 600.0)
    box = (20.0, 40.0, 180.0, 52.0)
    sheet = Sheet(upright, (), turned=(360 - lying) % 360)
    assert box_shown(box, sheet) == pytest.approx(turned(box, upright, lying))
    shown = size_shown(sheet)
    assert {shown.width, shown.height} == {400.0, 600.0}
    assert (shown.width == 400.0) == (lying in (0, 180))


def test_a_slanted_line_has_the_box_that_holds_it() -> None:
    sheet = Sheet(PageSize(400.0, 600.0), (), slant=0.01)
    left, top, right, bottom = box_shown((0.0, 300.0, 400.0, 312.0), sheet)
    # On the page the line falls by a hundredth: its end stands four points lower.
    assert top == pytest.approx(300.0, abs=0.2)
    assert bottom == pytest.approx(316.0, abs=0.2)
    assert left == 0.0
    assert right == pytest.approx(397.0, abs=0.2)

"""What the layout of a page leaves to a person: links set aside, pages that lie, a picture."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

import corpus_maker as maker
import msgspec
import pytest

from rulebook.inputs import Extraction, Format
from rulebook.inputs.web import read_web
from rulebook.layout import Doubt, PageSize, Place
from rulebook.reviewing import Desk, forms, pages

PAGE = (
    "<meta charset=utf-8><h2>Art. 40 – GIOCATA A CARTE SCOPERTE</h2><p>A. Il morto stende le carte."
    "</p><ul><li><a href='/1'>prima del gioco</a><li><a href='/2'>durante il gioco</a>"
    "<li><a href='/3'>dopo il gioco</a></ul>"
)


def desk_with(tmp_path: Path, found: Extraction) -> Desk:
    root = tmp_path / "corpus"
    maker.edition(root, "2007")
    folder = maker.source(root, "foglio", "x", edition="2007")
    lines = msgspec.json.encode(found)
    (folder / "lines.json").write_bytes(lines)
    toml = folder / "source.toml"
    told = f'lines = "lines.json"\nlines_sha256 = "{hashlib.sha256(lines).hexdigest()}"\n'
    toml.write_text(toml.read_text("utf-8") + told, "utf-8")
    return Desk(root)


@pytest.mark.parametrize("role", ["body", "furniture"])
def test_links_that_were_set_aside_are_said_to_be_text_or_not(tmp_path: Path, role: str) -> None:
    desk = desk_with(tmp_path, read_web(PAGE.encode(), "pagina.html", 10_000))
    state = desk.state()
    [doubt] = [d for d in state.doubts("foglio") if "elenco di collegamenti" in d.message]
    assert doubt.lines == (5, 7, 9)
    shown = pages.text(state, "foglio", 1, pages.Done(), "t")
    assert "riga/5?fino=9" in shown
    assert "È testo: si legga" in pages.line(state, "foglio", 5, 9, "t")
    assert "È testo: si legga" not in pages.line(state, "foglio", 3, 3, "t")
    form = {"azione": "colonna", "riga": "5", "fino": "9", "ruolo": role, "motivo": "visto"}
    made = desk.preview(forms.decision(state, "foglio", form))
    assert made.file == "sources/foglio/columns.toml"
    desk.write(made.decision, made.seal)
    after = desk.state()
    assert not [d for d in after.doubts("foglio") if "elenco di collegamenti" in d.message]
    [article] = after.document("foglio").articles
    read = " ".join(str(part.text) for part in article.provisions())
    assert ("durante il gioco" in read) == (role == "body")


@pytest.mark.parametrize(
    ("turned", "frame", "moved"),
    [(0, "300 400", None), (90, "400 300", "400"), (180, "300 400", "300"), (270, "400 300", "0")],
)
def test_a_page_that_lies_is_shown_as_it_is_read(
    tmp_path: Path, turned: int, frame: str, moved: str | None
) -> None:
    text = "Art. 40 – GIOCATA A CARTE SCOPERTE\nA. Dopo un contratto di 54, il morto le stende.\n"
    boxes = {
        0: (50.0, 100.0, 250.0, 112.0),
        90: (100.0, 150.0, 112.0, 350.0),
        180: (50.0, 288.0, 250.0, 300.0),
        270: (188.0, 50.0, 200.0, 250.0),
    }
    places = (Place(1, (50.0, 50.0, 60.0, 60.0)), Place(1, boxes[turned]))
    at = text.splitlines()[1].index("54")
    desk = desk_with(tmp_path, Extraction(
        Format.IMAGE, text, places, (None,) * 2, ("text",) * 2,
        (Doubt(2, at, at + 2, 0.3, "dichiarazione."),), (PageSize(300.0, 400.0, turned),),
    ))  # fmt: skip
    shown = pages.text(desk.state(), "foglio", 2, pages.Done(), "t")
    [(_, _, width, height)] = re.findall(r'"0 0( ?)( ?)([\d.]+) ([\d.]+)" role="group"', shown)
    assert f"{float(width):g} {float(height):g}" == frame
    assert (f"rotate({turned})" in shown) == bool(turned)
    assert moved is None or f"translate({float(moved)} " in shown or f"translate({moved} " in shown
    [cut] = re.findall(r'class="ritaglio" viewBox="([^"]+)"', shown)
    left, top, strip, line = map(float, cut.split())
    # Upright, the line lies 12 points high and 200 long; the part around "54" is shown.
    assert line == 18.0
    assert strip == 14 * 12 + 6
    upright = float(width)
    assert 0 < left < upright - strip
    assert top == pytest.approx(97.0, abs=1)

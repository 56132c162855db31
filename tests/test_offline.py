"""The build side of the offline copy: bundles, releases, icons, the archive, the day."""

from __future__ import annotations

import json
import re
import struct
import tracemalloc
import zipfile
import zlib
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
import sample_rulebook
from hypothesis import given
from hypothesis import strategies as st
from offline_lab import DAY, released, rendered, small_rulebook

from rulebook.publishing.check_site import check_site
from rulebook.publishing.dates import texts_day
from rulebook.publishing.offline import offline_files, release_of
from rulebook.publishing.offline.icons import favicon, icon, outline
from rulebook.publishing.offline.pack import bundles, sum_of, unpacked
from rulebook.publishing.offline.settings import settings
from rulebook.publishing.offline.shelf import folder, over, renamed
from rulebook.publishing.pdf.assets import Press
from rulebook.publishing.situations_file import embedded_handbook

EDITIONS = {"1997": "Codice 1997", "2007": "Codice 2007"}
PIECES = st.lists(st.sampled_from([
    "", "a", "<p>c</p>", "<", ">", "\r", "\n", "è ♥", "\ufeff", "\x00", "\x7f", ". ", ";",
    "Una frase che si trova più volte. ", '<a class="rb-label" href="#B1">', '"\\',
]))
CONTENTS = st.one_of(PIECES.map(lambda pieces: "".join(pieces).encode()), st.binary(max_size=20))


@pytest.fixture(scope="module")
def raw(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The small site as its theme made it."""
    with pytest.MonkeyPatch.context() as patch:
        return rendered(tmp_path_factory.mktemp("raw"), patch)


FILES = st.dictionaries(st.text("ab/.", max_size=6), CONTENTS, max_size=6)


@given(st.dictionaries(st.text("xyz", min_size=1), FILES, max_size=3))
def test_bundles_give_their_files_back(groups: dict[str, dict[str, bytes]]) -> None:
    shared, made = bundles(groups, "common")
    assert {one.name: unpacked(one.content, shared.content) for one in made} == groups
    for one in made:
        files = groups[one.name]
        assert {e.address: e.sum for e in one.entries} == {n: sum_of(d) for n, d in files.items()}
    turned = {name: dict(reversed(files.items())) for name, files in reversed(groups.items())}
    assert bundles(turned, "common") == (shared, made)


def test_pages_that_differ_in_their_text_alone_travel_almost_for_nothing() -> None:
    frame = "\n".join(f"<div class='part-{number}'>" for number in range(2000))
    pages = {f"{n}/": f"{frame}\nArticolo {n}\n{frame}".encode() for n in range(50)}
    (_, (one,)), (_, (fifty,)) = (
        bundles({"x": chosen}, "common") for chosen in ({"0/": pages["0/"]}, pages)
    )
    assert fifty.weight < one.weight + 50 * 20


def test_what_bundles_have_in_common_travels_once() -> None:
    chance = Random(5)
    code = "".join(f"<p>{chance.randbytes(90).hex()}</p>" for _ in range(100)).encode()
    shared, made = bundles({"1997": {"1997/": code}, "2007": {"2007/": code}}, "common")
    assert sum(one.weight for one in made) < 0.1 * shared.weight


def test_a_release_sorts_its_files_out(raw: dict[str, bytes]) -> None:
    made = release_of(raw, day=DAY, editions=EDITIONS, held=["2007"])
    assert [one.name for one in made.bundles] == ["1997", "2007", "confronto-1997-2007", "resto"]
    stored = {entry.address for entry in made.entries}
    assert {"", "2007/27/", "2007/", "27/", "confronto/1997-2007/27/", "search/ui.js",
            "senza-rete/assente/", "versions.json"} <= stored
    assert not [one for one in stored if one.startswith(("c/", "pdf/", "data/", "sitemap"))]
    assert not [one for one in stored if "lunr" in one], "what no page asks for stays out"
    assert made.editions == ("2007",)
    assert [(one.title, [entry.address for entry in one.entries]) for one in made.extras] == [
        ("Codice 2007, PDF", ["pdf/2007.pdf"]),
        ("Codice 2007: un PDF per ogni articolo", ["pdf/2007-20.pdf", "pdf/2007-27.pdf"]),
    ]


def test_readers_choose_from_files_of_one_kind_together() -> None:
    press = Press(
        sample_rulebook.rulebook(), (sample_rulebook.comparison(),), embedded_handbook()
    )
    names = [offer.name for offer in press.offers()]
    extras = release_of(
        {name: name.encode() for name in names},
        editions={"1997": "Codice 1997", "2007": "Codice 2007"},
    ).extras
    stored = [one.address for extra in extras for one in extra.entries]
    assert sorted(stored) == sorted(names)
    titles = {extra.title: len(extra.entries) for extra in extras}
    assert {
        "Codice 1997, PDF": 1, "Codice 2007, PDF": 1, "Codice 2007, PDF in A5": 1,
        "Codice 2007, EPUB": 1, "Dal 1997 al 2007, PDF": 1, "Situazioni al tavolo, PDF": 1,
        "Situazioni al tavolo, PDF in A6": 1, "Guida, PDF": 1, "Guida, EPUB": 1,
        "Quesiti e commenti, PDF": 2,
    }.items() <= titles.items()
    assert titles["Codice 2007: un PDF per ogni articolo"] > 5
    situations = len(embedded_handbook().situations)
    assert titles["Situazioni al tavolo: un PDF in A6 per ognuna"] == situations
    assert len(titles) < 20
    assert list(titles)[:2] == ["Codice 1997, PDF", "Codice 2007, PDF"]
    assert not [title for title in titles if "-" in title], "no name of a file is a title"


def test_every_page_of_the_site_is_stored(raw: dict[str, bytes]) -> None:
    stored = {entry.address for entry in release_of(raw, editions=EDITIONS).entries}
    pages = {name.removesuffix("index.html") for name in raw if name.endswith("/index.html")}
    assert {page for page in pages if not page.startswith("c/")} <= stored


def test_whatever_a_stored_page_asks_for_is_stored(raw: dict[str, bytes]) -> None:
    whole = released(raw)
    stored = {entry.address for entry in release_of(whole, editions=EDITIONS).entries}
    asking = re.compile(r'(?:<script[^>]*\ssrc|<link[^>]*rel="stylesheet"[^>]*href)="([^":]+)"')
    for name in (name for name in whole if name.endswith("index.html") and name[:2] != "c/"):
        for link in asking.findall(whole[name].decode()):
            path = Path("/", name).parent.joinpath(link).resolve().relative_to("/").as_posix()
            assert path in stored, (name, link)


def test_the_same_site_is_the_same_release_byte_for_byte(raw: dict[str, bytes]) -> None:
    again = released(dict(reversed(raw.items())))
    assert released(raw) == again
    changed = released(raw, word=("la licita prosegue;", "la licita finisce;"))
    assert {name for name in changed if again.get(name) != changed[name]} >= {
        "sw.js", "2007/27/index.html", "rulebook.zip",
    }


def test_what_is_not_stored_makes_no_new_release(raw: dict[str, bytes]) -> None:
    more = {**raw, "c/27b1c/index.html": b"x", "data/2007.json": b"{}", "sitemap.xml": b"y"}
    assert released(more)["sw.js"] == released(raw)["sw.js"]


def test_every_file_that_the_worker_fetches_is_there(raw: dict[str, bytes]) -> None:
    whole = released(raw)
    setup = json.loads(whole["sw.js"].decode().split("\n")[0].removeprefix(
        "self.rulebookOffline = ").rstrip(";"))["setup"]
    contents = whole[setup["contents"]]
    assert sum_of(contents) == setup["sum"]
    data = json.loads(contents)
    shared = whole[data["shared"]["file"]]
    for one in (data["shared"], *data["bundles"]):
        assert sum_of(whole[one["file"]]) == one["sum"]
        assert len(whole[one["file"]]) == one["size"]
    for one in data["bundles"]:
        for address, content in unpacked(whole[one["file"]], shared).items():
            file = f"{address}index.html" if address == "" or address.endswith("/") else address
            assert whole[file] == content
            assert one["files"][address][:2] == [sum_of(content), len(content)]
    for choice in data["choices"]:
        for address, (found, size, _) in choice["files"].items():
            assert (sum_of(whole[address]), len(whole[address])) == (found, size)
    kinds = {address.rpartition(".")[2] for one in data["bundles"] for address in one["files"]
             if address and not address.endswith("/")}
    assert kinds <= set(data["types"]), "every kind of file has its type"


def test_the_manifest_leads_to_its_icons(raw: dict[str, bytes]) -> None:
    whole = released(raw)
    manifest = json.loads(whole["manifest.webmanifest"])
    assert (manifest["start_url"], manifest["scope"], manifest["lang"]) == ("./", "./", "it")
    assert {one["purpose"] for one in manifest["icons"]} == {"any", "maskable"}
    for one in manifest["icons"]:
        side = int(one["sizes"].split("x")[0])
        assert struct.unpack(">II", whole[one["src"]][16:24]) == (side, side)
    home = whole["index.html"].decode()
    assert '<link rel="manifest" href="manifest.webmanifest">' in home
    assert '<link rel="apple-touch-icon" href="offline/icona-180.png">' in home


def pixels(png: bytes, channels: int) -> list[list[bytes]]:
    """The pixels of one of our PNG files, line by line."""
    side = struct.unpack(">I", png[16:20])[0]
    size = struct.unpack(">I", png[33:37])[0]
    lines = zlib.decompress(png[41 : 41 + size])
    width = side * channels + 1
    return [
        [lines[y * width + 1 + x * channels :][:channels] for x in range(side)]
        for y in range(side)
    ]


def test_the_icon_is_the_favicon() -> None:
    drawing = favicon()
    shown = pixels(icon(48), 4)
    assert shown[0][0][3] == 0, "round corners"
    assert shown[24][24] == bytes([*drawing.ink, 255])
    assert shown[44][24] == bytes([*drawing.ground, 255])
    for row in shown:
        assert [abs(a[0] - b[0]) <= 1 for a, b in zip(row, reversed(row), strict=True)]
    whole = pixels(icon(48, whole=True), 3)
    assert whole[0][0] == bytes(drawing.ground)
    assert icon(48) == icon.__wrapped__(48)


def test_an_outline_in_any_spelling_is_the_same() -> None:
    square = [(1.0, 1.0), (4.0, 1.0), (4.0, 4.0), (1.0, 4.0)]
    for path in ("M1 1H4V4H1z", "m1 1h3v3h-3z", "M1,1 L4,1 L4,4 L1,4Z", "M1 1l3 0 0 3-3 0z"):
        assert list(outline(path)) == square
    with pytest.raises(ValueError, match="unknown command q"):
        list(outline("M1 1q1 1 2 2"))


def test_the_archive_is_a_site_that_opens_from_a_disk(
    raw: dict[str, bytes], tmp_path: Path
) -> None:
    with zipfile.ZipFile(BytesIO(released(raw)["rulebook.zip"])) as archive:
        assert {info.date_time for info in archive.infolist()} == {(2026, 11, 30, 0, 0, 0)}
        archive.extractall(tmp_path)
    site = tmp_path / settings().archive.folder
    assert check_site(site) == ()
    names = {path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()}
    assert {"LEGGIMI.txt", "index.html", "2007/27/index.html", "pdf/2007.pdf"} <= names
    assert not [name for name in names if name.startswith("c/") or name == "sw.js"]
    for path in site.rglob("*.html"):
        html = path.read_text(encoding="utf-8")
        assert not re.search(r'<a\b[^>]*\shref="(?![a-z]+:)[^"#?]*(?:/|\.)(?:#[^"]*)?"', html), path
        assert 'rel="manifest"' not in html


def test_a_withdrawn_copy_leaves_a_worker_that_goes(raw: dict[str, bytes]) -> None:
    made = offline_files(raw, withdrawn=True)
    assert b"unregister" in made["sw.js"]
    assert b'"withdrawn":true' in made["offline/page.js"]
    assert not [name for name in made if re.match(r"offline/.*\.json", name)]


def test_files_are_taken_one_by_one(tmp_path: Path) -> None:
    """Of a site on disk no more than a few files stand in memory at a time."""
    rng = Random(3)
    for number in range(60):
        (tmp_path / f"{number}.bin").write_bytes(rng.randbytes(200_000))
    files = over(folder(tmp_path), {"1.bin": b"another", "neu.txt": b"new"})
    tracemalloc.start()
    try:
        sizes = {name: len(content) for name, content in files.items()}
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert len(sizes) == len(files) == 61
    assert (sizes["0.bin"], sizes["1.bin"], sizes["neu.txt"]) == (200_000, 7, 3)
    assert dict(renamed(files, {"x": "neu.txt"})) == {"x": b"new"}
    assert peak < 1_000_000


def test_the_day_is_that_of_the_newest_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    assert texts_day(small_rulebook()) == "2026-11-30"


def test_every_fault_of_the_scripts_has_a_sentence() -> None:
    folder = Path(__file__).parent.parent / "rulebook/publishing/theme/assets/offline"
    code = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.js")))
    said = settings().say
    used = set(re.findall(r'(?:sentence|text|button)\("(\w+)"', code))
    used |= {f"fault_{code}" for code in re.findall(r'new (?:offline\.)?Fault\("(\w+)"', code)}
    used |= {f"unable_{reason}" for reason in re.findall(r'(?:return|unable:) "(\w+)"', code)}
    used -= {"fault_stopped"}
    assert used <= set(said)
    spoken = {name for name in said if f'"{name}"' not in code}
    assert {name.split("_")[0] for name in spoken} <= {"fault", "unable"}

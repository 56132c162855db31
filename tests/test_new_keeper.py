"""Somebody new, with three PDFs and the README: texts added, doubts settled, the site rebuilt."""

from __future__ import annotations

import html
import json
import re
import shlex
import threading
import urllib.request
from pathlib import Path
from urllib.parse import urlencode

import corpus_maker as maker
import input_printer
import input_scanner
import pytest
import typst

from rulebook import cli
from rulebook.reviewing import make_server

pytestmark = pytest.mark.long

README = Path(__file__).resolve().parent.parent / "README.md"
LAW = """
A. Gioco di una carta dopo l'irregolarità

1. Chi gioca dopo che l'avversario alla sua destra ha giocato fuori turno, e prima che sia stata
determinata una rettifica, perde il diritto di ogni rettifica per quell'infrazione.

2. Quando il diritto è perduto, la giocata illegale è trattata come se fosse stata fatta in turno.

B. Il difensore gioca prima dell'attacco obbligatorio

La carta del difensore diventa una carta penalizzata (Articolo 50).
"""
PRINTS = {
    "sessanta": (
        '#set page(paper: "a4", numbering: "1", header: [CODICE DI GARA 2007])\n',
        "= Articolo 60 – GIOCATA DOPO UN GIOCO ILLEGALE\n" + LAW.replace("turno.", "tunro."),
    ),
    "quesito": (
        '#set page(paper: "a5")\n',
        "Gentile redazione,\n\nal nostro torneo il dichiarante ha attaccato dalla mano sbagliata, "
        "e al tavolo nessuno era d'accordo su che cosa volesse dire l'articolo del Codice 2007, "
        "e così vi scrivo.\n\nCaro lettore, la regola è questa:\n\n"
        "Articolo 60 – GIOCATA DOPO UN GIOCO ILLEGALE\n"
        + LAW.split("2.", maxsplit=1)[0] + "2. Quando il diritto è perduto \\[…\\]\n\n"
        "Vedi anche l'art. 55.\n\nCordiali saluti\n\nUn arbitro di campagna\n",
    ),
    "opuscolo": (
        '#set page(paper: "a5", margin: 1.5cm)\n',
        "ART. 60 - GIOCATA DOPO UN GIOCO ILLEGALE\n" + LAW,
    ),
}


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RULEBOOK_CACHE", str(tmp_path / "cache"))
    monkeypatch.chdir(tmp_path)
    for name, (page, text) in PRINTS.items():
        Path(f"{name}.typ").write_text(f'{page}#set text(lang: "it")\n{text}', "utf-8")
        typst.compile(f"{name}.typ", output=f"{name}.pdf")
    corpus = maker.corpus(tmp_path / "corpus", "1997", "2007")
    toml = corpus / "editions/2007/edition.toml"
    toml.write_text(toml.read_text("utf-8") + "\n[[articles]]\nnumber = 60\n", "utf-8")
    return corpus


def test_three_pdfs_and_the_readme(root: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    shown = re.findall(r"^rulebook (add|review|build)\b", README.read_text("utf-8"), re.MULTILINE)
    assert {"add", "review"} <= set(shown)
    status = cli.run(shlex.split(
        f"add sessanta.pdf quesito.pdf opuscolo.pdf --json --corpus {shlex.quote(str(root))}"))
    files = json.loads(capsysbinary.readouterr().out)["files"]
    assert status == 1
    assert [(f["state"], f["kind"], f["edition"]["id"]) for f in files] == [
        ("added", "articles", "2007"), ("added", "letter", "2007"), ("added", "articles", "2007")]
    assert [[a["role"] for a in f["articles"]] for f in files] == [
        ["supplies"], ["witness"], ["witness"]]
    assert [a["status"] for a in files[1]["articles"]] == ["truncated"]
    assert "witness-differs" in [doubt["code"] for doubt in files[2]["doubts"]]

    for name in PRINTS:
        toml = root / f"sources/{name}/source.toml"
        text = toml.read_text("utf-8")
        for key in ("author", "origin", "rights"):
            text = re.sub(rf"^# {key} = .*", f'{key} = "Di prova"', text, flags=re.MULTILINE)
        toml.write_text(text, "utf-8")

    with make_server(root) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()

        def ask(path: str, **form: object) -> str:
            data = urlencode({"chiave": server.guard.token, **form}).encode() if form else None
            with urllib.request.urlopen(f"{server.address}testo/sessanta/{path}", data) as answer:
                return str(answer.read().decode())

        page = ask("")
        [(key, _)] = [
            (key, words) for key, words in re.findall(r'id="d-(\w+)"([\s\S]*?)</li>', page)
            if "ha «turno»" in html.unescape(words)
        ]
        fields = {"azione": "accetta", "dubbio": key, "riga": 1}
        [seal] = re.findall(r'name="sigillo" value="(\w+)"', ask("anteprima", **fields))
        assert "Scritto: sessanta-0001" in ask("scrivi", sigillo=seal, **fields)
        server.shutdown()

    assert cli.run(["check", "--json", "--corpus", str(root)]) in (0, 1)
    issues = json.loads(capsysbinary.readouterr().out)["issues"]
    assert not [i for i in issues if i["weight"] == "error" or i["code"] == "witness-differs"]
    assert cli.run(["build", "--out", "site", "--corpus", str(root)]) == 0
    law = Path("site/2007/60/index.html").read_text("utf-8")
    assert "stata fatta in turno." in " ".join(html.unescape(re.sub(r"<[^>]+>", "", law)).split())
    assert Path("site/quesiti/quesito/index.html").is_file()
    pages = Path("site/apparato").rglob("index.html")
    assert any("tunro" in page.read_text("utf-8") for page in pages)


SCANNED = """#set page(paper: "a6", margin: 8mm)
#set text(lang: "it", size: 10pt)
Articolo 60 – GIOCATA DOPO UN GIOCO ILLEGALE

A. Contratto e attacco

Dopo un contratto di 4♠ il difensore attacca con una carta di cuori.

B. Chiamata sufficiente

La licita di 2♥ è sufficiente sopra quella di un fiori, e non quella di quadri.
"""


def test_a_scan_that_lies_on_its_side_is_settled_sign_by_sign(
    root: Path, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    pages = input_scanner.scanned(input_printer.pdf(SCANNED), 200, 3, 0.7, lying=90)
    Path("foto.pdf").write_bytes(input_scanner.picture_pdf(pages, 200))
    status = cli.run(shlex.split(f"add foto.pdf --json --corpus {shlex.quote(str(root))}"))
    [file] = json.loads(capsysbinary.readouterr().out)["files"]
    assert status == 1
    assert {"doubtful-character", "page-turned"} <= {doubt["code"] for doubt in file["doubts"]}
    right = {"4": "4♠", "2": "2♥"}
    with make_server(root) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()

        def ask(path: str, **form: object) -> str:
            data = urlencode({"chiave": server.guard.token, **form}).encode() if form else None
            with urllib.request.urlopen(f"{server.address}testo/foto/{path}", data) as answer:
                return str(answer.read().decode())

        def doubts() -> list[tuple[str, list[str]]]:
            """The doubts about characters, by key, with what may be chosen."""
            items = re.findall(r'<li class="dubbio doubt" id="d-(\w+)"([\s\S]*?)</li>', ask(""))
            return [
                (key, re.findall(r'name="scelta" value="([^"]+)"', words))
                for key, words in items
                if "È giusto così" in words
            ]

        settled = 0
        while found := doubts():
            key, offered = found[0]
            chosen = [sign for sign in offered if sign.rstrip(".,") in right.values()]
            fields: dict[str, object] = {"azione": "tieni", "dubbio": key, "riga": 1}
            if chosen:
                fields |= {"azione": "scegli", "scelta": chosen[0]}
            [seal] = re.findall(r'name="sigillo" value="(\w+)"', ask("anteprima", **fields))
            ask("scrivi", sigillo=seal, **fields)
            settled += 1
            assert settled < 12
        server.shutdown()
    cli.run(["show", "60", "--json", "--corpus", str(root)])
    shown = capsysbinary.readouterr().out.decode()
    assert all(sign in shown for sign in right.values())

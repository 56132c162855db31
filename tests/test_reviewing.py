"""Doubts are settled in a local page: what is decided is written, and nobody else can decide."""

from __future__ import annotations

import html
import http.client
import re
import threading
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import corpus_maker as maker
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.reading.assemble import load_rulebook
from rulebook.reading.audit import account
from rulebook.reading.holdings.corpus import load
from rulebook.reading.holdings.files import ColumnsEntry
from rulebook.reading.holdings.sources import source
from rulebook.reviewing import make_server
from rulebook.reviewing.decisions import (
    DecisionError,
    Signed,
    as_field,
    columns,
    from_field,
    new_id,
    note,
    replacement,
)
from rulebook.reviewing.server import ReviewServer

ANY = st.text(st.characters(codec="utf-8"))
EVIL = '<script>alert(1)</script> "&\''
TEXT = """Art. 40 – GIOCATA A CARTE SCOPERTE

A. Carte del morto: il morto stente le sue carte sul tavolo appena l’attacco è stato fatto.

B. Carte del dichiarante: il dichiarante non le mostra <b>prima</b> della fine.\x0c

B. Carte di nessuno: nessuno mostra le sue.
"""
CORRECTIONS = """# Di mano di una persona: resta com'è.

[[correction]]
id = "a-0007"
source = "testo-a"
op = "replace"
find = "stente"
near = 3
replace = "stende"
state = "proposed"   # finché nessuno decide
reason = 'Refuso & <i>altro</i>.'
by = "redazione"
on = "2026-11-30"
"""


class Page:
    """Asks the server as a program does, and reads what it answers."""

    def __init__(self, server: ReviewServer) -> None:
        self.server = server
        self.headers = {"Host": f"127.0.0.1:{server.server_port}"}

    def ask(
        self, method: str, path: str, body: bytes | None = None, **headers: str
    ) -> tuple[int, str, http.client.HTTPResponse]:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.server_port, timeout=60)
        connection.putrequest(method, path, skip_host=True)
        told = {name.replace("_", "-"): value for name, value in headers.items()}
        for name, value in (self.headers | told).items():
            if value:
                connection.putheader(name, value)
        if body is not None and "Content-Length" not in headers:
            connection.putheader("Content-Length", str(len(body)))
        connection.endheaders(body)
        answer = connection.getresponse()
        said = answer.read().decode()
        connection.close()
        return answer.status, said, answer

    def get(self, path: str) -> str:
        status, said, _ = self.ask("GET", path)
        assert status == 200, said
        return said

    def form(self, path: str, **fields: object) -> tuple[int, str]:
        """Send a form with the token that the page shows."""
        shown = self.get("/testo/testo-a/riga/3")
        [token] = set(re.findall(r'name="chiave" value="([^"]+)"', shown))
        body = urlencode({"chiave": token, **fields}).encode()
        kind = "application/x-www-form-urlencoded"
        status, said, _ = self.ask("POST", f"/testo/testo-a/{path}", body, Content_Type=kind)
        return status, said

    def decide(self, **fields: object) -> str:
        """Look at what a decision changes, then write it."""
        status, said = self.form("anteprima", **fields)
        assert status == 200, plain(said)
        [seal] = re.findall(r'name="sigillo" value="(\w+)"', said)
        assert self.form("scrivi", sigillo=seal, **fields)[0] == 303
        return plain(said)

    def doubt(self, words: str) -> str:
        """The key of the doubt that has these words."""
        for key, said in re.findall(
            r'id="d-(\w+)"([\s\S]*?)</li>', self.get("/testo/testo-a/")
        ):
            if words in html.unescape(said):
                return str(key)
        raise AssertionError(words)


def plain(page: str) -> str:
    body = page[page.index("<main") :]
    return " ".join(html.unescape(re.sub(r"<[^>]+>", " ", body)).split())


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    maker.edition(folder, "2007")
    maker.source(folder, "testo-a", TEXT, edition="2007", title="Carte scoperte")
    maker.source(folder, "testo-b", maker.OTHER, edition="2007")
    (folder / "corrections.toml").write_text(CORRECTIONS, "utf-8")
    return folder


@pytest.fixture
def page(root: Path) -> Iterator[Page]:
    with make_server(root) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield Page(server)
        server.shutdown()


def corrections(root: Path) -> list[dict[str, Any]]:
    return tomllib.loads((root / "corrections.toml").read_text("utf-8"))["correction"]


def tree(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes()
            for path in root.rglob("*") if path.is_file()}


class TestDecisions:
    """What a person decides is what is written, in one file, and it is read so."""

    def test_a_proposed_correction_is_accepted(self, root: Path, page: Page) -> None:
        said = page.decide(azione="accetta", dubbio=page.doubt("a-0007"), riga=3, da="Anna")
        assert "stente stende" in said
        assert "Se ne vanno" in said
        wanted = CORRECTIONS.replace('"proposed"', '"applied"')
        written = (root / "corrections.toml").read_text("utf-8")
        # Who accepted it and when is said, the reason with which it was proposed stays.
        assert re.sub(r'"\d{4}-\d\d-\d\d"', '"2026-11-30"', written) == wanted.replace(
            '"redazione"', '"Anna"')
        article = load_rulebook(root).by_id["2007"].article(40)
        assert article is not None
        assert "stende le sue" in str(article.root.children[0].text)

    def test_a_proposed_correction_is_refused(self, root: Path, page: Page) -> None:
        page.decide(azione="tieni", dubbio=page.doubt("a-0007"), riga=3, motivo="Così si dice.")
        [entry] = corrections(root)
        assert (entry["replace"], entry["state"]) == ("stente", "applied")
        assert entry["reason"] == "Così si dice."
        doubts, decided = page.get("/testo/testo-a/").split('id="decisioni"')
        assert "a-0007" not in doubts
        assert "Così si dice. resta stente" in plain("<main" + decided)

    def test_words_are_corrected(self, root: Path, page: Page) -> None:
        before = tree(root)
        field = html.unescape(
            re.findall(r"<textarea[^>]*>\n([^<]*)", page.get("/testo/testo-a/riga/5"))[0])
        said = page.decide(azione="correggi", riga=5, fino=5, da="Anna",
                           motivo=f"Perché {EVIL}", testo=field.replace("mostra", "faccia vedere"))
        assert "40B (2007)" in said
        entry = corrections(root)[-1]
        assert entry["id"] == "a-0008"
        assert (entry["find"], entry["replace"]) == (
            "non le mostra <b>prima</b> della", "non le faccia vedere <b>prima</b> della")
        assert (entry["by"], entry["reason"]) == ("Anna", f"Perché {EVIL}")
        after = tree(root)
        assert after.pop("corrections.toml").startswith(before.pop("corrections.toml"))
        assert after == before

    def test_a_line_that_is_no_law_is_set_aside_whole(self, root: Path, page: Page) -> None:
        status, said = page.form("anteprima", azione="colonna", riga=7, ruolo="furniture")
        assert status == 422
        assert "non sta in una tabella a due colonne" in plain(said)
        assert "Non è testo: metti da parte" in plain(page.get("/testo/testo-a/riga/7"))
        assert page.form("anteprima", azione="scarta", riga=7)[0] == 422
        before = account(load_rulebook(root).documents[0])
        page.decide(azione="scarta", riga=7, fino=7, motivo="È il commento di un lettore.")
        assert (corrections(root)[-1]["find"], corrections(root)[-1]["replace"]) == (
            TEXT.split("\n")[6], "")
        document = load_rulebook(root).documents[0]
        assert not [p for p in document.articles[0].provisions() if "nessuno" in str(p.text)]
        # The account tells of them by their own name, whatever stands beside them.
        found, gone = account(document), len("".join(TEXT.split("\n")[6].split()))
        assert found.closed
        assert found.discarded == {**before.discarded, "deleted": gone}
        assert (found.characters, found.placed) == (before.characters, before.placed - gone)

    def test_lines_are_joined_and_split(self, root: Path, page: Page) -> None:
        page.decide(azione="correggi", riga=5, fino=7, motivo="Una sola.",
                    testo=TEXT.splitlines()[4].replace("\x0c", "␌") + " " + TEXT.splitlines()[6])
        assert "\n" in corrections(root)[-1]["find"]
        article = load_rulebook(root).by_id["2007"].article(40)
        assert article is not None
        assert len(article.root.children) == 2

    def test_a_note_changes_nothing_and_puts_the_doubt_last(self, root: Path, page: Page) -> None:
        said = page.decide(azione="annota", riga=3, fino=3, motivo="Letto.")
        assert "Le parole che si leggono restano le stesse." in said
        assert corrections(root)[-1]["op"] == "note"
        load_rulebook(root)

    def test_a_corpus_without_corrections_gets_the_file(self, root: Path, page: Page) -> None:
        (root / "corrections.toml").unlink()
        page.decide(azione="correggi", riga=3, motivo="Refuso.",
                    testo=TEXT.splitlines()[2].replace("stente", "stende"))
        assert corrections(root)[0]["id"] == "testo-a-0001"

    def test_who_decides_with_one_button_is_asked_before_it_is_written(
        self, root: Path, page: Page
    ) -> None:
        key = page.doubt("a-0007")
        _, said = page.form("anteprima", azione="accetta", dubbio=key, riga=3)
        [seal] = re.findall(r'name="sigillo" value="(\w+)"', said)
        assert re.findall(r'<input id="(\w+)" name="\1"', said) == ["da", "motivo"]
        status, _ = page.form("scrivi", azione="accetta", dubbio=key, riga=3, sigillo=seal,
                              da="Bruna", motivo="Guardato sulla stampa.")
        assert status == 303
        [entry] = corrections(root)
        assert (entry["by"], entry["reason"]) == ("Bruna", "Guardato sulla stampa.")
        assert "Bruna, 20" in plain(page.get("/testo/testo-a/"))

    @pytest.mark.parametrize("action", ["accetta", "tieni", "annota"])
    def test_the_last_decision_is_taken_back_to_the_letter(
        self, root: Path, page: Page, action: str
    ) -> None:
        before = tree(root)
        fields: dict[str, object] = {"azione": action, "riga": 3, "motivo": "Perché sì."}
        if action != "annota":
            fields["dubbio"] = page.doubt("a-0007")
        page.decide(**fields)
        number = "a-0008" if action == "annota" else "a-0007"
        assert "Riprendi" in plain(page.get(f"/testo/testo-a/?fatto={number}"))
        assert page.form("riprendi", voce=number, riga=3)[0] == 303
        assert tree(root) == before
        assert "Riprendi" not in plain(page.get(f"/testo/testo-a/?fatto={number}"))
        if action == "annota":
            assert "Scritto" not in plain(page.get(f"/testo/testo-a/?fatto={number}"))
        assert f"Ripreso: {number}" in plain(page.get(f"/testo/testo-a/?ripreso={number}"))
        # Sent again, as a browser does that goes back, it changes nothing.
        assert page.form("riprendi", voce=number, riga=3)[0] == 409
        assert tree(root) == before

    def test_what_somebody_else_wrote_meanwhile_is_not_taken_back(
        self, root: Path, page: Page
    ) -> None:
        page.decide(azione="annota", riga=3, motivo="Letto.")
        file = root / "corrections.toml"
        file.write_text(file.read_text("utf-8") + "# di un altro\n", "utf-8")
        before = tree(root)
        status, said = page.form("riprendi", voce="a-0008", riga=3)
        assert status == 409
        assert "la si tolga fra le decisioni prese" in said
        assert tree(root) == before

    def test_a_file_that_was_not_there_goes_again(self, root: Path, page: Page) -> None:
        (root / "corrections.toml").unlink()
        before = tree(root)
        page.decide(azione="annota", riga=3, motivo="Letto.")
        assert page.form("riprendi", voce="testo-a-0001", riga=3)[0] == 303
        assert tree(root) == before

    def test_an_older_decision_is_taken_out_or_proposed_again(
        self, root: Path, page: Page
    ) -> None:
        page.decide(azione="accetta", dubbio=page.doubt("a-0007"), riga=3, da="redazione")
        page.decide(azione="annota", riga=7, motivo="Letto.")
        said = page.decide(azione="riproponi", voce="a-0007", riga=3)
        assert "stende stente" in said
        assert page.doubt("a-0007")
        status, said = page.form("anteprima", azione="riproponi", voce="a-0008", riga=7)
        assert (status, "non si può rimettere" in said) == (422, True)
        said = page.decide(azione="togli", voce="a-0008", riga=7)
        assert "Le parole che si leggono restano le stesse." in said
        [entry] = corrections(root)
        assert (entry["id"], entry["state"]) == ("a-0007", "proposed")
        kept = tree(root)
        page.decide(azione="togli", voce="a-0007", riga=3)
        gone = tree(root)
        said = plain(page.get("/testo/testo-a/?tolto=a-0007"))
        assert "Tolta la decisione: a-0007." in said
        assert "Riprendi" in said
        assert page.form("riprendi", voce="a-0007", riga=3)[0] == 303
        assert tree(root) == kept
        page.decide(azione="togli", voce="a-0007", riga=3)
        assert tree(root) == gone
        assert tomllib.loads((root / "corrections.toml").read_text("utf-8")) == {}

    def test_a_second_correction_of_one_place_leads_to_the_first(
        self, root: Path, page: Page
    ) -> None:
        page.decide(azione="accetta", dubbio=page.doubt("a-0007"), riga=3)
        _, said = page.form("anteprima", azione="correggi", riga=3, motivo="x",
                            testo=TEXT.splitlines()[2].replace("stente", "mette"))
        assert "Si scontra con a-0007: prima si tolga quella" in plain(said)
        assert 'href="/testo/testo-a/#decisioni"' in said
        form = page.get("/testo/testo-a/riga/3")
        assert "Già deciso qui a-0007" in plain(form)
        assert 'value="togli"' in form

    @pytest.mark.parametrize(("fields", "why"), [
        ({"azione": "togli", "voce": "b-1"}, "non c’è più"),
        ({"azione": "correggi", "riga": 3, "testo": "Altro"}, "Manca il motivo"),
        ({"azione": "correggi", "riga": 2, "testo": "", "motivo": "x"}, "le stesse"),
        ({"azione": "annota", "riga": 3}, "Manca l’osservazione"),
        ({"azione": "annota", "riga": 2, "motivo": "x"}, "riga vuota"),
        ({"azione": "accetta", "dubbio": "0" * 12}, "non c’è più"),
        ({"azione": "altro"}, "che cosa fare"),
        ({"azione": "colonna", "riga": 3, "lato": "altro"}, "non si conosce"),
        ({"azione": "colonna", "riga": 3, "paragrafo-detto": "1", "paragrafo": "??"}, "paragrafo"),
        ({"azione": "correggi", "riga": 3, "testo": "stento sempre", "motivo": "x"}, "a-0007"),
    ])
    def test_what_cannot_be_is_told_and_nothing_changes(
        self, root: Path, page: Page, fields: dict[str, object], why: str
    ) -> None:
        if why == "a-0007":
            page.decide(azione="accetta", dubbio=page.doubt("a-0007"))
        before = tree(root)
        status, said = page.form("anteprima", **fields)
        assert status == 422
        assert why in plain(said)
        assert tree(root) == before

    def test_files_that_changed_meanwhile_are_not_written_over(
        self, root: Path, page: Page
    ) -> None:
        fields = {"azione": "annota", "riga": 3, "motivo": "Letto."}
        _, said = page.form("anteprima", **fields)
        [seal] = re.findall(r'name="sigillo" value="(\w+)"', said)
        file = root / "corrections.toml"
        file.write_text(CORRECTIONS + "# di un altro\n", "utf-8")
        status, said = page.form("scrivi", sigillo=seal, **fields)
        assert status == 409
        assert "sono cambiati" in said
        assert file.read_text("utf-8") == CORRECTIONS + "# di un altro\n"

    def test_a_list_that_cannot_be_followed_is_left_alone(self, root: Path, page: Page) -> None:
        file = root / "corrections.toml"
        file.write_text("correction = []\n", "utf-8")
        status, said = page.form("anteprima", azione="annota", riga=3, motivo="Letto.")
        assert status == 422
        assert "corrections.toml non si può cambiare da qui" in said
        [told] = re.findall(r'<pre class="grezzo" lang="en"[^>]*>([^<]+)', said)
        assert "by hand" in told
        assert file.read_text("utf-8") == "correction = []\n"

    def test_a_corpus_that_breaks_meanwhile_is_told(self, root: Path, page: Page) -> None:
        (root / "corrections.toml").write_text("x = 1\n", "utf-8")
        status, said, _ = page.ask("GET", "/")
        assert status == 409
        assert "Il corpus non si legge. Il file corrections.toml ha un errore" in said
        # What the program says is English, and is shown as such.
        [told] = re.findall(r'<pre class="grezzo" lang="en"[^>]*>([^<]+)', said)
        assert told.startswith("corrections.toml")
        (root / "corrections.toml").write_text(CORRECTIONS, "utf-8")
        page.get("/")


class TestStrangers:
    """Other sites, and pages that pretend to be ours, get nothing and change nothing."""

    FORM = "application/x-www-form-urlencoded"

    def note(self, page: Page, seal: str = "") -> bytes:
        return urlencode({"chiave": page.server.guard.token, "azione": "annota", "riga": 3,
                          "motivo": "x", "sigillo": seal}).encode()

    @pytest.mark.parametrize("host", [
        "evil.example", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.example:{port}", "",
        "localhost:{port}@evil.example", "[::1]:{port}",
    ])
    @pytest.mark.parametrize("method", ["GET", "POST"])
    def test_a_wrong_host(self, root: Path, page: Page, host: str, method: str) -> None:
        before = tree(root)
        told = host.format(port=page.server.server_port)
        body = self.note(page) if method == "POST" else None
        path = "/testo/testo-a/scrivi" if body else "/"
        status, said, _ = page.ask(method, path, body, Host=told, Content_Type=self.FORM)
        assert status in (400, 403)
        assert page.server.guard.token not in said
        assert tree(root) == before

    @pytest.mark.parametrize("headers", [
        {"Origin": "https://evil.example"}, {"Origin": "null"}, {"Origin": "http://127.0.0.1:1"},
        {"Sec_Fetch_Site": "cross-site"}, {"Sec_Fetch_Site": "same-site"},
        {"Content_Type": "text/plain"}, {"Content_Type": "multipart/form-data; boundary=x"},
        {"Content_Type": "application/json"}, {"Content_Length": "2000000"},
    ])
    def test_a_form_of_another_site(
        self, root: Path, page: Page, headers: dict[str, str]
    ) -> None:
        seal = page.server.desk.state().seal
        before = tree(root)
        body = b"" if "Content_Length" in headers else self.note(page, seal)
        if "Content_Length" in headers:
            headers = {"Content-Length": headers["Content_Length"]}
        status, _, _ = page.ask(
            "POST", "/testo/testo-a/scrivi", body, **({"Content_Type": self.FORM} | headers))
        assert status == 403
        assert tree(root) == before

    @pytest.mark.parametrize("token", ["", "x", "è" * 43, None])
    def test_a_missing_or_wrong_token(self, root: Path, page: Page, token: str | None) -> None:
        before = tree(root)
        fields = {"azione": "annota", "riga": 3, "motivo": "x",
                  "sigillo": page.server.desk.state().seal}
        body = urlencode(fields | ({} if token is None else {"chiave": token})).encode()
        for path in ("anteprima", "scrivi"):
            status, said, _ = page.ask(
                "POST", f"/testo/testo-a/{path}", body, Content_Type=self.FORM)
            assert status == 403
            assert page.server.guard.token not in said
        assert tree(root) == before

    def test_nothing_that_is_asked_with_get_writes(self, root: Path, page: Page) -> None:
        before = tree(root)
        query = self.note(page, page.server.desk.state().seal).decode()
        for path in ("anteprima", "scrivi", "", "riga/3"):
            for method in ("GET", "HEAD", "PUT", "DELETE", "OPTIONS"):
                page.ask(method, f"/testo/testo-a/{path}?{query}")
        assert tree(root) == before

    def test_it_listens_to_this_machine_only(self, page: Page) -> None:
        assert page.server.server_address[0] == "127.0.0.1"

    def test_every_answer_has_the_strict_policy(self, page: Page) -> None:
        for path in ("/", "/testo/testo-a/", "/none", "/stile.css", "/aiuto.js"):
            _, _, answer = page.ask("GET", path)
            policy = answer.getheader("Content-Security-Policy") or ""
            assert policy.startswith("default-src 'none'")
            assert "unsafe" not in policy
            assert answer.getheader("X-Content-Type-Options") == "nosniff"
            assert answer.getheader("Cache-Control") == "no-store"
            assert answer.getheader("Access-Control-Allow-Origin") is None

    def test_each_run_has_its_own_token(self, root: Path, page: Page) -> None:
        with make_server(root) as other:
            assert other.guard.token != page.server.guard.token

    @pytest.mark.parametrize("path", [
        "/testo/none/", "/testo/testo-a/riga/0", "/testo/testo-a/riga/99", "/testo/testo-a/riga/x",
        "/testo/../corpus/", "/testo/testo-a/pagina/1", "/../../etc/passwd", "/testo/%2e%2e/",
        "//evil.example/", "/testo/testo-a/riga/3/../../..", "/%00", "/testo/testo-a/riga/%D9%A3",
    ])
    def test_what_is_not_there(self, page: Page, path: str) -> None:
        assert page.ask("GET", path)[0] == 404

    def test_a_port_that_is_taken_is_told(
        self, root: Path, page: Page, capsys: pytest.CaptureFixture[str]
    ) -> None:
        from rulebook.cli import run

        assert run(["review", "--port", str(page.server.server_port), "--corpus", str(root)]) == 5
        assert "--port" in capsys.readouterr().err


class TestWitnesses:
    """A second text of an article says what it has in the place of some words."""

    WITNESS = '\n[[supplies]]\nedition = "2007"\narticles = [40]\nrole = "witness"\n'

    @pytest.fixture(autouse=True)
    def _second(self, root: Path) -> None:
        text = TEXT.replace("stente", "stende").replace("nessuno mostra", "nessuno scopre")
        maker.source(root, "testo-c", text.replace("\x0c", ""), self.WITNESS, edition="2007",
                     title="Altra stampa")

    def test_its_words_are_taken_over_one_by_one(self, root: Path, page: Page) -> None:
        said = plain(page.get("/testo/testo-a/"))
        assert "conferma la correzione a-0007" in said
        page.decide(azione="accetta", dubbio=page.doubt("ha «scopre»"), riga=7)
        entry = corrections(root)[-1]
        assert (entry["find"], entry["replace"], entry["near"]) == ("mostra", "scopre", 7)
        assert "Altra stampa" in entry["reason"]
        assert "scopre" not in plain(page.get("/testo/testo-a/")).split("La fonte")[0]

    def test_a_word_that_is_proposed_and_confirmed_is_one_doubt(
        self, root: Path, page: Page
    ) -> None:
        def open_() -> list[str]:
            doubts = page.server.desk.state().doubts("testo-a")
            return [d.message for d in doubts if "stende" in f"{d.message} {d.change}"]

        [message] = open_()
        assert message.endswith("«Altra stampa» ha «stende» e conferma la correzione a-0007.")
        # Decided by hand beside the proposal: that one goes, and does not stand in the way.
        toml = root / "corrections.toml"
        decided = CORRECTIONS.replace("a-0007", "a-0008").replace('"proposed"', '"applied"')
        toml.write_text(CORRECTIONS + decided.partition("\n\n")[2], "utf-8")
        [message] = open_()
        assert message.endswith("Qui ha già deciso a-0008: la proposta si può togliere.")
        key = page.doubt("a-0007")
        shown = page.get("/testo/testo-a/").partition(f'id="d-{key}"')[2].partition("</li>")[0]
        assert "Togli la proposta" in shown
        assert 'value="accetta"' not in shown
        page.decide(azione="togli", dubbio=key, voce="a-0007", riga=3)
        assert open_() == []
        # Of one that is accepted nothing is left either.
        toml.write_text(CORRECTIONS, "utf-8")
        page.decide(azione="accetta", dubbio=page.doubt("a-0007"), riga=3)
        assert open_() == []

    def test_what_was_kept_is_settled(self, root: Path, page: Page) -> None:
        page.decide(azione="tieni", dubbio=page.doubt("ha «scopre»"), riga=7)
        assert corrections(root)[-1]["replace"] == corrections(root)[-1]["find"]
        assert "scopre" not in plain(page.get("/testo/testo-a/")).split("La fonte")[0]

    @pytest.mark.parametrize("more", [True, False])
    def test_a_negation_that_one_text_lacks_comes_first_and_is_taken_over_or_kept(
        self, root: Path, page: Page, more: bool
    ) -> None:
        text = TEXT.replace("nessuno mostra", "nessuno scopre").replace("\x0c", "")
        if more:
            text = text.replace("tavolo appena", "tavolo non appena")
        else:
            text = text.replace("dichiarante non", "dichiarante")
        self.again(root, text)
        doubts = page.server.desk.state().doubts("testo-a")
        assert [d.contrary for d in doubts[:2]] == [True, False]
        assert doubts[0].message.endswith("la regola dice il contrario.")
        changed = ("tavolo appena", "tavolo non appena") if more else (
            "dichiarante non le", "dichiarante le")
        assert doubts[0].change is not None
        assert (doubts[0].change.before, doubts[0].change.after) == changed
        key, line = doubts[0].key, doubts[0].line
        page.decide(azione="tieni", dubbio=key, riga=line)
        assert corrections(root)[-1]["find"] == corrections(root)[-1]["replace"]
        # One decision, one truth: at the desk of either text, and in what is published.
        state = page.server.desk.state()
        assert not [d for name in ("testo-a", "testo-c") for d in state.doubts(name) if d.contrary]
        assert not [i for i in load_rulebook(root).issues if "contrario" in i.message]
        page.form("riprendi", voce=corrections(root)[-1]["id"], riga=line)
        page.decide(azione="accetta", dubbio=key, riga=line)
        assert corrections(root)[-1]["replace"].endswith(changed[1])
        article = load_rulebook(root).by_id["2007"].article(40)
        assert article is not None
        read = " ".join(str(p.text) for p in article.provisions())
        assert changed[1] in read
        assert not [i for i in load_rulebook(root).issues if "contrario" in i.message]

    def again(self, root: Path, text: str) -> None:
        """Another second text."""
        for file in (root / "sources/testo-c").iterdir():
            file.unlink()
        (root / "sources/testo-c").rmdir()
        maker.source(root, "testo-c", text, self.WITNESS, edition="2007", title="Altra stampa")

    def test_only_the_text_that_is_published_is_in_doubt(self, page: Page) -> None:
        state = page.server.desk.state()
        weights = {
            name: {d.weight for d in state.doubts(name) if d.kind == "witness"}
            for name in ("testo-a", "testo-c")
        }
        assert weights == {"testo-a": {"doubt"}, "testo-c": {"remark"}}


def test_words_of_a_text_are_never_markup(root: Path, page: Page) -> None:
    for path in ("/", "/testo/testo-a/", "/testo/testo-a/riga/5",
                 "/testo/testo-a/?fatto=%3Cscript%3E&riga=%3Cb%3E"):
        said = page.get(path)
        assert "<b>prima</b>" not in said
        assert "<i>altro" not in said
        assert said.count("<script") == 1
    _, said = page.form("anteprima", azione=EVIL, riga=EVIL, testo=EVIL)
    assert said.count("<script") == 1


def test_of_many_doubts_the_heaviest_are_shown(
    page: Page, monkeypatch: pytest.MonkeyPatch
) -> None:
    total = len(page.server.desk.state().doubts("testo-a"))
    assert total > 1
    monkeypatch.setattr("rulebook.reviewing.pages._MOST", 1)
    said = plain(page.get("/testo/testo-a/"))
    assert f"Dubbi ({total})" in said
    assert "un altro si vede" in said if total == 2 else f"altri {total - 1} si vedono" in said


CUT = """\
ARTICOLO 41 – CARTE PERDUTE
A. Chi perde una carta
La cerca, e chi la trova la rende.
B. Chi non la trova
Chiama l’Arbitro, che ne fa avere un’altra […]
"""

WOVEN = """\
Ecco in parallelo il testo del 1997 e quello del 2007:
ARTICOLO 31 - TURNI SALTATI
ARTICOLO 31 - TURNI SALTATI
A. Chi salta il turno
A. Turno saltato
Il tavolo torna al punto in cui
1. Finché chi siede a sinistra
il turno è stato saltato.
non ha ancora chiamato, chiama.
"""


def test_a_mark_of_a_cut_is_not_taken_away_unseen(tmp_path: Path) -> None:
    root = tmp_path / "corpus"
    maker.edition(root, "2007")
    maker.source(root, "testo-a", CUT, edition="2007")
    with make_server(root) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        page = Page(server)
        status, said = page.form(
            "anteprima", azione="correggi", riga=5, fino=5, motivo="Un refuso.",
            testo=CUT.splitlines()[4].replace(" […]", ""))
        fields: dict[str, object] = {
            "azione": "correggi", "riga": 5, "fino": 5, "motivo": "Un refuso.",
            "testo": CUT.splitlines()[4].replace(" […]", ""),
            "sigillo": re.findall(r'name="sigillo" value="(\w+)"', said)[0],
        }
        refused, told = page.form("scrivi", **fields)
        assert not (root / "corrections.toml").is_file()
        written, _ = page.form("scrivi", intero="1", **fields)
        server.shutdown()
    assert status == 200
    # It stays marked until the person says that the text is whole.
    assert (refused, written) == (409, 303)
    assert "Così 41 (2007), 41B (2007) non sarebbe più segnato come troncato" in plain(told)
    assert 'name="intero" value="1" required' in said
    shown = plain(said)
    assert "Articolo 41 (2007) segnato come troncato → intero" in shown
    assert "41B finisce a metà di una frase" in shown.partition("Ne vengono")[2]


def test_the_lines_of_a_table_that_did_not_come_apart_are_given_to_its_columns(
    tmp_path: Path,
) -> None:
    root = tmp_path / "corpus"
    maker.edition(root, "1997")
    maker.edition(root, "2007")
    folder = maker.source(root, "testo-a", WOVEN)
    said = (
        '[[columns]]\nid = "t-{0}"\nlines = {1}\nside = "{2}"\nreason = "Si vede."\n'
        'by = "redazione"\non = "2026-12-01"\n'
    )
    (folder / "columns.toml").write_text(
        said.format("c001", "[2, 4, 6, 8]", "old") + said.format("c002", "[3, 5, 7]", "new"),
        "utf-8")
    with make_server(root) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        page = Page(server)
        assert "Manca la riga 9." in plain(page.get("/testo/testo-a/"))
        form = page.get("/testo/testo-a/riga/9")
        assert "Decidi la colonna" in form
        assert "in nessuna tabella a due colonne" in plain(form)
        page.decide(azione="colonna", riga=9, fino=9, lato="new", motivo="Si vede.")
        server.shutdown()
    rulebook = load_rulebook(root)
    [document] = rulebook.documents
    assert not [issue for issue in document.issues if issue.weight == "error"]
    old, new = (rulebook.by_id[year].article(31) for year in ("1997", "2007"))
    assert old is not None
    assert new is not None
    assert str(old.root.children[0].text) == (
        "Il tavolo torna al punto in cui il turno è stato saltato.")
    assert str(new.root.children[0].children[0].text) == (
        "Finché chi siede a sinistra non ha ancora chiamato, chiama.")


def test_two_columns_are_settled_in_their_own_file(tmp_path: Path) -> None:
    from rulebook.reading.holdings.corpus import embedded

    for entry in load(embedded()).sources:
        if entry.decided:
            break
    else:
        pytest.fail("no text with two columns")
    root = tmp_path / "corpus"
    maker.edition(root, "1997")
    maker.edition(root, "2007")
    raw = (embedded() / entry.place / entry.source.name).read_bytes()
    folder = maker.source(root, "colonne", "x", edition="2007")
    toml = (folder / "source.toml").read_text("utf-8").replace(
        re.findall(r'sha256 = "(\w+)"', (folder / "source.toml").read_text("utf-8"))[0],
        entry.source.sha256)
    (folder / "testo.txt").write_bytes(raw)
    (folder / "source.toml").write_text(toml, "utf-8")
    with make_server(root) as server:
        threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        page = Page(server)
        state = server.desk.state()
        unsure = [d for d in state.doubts("colonne") if d.kind == "columns"]
        assert unsure
        [token] = [server.guard.token]
        fields = {"azione": "accetta", "dubbio": unsure[0].key, "riga": unsure[0].line,
                  "chiave": token}
        kind = {"Content_Type": "application/x-www-form-urlencoded"}
        body = urlencode(fields).encode()
        _, said, _ = page.ask("POST", "/testo/colonne/anteprima", body, **kind)
        [seal] = re.findall(r'name="sigillo" value="(\w+)"', said)
        body = urlencode(fields | {"sigillo": seal}).encode()
        assert page.ask("POST", "/testo/colonne/scrivi", body, **kind)[0] == 303
        entries = tomllib.loads((folder / "columns.toml").read_text("utf-8"))["columns"]
        found = next(e for e in load(root).sources if e.source.id == "colonne").decided
        assert found[0].numbers == unsure[0].lines
        assert len(entries) == 1
        assert unsure[0].key not in {d.key for d in server.desk.state().doubts("colonne")}
        first = unsure[0].lines[0]
        again = {"azione": "colonna", "riga": first, "ruolo": "furniture", "motivo": "Riletta.",
                 "chiave": token}
        _, said, _ = page.ask("POST", "/testo/colonne/anteprima", urlencode(again).encode(), **kind)
        [seal] = re.findall(r'name="sigillo" value="(\w+)"', said)
        body = urlencode(again | {"sigillo": seal}).encode()
        assert page.ask("POST", "/testo/colonne/scrivi", body, **kind)[0] == 303
        found = next(e for e in load(root).sources if e.source.id == "colonne").decided
        assert sorted(n for e in found for n in e.numbers) == list(unsure[0].lines)
        assert [e.role for e in found if first in e.numbers] == ["furniture"]
        server.shutdown()
    assert not (root / "corrections.toml").exists()


@given(st.lists(st.sampled_from(["uno ", "due", "\n", "\r\n", "\r", "\x0c", "\t", "è ", "␌"])), ANY)
def test_what_is_not_touched_in_a_form_stays(pieces: list[str], new: str) -> None:
    raw = "".join(pieces)
    assert from_field(raw, as_field(raw)) == raw
    assert from_field(raw, as_field(raw).replace("\n", "\r\n")) == raw
    assert from_field(raw, as_field(raw) + "fine") == raw + "fine"
    made = from_field(raw, new)
    assert as_field(made) == as_field(new)


@given(st.lists(st.sampled_from(["uno", "due", "uno due", "", "tre  quattro"]), min_size=1), ANY,
       st.data())
def test_a_replacement_is_that_of_its_place(lines: list[str], new: str, data: Any) -> None:
    from rulebook.model import Correction
    from rulebook.reading.mending import corrections as applied

    made, _ = source("\n".join(lines).encode(), "t")
    start = data.draw(st.integers(0, len(made.text)))
    stop = data.draw(st.integers(start, len(made.text)))
    signed = Signed("r", "b", "2026-11-30")
    try:
        entry = replacement(made, start, stop, new, (), signed).entry
    except DecisionError:
        return
    told = {key: entry[key] for key in ("id", "source", "op", "find", "near", "replace", "state",
                                        "reason", "by", "on")}
    try:
        text = applied.apply(made, (Correction(**told),)).text  # type: ignore[arg-type]
    except applied.CorrectionError:
        assert not new.strip()
        return
    assert str(text) == made.text[:start] + new + made.text[stop:]


def test_a_line_is_decided_once() -> None:
    made, _ = source(b"x\n" * 9, "t")
    old = (entry("c1", [1, "3-6"], role="body"), entry("c2", [7]))
    signed = Signed("r", "b", "2026-11-30")

    def decided(lines: list[int], **said: str) -> Any:
        return columns(made, lines, said, None, old, ["c1", "c2", "t-c001"], signed)

    split = decided([4, 5], side="new")
    assert (split.id, split.amends) == ("t-c002", {"c1": {"lines": [1, 3, 6]}})
    assert split.entry["lines"] == [4, 5]
    whole = decided([1, 3, 4, 5, 6, 8], side="new")
    assert (whole.id, whole.entry) == ("c1", {})
    assert whole.amends["c1"]["lines"] == [1, "3-6", 8]
    assert (whole.amends["c1"]["side"], whole.amends["c1"]["role"]) == ("new", None)
    assert decided([9]).amends == {}
    with pytest.raises(DecisionError, match="c1, c2"):
        decided([1, 3, 4, 5, 6, 7])


def entry(number: str, lines: list[int | str], role: Any = None) -> ColumnsEntry:
    return ColumnsEntry(
        id=number, lines=tuple(lines), role=role, reason="r", by="b", on="2026-11-30")


def test_numbers_follow_those_that_are_there() -> None:
    assert new_id("lettera", []) == "lettera-0001"
    assert new_id("lettera", ["001-0007", "001-c003", "altro"]) == "001-0008"
    assert new_id("lettera", ["001-0007", "001-c003"], "c") == "001-c004"
    made, _ = source(b"uno\ndue\n", "t")
    assert note(made, 2, (), Signed("r", "b", "2026-11-30")).entry["find"] == "due"

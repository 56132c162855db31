"""The page of the review in Chromium: by mouse, by keyboard, without scripts, and for everybody."""

from __future__ import annotations

import threading
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import axe_playwright_python
import corpus_maker as maker
import pytest
from playwright.sync_api import Browser, Page

from rulebook.reviewing import make_server
from rulebook.reviewing.server import ReviewServer

AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
TEXT = maker.ARTICLE.replace("stende", "stente") + "\nB. Carte altrui: nessuno le tocca.\n" + (
    "".join(f"\n{step}. Regola {step}: vale anche questa, per tutti.\n" for step in "CDEFGHIJ")
)
PROPOSED = """[[correction]]
id = "a-1"
source = "testo-a"
op = "replace"
find = "stente"
near = 3
replace = "stende"
state = "proposed"
reason = "Refuso."
by = "redazione"
on = "2026-11-30"
"""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = maker.corpus(tmp_path / "corpus")
    text = folder / "sources/testo-a"
    for file in text.iterdir():
        file.unlink()
    text.rmdir()
    maker.source(folder, "testo-a", TEXT, edition="2007", title="Carte scoperte")
    (folder / "corrections.toml").write_text(PROPOSED, "utf-8")
    return folder


@pytest.fixture
def server(root: Path) -> Iterator[ReviewServer]:
    with make_server(root) as made:
        threading.Thread(target=made.serve_forever, args=(0.02,), daemon=True).start()
        yield made
        made.shutdown()


def faults(page: Page) -> list[Any]:
    """What axe-core finds, told in short."""
    page.evaluate(AXE)
    found = page.evaluate("async () => (await axe.run(document)).violations")
    return [(one["id"], [node["html"][:120] for node in one["nodes"]]) for one in found]


def small(page: Page) -> list[str]:
    """Links and buttons on which a thumb does not fit."""
    return list(page.evaluate("""() => [...document.querySelectorAll(
        'main a:not(svg a), main button, main select, main input:not([type=hidden]), summary')]
      .filter((one) => one.checkVisibility())
      .map((one) => [one.getBoundingClientRect(), one])
      .filter(([box, one]) => box.height < 43.5 && !one.closest('.avviso, .casella'))
      .map(([box, one]) => one.outerHTML.slice(0, 80))"""))


def entries(root: Path) -> list[dict[str, Any]]:
    return tomllib.loads((root / "corrections.toml").read_text("utf-8"))["correction"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_person_settles_doubts(
    browser: Browser, root: Path, server: ReviewServer, scheme: Any
) -> None:
    context = browser.new_context(color_scheme=scheme, viewport={"width": 1200, "height": 700})
    page = context.new_page()
    wrong: list[str] = []
    page.on("console", lambda said: wrong.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(server.address)
    assert (faults(page), small(page)) == ([], [])
    page.get_by_role("link", name="Carte scoperte").click()
    assert (faults(page), small(page)) == ([], [])

    # A line and what is read in it belong together, by mouse and by keyboard.
    bound = "[...document.querySelectorAll('.lega')].map((one) => one.id)"
    line = page.locator("#riga-3")
    line.hover()
    [row, voice] = page.evaluate(bound)
    assert row == "riga-3"
    assert "Carte del morto" in page.locator(f"#{voice}").inner_text()
    last = page.locator(".voce").last
    last.get_by_role("link").focus()
    assert last.get_attribute("id") in page.evaluate(bound)
    number = (last.get_attribute("data-righe") or "").split()[0]
    page.wait_for_function("""(id) => {
        const row = document.getElementById(id), box = row.getBoundingClientRect();
        const frame = row.closest('.colonna').getBoundingClientRect();
        return box.top >= frame.top && box.bottom <= frame.bottom && frame.height < 700;
    }""", arg=f"riga-{number}")
    page.keyboard.press("Alt+KeyN")
    assert page.evaluate("document.activeElement.className").startswith("dubbio")

    # A correction that waits is accepted: first one sees what changes.
    waiting = page.locator(".dubbio", has_text="a-1")
    waiting.get_by_role("button", name="Accetta").click()
    assert (faults(page), small(page)) == ([], [])
    assert page.locator("del", has_text="stente").count()
    assert entries(root)[0]["state"] == "proposed"
    page.get_by_role("button", name="Scrivi").click()
    assert entries(root)[0]["state"] == "applied"
    assert "Scritto: a-1" in page.get_by_role("status").inner_text()
    assert not page.locator(".dubbio", has_text="a-1").count()
    page.get_by_text("Mostra chi ha deciso").click()
    assert page.locator(".presa", has_text="a-1").get_by_role("button").count() == 2
    assert (faults(page), small(page)) == ([], [])

    # Words are corrected by keyboard alone.
    page.get_by_role("link", name="Correggi la riga 5", exact=True).focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/riga/5")
    assert (faults(page), small(page)) == ([], [])
    words = page.get_by_label("Riga 5")
    words.fill(words.input_value().replace("le mostra", "le scopre"))
    page.get_by_label("Perché: si legge").fill("Un <b>motivo</b> & «altro» \"così\"")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Scrivi").click()
    assert entries(root)[1]["replace"].count("le scopre") == 1
    assert entries(root)[1]["reason"] == "Un <b>motivo</b> & «altro» \"così\""
    assert wrong == []
    assert {url.split("/")[2] for url in asked} == {f"127.0.0.1:{server.server_port}"}
    context.close()


def test_without_scripts_and_on_a_telephone(
    browser: Browser, root: Path, server: ReviewServer
) -> None:
    context = browser.new_context(
        java_script_enabled=False, viewport={"width": 320, "height": 640})
    page = context.new_page()
    page.goto(f"{server.address}testo/testo-a/")
    page.locator("#riga-3 .dove").click()
    assert page.url.partition("#")[2].startswith("p-")
    page.locator(".dubbio", has_text="a-1").get_by_role("button", name="Tieni").click()
    page.get_by_role("button", name="Scrivi").click()
    assert entries(root)[0]["replace"] == "stente"
    page.goto(f"{server.address}testo/testo-a/riga/5")
    page.get_by_label("Perché: si legge").fill("Letto.")
    page.get_by_role("button", name="Annota").click()
    page.get_by_role("button", name="Scrivi").click()
    assert entries(root)[1]["op"] == "note"
    context.close()


def test_nothing_is_cut_off_at_320_pixels(browser: Browser, server: ReviewServer) -> None:
    context = browser.new_context(viewport={"width": 320, "height": 640})
    page = context.new_page()
    for path in ("", "testo/testo-a/", "testo/testo-a/riga/5"):
        page.goto(server.address + path)
        assert page.evaluate("document.documentElement.scrollWidth") <= 320, path
        assert (faults(page), small(page)) == ([], []), path
    context.close()


def test_another_site_gets_nowhere(browser: Browser, root: Path, server: ReviewServer) -> None:
    """A page of another origin sends the very form, with the token, and asks for the page."""
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

    target, token = server.address, server.guard.token
    seal = server.desk.state().seal
    form = "".join(f'<input name="{name}" value="{value}">' for name, value in {
        "chiave": token, "azione": "annota", "riga": "3", "motivo": "x", "sigillo": seal}.items())

    class Evil(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(f"""<form method=post action="{target}testo/testo-a/scrivi">{form}
              <button>go</button></form><iframe src="{target}"></iframe>""".encode())

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Evil) as evil:
        threading.Thread(target=evil.serve_forever, daemon=True).start()
        context = browser.new_context()
        page = context.new_page()
        before = (root / "corrections.toml").read_bytes()
        page.goto(f"http://127.0.0.1:{evil.server_port}/")
        read = page.evaluate(
            """(url) => fetch(url).then((r) => r.text()).catch(() => "refused")""", target)
        assert read == "refused"
        with page.expect_navigation() as done:
            page.get_by_role("button").click()
        assert done.value is not None
        assert done.value.status == 403
        assert (root / "corrections.toml").read_bytes() == before
        context.close()
        evil.shutdown()

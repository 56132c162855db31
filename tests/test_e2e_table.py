"""The ways of the people at the table through the real site, in Chromium."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from table_site import DESK, PHONE, PUBLIC, Reader, build_site, served, until, violations

from rulebook.publishing.pdf.qr import qr_svg
from rulebook.publishing.situations import Situation
from rulebook.publishing.situations_file import embedded_handbook

CARDS = embedded_handbook().situations
GUIDE = "guida/croci-cenni-di-regolamento/"
KINDS = ["", "tavolo/", "tavolo/licita-insufficiente/", GUIDE, "2007/", "2007/27/", "2007/54/",
         "1997/27/", "2007/9/", "27/", "confronto/", "confronto/1997-2007/",
         "confronto/1997-2007/27/", "quesiti/di-sacco-renonce/", "commenti/figb-articolo-27/",
         "indice/", "apparato/", "apparato/articolo-20/", "novita/", "collegare/", "404.html"]
BOTH = pytest.mark.parametrize("viewport", [PHONE, DESK], ids=["phone", "desk"])
LIT = pytest.mark.parametrize(("viewport", "scheme"), [
    (PHONE, "dark"), pytest.param(DESK, "light", marks=pytest.mark.long),
])
SOME = pytest.mark.parametrize("cards", [
    pytest.param(CARDS[::4], id="some"), pytest.param(CARDS, id="all", marks=pytest.mark.long),
])
TOUCH = {"has_touch": True, "is_mobile": True}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("table") / "site"
    build_site(out)
    return out


@pytest.fixture(scope="module")
def host(site: Path) -> Iterator[str]:
    with served(site) as address:
        yield address


@pytest.fixture
def reader(browser: Browser, host: str) -> Iterator[Reader]:
    person = Reader(browser, host)
    yield person
    person.close()


def top_of(page: Page, selector: str) -> float:
    return float(page.locator(selector).first.evaluate("e => e.getBoundingClientRect().top"))


def header_of(page: Page) -> float:
    header = page.locator(".md-header")
    return float(header.evaluate("e => e.getBoundingClientRect().bottom"))


# ── A player at the club ──────────────────────────────────────────────────────────────────────

@BOTH
@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_what_happens_after_an_insufficient_bid(
    viewport: dict[str, int], scripts: bool, reader: Reader
) -> None:
    page = reader.open(viewport=viewport, java_script_enabled=scripts)
    page.get_by_role("link", name="Licita insufficiente", exact=True).first.click()
    page.wait_for_url("**/tavolo/licita-insufficiente/")
    expect(page.locator(".rb-first")).to_contain_text("Chiama l’Arbitro")
    expect(page.locator(".rb-decides")).to_contain_text("chi sta a sinistra")
    assert page.locator(".rb-option").count() == 5
    expect(page.locator("#opzione-3")).to_contain_text("27B1(b) · 2007")
    page.go_back()
    assert page.url == reader.site
    assert page.complaints == []  # type: ignore[attr-defined]


@SOME
def test_every_card_fits_one_screen_of_a_phone(
    cards: Sequence[Situation], reader: Reader
) -> None:
    page = reader.open("tavolo/")
    for card in cards:
        page.goto(f"{reader.site}tavolo/{card.id}/")
        last = page.locator(".rb-option").last
        bottom = last.evaluate("e => e.getBoundingClientRect().bottom")
        assert bottom <= PHONE["height"], card.id
        assert top_of(page, "h1") >= header_of(page), card.id
        size = last.locator("p").evaluate("e => getComputedStyle(e).fontSize")
        assert float(size.removesuffix("px")) >= 16, card.id
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], card.id


@SOME
def test_every_card_fills_one_sheet(cards: Sequence[Situation], reader: Reader) -> None:
    page = reader.open("tavolo/")
    for number, card in enumerate(cards):
        page.goto(f"{reader.site}tavolo/{card.id}/")
        for paper in ("A6", "A5", "A4")[: 1 if number % 5 else 3]:
            sheets = re.findall(rb"/Type\s*/Page\b", page.pdf(format=paper))
            assert len(sheets) == 1, (card.id, paper)
        page.emulate_media(media="print")
        assert page.locator(".rb-doubts-of").count() == page.locator(".rb-doubt:visible").count()
        page.emulate_media(media="null")


def test_a_printed_article_is_the_article(reader: Reader) -> None:
    page = reader.open("2007/27/")
    page.emulate_media(media="print")
    for aside in (".rb-cited", ".rb-related", ".rb-cite", ".rb-neighbours", ".md-header",
                  ".rb-law .rb-counterpart"):
        assert page.locator(aside).first.is_hidden(), aside
    assert page.locator("#B1b .rb-text").is_visible()
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) <= 3
    line = page.locator(".rb-running")
    said = line.evaluate("e => getComputedStyle(e, '::before').content")
    assert said == '"Articolo 27, Codice di Gara 2007: Licita insufficiente · non più in vigore"'
    display = line.evaluate("e => getComputedStyle(e).display")
    assert display == "table-header-group", "every sheet repeats it"
    text, sheet = page.locator("#A1").bounding_box(), page.locator("article").bounding_box()
    assert text
    assert sheet
    assert text["x"] + text["width"] <= sheet["x"] + sheet["width"] <= PHONE["width"]


def test_a_printed_card_has_the_code_of_its_address(site: Path) -> None:
    html = (site / "tavolo/attacco-fuori-turno/index.html").read_text(encoding="utf-8")
    assert qr_svg(f"{PUBLIC}tavolo/attacco-fuori-turno/") in html
    assert "rb-qr" not in (site / "2007/27/index.html").read_text(encoding="utf-8")


def test_whether_a_revoke_is_established(reader: Reader) -> None:
    page = reader.open(**TOUCH)
    page.get_by_role("link", name="Renonce scoperta in tempo").tap()
    page.wait_for_url("**/tavolo/renonce-non-consumata/")
    page.locator("#opzione-1").get_by_role("link", name="63A1 · 2007").tap()
    preview = page.locator(".rb-preview")
    expect(preview).to_contain_text("attacchino o giochino nella presa successiva")
    expect(preview).to_contain_text("63A1, Codice di Gara 2007")
    page.wait_for_timeout(250)  # it has risen
    box = preview.bounding_box()
    assert box
    assert box["y"] + box["height"] == pytest.approx(PHONE["height"], abs=2), "at the thumb"


@pytest.mark.parametrize("typed", ["tavolo/licita-insuficiente/", "licitainsufficiente"])
def test_a_mistyped_situation_is_offered(typed: str, reader: Reader) -> None:
    page = reader.open(typed)
    offered = page.locator("[data-smarrito] a")
    expect(offered.first).to_have_text("Licita insufficiente")


def test_a_spoken_citation_of_nothing_leads_to_its_article(reader: Reader) -> None:
    page = reader.open("c/78.3/")
    page.wait_for_url("**/78/#p3")
    expect(page.locator(".rb-lost")).to_contain_text("In questa pagina non c’è «78.3»")


def test_the_tiles_follow_the_search(reader: Reader) -> None:
    page = reader.open()
    assert top_of(page, ".rb-open-search") < top_of(page, ".rb-tile") < PHONE["height"]
    low = page.locator(".rb-tile").evaluate_all(
        "all => all.filter(e => e.getBoundingClientRect().height < 44).length"
    )
    assert low == 0


def watch_the_way_back(page: Page) -> None:
    """Stand in for what tells a page of a phone's way back, which a desk's browser has not."""
    page.evaluate(
        """() => { window.watchers = [];
        window.CloseWatcher = class {
          constructor() { watchers.push(this); }
          destroy() { watchers.splice(watchers.indexOf(this), 1); }
        }; }"""
    )


def go_back(page: Page) -> None:
    """The way back of a phone: the last that waits for it hears of it, else the page is left."""
    page.evaluate("() => { const last = watchers.pop(); last ? last.onclose() : history.back(); }")


# ── A referee ─────────────────────────────────────────────────────────────────────────────────

def test_a_citation_shows_its_target_on_a_tap(reader: Reader) -> None:
    page = reader.open("2007/27/#B2", **TOUCH)
    watch_the_way_back(page)
    link = page.locator("#B2 a.rb-ref", has_text="(b)")
    link.tap()
    preview = page.locator(".rb-preview")
    expect(preview).to_contain_text("ha lo stesso significato")
    assert page.url.endswith("2007/27/#B2"), "the page stays"
    assert page.locator("[id='B1b']").count() == 1, "no id stands twice"
    link_box, box = link.bounding_box(), preview.bounding_box()
    assert link_box
    assert box
    assert link_box["y"] + link_box["height"] <= box["y"], "the citation stays in sight"
    go_back(page)
    expect(preview).to_have_count(0)
    assert page.url.endswith("2007/27/#B2"), "the way back closes the preview only"
    page.locator("#B2 a.rb-term", has_text="compagno").first.tap()
    expect(preview).to_contain_text("Il giocatore con cui")
    link.tap()
    expect(preview).to_contain_text("ha lo stesso significato")
    link.tap()
    page.wait_for_url("**/2007/27/#B1b")
    assert page.complaints == []  # type: ignore[attr-defined]


def test_a_citation_shows_its_target_under_the_pointer(reader: Reader) -> None:
    page = reader.open("2007/20/", viewport=DESK)
    link = page.locator("#C2 a.rb-ref").first
    link.hover()
    preview = page.locator(".rb-preview")
    expect(preview).to_contain_text("Non più in vigore.")
    expect(preview).to_contain_text("Questa raccolta non ha il testo")
    preview.hover()
    page.wait_for_timeout(600)
    expect(preview).to_be_visible()
    page.locator("h1").hover()
    expect(preview).to_have_count(0)
    link.click()
    page.wait_for_url("**/2007/41/#B")


def test_a_citation_shows_its_target_by_keyboard(reader: Reader) -> None:
    page = reader.open("2007/27/", viewport=DESK)
    link = page.locator("#B2 a.rb-ref").first
    page.keyboard.press("Tab")
    link.focus()
    preview = page.locator(".rb-preview")
    expect(preview).to_contain_text("27B1(b), Codice di Gara 2007")
    page.keyboard.press("Space")
    assert until(page, lambda: page.evaluate("!!document.activeElement.closest('.rb-preview')"))
    page.keyboard.press("Escape")
    expect(preview).to_have_count(0)
    assert link.evaluate("e => e === document.activeElement")
    page.keyboard.press("Space")
    expect(preview.get_by_role("button", name="Apri qui nel testo")).to_be_visible()
    for _ in range(12):
        if page.evaluate("document.activeElement.textContent") == "Apri qui nel testo":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".rb-unfolded")).to_contain_text("ha lo stesso significato")


def test_citations_unfold_two_deep(reader: Reader) -> None:
    page = reader.open("2007/27/#B2", **TOUCH)
    for name in ("Articolo 26", "Articolo 23"):
        page.locator("#B2 > .rb-text a.rb-ref", has_text=name).tap()
        page.get_by_role("button", name="Apri qui nel testo").tap()
        expect(page.locator(".rb-unfolded-title", has_text=name[-2:])).to_be_visible()
    titles = page.locator("#B2 > .rb-unfolded .rb-unfolded-title a").all_inner_texts()
    assert [title[:7] for title in titles] == ["art. 26", "art. 23"]
    page.locator("#B2 > .rb-text a.rb-ref", has_text="(b)").tap()
    page.get_by_role("button", name="Apri qui nel testo").tap()
    inner = page.locator(".rb-unfolded", has_text="27B1(b), Codice").first
    inner.locator("a.rb-ref", has_text="punto D").tap()
    page.get_by_role("button", name="Apri qui nel testo").tap()
    second = inner.locator(".rb-unfolded")
    expect(second).to_contain_text("al termine del gioco")
    second.locator("a.rb-ref").first.tap()
    expect(page.locator(".rb-preview")).to_be_visible()
    assert page.get_by_role("button", name="Apri qui nel testo").count() == 0, "two deep is enough"
    page.keyboard.press("Escape")
    second.get_by_role("button", name="Richiudi").press("Enter")
    expect(second).to_have_count(0)
    assert page.complaints == []  # type: ignore[attr-defined]


@BOTH
def test_a_citation_is_a_link_without_scripts(viewport: dict[str, int], reader: Reader) -> None:
    page = reader.open("2007/27/", viewport=viewport, java_script_enabled=False)
    page.locator("#B2 a.rb-ref", has_text="Articolo 26").click()
    assert page.url.endswith("/2007/26/")


def test_a_citation_is_a_link_without_a_connection(reader: Reader) -> None:
    page = reader.open("2007/27/", **TOUCH)
    page.route("**/2007/26/", lambda route: route.abort() if route.request.resource_type == "fetch"
               else route.continue_())
    page.locator("#B2 a.rb-ref", has_text="Articolo 26").tap()
    page.wait_for_url("**/2007/26/")


def test_a_citation_is_a_link_from_a_disk(site: Path, reader: Reader) -> None:
    page = reader.open((site / "2007/27/index.html").as_uri(), **TOUCH)
    page.locator("#B2 > .rb-text a.rb-ref", has_text="(b)").tap()
    assert until(page, lambda: page.evaluate("location.hash") == "#B1b")
    assert page.locator(".rb-preview").count() == 0


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_a_passage_opens_at_its_provision(scripts: bool, reader: Reader) -> None:
    page = reader.open("2007/50/#D2a", java_script_enabled=scripts)
    spoken = page.locator("[data-of='D2a'].rb-cited")
    spoken.locator("summary").first.click()
    for kind in ("Al tavolo", "Guide"):
        expect(spoken.get_by_text(kind, exact=True)).to_be_visible()
    passage = spoken.locator(".rb-passage", has_text="Rinvio fuori turno").first
    passage.locator("summary").click()
    expect(passage.locator(".rb-passage-text")).to_contain_text("Un difensore ha mosso per primo")
    passage.get_by_role("link").click()
    page.wait_for_url("**/tavolo/rinvio-fuori-turno/")


def test_a_letter_speaks_at_its_provision(reader: Reader) -> None:
    page = reader.open("2007/16/")
    expect(page.locator("#D").get_by_text("Quesiti")).to_be_visible()
    page.locator("#D .rb-passage", has_text="La renonce consumata").locator("summary").click()
    passage = page.locator("#D .rb-passage-text").first
    expect(passage).to_contain_text("Informazione Non Autorizzata")


# ── From one edition to another ───────────────────────────────────────────────────────────────

@pytest.mark.parametrize(
    ("start", "edition", "end"),
    [
        ("1997/27/#C", "2007", "2007/27/#A2"),
        ("2007/27/#D", "1997", "1997/27/#B1b"),
        ("2007/27/#C", "1997", "1997/27/#da-2007-C"),
        ("2007/27/#B1b", "1997", "1997/27/#da-2007-B1b"),
        ("2007/27/", "1997", "1997/27/"),
        ("2007/27/#A", "2017", "2017/27/"),
        ("27/#B1b", "1997", "1997/27/#B1b"),
        ("2007/16/#D", "2017", "2017/16/#C"),
        ("2007/23/", "2017", "2017/72/#C"),
    ],
)
def test_the_selector_follows_the_concordance(
    start: str, edition: str, end: str, reader: Reader
) -> None:
    page = reader.open(start)
    page.locator(".rb-choose summary").click()
    page.locator(f".rb-choose a[data-edition='{edition}']").click()
    assert until(page, lambda: page.url == reader.site + end), page.url


def test_an_inserted_rule_leads_to_the_top_with_a_word(reader: Reader) -> None:
    page = reader.open("1997/27/#da-2007-C")
    word = page.locator(".rb-came:visible")
    expect(word).to_contain_text("27C del 2007 risulta nuova: nulla le corrisponde")
    page.wait_for_timeout(250)
    assert header_of(page) <= top_of(page, ".rb-came:target")
    assert top_of(page, "h1") < PHONE["height"] / 2
    page = reader.open("1997/27/")
    expect(page.locator(".rb-came:visible")).to_have_count(0)


def test_what_27b1b_said_in_1997(reader: Reader) -> None:
    page = reader.open()
    page.get_by_role("article").get_by_role("link", name="Codice di Gara 1997").click()
    page.get_by_role("article").get_by_role("link", name="27 Licita insufficiente").click()
    page.get_by_role("article").locator("a[href='#B1b']:visible").first.click()
    expect(page.locator("#B1b")).to_contain_text("punteggio arbitrale")
    expect(page.locator(".rb-notice-edition").first).to_contain_text("Non più in vigore")
    expect(page.locator(".rb-notice-edition a").first).to_contain_text("edizione successiva")


# ── To cite ───────────────────────────────────────────────────────────────────────────────────

@BOTH
def test_how_to_link_to_50d2(viewport: dict[str, int], reader: Reader) -> None:
    page = reader.open("2007/", viewport=viewport)
    page.get_by_role("article").get_by_role("link", name="50 Disposizioni").click()
    page.wait_for_url("**/2007/50/")
    page.get_by_role("button", name="Cita 50D2", exact=True).click()
    menu = page.locator(".rb-cite-menu")
    expect(menu).to_contain_text("50D2, Codice di Gara 2007 (non più in vigore)")
    menu.get_by_role("button", name="Copia il collegamento").click()
    expect(page.get_by_role("status").filter(has_text="copiato")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == f"{reader.site}2007/50/#D2"
    assert page.locator(".rb-cite-menu").count() == 0


def test_the_text_with_its_citation(reader: Reader) -> None:
    page = reader.open("2007/27/#B1b")
    page.get_by_role("button", name="Cita 27B1(b)").click()
    page.get_by_role("button", name="Copia il testo").click()
    expect(page.get_by_role("status").filter(has_text="copiato")).to_be_visible()
    copied = page.evaluate("navigator.clipboard.readText()")
    text, citation, note, lacking, doubt, link = copied.split("\n")
    assert text.startswith("«(b) Se, ad eccezione di quanto previsto in (a)")
    assert "lo stesso significato, o anche un significato più preciso" in text, "no note marks"
    assert text.endswith("ma vedi il punto D seguente.»")
    assert citation == "27B1(b), Codice di Gara 2007 (non più in vigore)"
    assert note == "Nota 1: " + page.locator(".rb-note-text").first.inner_text()
    assert lacking == "Nota 28: La fonte ha il richiamo ma non la nota."
    assert doubt.startswith("Osservazione della redazione, 27B1(b).")
    assert "Apparato" not in doubt
    assert link == f"{reader.site}2007/27/#B1b"
    card = f"{reader.site}tavolo/licita-insufficiente/"
    page.goto(f"{card}#opzione-2")
    page.get_by_role("button", name="Copia il collegamento").click()
    expect(page.get_by_role("status").filter(has_text="copiato")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == card


def test_the_phones_own_sheet(reader: Reader) -> None:
    before = "navigator.share = (data) => { window.shared = data; return Promise.resolve(); };"
    page = reader.open("2007/63/", before=before, **TOUCH)
    page.get_by_role("button", name="Cita 63B").tap()
    page.get_by_role("button", name="Condividi").tap()
    shared = page.evaluate("window.shared")
    assert shared["title"] == "63B, Codice di Gara 2007"
    end = "\n63B, Codice di Gara 2007 (non più in vigore)"
    assert shared["text"].endswith(end), "nothing is doubted in it"
    assert shared["url"] == f"{reader.site}2007/63/#B"


def test_to_cite_by_keyboard(reader: Reader) -> None:
    page = reader.open("2007/63/", viewport=DESK)
    button = page.get_by_role("button", name="Cita 63A1")
    button.focus()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == "Copia il collegamento"
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.textContent").startswith("Copia il testo")
    page.keyboard.press("Escape")
    assert button.evaluate("e => e === document.activeElement")
    assert button.get_attribute("aria-expanded") == "false"


def test_copying_where_the_clipboard_is_refused(reader: Reader) -> None:
    before = "Object.defineProperty(navigator, 'clipboard', {value: undefined});"
    page = reader.open("2007/63/", before=before)
    page.get_by_role("button", name="Cita 63B").click()
    page.get_by_role("button", name="Copia il collegamento").click()
    expect(page.get_by_role("status").filter(has_text="copiato")).to_be_visible()


@BOTH
@pytest.mark.parametrize(
    ("address", "anchor"),
    [("2007/27/#b1b", "B1b"), ("2007/27/#B1(b)", "B1b"), ("27/#27b1(b)", "B1b"),
     (f"{GUIDE}#opzione-3", "opzione-3"), (f"{GUIDE}#opzione 3", "opzione-3"),
     ("tavolo/attacco-fuori-turno/#opzione-4", "opzione-4")],
)
def test_a_followed_anchor_is_found_and_in_sight(
    address: str, anchor: str, viewport: dict[str, int], reader: Reader
) -> None:
    page = reader.open(address, viewport=viewport)
    assert until(page, lambda: page.evaluate("location.hash") == f"#{anchor}")
    page.wait_for_timeout(300)
    assert header_of(page) <= top_of(page, f"[id='{anchor}']") < viewport["height"]
    shown = page.locator(f"[id='{anchor}']").evaluate("e => getComputedStyle(e).backgroundColor")
    inner = page.locator(f"[id='{anchor}'] > *").first.evaluate(
        "e => getComputedStyle(e).backgroundColor")
    assert {shown, inner} != {"rgba(0, 0, 0, 0)"}, "the target is highlighted"


@pytest.mark.parametrize(
    ("address", "shown", "near", "why"),
    [("2007/27/#B9z", "B9z", "B", ""), ("2007/50/#D2z", "D2z", "D2", ""),
     ("27/#b1q", "b1q", "B1", ""), ("2007/27/#perché", "perché", None, ""),
     ("1997/72/#A", "A", "A5", " La raccolta non ha il testo di questo articolo."),
     ("2007/12/#C9z", "C9z", "C", " L’articolo è troncato: può stare nella parte che manca."),
     ("tavolo/licita-insufficiente/#opzione-9", "opzione-9", None, "")],
)
def test_an_anchor_that_is_not_there_is_said(
    address: str, shown: str, near: str | None, why: str, reader: Reader
) -> None:
    page = reader.open(address)
    told = page.locator(".rb-lost")
    expect(told).to_contain_text(f"In questa pagina non c’è «{shown}».{why}")
    assert told.locator("a").count() == (near is not None)
    if near:
        told.locator("a").click()
        assert page.evaluate("location.hash") == f"#{near}"
        expect(told).to_have_count(0)
    assert page.complaints == []  # type: ignore[attr-defined]


@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_the_index_opens_at_the_subject_that_a_link_asks_for(
    scripts: bool, reader: Reader
) -> None:
    page = reader.open("indice/#renonce", java_script_enabled=scripts)
    page.wait_for_timeout(300)
    assert header_of(page) <= top_of(page, "#renonce") < PHONE["height"]
    assert page.locator("details.rb-letter[open]").count() == 1
    page = reader.open("indice/", java_script_enabled=scripts)
    height = page.evaluate("document.documentElement.scrollHeight")
    assert height < 4 * PHONE["height"], "a phone shows the letters, not every subject"
    page.locator(".rb-letters a", has_text="C").first.click()
    if scripts:
        expect(page.locator("#contro")).to_be_visible()
    else:
        page.locator("#lettera-c").click()
        expect(page.locator("#contro")).to_be_visible()


# ── Read last ─────────────────────────────────────────────────────────────────────────────────

def test_the_provisions_read_last_are_at_hand(reader: Reader) -> None:
    page = reader.open()
    assert not page.locator(".rb-recent").is_visible()
    for address in ("2007/27/#B1b", "2007/50/", "1997/27/#C"):
        page.goto(reader.site + address)
    page.goto(reader.site)
    names = page.locator(".rb-recent strong").all_inner_texts()
    assert names == ["27C · 1997", "art. 50 · 2007", "27B1(b) · 2007"]
    page.locator(".rb-recent a").last.click()
    page.wait_for_url("**/2007/27/#B1b")
    page.goto(reader.site)
    page.get_by_role("button", name="Dimentica").click()
    assert not page.locator(".rb-recent").is_visible()
    page.reload()
    assert not page.locator(".rb-recent").is_visible()


def test_a_browser_that_keeps_nothing_reads_all_the_same(reader: Reader) -> None:
    before = ("Object.defineProperty(window, 'localStorage', "
              "{get() { throw new DOMException('denied', 'SecurityError'); }});")
    page = reader.open("2007/27/#B1b", before=before)
    page.goto(reader.site)
    assert page.locator(".rb-tile").first.is_visible()
    assert page.complaints == []  # type: ignore[attr-defined]


# ── The guide beside the Code ─────────────────────────────────────────────────────────────────

@pytest.mark.parametrize("scripts", [True, False], ids=["scripts", "no-scripts"])
def test_a_flag_leads_from_the_guide_to_the_code(scripts: bool, reader: Reader) -> None:
    page = reader.open(f"{GUIDE}#renonce", viewport=DESK, java_script_enabled=scripts)
    flags = page.locator(".rb-beside", has_text="Se il dichiarante, o uno dei controgiocanti")
    flag = flags.locator(".rb-flag").first
    text, beside = flags.locator("> p").bounding_box(), flag.bounding_box()
    assert text
    assert beside
    assert text["x"] + text["width"] <= beside["x"], "the flag stands in the margin"
    flag.get_by_role("link", name="63A1 · 2007").click()
    page.wait_for_url("**/2007/63/#A1")


def test_the_sections_of_the_guide_stay_at_hand(reader: Reader) -> None:
    page = reader.open(GUIDE, **TOUCH)
    contents = page.locator(".rb-contents")
    for section in ("Renonce", "Errato conteggio delle prese"):
        contents.locator("summary").tap()
        contents.get_by_role("link", name=section, exact=True).tap()
        expect(contents).not_to_have_attribute("open", "")
        heading = page.get_by_role("heading", name=section, exact=True)
        expect(heading).to_be_in_viewport()
        box, above = heading.bounding_box(), contents.bounding_box()
        assert box
        assert above
        assert header_of(page) - 1 <= above["y"], "the list stays below the header"
        assert above["y"] + above["height"] <= box["y"] + 1, "and covers no heading"
    page.set_viewport_size(DESK)
    expect(contents).to_be_hidden()


def test_the_guides_options_lead_to_each_other(reader: Reader) -> None:
    page = reader.open(f"{GUIDE}#rinvio-fuori-turno-di-un-difensore")
    page.locator(".rb-flag").get_by_role("link", name="opzione 4").last.click()
    assert page.url.endswith("#opzione-4")
    expect(page.locator("#opzione-4")).to_contain_text("vietare al compagno del colpevole")


# ── For everybody ─────────────────────────────────────────────────────────────────────────────

@LIT
def test_no_kind_of_page_hinders_anybody(
    viewport: dict[str, int], scheme: str, reader: Reader
) -> None:
    page = reader.open(viewport=viewport, color_scheme=scheme)
    for address in KINDS:
        page.goto(reader.site + address, wait_until="load")
        assert violations(page) == [], address
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"], address
        if address == "404.html":  # it asks whether addresses are there
            page.complaints.clear()  # type: ignore[attr-defined]
        assert page.complaints == [], address  # type: ignore[attr-defined]


@pytest.mark.parametrize("scheme", [pytest.param("light", marks=pytest.mark.long), "dark"])
def test_nothing_that_opens_hinders_anybody(scheme: str, reader: Reader) -> None:
    for viewport in (PHONE, DESK):
        page = reader.open("2007/27/", viewport=viewport, color_scheme=scheme)
        page.keyboard.press("Tab")
        page.locator("#B2 a.rb-ref").first.focus()
        expect(page.locator(".rb-preview")).to_be_visible()
        page.wait_for_timeout(250)
        assert violations(page) == [], "a preview"
        page.keyboard.press("Space")
        page.get_by_role("button", name="Apri qui nel testo").click()
        expect(page.locator(".rb-unfolded")).to_be_visible()
        assert violations(page) == [], "an unfolded text"
        page.locator("[data-of='B1b'] summary").first.click()
        page.locator("[data-of='B1b'] .rb-passage summary").first.click()
        page.get_by_role("button", name="Cita 27B1(b)").click()
        page.wait_for_timeout(250)
        assert violations(page) == [], "the ways to cite, and a passage"
        page.keyboard.press("Escape")
        page.locator(".rb-choose summary").click()
        assert violations(page) == [], "the edition selector"
        assert page.complaints == []  # type: ignore[attr-defined]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@BOTH
def test_the_search_open_hinders_nobody(
    viewport: dict[str, int], scheme: str, reader: Reader
) -> None:
    page = reader.open("", viewport=viewport, color_scheme=scheme)
    watch_the_way_back(page)
    page.locator(".rb-open-search").click()
    page.keyboard.type("carta penalizzata")
    expect(page.locator(".md-search-result__item").first).to_be_visible(timeout=15000)
    page.wait_for_timeout(300)
    assert violations(page) == []
    cards = page.locator(".rb-search-cards a")
    expect(cards.first).to_have_text("Carta penalizzata maggiore")
    assert _small(page, ".rb-search-cards a") == []
    for _ in range(2 + page.locator(".rb-search-edition").count()):  # past the filters
        page.keyboard.press("Tab")
        if cards.first.evaluate("e => e === document.activeElement"):
            break
    expect(cards.first).to_be_focused()
    go_back(page)
    expect(page.locator("#__search")).not_to_be_checked()
    assert page.url == reader.site


def test_the_search_is_found_again_as_it_was_left(reader: Reader) -> None:
    """And in a browser that tells nobody of the way back it closes what lies over a page."""
    page = reader.open("2007/50/", before="delete window.CloseWatcher;", **TOUCH)
    page.goto(f"{reader.site}2007/63/")
    cite = page.get_by_role("button", name="Cita 63B")
    menu = page.locator(".rb-cite-menu")
    cite.tap()
    page.evaluate("setTimeout(() => history.back())")
    expect(menu).to_have_count(0)
    assert page.url.endswith("2007/63/"), "the way back closes the menu only"
    cite.tap()
    page.locator("h1").tap()
    expect(menu).to_have_count(0)

    box, found = page.locator("#__search"), page.locator(".md-search-result__item > a")
    meta = page.locator(".md-search-result__meta")
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/search/index-*", hold)
    page.locator(".md-header__button[for=__search]").tap()
    page.keyboard.type("carta penalizzata")
    expect(meta).to_have_text("Preparo la ricerca…")
    for route in held:
        route.continue_()
    page.unroute("**/search/index-*", hold)
    expect(found.nth(2)).to_be_attached(timeout=15000)
    scrolled = page.locator(".md-search__scrollwrap")
    scrolled.evaluate("e => { e.scrollTop = 200; }")
    page.wait_for_timeout(100)
    found.nth(2).tap()
    expect(page).not_to_have_url(f"{reader.site}2007/63/")
    page.evaluate("setTimeout(() => history.back())")
    page.wait_for_url("**/2007/63/")
    expect(box).to_be_checked()
    expect(page.locator("[data-md-component=search-query]")).to_have_value("carta penalizzata")
    assert until(page, lambda: scrolled.evaluate("e => e.scrollTop") == 200)
    page.evaluate("setTimeout(() => history.back())")
    expect(box).not_to_be_checked()
    assert page.url.endswith("2007/63/")
    page.evaluate("setTimeout(() => history.back())")
    page.wait_for_url("**/2007/50/")


@pytest.mark.parametrize(
    "address", ["", "tavolo/attacco-fuori-turno/", "2007/27/", GUIDE, "27/"]
)
def test_text_twice_as_large_loses_nothing(address: str, reader: Reader) -> None:
    page = reader.open(address)
    page.evaluate("document.documentElement.style.fontSize = '250%'")
    page.wait_for_timeout(100)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    cut = page.evaluate(
        """() => [...document.querySelectorAll('.md-content p, .md-content li, .md-content h1')]
          .filter(e => e.offsetParent && e.scrollWidth > e.clientWidth + 1
                       && getComputedStyle(e).overflowX === 'hidden').length"""
    )
    assert cut == 0
    page.evaluate("document.documentElement.style.fontSize = ''")
    page.set_viewport_size({width: length // 2 for width, length in PHONE.items()})
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"] // 2


def test_motion_is_reduced_where_it_is_asked_for(reader: Reader) -> None:
    page = reader.open("2007/63/", reduced_motion="reduce", **TOUCH)
    page.get_by_role("button", name="Cita 63B").tap()
    animation = page.locator(".rb-cite-menu").evaluate("e => getComputedStyle(e).animationName")
    assert animation == "none"


def test_what_is_touched_is_large_enough(reader: Reader) -> None:
    """44 px, by the element or by the area that takes the tap around it; in a sentence, 34 px."""
    page = reader.open("2007/50/", **TOUCH)
    page.get_by_role("button", name="Cita 50A").tap()
    page.locator("#D2 a.rb-ref").first.tap()
    expect(page.locator(".rb-preview")).to_be_visible()
    assert _small(page, ".rb-preview button, .rb-way, .rb-cite, .rb-law summary") == []
    page.keyboard.press("Escape")
    expect(page.locator(".rb-preview")).to_be_hidden()
    page.get_by_role("button", name="Cita 50A").tap()
    assert _small(page, ".rb-choice") == []
    page = reader.open("tavolo/licita-insufficiente/")
    assert _small(page, ".rb-grant", 34) == []
    page = reader.open("")
    assert _small(page, ".rb-tile, .rb-open-search") == []


def _small(page: Page, selector: str, least: int = 44) -> list[str]:
    found: list[str] = page.locator(selector).evaluate_all(
        """(all, least) => all
          .filter(e => e.offsetParent || getComputedStyle(e).position === 'fixed')
          .filter(e => e.checkVisibility())
          .map(e => [e.outerHTML.slice(0, 90), Math.max(e.getBoundingClientRect().height,
            ...['::before', '::after'].map(p => getComputedStyle(e, p))
              .map(s => s.position === 'absolute' ? parseFloat(s.height) || 0 : 0))])
          .filter(([, height]) => height < least - 0.5).map(String)""", least
    )
    return found


def test_a_reader_by_keyboard_skips_to_the_text(reader: Reader) -> None:
    page = reader.open("2007/27/", viewport=DESK)
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('.md-skip')")
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline != "none"
    page.keyboard.press("Enter")
    assert page.url.endswith("#_inizio")
    for landmark in ("banner", "main", "navigation", "contentinfo"):
        assert page.get_by_role(landmark).count() >= 1, landmark


def tab_to(page: Page, name: str, within: int = 400) -> None:
    """Go on with the Tab key to what has a name, and see that the focus can be seen there."""
    for _ in range(within):
        page.keyboard.press("Tab")
        here = page.evaluate(
            "(document.activeElement.getAttribute('aria-label')"
            " || document.activeElement.textContent).trim().replace(/\\s+/g, ' ')"
        )
        if here.startswith(name):
            style = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
            assert style != "none", name
            return
    raise AssertionError(f"the Tab key never comes to {name}")


@pytest.mark.parametrize(
    "viewport", [PHONE, pytest.param(DESK, marks=pytest.mark.long)], ids=["phone", "desk"]
)
def test_the_ways_of_the_four_by_keyboard_alone(
    viewport: dict[str, int], reader: Reader
) -> None:
    page = reader.open("", viewport=viewport)
    tab_to(page, "Attacco fuori turno")  # a player
    page.keyboard.press("Enter")
    page.wait_for_url("**/tavolo/attacco-fuori-turno/")

    page.goto(f"{reader.site}2007/27/")  # a referee: the rule, what it was, what it cites
    tab_to(page, "27B1(b): ne parlano")
    page.keyboard.press("Enter")
    expect(page.locator("[data-of='B1b'] .rb-mentions").first).to_be_visible()
    tab_to(page, "1997 e 2007 a fronte")
    page.keyboard.press("Enter")
    page.wait_for_url("**/confronto/1997-2007/27/")

    page.goto(f"{reader.site}2007/50/")  # a web editor: the address of a provision
    tab_to(page, "Cita 50D2")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="copiato")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == f"{reader.site}2007/50/#D2"

    page.goto(f"{reader.site}apparato/")  # who keeps the texts: a doubt, at its line
    tab_to(page, "La renonce consumata: 2 dubbi")
    page.keyboard.press("Enter")
    tab_to(page, "riga ")
    page.keyboard.press("Enter")
    page.wait_for_url(re.compile(r"/apparato/di-sacco-renonce/#riga-\d+"))
    assert page.complaints == []  # type: ignore[attr-defined]


def test_the_focus_is_always_in_sight_and_opens_the_menu(reader: Reader) -> None:
    """As wide as a desk that shows all twice as large: the theme keeps its menu out of sight."""
    page = reader.open("2007/27/", viewport={"width": 640, "height": 800})
    drawer = page.locator("#__drawer")
    for _ in range(12):
        page.keyboard.press("Tab")
        assert page.evaluate("!document.activeElement.closest('.md-sidebar--primary')")
    page.get_by_role("button", name="Menu").focus()
    page.keyboard.press("Enter")
    expect(drawer).to_be_checked()
    page.wait_for_timeout(400)
    here = page.locator(".md-sidebar--primary :focus")
    expect(here).to_contain_text("27. Licita insufficiente")
    expect(here).to_be_in_viewport()
    assert violations(page) == []
    page.keyboard.press("Escape")
    expect(drawer).not_to_be_checked()
    expect(page.get_by_role("button", name="Menu")).to_be_focused()


def test_every_word_of_the_interface_is_italian(site: Path) -> None:
    english = re.compile(
        r'(?:aria-label|title|placeholder)="[^"]*\b'
        r"(?:Search|Skip|Back|Next|Previous|Close|Header|Footer|Contents|Copy|Share|Clear|"
        r'Navigation|Table of|Results?|Settings)\b[^"]*"'
    )
    for address in ("", "2007/27/", "tavolo/attacco-fuori-turno/", "confronto/1997-2007/27/"):
        html = (site / address / "index.html").read_text(encoding="utf-8")
        assert english.findall(html) == [], address


def test_a_messenger_shows_a_title_and_a_sentence(site: Path) -> None:
    html = (site / "2007/27/index.html").read_text(encoding="utf-8")
    assert f'<meta property="og:url" content="{PUBLIC}2007/27/">' in html
    assert 'property="og:title" content="Articolo 27, Codice di Gara 2007' in html
    assert re.search(r'property="og:description" content="[^"]{60,160}"', html)
    assert "og:image" not in html


# ── Weight, policy, validity ──────────────────────────────────────────────────────────────────

@pytest.mark.parametrize("address", ["2007/27/", "tavolo/attacco-fuori-turno/", ""])
def test_a_first_page_weighs_little(address: str, reader: Reader) -> None:
    page = reader.open("404.html")
    page.context.clear_cookies()
    weights: dict[str, int] = {}
    page = page.context.new_page()
    page.on("requestfinished", lambda r: weights.__setitem__(
        r.url, weights.get(r.url, 0) + r.sizes()["responseBodySize"]))
    client = page.context.new_cdp_session(page)
    client.send("Network.setCacheDisabled", {"cacheDisabled": True})
    page.goto(reader.site + address, wait_until="networkidle")
    total = sum(weights.values())
    print(address or "home", total, sorted(weights.items(), key=lambda item: -item[1])[:6])
    assert total <= 153_600, weights


@pytest.mark.parametrize("address", ["2007/27/", "tavolo/attacco-fuori-turno/", "", GUIDE])
def test_the_layout_does_not_jump(address: str, reader: Reader) -> None:
    before = """window.jumps = 0; new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.jumps += entry.value;
    }).observe({type: 'layout-shift', buffered: true});"""
    page = reader.open(address, before=before)
    page.wait_for_timeout(500)
    assert page.evaluate("window.jumps") < 0.02


@pytest.mark.parametrize("address", KINDS)
def test_a_page_is_valid_html(address: str, site: Path) -> None:
    import html5lib

    file = site / address
    text = (file if file.suffix else file / "index.html").read_text(encoding="utf-8")
    parser = html5lib.HTMLParser(strict=True)
    parser.parse(text)

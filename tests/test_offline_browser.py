"""The offline copy in Chromium: stored, cut off, updated, interrupted, removed and withdrawn."""

from __future__ import annotations

import re
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import BytesIO
from pathlib import Path

import axe_playwright_python
import pytest
from offline_lab import Host, released, rendered
from playwright.sync_api import Browser, BrowserContext, Page, expect
from playwright.sync_api import TimeoutError as PlaywrightTimeoutError

# A machine that does other work as well takes its time; a test that passes waits no longer.
expect.set_options(timeout=15_000)

SITE = "regole"
CHANGE = ("la licita prosegue;", "la licita prosegue senza danno;")
LATER = ("la licita prosegue;", "la licita finisce;")
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
KEPT = """async () => {
  const kept = {};
  for (const name of await caches.keys()) {
    kept[name] = (await (await caches.open(name)).keys()).map((request) => request.url);
  }
  return kept;
}"""


@pytest.fixture(scope="module")
def raw(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The small site as its theme made it."""
    with pytest.MonkeyPatch.context() as patch:
        return rendered(tmp_path_factory.mktemp("raw"), patch)


@pytest.fixture(scope="module")
def first(raw: dict[str, bytes]) -> dict[str, bytes]:
    """The first release."""
    return released(raw)


@pytest.fixture(scope="module")
def second(raw: dict[str, bytes]) -> dict[str, bytes]:
    """A release in which a word of the new article 27 changed."""
    return released(raw, "2026-12-15", word=CHANGE)


@pytest.fixture
def host(first: dict[str, bytes]) -> Iterator[Host]:
    """A host with the first release in a folder."""
    made = Host({SITE: first})
    made.start()
    yield made
    made.stop()


@pytest.fixture
def visit(browser: Browser, host: Host) -> Iterator[Callable[..., Page]]:
    """Opens a page of the site in one context; faults on any page are kept in `complaints`."""
    context: BrowserContext = browser.new_context(viewport={"width": 360, "height": 740})
    context.set_default_timeout(20_000)
    complaints: list[str] = []

    def watch(page: Page) -> None:
        page.on("pageerror", lambda error: complaints.append(str(error)))

    context.on("page", watch)

    def open_one(address: str = "", site: str = SITE) -> Page:
        page = context.new_page()
        page.goto(f"{host.address}{site}/{address}")
        return page

    open_one.context = context  # type: ignore[attr-defined]
    yield open_one
    assert complaints == []
    context.close()


def panel(page: Page) -> str:
    return page.locator(".rb-offline").inner_text()


def button(page: Page, name: str) -> None:
    page.locator(".rb-offline").get_by_role("button", name=name, exact=True).click()


def store(page: Page) -> None:
    """Store everything and wait until it is there."""
    button(page, "Scarica tutto")
    expect(page.locator(".rb-offline-held")).to_be_visible(timeout=20_000)


def wait_for(host: Host, path: str) -> None:
    """Wait until something is asked of the host."""
    for _ in range(100):
        if any(path in asked for asked in host.asked):
            return
        time.sleep(0.1)
    pytest.fail(f"nobody asked for {path}")


def taken(page: Page) -> None:
    """Wait until the worker has taken over."""
    page.evaluate("""async () => {
      await navigator.serviceWorker.ready;
      while (!navigator.serviceWorker.controller) await new Promise((go) => setTimeout(go, 20));
    }""")


def settled(host: Host) -> None:
    """Wait until nothing is asked of the host any more."""
    before = -1
    while len(host.asked) != before:
        before = len(host.asked)
        time.sleep(0.3)


def text_of(page: Page) -> str:
    return page.locator("[id=B1a]").inner_text()


# ── Reading without a network ─────────────────────────────────────────────────────────────────


def test_a_visitor_reads_searches_compares_and_follows_citations(
    host: Host, visit: Callable[..., Page]
) -> None:
    page = visit()
    assert page.evaluate(KEPT) == {}, "nothing is stored before the reader asks for it"
    store(page)
    (name, urls), = page.evaluate(KEPT).items()
    assert name.startswith(f"rulebook /{SITE}/ ")
    assert not [url for url in urls if "/c/" in url or "/pdf/" in url or "/data/" in url]
    assert "edizioni 1997, 2007" in panel(page)
    assert "del 30 novembre 2026" in panel(page)
    host.stop()
    for name, data in host.sites[SITE].items():
        if name.endswith("/index.html") and not name.startswith("c/"):
            got = page.evaluate("async (path) => (await fetch(path)).text()", name[:-10])
            assert got == data.decode(), name

    page.locator("article a", has_text="Edizioni a confronto").click()
    page.locator("article a", has_text="Dal 1997 al 2007").click()
    page.locator("article a", has_text="Articolo 27").first.click()
    expect(page.locator("h1")).to_contain_text("Articolo 27")
    page.goto(f"{host.address}{SITE}/2007/27/")
    page.locator("[id=B1b] a", has_text="12C1").first.click()
    expect(page.locator("h1")).to_contain_text("12")
    page.reload()
    expect(page.locator("h1")).to_contain_text("12")

    page.goto(f"{host.address}{SITE}/")
    page.locator(".rb-open-search").click()
    page.keyboard.type("renonce")
    hit = page.locator(".md-search-result__link").first
    expect(hit).to_be_visible(timeout=10_000)
    hit.click()
    expect(page.locator("article")).to_contain_text("renonce", ignore_case=True)


@pytest.mark.parametrize("manner", ["away", "silent"])
def test_any_spelling_of_an_address_opens_cold(
    manner: str, host: Host, visit: Callable[..., Page]
) -> None:
    store(visit())
    if manner == "away":
        host.stop()
    else:
        host.mode = "silent"
    asked = {
        "2007/27/#B1b": "2007/27/#B1b", "2007/27#B1b": "2007/27/#B1b",
        "2007/27/index.html": "2007/27/index.html", "2007/27?h=licita#B1b": "2007/27/?h=licita#B1b",
        "2007/27/?ts=1": "2007/27/?ts=1", "": "", "index.html": "index.html",
        "confronto/1997-2007/27": "confronto/1997-2007/27/", "27/": "27/",
    }
    for address, found in asked.items():
        started = time.monotonic()
        page = visit(address)
        assert page.url == f"{host.address}{SITE}/{found}"
        expect(page.locator("h1").first).to_be_visible()
        assert page.evaluate("getComputedStyle(document.querySelector('.md-header')).position")
        assert time.monotonic() - started < 5, "nothing waits for the network"
        page.close()


def test_what_is_not_stored_has_a_page_of_its_own(host: Host, visit: Callable[..., Page]) -> None:
    store(visit())
    host.stop()
    for address in ("pdf/2007.pdf", "non/esiste/", "a/b/c/d"):
        page = visit(address)
        expect(page.locator("h1")).to_have_text("Pagina non conservata")
        assert page.url.endswith(address), "the address stays, so that one can try again"
        assert page.evaluate("document.styleSheets.length") > 1
        page.locator("article a", has_text="la pagina iniziale").click()
        assert page.url == f"{host.address}{SITE}/"
    assert visit("c/2007-27b1b/").url.endswith("/2007/27/#B1b"), "spoken citations lead on"
    assert visit("c/2007-27-B-1(b)/").url.endswith("/2007/27/#B1b"), "and those with signs between"


def test_a_silent_host_is_not_waited_for_for_ever(host: Host, visit: Callable[..., Page]) -> None:
    store(visit())
    host.mode = "silent"
    expect(visit("pdf/2007.pdf").locator("h1")).to_have_text("Pagina non conservata")


DEAF = b"""(() => {
  let deaf = false;
  const match = Cache.prototype.match;
  addEventListener("fetch", ({request}) => { deaf = deaf || request.url.includes("sordo"); });
  Cache.prototype.match = function (...asked) {
    if (!deaf) return match.apply(this, asked);
    deaf = false;
    return new Promise(() => {});
  };
})();
"""


def test_a_storage_that_does_not_answer_is_asked_anew(
    host: Host, first: dict[str, bytes], visit: Callable[..., Page]
) -> None:
    host.sites[SITE] = {**first, "sw.js": DEAF + first["sw.js"]}
    store(visit())
    host.stop()
    expect(visit("2007/27/?sordo=1").locator("h1")).to_contain_text("27")


def test_without_a_copy_there_is_still_a_page(host: Host, visit: Callable[..., Page]) -> None:
    page = visit()
    taken(page)
    settled(host)
    host.stop()
    page = visit("2007/27/")
    expect(page.locator("h1")).to_have_text("Senza rete")
    assert page.get_by_role("link", name="Pagina iniziale").get_attribute("href") == f"/{SITE}/"
    host.start()
    page.get_by_role("link", name="Riprova").click()
    expect(page.locator("h1")).to_contain_text("27")


def test_a_reader_chooses_the_pdfs(host: Host, visit: Callable[..., Page]) -> None:
    page = visit("senza-rete/")
    told = page.locator(".rb-offline-offer")
    expect(told).to_contain_text("PDF e gli EPUB si scelgono a parte")
    sizes = re.compile(r"(\d+)\s*kB")
    before = [int(size) for size in sizes.findall(told.inner_text())]
    page.get_by_label("Codice 2007, PDF").check()
    expect(told).to_contain_text("e i documenti scelti")
    after = [int(size) for size in sizes.findall(told.inner_text())]
    assert [size - 60 for size in after] == pytest.approx(before, abs=1), "what is ticked counts"
    page.evaluate("""() => {
      for (const name of ["2007", "2007-27"]) {
        const link = document.createElement("a");
        link.href = `../pdf/${name}.pdf`;
        link.textContent = name;
        document.querySelector("article").append(link);
      }
    }""")
    store(page)
    links = page.locator("article a[href$='.pdf']")
    expect(links).to_have_text(["2007", "2007-27 (solo con la rete)"])
    assert panel(page).count("PDF") == 2
    host.stop()
    fetched = "async (path) => (await fetch(path)).text()"
    assert page.evaluate(fetched, "../pdf/2007.pdf").startswith("%PDF-1.7 2007")
    host.start()
    page.get_by_label("Codice 2007, PDF").uncheck()
    page.get_by_label("un PDF per ogni articolo").check()
    button(page, "Aggiorna la scelta")
    expect(page.locator(".rb-offline progress")).to_have_count(0, timeout=20_000)
    urls = " ".join(next(iter(page.evaluate(KEPT).values())))
    assert "2007-27.pdf" in urls
    assert "2007-20.pdf" in urls
    assert "/pdf/2007.pdf" not in urls


# ── Releases ──────────────────────────────────────────────────────────────────────────────────


def test_an_update_waits_for_a_tap_and_fetches_what_changed(
    host: Host, second: dict[str, bytes], visit: Callable[..., Page]
) -> None:
    store(visit())
    settled(host)
    host.sites[SITE] = second
    host.asked.clear()
    page = visit("2007/27/")
    notice = page.locator(".rb-offline-notice")
    expect(notice).to_contain_text("del 15 dicembre 2026")
    settled(host)
    fetched = {path.removeprefix(f"/{SITE}/") for path in host.asked}
    assert {"sw.js", "2007/27/"} <= fetched
    assert not [path for path in fetched if path.startswith(("1997/", "offline/resto", "assets/"))]
    assert len(fetched) < 12, fetched
    assert CHANGE[1] not in text_of(page), "the stored release answers until the tap"
    other = visit("2007/27/")
    assert CHANGE[1] not in text_of(other)
    host.stop()
    notice.get_by_role("button", name="Usa la versione nuova").click()
    for each in (page, other):
        expect(each.locator("[id=B1a]")).to_contain_text("senza danno")
    assert len(page.evaluate(KEPT)) == 1, "the old release is gone"
    home = visit()
    expect(home.locator(".rb-offline-held")).to_contain_text("15 dicembre 2026")


def test_closing_the_site_does_not_turn_the_release(
    host: Host, second: dict[str, bytes], visit: Callable[..., Page]
) -> None:
    store(visit())
    host.sites[SITE] = second
    page = visit("2007/27/")
    expect(page.locator(".rb-offline-notice")).to_be_visible(timeout=10_000)
    page.get_by_role("button", name="Più tardi").click()
    for open_page in visit.context.pages:  # type: ignore[attr-defined]
        open_page.goto("about:blank")
    page.goto(f"{host.address}{SITE}/2007/27/")
    assert CHANGE[1] not in text_of(page)


def test_an_interrupted_update_changes_nothing_and_goes_on_later(
    host: Host, second: dict[str, bytes], visit: Callable[..., Page]
) -> None:
    page = visit()
    store(page)
    settled(host)
    host.sites[SITE] = second
    host.breaks = lambda path: "/apparato/commento-27/" in path or "/offline/resto-" in path
    page = visit("27/")
    wait_for(host, "/apparato/commento-27/")
    settled(host)
    assert page.locator(".rb-offline-notice").count() == 0
    page.goto(f"{host.address}{SITE}/2007/27/")
    assert CHANGE[1] not in text_of(page)
    assert any(name.endswith(marked(page)) for name in page.evaluate(KEPT))
    host.breaks = lambda path: False
    host.asked.clear()
    page.goto(f"{host.address}{SITE}/27/")
    expect(page.locator(".rb-offline-notice")).to_be_visible(timeout=10_000)
    settled(host)
    assert f"/{SITE}/apparato/commento-27/" in host.asked
    assert f"/{SITE}/2007/27/" not in host.asked, "what had come is not fetched again"


def marked(page: Page) -> str:
    """The release that answers."""
    return page.evaluate("""async () => {
      const found = [];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        const mark = await cache.match(new URL('offline/conservato', rulebookOffline.root));
        if (mark) found.push((await mark.json()).release);
      }
      return found.join();
    }""")


def told_of(host: Host, page: Page, day: str) -> None:
    """Come again until the notice names a release: a browser at work may put off its look.

    A page that is asked for in the very moment in which one worker follows another may never come
    in Chromium (it does when asked for again), so the look that is on its way may end first.
    """
    settled(host)
    notice = page.locator(".rb-offline-notice", has_text=day)
    for _ in range(6):
        with suppress(PlaywrightTimeoutError):
            page.reload()
            notice.wait_for(timeout=8_000)
            return
    expect(notice).to_be_visible()


def comes_to_keep(page: Page, releases: int) -> None:
    """Wait until so many releases are stored: a worker removes what is not used after its start."""
    for _ in range(150):
        if len(page.evaluate(KEPT)) == releases:
            return
        page.wait_for_timeout(100)
    assert len(page.evaluate(KEPT)) == releases


def test_releases_in_turn_and_back_again(
    host: Host, raw: dict[str, bytes], first: dict[str, bytes], second: dict[str, bytes],
    visit: Callable[..., Page],
) -> None:
    store(visit())
    third = released(raw, "2027-01-10", word=LATER)
    host.sites[SITE] = second
    page = visit("2007/27/")
    expect(page.locator(".rb-offline-notice")).to_contain_text("15 dicembre")
    host.sites[SITE] = third
    told_of(host, page, "10 gennaio")
    comes_to_keep(page, 2)  # the release that nobody used is gone
    page.get_by_role("button", name="Usa la versione nuova").click()
    expect(page.locator("[id=B1a]")).to_contain_text("la licita finisce")
    host.sites[SITE] = first
    told_of(host, page, "30 novembre")
    page.get_by_role("button", name="Usa la versione nuova").click()
    expect(page.locator("[id=B1a]")).to_contain_text("la licita prosegue;")
    comes_to_keep(page, 1)
    host.sites[SITE] = second
    told_of(host, page, "15 dicembre")
    host.sites[SITE] = first
    page.reload()
    comes_to_keep(page, 1)  # a release that was called back is not kept
    assert page.locator(".rb-offline-notice").count() == 0


def test_an_interrupted_download_is_not_used_and_goes_on(
    host: Host, visit: Callable[..., Page]
) -> None:
    page = visit()
    taken(page)
    host.breaks = lambda path: "/offline/resto" in path
    button(page, "Scarica tutto")
    expect(page.locator(".rb-offline-fault")).to_contain_text("rete non risponde", timeout=20_000)
    host.breaks = lambda path: True
    expect(visit("2007/27/").locator("h1")).to_have_text("Senza rete")
    host.breaks = lambda path: False
    host.asked.clear()
    page.reload()
    expect(page.locator(".rb-offline")).to_contain_text("si era interrotto")
    store(page)
    bundles = [path for path in host.asked if "/offline/" in path and path.endswith(".json")]
    assert [path.split("/")[-1].split("-")[0] for path in bundles] == ["release", "comune", "resto"]


def test_a_host_that_changes_pages_on_their_way_does_not_matter(
    host: Host, second: dict[str, bytes], visit: Callable[..., Page]
) -> None:
    store(visit())
    settled(host)
    host.sites[SITE] = {
        name: data.replace(b"</body>", b"<!-- by the host --></body>") if name.endswith(".html")
        else data for name, data in second.items()
    }
    page = visit("2007/27/")
    page.get_by_role("button", name="Usa la versione nuova").click(timeout=15_000)
    expect(page.locator("[id=B1a]")).to_contain_text("senza danno")
    assert "by the host" not in page.content()


# ── Storage ───────────────────────────────────────────────────────────────────────────────────


def test_sites_of_one_host_leave_each_other_alone(
    host: Host, first: dict[str, bytes], visit: Callable[..., Page]
) -> None:
    host.sites["regole-vecchie"] = first
    page = visit()
    page.evaluate("caches.open('rulebook of somebody else')")
    store(page)
    old = visit(site="regole-vecchie")
    store(old)
    button(page, "Togli la copia")
    button(page, "Sì, togli la copia")
    expect(page.locator(".rb-offline").get_by_role("button", name="Scarica tutto")).to_be_visible()
    assert sorted(name.rpartition(" ")[0] for name in page.evaluate(KEPT)) == [
        "rulebook /regole-vecchie/", "rulebook of somebody",
    ]
    host.stop()
    expect(visit("2007/27/", "regole-vecchie").locator("h1")).to_contain_text("27")


def test_what_the_browser_evicts_is_told_and_fetched_again(
    host: Host, visit: Callable[..., Page]
) -> None:
    page = visit()
    store(page)
    settled(host)
    page.evaluate("""async () => {
      const [name] = await caches.keys();
      const cache = await caches.open(name);
      for (const request of await cache.keys()) {
        if (/2007\\/(20|27)\\/$/.test(request.url)) await cache.delete(request);
      }
    }""")
    host.stop()
    page.goto(f"{host.address}{SITE}/senza-rete/")
    expect(page.locator(".rb-offline")).to_contain_text("mancano 3 file")
    expect(visit("2007/27/").locator("h1")).to_have_text("Pagina non conservata")
    expect(visit("2007/4/").locator("h1")).to_contain_text("ACCOPPIAMENTI")
    host.start()
    page.reload()
    expect(page.locator(".rb-offline")).not_to_contain_text("mancano")
    for other in visit.context.pages:  # type: ignore[attr-defined]
        if other != page:
            other.close()
    settled(host)
    page.evaluate("async () => { for (const n of await caches.keys()) await caches.delete(n); }")
    page.reload()
    expect(page.locator(".rb-offline")).to_contain_text("non c’è più")


NO = "() => Promise.reject(new DOMException('no', 'SecurityError'))"
REFUSALS = {
    "keys": (f"if (self.CacheStorage) CacheStorage.prototype.keys = {NO}", "non permette"),
    "register": (f"navigator.serviceWorker && (navigator.serviceWorker.register = {NO})",
                 "non permette"),
    "without": ("delete Navigator.prototype.serviceWorker", "non sa conservare"),
    "insecure": ("Object.defineProperty(self, 'isSecureContext', {value: false})", "https"),
}


@pytest.mark.parametrize("refusal", REFUSALS)
def test_where_nothing_may_be_stored_the_site_says_so(
    refusal: str, host: Host, visit: Callable[..., Page]
) -> None:
    script, said = REFUSALS[refusal]
    visit.context.add_init_script(script)  # type: ignore[attr-defined]
    page = visit()
    expect(page.locator(".rb-offline")).to_contain_text(said)
    page.locator("article a", has_text="Codice di Gara 2007").first.click()
    expect(page.locator("h1")).to_contain_text("2007")


def test_blocked_workers_are_no_fault(browser: Browser, host: Host) -> None:
    context = browser.new_context(service_workers="block")
    page = context.new_page()
    page.goto(f"{host.address}{SITE}/")
    expect(page.locator(".rb-offline")).to_contain_text("Con la rete il sito funziona")
    context.close()


def test_a_full_device_is_told(host: Host, visit: Callable[..., Page]) -> None:
    page = visit()
    taken(page)
    chrome = page.context.new_cdp_session(page)
    quota = {"origin": host.address.rstrip("/"), "quotaSize": 300_000}
    chrome.send("Storage.overrideQuotaForOrigin", quota)
    button(page, "Scarica tutto")
    expect(page.locator(".rb-offline-fault")).to_contain_text("spazio")
    page.evaluate("navigator.storage.estimate = async () => ({})")
    button(page, "Scarica tutto")
    expect(page.locator(".rb-offline progress")).to_have_count(0, timeout=20_000)
    expect(page.locator(".rb-offline-fault")).to_contain_text("spazio", timeout=20_000)
    assert page.evaluate(KEPT) == {}, "nothing half stays"
    expect(visit("2007/27/").locator("h1")).to_contain_text("27")


def test_a_release_withdraws_the_worker(
    host: Host, raw: dict[str, bytes], visit: Callable[..., Page]
) -> None:
    page = visit()
    page.evaluate("caches.open('rulebook of somebody else')")
    store(page)
    host.sites[SITE] = released(raw, withdrawn=True)
    for _ in range(2):  # the second time with a script that the browser held on to
        page.reload()
        expect(page.locator(".rb-offline")).to_contain_text("non offre più")
        expect(page.locator(".rb-offline button")).to_have_count(0)
    assert list(page.evaluate(KEPT)) == ["rulebook of somebody else"]
    settled(host)
    before = len(host.asked)
    page.wait_for_timeout(1000)
    assert len(host.asked) == before, "nothing goes round in circles"
    count = "async () => (await navigator.serviceWorker.getRegistrations()).length"
    assert page.evaluate(count) == 0

# ── Browsers that forget ──────────────────────────────────────────────────────────────────────

APP = """
Object.defineProperty(Navigator.prototype, 'standalone', {get: () => true, configurable: true});
"""
"""What Safari says of itself in a site that was put on the home screen."""
PERSIST = """
self.persistenceAsked = 0;
if (self.StorageManager) {
  StorageManager.prototype.persist = async () => (self.persistenceAsked += 1, %(granted)s);
  StorageManager.prototype.persisted = async () => %(granted)s;
}
"""


def test_an_installed_app_has_a_memory_of_its_own_and_says_so(
    host: Host, visit: Callable[..., Page]
) -> None:
    visit.context.add_init_script(APP)  # type: ignore[attr-defined]
    page = visit("2007/27/")
    notice = page.locator(".rb-offline-notice")
    expect(notice).to_contain_text("memoria sua")
    notice.get_by_role("link", name="Scarica il sito").click()
    expect(page.locator(".rb-offline")).to_contain_text("memoria sua")
    store(page)
    expect(page.locator(".rb-offline")).not_to_contain_text("memoria sua")
    page.goto(f"{host.address}{SITE}/2007/27/")
    taken(page)
    settled(host)
    expect(page.locator(".rb-offline-notice")).to_have_count(0)
    page.goto(f"{host.address}{SITE}/senza-rete/")
    told = page.locator("article").inner_text()
    assert "iPhone" in told
    assert "finestra privata" in told


@pytest.mark.parametrize(("granted", "said"), [
    ("true", "si è impegnato a non toglierla"), ("false", "prima di una gara"),
])
def test_the_browser_is_asked_to_keep_the_copy_and_its_answer_is_told(
    granted: str, said: str, visit: Callable[..., Page]
) -> None:
    visit.context.add_init_script(PERSIST % {"granted": granted})  # type: ignore[attr-defined]
    page = visit()
    assert page.evaluate("self.persistenceAsked") == 0, "only who wants a copy is asked"
    store(page)
    assert page.evaluate("self.persistenceAsked") == 1
    expect(page.locator(".rb-offline")).to_contain_text(said)


def test_a_private_window_begins_with_nothing_and_works(
    browser: Browser, host: Host, visit: Callable[..., Page]
) -> None:
    store(visit())
    private = browser.new_context(viewport={"width": 360, "height": 740})
    page = private.new_page()
    page.goto(f"{host.address}{SITE}/")
    expect(page.get_by_role("button", name="Scarica tutto")).to_be_visible()
    assert page.evaluate(KEPT) == {}
    store(page)
    host.stop()
    page.goto(f"{host.address}{SITE}/2007/27/")
    expect(page.locator("h1")).to_contain_text("27")
    private.close()
    host.start()
    again = browser.new_context()
    page = again.new_page()
    page.goto(f"{host.address}{SITE}/")
    assert page.evaluate(KEPT) == {}, "what a private window stored went with it"
    again.close()


def test_the_copy_is_removed_when_the_reader_says_so_twice(
    host: Host, visit: Callable[..., Page]
) -> None:
    page = visit()
    store(page)
    button(page, "Togli la copia")
    button(page, "No, tienila")
    assert len(page.evaluate(KEPT)) == 1
    button(page, "Togli la copia")
    button(page, "Sì, togli la copia")
    expect(page.get_by_role("button", name="Scarica tutto")).to_be_visible()
    assert page.evaluate(KEPT) == {}
    page.reload()
    expect(page.get_by_role("button", name="Scarica tutto")).to_be_visible()
    assert "non c’è più" not in panel(page), "what the reader removed is not mourned"


# ── Beyond ────────────────────────────────────────────────────────────────────────────────────


def test_the_site_can_be_installed(host: Host, visit: Callable[..., Page]) -> None:
    page = visit("2007/27/")
    chrome = page.context.new_cdp_session(page)
    manifest = chrome.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert manifest["url"] == f"{host.address}{SITE}/manifest.webmanifest"
    faults = chrome.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert [fault["errorId"] for fault in faults if fault["errorId"] != "in-incognito"] == []


SETTLED = "Promise.allSettled(document.getAnimations().map(one => one.finished)).then(() => 0)"


def test_the_panel_and_the_notice_hinder_nobody(
    host: Host, second: dict[str, bytes], visit: Callable[..., Page]
) -> None:
    page = visit("senza-rete/")
    store(page)
    host.sites[SITE] = second
    page.reload()
    expect(page.locator(".rb-offline-notice")).to_be_visible(timeout=10_000)
    button(page, "Togli la copia")
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        # A colour on its way from one scheme to the other is neither.
        page.evaluate(SETTLED)
        page.evaluate(AXE)
        found = page.evaluate("async () => (await axe.run(document)).violations")
        assert [f"{v['id']}: {n['html'][:120]}" for v in found for n in v["nodes"]] == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_archive_opens_from_a_disk(
    browser: Browser, first: dict[str, bytes], tmp_path: Path
) -> None:
    with zipfile.ZipFile(BytesIO(first["rulebook.zip"])) as archive:
        archive.extractall(tmp_path)
    context = browser.new_context()
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda m: complaints.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto((tmp_path / "regole-del-bridge" / "index.html").as_uri())
    expect(page.locator(".rb-offline")).to_contain_text("copia su disco")
    page.locator("article a", has_text="Codice di Gara 2007").first.click()
    page.locator("article a", has_text="27").first.click()
    expect(page.locator("h1")).to_contain_text("27")
    page.locator("[id=B1b] a", has_text="12C1").first.click()
    expect(page.locator("h1")).to_contain_text("12")
    page.go_back()
    page.go_back()
    page.go_back()
    page.locator(".rb-open-search").click()
    page.locator("[data-md-component=search-query]").fill("renonce")
    page.keyboard.press("e")
    page.keyboard.press("Backspace")
    hit = page.locator(".md-search-result__link").first
    expect(hit).to_be_visible(timeout=10_000)
    hit.click()
    expect(page.locator("article")).to_contain_text("renonce", ignore_case=True)
    assert page.url.startswith("file:")
    assert "index.html" in page.url
    assert complaints == []
    context.close()

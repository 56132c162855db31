"""The pages of a comparison: what they say, how they read aloud, and how they fit a phone."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import lxml.html
import pytest
import sample_rulebook
from axe_playwright_python.sync_playwright import Axe
from compare_tools import article, gold_article, label, terminology
from page_words import words_of
from playwright.sync_api import Browser
from playwright.sync_api import Page as Tab

import rulebook
from rulebook.compare import Assertion, compare_editions
from rulebook.label import Label
from rulebook.model import Article, Comparison, Edition, Pair, Rulebook
from rulebook.publishing.blocks import Link, Table
from rulebook.publishing.library import Library
from rulebook.publishing.page import Page
from rulebook.publishing.pages import pages
from rulebook.publishing.pages_compare import SWITCH, comparison_page, concordance_page

ASSETS = Path(rulebook.__file__).parent / "publishing/theme/assets/rulebook"
STATED = Assertion((label("B1(b)"),), (label("D"),), "asserted", "Lo dice il commento.")


def with_articles(**articles: Article) -> tuple[Rulebook, tuple[Comparison, ...]]:
    """The sample with its articles 27 replaced, and its comparison of them."""
    book = sample_rulebook.rulebook()

    def edition(known: Edition) -> Edition:
        own = articles.get(f"in_{known.id}")
        if own is None:
            return known
        kept = tuple(a for a in known.articles if a.number != own.number)
        return replace(known, articles=(*kept, replace(own, source="commento-27")))

    book = replace(book, editions=tuple(edition(known) for known in book.editions))
    stated = (STATED,) if articles["in_2007"].find(label("D")) else ()
    found = compare_editions(book.by_id["1997"], book.by_id["2007"], terminology(), stated)
    return book, found.comparisons


BOOK, COMPARISONS = with_articles(
    in_1997=gold_article("1997", 27), in_2007=gold_article("2007", 27)
)
PAGES = {page.address: page for page in pages(BOOK, COMPARISONS)}
PAGE = PAGES["confronto/1997-2007/27/"]
CONCORDANCE = PAGES["confronto/1997-2007/"]


def tree(page: Page) -> lxml.html.HtmlElement:
    return lxml.html.fragment_fromstring(page.body, create_parent="div")


def pair(anchor: str) -> lxml.html.HtmlElement:
    (found,) = tree(PAGE).xpath(f"//h2[@id='{anchor}']/..")
    return found


def text(element: lxml.html.HtmlElement) -> str:
    return " ".join(words_of(lxml.html.tostring(element, encoding="unicode", with_tail=False)))


def test_the_page_sums_up_first() -> None:
    body = tree(PAGE)
    assert text(body.xpath("//p[@class='rb-lead']")[0]).startswith(
        "Dal 1997 al 2007: due regole nuove"
    )
    assert "qui 2 volte" in text(body.xpath("//p[@class='rb-count']")[0])
    assert "Il testo non ha B4." in text(body)


def test_the_page_says_that_its_editions_are_out_of_force() -> None:
    notice = tree(PAGE).xpath("//div[contains(@class, 'rb-notice-edition')]")[0]
    told = text(notice)
    assert "Codice di Gara 1997: non più in vigore." in told
    assert "Codice di Gara 2007: non più in vigore." in told
    assert notice.xpath(".//a[@href='../../../2017/27/']")
    assert "non sono più in vigore" in text(tree(PAGES["confronto/"]))
    assert not any(choice.current for choice in PAGE.choices), "it is the page of no edition"


def test_a_note_stands_beside_the_words_that_call_it() -> None:
    book = sample_rulebook.rulebook()
    library = Library(book)
    edition = book.by_id["2007"]
    noted, note = next(
        (provision.label, notes[0])
        for article in edition.articles if isinstance(article.number, int)
        for provision in article.provisions()
        if (notes := library.notes_at("2007", provision.label)) and notes[0].text
    )
    pair = Pair((), (noted,), "inserted", 0.0, "automatic")
    page = comparison_page(library, Comparison("1997", "2007", noted.article, (pair,)))
    (shown,) = tree(page).xpath("//p[@class='rb-footnote']")
    assert text(shown).startswith(f"Nota {note.mark} a {noted} del 2007: ")
    assert " ".join(str(note.text).split()) in text(shown)


def test_a_moved_rule_says_from_where() -> None:
    found = pair("D")
    assert "Spostata: nel 1997 era B1(b)" in text(found)
    assert "Lo dice il commento." in text(found)
    assert found.xpath(".//a[@href='../../../1997/27/#B1b']")
    assert found.xpath(".//a[@href='../../../2007/27/#D']")


def test_a_rule_leads_to_the_commentary_on_it() -> None:
    assert pair("B1b").xpath(".//p[@class='rb-spoken']/a[contains(@href, 'commenti/')]")


@pytest.mark.parametrize(
    ("anchor", "warning"),
    [
        ("C", "Prima questo numero indicava un’altra regola."),
        ("B1a", "Un termine ha cambiato definizione"),
    ],
)
def test_warnings_are_told_in_words(anchor: str, warning: str) -> None:
    assert warning in text(pair(anchor))


def test_each_side_has_its_own_text_whole() -> None:
    old, new = (gold_article(edition, 27) for edition in ("1997", "2007"))
    for side, provision in (("old", old.find(label("B2"))), ("new", new.find(label("B2")))):
        assert provision is not None
        (shown,) = pair("B2").xpath(f".//div[contains(@class, 'rb-{side}')]/p[@class='rb-text']")
        assert text(shown) == " ".join(str(provision.text).split())


def test_what_went_stands_on_the_old_side_only() -> None:
    body = tree(PAGE)
    assert not body.xpath("//div[contains(@class, 'rb-side rb-old')]//ins")
    assert not body.xpath("//div[contains(@class, 'rb-side rb-new')]//del")
    assert body.xpath(
        "//div[contains(@class, 'rb-side rb-old')]//del[contains(@class, 'rb-light')]"
    )


def test_beginnings_and_ends_are_said_aloud() -> None:
    for mark in tree(PAGE).xpath("//del|//ins"):
        said = [" ".join(span.text.split()) for span in mark.xpath("./span[@class='rb-hidden']")]
        name = "eliminato" if mark.tag == "del" else "inserito"
        assert said == [f"[inizio testo {name}]", f"[fine testo {name}]"]


def test_the_concordance_goes_both_ways() -> None:
    tables = [
        [[text(cell) for cell in row.xpath("./td")] for row in table.xpath(".//tbody/tr")]
        for table in tree(CONCORDANCE).xpath("//table")
    ]
    assert ["27C", "27A2", "Spostata"] in tables[0]
    assert ["27A", "27A, 27A1", "Divisa"] in tables[0]
    assert ["27A2", "27C", "Spostata"] in tables[1]
    assert ["27C", "—", "Nuova"] in tables[1]
    assert len(tables[0]) == 8
    links = tree(CONCORDANCE).xpath("//td/a/@href")
    assert "27/#A2" in links


def test_a_rule_from_another_article_leads_to_the_page_that_shows_it() -> None:
    moved = Pair((Label(44, ("C",)),), (Label(50, ("D",)),), "moved", 0.6, "automatic")
    found = (Comparison("1997", "2007", 44, ()), Comparison("1997", "2007", 50, (moved,)))
    old, new = BOOK.by_id["1997"], BOOK.by_id["2007"]
    page = concordance_page(Library(BOOK), old, new, found)
    rows = [b for b in page.blocks if isinstance(b, Table)]
    assert len(rows) == 2
    for table in rows:
        [(_, _, change)] = table.rows
        assert [(link.address, link.anchor) for link in change if isinstance(link, Link)] == [
            ("confronto/1997-2007/50/", "D")]


def test_the_index_leads_to_each_concordance() -> None:
    assert 'href="1997-2007/"' in PAGES["confronto/"].body


def test_a_number_without_a_comparison_says_why() -> None:
    page = PAGES["confronto/1997-2007/4/"]
    assert "è giunto in un testo tagliato" in text(tree(page))
    assert not tree(page).xpath("//div[@class='rb-pairs']")


def test_hostile_text_stays_text() -> None:
    hostile = sample_rulebook.HOSTILE
    book, comparisons = with_articles(
        in_1997=article({"A": (hostile, f"{hostile} prima"), "B": "Resta."}, 27, "1997"),
        in_2007=article({"A": (hostile, f"dopo {hostile}"), "B": "Resta."}, 27, "2007"),
    )
    page = comparison_page(
        Library(book, comparisons), next(c for c in comparisons if c.number == 27)
    )
    assert "<script" not in page.body
    assert "<script" not in page.markdown
    assert " ".join(hostile.split()) in text(tree(page))


@pytest.mark.parametrize("address", ["27/", "1997/27/", "2007/27/"])
def test_an_article_leads_to_its_comparison(address: str) -> None:
    links = tree(PAGES[address]).xpath("//p[@class='rb-elsewhere']/a/@href")
    assert any(link.endswith("confronto/1997-2007/27/") for link in links)


def test_a_number_without_a_comparison_is_not_led_to() -> None:
    assert "confronto/" not in PAGES["2007/4/"].body


def test_equal_rules_are_shown_once() -> None:
    book, comparisons = with_articles(
        in_1997=article({"A": "Il morto tace.", "B": "Resta così."}, 27, "1997"),
        in_2007=article({"A": "Il morto tace.", "B": "Resta così."}, 27, "2007"),
    )
    page = comparison_page(
        Library(book, comparisons), next(c for c in comparisons if c.number == 27)
    )
    assert text(tree(page)).count("Il morto tace.") == 1
    assert "nessuna regola cambia" in page.body


def opened(browser: Browser, page: Page, width: int, **options: object) -> Tab:
    """A page in a browser with the theme's own style, without its frame."""
    styles = "".join(
        f"<style>{(ASSETS / name).read_text(encoding='utf-8')}</style>"
        for name in ("rulebook.css", "confronto.css")
    )
    frame = "<style>html{font-size:125%}body{margin:.8rem;background:var(--md-default-bg-color);"
    frame += "color:var(--md-default-fg-color)}a{color:var(--md-typeset-a-color)}</style>"
    context = browser.new_context(viewport={"width": width, "height": 800}, **options)  # type: ignore[arg-type]
    tab = context.new_page()
    tab.set_content(
        f"<!doctype html><html lang=it><head><meta charset=utf-8><title>{page.title}</title>"
        f"{frame}{styles}</head><body><main class=md-typeset>{page.body}</main></body></html>"
    )
    return tab


@pytest.mark.parametrize("width", [360, 390, 1280])
@pytest.mark.parametrize("page", [PAGE, CONCORDANCE], ids=["comparison", "concordance"])
def test_nothing_scrolls_sideways(browser: Browser, page: Page, width: int) -> None:
    tab = opened(browser, page, width)
    assert tab.evaluate("document.documentElement.scrollWidth") == width
    tab.context.close()


def test_sides_stand_side_by_side_only_where_there_is_room(browser: Browser) -> None:
    for width, beside in ((360, False), (1280, True)):
        tab = opened(browser, PAGE, width)
        old, new = (tab.locator(".rb-split .rb-side").nth(n).bounding_box() for n in (0, 1))
        assert old is not None
        assert new is not None
        assert (old["y"] == new["y"]) == beside
        tab.context.close()


def test_the_switch_works_without_scripts(browser: Browser) -> None:
    book, comparisons = with_articles(
        in_1997=article({"A": "Il direttore decide il caso.", "B": "Il morto può, se vuole, dire.",
                         "C": "Chi sbaglia, paga una presa."}),
        in_2007=article({"A": "L’arbitro decide il caso.", "B": "Il morto deve se vuole, dire.",
                         "C": "Chi sbaglia paga una presa."}, 27, "2007"),
    )
    page = comparison_page(
        Library(book, comparisons), next(c for c in comparisons if c.number == 27)
    )
    tab = opened(browser, page, 360, java_script_enabled=False)
    light, modal = tab.locator("#A"), tab.locator("#B")
    assert light.is_visible()
    assert modal.is_visible()
    tab.check(f"#{SWITCH}")
    assert not light.is_visible()
    assert modal.is_visible()
    struck = {
        anchor: tab.locator(f"h2#{anchor} ~ .rb-sides del", has_text=",").first.evaluate(
            "node => getComputedStyle(node).textDecorationLine"
        ) for anchor in "BC"
    }
    assert struck == {"B": "none", "C": "line-through"}, "a comma alone stays marked"
    tab.context.close()


def test_changes_are_seen_without_colours(browser: Browser) -> None:
    tab = opened(browser, PAGE, 1280)
    for name, line in (("del", "line-through"), ("ins", "underline")):
        for layer in ("heavy", "light"):
            found = tab.locator(f".rb-pairs {name}.rb-{layer}").first
            style = found.evaluate("node => getComputedStyle(node).textDecorationLine")
            assert line in style
    tab.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("page", [PAGE, CONCORDANCE], ids=["comparison", "concordance"])
def test_axe_finds_nothing(browser: Browser, page: Page, scheme: str) -> None:
    tab = opened(browser, page, 360, color_scheme=scheme)
    found = Axe().run(tab)
    assert found.violations_count == 0, found.generate_report()
    tab.context.close()

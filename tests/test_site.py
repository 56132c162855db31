"""The built site: what the build puts in place, what it refuses, and what it finds wrong."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from sample_rulebook import comparison, rulebook
from sample_site import bare

from rulebook import mkdocs_plugin
from rulebook.model import Article, Document
from rulebook.publishing import addresses
from rulebook.publishing.audit_pages import audit_article, audit_document
from rulebook.publishing.check_site import check_site
from rulebook.publishing.policy import with_policy
from rulebook.publishing.site import (
    SiteContent,
    SiteError,
    TextLostError,
    build_site,
    content,
    versions,
)

BOOK = rulebook()
CASES = tomllib.loads((Path(__file__).parent / "cases/site/faults.toml").read_text("utf-8"))["case"]


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site of the sample, for a public address."""
    out = tmp_path_factory.mktemp("built") / "site"
    build_site(
        content(BOOK, comparisons=(comparison(),), files={"data/x.json": b"{}"}),
        out, render=mkdocs_plugin.render, site_url="https://bridge.example/regole/",
    )
    return out


def html_of(site: Path, address: str) -> str:
    return (site / address / "index.html").read_text(encoding="utf-8")


def test_every_page_is_built(site: Path) -> None:
    for page in content(BOOK).pages:
        assert (site / page.address / "index.html").is_file(), page.address
    assert (site / "404.html").is_file()
    assert (site / "data/x.json").read_bytes() == b"{}"
    assert not list(site.parent.glob(".site-*")), "what was built aside is gone"


def test_a_page_has_its_title_description_and_canonical_address(site: Path) -> None:
    html = html_of(site, "1997/27")
    assert "<title>Articolo 27, Codice di Gara 1997: Licita insufficiente" in html
    assert '<meta name="description" content="Articolo 27 del Codice di Gara 1997' in html
    assert '<link rel="canonical" href="https://bridge.example/regole/1997/27/">' in html
    assert '<html lang="it"' in html


def test_the_edition_selector_stands_in_the_header(site: Path) -> None:
    header = html_of(site, "2007/27").split("</header>")[0]
    assert 'aria-current="page"' in header
    assert 'href="../../1997/27/"' in header


def test_versions_are_listed_the_newest_first(site: Path) -> None:
    listed = json.loads((site / "versions.json").read_text(encoding="utf-8"))
    assert [entry["version"] for entry in listed] == ["2017", "2007", "1997"]
    told = listed[1].pop("properties")
    assert listed[1] == {"version": "2007", "title": "Codice di Gara 2007", "aliases": []}
    assert told["state"] == "superseded"
    assert told["held"] == len(BOOK.by_id["2007"].articles)
    newest = listed[0]["properties"]
    assert (newest["state"], newest["held"]) == ("latest-known", 0), "the newest has no text here"
    listed[1]["properties"] = told
    assert json.loads(versions(BOOK)) == listed


def test_no_page_allows_inline_scripts_or_asks_another_host(site: Path) -> None:
    assert check_site(site) == ()
    for path in site.rglob("*.html"):
        html = path.read_text(encoding="utf-8")
        policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
        assert policy, path
        assert "unsafe" not in policy.group(1)
        assert html.index("Content-Security-Policy") < html.index("<script")
        assert "fonts.googleapis" not in html


def test_the_sitemap_holds_no_time_of_the_build(site: Path) -> None:
    sitemap = (site / "sitemap.xml").read_text(encoding="utf-8")
    assert "<loc>https://bridge.example/regole/2007/27/</loc>" in sitemap
    assert "lastmod" not in sitemap
    assert not (site / "sitemap.xml.gz").exists()


def test_no_page_calls_an_edition_in_force(site: Path) -> None:
    for path in site.glob("2007/**/*.html"):
        assert "vigente" not in path.read_text(encoding="utf-8").lower(), path


def test_the_installed_package_builds_without_its_project(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mkdocs_plugin, "PROJECT", tmp_path / "mkdocs.yml")
    monkeypatch.chdir(tmp_path)
    build_site(content(BOOK), tmp_path / "site", render=mkdocs_plugin.render)
    html = html_of(tmp_path / "site", "2007/27")
    assert "rulebook.css" in html
    assert "canonical" not in html, "there is no public address"


def test_a_theme_that_changed_stops_the_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mkdocs_plugin, "PROJECT", tmp_path / "mkdocs.yml")
    changed = {"main.html": [("words that the theme has no more", "")]}
    monkeypatch.setattr(mkdocs_plugin, "_adaptations", lambda: changed)
    with pytest.raises(SiteError, match=r"theme\.toml"):
        build_site(content(BOOK), tmp_path / "site", render=mkdocs_plugin.render)


def test_what_mkdocs_warns_of_stands_in_the_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/x.md").write_text("# X\n\n[27](2007/27.md#B9z)\n", encoding="utf-8")
    settings = mkdocs_plugin.PROJECT.parent / "rulebook/publishing/site.yml"
    (tmp_path / "mkdocs.yml").write_text(f"INHERIT: {settings}\n", encoding="utf-8")
    monkeypatch.setattr(mkdocs_plugin, "PROJECT", tmp_path / "mkdocs.yml")
    with pytest.raises(SiteError, match="does not contain an anchor '#B9z'"):
        build_site(content(BOOK), tmp_path / "site", render=mkdocs_plugin.render)


@pytest.mark.long
def test_mkdocs_by_itself_builds_the_embedded_corpus(tmp_path: Path) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(tmp_path / "site")],
        cwd=mkdocs_plugin.PROJECT.parent, capture_output=True, text=True, check=False,
    )
    assert run.returncode == 0, run.stderr
    assert (tmp_path / "site/2007/27/index.html").is_file()
    assert check_site(tmp_path / "site") == ()


def test_a_build_replaces_the_earlier_one_as_a_whole(tmp_path: Path) -> None:
    out = tmp_path / "site"
    build_site(content(BOOK), out, render=bare)
    (out / "old.html").write_text("from before", encoding="utf-8")
    build_site(content(BOOK), out, render=bare)
    assert not (out / "old.html").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


def test_a_folder_that_is_no_site_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letters").mkdir()
    (tmp_path / "letters/dear.txt").write_text("Caro arbitro", encoding="utf-8")
    with pytest.raises(SiteError, match="holds other things"):
        build_site(content(BOOK), tmp_path / "letters", render=bare)
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(SiteError, match="is a file"):
        build_site(content(BOOK), tmp_path / "file", render=bare)
    assert (tmp_path / "letters/dear.txt").exists()


def test_a_broken_link_in_a_hand_written_page_stops_the_build(tmp_path: Path) -> None:
    def with_fault(whole: SiteContent, out: Path, site_url: str | None) -> None:
        bare(whole, out, site_url)
        (out / "index.html").write_text('<a href="2007/27/#B9z">27B9z</a>', encoding="utf-8")

    with pytest.raises(SiteError, match="an anchor that is not there: 2007/27/#B9z"):
        build_site(content(BOOK), tmp_path / "site", render=with_fault)
    assert not (tmp_path / "site").exists()


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_faults_of_a_site_are_found(case: dict[str, object], tmp_path: Path) -> None:
    for name, text in case["files"].items():  # type: ignore[attr-defined]
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    assert [str(finding) for finding in check_site(tmp_path)] == case["found"]


def test_the_policy_names_inline_scripts_by_their_hash() -> None:
    page = with_policy(
        '<meta charset="utf-8"><script data-x="1">alert(1)</script>'
        '<script type="application/json">{}</script><script src="a.js"></script>'
    )
    assert page.count("sha256-") == 1
    assert "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='" in page


# ── Losing a word ─────────────────────────────────────────────────────────────────────────────


def texts() -> Iterator[tuple[str, Article | None, Document | None]]:
    """Every page with a text: its address, and what it shows."""
    for edition in BOOK.editions:
        for article in edition.articles:
            page = addresses.of_article(edition.id, article.number)
            yield page, article, BOOK.document_of(article)
    for document in BOOK.documents:
        address = addresses.of_document(document)
        if address:
            yield address, None, document


def places_of_words(html: str) -> list[tuple[int, int]]:
    """Where the words of the shown texts stand in a page, without marks, buttons and asides."""
    inside = {"rb-law", "rb-section", "rb-note"}
    outside = {"rb-cited", "rb-counterpart", "rb-cut", "rb-doubt", "rb-quiet", "rb-back"}
    open_elements: list[bool] = []  # whether each belongs to a text
    found: list[tuple[int, int]] = []
    end = html.find("</article>")
    region = re.compile(r"<(/?)([a-z0-9]+)([^>]*)>|[^<]+")
    for token in region.finditer(html, html.index("<h1"), end if end > 0 else len(html)):
        closing, tag, attributes = token.groups()
        shown = bool(open_elements and open_elements[-1])
        if tag is None:
            words = re.finditer(r"\S+", token.group()) if shown else ()
            found += [(token.start() + w.start(), token.start() + w.end()) for w in words]
        elif closing:
            open_elements.pop()
        elif tag != "br":
            classes = set("".join(re.findall(r'class="([^"]*)"', attributes)).split())
            shown = (shown or bool(classes & inside)) and not classes & outside
            open_elements.append(shown and tag not in ("sup", "button"))
    return found


def mutated(html: str, rng: random.Random) -> str:
    """The page with one word deleted, doubled, or swapped with its neighbour."""
    places = places_of_words(html)
    while True:
        at = rng.randrange(len(places) - 1)
        (start, end), (next_start, next_end) = places[at : at + 2]
        word, following = html[start:end], html[next_start:next_end]
        match rng.choice(("delete", "double", "swap")):
            case "delete":
                return html[:start] + html[end:]
            case "double":
                return f"{html[:end]} {word}{html[end:]}"
            case _ if word != following:
                return (html[:start] + following + html[end:next_start] + word + html[next_end:])


def test_500_lost_doubled_or_swapped_words_are_all_found(site: Path) -> None:
    rng = random.Random(27)
    shown = list(texts())
    missed = []
    for _ in range(500):
        address, article, document = rng.choice(shown)
        html = mutated(html_of(site, address), rng)
        fault = (audit_article(html, article, document) if article
                 else audit_document(html, document) if document else None)
        if fault is None:
            missed.append(address)
    assert missed == []


@pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(more, marks=pytest.mark.long) for more in range(2, 5))]
)
def test_a_lost_word_stops_the_whole_build(seed: int, tmp_path: Path) -> None:
    rng = random.Random(seed)
    out = tmp_path / "site"
    build_site(content(BOOK), out, render=bare)
    before = html_of(out, "2007/27")

    def losing(whole: SiteContent, built: Path, site_url: str | None) -> None:
        bare(whole, built, site_url)
        address, *_ = rng.choice(list(texts()))
        file = built / address / "index.html"
        file.write_text(mutated(file.read_text(encoding="utf-8"), rng), encoding="utf-8")

    with pytest.raises(TextLostError, match="after “"):
        build_site(content(BOOK), out, render=losing)
    assert html_of(out, "2007/27") == before, "the earlier site stays"


def test_a_page_that_is_not_there_is_found(tmp_path: Path) -> None:
    def forgetting(whole: SiteContent, built: Path, site_url: str | None) -> None:
        bare(whole, built, site_url)
        (built / "2007/50/index.html").unlink()

    with pytest.raises(TextLostError, match="2007/50/"):
        build_site(content(BOOK), tmp_path / "site", render=forgetting)

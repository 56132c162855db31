"""The register of addresses: nothing that was published disappears."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from sample_rulebook import comparison, rulebook
from sample_site import bare

from rulebook.label import Label
from rulebook.model import Article, Paragraph, Rulebook
from rulebook.publishing.addresses import Address
from rulebook.publishing.published import Published, read_published, write_published
from rulebook.publishing.register import (
    Register,
    RegisterError,
    Retired,
    check_register,
    parse_register,
    places_in,
    print_register,
)
from rulebook.publishing.releases import Release
from rulebook.publishing.site import SiteContent, SiteError, build_site, content
from rulebook.publishing.situations import Handbook, Situation, SituationGroup, Statement
from rulebook.reading.holdings.corpus import embedded

BOOK = rulebook()


@pytest.fixture(scope="module")
def whole() -> SiteContent:
    return content(BOOK, (comparison(),))


@pytest.fixture(scope="module")
def register(whole: SiteContent, tmp_path_factory: pytest.TempPathFactory) -> Register:
    """What the site of the sample promises."""
    site = tmp_path_factory.mktemp("first") / "site"
    bare(whole, site, None)
    return Register(places_in(site, [page.address for page in whole.pages]))


def renamed(book: Rulebook, edition: str, old: int, new: int) -> Rulebook:
    """The book with an article of an edition under another number."""

    def below(paragraph: Paragraph) -> Paragraph:
        label = Label(new, paragraph.label.path)
        return replace(paragraph, label=label, children=tuple(map(below, paragraph.children)))

    def article(held: Article) -> Article:
        named = (held.edition, held.number) == (edition, old)
        return replace(held, root=below(held.root)) if named else held

    editions = tuple(
        replace(e, articles=tuple(map(article, e.articles)),
                known=tuple(name for name in e.known if e.id != edition or name.number != old))
        for e in book.editions
    )
    return replace(book, editions=editions)


def test_it_holds_pages_provisions_and_data(register: Register) -> None:
    promised = register.addresses
    assert {"", "2007/27/", "2007/27/#B1b", "27/#B1b", "c/27b1b/", "c/2007-27b1b/", "novita/",
            "data/inventory.json", "data/2007.json", "objects.inv", "versions.json"} <= promised
    assert not any("richiamo-" in address for address in promised)
    assert not any(address.startswith(("assets/", "search/")) for address in promised)


def test_what_only_a_card_cites_is_spoken_of() -> None:
    card = Situation(
        "prova", "Prova", "g", "È successo.", "L’Arbitro.", "2007",
        (Statement("Si ripara.", (Label(64, ("C", "1")),)),),
    )
    cards = Handbook(groups=(SituationGroup("g", "Gruppo"),), situations=(card,))
    spoken = content(BOOK, handbook=cards).files
    for name in ("64c1", "2007-64c1", "64c", "2007-64c"):
        assert f"c/{name}/index.html" in spoken
    assert "c/1997-64c/index.html" not in spoken, "the card speaks of one edition"


def test_renaming_an_article_is_stopped(
    register: Register, tmp_path: Path
) -> None:
    out = tmp_path / "site"
    build_site(
        content(BOOK, comparisons=(comparison(),), published=Published(register)),
        out, render=bare,
    )
    before = (out / "2007/27/index.html").read_bytes()
    with pytest.raises(SiteError) as error:
        build_site(
            content(renamed(BOOK, "1997", 27, 94), published=Published(register)),
            out, render=bare,
        )
    assert error.value.findings
    assert (out / "2007/27/index.html").read_bytes() == before


def test_the_old_number_of_a_renamed_article_is_missed(register: Register, tmp_path: Path) -> None:
    site = tmp_path / "site"
    bare(content(renamed(BOOK, "1997", 27, 94)), site, None)
    there = parse_register(print_register(register.places))
    [told] = [f for f in map(str, check_register(site, there)) if f.startswith("1997/27/: ")]
    line = print_register(register.places).splitlines().index(
        " ".join(["1997/27/", *sorted(register.places["1997/27/"])])
    ) + 1
    assert f"line {line} of published/addresses.txt" in told
    assert 'published/retired.toml a [[retired]] entry with address = "1997/27/"' in told


def test_where_a_retired_address_leads_in_vain_is_named(
    whole: SiteContent, tmp_path: Path
) -> None:
    site = tmp_path / "site"
    bare(whole, site, None)
    retired = (
        '[[retired]]\naddress = "2007/44/#C"\nreason = "a"\nto = "/2007/27/#B1b"\n\n'
        '[[retired]]\naddress = "2007/45/#C"\nreason = "a"\nto = "2007/27/#Z9"\n'
    )
    [told] = check_register(site, parse_register("", retired))
    assert str(told).startswith("published/retired.toml, line 6 (2007/45/#C): “to” leads to")
    assert "2007/27/#Z9" in str(told)


def test_every_missing_place_is_named(whole: SiteContent, tmp_path: Path) -> None:
    site = tmp_path / "site"
    bare(whole, site, None)
    told = check_register(site, parse_register("/\n2007/27/ A B99\n2007/94/\npdf/2007.pdf\n"))
    assert [str(finding).split(":")[0] for finding in told] == [
        "2007/27/#B99", "2007/94/", "pdf/2007.pdf",
    ]


def test_a_retired_address_answers_with_where_its_rule_went(
    register: Register, tmp_path: Path
) -> None:
    retired = (
        Retired(Address("2007/27/", "B99"), "Era un errore di lettura.", Address("2007/27/", "D")),
        Retired(Address("2007/94/"), "Il Codice non ha l’articolo 94.", Address("2007/27/")),
        Retired(Address("2007/95/"), "Non è mai esistito."),
    )
    old = register.joined({"2007/27/": frozenset({"B99"}), "2007/94/": frozenset(),
                           "2007/95/": frozenset()})
    published = Published(Register(old.places, retired))
    build_site(
        content(BOOK, comparisons=(comparison(),), published=published),
        tmp_path / "site", render=bare,
    )
    html = (tmp_path / "site/2007/27/index.html").read_text(encoding="utf-8")
    assert 'id="B99"' in html
    assert "Era un errore di lettura." in html
    page = (tmp_path / "site/2007/94/index.html").read_text(encoding="utf-8")
    assert 'href="../27/"' in page
    assert "refresh" not in page, "a retired address never jumps in silence"
    assert "Non è mai esistito." in (tmp_path / "site/2007/95/index.html").read_text("utf-8")


def test_it_reads_what_it_writes(register: Register) -> None:
    assert parse_register(print_register(register.places)) == register


def test_a_register_in_another_encoding_is_named(tmp_path: Path) -> None:
    (tmp_path / "published").mkdir()
    (tmp_path / "published/retired.toml").write_bytes("# perché\n".encode("latin-1"))
    with pytest.raises(RegisterError, match=r"published/retired.toml: is not UTF-8"):
        read_published(tmp_path)


def test_it_lies_beside_a_corpus(register: Register, tmp_path: Path) -> None:
    kept = Published(register, (Release(1, "2026-11-30"),))
    write_published(tmp_path, kept)
    assert read_published(tmp_path) == kept


@pytest.mark.parametrize(("table", "told"), [
    ('[[retired]]\naddress = "2007/1/"\n', "reason"),
    ('[[retired]]\naddress = "2007/1/"\nreason = " "\n', "say why"),
    ('[[retired]]\naddress = "2007/1/"\nreason = "a"\nwhy = "b"\n', "why"),
    ("[[retired\n", "retired.toml"),
    ('[retired]\naddress = "2007/1/"\nreason = "a"\n', "two brackets"),
    ('[[retired]]\naddress = "2007/1/"\nreason = "a"\n' * 2, r"line 4 \(2007/1/\).*above"),
])
def test_a_broken_table_of_retired_addresses_is_named(table: str, told: str) -> None:
    with pytest.raises(RegisterError, match=told):
        parse_register("", table)


def test_the_register_of_the_corpus_can_be_read() -> None:
    promised = read_published(embedded()).register.addresses
    assert "2007/27/#B1b" in promised
    assert "1997/27/" in promised

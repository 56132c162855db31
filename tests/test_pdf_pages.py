"""Each page offers its own PDF with its size; the page of an edition offers all that it has."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
import sample_rulebook
from lxml import etree
from lxml import html as lxml_html
from sample_site import bare

from rulebook.publishing import addresses
from rulebook.publishing import blocks as b
from rulebook.publishing.page import Page
from rulebook.publishing.pages_paper import ANCHOR, size, with_papers
from rulebook.publishing.pdf.assets import Press, Printed
from rulebook.publishing.site import SiteContent, build_site, content
from rulebook.publishing.situations_file import embedded_handbook

BOOK = sample_rulebook.rulebook()
COMPARED = (sample_rulebook.comparison(),)


@cache
def printed() -> tuple[Printed, ...]:
    """Every offer of the sample, each with a length of its own and no content."""
    offers = Press(BOOK, COMPARED, embedded_handbook()).offers()
    return tuple(Printed(offer, b"%" * (3000 + 1000 * n)) for n, offer in enumerate(offers))


@cache
def whole() -> SiteContent:
    return content(BOOK, COMPARED, handbook=embedded_handbook(), printed=printed())


def offered(page: Page) -> dict[str, str]:
    """The files that a page offers, with the words of the links."""
    tree = lxml_html.fromstring(f"<div>{page.body}</div>")
    links = tree.xpath("//a[contains(@href, 'pdf/') or contains(@href, 'epub/')]")
    return {_told(page, link): link.text_content() for link in links}


def _told(page: Page, link: etree._Element) -> str:
    from posixpath import join, normpath

    return normpath(join(page.address, link.get("href")))


def test_every_file_is_offered_on_its_page_with_its_size() -> None:
    pages = {page.address: page for page in whole().pages}
    for one in printed():
        for address in one.offer.pages:
            said = offered(pages[address])[one.name]
            assert size(len(one.data)) in said
            assert ("EPUB" if one.offer.is_epub else "PDF") in said
            assert one.offer.paper in (None, "a4") or str(one.offer.paper).upper() in said


def test_a_page_without_a_text_offers_nothing() -> None:
    with_file = {address for one in printed() for address in one.offer.pages}
    for page in whole().pages:
        if page.address not in with_file:
            assert not offered(page), page.address


@pytest.mark.parametrize("edition", ["1997", "2007"])
def test_the_page_of_an_edition_lists_all_that_prints_its_texts(edition: str) -> None:
    page = next(p for p in whole().pages if p.address == addresses.of_edition(edition))
    expected = {one.name for one in printed() if edition in one.offer.editions}
    assert set(offered(page)) == expected
    assert f"pdf/confronto-1997-2007-{27}.pdf" in expected
    assert any(entry.anchor == ANCHOR for entry in page.contents)


def test_files_stand_before_the_notice_of_rights() -> None:
    for page in whole().pages:
        kinds = [block.kind for block in page.blocks if isinstance(block, b.Group)]
        if "paper" in kinds and "colophon" in kinds:
            assert kinds.index("paper") < kinds.index("colophon"), page.address


def test_the_words_of_the_texts_are_the_same_without_files() -> None:
    plain = {page.address: page for page in content(BOOK, COMPARED).pages}
    made = {page.address: page for page in with_papers(tuple(plain.values()), ())}
    assert made == plain


def test_a_built_site_has_the_files_that_its_pages_offer(tmp_path: Path) -> None:
    build_site(
        content(BOOK, comparisons=COMPARED, handbook=embedded_handbook(), printed=printed()),
        tmp_path / "site", render=bare,
    )
    for one in printed():
        assert (tmp_path / "site" / one.name).read_bytes() == one.data


@pytest.mark.parametrize(("count", "said"), [
    (0, "1 kB"), (499, "1 kB"), (63_643, "64 kB"), (999_499, "999 kB"), (999_500, "1,0 MB"),
    (2_345_678, "2,3 MB"),
])
def test_sizes_are_said_as_one_says_them(count: int, said: str) -> None:
    assert size(count) == said.replace(" ", "\N{NO-BREAK SPACE}")

"""Where articles begin, and their titles end, when no mark of print says so."""

from __future__ import annotations

import pytest

from rulebook.reading.assemble import read_bytes

BODY = "chi siede al tavolo e si accorge di un errore può dirlo anche mentre si gioca una presa"
TITLE = "Intervento dei giocatori"


@pytest.mark.parametrize(
    ("line", "title", "sure"),
    [
        pytest.param(f"{TITLE} Se {BODY}.", TITLE, False, id="a word that opens sentences"),
        pytest.param(f"{TITLE} {BODY}.", None, False, id="nothing at all"),
        pytest.param(f"{TITLE} A. Primo: {BODY}. B. Poi: {BODY}.", TITLE, True, id="a label"),
        pytest.param(f"{TITLE}      Chi gioca, {BODY}.", TITLE, True, id="a gap in the line"),
        pytest.param(f"{TITLE.upper()} Chi gioca, {BODY}.", TITLE.upper(), True, id="capitals"),
    ],
)
def test_a_title_ends(line: str, title: str | None, sure: bool) -> None:
    document = read_bytes(f"Art. 9 – {line}\n".encode(), "pagina.txt")
    (article,) = document.articles
    assert (str(article.title) if article.title else None) == title
    doubts = [issue.code for issue in document.issues]
    assert ("title-not-closed" not in doubts) == sure


def test_articles_that_are_only_numbered() -> None:
    text = f"9. {TITLE.upper()}\nA. Primo: {BODY}.\n10. ORDINE DI GIOCO\nA. Poi: {BODY}.\n"
    document = read_bytes(text.encode(), "pagina.txt")
    assert [article.number for article in document.articles] == [9, 10]
    assert str(document.articles[0].title) == TITLE.upper()


@pytest.mark.parametrize(
    ("numbers", "articles"),
    [
        pytest.param([119, 120, 121, 122, 125], [119, 120, 121, 122, 125], id="it goes on"),
        pytest.param([20, 640, 21], [20, 21], id="another law between"),
        pytest.param([640], [], id="another law alone"),
        pytest.param([119, 120, 640, 121], [119, 120, 121], id="another law after a long code"),
    ],
)
def test_a_high_number_opens_an_article_only_where_it_goes_on(
    numbers: list[int], articles: list[int]
) -> None:
    text = "\n\n".join(f"ARTICOLO {n} – {TITLE.upper()}\n\nA. Chi {BODY}." for n in numbers)
    document = read_bytes(f"{text}\n".encode(), "pagina.txt")
    assert [article.number for article in document.articles] == articles

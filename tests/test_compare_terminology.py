"""The table of words: what is read, and what a mistyped one says."""

from __future__ import annotations

import pytest
from compare_tools import terminology

from rulebook.compare import load_terminology
from rulebook.compare.lexicon import article_base, inflection, lexicon
from rulebook.compare.words import words

TWICE = """
[[modal]]
id = "a"
forms = ["può"]
strength = 1
meaning = ""

[[modal]]
id = "b"
forms = ["Può"]
strength = 1
meaning = ""
"""


def test_the_table_of_the_package_is_in_order() -> None:
    table = terminology()
    assert {modal.id for modal in table.modal} >= {"può", "non può", "dovrebbe", "deve"}
    assert table.citation.articles


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ('[[replacement]]\nfrom="1997"\nto="2007"\nold=["x"]\nnwe=["y"]',
         "“replacement[0].nwe”, line 5"),
        ('[[replacement]]\nfrom="1997"\nto="2007"\nold=["x"]', "“replacement[0].new” is missing"),
        ('[[replacement]]\nfrom="2007"\nto="1997"\nold=["x"]\nnew=["y"]', "line 1 (replacement)"),
        ('[[replacement]]\nfrom="1997"\nto="2007"\nold=[]\nnew=["y"]', "line 1 (replacement)"),
        ('[[replacement]]\nfrom="1997"\nto="2007"\nold="x"\nnew=["y"]', "line 4: is a text"),
        ('\n[[replacement]]\nfrom="1897"\nto="2007"\nold=["x"]\nnew=["y"]',
         "line 2 (replacement): “from” names the edition 1897"),
        ('[[replacement]]\nfrom="1997"\nto="2007"\nold=[" "]\nnew=["y"]', "a form is empty"),
        ('[[modal]]\nid="a"\nforms=["può"]\nstrength="x"\nmeaning=""',
         "“modal[0].strength”, line 4: is a text"),
        (TWICE, "“Può” is a form of a"),
        ("[[replacement", "words.toml"),
        ("other = 1", "other"),
    ],
)
def test_a_mistyped_table_names_its_place(text: str, place: str) -> None:
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the message is what is tested
        load_terminology(text.encode(), "words.toml", ("1997", "2007"))
    assert str(caught.value).startswith("words.toml")
    assert place in str(caught.value)


def test_bytes_that_are_no_text() -> None:
    with pytest.raises(ValueError, match=r"words\.toml"):
        load_terminology(b"\xff\xfe\x00", "words.toml")


def test_a_word_replaced_twice_is_one_word() -> None:
    table = load_terminology(
        b'[[replacement]]\nfrom="1997"\nto="2007"\nold=["penalit\xc3\xa0"]\nnew=["rettifica"]\n'
        b'[[replacement]]\nfrom="2007"\nto="2017"\nold=["rettifica"]\nnew=["rimedio"]\n',
        "words.toml",
    )
    whole = lexicon(table, "1997", "2017")
    old = whole.found(words("la penalità"), new=False)
    new = whole.found(words("il rimedio"), new=True)
    assert [found.id for found in old] == [found.id for found in new]
    first = lexicon(table, "1997", "2007")
    assert first.found(words("il rimedio"), new=True) == ()


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("rettifica", "rettifiche"),
        ("arbitro", "arbitri"),
        ("penalità", "penalita"),
        ("artificiale", "artificiali"),
        ("licita", "licite"),
    ],
)
def test_inflections_are_one_word(one: str, other: str) -> None:
    assert inflection(one) == inflection(other)


@pytest.mark.parametrize(("one", "other"), [("arbitro", "arbitrale"), ("presa", "presto")])
def test_other_words_stay_apart(one: str, other: str) -> None:
    assert inflection(one) != inflection(other)


@pytest.mark.parametrize(
    ("one", "other"), [("il", "l'"), ("del", "dell'"), ("alla", "agli"), ("un", "una")]
)
def test_articles_say_the_same_in_any_gender(one: str, other: str) -> None:
    assert article_base(one) == article_base(other) is not None


def test_articles_that_say_something_else() -> None:
    assert len({article_base(word) for word in ("il", "del", "al", "nel", "un")}) == 5
    assert article_base("presa") is None

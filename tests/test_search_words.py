"""How texts and queries become words: elisions, accents, inflections, suits, one wrong letter."""

from __future__ import annotations

import pytest
import search_sample
from hypothesis import example, given
from hypothesis import strategies as st

from rulebook.publishing.search import analysis
from rulebook.publishing.search.expand import FEWEST_LETTERS
from rulebook.publishing.search.packing import ALPHABET, END, SAME, pack, pieces
from rulebook.publishing.search.snippet import make_snippet
from rulebook.publishing.search.suggest import distance
from rulebook.publishing.search.words import FULL_WEIGHT, load_words

WORDS = load_words(search_sample.vocabulary())


@pytest.mark.parametrize("apostrophe", "'’‘`´ʼ′")
def test_every_apostrophe_parts_words(apostrophe: str) -> None:
    assert analysis.fold_words(f"dell{apostrophe}arbitro") == ["dell", "arbitro"]


@pytest.mark.parametrize(("left", "right"), [
    ("perché", "perche"), ("PERCHÉ", "perche"), ("penalità", "penalita’"), ("però", "pero"),
    ("ﬁori", "fiori"), ("♥", "cuori"), ("♡", "cuori"), ("e\u0300", "è"), ("lici\u00adta", "licita"),
])
def test_spellings_of_one_word(left: str, right: str) -> None:
    assert analysis.fold_words(left) == analysis.fold_words(right)


def related(left: str, right: str) -> bool:
    """Whether a typed word finds a word of a text by its stem."""
    keys = analysis.stem_keys(right.lower(), analysis.fold(right))
    return analysis.query_key(left.lower()) in keys


@pytest.mark.parametrize(("one", "other"), [
    ("mano", "mani"), ("presa", "prese"), ("attacco", "attacchi"), ("carta", "carte"),
    ("penalità", "penalità"), ("penalizzata", "penalizzate"), ("licita", "licite"),
    ("arbitro", "arbitri"), ("avversario", "avversari"), ("rettifica", "rettifiche"),
    ("infrazione", "infrazioni"), ("chiamata", "chiamate"), ("giocatore", "giocatori"),
    ("insufficiente", "insufficienti"), ("applica", "applicherà"), ("corregge", "correggere"),
])
def test_inflections_find_each_other(one: str, other: str) -> None:
    assert related(one, other)
    assert related(other, one)


@pytest.mark.parametrize("word", ["qualità", "penalità", "però", "applicherà", "perché", "città"])
def test_accents_may_be_left_out(word: str) -> None:
    assert related(analysis.fold(word), word)


@pytest.mark.parametrize("word", "contro surcontro passo morto presa mano dama atout senza".split())
def test_no_word_of_bridge_counts_less(word: str) -> None:
    assert WORDS.weight(word) == FULL_WEIGHT


@pytest.mark.parametrize(("text", "calls"), [
    ("2♥ e poi 2 cuori, 2C", ["2=cuori"] * 3),
    ("1NT, 1 SA, 1 senza atout, 1sa", ["1=senza"] * 4),
    ("1F 1Q 1P", ["1=fiori", "1=quadri", "1=picche"]),
    ("3♣(17+)", ["3=fiori"]),
    ("due cuori e tre senza, uno picche", ["2=cuori", "3=senza", "1=picche"]),
    ("una cuori, due carte", []),
    ("articolo 7C, art. 2C e 3Q, paragrafo 2 C", []),
    ("articoli 6C, 7C e 5C", []),
    ("artt. 6C e 7C; poi 2C", ["2=cuori"]),
    ("vedi l’articolo 7C. Dopo una licita di 2C il compagno", ["2=cuori"]),
    ("8♥, 0♠, 12 cuori, ♥2, 27C, 2C1", []),
    ("2 - cuori", []),
])
def test_calls(text: str, calls: list[str]) -> None:
    found = list(analysis.tokens(text))
    assert [key for _, key in analysis.calls(found, text, WORDS)] == calls


short_words = st.text("abcà", max_size=6)


@given(short_words, short_words)
def test_one_letter_wrong_is_one_edit_or_two_letters_exchanged(left: str, right: str) -> None:
    exchanged = any(
        left[:at] + left[at + 1 : at + 2] + left[at : at + 1] + left[at + 2 :] == right
        for at in range(len(left))
    )
    assert analysis.within_one(left, right) == (distance(left, right, 9) <= 1 or exchanged)


@given(st.lists(st.just(1) | st.text("abcàé’ .,\n2♥–", max_size=40), max_size=8))
@example(["l’arbitro: 2♥", 1, "", "\n\nx", " a  b "])
def test_packed_texts_come_back(texts: list[str | int]) -> None:
    packed = pack(texts)
    rows = packed.texts.split(END)[:-1]
    assert len(rows) == len(texts)
    assert set("".join(rows)) <= set(ALPHABET) | {SAME}
    assert [row == f"{SAME}1" for row in rows] == [text == 1 for text in texts]


@given(st.text("ab’ .,2♥\n", max_size=60))
def test_pieces_are_the_whole_text(text: str) -> None:
    words = {token.start for token in analysis.tokens(text)}
    rebuilt, before = "", False
    for piece in pieces(text):
        is_word = bool(list(analysis.tokens(piece)))
        rebuilt += (" " if before and is_word else "") + piece
        before = is_word
    assert rebuilt == text
    assert len(words) == sum(bool(list(analysis.tokens(p))) for p in pieces(text))


@given(st.text("abc’ .,;:!\n", max_size=400), st.sampled_from(["a", "b", "c", "zz"]))
def test_a_snippet_is_a_part_of_a_line_with_whole_words_marked(text: str, word: str) -> None:
    snippet = make_snippet(text, {word: 5}, WORDS)
    assert any(snippet.text in line for line in text.split("\n"))
    for start, end in snippet.marks:
        assert analysis.fold_words(snippet.text[start:end]) == [word]
    assert bool(snippet.marks) == (word in analysis.fold_words(text))


def test_short_words_are_never_taken_for_misspelt() -> None:
    assert FEWEST_LETTERS >= 4

"""What must hold of citations in any text, what people type, and the vocabulary file itself."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from test_citations import HELD

from rulebook.label import Label
from rulebook.reading.citations.find import Mention, find, parse_citation
from rulebook.reading.citations.resolve import Context, Passage, resolve
from rulebook.reading.citations.vocabulary import (
    EMBEDDED,
    VocabularyError,
    embedded_vocabulary,
    load_vocabulary,
)

WORDS = embedded_vocabulary()
PIECES = st.sampled_from(
    """articolo articoli art. artt. Art. ARTICOLO paragrafo paragrafi punto punti lettera lettere
    sezione comma vedi in di da a e ed o al dal del della dell' all' l' il la nuovo vecchio ed
    attualmente vigore Codice Gara Edizione 1997 2007 2017 Regolamento Statuto Norme c.p. L. 27 16 1
    2 3 93 94 0 20-23 27B1b 16C2 B1 B1(b) (b) (ii) b) A B C D E 27-B-1 27.B seguente precedente
    sopra 1NT 2♥ 3C 10% prese marzo , ; : . - – ( ) [ ] / § n. bis NS E-O A2 “ ” ’ meno""".split()
)
GAPS = st.sampled_from(["", " ", " ", " ", "\n", "\u00a0", "  "])
SENTENCES = st.lists(st.tuples(PIECES, GAPS), max_size=24).map(
    lambda pairs: "".join(piece + gap for piece, gap in pairs)
)
TEXTS = st.one_of(SENTENCES, st.text(max_size=60), st.lists(SENTENCES, max_size=4).map("\n".join))
HERE = st.sampled_from([None, Label(27, ("B", "1", "b")), Label(20, ("F", "2")), Label(88, ("A",))])


def check(text: str, mentions: tuple[Mention, ...]) -> None:
    """Mentions are stretches of the text, in order, apart from each other, with members inside."""
    end = 0
    for mention in mentions:
        assert end <= mention.start < mention.end
        assert text[mention.start : mention.end] == mention.text
        end = mention.end
        assert mention.refs
        place = mention.start
        for ref in mention.refs:
            assert place <= ref.start <= ref.end <= mention.end
            place = ref.end
            assert ref.article is None or 1 <= ref.article <= WORDS.articles.last
            assert (ref.article is None) == mention.relative


@settings(max_examples=600)
@given(TEXTS)
def test_mentions_are_stretches_of_the_text(text: str) -> None:
    check(text, find(text, WORDS))


@settings(max_examples=300)
@given(TEXTS, HERE, st.sampled_from(["2007", "1997", None]))
def test_any_text_is_resolved(text: str, here: Label | None, edition: str | None) -> None:
    context = Context(("1997", "2007", "2017"), edition, held=HELD, articles=(27,))
    kind = "law" if here else "prose"
    for found in resolve([Passage("p", text, here, edition if here else None, kind)], context):
        assert found.targets
        assert found.edition_basis in ("stated", "context", "assumed")
        for target in found.targets:
            assert target.edition is None or target.edition in context.editions
        if found.mention.relative and here and found.mention.refs[0].path:
            assert {t.label.article for t in found.targets} <= {here.article}


@given(TEXTS)
def test_more_text_behind_a_full_stop_changes_nothing_before(text: str) -> None:
    before = find(f"{text}.\n\n", WORDS)
    after = find(f"{text}.\n\nPoi si gioca.", WORDS)
    assert [m.text for m in before] == [m.text for m in after]


@given(TEXTS)
def test_a_line_end_is_a_space(text: str) -> None:
    flat, broken = text.replace("\n", " "), text.replace(" ", "\u00a0").replace("\n", "\u00a0")
    assert [(m.start, m.refs) for m in find(flat, WORDS)] == [
        (m.start, m.refs) for m in find(broken, WORDS)
    ]


@pytest.mark.parametrize(
    "piece",
    [
        "art. ", "art. 1, ", "artt. 1, 2, ", "punti 1 e ", "vedi A ", "(b) e ", "27B1b ", "27B1b",
        "lettera B punto 1 ", "della lettera B ", "vecchio e nuovo ", "Regolamento art. 5 ", "1, ",
        "Il nuovo Codice. ", "attualmente ", " ", "(", "a", "1", "\n", "A ", "art. 5 del ", "Å♠",
    ],
)
def test_time_grows_with_the_text(piece: str) -> None:
    context = Context(("1997", "2007"), "2007", held=HELD)

    def seconds(length: int) -> float:
        text = piece * (length // len(piece))
        start = time.process_time()
        resolve([Passage("p", text)], context)
        return time.process_time() - start

    seconds(1_000)
    assert seconds(60_000) < 30 * seconds(6_000) + 0.5


@pytest.mark.long
def test_five_megabytes_in_one_line() -> None:
    line = "Il giocatore applica l'art. 27B1b e passa (vedi paragrafo B) con 12 punti. " * 66_000
    start = time.process_time()
    assert len(find(line, WORDS)) == 132_000
    assert time.process_time() - start < 60


@pytest.mark.parametrize(
    ("typed", "edition", "label"),
    [
        ("27B1b", None, "27B1(b)"),
        ("27b1b", None, "27B1(b)"),
        ("27", None, "27"),
        ("27 B 1 (b)", None, "27B1(b)"),
        ("art.27, par. B1b", None, "27B1(b)"),
        ("art.27, par. B1b vecchio", "old", "27B1(b)"),
        ("vecchio 27B1b", "old", "27B1(b)"),
        ("il nuovo art. 27", "new", "27"),
        ("nuovo 27", "new", "27"),
        ("27B1b 1997", "1997", "27B1(b)"),
        ("27B1b (1997)", "1997", "27B1(b)"),
        ("1997 27B1b", "1997", "27B1(b)"),
        ("2007-27b1b", "2007", "27B1(b)"),
        ("2007:27B1(b)", "2007", "27B1(b)"),
        ("2007/27", "2007", "27"),
        ("articolo 27 del Codice di Gara 2017", "2017", "27"),
        ("Articolo 27 del Codice di Gara, paragrafo B1(b)", None, "27B1(b)"),
        ("lettera B punto 1 dell'articolo 27", None, "27B1"),
        ("l'art. 27B1 b)", None, "27B1(b)"),
        ("27-B-1", None, "27B1"),
        ("27.B.1", None, "27B1"),
        ("ART. 27 B1", None, "27B1"),
        ("  art 27\u00a0B1 ", None, "27B1"),
        ("7C", None, "7C"),
        ("2c", None, "2C"),
        ("20F5bii", None, "20F5(b)(ii)"),
        ("78.3", None, "78.3"),
        ("definizioni", None, "definizioni"),
        ("definizioni/arbitro", None, "definizioni/arbitro"),
        ("Introduzione", None, "introduzione"),
        ("(27B1b)", None, "27B1(b)"),
    ],
)
def test_what_people_type(typed: str, edition: str | None, label: str) -> None:
    read = parse_citation(typed, WORDS)
    assert read is not None
    assert (read[0], str(read[1])) == (edition, label)


@pytest.mark.parametrize(
    "typed",
    ["", "attacco fuori turno", "art. 23 e 26", "94", "0", "B1", "2♥", "27B1b e 27D", "vecchio"],
)
def test_what_is_not_one_citation(typed: str) -> None:
    assert parse_citation(typed, WORDS) is None


@given(st.one_of(TEXTS, st.text(max_size=30)))
def test_anything_may_be_typed(typed: str) -> None:
    read = parse_citation(typed, WORDS)
    assert read is None or isinstance(read[1], Label)


@given(st.integers(1, 93), st.sampled_from(["", "B", "B1", "B1(b)", "F5(b)(ii)", "D2(a)"]))
def test_a_printed_label_is_a_citation(number: int, path: str) -> None:
    read = parse_citation(f"{number}{path}", WORDS)
    assert read is not None
    assert str(read[1]) == f"{number}{path}"


def test_a_key_that_nobody_reads_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "vocabulary.toml"
    words = EMBEDDED.read_text("utf-8")
    file.write_text(words.replace("last = 93", "last = 93\nfirst = 1"), "utf-8")
    with pytest.raises(VocabularyError, match=r"vocabulary\.toml.*first.*articles"):
        load_vocabulary(file)


def test_a_missing_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(VocabularyError, match=r"none\.toml: cannot be read"):
        load_vocabulary(tmp_path / "none.toml")


def test_a_broken_file_is_an_error(tmp_path: Path) -> None:
    file = tmp_path / "vocabulary.toml"
    file.write_bytes(b"[articles\n")
    with pytest.raises(VocabularyError, match=r"vocabulary\.toml: "):
        load_vocabulary(file)

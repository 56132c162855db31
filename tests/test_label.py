"""Laws of labels: printing and reading, order, containment, anchors."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.label import ROMAN, Label, parse, path_of, roman_value

UPPER = st.sampled_from("ABCDEFGHIJKL")
NUMBER = st.integers(1, 20).map(str)
LOWER = st.sampled_from("abcdefghijklm")
NUMERAL = st.sampled_from(ROMAN[:10])
PATHS = st.one_of(
    st.just(()),
    st.tuples(UPPER),
    st.tuples(UPPER, NUMBER),
    st.tuples(UPPER, NUMBER, LOWER),
    st.tuples(UPPER, NUMBER, LOWER, NUMERAL),
    st.tuples(UPPER, LOWER),
    st.tuples(NUMBER),
    st.tuples(NUMBER, LOWER),
    st.tuples(NUMBER, NUMBER),
    st.tuples(NUMBER, UPPER),
    st.tuples(LOWER),
    st.lists(st.one_of(UPPER, NUMBER, LOWER), max_size=6).map(tuple),
)
LABELS = st.builds(Label, st.integers(1, 93), PATHS)
# The shapes that the paragraphs of a Code have.
OF_THE_CODE = st.builds(
    Label,
    st.just(27),
    st.one_of(
        st.just(()),
        st.tuples(UPPER),
        st.tuples(UPPER, NUMBER),
        st.tuples(UPPER, NUMBER, LOWER),
        st.tuples(UPPER, NUMBER, LOWER, st.sampled_from(ROMAN[1:5])),
        st.tuples(NUMBER),
    ),
)
PARTS = st.builds(
    Label,
    st.sampled_from(["introduzione", "definizioni", "parte-prima"]),
    st.lists(st.from_regex(r"[a-z][a-z-]{0,12}", fullmatch=True), max_size=2).map(tuple),
)


@given(st.one_of(LABELS, PARTS))
def test_a_printed_label_reads_back(label: Label) -> None:
    assert parse(str(label)) == label


@given(LABELS)
def test_the_canonical_path_reads_back(label: Label) -> None:
    assert path_of(label.canonical) == label.path


@given(st.builds(Label, st.integers(1, 93), st.tuples(UPPER, NUMBER, LOWER)))
def test_the_spoken_label_reads_back_in_either_case(label: Label) -> None:
    assert parse(label.compact) == label
    assert parse(label.compact.lower()) == label


@given(st.lists(st.one_of(LABELS, PARTS), max_size=30))
def test_the_order_is_total_and_keeps_what_holds_before_what_is_held(labels: list[Label]) -> None:
    ordered = sorted(labels)
    assert ordered == sorted(sorted(labels, key=str))
    for label in labels:
        if label.parent is not None:
            assert label.parent < label


@given(LABELS, LABELS)
def test_containing_is_a_prefix(one: Label, other: Label) -> None:
    holds = one.article == other.article and other.path[: len(one.path)] == one.path
    assert (other in one) == holds
    if other in one and one in other:
        assert one == other


@given(LABELS)
def test_a_child_lies_in_its_parent(label: Label) -> None:
    child = label.child("A")
    assert child.parent == label
    assert child in label
    assert label not in child


@given(LABELS)
def test_an_anchor_is_a_word(label: Label) -> None:
    assert re.fullmatch(r"|p[0-9][A-Za-z0-9]*|[A-Za-z][A-Za-z0-9]*", label.anchor)


@given(st.sets(OF_THE_CODE, max_size=60))
def test_anchors_and_ids_tell_the_provisions_of_an_article_apart(labels: set[Label]) -> None:
    assert len({label.anchor for label in labels}) == len(labels)
    assert len({label.eid for label in labels}) == len(labels)
    assert len({label.compact for label in labels}) == len(labels)


@pytest.mark.parametrize(
    ("label", "printed", "compact", "anchor", "eid"),
    [
        (Label(27), "27", "27", "", "art_27"),
        (Label(27, ("B",)), "27B", "27B", "B", "art_27__para_B"),
        (Label(27, ("B", "1", "b")), "27B1(b)", "27B1b", "B1b", "art_27__para_B__point_1__point_b"),
        (
            Label(20, ("F", "5", "b", "ii")),
            "20F5(b)(ii)",
            "20F5bii",
            "F5bii",
            "art_20__para_F__point_5__point_b__point_ii",
        ),
        (Label(78, ("3",)), "78.3", "78.3", "p3", "art_78__para_3"),
        (
            Label("definizioni", ("arbitro",)),
            "definizioni/arbitro",
            "definizioni/arbitro",
            "arbitro",
            "definizioni__term_arbitro",
        ),
    ],
)
def test_the_forms_of_a_label(
    label: Label, printed: str, compact: str, anchor: str, eid: str
) -> None:
    assert (str(label), label.compact, label.anchor, label.eid) == (printed, compact, anchor, eid)


@pytest.mark.parametrize(
    ("spelling", "printed"),
    [
        ("27B1(b)", "27B1(b)"),
        ("27b1b", "27B1(b)"),
        (" 27 B 1 (b) ", "27B1(b)"),
        ("27, B1", "27B1"),
        ("27: B1b", "27B1(b)"),
        ("20f5bii", "20F5(b)(ii)"),
        ("27", "27"),
        ("78.3", "78.3"),
        ("78 3", "78.3"),
        ("introduzione", "introduzione"),
    ],
)
def test_spellings(spelling: str, printed: str) -> None:
    assert str(parse(spelling)) == printed


@pytest.mark.parametrize("text", ["", "B1", "27?", "art. 27", "27B1(b", "/", "definizioni/", "27§"])
def test_what_is_no_label_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is no label"):
        parse(text)


@given(st.text(max_size=20))
def test_any_text_is_a_label_or_refused(text: str) -> None:
    try:
        label = parse(text)
    except ValueError:
        return
    assert parse(str(label)) == label


def test_numerals_are_ordered_by_value() -> None:
    labels = [Label(20, ("F", "5", "b", step)) for step in ("ii", "iv", "ix")]
    assert sorted(labels) == labels
    assert [roman_value(step) for step in ("ii", "iv", "ix", "zz")] == [2, 4, 9, None]

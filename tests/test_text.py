"""`Text` never forgets: whatever is cut, replaced or set aside, the account stays closed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulebook.text import Span, Text, glue, join, plain, verbatim

words = st.text(alphabet="abcàé .-1", min_size=1, max_size=30)


def covered(text: Text) -> list[int]:
    """The source offsets that the runs of a text stand for, in order."""
    return [at for run in text.runs for at in range(run.span.start, run.span.end)]


@given(words, st.data())
def test_both_sides_of_a_cut_are_the_whole(source: str, data: st.DataObject) -> None:
    text = plain(source)
    at = data.draw(st.integers(0, len(source)))
    left, right = text.cut(at)
    assert str(left) + str(right) == source
    assert covered(left) + covered(right) == covered(text)
    assert join((left, right)) == text


@given(words, st.text(alphabet="xyz’", max_size=4), st.data())
def test_a_repair_keeps_every_offset(source: str, new: str, data: st.DataObject) -> None:
    text = plain(source)
    start = data.draw(st.integers(0, len(source) - 1))
    stop = data.draw(st.integers(start + 1, len(source)))
    if not new and stop - start == len(source):
        with pytest.raises(ValueError, match="discard"):
            text.replace(start, stop, new, "rule")
        return
    mended = text.replace(start, stop, new, "rule")
    assert str(mended) == source[:start] + new + source[stop:]
    assert covered(mended) == covered(text)
    assert not mended.verbatim()


@given(words, st.data())
def test_cutting_a_repaired_run_keeps_its_span_once(source: str, data: st.DataObject) -> None:
    mended = plain(source).replace(0, len(source), "corretto", "rule")
    at = data.draw(st.integers(0, len(mended)))
    left, right = mended.cut(at)
    assert sorted(covered(left) + covered(right)) == covered(mended)


@given(words)
def test_stripping_gives_back_what_it_strips(source: str) -> None:
    left, middle, right = plain(source).strip()
    assert str(left) + str(middle) + str(right) == source
    assert str(middle) == source.strip()


def test_a_deletion_takes_its_neighbour_along() -> None:
    mended = plain("irregola-rità").replace(8, 9, "", "hyphen")
    assert str(mended) == "irregolarità"
    assert covered(mended) == list(range(13))


def test_a_discard_has_an_entry_for_each_stretch() -> None:
    text = verbatim("s", "uno", 0) + verbatim("s", "due", 10)
    assert [(d.span.start, d.text, d.reason) for d in text.discard("furniture")] == [
        (0, "uno", "furniture"),
        (10, "due", "furniture"),
    ]


def test_a_glued_space_stands_for_nothing() -> None:
    text = glue(verbatim("s", "prima"), verbatim("s", "dopo", 6), " ", "line-end")
    assert str(text) == "prima dopo"
    assert text.runs[1].span == Span("s", 5, 5)
    assert text.offset(6) == 6


@pytest.mark.parametrize("part", [(3, 1), (-1, 2), (0, 9)])
def test_a_range_outside_is_refused(part: tuple[int, int]) -> None:
    with pytest.raises(ValueError, match="outside"):
        plain("breve").replace(*part, "x", "rule")

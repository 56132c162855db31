"""Laws of the cleaning: nothing raises, nothing is lost, a clean text stays as it is."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from rulebook.model import Source
from rulebook.reading.holdings import sources
from rulebook.reading.mending import clean, repairs
from rulebook.text import Discard, Text, verbatim

REPAIRS = repairs.load()
# Pieces that the rules look for, mixed with arbitrary characters.
PIECES = (
    "l' un’ po' E' E’ penalita' perche` perchè né piú c’é controgíocanti 'passo' “alert” ”alert” "
    "“ ” « » ♠AJ1052 ♥AJ4 ♦Q8 ♣Q64 ♠42♥AJ975♦QJ8♣J72 1© 2ª 3§ 4¨ ª§© 2♥\ufe0f ﬁne \u00ad \u200b "
    "\ufeff \u00a0 A R T I C O L O 2 7 paragrafoB4 articolo27 Ã¨ â€™ Ã &egrave; &nbsp; \x00 \x07 "
    "\x85 ? ! : ; , . ) ( [ ] "
    "- – 42 Pag. 'l'alert' ''x'' ` ´ ’’ 27B1b 1½ […] (*) Nord-Sud \r\n \n \r \f \t \u2028"
).split(" ")
TEXTS = st.one_of(
    st.text(),
    st.lists(
        st.one_of(st.sampled_from([*PIECES, " ", "  ", "\n"]), st.text(max_size=4)), max_size=40
    ).map("".join),
    st.lists(st.sampled_from(PIECES), max_size=30).map(" ".join),
)


def cleaned(text: str) -> clean.Cleaned:
    source = Source("s", "s.txt", "", text)
    return clean.clean(source, verbatim("s", text), REPAIRS)


def account(text: str, texts: list[Text], discards: list[Discard]) -> list[int]:
    """How often each character of the source is accounted for."""
    times = [0] * len(text)
    spans = [run.span for piece in texts for run in piece.runs]
    spans += [discard.span for discard in discards]
    for span in spans:
        for at in range(span.start, span.end):
            times[at] += 1
    return times


@settings(max_examples=400, deadline=None)
@given(TEXTS)
def test_every_character_is_accounted_for_once(text: str) -> None:
    result = cleaned(text)
    times = account(text, [line.text for line in result.lines], list(result.discards))
    for at, count in enumerate(times):
        assert count == 1 or (count == 0 and text[at].isspace()), (at, text[at], count)


@settings(max_examples=400, deadline=None)
@given(TEXTS)
def test_cleaning_a_clean_text_changes_nothing(text: str) -> None:
    once = "\n".join(str(line) for line in cleaned(text).lines)
    again = "\n".join(str(line) for line in cleaned(once).lines)
    assert again.rstrip("\n") == once.rstrip("\n")


@settings(max_examples=200, deadline=None)
@given(TEXTS)
def test_a_change_carries_the_raw_text(text: str) -> None:
    for change in cleaned(text).changes:
        assert change.span is not None
        assert text[change.span.start : change.span.end] == change.before


@settings(max_examples=300, deadline=None)
@given(st.binary())
def test_any_bytes_can_be_decoded(data: bytes) -> None:
    decoded = sources.decode(data)
    decoded.text.encode("utf-8")
    cleaned(decoded.text)

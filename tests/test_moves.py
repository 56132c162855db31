"""Rules that changed number where no text says so: followed, and told with whose word it is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import corpus_maker as maker
import pytest
import sample_rulebook
from cli_caller import Cli

from rulebook.compare import Moves
from rulebook.label import parse
from rulebook.model import Comparison, MovedRule, Pair
from rulebook.publishing.page import Page
from rulebook.publishing.pages import pages


def rule(old_edition: str, new_edition: str, old: str, new: str, reason: str = "") -> MovedRule:
    ends = (parse(one) if one else None for one in (old, new))
    return MovedRule(old_edition, new_edition, *ends, reason or f"Perché {old or new}.")


RULES = (
    rule("1997", "2007", "31", ""),
    rule("1997", "2007", "72B1", "31"),
    rule("1997", "2007", "18A", "18B"),
    rule("1997", "2007", "27C", "27D"),
    rule("2007", "2017", "31", "74C"),
    rule("2007", "2017", "", "31"),
    rule("2007", "2017", "18B", "18A"),
    rule("2007", "2017", "53A", "53B"),
    rule("2007", "2017", "53B", "53A"),
    rule("2007", "2017", "33A", "33A"),
    rule("2007", "2017", "33B", "33A"),
)
MOVES = Moves(RULES, ("1997", "2007", "2017"))


def ends(start: str, label: str, end: str) -> list[str]:
    return [str(move.there or "—") for move in MOVES.of(start, parse(label), end)]


@pytest.mark.parametrize(("start", "label", "end", "found"), [
    ("2007", "31", "2017", ["74C"]),
    ("2017", "74C", "2007", ["31"]),
    ("1997", "72B1", "2017", ["74C"]),
    ("2017", "74C", "1997", ["72B1"]),
    ("1997", "18A", "2017", ["18A"]),
    ("1997", "31", "2007", ["—"]),
    ("1997", "31", "2017", ["—"]),
    ("2017", "31", "1997", ["—"]),
    ("2007", "33B", "2017", ["33A"]),
    ("1997", "33B", "2017", []),
    ("2007", "40", "2017", []),
])
def test_a_rule_is_followed_as_far_as_somebody_asserts_it(
    start: str, label: str, end: str, found: list[str]
) -> None:
    assert ends(start, label, end) == found


@pytest.mark.parametrize(("start", "label", "end", "other"), [
    ("2007", "31", "2017", True),
    ("1997", "31", "2017", True),
    ("2017", "31", "2007", True),
    ("1997", "18A", "2007", False),  # nobody says what 18A is in 2007
    ("2007", "18B", "1997", False),
    ("1997", "18A", "2017", False),
    ("2007", "33A", "2017", False),  # the rule stayed, and another one joined it
    ("2007", "40", "2017", False),
])
def test_a_number_is_another_rule_only_where_somebody_says_which(
    start: str, label: str, end: str, other: bool
) -> None:
    assert bool(MOVES.other_rule(start, parse(label), end)) is other


@pytest.fixture(scope="module")
def made() -> dict[str, Page]:
    compared = Comparison("1997", "2007", 27, (
        Pair((parse("27C"),), (parse("27A2"),), "moved", 0.9, "automatic"),
    ))
    book = replace(sample_rulebook.rulebook(), moved=RULES)
    return {page.address: page for page in pages(book, (compared,))}


def test_an_article_tells_where_its_rule_went_and_whose_word_it_is(made: dict[str, Page]) -> None:
    page = made["2007/31/"]
    assert "Cambi di numero, secondo la redazione." in page.body
    assert "senza un testo della raccolta che lo provi" in page.body
    there = '<a class="rb-to-2017" href="../../2017/74/#C">74C</a>.'
    assert f"Art. 31 nel Codice di Gara 2017: {there}" in page.body
    assert 'Lì il numero <a href="../../2017/31/">31</a> indica un’altra regola.' in page.body
    assert 'href="../../confronto/2007-2017/#cambi-di-numero"' in page.body
    notice = page.body[:page.body.index("rb-moves")]
    later = "Esiste un’edizione successiva: Codice di Gara 2017, articolo 74C"
    assert f'<a href="../../2017/74/#C">{later}</a>' in notice


def test_no_way_leads_to_a_place_that_paper_leaves_out(made: dict[str, Page]) -> None:
    body = made["2007/53/"].body
    moves = body[body.index("rb-moves"):body.index("<h1")]
    assert "indica un’altra regola, quella che nel 2007 è 53B." in moves
    assert 'href="#' not in moves


def test_the_selector_leads_to_where_the_rule_went(made: dict[str, Page]) -> None:
    choices = {one.edition: one for one in made["2007/31/"].choices}
    assert choices["2017"].address == "2017/74/#C"
    assert choices["2017"].remark == "la regola è in 74C, testo non posseduto"
    back = {one.edition: one for one in made["2017/31/"].choices}
    assert back["2007"].address == "2007/31/"
    assert back["2007"].remark.startswith("il numero indica un’altra regola")
    gone = made["1997/31/"].body
    assert "Codice di Gara 2007, articolo 31, che indica un’altra regola" in gone
    # To the newest edition leads the same way as the selector.
    newest = {one.edition: one for one in made["1997/31/"].choices}["2017"].address
    way = gone[gone.index("la più recente è il "):].split("</a>")[0]
    assert f'href="../../{newest}"' in way
    assert "Codice di Gara 2017, articolo " in way


def test_a_place_without_a_text_and_the_card_of_an_edition_tell_it_too() -> None:
    cited = MovedRule("2007", "2017", parse("47E"), parse("47F"), "Perché.")
    book = replace(sample_rulebook.rulebook(), moved=(*RULES, cited))
    made = {page.address: page for page in pages(book)}
    body = made["2007/47/"].body
    place = body[body.index('id="E"'):]
    assert 'class="rb-absent"' in place[:40]
    assert "47E nel Codice di Gara 2017: " in place[:place.index("</div>")]
    card = made["31/"].body
    assert "Art. 31 nel Codice di Gara 2017: " in card[:card.index("<h2")]


def test_every_end_of_a_move_is_a_place_once(made: dict[str, Page]) -> None:
    for address, anchor in (("2017/74/", "C"), ("1997/72/", "B1"), ("2007/18/", "B")):
        assert made[address].body.count(f'id="{anchor}"') == 1
    assert made["2007/27/"].body.count('id="D"') == 1


def test_what_the_texts_say_is_not_told_again(made: dict[str, Page]) -> None:
    assert "rb-moves" not in made["1997/27/"].body
    assert "27D nel Codice di Gara 1997: " in made["2007/27/"].body


def test_the_number_and_the_two_editions_list_moves_with_their_reasons(
    made: dict[str, Page]
) -> None:
    for address in ("31/", "confronto/2007-2017/"):
        body = made[address].body
        assert "Art. 31</a> del 2007 → <a" in body
        assert ">74C</a> del 2017. Nel 2017 il numero <a" in body
        assert "Perché 31." in body
        assert "Di ciò che non è elencato non si sa" in body
    body = made["confronto/1997-2007/"].body
    assert "di ogni punto" not in body
    assert "articolo 27" in body[:body.index("</p>", body.index("rb-lead"))]
    assert 'href="2007-2017/"' in made["confronto/"].body


CONCORDANCE = """[[rule]]
from = "2007"
to = "2017"
old = "41"
new = "42B"
reason = "La regola passa altrove."
"""


def test_the_command_line_tells_moves_and_what_is_held(call: Cli, tmp_path: Path) -> None:
    for edition in ("2007", "2017"):
        maker.edition(tmp_path, edition, numbers=(40, 41, 42))
    maker.source(tmp_path, "testo-a", maker.ARTICLE, edition="2007")
    (tmp_path / "concordance.toml").write_text(CONCORDANCE, encoding="utf-8")
    for asked in ("41", "41C", "42"):
        _, out, _ = call("show", asked, "--corpus", tmp_path)
        assert "2007 41 → 2017 42B  La regola passa altrove." in out
        assert "the editors say" in out
    _, out, _ = call("show", "40A", "--corpus", tmp_path)
    assert "the editors say" not in out
    _, out, _ = call("compare", "41", "--corpus", tmp_path)
    assert "2007 41 → 2017 42B" in out
    assert "No edition holds 41" in " ".join(out.split())
    _, out, _ = call("compare", "40", "--corpus", tmp_path)
    assert "40 is held of edition 2007" in " ".join(out.split())

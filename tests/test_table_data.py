"""The situations and the guide's flags as data: whole, in short words, and true to the texts."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from importlib.resources import files
from pathlib import Path

import pytest

from rulebook.label import Label, parse
from rulebook.model import Rulebook
from rulebook.publishing.situations import GuideSection, Handbook, Situation
from rulebook.publishing.situations_checks import faults, holding, misplaced
from rulebook.publishing.situations_file import (
    FLAGS,
    SITUATIONS,
    HandbookError,
    embedded_handbook,
    parse_handbook,
)
from rulebook.reading.assemble import load_rulebook

GUIDE = "croci-cenni-di-regolamento"
GOLD = json.loads((Path(__file__).parent / "gold/guide_flags.json").read_text("utf-8"))
HANDBOOK = embedded_handbook()
CARDS = pytest.mark.parametrize("card", HANDBOOK.situations, ids=lambda card: card.id)
DATA = {
    name: files("rulebook").joinpath(name).read_bytes()
    for name in (SITUATIONS, FLAGS)
}


@pytest.fixture(scope="module")
def rulebook() -> Rulebook:
    return load_rulebook()


def test_nothing_said_contradicts_a_text_that_is_held(rulebook: Rulebook) -> None:
    assert faults(HANDBOOK, rulebook) == ()
    assert misplaced(HANDBOOK, rulebook) == ()


def test_every_provision_is_held_or_known_not_to_be(rulebook: Rulebook) -> None:
    cited = {target for card in HANDBOOK.situations for target in card.cited()}
    for guide in HANDBOOK.guides:
        for flag in guide.flags:
            cited |= {(e, label) for e, labels in flag.provisions.items() for label in labels}
    found = {target: holding(rulebook, *target) for target in cited}
    assert set(found.values()) == {"held", "cut", "missing"}
    for (edition, label), state in found.items():
        article = rulebook.by_id[edition].article(label.article)
        held = article is not None and article.status == "complete"
        assert (state == "held") == held, (edition, str(label))


def test_the_guides_sections_have_a_card_each() -> None:
    told = {card.guide.line for card in HANDBOOK.situations if card.guide}
    assert told == {section["line"] for section in GOLD}


@pytest.mark.parametrize("section", GOLD, ids=lambda section: section["title"])
def test_a_card_speaks_of_the_articles_of_its_section(section: dict) -> None:
    cards = [c for c in HANDBOOK.situations if c.guide and c.guide.line == section["line"]]
    articles = {label.article for card in cards for _, label in card.cited()}
    assert articles & {parse(str(label)).article for label in section["main"]}


def test_the_frequent_cases_have_a_card() -> None:
    wanted = """licita-insufficiente contro-su-insufficiente passo-fuori-turno licita-fuori-turno
        carta-penalizzata-maggiore carta-penalizzata-minore attacco-fuori-turno rinvio-fuori-turno
        dichiarante-fuori-turno renonce-non-consumata renonce-consumata cambio-di-chiamata
        esitazione-in-licita errato-imbussolamento spiegazione-errata conteggio-delle-prese
        richiesta-di-prese concessione-di-prese numero-errato-di-carte""".split()
    assert set(wanted) <= HANDBOOK.by_id.keys()
    assert sum(card.tile for card in HANDBOOK.situations) >= 8


def test_the_arbiter_is_called_first_and_alone_decides() -> None:
    first = HANDBOOK.first
    assert first is not None
    assert first.say == "Chiama l’Arbitro"
    assert set(first.grants) == {parse("9B1"), parse("10A")}


@CARDS
def test_a_card_can_be_read_standing(card: Situation) -> None:
    assert 2 <= len(card.options) <= 5
    assert len(card.title) <= 45
    assert len(card.happened) <= 125
    assert len(card.decides) <= 95
    for option in card.options:
        assert len(option.say) <= 105, option.say
        assert len(option.who) <= 32, option.who
    assert sum(len(option.say) for option in card.options) <= 330


@CARDS
def test_every_statement_rests_on_a_provision(card: Situation) -> None:
    for statement in (*card.options, *card.notes):
        assert statement.grants, statement.say
        assert statement.say.rstrip().endswith("."), statement.say
    assert card.spoken


@CARDS
def test_a_card_says_what_the_newest_edition_did(card: Situation, rulebook: Rulebook) -> None:
    newer = {edition.id for edition in rulebook.editions if edition.id > card.edition}
    assert {later.edition for later in card.later} == newer
    assert all(later.grants for later in card.later)


def test_the_words_are_the_editors_own(rulebook: Rulebook) -> None:
    """No sentence repeats eight words in a row of a text."""
    texts = " ".join(_words(d.source.text) for d in rulebook.documents)
    said = [s.say for card in HANDBOOK.situations for s in (*card.options, *card.notes)]
    said += [flag.say for guide in HANDBOOK.guides for flag in guide.flags]
    said += [card.happened for card in HANDBOOK.situations]
    for sentence in said:
        words = _words(sentence).split()
        for at in range(len(words) - 7):
            assert " ".join(words[at : at + 8]) not in texts, sentence


CONDITIONS = {
    "13D1": "visto", "15C": "ripet", "27B1(a)": "artificial", "45C2": "tavolo",
    "45C4(b)": "compagno abbia giocato", "45D": "nella presa dopo", "47E2": "attacco",
    "49": "penalizzat", "62D1": "nel board", "64B4": "board dopo", "64B5": "turno è finito",
    "69A": "finisca il turno", "79C": "esposti|termine", "92B": "esposti",
}
"""A rule of 2007 that holds only for so long, or only so far, and how that is said."""


@pytest.mark.parametrize("name", CONDITIONS)
def test_a_rule_is_not_told_without_its_condition(name: str) -> None:
    """Wherever it is cited, one of the sentences that cite it says until when or in what case."""
    places = [
        (card.id, [s for s in (*card.options, *card.notes) if card.edition == "2007"])
        for card in HANDBOOK.situations
    ]
    told = {
        place: " ".join(s.say for s in statements if parse(name) in s.grants)
        for place, statements in places
    }
    for guide in HANDBOOK.guides:
        for flag in guide.flags:
            if parse(name) in flag.provisions.get("2007", ()):
                told[f"{guide.source}, {flag.line}"] = flag.say
    told = {place: words for place, words in told.items() if words}
    assert told
    assert [place for place, words in told.items() if not re.search(CONDITIONS[name], words)] == []


def _words(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


# ── The guide's flags ─────────────────────────────────────────────────────────────────────────

def test_one_rule_has_one_fate_in_a_later_edition() -> None:
    """What one card calls changed, no other card calls the same and no flag calls still valid.

    A card that calls itself the same speaks for every rule that its options and notes rest on.
    """
    changed = {
        (later.edition, label)
        for card in HANDBOOK.situations for later in card.later if later.change != "same"
        for label in later.grants if label.path
    }
    kept = [
        (later.edition, label, card.id)
        for card in HANDBOOK.situations for later in card.later if later.change == "same"
        for _, label in card.cited()
    ] + [
        (edition, label, flag.say)
        for guide in HANDBOOK.guides for flag in guide.flags
        for edition, labels in flag.provisions.items() if edition not in flag.differs
        for label in labels
    ]
    clashes = {
        (where, edition, str(label))
        for edition, label, where in kept
        for other, told in changed if edition == other and label in told
    }
    assert clashes == set()


def test_the_flags_stand_where_the_guide_departs() -> None:
    wanted = sorted(
        (flag["line"], tuple(flag["differs"])) for section in GOLD for flag in section["flags"]
    )
    guide = HANDBOOK.flags(GUIDE)
    assert guide is not None
    assert sorted((flag.line, flag.differs) for flag in guide.flags) == wanted


def test_a_doubt_of_the_editors_is_kept() -> None:
    guide = HANDBOOK.flags(GUIDE)
    assert guide is not None
    sure = sorted((f["line"], f["differs"], f["sure"]) for s in GOLD for f in s["flags"])
    assert sorted((f.line, list(f.differs), f.sure) for f in guide.flags) == sure


def test_every_flag_names_a_provision_of_an_edition_it_speaks_of() -> None:
    guide = HANDBOOK.flags(GUIDE)
    assert guide is not None
    for flag in guide.flags:
        assert flag.provisions, flag.say
        assert not flag.differs or set(flag.differs) & flag.provisions.keys(), flag.say
        assert flag.say.endswith(".")


# ── What the loader refuses ───────────────────────────────────────────────────────────────────

CARD = DATA[SITUATIONS].decode()
FLAG = DATA[FLAGS].decode()


@pytest.mark.parametrize(
    ("find", "put", "says"),
    [
        ("decides =", "decide =", "decide"),
        ('grants = ["27A1"]', 'grants = ["A27"]', "A27"),
        ('group = "licita"', 'group = "asta"', "asta"),
        ('see_also = ["licita-insufficiente"]', 'see_also = ["niente"]', "niente"),
        ('id = "passo-fuori-turno"', 'id = "licita-insufficiente"', "twice"),
        ('change = "changed"', 'change = "diverso"', "diverso"),
    ],
)
def test_a_slip_in_the_situations_is_named(find: str, put: str, says: str) -> None:
    assert find in CARD
    with pytest.raises(HandbookError, match=says):
        parse_handbook(CARD.replace(find, put, 1).encode(), DATA[FLAGS])


def test_a_slip_in_the_flags_is_named() -> None:
    with pytest.raises(HandbookError, match=r"guide_flags.toml.*differ"):
        parse_handbook(CARD.encode(), FLAG.replace("differs =", "differ =", 1).encode())
    with pytest.raises(HandbookError, match="line 9"):
        parse_handbook(CARD.encode(), FLAG.replace('["27A1"]', '["X?"]', 1).encode())


def test_what_a_held_text_contradicts_is_a_fault(rulebook: Rulebook) -> None:
    card = HANDBOOK.by_id["licita-insufficiente"]
    option = replace(card.options[0], grants=(Label(27, ("Z",)),))
    guide = HANDBOOK.flags(GUIDE)
    assert guide is not None
    wrong = Handbook(
        situations=(replace(card, options=(option,), guide=GuideSection(GUIDE, 8)),),
        guides=(replace(guide, options=40, flags=(replace(guide.flags[0], line=10),)),),
    )
    [told] = faults(wrong, rulebook)
    assert "27 of 2007 is held and has no 27Z" in told
    lost = misplaced(wrong, rulebook)
    lines = [words.partition("begins on ")[2].partition(";")[0] for words in lost]
    assert lines == ["line 8", "line 40", "line 10"]


def test_an_option_that_a_guide_has_not_is_told(rulebook: Rulebook) -> None:
    guide = HANDBOOK.flags(GUIDE)
    assert guide is not None
    flag = replace(guide.flags[0], options=(3, 97))
    [told] = misplaced(Handbook(guides=(replace(guide, flags=(flag,)),)), rulebook)
    assert f"line {flag.line}: the guide has no option 97; it has" in told
    assert " 3," in told


def test_another_corpus_is_no_contradiction(rulebook: Rulebook) -> None:
    assert faults(HANDBOOK, Rulebook((), ())) == ()
    assert holding(Rulebook((), ()), "2007", parse("27A")) == "missing"

"""Editions compared: what takes part, what people decide, the concordance, the remarks."""

from __future__ import annotations

import json
from pathlib import Path

import corpus_maker as maker
import pytest
from compare_tools import (
    article,
    assert_laws,
    compared,
    edition,
    gold_article,
    kinds,
    label,
    terminology,
)

from rulebook.cli import run
from rulebook.commands.publishing import make
from rulebook.compare import (
    Assertion,
    EditionComparison,
    Terminology,
    compare_editions,
    summary,
)
from rulebook.label import Label
from rulebook.model import Article
from rulebook.publishing.site import content
from rulebook.reading.holdings.corpus import load

LEAD = "Il giocatore alla sinistra del dichiarante intavola la carta d’attacco a faccia in giù."
DUMMY = "Il morto dispone le tredici carte davanti a sé, separate per seme e per rango."
TRICK = "La presa appartiene alla linea che ha giocato la carta più alta del seme di atout."
SCORE = "Il punteggio viene annotato dal giocatore in Nord e controllato dagli avversari."
CLAIM = "Chi rivendica prese espone una linea di gioco prima che il gioco cessi."
CLOCK = "Trascorso il tempo della smazzata l’organizzatore suona una campana in sala."


def whole(
    olds: list[Article],
    news: list[Article],
    *asserted: Assertion,
    titles: dict[int, str] | None = None,
) -> EditionComparison:
    return compare_editions(
        edition("1997", olds, titles), edition("2007", news, titles), terminology(), asserted
    )


def old27(provisions: dict[str, str | tuple[str | None, str]]) -> Article:
    return article(provisions, edition="1997")


def new27(provisions: dict[str, str | tuple[str | None, str]]) -> Article:
    return article(provisions, edition="2007")


def test_kinds_of_change() -> None:
    old = old27({"A": LEAD, "B": DUMMY, "B1": TRICK, "C": SCORE, "D": CLAIM})
    new = new27(
        {
            "A": LEAD,
            "B": CLOCK,
            "C": DUMMY,
            "C1": TRICK,
            "D": SCORE.replace("controllato", "verificato subito"),
            "D1": CLAIM,
        }
    )
    assert kinds(compared(old, new)) == [
        "A -> A unchanged",
        "- -> B inserted",
        "B -> C renumbered",
        "B1 -> C1 renumbered",
        "C -> D amended",
        "D -> D1 moved",
    ]


def test_a_split_shows_no_word_as_changed() -> None:
    old = old27({"A": f"{LEAD} {DUMMY}", "C": TRICK})
    new = new27({"A": LEAD, "B": DUMMY, "D": TRICK})
    comparison = compared(old, new)
    assert kinds(comparison) == ["A -> A B split", "C -> D renumbered"]
    assert {op for pair in comparison.pairs for op, _ in pair.words} == {"equal"}
    assert_laws(comparison, old, new)


def test_a_split_into_a_holder_and_its_parts() -> None:
    old = old27({"A": ("Attacco e morto", f"{LEAD} {DUMMY}"), "B": TRICK})
    new = new27({"A": ("Attacco e morto", ""), "A1": LEAD, "A2": DUMMY, "B": TRICK})
    assert kinds(compared(old, new)) == ["A -> A A1 A2 split", "B -> B unchanged"]


def test_a_merger_is_a_split_seen_from_the_other_side() -> None:
    old = old27({"A": LEAD, "B": DUMMY, "D": TRICK})
    new = new27({"A": f"{LEAD} {DUMMY}", "C": TRICK})
    comparison = compared(old, new)
    assert kinds(comparison) == ["A B -> A merged", "D -> C renumbered"]
    assert {op for pair in comparison.pairs for op, _ in pair.words} == {"equal"}


def test_unlike_rules_of_one_number_are_not_paired() -> None:
    comparison = compared(old27({"A": LEAD, "B": DUMMY}), new27({"A": LEAD, "B": CLOCK}))
    assert kinds(comparison) == ["A -> A unchanged", "B -> - repealed", "- -> B inserted"]
    assert "number-held-another-rule" in comparison.pairs[2].flags


def test_holders_are_known_by_what_they_hold() -> None:
    old = old27({"A": "", "A1": LEAD, "A2": DUMMY, "B": "", "B1": TRICK, "B2": SCORE})
    new = new27({"A": "", "A1": TRICK, "A2": SCORE, "B": "", "B1": LEAD, "B2": DUMMY})
    assert kinds(compared(old, new)) == [
        "B -> A renumbered",
        "B1 -> A1 renumbered",
        "B2 -> A2 renumbered",
        "A -> B renumbered",
        "A1 -> B1 renumbered",
        "A2 -> B2 renumbered",
    ]


@pytest.mark.parametrize("words", ["", CLAIM])
def test_what_has_no_words_is_its_namesake_and_neither_new_nor_repealed(words: str) -> None:
    old = old27({"A": LEAD, "A1": "", "A1(a)": DUMMY})
    new = new27({"A": LEAD, "A1": words, "A1(a)": CLOCK})
    assert kinds(compared(old, new)) == [
        "A -> A unchanged",
        f"A1 -> A1 {'amended' if words else 'unchanged'}",
        "A1(a) -> - repealed",
        "- -> A1(a) inserted",
    ]


def test_an_introduction_is_compared_and_an_empty_one_is_no_pair() -> None:
    old, new = old27({"": LEAD, "A": DUMMY}), new27({"": LEAD + " Subito.", "A": DUMMY})
    first, second = compared(old, new).pairs
    assert (first.old, first.new, first.change) == ((Label(27),), (Label(27),), "amended")
    assert second.change == "unchanged"
    bare = compared(old27({"A": DUMMY}), new27({"A": DUMMY}))
    assert kinds(bare) == ["A -> A unchanged"]


@pytest.mark.parametrize("cut", ["truncated", "missing"])
def test_a_text_that_is_cut_off_takes_no_part(cut: str) -> None:
    old = article({"A": LEAD}, edition="1997", status=cut)  # type: ignore[arg-type]
    comparison = compared(old, new27({"A": LEAD}))
    assert comparison.pairs == ()
    assert comparison.remarks == (
        "L’articolo 27 dell’edizione 1997 è giunto in un testo tagliato: non si confronta.",
    )


def test_a_text_that_is_not_held_is_no_repeal() -> None:
    comparison = compared(old27({"A": LEAD}), None)
    assert comparison.pairs == ()
    (remark,) = comparison.remarks
    assert remark.startswith("Il testo dell’articolo 27 dell’edizione 2007 non è nella raccolta")
    assert summary(comparison) == "Di questo numero non c’è un confronto."


def test_a_number_that_the_other_edition_does_not_have() -> None:
    comparison = whole(
        [article({"A": LEAD}, 1, "1997")],
        [article({"A": LEAD}, 1, "2007"), article({"A": DUMMY}, 94, "2007")],
        titles={1: "Uno"},
    ).comparison(94)
    assert comparison is not None
    assert kinds(comparison) == ["- -> A inserted"]
    assert "L’edizione 1997 non ha un articolo 94." in comparison.remarks


def test_a_rule_that_moved_to_another_article() -> None:
    found = whole(
        [article({"A": LEAD, "B": DUMMY}, 27, "1997"), article({"A": TRICK}, 31, "1997")],
        [article({"A": LEAD}, 27, "2007"), article({"A": TRICK, "B": DUMMY}, 31, "2007")],
    )
    first, second = found.comparisons
    assert kinds(first) == ["A -> A unchanged", "B -> B moved"]
    assert kinds(second) == ["A -> A unchanged", "B -> B moved"]
    assert first.pairs[1].new == (Label(31, ("B",)),)
    assert "una spostata (B → 31B)" in summary(first)
    assert found.concordance.forward(label("27B")) == (label("31B"),)
    assert found.concordance.back(label("31B")) == (label("27B"),)


@pytest.mark.parametrize(("known", "told"), [
    ({}, ""),
    ({44: "ORDINE"}, "Si ritrova però in un altro articolo: 44C del 1997 forse in 50D del 2007."),
])
def test_a_rule_in_another_article_is_unsure_where_its_own_is_not_held(
    known: dict[int, str], told: str
) -> None:
    other = DUMMY.replace("le tredici carte", "le carte che gli restano")
    found = compare_editions(
        edition("1997", [article({"C": DUMMY}, 44, "1997", "ORDINE")]),
        edition("2007", [article(
            {"A": LEAD, "B": TRICK, "C": SCORE, "D": other}, 50, "2007", "CARTA")], known),
        terminology(),
    )
    [row] = [row for row in found.concordance.rows if row.old and row.new]
    assert (str(row.old[0]), str(row.new[0]), row.score < 0.9) == ("44C", "50D", True)
    comparison = found.comparison(50)
    assert comparison is not None
    [pair] = [pair for pair in comparison.pairs if pair.old]
    assert ("uncertain" in pair.flags) is bool(told)
    comparison = found.comparison(44)
    assert comparison is not None
    assert "".join(r for r in comparison.remarks if "Si ritrova" in r) == told


def test_a_whole_article_under_another_number() -> None:
    found = whole(
        [
            article({"A": LEAD, "B": DUMMY}, 27, "1997", "Attacco"),
            article({"A": TRICK, "B": SCORE}, 28, "1997", "Presa"),
        ],
        [
            article({"A": CLOCK, "B": CLAIM}, 27, "2007", "Orologio"),
            article({"A": LEAD, "B": DUMMY}, 28, "2007", "Attacco"),
            article({"A": TRICK, "B": SCORE}, 29, "2007", "Presa"),
        ],
    )
    places = found.concordance
    assert places.forward(Label(27)) == (Label(28),)
    assert places.forward(Label(28)) == (Label(29),)
    assert places.lead_back(Label(27)).change == "inserted"
    assert places.lead_forward(label("27A")).change == "renumbered"
    for number in (27, 28):
        comparison = found.comparison(number)
        assert comparison is not None
        assert "Nell’edizione 1997 questo numero indicava un’altra regola." in comparison.remarks


def test_a_moved_article_makes_its_citations_follow() -> None:
    cites = "In questo caso il gioco si ferma e vale l’articolo 28 di questo Codice."
    found = whole(
        [article({"A": LEAD, "B": DUMMY}, 28, "1997"), article({"A": cites}, 40, "1997")],
        [
            article({"A": CLOCK}, 28, "2007"),
            article({"A": LEAD, "B": DUMMY}, 29, "2007"),
            article({"A": cites.replace("28", "29")}, 40, "2007"),
        ],
    )
    comparison = found.comparison(40)
    assert comparison is not None
    (pair,) = comparison.pairs
    assert (pair.change, pair.flags) == ("unchanged", ())
    assert "citation" in pair.layers
    kept = whole(
        [article({"A": LEAD, "B": DUMMY}, 28, "1997"), article({"A": cites}, 40, "1997")],
        [
            article({"A": CLOCK}, 28, "2007"),
            article({"A": LEAD, "B": DUMMY}, 29, "2007"),
            article({"A": cites}, 40, "2007"),
        ],
    ).comparison(40)
    assert kept is not None
    assert kept.pairs[0].flags == ("cited-rule-changed",)


def test_nobody_knows_of_rules_whose_counterpart_is_not_held() -> None:
    titles = {27: "Attacco", 31: "Presa"}
    found = whole(
        [article({"A": LEAD}, 27, "1997")],
        [article({"A": LEAD}, 27, "2007"), article({"A": TRICK}, 31, "2007")],
        titles=titles,
    )
    comparison = found.comparison(31)
    assert comparison is not None
    assert comparison.pairs == ()
    assert found.concordance.lead_back(label("31A")).change is None
    assert any("manca nella raccolta un articolo" in remark for remark in found.remarks)


def test_an_assertion_overrides_any_pair() -> None:
    old, new = old27({"A": LEAD, "B": DUMMY}), new27({"A": LEAD, "B": DUMMY})
    asserted = Assertion((label("A"),), (label("B"),), "confirmed", "così la redazione")
    comparison = compared(old, new, asserted)
    assert kinds(comparison) == ["- -> A inserted", "A -> B amended", "B -> - repealed"]
    assert comparison.pairs[1].basis == "confirmed"
    assert comparison.pairs[1].reason == "così la redazione"
    assert_laws(comparison, old, new)


def test_an_assertion_may_call_a_rule_new_or_repealed() -> None:
    old, new = old27({"A": LEAD, "B": DUMMY}), new27({"A": LEAD, "B": DUMMY})
    gone = Assertion((label("B"),), (), "confirmed", "abrogata")
    fresh = Assertion((), (label("B"),), "confirmed", "nuova")
    assert kinds(compared(old, new, gone, fresh)) == [
        "A -> A unchanged",
        "B -> - repealed",
        "- -> B inserted",
    ]


def test_an_assertion_may_divide_or_unite() -> None:
    old, new = old27({"A": LEAD, "B": DUMMY}), new27({"A": LEAD, "B": CLOCK})
    divided = Assertion((label("A"),), (label("A"), label("B")), "asserted", "lo dice la fonte")
    assert kinds(compared(old, new, divided)) == ["A -> A B split", "B -> - repealed"]


def test_a_stale_assertion_is_an_error() -> None:
    old, new = old27({"A": LEAD}), new27({"A": LEAD})
    with pytest.raises(ValueError, match=r"27F.*la fonte"):
        compared(old, new, Assertion((label("F"),), (label("A"),), "asserted", "la fonte"))
    twice = Assertion((label("A"),), (label("A"),), "asserted", "due volte")
    with pytest.raises(ValueError, match="27A is paired by two"):
        compared(old, new, twice, twice)


def test_an_assertion_about_a_text_that_is_not_held_waits() -> None:
    waiting = Assertion((label("31A"),), (label("31B"),), "asserted", "la fonte")
    comparison = compared(old27({"A": LEAD}), new27({"A": LEAD}), waiting)
    assert kinds(comparison) == ["A -> A unchanged"]


def test_the_concordance_of_article_27() -> None:
    places = compare_editions(
        edition("1997", [gold_article("1997", 27)]),
        edition("2007", [gold_article("2007", 27)]),
        terminology(),
    ).concordance
    assert places.forward(label("C")) == (label("A2"),)
    assert places.forward(label("A")) == (label("A"), label("A1"))
    assert places.back(label("D")) == (label("B1(b)"),)
    assert places.lead_back(label("C")).change == "inserted"
    assert places.forward(Label(27)) == (Label(27),)
    assert places.lead_forward(label("90A")).change is None


def test_any_two_of_three_editions() -> None:
    first = edition("1997", [article({"A": LEAD, "B": DUMMY}, 27, "1997")])
    second = edition("2007", [article({"A": LEAD, "B": CLOCK, "C": DUMMY}, 27, "2007")])
    third = edition("2017", [article({"A": DUMMY, "B": CLOCK}, 27, "2017")])
    for old, new, wanted in (
        (first, second, {"27A": "27A", "27B": "27C"}),
        (second, third, {"27B": "27B", "27C": "27A"}),
        (first, third, {"27B": "27A"}),
    ):
        places = compare_editions(old, new, terminology()).concordance
        forward = {str(r.old[0]): str(r.new[0]) for r in places.rows if r.old and r.new}
        assert {k: v for k, v in forward.items() if k != "27"} == wanted


INVENTED = (
    "Art. {n} – CASO {n} DEL CODICE INVENTATO\n\n"
    "A. Chi legge la regola {n} la legge a voce alta, e nessuno gioca finché non ha finito.\n\n"
    "B. Chi non trova la regola {n} chiama l’Arbitro, che la cerca con lui sul tappeto.\n\n"
)


def test_a_third_edition_is_a_file_in_the_corpus(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setenv("RULEBOOK_CACHE", str(tmp_path / "cache"))
    root = maker.corpus(tmp_path / "corpus", "1997", "2007")
    older = maker.ARTICLE.replace("appena l’attacco", "solo dopo che l’attacco")
    maker.source(root, "testo-b", older, edition="1997")
    maker.edition(root, "2017", numbers=tuple(range(1, 94)))
    full = "".join(INVENTED.format(n=number) for number in range(1, 94))
    maker.source(root, "testo-c", full, edition="2017")
    made = make(load(root), lambda _: None)
    site = content(made.rulebook, made.comparisons)
    pages = {page.address: page for page in site.pages}
    assert {f"2017/{number}/" for number in range(1, 94)} <= pages.keys()
    assert "la regola 93" in pages["2017/93/"].body
    for pair in ("1997-2007", "1997-2017", "2007-2017"):
        assert f"confronto/{pair}/" in pages
        assert f"confronto/{pair}/40/" in pages
    for edition_id in ("1997", "2007", "2017"):
        choices = {choice.edition: choice for choice in pages[f"{edition_id}/40/"].choices}
        assert choices.keys() == {"1997", "2007", "2017"}
        assert choices["2017"].address.startswith("2017/")
    listed = json.loads(site.files["versions.json"])
    assert [entry["version"] for entry in listed] == ["2017", "2007", "1997"]
    where = ["--corpus", str(root), "--json"]
    capsysbinary.readouterr()
    assert run(["search", "tappeto", "--edition", "2017", *where]) == 0
    hits = json.loads(capsysbinary.readouterr().out)["hits"]
    assert {hit["edition"] for hit in hits} == {"2017"}
    paper = tmp_path / "2017-88.pdf"
    assert run(["pdf", "2017", "--article", "88", "--out", str(paper), *where]) == 0
    assert paper.read_bytes().startswith(b"%PDF")


def test_editions_without_texts_compare_to_nothing() -> None:
    empty = compare_editions(edition("1997", []), edition("2007", []), Terminology())
    assert empty.comparisons == ()
    assert empty.concordance.rows == ()


def test_parts_without_a_number_are_compared_too() -> None:
    def part(text: str, name: str) -> Article:
        made = article({"A": text}, 1, name)
        root = Label("definizioni")
        child = made.root.children[0]
        return Article(
            name,
            "stated",
            made.title,
            type(made.root)(
                root,
                made.root.marker,
                children=(type(child)(root.child("morto"), child.marker, text=child.text),),
            ),
            "complete",
            name,
        )

    found = whole([part(DUMMY, "1997")], [part(DUMMY.replace("tredici", "sue"), "2007")])
    comparison = found.comparison("definizioni")
    assert comparison is not None
    assert [pair.change for pair in comparison.pairs] == ["amended"]

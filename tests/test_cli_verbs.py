"""What each verb that reads says: in words, and as JSON."""

from __future__ import annotations

import json
import shutil
from io import StringIO
from pathlib import Path

import corpus_maker as maker
import pytest
from cli_caller import Cli
from rich.console import Console

from rulebook.output.terminal_provisions import print_hits
from rulebook.publishing.search.engine import Hit, SearchResult

pytestmark = pytest.mark.usefixtures("one_cache")


class TestRead:
    """Files that the corpus knows, and others."""

    def test_a_known_file_is_read_with_its_metadata(
        self, call: Cli, corpus: Path, tmp_path: Path
    ) -> None:
        table = corpus / "sources/testo-a/source.toml"
        table.write_text(table.read_text("utf-8") + 'kind = "letter"\n', "utf-8")
        copy = tmp_path / "copia.txt"
        shutil.copy(corpus / "sources/testo-a/testo.txt", copy)
        status, out, _ = call("read", copy, "--corpus", corpus, "--json")
        found = json.loads(out)
        assert status == 0
        assert (found["source"]["name"], found["source"]["kind"]) == ("copia.txt", "letter")
        (article,) = found["articles"]
        assert (article["edition"], article["edition_basis"]) == ("2007", "declared")

    def test_its_corrections_can_be_left_out(self, call: Cli, corpus: Path) -> None:
        (corpus / "corrections.toml").write_text(
            '[[correction]]\nid = "t-1"\nsource = "testo-a"\nop = "replace"\nfind = "appena"\n'
            'near = 3\nreplace = "non prima che"\nreason = "Prova."\nby = "io"\non = 2026-11-30\n',
            "utf-8",
        )
        file = corpus / "sources/testo-a/testo.txt"
        for option, words in (((), "non prima che"), (("--no-corrections",), "appena")):
            _, out, _ = call("read", file, "--corpus", corpus, "--json", *option)
            assert words in json.loads(out)["articles"][0]["provisions"][1]["text"]

    def test_what_is_declared_wins(self, call: Cli, corpus: Path) -> None:
        file = corpus / "sources/testo-a/testo.txt"
        declared = ("--edition", "1997", "--kind", "other")
        _, out, _ = call("read", file, "--corpus", corpus, "--json", *declared)
        found = json.loads(out)
        assert found["source"]["kind"] == "other"
        assert found["articles"][0]["edition"] == "1997"
        assert found["articles"][0]["edition_basis"] == "declared"

    def test_any_other_file_is_read_by_itself(self, call: Cli, tmp_path: Path) -> None:
        file = tmp_path / "da-leggere.txt"
        file.write_text(maker.ARTICLE, "utf-8")
        status, out, _ = call("read", file, "--edition", "1997", "--json")
        (article,) = json.loads(out)["articles"]
        assert status == 0
        assert (article["edition"], article["edition_basis"]) == ("1997", "declared")
        assert [p["path"] for p in article["provisions"]] == ["", "A", "B"]


class TestProvisions:
    """`show`, `trace` and `cites`."""

    @pytest.mark.parametrize(
        "spelling", ["40A", "40a", "art. 40, paragrafo A", "Articolo 40 A", "40 A"]
    )
    def test_any_spelling_is_understood(self, call: Cli, corpus: Path, spelling: str) -> None:
        status, out, _ = call("show", spelling, "--corpus", corpus, "--json")
        assert status == 0
        assert [held["edition"] for held in json.loads(out)["held"]] == ["1997", "2007"]

    @pytest.mark.parametrize(
        "spelling", ["2007 40A", "nuovo 40A", "40A del 2007", "2007:40A", "il nuovo 40A"]
    )
    def test_an_edition_may_be_named(self, call: Cli, corpus: Path, spelling: str) -> None:
        _, out, _ = call("show", spelling, "--corpus", corpus, "--json")
        assert [held["edition"] for held in json.loads(out)["held"]] == ["2007"]

    @pytest.mark.parametrize("spelling", ["27B1b", "27b1B", "27B1B", "27b1b", "27 b 1 (b)"])
    def test_the_case_of_letters_is_forgiven(self, call: Cli, spelling: str) -> None:
        _, out, _ = call("show", spelling, "--json")
        assert json.loads(out)["citation"] == "27B1(b)"

    def test_the_newest_comes_first_and_what_followed_it_is_said(
        self, call: Cli, corpus: Path
    ) -> None:
        maker.edition(corpus, "2017")
        _, out, _ = call("show", "40A", "--corpus", corpus)
        assert out.index("2017") < out.index("2007 (") < out.index("1997 (")
        assert "was followed by: 2017. Its text is not held." in out

    def test_the_old_one(self, call: Cli, corpus: Path) -> None:
        _, out, _ = call("show", "vecchio 40A", "--corpus", corpus)
        assert "solo dopo che" in out
        assert "appena" not in out

    def test_a_provision_comes_with_what_is_below_it(self, call: Cli, corpus: Path) -> None:
        _, out, _ = call("show", "40", "--edition", "2007", "--corpus", corpus, "--json")
        (held,) = json.loads(out)["held"]
        assert [p["path"] for p in held["provisions"]] == ["", "A", "B"]
        assert held["article_title"] == "GIOCATA A CARTE SCOPERTE"

    def test_what_is_not_held_says_who_cites_it(self, call: Cli, corpus: Path) -> None:
        status, out, _ = call("show", "41", "--edition", "1997", "--corpus", corpus)
        assert status == 1
        assert "its text is not held" in out
        assert "40B (1997)" in out

    def test_a_provision_that_an_article_does_not_have(self, call: Cli, corpus: Path) -> None:
        status, out, _ = call("show", "40Z", "--corpus", corpus)
        assert status == 1
        assert "the text held has no 40Z" in out

    def test_trace_shows_the_raw_line(self, call: Cli, corpus: Path) -> None:
        _, out, _ = call("trace", "40A", "--edition", "2007", "--corpus", corpus, "--json")
        (trace,) = json.loads(out)["traces"]
        assert trace["source"] == "testo-a"
        assert trace["lines"] == [{"line": 3, "text": maker.ARTICLE.split("\n")[2]}]

    def test_trace_shows_what_was_done(self, call: Cli, corpus: Path) -> None:
        (corpus / "corrections.toml").write_text(
            '[[correction]]\nid = "t-1"\nsource = "testo-a"\nop = "replace"\nfind = "appena"\n'
            'near = 3\nreplace = "non prima che"\nreason = "Prova."\nby = "io"\non = 2026-11-30\n',
            "utf-8",
        )
        _, out, _ = call("trace", "40A", "--edition", "2007", "--corpus", corpus)
        assert "“appena” → “non prima che”" in out
        assert "by io, 2026-11-30" in out
        assert "Prova." in out

    def test_trace_of_what_is_not_held(self, call: Cli, corpus: Path) -> None:
        status, out, err = call("trace", "1", "--corpus", corpus)
        assert (status, out) == (1, "")
        assert "not held" in err

    def test_cites_goes_both_ways(self, call: Cli, corpus: Path) -> None:
        _, out, _ = call("cites", "40B", "--corpus", corpus, "--json")
        found = json.loads(out)
        assert [c["citation"]["targets"][0]["article"] for c in found["cites"]] == [41, 41]
        assert {c["edition"] for c in found["cites"]} == {"1997", "2007"}
        _, out, _ = call("cites", "41", "--edition", "2007", "--corpus", corpus, "--json")
        (entry,) = json.loads(out)["cited_by"]
        assert (entry["source"], entry["citation"]["from"]) == ("testo-a", "40B")

    def test_nothing_cites_it(self, call: Cli, corpus: Path) -> None:
        status, out, _ = call("cites", "41A", "--corpus", corpus)
        assert status == 1
        assert "nothing" in out
        assert "does not exist" not in out

    def test_what_is_not_there_is_not_merely_uncited(self, call: Cli, corpus: Path) -> None:
        status, out, _ = call("cites", "40Q", "--corpus", corpus)
        assert status == 1
        assert "the text held has no 40Q" in out
        assert "nothing" not in out


class TestCompare:
    """`compare` through the door; what pairs are right is tested elsewhere."""

    def test_words_give_both_texts_back(self, call: Cli, corpus: Path) -> None:
        status, out, _ = call("compare", "40", "--corpus", corpus, "--json")
        found = json.loads(out)
        assert status == 0
        assert (found["old"], found["new"], found["article"]) == ("1997", "2007", 40)
        (pair,) = [pair for pair in found["pairs"] if pair["new"] == "A"]
        assert (pair["old"], pair["change"], pair["basis"]) == ("A", "amended", "automatic")
        for operation, words in (("insert", "solo dopo che l’attacco"), ("delete", "appena l’att")):
            assert words in "".join(text for op, text in pair["words"] if op != operation)

    def test_people_see_what_changed(self, call: Cli, corpus: Path) -> None:
        _, out, _ = call("compare", "40", "--corpus", corpus)
        assert "[-solo dopo che-]" in " ".join(out.split())
        assert "{+appena+}" in " ".join(out.split())

    def test_an_editor_overrides_the_machine(self, call: Cli, corpus: Path) -> None:
        (corpus / "pairs.toml").write_text(
            '[[pair]]\nfrom = "1997"\nto = "2007"\nold = ["40A"]\nnew = ["40B"]\n'
            'basis = "confirmed"\nreason = "Per prova."\n',
            "utf-8",
        )
        _, out, _ = call("compare", "40", "--corpus", corpus, "--json")
        pair = next(p for p in json.loads(out)["pairs"] if p["new"] == "B")
        assert (pair["old"], pair["basis"]) == ("A", "confirmed")

    def test_a_pair_of_what_is_not_there(self, call: Cli, corpus: Path) -> None:
        (corpus / "pairs.toml").write_text(
            '[[pair]]\nfrom = "1997"\nto = "2007"\nold = ["40Z"]\nbasis = "confirmed"\n'
            'reason = "Per prova."\n',
            "utf-8",
        )
        status, out, err = call("compare", "40", "--corpus", corpus, "--json")
        assert (status, out) == (3, "")
        assert "pairs.toml" in err
        assert "40Z" in err
        # Whoever only checks is told too.
        status, _, err = call("check", "--corpus", corpus)
        assert status == 3
        assert "pairs.toml, 40Z → –: names 40Z, and article 40 of 1997 has no such" in err

    def test_a_move_that_a_text_refutes_is_a_doubt_and_stays_unpublished(
        self, corpus: Path, call: Cli
    ) -> None:
        entry = '[[rule]]\nfrom = "1997"\nto = "2007"\nold = "40A"\nnew = "{new}"\nreason = "Sì."\n'
        told = {}
        for new in ("40Bl", "41"):
            (corpus / "concordance.toml").write_text(entry.format(new=new), "utf-8")
            status, out, _ = call("check", "--corpus", corpus)
            assert status == (1 if new == "40Bl" else 0), out
            told[new] = "concordance.toml, 40A → 40B(l): l’articolo 40" in " ".join(out.split())
            _, out, _ = call("show", "40A", "--corpus", corpus)
            assert ("Sì." in out) is (new == "41"), out
        assert told == {"40Bl": True, "41": False}

    def test_a_number_that_one_edition_holds(self, call: Cli, corpus: Path) -> None:
        status, out, _ = call("compare", "41", "--corpus", corpus, "--json")
        assert status == 1
        assert json.loads(out)["pairs"] == []
        _, out, _ = call("compare", "41", "--corpus", corpus)
        assert "Edition 1997: its text is not held" in " ".join(out.split())

    def test_what_became_of_a_rule_whose_number_is_not_held(
        self, call: Cli, corpus: Path
    ) -> None:
        (corpus / "pairs.toml").write_text(
            '[[pair]]\nfrom = "1997"\nto = "2007"\nold = ["40A"]\nnew = ["41A"]\n'
            'basis = "confirmed"\nreason = "Per prova."\n',
            "utf-8",
        )
        for asked in ("41", "41A"):
            status, out, _ = call("compare", asked, "--corpus", corpus)
            assert status == 0
            assert "1 moved. Edition 1997: its text is not held." in " ".join(out.split())
            assert "1997 40A → 2007 41A  moved" in out

    def test_one_provision_alone(self, call: Cli, corpus: Path) -> None:
        status, out, _ = call("compare", "40B", "--corpus", corpus, "--json")
        assert status == 0
        assert [pair["new"] for pair in json.loads(out)["pairs"]] == ["B"]
        status, out, _ = call("compare", "40Q", "--corpus", corpus)
        assert status == 1
        assert "neither edition has this provision" in out

    def test_a_provision_and_what_became_of_it(self, call: Cli) -> None:
        _, out, _ = call("compare", "27B1b", "--json")
        pairs = {(pair["old"], pair["new"]) for pair in json.loads(out)["pairs"]}
        assert pairs == {("B1(b)", "D"), (None, "B1(b)")}

    def test_the_program_speaks_english_of_italian_texts(self, call: Cli) -> None:
        _, out, _ = call("compare", "27")
        assert out.startswith("27, from 1997 to 2007: 5 amended")
        assert "regole" not in out.split("\n\n")[0]


class TestSearch:
    """`search` through the door; what ranks first is tested elsewhere."""

    def test_hits_have_the_keys_that_are_promised(self, call: Cli, corpus: Path) -> None:
        status, out, _ = call("search", "stende le carte", "--corpus", corpus, "--json")
        found = json.loads(out)
        assert status == 0
        assert found["query"] == "stende le carte"
        keys = "citation edition kind title url snippet score".split()
        assert all(list(hit) == keys for hit in found["hits"])
        assert {hit["url"] for hit in found["hits"]} >= {"2007/40/#A", "1997/40/#A"}

    def test_one_edition_and_a_limit(self, call: Cli, corpus: Path) -> None:
        options = ("--edition", "1997", "--limit", 1, "--corpus", corpus, "--json")
        _, out, _ = call("search", "stende le carte", *options)
        assert [hit["url"] for hit in json.loads(out)["hits"]] == ["1997/40/#A"]

    def test_nothing_is_found(self, call: Cli, corpus: Path) -> None:
        status, out, _ = call("search", "xyzzy", "--corpus", corpus, "--json")
        assert status == 1
        assert json.loads(out)["hits"] == []
        status, out, _ = call("search", "xyzzy", "--corpus", corpus)
        assert status == 1
        assert "Nothing found for “xyzzy”" in out
        assert "Try fewer or other words" in out

    def test_a_near_word_is_proposed(self, call: Cli, corpus: Path) -> None:
        _, out, _ = call("search", "dikiarante", "--corpus", corpus)
        assert "Perhaps you meant: dichiarante" in out

    def test_a_citation_that_stands_nowhere_is_named(self, call: Cli, corpus: Path) -> None:
        _, out, _ = call("search", "40 A 9", "--corpus", corpus)
        assert out.startswith("40A9 stands in none of the texts; the nearest:")
        _, out, _ = call("search", "94", "--corpus", corpus)
        assert out.startswith("There is no article 94; articles go from 1 to 93.")

    def test_what_the_edition_asked_for_lacks_is_named(self, call: Cli, corpus: Path) -> None:
        _, out, _ = call("search", "41A", "1997", "--corpus", corpus)
        assert out.startswith("The text of 41A of 1997 is not held")
        longer = maker.OTHER + "\nC. Poi: tocca a chi vince.\n"
        maker.source(corpus, "testo-d", longer, edition="1997")
        _, out, _ = call("search", "41C", "2007", "--corpus", corpus)
        assert out.startswith("The text held of 2007 has no 41C; the nearest:")

    def test_situations_come_before_the_hits_and_flags_beside_them(self) -> None:
        hit = Hit("", "1997", "guide", "Il conto", "guida/g/#conto", "Si conta.", 1.0,
                  flag="Il Codice dice altro")
        found = SearchResult("conto", (hit,), cards=(("Conto sbagliato", "tavolo/conto/"),))
        console = Console(file=StringIO(), width=200)
        print_hits(console, found)
        card, head, *_ = console.file.getvalue().splitlines()
        assert "Conto sbagliato" in card
        assert "1997 · guide" in head
        assert "⚑ Il Codice dice altro" in head

    def test_a_phrase_that_no_text_has_is_named(self, call: Cli, corpus: Path) -> None:
        _, out, _ = call("search", '"tavolo morto"', "--corpus", corpus)
        assert out.startswith("No text has “tavolo morto” word by word.")
        _, out, _ = call("search", "xyzzy morto", "--corpus", corpus)
        assert out.startswith("No text has “xyzzy”; what answers to the rest:")


class TestPagesAndSite:
    """`pages` and `build` through the door; what pages hold is tested elsewhere."""

    def test_pages_are_written(self, call: Cli, corpus: Path, tmp_path: Path) -> None:
        out = tmp_path / "a" / "b"
        status, said, err = call("pages", "--out", out, "--corpus", corpus)
        assert status == 0
        assert str(out) in said.splitlines()[-1]
        assert "reading 3 texts" in err
        assert "appena l’attacco" in "".join(p.read_text("utf-8") for p in out.rglob("*.md"))

    @pytest.mark.long
    def test_the_last_line_says_where_the_site_is(
        self, call: Cli, corpus: Path, tmp_path: Path
    ) -> None:
        status, said, err = call("build", "--out", tmp_path / "site", "--corpus", corpus)
        assert status == 0, err
        assert str(tmp_path / "site" / "index.html") in said.splitlines()[-1]
        assert (tmp_path / "site" / "2007" / "40" / "index.html").is_file()
        assert "no canonical address" in err

    def test_a_folder_that_is_no_site_is_left_alone(
        self, call: Cli, corpus: Path, tmp_path: Path
    ) -> None:
        out = tmp_path / "mio"
        out.mkdir()
        (out / "tesi.txt").write_text("…", "utf-8")
        status, said, err = call("build", "--out", out, "--corpus", corpus)
        assert (status, said) == (2, "")
        assert "mio" in err
        assert (out / "tesi.txt").is_file()

"""A corpus on disk: what it gives, and what each of its faults says."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import corpus_maker as maker
import pytest

from rulebook.label import Label, parse
from rulebook.model import Issue, Rulebook
from rulebook.reading.assemble import load_rulebook
from rulebook.reading.columns import table as columns
from rulebook.reading.holdings.corpus import embedded, load
from rulebook.reading.holdings.files import CorpusError, EditionFile

CORRECTION = """
[[correction]]
id = "{id}"
source = "{source}"
op = "{op}"
find = "{find}"
near = {near}
replace = "{replace}"
reason = "Per prova."
by = "redazione"
on = 2026-11-30
"""


def correction(
    root: Path,
    name: str = "t-1",
    source: str = "testo-a",
    op: str = "replace",
    find: str = "appena l’attacco",
    near: int = 3,
    replace: str = "dopo che l’attacco",
) -> None:
    with (root / "corrections.toml").open("a", encoding="utf-8") as file:
        file.write(
            CORRECTION.format(id=name, source=source, op=op, find=find, near=near, replace=replace)
        )


def write(root: Path, place: str, text: str) -> None:
    (root / place).write_text(text, "utf-8")


def append(root: Path, place: str, text: str) -> None:
    with (root / place).open("a", encoding="utf-8") as file:
        file.write(text)


def swap(root: Path, place: str, old: str, new: str) -> None:
    write(root, place, (root / place).read_text("utf-8").replace(old, new))


def prepend(root: Path, place: str, text: str) -> None:
    write(root, place, text + (root / place).read_text("utf-8"))


def codes(issues: tuple[Issue, ...]) -> list[tuple[str, str]]:
    return [(issue.code, str(issue.label)) for issue in issues]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return maker.corpus(tmp_path / "corpus", "1997", "2007")


SUPPLIES = '\n[[supplies]]\nedition = "2007"\narticles = [40]\nrole = "{role}"\n'
PAIR = '[[pair]]\nfrom = "{a}"\nto = "{b}"\nold = ["40A"]\nbasis = "{basis}"\nreason = "Sì."\n'
TOML = "sources/testo-a/source.toml"

# What is done to a good corpus, and what the message must name: file, fault, remedy.
FAULTS: dict[str, tuple[Callable[[Path], object], list[str]]] = {
    "unknown key": (
        lambda root: prepend(root, TOML, 'autor = "X"\n'),
        [TOML, "unknown key “autor”", "did you mean “author”?"],
    ),
    "unknown key inside a list": (
        lambda root: append(root, "editions/2007/edition.toml", "titolo = 1\n"),
        ["editions/2007/edition.toml", "“articles[1].titolo”", "“title”"],
    ),
    "unknown key like no other": (
        lambda root: prepend(root, TOML, "xyz = 1\n"),
        [TOML, "“xyz”", "take it out"],
    ),
    "missing key": (
        lambda root: write(root, "editions/2007/edition.toml", 'id = "2007"\n'),
        ["editions/2007/edition.toml", "“title” is missing", "add it"],
    ),
    "wrong type": (
        lambda root: append(root, "editions/2007/edition.toml", '[[articles]]\nnumber = "uno"\n'),
        ["“articles[2].number”", "correct the value"],
    ),
    "unknown kind": (
        lambda root: prepend(root, TOML, 'kind = "poem"\n'),
        [TOML, "“kind”", "poem", "correct the value"],
    ),
    "no TOML": (
        lambda root: append(root, TOML, "title = \n"),
        [TOML, "no TOML", "line 5", "correct it"],
    ),
    "TOML that is not UTF-8": (
        lambda root: (root / TOML).write_bytes(b'file = "testo.txt"\n# perch\xe9\n'),
        [TOML, "line 2", "UTF-8"],
    ),
    "changed text": (
        lambda root: append(root, "sources/testo-a/testo.txt", "Una riga in più.\n"),
        [TOML, "“testo.txt” is not the text it was", "restore it", 'sha256 = "'],
    ),
    "no hash": (
        lambda root: write(root, TOML, 'file = "testo.txt"\n'),
        [TOML, "“sha256” is missing", 'sha256 = "'],
    ),
    "missing file": (
        lambda root: (root / "sources/testo-a/testo.txt").unlink(),
        [TOML, "“testo.txt” is missing", "correct its name"],
    ),
    "a path for a file": (
        lambda root: write(root, TOML, 'file = "../testo.txt"\n'),
        [TOML, "is a path", "beside source.toml"],
    ),
    "file that nothing names": (
        lambda root: write(root, "sources/testo-a/altro.txt", "…"),
        ["sources/testo-a/altro.txt", "nothing names it", "take it away"],
    ),
    "file outside a folder": (
        lambda root: write(root, "sources/testo-b.txt", "…"),
        ["sources/testo-b.txt", "outside a folder"],
    ),
    "folder without TOML": (
        lambda root: (root / "sources/testo-b").mkdir(),
        ["sources/testo-b", "no source.toml", "add one"],
    ),
    "edition without TOML": (
        lambda root: (root / "editions/2017").mkdir(),
        ["editions/2017", "no edition.toml"],
    ),
    "text in the folder of an edition": (
        lambda root: write(root, "editions/2007/testo.txt", "…"),
        ["editions/2007/testo.txt", "under sources/"],
    ),
    "mistyped file name": (
        lambda root: write(root, "correction.toml", ""),
        ["correction.toml", "nobody would read it", "corrections.toml"],
    ),
    "source of an edition that is not known": (
        lambda root: maker.source(root, "testo-b", maker.OTHER, edition="2017"),
        ["sources/testo-b/source.toml", "2017", "1997, 2007", "editions/2017/edition.toml"],
    ),
    "supplies an edition that is not known": (
        lambda root: append(root, TOML, '\n[[supplies]]\nedition = "2018"\n'),
        [TOML, "2018", "does not know"],
    ),
    "superseded by an edition that is not known": (
        lambda root: prepend(root, "editions/2007/edition.toml", 'superseded_by = "2017"\n'),
        ["editions/2007/edition.toml", "superseded_by", "2017"],
    ),
    "two editions with one id": (
        lambda root: (
            maker.edition(root, "2007b")
            .joinpath("edition.toml")
            .write_text(maker.EDITION.format(id="2007"), "utf-8")
        ),
        ["editions/2007b/edition.toml", "2007", "editions/2007/edition.toml already"],
    ),
    "two sources with one id": (
        lambda root: maker.source(root, "testo-b", maker.OTHER, id="testo-a"),
        ["sources/testo-b/source.toml", "testo-a", "already", "change one"],
    ),
    "one text twice": (
        lambda root: maker.source(root, "testo-b"),
        ["sources/testo-b/source.toml", "sources/testo-a/source.toml already"],
    ),
    "one number listed twice": (
        lambda root: append(root, "editions/2007/edition.toml", "[[articles]]\nnumber = 40\n"),
        ["editions/2007/edition.toml", "number 40", "twice"],
    ),
    "two texts that both supply": (
        lambda root: (
            append(root, TOML, SUPPLIES.format(role="supplies")),
            maker.source(root, "testo-b", maker.ARTICLE + "\n", SUPPLIES.format(role="supplies")),
        ),
        ["article 40 of 2007", TOML, "sources/testo-b/source.toml", 'role = "witness"'],
    ),
    "one text that supplies twice": (
        lambda root: append(root, TOML, SUPPLIES.format(role="supplies") * 2),
        [TOML, "article 40 of 2007 twice"],
    ),
    "two texts and no word": (
        lambda root: maker.source(root, "testo-b", maker.ARTICLE + "\n", edition="2007"),
        ["article 40 of 2007", TOML, "sources/testo-b/source.toml", 'role = "witness"'],
    ),
    "correction of a source that is not held": (
        lambda root: correction(root, source="testo-z"),
        ["corrections.toml", "entry 1", "testo-z", "write one of testo-a"],
    ),
    "two corrections with one id": (
        lambda root: (correction(root), correction(root, find="stende le sue")),
        ["corrections.toml, entry 2 (line 13)", "t-1", "entry 1 (line 2) already"],
    ),
    "correction with an unknown operation": (
        lambda root: correction(root, op="delete"),
        ["corrections.toml", "“correction[0].op”", "delete"],
    ),
    "stale correction": (
        lambda root: correction(root, find="parole che non ci sono"),
        ["corrections.toml", "t-1", "does not occur near line 3", "mend `find`"],
    ),
    "ambiguous correction": (
        lambda root: correction(root, find="arte", replace="ani"),
        ["corrections.toml", "t-1", "occurs", "add words to `find`"],
    ),
    "two corrections in one place": (
        lambda root: (correction(root), correction(root, name="t-2", find="l’attacco è")),
        ["corrections.toml", "t-2", "meets correction t-1"],
    ),
    "pair of an edition that is not known": (
        lambda root: write(root, "pairs.toml", PAIR.format(a="1997", b="2018", basis="asserted")),
        ["pairs.toml, pair 1", "2018"],
    ),
    "pair from newer to older": (
        lambda root: write(root, "pairs.toml", PAIR.format(a="2007", b="1997", basis="asserted")),
        ["pairs.toml, pair 1", "swap them"],
    ),
    "pair that a machine made": (
        lambda root: write(root, "pairs.toml", PAIR.format(a="1997", b="2007", basis="automatic")),
        ["pairs.toml, pair 1", "asserted", "confirmed"],
    ),
    "pair of nothing": (
        lambda root: write(
            root,
            "pairs.toml",
            PAIR.format(a="1997", b="2007", basis="asserted").replace('old = ["40A"]\n', ""),
        ),
        ["pairs.toml, pair 1", "name a provision"],
    ),
    "pair with a label that is none": (
        lambda root: write(
            root,
            "pairs.toml",
            PAIR.format(a="1997", b="2007", basis="asserted").replace("40A", "40-A"),
        ),
        ["pairs.toml, pair 1", "40-A", "27B1(b)"],
    ),
}


COLUMNS = """
[[columns]]
id = "c-{number}"
lines = {lines}
{more}
reason = "Per prova."
by = "redazione"
on = 2026-11-30
"""
RULE = '[[rule]]\nfrom = "1997"\nto = "2007"\nold = "40B"\nreason = "Non c’è più."\n'
SPEAKS = f'''
[[speaks_of]]
section = "{maker.ARTICLE.splitlines()[4]}"
line = {{line}}
articles = ["{{label}}"]
'''
COLUMNS_TOML = "sources/testo-a/columns.toml"


def column(root: Path, lines: str, more: str = "", number: int = 1) -> None:
    append(root, COLUMNS_TOML, COLUMNS.format(lines=lines, more=more, number=number))


FAULTS |= {
    "line that the text does not have": (
        lambda root: column(root, "[3, 99]"),
        [COLUMNS_TOML, "c-1", "no line 99", "correct the number"],
    ),
    "line decided twice": (
        lambda root: (column(root, "[3]"), column(root, "[3]", number=2)),
        [COLUMNS_TOML, "c-2", "line 3", "c-1 already"],
    ),
    "decision with an unknown side": (
        lambda root: column(root, "[3]", 'side = "left"'),
        [COLUMNS_TOML, "“columns[0].side”", "left"],
    ),
    "decision with a path that is none": (
        lambda root: column(root, "[3]", 'path = "B-1"'),
        [COLUMNS_TOML, "“B-1” is no path"],
    ),
    "state of an edition that is none": (
        lambda root: swap(root, "editions/2007/edition.toml", "superseded", "superceded"),
        ["editions/2007/edition.toml", "“state”, line 6", "in-force, latest-known, superseded"],
    ),
    "day that is none": (
        lambda root: (correction(root), swap(root, "corrections.toml", "2026-11-30", '"ieri"')),
        ["corrections.toml", "“correction[0].on”", "write a day", "2026-11-30"],
    ),
    "day that no calendar has": (
        lambda root: (
            correction(root), swap(root, "corrections.toml", "2026-11-30", '"2026-11-31"')
        ),
        ["corrections.toml", "“correction[0].on”, line 11", "write a day"],
    ),
    "superseded by itself": (
        lambda root: prepend(root, "editions/2007/edition.toml", 'superseded_by = "2007"\n'),
        ["editions/2007/edition.toml", "no later edition"],
    ),
    "edition that ends before it begins": (
        lambda root: prepend(
            root, "editions/2007/edition.toml",
            "in_force_from = 2008-09-01\nin_force_until = 2008-08-31\n",
        ),
        ["editions/2007/edition.toml", "comes before", "swap them"],
    ),
    "pair of an article that the edition has not": (
        lambda root: write(
            root, "pairs.toml",
            PAIR.format(a="1997", b="2007", basis="asserted").replace("40A", "94A"),
        ),
        ["pairs.toml, pair 1 (line 1)", "1997 has no article 94", "editions/1997/edition.toml"],
    ),
    "pair said on a line that the text has not": (
        lambda root: write(
            root, "pairs.toml", PAIR.format(a="1997", b="2007", basis="asserted")
            + 'source = "testo-a"\nline = 99\n',
        ),
        ["pairs.toml, pair 1", "testo-a has 5 lines", "no line 99"],
    ),
    "pair said on a line of no text": (
        lambda root: write(
            root, "pairs.toml", PAIR.format(a="1997", b="2007", basis="asserted") + "line = 3\n"
        ),
        ["pairs.toml, pair 1", "name the text"],
    ),
    "moved rule of an article that the edition has not": (
        lambda root: write(root, "concordance.toml", RULE.replace("40B", "94B")),
        ["concordance.toml, rule 1 (line 1)", "1997 has no article 94"],
    ),
    "moved rule said twice": (
        lambda root: write(root, "concordance.toml", RULE * 2),
        ["concordance.toml, rule 2 (line 6)", "rule 1 (line 1); leave one"],
    ),
    "section on another line": (
        lambda root: append(root, TOML, SPEAKS.format(line=1, label="40A")),
        [TOML, "line 1 of the text is not", "it is line 5; write that"],
    ),
    "section that the text has not": (
        lambda root: append(root, TOML, SPEAKS.format(line=99, label="40A").replace("B.", "C.")),
        [TOML, "line 99 of the text is not", "as they stand in the text"],
    ),
    "section twice": (
        lambda root: append(root, TOML, SPEAKS.format(line=5, label="40A") * 2),
        [TOML, "section on line 5", "twice"],
    ),
    "section about an article that the edition has not": (
        lambda root: append(root, TOML, SPEAKS.format(line=5, label="94A")),
        [TOML, "2007 has no article 94"],
    ),
    "after a line that the text does not have": (
        lambda root: column(root, "[3]", "after = 99"),
        [COLUMNS_TOML, "c-1", "no line 99", "“after”"],
    ),
    "several lines after one": (
        lambda root: column(root, "[3, 5]", "after = 1"),
        [COLUMNS_TOML, "c-1", "“after” places one line"],
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_what_is_wrong_in_a_corpus_is_said(root: Path, fault: str) -> None:
    spoil, told = FAULTS[fault]
    spoil(root)
    with pytest.raises(CorpusError) as raised:
        load_rulebook(root)
    for words in told:
        assert words in str(raised.value)


def test_an_empty_folder_is_no_corpus(tmp_path: Path) -> None:
    with pytest.raises(CorpusError, match="holds no edition"):
        load(tmp_path)


def test_all_stale_corrections_are_named_at_once(root: Path) -> None:
    correction(root, find="parole che non ci sono")
    correction(root, name="t-2", find="altre che non ci sono")
    with pytest.raises(CorpusError) as raised:
        load_rulebook(root)
    assert "t-1" in str(raised.value)
    assert "t-2" in str(raised.value)


def test_what_nobody_reads_may_be_hidden_or_a_readme(root: Path) -> None:
    write(root, "README.md", "Che cos’è.")
    write(root, "sources/testo-a/.DS_Store", "")
    assert len(load(root).sources) == 1


def test_a_text_is_added_by_dropping_a_file(root: Path) -> None:
    maker.source(root, "testo-b", maker.OTHER, edition="2007", title="")
    rulebook = load_rulebook(root)
    article = rulebook.by_id["2007"].article(41)
    assert article is not None
    assert article.status == "complete"
    assert [witness.source for witness in article.witnesses] == ["testo-b"]
    assert rulebook.document_of(article) is rulebook.document("testo-b")


def test_a_correction_is_applied_and_can_be_left_out(root: Path) -> None:
    correction(root)
    for applied, words in ((True, "dopo che l’attacco"), (False, "appena l’attacco")):
        rulebook = load_rulebook(root, apply_corrections=applied)
        provision = rulebook.by_id["2007"].find(parse("40A"))
        assert provision is not None
        assert words in str(provision.text)


def test_the_basis_of_the_edition_is_the_editors(root: Path) -> None:
    prepend(root, TOML, 'edition_basis = "assumed"\n')
    assert [a.edition_basis for a in load_rulebook(root).by_id["2007"].articles] == ["assumed"]


def test_dates_may_stand_without_quotes(root: Path) -> None:
    prepend(root, "editions/2007/edition.toml", "in_force_from = 2008-09-01\n")
    assert load(root).editions[1].in_force_from == "2008-09-01"


def test_an_edition_is_added_as_the_documentation_says(root: Path) -> None:
    text = (Path(__file__).parent.parent / "docs/correggere.md").read_text("utf-8")
    part = text.split("## Aggiungere un’edizione")[1].split("\n## ")[0]
    block = part.split("```toml\n")[1].split("```")[0]
    (root / "editions/2027").mkdir()
    write(root, "editions/2027/edition.toml", block)
    prepend(root, "editions/2007/edition.toml", 'superseded_by = "2027"\n')
    edition = load(root).editions[-1]
    assert (edition.id, edition.state, len(edition.known), len(edition.parts)) == (
        "2027", "in-force", 1, 1)
    # Every key and every state that there is stands there.
    for word in (*EditionFile.__struct_fields__, "in-force", "latest-known", "superseded"):
        assert re.search(rf"`\[*{word}\]*`|^\[*{word}\b", part, re.MULTILINE), word


def test_pairs_and_moved_rules_are_read(root: Path) -> None:
    write(root, "pairs.toml", PAIR.format(a="1997", b="2007", basis="asserted"))
    append(root, "pairs.toml", 'source = "testo-a"\nline = 3\n')
    write(
        root,
        "concordance.toml",
        RULE,
    )
    corpus = load(root)
    (pair,), (moved,) = corpus.pairs, corpus.moved
    assert (pair.old, pair.new, pair.basis) == ((Label(40, ("A",)),), (), "asserted")
    assert (pair.source, pair.line) == ("testo-a", 3)
    assert (moved.old, moved.new) == (Label(40, ("B",)), None)


def test_decisions_about_columns_are_read_and_shown_with_the_corrections(root: Path) -> None:
    column(root, "[3, 5]", 'side = "old"\npath = "B1(a)"')
    column(root, "[1]", 'role = "heading"\nafter = 3', number=2)
    corpus = load(root)
    (entry,) = corpus.sources
    both = columns.Override("old", None, "B1(a)", None)
    assert entry.columns == {3: both, 5: both, 1: columns.Override(None, "heading", None, 3)}
    assert [(c.id, c.op, c.near, c.extra) for c in corpus.corrections] == [
        ("c-1", "columns", 3, {"side": "old", "path": "B1(a)", "lines": "3, 5"}),
        ("c-2", "columns", 1, {"role": "heading", "lines": "1", "after": "3"}),
    ]


class TestWitnesses:
    """One article in several texts."""

    def both(self, root: Path, text: str, role: str = "witness") -> Rulebook:
        maker.source(root, "testo-b", text, SUPPLIES.format(role=role), edition="2007")
        return load_rulebook(root)

    def test_the_same_words_are_no_difference(self, root: Path) -> None:
        rulebook = self.both(root, maker.ARTICLE.replace("\n\n", "\n"))
        article = rulebook.by_id["2007"].article(40)
        assert article is not None
        assert [(w.source, w.role) for w in article.witnesses] == [
            ("testo-a", "supplies"),
            ("testo-b", "witness"),
        ]
        assert rulebook.issues == ()

    def test_other_words_are_told_word_by_word(self, root: Path) -> None:
        changed = maker.ARTICLE.replace("appena l’attacco", "subito dopo che l’attacco")
        rulebook = self.both(root, changed)
        (issue,) = rulebook.issues
        assert (issue.code, issue.label, issue.edition) == ("witness-differs", parse("40A"), "2007")
        # The label is shown by whoever shows the issue; in the words it would stand twice.
        assert issue.message == (
            "«testo-b» si scosta da «testo-a»: «appena» diventa «subito dopo che»."
        )

    def test_a_provision_that_a_witness_lacks_is_told(self, root: Path) -> None:
        rulebook = self.both(root, maker.ARTICLE[: maker.ARTICLE.index("B. Carte")])
        assert codes(rulebook.issues) == [("witness-differs", "40B")]

    def test_a_witness_that_is_cut_off_is_compared_as_far_as_it_goes(self, root: Path) -> None:
        cut = maker.ARTICLE[: maker.ARTICLE.index("appena")] + "[…]\n"
        rulebook = self.both(root, cut)
        assert rulebook.issues == ()
        article = rulebook.by_id["2007"].article(40)
        assert article is not None
        assert (article.source, article.status) == ("testo-a", "complete")

    def test_a_text_that_is_cut_off_never_replaces_a_whole_one(self, tmp_path: Path) -> None:
        root = tmp_path / "corpus"
        maker.edition(root, "2007")
        cut = maker.ARTICLE[: maker.ARTICLE.index("appena")] + "[…]\n"
        maker.source(root, "testo-a", cut, SUPPLIES.format(role="supplies"), edition="2007")
        rulebook = self.both(root, maker.ARTICLE)
        article = rulebook.by_id["2007"].article(40)
        assert article is not None
        assert (article.source, article.status) == ("testo-b", "complete")
        assert codes(rulebook.issues) == [("supplier-truncated", "40")]
        # Whoever does what the doubt says, and all of it, is rid of it.
        told = re.findall(r'(sources/\S+) role = "(\w+)"', rulebook.issues[0].remedy or "")
        assert len(told) == 2
        for place, role in told:
            file = root / place
            file.write_text(re.sub(r'role = "\w+"', f'role = "{role}"', file.read_text("utf-8")))
        again = load_rulebook(root)
        assert again.issues == ()
        assert [a.source for a in again.by_id["2007"].articles] == ["testo-b"]

    def test_the_remedy_for_one_article_leaves_the_others_of_its_text_published(
        self, tmp_path: Path
    ) -> None:
        root = tmp_path / "corpus"
        maker.edition(root, "2007")
        cut = maker.OTHER + "\n" + maker.ARTICLE[: maker.ARTICLE.index("appena")] + "[…]\n"
        entry = SUPPLIES.format(role="supplies")
        maker.source(root, "testo-a", cut, entry.replace("[40]", "[41, 40]"), edition="2007")
        [issue] = self.both(root, maker.ARTICLE).issues
        remedy = issue.remedy or ""
        assert remedy.startswith("Soltanto per l’articolo 40 scrivere in sources/testo-a/")
        assert "gli altri articoli della stessa voce [[supplies]] restano dove sono" in remedy
        one, other = root / TOML, root / "sources/testo-b/source.toml"
        text = one.read_text("utf-8").replace("[41, 40]", "[41]")
        one.write_text(text + SUPPLIES.format(role="witness"), "utf-8")
        other.write_text(other.read_text("utf-8").replace('"witness"', '"supplies"'), "utf-8")
        rulebook = load_rulebook(root)
        found = {a.number: (a.source, a.status) for a in rulebook.by_id["2007"].articles}
        assert found == {40: ("testo-b", "complete"), 41: ("testo-a", "complete")}
        assert rulebook.issues == ()

    def test_of_two_witnesses_the_whole_one_is_to_supply(self, tmp_path: Path) -> None:
        root = tmp_path / "corpus"
        maker.edition(root, "2007")
        cut = maker.ARTICLE[: maker.ARTICLE.index("appena")] + "[…]\n"
        maker.source(root, "testo-a", cut, SUPPLIES.format(role="witness"), edition="2007")
        [issue] = self.both(root, maker.ARTICLE).issues
        assert "sources/testo-b/source.toml" in (issue.remedy or "")

    def test_a_fragment_without_a_mark_does_not_replace_a_longer_text_that_is_cut(
        self, tmp_path: Path
    ) -> None:
        root = tmp_path / "corpus"
        maker.edition(root, "2007")
        cut = maker.ARTICLE[: maker.ARTICLE.index("prima della")] + "[…]\n"
        maker.source(root, "testo-a", cut, SUPPLIES.format(role="supplies"), edition="2007")
        rulebook = self.both(root, maker.ARTICLE[: maker.ARTICLE.index("appena")] + "\n")
        article = rulebook.by_id["2007"].article(40)
        assert article is not None
        assert (article.source, article.status) == ("testo-a", "truncated")

    def test_a_text_that_is_only_a_witness_is_not_published(self, tmp_path: Path) -> None:
        root = tmp_path / "corpus"
        maker.edition(root, "2007")
        rulebook = self.both(root, maker.ARTICLE)
        assert rulebook.by_id["2007"].articles == ()
        assert codes(rulebook.issues) == [("article-unsupplied", "40")]


def test_an_article_that_is_announced_and_not_there(root: Path) -> None:
    append(root, TOML, '\n[[supplies]]\nedition = "2007"\narticles = [40, 41]\n')
    assert codes(load_rulebook(root).issues) == [("article-not-found", "41")]


def test_an_article_that_is_there_and_not_announced(root: Path) -> None:
    append(root, TOML, '\n[[supplies]]\nedition = "2007"\narticles = [41]\n')
    issues = load_rulebook(root).issues
    assert codes(issues) == [("article-not-found", "41"), ("article-undeclared", "40")]


def test_a_number_that_the_edition_does_not_list(root: Path) -> None:
    maker.source(root, "testo-b", maker.OTHER.replace("41", "94"), edition="2007")
    assert codes(load_rulebook(root).issues) == [("number-unknown", "94")]


def test_a_quoted_article_is_complete_in_its_edition() -> None:
    rulebook = load_rulebook()
    letter = rulebook.document("di-sacco-renonce")
    assert letter is not None
    assert {article.status for article in letter.articles} == {"quoted"}
    edition = rulebook.by_id["2007"]
    statuses = {article.number: article.status for article in edition.articles}
    assert statuses == dict.fromkeys(range(4, 14), "truncated") | dict.fromkeys(
        (20, 27, 50, 63), "complete"
    )
    assert [article.number for article in edition.articles] == sorted(statuses)
    assert len(edition.known) == 93


def test_the_embedded_corpus_says_what_it_asserts() -> None:
    corpus = load()
    assert corpus.edition_ids == ("1997", "2007", "2017")
    (pair,) = [pair for pair in corpus.pairs if pair.old == (parse("27B1(b)"),)]
    assert (pair.new, pair.basis) == ((parse("27D"),), "asserted")
    source = next(e.source for e in corpus.sources if e.source.id == pair.source)
    assert pair.line is not None
    assert "lettera D" in source.line(pair.line)
    for entry in corpus.sources:
        for spoken in entry.source.speaks_of:
            assert entry.source.line(spoken.line).strip() == spoken.section


def test_the_embedded_corpus_is_in_the_package() -> None:
    assert (embedded() / "corrections.toml").is_file()

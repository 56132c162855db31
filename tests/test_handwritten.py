"""Every file that people write by hand, with every slip of the pen: a message, never silence."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import corpus_maker as maker
import pytest

from rulebook import cli
from rulebook.commands import handwritten
from rulebook.compare import load_terminology
from rulebook.model import ArticleName, Edition, Rulebook
from rulebook.publishing.register import parse_register
from rulebook.publishing.search import lexicon as lexicon_file
from rulebook.publishing.search.lexicon import parse_lexicon
from rulebook.publishing.situations_checks import faults, wrong_terms
from rulebook.publishing.situations_file import parse_handbook
from rulebook.reading.holdings.corpus import load

SITUATIONS = """# Perché: così.
[first]
say = "Ferma il gioco"
because = "Così nessuno peggiora le cose."
edition = "1997"
grants = ["40A"]

[[group]]
id = "mazzo"
title = "Il mazzo"

[[situation]]
id = "carta-caduta"
title = "Una carta cade"
group = "mazzo"
happened = "Una carta è caduta."
decides = "Il tavolo."
edition = "1997"
guide = { source = "testo-a", line = 1 }
options = [
  { who = "Chi l’ha persa", say = "La raccoglie.", grants = ["40A"] },
  { who = "Gli altri", say = "Aspettano.", grants = ["40B"] },
]
later = [{ edition = "2007", change = "same", say = "Uguale.", grants = ["40A"] }]
"""
FLAGS = """# Perché: così.
[[guide]]
source = "testo-a"

[[guide.flags]]
line = 1
differs = ["1997"]
say = "Non è più così."
provisions = { "1997" = ["40A"], "2007" = ["40A"] }

[[guide.flags]]
line = 2
differs = ["2007"]
say = "Nemmeno questo."
provisions = { "2007" = ["40B"] }
"""
LEXICON = """# Perché: così.
[[term]]
id = "morto"
term = "morto"
definition = "Chi sta a guardare."
synonyms = ["compagno del dichiarante"]
provisions = { "1997" = ["40A"], "2007" = ["40A"] }

[[term]]
id = "mazzo"
term = "mazzo"
definition = "Tutte le carte."
provisions = { "2007" = ["40B"] }
"""
WORDS = """# Perché: così.
[[replacement]]
from = "1997"
to = "2007"
old = ["tavolino"]
new = ["tavolo"]

[[modal]]
id = "permesso"
forms = ["può"]
strength = 1
meaning = "È lecito."
"""
RETIRED = """# Perché: così.
[[retired]]
address = "1997/40/#C"
reason = "Era un errore di lettura."
"""
SOURCE = '\n[[speaks_of]]\nsection = "{section}"\nline = 5\narticles = ["40B"]\n'
DECIDED = """# Perché: così.
[[{list}]]
id = "uno"
{more}
reason = "Perché sì."
by = "io"
on = 2026-11-30
"""
CORRECTIONS = DECIDED.format(
    list="correction", more='source = "testo-a"\nop = "note"\nfind = "morto stende"\nnear = 3'
)
COLUMNS = DECIDED.format(list="columns", more='lines = [3]\nside = "old"')
PAIRS = """# Perché: così.
[[pair]]
from = "1997"
to = "2007"
old = ["40A"]
new = ["40A"]
basis = "confirmed"
reason = "Lo dice chi rivede."
"""
CONCORDANCE = """# Perché: così.
[[rule]]
from = "1997"
to = "2007"
old = "41A"
reason = "Non c’è più."
"""
LATER = '{ edition = "2007", change = "same", say = "x", grants = ["40A"] }'
EDITIONS = {"1997", "2007"}


def in_corpus(name: str) -> Callable[[bytes, Path], object]:
    def read(data: bytes, folder: Path) -> object:
        root = maker.corpus(folder / "corpus", "1997", "2007")
        (root / name).write_bytes(data)
        return load(root)

    return read


def written(name: str, folder: Path) -> str:
    """What `corpus_maker` writes into a file."""
    return (maker.corpus(folder / "made", "1997", "2007") / name).read_text("utf-8")


# The right content of each file, and how it is read.
FILES: dict[str, tuple[str, Callable[[bytes, Path], object]]] = {
    "situations.toml": (
        SITUATIONS, lambda d, _: parse_handbook(d, FLAGS.encode(), EDITIONS, {"testo-a"})),
    "guide_flags.toml": (
        FLAGS, lambda d, _: parse_handbook(SITUATIONS.encode(), d, EDITIONS, {"testo-a"})),
    "lexicon.toml": (LEXICON, lambda d, _: parse_lexicon(d, "lexicon.toml", EDITIONS)),
    "terminology.toml": (WORDS, lambda d, _: load_terminology(d, "terminology.toml", EDITIONS)),
    "retired.toml": (RETIRED, lambda d, _: parse_register("", d.decode("utf-8-sig"))),
    "corrections.toml": (CORRECTIONS, in_corpus("corrections.toml")),
    "columns.toml": (COLUMNS, in_corpus("sources/testo-a/columns.toml")),
    "pairs.toml": (PAIRS, in_corpus("pairs.toml")),
    "concordance.toml": (CONCORDANCE, in_corpus("concordance.toml")),
    "source.toml": ("", in_corpus("sources/testo-a/source.toml")),
    "edition.toml": ("", in_corpus("editions/2007/edition.toml")),
}


def content(name: str, folder: Path) -> str:
    made = FILES[name][0]
    if name == "source.toml":
        section = maker.ARTICLE.splitlines()[4]
        made = "# Perché: così.\n" + written("sources/testo-a/source.toml", folder)
        made += SOURCE.format(section=section)
    if name == "edition.toml":
        made = "# Perché: così.\n" + written("editions/2007/edition.toml", folder)
    return made


def first(pattern: str, by: str, text: str) -> str:
    return re.sub(pattern, by, text, count=1, flags=re.MULTILINE)


# What is done to a file, and what the message says; nothing where the file is as good as before.
SLIPS: dict[str, tuple[Callable[[str], bytes], str]] = {
    "byte order mark": (lambda t: b"\xef\xbb\xbf" + t.encode(), ""),
    "line ends of Windows": (lambda t: t.replace("\n", "\r\n").encode(), ""),
    "line ends of old Macs": (lambda t: t.replace("\n", "\r").encode(), "line ends of old Macs"),
    "Latin-1": (lambda t: t.encode("cp1252"), "line 1 is not UTF-8; save the file as UTF-8"),
    "UTF-16": (lambda t: t.encode("utf-16"), "line 1 is not UTF-8"),
    "printed quotes": (
        lambda t: first(r'= "([^"\n]*)"$', r"= “\1”", t).encode(), r"line \d+: .*straight quotes"),
    "a quote that is not closed": (
        lambda t: first(r'= "([^"\n]*)"$', r'= "\1', t).encode(), r"no TOML: .*line \d+"),
    "one bracket": (
        lambda t: first(r"^\[(\[.*\])\]", r"\1", t).encode(), r"line \d+: write \[\[\w+\]\]"),
    "unknown key": (lambda t: ("boh = 1\n" + t).encode(), "unknown key “boh”, line 1; take it out"),
    "the mark of a merge": (lambda t: (t + "<<<<<<< HEAD\n").encode(), r"no TOML: .*line \d+"),
    "a number for a text": (
        lambda t: first(
            r'^(reason|say|definition|title|id) = "[^"\n]*"', r"\1 = 7", t).encode(),
        r"line \d+: is a number, and has to be a text in quotes"),
    "nothing but blanks": (
        lambda t: first(
            r'^(reason|say|definition|title|section) = "[^"\n]*"', r'\1 = " "', t).encode(),
        r"write some words|say why"),
}
NOT_IN = {
    ("retired.toml", "Latin-1"), ("retired.toml", "UTF-16"),  # it is read by `read_published`
    ("terminology.toml", "a number for a text"), ("terminology.toml", "nothing but blanks"),
}
CASES = [(file, slip) for file in FILES for slip in SLIPS if (file, slip) not in NOT_IN]


@pytest.mark.parametrize(("file", "slip"), CASES)
def test_a_slip_is_told_with_file_line_and_remedy(tmp_path: Path, file: str, slip: str) -> None:
    spoil, told = SLIPS[slip]
    right = content(file, tmp_path)
    assert spoil(right) != right.encode()
    if not told:
        FILES[file][1](spoil(right), tmp_path)
        return
    with pytest.raises(Exception, match=told) as raised:
        FILES[file][1](spoil(right), tmp_path)
    assert file in str(raised.value)
    assert type(raised.value).__module__.startswith("rulebook.") or file == "terminology.toml"


# What a file alone can have: the text there, what is put there, and the message.
OWN = {
    "situations.toml": [
        ('edition = "1997"\ngrants', 'edition = "1998"\ngrants',
         "first: there is no edition 1998; write one of 1997, 2007"),
        ('edition = "1997"\nguide', 'edition = "1998"\nguide',
         "line 12 .carta-caduta.: there is no edition 1998"),
        ('edition = "2007"', 'edition = "2009"', "line 24 .*there is no edition 2009"),
        ('edition = "2007"', 'edition = "1997"', "1997 is no later edition than 1997"),
        ('"40A"] }]', f'"40A"] }}, {LATER}]', "2007 stands twice"),
        ('"testo-a"', '"testo-b"', "line 12 .*no text “testo-b”; write one of testo-a"),
        ('"40B"', '"B40"', "line 22 .carta-caduta, “Aspettano.”.: “B40” is no label"),
        ('["40B"]', '"40B"', r"line 22: is a text, and has to be a list"),
        ('["40B"]', "[]", "grants”, line 22: is empty; write one at least"),
        ('"carta-caduta"', '"Carta caduta"', "line 13: write small letters and figures"),
        ('[[situation]]', '[[group]]\nid = "mazzo"\ntitle = "Di nuovo"\n\n[[situation]]',
         "line 12 .mazzo.: the id stands twice"),
    ],
    "guide_flags.toml": [
        ('differs = ["2007"]', 'differs = ["2008"]', "line 11 .beside line 2.: .* edition 2008"),
        ('{ "2007" = ["40B"]', '{ "2008" = ["40B"]', "line 11 .beside line 2.: .* edition 2008"),
        ('"40B"', '"B40"', "line 11 .beside line 2.: “B40” is no label"),
        ('differs = ["2007"]', "differs = [2007]", r"differs\[0\]”, line 13: is a number"),
        ('differs = ["2007"]', 'differs = ["2007", "2007"]', "line 11 .*an edition twice"),
        ('["40B"]', '"40B"', "line 15: is a text, and has to be a list"),
        ("line = 2", 'line = "due"', "line 12: is a text, and has to be a whole number"),
        ('[[guide.flags]]\nline = 2', '[[flags]]\nline = 2', r"line 11; write \[\[guide.flags\]\]"),
        ('"testo-a"', '"testo-b"', "line 2 .testo-b.: there is no text “testo-b”"),
        ("# Perché: così.\n", '[[guide]]\nsource = "testo-a"\nflags = []\n\n',
         "line 5 .testo-a.: this guide stands above already"),
    ],
    "lexicon.toml": [
        ('{ "2007"', '{ "2008"', "line 9 .mazzo.: there is no edition 2008; write one of"),
        ('"40B"', '"B40"', "line 9 .mazzo., 2007: “B40” is no label"),
        ('term = "mazzo"', 'term = "Morto"', "line 9 .mazzo.: “Morto” stands under morto too"),
        ('id = "mazzo"', 'id = "morto"', "line 9 .morto.: the id stands twice"),
        ('["compagno del dichiarante"]', '"compagno"', "line 6: is a text, and has to be a list"),
    ],
    "terminology.toml": [
        ("[[modal]]", WORDS[WORDS.index("[") : WORDS.index("\n\n")] + "\n\n[[modal]]",
         "line 8 .replacement.: the same stands above already"),
        ('meaning = "È lecito."\n', 'meaning = "x"\n\n' + WORDS.split("\n\n")[1],
         "line 14 .modal, permesso.: this id stands twice"),
    ],
}


@pytest.mark.parametrize(
    ("file", "find", "put", "told"),
    [(file, *case) for file, cases in OWN.items() for case in cases],
)
def test_what_is_named_has_to_be_there(
    tmp_path: Path, file: str, find: str, put: str, told: str
) -> None:
    right, read = FILES[file]
    assert find in right
    read(right.encode(), tmp_path)
    with pytest.raises(Exception, match=told):
        read(right.replace(find, put, 1).encode(), tmp_path)


def test_numbers_that_an_edition_has_not_are_said() -> None:
    known = (ArticleName(40), ArticleName(41))
    edition = Edition(
        id="2007", title="a", long_title="a", authority="a", rights="a", state="superseded",
        notice="a", known=known,
    )
    rulebook = Rulebook((edition,), ())
    book = parse_handbook(SITUATIONS.encode(), FLAGS.replace("40B", "94B").encode())
    assert [fault for fault in faults(book, rulebook) if "94" in fault] == [
        "guide_flags.toml, testo-a, line 2: 2007 has no article 94, so there is no 94B"
    ]
    terms = parse_lexicon(LEXICON.replace("40B", "94B").encode())
    assert wrong_terms(terms, rulebook) == (
        "lexicon.toml, mazzo: 2007 has no article 94, so there is no 94B",
    )


def test_checking_a_corpus_reads_what_lies_beside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A slip in the lexicon is the keeper's, and no fault of the program."""
    root = maker.corpus(tmp_path / "corpus", "1997", "2007")

    def broken(editions: frozenset[str]) -> lexicon_file.Lexicon:
        assert {"1997", "2007", "2017"} <= editions
        return parse_lexicon(b"[[term]]\nid = 1\n")

    monkeypatch.setattr(handwritten, "embedded_lexicon", broken)
    assert cli.run(["check", "--corpus", str(root)]) == 3
    told = capsys.readouterr().err
    assert "lexicon.toml: “term[0].id”, line 2: is a number" in told
    assert "fault of the program" not in told

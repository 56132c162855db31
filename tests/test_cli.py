"""The command line from outside: statuses, one JSON document, and never a traceback."""

from __future__ import annotations

import json
import os
import random
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import corpus_maker as maker
import pytest
from cli_caller import Cli

from rulebook.cli import cli, run
from rulebook.reading.holdings.corpus import embedded

VERBS = {
    "read": ["read", "{file}"],
    "check": ["check"],
    "show": ["show", "40A"],
    "trace": ["trace", "40A"],
    "cites": ["cites", "40"],
    "compare": ["compare", "40"],
    "search": ["search", "carte del morto"],
    "pages": ["pages", "--out", "{out}"],
    "pdf": ["pdf", "2007", "--article", "40", "--out", "{out}.pdf"],
    "epub": ["epub", "2007", "--out", "{out}.epub"],
    "build": ["build", "--out", "{out}"],
}


pytestmark = pytest.mark.usefixtures("one_cache")


def filled(verb: str, tmp_path: Path) -> list[str]:
    file = tmp_path / "da-leggere.txt"
    file.write_text(maker.ARTICLE, "utf-8")
    return [part.format(file=file, out=tmp_path / "out") for part in VERBS[verb]]


# These change files and remotes, or serve: their own rooms test them.
ELSEWHERE = {"add", "link", "publish", "review"}


def test_every_verb_is_tested() -> None:
    assert set(cli.commands) - ELSEWHERE == set(VERBS)


@pytest.mark.parametrize("verb", VERBS)
class TestEveryVerb:
    """What holds for all of them."""

    def test_it_explains_itself(self, call: Cli, verb: str) -> None:
        status, out, err = call(verb, "--help")
        assert (status, err) == (0, "")
        assert "--corpus" in out
        assert "--json" in out

    def test_unknown_option(self, call: Cli, verb: str, tmp_path: Path) -> None:
        status, out, err = call(*filled(verb, tmp_path), "--no-such-thing")
        assert (status, out) == (2, "")
        assert "--no-such-thing" in err

    def test_no_such_corpus(self, call: Cli, verb: str, tmp_path: Path) -> None:
        status, out, err = call(*filled(verb, tmp_path), "--corpus", tmp_path / "none", "--json")
        assert (status, out) == (2, "")
        assert "none" in err

    def test_a_file_for_a_corpus(self, call: Cli, verb: str, tmp_path: Path) -> None:
        command = filled(verb, tmp_path)
        status, out, _ = call(*command, "--corpus", tmp_path / "da-leggere.txt", "--json")
        assert (status, out) == (2, "")

    def test_an_empty_corpus(self, call: Cli, verb: str, tmp_path: Path) -> None:
        empty = tmp_path / "empty"
        empty.mkdir()
        status, out, err = call(*filled(verb, tmp_path), "--corpus", empty, "--json")
        assert (status, out) == (3, "")
        assert "holds no edition" in err

    def test_a_broken_corpus(self, call: Cli, verb: str, tmp_path: Path, corpus: Path) -> None:
        (corpus / "sources/testo-a/testo.txt").write_text("Altro.", "utf-8")
        status, out, err = call(*filled(verb, tmp_path), "--corpus", corpus, "--json")
        assert (status, out) == (3, "")
        assert "sources/testo-a/source.toml" in err

    def test_one_json_document_and_nothing_else(
        self, call: Cli, verb: str, tmp_path: Path, corpus: Path
    ) -> None:
        if verb == "build":
            pytest.skip("a whole site is built once, below")
        status, out, err = call(*filled(verb, tmp_path), "--corpus", corpus, "--json")
        assert status == 0, err
        assert isinstance(json.loads(out), dict)

    def test_words_for_people(self, call: Cli, verb: str, tmp_path: Path, corpus: Path) -> None:
        if verb == "build":
            pytest.skip("a whole site is built once, below")
        status, out, err = call(*filled(verb, tmp_path), "--corpus", corpus)
        assert status == 0, err
        assert out.strip()
        assert "\x1b" not in out

    def test_a_fault_of_the_program_is_told_in_one_line(
        self, call: Cli, verb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def broken(_: object) -> None:
            raise KeyError("where?")

        _instead_of_load(monkeypatch, broken)
        status, out, err = call(*filled(verb, tmp_path))
        assert (status, out) == (5, "")
        assert len(err.strip().splitlines()) == 1 + (verb == "build")
        assert "KeyError" in err
        assert "report" in err

    def test_a_full_disk_is_the_world_outside(
        self, call: Cli, verb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def full(_: object) -> None:
            raise OSError(28, "No space left on device", "out")

        _instead_of_load(monkeypatch, full)
        status, out, err = call(*filled(verb, tmp_path))
        assert (status, out) == (5, "")
        assert "No space left on device" in err

    def test_an_interrupt_is_quiet(
        self, call: Cli, verb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def interrupted(_: object) -> None:
            raise KeyboardInterrupt

        _instead_of_load(monkeypatch, interrupted)
        status, out, _ = call(*filled(verb, tmp_path))
        assert (status, out) == (130, "")


def _instead_of_load(monkeypatch: pytest.MonkeyPatch, fail: Callable[[object], None]) -> None:
    for room in ("options", "texts", "site", "paper"):
        monkeypatch.setattr(f"rulebook.cli.{room}.load", fail)


WRONG = [
    (["read"], "FILE"),
    (["read", "{corpus}"], "is a directory"),
    (["read", "{corpus}/none.txt"], "does not exist"),
    (["read", "/dev/null"], "is a device"),
    (["read", "{file}", "--edition", "2018"], "1997, 2007"),
    (["read", "{file}", "--kind", "poem"], "poem"),
    (["show"], "CITATION"),
    (["show", "ciao a tutti"], "write it like 27B1b"),
    (["show", "40", "--edition", "1066"], "1997, 2007"),
    (["show", "2018 40"], "2018"),
    (["show", "99"], "articles go from 1 to 93"),
    (["compare", "0"], "articles go from 1 to 93"),
    (["show", "L40A"], "write it like 40A."),
    (["show", "legge 40 b"], "write it like 40B."),
    (["show", "40", "--edition", ""], "no edition is named; write one of 1997, 2007"),
    (["search", "morto", "--edition", " "], "no edition is named; write one of 1997, 2007"),
    (["compare", "40", "--from", ""], "no edition is named; write one of 1997, 2007"),
    (["read", "{file}", "--edition", ""], "no edition is named; write one of 1997, 2007"),
    (["search", " "], "the query is empty"),
    (["trace", "A"], "write it like 27B1b"),
    (["cites", "40 e 41"], "one provision"),
    (["compare"], "NUMBER"),
    (["compare", "40", "--from", "2007", "--to", "1997"], "earlier"),
    (["compare", "40", "--from", "2007", "--to", "2007"], "earlier"),
    (["compare", "40", "--to", "2018"], "1997, 2007"),
    (["search"], "QUERY"),
    (["search", "morto", "--edition", "2018"], "1997, 2007"),
    (["search", "morto", "--limit", "0"], "--limit"),
    (["pages"], "--out"),
    (["pages", "--out", "{file}"], "is a file"),
    (["build", "--out", "{file}"], "is a file"),
    (["build", "--out", "{corpus}/out", "--site", "example"], "https://"),
    (["nonsense"], "nonsense"),
]


@pytest.mark.parametrize(("arguments", "told"), WRONG, ids=lambda value: "-".join(value)[:40])
def test_wrong_usage(call: Cli, corpus: Path, arguments: list[str], told: str) -> None:
    file = corpus / "sources/testo-a/testo.txt"
    filled = [part.format(corpus=corpus, file=file) for part in arguments]
    extra = ["--corpus", corpus] if filled[0] in VERBS else []
    status, out, err = call(*filled, *extra)
    assert (status, out) == (2, "")
    assert told in err


LONG = {
    "a word": ["show", "x" * 5_000],
    "many words": ["show", *["abc"] * 2_000],
    "an edition": ["show", "40", "--edition", "x" * 5_000],
    "a query": ["search", "xqz" * 2_000],
    "a verb": ["x" * 5_000],
    "a file": ["read", "x" * 5_000],
    "a kind": ["read", "{file}", "--kind", "x" * 5_000],
}


@pytest.mark.parametrize("name", LONG)
def test_long_input_is_not_given_back_whole(call: Cli, corpus: Path, name: str) -> None:
    file = corpus / "sources/testo-a/testo.txt"
    arguments = [part.format(file=file) for part in LONG[name]]
    extra = ["--corpus", corpus] if arguments[0] in VERBS else []
    status, out, err = call(*arguments, *extra)
    assert status in (1, 2)
    assert len(out + err) < 600


def test_a_file_that_may_not_be_read(
    call: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "segreto.txt"
    file.write_text("…", "utf-8")
    before = Path.read_bytes

    def refused(path: Path) -> bytes:
        if path == file:
            raise PermissionError(13, "Permission denied", str(path))
        return before(path)

    monkeypatch.setattr(Path, "read_bytes", refused)
    status, out, err = call("read", file, "--json")
    assert (status, out) == (2, "")
    assert "segreto.txt" in err
    assert "Permission denied" in err


def _labels(depth: int) -> str:
    steps = ["A.", "1.", "(a)", "(i)"]
    return "\n".join(f"{steps[level % 4]} Testo {level}." for level in range(depth))


HOSTILE: dict[str, bytes] = {
    "empty": b"",
    "one line end": b"\n",
    "white space": b" \t\r\n\x0c\xc2\xa0 ",
    "zero bytes": b"\0" * 4096,
    "binary": random.Random(7).randbytes(40_000),
    "invalid UTF-8": b"Art. 5 \x96 TITOLO\n\nA. Perch\xe9 \xff\xfe\xc3\x28 no.\n",
    "UTF-16": "Art. 5 – TITOLO\n\nA. Perché no.\n".encode("utf-16"),
    "UTF-16 cut off": "Art. 5 – TITOLO\n".encode("utf-16")[:-1],
    "lone surrogates": "Art. 5\n".encode("utf-16-le") + b"\x00\xd8\x41\x00",
    "deep labels": ("Art. 5 – TITOLO\n" + _labels(400)).encode(),
    "repeated labels": ("Art. 5 – TITOLO\n" + "A. Sempre.\n" * 500).encode(),
    "repeated articles": ("Art. 5 – TITOLO\nA. Sempre.\n" * 200).encode(),
    "brackets": ("Art. 5 – TITOLO\nA. " + "(" * 3_000 + ")" * 2_000).encode(),
    "notes": ("Art. 5 – TITOLO\nA. Parola" + "(*)" * 2_000 + "\n(*) Nota.\n").encode(),
    "script": b"Art. 5 \xe2\x80\x93 <script>alert(1)</script>\n\nA. <b onclick=x>&amp;</b> {{x}}\n",
    "escape sequences": b"Art. 5 - TITOLO\nA. \x1b[31mrosso\x1b[0m \x07 \x1b]0;titolo\x07\n",
    "bidirectional": "Art. 5 – TITOLO\nA. \u202eoditnevni\u202c \u200b\u2066x\u2069.\n".encode(),
    "huge numbers": b"Art. 99999999999999999999 - TITOLO\nA. Art. 0, art. -1, 99999999B1.\n",
    "only marks": b"(*)\n(**)\n1\n2\n3\n",
    "carriage returns": b"Art. 5 - TITOLO\rA. Uno.\rB. Due.\r",
    "long line": b"Art. 5 - TITOLO\nA. " + b"parola " * 5_000,
    "no spaces": b"x" * 300_000,
}


def test_a_broken_picture_is_no_readable_file(call: Cli, tmp_path: Path) -> None:
    file = tmp_path / "ostile.txt"
    file.write_bytes(b"\x89PNG\r\n\x1a\n" + random.Random(8).randbytes(2_000))
    status, out, err = call("read", file, "--json")
    assert (status, out) == (2, "")
    assert "broken" in err


def closes(call: Cli, file: Path) -> dict[str, Any]:
    status, out, err = call("read", file, "--json")
    assert status in (0, 1), err
    found = json.loads(out)
    assert isinstance(found, dict)
    return found


# Strict: the day one passes, the test says so.
HOSTILE_FAILURES: dict[str, str] = {}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.xfail(reason=HOSTILE_FAILURES[name], strict=True))
        if name in HOSTILE_FAILURES
        else name
        for name in HOSTILE
    ],
)
def test_hostile_input_is_read(call: Cli, tmp_path: Path, name: str) -> None:
    file = tmp_path / "ostile.txt"
    file.write_bytes(HOSTILE[name])
    found = closes(call, file)
    assert set(found) == {
        "source",
        "articles",
        "notes",
        "sections",
        "citations",
        "discards",
        "changes",
        "issues",
    }
    status, out, _ = call("read", file)
    assert status in (0, 1)
    assert "\x1b" not in out
    assert "\x07" not in out


@pytest.mark.long
def test_five_megabytes_in_a_line_are_read(call: Cli, tmp_path: Path) -> None:
    file = tmp_path / "lunga.txt"
    file.write_bytes(b"Art. 5 - TITOLO A. " + b"una parola, e (b) poi 27B1b. " * 180_000)
    closes(call, file)


def test_a_name_that_is_no_text(call: Cli, tmp_path: Path) -> None:
    file = os.fsdecode(os.fsencode(tmp_path) + b"/\xff<b>.txt")
    try:
        Path(file).write_text(maker.ARTICLE, "utf-8")
    except OSError:
        pytest.skip("the file system takes no such names")
    assert closes(call, Path(file))["source"]["name"] == "\ufffd<b>.txt"
    assert call("read", file)[0] == 0


def test_lost_text_ends_with_four(
    call: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rulebook.commands import texts

    before = texts.read_alone

    def losing(*arguments: Any, **named: Any) -> Any:
        import dataclasses

        return dataclasses.replace(before(*arguments, **named), articles=())

    monkeypatch.setattr(texts, "read_alone", losing)
    status, out, err = call(*filled("read", tmp_path), "--json")
    assert status == 4
    assert json.loads(out)["articles"] == []
    assert "lost" in err
    status, out, _ = call(*filled("read", tmp_path))
    assert status == 4
    assert "lost at line 1, column 1" in out


def test_doubts_end_with_one(call: Cli, tmp_path: Path) -> None:
    file = tmp_path / "dubbio.txt"
    file.write_text("Art. 40 – TITOLO\n\nA. Una parola(*) sola basta a tutti.\n", "utf-8")
    status, out, _ = call("read", file)
    assert status == 1
    assert "note-without-text" in out


@pytest.mark.parametrize(("case", "told"), [
    ("empty", "has no text"), ("white space", "has no text"), ("zero bytes", "has no text"),
    ("binary", "is no text but data of another kind"), ("UTF-16", None), ("script", None),
])
def test_what_is_no_text_is_said_in_a_line(
    call: Cli, tmp_path: Path, case: str, told: str | None
) -> None:
    file = tmp_path / "ostile.txt"
    file.write_bytes(HOSTILE[case])
    status, _, err = call("read", file, "--json")
    if told is None:
        assert err == ""
    else:
        assert (status, err.count("\n")) == (1, 1)
        assert err.startswith(f"rulebook: ostile.txt {told}")


def test_a_third_edition_is_dropped_into_the_corpus(call: Cli, tmp_path: Path) -> None:
    root = tmp_path / "corpus"
    shutil.copytree(embedded(), root)
    article = (
        "Art. {n} – REGOLA {n} DEL CODICE INVENTATO\n\n"
        "A. Primo caso: chi trova la regola {n} la legge a voce alta davanti a tutti. Gli altri "
        "giocatori ascoltano in silenzio, e nessuno gioca prima che la lettura sia finita.\n\n"
        "B. Secondo caso: chi non trova la regola {n} chiama l’Arbitro, che la trova per lui. "
        "Il gioco riprende quando il compagno ha detto di averla capita bene anche lui.\n\n"
    )
    text = "".join(article.format(n=number) for number in range(1, 94))
    maker.source(root, "codice-2017", text, edition="2017")
    status, out, err = call("show", "88B", "--edition", "2017", "--corpus", root, "--json")
    assert status == 0, err
    (held,) = json.loads(out)["held"]
    assert "la regola 88" in held["provisions"][0]["text"]
    for old in ("1997", "2007"):
        _, out, _ = call("compare", "27", "--from", old, "--to", "2017", "--corpus", root, "--json")
        assert {pair["new"] for pair in json.loads(out)["pairs"]} > {"A", "B"}
    status, out, _ = call("pages", "--out", tmp_path / "pages", "--corpus", root, "--json")
    written = json.loads(out)["pages"]
    assert status == 0
    assert any(name.startswith("2017/88") for name in written)


PROGRAM = [sys.executable, "-m", "rulebook.cli"]


def test_a_closed_pipe_is_quiet(tmp_path: Path) -> None:
    file = tmp_path / "lungo.txt"
    file.write_text("Art. 5 – TITOLO\n" + "A. Sempre lo stesso testo.\n" * 3_000, "utf-8")
    for option in ([], ["--json"]):
        process = subprocess.Popen(
            [*PROGRAM, "read", str(file), *option], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        said = process.stderr.read()
        process.stderr.close()
        process.wait(timeout=60)
        assert said == b""


def test_an_interrupt_ends_the_program(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    process = subprocess.Popen(
        [*PROGRAM, "read", str(pipe)], stderr=subprocess.PIPE,
        # What a shell starts in the background is told to ignore Ctrl-C, and its children too.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509
    )
    with pipe.open("wb"):  # it opens when the program has come to read it
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert b"Traceback" not in said


def test_an_output_that_knows_no_accents(tmp_path: Path) -> None:
    file = tmp_path / "testo.txt"
    file.write_text(maker.ARTICLE, "utf-8")
    environment = {**os.environ, "PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    for option in ([], ["--json"]):
        done = subprocess.run(
            [*PROGRAM, "read", str(file), *option],
            capture_output=True,
            env=environment,
            check=False,
            timeout=60,
        )
        assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout.decode())["articles"][0]["title"] == "GIOCATA A CARTE SCOPERTE"


@pytest.mark.parametrize("typed", ["27\x1b[31mB", "\x07", "27\x9b2J", "\x1b]0;x\x07"])
def test_what_was_typed_has_no_effect_on_the_terminal(
    typed: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["show", typed]) != 0
    told = capsys.readouterr()
    assert not set(told.out + told.err) & {"\x1b", "\x07", "\x9b"}

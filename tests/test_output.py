"""What the commands print for people, and how the program ends: a word and a status each."""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import click
import corpus_maker as maker
import pytest
from offline_lab import small_rulebook
from rich.console import Console

from rulebook import cli
from rulebook.cli import endings
from rulebook.commands import publishing
from rulebook.commands.printing import imprint
from rulebook.commands.publishing import LostError, make
from rulebook.commands.release import Outcome
from rulebook.commands.usage import UsageError, counted
from rulebook.inputs import InputError
from rulebook.output.publishing import print_outcome, publish_json
from rulebook.publishing.pdf.booklet import Imprint, NothingToPrintError, PaperError
from rulebook.publishing.publish import FileChanges, PublishError
from rulebook.publishing.published import Published
from rulebook.publishing.releases import (
    ArticleNews,
    ChangedProvision,
    Release,
    ReleasesError,
    parse_edition,
    parse_releases,
)
from rulebook.publishing.site import SiteError, TextLostError
from rulebook.publishing.situations_file import HandbookError
from rulebook.reading.holdings.corpus import load
from rulebook.reading.holdings.files import CorpusError

CHANGED = ChangedProvision("2007", "27B1", "2007/27/#B1", "prima", "")
RELEASE = Release(
    3, "2026-11-30", (CHANGED,), (ArticleNews("2007", 40, "2007/40/", True),), 25, ("2007/9/",)
)
FILES = FileChanges(("2007/40/index.html",), ("2007/27/index.html", "index.json"), ())
ADDED = tuple(f"2007/40/#A{number}" for number in range(25))
OUTCOME = Outcome(RELEASE, FILES, ADDED, ("2007/9/",), "origin", "gh-pages", done=True)


def printed(show: Callable[[Console], None]) -> list[str]:
    """The lines that something prints on a wide terminal."""
    page = io.StringIO()
    show(Console(file=page, width=200, color_system=None))
    return page.getvalue().splitlines()


class TestPublish:
    """What `rulebook publish` prints."""

    def test_a_release(self) -> None:
        lines = printed(lambda console: print_outcome(console, OUTCOME))
        assert lines[0] == "release 3, 2026-11-30"
        assert "pages: 1 added, 1 changed, 0 removed" in lines
        assert lines[3:6] == ["  27B1 (2007)", "    - prima", "    + (not there)"]
        assert "addresses added: 25" in lines
        assert "  … and 5 more" in lines
        assert lines[-1] == "published on gh-pages of origin"

    def test_a_dry_run_says_that_nothing_was_done(self) -> None:
        tried = Outcome(RELEASE, FILES, (), (), "origin", "gh-pages")
        lines = printed(lambda console: print_outcome(console, tried))
        assert lines[-1] == "nothing was changed on gh-pages of origin"

    def test_nothing_new(self) -> None:
        same = Outcome(None, FileChanges((), (), ()), (), (), "origin", "gh-pages")
        assert printed(lambda console: print_outcome(console, same)) == [
            "nothing to publish: gh-pages of origin is up to date"
        ]
        assert publish_json(same).number is None

    def test_json(self) -> None:
        found = publish_json(OUTCOME)
        assert (found.done, found.number, found.files) == (True, 3, 3)
        assert found.pages == ("2007/27/", "2007/40/")
        assert found.provisions[0].citation == "27B1"

    def test_the_verb(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        from rulebook.commands import release

        root = str(maker.corpus(tmp_path / "corpus"))
        monkeypatch.setattr(release, "publish", lambda *_: OUTCOME)
        assert cli.run(["publish", "--corpus", root]) == 0
        assert "published on gh-pages" in capsys.readouterr().out
        assert cli.run(["publish", "--corpus", root, "--json"]) == 0
        assert '"number":3' in capsys.readouterr().out.replace(" ", "")


class TestLink:
    """What `rulebook link` prints."""

    PAGE = (
        "<html lang=it><body><p>L’articolo 40A del 2007 e l’articolo 41.</p>"
        '<p>Vedi <a href="/2007/40/#Z9">40B</a> e <a href="/2007/4o/">qui</a>.</p>'
        "<p>Codice 2007, articolo 40A: «il morto stende le sue mani sul tavolo appena l’attacco è "
        "stato fatto».</p></body></html>"
    )

    def test_what_is_to_do_and_what_is_done(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        root = maker.corpus(tmp_path / "corpus", "1997", "2007")
        page = tmp_path / "pagina.html"
        page.write_text(self.PAGE, "utf-8")
        command = ["link", str(page), "--corpus", str(root)]
        assert cli.run(command) == 1
        out = capsys.readouterr().out
        assert "citations to link" in out
        assert "/2007/40/#A" in out
        assert "it leads to the page of all" in out
        assert "there is no such provision on the page" in out
        assert "but differs" in out
        assert page.read_text("utf-8") == self.PAGE
        cli.run([*command, "--write"])
        assert "citations linked" in capsys.readouterr().out
        assert 'href="/2007/40/#A"' in page.read_text("utf-8")
        assert [file.name for file in tmp_path.iterdir() if file.is_file()] == ["pagina.html"]

    def test_an_edition_that_is_none(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        root = maker.corpus(tmp_path / "corpus")
        page = tmp_path / "pagina.html"
        page.write_text(self.PAGE, "utf-8")
        assert cli.run(["link", str(page), "--edition", "1932", "--corpus", str(root)]) == 2
        assert "1932 is not known" in capsys.readouterr().err


ENDINGS: list[tuple[Exception | KeyboardInterrupt, int, str]] = [
    (UsageError("ask thus."), 2, "ask thus."),
    (InputError("it is no text", "x.bin", "save it anew."), 2, "save it anew."),
    (InputError("it is a scan", "x.pdf", "install it.", "tesseract"), 5, "install it."),
    (PublishError("the remote refused."), 5, "the remote refused."),
    (NothingToPrintError("there is no text."), 1, "there is no text."),
    (PaperError("it cannot be set."), 3, "it cannot be set."),
    (CorpusError("a file is broken."), 3, "a file is broken."),
    (HandbookError("a key is unknown."), 3, "a key is unknown."),
    (LostError("text was lost."), 4, "text was lost."),
    (TextLostError("words were lost:", ()), 4, "words were lost:"),
    (SiteError("no site."), 3, "no site."),
    (OSError(28, "No space left on device", "out"), 5, "out: No space left on device."),
    (OSError("something"), 5, "the system: something."),
    (click.UsageError("no such option"), 2, "no such option"),
    (click.Abort(), 130, ""),
    (KeyboardInterrupt(), 130, ""),
    (KeyError("where"), 5, "fault of the program"),
]


@pytest.mark.parametrize(("error", "status", "told"), ENDINGS, ids=lambda value: repr(value)[:30])
def test_every_error_has_a_word_and_a_status(
    error: Exception | KeyboardInterrupt,
    status: int,
    told: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert endings.status_of(error, ["show"]) == status
    err = capsys.readouterr().err
    assert told in err
    assert bool(err) == bool(told)


def test_a_fault_of_the_program_shows_its_place_to_who_asks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv(endings.TRACEBACK, "1")
    with pytest.raises(KeyError):
        endings.status_of(KeyError("where"), [])


class TestBrokenInputs:
    """What stands beside a corpus, or is lost on the way."""

    @pytest.mark.parametrize("name", ["retired.toml", "releases.json"])
    def test_what_was_published_is_broken(self, tmp_path: Path, name: str) -> None:
        root = maker.corpus(tmp_path / "corpus")
        (root / "published").mkdir()
        (root / "published" / name).write_text("{ no", "utf-8")
        with pytest.raises(CorpusError):
            publishing.published(root)

    def test_no_list_of_releases_and_no_edition(self) -> None:
        with pytest.raises(ReleasesError, match=r"restore the file"):
            parse_releases(b"[]")
        with pytest.raises(ReleasesError, match="cannot be read"):
            parse_edition(b"[]")

    def test_a_text_that_is_lost_is_not_published(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        corpus = load(maker.corpus(tmp_path / "corpus"))
        before = publishing.rulebook_of

        def losing(*arguments: object, **named: object) -> object:
            book = before(*arguments, **named)  # type: ignore[arg-type]
            return replace(book, documents=tuple(replace(d, articles=()) for d in book.documents))

        monkeypatch.setattr(publishing, "rulebook_of", losing)
        with pytest.raises(LostError, match=r"testo\.txt"):
            make(corpus, lambda _: None)


def test_the_newest_release_is_printed_on_paper_unless_the_texts_are_newer() -> None:
    book, released = small_rulebook(), Published(releases=(RELEASE,))
    assert imprint(released, book) == Imprint("3", "2026-11-30")
    newer = replace(book.corrections[0], on="2026-12-24")
    book = replace(book, corrections=(newer,))
    assert imprint(released, book) == Imprint("3", "2026-12-24", released=False)
    assert str(imprint(released, book)) == "versione 3, testi al 24 dicembre 2026"


def test_before_the_first_release_paper_tells_the_day_of_the_texts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "86400")
    said = str(imprint(Published(), small_rulebook()))
    assert said.endswith(", testi al 30 novembre 2026")


@pytest.mark.parametrize(
    ("arguments", "status", "told"),
    [
        (["compare", "40"], 2, "one edition only"),
        (["pdf", "compare"], 1, "one edition only"),
        (["show", "40A", "--edition", "1932"], 2, "1932 is not known"),
    ],
)
def test_a_corpus_of_one_edition(
    arguments: list[str], status: int, told: str, tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    root = maker.corpus(tmp_path / "corpus")
    assert cli.run([*arguments, "--corpus", str(root)]) == status
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(("number", "told"), [(0, "0 lines"), (1, "1 line"), (2, "2 lines")])
def test_a_number_has_its_noun(number: int, told: str) -> None:
    assert counted(number, "line") == told

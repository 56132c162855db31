"""Publishing, against bare repositories on disk: twice, refused, overtaken, and with losses."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
import sample_rulebook
from msgspec import structs
from sample_rulebook import comparison
from sample_site import bare

from rulebook.cli import run
from rulebook.commands import release
from rulebook.commands.publishing import Made
from rulebook.commands.release import Outcome, Task, publish
from rulebook.label import parse
from rulebook.model import Article, Paragraph, Rulebook
from rulebook.publishing.card_words import cards_json, cards_of, changed_cards, parse_cards
from rulebook.publishing.publish import PublishError, opened
from rulebook.publishing.published import Published, read_published
from rulebook.publishing.releases import parse_releases
from rulebook.publishing.site import Built, Render, SiteError, build_site, content
from rulebook.publishing.situations import Handbook, Situation, SituationGroup, Statement
from rulebook.reading.holdings.corpus import Corpus
from rulebook.text import plain

Publish = Callable[..., Outcome]


def rulebook() -> Rulebook:
    """The sample with only the articles it holds: few pages make quick pushes."""
    book = sample_rulebook.rulebook()
    return replace(book, editions=tuple(replace(e, known=()) for e in book.editions))


def git(folder: Path, *arguments: str) -> str:
    done = subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)
    return done.stdout.decode()


@pytest.fixture
def remote(tmp_path: Path) -> Path:
    folder = tmp_path / "remote.git"
    git(tmp_path, "init", "-q", "--bare", str(folder))
    git(folder, "config", "core.fsync", "none")
    return folder


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    folder = tmp_path / "corpus"
    folder.mkdir()
    return folder


@pytest.fixture
def published(
    remote: Path, corpus: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Publish:
    """Publishes a rulebook into the remote, with a generator that has no theme."""

    def build(
        made: Made, out: Path, site_url: str | None, render: Render, published: Published
    ) -> Built:
        return build_site(
            content(
                made.rulebook, comparisons=made.comparisons, published=published,
                handbook=at_table.get("cards"),
            ),
            out, render=render, site_url=site_url,
        )

    at_table: dict[str, Handbook] = {}

    def once(
        book: Rulebook, *, dry_run: bool = False, folder: Path = corpus,
        cards: Handbook | None = None,
    ) -> Outcome:
        at_table["cards"] = cards or Handbook()
        monkeypatch.setattr(release, "make", lambda corpus, say: Made(book, (comparison(),)))
        monkeypatch.setattr(release, "build_made", build)
        task = Task(Corpus((), ()), folder, str(remote), "gh-pages", None, dry_run)
        return publish(task, bare, lambda words: None, tmp_path)

    return once


def head(remote: Path) -> str:
    return git(remote, "for-each-ref", "--format=%(objectname)", "refs/heads/gh-pages").strip()


def changed_article(book: Rulebook, change: Callable[[Paragraph], Paragraph]) -> Rulebook:
    """The book with every provision of article 27 of 2007 put through a change."""

    def below(paragraph: Paragraph) -> Paragraph:
        return change(replace(paragraph, children=tuple(map(below, paragraph.children))))

    def article(held: Article) -> Article:
        return replace(held, root=below(held.root)) if held.number == 27 else held

    edition = book.by_id["2007"]
    other = replace(edition, articles=tuple(map(article, edition.articles)))
    documents = tuple(
        replace(d, articles=tuple(
            article(a) if a.edition == "2007" and a in edition.articles else a for a in d.articles
        ))
        for d in book.documents
    )
    editions = tuple(other if e.id == "2007" else e for e in book.editions)
    return replace(book, editions=editions, documents=documents)


def corrected(book: Rulebook) -> Rulebook:
    return changed_article(book, lambda p: (
        replace(p, heading=plain("Licita sostituita")) if str(p.label) == "27D" else p
    ))


def test_a_second_release_says_what_it_changed(
    published: Publish, remote: Path, corpus: Path
) -> None:
    first = published(rulebook())
    assert first.done
    assert first.release is not None
    assert first.release.number == 1
    assert first.release.changed == ()
    assert "2007/27/#B1b" in first.added
    assert len(git(remote, "rev-list", "gh-pages").split()) == 1
    second = published(corrected(rulebook()))
    assert second.release is not None
    assert second.release.number == 2
    (change,) = second.release.changed
    assert (change.edition, change.citation) == ("2007", "27D")
    assert "Licita sostituita" in change.after
    assert "Licita sostituita" not in change.before
    assert "2007/27/" in second.pages
    news = git(remote, "show", "gh-pages:novita/index.html")
    assert change.before in news
    assert change.after in news
    assert 'href="../2007/27/#D"' in news
    kept = read_published(corpus)
    assert [r.number for r in kept.releases] == [2, 1]
    listed = git(remote, "show", "gh-pages:data/releases.json").encode()
    assert parse_releases(listed) == kept.releases
    assert git(remote, "show", "gh-pages:.nojekyll") == ""


def table(*cards: tuple[str, str]) -> Handbook:
    """Cards at the table, by their ids and what happened."""
    situations = tuple(
        Situation(
            ident, ident.capitalize(), "gruppo", happened, "L’Arbitro.", "2007",
            (Statement("Si accetta.", (parse("27A1"),)),),
        )
        for ident, happened in cards
    )
    return Handbook(groups=(SituationGroup("gruppo", "Gruppo"),), situations=situations)


def test_changed_words_of_a_card_are_told(published: Publish, remote: Path) -> None:
    first = published(rulebook(), cards=table(("prima", "Uno tossisce."), ("resta", "Uno tace.")))
    assert first.release is not None
    assert first.release.cards == (), "nothing was published before"
    second = published(
        rulebook(), cards=table(("prima", "Uno starnutisce."), ("resta", "Uno tace."))
    )
    assert second.release is not None
    (card,) = second.release.cards
    assert (card.url, card.before, card.after) == (
        "tavolo/prima/", ("Uno tossisce.",), ("Uno starnutisce.",)
    )
    news = git(remote, "show", "gh-pages:novita/index.html")
    assert "Nessuna parola delle regole è cambiata; 1 scheda del tavolo cambiata." in news
    assert "Uno tossisce." in news
    assert 'href="../tavolo/prima/"' in news
    assert "1 scheda del tavolo cambiata. Prima</summary>" in git(
        remote, "show", "gh-pages:novita/feed.xml"
    )


def test_a_card_that_came_or_went_is_told_and_so_is_its_title() -> None:
    cards = cards_of(table(("una", "Uno."), ("altra", "Due.")))
    came, went = changed_cards(cards[:1], cards[1:])
    assert (came.title, came.before, came.held) == ("Altra", (), True)
    assert (went.title, went.after, went.held) == ("Una", (), False)
    (renamed,) = changed_cards(cards[:1], [structs.replace(cards[0], title="Uno solo")])
    assert (renamed.before, renamed.after) == (("Una",), ("Uno solo",))
    assert changed_cards(cards, parse_cards(cards_json(cards)) or ()) == ()


def test_a_release_is_undone_by_the_next(published: Publish, remote: Path) -> None:
    published(rulebook())
    before = git(remote, "show", "gh-pages:2007/27/index.html")
    bad = published(corrected(rulebook())).release
    undone = published(rulebook()).release
    assert bad is not None
    assert undone is not None
    assert undone.number == 3
    (wrong,), (right,) = bad.changed, undone.changed
    assert (right.before, right.after) == (wrong.after, wrong.before)
    assert git(remote, "show", "gh-pages:2007/27/index.html") == before


def test_what_did_not_change_is_not_published_again(published: Publish, remote: Path) -> None:
    published(rulebook())
    objects = git(remote, "count-objects", "-v"), head(remote)
    again = published(rulebook())
    assert again.release is None
    assert not again.done
    assert (git(remote, "count-objects", "-v"), head(remote)) == objects


def test_a_dry_run_changes_nothing(published: Publish, remote: Path, corpus: Path) -> None:
    told = published(rulebook(), dry_run=True)
    assert not told.done
    assert told.release is not None
    assert head(remote) == ""
    assert not (corpus / "published").exists()


def test_a_refused_push_leaves_the_remote_as_it_was(
    published: Publish, remote: Path, corpus: Path
) -> None:
    published(rulebook())
    before, kept = head(remote), read_published(corpus)
    hook = remote / "hooks/pre-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text("#!/bin/sh\necho 'closed today' >&2\nexit 1\n", encoding="utf-8")
    hook.chmod(0o755)
    with pytest.raises(PublishError, match="closed today"):
        published(corrected(rulebook()))
    assert head(remote) == before
    assert read_published(corpus) == kept


def test_an_interrupted_push_leaves_the_remote_as_it_was(
    published: Publish, remote: Path, corpus: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    published(rulebook())
    before, kept = head(remote), read_published(corpus)

    def interrupted(branch: release.Branch) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(release.Branch, "push", interrupted)
    with pytest.raises(KeyboardInterrupt):
        published(corrected(rulebook()))
    assert head(remote) == before
    assert read_published(corpus) == kept


def test_a_release_meanwhile_is_taken_in(
    published: Publish, remote: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    published(rulebook())
    push = release.Branch.push
    overtaken: list[str] = []

    def late(branch: release.Branch) -> None:
        if not overtaken:
            overtaken.append(head(remote))
            clone = tmp_path / "clone"
            git(tmp_path, "clone", "-q", "-b", "gh-pages", str(remote), str(clone))
            (clone / "CNAME").write_text("regole.example\n", encoding="utf-8")
            git(clone, "add", "CNAME")
            git(clone, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "domain")
            git(clone, "push", "-q")
        push(branch)

    monkeypatch.setattr(release.Branch, "push", late)
    outcome = published(corrected(rulebook()))
    assert outcome.done
    assert git(remote, "show", "gh-pages:CNAME").strip() == "regole.example"
    assert len(git(remote, "rev-list", "gh-pages").split()) == 3


def test_an_address_that_the_branch_promised_is_kept_from_any_machine(
    published: Publish, remote: Path, tmp_path: Path
) -> None:
    published(rulebook())
    before = head(remote)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    gone = changed_article(rulebook(), lambda p: (
        replace(p, children=tuple(c for c in p.children if str(c.label) != "27D"))
    ))
    with pytest.raises(SiteError) as error:
        published(gone, folder=elsewhere)
    assert any("#art-2007-27-D" in str(finding) for finding in error.value.findings)
    assert head(remote) == before


def test_an_unknown_remote_is_named(tmp_path: Path) -> None:
    unknown = pytest.raises(PublishError, match="nowhere is no remote")
    with unknown, opened("nowhere", "gh-pages", tmp_path):
        pass


def test_a_path_where_nothing_is_is_told_before_a_text_is_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(*_: object) -> Made:
        raise AssertionError("a text was read")

    monkeypatch.setattr(release, "make", read)
    (tmp_path / "folder").mkdir()
    for name, told in (("non.git", "nothing is at"), ("folder", "does not answer")):
        remote = str(tmp_path / name)
        task = Task(Corpus((), ()), tmp_path, remote, "gh-pages", None, dry_run=True)
        with pytest.raises(PublishError, match=told):
            publish(task, bare, lambda words: None, tmp_path)


def test_a_wrong_site_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["publish", "--dry-run", "--site", "example.org"]) == 2
    assert "--site" in capsys.readouterr().err


@pytest.mark.parametrize("branch", ["", "a..b", "two words", "-x"])
def test_a_branch_without_a_name_is_wrong_usage(
    branch: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["publish", "--dry-run", f"--branch={branch}"]) == 2
    assert "--branch" in capsys.readouterr().err


def test_a_remote_is_known_by_its_name_from_its_own_folder(remote: Path, tmp_path: Path) -> None:
    project = tmp_path / "project"
    project.mkdir()
    git(project, "init", "-q")
    git(project, "remote", "add", "away", "../remote.git")
    for name in ("away", remote.as_uri()):
        with opened(name, "gh-pages", project) as branch:
            assert branch.head == "", "it answered, and has no such branch"


def test_without_git_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(PublishError, match="install it"), opened("origin", "gh-pages", tmp_path):
        pass

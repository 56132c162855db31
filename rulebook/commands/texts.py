"""Reading one text, and checking a whole corpus."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from rulebook.commands.editions import terminology
from rulebook.commands.handwritten import asserted, handbook, lexicon
from rulebook.inputs import Format, sniff
from rulebook.model import Document, Issue, Kind, Rulebook
from rulebook.reading.assemble import read_alone, rulebook_of
from rulebook.reading.audit import Account, account
from rulebook.reading.holdings.corpus import Corpus

FINE, FINDINGS, LOST = 0, 1, 4
WEIGHTS = ("error", "doubt", "remark")


@dataclass(frozen=True, slots=True)
class Reading:
    """A text as it was read, with the account of its characters.

    `warning` says where the file is none to read: it has no text, or is of another kind.
    """

    document: Document
    account: Account
    warning: str = ""

    @property
    def status(self) -> int:
        """4 when text was lost, 1 when there are doubts or nothing was there to read, else 0."""
        if not self.account.closed:
            return LOST
        doubtful = self.warning or any(map(_counts, self.document.issues))
        return FINDINGS if doubtful else FINE


@dataclass(frozen=True, slots=True)
class Checked:
    """A whole corpus as it was read, with the account of every source."""

    rulebook: Rulebook
    accounts: tuple[Account, ...]

    @property
    def issues(self) -> tuple[tuple[Issue, Document | None], ...]:
        """Every issue with the document it belongs to, the heaviest first."""
        own = [(issue, None) for issue in self.rulebook.issues]
        of_documents = [
            (issue, document) for document in self.rulebook.documents for issue in document.issues
        ]
        found: list[tuple[Issue, Document | None]] = [*own, *of_documents]
        return tuple(sorted(found, key=lambda pair: WEIGHTS.index(pair[0].weight)))

    @property
    def status(self) -> int:
        """4 when text was lost, 1 when there are doubts, else 0."""
        if not all(found.closed for found in self.accounts):
            return LOST
        return FINDINGS if any(_counts(issue) for issue, _ in self.issues) else FINE


def read(
    file: Path,
    corpus: Corpus,
    *,
    edition: str | None = None,
    kind: Kind | None = None,
    apply_corrections: bool = True,
) -> Reading:
    """Read one file by itself; see `assemble.read_alone`.

    Raises:
        CorpusError: the corpus knows the file, and one of its corrections is stale.
        OSError: the file cannot be read.
    """
    # A name that is no text (a stray byte in it) must still be printable.
    name = file.name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    data = file.read_bytes()
    document = read_alone(
        data,
        name,
        corpus,
        edition=edition,
        kind=kind,
        apply_corrections=apply_corrections,
    )
    return Reading(document, account(document), _warning(data, document))


def _warning(data: bytes, document: Document) -> str:
    """What keeps a file from being a text that somebody meant; empty where nothing does."""
    name = document.source.name
    if all(char.isspace() or char in "\ufeff\0" for char in document.source.text):
        return f"{name} has no text: there is nothing to read."
    if sniff(data, name) is Format.UNKNOWN:
        return (
            f"{name} is no text but data of another kind, and is shown as if it were one; "
            "save it as plain text, PDF, .docx, .odt, HTML or a picture."
        )
    return ""


def check(corpus: Corpus) -> Checked:
    """Read every source of a corpus and count where its characters went.

    Raises:
        CorpusError: corrections are stale, an article has two suppliers, or the words that changed
            between editions cannot be used, or a pair names a provision that its article does not
            have.
        HandbookError, LexiconError: see `handwritten`.
    """
    rulebook = rulebook_of(corpus)
    asserted(corpus, rulebook)
    handbook(rulebook)
    lexicon(rulebook)
    terminology(corpus.edition_ids)
    return Checked(rulebook, tuple(account(document) for document in rulebook.documents))


def _counts(issue: Issue) -> bool:
    return issue.weight != "remark"

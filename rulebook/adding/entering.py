"""The way of a file into a corpus: looked at, tried with everything else, then moved in."""

from __future__ import annotations

import errno
import hashlib
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import msgspec

from rulebook.adding.describe import Supplies, source_toml
from rulebook.adding.evidence import Guess, guess
from rulebook.adding.names import LINES, file_name, folder_name, title_of
from rulebook.adding.overlaps import Alike, Overlap, Role, alike, overlaps
from rulebook.inputs import Extraction, Format, InputError, extract, sniff
from rulebook.keeping import NOTHING, Keep
from rulebook.model import Document, Issue, Kind, Rulebook
from rulebook.reading.assemble import read_alone, rulebook_of
from rulebook.reading.audit import Account, account
from rulebook.reading.holdings import write as corpus_write
from rulebook.reading.holdings.checks import SOURCE
from rulebook.reading.holdings.corpus import Corpus, SourceEntry, entry_of, load, with_sources
from rulebook.reading.holdings.files import CorpusError
from rulebook.reading.holdings.sources import decode

_WEIGHTS = ("error", "doubt", "remark")
_MOST_BYTES, _MOST_CHARACTERS = 200_000_000, 4_000_000
USAGE, LOST, OUTSIDE = 2, 4, 5


Roles = dict[tuple[str, Role], list[int | str]]
"""Articles by edition and role."""


class AddError(OSError):
    """The folder of the corpus cannot be written; nothing was added."""

    def __str__(self) -> str:
        return str(self.strerror)


@dataclass(frozen=True, slots=True)
class Wish:
    """How files are to be added: `edition` and `kind` are what the caller knows about them."""

    dry_run: bool = False
    edition: str | None = None
    kind: Kind | None = None


@dataclass(frozen=True)
class Added:
    """A text that was added, or, where nothing was to be written, would be.

    `place` is its folder in the corpus; `issues` are the doubts about it, the heaviest first, and
    those that it raises about what the corpus held before; `supplies` its articles by edition
    and role.
    """

    file: Path
    place: str
    document: Document
    account: Account
    format: Format
    size: int
    guess: Guess
    supplies: Supplies
    overlaps: tuple[Overlap, ...]
    alike: tuple[Alike, ...]
    issues: tuple[Issue, ...]
    toml: str
    dry_run: bool


@dataclass(frozen=True, slots=True)
class Known:
    """A file whose very bytes the corpus has already; nothing was done."""

    file: Path
    place: str


@dataclass(frozen=True, slots=True)
class Refused:
    """A file that cannot be added, with the reason and the status that a program ends with."""

    file: Path
    message: str
    status: int = USAGE


Outcome = Added | Known | Refused


def add(files: Sequence[Path], root: Path, wish: Wish, keep: Keep = NOTHING) -> Iterator[Outcome]:
    """Add files to a corpus, one after the other; each is moved in whole or not at all.

    Args:
        files: the files; they are copied.
        root: the folder of the corpus.
        wish: how.
        keep: where what was read before is found again.

    Raises:
        CorpusError: the corpus is broken.
        AddError: its folder cannot be written.
    """
    sources = root / "sources"
    with ExitStack() as stack:
        if not wish.dry_run:
            try:
                sources.mkdir(exist_ok=True)
                stack.enter_context(corpus_write.alone_in(sources))
            except OSError as error:
                raise _unwritable(sources, error) from error
        corpus = load(root)
        before = rulebook_of(corpus, keep=keep)
        for file in files:
            data = _bytes_of(file)
            if isinstance(data, Refused):
                yield data
                continue
            known = corpus.known(_digest(data))
            if known:
                yield Known(file, known.place)
                continue
            try:
                added, corpus, before = _one(file, data, root, wish, corpus, before, keep)
                yield added
            except _RefusedError as refused:
                yield refused.outcome


class _RefusedError(Exception):
    def __init__(self, outcome: Refused) -> None:
        super().__init__(outcome.message)
        self.outcome = outcome


@dataclass(frozen=True)
class _Look:
    """What a first look at a file gave."""

    document: Document
    format: Format
    guess: Guess
    extracted: Extraction | None

    @property
    def sure(self) -> bool:
        """Whether nothing in the text is in doubt."""
        return all(issue.weight == "remark" for issue in self.document.issues)

    @property
    def lines(self) -> bytes | None:
        """The lines of a file that is no text, as they are kept beside it."""
        return msgspec.json.encode(self.extracted) + b"\n" if self.extracted else None


def _bytes_of(file: Path) -> bytes | Refused:
    try:
        if not file.is_file():
            return Refused(file, "is no file; name a file.")
        if file.stat().st_size > _MOST_BYTES:
            return Refused(file, f"has more than {_MOST_BYTES:,} bytes; split it.")
        data = file.read_bytes()
    except OSError as error:
        return Refused(file, f"cannot be read ({error.strerror}); restore its permissions.")
    if not data.strip(b"\0 \t\r\n\f\v\xef\xbb\xbf\xff\xfe"):
        return Refused(file, "is empty; nothing was added.")
    return data


def _one(
    file: Path, data: bytes, root: Path, wish: Wish, corpus: Corpus, before: Rulebook, keep: Keep
) -> tuple[Added, Corpus, Rulebook]:
    """Add one file; gives back the corpus and what is read from it with the new text in it."""
    name = file_name(file.name)
    try:
        look = _look(data, name, wish, corpus, before)
    except InputError as error:
        message = f"{error.what}; {error.remedy}"
        raise _RefusedError(Refused(file, message, OUTSIDE if error.tool else USAGE)) from error
    taken = {entry.place.removeprefix("sources/") for entry in corpus.sources}
    taken |= {entry.source.id for entry in corpus.sources}
    taken |= {path.name for path in (root / "sources").glob("*")}
    titles = {entry.source.title or entry.source.id for entry in corpus.sources}
    title = title_of(look.document, titles)
    folder = folder_name(file.name, title, taken)
    ids = corpus.edition_ids
    lines = look.lines
    kept_lines = {"lines": LINES, "lines_sha256": _digest(lines)} if lines else {}
    last: CorpusError | None = None
    # An edition said of the whole text is not written where it would overrule what a part says.
    for found in dict.fromkeys((look.guess, replace(look.guess, edition=None))):
        roles = _roles(look.document, before)
        toml = source_toml(
            {"id": folder, "file": name, "sha256": _digest(data), **kept_lines},
            look.document.kind, look.sure or wish.kind is not None, title, found, roles,
        )
        files = {name: data, SOURCE: toml.encode(), **({LINES: lines} if lines else {})}
        with _staged(root, folder, files, wish.dry_run) as staged:
            entry = entry_of(staged, ids)
            trial = with_sources(corpus, sorted((*corpus.sources, entry), key=_in_order))
            try:
                after = rulebook_of(trial, keep=keep)
            except CorpusError as error:
                last = error
                continue
            document = after.document(entry.source.id)
            assert document is not None
            if _keys(document) != set(_listed(roles)):
                continue
            counted = account(document)
            if not counted.closed:
                said = "text of it would be lost; `rulebook read` shows where. Nothing was added."
                raise _RefusedError(Refused(file, said, LOST))
            if not wish.dry_run:
                try:
                    corpus_write.move(staged, root / "sources")
                except OSError as error:
                    raise _unwritable(root / "sources", error) from error
            added = Added(
                file, entry.place, document, counted, look.format, len(data), found, roles,
                tuple(overlaps(document, before)), alike(document, before),
                _issues(document, before, after), toml, wish.dry_run,
            )
            return added, trial, after
    if last:
        raise last
    raise _RefusedError(Refused(file, "its articles change their edition when they are declared; "
                                "name it with --edition."))


def _look(data: bytes, name: str, wish: Wish, corpus: Corpus, before: Rulebook) -> _Look:
    """Read a file by itself, and guess which edition it gives.

    Raises:
        InputError: it cannot be read as what it is.
    """
    form = sniff(data, name)
    if form is Format.UNKNOWN:
        raise InputError(
            "its format is not known", name, "save it as PDF, DOCX, ODT, HTML or plain text."
        )
    extracted = None
    if form is Format.TEXT:
        _text_only(data, name)
    else:
        extracted = extract(data, name)

    def read(edition: str | None) -> Document:
        return read_alone(
            data, name, corpus, edition=edition, kind=wish.kind, extracted=extracted
        )

    if extracted and len(extracted.text) > _MOST_CHARACTERS:
        raise InputError("it holds more text than any law", name, "split it.")
    document = read(wish.edition)
    if not any(character.isalpha() for character in document.source.text):
        raise InputError("it holds no words", name, "look at it, and add another copy.")
    found = guess(document, before, wish.edition)
    astray = [issue for issue in document.issues if issue.code == "edition-unknown"]
    if astray and not wish.edition:
        raise InputError(
            f"line {astray[0].line} names an edition that the corpus does not know", name,
            "add the edition to the corpus first, or say with --edition which one the text gives.",
        )
    if found.edition and any(article.edition != found.edition for article in document.articles):
        document = read(found.edition)
    return _Look(document, form, found, extracted)


def _text_only(data: bytes, name: str) -> None:
    decoded = decode(data)
    if len(decoded.text) > _MOST_CHARACTERS:
        raise InputError("it holds more text than any law", name, "split it.")
    if any(issue.code == "binary" for issue in decoded.issues):
        raise InputError("it is no text", name, "save it as PDF, DOCX, ODT, HTML or plain text.")


def _roles(document: Document, before: Rulebook) -> Roles:
    """The articles of a text by edition and role: one that is held already gets a witness."""
    roles: Roles = {}
    for article in document.articles:
        edition = before.by_id.get(article.edition)
        held = edition.article(article.number) if edition else None
        role: Role = "witness" if held else "supplies"
        numbers = roles.setdefault((article.edition, role), [])
        if article.number not in numbers:
            numbers.append(article.number)
    return roles


def _listed(roles: Roles) -> Iterator[tuple[str, int | str]]:
    for (edition, _), numbers in roles.items():
        yield from ((edition, number) for number in numbers)


def _keys(document: Document) -> set[tuple[str, int | str]]:
    return {(article.edition, article.number) for article in document.articles}


@contextmanager
def _staged(root: Path, name: str, files: Mapping[str, bytes], dry_run: bool) -> Iterator[Path]:
    """The folder of a new source, where it can be tried: in the corpus only if it may stay."""
    with ExitStack() as stack:
        if dry_run:
            parent = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="rulebook-")))
        else:
            parent = root / "sources"
        try:
            staged = stack.enter_context(corpus_write.aside(parent, name, files))
        except OSError as error:
            raise _unwritable(parent, error) from error
        yield staged


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _in_order(entry: SourceEntry) -> str:
    return entry.place


def _issues(document: Document, before: Rulebook, after: Rulebook) -> tuple[Issue, ...]:
    """The doubts about a text, and those that it raises about what was there before."""
    old = set(before.issues)
    raised = (issue for issue in after.issues if issue not in old)
    found = (*document.issues, *raised)
    return tuple(sorted(found, key=lambda issue: _WEIGHTS.index(issue.weight)))


def _unwritable(folder: Path, error: OSError) -> AddError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        remedy = "make room on the disk"
    else:
        remedy = "copy the corpus to a folder of your own, and name that with --corpus"
    message = f"{folder}: cannot be written ({error.strerror}), so nothing was added; {remedy}."
    return AddError(error.errno, message)

"""The desk at which doubts are settled: what the corpus says now, and what it would say then."""

from __future__ import annotations

import hashlib
import re
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from difflib import unified_diff
from itertools import chain
from pathlib import Path
from threading import RLock

from rulebook.aside import replace_file
from rulebook.keeping import NOTHING, Keep
from rulebook.model import Correction, Document, Rulebook
from rulebook.reading.assemble import assembled, read_entry, rulebook_of
from rulebook.reading.audit import account
from rulebook.reading.holdings.corpus import Corpus, SourceEntry, load
from rulebook.reading.holdings.decisions import (
    COLUMNS,
    CORRECTIONS,
    column_corrections,
    corrections,
    decided_lines,
)
from rulebook.reading.holdings.files import CorpusError
from rulebook.reading.holdings.toml_text import TomlTextError, amended, appended, removed
from rulebook.reviewing.decisions import Decision
from rulebook.reviewing.differences import Difference, differences, uncut
from rulebook.reviewing.doubts import Doubt, doubts_of

_NO_LAW = ("furniture", "prose")
_ID = re.compile(r"[\w-]+")


class DeskError(ValueError):
    """A decision cannot be made; nothing was written, and the message says why (Italian).

    `technical` is what the program itself says about it (English), where that says more.
    """

    def __init__(self, message: str, technical: str = "") -> None:
        super().__init__(message)
        self.technical = technical


@dataclass(frozen=True)
class State:
    """The corpus as it is read now; `seal` changes with any of its files."""

    seal: str
    corpus: Corpus
    rulebook: Rulebook

    def entry(self, source: str) -> SourceEntry | None:
        """A source by its id, or None."""
        return next((e for e in self.corpus.sources if e.source.id == source), None)

    def document(self, source: str) -> Document:
        """A document by the id of its source, which is there."""
        found = self.rulebook.document(source)
        assert found is not None
        return found

    def doubts(self, source: str) -> tuple[Doubt, ...]:
        """The doubts about one text."""
        return doubts_of(self.document(source), self.rulebook)

    def ids(self, source: str) -> tuple[str, ...]:
        """The ids among which that of a new decision about a source has to be the next."""
        known = [c.id for c in self.corpus.corrections]
        heads = {c.id.rpartition("-")[0] for c in self.corpus.corrections if c.source == source}
        return tuple(number for number in known if number.rpartition("-")[0] in (heads or {source}))

    def decided(self, source: str) -> tuple[Correction, ...]:
        """What was decided about a text, in the order of its lines; not what is only proposed."""
        found = (c for c in self.corpus.corrections if c.source == source)
        made = (c for c in found if c.state == "applied" or c.op == "note")
        return tuple(sorted(made, key=lambda correction: correction.near))

    def correction(self, number: str) -> Correction | None:
        """A correction by its id, or None."""
        return next((c for c in self.corpus.corrections if c.id == number), None)


@dataclass(frozen=True)
class Preview:
    """What a decision would do: the file and what is written into it, and what follows.

    `seal` is the state that it was made from; `gone` and `come` are doubts; `uncut` names what
    would not be marked as cut off any more.
    """

    decision: Decision
    seal: str
    file: str
    text: str
    written: tuple[tuple[str, str], ...]
    differences: tuple[Difference, ...]
    gone: tuple[Doubt, ...]
    come: tuple[Doubt, ...]
    uncut: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Written:
    """A file as it was before a decision and after it; None where it was not there."""

    id: str
    file: str
    before: bytes | None
    after: bytes


class Desk:
    """Reads a corpus, tries decisions on it, and writes those that hold.

    Whoever shows a page of a PDF holds `lock`, since its reader is not made for several at once.
    """

    def __init__(self, root: Path, keep: Keep = NOTHING) -> None:
        self.root = root
        self._keep = keep
        self.lock = RLock()
        self._state: State | None = None
        self._last: tuple[Decision, Preview] | None = None
        self._written: _Written | None = None

    def state(self) -> State:
        """The corpus as its files are now.

        Raises:
            CorpusError: it is broken.
        """
        with self.lock:
            seal = self._seal()
            if self._state is None or self._state.seal != seal:
                corpus = load(self.root)
                self._state = State(seal, corpus, rulebook_of(corpus, keep=self._keep))
            return self._state

    def preview(self, decision: Decision) -> Preview:
        """Try a decision; nothing is written.

        Raises:
            DeskError: with this decision the text could not be read, or would lose characters.
            CorpusError: the corpus is broken as it is.
        """
        with self.lock:
            state = self.state()
            if self._last and self._last[0] == decision and self._last[1].seal == state.seal:
                return self._last[1]
            made = self._tried(state, decision)
            self._last = decision, made
            return made

    @property
    def undoable(self) -> str:
        """The id of the decision that was written last, while its file is as it was left; or "".
        """
        last = self._written
        return last.id if last and self._bytes(last.file) == last.after else ""

    def write(self, decision: Decision, seal: str, *, whole: bool = False) -> Preview:
        """Write a decision that was tried on the state of this seal.

        Args:
            decision: what was decided.
            seal: the state on which it was tried.
            whole: that what would lose its mark of a cut is whole, as the person says.

        Raises:
            DeskError: the files changed since, a mark of a cut would go and nobody says that the
                text is whole, or see `preview`; nothing was written.
            CorpusError: the corpus is broken as it is.
            OSError: the file cannot be written; it is as it was.
        """
        with self.lock:
            if self.state().seal != seal:
                raise DeskError(
                    "I file del corpus sono cambiati dopo l’anteprima: si guardi di nuovo."
                )
            made = self.preview(decision)
            if made.uncut and not whole:
                raise DeskError(
                    f"Così {', '.join(made.uncut)} non sarebbe più segnato come troncato: si dica "
                    "che il testo è intero, o si lasci il segno."
                )
            before, after = self._bytes(made.file), made.text.encode()
            replace_file(self.root / made.file, after)
            self._last, self._written = None, _Written(decision.id, made.file, before, after)
            return made

    def undo(self, number: str) -> None:
        """Put the file back as it was before the decision that was written last.

        Raises:
            DeskError: another was written since, or the file changed; nothing was written.
            OSError: the file cannot be written; it is as it was.
        """
        with self.lock:
            last = self._written
            if last is None or not number or self.undoable != number:
                raise DeskError(
                    "Il file è cambiato dopo quella decisione: la si tolga fra le decisioni prese."
                )
            if last.before is None:
                (self.root / last.file).unlink()
            else:
                replace_file(self.root / last.file, last.before)
            self._written = None

    def _bytes(self, file: str) -> bytes | None:
        path = self.root / file
        return path.read_bytes() if path.is_file() else None

    def _seal(self) -> str:
        found = hashlib.sha256()
        for path in sorted(self.root.rglob("*")):
            with suppress(OSError):
                if path.is_file() and not path.name.startswith("."):
                    stat = path.stat()
                    told = f"{path.relative_to(self.root)}\0{stat.st_mtime_ns}\0{stat.st_size}\0"
                    found.update(told.encode("utf-8", "surrogateescape"))
        return found.hexdigest()

    def _tried(self, state: State, decision: Decision) -> Preview:
        entry = state.entry(decision.source)
        if entry is None:
            raise DeskError(f"La fonte «{decision.source}» non c’è più.")
        words = decision.file == "correction"
        file = CORRECTIONS if words else f"{entry.place}/{COLUMNS}"
        text = self._text(file)
        try:
            told = state.corpus.corrections if words else entry.decided
            ids = [one.id for one in told if not isinstance(one, Correction) or one.op != "columns"]
            new = _edited(text, decision, ids)
        except TomlTextError as error:
            raise DeskError(
                f"Il file {file} non si può cambiare da qui: la voce va scritta a mano.", str(error)
            ) from error
        try:
            trial = self._with(state.corpus, entry, new, words)
            changed = next(e for e in trial.sources if e.source.id == decision.source)
            document = read_entry(changed, trial)
            rulebook = assembled(trial, [
                document if e.source.id == decision.source else state.document(e.source.id)
                for e in trial.sources
            ], self._keep)
        except CorpusError as error:
            raise _unreadable(str(error), decision, state.corpus.corrections) from error
        if not account(document).closed:
            raise DeskError("Così andrebbero perduti dei caratteri della fonte.")
        if _idle(decision, state.document(decision.source), document):
            raise DeskError(
                "Così non cambierebbe niente: la riga non sta in una tabella a due colonne. Per "
                "metterla da parte si scelga «Non è testo: metti da parte»."
            )
        before = {doubt.key: doubt for doubt in state.doubts(decision.source)}
        read = rulebook.document(decision.source)
        assert read is not None
        after = {doubt.key: doubt for doubt in doubts_of(read, rulebook)}
        return Preview(
            decision, state.seal, file, new, _written(text, new),
            differences(state.document(decision.source), read),
            tuple(doubt for key, doubt in before.items() if key not in after),
            tuple(doubt for key, doubt in after.items() if key not in before),
            uncut(state.document(decision.source), read),
        )

    def _text(self, file: str) -> str:
        path = self.root / file
        if not path.is_file():
            return ""
        # Line ends as they are: what a person wrote stays.
        return path.read_bytes().decode("utf-8")

    def _with(self, corpus: Corpus, entry: SourceEntry, text: str, words: bool) -> Corpus:
        """The corpus with another text of one of its files, read by the same rules as any."""
        names = {e.source.id for e in corpus.sources}
        told: Iterable[Correction] = (c for c in corpus.corrections if c.op != "columns")
        sources = corpus.sources
        with tempfile.TemporaryDirectory(prefix="rulebook-") as folder:
            root = Path(folder)
            if words:
                (root / CORRECTIONS).write_bytes(text.encode())
                told = tuple(corrections(root, names))
            else:
                place = root / Path(entry.place).name
                place.mkdir()
                (place / COLUMNS).write_bytes(text.encode())
                made = replace(entry, decided=decided_lines(place, entry.source))
                sources = tuple(made if e is entry else e for e in sources)
        decided = chain.from_iterable(column_corrections(e.source.id, e.decided) for e in sources)
        return replace(corpus, sources=sources, corrections=(*told, *decided))


def _idle(decision: Decision, before: Document, after: Document) -> bool:
    """Whether lines outside of every table are called no law, which has no effect there."""
    said: Mapping[str, object] = decision.entry or next(iter(decision.amends.values()), {})
    if decision.file != "columns" or said.get("side") or said.get("role") not in _NO_LAW:
        return False
    unused = [
        {issue for issue in document.issues if issue.code == "columns-unused"}
        for document in (before, after)
    ]
    return unused[0] != unused[1] and bool(unused[1])


def _unreadable(
    technical: str, decision: Decision, corrections: Iterable[Correction]
) -> DeskError:
    """Why a decision cannot stand, with the corrections that the program's message names."""
    words = set(_ID.findall(technical))
    named = [c.id for c in corrections if c.id in words and c.id != decision.id]
    met = (
        f" Si scontra con {', '.join(named)}: prima si tolga quella, fra le decisioni prese."
        if named else ""
    )
    return DeskError(f"Così il corpus non si leggerebbe più.{met}", technical)


def _edited(text: str, decision: Decision, ids: Sequence[str]) -> str:
    """The text of a file with a decision in it; `ids` are its entries in order."""
    for number in (*decision.amends, *((decision.removes,) if decision.removes else ())):
        if number not in ids:
            raise DeskError(f"La voce {number} non c’è più.")
    for number, values in decision.amends.items():
        text = amended(text, decision.file, ids.index(number), values)
    if decision.removes:
        text = removed(text, decision.file, ids.index(decision.removes))
    return appended(text, decision.file, [decision.entry]) if decision.entry else text


def _written(before: str, after: str) -> tuple[tuple[str, str], ...]:
    """The lines of a file that come and go, with what stands around them."""
    lines = unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=2)
    signs = {"+": "insert", "-": "delete", " ": "equal"}
    kept = [line for line in lines if not line.startswith(("+++", "---", "@@"))]
    return tuple((signs[line[0]], line[1:]) for line in kept if line[:1] in signs)

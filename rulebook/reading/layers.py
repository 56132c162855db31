"""The layers over the tree: notes tied to their marks, and citations with their targets."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from rulebook.label import Label
from rulebook.model import (
    Article,
    Change,
    Citation,
    Document,
    FieldText,
    Issue,
    Note,
    NoteCall,
    Place,
    Source,
)
from rulebook.reading.articles.fields import Findings, Taken
from rulebook.reading.articles.notes import Definition, kind_of
from rulebook.reading.articles.structure import Structure
from rulebook.reading.citations import resolve
from rulebook.reading.citations.vocabulary import Vocabulary, load_vocabulary
from rulebook.text import Text

_WORD_BEHIND = re.compile(r" [a-zà-ù]{2}")


@dataclass(frozen=True)
class CitationGround:
    """What the corpus knows that a document alone does not.

    `held` are the provisions known per edition; `in_force` the editions with the dates from
    which and until which they were the law; `date` when the document was written.
    """

    held: Mapping[str, frozenset[Label]] = field(default_factory=dict)
    in_force: tuple[tuple[str, str | None, str | None], ...] = ()
    date: str | None = None
    vocabulary: Vocabulary = field(default_factory=load_vocabulary)


@dataclass(frozen=True, slots=True)
class NoteLayer:
    """Notes with their calls, and what there is to say about them."""

    notes: tuple[Note, ...]
    changes: tuple[Change, ...]
    issues: tuple[Issue, ...]


def notes_of(
    definitions: Sequence[Definition],
    findings: Findings,
    document: Document,
    text_of: Callable[[Definition], Text],
    structure: Structure,
) -> NoteLayer:
    """Tie the marks that were taken out of the texts to the notes that define them.

    A mark goes to the note with its key that follows it most closely, else to the last before
    it; a mark without a note stays, with an empty note and an issue.
    """
    source = document.source
    editions = {
        entry.key: (entry.edition, entry.label) for entry in document.fields() if entry.edition
    }
    tied: dict[int, list[Taken]] = {}
    loose: dict[tuple[str, str | None, int | str | None], list[Taken]] = {}
    for taken in findings.calls:
        call, mark, key, _, label = taken
        line = source.place(mark.runs[0].span.start)[0]
        chosen = _definition_for(call.key, line, definitions)
        if chosen is None:
            edition = editions.get(key, (None, None))[0]
            loose.setdefault((call.key, edition, label.article or None), []).append(taken)
        else:
            tied.setdefault(chosen, []).append(taken)
    notes: list[Note] = []
    issues: list[Issue] = []
    for index, definition in enumerate(definitions):
        calls = tied.get(index, [])
        text = text_of(definition)
        note = _note(f"nota-{len(notes) + 1}", definition.mark, text, calls, editions, structure)
        note = note if calls else _owned(note, definition.line, document)
        notes.append(_with_marker(note, definition.marker))
        issues.extend(_again(calls, source, editions))
        if not calls:
            issues.append(
                Issue(
                    "note-without-call",
                    f"La nota {definition.mark} non è richiamata nel testo.",
                    definition.line,
                    note.article,
                    note.edition,
                    remedy="Cercare dove il richiamo è andato perduto.",
                )
            )
    for (_, edition, _), calls in loose.items():
        issues.extend(_again(calls, source, editions))
        first, first_mark, _, _, owner = calls[0]
        line = source.place(first_mark.runs[0].span.start)[0]
        notes.append(
            _note(f"nota-{len(notes) + 1}", first.mark, Text(), calls, editions, structure)
        )
        issues.append(
            Issue(
                "note-without-text",
                f"Il richiamo {first.mark} non ha la sua nota in questa fonte.",
                line,
                owner if owner.article else None,
                edition,
                remedy="Cercare la nota in un’altra copia; non va inventata.",
            )
        )
    changes = [_detached(taken, source.text, source.place) for taken in findings.calls]
    for taken, as_mark in findings.counted:
        issues.append(_counted(taken, as_mark, source, editions))
        if not as_mark:
            changes.append(_parted(taken, source))
    return NoteLayer(tuple(notes), tuple(changes), tuple(issues))


def _counted(
    taken: Taken,
    as_mark: bool,
    source: Source,
    editions: Mapping[str, tuple[str | None, Label | None]],
) -> Issue:
    """A number glued to a word that counts what follows: of the text, or the mark of a note."""
    call, mark, key, _, label = taken
    said = (
        "è letto come richiamo di nota, ma davanti a un nome che si conta: forse è un numero del "
        "testo che ha perduto lo spazio"
        if as_mark
        else "conta il nome che segue: è letto come numero del testo che ha perduto lo spazio, "
        "non come richiamo di nota"
    )
    return Issue(
        "number-or-note",
        f"Il numero {call.mark} attaccato a una parola {said}.",
        source.place(mark.runs[0].span.start)[0],
        label if label.article else None,
        editions.get(key, (None, None))[0],
        remedy="Dire con una correzione che cosa è: rimettere lo spazio, o scrivere il richiamo "
        "fra parentesi.",
    )


def _parted(taken: Taken, source: Source) -> Change:
    """The proposal to part a number of the text from the word before it."""
    span = taken[1].runs[0].span
    word = re.search(r"\S*\Z", source.text[max(0, span.start - 40) : span.start])
    before = word[0] if word else ""
    return Change(
        source.place(span.start)[0],
        f"{before}{taken[1]}",
        f"{before} {taken[1]}",
        "glued-number",
        "proposed",
        "un numero che conta il nome che segue ha perduto lo spazio davanti a sé",
        replace(span, start=span.start - len(before), end=taken[1].runs[-1].span.end),
    )


def _again(
    calls: Sequence[Taken], source: Source, editions: Mapping[str, tuple[str | None, Label | None]]
) -> Iterator[Issue]:
    """The number behind a word that calls a note which another one calls as well: of both, the
    one that stands before a word may be a number of the text that lost its space."""
    bare = [taken for taken in calls if str(taken[1]).isascii() and str(taken[1]).isdigit()]
    if len(calls) < 2 or not bare:
        return
    inside = [
        taken for taken in bare
        if _WORD_BEHIND.match(source.text, taken[1].runs[-1].span.end)
    ]
    # A number before a noun that is counted has a doubt of its own.
    doubtful = inside if len(inside) == 1 else [t for t in inside if t is not calls[0]]
    for call, mark, key, _, label in doubtful:
        yield Issue(
            "note-called-again",
            f"Il numero {call.mark} dietro una parola è letto come richiamo di nota, ma la stessa "
            "nota è richiamata anche altrove: forse è un numero del testo che ha perduto lo "
            "spazio.",
            source.place(mark.runs[0].span.start)[0],
            label if label.article else None,
            editions.get(key, (None, None))[0],
            remedy="Se è un numero del testo, rimettere lo spazio con una correzione.",
        )


def _definition_for(key: str, line: int, definitions: Sequence[Definition]) -> int | None:
    same = [index for index, definition in enumerate(definitions) if definition.key == key]
    after = [index for index in same if definitions[index].line >= line]
    return after[0] if after else same[-1] if same else None


def _note(
    ident: str,
    mark: str,
    text: Text,
    calls: Sequence[Taken],
    editions: Mapping[str, tuple[str | None, Label | None]],
    structure: Structure,
) -> Note:
    made = tuple(
        NoteCall(
            taken[1], Place(taken[2], taken[3], taken[3]), taken[4] if taken[4].article else None
        )
        for taken in calls
    )
    edition, label = editions.get(calls[0][2], (None, None)) if calls else (None, None)
    article = Label(label.article) if label else None
    kind = kind_of(f"{mark} {text}", structure)
    return Note(ident, mark, kind, text, made, article=article, edition=edition)


def _with_marker(note: Note, marker: Text) -> Note:
    return Note(
        note.id, note.mark, note.kind, note.text, note.calls, marker, note.article, note.edition
    )


def _owned(note: Note, line: int, document: Document) -> Note:
    """A note that nothing calls belongs to the article above it."""
    above: Article | None = None
    for article in document.articles:
        starts = article.root.marker.runs
        if starts and document.source.place(starts[0].span.start)[0] <= line:
            above = article
    if above is None:
        return note
    return Note(note.id, note.mark, note.kind, note.text, (), Text(), above.label, above.edition)


def _detached(taken: Taken, raw: str, place: Callable[[int], tuple[int, int]]) -> Change:
    mark = taken[1]
    at = mark.runs[0].span.start
    word = re.search(r"[^\s]*\s?$", raw[max(0, at - 40) : at])
    before = word[0] if word else ""
    return Change(
        place(at)[0],
        f"{before}{mark}",
        before,
        "note-mark",
        "mechanical",
        "un richiamo di nota non è parola del testo",
        mark.runs[0].span,
    )


def citations_of(
    document: Document,
    ground: CitationGround,
    editions: Sequence[str],
    stated: Sequence[str] = (),
) -> tuple[Citation, ...]:
    """Find and resolve every citation of a document; see `resolve` for the rules.

    `stated` are the editions that the document names with words, oldest first.
    """
    passages = []
    entries = {
        f"s{number}.b{index}"
        for number, section in enumerate(document.sections)
        for index, block in enumerate(section.blocks)
        if block.kind == "entry"
    }
    by_key: dict[str, FieldText] = {}
    for entry in _reading_order(document):
        if entry.key in entries:
            continue
        by_key[entry.key] = entry
        passages.append(
            resolve.Passage(
                entry.key,
                str(entry.text),
                entry.label,
                entry.edition,
                _passage_kind(entry),
            )
        )
    held: dict[str, frozenset[Label]] = dict(ground.held)
    for article in document.articles:
        own = frozenset(paragraph.label for paragraph in article.provisions())
        held[article.edition] = held.get(article.edition, frozenset()) | own
    context = _context(document, ground, editions, held, stated)
    found = resolve.resolve(passages, context, ground.vocabulary)
    return tuple(_citation(item, by_key[item.passage]) for item in found)


def _citation(item: resolve.Found, entry: FieldText) -> Citation:
    mention = item.mention
    return Citation(
        entry.text[mention.start : mention.end],
        Place(entry.key, mention.start, mention.end),
        entry.label,
        entry.edition,
        item.targets,
        item.edition_basis,
        mention.relative,
    )


def _reading_order(document: Document) -> list[FieldText]:
    fields = [entry for entry in document.fields() if entry.text]
    return sorted(fields, key=lambda entry: entry.text.runs[0].span.start)


def _passage_kind(entry: FieldText) -> Literal["law", "prose", "note", "heading"]:
    if entry.key.startswith("nota-"):
        return "note"
    if entry.label is None:
        return "heading" if entry.key.endswith(".heading") else "prose"
    return "law" if entry.key.rpartition("#")[2].startswith(("text", "tail")) else "heading"


def _context(
    document: Document,
    ground: CitationGround,
    editions: Sequence[str],
    held: Mapping[str, frozenset[Label]],
    stated: Sequence[str],
) -> resolve.Context:
    source = document.source
    own = {article.edition for article in document.articles}
    spoken_of = own if len(own) > 1 else own | set(stated)
    distinct = [edition for edition in editions if edition in spoken_of]
    numbers = tuple(dict.fromkeys(a.number for a in document.articles if isinstance(a.number, int)))
    declared = source.edition
    articles = [article.edition for article in document.articles]
    default = declared or (articles[0] if articles else distinct[-1] if distinct else None)
    basis = source.edition_basis or ("declared" if declared else "assumed")
    if not declared:
        basis = (
            document.articles[0].edition_basis if articles else "stated" if distinct else "assumed"
        )
    old, new = (distinct[0], distinct[-1]) if len(distinct) > 1 else (None, None)
    if new is None and basis in ("stated", "declared") and default and default in editions:
        at = list(editions).index(default)
        old, new = (editions[at - 1] if at else None), default
    return resolve.Context(
        editions=tuple(editions),
        default=default,
        default_basis=basis if basis in ("stated", "declared", "assumed") else "assumed",
        held=held,
        old=old,
        new=new,
        articles=numbers,
        in_force=ground.in_force,
        date=ground.date or source.date,
    )

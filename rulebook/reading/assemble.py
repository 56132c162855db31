"""From sources to editions: every text of a corpus read, and its articles put in their places."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from pathlib import Path
from typing import Any

from rulebook.inputs import Extraction
from rulebook.keeping import NOTHING, Keep
from rulebook.label import Label
from rulebook.model import (
    Article,
    Correction,
    Document,
    Edition,
    Issue,
    Kind,
    Rulebook,
    Status,
    Witness,
)
from rulebook.reading import confirmed, corrections, pipeline, sources, witnesses
from rulebook.reading.corpus import Corpus, SourceEntry, load
from rulebook.reading.corpus_checks import SOURCE, two_suppliers
from rulebook.reading.corpus_decisions import CORRECTIONS
from rulebook.reading.corpus_files import CorpusError
from rulebook.reading.layers import CitationGround, citations_of

Key = tuple[str, int | str]


@dataclass(frozen=True, slots=True)
class _Held:
    """An article where it stands, with what the editor said about it there."""

    entry: SourceEntry
    document: Document
    article: Article
    role: str | None


def read_bytes(
    data: bytes, name: str, settings: pipeline.Settings | None = None, **metadata: Any
) -> Document:
    """Read the bytes of a file, with what there is to say about their encoding.

    `metadata` are the editorial fields of `Source`.

    Raises:
        CorrectionError: a correction of this source is stale or ambiguous.
    """
    source, decoded = sources.source(data, name, **metadata)
    return _with_decoding(pipeline.read(source, settings), decoded)


def read_alone(
    data: bytes,
    name: str,
    corpus: Corpus,
    *,
    edition: str | None = None,
    kind: Kind | None = None,
    apply_corrections: bool = True,
    extracted: Extraction | None = None,
) -> Document:
    """Read one file by itself; one that the corpus holds with its metadata and corrections.

    Args:
        data: the bytes of the file.
        name: how the document calls it.
        corpus: what is known.
        edition, kind: what the caller declares; it wins over what the corpus says.
        apply_corrections: whether an editor's corrections are made.
        extracted: the lines of a file that is no text, where they were taken out before.

    Raises:
        CorpusError: a correction of this source is stale or ambiguous.
        InputError: the file is no text, and cannot be read as what it is.
    """
    entry = corpus.known(hashlib.sha256(data).hexdigest())
    if entry is None:
        made, decoded = sources.source(data, name, extracted=extracted)
        ground = _ground(corpus, None)
        settings = pipeline.Settings(corpus.edition_ids, edition, kind, citations=ground)
        return _with_decoding(pipeline.read(made, settings), decoded)
    source = replace(entry.source, name=name, kind=kind or entry.source.kind)
    if edition:
        source = replace(source, edition=edition, edition_basis="declared")
    return read_entry(replace(entry, source=source), corpus, apply_corrections)


def load_rulebook(folder: Path | None = None, *, apply_corrections: bool = True) -> Rulebook:
    """Read a whole corpus.

    Args:
        folder: the corpus; without one, the corpus that comes with the package.
        apply_corrections: whether an editor's corrections are made.

    Raises:
        CorpusError: the corpus is broken; see `corpus.load` and `rulebook_of`.
    """
    return rulebook_of(load(folder), apply_corrections=apply_corrections)


def rulebook_of(
    corpus: Corpus, *, apply_corrections: bool = True, keep: Keep = NOTHING
) -> Rulebook:
    """Read every source of a corpus and put the articles into their editions.

    An article that its source quotes whole is complete in the edition.
    Among several texts of an article the one that the editor named supplies it, unless it is cut
    off and another is whole; the others are compared with it.

    Args:
        corpus: what was loaded.
        apply_corrections: whether an editor's corrections are made.
        keep: where what was read before is found again, as a whole and source by source.

    Raises:
        CorpusError: corrections are stale (all of them are named), or an article stands in two
            texts and nothing says which supplies it.
    """
    def made() -> Rulebook:
        if apply_corrections:
            _fresh(corpus)
        documents = [
            _kept_document(entry, corpus, apply_corrections, keep) for entry in corpus.sources
        ]
        return assembled(corpus, documents, keep)

    return keep.result("rulebook", (corpus, apply_corrections), made)


def assembled(corpus: Corpus, documents: Sequence[Document], keep: Keep = NOTHING) -> Rulebook:
    """Put the articles of documents that were read into their editions; see `rulebook_of`.

    Args:
        corpus: what is known.
        documents: its sources as they were read, in its order.
        keep: where what was read before is found again.

    Raises:
        CorpusError: an article stands in two texts and nothing says which supplies it.
    """
    held = _labels(documents)
    documents = [_cited(document, corpus, held, keep) for document in documents]
    found: dict[Key, list[_Held]] = {}
    for entry, document in zip(corpus.sources, documents, strict=True):
        for article in document.articles:
            key = (article.edition, article.number)
            role = entry.role_of(*key)
            found.setdefault(key, []).append(_Held(entry, document, article, role))
    issues = list(_declared(corpus, found))
    published: dict[str, list[Article]] = {edition: [] for edition in corpus.edition_ids}
    for (edition, number), texts in found.items():
        chosen = _chosen(edition, number, texts)
        if chosen is None:
            issues.append(_unsupplied(edition, number, texts))
            continue
        published[edition].append(_published(chosen, texts))
        issues.extend(_beside(chosen, texts))
    editions = tuple(
        replace(edition, articles=tuple(sorted(published[edition.id], key=lambda a: a.label)))
        for edition in corpus.editions
    )
    issues.extend(_unknown(editions))
    return Rulebook(editions, tuple(documents), corpus.corrections, tuple(issues))


def _with_decoding(document: Document, decoded: sources.Decoded) -> Document:
    return replace(
        document,
        changes=(*decoded.changes, *document.changes),
        issues=(*decoded.issues, *document.issues),
    )


def read_entry(entry: SourceEntry, corpus: Corpus, apply_corrections: bool = True) -> Document:
    """Read one source of a corpus, with an editor's words on it.

    Raises:
        CorpusError: a correction of this source is stale or ambiguous.
    """
    source = entry.source
    settings = pipeline.Settings(
        editions=corpus.edition_ids,
        edition=source.edition,
        kind=source.kind,
        corrections=_of(source.id, corpus.corrections) if apply_corrections else (),
        column_overrides=entry.columns if apply_corrections else {},
        citations=_ground(corpus, source.date),
    )
    try:
        document = pipeline.read(source, settings)
    except corrections.CorrectionError as error:
        raise CorpusError(f"{CORRECTIONS}: {error}") from error
    basis = source.edition_basis or "declared"
    articles = tuple(
        replace(article, edition_basis=basis) if article.edition_basis == "declared" else article
        for article in document.articles
    )
    return _with_decoding(replace(document, articles=articles), entry.decoded)


def _of(source: str, all_corrections: Iterable[Correction]) -> tuple[Correction, ...]:
    return tuple(correction for correction in all_corrections if correction.source == source)


def _fresh(corpus: Corpus) -> None:
    """Every correction finds its place; otherwise all that do not are named at once."""
    stale = []
    for entry in corpus.sources:
        for correction in _of(entry.source.id, corpus.corrections):
            try:
                corrections.apply(entry.source, (correction,))
            except corrections.CorrectionError as error:
                stale.append(f"{CORRECTIONS}: {error}")
    if stale:
        raise CorpusError("\n".join(stale))


def _ground(
    corpus: Corpus, written: str | None, held: Mapping[str, frozenset[Label]] | None = None
) -> CitationGround:
    return CitationGround(
        held=held or {},
        in_force=tuple(
            (edition.id, edition.in_force_from, _day_after(edition.in_force_until))
            for edition in corpus.editions
        ),
        date=written,
    )


def _day_after(day: str | None) -> str | None:
    try:
        return (date.fromisoformat(day) + timedelta(days=1)).isoformat() if day else None
    except ValueError:
        return day


def _labels(documents: Iterable[Document]) -> dict[str, frozenset[Label]]:
    held: dict[str, set[Label]] = {}
    for document in documents:
        for article in document.articles:
            labels = held.setdefault(article.edition, set())
            labels.update(provision.label for provision in article.provisions())
    return {edition: frozenset(labels) for edition, labels in held.items()}


def _kept_document(
    entry: SourceEntry, corpus: Corpus, apply_corrections: bool, keep: Keep
) -> Document:
    """A source as it was read before, or read now: it depends on nothing of other sources."""
    own = _of(entry.source.id, corpus.corrections) if apply_corrections else ()
    ground = _ground(corpus, entry.source.date)
    depends = (entry, corpus.edition_ids, own, ground, apply_corrections)
    return keep.result(
        "document", depends, lambda: read_entry(entry, corpus, apply_corrections)
    )


def _cited(
    document: Document, corpus: Corpus, held: Mapping[str, frozenset[Label]], keep: Keep
) -> Document:
    """The citations again, now that all provisions of the corpus are known."""
    ground = _ground(corpus, document.source.date, held)
    citations = keep.result(
        "citations", (document, ground, corpus.edition_ids),
        lambda: citations_of(document, ground, corpus.edition_ids),
    )
    return replace(document, citations=citations)


def _chosen(edition: str, number: int | str, texts: Sequence[_Held]) -> _Held | None:
    """The text that supplies an article; None where all are said to be second witnesses."""
    able = [held for held in texts if held.role != "witness"]
    places = sorted({f"{held.entry.place}/{SOURCE}" for held in able})
    if len(places) > 1:
        raise two_suppliers(edition, number, places[0], places[1])
    if not able:
        return None
    whole = [held for held in (*able, *texts) if held.article.status != "truncated"]
    return whole[0] if whole else able[0]


def _published(chosen: _Held, texts: Sequence[_Held]) -> Article:
    status: Status = "truncated" if chosen.article.status == "truncated" else "complete"
    others = [held for held in texts if held is not chosen]
    seen = (_witness(chosen, "supplies"), *(_witness(held, "witness") for held in others))
    return replace(chosen.article, status=status, witnesses=seen)


def _witness(held: _Held, role: Any) -> Witness:
    source, article = held.entry.source, held.article
    lines = [
        line
        for provision in article.provisions()
        for text in (provision.marker, provision.heading, provision.text, provision.tail)
        if text
        for line in source.lines_of(text)
    ] + list(source.lines_of(article.title) if article.title else ())
    return Witness(source.id, role, article.status, (min(lines, default=1), max(lines, default=1)))


def _beside(chosen: _Held, texts: Sequence[_Held]) -> Iterator[Issue]:
    """What the texts that do not supply an article have to say."""
    article = chosen.article
    for held in texts:
        if held is chosen:
            continue
        if held.role != "witness" and held.entry is not chosen.entry:
            yield Issue(
                "supplier-truncated",
                f"Il testo indicato, {_title(held)}, è tagliato: si pubblica quello intero di "
                f"{_title(chosen)}.",
                label=article.label,
                edition=article.edition,
                remedy=f'Scrivere in {held.entry.place}/{SOURCE} role = "witness".',
            )
        again = f"la copia {held.article.copy} nello stesso testo"
        name = again if held.entry is chosen.entry else _title(held)
        yield from witnesses.differences(article, held.article, _title(chosen), name)
        if held.entry is not chosen.entry:
            for one, two in ((chosen, held), (held, chosen)):
                both = one.document, one.article, two.article
                yield from confirmed.issues(*both, _title(one), _title(two))


def _unsupplied(edition: str, number: int | str, texts: Sequence[_Held]) -> Issue:
    return Issue(
        "article-unsupplied",
        f"L’articolo {number} del {edition} sta soltanto in testi che sono detti altri testimoni "
        f"({', '.join(_title(held) for held in texts)}), perciò non si pubblica.",
        label=Label(number),
        edition=edition,
        weight="error",
        remedy=f'Scrivere in {texts[0].entry.place}/{SOURCE} role = "supplies".',
    )


def _title(held: _Held) -> str:
    return f"«{held.entry.source.title or held.entry.source.id}»"


def _declared(corpus: Corpus, found: Mapping[Key, Sequence[_Held]]) -> Iterator[Issue]:
    """Articles that an editor announced and that are not there, and the other way round."""
    for entry in corpus.sources:
        place = f"{entry.place}/{SOURCE}"
        for supply in entry.supplies:
            for number in supply.articles or ():
                texts = found.get((supply.edition, number), ())
                if not any(held.entry is entry for held in texts):
                    yield Issue(
                        "article-not-found",
                        f"In {place} è annunciato l’articolo {number} del {supply.edition}, "
                        "ma nel testo non si trova.",
                        label=Label(number),
                        edition=supply.edition,
                        weight="error",
                        remedy="Controllare il titolo nel testo, o togliere il numero da lì.",
                    )
    for (edition, number), texts in found.items():
        for held in texts:
            if held.role is None and held.entry.supplies:
                yield Issue(
                    "article-undeclared",
                    f"Nel testo {_title(held)} si trova l’articolo {number} del {edition}, che "
                    f"{held.entry.place}/{SOURCE} non nomina.",
                    label=Label(number),
                    edition=edition,
                    weight="remark",
                    remedy="Aggiungerlo lì fra gli articoli di [[supplies]].",
                )


def _unknown(editions: Iterable[Edition]) -> Iterator[Issue]:
    """Numbers that a text has and the list of the edition has not."""
    for edition in editions:
        names = {name.number for name in edition.known} | {part.id for part in edition.parts}
        for article in edition.articles:
            if article.number not in names:
                yield Issue(
                    "number-unknown",
                    f"L’elenco dell’edizione {edition.id} non ha «{article.number}», che sta "
                    "però nel testo.",
                    label=article.label,
                    edition=edition.id,
                    remedy=f"Aggiungerlo in editions/{edition.id}/edition.toml, o controllare "
                    "il titolo nel testo.",
                )

"""From sources to editions: every text of a corpus read, and its articles put in their places."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
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
    MovedRule,
    Rulebook,
)
from rulebook.reading import pipeline
from rulebook.reading.holdings import sources
from rulebook.reading.holdings.corpus import Corpus, SourceEntry, load
from rulebook.reading.holdings.decisions import CONCORDANCE, CORRECTIONS
from rulebook.reading.holdings.files import CorpusError
from rulebook.reading.layers import CitationGround, citations_of
from rulebook.reading.mending import corrections
from rulebook.reading.suppliers import Held, Key, supplied, undeclared


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
    found: dict[Key, list[Held]] = {}
    for entry, document in zip(corpus.sources, documents, strict=True):
        for article in document.articles:
            key = (article.edition, article.number)
            role = entry.role_of(*key)
            found.setdefault(key, []).append(Held(entry, document, article, role))
    issues = list(undeclared(corpus, found))
    published: dict[str, list[Article]] = {edition: [] for edition in corpus.edition_ids}
    for (edition, number), texts in found.items():
        chosen, doubts = supplied(edition, number, texts)
        issues.extend(doubts)
        if chosen is not None:
            published[edition].append(chosen)
    editions = tuple(
        replace(edition, articles=tuple(sorted(published[edition.id], key=lambda a: a.label)))
        for edition in corpus.editions
    )
    issues.extend(_unknown(editions))
    refuted = {rule: doubt for rule in corpus.moved if (doubt := _refuted(rule, editions))}
    issues.extend(refuted.values())
    upheld = tuple(rule for rule in corpus.moved if rule not in refuted)
    return Rulebook(editions, tuple(documents), corpus.corrections, tuple(issues), upheld)


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


def _refuted(rule: MovedRule, editions: Iterable[Edition]) -> Issue | None:
    """A doubt where a whole text lacks a provision to which the editors say that a rule went."""
    sides = {rule.old_edition: rule.old, rule.new_edition: rule.new}
    for edition in editions:
        label = sides.get(edition.id)
        article = edition.article(label.article) if label else None
        if article is None or not article.whole or label is None:
            continue
        if article.find(label) is None:
            old, new = (str(end or "–") for end in (rule.old, rule.new))
            return Issue(
                "move-refuted",
                f"{CONCORDANCE}, {old} → {new}: l’articolo {label.article} dell’edizione "
                f"{edition.id} è nella raccolta e non ha {label}; la voce non si pubblica.",
                label=Label(label.article),
                edition=edition.id,
                remedy=f"Correggere la voce in {CONCORDANCE}, o toglierla.",
            )
    return None

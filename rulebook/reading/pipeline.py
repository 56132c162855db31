"""The way of a text, from a source to a document: only this module knows the order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import chain
from typing import Any

from rulebook.label import Label
from rulebook.layout import Side
from rulebook.model import (
    Article,
    Basis,
    Block,
    Change,
    Correction,
    Document,
    Issue,
    Kind,
    Section,
    Source,
)
from rulebook.reading import placed, region
from rulebook.reading.articles import kinds, notes
from rulebook.reading.articles.article import read_article
from rulebook.reading.articles.fields import Findings, Ground, compose, set_aside, strip_calls
from rulebook.reading.articles.headings import find_openings, split_inline
from rulebook.reading.articles.leaders import without_leaders
from rulebook.reading.articles.prose import as_set, sections_of, style_of
from rulebook.reading.articles.structure import Structure, default_structure
from rulebook.reading.articles.titles import Opening
from rulebook.reading.articles.zones import Zone, zones_of
from rulebook.reading.citations import former_links
from rulebook.reading.layers import CitationGround, citations_of, notes_of
from rulebook.reading.lines import Line, ends_sentence, without_double_spacing, words_in
from rulebook.reading.mending import clean as cleaning
from rulebook.reading.mending import corrections
from rulebook.reading.mending.attested import attest
from rulebook.reading.mending.repairs import Repairs
from rulebook.reading.mending.repairs import load as load_repairs
from rulebook.reading.pages import furniture
from rulebook.reading.region_article import column_article
from rulebook.text import Discard


@dataclass(frozen=True)
class Settings:
    """What a text is read with.

    `editions` are the ids known, oldest first; `edition` and `kind` are what an editor declared;
    `column_overrides` an editor's word on lines of a two-column region.
    """

    editions: tuple[str, ...] = ("1997", "2007", "2017")
    edition: str | None = None
    kind: Kind | None = None
    corrections: tuple[Correction, ...] = ()
    column_overrides: Mapping[int, Any] = field(default_factory=dict)
    citations: CitationGround = field(default_factory=CitationGround)
    structure: Structure = field(default_factory=default_structure)
    repairs: Repairs = field(default_factory=load_repairs)


def read(source: Source, settings: Settings | None = None) -> Document:
    """Read one source; any text is accepted, and every character of it is in the result.

    Raises:
        CorrectionError: a correction of this source is stale or ambiguous.
    """
    settings = settings or Settings()
    corrected = corrections.apply(source, settings.corrections)
    cleaned = cleaning.clean(source, corrected.text, settings.repairs)
    parted = placed.part(source, cleaned.lines, settings.column_overrides)
    # Where pages tell by their geometry what is furniture, words are not asked again.
    paged = source.layout is not None and bool(source.layout.pages)
    freed = furniture.Furniture(parted.kept) if paged else furniture.split_furniture(parted.kept)
    told = {number for number, said in settings.column_overrides.items() if said.side}
    freed = furniture.restored(freed, parted.kept, frozenset(told))
    reader = _Reader(
        source, settings, _pieces(freed.kept), tuple(str(line) for line in cleaned.lines)
    )
    reader.parted = parted
    reader.aside = frozenset(
        source.place(discard.span.start)[0]
        for discard in freed.discards
        if discard.reason == "furniture"
    )
    cut = settings.structure.cut
    reader.cuts = frozenset(n for n in reader.aside if cut.fullmatch(source.line(n)))
    reader.read()
    return reader.document(
        (*cleaned.discards, *parted.discards, *freed.discards),
        (*corrected.changes, *cleaned.changes, *freed.changes),
        (
            *corrected.issues,
            *cleaned.issues,
            *freed.issues,
            *placed.doubts(source, corrected.changes),
            *placed.pages_turned(source),
            *placed.links_aside(source, settings.column_overrides),
        ),
    )


class _Reader:
    """The state of one reading: the lines left, and what was found in them."""

    def __init__(
        self, source: Source, settings: Settings, lines: Sequence[Line], words: Sequence[str]
    ) -> None:
        self.source = source
        self.settings = settings
        self.structure = settings.structure
        self.findings = Findings()
        self.lines = without_double_spacing(split_inline(lines))
        self.all_lines = tuple(lines)
        self.words = words
        self.articles: list[Article] = []
        self.sections: list[Section] = []
        self.definitions: list[notes.Definition] = []
        self.columns = region.Untangled()
        self.attested = attest(str(line) for line in lines)
        self.copies: dict[tuple[str, int | str], int] = {}
        self.law_words = self.entries = 0
        self.aside: frozenset[int] = frozenset()
        self.cuts: frozenset[int] = frozenset()
        self.filled = sorted({line.number for line in lines if line.text})
        self.parted = placed.Placed(())
        self.in_columns: dict[Side, list[Article]] = {}

    def read(self) -> None:
        """Find regions, notes, articles and prose, in this order."""
        structure = self.structure
        beside = {side: _pieces(own) for side, own in self.parted.sides.items()}
        running = (*self.lines, *chain(*beside.values()))
        called = notes.called_in(running, structure)
        called |= notes.footed(self.lines, structure)
        self.recalled = notes.recalled_in(running, structure)
        overrides = self.settings.column_overrides
        self.columns = region.untangle(
            self.lines, self.source, overrides, called, structure, self.findings,
            self._side_edition, placed.heeded(self.source, overrides),
        )
        outside = [line for line in self.lines if line.number not in self.columns.numbers]
        outside, self.definitions, over = notes.split_notes(outside, called, structure)
        for title in over:
            set_aside(title.text, self.findings)
        self.definitions += self.columns.definitions
        at_foot, loose = placed.definitions(_pieces(self.parted.notes))
        self.definitions = sorted((*self.definitions, *at_foot), key=lambda note: note.line)
        outside = sorted((*outside, *loose), key=lambda line: line.number) if loose else outside
        self.defined = frozenset(definition.key for definition in self.definitions)
        self.style = style_of(outside)
        openings, self.entries = find_openings(outside, structure)
        front = outside[: openings[0].line] if openings else []
        spoken = (
            kinds.is_spoken(outside, structure)
            or kinds.is_introduced(front)
            or bool(self.columns.numbers)
            or bool(beside)
        )
        zones = zones_of(outside, openings, structure, spoken, self.aside)
        law_words, prose_words = _weights(outside, zones)
        self.law_words = law_words + self.columns.words
        self.openings, self.prose_words = openings, prose_words
        annotated = any(zone.comments for zone in zones)
        quoted = bool(openings) and (
            kinds.is_spoken(outside, structure)
            or bool(self.columns.numbers)
            or annotated
            or (prose_words > 60 and prose_words > 0.3 * (self.law_words + prose_words))
        )
        stated: str | None = None
        for zone in zones:
            span = range(zone.first, zone.last)
            lines = [outside[index] for index in span if index not in zone.comments]
            if zone.opening:
                edition, basis = self._edition(lines, stated)
                opening = replace(zone.opening, line=0)
                self._article(lines, opening, edition, basis, quoted)
                self._prose([outside[index] for index in sorted(zone.comments)])
            else:
                stated = self._stated_just_before(lines) or stated
                for stretch in self._parted(lines):
                    self._prose(stretch)
        self._region()
        for side, own in beside.items():
            self._column(side, own)

    def _column(self, side: Side, own: Sequence[Line]) -> None:
        """Read one column of a table whose columns stand apart on the page."""
        lines = without_double_spacing(split_inline(own))
        openings, _ = find_openings(lines, self.structure)
        edition = self._side_edition(side)
        for zone in zones_of(lines, openings, self.structure, False):
            inside = lines[zone.first : zone.last]
            if not zone.opening:
                named = kinds.editions_stated(list(map(str, inside)), self.settings.editions)
                edition = named[0] if len(named) == 1 else edition
                self._prose(inside)
                continue
            self.law_words += sum(words_in(str(line)) for line in inside)
            self._article(inside, replace(zone.opening, line=0), edition, "stated", True)
            made = replace(self.articles.pop(), obtained=placed.OBTAINED)
            self.articles.append(made)
            self.in_columns.setdefault(side, []).append(made)

    def _edition(self, lines: Sequence[Line], stated: str | None) -> tuple[str, Basis]:
        known = self.settings.editions
        if self.settings.edition:
            return self.settings.edition, self.source.edition_basis or "declared"
        if stated:
            return stated, "stated"
        own = kinds.editions_stated([str(line) for line in lines[:3]], known)
        if len(own) == 1:
            return own[0], "stated"
        return self._assumed

    @cached_property
    def _assumed(self) -> tuple[str, Basis]:
        """The edition that the document as a whole speaks of."""
        return kinds.edition_of(self.words, self.settings.editions, self.structure, None)

    def _stated_just_before(self, lines: Sequence[Line]) -> str | None:
        filled = [line for line in lines if line.text][-3:]
        named = kinds.editions_stated(list(map(str, filled)), self.settings.editions)
        return named[0] if len(named) == 1 and len(str(filled[-1])) < 200 else None

    def _parted(self, lines: Sequence[Line]) -> list[list[Line]]:
        """The stretches of prose before, between and behind two-column regions."""
        stretches: list[list[Line]] = [[]]
        number = 0
        for line in lines:
            between = range(number + 1, line.number)
            if stretches[-1] and not self.columns.numbers.isdisjoint(between):
                stretches.append([])
            stretches[-1].append(line)
            number = line.number
        return stretches

    def _ground(self, edition: str, basis: Basis, number: int | str, quoted: bool) -> Ground:
        key = (edition, number)
        self.copies[key] = self.copies.get(key, 0) + 1
        return Ground(
            edition,
            basis,
            self.source.id,
            self.copies[key],
            quoted,
            self.defined,
            self.attested,
            self.structure,
            frozenset(note.mark for note in self.definitions if note.mark.startswith("(")),
            self.recalled,
        )

    def _prose_ground(self) -> Ground:
        words = self.defined, self.attested, self.structure
        return Ground("", "assumed", self.source.id, 1, False, *words, recalled=self.recalled)

    def _article(
        self, lines: Sequence[Line], opening: Opening, edition: str, basis: Basis, quoted: bool
    ) -> None:
        ground = self._ground(edition, basis, opening.number, quoted)
        cut = self._leads_on(lines)
        self.articles.append(read_article(lines, opening, ground, self.findings, cut))

    def _leads_on(self, lines: Sequence[Line]) -> bool:
        """Whether a sentence breaks off where a link that leads on was set aside."""
        last = next((line for line in reversed(lines) if line.text), None)
        if last is None or ends_sentence(str(last)):
            return False
        follows = next((n for n in self.filled if n > last.number), self.source.lines + 1)
        return any(last.number < cut < follows for cut in self.cuts)

    def _prose(self, lines: Sequence[Line]) -> None:
        ground = self._prose_ground()

        def joined(pieces: Sequence[Line]) -> Any:
            return compose(pieces, ground, self.findings).strip()[1]

        sections = sections_of(lines, self.structure, joined, self.style)
        sections, leaders = without_leaders(sections)
        self.findings.discards += leaders
        for section in sections:
            self.sections.append(self._without_calls(section, len(self.sections), ground))

    def _without_calls(self, section: Section, number: int, ground: Ground) -> Section:
        heading = section.heading
        label = Label("")
        if heading:
            heading = strip_calls(heading, f"s{number}.heading", label, ground, self.findings)
        blocks = tuple(
            replace(
                block,
                text=strip_calls(block.text, f"s{number}.b{index}", label, ground, self.findings),
            )
            for index, block in enumerate(section.blocks)
        )
        return replace(section, heading=heading, blocks=blocks)

    def _region(self) -> None:
        """Compose the articles of a two-column region; what no column holds stays unread."""
        for side in self.columns.sides:
            edition = side.edition or self._side_edition(side.name)
            ground = self._ground(edition, side.basis, side.number, True)
            self.articles.append(column_article(side, ground, self.findings))
        if self.columns.unread:
            self._prose(self.columns.unread)
        for table in self.columns.standing:
            section = Section((Block(as_set([line for line in table if line.text]), "unread"),))
            ground = self._ground("", "assumed", 0, False)
            self.sections.append(self._without_calls(section, len(self.sections), ground))

    def _side_edition(self, name: str) -> str:
        known = self.settings.editions
        stated = [e for e in known if e in kinds.editions_stated(self.words, known)]
        if len(stated) >= 2:
            return stated[0] if name == "old" else stated[-1]
        if stated:
            at = known.index(stated[0])
            return known[max(at - 1, 0)] if name == "old" else stated[0]
        return known[-2] if name == "old" and len(known) > 1 else known[-1]

    def document(
        self, discards: Sequence[Discard], changes: Sequence[Change], issues: Sequence[Issue]
    ) -> Document:
        """The document, with its layers."""
        source, findings = self.source, self.findings
        columns = self.columns.lines + placed.column_lines(
            source, self.parted.sides, self.in_columns, self.settings.column_overrides
        )
        kind = self.settings.kind or source.kind
        made = Document(
            source,
            kind or "other",
            tuple(sorted(self.articles, key=_first_offset)),
            tuple(self.sections),
            columns=columns,
        )
        layer = notes_of(self.definitions, findings, made, self._note_text, self.structure)
        made = replace(made, notes=layer.notes)
        known = self.settings.editions
        named = kinds.editions_stated(self.words, known)
        stated = [edition for edition in known if edition in named]
        cited = citations_of(made, self.settings.citations, known, stated)
        astray = former_links.astray(source, cited, self.settings.citations.vocabulary)
        prose_citations = sum(c.here is None for c in cited)
        if not kind:
            kind = kinds.kind_of(
                self.all_lines, self.openings, self.entries, self.sections, self.law_words,
                self.prose_words, bool(columns), prose_citations, self.structure,
            )
        return replace(
            made,
            kind=kind,
            citations=cited,
            discards=tuple(sorted((*discards, *findings.discards), key=lambda d: d.span)),
            changes=tuple(
                sorted((*changes, *findings.changes, *layer.changes), key=lambda c: c.line)
            ),
            issues=tuple(
                sorted(
                    (*issues, *findings.issues, *layer.issues, *astray,
                     *kinds.edition_doubts(self.words, known, made.articles)),
                    key=lambda i: i.line or 0,
                )
            ),
        )

    def _note_text(self, definition: notes.Definition) -> Any:
        return compose(definition.pieces, self._prose_ground(), self.findings).strip()[1]


def _pieces(lines: Iterable[cleaning.Line]) -> list[Line]:
    """Cleaned lines as the reading cuts them."""
    return [Line(line.number, line.text, line.indent, line.breaks, line.wrapped) for line in lines]


def _weights(lines: Sequence[Line], zones: Sequence[Zone]) -> tuple[int, int]:
    """How many words stand in articles, and how many outside."""
    law = prose = 0
    for zone in zones:
        for index in range(zone.first, zone.last):
            count = words_in(str(lines[index]))
            if zone.opening and index not in zone.comments:
                law += count
            else:
                prose += count
    return law, prose


def _first_offset(article: Article) -> int:
    runs = article.root.marker.runs or (article.title.runs if article.title else ())
    return runs[0].span.start if runs else 0


__all__ = ["Settings", "read"]

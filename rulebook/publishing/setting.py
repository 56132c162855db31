"""Sets texts with their layers: note marks and citations come back to their places.

The tree of an article has no marks and no links; a `Setting` lays them over its texts for one
page, and keeps every id of that page unique.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from rulebook.label import Label
from rulebook.model import (
    Article,
    Block,
    Citation,
    Document,
    Note,
    NoteCall,
    Paragraph,
    Source,
    Target,
)
from rulebook.publishing import addresses
from rulebook.publishing import blocks as b
from rulebook.publishing.arrivals import arrival, number_warning, seen_in
from rulebook.publishing.commentary import spoken_of
from rulebook.publishing.doubts import doubt_line
from rulebook.publishing.library import Counterpart, Library
from rulebook.publishing.search.records import INDEX_PAGE
from rulebook.publishing.wording import label_name
from rulebook.text import Text

UNCERTAIN = "accostamento incerto"
"""What is said of a pair of which the comparison is not sure."""

_RUNNING = re.compile(r"#(?:text|tail)|^s[0-9]+\.b")
"""The fields whose terms are explained: running text, no titles, headings and notes."""


@dataclass
class Setting:
    """The texts of one page being set; `quoted` where articles stand inside another document."""

    library: Library
    document: Document | None
    page: str
    edition: str | None = None
    quoted: bool = False
    taken: set[str] = field(default_factory=set)
    notes: dict[str, tuple[Note, list[str]]] = field(default_factory=dict)
    explained: set[str] = field(default_factory=set)

    def anchor(self, wanted: str) -> str:
        """An id that nothing else on the page has: the wanted one, where it is free."""
        found, count = wanted, 1
        while found in self.taken:
            count += 1
            found = f"{wanted}-{count}"
        self.taken.add(found)
        return found

    def inlines(self, key: str, text: Text | None) -> b.Inlines:
        """A text with its note marks, its citations as links, and its terms explained."""
        if not text:
            return ()
        running = _RUNNING.search(key) is not None
        if self.document is None:
            return tuple(self._explained(str(text))) if running else b.words(str(text))
        calls = self.document.calls.get(key, ())
        links = tuple(_intervals(self.document.citations_in.get(key, ())))
        return tuple(self._pieces(str(text), calls, links, running))

    def _pieces(
        self,
        text: str,
        calls: tuple[tuple[Note, NoteCall], ...],
        links: tuple[tuple[int, int, Citation, Target], ...],
        explain: bool = False,
    ) -> Iterator[b.Inline]:
        marks = {call.place.start for _, call in calls}
        cuts = sorted({0, len(text), *marks, *(at for link in links for at in link[:2])})
        waiting = list(calls)
        for start, end in zip(cuts, [*cuts[1:], len(text)], strict=True):
            while waiting and waiting[0][1].place.start <= start:
                yield self._mark(*waiting.pop(0))
            if start < end:
                inside = next((link for link in links if link[0] <= start < link[1]), None)
                piece = text[start:end]
                if inside:
                    yield self._link(piece, *inside[2:])
                else:
                    yield from self._explained(piece) if explain else b.words(piece)
        for note, call in waiting:
            yield self._mark(note, call)

    def _explained(self, text: str) -> Iterator[b.Inline]:
        """Words with each term of the lexicon leading, at its first use, to what it means."""
        subjects = self.library.subjects
        at = 0
        for use in subjects.uses(text) if subjects else ():
            if use.term.id not in self.explained:
                self.explained.add(use.term.id)
                yield from b.words(text[at : use.start])
                title = f"{use.term.term}: {use.term.definition}"
                yield b.link(text[use.start : use.end], INDEX_PAGE, use.term.id, "term", title)
                at = use.end
        yield from b.words(text[at:])

    def _mark(self, note: Note, call: NoteCall) -> b.NoteMark:
        number = self.note_number(note)
        calls = self.notes[note.id][1]
        ident = self.anchor(f"richiamo-{number}-{len(calls) + 1}")
        calls.append(ident)
        return b.NoteMark(str(call.mark), f"nota-{number}", ident)

    def note_number(self, note: Note) -> int:
        """The number of a note on this page, in the order of the first calls."""
        if note.id not in self.notes:
            self.notes[note.id] = (note, [])
            self.anchor(f"nota-{len(self.notes)}")
        return list(self.notes).index(note.id) + 1

    def _link(self, piece: str, citation: Citation, target: Target) -> b.Inline:
        address = self.library.address(target)
        if address is None:
            return b.Words(piece)
        kind = "ref"
        if target.edition and not self.library.holds(target):
            kind += " unheld"
        if target.edition and target.edition != self.edition:
            kind += " other"
        title = self.target_title(target)
        if citation.edition_basis == "assumed":
            title += " (edizione presunta)"
        return b.link(piece, address.page, address.anchor, kind, title)

    def target_title(self, target: Target) -> str:
        """What a link leads to, in words: "27B1(b), Codice di Gara 2007"."""
        edition = self.library.rulebook.by_id.get(target.edition or "")
        where = edition.title if edition else "in tutte le edizioni"
        known = edition is None or self.library.holds(target)
        held = "" if known else ": la raccolta non lo ha"
        return f"{label_name(target.label)}, {where}{held}"

    def notes_block(self) -> tuple[b.Block, ...]:
        """The notes called so far, each with a way back to every call."""
        entries: list[b.NoteEntry] = []
        done = 0
        while done < len(self.notes):  # a note may call another one
            note, calls = list(self.notes.values())[done]
            done += 1
            text = self.inlines(note.id, note.text)
            remark = "" if note.text else "La fonte ha il richiamo ma non la nota."
            entries.append(b.NoteEntry(f"nota-{done}", note.mark, text, tuple(calls), remark))
        return (b.Notes(tuple(entries)),) if entries else ()

    def article(self, article: Article, code: str) -> b.Law:
        """The text of an article; its title and the words that announce it stand elsewhere."""
        root = self._provision(article, article.root, 1, 3 if self.quoted else 2)
        return b.Law(
            (root, *self._after(article, article.root)),
            code, str(article.number), article.edition, article.status,
        )

    def _provision(
        self, article: Article, paragraph: Paragraph, level: int, heading_level: int
    ) -> b.Provision:
        whole = paragraph is article.root
        label = paragraph.label
        if whole:
            anchor = None
        elif self.quoted:
            anchor = self.anchor(addresses.quoted_anchor(article, label))
        else:
            anchor = self.anchor(addresses.anchor_of(label))
        heading = self.inlines(article.key(label, "heading"), paragraph.heading)
        text = self.inlines(article.key(label, "text"), paragraph.text)
        below: list[b.Block] = []
        inner = heading_level + (1 if heading else 0)
        for child in paragraph.children:
            below.append(self._provision(article, child, level if whole else level + 1, inner))
            below.extend(self._after(article, child))
        tail = self.inlines(article.key(label, "tail"), paragraph.tail)
        return b.Provision(
            anchor, label.eid, label_name(label), 0 if whole else level,
            "" if whole else str(paragraph.marker), heading, min(heading_level, 6), text,
            tuple(below), tail,
            citable=not whole and not self.quoted and article.status != "truncated",
            rule="" if self.quoted else self.library.rules.name(article.edition, label),
        )

    def doubts(self, key: str) -> Iterator[b.Block]:
        """What the editors doubt in a text of a document, a line for each doubt."""
        return map(doubt_line, self.library.doubts_at(self.document, key))

    def _after(self, article: Article, paragraph: Paragraph) -> Iterator[b.Block]:
        """What stands after a provision, outside its element: the cut, doubts, and who cites it."""
        if paragraph.truncated:
            yield b.say("[…] Qui la fonte si interrompe.", kind="cut")
        yield from map(doubt_line, self.library.doubts_in(article, paragraph.label))
        if self.quoted:
            return
        for counterpart in self.library.counterparts(article.edition, paragraph.label):
            yield self._counterpart(counterpart, paragraph.label)
        mentions = self.library.speakers(article.edition, paragraph.label)
        if mentions:
            yield spoken_of(paragraph.label, mentions, article.edition)

    def _counterpart(self, counterpart: Counterpart, label: Label) -> b.Block:
        """Where a rule stands in another edition, and that its number names another rule there."""
        edition = counterpart.edition
        other = self.library.rulebook.by_id.get(edition)
        name = other.title if other else edition
        kind = f"to-{edition}"
        if counterpart.labels:
            links = []
            for found in counterpart.labels:
                address = self.library.address(Target(edition, found))
                text = label_name(found)
                links.append(
                    b.link(text, address.page, address.anchor, kind) if address else b.Words(text)
                )
            end = f" ({UNCERTAIN})." if counterpart.uncertain else "."
            told = (f"{label_name(label)} nel {name}: ", *b.parted(links), end)
        else:
            place = arrival(self.library, self.edition or "", label, edition)
            text = f"nessun corrispondente {seen_in(self.library, edition, name)}"
            link = b.link(text, place.page, place.anchor, kind)
            told = (f"{label_name(label)}: ", link, ".")
        words = b.say(*told, *number_warning(self.library, self.edition or "", label, edition))
        return b.Group("counterpart", (words,), label=addresses.anchor_of(label))


def prose(setting: Setting, key: str, block: Block, anchor: str | None) -> b.Block | None:
    """A paragraph of a letter, commentary or guide; None where the block is empty."""
    if not block.text and not block.marker:
        return None
    if block.kind in ("diagram", "unread") and setting.document is not None:
        lines = as_lines(setting.document.source, block.text)
        return b.Lines((f"{block.marker} {lines[0]}".strip(), *lines[1:]), block.kind, anchor)
    return b.Paragraph(setting.inlines(key, block.text), block.kind, anchor, str(block.marker))


def as_lines(source: Source, text: Text) -> tuple[str, ...]:
    """A text in the lines of its source; a column of single words stays in one line."""
    lines = [""]
    at = None
    for run in text.runs:
        first = source.place(run.span.start)[0]
        if at is not None and first > at and run.span.start < run.span.end:
            lines.append("")
        lines[-1] += run.text
        at = source.place(max(run.span.start, run.span.end - 1))[0]
    rows = [row.rstrip() for line in lines for row in line.split("\n")]
    single = all(len(row.split()) < 2 for row in rows)
    return (" ".join(rows),) if single else tuple(rows)


def _intervals(citations: tuple[Citation, ...]) -> Iterator[tuple[int, int, Citation, Target]]:
    """The stretches of a text that become links: one for each member that is spelled out."""
    end = 0
    for citation in citations:
        if citation.place.start < end or not citation.targets:
            continue
        end = citation.place.end
        for start, stop, target in members(str(citation.text), citation.targets):
            at = citation.place.start
            yield at + start, min(at + stop, end), citation, target


def members(text: str, targets: tuple[Target, ...]) -> list[tuple[int, int, Target]]:
    """Where in a citation each of its targets is spelled out.

    One target takes the whole citation; of a range only the ends are spelled.

    >>> from rulebook.label import Label
    >>> both = (Target("2007", Label(41, ("B",))), Target("2007", Label(41, ("C",))))
    >>> [(a, z, str(t.label)) for a, z, t in members("art. 41 paragrafi B e C", both)]
    [(0, 19, '41B'), (22, 23, '41C')]
    """
    found: list[tuple[int, int, Target]] = []
    limit = len(text)
    for target in reversed(targets) if len(targets) > 1 else ():
        place = _spelled(text[:limit], target.label)
        if place:
            found.append((*place, target))
            limit = place[0]
    if not found:
        return [(0, len(text), targets[0])]
    found.reverse()
    found[0] = (0, *found[0][1:])
    found[-1] = (found[-1][0], len(text), found[-1][2])
    return found


def _spelled(text: str, label: Label) -> tuple[int, int] | None:
    whole = f"{label.article}{label.canonical}"
    spellings = [whole, label.compact, label.canonical, "".join(label.path), *label.path[-1:]]
    for spelling in filter(None, dict.fromkeys(spellings)):
        pattern = rf"(?<![^\W_]){re.escape(spelling)}(?![^\W_])"
        places = list(re.finditer(pattern, text))
        if places:
            return places[-1].span()
    return None

"""The situations at the table: a card for each, the list of all, and the tiles of the home page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulebook.label import Label
from rulebook.publishing import addresses
from rulebook.publishing import blocks as b
from rulebook.publishing.colophon import PREVAILS
from rulebook.publishing.doubts import doubts_in_short
from rulebook.publishing.grants import grants, short_name
from rulebook.publishing.library import Library
from rulebook.publishing.page import Page
from rulebook.publishing.pages_law import TOP
from rulebook.publishing.situations import Situation, Statement
from rulebook.publishing.situations_checks import Holding, holding
from rulebook.publishing.wording import say, shorten

FOLDER = addresses.TABLE
"""The page that lists the situations; each has its own below."""

_LEAD = "Che cosa si fa adesso, in poche parole. Prima di tutto si chiama l’Arbitro."


def table_pages(library: Library) -> Iterator[Page]:
    """The list of situations and a card for each; nothing where there is no handbook."""
    if library.handbook.situations:
        yield _list_page(library)
    for situation in library.handbook.situations:
        yield _card_page(library, situation)


def tiles(library: Library) -> Iterator[b.Block]:
    """The frequent situations as large tiles, and the way to all of them."""
    shown = [situation for situation in library.handbook.situations if situation.tile]
    if not shown:
        return
    yield b.Heading(2, b.words("Al tavolo"), "tavolo")
    yield _tiles(shown, b.say(b.link("Tutte le situazioni", FOLDER, kind="tile all")))


def _tiles(situations: Iterable[Situation], *more: b.Block) -> b.Group:
    links = [
        b.say(b.link(s.title, addresses.of_situation(s.id), kind="tile")) for s in situations
    ]
    return b.Group("tiles", (*links, *more))


def _list_page(library: Library) -> Page:
    handbook = library.handbook
    blocks: list[b.Block] = [b.Heading(1, b.words("Al tavolo"), TOP), b.say(_LEAD, kind="lead")]
    for group in handbook.groups:
        inside = [s for s in handbook.situations if s.group == group.id]
        if inside:
            blocks.append(b.Heading(2, b.words(group.title), group.id))
            blocks.append(_tiles(inside))
    blocks.append(_colophon())
    return Page(
        FOLDER, "Al tavolo: che cosa si fa adesso",
        "Le situazioni più frequenti al tavolo di bridge: che cosa è successo, chi decide, le "
        "scelte una per una, e la regola che le dà.",
        "situations", tuple(blocks), short="Al tavolo", in_navigation=True,
    )


def _card_page(library: Library, situation: Situation) -> Page:
    card = _Card(library, situation)
    say_all = " ".join(option.say for option in situation.options)
    return Page(
        addresses.of_situation(situation.id), f"{situation.title}: che cosa si fa",
        shorten(f"{situation.happened} {situation.decides} {say_all}"),
        "situation", tuple(card.blocks()), short=situation.title, in_navigation=True,
    )


class _Card:
    """The blocks of a situation's card; it remembers which provisions nobody could check."""

    def __init__(self, library: Library, situation: Situation) -> None:
        self.library = library
        self.situation = situation
        self.page = addresses.of_situation(situation.id)

    def blocks(self) -> Iterator[b.Block]:
        situation = self.situation
        yield b.Group("situation", (
            b.Heading(1, b.words(situation.title), TOP),
            b.say(situation.happened, kind="happened"),
            *self._first(),
            *self._notice(),
            b.say(b.Words("Decide: ", "strong"), _lowered(situation.decides), kind="decides"),
            b.Items(tuple(self._options()), "options"),
        ))
        yield from self._doubts()
        if situation.notes:
            yield b.Heading(2, b.words("Da sapere"), "da-sapere")
            yield b.Items(tuple((self._statement(note),) for note in situation.notes), "notes-of")
        yield from self._later()
        yield from self._further()
        yield _colophon(say("unchecked", "flag-part"))

    def _first(self) -> Iterator[b.Block]:
        first = self.library.handbook.first
        if first is None:
            return
        caution = self.situation.caution
        chips = grants(self.library, first.edition, first.grants)
        rows = [b.say(b.Words(first.say, "strong"), " ", *chips, kind="summon")]
        if caution:
            rows.append(b.say(b.Words(caution, "strong")))
        rows.append(b.say(first.because))
        yield b.Group("first", tuple(rows))

    def _notice(self) -> Iterator[b.Block]:
        """Before the options: whose rule this is, what followed it, and what nobody checked."""
        rows: list[b.Block] = [b.say(*self._edition())]
        named = {
            (self.situation.edition, label)
            for option in self.situation.options for label in option.grants
        }
        for state in ("missing", "cut", "wrong"):
            labels = sorted(
                label for edition, label in named if self._holding(edition, label) == state
            )
            if labels:
                names = ", ".join(short_name(label) for label in labels)
                rows.append(b.say(say("unchecked", state), f" {names}."))
        yield b.Notice("edition", tuple(rows))

    def _edition(self) -> Iterator[str | b.Inline]:
        known = self.library.rulebook.by_id.get(self.situation.edition)
        newer = [e for e in self.library.editions if e.id > self.situation.edition]
        yield b.Words(f"Regola del {self.situation.edition}", "strong")
        if known is None or not newer:
            yield "."
            return
        newest = newer[-1]
        yield f": il Codice {newest.id} è successivo. "
        for later in self.situation.later:
            if later.edition == newest.id:
                yield b.link(say("later", later.change), self.page, f"nel-{later.edition}")
                yield "."

    def _holding(self, edition: str, label: Label) -> Holding:
        return holding(self.library.rulebook, edition, label)

    def _doubts(self) -> Iterator[b.Block]:
        """What the editors doubt in the provisions that the card cites."""
        cited = dict.fromkeys(self.situation.cited())
        found = {
            doubt.correction.id: doubt
            for edition, label in cited for doubt in self.library.doubts_about(edition, label)
        }
        if found:
            yield b.Group("doubts-of", (doubts_in_short(found.values()),))

    def _options(self) -> Iterator[tuple[b.Block, ...]]:
        for number, option in enumerate(self.situation.options, 1):
            yield (b.Group("option", (self._statement(option),), f"opzione-{number}"),)

    def _statement(self, statement: Statement) -> b.Paragraph:
        who = (b.Words(f"{statement.who}: ", "strong"),) if statement.who else ()
        words = statement.say
        if statement.who:
            words = _lowered(words)
        chips = grants(self.library, self.situation.edition, statement.grants)
        return b.say(*who, f"{words} ", *chips)

    def _later(self) -> Iterator[b.Block]:
        for later in self.situation.later:
            known = self.library.rulebook.by_id.get(later.edition)
            if known is None:
                continue
            anchor = f"nel-{later.edition}"
            yield b.Heading(2, b.words(f"Nel {later.edition}"), anchor)
            change = b.Words(f"{say('later', later.change)}. ", "strong")
            yield b.say(change, f"{later.say} ", *grants(self.library, later.edition, later.grants))
            if any(self._holding(later.edition, label) != "held" for label in later.grants):
                yield b.say(b.Words(say("unchecked", "later"), "quiet"))

    def _further(self) -> Iterator[b.Block]:
        rows: list[tuple[b.Block, ...]] = []
        section = self.situation.guide
        document = self.library.rulebook.document(section.source) if section else None
        if section and document:
            link = section_link(self.library, section.source, section.line)
            if link is not None:
                author = f" di {document.source.author}" if document.source.author else ""
                rows.append((b.say(f"La guida{author}: ", link),))
        for other in self.situation.see_also:
            found = self.library.handbook.by_id[other]
            rows.append((b.say(b.link(found.title, addresses.of_situation(found.id))),))
        rows.append((b.say(b.link("Tutte le situazioni", FOLDER)),))
        yield b.Heading(2, b.words("Vedi anche"), "vedi-anche")
        yield b.Items(tuple(rows), "further")


def section_link(library: Library, source: str, line: int) -> b.Link | None:
    """The section of a text whose heading stands on a line; None where there is none."""
    document = library.rulebook.document(source)
    page = addresses.of_document(document) if document else None
    if document is None or page is None:
        return None
    anchors = addresses.passages(document)
    for number, section in enumerate(document.sections):
        heading = section.heading
        if heading and document.source.place(heading.start.start)[0] == line:
            return b.link(str(heading), page, anchors[f"s{number}.heading"])
    return None


def _lowered(sentence: str) -> str:
    """A sentence as it goes on after a colon; names of persons of the game keep their capital."""
    kept = ("Arbitro", "L’Arbitro")
    if sentence.startswith(kept):
        return sentence.replace("L’Arbitro", "l’Arbitro", 1)
    return sentence[:1].lower() + sentence[1:]


def _colophon(*more: str) -> b.Group:
    rows = (
        *more,
        "Parole della redazione: questa scheda aiuta a trovare la regola, non è una norma.",
        PREVAILS,
    )
    return b.Group("colophon", (b.say(" ".join(rows)),))

"""The flags beside a guide: where the Code says otherwise, where it still says the same."""

from __future__ import annotations

import re
from collections.abc import Iterator

from rulebook.model import Block, Document, Section
from rulebook.publishing import addresses
from rulebook.publishing import blocks as b
from rulebook.publishing.flag_words import departs
from rulebook.publishing.grants import grants, short_name
from rulebook.publishing.library import Library
from rulebook.publishing.situations import GuideFlag, GuideSection
from rulebook.publishing.situations_checks import holding
from rulebook.publishing.wording import say


class Flags:
    """What stands beside the paragraphs of a document, and below the headings of its sections."""

    def __init__(self, library: Library, document: Document, page: str) -> None:
        self.library = library
        self.document = document
        self.page = page
        self.flags = library.handbook.flags(document.source.id)

    def options_section(self, section: Section) -> bool:
        """Whether the items of a section are the options of the guide."""
        wanted = self.flags.options if self.flags else None
        return wanted is not None and self._heading_line(section) == wanted

    def option(self, marker: str) -> str | None:
        """The anchor of an option, by the marker of its item: `opzione-3`."""
        number = re.search(r"\d+", marker)
        return f"opzione-{number.group()}" if number else None

    def line(self, block: Block) -> int | None:
        """The line of the source on which a paragraph begins."""
        text = block.text or block.marker
        return self.document.source.place(text.start.start)[0] if text else None

    def below_heading(self, section: Section) -> Iterator[b.Block]:
        """The cards about a section, and the articles of the Code that it deals with."""
        line = self._heading_line(section)
        cards = [
            b.link(card.title, addresses.of_situation(card.id))
            for card in self.library.handbook.situations
            if card.guide == GuideSection(self.document.source.id, line or 0)
        ]
        spoken = next((s for s in self.document.source.speaks_of if s.line == line), None)
        articles = []
        for label in spoken.labels if spoken else ():
            place = addresses.of_label(None, label)
            articles.append(b.link(short_name(label), place.page, place.anchor))
        rows: list[b.Block] = []
        if cards:
            rows.append(b.say("Al tavolo: ", *b.parted(cards), "."))
        if articles:
            rows.append(b.say("Nel Codice: ", *b.parted(articles), "."))
        if rows:
            yield b.Group("at-table", tuple(rows))

    def beside(self, block: b.Block, line: int | None) -> Iterator[b.Block]:
        """A paragraph with the flags of its line, or as it is where there are none.

        On a phone a flag comes below its paragraph: what is no rule any more is told before it.
        """
        flags = self.flags.by_line.get(line, ()) if self.flags and line is not None else ()
        if not flags:
            yield block
            return
        differing = dict.fromkeys(self._state(flag) for flag in flags if flag.differs)
        for state in differing:
            lowered = f"{state[:1].lower()}{state[1:]}"
            yield b.say(f"{say('flag-state', 'ahead')} {lowered}.", kind="ahead")
        yield b.Group("beside", (block, b.Group("flags", tuple(map(self._flag, flags)))))

    def _heading_line(self, section: Section) -> int | None:
        heading = section.heading
        return self.document.source.place(heading.start.start)[0] if heading else None

    def _flag(self, flag: GuideFlag) -> b.Group:
        rows: list[b.Block] = [b.Paragraph(b.words(self._state(flag)), "state"), b.say(flag.say)]
        chips = [
            chip for edition, labels in sorted(flag.provisions.items())
            for chip in (*grants(self.library, edition, labels), b.Words(" "))
        ]
        rows.append(b.Paragraph(tuple(chips[:-1])))
        if flag.options:
            links = b.parted(
                b.link(f"opzione {number}", self.page, f"opzione-{number}")
                for number in flag.options
            )
            rows.append(b.say("Nella guida: ", *links, "."))
        remark = " ".join(self._remarks(flag))
        if remark:
            rows.append(b.say(b.Words(remark, "quiet")))
        return b.Group("flag" if flag.differs else "flag holds", tuple(rows))

    def _state(self, flag: GuideFlag) -> str:
        editions = [edition.id for edition in self.library.editions]
        if flag.differs:
            return departs(flag.differs, editions)
        if editions[-1] in flag.provisions:
            return say("flag-state", "holds")
        return f"{say('flag-state', 'then')} {' e nel '.join(sorted(flag.provisions))}"

    def _remarks(self, flag: GuideFlag) -> Iterator[str]:
        """What a reader should know of the flag itself: what nobody could check, what is unsure."""
        states = {
            holding(self.library.rulebook, edition, label)
            for edition, labels in flag.provisions.items() for label in labels
        }
        if "held" not in states:
            yield say("unchecked", "flag")
        elif states != {"held"}:
            yield say("unchecked", "flag-part")
        if any(
            self.library.doubts_about(edition, label)
            for edition, labels in flag.provisions.items() for label in labels
        ):
            yield say("unchecked", "flag-doubted")
        if not flag.sure:
            yield say("unchecked", "unsure")

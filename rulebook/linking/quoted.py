"""Law that a page quotes, compared with the provision and the edition that it names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Literal

from rulebook.label import Label
from rulebook.linking.blocks import Block
from rulebook.linking.leads import Lead
from rulebook.linking.targets import article_of
from rulebook.model import Paragraph, Rulebook

QuoteFault = Literal["differs", "other-edition", "other-provision", "not-its-words"]

_QUOTES = re.compile("«([^»]{20,})»|“([^”]{20,})”|\"([^\"]{20,})\"")
_WORD = re.compile(r"[^\W_]+")
_SENTENCE_END = re.compile(r"[.!?;](?:\s|$)")
_LEAST_WORDS = 5
# So much of a quotation must stand in the law for it to be one.
_LIKE = 0.6
# So much for it to be of an edition that the page does not name.
_SURE = 0.8
_FAR = 2
# How many characters may stand between a citation and the words that are said to be its.
_BESIDE = 60


@dataclass(frozen=True, slots=True)
class Quotation:
    """A quotation and the provision that it is of, or is said to be of.

    `words` are (equal, the law's) and (delete, insert) pieces: what the law has and the page
    lacks is deleted, what the page adds inserted.
    `edition` is None where the page names none and the words are of none; `cited` is what the
    page names where the words are of another provision or edition.
    """

    place: int
    text: str
    edition: str | None
    label: Label
    identical: bool
    words: tuple[tuple[str, str], ...] = ()
    fault: QuoteFault | None = None
    cited: tuple[str | None, Label] | None = None


@dataclass(frozen=True, slots=True)
class _Quote:
    """Words in quotation marks: where they begin in the page, and the citation beside them."""

    place: int
    text: str
    words: list[str]
    beside: Lead | None


def quotations(
    page: Sequence[tuple[Block, Sequence[Lead]]], rulebook: Rulebook
) -> Iterator[Quotation]:
    """The law that a page quotes, each quotation compared with the provisions named near it.

    Args:
        page: the paragraphs of the page in order, with their citations.
        rulebook: the editions; of a citation without one the edition most alike is meant.
    """
    judge = _Judge(rulebook)
    for number, (block, leads) in enumerate(page):
        above = page[number - 1] if number else None
        for start, text, beside in _quoted(block, leads, above):
            named = [lead for lead in leads if lead.label]
            named.sort(key=lambda lead, at=start: abs(lead.start - at))  # type: ignore[misc]
            far = _FAR if beside is None else int(beside not in leads)
            for before in range(number - 1, max(-1, number - 1 - far), -1):
                named.extend(lead for lead in reversed(page[before][1]) if lead.label)
            place = next((at for at in block.starts[start:] if at >= 0), 0)
            found = judge.judged(_Quote(place, text, _words(text), beside), named)
            if found:
                yield found


def _quoted(
    block: Block, leads: Sequence[Lead], above: tuple[Block, Sequence[Lead]] | None
) -> Iterator[tuple[int, str, Lead | None]]:
    """The quotations of a paragraph: where each begins, its words, and the citation beside it."""
    if block.quoted:
        label = next((lead for lead in leads if not block.text[: lead.start].strip()), None)
        start = label.end if label else 0  # "Art. 27A1 – Qualsiasi …"
        announced = above and above[0].text.rstrip().endswith(":")
        before = above[1][-1] if above and announced and above[1] else None
        yield start, block.text[start:], label or before
        return
    for quote in _QUOTES.finditer(block.text):
        text = next(text for text in quote.groups() if text)
        yield quote.start(), text, _beside(block.text, leads, quote.start(), quote.end())


def _beside(text: str, leads: Sequence[Lead], start: int, end: int) -> Lead | None:
    """The citation whose words a quotation is said to be: just before it, or in a bracket after."""
    for lead in reversed(leads):
        between = text[lead.end : start] if lead.end <= start else None
        if between is not None:
            near = len(between) <= _BESIDE and not _SENTENCE_END.search(between)
            introduced = between.rstrip().endswith(":") or not between.strip(" ,")
            if near and introduced:
                return lead
            break
    after = next((lead for lead in leads if lead.start >= end), None)
    return after if after and re.fullmatch(r"\s*\(\W*\w*\W*", text[end : after.start]) else None


class _Judge:
    """Quotations against the texts of a rulebook."""

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.ids = [edition.id for edition in rulebook.editions]

    def judged(self, quote: _Quote, named: Sequence[Lead]) -> Quotation | None:
        """What a quotation is of, and what is amiss with it; None where it is none of the law."""
        if len(quote.words) < _LEAST_WORDS:
            return None
        alike = [(self._against(quote, lead, self._editions(lead)), lead) for lead in named]
        same = next((found for found, _ in alike if found and found.identical), None)
        if same:
            return same
        for found, lead in alike:
            if found:
                other = self._of_another_edition(quote, lead)
                return other if other and other.identical else replace(found, fault="differs")
        for lead in named:
            if found := self._of_another_edition(quote, lead):
                return found
        for lead in named:
            if found := self._of_another_provision(quote, lead):
                return found
        return self._of_none(quote)

    def _editions(self, lead: Lead) -> list[str]:
        return [lead.edition] if lead.edition else self.ids

    def _against(self, quote: _Quote, lead: Lead, editions: Sequence[str]) -> Quotation | None:
        """A quotation against a provision in editions; the one most alike of those alike."""
        assert lead.label is not None
        found = [q for one in editions if (q := self._compared(quote, one, lead.label))]
        return min(found, key=lambda q: (not q.identical, len(q.words)), default=None)

    def _of_another_edition(self, quote: _Quote, lead: Lead) -> Quotation | None:
        """The words of the same provision in an edition that the page does not name.

        Nothing is said where the named edition's text is not held: it may read alike.
        """
        named = self._editions(lead)
        if not self._held(lead):
            return None
        others = [one for one in self.ids if one not in named]
        found = self._against(quote, lead, others)
        if found is None or _share(found) < _SURE:
            return None
        return replace(found, fault="other-edition", cited=(named[0], found.label))

    def _of_another_provision(self, quote: _Quote, lead: Lead) -> Quotation | None:
        """The very words of another provision of the article that is named."""
        if not self._held(lead):
            return None
        assert lead.label is not None
        for edition in self._editions(lead):
            article = article_of(self.rulebook, edition, lead.label.article)
            within = [
                one.label for one in (article.provisions() if article else ())
                if _within(quote.words, _words(_text(one)))
            ]
            if within:
                of = max(within, key=lambda label: len(label.path))
                return Quotation(
                    quote.place, quote.text, edition, of, True,
                    fault="other-provision", cited=(edition, lead.label),
                )
        return None

    def _of_none(self, quote: _Quote) -> Quotation | None:
        """Words that are said to be a provision's and are not."""
        lead = quote.beside
        if lead is None or lead.label is None or not self._held(lead):
            return None
        return Quotation(
            quote.place, quote.text, lead.edition, lead.label, False, fault="not-its-words"
        )

    def _held(self, lead: Lead) -> bool:
        """Whether the whole text is held that a citation may mean."""
        assert lead.label is not None
        found = [article_of(self.rulebook, one, lead.label.article) for one in self._editions(lead)]
        whole = [one for one in found if one and one.status == "complete"]
        return len(whole) == len(found) or (len(found) > 1 and bool(whole))

    def _compared(self, quote: _Quote, edition: str, label: Label) -> Quotation | None:
        article = article_of(self.rulebook, edition, label.article)
        held = article.find(label) if article else None
        if held is None:
            return None
        words = _words(_text(held))
        if _within(quote.words, words):
            return Quotation(quote.place, quote.text, edition, label, True)
        pieces = _differences(words, quote.words)
        if pieces is None:
            return None
        return Quotation(quote.place, quote.text, edition, label, False, pieces)


def _differences(words: list[str], said: list[str]) -> tuple[tuple[str, str], ...] | None:
    """How a quotation differs from the law; None where too little of it stands there."""
    matcher = SequenceMatcher(None, words, said, autojunk=False)
    blocks = [b for b in matcher.get_matching_blocks() if b.size]
    if sum(b.size for b in blocks) < _LIKE * len(said):
        return None
    first, last = blocks[0].a, blocks[-1].a + blocks[-1].size
    matcher = SequenceMatcher(None, words[first:last], said, autojunk=False)
    pieces: list[tuple[str, str]] = []
    for tag, a, b, c, d in matcher.get_opcodes():
        if tag == "equal":
            pieces.append(("equal", " ".join(words[first + a : first + b])))
            continue
        if a < b:
            pieces.append(("delete", " ".join(words[first + a : first + b])))
        if c < d:
            pieces.append(("insert", " ".join(said[c:d])))
    return tuple(pieces)


def _share(found: Quotation) -> float:
    """How much of a quotation stands in the law."""
    equal = sum(len(words.split()) for kind, words in found.words if kind == "equal")
    return 1 if found.identical else equal / len(_words(found.text))


def _within(said: list[str], words: list[str]) -> bool:
    return f" {' '.join(said)} " in f" {' '.join(words)} "


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def _text(paragraph: Paragraph) -> str:
    parts = [str(paragraph.heading or ""), str(paragraph.text)]
    parts.extend(f"{child.marker} {_text(child)}" for child in paragraph.children)
    parts.append(str(paragraph.tail))
    return " ".join(part for part in parts if part)

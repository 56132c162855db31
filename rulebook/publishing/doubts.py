"""What the editors doubt in a text, brought to the place where it is read.

A correction that is only proposed, and a note, change no word: the text stays as its source has
it, and says beside itself what is doubted. What the published text already reads is no doubt.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from rulebook.label import Label, parse
from rulebook.model import Article, Change, Correction, Document, FieldText, Rulebook
from rulebook.publishing import addresses
from rulebook.publishing import blocks as b
from rulebook.publishing.wording import label_name, say

_RULE = "correction:"
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[^\W\d_]|[«“])")
_NAMED = re.compile(r"(?<![^\W_])(?:\d{1,2})?[A-Z]\d{1,2}(?:\([a-z]+\))*(?![^\W_])")
"""A provision named in a sentence: "B4", "27B1(b)"; a letter alone may be a word or a card."""
_QUOTABLE = 40
APPARATUS = "apparatus"
"""The kind of the link to the apparatus, which paper leaves out where it leads nowhere."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A doubt of the editors about a text of a document.

    `key` is the field it begins in, `label` and `edition` are None outside the law. `in_force`:
    the published text reads already what is proposed.
    """

    correction: Correction
    document: Document
    line: int
    key: str
    label: Label | None
    edition: str | None
    in_force: bool

    @property
    def kind(self) -> str:
        """What it is called on a page: a doubt where other words are proposed, or a remark."""
        return say("doubt", "note" if self.correction.op == "note" else "doubt")

    @property
    def text(self) -> str:
        """The whole of it, in Italian."""
        return f"{self._instead()}{self.correction.reason}"

    @property
    def sentence(self) -> str:
        """As short as it is said beside the text: the proposed words and the first reason."""
        return f"{self._instead()}{_SENTENCE.split(self.correction.reason, maxsplit=1)[0]}"

    def _instead(self) -> str:
        old, new = (" ".join(text.split()) for text in _sides(self.correction))
        if self.correction.op != "replace" or not new or max(len(old), len(new)) > _QUOTABLE:
            return ""
        return f"«{old}»: {say('doubt', 'perhaps')} «{new}». "

    def names(self, label: Label) -> bool:
        """Whether it speaks of a provision: by its place, or by its name."""
        return self.label is not None and (self.label in label or label in self.named())

    def named(self) -> tuple[Label, ...]:
        """The provisions of the same article that its words name, whether the article has them."""
        here = self.label
        if here is None or not here.numbered:
            return ()
        found = []
        for match in _NAMED.finditer(self.correction.reason):
            words = match.group()
            label = parse(words if words[0].isdigit() else f"{here.article}{words}")
            if label.article == here.article:
                found.append(label)
        return tuple(dict.fromkeys(found))


def doubts_of(rulebook: Rulebook) -> tuple[Doubt, ...]:
    """The doubts of the editors about all texts, by document and place."""
    known = {correction.id: correction for correction in rulebook.corrections}
    return tuple(
        doubt for document in rulebook.documents for doubt in _in_document(document, known)
    )


def doubts_about(
    doubts: Sequence[Doubt], document: Document | None, article: Article, label: Label
) -> tuple[Doubt, ...]:
    """The open doubts about a provision of an article, what lies below it included.

    Of a provision that the article does not have, those that name it.
    """
    return tuple(
        doubt for doubt in doubts
        if not doubt.in_force and doubt.document is document
        and doubt.edition == article.edition and doubt.names(label)
        and (doubt.label in label or article.find(label) is None)
    )


def doubt_line(doubt: Doubt, edition: str = "") -> b.Paragraph:
    """What stands beside the text: whose doubt it is, what, and the way to the apparatus.

    Args:
        edition: that of the text, where several stand on a page.
    """
    where = f", {label_name(doubt.label)}" if doubt.label else ""
    where += f" del {edition}" if edition else ""
    return b.Paragraph((b.Words(f"{doubt.kind}{where}.", "strong"), *_told(doubt)), "doubt")


def doubts_in_short(doubts: Iterable[Doubt]) -> b.Paragraph:
    """Doubts about several provisions in one paragraph, for a card that has to fit its sheet.

    What names a provision comes first, since it may change a ruling; what only remarks on how
    the text is written comes last.
    """
    inlines: list[b.Inline] = [b.Words(say("doubt", "many"), "strong")]
    for doubt in sorted(doubts, key=_lightness):
        where = f" {label_name(doubt.label)}:" if doubt.label else ""
        inlines += [b.Words(where, "strong"), *_told(doubt)]
    return b.Paragraph(tuple(inlines), "doubt")


def _lightness(doubt: Doubt) -> int:
    if doubt.named():
        return 0
    return 2 if doubt.correction.op == "note" else 1


def _told(doubt: Doubt) -> b.Inlines:
    page = addresses.of_source(doubt.document.source)
    link = b.link(say("doubt", "apparatus"), page, f"riga-{doubt.line}", APPARATUS)
    return (b.Words(f" {doubt.sentence} "), link)


def _in_document(document: Document, known: dict[str, Correction]) -> Iterator[Doubt]:
    proposals = [
        (change, correction) for change in document.changes
        if change.cls == "proposed" and change.span and change.rule.startswith(_RULE)
        and (correction := known.get(change.rule.removeprefix(_RULE)))
    ]
    fields = list(document.fields()) if proposals else []
    for change, correction in proposals:
        met = _met(fields, change)
        if met:
            first = met[0]
            texts = [" ".join(str(found.text).split()) for found in met]
            yield Doubt(
                correction, document, change.line, first.key, first.label, first.edition,
                _in_force(correction, texts),
            )


def _met(fields: list[FieldText], change: Change) -> list[FieldText]:
    """The texts that a change meets, in the order of the source."""
    span = change.span
    found: list[tuple[int, int, FieldText]] = []
    for number, one in enumerate(fields):
        starts = [
            run.span.start for run in one.text.runs
            if span and run.span.source == span.source
            and run.span.start < span.end and span.start < run.span.end and run.text.strip()
        ]
        if starts:
            found.append((starts[0], number, one))
    return [one for *_, one in sorted(found, key=lambda entry: entry[:2])]


def _sides(correction: Correction) -> tuple[str, str]:
    return correction.find, correction.replace or ""


def _in_force(correction: Correction, texts: list[str]) -> bool:
    """Whether the texts, each with single spaces, read as the correction would have them.

    Every two neighbouring words of what is proposed are neighbours in a text, or the end of one
    text and the beginning of another; and the words found stand in no text as they are.
    """
    old, new = (text.split() for text in _sides(correction))
    if correction.op == "note" or not new:
        return False
    if correction.op == "join":
        return any(" ".join(new) in text for text in texts)
    if any(" ".join(old) in text for text in texts):
        return False
    return all(_neighbours(pair, texts) for pair in pairwise(new)) if new[1:] else any(
        new[0] in text.split() for text in texts
    )


def _neighbours(pair: tuple[str, str], texts: list[str]) -> bool:
    left, right = pair
    if any(f"{left} {right}" in text for text in texts):
        return True
    return any(text.endswith(left) for text in texts) and any(
        text.startswith(right) for text in texts
    )

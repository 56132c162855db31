"""Generated Codes in invented words: full-size rulebooks for tests of scale, always the same.

`generate(seed)` gives a `Rulebook` of several editions of 93 articles with headings, notes and
citations; each edition is the one before it with provisions reworded, moved, inserted and
repealed. The words are made of syllables, so that no text of anybody is in here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from random import Random

from rulebook.label import ROMAN, Label
from rulebook.model import (
    Article,
    ArticleName,
    Citation,
    Document,
    Edition,
    Note,
    NoteCall,
    Paragraph,
    Place,
    Rulebook,
    Source,
    Target,
    Witness,
)
from rulebook.text import Text, join, verbatim

LINKS = (
    "il la lo i gli le un una di a da in con su per tra del della dei delle al alla nel nella sul "
    "e o se che non si è ha può deve quando dopo prima ogni questo quello suo loro anche salvo"
).split()
_ONSETS = "b c d f g l m n p r s t v br cr dr fr gr pr tr st sp sc pl cl".split()
_VOWELS = "a e i o u".split()
_CODAS = ["", "", "", "n", "r", "l", "s"]
_ENDINGS = (
    ("o", "i"), ("a", "e"), ("e", "i"), ("are", "ato", "ata", "ati", "azione", "ando"),
    ("ere", "uto", "uta", "ono"), ("ire", "ito", "ita", "isce"), ("ità",), ("ezza", "ezze"),
)


@dataclass(frozen=True)
class Rule:
    """A provision before it has a label: heading, text, what lies below, and a note on it."""

    heading: tuple[str, ...]
    words: tuple[str, ...]
    below: tuple[Rule, ...] = ()
    note: tuple[str, ...] = ()
    cites: tuple[int, ...] = ()


@dataclass(frozen=True)
class Invention:
    """The invented language: words by frequency, and a source of chance."""

    words: tuple[str, ...]
    chance: Random
    weights: tuple[float, ...] = field(default=())

    def some(self, count: int) -> tuple[str, ...]:
        """Words of a sentence: every other one links."""
        drawn = self.chance.choices(self.words, cum_weights=self.weights, k=count)
        return tuple(
            self.chance.choice(LINKS) if self.chance.random() < 0.42 else word for word in drawn
        )


def invention(seed: int, size: int = 6000) -> Invention:
    """An invented language of `size` words, some far more frequent than others."""
    chance = Random(seed)
    found: dict[str, None] = {}
    while len(found) < size:
        root = "".join(
            chance.choice(_ONSETS) + chance.choice(_VOWELS) + chance.choice(_CODAS)
            for _ in range(chance.choice((1, 1, 2, 2, 2, 3)))
        )
        root += chance.choice(_ONSETS[:13])
        for ending in chance.choice(_ENDINGS):
            if root + ending not in LINKS:
                found[root + ending] = None
    words = list(found)[:size]
    chance.shuffle(words)
    weights = tuple(accumulate(1 / (rank + 40) for rank in range(size)))
    return Invention(tuple(words), chance, weights)


def generate(
    seed: int = 7, *, editions: Sequence[str] = ("1997", "2007", "2017"), articles: int = 93,
    words: int = 6000,
) -> Rulebook:
    """A rulebook of full size.

    Args:
        seed: the same seed gives the same rulebook.
        editions: their ids, the oldest first; each is made of the one before.
        articles: how many articles each has.
        words: how many different words there are to choose from, beside some forty that link.
    """
    language = invention(seed, words)
    codes = [[_article(language) for _ in range(articles)]]
    while len(codes) < len(editions):
        codes.append([_revised(language, article) for article in codes[-1]])
    written = [
        _write(edition, code, language) for edition, code in zip(editions, codes, strict=True)
    ]
    return Rulebook(
        tuple(edition for edition, _ in written), tuple(document for _, document in written)
    )


def plain_text(rulebook: Rulebook, edition: str) -> str:
    """The source text of an edition, as an extraction would give it."""
    document = next(d for d in rulebook.documents if d.source.edition == edition)
    return document.source.text


def _article(language: Invention) -> Rule:
    chance = language.chance
    parts = tuple(_rule(language, 1) for _ in range(chance.choice((2, 3, 3, 4, 4, 5))))
    return Rule(
        language.some(chance.randint(2, 5)),
        _sentences(language, chance.choice((0, 0, 1))), parts,
    )


def _rule(language: Invention, depth: int) -> Rule:
    chance = language.chance
    wide = chance.random() < (0.5, 0.35, 0.15)[min(depth, 3) - 1]
    below = tuple(
        _rule(language, depth + 1) for _ in range(chance.randint(2, 4) if wide and depth < 4 else 0)
    )
    heading = language.some(chance.randint(2, 6)) if depth == 1 or chance.random() < 0.2 else ()
    note = _sentences(language, 1) if chance.random() < 0.06 else ()
    cites = (chance.randint(1, 93),) if chance.random() < 0.25 else ()
    return Rule(heading, _sentences(language, chance.choice((1, 1, 1, 2, 2))), below, note, cites)


def _sentences(language: Invention, count: int) -> tuple[str, ...]:
    return tuple(
        word for _ in range(count) for word in (*language.some(language.chance.randint(9, 26)), ".")
    )


def _revised(language: Invention, rule: Rule) -> Rule:
    """A rule as the next edition has it."""
    chance = language.chance
    words = rule.words
    if words and chance.random() < 0.5:
        share = chance.choice((0.04, 0.1, 0.3))
        words = tuple(
            language.some(1)[0] if word != "." and chance.random() < share else word
            for word in words
        )
    below = [_revised(language, child) for child in rule.below if chance.random() > 0.05]
    if below and chance.random() < 0.12:
        below.insert(chance.randint(0, len(below)), _rule(language, 3))
    if len(below) > 1 and chance.random() < 0.15:
        below.append(below.pop(0))
    return replace(rule, words=words, below=tuple(below))


@dataclass
class _Writer:
    """Writes the source text of an edition, and keeps what stands where."""

    source: str
    edition: str
    last: int
    text: list[str] = field(default_factory=list)
    length: int = 0
    lines: int = 0
    notes: list[Note] = field(default_factory=list)
    citations: list[Citation] = field(default_factory=list)

    def put(self, piece: str) -> Text:
        text = verbatim(self.source, piece, self.length)
        self.text.append(piece)
        self.length += len(piece)
        self.lines += piece.count("\n")
        return text

    def line(self, *pieces: str) -> tuple[Text, ...]:
        texts = tuple(self.put(piece) for piece in pieces)
        self.put("\n")
        return texts


def _write(edition: str, code: Sequence[Rule], language: Invention) -> tuple[Edition, Document]:
    source = f"codice-{edition}"
    writer = _Writer(source, edition, len(code))
    articles = tuple(
        _write_article(writer, number, rule) for number, rule in enumerate(code, 1)
    )
    text = "".join(writer.text)
    document = Document(
        Source(
            source, f"{source}.txt", hashlib.sha256(text.encode()).hexdigest(), text,
            kind="articles", title=f"Codice inventato {edition}", edition=edition,
            edition_basis="declared",
        ),
        "articles", articles, notes=tuple(writer.notes), citations=tuple(writer.citations),
    )
    names = tuple(ArticleName(int(a.number), str(a.title)) for a in articles)
    made = Edition(
        edition, f"Codice inventato {edition}", f"Codice inventato, edizione {edition}",
        "Nessuna autorità", "Di nessuno", "superseded", "Parole inventate.", known=names,
        articles=articles,
    )
    return made, document


def _write_article(writer: _Writer, number: int, rule: Rule) -> Article:
    first = writer.lines + 1
    label = Label(number)
    (marker, title) = writer.line(f"ARTICOLO {number} – ", " ".join(rule.heading).upper())
    bare = Article(writer.edition, "declared", title, Paragraph(label, marker), "complete",
                   writer.source)
    pending: list[tuple[Note, tuple[str, ...]]] = []
    root = _write_rule(writer, bare, label, rule, pending, marker)
    for note, words in pending:
        marker_text, text = writer.line(f"{note.mark} ", _prose(words))
        writer.notes.append(replace(note, text=text, marker=marker_text))
    witness = Witness(writer.source, "supplies", "complete", (first, writer.lines))
    return replace(bare, root=root, witnesses=(witness,))


def _write_rule(
    writer: _Writer, article: Article, label: Label, rule: Rule,
    pending: list[tuple[Note, tuple[str, ...]]], marker: Text | None = None,
) -> Paragraph:
    heading = None
    if marker is None:
        marker = writer.put(f"{_printed(label.path[-1])} ")
        if rule.heading:
            heading = writer.put(" ".join(rule.heading).capitalize())
            writer.put("\n")
    text = Text()
    if rule.words:
        text = _write_text(writer, article, label, rule, pending)
        writer.put("\n")
    children = tuple(
        _write_rule(writer, article, label.child(step), child, pending)
        for step, child in zip(_steps(len(label.path)), rule.below, strict=False)
    )
    return Paragraph(label, marker, heading, text, children)


def _write_text(
    writer: _Writer, article: Article, label: Label, rule: Rule,
    pending: list[tuple[Note, tuple[str, ...]]],
) -> Text:
    pieces = [writer.put(_prose(rule.words))]
    key = article.key(label)
    for cited in (c for c in rule.cites if c <= writer.last):
        pieces.append(writer.put(" (vedi "))
        start = sum(map(len, pieces))
        words = writer.put(f"Articolo {cited}")
        pieces += [words, writer.put(").")]
        writer.citations.append(Citation(
            words, Place(key, start, start + len(words)), label, writer.edition,
            (Target(writer.edition, Label(cited)),), "context",
        ))
    text = join(pieces)
    if rule.note:
        mark = f"({'*' * (len(pending) + 1)})"
        call = NoteCall(writer.put(mark), Place(key, len(text), len(text)), label)
        number = len(writer.notes) + len(pending) + 1
        note = Note(f"{writer.source}-nota-{number}", mark, "author", Text(), (call,),
                    article=Label(label.article), edition=writer.edition)
        pending.append((note, rule.note))
    return text


def _prose(words: Iterable[str]) -> str:
    sentences = " ".join(words).replace(" .", ".").split(". ")
    return ". ".join(sentence[:1].upper() + sentence[1:] for sentence in sentences)


def _steps(depth: int) -> Sequence[str]:
    letters = "ABCDEFGHIJKL"
    return (letters, "123456789", letters.lower(), ROMAN)[min(depth, 3)]


def _printed(step: str) -> str:
    return f"({step})" if step.islower() else f"{step}."

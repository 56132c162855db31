"""Resolving citations: to which provision of which edition each mention leads.

An edition named on the mention wins; then the edition of the law the mention stands in; then
what the running text speaks of; then what the document speaks of, which may be an assumption.
A relative mention walks outwards from where it stands and stays within its article.
Where neither the text nor the corpus bears a link out, there is none.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import Literal

from rulebook.label import Label
from rulebook.model import Target
from rulebook.reading.citations.find import Mention, Ref, find
from rulebook.reading.citations.speaking import BOTH, NOW, Cue, Speech, cues, speech
from rulebook.reading.citations.steps import kind
from rulebook.reading.citations.vocabulary import Vocabulary, embedded_vocabulary

EditionBasis = Literal["stated", "context", "assumed"]
Steps = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph of a document: the text of a provision, of prose, of a note, or a heading.

    `here` is the provision that the text belongs to, and None in prose; `edition` that of the law
    quoted. A heading with `here` is an article's own title.
    """

    key: str
    text: str
    here: Label | None = None
    edition: str | None = None
    kind: Literal["law", "prose", "note", "heading"] = "prose"


@dataclass(frozen=True, slots=True)
class Context:
    """What is known of a document and of the corpus when its citations are resolved.

    `editions` are the ids of all editions, oldest first; `default` the one that the document
    speaks of, with how that is known; `old` and `new` those it means by "vecchio" and "nuovo".
    `held` are the labels known to exist, by edition; `articles` what a commentary treats.
    `in_force` are (edition, first day, day after the last) as ISO dates or None;
    `date` is the document's, as precise as it is known ("2008", "2008-03").
    """

    editions: tuple[str, ...]
    default: str | None = None
    default_basis: Literal["stated", "declared", "assumed"] = "assumed"
    held: Mapping[str, Set[Label]] = field(default_factory=dict)
    old: str | None = None
    new: str | None = None
    articles: tuple[int, ...] = ()
    in_force: tuple[tuple[str, str | None, str | None], ...] = ()
    date: str | None = None


@dataclass(frozen=True, slots=True)
class Found:
    """A citation with its targets; `passage` is the key of the passage it stands in."""

    passage: str
    mention: Mention
    targets: tuple[Target, ...]
    edition_basis: EditionBasis


def resolve(
    passages: Sequence[Passage], context: Context, vocabulary: Vocabulary | None = None
) -> list[Found]:
    """Find and resolve the citations of a document.

    Args:
        passages: the paragraphs in reading order.
        context: what is known of the document and of the corpus.
        vocabulary: the words of citations; the embedded ones unless given.

    Returns:
        The citations with at least one target, in the order of the passages.
    """
    words = vocabulary or embedded_vocabulary()
    return list(_Resolver(context, words).found(passages))


class _Resolver:
    """The running state of one document: the edition and the provision last spoken of."""

    def __init__(self, context: Context, vocabulary: Vocabulary) -> None:
        self.context = context
        self.vocabulary = vocabulary
        self.speech: Speech = speech(vocabulary)
        self.speaking: str | None = None
        self.last: Target | None = None
        self.comparing = False
        self.provisions: dict[tuple[str | None, int | str], list[Label]] = {}
        for edition, labels in context.held.items():
            for label in labels:
                self.provisions.setdefault((edition, label.article), []).append(label)
        for listed in self.provisions.values():
            listed.sort()

    def found(self, passages: Sequence[Passage]) -> Iterator[Found]:
        """The citations of the passages; the edition last spoken of goes on between them."""
        # A document that holds the law of two editions keeps to the one it turned to last; any
        # other that looks back at an old one is back at its own with the next paragraph.
        self.comparing = len({p.edition for p in passages if p.edition}) > 1
        for passage in passages:
            if passage.kind == "heading" and passage.here is None:
                self.speaking = self.last = None
            elif passage.kind == "prose" and not self.comparing:
                self.speaking = None
            yield from self._in(passage)

    def _cues(self, passage: Passage) -> tuple[Cue, ...]:
        if passage.kind not in ("prose", "heading") or passage.edition is not None:
            return ()
        return cues(passage.text, self.speech)

    def _in(self, passage: Passage) -> Iterator[Found]:
        marks = deque(self._cues(passage))
        local: tuple[int, str | None] | None = None
        for mention in find(passage.text, self.vocabulary):
            while marks and marks[0].start <= mention.end:
                mark = marks.popleft()
                edition = self._edition_of(mark.says)
                if mark.says == NOW:
                    self.speaking = self.speaking if self.comparing else None
                elif mark.end is None:
                    self.speaking, local = edition, None
                else:
                    local = (mark.end, edition)
            if local and mention.start >= local[0]:
                local = None
            running = local[1] if local else self.speaking
            found = self._resolved(passage, mention, running)
            if found:
                yield found
        for mark in marks:
            if mark.end is None and (mark.says != NOW or not self.comparing):
                self.speaking = self._edition_of(mark.says)

    # Which edition.

    def _edition_of(self, word: str) -> str | None:
        """The edition that a word means in this document, or None where nothing says which."""
        context = self.context
        if word in (BOTH, NOW):
            return None
        if word.isdigit():
            return word if word in context.editions else None
        if word == "current":
            return self._in_force()
        new = context.new or context.default
        if word == "new":
            return new
        if context.old:
            return context.old
        if new in context.editions:
            place = context.editions.index(new)
            return context.editions[place - 1] if place else None
        return None

    def _in_force(self) -> str | None:
        """The edition in force when the document was written."""
        context = self.context
        if context.date is None:
            return context.default
        for edition, start, end in context.in_force:
            if (start is None or start <= context.date) and (end is None or context.date < end):
                return edition
        return context.default

    def _editions(
        self, passage: Passage, mention: Mention, running: str | None
    ) -> tuple[tuple[str | None, ...], EditionBasis] | None:
        """The editions of a mention with their basis; None where it names one nobody knows."""
        context = self.context
        if mention.edition_words:
            named = [self._edition_of(word) for word in mention.edition_words]
            years = {word for word in mention.edition_words if word.isdigit()}
            if years - set(context.editions):
                return None
            return tuple(dict.fromkeys(named)), "stated"
        if passage.edition:
            return (passage.edition,), "context"
        if running:
            return (running,), "context"
        assumed = context.default is None or context.default_basis == "assumed"
        return (context.default,), "assumed" if assumed else "context"

    # Which provision.

    def _resolved(self, passage: Passage, mention: Mention, running: str | None) -> Found | None:
        said = self._editions(passage, mention, running)
        if said is None or (passage.kind == "heading" and passage.here):
            return None
        editions, basis = said
        targets: list[Target] = []
        for edition in editions:
            base: Label | None = None
            for ref in mention.refs:
                if ref.article is not None:
                    label: Label | None = self._absolute(ref.article, ref.path, edition)
                else:
                    label = self._relative(passage, mention, ref, edition, base)
                if label is not None:
                    base = base or label
                    targets.append(Target(edition, label))
        if not targets:
            return None
        if passage.here is None:
            self.last = targets[-1]
        return Found(passage.key, mention, tuple(dict.fromkeys(targets)), basis)

    def _holds(self, edition: str | None, article: int | str) -> bool:
        return (edition, article) in self.provisions

    def _exists(self, edition: str | None, label: Label) -> bool:
        return label in self.provisions.get((edition, label.article), ())

    def _absolute(self, article: int, path: Steps, edition: str | None) -> Label:
        """The label as cited; a lower-case first level only where the corpus has one."""
        label = Label(article, path)
        if path and path[0].isupper() and not self._exists(edition, label):
            lower = Label(article, (path[0].lower(), *path[1:]))
            if self._exists(edition, lower):
                return lower
        return label

    def _relative(
        self, passage: Passage, mention: Mention, ref: Ref, edition: str | None, base: Label | None
    ) -> Label | None:
        if passage.here is not None and passage.here.numbered:
            return self._from_here(passage.here, mention, ref, edition, base)
        return self._in_prose(mention, ref, edition, base)

    def _from_here(
        self, here: Label, mention: Mention, ref: Ref, edition: str | None, base: Label | None
    ) -> Label | None:
        """Walk outwards from a provision until the path exists; stop at the article."""
        if not ref.path:
            return self._neighbour(here, ref)
        if base is not None and base.parent is not None:
            beside = Label(here.article, (*base.path[: -len(ref.path)], *ref.path))
            if self._exists(edition, beside):
                return beside
        for variant in _variants(ref.path) if mention.strength == "word" else (ref.path,):
            if label := self._outwards(here, variant, ref, edition):
                return label
        return _by_level(here, mention, ref, held=len(self._paths(edition, here)) > 1)

    def _neighbour(self, here: Label, ref: Ref) -> Label | None:
        assert isinstance(here.article, int)
        number = here.article + (1 if ref.direction == "seguente" else -1)
        return Label(number) if 1 <= number <= self.vocabulary.articles.last else None

    def _paths(self, edition: str | None, here: Label) -> list[Label]:
        return self.provisions.get((edition, here.article), [])

    def _outwards(
        self, here: Label, path: Steps, ref: Ref, edition: str | None
    ) -> Label | None:
        candidates = [
            Label(here.article, (*here.path[:depth], *path))
            for depth in range(len(here.path), -1, -1)
        ]
        existing = [c for c in candidates if self._exists(edition, c)]
        fitting = [c for c in existing if _in_direction(here, c, ref)]
        if fitting:
            return fitting[0]
        return self._nearest(here, path, ref, edition) or next(iter(existing), None)

    def _nearest(self, here: Label, path: Steps, ref: Ref, edition: str | None) -> Label | None:
        """The nearest provision of the article whose path ends so, rather before than after."""
        like = [p for p in self._paths(edition, here) if p.path[-len(path) :] == path]
        if kind(path[0]) == 0:
            return None
        before = [p for p in like if p < here]
        after = [p for p in like if here < p]
        if ref.direction == "seguente":
            return after[0] if after else None
        return before[-1] if before else None

    def _in_prose(
        self, mention: Mention, ref: Ref, edition: str | None, base: Label | None
    ) -> Label | None:
        """A part named in prose belongs to the article treated, or to the one last spoken of."""
        if not ref.path or (mention.strength == "weak" and len(ref.path) < 3):
            return None
        spoken = base or self._spoken_of()
        if spoken is None:
            return None
        article = spoken.article
        label = Label(article, ref.path)
        if kind(ref.path[0]) == 0:
            if self._exists(edition, label):
                return label
            known = self._holds(edition, article) or mention.strength != "word"
            return None if known else label
        if self.last is None or self.last.label.article != article:
            return None
        if not self._holds(edition, article):
            return None
        return self._outwards(self.last.label, ref.path, ref, edition)

    def _spoken_of(self) -> Label | None:
        """The article that prose treats: the only one it is about, else the last one mentioned."""
        articles = self.context.articles
        if len(articles) == 1:
            return Label(articles[0])
        return Label(self.last.label.article) if self.last else None


def _variants(path: Steps) -> tuple[Steps, ...]:
    """The path as written, and with an upper-case first letter: "lettera b" may be B."""
    if path[0].islower() and len(path[0]) == 1:
        return path, (path[0].upper(), *path[1:])
    return (path,)


def _in_direction(here: Label, label: Label, ref: Ref) -> bool:
    if ref.direction is None:
        return True
    return here < label if ref.direction == "seguente" else label < here


def _by_level(here: Label, mention: Mention, ref: Ref, *, held: bool) -> Label | None:
    """Where nothing held bears it out, the level of the label says where it hangs.

    Of an article that is held only a paragraph named as such may be missing: a text can have
    lost it, or been cut off before it.
    """
    level = kind(ref.path[0])
    if level == 0:
        enough = ("word",) if held else ("word", "cue")
        return Label(here.article, ref.path) if mention.strength in enough else None
    if held or mention.strength != "word":
        return None
    for depth in range(len(here.path) - 1, -1, -1):
        if kind(here.path[depth]) == level:
            return Label(here.article, (*here.path[:depth], *ref.path))
    return None

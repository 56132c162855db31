"""Every change of words has a layer, so that the wheat is apart from the chaff.

`space` and `form` are another way of writing the same word, `tense` another form of the same
verb of duty, `terminology` a word replaced throughout, `citation` a number that followed its
rule, `citation?` a number of which nobody knows whether it did, `modal` another verb of duty,
and `substance` everything else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from rulebook.compare.cited import Cited, announces, cited
from rulebook.compare.lexicon import Found, Lexicon, article_base, inflection
from rulebook.compare.words import (
    Piece,
    Word,
    WordChange,
    alike_enough,
    gaps,
    matches,
    words,
    written,
)
from rulebook.label import Label

SILENT = frozenset(("space", "tense", "citation"))
"""Layers that leave a rule unchanged."""

LIGHT = frozenset(("space", "tense", "citation", "form", "terminology"))
"""Layers that a reader of the substance alone may skip."""

_SMALL = 8
_DEFINITION = "definition-changed"
_MAY_CITE = re.compile(r"\d|\([a-z]{1,4}\)|\b[A-Z]\b")


@dataclass(frozen=True)
class Reader:
    """What is known beyond the two texts: the table of words, and where rules went.

    `same` says whether an old and a new label name one rule, None where nobody knows.
    """

    lexicon: Lexicon
    known_old: Callable[[Label], bool]
    known_new: Callable[[Label], bool]
    same: Callable[[Label, Label], bool | None]


@dataclass(frozen=True, slots=True)
class Reading:
    """Two texts compared: the marked words, and what a reader should be warned of."""

    changes: tuple[WordChange, ...]
    flags: tuple[str, ...]
    old_cites: tuple[Cited, ...] = ()
    new_cites: tuple[Cited, ...] = ()

    @property
    def layers(self) -> frozenset[str]:
        """The layers of what changed."""
        return frozenset(change.layer for change in self.changes if change.layer)


@dataclass(frozen=True, slots=True)
class _Unit:
    """A word, or what counts as one (a term, an article before it), in words `start:end`."""

    kind: str
    key: object
    start: int
    end: int


class _Side:
    """One of the two texts with what was found in it."""

    def __init__(self, text: Sequence[Word], here: Label, reader: Reader, *, new: bool) -> None:
        self.text = text
        known = reader.known_new if new else reader.known_old
        self.found = reader.lexicon.found(text, new=new)
        self.cites = cited(text, here, reader.lexicon, known)
        self.found_at: dict[int, Found] = {
            i: found for found in self.found for i in range(found.start, found.end)
        }
        self.cited_at = {cite.start: cite for cite in self.cites}
        self.forced: dict[int, str] = {}
        self.lexicon = reader.lexicon

    def units(self, start: int, stop: int) -> list[_Unit]:
        """The words of a stretch, terms and citations as one each, elided articles apart."""
        out: list[_Unit] = []
        at = start
        while at < stop:
            word = self.text[at]
            found = self.found_at.get(at)
            cite = self.cited_at.get(at)
            if word.prefix:
                base = article_base(word.prefix)
                out.append(_Unit("article", ("article", base or word.prefix), at, at + 1))
            if found and found.start == at and found.end <= stop:
                out.append(_Unit(found.kind, found.id, at, found.end))
            elif cite and cite.end <= stop:
                out.append(_Unit("cite", cite.label, at, cite.end))
            elif announces(word, self.lexicon):
                dot = at + 1 < stop and self.text[at + 1].text == "."
                out.append(_Unit("cite-word", "cite-word", at, at + 1 + dot))
            elif not word.prefix and (base := article_base(word.core)):
                out.append(_Unit("article", ("article", base), at, at + 1))
            else:
                out.append(_Unit("word", ("word", inflection(word.core)), at, at + 1))
            at = out[-1].end
        return out

    def folded(self, start: int, stop: int) -> str:
        """The words of a stretch in lower case."""
        return " ".join(word.prefix + word.core for word in self.text[start:stop])


def read(old: str, new: str, old_here: Label, new_here: Label, reader: Reader) -> Reading:
    """Compare two texts word by word and give each change its layer.

    Args:
        old, new: the texts, complete.
        old_here, new_here: the provisions that they belong to.
    """
    if old == new:
        return _unchanged(old, old_here, new_here, reader)
    before = _Side(words(old), old_here, reader, new=False)
    after = _Side(words(new), new_here, reader, new=True)
    pairs = matches([w.text for w in before.text], [w.text for w in after.text])
    flags: list[str] = []
    if alike_enough(before.text, after.text, pairs):
        _force(before, after, pairs)
        pieces: list[Piece] = []
        for piece in gaps(pairs, len(before.text), len(after.text)):
            gap = _Gap(before, after, reader, flags)
            pieces.extend(gap.split(piece) if piece.layer else [piece])
        changes = written(before.text, after.text, pieces)
    else:
        whole = (WordChange("delete", old, "substance"), WordChange("insert", new, "substance"))
        changes = tuple(change for change in whole if change.text)
    if all(reader.lexicon.keeps_definition(side.text) for side in (before, after)):
        flags.append(_DEFINITION)
    return Reading(changes, tuple(dict.fromkeys(flags)), before.cites, after.cites)


def _unchanged(text: str, old_here: Label, new_here: Label, reader: Reader) -> Reading:
    """The reading of two equal texts: only citations and definitions can speak."""
    whole = (WordChange("equal", text),) if text else ()
    found = words(text)
    flags = (_DEFINITION,) if reader.lexicon.keeps_definition(found) else ()
    if not _MAY_CITE.search(text):
        return Reading(whole, flags)
    return Reading(
        whole,
        flags,
        cited(found, old_here, reader.lexicon, reader.known_old),
        cited(found, new_here, reader.lexicon, reader.known_new),
    )


def _force(before: _Side, after: _Side, pairs: Sequence[tuple[int, int]]) -> None:
    """Name the layer of words that belong to a longer form of which a part stayed."""
    for i, j in pairs:
        old, new = before.found_at.get(i), after.found_at.get(j)
        if not old or not new or old.kind != new.kind:
            continue
        if old.kind == "modal":
            layer = "tense" if old.id == new.id else "modal"
        elif old.kind == "term" and old.id == new.id:
            layer = "terminology"
        else:
            continue
        before.forced |= dict.fromkeys(range(old.start, old.end), layer)
        after.forced |= dict.fromkeys(range(new.start, new.end), layer)


@dataclass(frozen=True, slots=True)
class _Gap:
    """What lies between equal words, cut into changes of one layer each."""

    before: _Side
    after: _Side
    reader: Reader
    flags: list[str]

    def split(self, piece: Piece) -> Iterator[Piece]:
        """The changes of a gap, in order; together they cover it."""
        i1, i2, j1, j2 = piece.i1, piece.i2, piece.j1, piece.j2
        old, new = self.before.forced, self.after.forced
        a, b = _while(old, i1, i2), _while(new, j1, j2)
        if (a, b) != (i1, j1):
            yield Piece(old.get(i1) or new[j1], i1, a, j1, b)
        c, d = _while_back(old, a, i2), _while_back(new, b, j2)
        yield from self._soft(a, c, b, d)
        if (c, d) != (i2, j2):
            yield Piece(old.get(i2 - 1) or new[j2 - 1], c, i2, d, j2)

    def _soft(self, i1: int, i2: int, j1: int, j2: int) -> Iterator[Piece]:
        """Words that say the same in other letters, and the rest between them."""
        at_i, at_j = i1, j1
        for piece in self._clusters(i1, i2, j1, j2):
            yield from self._rest(at_i, piece.i1, at_j, piece.j1)
            yield piece
            at_i, at_j = piece.i2, piece.j2
        yield from self._rest(at_i, i2, at_j, j2)

    def _clusters(self, i1: int, i2: int, j1: int, j2: int) -> list[Piece]:
        if i1 == i2 or j1 == j2:
            return []
        olds, news = self.before.units(i1, i2), self.after.units(j1, j2)
        pairs = matches(*self._keys(olds, news))
        clusters: list[list[tuple[_Unit, _Unit]]] = []
        for a, b in pairs:
            u, v = olds[a], news[b]
            last = clusters[-1][-1] if clusters else None
            if last and (u.start < last[0].end or v.start < last[1].end):
                clusters[-1].append((u, v))
            else:
                clusters.append([(u, v)])
        whole = [c for c in clusters if _covers(c, olds, 0) and _covers(c, news, 1)]
        pieces = [self._named(cluster) for cluster in whole]
        return _kept(pieces, (i1, i2, j1, j2))

    def _keys(
        self, olds: Sequence[_Unit], news: Sequence[_Unit]
    ) -> tuple[list[object], list[object]]:
        """Keys under which both sides are matched: a citation counts as where its rule stands."""
        cites = [unit.key for unit in olds if isinstance(unit.key, Label)]
        old_keys = _keys_against(self.before, olds, news)
        new_keys = _keys_against(self.after, news, olds)
        for index, unit in enumerate(news):
            label = unit.key
            if isinstance(label, Label):
                same = next((old for old in cites if self.reader.same(old, label)), label)
                new_keys[index] = (unit.kind, same)
        return old_keys, new_keys

    def _named(self, cluster: Sequence[tuple[_Unit, _Unit]]) -> Piece:
        (u, v), (x, y) = cluster[0], cluster[-1]
        span = (u.start, x.end, v.start, y.end)
        kinds = {unit.kind for pair in cluster for unit in pair}
        if self.before.folded(span[0], span[1]) == self.after.folded(span[2], span[3]):
            return Piece("form", *span)
        if "definition" in kinds:
            self.flags.append(_DEFINITION)
            return Piece("substance", *span)
        for kind, layer in (("term", "terminology"), ("cite", "citation"), ("modal", "tense")):
            if kind in kinds:
                return Piece(layer, *span)
        if "cite-word" in kinds:
            return Piece("form", *span)
        return Piece("article" if kinds == {"article"} else "inflected", *span)

    def _rest(self, i1: int, i2: int, j1: int, j2: int) -> Iterator[Piece]:
        """What is left: verbs of duty, citations, the last full stop, substance."""
        if i1 == i2 and j1 == j2:
            return
        olds = _within(self.before.found, i1, i2)
        news = _within(self.after.found, j1, j2)
        if max(i2 - i1, j2 - j1) <= _SMALL and olds and len(olds) == len(news):
            at_i, at_j = i1, j1
            for u, v in zip(olds, news, strict=True):
                yield from self._plain(at_i, u.start, at_j, v.start)
                yield Piece("tense" if u.id == v.id else "modal", u.start, u.end, v.start, v.end)
                at_i, at_j = u.end, v.end
            yield from self._plain(at_i, i2, at_j, j2)
        else:
            yield from self._plain(i1, i2, j1, j2)

    def _plain(self, i1: int, i2: int, j1: int, j2: int) -> Iterator[Piece]:
        if i1 == i2 and j1 == j2:
            return
        old, new = self.before, self.after
        if i1 < i2 and j1 < j2 and _only_cites(old, i1, i2) and _only_cites(new, j1, j2):
            yield Piece(self._cites_layer(i1, i2, j1, j2), i1, i2, j1, j2)
            return
        gone = "".join(w.text for w in old.text[i1:i2])
        come = "".join(w.text for w in new.text[j1:j2])
        at_end = i2 >= len(old.text) - 1 and j2 >= len(new.text) - 1
        stop = at_end and {gone, come} <= {"", ".", ";", ":"}
        yield Piece("form" if stop or not (gone or come) else "substance", i1, i2, j1, j2)

    def _cites_layer(self, i1: int, i2: int, j1: int, j2: int) -> str:
        """Citations that are not known to name the same rule: another rule, or nobody knows."""
        olds = [c.label for c in self.before.cites if i1 <= c.start < i2]
        news = [c.label for c in self.after.cites if j1 <= c.start < j2]
        if len(olds) != len(news):
            return "substance"
        known = [self.reader.same(a, b) for a, b in zip(olds, news, strict=True)]
        return "substance" if False in known else "citation?"


def _keys_against(side: _Side, own: Sequence[_Unit], others: Sequence[_Unit]) -> list[object]:
    """The key of each unit; a term that the other text has as a mere word is a word here too."""
    plain = {unit.key for unit in others if unit.kind == "word"}
    keys: list[object] = []
    for unit in own:
        word = ("word", inflection(side.text[unit.start].core))
        as_word = unit.kind in ("term", "definition") and word in plain
        keys.append(("word", word) if as_word else (unit.kind, unit.key))
    return keys


def _while(forced: dict[int, str], start: int, stop: int) -> int:
    while start < stop and start in forced:
        start += 1
    return start


def _while_back(forced: dict[int, str], start: int, stop: int) -> int:
    while stop > start and stop - 1 in forced:
        stop -= 1
    return stop


def _covers(cluster: Sequence[tuple[_Unit, _Unit]], units: Sequence[_Unit], side: int) -> bool:
    """Whether every unit in the stretch of a cluster belongs to it."""
    own = [pair[side] for pair in cluster]
    inside = [u for u in units if u.start < own[-1].end and u.end > own[0].start]
    return len(inside) == len(own)


def _kept(pieces: list[Piece], whole: tuple[int, int, int, int]) -> list[Piece]:
    """Drop likenesses of articles and endings, unless beside a term or all there is."""
    covered = sum(p.i2 - p.i1 for p in pieces), sum(p.j2 - p.j1 for p in pieces)
    alone = covered == (whole[1] - whole[0], whole[3] - whole[2])
    out: list[Piece] = []
    for index, piece in enumerate(pieces):
        if piece.layer not in ("article", "inflected"):
            out.append(piece)
            continue
        near = [pieces[k] for k in (index - 1, index + 1) if 0 <= k < len(pieces)]
        beside = any(p.layer == "terminology" and _touch(p, piece) for p in near)
        if beside:
            out.append(Piece("terminology", piece.i1, piece.i2, piece.j1, piece.j2))
        elif alone:
            layer = "form" if piece.layer == "article" else "substance"
            out.append(Piece(layer, piece.i1, piece.i2, piece.j1, piece.j2))
    return out


def _touch(a: Piece, b: Piece) -> bool:
    return (a.i2, a.j2) == (b.i1, b.j1) or (b.i2, b.j2) == (a.i1, a.j1)


def _within(found: Sequence[Found], start: int, stop: int) -> list[Found]:
    return [f for f in found if f.kind == "modal" and start <= f.start and f.end <= stop]


def _only_cites(side: _Side, start: int, stop: int) -> bool:
    """Whether a stretch is a citation and the words that announce it, nothing else."""
    some = False
    for unit in side.units(start, stop):
        some = some or unit.kind == "cite"
        if unit.kind not in ("cite", "cite-word", "article"):
            return False
    return some

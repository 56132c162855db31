"""The heading of a provision, and where its text begins.

Italian editions close a heading with a colon, a full stop, a dash, a line of its own, or not at
all; one article may mix them.
All provisions of an article are therefore looked at together before one is decided.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rulebook.reading.articles.outline import Mark
from rulebook.reading.articles.structure import Structure
from rulebook.reading.articles.titles import sentence_boundary
from rulebook.reading.lines import Line, ends_sentence, words_in

LONGEST_HEADING = 16
LONGEST_INLINE = 14


@dataclass(frozen=True, slots=True)
class Segment:
    """What stands behind one label (or before the first): its pieces in reading order."""

    mark: Mark | None
    marker: Line | None
    pieces: tuple[Line, ...]
    has_children: bool = False

    @property
    def level(self) -> str:
        """The kind of its label: upper, digit, lower; "" for the introduction."""
        if not self.mark:
            return ""
        step = self.mark.path[-1]
        return "upper" if step.isupper() else "digit" if step.isdigit() else "lower"


@dataclass(frozen=True, slots=True)
class Heading:
    """Where a heading ends: after whole pieces, or at a position of the piece behind them.

    `cut` is the end of the heading in piece number `pieces`, and `resume` where the text goes on;
    both are None when the heading is whole pieces. `sure` is False when only the wording tells.
    """

    pieces: int
    cut: int | None = None
    resume: int | None = None
    sure: bool = True


_COLON = re.compile(r"\s*:\s*|\s*:$")
_DASH = re.compile(r"\s+[–—-]\s+")
_HANGING = re.compile(
    r"(?:\b(?:il|lo|la|i|gli|le|un|uno|una|di|a|da|in|con|su|per|tra|fra|e|o|ed|che|del|dello|della|dei|degli|delle|al|allo|alla|ai|agli|alle|dal|dalla|nel|nella|sul|sulla|se|non|come|quando)|[’'])$",
    re.IGNORECASE,
)


def headings_of(segments: Sequence[Segment], structure: Structure) -> list[Heading | None]:
    """The heading of each segment, decided together for the whole article."""
    colons = [_colon(segment, structure) for segment in segments]
    width = _width(segments)
    alone = [
        (_own_lines(segment, structure) or _sole(segment, segments, structure))
        if segment.mark and segment.pieces
        else None
        for segment in segments
    ]
    stops = [own or _stop(segment, structure) for own, segment in zip(alone, segments, strict=True)]
    uppers = [stop for stop, s in zip(stops, segments, strict=True) if s.level == "upper"]
    if sum(stop is not None for stop in uppers) * 2 <= len(uppers):
        stops = [
            stop if s.level == "upper" else None for stop, s in zip(stops, segments, strict=True)
        ]
    found: list[Heading | None] = []
    for index, segment in enumerate(segments):
        if segment.mark is None or not segment.pieces:
            found.append(None)
            continue
        heading = alone[index] or _short_line(segment, width, structure)
        heading = heading or _agreed(colons, segments, index, structure)
        heading = (
            heading or _dash(segment, structure) or _agreed(stops, segments, index, structure, 0.6)
        )
        heading = heading or _unclosed(segment, structure)
        found.append(heading)
    return found


def _width(segments: Sequence[Segment]) -> int:
    """The width at which the lines of an article are set; 0 where they are not wrapped."""
    lengths = sorted(
        len(piece.text) for segment in segments for piece in segment.pieces if piece.text
    )
    if len(lengths) < 6:
        return 0
    wide = lengths[len(lengths) * 4 // 5]
    return wide if 40 <= wide <= 140 else 0


def _short_line(segment: Segment, width: int, structure: Structure) -> Heading | None:
    """A heading alone on its line although the text below begins in lower case: the line ends
    long before the width at which the article is set, so that somebody ended it on purpose."""
    pieces = segment.pieces
    if len(pieces) < 2 or not pieces[0].text or not pieces[1].text or not width:
        return None
    marker = segment.marker
    if segment.mark and segment.mark.start and marker and marker.number == pieces[0].number:
        return None
    text, after = str(pieces[0]), str(pieces[1])
    room = width - len(text) - len(after.split(maxsplit=1)[0])
    if room < width * 0.45 or words_in(text) > 6 or ends_sentence(text) or "," in text:
        return None
    if _has_verb(text, structure) or not _looks_like_heading(text, 6) or words_in(after) < 4:
        return None
    return Heading(1)


def _first(segment: Segment) -> str:
    return str(segment.pieces[0]) if segment.pieces else ""


def _has_verb(text: str, structure: Structure) -> bool:
    return any(word.lower().strip(",.;:()’'") in structure.finite_verbs for word in text.split())


def _looks_like_heading(text: str, limit: int, closed: bool = False) -> bool:
    """Whether a text can be a heading; one that a sign closes may end and punctuate as it likes."""
    inner = text.strip()
    return (
        bool(inner)
        and (inner[0].isupper() or inner[0] in '“«"')
        and words_in(inner) <= limit
        and (closed or not inner.endswith((",", ";")))
        and not re.search(r"[.;?!]\s+\S" if closed else r"[.;:?!]\s+\S", inner)
        and (closed or not _HANGING.search(inner))
    )


def _own_lines(segment: Segment, structure: Structure) -> Heading | None:
    """A heading on lines of its own: no stop at its end, and a new sentence below it."""
    pieces = segment.pieces
    taken: list[str] = []
    for index, piece in enumerate(pieces[:-1]):
        text = str(piece)
        if not text:
            return None
        taken.append(text)
        whole = " ".join(taken)
        if words_in(whole) > LONGEST_HEADING:
            return None
        below = index + 1
        while below < len(pieces) and not pieces[below].text:
            below += 1
        after = str(pieces[below]) if below < len(pieces) else ""
        if not after:
            return None
        question = text.rstrip().endswith("?")
        if ends_sentence(text) and not question:
            return _stopped_line(segment, index, whole, after, structure)
        opener = after.lstrip('“«"([')[:1]
        first_word = re.split(r"[\s’',;:-]", after.lstrip('“«"(['))[0].lower()
        held = first_word in structure.article_nouns and _goes_on(text, after)
        if held or not opener.isupper() or re.match(r"\([a-z\d]", after):
            continue
        named = first_word in structure.capital_words and words_in(whole) > 5 and not question
        full = below == index + 1 and len(text) > 60
        if named and (full or _has_verb(whole, structure)):
            return None
        if not _looks_like_heading(whole.rstrip(" ?–—-"), LONGEST_HEADING):
            return None
        if text.rstrip().endswith((" –", " —", " -")):
            return _closed_lines(index, piece, text.rstrip()[-1])
        if text.rstrip().endswith((",", ";", "-", "–")) or whole.count("(") != whole.count(")"):
            return None
        # A name below many words may as well go on with their sentence.
        return Heading(index + 1, sure=not named)
    return None


def _goes_on(text: str, after: str) -> bool:
    """Whether a noun with a capital goes on with the line above: no sign ends that, and the noun
    has words in lower case behind it, as no title in capitals has."""
    following = after.split(maxsplit=1)[1:]
    return text.rstrip()[-1].isalnum() and bool(following) and following[0][0].islower()


def _stopped_line(
    segment: Segment, index: int, whole: str, after: str, structure: Structure
) -> Heading | None:
    """A heading of upper level on lines of its own that a colon or a full stop closes."""
    closed = whole.rstrip()[-1]
    if segment.level != "upper" or not after[0].isupper():
        return None
    if closed == ":" and _looks_like_heading(whole.rstrip(" :"), LONGEST_HEADING):
        return _closed_lines(index, segment.pieces[index], ":")
    short = words_in(whole) <= min(10, words_in(after) - 1) and not re.search(r"\.\s", whole)
    if closed == "." and short and not _has_verb(whole, structure):
        return _closed_lines(index, segment.pieces[index], ".")
    return None


def _closed_lines(index: int, piece: Line, mark: str) -> Heading:
    text = str(piece)
    return Heading(index, len(text.rstrip().rstrip(mark).rstrip()), len(text))


def _sole(segment: Segment, segments: Sequence[Segment], structure: Structure) -> Heading | None:
    """A heading without text of its own: short, without a stop, and its provisions follow."""
    filled = [piece for piece in segment.pieces if piece.text]
    if not filled or segment.pieces[0] is not filled[0] or len(filled) > 3:
        return None
    if len(filled) > 1:
        return _sole_wrapped(segment, filled, structure)
    text = str(filled[0])
    limit = 12 if segment.level == "upper" else 8
    if not segment.has_children or not _looks_like_heading(text.rstrip(" :."), limit):
        return None
    verb = _has_verb(text, structure)
    if text.endswith((" –", " —", " -")):
        return _closed_lines(0, filled[0], text[-1])
    if text.endswith(":"):
        others = [s for s in segments if s.level == segment.level and s is not segment]
        agreed = sum(_colon(s, structure) is not None for s in others) * 2 >= len(others) > 0
        if segment.level != "upper" or (verb and not agreed):
            return None
        return _closed_lines(0, filled[0], ":")
    if ends_sentence(text) and not text.endswith("?"):
        if text.endswith(".") and not verb and segment.level == "upper" and words_in(text) <= 8:
            return _closed_lines(0, filled[0], ".")
        return None
    siblings = [s for s in segments if s.level == segment.level and s is not segment]
    titled = any(_own_lines(sibling, structure) for sibling in siblings if sibling.pieces)
    if segment.level != "upper" and verb and not titled:
        return None
    return Heading(1)


def _sole_wrapped(segment: Segment, filled: Sequence[Line], structure: Structure) -> Heading | None:
    """The same over two or three lines, each but the first in lower case."""
    whole = " ".join(str(piece) for piece in filled)
    if not segment.has_children or segment.level != "upper" or ends_sentence(whole):
        return None
    if any(str(piece)[0].isupper() for piece in filled[1:]) or _has_verb(whole, structure):
        return None
    return Heading(len(segment.pieces)) if _looks_like_heading(whole, LONGEST_HEADING) else None


def _colon(segment: Segment, structure: Structure) -> Heading | None:
    """A heading closed by a colon in its line."""
    text = _first(segment)
    if segment.mark and ":" not in text and segment.level == "upper":
        return _colon_below(segment)
    colons = list(_COLON.finditer(text)) if segment.mark else []
    gaps = segment.pieces[0].breaks if segment.pieces else ()
    parted = [m for m in colons if any(m.start() < gap <= m.end() for gap in gaps)]
    if not colons:
        return None
    match = (parted or colons)[0]
    inside, after = text[: match.start()], text[match.end() :]
    if not after or not _looks_like_heading(inside, LONGEST_INLINE, closed=True):
        return None
    gap = bool(parted)
    doubtful = words_in(inside) > 7 or _has_verb(inside, structure)
    if segment.level != "upper" and not gap and doubtful:
        return None
    return Heading(0, match.start(), match.end(), sure=gap)


def _colon_below(segment: Segment) -> Heading | None:
    """A heading closed by a colon on the line below its first words."""
    pieces = segment.pieces
    if len(pieces) < 2 or not pieces[0].text or ends_sentence(str(pieces[0])):
        return None
    text = str(pieces[1])
    match = _COLON.search(text)
    if not match or not text[match.end() :]:
        return None
    inside = f"{pieces[0]} {text[: match.start()]}"
    if not _looks_like_heading(inside, LONGEST_INLINE, closed=True) or not text[0].islower():
        return None
    return Heading(1, match.start(), match.end(), sure=False)


def _stop(segment: Segment, structure: Structure) -> Heading | None:
    """A heading closed by a full stop in its line: a short phrase without a verb."""
    text = _first(segment)
    match = re.search(r"\.\s+(?=[A-ZÀ-Ý])", text)
    if not match or not segment.mark:
        return None
    inside, after = text[: match.start()], text[match.end() :]
    if words_in(inside) > 8 or not _looks_like_heading(inside, 8) or words_in(after) < 4:
        return None
    return None if _has_verb(inside, structure) else Heading(0, match.start(), match.end())


def _dash(segment: Segment, structure: Structure) -> Heading | None:
    """A heading closed by a dash in its line."""
    text = _first(segment)
    match = _DASH.search(text)
    if not match or segment.level != "upper":
        return None
    inside, after = text[: match.start()], text[match.end() :]
    verb = _has_verb(inside, structure)
    if verb or not _looks_like_heading(inside, 12) or not after[:1].isupper() or "," in inside:
        return None
    return Heading(0, match.start(), match.end())


def _agreed(
    found: Sequence[Heading | None],
    segments: Sequence[Segment],
    index: int,
    structure: Structure,
    share: float = 0.5,
) -> Heading | None:
    """Take a heading when a gap proves it, or when its siblings have headings of the same kind."""
    heading = found[index]
    if heading is None:
        return None
    segment = segments[index]
    if heading.sure and heading.cut is not None and segment.level == "upper" and share == 0.5:
        return heading
    path = segment.mark.path if segment.mark else ()
    siblings = [
        other
        for other, candidate in zip(found, segments, strict=True)
        if candidate.mark
        and candidate.level == segment.level
        and (segment.level == "upper" or candidate.mark.path[:-1] == path[:-1])
    ]
    agreeing = sum(other is not None for other in siblings)
    if segment.level == "upper" and share == 0.5:
        return heading if agreeing / len(siblings) >= share or _clear(segment, heading) else None
    if agreeing >= 2 and agreeing / len(siblings) >= share + 0.2:
        return heading
    return heading if share == 0.5 and _titled(segment, heading, structure) else None


def _titled(segment: Segment, heading: Heading, structure: Structure) -> bool:
    """Whether a lower provision has a title of its own: a few words without a verb, and behind
    the colon a whole sentence that begins in lower case, as no list does."""
    if heading.pieces:
        return False
    text = _first(segment)
    inside, after = text[: heading.cut], text[heading.resume or 0 :]
    return (
        2 <= words_in(inside) <= 6
        and after[:1].islower()
        and words_in(after) >= 10
        and _has_verb(after, structure)
        and "," not in inside
        and after.rstrip().endswith((".", ":", ";"))
    )


def _clear(segment: Segment, heading: Heading) -> bool:
    """Whether a colon closes a heading beyond doubt: short, and a whole sentence behind it."""
    piece = str(segment.pieces[heading.pieces])
    after, inside = piece[heading.resume or 0 :], piece[: heading.cut]
    return words_in(inside) <= 8 and words_in(after) >= 8


def _unclosed(segment: Segment, structure: Structure) -> Heading | None:
    """A heading that nothing closes: a capital that can only begin a sentence ends it."""
    text = _first(segment)
    boundary = sentence_boundary(text, structure)
    gaps = (
        [gap for gap in segment.pieces[0].breaks if text[gap : gap + 1].isupper()] if text else []
    )
    if gaps and _looks_like_heading(text[: gaps[0]].rstrip(), LONGEST_INLINE):
        inside = text[: gaps[0]].rstrip()
        if not ends_sentence(inside) and "," not in inside[-1:]:
            return Heading(0, len(inside), gaps[0])
    if boundary is None or segment.level != "upper":
        return None
    inside = text[:boundary].rstrip()
    if not _looks_like_heading(inside, LONGEST_INLINE):
        return None
    if _has_verb(inside, structure) and words_in(inside) > 6:
        return None
    return Heading(0, len(inside), boundary, sure=False)

"""One article from its lines: outline, headings, texts, and the doubts met on the way."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from rulebook.label import Label
from rulebook.model import Article, Basis, Change, Issue, Paragraph, Status
from rulebook.reading import joins
from rulebook.reading.attested import Attested
from rulebook.reading.headings import Opening
from rulebook.reading.lines import Line, ends_sentence
from rulebook.reading.notes import Call, calls_in, take_calls
from rulebook.reading.outline import Mark, candidates, decide
from rulebook.reading.provisions import Heading, Segment, headings_of
from rulebook.reading.structure import Structure
from rulebook.reading.terms import terms_of
from rulebook.text import Discard, Text, join

SETTLED = 80
"""Joining two texts looks at most this far back."""

Taken = tuple[Call, Text, str, int, Label]
"""A note mark taken out: the call, its text, the field and place it stood at, the provision."""


@dataclass
class Findings:
    """What reading an article yields besides its tree."""

    discards: list[Discard] = field(default_factory=list)
    changes: list[Change] = field(default_factory=list)
    issues: list[Issue] = field(default_factory=list)
    calls: list[Taken] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Ground:
    """What an article is read with: its edition, its source, and the words of the document."""

    edition: str
    basis: Basis
    source: str
    copy: int
    quoted: bool
    defined: frozenset[str]
    attested: Attested
    structure: Structure
    truncatable: bool = True


def compose(pieces: Sequence[Line], ground: Ground, findings: Findings) -> Text:
    """Join the pieces of a text into one, mending words broken at line ends."""
    done: list[Text] = []
    last, number = Text(), 0
    for piece in pieces:
        if not piece.text:
            continue
        if last:
            joined, change = joins.join(last, piece.text, ground.attested)
            if change:
                findings.changes.append(replace(change, line=number))
            # Only the end of a text can still change: the rest is settled, so that joining
            # thousands of lines takes time in proportion to them.
            head, last = joined.cut(max(0, len(joined) - len(piece.text) - SETTLED))
            blank, last, _ = last.strip()
            done += [head, blank]
        else:
            last = piece.text
        number = piece.number
    return join((*done, last))


def read_article(
    lines: Sequence[Line], opening: Opening, ground: Ground, findings: Findings
) -> Article:
    """Read an article whose announcement stands on the first line.

    Args:
        lines: its lines from the announcement to its last word, notes taken out.
        opening: where its announcement and title end (line numbers count from the first line).
        ground: edition, source and words.
        findings: takes what is set aside, changed, doubted and called.
    """
    label = Label(opening.number)
    announced, title, body = _announcement(lines, opening, ground, findings)
    if isinstance(opening.number, str):
        return _part(label, announced, title, body, ground, findings)
    lines_of_body, cut = _take_cuts(body, ground.structure, findings)
    texts = [str(line) for line in lines_of_body]
    breaks = [line.breaks for line in lines_of_body]
    marks = decide(candidates(texts, breaks, ground.structure))
    truncated = _take_truncation(lines_of_body, ground.structure, findings)
    segments = _segments(lines_of_body, marks)
    headings = headings_of(segments, ground.structure)
    root = tree(label, segments, headings, ground, findings, announced, truncated)
    title_text = field_text(title, label, "title", ground, findings)
    status: Status = "truncated" if truncated or cut else "quoted" if ground.quoted else "complete"
    if not opening.closed:
        findings.issues.append(
            Issue(
                "title-not-closed",
                "Il titolo dell’articolo non è separato dal testo: il confine è dedotto.",
                lines[0].number,
                label,
                ground.edition,
                remedy="Confermare il confine con una correzione (op = “split”).",
            )
        )
    return Article(
        ground.edition,
        ground.basis,
        title_text or None,
        root,
        status,
        ground.source,
        copy=ground.copy,
    )


def _part(
    label: Label,
    announced: Text,
    title: Sequence[Line],
    body: Sequence[Line],
    ground: Ground,
    findings: Findings,
) -> Article:
    """A part of a Code without a number: prose, or defined terms as its provisions."""
    lead, terms = terms_of(body)
    paragraphs = []
    for term in terms:
        below = label.child(term.slug)
        set_aside(term.sign.text, findings)
        text = field_text(term.pieces, below, "text", ground, findings)
        paragraphs.append(Paragraph(below, term.name.text, None, text))
    intro = field_text(lead, label, "text", ground, findings)
    root = Paragraph(label, announced, None, intro, tuple(paragraphs))
    heading = field_text(title, label, "title", ground, findings)
    status: Status = "quoted" if ground.quoted else "complete"
    return Article(
        ground.edition, ground.basis, heading or None, root, status, ground.source, copy=ground.copy
    )


def _announcement(
    lines: Sequence[Line], opening: Opening, ground: Ground, findings: Findings
) -> tuple[Text, list[Line], list[Line]]:
    first = lines[0]
    start, stop = opening.title
    number = len(str(first.text)[: opening.announced].rstrip(" .:–—-"))
    announced = first.text[:number]
    set_aside(first.text[number : opening.announced], findings)
    title: list[Line] = []
    if stop > start:
        title.append(Line(first.number, first.text[start:stop]))
    rest = first.cut(stop)[1]
    if opening.more:
        set_aside(rest.text, findings)
        for line in lines[1 : opening.more + 1]:
            text = str(line)
            end = len(text.rstrip(" .:–—-"))
            title.append(Line(line.number, line.text[:end]))
            set_aside(line.text[end:], findings)
        return announced, title, list(lines[opening.more + 1 :])
    lead = len(str(rest)) - len(str(rest).lstrip(" .:–—-"))
    if isinstance(opening.number, str) or stop > start:
        set_aside(rest.text[:lead], findings)
        rest = rest.cut(lead)[1]
    body = [rest, *lines[1:]] if rest.text else list(lines[1:])
    return announced, title, body


def set_aside(text: Text, findings: Findings) -> None:
    """Discard the signs that part a heading or title from its text."""
    inner = text.strip()[1]
    if inner:
        findings.discards.extend(inner.discard("heading-separator"))


def _take_cuts(
    body: Sequence[Line], structure: Structure, findings: Findings
) -> tuple[list[Line], bool]:
    """Set aside lines that are nothing but the mark of a cut ("[omissis]")."""
    kept: list[Line] = []
    cut = False
    for line in body:
        if line.text and structure.cut.fullmatch(str(line)):
            findings.discards.extend(line.text.discard("truncation-mark"))
            cut = True
        elif line.text or line.first:
            kept.append(line)
    return kept, cut


def _take_truncation(lines: list[Line], structure: Structure, findings: Findings) -> bool:
    """Set aside the mark of a cut at the end of the last line; say whether there was one."""
    for index in range(len(lines) - 1, -1, -1):
        line = lines[index]
        if not line.text:
            continue
        match = structure.truncation.search(str(line))
        if not match:
            return False
        mark = line.text[match.start() :].strip()[1]
        findings.discards.extend(mark.discard("truncation-mark"))
        lines[index] = Line(
            line.number, line.text[: match.start()], line.indent, line.breaks, False, line.first
        )
        return True
    return False


def _segments(lines: Sequence[Line], marks: Sequence[Mark]) -> list[Segment]:
    """The pieces of text behind each label, in reading order."""
    by_line: dict[int, list[Mark]] = {}
    for mark in marks:
        by_line.setdefault(mark.line, []).append(mark)
    parents = {mark.path[:-1] for mark in marks}
    segments: list[tuple[Mark | None, Line | None, list[Line]]] = [(None, None, [])]
    for index, line in enumerate(lines):
        at = 0
        for mark in by_line.get(index, ()):
            if line.text[at : mark.start].strip()[1]:
                segments[-1][2].append(_inner(line, at, mark.start))
            marker = Line(line.number, line.text[mark.start : mark.end], line.indent)
            segments.append((mark, marker, []))
            at = mark.end
        rest = line.cut(at)[1] if at else line
        if rest.text or not at:
            segments[-1][2].append(rest)
    return [
        Segment(mark, marker, tuple(pieces), bool(mark) and mark.path in parents)
        for mark, marker, pieces in segments
    ]


def _inner(line: Line, start: int, stop: int) -> Line:
    left = line.cut(stop)[0]
    return left.cut(start)[1] if start else left


class _Node:
    """A provision while its children are still being found."""

    def __init__(self, label: Label, marker: Text) -> None:
        self.label = label
        self.marker = marker
        self.heading: Text | None = None
        self.text = Text()
        self.tail = Text()
        self.children: list[_Node] = []
        self.truncated = False

    def frozen(self) -> Paragraph:
        children = tuple(child.frozen() for child in self.children)
        return Paragraph(
            self.label, self.marker, self.heading, self.text, children, self.tail, self.truncated
        )


def tree(
    label: Label,
    segments: Sequence[Segment],
    headings: Sequence[Heading | None],
    ground: Ground,
    findings: Findings,
    announced: Text,
    truncated: bool,
) -> Paragraph:
    """The provisions of an article as a tree, from its segments and their headings."""
    nodes: dict[tuple[str, ...], _Node] = {(): _Node(label, announced)}
    last = nodes[()]
    for index, (segment, heading) in enumerate(zip(segments, headings, strict=True)):
        path = segment.mark.path if segment.mark else ()
        closing = _closing(segments, index) if segment.mark else len(segment.pieces)
        after = segment.pieces[closing:]
        segment = replace(segment, pieces=segment.pieces[:closing])
        if segment.mark and segment.marker:
            node = _Node(Label(label.article, path), segment.marker.text)
            parent = nodes.get(path[:-1], nodes[()])
            parent.children.append(node)
            nodes[path] = node
            if segment.mark.gap:
                findings.issues.append(_gap(segment, node.label, ground))
        node = nodes[path]
        _fill(node, segment, heading, ground, findings)
        if after:
            holder = nodes.get(path[:-1], nodes[()])
            holder.tail = field_text(after, holder.label, "tail", ground, findings)
            findings.issues.append(_unlabelled(after[0], holder.label, ground))
        last = node
    last.truncated = truncated
    return nodes[()].frozen()


def _closing(segments: Sequence[Segment], index: int) -> int:
    """Where, behind the last member of a list, a sentence begins that closes the whole list.

    The members of a list end with semicolons; a new paragraph without a label behind the last
    one is no longer part of that member.
    """
    segment = segments[index]
    assert segment.mark
    path = segment.mark.path
    follows = segments[index + 1].mark if index + 1 < len(segments) else None
    earlier = [s for s in segments[:index] if s.mark and s.mark.path[:-1] == path[:-1]]
    if len(path) < 2 or not earlier or follows and follows.path[: len(path) - 1] == path[:-1]:
        return len(segment.pieces)
    last_words = [str(s.pieces[-1]) for s in earlier if s.pieces and s.pieces[-1].text]
    if not last_words or not all(re.search(r"(?:[;,]|[;,]\s*\w{1,6})$", w) for w in last_words):
        return len(segment.pieces)
    before = ""
    for at, piece in enumerate(segment.pieces):
        text = str(piece)
        if before and text and before.endswith(".") and text[0].isupper() and piece.first:
            return at
        before = text or before
    return len(segment.pieces)


def _gap(segment: Segment, label: Label, ground: Ground) -> Issue:
    return Issue(
        "outline-gap",
        f"Prima di {label} manca qualche paragrafo nella sequenza delle etichette.",
        segment.marker.number if segment.marker else None,
        label,
        ground.edition,
        remedy="Confrontare con un’altra copia del testo.",
    )


def _fill(
    node: _Node, segment: Segment, heading: Heading | None, ground: Ground, findings: Findings
) -> None:
    pieces = list(segment.pieces)
    if heading:
        title, pieces = _apart(pieces, heading, findings)
        node.heading = field_text(title, node.label, "heading", ground, findings) or None
        if not heading.sure and heading.cut is not None and heading.resume == heading.cut + 1:
            findings.issues.append(
                Issue(
                    "heading-not-closed",
                    f"Il titolo di {node.label} non è chiuso da alcun segno: il confine col testo è dedotto.",
                    title[0].number,
                    node.label,
                    ground.edition,
                    remedy="Confermare il confine o spostarlo con una correzione.",
                )
            )
    _flag_unlabelled(pieces, node, ground, findings)
    node.text = field_text(pieces, node.label, "text", ground, findings)
    _flag_text(node, ground, findings, pieces)


def _apart(
    pieces: list[Line], heading: Heading, findings: Findings
) -> tuple[list[Line], list[Line]]:
    """The pieces of a heading and those of the text behind it."""
    title, rest = pieces[: heading.pieces], pieces[heading.pieces :]
    if heading.cut is None or heading.resume is None:
        return title, rest
    piece = rest[0]
    title.append(piece.cut(heading.cut)[0])
    set_aside(piece.text[heading.cut : heading.resume], findings)
    behind = piece.cut(heading.resume)[1]
    return title, ([behind] if behind.text else []) + rest[1:]


def _flag_unlabelled(
    pieces: Sequence[Line], node: _Node, ground: Ground, findings: Findings
) -> None:
    """A paragraph without a label inside a provision is kept with it, and said."""
    previous: Line | None = None
    blank = False
    lengths = [len(piece.text) for piece in pieces if piece.text]
    whole_lines = bool(lengths) and max(lengths) > 130
    for piece in pieces:
        if not piece.text:
            blank = previous is not None
            continue
        starts = str(piece)[0].isupper() or str(piece)[0] in "“«("
        if previous and node.label.path and starts and ends_sentence(str(previous)):
            if (blank or whole_lines) and piece.number != previous.number:
                findings.issues.append(_unlabelled(piece, node.label, ground))
        previous, blank = piece, False


def _unlabelled(piece: Line, label: Label, ground: Ground) -> Issue:
    return Issue(
        "unlabelled-paragraph",
        f"Un capoverso senza etichetta è letto come seguito di {label}.",
        piece.number,
        label,
        ground.edition,
        remedy="Se è un paragrafo a sé, dirlo con una correzione.",
    )


def _flag_text(
    node: _Node, ground: Ground, findings: Findings, pieces: Sequence[Line]
) -> None:
    text = str(node.text)
    line = next((piece.number for piece in pieces if piece.text), None)
    for opener, closer, name in (("(", ")", "parentesi"), ("“", "”", "virgoletta")):
        if text.count(opener) > text.count(closer):
            findings.issues.append(
                Issue(
                    "bracket-not-closed",
                    f"In {node.label} una {name} aperta non viene chiusa.",
                    line,
                    node.label,
                    ground.edition,
                    "remark",
                )
            )
    openers = re.findall(r"(?:^|[.;]\s)([A-ZÀ-Ý]\w+ \w+)", text)
    if node.label.path and len(openers) > 1 and any(a == b for a, b in zip(openers, openers[1:], strict=False)):
        findings.issues.append(
            Issue(
                "possible-list",
                f"In {node.label} due frasi di seguito cominciano allo stesso modo:"
                " forse erano voci di un elenco.",
                line,
                node.label,
                ground.edition,
                remedy="Confrontare con un’altra copia; la macchina non spezza da sola.",
            )
        )


def field_text(
    pieces: Sequence[Line], label: Label, part: str, ground: Ground, findings: Findings
) -> Text:
    """The text of a field without its note marks; the marks go to the findings."""
    text = compose(pieces, ground, findings).strip()[1]
    return strip_calls(text, field_of(ground, label, part), label, ground, findings)


def field_of(ground: Ground, label: Label, part: str) -> str:
    """The key of a field (see `Article.key`)."""
    again = f"~{ground.copy}" if ground.copy > 1 else ""
    return f"{ground.edition}:{label}#{part}{again}"


def strip_calls(
    text: Text, key: str, label: Label, ground: Ground, findings: Findings
) -> Text:
    """Take the note marks out of a text and remember where they stood."""
    calls = calls_in(str(text), ground.defined, ground.structure)
    if not calls:
        return text
    left, taken = take_calls(text, calls)
    for call, mark, at in taken:
        findings.calls.append((call, mark, key, at, label))
    return left



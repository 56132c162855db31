"""One article from its lines: outline, headings, texts, and the doubts met on the way."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from rulebook.label import Label
from rulebook.model import Article, Paragraph, Status
from rulebook.reading.articles import doubts, loose, order, visitors
from rulebook.reading.articles.fields import Findings, Ground, field_text, set_aside
from rulebook.reading.articles.outline import Mark, candidates, decide
from rulebook.reading.articles.provisions import Heading, Segment, headings_of
from rulebook.reading.articles.structure import Structure
from rulebook.reading.articles.terms import terms_of
from rulebook.reading.articles.titles import Opening
from rulebook.reading.lines import Line, ends_sentence
from rulebook.text import Text


def read_article(
    lines: Sequence[Line], opening: Opening, ground: Ground, findings: Findings, cut: bool = False
) -> Article:
    """Read an article whose announcement stands on the first line.

    Args:
        lines: its lines from the announcement to its last word, notes taken out.
        opening: where its announcement and title end (line numbers count from the first line).
        ground: edition, source and words.
        findings: takes what is set aside, changed, doubted and called.
        cut: whether a link that leads on was set aside behind its last words.
    """
    label = Label(opening.number)
    announced, title, body = _announcement(lines, opening, findings)
    if isinstance(opening.number, str):
        return _part(label, announced, title, body, ground, findings)
    lines_of_body, taken = _take_cuts(body, ground.structure, findings)
    texts = [str(line) for line in lines_of_body]
    breaks = [line.breaks for line in lines_of_body]
    found = candidates(texts, breaks, ground.structure, ground.calls)
    marks, refused = order.settle(lines_of_body, found, decide(found))
    truncated = _take_truncation(lines_of_body, ground.structure, findings)
    truncated = truncated or cut or (taken and _breaks_off(body, lines_of_body))
    findings.issues += doubts.out_of_order(lines_of_body, marks, refused, label, ground.edition)
    findings.issues += visitors.comments(
        lines_of_body, marks, label, ground.edition, ground.structure
    )
    segments = _segments(lines_of_body, marks)
    headings = headings_of(segments, ground.structure)
    root = tree(label, segments, headings, ground, findings, announced, truncated)
    title_text = field_text(title, label, "title", ground, findings)
    cut_off = truncated or taken
    status: Status = "truncated" if cut_off else "quoted" if ground.quoted else "complete"
    if not cut_off and not any(one.text or one.heading for one in root.walk()):
        findings.issues.append(doubts.empty(lines[0].number, label, ground.edition))
    if not opening.closed:
        findings.issues.append(doubts.title_not_closed(lines[0].number, label, ground.edition))
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


_BROKEN = re.compile(r"[-\u2010\u00ad]\Z")
"""What ends a line of a title whose last word goes on below."""


def _announcement(
    lines: Sequence[Line], opening: Opening, findings: Findings
) -> tuple[Text, list[Line], list[Line]]:
    first = lines[0]
    start, stop = opening.title
    if (
        opening.more
        and _BROKEN.match(str(first.text)[stop:])
        and str(first.text)[stop - 1].isalpha()
    ):
        stop += 1
    number = len(str(first.text)[: opening.announced].rstrip(" .:–—-"))
    announced = first.text[:number]
    set_aside(first.text[number : opening.announced], findings)
    title: list[Line] = []
    if stop > start:
        title.append(Line(first.number, first.text[start:stop]))
    rest = first.cut(stop)[1]
    if opening.more:
        set_aside(rest.text, findings)
        for at, line in enumerate(lines[1 : opening.more + 1], 1):
            text = str(line)
            end = len(text.rstrip(" .:–—-"))
            if at < opening.more and _BROKEN.match(text[end:]):
                end += 1
            title.append(Line(line.number, line.text[:end]))
            set_aside(line.text[end:], findings)
        return announced, title, list(lines[opening.more + 1 :])
    lead = len(str(rest)) - len(str(rest).lstrip(" .:–—-"))
    if isinstance(opening.number, str) or stop > start:
        set_aside(rest.text[:lead], findings)
        rest = rest.cut(lead)[1]
    body = [rest, *lines[1:]] if rest.text else list(lines[1:])
    return announced, title, body


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


def _breaks_off(body: Sequence[Line], kept: Sequence[Line]) -> bool:
    """Whether the mark of a cut that was taken away stood behind a sentence left open."""
    last = next((line for line in reversed(body) if line.text), None)
    left = next((line for line in reversed(kept) if line.text), None)
    return last is not left and left is not None and not ends_sentence(str(left))


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
        Segment(mark, marker, tuple(pieces), mark is not None and mark.path in parents)
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
        self.last: int | None = None
        self.line: int | None = None

    @property
    def alone(self) -> bool:
        """Whether the label has nothing behind it or below it, and no cut says why."""
        filled = self.heading or self.text or self.tail or self.children or self.truncated
        return bool(self.label.path) and not filled

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
    whole = loose.in_whole_lines([piece for segment in segments for piece in segment.pieces])
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
                line = segment.marker.number
                findings.issues.append(doubts.gap(line, node.label, ground.edition))
        node = nodes[path]
        _fill(node, segment, heading, ground, findings, whole)
        if after:
            holder = nodes.get(path[:-1], nodes[()])
            holder.tail = field_text(after, holder.label, "tail", ground, findings)
            doubt = doubts.unlabelled(after[0].number, holder.label, ground.edition)
            findings.issues.append(doubt)
        if segment.marker:
            node.line = segment.marker.number
        last = node
    last.truncated = truncated
    findings.issues += [
        doubts.label_alone(node.line, node.label, ground.edition)
        for node in nodes.values() if node.alone
    ]
    findings.issues += doubts.unfinished(
        list(_endings(list(nodes.values()))), ground.edition, ground.structure
    )
    return nodes[()].frozen()


def _endings(nodes: Sequence[_Node]) -> Iterator[doubts.Ending]:
    """How each provision ends, in reading order."""
    for node, follows in zip_longest(nodes, nodes[1:]):
        path = node.label.path
        after = follows.label.path if follows else ()
        # Below the last member of an inner list the outer one goes on.
        goes_on = bool(path) and (len(after) > 1 or (len(after) == len(path)))
        holder = next((one for one in nodes if one.label.path == path[:-1]), node)
        yield doubts.Ending(
            node.label, str(node.text), node.last, bool(node.children),
            goes_on or (holder is not node and bool(holder.tail)), node.truncated,
        )


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
    if len(path) < 2 or not earlier or (follows and follows.path[: len(path) - 1] == path[:-1]):
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


def _fill(
    node: _Node,
    segment: Segment,
    heading: Heading | None,
    ground: Ground,
    findings: Findings,
    whole_lines: bool,
) -> None:
    pieces = list(segment.pieces)
    if heading:
        title, pieces = _apart(pieces, heading, findings)
        node.heading = field_text(title, node.label, "heading", ground, findings) or None
        if not heading.sure and (heading.cut is None or heading.resume == heading.cut + 1):
            findings.issues.append(
                doubts.heading_not_closed(title[0].number, node.label, ground.edition)
            )
    findings.issues += loose.doubts(pieces, node.label, ground.edition, whole_lines)
    node.text = field_text(pieces, node.label, "text", ground, findings)
    node.last = next((piece.number for piece in reversed(pieces) if piece.text), None)
    line = next((piece.number for piece in pieces if piece.text), None)
    findings.issues += doubts.about_text(
        str(node.text), line, node.label, ground.edition, ground.structure
    )


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

"""Links inside a page as evidence: marks of notes, the notes they lead to, ways back, menus."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from rulebook.inputs.markup import Node, web_words

MARK = re.compile(r"[\[(]?(\d{1,3}|\*{1,6})[\])]?\Z")
_LETTERS = re.compile(r"[^\W_]", re.UNICODE)
_PARTS = re.compile(r"[^a-z]+")
HEADINGS = ("h1", "h2", "h3", "h4", "h5", "h6")
_WHOLE = ("body", "html", "main", "article", "document")
_LONGEST_LINK = 80
_LONGEST_TRAIL = 150
_TRAIL = re.compile(r"[^›»>\n]{1,60}(?:\s[›»>]\s[^›»>\n]{1,90}){1,8}")
"""The steps from a site's first page to this one."""

_FEWEST_LINKS = 3


@dataclass(slots=True)
class Anchors:
    """What the links of a page show, by the identity of its elements.

    `calls` are links that are marks of notes; `returns` lead from a note back to its mark;
    `notes` are the elements that hold one note, `lines` those at which a note begins in the
    middle of a paragraph, behind a line break; `menus` those that hold hardly more than links,
    `ways` those whose links only lead on, back and up, or from the whole to this page.
    """

    calls: set[int] = field(default_factory=set)
    returns: set[int] = field(default_factory=set)
    notes: set[int] = field(default_factory=set)
    lines: set[int] = field(default_factory=set)
    menus: set[int] = field(default_factory=set)
    ways: set[int] = field(default_factory=set)


@dataclass(frozen=True, slots=True)
class _Spot:
    """An element with those that hold it, the outermost first, and its place in the page."""

    node: Node
    holders: tuple[Node, ...]
    place: int


def anchors_of(page: Node) -> Anchors:
    """Read the links of a page; nothing is raised, whatever their addresses are."""
    found = Anchors()
    links: list[_Spot] = []
    named: dict[str, _Spot] = {}
    _gather(page, (), links, named)
    targets = {id(link.node): named.get(_fragment(link.node)) for link in links}
    led: dict[int, set[tuple[str, int]]] = {}
    holders: dict[str, Node | None] = {}
    broken: dict[int, set[int]] = {}
    for link in links:
        mark = link.node.words().strip()
        target = targets[id(link.node)]
        if not MARK.match(mark):
            continue
        name = _fragment(link.node)
        own = link.node.attributes.get("href", "").startswith("#")
        if target is None:
            if own and name and _is_note_name(name) and not _leads_in(link):
                found.calls.add(id(link.node))
            continue
        back = _answers(link, target, targets, led)
        named_so = _is_note_name(name) or _is_raised(link)
        if target.place <= link.place or not (back or (own and named_so)):
            continue
        if _begins_line(target, broken):
            found.calls.add(id(link.node))
            found.lines.add(id(target.node))
            continue
        if name not in holders:
            holders[name] = _holder(target, name)
        holder = holders[name]
        if holder is None:
            continue
        found.calls.add(id(link.node))
        found.notes.add(id(holder))
    for link in links:
        target = targets[id(link.node)]
        inside = any(id(holder) in found.notes for holder in link.holders)
        if not inside or target is None or target.place >= link.place:
            continue
        around = {id(target.node), *(id(node) for node in target.node.walk())}
        if around & found.calls or any(id(holder) in found.calls for holder in target.holders):
            found.returns.add(id(link.node))
    _weigh(page, found, named)
    return found


def _gather(
    node: Node, holders: tuple[Node, ...], links: list[_Spot], named: dict[str, _Spot]
) -> None:
    spots = [(node, holders)]
    place = 0
    while spots:
        node, holders = spots.pop()
        place += 1
        spot = _Spot(node, holders, place)
        for name in (node.attributes.get("id"), node.tag == "a" and node.attributes.get("name")):
            if name:
                named.setdefault(name, spot)
        if node.tag == "a" and "href" in node.attributes:
            links.append(spot)
        inner = (*holders, node)
        spots += [(child, inner) for child in reversed(node.children) if isinstance(child, Node)]


def _fragment(link: Node) -> str:
    return link.attributes.get("href", "").partition("#")[2]


def _is_note_name(name: str) -> bool:
    words = web_words()
    parts = set(filter(None, _PARTS.split(name.lower())))
    return not words.note_names.isdisjoint(parts) and any(letter.isdigit() for letter in name)


def _is_raised(link: _Spot) -> bool:
    """Whether a link stands above the line, or all that it shows does."""
    inner = [child for child in link.node.children if not isinstance(child, str) or child.strip()]
    inside = len(inner) == 1 and isinstance(inner[0], Node) and inner[0].tag == "sup"
    return inside or any(holder.tag == "sup" for holder in link.holders)


def _begins_line(target: _Spot, known: dict[int, set[int]]) -> bool:
    """Whether an element begins a line of a paragraph that has several, parted by breaks.

    `known` keeps what was found of each paragraph.
    """
    block = _block(target)
    if block is None or block is target.node or block.tag in HEADINGS:
        return False
    if id(block) not in known:
        known[id(block)] = _line_starts(block)
    return id(target.node) in known[id(block)]


def _line_starts(block: Node) -> set[int]:
    """The elements before which a line of a paragraph has no words; none where it has one line."""
    starts: set[int] = set()
    breaks = 0
    blank = True

    def go_through(holder: Node) -> None:
        nonlocal breaks, blank
        for child in holder.children:
            if isinstance(child, str):
                blank = blank and not child.strip()
            elif child.tag == "br":
                breaks, blank = breaks + 1, True
            else:
                if blank:
                    starts.add(id(child))
                go_through(child)

    go_through(block)
    return starts if breaks else set()


def _answers(
    link: _Spot,
    target: _Spot,
    targets: dict[int, _Spot | None],
    led: dict[int, set[tuple[str, int]]],
) -> bool:
    """Whether a link stands at the target, or in its paragraph, that leads back to the mark."""
    base = link.node.attributes["href"].partition("#")[0]
    block = _block(target)
    if block is None:
        return False
    mine = {id(link.node), *(id(h) for h in link.holders if h.tag in ("sup", "span"))}
    mine |= {id(node) for node in link.node.walk()}
    if id(block) not in led:
        led[id(block)] = {
            (node.attributes["href"].partition("#")[0], id(back.node))
            for node in block.walk()
            if (back := targets.get(id(node))) is not None
        }
    return any((base, one) in led[id(block)] for one in mine)


def _block(spot: _Spot) -> Node | None:
    """The paragraph that an element is, or stands in."""
    for node in (spot.node, *reversed(spot.holders)):
        if node.tag in web_words().blocks:
            return None if node.tag in _WHOLE else node
    return None


def _leads_in(link: _Spot) -> bool:
    """Whether a link opens its paragraph, as the mark before a note's text does."""
    block = _block(link)
    words = link.node.words().strip()
    return block is not None and block.words().lstrip().startswith(words)


def _holder(target: _Spot, name: str) -> Node | None:
    """The element that holds the whole note: it opens with the target, and is no heading."""
    block = _block(target)
    if block is None or block.tag in HEADINGS:
        return None
    if target.node is not block:
        before, whole = target.node.words().strip(), block.words().strip()
        if before and not whole.startswith(before):
            return None
        if not before and not _opens(block, target.node):
            return None
    for holder in target.holders:
        tied = holder.attributes.get("id", "").strip("_")
        styled = "mso-element:footnote" in holder.attributes.get("style", "").replace(" ", "")
        named = tied and name.strip("_").startswith(tied) and _is_note_name(tied)
        if holder.tag in web_words().blocks and (styled or named):
            return holder
    return block


def _opens(block: Node, node: Node) -> bool:
    """Whether no words stand before an element in its paragraph."""
    for child in block.children:
        if isinstance(child, str):
            if child.strip():
                return False
        elif child is node or any(inner is node for inner in child.walk()):
            return child is node or _opens(child, node)
        elif child.words().strip():
            return False
    return False


@dataclass(slots=True)
class _Weight:
    letters: int = 0
    linked: int = 0
    links: int = 0
    own: int = 0
    ways: int = 0
    notes: bool = False


def _weigh(page: Node, found: Anchors, named: dict[str, _Spot]) -> None:
    """Find the elements whose words are links: ways through a site, contents of a page."""
    blocks, headings = web_words().blocks, frozenset(HEADINGS)

    def of(node: Node, inside: bool) -> _Weight:
        link = node.tag == "a" and bool(node.attributes.get("href", "").strip())
        mine = _Weight(notes=id(node) in found.notes or id(node) in found.calls)
        for child in node.children:
            if isinstance(child, str):
                count = len(_LETTERS.findall(child))
                mine.letters += count
                mine.linked += count if inside or link else 0
            elif child.tag not in web_words().skipped:
                inner = of(child, inside or link)
                mine.letters += inner.letters
                mine.linked += inner.linked
                mine.links += inner.links
                mine.own += inner.own
                mine.ways += inner.ways
                mine.notes = mine.notes or inner.notes
        if link and mine.letters:
            mine.links += 1
            mine.own += _fragment(node) in named
            mine.ways += _way_word(node.words())
        free = node.tag not in _WHOLE and node.tag not in headings and not mine.notes
        if free and node.tag in blocks and mine.links:
            led = mine.ways == mine.links and mine.linked == mine.letters
            # How much the words of a link weigh is no matter in a trail: its last step is none.
            if led or (mine.letters <= _LONGEST_TRAIL and _TRAIL.fullmatch(node.words().strip())):
                found.ways.add(id(node))
            if (
                mine.links >= _FEWEST_LINKS
                and mine.linked * 10 >= mine.letters * 8
                and (mine.own * 2 > mine.links or mine.linked <= mine.links * _LONGEST_LINK)
            ):
                found.menus.add(id(node))
        return mine

    of(page, False)


def _way_word(words: str) -> bool:
    """Whether a link only leads through a site: on, back, up, home."""
    bare = re.sub(r"[^\w’' ]+", " ", words).replace("’", "'")
    return " ".join(bare.lower().split()) in web_words().way_words

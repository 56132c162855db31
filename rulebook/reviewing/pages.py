"""The pages of the review, in Italian; every word of a text is escaped by the templates."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any
from urllib.parse import quote

from jinja2 import Environment, PackageLoader, StrictUndefined

from rulebook.model import Document, Issue, Source
from rulebook.reviewing import forms
from rulebook.reviewing.decisions import as_field
from rulebook.reviewing.desk import Preview, State
from rulebook.reviewing.differences import Part, parts_of
from rulebook.reviewing.doubts import ROLES, Doubt

_WINDOW = 400
_MOST = 200
"""Doubts shown at once; the lightest wait until the others are decided."""

_SHOWN = {"\u00a0": "␣", "\n": "↵", "\r": "", "\t": "⇥", "\u00ad": "⟨-⟩", "\ufeff": "⟨BOM⟩"}
WEIGHTS = {"error": "errore", "doubt": "dubbio", "remark": "osservazione"}
KINDS = {
    "articles": "articoli", "letter": "lettera", "commentary": "commento", "guide": "guida",
    "parallel": "testi a fronte", "contents": "indice", "other": "altro",
}
OPERATIONS = {
    "replace": "parole", "join": "righe unite", "split": "riga divisa", "note": "osservazione",
    "columns": "colonna",
}
"""What a decision is about, as it is said."""
_REASONS = {
    "furniture": "arredo di pagina", "page-number": "numero di pagina",
    "running-header": "testatina",
}
_ASIDE = ("menu", "links", "running-header", "page-number")


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the source: where it stands in the reading, or why it was set aside."""

    number: int
    text: str
    targets: tuple[str, ...]
    name: str
    aside: str


@dataclass(frozen=True, slots=True)
class Voice:
    """A part of the reading, as it is shown."""

    anchor: str
    part: Part
    lines: str


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a line stands on the picture of its page, in points."""

    line: int
    left: float
    top: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Done:
    """What was just written, taken out or taken back, by id, and what can be taken back to the
    letter."""

    written: str = ""
    removed: str = ""
    undone: str = ""
    undoable: str = ""


_EDGE = 3
"""Points around a line on its picture, so that nothing of it is cut off."""

_STRIP = 14
"""How long the part of a line is that is shown with a doubt, in heights of the line."""


def overview(state: State) -> str:
    """Every text with its doubts, and the doubts about the corpus that belong to no text."""
    texts = []
    for document in state.rulebook.documents:
        doubts = state.doubts(document.source.id)
        counts = {
            name: sum(doubt.weight == weight for doubt in doubts)
            for weight, name in WEIGHTS.items()
        }
        texts.append((document, counts))
    texts.sort(key=lambda pair: tuple(-count for count in pair[1].values()))
    return _render(
        "overview.html", title="Revisione dei testi", texts=texts, kinds=KINDS,
        orphans=_orphans(state), weights=WEIGHTS,
    )


def text(state: State, source: str, line: int, done: Done, token: str) -> str:
    """One text: its doubts, and around a line the source beside what is read in it."""
    document = state.document(source)
    made = document.source
    doubts = state.doubts(source)
    if state.correction(done.written) is None:
        # The address of an answer outlives what it told of.
        done = replace(done, written="")
    first, last = window(made, line)
    shown = range(first, last + 1)
    parts = [
        Voice(f"p-{index}", part, _stretch(part.lines))
        for index, part in enumerate(parts_of(document), 1)
        if any(n in shown for n in part.lines)
    ]
    rows = [_row(document, number, parts) for number in shown]
    return _render(
        "text.html", title=made.title or made.id, document=document, source=made,
        doubts=doubts[:_MOST], more=len(doubts[_MOST:]), rows=rows, parts=parts,
        first=first, last=last, page=_page_of(made, first), spots=_spots(made, first, last),
        weights=WEIGHTS, kinds=KINDS, done=done, token=token, author=forms.AUTHOR,
        base=_base(source), correction=state.correction, decided=state.decided(source),
        operations=OPERATIONS,
        cuts=_cuts(made, doubts[:_MOST], _spots(made, first, last)),
        before=_beyond(made, range(first - 1, 0, -1)),
        after=_beyond(made, range(last + 1, made.lines + 1)),
    )


def line(state: State, source: str, first: int, last: int, token: str) -> str:
    """The form for some lines of a text."""
    made = state.document(source).source
    start, stop = forms.stretch(made, first, last)
    column = next((c for c in state.document(source).columns if c.line == first), None)
    filled = [number for number in range(first, last + 1) if made.line(number).strip()]
    roles = [made.layout.roles[number - 1] for number in filled] if made.layout else []
    aside = bool(roles) and all(role in _ASIDE for role in roles)
    around = range(max(1, first - 3), min(made.lines, last + 3) + 1)
    return _render(
        "line.html", title=f"Riga {first}: {made.title or made.id}", source=made, first=first,
        last=last, field=as_field(made.text[start:stop]), column=column, token=token, aside=aside,
        around=[(number, made.line(number), first <= number <= last) for number in around],
        sides=forms.SIDES, roles=ROLES, author=forms.AUTHOR, base=_base(source),
        decided=[c for c in state.decided(source) if c.near in range(first, last + 1)],
        operations=OPERATIONS,
    )


def preview(state: State, source: str, form: Mapping[str, str], made: Preview, token: str) -> str:
    """What a decision would change, and the button that writes it."""
    return _render(
        "preview.html", title="Che cosa cambia", source=state.document(source).source,
        fields=_again(form), line=forms.line_of(form), preview=made, token=token,
        author=forms.AUTHOR if form.get("azione") in forms.UNSIGNED and "da" not in form else "",
        weights=WEIGHTS, base=_base(source),
    )


def refused(source: str, form: Mapping[str, str], why: str, technical: str = "") -> str:
    """A decision that cannot be made, with everything that was typed.

    `technical` is a message of the program, which is shown as such: its language is English.
    """
    return _render(
        "refused.html", title="Non si può scrivere", why=why, technical=technical,
        fields=_again(form), line=forms.line_of(form), base=_base(source),
    )


def message(words: str, technical: str = "") -> str:
    """A page with nothing but words; see `refused` for what is technical."""
    return _render("message.html", title="Revisione", words=words, technical=technical)


def window(source: Source, line: int) -> tuple[int, int]:
    """The lines shown with a line: those of its page, or a stretch of a text without pages."""
    if not source.lines:
        return 1, 0
    page = _page_of(source, line)
    if page and source.layout:
        numbers = [
            number for number, place in enumerate(source.layout.places, 1)
            if place and place.page == page and number <= source.lines
        ]
        return min(numbers), max(numbers)
    first = (line - 1) // _WINDOW * _WINDOW + 1
    return first, min(first + _WINDOW - 1, source.lines)


def _beyond(source: Source, lines: range) -> int | None:
    """The first of some lines that begins another window; a blank one belongs to the page before.
    """
    layout = source.layout
    if layout is None or not layout.pages:
        return next(iter(lines), None)
    return next((number for number in lines if layout.place(number)), None)


def _page_of(source: Source, line: int) -> int | None:
    """The page that a line stands on; that of a line before it where nothing is known of it."""
    if source.layout is None:
        return None
    for number in (*range(line, 0, -1), *range(line + 1, source.lines + 1)):
        place = source.layout.place(number)
        if place:
            return place.page
    return None


@dataclass(frozen=True, slots=True)
class Sheet:
    """The picture of a page with the places of its lines, turned as it was to be read."""

    page: int
    width: float
    height: float
    spots: tuple[Spot, ...]
    turned: int = 0

    @property
    def upright(self) -> tuple[float, float]:
        """Width and height as it is read."""
        size = self.width, self.height
        return size if self.turned in (0, 180) else size[::-1]

    @property
    def moved(self) -> tuple[float, float]:
        """Where its corner comes to lie that is the upper left one in the file."""
        width, height = self.upright
        return {90: (width, 0.0), 180: (width, height), 270: (0.0, height)}.get(
            self.turned, (0.0, 0.0))

    def read(self, spot: Spot) -> tuple[float, float, float, float]:
        """Where a place is on the page as it is read: left, top, width and height."""
        left, top, width, height = spot.left, spot.top, spot.width, spot.height
        for _ in range(self.turned // 90 % 4):
            # Turned by a quarter, what was at the left is at the top.
            left, top, width, height = -top - height, left, height, width
        across, down = self.moved
        return left + across, top + down, width, height


def _spots(source: Source, first: int, last: int) -> Sheet | None:
    layout, page = source.layout, _page_of(source, first)
    if layout is None or page is None or not 0 < page <= len(layout.pages):
        return None
    spots = []
    for number in range(first, last + 1):
        place = layout.place(number)
        if place and place.page == page and place.box:
            left, top, right, bottom = place.box
            spots.append(Spot(number, left, top, max(right - left, 1), max(bottom - top, 1)))
    size = layout.pages[page - 1]
    return Sheet(page, size.width, size.height, tuple(spots), size.turned)


def _cuts(source: Source, doubts: Sequence[Doubt], sheet: Sheet | None) -> dict[str, str]:
    """The part of the picture to show with a doubt about characters: a view box, by its key."""
    if sheet is None:
        return {}
    spots = {spot.line: spot for spot in sheet.spots}
    found = {}
    for doubt in doubts:
        spot, change = spots.get(doubt.line or 0), doubt.change
        if spot is None or doubt.kind != "character" or change is None or change.span is None:
            continue
        left, top, width, height = sheet.read(spot)
        shown = min(width, _STRIP * height)
        # The words stand about as far in the line as their letters do.
        start = source.line_starts[spot.line - 1]
        middle = (change.span.start + change.span.end) / 2 - start
        share = middle / max(1, len(source.line(spot.line)))
        left += min(max(width * share - shown / 2, 0), width - shown)
        box = (left - _EDGE, top - _EDGE, shown + 2 * _EDGE, height + 2 * _EDGE)
        found[doubt.key] = " ".join(f"{edge:g}" for edge in box)
    return found


def _row(document: Document, number: int, parts: list[Voice]) -> Row:
    source = document.source
    found = [voice for voice in parts if number in voice.part.lines]
    aside = ""
    if not found:
        for discard in document.discards:
            if discard.span.source == source.id and discard.text.strip():
                low = source.place(discard.span.start)[0]
                high = source.place(max(discard.span.start, discard.span.end - 1))[0]
                if low <= number <= high:
                    aside = _REASONS.get(discard.reason, discard.reason.replace("-", " "))
    name = found[0].part.name if found else ""
    return Row(number, source.line(number), tuple(v.anchor for v in found), name, aside)


def _orphans(state: State) -> list[Issue]:
    """Doubts about editions that no text on hand answers for."""
    held = {(a.edition, a.number) for d in state.rulebook.documents for a in d.articles}
    return [
        issue for issue in state.rulebook.issues
        if issue.label is None or (issue.edition, issue.label.article) not in held
    ]


def _again(form: Mapping[str, str]) -> list[tuple[str, str]]:
    """What was filled in, for the next form; what belongs to one answer alone is asked anew."""
    anew = ("chiave", "sigillo", "intero")
    return [(key, value) for key, value in form.items() if key not in anew]


def _stretch(lines: tuple[int, ...]) -> str:
    if not lines:
        return ""
    if len(lines) == 1:
        return f"riga {lines[0]}"
    return f"righe {lines[0]}–{lines[-1]}"


def _base(source: str) -> str:
    return f"/testo/{quote(source)}/"


def visible(words: str) -> str:
    """Words with the signs that nobody sees."""
    return "".join(_SHOWN.get(character, character) for character in words)


def _weight(doubt: Doubt | Issue) -> str:
    return WEIGHTS[doubt.weight]


def _counted_lines(number: int) -> str:
    return "1 riga" if number == 1 else f"{number} righe"


@cache
def _environment() -> Environment:
    made = Environment(
        loader=PackageLoader("rulebook.reviewing"), autoescape=True, undefined=StrictUndefined,
        trim_blocks=True, lstrip_blocks=True,
    )
    made.filters |= {"visible": visible, "weight": _weight, "lines": _counted_lines}
    return made


def _render(name: str, **values: Any) -> str:
    return _environment().get_template(name).render(**values)

"""From what a person filled in to a decision."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import date

from rulebook.label import path_of
from rulebook.model import Correction, Source
from rulebook.reviewing import decisions
from rulebook.reviewing.decisions import Decision, DecisionError, Signed
from rulebook.reviewing.desk import State
from rulebook.reviewing.doubts import ROLES, Doubt

SIDES = ("old", "new")
AUTHOR = "redazione"
UNSIGNED = ("accetta", "tieni", "scegli")
"""What is decided with one button: who decides is asked where the decision is shown."""
_RIGHT = "Non è un errore: la fonte resta com’è."
_REASON = "Confermato da chi ha riletto la fonte."


def number(text: str | None, least: int, most: int) -> int:
    """A number between two others; the least where none is given."""
    if text is None or not (text.isascii() and text.isdigit()) or len(text) > 9:
        return least
    return max(least, min(int(text), most))


def line_of(form: Mapping[str, str]) -> int:
    """The line that a form is about."""
    return number(form.get("riga"), 1, 10**9)


def decision(state: State, source: str, form: Mapping[str, str]) -> Decision:
    """What a form decides.

    Raises:
        DecisionError: it is not filled in rightly, or what it is about is not there any more.
    """
    made = _DOES.get(form.get("azione", ""))
    entry = state.entry(source)
    if made is None or entry is None:
        raise DecisionError("Non è detto che cosa fare.")
    return made(state, entry.source, form)


def _signed(form: Mapping[str, str], reason: str = _REASON) -> Signed:
    by = form.get("da", "").strip() or AUTHOR
    return Signed(form.get("motivo", "").strip() or reason, by, date.today().isoformat())  # noqa: DTZ011


def _doubt(state: State, source: Source, form: Mapping[str, str]) -> Doubt:
    key = form.get("dubbio", "")
    for doubt in state.doubts(source.id):
        if doubt.key == key:
            return doubt
    raise DecisionError("Il dubbio non c’è più: forse è già deciso. Si ricarichi la pagina.")


def _accept(state: State, source: Source, form: Mapping[str, str]) -> Decision:
    doubt = _doubt(state, source, form)
    if doubt.kind == "columns":
        return _decided(state, source, doubt.lines, {}, None, _signed(form))
    if doubt.kind == "correction":
        return decisions.accepted(source, doubt.correction, _signed(form, ""))
    if doubt.change is None or doubt.change.span is None:
        raise DecisionError("Qui non c’è niente da accettare: si corregga la riga.")
    span = doubt.change.span
    signed = _signed(form, doubt.message)
    return decisions.replacement(
        source, span.start, span.end, doubt.change.after, state.ids(source.id), signed
    )


def _choose(state: State, source: Source, form: Mapping[str, str]) -> Decision:
    """One of the readings that a doubt offers."""
    doubt = _doubt(state, source, form)
    chosen = form.get("scelta", "")
    if chosen not in doubt.choices or doubt.change is None or doubt.change.span is None:
        raise DecisionError("Questa lettura non è fra quelle offerte.")
    span = doubt.change.span
    signed = _signed(form, "Letto sull’immagine della pagina.")
    return decisions.replacement(
        source, span.start, span.end, chosen, state.ids(source.id), signed
    )


def _keep(state: State, source: Source, form: Mapping[str, str]) -> Decision:
    doubt = _doubt(state, source, form)
    right = "Letto così sulla pagina." if doubt.kind == "character" else _RIGHT
    signed = _signed(form, right)
    if doubt.kind == "correction":
        proposed = state.correction(doubt.correction)
        if proposed is None:
            raise DecisionError("La correzione non c’è più.")
        return decisions.kept(source, proposed, signed)
    if doubt.change is None or doubt.change.span is None:
        raise DecisionError("Qui non c’è niente da tenere.")
    span = doubt.change.span
    raw = source.text[span.start : span.end]
    return decisions.replacement(source, span.start, span.end, raw, state.ids(source.id), signed)


def _taken_back(state: State, source: Source, form: Mapping[str, str]) -> Decision:
    return decisions.taken_back(source, _made(state, source, form))


def _proposed_again(state: State, source: Source, form: Mapping[str, str]) -> Decision:
    return decisions.proposed_again(source, _made(state, source, form))


def _made(state: State, source: Source, form: Mapping[str, str]) -> Correction:
    """The decision about this text that a form names."""
    found = state.correction(form.get("voce", ""))
    if found is None or found.source != source.id:
        raise DecisionError("La decisione non c’è più. Si ricarichi la pagina.")
    return found


def _lines(source: Source, form: Mapping[str, str]) -> tuple[int, int]:
    first = number(form.get("riga"), 1, source.lines)
    return first, number(form.get("fino"), first, source.lines)


def stretch(source: Source, first: int, last: int) -> tuple[int, int]:
    """The offsets of some lines, the end of the last one left out."""
    return source.line_starts[first - 1], source.line_starts[last - 1] + len(source.line(last))


def _correct(state: State, source: Source, form: Mapping[str, str]) -> Decision:
    start, stop = stretch(source, *_lines(source, form))
    raw = source.text[start:stop]
    new = decisions.from_field(raw, form.get("testo", decisions.as_field(raw)))
    if new == raw:
        raise DecisionError("Le parole sono le stesse: non c’è niente da correggere.")
    if not form.get("motivo", "").strip():
        raise DecisionError("Manca il motivo: chi legge l’apparato deve sapere perché.")
    return decisions.replacement(source, start, stop, new, state.ids(source.id), _signed(form))


def _aside(state: State, source: Source, form: Mapping[str, str]) -> Decision:
    """Lines that are no part of the text: their words are taken out, and the reason says why."""
    start, stop = stretch(source, *_lines(source, form))
    if not source.text[start:stop].strip():
        raise DecisionError("La riga è vuota: non c’è niente da mettere da parte.")
    if not form.get("motivo", "").strip():
        raise DecisionError("Manca il motivo: chi legge l’apparato deve sapere perché.")
    return decisions.replacement(source, start, stop, "", state.ids(source.id), _signed(form))


def _note(state: State, source: Source, form: Mapping[str, str]) -> Decision:
    if not form.get("motivo", "").strip():
        raise DecisionError("Manca l’osservazione: si scriva nel motivo.")
    first, _ = _lines(source, form)
    return decisions.note(source, first, state.ids(source.id), _signed(form))


def _columns(state: State, source: Source, form: Mapping[str, str]) -> Decision:
    first, last = _lines(source, form)
    said = {"side": form.get("lato", ""), "role": form.get("ruolo", "")}
    if said["side"] not in ("", *SIDES) or said["role"] not in ("", *ROLES):
        raise DecisionError("La colonna o il ruolo non si conosce.")
    if form.get("paragrafo-detto"):
        path = form.get("paragrafo", "").strip()
        if path_of(path) is None:
            raise DecisionError(f"«{path}» non è un paragrafo: si scriva per esempio B1(b).")
        said["path"] = path
    after = number(form.get("dopo"), 0, source.lines) or None
    if after and last > first:
        raise DecisionError("«Dopo la riga» vale per una riga sola.")
    return _decided(state, source, range(first, last + 1), said, after, _signed(form))


def _decided(
    state: State, source: Source, lines: Iterable[int], said: Mapping[str, str],
    after: int | None, signed: Signed,
) -> Decision:
    entry = state.entry(source.id)
    before = entry.decided if entry else ()
    return decisions.columns(source, lines, said, after, before, state.ids(source.id), signed)


_DOES: Mapping[str, Callable[[State, Source, Mapping[str, str]], Decision]] = {
    "accetta": _accept,
    "tieni": _keep,
    "scegli": _choose,
    "correggi": _correct,
    "scarta": _aside,
    "annota": _note,
    "colonna": _columns,
    "togli": _taken_back,
    "riproponi": _proposed_again,
}

__all__ = ["AUTHOR", "SIDES", "UNSIGNED", "decision", "line_of", "number", "stretch"]

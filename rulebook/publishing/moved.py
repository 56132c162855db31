"""Rules that changed number where no text held says so: the editors assert it, and pages tell it.

A reader who remembers a number would else take another rule for it. Every place says that the
words are the editors', since nothing in the corpus proves them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulebook.compare import Move
from rulebook.label import Label
from rulebook.model import Edition, MovedRule, Target
from rulebook.publishing import addresses
from rulebook.publishing import blocks as b
from rulebook.publishing.comparison import of_editions
from rulebook.publishing.library import Library
from rulebook.publishing.setting import Setting
from rulebook.publishing.wording import label_name, say

MOVED = "cambi-di-numero"
"""The anchor of the list of moves on the page of two editions."""


def moved_here(
    library: Library, setting: Setting, edition: Edition, number: int | str
) -> Iterator[b.Block]:
    """What the editors say of an article's rules in the other editions, at the top of its page.

    Each provision is a place, so that links from the other editions end at it, and the selector
    follows from it.
    """
    groups = tuple(_groups(library, setting, edition, number))
    if not groups:
        return
    title = b.Paragraph((b.Words(say("moved", "title"), "strong"),))
    rules = library.moves.about(Label(number))
    named = {(rule.old_edition, rule.new_edition) for rule in rules}
    couples = sorted(couple for couple in named if edition.id in couple)
    links = b.parted(b.link(f"{old}-{new}", of_editions(old, new), MOVED) for old, new in couples)
    why = b.say(say("moved", "why"), " ", *links, ".", kind="quiet")
    yield b.Group("moves", (title, *groups, *((why,) if links else ())))


def _groups(
    library: Library, setting: Setting, edition: Edition, number: int | str
) -> Iterator[b.Group]:
    others = [other for other in library.editions if other.id != edition.id]
    found = {
        move.here for other in others for move in library.moves.seen(edition.id, other.id)
        if move.here and move.here.article == number
    }
    elsewhere = _placed(library, edition, number)
    for label in sorted({Label(number), *found}):
        if told := moved_lines(library, edition, label):
            anchor = addresses.anchor_of(label)
            own = setting.anchor(anchor) if anchor and label not in elsewhere else None
            yield b.Group("counterpart", told, own, anchor)


def moved_lines(library: Library, edition: Edition, label: Label) -> tuple[b.Paragraph, ...]:
    """What the editors say of exactly one provision, a line for each other edition."""
    others = (other for other in library.editions if other.id != edition.id)
    lines = (_line(library, edition, label, other) for other in others)
    return tuple(b.Paragraph(line, "move") for line in lines if line)


def _placed(library: Library, edition: Edition, number: int | str) -> set[Label]:
    """The provisions that have a place on the page of an article anyway."""
    held = edition.article(number)
    if held is None or held.status == "missing":
        return set(library.spoken_labels(edition.id, number))
    own = {provision.label for provision in held.provisions()}
    return own | set(library.absent_labels(edition.id, number))


def _line(library: Library, edition: Edition, label: Label, other: Edition) -> b.Inlines:
    """Where a rule stands in another edition, and what its number names there; () if unknown.

    What a comparison of the texts says stands beside the text, and is not said twice.
    """
    if any(entry.edition == other.id for entry in library.counterparts(edition.id, label)):
        return ()
    moves = library.moves.of(edition.id, label, other.id)
    taken = library.moves.other_rule(edition.id, label, other.id)
    there = [move.there for move in moves if move.there]
    name = f"{_named(label)} nel {other.title}: "
    told: b.Inlines
    if there:
        links = b.parted(_link(library, other, one, f"to-{other.id}") for one in there)
        told = (b.Words(name), *links, b.Words("."))
    elif moves:
        told = b.words(f"{name}{say('moved', 'gone' if other.id > edition.id else 'new')}.")
    elif taken:
        told = b.words(f"{name}altra regola.")
    else:
        return ()
    return (*told, *_taken(library, edition, label, other, taken))


def _taken(
    library: Library, edition: Edition, label: Label, other: Edition, taken: tuple[Move, ...]
) -> b.Inlines:
    """That a number names another rule in another edition, and which.

    The rule's number here is no link: its place is above the title, which paper leaves out.
    """
    if not taken:
        return ()
    begun = (b.Words(" Lì il numero "), _link(library, other, label, number=True))
    origin = [_named(move.here) for move in taken if move.here]
    words = f" {say('moved', 'taken')}"
    if not origin:
        return (*begun, b.Words(f"{words}."))
    which = f"{words}, quella che nel {edition.id} è {', '.join(origin)}."
    return (*begun, b.Words(which))


def moved_rows(library: Library, rules: Iterable[MovedRule]) -> b.Items:
    """Assertions in a list, each with its reason."""
    return b.Items(tuple((b.Paragraph(_row(library, rule)),) for rule in rules), "moved")


def _row(library: Library, rule: MovedRule) -> b.Inlines:
    old, new = (library.rulebook.by_id[one] for one in (rule.old_edition, rule.new_edition))
    reason = b.Words(f" {rule.reason}", "quiet")
    if rule.old is None and rule.new is not None:
        words = f" del {new.id}: nel {old.id} {say('moved', 'new')}."
        return (_link(library, new, rule.new), b.Words(words), reason)
    assert rule.old is not None
    begun = (_link(library, old, rule.old), b.Words(f" del {old.id}"))
    if rule.new is None:
        end = b.words(f": nel {new.id} {say('moved', 'gone')}.")
    else:
        end = (b.Words(" → "), _link(library, new, rule.new), b.Words(f" del {new.id}."))
    taken = library.moves.other_rule(old.id, rule.old, new.id)
    number = _link(library, new, rule.old, number=True)
    warning = (b.Words(f" Nel {new.id} il numero "), number, b.Words(f" {say('moved', 'taken')}."))
    return (*begun, *end, *(warning if taken else ()), reason)


def _link(
    library: Library, edition: Edition, label: Label, kind: str = "", *, number: bool = False
) -> b.Inline:
    """The way to a provision, called by its name or by the number alone."""
    address = library.address(Target(edition.id, label))
    text = str(label) if number else _named(label)
    return b.link(text, address.page, address.anchor, kind) if address else b.Words(text)


def _named(label: Label) -> str:
    name = label_name(label)
    return name[:1].upper() + name[1:]

"""The pages that compare editions: a number side by side, and the concordance of two editions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rulebook.compare import summary, tally
from rulebook.label import Label
from rulebook.model import Comparison, Edition, MovedRule, Pair, Target
from rulebook.publishing import addresses
from rulebook.publishing import blocks as b
from rulebook.publishing.addresses import Address
from rulebook.publishing.colophon import choices, general_colophon
from rulebook.publishing.comparison import INDEX, Facing, anchor_of, of_editions, of_number
from rulebook.publishing.doubts import doubt_line
from rulebook.publishing.library import Library
from rulebook.publishing.moved import MOVED, moved_rows
from rulebook.publishing.page import Page
from rulebook.publishing.pages_law import TOP
from rulebook.publishing.wording import article_name, count, label_name, say, shorten

SWITCH = "solo-sostanza"
"""The box that hides what is not substance."""


def comparison_pages(library: Library) -> Iterator[Page]:
    """The index of comparisons, the concordances, and the comparison of each number."""
    couples: dict[tuple[str, str], list[Comparison]] = {}
    for comparison in library.comparisons:
        key = (comparison.old_edition, comparison.new_edition)
        if all(edition in library.rulebook.by_id for edition in key):
            couples.setdefault(key, []).append(comparison)
    for key in library.moves.couples:
        couples.setdefault(key, [])
    if couples:
        yield _index(library, dict(sorted(couples.items())))
    for (old, new), comparisons in couples.items():
        editions = library.rulebook.by_id[old], library.rulebook.by_id[new]
        yield concordance_page(library, *editions, comparisons)
        for comparison in comparisons:
            yield comparison_page(library, comparison)


def _index(library: Library, couples: Mapping[tuple[str, str], Sequence[Comparison]]) -> Page:
    title = "Edizioni a confronto"
    lead = "Che cosa è cambiato da un’edizione all’altra del Codice, regola per regola."
    rows = tuple(
        (b.say(b.link(f"Dal {old} al {new}", of_editions(old, new)),
               "" if numbers else f": {say('moved', 'only')}", _state(library, new)),)
        for (old, new), numbers in couples.items()
    )
    return Page(
        INDEX, title, shorten(lead), "concordance",
        (b.Heading(1, b.words(title), TOP), b.say(lead, kind="lead"), b.Items(rows, "compared"),
         general_colophon(library)),
        short=title, in_navigation=True,
    )


def _state(library: Library, newer: str) -> str:
    """That the newer of two editions, and with it the older one, is out of force."""
    later = library.rulebook.by_id[newer].superseded_by
    return f" – non sono più in vigore, dopo c’è il {later}" if later else ""


def comparison_page(library: Library, comparison: Comparison) -> Page:
    """A number of two editions side by side: what changed, told in a sentence, then pair by pair.

    Raises:
        KeyError: the rulebook has no edition of this name.
    """
    old = library.rulebook.by_id[comparison.old_edition]
    new = library.rulebook.by_id[comparison.new_edition]
    number = comparison.number
    facing = Facing(library, comparison, old, new)
    told = summary(comparison)
    blocks: list[b.Block] = [
        *_in_force(library, (old, new), number),
        b.Heading(1, _title(library, comparison), TOP),
        b.say(told, kind="lead"),
        *_remarks(comparison),
    ]
    if comparison.pairs:
        blocks += [
            _legend(comparison),
            b.Switch(SWITCH, "Mostra solo la sostanza"),
            facing.pairs(),
            *_lacking(library, comparison, (old, new)),
            *_sources(library, comparison, (old, new)),
        ]
    blocks += _moved(library, old, new, library.moves.about(Label(number)))
    blocks += [_ways(library, comparison, old, new), general_colophon(library)]
    name = article_name(number)
    return Page(
        facing.page,
        f"{name}: {old.id} e {new.id} a confronto",
        shorten(f"{name} del Codice di Gara, {old.id} e {new.id} a confronto. {told}"),
        "comparison", tuple(blocks), short=name, label=Label(number),
        choices=choices(library, None, number),
    )


def _title(library: Library, comparison: Comparison) -> b.Inlines:
    number, old, new = comparison.number, comparison.old_edition, comparison.new_edition
    titles = [library.rulebook.by_id[edition].title_of(number) for edition in (old, new)]
    shown = list(dict.fromkeys(" ".join(title.split()) for title in titles if title))
    words = b.words(f" {' → '.join(shown)}") if shown else ()
    return (b.Words(f"{article_name(number)}, {old} e {new} a confronto", "label"), *words)


def _remarks(comparison: Comparison) -> Iterator[b.Block]:
    if comparison.remarks:
        yield b.Notice("info", tuple(b.say(remark) for remark in comparison.remarks))


def _lacking(
    library: Library, comparison: Comparison, editions: tuple[Edition, Edition]
) -> Iterator[b.Block]:
    """What the editors say of provisions that one of the texts lacks, where no pair has it."""
    beside = {(comparison.old_edition, label) for pair in comparison.pairs for label in pair.old}
    beside |= {(comparison.new_edition, label) for pair in comparison.pairs for label in pair.new}
    lines = [
        doubt_line(doubt, edition.id)
        for edition in editions
        for label in library.absent_labels(edition.id, comparison.number)
        for doubt in library.doubts_about(edition.id, label)
        if (edition.id, doubt.label) not in beside
    ]
    if lines:
        title = b.Heading(2, b.words("Che cosa manca in questi testi"), "manca")
        yield b.Group("lacking", (title, *dict.fromkeys(lines)))


def _sources(
    library: Library, comparison: Comparison, editions: tuple[Edition, Edition]
) -> Iterator[b.Block]:
    """How the texts were obtained and what is doubtful in them; what both share is said once."""
    told: dict[str, list[str]] = {}
    for edition in editions:
        article = edition.article(comparison.number)
        texts = [article.obtained] if article and article.obtained else []
        texts += [
            issue.message
            for issue in library.issues(edition.id, comparison.number)
            if issue.weight == "remark" and issue.edition == edition.id
        ]
        for text in texts:
            told.setdefault(text, []).append(edition.id)
    if told:
        rows = tuple(
            b.say(b.Words(f"{' e '.join(ids)}: ", "label"), text) for text, ids in told.items()
        )
        yield b.Details("Da dove vengono i due testi", rows, "doubts")


def _ways(library: Library, comparison: Comparison, old: Edition, new: Edition) -> b.Block:
    number = comparison.number
    links = [
        b.link(f"il testo del {edition.id}", addresses.of_article(edition.id, number))
        for edition in (old, new)
        if any(name == number for name, _ in library.names(edition))
    ]
    links.append(b.link(f"tutto il confronto {old.id}-{new.id}", of_editions(old.id, new.id)))
    return b.say("Vai a: ", *b.parted(links), ".", kind="elsewhere")


def _legend(comparison: Comparison) -> b.Details:
    rows: tuple[b.Inlines, ...] = (
        (b.Change("delete", "barrato", "substance heavy"),
         b.Words(" ciò che c’era e non c’è più;")),
        (b.Change("insert", "sottolineato", "substance heavy"),
         b.Words(" ciò che prima non c’era;")),
        (b.Change("insert", "punteggiato", "terminology light"),
         b.Words(" parole sostituite in tutto il Codice, o scritte in altro modo, "
                 "senza che la regola cambi;")),
        (b.Change("insert", "doppio", "modal heavy"),
         b.Words(" un altro verbo di permesso o di obbligo.")),
    )
    counts = tally(comparison)
    blocks: list[b.Block] = [b.Items(tuple((b.Paragraph(row),) for row in rows))]
    if counts.terminology:
        text = count(counts.terminology, "volta", "volte")
        told = f"Parole sostituite in tutto il Codice: qui {text}, segnate più leggere."
        blocks.append(b.say(told, kind="count"))
    return b.Details("Come si legge", tuple(blocks), "legend")


def concordance_page(
    library: Library, old: Edition, new: Edition, comparisons: Sequence[Comparison]
) -> Page:
    """Where each provision of an edition stands in another one, both ways."""
    pairs = _distinct(comparisons)
    title = f"Dal {old.id} al {new.id}: che cosa è cambiato"
    counts = Counter(pair.change for pair in pairs)
    told = ", ".join(
        f"{say('change', change).lower()} {number}" for change, number in counts.most_common()
    )
    lead = _lead(old, new, [c.number for c in comparisons if c.pairs])
    blocks: list[b.Block] = [
        *_in_force(library, (old, new), None), b.Heading(1, b.words(title), TOP),
        b.say(lead, kind="lead"),
    ]
    if told:
        blocks.append(b.say(f"Regole confrontate: {len(pairs)} ({told}).", kind="count"))
    if comparisons:
        blocks += [b.Heading(2, b.words("Articolo per articolo"), "articoli"),
                   b.Items(tuple(_listed(c) for c in comparisons if c.pairs), "compared"),
                   *_unlisted([c for c in comparisons if not c.pairs])]
    blocks += _moved(library, old, new, library.moves.rules)
    for way, forward in ((f"Dal {old.id} al {new.id}", True), (f"Dal {new.id} al {old.id}", False)):
        rows = tuple(_rows(comparisons, old, new, forward))
        if rows:
            ends = (old.id, new.id) if forward else (new.id, old.id)
            table = b.Table((*ends, "Che cosa cambia"), rows, "concordance", name=way)
            blocks += [b.Heading(2, b.words(way), f"dal-{ends[0]}"), table]
    blocks.append(general_colophon(library))
    return Page(
        of_editions(old.id, new.id), title, shorten(lead), "concordance",
        tuple(blocks), short=f"Dal {old.id} al {new.id}", in_navigation=True,
    )


def _lead(old: Edition, new: Edition, numbers: Sequence[int | str]) -> str:
    """What the page can say, which is no more than the texts held and the editors say."""
    if not numbers:
        return (
            f"Fra il {old.title} e il {new.title} la raccolta non ha testi da confrontare: qui sta "
            "quello che la redazione sa dei numeri che sono cambiati."
        )
    names = ", ".join(article_name(number).lower() for number in numbers)
    return (
        f"La concordanza fra il {old.title} e il {new.title}: dove stanno nell’altra edizione i "
        f"punti che si possono confrontare ({names}), e che cosa la redazione sa degli altri."
    )


def _in_force(
    library: Library, editions: tuple[Edition, Edition], number: int | str | None
) -> Iterator[b.Block]:
    """That editions which are compared are out of force, and what follows the newer one."""
    new = editions[1]
    later = library.rulebook.by_id.get(new.superseded_by or "")
    states = [f"{edition.title}: {say('state', edition.state).lower()}. " for edition in editions]
    parts: list[str | b.Inline] = list(states)
    if later is not None:
        label = library.rule_in(new.id, number, later.id) if number is not None else None
        place = library.address(Target(later.id, label)) if label else None
        where = f", articolo {label}" if place and label and label.numbered else ""
        page = place or Address(addresses.of_edition(later.id))
        link = b.link(f"{later.title}{where}", page.page, page.anchor)
        parts += ["Esiste un’edizione successiva, che qui non si confronta: ", link, "."]
    yield b.Notice("edition" if new.superseded_by else "info", (b.say(*parts),))


def _moved(
    library: Library, old: Edition, new: Edition, asserted: Sequence[MovedRule]
) -> Iterator[b.Block]:
    """Those of some rules that changed number between two editions, where no text says so."""
    rules = [r for r in asserted if (r.old_edition, r.new_edition) == (old.id, new.id)]
    if rules:
        yield b.Heading(2, b.words(say("moved", "heading")), MOVED)
        yield b.say(say("moved", "lead"))
        yield moved_rows(library, sorted(rules, key=_place))


def _place(rule: MovedRule) -> tuple[object, ...]:
    first = rule.old or rule.new
    return first.key if first else ()


def _distinct(comparisons: Sequence[Comparison]) -> list[Pair]:
    """The pairs of all numbers, each once: a rule that changed article stands in two of them."""
    found: dict[tuple[tuple[Label, ...], tuple[Label, ...]], Pair] = {}
    for comparison in comparisons:
        for pair in comparison.pairs:
            found.setdefault((pair.old, pair.new), pair)
    return list(found.values())


def _listed(comparison: Comparison) -> tuple[b.Block, ...]:
    address = of_number(comparison.old_edition, comparison.new_edition, comparison.number)
    told = summary(comparison)
    link = b.link(article_name(comparison.number), address)
    return (b.say(link, f": {told[:1].lower()}{told[1:]}"),)


def _unlisted(comparisons: Sequence[Comparison]) -> Iterator[b.Block]:
    """The numbers that cannot be compared, in one line; each page says why."""
    if not comparisons:
        return
    links = [
        b.link(label_name(Label(c.number)), of_number(c.old_edition, c.new_edition, c.number))
        for c in comparisons
    ]
    why = "Non si confrontano, perché in una delle due edizioni il testo manca o è tagliato: "
    yield b.say(why, *b.parted(links), ".", kind="count")


def _rows(
    comparisons: Sequence[Comparison], old: Edition, new: Edition, forward: bool
) -> Iterator[tuple[b.Inlines, ...]]:
    """A row per provision of one edition, in its order."""
    pairs = _distinct(comparisons)
    shown: dict[tuple[tuple[Label, ...], tuple[Label, ...]], list[int | str]] = {}
    for comparison in comparisons:
        for pair in comparison.pairs:
            shown.setdefault((pair.old, pair.new), []).append(comparison.number)
    found = [
        (label, pair) for pair in pairs for label in (pair.old if forward else pair.new)
    ]
    for label, pair in sorted(found, key=lambda row: row[0].key):
        here, there = (old, new) if forward else (new, old)
        others = pair.new if forward else pair.old
        # A rule that came from another article may stand on the page of one of the two alone.
        numbers = shown[pair.old, pair.new]
        number = label.article if label.article in numbers else numbers[0]
        page = of_number(old.id, new.id, number)
        change = b.link(say("change", pair.change), page, anchor_of(pair, old.id))
        targets = b.parted(_link(there, other) for other in others) or b.words("—", "quiet")
        yield ((_link(here, label),), targets, (change,))


def _link(edition: Edition, label: Label) -> b.Link:
    place = addresses.of_label(edition.id, label)
    return b.link(label_name(label), place.page, place.anchor)

"""Two texts of one article, compared word by word: the differences are for a person to judge."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from rulebook.label import Label
from rulebook.model import Article, Issue, Paragraph
from rulebook.reading.settled import CONTRARY, denies, gaps, rules_of, settled
from rulebook.text import Text

_SHOWN, _WORDS = 4, 12
_HARDLY_FEWER = 0.9
"""Two prints of an article differ in a few words."""


def differences(
    published: Article, witness: Article, published_name: str, witness_name: str,
    kept: Collection[str] = (),
) -> Iterator[Issue]:
    """One issue for each provision whose words are not the same in a second text.

    Where one of the texts is cut off, only what both have is compared. Words of the published
    text on which a person decided are in doubt no more.

    Args:
        published, witness: the article that is published, and the second text of it.
        published_name, witness_name: how the texts are called, in Italian.
        kept: the repairs by which a person kept words of the published text as they are.
    """
    ours = {provision.label: provision for provision in published.provisions()}
    theirs = {provision.label: provision for provision in witness.provisions()}
    cut = "truncated" in (published.status, witness.status)
    for label in sorted(ours.keys() | theirs.keys()):
        here, there = ours.get(label), theirs.get(label)
        if here is None or there is None:
            if not cut:
                missing, other = (
                    (published_name, witness_name)
                    if here is None
                    else (witness_name, published_name)
                )
                yield _issue(published, label, f"{label} manca in {missing}: sta in {other}.")
            continue
        told = _told(_fields(here, published), _words(there, witness), here, there, kept)
        if told:
            # Whoever shows it says where: the label is the issue's own.
            one = f"{witness_name[:1].upper()}{witness_name[1:]}"
            message = f"{one} si scosta da {published_name}: {told}"
            yield _issue(published, label, message)


def covers(whole: Article, cut: Article) -> bool:
    """Whether a text that is not marked as cut has what a cut one has: all its provisions, and
    hardly fewer words.

    A fragment without a mark is no better text than a longer one that says where it breaks off.
    """
    has = {provision.label for provision in whole.provisions()}
    wanted = {p.label for p in cut.provisions() if p.text or p.heading}
    return wanted <= has and _length(whole) >= _HARDLY_FEWER * _length(cut)


def _length(article: Article) -> int:
    return sum(len(_words(provision, article).split()) for provision in article.provisions())


def _issue(article: Article, label: Label, message: str) -> Issue:
    return Issue(
        "witness-differs",
        message,
        label=label,
        edition=article.edition,
        remedy="Confrontare le due fonti; se quella pubblicata sbaglia, scrivere una correzione.",
    )


def _fields(provision: Paragraph, article: Article) -> list[Text]:
    title = article.title if provision.label == article.label else None
    texts = (title, provision.heading, provision.text, provision.tail)
    return [text for text in texts if text]


def _words(provision: Paragraph, article: Article) -> str:
    return " ".join(" ".join(str(text).split()) for text in _fields(provision, article))


def _evened(fields: Iterable[Text]) -> tuple[str, list[str | None]]:
    """The words of some texts, parted by one space each, with the repair of each character."""
    found: list[tuple[str, str | None]] = []
    for text in fields:
        found.append((" ", None))
        found.extend(zip(str(text), rules_of(text), strict=True))
    kept = [
        (" " if character.isspace() else character, rule)
        for at, (character, rule) in enumerate(found)
        if not character.isspace() or (at + 1 < len(found) and not found[at + 1][0].isspace())
    ]
    kept = kept[1:] if kept and kept[0][0] == " " else kept
    return "".join(character for character, _ in kept), [rule for _, rule in kept]


def _told(
    fields: Iterable[Text], theirs: str, here: Paragraph, there: Paragraph, kept: Collection[str]
) -> str:
    """The differences as a reader is told them, negations first; "" where there are none."""
    ours, rules = _evened(fields)
    if ours == theirs:
        return ""
    found = list(gaps(ours, theirs))
    last = found[-1]
    if last.stop == len(ours) and last.high == len(theirs):
        # Where a text is cut off, the rest of the other is no difference.
        if there.truncated and not last.new:
            found.pop()
        elif here.truncated and last.new:
            found[-1] = replace(last, new="")
    grave: list[str] = []
    light: list[str] = []
    for gap in found:
        old, new = ours[gap.start : gap.stop], gap.new
        if not (old or new) or settled(ours, rules, gap.start, gap.stop, kept):
            continue
        if old and new:
            said = f"«{_short(old)}» diventa «{_short(new)}»"
        else:
            said = f"manca «{_short(old)}»" if old else f"in più «{_short(new)}»"
        (grave if denies(old) != denies(new) else light).append(said)
    told = grave + light
    more = f"; e altre {len(told) - _SHOWN} differenze" if len(told) > _SHOWN else ""
    contrary = f" {CONTRARY}" if grave else ""
    return f"{'; '.join(told[:_SHOWN])}{more}.{contrary}" if told else ""


def _short(text: str) -> str:
    words = text.split()
    if len(words) <= _WORDS:
        return " ".join(words)
    return f"{' '.join(words[: _WORDS - 4])} … {' '.join(words[-3:])}"

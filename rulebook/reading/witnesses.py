"""Two texts of one article, compared word by word: the differences are for a person to judge."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.compare import word_diff
from rulebook.label import Label
from rulebook.model import Article, Issue, Paragraph

_SHOWN, _WORDS = 4, 12
_HARDLY_FEWER = 0.9
"""Two prints of an article differ in a few words."""


def differences(
    published: Article, witness: Article, published_name: str, witness_name: str
) -> Iterator[Issue]:
    """One issue for each provision whose words are not the same in a second text.

    Where one of the texts is cut off, only what both have is compared.

    Args:
        published, witness: the article that is published, and the second text of it.
        published_name, witness_name: how the texts are called, in Italian.
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
        told = _told(_words(here, published), _words(there, witness), here, there)
        if told:
            # Whoever shows it says where: the label is the issue's own.
            one = f"{witness_name[:1].upper()}{witness_name[1:]}"
            message = f"{one} si scosta da {published_name}: {told}."
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


def _words(provision: Paragraph, article: Article) -> str:
    title = article.title if provision.label == article.label else None
    texts = (title, provision.heading, provision.text, provision.tail)
    return " ".join(" ".join(str(text).split()) for text in texts if text)


def _told(ours: str, theirs: str, here: Paragraph, there: Paragraph) -> str:
    """The differences as a reader is told them; "" where there are none."""
    if ours == theirs:
        return ""
    changes = list(word_diff(ours, theirs))
    cut_off = ("delete" if there.truncated else None, "insert" if here.truncated else None)
    if changes and changes[-1][0] in cut_off:
        changes.pop()
    told: list[str] = []
    while changes:
        operation, text = changes.pop(0)
        if operation == "delete" and changes and changes[0][0] == "insert":
            told.append(f"«{_short(text)}» diventa «{_short(changes.pop(0)[1])}»")
        elif operation == "delete":
            told.append(f"manca «{_short(text)}»")
        elif operation == "insert":
            told.append(f"in più «{_short(text)}»")
    more = f"; e altre {len(told) - _SHOWN} differenze" if len(told) > _SHOWN else ""
    return "; ".join(told[:_SHOWN]) + more


def _short(text: str) -> str:
    words = text.split()
    if len(words) <= _WORDS:
        return " ".join(words)
    return f"{' '.join(words[: _WORDS - 4])} … {' '.join(words[-3:])}"

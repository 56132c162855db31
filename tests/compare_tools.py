"""What the tests of the comparison share: small articles in few words, and laws for any pair."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import rulebook
from rulebook.compare import (
    Assertion,
    Terminology,
    Titles,
    compare_articles,
    load_terminology,
)
from rulebook.label import Label, path_of
from rulebook.model import Article, ArticleName, Comparison, Edition, Pair, Paragraph, Status
from rulebook.text import Text, plain

GOLD = Path(__file__).parent / "gold"
CASES = Path(__file__).parent / "cases" / "compare"


@cache
def terminology() -> Terminology:
    """The table that the package brings."""
    name = "terminology.toml"
    return load_terminology((Path(rulebook.__file__).parent / name).read_bytes(), name)


def compared(
    old: Article | None, new: Article | None, *asserted: Assertion, titles: Titles | None = None
) -> Comparison:
    """Article 27 of 1997 and of 2007 compared, with the table that the package brings."""
    return compare_articles(
        old, new, old_edition="1997", new_edition="2007", number=27, terminology=terminology(),
        asserted=asserted, titles=titles,
    )


def label(text: str, number: int = 27) -> Label:
    """A path within an article, or a label with a number: `B1(b)`, `31A`."""
    match = re.match(r"\d+", text)
    article = int(match.group()) if match else number
    path = path_of(text[match.end() if match else 0 :])
    assert path is not None, text
    return Label(article, path)


def article(
    provisions: Mapping[str, str | tuple[str | None, str]],
    number: int = 27,
    edition: str = "1997",
    title: str = "Prova",
    status: Status = "complete",
) -> Article:
    """An article from its paths in reading order; a pair of values is heading and text."""
    inner: dict[tuple[str, ...], tuple[str | None, str]] = {}
    for path, value in provisions.items():
        steps = label(path, number).path
        inner[steps] = (None, value) if isinstance(value, str) else value

    def build(steps: tuple[str, ...]) -> Paragraph:
        heading, text = inner.get(steps, (None, ""))
        below = [p for p in inner if len(p) == len(steps) + 1 and p[: len(steps)] == steps]
        return Paragraph(
            Label(number, steps),
            plain(steps[-1] if steps else f"Art. {number}"),
            plain(heading) if heading else None,
            plain(text) if text else Text(),
            tuple(build(path) for path in below),
        )

    return Article(edition, "stated", plain(title), build(()), status, edition)


def edition(
    name: str, articles: Sequence[Article], titles: Mapping[int, str] | None = None
) -> Edition:
    """An edition that holds some articles and knows the titles of others."""
    known = tuple(ArticleName(number, title) for number, title in (titles or {}).items())
    return Edition(name, name, name, "p", "p", "p", "", known=known, articles=tuple(articles))


def gold_article(edition_id: str, number: int) -> Article:
    """An article of the corpus as its right value is written down."""
    found = next(
        entry
        for entry in json.loads((GOLD / "articles.json").read_text(encoding="utf-8"))["articles"]
        if (entry["edition"], entry["number"]) == (edition_id, number)
    )
    provisions = {p["path"]: (p["heading"], p["text"] or "") for p in found["provisions"]}
    return article(provisions, number, edition_id, found["title"])


def flat(pairs: Sequence[Pair]) -> set[tuple[Label | None, Label | None]]:
    """The pairs one to one; None on the empty side of inserted and repealed."""
    return {(o, n) for pair in pairs for o in (pair.old or (None,)) for n in (pair.new or (None,))}


def shown(labels: Sequence[Label]) -> str:
    """Labels as their paths, for messages and expectations."""
    return " ".join(item.canonical for item in labels)


def kinds(comparison: Comparison) -> list[str]:
    """Each pair as `C -> A2 moved`, in order."""
    return [
        f"{shown(pair.old) or '-'} -> {shown(pair.new) or '-'} {pair.change}"
        for pair in comparison.pairs
    ]


def text_of(article: Article, labels: Sequence[Label]) -> str:
    """The text of provisions as a comparison joins it."""
    found = [article.find(item) for item in labels]
    texts = [" ".join(str(t) for t in (p.text, p.tail) if t) for p in found if p]
    return " ".join(text for text in texts if text)


def headings_of(article: Article, labels: Sequence[Label]) -> str:
    """The headings of provisions as a comparison joins them."""
    found = [article.find(item) for item in labels]
    return " ".join(str(p.heading) for p in found if p and p.heading)


def joined(words: Sequence[tuple[str, str]], without: str) -> str:
    """Marked words without the deletions, or without the insertions."""
    return "".join(text for op, text in words if op != without)


def assert_laws(comparison: Comparison, old: Article, new: Article) -> None:
    """What holds for every comparison of two whole articles."""
    seen_old: list[Label] = []
    seen_new: list[Label] = []
    for pair in comparison.pairs:
        assert joined(pair.words, "insert") == text_of(old, pair.old)
        assert joined(pair.words, "delete") == text_of(new, pair.new)
        assert joined(pair.heading_words, "insert") == headings_of(old, pair.old)
        assert joined(pair.heading_words, "delete") == headings_of(new, pair.new)
        assert len(pair.words) == len(pair.layers)
        assert all(
            (op == "equal") == (layer == "")
            for (op, _), layer in zip(pair.words, pair.layers, strict=True)
        )
        assert all(text for _, text in pair.words)
        assert 0 <= pair.score <= 1
        assert (pair.change == "inserted") == (not pair.old)
        assert (pair.change == "repealed") == (not pair.new)
        seen_old += pair.old
        seen_new += pair.new
    for article, seen in ((old, seen_old), (new, seen_new)):
        wanted = [p.label for p in article.provisions() if p.label.path or p.text]
        assert sorted(seen) == sorted(wanted), "every provision stands in one pair"
    assert seen_new == sorted(seen_new, key=[p.label for p in new.provisions()].index) or any(
        len(pair.new) > 1 for pair in comparison.pairs
    )

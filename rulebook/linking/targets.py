"""What citations lead to: a text that the site has, a cut one, none, or no such provision."""

from __future__ import annotations

from typing import Literal

from rulebook.label import Label
from rulebook.model import Article, Rulebook

Target = Literal["held", "cut", "not-held", "absent"]


def target_of(edition: str | None, label: Label, rulebook: Rulebook) -> Target:
    """What stands at a provision.

    `absent` says that the whole article is held and has no such provision; `cut` that it may have
    stood where the text breaks off.

    Args:
        edition: the id of an edition; None for the best that any of them has.
        label: the provision.
        rulebook: what the site has.
    """
    ids = [one.id for one in rulebook.editions] if edition is None else [edition]
    found = {_target(article_of(rulebook, one, label.article), label) for one in ids}
    order: tuple[Target, ...] = ("held", "cut", "not-held")
    return next((target for target in order if target in found), "absent")


def _target(article: Article | None, label: Label) -> Target:
    if article is None:
        return "not-held"
    if article.find(label):
        return "held"
    return "absent" if article.status == "complete" else "cut"


def article_of(rulebook: Rulebook, edition: str, number: int | str) -> Article | None:
    """An article that an edition holds, or None."""
    return rulebook.by_id[edition].article(number)

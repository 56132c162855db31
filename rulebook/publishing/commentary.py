"""What is said of a provision, beside it: who cites it, and the passages opened in place."""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.label import Label
from rulebook.publishing import addresses
from rulebook.publishing import blocks as b
from rulebook.publishing.mentions import Mention
from rulebook.publishing.wording import label_name, say


def spoken_of(label: Label, mentions: tuple[Mention, ...], edition: str | None) -> b.Details:
    """Who speaks of a provision, as a list that opens; each passage opens in it.

    Args:
        label: the provision.
        mentions: who speaks of it, kind by kind.
        edition: the edition of the page; mentions in another one say theirs.
    """
    many = "ne parla un passo" if len(mentions) == 1 else f"ne parlano {len(mentions)} passi"
    name = label_name(label)
    return b.Details(
        f"{name[:1].upper()}{name[1:]}: {many}",
        (speaker_list(mentions, edition),),
        "cited",
        addresses.anchor_of(label),
    )


def speaker_list(mentions: tuple[Mention, ...], edition: str | None) -> b.Group:
    """The places that speak of a provision, under what they are."""
    blocks: list[b.Block] = []
    for kind in dict.fromkeys(mention.kind for mention in mentions):
        rows = tuple(
            tuple(_passage(mention, edition)) for mention in mentions if mention.kind == kind
        )
        blocks += [b.say(say("speaker", kind)), b.Items(rows, "mentions")]
    return b.Group("speakers", tuple(blocks))


def _passage(mention: Mention, edition: str | None) -> Iterator[b.Block]:
    year = f" ({mention.edition})" if mention.edition and mention.edition != edition else ""
    words = f": “{' '.join(mention.words.split())}”" if mention.words else ""
    name = f"{mention.name}{year}"
    place = mention.address
    if not mention.passage:
        yield b.say(b.link(name, place.page, place.anchor), words)
        return
    way = b.link(name, place.page, place.anchor)
    yield b.Details(
        f"{name}{words}",
        (b.Paragraph(b.words(mention.passage), "passage-text"), b.say("Vai a: ", way, kind="go")),
        "passage",
    )

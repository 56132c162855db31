"""The page of what each release changed, for people at the table, and its feed."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from rulebook.label import parse
from rulebook.publishing import blocks as b
from rulebook.publishing.html import visible
from rulebook.publishing.page import Page
from rulebook.publishing.releases import ArticleNews, ChangedCard, ChangedProvision, Release
from rulebook.publishing.wording import article_name, count, day, label_name

NEWS = "novita/"
FEED = "novita/feed.xml"
_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_URL, "regole-del-bridge/novita")


def news_page(releases: tuple[Release, ...]) -> Page:
    """What changed, release by release, with the words before and after."""
    intro = (
        "Ogni pubblicazione dice qui quali paragrafi sono stati corretti: come si leggevano prima "
        "e come si leggono ora. Chi ha stampato o citato una regola vede se le parole sono ancora "
        "quelle. Lo stesso vale per le schede del tavolo, che sono parole della redazione."
    )
    blocks: list[b.Block] = [
        b.Heading(1, b.words("Novità"), "inizio"),
        b.say(intro),
    ]
    if not releases:
        blocks.append(b.say("Non c’è ancora stata una pubblicazione numerata."))
    for release in releases:
        blocks.extend(_release(release))
    return Page(
        NEWS, "Novità: che cosa è cambiato",
        "Quali paragrafi sono stati corretti in ogni pubblicazione, con le parole di prima e "
        "quelle di ora.",
        "news", tuple(blocks), short="Novità", in_navigation=True,
    )


def _release(release: Release) -> Iterator[b.Block]:
    yield b.Heading(2, b.words(_title(release)), f"pubblicazione-{release.number}")
    yield b.say(summary(release))
    if release.articles:
        yield b.Items(tuple((b.say(*_article(news)),) for news in release.articles))
    for change in release.changed:
        yield b.Group("changed", tuple(_change(change)))
    for card in release.cards:
        yield b.Group("changed", tuple(_card(card)))
    if release.retired:
        retired = ", ".join(f"/{address}" for address in release.retired)
        yield b.say(f"Indirizzi ritirati, che dicono dove è andata la loro regola: {retired}.")


def _title(release: Release) -> str:
    return f"Pubblicazione {release.number}, {day(release.day)}"


def summary(release: Release) -> str:
    """What a release changed, in one sentence."""
    cards = count(len(release.cards), "scheda del tavolo cambiata", "schede del tavolo cambiate")
    if not (release.changed or release.articles):
        more = f"; {cards}" if release.cards else ""
        return f"Nessuna parola delle regole è cambiata{more}."
    parts: list[str] = []
    if release.changed:
        parts.append(count(len(release.changed), "paragrafo corretto", "paragrafi corretti"))
    came = sum(news.held for news in release.articles)
    if came:
        parts.append(count(came, "articolo aggiunto", "articoli aggiunti"))
    if len(release.articles) > came:
        gone = len(release.articles) - came
        parts.append(count(gone, "articolo tolto", "articoli tolti"))
    if release.cards:
        parts.append(cards)
    return f"{', '.join(parts)}.".capitalize()


def _article(news: ArticleNews) -> tuple[str | b.Inline, ...]:
    link = b.link(article_name(news.number), news.url)
    return (link, f" del Codice {news.edition}: " + ("testo aggiunto." if news.held
                                                      else "testo tolto."))


def _change(change: ChangedProvision) -> Iterator[b.Block]:
    page, _, anchor = change.url.partition("#")
    name = label_name(parse(change.citation))
    words = f"{name}, Codice {change.edition}"
    # A provision that went has no anchor to lead to, or a retired one: its page says more.
    yield b.say(b.link(words, page, anchor if change.after else ""))
    for title, text, tone in (
        ("Prima", change.before, "delete"), ("Ora", change.after, "insert"),
    ):
        shown: b.Inline = b.Words("non c’era" if tone == "delete" else "non c’è più", "quiet")
        if text:
            shown = b.Words(text)
        yield b.say(b.Words(f"{title}: ", "strong"), shown)


def _card(card: ChangedCard) -> Iterator[b.Block]:
    """What a card at the table said and says, the lines that differ only."""
    name = b.link(card.title, card.url) if card.held else b.Words(card.title)
    yield b.say(name, ", scheda del tavolo: parole della redazione, non della regola")
    if not card.before:
        yield b.say(b.Words("Prima: ", "strong"), b.Words("non c’era", "quiet"))
    for title, lines in (("Prima", card.before), ("Ora", card.after)):
        for line in lines:
            yield b.say(b.Words(f"{title}: ", "strong"), b.Words(line))
    if not card.after:
        yield b.say(b.Words("Ora: ", "strong"), b.Words("non c’è più", "quiet"))


def feed(releases: tuple[Release, ...]) -> bytes:
    """The releases as an Atom feed; its links are relative to the feed, as RFC 4287 allows."""
    updated = f"{releases[0].day}T00:00:00Z" if releases else "1970-01-01T00:00:00Z"
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="it">',
        "<title>Regole del bridge: novità</title>",
        f"<id>urn:uuid:{_NAMESPACE}</id>",
        f"<updated>{updated}</updated>",
        "<author><name>Regole del bridge</name></author>",
        '<link rel="self" href="feed.xml"/><link rel="alternate" href="./"/>',
    ]
    for release in releases:
        ident = uuid.uuid5(_NAMESPACE, str(release.number))
        href = quoteattr(f"./#pubblicazione-{release.number}")
        changed = [f"{c.citation} ({c.edition})" for c in release.changed]
        changed += [card.title for card in release.cards]
        words = " ".join((summary(release), ", ".join(changed)))
        lines += [
            "<entry>",
            f"<title>{escape(_title(release))}</title>",
            f"<id>urn:uuid:{ident}</id>",
            f"<updated>{release.day}T00:00:00Z</updated>",
            f'<link rel="alternate" href={href}/>',
            f"<summary>{escape(visible(words).strip())}</summary>",
            "</entry>",
        ]
    return ("\n".join([*lines, "</feed>"]) + "\n").encode()

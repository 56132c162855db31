"""Booklets of a corpus as PDF and EPUB files."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from rulebook.commands.handwritten import handbook
from rulebook.commands.printing import imprint
from rulebook.commands.provisions import UsageError, ask, label_of
from rulebook.commands.publishing import Made, Say, is_public, make, published
from rulebook.keeping import kept
from rulebook.model import Edition, Rulebook
from rulebook.publishing.epub import bind
from rulebook.publishing.library import Library
from rulebook.publishing.pdf import Booklet, NothingToPrintError, Paper, print_booklet
from rulebook.publishing.pdf.assets import epub_name, pdf_name
from rulebook.publishing.pdf.cards import card_pages, cards_booklet
from rulebook.publishing.pdf.comparison import comparison_booklet
from rulebook.publishing.pdf.documents import document_booklet, guide_booklet
from rulebook.publishing.pdf.law import article_booklet, edition_book, edition_booklet
from rulebook.reading.holdings.corpus import Corpus

COMPARE, GUIDE, CARDS = "compare", "guide", "cards"


@dataclass(frozen=True, slots=True)
class Wish:
    """What is to be printed, and how.

    `what` is an edition, the id of a text, `guide`, `cards`, or `compare` with two editions;
    nothing stands for the newest edition that holds a text.
    """

    what: tuple[str, ...] = ()
    article: str | None = None
    paper: Paper = "a4"
    site_url: str | None = None


@dataclass(frozen=True, slots=True)
class Written:
    """A file that was written, with its size in bytes."""

    out: Path
    size: int


def write_pdf(
    corpus: Corpus, wish: Wish, out: Path | None, say: Say, folder: Path | None = None
) -> Written:
    """Print a booklet.

    Args:
        corpus: what is printed from.
        wish: what is printed.
        out: the file; without one, a name in the present folder.
        say: told what is being done.
        folder: where the corpus stands; the embedded one by default.

    Raises:
        UsageError: nothing is called so, or the address is none.
        NothingToPrintError: the corpus does not hold it.
        PaperError: a text cannot be printed right.
        CorpusError: the corpus is broken.
        LostError: the account of a source is not closed.
        OSError: the file cannot be written.
    """
    made = _made(corpus, wish, say)
    release = imprint(published(folder), made.rulebook)
    booklet = _wished(made, wish).on(wish.site_url, release, wish.paper)
    say(f"printing {booklet.title}")
    name = Path(pdf_name(booklet.address, wish.paper)).name
    return _write(print_booklet(booklet), out or Path(name))


def write_epub(
    corpus: Corpus, wish: Wish, out: Path | None, say: Say, folder: Path | None = None
) -> Written:
    """Bind an edition or the guide as an EPUB; see `write_pdf`."""
    if len(wish.what) != 1 or wish.what[0] in (COMPARE, CARDS):
        raise UsageError("an EPUB is made of one edition, or of the guide; name it.")
    made = _made(corpus, wish, say)
    release = imprint(published(folder), made.rulebook)
    booklet = _wished(made, wish, edition_book).on(wish.site_url, release)
    say(f"binding {booklet.title}")
    return _write(bind(booklet), out or Path(Path(epub_name(booklet.address)).name))


def _made(corpus: Corpus, wish: Wish, say: Say) -> Made:
    """The corpus read and compared; a wish that can be refused is refused before."""
    _refuse(corpus, wish)
    return make(corpus, say, kept())


def _refuse(corpus: Corpus, wish: Wish) -> None:
    """Say what is wrong with a wish, as far as the tables of the corpus tell without its texts.

    Raises:
        UsageError: nothing is called so, or arguments do not go together.
    """
    if wish.site_url is not None and not is_public(wish.site_url):
        address = f"--site {wish.site_url}"
        raise UsageError(f"{address} is no address; write it like https://example.org/.")
    first, ids = wish.what[0] if wish.what else "", corpus.edition_ids
    if wish.article is not None and first in (COMPARE, GUIDE, CARDS):
        raise UsageError(f"--article goes with an edition, not with “{first}”.")
    if first == COMPARE:
        names = wish.what[1:]
        unknown = [name for name in names if name not in ids]
        if names and (len(names) != 2 or unknown or names[0] >= names[1]):
            raise UsageError(f"compare two editions, older first; write two of {', '.join(ids)}.")
        return
    if len(wish.what) > 1:
        raise UsageError(f"“{' '.join(wish.what)}” is too much: name one edition or text.")
    texts = {entry.source.id: entry.source.kind for entry in corpus.sources}
    if first not in (("", *ids) if wish.article else ("", GUIDE, CARDS, *ids, *texts)):
        others = [name for name, kind in texts.items() if kind not in (None, "articles")]
        names = (*ids, COMPARE, GUIDE, CARDS, *others)
        raise UsageError(f"nothing is called “{first}”; write one of {', '.join(names)}.")
    if wish.article is not None:
        _refuse_article(Rulebook(corpus.editions, ()), wish.article)


def _refuse_article(tables: Rulebook, text: str) -> None:
    """Refuse what names no article; whether an edition has its number, only its text may tell."""
    if text in {part.id for edition in tables.editions for part in edition.parts}:
        return
    label = label_of(text)
    if label is None or not label.numbered:
        label = ask(tables, text, None).label
    if label.path:
        raise UsageError(f"--article {text} is a provision; print article {label.article} whole.")


def _wished(
    made: Made, wish: Wish, whole: Callable[[Library, Edition], Booklet] = edition_booklet
) -> Booklet:
    """The booklet that is wished for; `whole` makes that of an edition."""
    library = Library(made.rulebook, handbook=handbook(made.rulebook))
    first = wish.what[0] if wish.what else ""
    if first == COMPARE:
        return _compared(made, wish.what[1:])
    others: dict[str, Callable[[], Booklet]] = {
        GUIDE: lambda: guide_booklet(library),
        CARDS: lambda: cards_booklet(card_pages(library)),
        **{
            document.source.id: partial(document_booklet, library, document)
            for document, _ in library.documents
        },
    }
    if first in others and wish.article is None:
        return others[first]()
    edition = _edition(made, first, others)
    if wish.article is None:
        return whole(library, edition)
    return article_booklet(library, edition, _number(made, wish.article, edition))


def _edition(made: Made, name: str, others: dict[str, Callable[[], Booklet]]) -> Edition:
    known = made.rulebook.by_id
    if name in known:
        return known[name]
    if name:
        names = ", ".join((*sorted(known), COMPARE, *others))
        raise UsageError(f"nothing is called “{name}”; write one of {names}.")
    held = [edition for edition in known.values() if edition.articles]
    if not held:
        raise NothingToPrintError("the corpus holds no text of any edition to print.")
    return max(held, key=lambda edition: edition.id)


def _number(made: Made, text: str, edition: Edition) -> int | str:
    """An article's number, or the id of a part, from any spelling of it."""
    if text in {str(name) for name in edition.by_number}:
        return int(text) if text.isdigit() else text
    return ask(made.rulebook, text, edition.id).label.article


def _compared(made: Made, names: tuple[str, ...]) -> Booklet:
    ids = sorted(made.rulebook.by_id)
    held = [name for name in ids if made.rulebook.by_id[name].articles]
    if not names:
        if len(held) < 2:
            raise NothingToPrintError("the corpus holds texts of one edition only to compare.")
        names = (held[0], held[-1])
    old, new = (made.rulebook.by_id[name] for name in names)
    comparisons = tuple(
        comparison for comparison in made.comparisons
        if (comparison.old_edition, comparison.new_edition) == names
    )
    library = Library(made.rulebook, comparisons, handbook=handbook(made.rulebook))
    return comparison_booklet(library, old, new, comparisons)


def _write(data: bytes, out: Path) -> Written:
    """Write a file as a whole or not at all."""
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{out.name}-", dir=out.parent) as aside:
        made = Path(aside) / out.name
        made.write_bytes(data)
        made.replace(out)
    return Written(out, len(data))

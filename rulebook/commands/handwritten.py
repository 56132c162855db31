"""What the package says in words of its editors, held to the editions and texts that there are.

The cards, the flags and the lexicon lie beside the corpus that comes with the package, and may
name what that has; for another corpus they may name what that has, too.
"""

from __future__ import annotations

from collections.abc import Iterator

from rulebook.model import Rulebook
from rulebook.publishing.search.lexicon import Lexicon, embedded_lexicon
from rulebook.publishing.situations import Handbook
from rulebook.publishing.situations_checks import faults, misplaced, wrong_terms
from rulebook.publishing.situations_file import HandbookError, embedded_handbook
from rulebook.reading.holdings.corpus import Corpus, embedded_editions, embedded_sources
from rulebook.reading.holdings.decisions import PAIRS
from rulebook.reading.holdings.files import CorpusError


def handbook(rulebook: Rulebook) -> Handbook:
    """The situations at the table and the flags beside a guide.

    Raises:
        HandbookError: they cannot be read, or name an edition, a text, or a place in it that is
            not there.
    """
    sources = frozenset(document.source.id for document in rulebook.documents)
    made = embedded_handbook(_editions(rulebook), sources | embedded_sources())
    if lost := misplaced(made, rulebook):
        raise HandbookError("\n".join(lost))
    return made


def lexicon(rulebook: Rulebook) -> Lexicon:
    """The terms with their names and the provisions that govern them.

    Raises:
        LexiconError: it cannot be read, or names an edition that is not there.
    """
    return embedded_lexicon(_editions(rulebook))


def contradicted(rulebook: Rulebook) -> Iterator[str]:
    """What they say that the texts of a corpus contradict.

    Raises:
        HandbookError, LexiconError: see `handbook` and `lexicon`.
    """
    yield from faults(handbook(rulebook), rulebook)
    yield from wrong_terms(lexicon(rulebook), rulebook)


def asserted(corpus: Corpus, rulebook: Rulebook) -> None:
    """Hold the asserted pairs to the provisions of the texts that are there.

    An article that is cut off may have had the provision, and one that is not held as well.

    Raises:
        CorpusError: a provision is named that a whole article does not have.
    """
    for pair in corpus.pairs:
        shown = " → ".join(" ".join(map(str, side)) or "–" for side in (pair.old, pair.new))
        sides = ((pair.old_edition, pair.old), (pair.new_edition, pair.new))
        for edition, label in ((edition, label) for edition, side in sides for label in side):
            article = rulebook.by_id[edition].article(label.article)
            if article is not None and article.whole and article.find(label) is None:
                raise CorpusError(
                    f"{PAIRS}, {shown}: names {label}, and article {label.article} of {edition} "
                    f"has no such provision; correct it, or look with: rulebook show "
                    f"{label.article} --edition {edition}"
                )


def _editions(rulebook: Rulebook) -> frozenset[str]:
    return frozenset(edition.id for edition in rulebook.editions) | embedded_editions()

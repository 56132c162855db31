"""What must hold whatever comes in, as plain functions of bytes: for tests and for fuzzers.

Each target takes any bytes and raises where a promise is broken. `scripts/fuzz.py` runs one for
as long as one likes, guided by coverage; what it finds becomes a file in `cases/fuzz/TARGET/`.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import corpus_maker
import search_sample

from rulebook.inputs import InputError
from rulebook.label import Label, parse
from rulebook.linking.decoding import decode
from rulebook.linking.leads import Frame
from rulebook.linking.page import link_page
from rulebook.output import encode, read_json
from rulebook.publishing.search.engine import Search, open_search
from rulebook.reading.audit import account
from rulebook.reading.citations.find import find, parse_citation
from rulebook.reading.citations.vocabulary import embedded_vocabulary
from rulebook.reading.holdings import sources
from rulebook.reading.holdings.corpus import load
from rulebook.reading.holdings.files import CorpusError
from rulebook.reading.pipeline import read

EDITIONS = ("1997", "2007", "2017")
SEEDS = Path(__file__).parent / "cases" / "fuzz"


def reading(data: bytes) -> None:
    """Any bytes are read, no character is lost, no place is named twice, and JSON comes out.

    What is plainly another kind of file than a text is refused in words.
    """
    try:
        document = read(sources.source(data, "fuzz")[0])
    except InputError as error:
        assert str(error).strip()  # noqa: PT017
        return
    found = account(document)
    assert found.closed, found
    keys = [entry.key for entry in document.fields()]
    assert len(keys) == len(set(keys)), "a place stands twice"
    encode(read_json(document))


def citations(data: bytes) -> None:
    """Citations are stretches of the text, in order, and lie apart."""
    text = data.decode("utf-8", "replace")
    words = embedded_vocabulary()
    end = 0
    for mention in find(text, words):
        assert end <= mention.start < mention.end
        assert text[mention.start : mention.end] == mention.text
        end = mention.end
    parse_citation(text, words)


def labels(data: bytes) -> None:
    """A text is a label that reads back, or is refused."""
    text = data.decode("utf-8", "replace")
    try:
        label = parse(text)
    except ValueError:
        return
    assert isinstance(label, Label)
    assert parse(str(label)) == label


def _corpus_with(name: str, data: bytes) -> None:
    with tempfile.TemporaryDirectory(prefix="rulebook-fuzz-") as folder:
        root = corpus_maker.corpus(Path(folder, "corpus"))
        (root / name).write_bytes(data)
        try:
            load(root)
        except CorpusError as error:
            assert str(error).strip()  # noqa: PT017 - what is refused is refused in words


def corrections(data: bytes) -> None:
    """Any bytes as corrections.toml are taken, or refused in words."""
    _corpus_with("corrections.toml", data)


def tables(data: bytes) -> None:
    """Any bytes as source.toml are taken, or refused in words."""
    _corpus_with("sources/testo-a/source.toml", data)


_LINK = re.compile(r'<a class="rb-lead"[^>]*>|</a>')


def linking(data: bytes) -> None:
    """A linked page is the page with tags of links added, and bytes come back."""
    decoded = decode(data)
    assert decoded.encode(decoded.text) == data
    made = link_page(
        decoded.text, Frame(EDITIONS, "2007"), embedded_vocabulary(), "https://example.org/"
    )
    position = 0
    for character in made.linked:  # the page is what is left when something is taken out
        if position < len(decoded.text) and decoded.text[position] == character:
            position += 1
    assert position == len(decoded.text), "a character of the page is gone"
    again = link_page(made.linked, Frame(EDITIONS, "2007"), embedded_vocabulary(),
                      "https://example.org/")
    assert again.linked == made.linked, "what is linked is linked again"


@cache
def _search() -> Search:
    return open_search(
        search_sample.sample(), search_sample.sample_lexicon(), search_sample.vocabulary(),
        Path(tempfile.mkdtemp(prefix="rulebook-fuzz-")),
    )


def queries(data: bytes) -> None:
    """Nothing typed is an error; the same query has the same hits; scores fall."""
    query = data.decode("utf-8", "replace")
    first = _search().ask(query)
    scores = [hit.score for hit in first.hits]
    assert scores == sorted(scores, reverse=True)
    assert _search().ask(query) == first


TARGETS: dict[str, Callable[[bytes], None]] = {
    one.__name__: one
    for one in (reading, citations, labels, corrections, tables, linking, queries)
}


def seeds(target: str) -> Iterator[tuple[str, bytes]]:
    """What a fuzzer once found for a target, by name."""
    folder = SEEDS / target
    for file in sorted(folder.glob("*")) if folder.is_dir() else ():
        yield file.name, file.read_bytes()

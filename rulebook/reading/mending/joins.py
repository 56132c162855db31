"""Two lines become one text: with a space, without one, or with a broken word mended.

A hyphen at a line end is a syllable's or a word's own; the words of the text itself decide, and
where they are silent, a word of two lower-case halves is one word.
"""

from __future__ import annotations

import re

from rulebook.model import Change
from rulebook.reading.mending.attested import Attested
from rulebook.reading.mending.repairs import Repairs, load
from rulebook.text import Span, Text, glue

RULE_SPACE = "line-end"
RULE_HYPHEN = "line-end-hyphen"
RULE_KEPT = "doubtful-line-end-hyphen"
_HYPHENS = "-\u2010\u2011\u00ad"
_TAIL = 64
_CUT = re.compile(rf"(?P<word>(?:[^\W_]+[’'])?(?P<part>[^\W_]+))[{_HYPHENS}]\Z")
_HEAD = re.compile(r"[^\W\d_]+|\d+")
_ELIDED = re.compile(r"([^\W\d_]+)’\Z")


def join(
    left: Text, right: Text, words: Attested, repairs: Repairs | None = None
) -> tuple[Text, Change | None]:
    """Join what stands at a line end with what begins the next line.

    `words` are those of the whole text; `repairs` default to the package's own.
    Returns the joined text and, where a hyphen was in question, the change: mechanical where the
    word was mended, proposed where nothing tells. Its `line` is 0 and its `span` says where it
    is, because a `Text` does not know the lines of its source.

    >>> from rulebook.text import plain
    >>> str(join(plain("l’irregola-"), plain("rità."), Attested())[0])
    'l’irregolarità.'
    >>> str(join(plain("le linee Nord-"), plain("Sud"), Attested())[0])
    'le linee Nord-Sud'
    """
    repairs = repairs or load()
    left, right = left.strip()[1], right.strip()[1]
    if not left or not right:
        return left + right, None
    tail = str(left[-_TAIL:])
    head = str(right[:_TAIL])
    cut = _CUT.search(tail)
    begins = _HEAD.match(head)
    if cut and begins:
        elided = cut.group("word") != cut.group("part")
        return _hyphen(left, right, cut.group("part"), begins.group(), words, repairs, elided)
    if tail[-1] in "\u00ad\u200b":
        return glue(left[:-1], right, " ", RULE_SPACE) if len(left) > 1 else right, None
    if _unspaced(tail, head, repairs):
        return left + right, None
    return glue(left, right, " ", RULE_SPACE), None


def _unspaced(tail: str, head: str, repairs: Repairs) -> bool:
    """Whether nothing stands between: after an elided word, or a slash between words."""
    elided = _ELIDED.search(tail)
    if elided and elided.group(1).lower() in repairs.elisions:
        return head[0].isalnum() or head[0] in '“«"('
    return re.search(r"\w/\Z", tail) is not None and head[0].isalnum()


def _hyphen(
    left: Text,
    right: Text,
    part: str,
    begins: str,
    words: Attested,
    repairs: Repairs,
    elided: bool,
) -> tuple[Text, Change | None]:
    # A letter alone before a hyphen is somebody's initial, but behind an apostrophe a syllable.
    syllable = elided and len(part) == 1 and begins.islower()
    verdict = "join" if syllable else _verdict(part, begins, words, repairs)
    hyphen = str(left[-1:])
    if verdict == "join":
        joined = left + right
        mended = joined.replace(len(left) - 1, len(left), "", RULE_HYPHEN)
        return mended, _change(left, right, part, begins, hyphen, "", repairs)
    kept = left if hyphen == "-" else left.replace(len(left) - 1, len(left), "-", RULE_HYPHEN)
    if verdict == "doubt":
        return kept + right, _change(left, right, part, begins, hyphen, None, repairs)
    return kept + right, None


def _verdict(part: str, begins: str, words: Attested, repairs: Repairs) -> str:
    """Whether a cut word is to be joined, keeps its hyphen, or is in doubt."""
    low, next_low = part.lower(), begins.lower()
    if not (part.isalpha() and begins.isalpha()) or len(part) == 1:
        return "keep"
    if low in repairs.compass and next_low in repairs.compass:
        return "keep"
    known, written = low + next_low in words, f"{low}-{next_low}" in words.hyphenated
    if known != written:
        return "join" if known else "keep"
    if begins[0].isupper() and not (part.isupper() and begins.isupper()):
        return "keep"
    # A hyphen between two words of the text may be the author’s own: “sotto-elencate”.
    both = min(words.count(low), words.count(next_low)) > 1 and min(len(low), len(next_low)) > 3
    if known or low in repairs.doubtful_halves or (both and low not in repairs.joining_halves):
        return "doubt"
    return "join"


def _change(
    left: Text,
    right: Text,
    part: str,
    begins: str,
    hyphen: str,
    between: str | None,
    repairs: Repairs,
) -> Change:
    rule = RULE_KEPT if between is None else RULE_HYPHEN
    known = repairs.rule(rule)
    start = left[-1 - len(part) :].start
    end = right[: len(begins)].runs[-1].span.end
    return Change(
        0,
        f"{part}{hyphen}\n{begins}",
        f"{part}{between or ''}{begins}",
        rule,
        known.cls,
        known.reason,
        Span(start.source, start.start, end),
    )

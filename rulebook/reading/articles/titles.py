"""What an article is called: where the words that announce it end, and where its title does."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rulebook.reading.articles.structure import Structure
from rulebook.reading.lines import Line, ends_sentence, words_in

LONGEST_TITLE = 16

ANNOUNCEMENT = re.compile(
    r"(?P<word>art(?:icolo|\.)?|ARTICOLO|ART\.?)\s*(?:n\.?\s*°?\s*)?(?P<number>\d{1,3})(?![\dA-Za-z°])\s*"
    r"(?P<sep>(?:[.:]?\s*[–—-]+|[.:])?)\s*",
    re.IGNORECASE,
)
"""Words that announce an article by its number, with the sign that closes them."""
INLINE_LABEL = re.compile(r"(?<=\s)(?:A[.)]|1[.)]|\(a\)|A\s*[–-])(?=\s+[A-ZÈ“(])")
"""The first label of an article, behind other words of its line."""

_LABEL = re.compile(r"(?:[A-Z][.)]|\d{1,2}[.)]|\([a-z]\)|[A-Z]\s+[–-])(?=\s|$)")


@dataclass(frozen=True, slots=True)
class Opening:
    """The beginning of an article: the line, where its announcement and its title end.

    `number` is the article's number, or the id of a part without one.
    `more` counts the following lines that belong to the title; `closed` is False where nothing
    but the wording tells title and text apart.
    """

    line: int
    start: int
    number: int | str
    announced: int
    title: tuple[int, int]
    more: int = 0
    closed: bool = True


def announced_article(text: str) -> int | None:
    """The number of the article that a line announces, or None."""
    match = ANNOUNCEMENT.match(text.strip())
    return int(match["number"]) if match else None


def announced_end(text: str) -> int:
    """Where, in a line that announces an article, the announcement ends and the title begins."""
    match = ANNOUNCEMENT.match(text)
    return match.end() if match else 0


def title_of(
    lines: Sequence[Line],
    index: int,
    start: int,
    number: int,
    announced: int,
    structure: Structure,
) -> Opening:
    """Find the title behind the announcement: in capitals, up to a label, or a line of its own."""
    line = lines[index]
    text = str(line)
    rest = text[announced:]
    if not rest:
        return _title_below(lines, index, start, number, announced)
    length = caps_length(rest)
    if length:
        end = announced + length
        more = _caps_below(lines, index) if not text[end:].strip(" .:–-") else 0
        return Opening(index, start, number, announced, (announced, end), more)
    label = INLINE_LABEL.search(rest)
    if label and words_in(rest[: label.start()]) <= LONGEST_TITLE:
        end = announced + len(rest[: label.start()].rstrip(" .:–-"))
        return Opening(index, start, number, announced, (announced, end))
    for gap in line.breaks:
        inside = text[announced:gap].strip(" .:–-")
        follows = text[gap:].lstrip()
        if inside and words_in(inside) <= LONGEST_TITLE and follows[:1].isupper():
            return Opening(index, start, number, announced, (announced, announced + len(inside)))
    if words_in(rest) <= LONGEST_TITLE and not rest.rstrip().endswith((",", ";")):
        more = _title_tail(lines, index)
        end = len(text.rstrip(" .:–-"))
        return Opening(index, start, number, announced, (announced, max(end, announced)), more)
    boundary = sentence_boundary(rest, structure)
    if boundary and words_in(rest[:boundary]) <= LONGEST_TITLE:
        end = announced + len(rest[:boundary].rstrip(" .:–-"))
        return Opening(index, start, number, announced, (announced, end), closed=False)
    return Opening(index, start, number, announced, (announced, announced), closed=False)


def _title_below(
    lines: Sequence[Line], index: int, start: int, number: int, announced: int
) -> Opening:
    """“ARTICOLO 27” alone: the title is the next line, when that looks like one."""
    below = index + 1
    while below < len(lines) and not lines[below].text:
        below += 1
    text = str(lines[below]) if below < len(lines) else ""
    plain = (
        text
        and text[0].isupper()
        and not _LABEL.match(text)
        and not ANNOUNCEMENT.match(text)
        and words_in(text) <= LONGEST_TITLE
        and not ends_sentence(text)
    )
    if plain and not (caps_length(text) and caps_length(text) < len(text.rstrip(" .:–-*()"))):
        more = below - index
        if in_capitals(text) and caps_length(text):
            more += _caps_below(lines, below)
        return Opening(index, start, number, announced, (announced, announced), more)
    return Opening(index, start, number, announced, (announced, announced))


def _caps_below(lines: Sequence[Line], index: int) -> int:
    """How many of the following lines carry on a title in capitals."""
    count = 0
    for line in lines[index + 1 : index + 3]:
        text = str(line)
        if not text or _LABEL.match(text) or ANNOUNCEMENT.match(text):
            break
        # Two letters are a title's only where they end a word that was broken above.
        broken = str(lines[index + count]).endswith(("-", "\u2010", "\u00ad"))
        if caps_length(text) < len(text.rstrip(" .:–-*()")) or (len(text) < 3 and not broken):
            break
        count += 1
    return count


def _title_tail(lines: Sequence[Line], index: int) -> int:
    """Whether the next line carries on a title in lower case (and a new sentence follows it)."""
    if index + 2 >= len(lines):
        return 0
    text, after = str(lines[index + 1]), str(lines[index + 2])
    carries = text[:1].islower() and words_in(text) <= 8 and not ends_sentence(text)
    return 1 if carries and (not after or after[0].isupper() or after[0] == "(") else 0


def caps_length(text: str) -> int:
    """How far a title in capitals reaches at the beginning of a text; 0 where there is none.

    A capital letter alone belongs to the title only when capitals follow ("A SEGUITO"); before
    a word in lower case it begins the text ("I quattro"), with a full stop it is a label.
    """
    end, has_word = 0, False
    tokens = list(re.finditer(r"\S+", text))
    for position, token in enumerate(tokens):
        word = token[0]
        following = tokens[position + 1][0] if position + 1 < len(tokens) else ""
        if _LABEL.fullmatch(word):
            break
        if has_word and not any(character.isalpha() for character in word):
            if not following and word.isdigit():
                end = token.end()
                break
            if not following or not in_capitals(following) or len(following.strip("’'.,")) < 2:
                if not re.fullmatch(r"\W+", word):
                    break
                continue
            end = token.end()
            continue
        if not in_capitals(word):
            break
        letters = re.sub(r"\W", "", word)
        if len(letters) == 1 and not word.endswith(("’", "'")):
            if word.rstrip(",;:") != word or not _capitals_follow(tokens, position):
                break
        elif len(letters) > 1:
            has_word = True
        end = token.end()
    if not has_word:
        return 0
    return len(text[:end].rstrip(" .:–-,"))


def _capitals_follow(tokens: Sequence[re.Match[str]], position: int) -> bool:
    """Whether, behind capital letters that stand alone, a word in capitals follows ("E I SUOI")."""
    for token in tokens[position + 1 :]:
        word = token[0]
        if not in_capitals(word) or _LABEL.fullmatch(word):
            return False
        if len(re.sub(r"\W", "", word)) > 1:
            return True
    return False


def in_capitals(word: str) -> bool:
    """Whether all letters of a word are capitals, and there are some."""
    letters = [character for character in word if character.isalpha()]
    return bool(letters) and all(character.isupper() for character in letters)


def sentence_boundary(text: str, structure: Structure) -> int | None:
    """Where, after a word without punctuation, a new sentence can only begin.

    >>> from rulebook.reading.articles.structure import default_structure
    >>> sentence_boundary("Movimento dei board L’Arbitro decide.", default_structure())
    20
    """
    for match in re.finditer(r"(?<=[\w)”»])\s+(?=[A-ZÀ-Ý“«])", text):
        if text[match.start() - 1] in ".;:,?!":
            continue
        rest = text[match.end() :]
        word = rest.split()[0]
        follower = rest.split()[1] if words_in(rest) > 1 else ""
        if in_capitals(word.strip("’'")) and len(re.sub(r"\W", "", word)) > 1 and "’" not in word:
            continue
        if structure.opens_sentence(word) and follower:
            return match.end()
    return None

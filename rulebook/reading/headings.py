"""Where an article begins, what it is called, and what only looks like it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rulebook.reading.lines import Line, ends_sentence, words_in
from rulebook.reading.structure import Structure

LONGEST_TITLE = 16
HIGHEST_NUMBER = 120


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


_ARTICLE = re.compile(
    r"(?P<word>art(?:icolo|\.)?|ARTICOLO|ART\.?)\s*(?:n\.?\s*°?\s*)?(?P<number>\d{1,3})(?![\dA-Za-z°])\s*"
    r"(?P<sep>(?:[.:]?\s*[–—-]+|[.:])?)\s*",
    re.IGNORECASE,
)
_NUMBERED_CAPS = re.compile(r"(?P<number>\d{1,3})\s*(?P<sep>[.–—-]+)\s+(?=[A-ZÀ-Ý’' ]{6,})")
_LEADER = re.compile(r"(?:[.·…_]\s?){3,}\s*\d*\s*$|\s(?:pag\.?\s*)?\d{1,3}\s*$")
_LABEL = re.compile(r"(?:[A-Z][.)]|\d{1,2}[.)]|\([a-z]\)|[A-Z]\s+[–-])(?=\s|$)")
_INLINE_LABEL = re.compile(r"(?<=\s)(?:A[.)]|1[.)]|\(a\)|A\s*[–-])(?=\s+[A-ZÈ“(])")
_INLINE_ARTICLE = re.compile(
    r"(?:(?<=[.;:…\])”»])|(?<=\w))\s+(?=(?:ARTICOLO|ART\.|Articolo|Art\.)\s*\d{1,3}\s*[.:]?\s*[–—-]\s*[A-ZÀ-Ý’]{2})"
)


def split_inline(lines: Sequence[Line]) -> list[Line]:
    """Cut flattened lines where an article begins in the middle of one."""
    cut: list[Line] = []
    for line in lines:
        rest = line
        while match := _INLINE_ARTICLE.search(str(rest)):
            left, rest = rest.cut(match.end())
            cut.append(left)
        cut.append(rest)
    return cut


def find_openings(lines: Sequence[Line], structure: Structure) -> tuple[list[Opening], int]:
    """The beginnings of articles among the lines, mentions left out.

    Returns the openings, and how many more were only entries of a contents page.
    """
    found: list[Opening] = []
    previous = ""
    for index, line in enumerate(lines):
        if not line.text:
            continue
        opening = _opening(lines, index, previous, structure)
        if opening:
            found.append(opening)
        previous = str(line)
    if not any(isinstance(opening.number, int) for opening in found):
        found += _numbered(lines, structure)
    kept = _without_entries(found, lines)
    opened = {opening.line for opening in kept}
    entries = sum(is_entry(str(line)) for at, line in enumerate(lines) if at not in opened)
    return kept, max(entries, len(found) - len(kept))


def is_entry(text: str) -> bool:
    """Whether a line is an entry of a contents page: an article's name alone, or with a leader."""
    match = _ARTICLE.match(text)
    if not match or text[0].islower() or _words_before_leader(text) > LONGEST_TITLE + 8:
        return False
    rest = text[match.end() :]
    if _LEADER.search(rest) and rest[:1].isupper():
        return True
    return bool(match["sep"]) and rest[:1].isupper() and not ends_sentence(rest)


def announced_article(text: str) -> int | None:
    """The number of the article that a line announces, or None."""
    match = _ARTICLE.match(text.strip())
    return int(match["number"]) if match else None


def announced_end(text: str) -> int:
    """Where, in a line that announces an article, the announcement ends and the title begins."""
    match = _ARTICLE.match(text)
    return match.end() if match else 0


def _opening(
    lines: Sequence[Line], index: int, previous: str, structure: Structure
) -> Opening | None:
    text = str(lines[index])
    start = len(text) - len(text.lstrip('«“"*#• '))
    part = _part(lines, index, structure)
    if part:
        return part
    match = _ARTICLE.match(text, start)
    if not match or not 0 < int(match["number"]) <= HIGHEST_NUMBER:
        return None
    if previous and not ends_sentence(previous) and structure.cites_at_end(previous):
        return None
    number, rest = int(match["number"]), text[match.end() :]
    if rest and (rest[0] in ",;)(" or not _may_be_title(rest, match["sep"], structure)):
        follows = _next_text(lines, index)
        if match["sep"] or not _stands_alone(rest, previous, follows, structure):
            return None
    if not match["word"].isupper() and match["word"][0].islower():
        return None
    return title_of(lines, index, start, number, match.end(), structure)


def _may_be_title(rest: str, separator: str, structure: Structure) -> bool:
    first = rest.split(maxsplit=1)[0].strip("“«\"’',")
    if not first or not (first[0].isupper() or first[0] in "“«"):
        return False
    if separator.strip(" ."):
        return True
    if separator:
        short = words_in(rest) <= 8 and not any(w in structure.finite_verbs for w in rest.split())
        return _caps(first) or short or not ends_sentence(rest) or bool(_INLINE_LABEL.search(rest))
    return _caps(first) and len(first.strip("’'")) > 1


def _stands_alone(rest: str, before: str, follows: str, structure: Structure) -> bool:
    """Whether “Articolo 12 Poteri dell’Arbitro” is a line of its own: a few words without a verb,
    a sentence ended before it, and a label or a new sentence below it."""
    return (
        rest[0].isupper()
        and words_in(rest) <= 10
        and not ends_sentence(rest)
        and not rest.endswith(",")
        and not any(word.lower() in structure.finite_verbs for word in rest.split())
        and (not before or ends_sentence(before) or words_in(before) <= 8)
        and bool(follows)
        and (follows[0].isupper() or follows[0] in "(“«0123456789")
    )


def _part(lines: Sequence[Line], index: int, structure: Structure) -> Opening | None:
    """A part of a Code without a number stands alone on its line, in capitals or titled so."""
    text = str(lines[index]).strip()
    name = text.strip(" .:–-").lower()
    ident = structure.parts.get(name)
    alone = index == 0 or not lines[index - 1].text
    if not ident or not (text.isupper() or (alone and _next_text(lines, index))):
        return None
    return Opening(index, 0, ident, 0, (0, len(str(lines[index]).rstrip(" .:–-"))))


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
    label = _INLINE_LABEL.search(rest)
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
            if not following or not _caps(following) or len(following.strip("’'.,")) < 2:
                if not re.fullmatch(r"\W+", word):
                    break
                continue
            end = token.end()
            continue
        if not _caps(word):
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
        if not _caps(word) or _LABEL.fullmatch(word):
            return False
        if len(re.sub(r"\W", "", word)) > 1:
            return True
    return False


def _caps(word: str) -> bool:
    letters = [character for character in word if character.isalpha()]
    return bool(letters) and all(character.isupper() for character in letters)


def sentence_boundary(text: str, structure: Structure) -> int | None:
    """Where, after a word without punctuation, a new sentence can only begin.

    >>> from rulebook.reading.structure import default_structure
    >>> sentence_boundary("Movimento dei board L’Arbitro decide.", default_structure())
    20
    """
    for match in re.finditer(r"(?<=[\w)”»])\s+(?=[A-ZÀ-Ý“«])", text):
        if text[match.start() - 1] in ".;:,?!":
            continue
        rest = text[match.end() :]
        word = rest.split()[0]
        follower = rest.split()[1] if words_in(rest) > 1 else ""
        if _caps(word.strip("’'")) and len(re.sub(r"\W", "", word)) > 1 and "’" not in word:
            continue
        if structure.opens_sentence(word) and follower:
            return match.end()
    return None


def _next_text(lines: Sequence[Line], index: int) -> str:
    return next((str(line) for line in lines[index + 1 :] if line.text), "")


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
        and not _ARTICLE.match(text)
        and words_in(text) <= LONGEST_TITLE
        and not ends_sentence(text)
    )
    if plain and not (caps_length(text) and caps_length(text) < len(text.rstrip(" .:–-*()"))):
        more = below - index
        if _caps(text) and caps_length(text):
            more += _caps_below(lines, below)
        return Opening(index, start, number, announced, (announced, announced), more)
    return Opening(index, start, number, announced, (announced, announced))


def _caps_below(lines: Sequence[Line], index: int) -> int:
    """How many of the following lines carry on a title in capitals."""
    count = 0
    for line in lines[index + 1 : index + 3]:
        text = str(line)
        if not text or _LABEL.match(text) or _ARTICLE.match(text):
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


def _numbered(lines: Sequence[Line], structure: Structure) -> list[Opening]:
    """Headings without the word article ("27. LICITA INSUFFICIENTE"), in ascending order."""
    found: list[Opening] = []
    for index, line in enumerate(lines):
        match = _NUMBERED_CAPS.match(str(line))
        if not match or not caps_length(str(line)[match.end() :]):
            continue
        number = int(match["number"])
        if 0 < number <= HIGHEST_NUMBER and (not found or number > int(found[-1].number)):
            found.append(title_of(lines, index, 0, number, match.end(), structure))
    return found


def _without_entries(found: Sequence[Opening], lines: Sequence[Line]) -> list[Opening]:
    """Leave out entries of a contents page: runs of headings with no law between them."""
    bare = [_is_bare(found, position, lines) for position in range(len(found))]
    leader = [_has_leader(opening, lines) for opening in found]
    thin = [lead and _short_body(found, at, lines) for at, lead in enumerate(leader)]
    listed = thin if sum(thin) >= 3 else [False] * len(found)
    position = 0
    while position < len(found):
        end = position
        while end < len(found) and (bare[end] or thin[end]):
            end += 1
        last_is_body = end == len(found) or found[end].number != _after(found, end)
        run = end - position
        if run >= 2 and not last_is_body and _thin(found, end, lines):
            end += 1
        if run >= 3 or (run and all(thin[position:end])):
            for entry in range(position, end):
                listed[entry] = True
        position = max(end, position + 1)
    kept = [opening for opening, out in zip(found, listed, strict=True) if not out]
    return [
        opening
        for position, opening in enumerate(kept)
        if not (
            position + 1 < len(kept)
            and kept[position + 1].number == opening.number
            and _is_bare(kept, position, lines)
        )
    ]


def _after(found: Sequence[Opening], end: int) -> int | str | None:
    number = found[end - 1].number if end else None
    return number + 1 if isinstance(number, int) else None


def _body(found: Sequence[Opening], position: int, lines: Sequence[Line]) -> list[str]:
    opening = found[position]
    end = found[position + 1].line if position + 1 < len(found) else len(lines)
    first = (
        str(lines[opening.line])[opening.title[1] :].strip(" .:–-…\xa0")
        if opening.more == 0
        else ""
    )
    following = [str(line) for line in lines[opening.line + opening.more + 1 : end] if line.text]
    return [first, *following] if first else following


def _is_bare(found: Sequence[Opening], position: int, lines: Sequence[Line]) -> bool:
    """Whether nothing but a page number stands between a heading and the next one."""
    body = _body(found, position, lines)
    return all(re.fullmatch(r"[\d\s.·…_-]*", text) for text in body) and (
        position + 1 < len(found) or not body
    )


def _short_body(found: Sequence[Opening], position: int, lines: Sequence[Line]) -> bool:
    """Whether no sentence stands behind a heading: chapters and wrapped titles only."""
    body = _body(found, position, lines)
    return sum(map(len, body)) < 400 and not any(
        ends_sentence(text) and words_in(text) > 3 for text in body
    )


def _thin(found: Sequence[Opening], position: int, lines: Sequence[Line]) -> bool:
    """Whether what follows the last heading of a list is no law: nothing, or a few words."""
    body = _body(found, position, lines)
    return sum(map(len, body)) < 80 and not any(text.endswith(".") for text in body)


def _words_before_leader(text: str) -> int:
    """How many words an entry has, the dots that lead to its page number apart."""
    return sum(any(character.isalnum() for character in word) for word in text.split())


def _has_leader(opening: Opening, lines: Sequence[Line]) -> bool:
    """Whether a heading ends with a page number, on its own line or, wrapped, on the next."""
    text = str(lines[opening.line])
    title = text[opening.announced :].rstrip(" .…")
    if _words_before_leader(text) > LONGEST_TITLE + 8 or ends_sentence(title):
        return False
    if _LEADER.search(text[opening.announced :]):
        return True
    below = str(lines[opening.line + 1]) if opening.line + 1 < len(lines) else ""
    return below[:1].islower() and words_in(below) <= 12 and bool(_LEADER.search(below))

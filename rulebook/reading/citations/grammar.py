"""The vocabulary of citations compiled into patterns.

Every pattern is tried at one place (`match(text, at)`; a sticky pattern elsewhere) and uses
nothing but classes, groups, alternatives, bounded repeats, look-ahead, and look-behind of one or
two characters at its start, so that another language can compile the same words the same way.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from rulebook.reading.citations.vocabulary import Vocabulary

LETTERS = "A-Za-zÀ-ÖØ-öø-ÿ"
SPACE = " \\t\\n\\r\\f\\u00a0\\u2000-\\u200a\\u202f"
# In a browser, a loop of up to three turns is written out, with what follows it for each of them;
# these are the shortest that are not, which makes compiling three times faster there.
GAP = f"[{SPACE}]{{1,5}}"
OPT = f"[{SPACE}]{{0,4}}"
SEP = f"(?:{OPT},)?{OPT}"
APOSTROPHE = "['’‘`´ʼ]"
END = f"(?![{LETTERS}])"
LINE = "[ \\t\\u00a0]{0,3}"
LONG_YEAR = "(?:19|20)[0-9]{2}"
YEAR = f"({LONG_YEAR}|{APOSTROPHE}[0-9]{{2}})(?![0-9])"
# "stampato nel", "entrato in vigore dal": before the year of an edition.
PARTICIPLE = f"[{LETTERS}]{{2,12}}[st][aeio]{GAP}(?:in{GAP}vigore{GAP})?(?:nel|dal)"
ROMAN = "x{0,1}(?:ix|iv|vi{0,3}|i{1,3})|x{1,2}"


_INNER_STOP = re.compile(r"\. ?(?=\S)")


def phrase(words: str) -> str:
    """The pattern of a phrase: any gap for a space, any apostrophe, an end where a letter ends.

    Within an abbreviation a gap may stand after each full stop: "D. Lgs.", "cod.proc.".
    """
    pieces = []
    for character in _INNER_STOP.sub(".\v", words):
        if character == " ":
            pieces.append(GAP)
        elif character == "\v":
            pieces.append(OPT)
        elif character == "'":
            pieces.append(APOSTROPHE)
        else:
            pieces.append(re.escape(character))
    return "".join(pieces) + (END if words[-1].isalpha() else "")


def anyof(phrases: Iterable[str]) -> str:
    """The pattern of any of the phrases, the longest first."""
    return "(?:" + "|".join(phrase(p) for p in sorted(set(phrases), key=_longest)) + ")"


def leading(phrases: Iterable[str]) -> str:
    """Any of the phrases with the gap to the next word; a lost apostrophe leaves a gap."""
    found = []
    for words in sorted(set(phrases), key=_longest):
        if words.endswith("'"):
            stem = phrase(words[:-1]).removesuffix(END)
            found.append(f"{stem}(?:{APOSTROPHE}{OPT}|{GAP})")
        else:
            found.append(phrase(words) + GAP)
    return "(?:" + "|".join(found) + ")"


def named_year(last: int) -> str:
    """A year after a name, where two digits will do that are no article's number: "Codice 97"."""
    short = "|".join(str(number) for number in range(last + 1, 100))
    brief = f"(?:0[0-9]|{short})(?![/.][0-9])"
    return f"({LONG_YEAR}|{APOSTROPHE}[0-9]{{2}}|{brief})(?![0-9])"


def year_of(word: str) -> str:
    """The year that "2007", "'07" or "97" means; "" where the word is none.

    >>> year_of("'97"), year_of("07"), year_of("2017"), year_of("vecchio")
    ('1997', '2007', '2017', '')
    """
    digits = "".join(character for character in word if character.isdigit())
    if len(digits) == 2:
        return ("20" if digits < "50" else "19") + digits
    return digits


def _longest(words: str) -> tuple[int, str]:
    return (-len(words), words)


def edge(index: int, phrases: Iterable[str]) -> frozenset[str]:
    """The first or last words or signs of phrases, in lower case."""
    return frozenset(re.findall(f"[{LETTERS}]+|[°€$]", p)[index].lower() for p in phrases)


def _cased(phrases: Iterable[str]) -> tuple[str, ...]:
    """The phrases in lower case and with a capital, for patterns that must tell `e` from `E`."""
    return tuple({form for p in phrases for form in (p, p[:1].upper() + p[1:])})


def _words(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Grammar:
    """Patterns for finding and resolving; see `compile_grammar` for what each one matches."""

    vocabulary: Vocabulary
    worded: re.Pattern[str]
    own_words: frozenset[str]
    other_words: frozenset[str]
    adjective_words: frozenset[str]
    direction_words: frozenset[str]
    name_words: frozenset[str]
    excluding_words: frozenset[str]
    glued: re.Pattern[str]
    shaped: re.Pattern[str]
    cued: re.Pattern[str]
    number: re.Pattern[str]
    number_word: re.Pattern[str]
    foreign_suffix: re.Pattern[str]
    article: re.Pattern[str]
    unit: re.Pattern[str]
    unit_stuck: re.Pattern[str]
    lead: re.Pattern[str]
    of: re.Pattern[str]
    genitive: re.Pattern[str]
    this_article: re.Pattern[str]
    conjunction: re.Pattern[str]
    from_: re.Pattern[str]
    to: re.Pattern[str]
    from_before: re.Pattern[str]
    direction: re.Pattern[str]
    direction_before: re.Pattern[str]
    adjective_before: re.Pattern[str]
    adjective_after: re.Pattern[str]
    edition_year: re.Pattern[str]
    edition_name: re.Pattern[str]
    own: re.Pattern[str]
    own_before: re.Pattern[str]
    own_stem: re.Pattern[str]
    own_anywhere: re.Pattern[str]
    own_joined: re.Pattern[str]
    own_further: re.Pattern[str]
    stranger: re.Pattern[str]
    onward: re.Pattern[str]
    other: re.Pattern[str]
    other_named: re.Pattern[str]
    other_law: re.Pattern[str]
    other_initials: re.Pattern[str]
    aside: re.Pattern[str]
    other_before: re.Pattern[str]
    tail_word: re.Pattern[str]
    joined: re.Pattern[str]
    parted: re.Pattern[str]
    into: re.Pattern[str]
    joined_to: re.Pattern[str]
    list_ahead: re.Pattern[str]
    adjective_lead: re.Pattern[str]
    not_after: re.Pattern[str]
    comparison: re.Pattern[str]
    counted: re.Pattern[str]
    after_a: re.Pattern[str]
    card: re.Pattern[str]
    owner: re.Pattern[str]
    title: re.Pattern[str]


@lru_cache(maxsize=8)
def compile_grammar(vocabulary: Vocabulary, stuck_words: bool = True) -> Grammar:
    """Compile a vocabulary; the result is kept, since the patterns are many.

    Args:
        vocabulary: the words.
        stuck_words: whether a word for a part may be stuck to its label: "paragrafoB4".
    """
    v = vocabulary
    units = [w for u in v.units for w in (*u.singular, *u.plural)]
    outer = [w for u in v.units if not u.inner for w in (*u.singular, *u.plural)]
    articles = (*v.articles.singular, *v.articles.plural)
    old, new, current = anyof(v.editions.old), anyof(v.editions.new), anyof(v.editions.current)
    adjective = f"(?:{old}|{new}|{current})"
    before, after, above = v.directions.before, v.directions.after, v.directions.above
    directions = f"(?:({anyof(before)})|({anyof(after)})|({anyof(above)}))"
    both = anyof(v.lists.both)
    lead = leading((*v.links.lead, *v.links.genitive))
    lead_to = [w for w in v.links.lead if " " not in w]
    own = anyof(v.collections.own)
    of_own = f"(?:{leading((*v.links.of, *v.links.lead))})?"
    own_adjectives = f"(?:{anyof(v.collections.adjectives)}{GAP})?"
    # "Codice del 1997", "Codice approvato nel 1997".
    year_link = f"(?:(?:{anyof(v.editions.year_links)}|{PARTICIPLE}){GAP})?"
    year = named_year(v.articles.last)
    years = f"{year}(?:(?:{GAP}{both}{GAP}{year_link}|{OPT}[/–\\-]{OPT}){year})?"
    stem = f"{own}(?:{GAP}{anyof(v.collections.own_more)}){{0,5}}"
    own_name = (
        f"(?:({adjective}){GAP})?{stem}(?:{GAP}({adjective}))?"
        f"(?:,?{GAP}[(\\[]?{year_link}{years})?"
    )
    nouns = anyof((*v.editions.nouns, *v.editions.pronouns))
    edition_lead = f"(?:{lead})?"
    things = anyof((*v.editions.nouns, *v.context.things))
    genitive = leading(v.links.genitive)
    c, e = v.collections, v.editions
    named = (*c.own, *v.lists.onward, *c.adjectives, *c.other, *c.before, *c.law_abbreviations)
    named = (*named, *e.old, *e.new, *e.current, *e.nouns, *e.pronouns, *e.year_links)
    counted = anyof(v.exclusions.counted)
    suits = f"[{v.exclusions.suit_signs}]"
    label = f"(?:\\([a-z]{{1,5}}\\)|[A-Z](?![{LETTERS}'’`´]))"
    steps = f"[A-Z][0-9]{{1,2}}(?![0-9{LETTERS}]*[{LETTERS}]{{3}})"
    see = anyof(_cased(v.cues.see))
    weak = anyof(_cased(v.cues.weak))
    weaker = anyof(_cased(v.cues.weaker))
    stuck = "|".join(re.escape(w) for w in sorted(_cased(outer), key=_longest) if w.isalpha())
    stuck = f"(?:{stuck})(?=[A-Z](?:[0-9(]|(?![{LETTERS}'’])))"
    toward = anyof(_cased(v.directions.lead))
    away = f"(?<![{LETTERS}0-9])"
    directed = anyof((*before, *after, *above))
    return Grammar(
        vocabulary=v,
        # Where a citation may begin with a word: an article's, a part's, "nuovo 27".
        worded=_words(
            f"{away}(?:(?P<plural>{anyof(v.articles.plural)})"
            f"|(?P<singular>{anyof(v.articles.singular)})"
            f"|(?P<unit>{anyof(outer)})"
            f"|(?P<adjective>{anyof(v.editions.before_number)}){GAP}(?=[0-9]))"
        ),
        own_words=edge(
            0, (*v.collections.own, *v.editions.nouns, *v.editions.pronouns, *v.context.things)
        ),
        other_words=edge(0, (*v.collections.before, *v.collections.own)),
        adjective_words=edge(-1, (*v.editions.old, *v.editions.new, *v.editions.current)),
        direction_words=edge(-1, (*before, *after, *above)),
        excluding_words=edge(-1, v.exclusions.not_after),
        name_words=edge(0, (*v.links.of, *v.links.lead, *v.links.genitive, *named)),
        # "paragrafoB4": the word for a part with its label stuck to it.
        glued=re.compile(f"{away}(?P<glued>{stuck})"),
        unit_stuck=re.compile(f"({stuck})" if stuck_words else "(?!)"),
        # Where a label alone may be one: "27B1b", "B1(b)", "B1", "(b) seguente".
        shaped=re.compile(
            f"(?<![{LETTERS}0-9/_#@=&{v.exclusions.suit_signs}])(?<![0-9][.,:\\-])(?:"
            f"(?P<compact>[0-9]{{1,2}}(?=[\\-./]?[A-Z](?![{LETTERS}])|{GAP}[A-Z]{OPT}[0-9]"
            f"|[a-h][0-9][a-z]?(?![{LETTERS}0-9])))"
            f"|(?P<bare>{steps})"
            f"|(?P<directed>(?:\\([a-z]\\)|[B-HJ-NP-Z](?![{LETTERS}'’]))(?={GAP}{directed})))"
        ),
        # Where a cue is followed by a label: "vedi E", "in (b)", "a seguito di B1".
        cued=re.compile(
            f"{away}(?:(?P<see>{see}){GAP}(?={label}|{steps}|[0-9]{{1,2}}{GAP}{directed})"
            f"|(?P<weak>{weak}){GAP}(?={label}|{steps})"
            f"|(?P<weaker>{weaker}){GAP}(?={steps})"
            f"|(?P<toward>{toward}){GAP}(?={label}|{steps}))"
        ),
        number=re.compile(f"([0-9]{{1,3}})(?![0-9]|[.][0-9]|{OPT}[%°ªº‰€])"),
        number_word=_words(f"(?:{anyof(v.articles.number_words)}){OPT}"),
        foreign_suffix=_words(f"[\\-]?{OPT}{anyof(v.articles.foreign_suffixes)}"),
        article=_words(f"(?:({anyof(v.articles.plural)})|{anyof(v.articles.singular)}){OPT}"),
        unit=_words(f"({anyof(units)}){OPT}"),
        lead=_words(leading(v.links.lead)),
        of=_words(leading(v.links.of)),
        genitive=_words(genitive),
        this_article=_words(anyof(v.links.this_article)),
        conjunction=_words(f"(?:{OPT}([,;])?{OPT}({both}){GAP}|{OPT}(,){OPT}|{OPT}/{OPT})"),
        from_=_words(leading(v.lists.from_)),
        to=_words(f"{GAP}{leading(v.lists.to)}"),
        from_before=_words(f"(?:^|[^{LETTERS}]){leading(v.lists.from_)}$"),
        direction=_words(f"{SEP}{directions}"),
        direction_before=_words(f"(?:^|[^{LETTERS}]){directions},?{GAP}$"),
        # "il vecchio ed il nuovo" before a citation, with what may forbid it ("di nuovo").
        adjective_before=_words(
            f"(?:^|[^{LETTERS}])(?:({anyof(v.editions.not_after)}){GAP})?"
            f"(?:({adjective}){GAP}{both}{GAP}(?:{lead})?)?({adjective}){GAP}$"
        ),
        adjective_after=_words(
            f"{GAP}({adjective})(?:{GAP}{both}{GAP}({adjective}))?(?!{GAP}(?:[0-9]|{anyof(articles)}))"
        ),
        # "Edizione 2007", "(ed. 1997)", "del 1997", "(2007)", "/1997".
        edition_year=_words(
            f"{SEP}[(\\[]{OPT}(?:{edition_lead}{nouns}{GAP})?{year_link}{years}{OPT}[)\\]]"
            f"|(?:{OPT}[,–—\\-])?{OPT}{edition_lead}{nouns}{GAP}{year_link}{years}"
            f"|{OPT}[–—\\-]{OPT}(?:{edition_lead}{stem},?{GAP}{year_link})?{years}(?!{OPT}:|[.\\-][0-9])"
            f"|{GAP}{anyof(v.editions.year_links)}{GAP}{YEAR}(?:{GAP}{both}{GAP}{YEAR})?"
            f"|[/]{year}"
        ),
        # "della nuova edizione", "nella vecchia versione".
        edition_name=_words(
            f"{GAP}[(\\[](?:({old})|({new})|({current}))[)\\]]|"
            f"{SEP}{leading((*v.links.of, *v.links.lead))}(?:({adjective}){GAP}"
            f"(?:{nouns}|{anyof(articles)})|{nouns}{GAP}({adjective}))(?![.]?{OPT}[0-9])"
        ),
        own=_words(
            f"{SEP}(?:{of_own}{own_adjectives}{own_name}"
            f"|\\({OPT}{of_own}{own_adjectives}{own_name}{OPT}\\))"
        ),
        own_stem=_words(f"{SEP}\\(?{OPT}{of_own}{own_adjectives}(?:{adjective}{GAP})?{stem}"),
        own_anywhere=_words(f"(?<![{LETTERS}]){stem}"),
        # A year behind a name and what joins it to the next name: "il Codice 1997 e il" Codice.
        own_joined=_words(
            f"{YEAR}[)\\]]?(?:{OPT},?{OPT}(?:{both}|che){GAP}|{OPT},{OPT})(?:{lead}|in{GAP})?$"
        ),
        # A further name of an edition: "del Codice 1997 e del Codice 2007".
        own_further=_words(
            f"{SEP}{both}{GAP}(?:{lead})?(?:{own_name}|{anyof(v.editions.nouns)}{GAP}{year_link}{years})"
            f"(?!{SEP}(?:{lead})?(?:{anyof(articles)}|[0-9]))"
        ),
        # What behind "Codice" makes it another one: "della navigazione", "WADA", "civile".
        stranger=re.compile(
            f"[ \u00a0]{{1,3}}(?:{leading((*v.links.genitive, 'di'))}[{LETTERS}]"
            f"|({anyof(_cased(v.collections.codes))})"
            f"|(?!{anyof(_cased(articles))})[A-ZÀ-ÖØ-Þ][{LETTERS}.])[{LETTERS}.'’]*"
            f"(?:{GAP}[{LETTERS}]{{1,20}}(?![{LETTERS}'’])){{0,2}}"
        ),
        onward=_words(f"{SEP}{anyof(v.lists.onward)}"),
        own_before=_words(
            f"(?:^|[^{LETTERS}])(?:(?:{own_name}|{nouns}{GAP}{year_link}{years})[)\\]]?"
            f"{OPT}[,:;(–\\-]?{OPT}(?:{lead})?"
            f"|({adjective}){GAP}{things}{GAP}{genitive}|{things}{GAP}({adjective}){GAP}{genitive})$"
        ),
        other=_words(
            f"{OPT}[,(]?{OPT}(?:{leading((*v.links.genitive, 'di'))})"
            f"(?:(?:{adjective}|{anyof(v.collections.adjectives)}){GAP})?"
            f"{anyof(v.collections.other)}"
        ),
        other_named=_words(f"{OPT}[,(\\[\"“«–—\\-]?{OPT}{anyof(v.collections.before)}"),
        # A name in few letters: "RNG", "CdS", "C.d.S.", "Stat.", "cpc".
        other_initials=re.compile(
            f"(?:{GAP}|{OPT}[,(]{OPT}|{SEP}{genitive})"
            f"(?!(?:{'|'.join(v.collections.no_names)}){END})(?:(?:[A-Z][a-z]{{0,5}}){{2,5}}(?![{LETTERS}0-9])|[A-Z][.](?:{OPT}[A-Z]|[a-z])[.]"
            f"|[A-Z][a-z]{{1,4}}[.]|[b-df-hj-np-tv-z]{{2,5}}(?![{LETTERS}0-9]))"
        ),
        # What may stand between a number and its owner: ", primo comma,", "(Sanzioni)".
        aside=re.compile(
            f"{OPT},?{OPT}(?:c[.]{OPT}[0-9]|\\([^()]{{1,60}}\\)|(?:[{LETTERS}]{{1,20}}{GAP}){{0,2}}«[^»]{{1,60}}»"
            f"|[{LETTERS}]{{1,20}}(?:(?:{GAP}[{LETTERS}]{{1,20}}){{0,2}}(?={OPT},))?)"
        ),
        other_law=re.compile(
            f"{OPT}[,(]?{OPT}(?:{genitive})?"
            f"(?:{anyof(v.collections.law_abbreviations)}|l[.]{OPT}(?:n[.]{OPT})?[0-9])"
        ),
        other_before=_words(f"(?<![{LETTERS}]){anyof(v.collections.before)}"),
        tail_word=_words(anyof(v.collections.tail) + "$"),
        joined=_words(f"(?:{OPT}[,/–—\\-])?{OPT}(?:{both}{GAP})?(?:{lead})?"),
        parted=_words(f"{OPT};{OPT}(?:{both}{GAP})?(?:{lead})?"),
        joined_to=_words(f"{OPT}[,:;(–\\-]?{OPT}(?:{leading(lead_to)})?$"),
        into=_words(f"(?:^|[^{LETTERS}]){leading(v.links.into)}$"),
        list_ahead=_words(
            # No member can end inside itself: a long number would be cut in every way there is.
            f"(?:[0-9]{{1,2}}(?:[A-Za-z(][A-Za-z0-9()]{{0,7}})?(?![A-Za-z0-9()]),?{OPT}){{1,20}}"
            f"{both}{GAP}[0-9]{{1,2}}(?![0-9])"
        ),
        adjective_lead=_words(f"({adjective}){GAP}"),
        not_after=_words(
            f"(?:^|[^{LETTERS}])(?:{anyof(v.exclusions.not_after)}"
            f"|{anyof(v.exclusions.streets)}(?:{GAP}[{LETTERS}.]{{1,20}}){{0,3}})"
            f"{OPT}(?:{leading(v.lists.from_)})?$"
        ),
        comparison=_words(f"(?:^|[^{LETTERS}]){anyof(v.context.comparisons)}"),
        counted=_words(f"{OPT}(?:{counted}|{suits})"),
        after_a=_words(
            f"{GAP}(?!{anyof((*v.lists.both, *v.links.of, *v.links.lead))})[{LETTERS}]{{2}}"
        ),
        card=_words(f"{OPT}(?:di{GAP}|a{GAP})?(?:{anyof(v.exclusions.suits)})"),
        # "del verbale": whatever a number is of, unless it is a word for the Code or an edition.
        owner=_words(
            f"{SEP}{genitive}(?!{adjective}|{things})[{LETTERS}]{{2}}"
        ),
        # A number followed by a title announces an article: "Art. 20 – RICAPITOLAZIONE".
        title=re.compile(
            f"{LINE}[–—:.\\-]{LINE}[\"“«]?[A-ZÀ-ÖØ-Þ]|[ \\u00a0]{{1,3}}[A-ZÀ-ÖØ-Þ][{LETTERS}]{{2}}"
        ),
    )

/**
 * The vocabulary of citations compiled into patterns; the twin of `grammar.py`.
 */

const LETTERS = "A-Za-zÀ-ÖØ-öø-ÿ";
const SPACE = " \\t\\n\\r\\f\\u00a0\\u2000-\\u200a\\u202f";
const GAP = `[${SPACE}]{1,5}`;
const OPT = `[${SPACE}]{0,4}`;
const SEP = `(?:${OPT},)?${OPT}`;
const APOSTROPHE = "['’‘`´ʼ]";
const END = `(?![${LETTERS}])`;
const LINE = "[ \\t\\u00a0]{0,3}";
const YEAR = "((?:19|20)[0-9]{2})(?![0-9])";
// The end of a text, or the line break that ends it.
const STOP = "(?=\\n?$)";

/** The text being read, and the same in lower case. */
let prose, low;

/** A text in lower case, sign for sign. @param {string} text */
const lowered = (text) => text.replace(/[A-ZÀ-ÖØ-Þ]+/g, (capitals) => capitals.toLowerCase());

/**
 * The lists of words by their names, from groups of words that the same lists hold. A word is
 * written as the number of signs that it shares with the word before, and the rest of it; a star
 * in it stands for each vowel that an Italian word ends in.
 * @returns {Object<string, string[]>}
 */
function unpacked(packed) {
  const lists = {};
  for (const group of packed.split(";")) {
    const [names, ...words] = group.split(/(?=\d)/);
    let word = "";
    for (const said of words) {
      word = word.slice(0, said[0]) + said.slice(1);
      for (const name of names) {
        for (const vowel of word.includes("*") ? "aeio" : "*") (lists[name] = lists[name] || []).push(word.replace("*", vowel));
      }
    }
  }
  return lists;
}

const WORDS = unpacked(DATA.words);
/** The words for parts of an article: `s` for one of them, `p` for several. */
const UNITS = DATA.units.map(([words, more]) => ({weak: false, inner: false, ...unpacked(words), ...more}));

/**
 * A pattern that is compiled where it is first used, once for each way of using it. Where case is
 * forgiven the text is read in lower case: the flag for it makes compiling many times slower.
 */
class Pattern {
  /** @param {string} source @param {boolean} caseless @param {RegExp} barring what may not stand before */
  constructor(source, caseless, barring) {
    this.source = source;
    this.caseless = caseless;
    this.barring = barring;
    this.made = {};
  }

  /** @param {string} flags @param {string} source */
  compiled(flags, source = this.source) {
    return this.made[flags] || (this.made[flags] = new RegExp(source, flags));
  }

  /** What stands at a place of the text being read, or of another in the case it is read in. */
  stands(at, said = this.caseless ? low : prose) {
    const made = this.compiled("y");
    made.lastIndex = at;
    return made.exec(said);
  }

  /** @param {string} text */
  cased(text) {
    return this.caseless ? lowered(text) : text;
  }

  /** @param {string} text */
  search(text) {
    return this.compiled("").exec(this.cased(text));
  }

  /** The whole of a text. @param {string} text */
  full(text) {
    return this.compiled("s", `^(?:${this.source})$`).exec(this.cased(text));
  }

  /** @param {string} text @returns {RegExpExecArray[]} */
  all(text) {
    const found = [], made = this.compiled("g"), said = this.cased(text);
    made.lastIndex = 0;
    for (let match; (match = made.exec(said));) {
      // Looking behind is a mistake of grammar to older browsers, which refuse the whole script.
      if (this.barring.test(said.slice(Math.max(0, match.index - 2), match.index))) made.lastIndex = match.index + 1;
      else found.push(match);
    }
    return found;
  }
}

const AWAY = new RegExp(`[${LETTERS}0-9]$`);
const plain = (source, barring = AWAY) => new Pattern(source, false, barring);
const caseless = (source, barring = AWAY) => new Pattern(source, true, barring);
const endOf = (match) => match.index + match[0].length;
const last = (list) => list[list.length - 1];
const isLetter = (character) => /^\p{L}$/u.test(character);
const isWordy = (character) => /^[\p{L}\p{N}]$/u.test(character);
const tidy = (text) => text.trim().split(/\s+/).join(" ").toLowerCase();

// What a sign of a phrase stands for: any gap for a space, any apostrophe; a line break where a
// letter ends the phrase, a tab where an apostrophe leads to the next word.
const SIGNS = {" ": GAP, "'": APOSTROPHE, "\n": END, "\t": `(?:${APOSTROPHE}${OPT}|${GAP})`};
const signed = (sign) => SIGNS[sign] || sign.replace(/[.*+?^${}()|[\]\\]/, "\\$&");

/**
 * Phrases as one pattern that shares their beginnings, and the end that all have, which is given
 * apart; of two that fit, the one named first. Sharing makes compiling many times faster.
 * @param {string[]} phrases each of them once @returns {[string, string]}
 */
function grow(phrases) {
  if (phrases.length < 2) {
    const signs = [...phrases[0]].map(signed), end = signs.pop() || "";
    return [signs.join(""), end];
  }
  const branches = new Map();
  for (const phrase of phrases) {
    const sign = phrase.slice(0, 1);
    if (!branches.has(sign)) branches.set(sign, []);
    branches.get(sign).push(phrase.slice(1));
  }
  const grown = [...branches].map(([sign, rests]) => {
    if (rests.length < 2) return grow([sign + rests[0]]);
    const [body, end] = grow(rests);
    return [signed(sign) + body, end];
  });
  const [[, shared]] = grown;
  const end = grown.every(([, own]) => own === shared) ? shared : "";
  const bodies = grown.map(([body, own]) => (end ? body : body + own));
  return [bodies.length > 1 ? `(?:${bodies.join("|")})` : bodies[0], end];
}

const tree = (phrases) => grow(phrases).join("");

const longest = (phrases) => [...new Set(phrases)].sort((a, b) => b.length - a.length);

/** @param {string[]} phrases any of them, the longest first */
const anyof = (phrases) => tree(longest(phrases).map((p) => (isLetter(last(p)) ? `${p}\n` : p)));

/** @param {string[]} phrases any of them with the gap to the next word */
const leading = (phrases) => tree(longest(phrases).map((p) => (p.endsWith("'") ? `${p.slice(0, -1)}\t` : `${p} `)));

const WORD_OR_SIGN = new RegExp(`[${LETTERS}]+|[°€$]`, "g");

/** @param {number} index 0 for the first word or sign of each phrase, -1 for the last */
const edge = (index, phrases) => new Set(phrases.map((p) => p.match(WORD_OR_SIGN).slice(index)[0].toLowerCase()));

const cased = (phrases) => phrases.flatMap((p) => [p, p[0].toUpperCase() + p.slice(1)]);

const ARTICLES = [...WORDS.articles_singular, ...WORDS.articles_plural];
const EDITIONS = [...WORDS.editions_old, ...WORDS.editions_new, ...WORDS.editions_current];
const DIRECTIONS = [...WORDS.directions_before, ...WORDS.directions_after, ...WORDS.directions_above];
const old = anyof(WORDS.editions_old), young = anyof(WORDS.editions_new), current = anyof(WORDS.editions_current);
const adjective = `(?:${old}|${young}|${current})`;
const both = anyof(WORDS.lists_and);
const yearLinks = anyof(WORDS.editions_year_links), yearLink = `(?:${yearLinks}${GAP})?`;

/** @returns the patterns by name; `grammar.py` says what each one matches */
const lexis = (() => {
  const units = UNITS.flatMap((u) => [...u.s, ...u.p]);
  const outer = UNITS.filter((u) => !u.inner).flatMap((u) => [...u.s, ...u.p]);
  const directions = `(?:(${anyof(WORDS.directions_before)})|(${anyof(WORDS.directions_after)})|(${anyof(WORDS.directions_above)}))`;
  const lead = leading([...WORDS.links_lead, ...WORDS.links_genitive]);
  const leadTo = WORDS.links_lead.filter((w) => !w.includes(" "));
  const own = anyof(WORDS.collections_own);
  const ofOwn = `(?:${leading([...WORDS.links_of, ...WORDS.links_lead])})?`;
  const ownAdjectives = `(?:${anyof(WORDS.collections_adjectives)}${GAP})?`;
  const years = `${YEAR}(?:${GAP}${both}${GAP}${yearLink}${YEAR})?`;
  const ownName = `(?:(${adjective})${GAP})?${own}(?:${GAP}(${adjective}))?(?:,?${GAP}${yearLink}${years})?`;
  const nouns = anyof(WORDS.editions_nouns);
  const editionLead = `(?:${lead})?`;
  const things = anyof([...WORDS.editions_nouns, ...WORDS.context_things]);
  const genitive = leading(WORDS.links_genitive);
  const named = [...WORDS.collections_own, ...WORDS.collections_adjectives, ...WORDS.collections_other, ...WORDS.collections_before, ...WORDS.collections_law_abbreviations,
    ...EDITIONS, ...WORDS.editions_nouns, ...WORDS.editions_year_links];
  const counted = anyof(WORDS.exclusions_counted);
  const stuckWords = longest(cased(outer)).filter((w) => [...w].every(isLetter)).join("|");
  const stuck = `(?:${stuckWords})(?=[A-Z](?:[0-9(]|(?![${LETTERS}'’])))`;
  const apart = `(?:^|[^${LETTERS}])`;
  return {
    worded: caseless(`(?:(?<plural>${anyof(WORDS.articles_plural)})|(?<singular>${anyof(WORDS.articles_singular)})`
      + `|(?<unit>${anyof(outer)})|(?<adjective>${anyof(WORDS.editions_before_number)})${GAP}(?=[0-9]))`),
    ownWords: edge(0, [...WORDS.collections_own, ...WORDS.editions_nouns, ...WORDS.context_things]),
    otherWords: edge(0, WORDS.collections_before),
    adjectiveWords: edge(-1, EDITIONS),
    directionWords: edge(-1, DIRECTIONS),
    excludingWords: edge(-1, WORDS.exclusions_not_after),
    nameWords: edge(0, [...WORDS.links_of, ...WORDS.links_lead, ...WORDS.links_genitive, ...named]),
    glued: plain(`(?<glued>${stuck})`),
    unitStuck: plain(`(${stuck})`),
    shaped: plain(`(?<compact>[0-9]{1,2}(?=[\\-./]?[A-Z](?![${LETTERS}])|${GAP}[A-Z]${OPT}[0-9]`
      + `|[a-h][0-9][a-z]?(?![${LETTERS}0-9])))|(?<bare>[A-Z][0-9]{1,2}(?![0-9${LETTERS}]*[${LETTERS}]{3}))`,
      new RegExp(`[${LETTERS}0-9/_#@=&${DATA.suit_signs}]$|[0-9][.,:\\-]$`)),
    number: plain(`([0-9]{1,3})(?![0-9]|[.][0-9]|${OPT}[%°ªº‰€])`),
    numberWord: caseless(`(?:${anyof(WORDS.articles_number_words)})${OPT}`),
    foreignSuffix: caseless(`[\\-]?${OPT}${anyof(WORDS.articles_foreign_suffixes)}`),
    article: caseless(`(?:(${anyof(WORDS.articles_plural)})|${anyof(WORDS.articles_singular)})${OPT}`),
    unit: caseless(`(${anyof(units)})${OPT}`),
    lead: caseless(leading(WORDS.links_lead)),
    of: caseless(leading(WORDS.links_of)),
    genitive: caseless(genitive),
    thisArticle: caseless(anyof(WORDS.links_this_article)),
    conjunction: caseless(`(?:${OPT}([,;])?${OPT}(${both})${GAP}|${OPT}(,)${OPT}|${OPT}/${OPT})`),
    from: caseless(leading(WORDS.lists_from)),
    to: caseless(`${GAP}${leading(WORDS.lists_to)}`),
    fromBefore: caseless(`${apart}${leading(WORDS.lists_from)}${STOP}`),
    direction: caseless(`${SEP}${directions}`),
    directionBefore: caseless(`${apart}${directions},?${GAP}${STOP}`),
    adjectiveBefore: caseless(`${apart}(?:(${anyof(WORDS.editions_not_after)})${GAP})?`
      + `(?:(${adjective})${GAP}${both}${GAP}(?:${lead})?)?(${adjective})${GAP}${STOP}`),
    adjectiveAfter: caseless(`${GAP}(${adjective})(?:${GAP}${both}${GAP}(${adjective}))?(?!${GAP}(?:[0-9]|${anyof(ARTICLES)}))`),
    editionYear: caseless(`${SEP}[(\\[]${OPT}(?:${editionLead}${nouns}${GAP})?${yearLink}${years}${OPT}[)\\]]`
      + `|(?:${OPT}[,–\\-])?${OPT}${editionLead}${nouns}${GAP}${yearLink}${years}`
      + `|${GAP}${yearLinks}${GAP}${years}|[/]${YEAR}`),
    editionName: caseless(`${GAP}[(\\[](?:(${old})|(${young})|(${current}))[)\\]]|`
      + `${SEP}${leading([...WORDS.links_of, ...WORDS.links_lead])}(?:(${adjective})${GAP}`
      + `(?:${nouns}|${anyof(ARTICLES)})|${nouns}${GAP}(${adjective}))(?!${OPT}[0-9])`),
    own: caseless(`${SEP}${ofOwn}${ownAdjectives}${ownName}`),
    ownInside: caseless(`${SEP}\\(${OPT}${ofOwn}${ownAdjectives}${ownName}${OPT}\\)`),
    ownBefore: caseless(`${apart}(?:(?:${ownName}|${nouns}${GAP}${yearLink}${years})`
      + `${OPT}[,:;(–\\-]?${OPT}(?:${lead})?`
      + `|(${adjective})${GAP}${things}${GAP}${genitive}|${things}${GAP}(${adjective})${GAP}${genitive})${STOP}`),
    other: caseless(`${OPT}[,(]?${OPT}(?:${leading([...WORDS.links_genitive, "di"])})`
      + `(?:(?:${adjective}|${anyof(WORDS.collections_adjectives)})${GAP})?${anyof(WORDS.collections_other)}`),
    otherNamed: caseless(`${OPT}[,(]?${OPT}${anyof(WORDS.collections_before)}`),
    otherInitials: plain(`${GAP}(?!(?:${WORDS.collections_no_names.join("|")})${END})[A-Z]{2,5}(?![${LETTERS}0-9])`),
    otherLaw: plain(`${OPT}[,(]?${OPT}(?:${genitive})?${anyof(WORDS.collections_law_abbreviations)}`),
    otherBefore: caseless(anyof(WORDS.collections_before), new RegExp(`[${LETTERS}]$`)),
    tailWord: caseless(anyof(WORDS.collections_tail) + STOP),
    joined: caseless(`${SEP}(?:${both}${GAP})?(?:${lead})?`),
    joinedTo: caseless(`${OPT}[,:;(–\\-]?${OPT}(?:${leading(leadTo)})?${STOP}`),
    into: caseless(`${apart}${leading(WORDS.links_into)}${STOP}`),
    listAhead: caseless(`(?:[0-9]{1,2}(?:[A-Za-z(][A-Za-z0-9()]{0,7})?(?![A-Za-z0-9()]),?${OPT}){1,20}${both}${GAP}[0-9]{1,2}(?![0-9])`),
    adjectiveLead: caseless(`(${adjective})${GAP}`),
    notAfter: caseless(`${apart}(?:${anyof(WORDS.exclusions_not_after)}|${anyof(WORDS.exclusions_streets)}(?:${GAP}[${LETTERS}.]{1,20}){0,3})${OPT}${STOP}`),
    comparison: caseless(`${apart}${anyof(WORDS.context_comparisons)}`),
    counted: caseless(`${OPT}(?:${counted}|[${DATA.suit_signs}])`),
    afterA: caseless(`${GAP}(?:${anyof(WORDS.exclusions_after_a)})`),
    card: caseless(`${OPT}(?:di${GAP}|a${GAP})?(?:${anyof(WORDS.exclusions_suits)})`),
    capitalName: plain(`${SEP}${leading(WORDS.links_genitive)}[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]{2}`),
    title: plain(`${LINE}[–—:.\\-]${LINE}["“«]?[A-ZÀ-ÖØ-Þ]|[ \\u00a0]{1,3}[A-ZÀ-ÖØ-Þ][${LETTERS}]{2}`),
  };
})();

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
const AGES = `(?:19|20)[0-9]{2}|${APOSTROPHE}[0-9]{2}`;
const YEAR = `(${AGES})(?![0-9])`;
// After a name two digits will do that are no article's number: "Codice 97".
const NAMED_YEAR = `(${AGES}|(?:0[0-9]|${DATA.brief})(?![/.][0-9]))(?![0-9])`;
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
const UNITS = DATA.units.map(([words, more]) => ({...unpacked(words), ...more}));

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

  /** @param {string} flags */
  compiled(flags) {
    return this.made[flags] || (this.made[flags] = new RegExp(this.source, flags));
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
/** The year that "2007", "'07" or "97" means; "" where the words are none. */
function yearOf(word) {
  const digits = word.replace(/\D/g, "");
  return digits.length === 2 ? (digits < "50" ? "20" : "19") + digits : digits;
}

const tidy = (text) => text.trim().replace(/\s+/g, " ").toLowerCase();

// What a sign of a phrase stands for: any gap for a space, any apostrophe; a line break where a
// letter ends the phrase, a vertical one after a stop in an abbreviation, a tab where an apostrophe leads to the next word.
const SIGNS = {"\v": OPT, " ": GAP, "'": APOSTROPHE, "\n": END, "\t": `(?:${APOSTROPHE}${OPT}|${GAP})`};
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

const tree = (phrases) => grow(phrases.map((p) => p.replace(/\. ?(?=\S)/g, ".\v"))).join("");

const longest = (phrases) => [...new Set(phrases)].sort((a, b) => b.length - a.length);

/** @param {string[]} phrases any of them, the longest first */
const anyof = (phrases) => tree(longest(phrases).map((p) => (isLetter(last(p)) ? `${p}\n` : p)));

/** @param {string[]} phrases any of them with the gap to the next word */
const leading = (phrases) => tree(longest(phrases).map((p) => (p.endsWith("'") ? `${p.slice(0, -1)}\t` : `${p} `)));

const cased = (phrases) => phrases.flatMap((p) => [p, p[0].toUpperCase() + p.slice(1)]);

const ARTICLES = [...WORDS.articles_singular, ...WORDS.articles_plural];
const EDITIONS = [...WORDS.editions_old, ...WORDS.editions_new, ...WORDS.editions_current];
const DIRECTIONS = [...WORDS.directions_before, ...WORDS.directions_after, ...WORDS.directions_above];
const old = anyof(WORDS.editions_old), young = anyof(WORDS.editions_new), current = anyof(WORDS.editions_current);
const adjective = `(?:${old}|${young}|${current})`;
const both = anyof(WORDS.lists_and);
const yearLinks = anyof(WORDS.editions_year_links), yearLink = `(?:(?:${yearLinks}|[${LETTERS}]{2,12}[st][aeio]${GAP}(?:in${GAP}vigore${GAP})?(?:nel|dal))${GAP})?`;

const NOUNS = [...WORDS.editions_nouns, ...WORDS.editions_pronouns];
const MORE = `(?:${GAP}${anyof(WORDS.collections_own_more)}){0,5}`;
const stem = anyof(WORDS.collections_own) + MORE;
const LETTER_BEFORE = new RegExp(`[${LETTERS}]$`);

/** @returns the patterns by name; `grammar.py` says what each one matches */
const lexis = (() => {
  const units = UNITS.flatMap((u) => [...u.s, ...u.p]);
  const outer = UNITS.filter((u) => !u.inner).flatMap((u) => [...u.s, ...u.p]);
  const directions = `(?:(${anyof(WORDS.directions_before)})|(${anyof(WORDS.directions_after)})|(${anyof(WORDS.directions_above)}))`;
  const lead = leading([...WORDS.links_lead, ...WORDS.links_genitive]);
  const leadTo = WORDS.links_lead.filter((w) => !w.includes(" "));
  const ofOwn = `(?:${leading([...WORDS.links_of, ...WORDS.links_lead])})?`;
  const ownAdjectives = `(?:${anyof(WORDS.collections_adjectives)}${GAP})?`;
  const years = `${NAMED_YEAR}(?:(?:${GAP}${both}${GAP}${yearLink}|${OPT}[/–\\-]${OPT})${NAMED_YEAR})?`;
  const ownName = `(?:(${adjective})${GAP})?${stem}(?:${GAP}(${adjective}))?(?:,?${GAP}[(\\[]?${yearLink}${years})?`;
  const nouns = anyof(NOUNS);
  const editionLead = `(?:${lead})?`;
  const things = anyof([...WORDS.editions_nouns, ...WORDS.context_things]);
  const genitive = leading(WORDS.links_genitive);
  const counted = anyof(WORDS.exclusions_counted);
  const apart = `(?:^|[^${LETTERS}])`;
  return {
    worded: caseless(`(?:(?<p>${anyof(WORDS.articles_plural)})|(?<s>${anyof(WORDS.articles_singular)})`
      + `|(?<u>${anyof(outer)})|(?<a>${anyof(WORDS.editions_before_number)})${GAP}(?=[0-9]))`),
    shaped: plain(`(?<c>[0-9]{1,2}(?=[\\-./]?[A-Z](?![${LETTERS}])|${GAP}[A-Z]${OPT}[0-9]`
      + `|[a-h][0-9][a-z]?(?![${LETTERS}0-9])))|(?<b>[A-Z][0-9]{1,2}(?![0-9${LETTERS}]*[${LETTERS}]{3}))`,
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
    directionAfter: caseless(`${SEP}${directions}`),
    directionBefore: caseless(`${apart}${directions},?${GAP}${STOP}`),
    adjectiveBefore: caseless(`${apart}(?:(${anyof(WORDS.editions_not_after)})${GAP})?`
      + `(?:(${adjective})${GAP}${both}${GAP}(?:${lead})?)?(${adjective})${GAP}${STOP}`),
    adjectiveAfter: caseless(`${GAP}(${adjective})(?:${GAP}${both}${GAP}(${adjective}))?(?!${GAP}(?:[0-9]|${anyof(ARTICLES)}))`),
    editionYear: caseless(`${SEP}[(\\[]${OPT}(?:${editionLead}${nouns}${GAP})?${yearLink}${years}${OPT}[)\\]]`
      + `|(?:${OPT}[,–—\\-])?${OPT}${editionLead}${nouns}${GAP}${yearLink}${years}`
      + `|${OPT}[–—\\-]${OPT}(?:${editionLead}${stem},?${GAP}${yearLink})?${years}(?!${OPT}:|[.\\-][0-9])`
      + `|${GAP}${yearLinks}${GAP}${YEAR}(?:${GAP}${both}${GAP}${YEAR})?|[/]${NAMED_YEAR}`),
    editionName: caseless(`${GAP}[(\\[](?:(${old})|(${young})|(${current}))[)\\]]|`
      + `${SEP}${leading([...WORDS.links_of, ...WORDS.links_lead])}(?:(${adjective})${GAP}`
      + `(?:${nouns}|${anyof(ARTICLES)})|${nouns}${GAP}(${adjective}))(?![.]?${OPT}[0-9])`),
    own: caseless(`${SEP}(?:${ofOwn}${ownAdjectives}${ownName}|\\(${OPT}${ofOwn}${ownAdjectives}${ownName}${OPT}\\))`),
    ownStem: caseless(`${SEP}\\(?${OPT}${ofOwn}${ownAdjectives}(?:${adjective}${GAP})?${stem}`),
    ownAnywhere: caseless(stem, LETTER_BEFORE),
    ownJoined: caseless(`${YEAR}[)\\]]?(?:${OPT},?${OPT}(?:${both}|che)${GAP}|${OPT},${OPT})(?:${lead}|in${GAP})?${STOP}`),
    ownFurther: caseless(`${SEP}${both}${GAP}(?:${lead})?(?:${ownName}|${anyof(WORDS.editions_nouns)}${GAP}${yearLink}${years})`
      + `(?!${SEP}(?:${lead})?(?:${anyof(ARTICLES)}|[0-9]))`),
    stranger: plain(`[ \\u00a0]{1,3}(?:${leading([...WORDS.links_genitive, "di"])}[${LETTERS}]`
      + `|(${anyof(cased(WORDS.collections_codes))})|(?!${anyof(cased(ARTICLES))})[A-ZÀ-ÖØ-Þ][${LETTERS}.])[${LETTERS}.'’]*`
      + `(?:${GAP}[${LETTERS}]{1,20}(?![${LETTERS}'’])){0,2}`),
    onward: caseless(SEP + anyof(WORDS.lists_onward)),
    ownBefore: caseless(`${apart}(?:(?:${ownName}|${nouns}${GAP}${yearLink}${years})[)\\]]?`
      + `${OPT}[,:;(–\\-]?${OPT}(?:${lead})?`
      + `|(${adjective})${GAP}${things}${GAP}${genitive}|${things}${GAP}(${adjective})${GAP}${genitive})${STOP}`),
    other: caseless(`${OPT}[,(]?${OPT}(?:${leading([...WORDS.links_genitive, "di"])})`
      + `(?:(?:${adjective}|${anyof(WORDS.collections_adjectives)})${GAP})?${anyof(WORDS.collections_other)}`),
    otherNamed: caseless(`${OPT}[,(\\["“«–—\\-]?${OPT}${anyof(WORDS.collections_before)}`),
    otherInitials: plain(`(?:${GAP}|${OPT}[,(]${OPT}|${SEP}${genitive})(?!(?:${WORDS.collections_no_names.join("|")})${END})`
      + `(?:(?:[A-Z][a-z]{0,5}){2,5}(?![${LETTERS}0-9])|[A-Z][.](?:${OPT}[A-Z]|[a-z])[.]`
      + `|[A-Z][a-z]{1,4}[.]|[b-df-hj-np-tv-z]{2,5}(?![${LETTERS}0-9]))`),
    aside: plain(`${OPT},?${OPT}(?:c[.]${OPT}[0-9]|\\([^()]{1,60}\\)|(?:[${LETTERS}]{1,20}${GAP}){0,2}«[^»]{1,60}»`
      + `|[${LETTERS}]{1,20}(?:(?:${GAP}[${LETTERS}]{1,20}){0,2}(?=${OPT},))?)`),
    otherLaw: plain(`${OPT}[,(]?${OPT}(?:${genitive})?(?:${anyof(WORDS.collections_law_abbreviations)}|l[.]${OPT}(?:n[.]${OPT})?[0-9])`),
    otherBefore: caseless(anyof(WORDS.collections_before), LETTER_BEFORE),
    tailWord: caseless(anyof(WORDS.collections_tail) + STOP),
    joined: caseless(`(?:${OPT}[,/–—\\-])?${OPT}(?:${both}${GAP})?(?:${lead})?${STOP}`),
    parted: caseless(`${OPT};${OPT}(?:${both}${GAP})?(?:${lead})?${STOP}`),
    joinedTo: caseless(`${OPT}[,:;(–\\-]?${OPT}(?:${leading(leadTo)})?${STOP}`),
    into: caseless(`${apart}${leading(WORDS.links_into)}${STOP}`),
    listAhead: caseless(`(?:[0-9]{1,2}(?:[A-Za-z(][A-Za-z0-9()]{0,7})?(?![A-Za-z0-9()]),?${OPT}){1,20}${both}${GAP}[0-9]{1,2}(?![0-9])`),
    adjectiveLead: caseless(`(${adjective})${GAP}`),
    notAfter: caseless(`${apart}(?:${anyof(WORDS.exclusions_not_after)}|${anyof(WORDS.exclusions_streets)}(?:${GAP}[${LETTERS}.]{1,20}){0,3})${OPT}(?:${leading(WORDS.lists_from)})?${STOP}`),
    comparison: caseless(`${apart}${anyof(WORDS.context_comparisons)}`),
    counted: caseless(`${OPT}(?:${counted}|[${DATA.suit_signs}])`),
    afterA: caseless(`${GAP}(?!${anyof([...WORDS.lists_and, ...WORDS.links_of, ...WORDS.links_lead])})[${LETTERS}]{2}`),
    card: caseless(`${OPT}(?:di${GAP}|a${GAP})?(?:${anyof(WORDS.exclusions_suits)})`),
    owner: caseless(`${SEP}${genitive}(?!${adjective}|${things})[${LETTERS}]{2}`),
    title: plain(`${LINE}[–—:.\\-]${LINE}["“«]?[A-ZÀ-ÖØ-Þ]|[ \\u00a0]{1,3}[A-ZÀ-ÖØ-Þ][${LETTERS}]{2}`),
  };
})();

/**
 * The vocabulary of citations compiled into patterns; the twin of `grammar.py`.
 */

const LETTERS = "A-Za-zÀ-ÖØ-öø-ÿ";
const SPACE = " \\t\\n\\r\\f\\u00a0\\u2000-\\u200a\\u202f";
const GAP = `[${SPACE}]{1,3}`;
const OPT = `[${SPACE}]{0,3}`;
const SEP = `(?:${OPT},)?${OPT}`;
const APOSTROPHE = "['’‘`´ʼ]";
const END = `(?![${LETTERS}])`;
const LINE = "[ \\t\\u00a0]{0,3}";
const YEAR = "((?:19|20)[0-9]{2})(?![0-9])";
// The end of a text, or the line break that ends it.
const STOP = "(?=\\n?$)";

/** The words to read with, and the text being read. */
let lexis, prose;

/** A pattern that is compiled where it is first used, once for each way of using it. */
class Pattern {
  /** @param {string} source @param {string} [flags] */
  constructor(source, flags = "") {
    this.source = source;
    this.flags = flags;
    this.made = {};
  }

  /** @param {string} flags @param {string} source */
  compiled(flags, source) {
    return this.made[flags] || (this.made[flags] = new RegExp(source, this.flags + flags));
  }

  /** What stands at a place of the text being read, or of another. @param {number} at */
  match(at, said = prose) {
    const made = this.compiled("y", this.source);
    made.lastIndex = at;
    return made.exec(said);
  }

  /** @param {string} text */
  search(text) {
    return this.compiled("", this.source).exec(text);
  }

  /** The whole of a text. @param {string} text */
  full(text) {
    return this.compiled("s", `^(?:${this.source})$`).exec(text);
  }

  /** @param {string} text @returns {RegExpExecArray[]} */
  all(text) {
    return [...text.matchAll(this.compiled("g", this.source))];
  }
}

const plain = (source) => new Pattern(source);
const caseless = (source) => new Pattern(source, "i");
const endOf = (match) => match.index + match[0].length;
const isLetter = (character) => /^\p{L}$/u.test(character);
const isWordy = (character) => /^[\p{L}\p{N}]$/u.test(character);
const escaped = (character) => character.replace(/[.*+?^${}()|[\]\\/]/, "\\$&");
const tidy = (text) => text.trim().split(/\s+/).join(" ").toLowerCase();

/** @param {string} phrase any gap for a space, any apostrophe, an end where a letter ends */
function phrase(phrase) {
  const pieces = [...phrase].map((c) => (c === " " ? GAP : c === "'" ? APOSTROPHE : escaped(c)));
  return pieces.join("") + (isLetter(phrase[phrase.length - 1]) ? END : "");
}

const longest = (phrases) => [...new Set(phrases)]
  .sort((a, b) => b.length - a.length || (a < b ? -1 : 1));

/** @param {string[]} phrases any of them, the longest first */
const anyof = (phrases) => `(?:${longest(phrases).map(phrase).join("|")})`;

/** @param {string[]} phrases any of them with the gap to the next word */
function leading(phrases) {
  const found = longest(phrases).map((p) => {
    if (!p.endsWith("'")) return phrase(p) + GAP;
    const stem = phrase(p.slice(0, -1));
    return (stem.endsWith(END) ? stem.slice(0, -END.length) : stem) + `(?:${APOSTROPHE}${OPT}|${GAP})`;
  });
  return `(?:${found.join("|")})`;
}

/** @param {number} index 0 for the first word or sign of each phrase, -1 for the last */
function edge(index, phrases) {
  return new Set(phrases.map((p) => {
    const found = p.match(new RegExp(`[${LETTERS}]+|[°€$]`, "g"));
    return found[index < 0 ? found.length - 1 : 0].toLowerCase();
  }));
}

const cased = (phrases) => phrases.flatMap((p) => [p, p[0].toUpperCase() + p.slice(1)]);

/** @returns the patterns by name; `grammar.py` says what each one matches */
function compileGrammar(v) {
  const c = v.collections, e = v.editions, x = v.exclusions, d = v.directions;
  const units = v.units.flatMap((u) => [...u.singular, ...u.plural]);
  const outer = v.units.filter((u) => !u.inner).flatMap((u) => [...u.singular, ...u.plural]);
  const articles = [...v.articles.singular, ...v.articles.plural];
  const old = anyof(e.old), young = anyof(e.new), current = anyof(e.current);
  const adjective = `(?:${old}|${young}|${current})`;
  const directions = `(?:(${anyof(d.before)})|(${anyof(d.after)})|(${anyof(d.above)}))`;
  const both = anyof(v.lists.and);
  const lead = leading([...v.links.lead, ...v.links.genitive]);
  const leadTo = v.links.lead.filter((w) => !w.includes(" "));
  const own = anyof(c.own);
  const ofOwn = `(?:${leading([...v.links.of, ...v.links.lead])})?`;
  const ownAdjectives = `(?:${anyof(c.adjectives)}${GAP})?`;
  const yearLink = `(?:${anyof(e.year_links)}${GAP})?`;
  const years = `${YEAR}(?:${GAP}${both}${GAP}${yearLink}${YEAR})?`;
  const ownName = `(?:(${adjective})${GAP})?${own}(?:${GAP}(${adjective}))?(?:,?${GAP}${yearLink}${years})?`;
  const nouns = anyof(e.nouns);
  const editionLead = `(?:${lead})?`;
  const things = anyof([...e.nouns, ...v.context.things]);
  const genitive = leading(v.links.genitive);
  const named = [...c.own, ...c.adjectives, ...c.other, ...c.before, ...c.law_abbreviations,
    ...e.old, ...e.new, ...e.current, ...e.nouns, ...e.year_links];
  const counted = anyof(x.counted);
  const label = `(?:\\([a-z]{1,5}\\)|[A-Z](?![${LETTERS}'’\`´]))`;
  const steps = `[A-Z][0-9]{1,2}(?![0-9${LETTERS}]*[${LETTERS}]{3})`;
  const stuckWords = longest(cased(outer)).filter((w) => [...w].every(isLetter)).join("|");
  const stuck = `(?:${stuckWords})(?=[A-Z](?:[0-9(]|(?![${LETTERS}'’])))`;
  const away = `(?<![${LETTERS}0-9])`;
  const apart = `(?:^|[^${LETTERS}])`;
  const directed = anyof([...d.before, ...d.after, ...d.above]);
  return {
    vocabulary: v,
    worded: caseless(`${away}(?:(?<plural>${anyof(v.articles.plural)})|(?<singular>${anyof(v.articles.singular)})`
      + `|(?<unit>${anyof(outer)})|(?<adjective>${anyof(e.before_number)})${GAP}(?=[0-9]))`),
    ownWords: edge(0, [...c.own, ...e.nouns, ...v.context.things]),
    otherWords: edge(0, c.before),
    adjectiveWords: edge(-1, [...e.old, ...e.new, ...e.current]),
    directionWords: edge(-1, [...d.before, ...d.after, ...d.above]),
    excludingWords: edge(-1, x.not_after),
    nameWords: edge(0, [...v.links.of, ...v.links.lead, ...v.links.genitive, ...named]),
    glued: plain(`${away}(?<glued>${stuck})`),
    unitStuck: plain(`(${stuck})`),
    shaped: plain(`(?<![${LETTERS}0-9/_#@=&${x.suit_signs}])(?<![0-9][.,:\\-])(?:`
      + `(?<compact>[0-9]{1,2}(?=[\\-./]?[A-Z](?![${LETTERS}])|${GAP}[A-Z]${OPT}[0-9]`
      + `|[a-h][0-9][a-z]?(?![${LETTERS}0-9])))|(?<bare>${steps})`
      + `|(?<directed>(?:\\([a-z]\\)|[B-HJ-NP-Z](?![${LETTERS}'’]))(?=${GAP}${directed})))`),
    cued: plain(`${away}(?:(?<see>${anyof(cased(v.cues.see))})${GAP}(?=${label}|${steps}|[0-9]{1,2}${GAP}${directed})`
      + `|(?<weak>${anyof(cased(v.cues.weak))})${GAP}(?=${label}|${steps})`
      + `|(?<weaker>${anyof(cased(v.cues.weaker))})${GAP}(?=${steps})`
      + `|(?<toward>${anyof(cased(d.lead))})${GAP}(?=${label}|${steps}))`),
    number: plain(`([0-9]{1,3})(?![0-9]|[.][0-9]|${OPT}[%°ªº‰€])`),
    numberWord: caseless(`(?:${anyof(v.articles.number_words)})${OPT}`),
    foreignSuffix: caseless(`[\\-]?${OPT}${anyof(v.articles.foreign_suffixes)}`),
    article: caseless(`(?:(${anyof(v.articles.plural)})|${anyof(v.articles.singular)})${OPT}`),
    unit: caseless(`(${anyof(units)})${OPT}`),
    lead: caseless(leading(v.links.lead)),
    of: caseless(leading(v.links.of)),
    genitive: caseless(genitive),
    thisArticle: caseless(anyof(v.links.this_article)),
    conjunction: caseless(`(?:${OPT}([,;])?${OPT}(${both})${GAP}|${OPT}(,)${OPT}|${OPT}/${OPT})`),
    from: caseless(leading(v.lists.from)),
    to: caseless(`${GAP}${leading(v.lists.to)}`),
    fromBefore: caseless(`${apart}${leading(v.lists.from)}${STOP}`),
    direction: caseless(`${SEP}${directions}`),
    directionBefore: caseless(`${apart}${directions},?${GAP}${STOP}`),
    adjectiveBefore: caseless(`${apart}(?:(${anyof(e.not_after)})${GAP})?`
      + `(?:(${adjective})${GAP}${both}${GAP}(?:${lead})?)?(${adjective})${GAP}${STOP}`),
    adjectiveAfter: caseless(`${GAP}(${adjective})(?:${GAP}${both}${GAP}(${adjective}))?(?!${GAP}(?:[0-9]|${anyof(articles)}))`),
    editionYear: caseless(`${SEP}[(\\[]${OPT}(?:${editionLead}${nouns}${GAP})?${yearLink}${years}${OPT}[)\\]]`
      + `|(?:${OPT}[,–\\-])?${OPT}${editionLead}${nouns}${GAP}${yearLink}${years}`
      + `|${GAP}${anyof(e.year_links)}${GAP}${years}|[/]${YEAR}`),
    editionName: caseless(`${GAP}[(\\[](?:(${old})|(${young})|(${current}))[)\\]]|`
      + `${SEP}${leading([...v.links.of, ...v.links.lead])}(?:(${adjective})${GAP}`
      + `(?:${nouns}|${anyof(articles)})|${nouns}${GAP}(${adjective}))(?!${OPT}[0-9])`),
    own: caseless(`${SEP}(?:${ofOwn}${ownAdjectives}${ownName}|\\(${OPT}${ofOwn}${ownAdjectives}${ownName}${OPT}\\))`),
    ownBefore: caseless(`${apart}(?:(?:${ownName}|${nouns}${GAP}${yearLink}${years})`
      + `${OPT}[,:;(–\\-]?${OPT}(?:${lead})?`
      + `|(${adjective})${GAP}${things}${GAP}${genitive}|${things}${GAP}(${adjective})${GAP}${genitive})${STOP}`),
    other: caseless(`${OPT}[,(]?${OPT}(?:${leading([...v.links.genitive, "di"])})`
      + `(?:(?:${adjective}|${anyof(c.adjectives)})${GAP})?${anyof(c.other)}`),
    otherNamed: caseless(`${OPT}[,(]?${OPT}${anyof(c.before)}`),
    otherInitials: plain(`${GAP}(?!(?:${c.no_names.join("|")})${END})[A-Z]{2,5}(?![${LETTERS}0-9])`),
    otherLaw: plain(`${OPT}[,(]?${OPT}(?:${genitive})?${anyof(c.law_abbreviations)}`),
    otherBefore: caseless(`(?<![${LETTERS}])${anyof(c.before)}`),
    tailWord: caseless(anyof(c.tail) + STOP),
    joined: caseless(`${SEP}(?:${both}${GAP})?(?:${lead})?`),
    joinedTo: caseless(`${OPT}[,:;(–\\-]?${OPT}(?:${leading(leadTo)})?${STOP}`),
    into: caseless(`${apart}${leading(v.links.into)}${STOP}`),
    listAhead: caseless(`(?:[0-9]{1,2}[A-Za-z0-9()]{0,8},?${OPT}){1,20}${both}${GAP}[0-9]{1,2}(?![0-9])`),
    adjectiveLead: caseless(`(${adjective})${GAP}`),
    notAfter: caseless(`${apart}(?:${anyof(x.not_after)}|${anyof(x.streets)}(?:${GAP}[${LETTERS}.]{1,20}){0,3})${OPT}${STOP}`),
    comparison: caseless(`${apart}${anyof(v.context.comparisons)}`),
    counted: caseless(`${OPT}(?:${counted}|[${x.suit_signs}])`),
    afterA: caseless(`${GAP}(?:${anyof(x.after_a)})`),
    card: caseless(`${OPT}(?:di${GAP}|a${GAP})?(?:${anyof(x.suits)})`),
    capitalName: plain(`${SEP}${leading(v.links.genitive)}[A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ]{2}`),
    title: plain(`${LINE}[–—:.\\-]${LINE}["“«]?[A-ZÀ-ÖØ-Þ]|[ \\u00a0]{1,3}[A-ZÀ-ÖØ-Þ][${LETTERS}]{2}`),
  };
}

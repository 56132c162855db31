/**
 * Where the citations of a page lead; the twin of `rulebook/linking/leads.py`.
 */
const DIGIT = /[0-9]/;
// How only the Code numbers.
const LETTERED = /[0-9][A-Z][0-9]/;
// A line that begins anew, as a title does.
const BROKEN = /\n[A-Z]/;
// A year, and what before it makes it a date ("3 marzo 2007") or part of a number ("81/2007").
const YEARS = new RegExp(`([0-9]{1,2}[°º]? [${LETTERS}]{5,9} |[0-9][/.-]|/)?${YEAR}(?![/.-][0-9])`, "g");
// How many characters behind a citation or a name words still bear on it.
const NEAR = 40;
// What a heading says that names several editions, and one that is the title of another text.
const SEVERAL = "*", OTHER = "!";

/** The edition that the page speaks of. */
let ofPage = null;
const isHeld = (year) => DATA.editions.includes(year);

/** The editions that the years in a part of a text may mean. */
const yearsIn = (text) => [...text.matchAll(YEARS)].filter((year) => !year[1])
  .map((year) => yearOf(year[2])).filter(isHeld);

// Of a doubt the first letter is kept: several editions, which edition, no edition, an unknown one,
// no article.

/** The edition that a word means in a page, or null where nothing says which. */
function meant(word) {
  if (word === "both" || word === "now") return null;
  if (isDigits(word)) return isHeld(word) ? word : null;
  return word === "old" ? DATA.editions[DATA.editions.indexOf(ofPage) - 1] || null : ofPage;
}

/**
 * The citations of a paragraph in its order; those that lead nowhere have no article.
 * @param {string} text @param {string | null} section
 * @returns {{start: number, end: number, edition: ?string, article: ?number, path: string[], doubt: ?string}[]}
 */
function leads(text, section) {
  const found = [];
  if (!DIGIT.test(text)) return found;
  const told = section || ofPage, page = ofPage;
  // "vecchio" starts from what the page speaks of, else from what it stands under.
  ofPage = page || (isHeld(section) ? section : null);
  const mentions = find(text), heard = mentions.length ? cues(text) : [], marks = [...heard];
  const stretches = sentences(text).reverse();
  const sentenceOf = (place) => (stretches.find(([start]) => start <= place) || [0])[0];
  let speaking = null, local = null, spoken = null, mark, bound, passed = 0;
  const put = (place, edition, article, path, doubt) => found.push({...place, edition, article, path, doubt});
  for (const mention of mentions) {
    while (marks.length && marks[0].start <= mention.end) {
      mark = marks.shift();
      bound = mark.start >= mention.start;
      if (mark.says === "now") speaking = null;
      else if (mark.end === null) [speaking, local] = [meant(mark.says), null];
      else local = [mark.end, meant(mark.says)];
    }
    if (local && mention.start >= local[0]) local = null;
    if (mention.other || section === OTHER && !mention.own && !LETTERED.test(mention.said)) {
      spoken = null;
      put(mention, null, null, [], mention.other ? "o" : "t");
      continue;
    }
    const [edition, doubt] = editionOf(mention, local ? local[1] : speaking);
    passed = mention.end;
    if (doubt === "u") {
      put(mention, edition, null, [], doubt);
      continue;
    }
    const base = spoken;
    for (const ref of mention.refs) {
      const {article, path} = ref;
      const below = article === null && base !== null && path.length && !kind(path[0]) && mention.word;
      if (article === null && !below) {
        if (mention.word && base !== null) put(ref, null, null, [], "a");
        continue;
      }
      spoken = below ? base : article;
      if (ref.start < ref.end) put(ref, edition, spoken, path, doubt);
    }
  }
  ofPage = page;
  return found;

  function editionOf(mention, running) {
    const {editionWords, said} = mention;
    if (editionWords.length) {
      if (editionWords.some((w) => isDigits(w) && !isHeld(w))) return [null, "u"];
      const [edition, another] = new Set(editionWords.map((word) => meant(word)));
      if (another !== undefined) return [null, "s"];
      const dated = BROKEN.test(said) || (editionWords.some(isDigits) ? speech.past.search(said)
        : behind(mention).some((year) => year !== edition) || elsewhere(edition));
      return dated || !edition ? [null, "w"] : [edition, null];
    }
    const edition = running || section !== OTHER && section || ofPage;
    if (edition === SEVERAL) return [null, "s"];
    if (edition && (contested(mention, edition, running) || running && !isDigits(mark.says) && elsewhere(edition))) return [null, "w"];
    return [edition, edition ? null : "n"];
  }

  /** Whether it stands under another edition than the page's, which "old" may start from. */
  function elsewhere(edition) {
    return section && ![OTHER, edition, ofPage].includes(section);
  }

  /** The editions that years behind a citation, in its clause, may mean. */
  function behind({end: finish}) {
    return yearsIn(text.slice(finish, finish + NEAR).split(/[.;:!?]/)[0]);
  }

  /** Whether words near a citation that names no edition speak of another one than was told. */
  function contested(mention, edition, running) {
    const start = sentenceOf(mention.start);
    let others = yearsIn(text.slice(start, mention.start));
    const differs = () => others.some((other) => other !== edition);
    if (running) {
      const since = sentenceOf(mark.start);
      if (speech.past.search(text.slice(Math.max(since, mark.start - NEAR / 2), mark.start + NEAR))) return true;
      if (since === start) {
        const between = text.slice(mark.start, mention.start), joined = lexis.ownJoined.search(text.slice(start, mark.start));
        others = mark.start < passed || between.includes(";") ? [...others, told || edition] : yearsIn(`${between} ${joined}`);
        return differs();
      }
      if (bound) others.push(told || SEVERAL);
      others.push(...heard.filter((one) => sentenceOf(one.start) === since).map((one) => meant(one.says) || edition));
    }
    others.push(...behind(mention));
    return differs();
  }
}

/** The edition that a heading names, SEVERAL where it names more than one, else null. */
function namedEdition(text) {
  const bare = tidy(text);
  if (isHeld(bare)) return bare;
  if (EDITIONS.includes(bare)) return meant(editionWord(bare)) || SEVERAL;
  const said = new Set(cues(text).map((cue) => cue.says).filter((word) => word !== "now").map((word) => meant(word)));
  const [edition, another] = said.size ? new Set([...said, ...yearsIn(text)])
    : [speech.comparison.search(text) && speech.cue.search(text) && SEVERAL];
  return another === undefined ? edition : SEVERAL;
}

const NAME_WORDS = new Set([...WORDS.collections_own, ...WORDS.collections_own_more, ...WORDS.collections_adjectives,
  ...EDITIONS, ...WORDS.editions_nouns, ...WORDS.editions_year_links, ...WORDS.links_genitive, ...WORDS.links_lead,
  ...ARTICLES, ...WORDS.lists_and].flatMap(tokens));

/** Whether a text has nothing but words that names of editions are made of. */
const isNamed = (text) => tokens(lowered(text)).every((word) => NAME_WORDS.has(word) || isHeld(yearOf(word)));

/** The edition that the head of a column names, where a year among few words is enough. */
function columnEdition(text) {
  const years = new Set(yearsIn(text));
  return namedEdition(text) || (years.size ? (years.size < 2 && isNamed(text) ? [...years][0] : SEVERAL) : null);
}

const OTHER_TITLE = caseless(`(?:^|[^${LETTERS}])${anyof(WORDS.collections_titles)}`);

/** Whether a heading is the title of another text with articles of its own: "Statuto". */
function isOtherTitle(text) {
  const own = lexis.ownAnywhere.all(text);
  return own.length ? own.some((name) => strangeAfter(name, text)) : OTHER_TITLE.search(text);
}

/** The address of a citation below the root of the site. */
function addressOf({edition, article, path}) {
  const bare = path.join("");
  const anchor = DIGIT.test(bare[0] || "") ? `p${bare}` : bare;
  return `${edition ? `${edition}/` : ""}${article}/${anchor ? `#${anchor}` : ""}`;
}

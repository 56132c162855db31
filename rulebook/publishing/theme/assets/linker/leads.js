/**
 * Where the citations of a page lead; the twin of `rulebook/linking/leads.py`.
 */
const DIGIT = /[0-9]/;
const YEAR_BEFORE = new RegExp(`${YEAR},?\\s+(?:[${LETTERS}]{1,6}['’]\\s?|[${LETTERS}]{1,4}\\s)?$`);
const COMPACT = /[0-9](?:[-./]|\s{1,5})?[A-Z]|[0-9][a-h][0-9]/;
const HEADS = new RegExp(`(?:^|[^${LETTERS}])${tree([...edge(0, [...ARTICLES, ...EDITIONS, ...WORDS.editions_before_number])])}${END}`, "i");

/** Whether a paragraph has a word or a shape without which no article is named. */
const mayCite = (text) => COMPACT.test(text) || HEADS.test(text);

/** The edition that a word means in a page, or null where nothing says which. */
function meant(word, {editions, edition}) {
  if (word === "both" || word === "now") return null;
  if (DIGIT.test(word)) return editions.includes(word) ? word : null;
  if (word !== "old") return edition;
  return editions[editions.indexOf(edition) - 1] || null;
}

/**
 * The citations of a paragraph in its order; those that lead nowhere have no article.
 * @param {string} text @param {object} frame words and editions @param {string | null} section
 * @returns {{start: number, end: number, edition: ?string, article: ?number, path: string[], doubt: ?string}[]}
 */
function leads(text, frame, section = null) {
  const found = [];
  if (!DIGIT.test(text) || !mayCite(text)) return found;
  const mentions = find(text);
  const marks = mentions.length ? cues(text) : [];
  let speaking = null, local = null, spoken = null;
  const put = (place, edition, article, path, doubt) =>
    found.push({start: place.start, end: place.end, edition, article, path, doubt});
  for (const mention of mentions) {
    while (marks.length && marks[0].start <= mention.end) {
      const mark = marks.shift();
      if (mark.says === "now") speaking = null;
      else if (mark.end === null) [speaking, local] = [meant(mark.says, frame), null];
      else local = [mark.end, meant(mark.says, frame)];
    }
    if (local && mention.start >= local[0]) local = null;
    const [edition, doubt] = editionOf(mention, local ? local[1] : speaking);
    if (doubt === "unknown-edition") {
      put(mention, edition, null, [], doubt);
      continue;
    }
    const base = spoken;
    for (const ref of mention.refs) {
      const {article, path} = ref;
      const below = article === null && base !== null && path.length && !kind(path[0]) && mention.strength === "word";
      if (article === null && !below) {
        if (mention.strength === "word" && base !== null) put(ref, null, null, [], "no-article");
        continue;
      }
      spoken = below ? base : article;
      if (ref.start < ref.end) put(ref, edition, spoken, path, doubt);
    }
  }
  return found;

  function editionOf({editionWords, start}, running) {
    if (editionWords.length) {
      if (editionWords.some((w) => DIGIT.test(w) && !frame.editions.includes(w))) return [null, "unknown-edition"];
      const named = new Set(editionWords.map((word) => meant(word, frame)));
      if (named.size > 1) return [null, "several-editions"];
      const [one] = named;
      return [one, one ? null : "which-edition"];
    }
    const edition = running || section || frame.edition || null;
    const year = running ? null : YEAR_BEFORE.exec(text.slice(0, start).slice(-16));
    if (year && frame.editions.includes(year[1]) && year[1] !== edition) return [null, "which-edition"];
    return [edition, edition ? null : "no-edition"];
  }
}

/** The one edition that a heading names, or null. @param {string} text */
function namedEdition(text, frame) {
  if (frame.editions.includes(text.trim())) return text.trim();
  const said = new Set(cues(text).map((cue) => cue.says).filter((word) => word !== "now"));
  return said.size === 1 ? meant([...said][0], frame) : null;
}

/** The address of a citation below the root of the site. */
function addressOf({edition, article, path}) {
  const bare = path.join("");
  const anchor = DIGIT.test(bare[0] || "") ? `p${bare}` : bare;
  return `${edition ? `${edition}/` : ""}${article}/${anchor ? `#${anchor}` : ""}`;
}

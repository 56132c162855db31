/**
 * Of which edition a running text speaks: "il nuovo Codice"; the twin of `speaking.py`.
 */

const SENTENCE_END = new RegExp(`[.!?…][”"»)]?${GAP}(?=["“«(]?[A-ZÀ-ÖØ-Þ])|\\n[ \\t]*\\n`, "g");
const TOKEN = new RegExp(`[${LETTERS}0-9]+`, "g");

/** The patterns of cues. */
const speech = (() => {
  const things = anyof(WORDS.context_things);
  const nouns = anyof([...WORDS.editions_nouns, ...WORDS.collections_own]);
  const said = (name, listed, word) =>
    `|(?<${name}>${anyof(listed)}|${word}${GAP}${things}|${things}${GAP}${word})`;
  return {
    cue: caseless(`(?:(?<pair>${adjective}${GAP}${both}${GAP}(?:${leading(WORDS.links_lead)})?${adjective}(?:${GAP}${things})?)`
      + said("old", WORDS.context_old, old) + said("new", WORDS.context_new, young) + said("current", WORDS.context_current, current)
      + `|${nouns}${MORE},?${GAP}[(]?${yearLink}(?<year>${NAMED_YEAR})|${anyof(WORDS.editions_pronouns)}${GAP}${yearLink}(?<like>${YEAR}))`),
    comparison: caseless(`(?:^|[^${LETTERS}])${anyof(WORDS.context_comparisons)}`),
    past: caseless(`(?:^|[^${LETTERS}])${anyof(WORDS.context_past)}`),
    now: caseless(`${anyof(WORDS.context_now)}(?!${APOSTROPHE})`),
  };
})();

const tokens = (text) => text.match(TOKEN) || [];

/** The cues of a paragraph: `{start, end, says}`; `end` is null where a cue holds on. */
function cues(text) {
  const found = [], small = lowered(text);
  for (const [start, finish] of sentences(text)) {
    if (speech.now.stands(start, small)) found.push({start, end: null, says: "now"});
    for (const {index, groups} of speech.cue.all(text.slice(start, finish))) {
      const at = start + index, year = groups.year || groups.like;
      if (groups.like && !found.length) continue;
      const says = groups.pair ? "both" : year ? yearOf(year) : ["old", "new", "current"].find((name) => groups[name]);
      const nearby = tokens(text.slice(Math.max(start, at - 40), at)).slice(-4).join(" ");
      if (says === "both" || !speech.comparison.search(nearby)) {
        const before = tokens(text.slice(start, Math.min(at, start + 200))).length;
        found.push({start: at, end: before < DATA.topic_words ? null : finish, says});
      }
    }
  }
  return found;
}

function sentences(text) {
  const found = [];
  let start = 0;
  for (const match of text.matchAll(SENTENCE_END)) {
    found.push([start, endOf(match)]);
    start = endOf(match);
  }
  if (start < text.length) found.push([start, text.length]);
  return found;
}

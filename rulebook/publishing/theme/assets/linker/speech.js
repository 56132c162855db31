/**
 * Of which edition a running text speaks: "il nuovo Codice"; the twin of `speaking.py`.
 */

const SENTENCE_END = new RegExp(`[.!?…][”"»)]?${GAP}(?=["“«(]?[A-ZÀ-ÖØ-Þ])|\\n[ \\t]*\\n`, "g");
const TOKEN = new RegExp(`[${LETTERS}0-9]+`, "g");

/** @returns the patterns of cues */
function speech(v) {
  const e = v.editions, c = v.context;
  const old = anyof(e.old), young = anyof(e.new), current = anyof(e.current);
  const either = `(?:${old}|${young}|${current})`;
  const things = anyof(c.things);
  const nouns = [...e.nouns, ...v.collections.own];
  const yearLink = `(?:${anyof(e.year_links)}${GAP})?`;
  const said = (name, listed, adjective) =>
    `|(?<${name}>${anyof(listed)}|${adjective}${GAP}${things}|${things}${GAP}${adjective})`;
  return {
    cue: caseless(`(?:(?<pair>${either}${GAP}${anyof(v.lists.and)}${GAP}(?:${leading(v.links.lead)})?${either}(?:${GAP}${things})?)`
      + said("old", c.old, old) + said("new", c.new, young) + said("current", c.current, current)
      + `|${anyof(nouns)}${GAP}${yearLink}(?<year>${YEAR}))`),
    firstWords: edge(0, [...c.old, ...c.new, ...c.current, ...c.things, ...e.old, ...e.new, ...e.current, ...nouns]),
    comparison: caseless(`(?:^|[^${LETTERS}])${anyof(c.comparisons)}`),
    now: caseless(`${anyof(c.now)}(?!${APOSTROPHE})`),
    topicWords: c.topic_words,
  };
}

const tokens = (text) => text.match(TOKEN) || [];

/** The cues of a paragraph: `{start, end, says}`; `end` is null where a cue holds on. */
function cues(text, patterns) {
  const found = [];
  for (const [start, finish] of sentences(text)) {
    if (patterns.now.match(start, text)) found.push({start, end: null, says: "now"});
    const sentence = text.slice(0, finish);
    let at = start;
    TOKEN.lastIndex = start;
    for (let word; (word = TOKEN.exec(sentence));) {
      if (word.index < at || !patterns.firstWords.has(word[0].toLowerCase())) continue;
      const match = patterns.cue.match(word.index, sentence);
      if (!match) continue;
      at = endOf(match);
      const next = TOKEN.lastIndex, {groups} = match;
      const says = groups.pair ? "both" : groups.year || ["old", "new", "current"].find((name) => groups[name]);
      const nearby = tokens(text.slice(Math.max(start, match.index - 40), match.index)).slice(-4).join(" ");
      if (says === "both" || !patterns.comparison.search(nearby)) {
        const before = tokens(text.slice(start, Math.min(match.index, start + 200))).length;
        found.push({start: match.index, end: before < patterns.topicWords ? null : finish, says});
      }
      TOKEN.lastIndex = next;
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

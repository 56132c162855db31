/**
 * The names of the lexicon in a query; the twin of `concepts.py`.
 */
(function (search) {
  "use strict";

  function keysOf(name, words) {
    return search.tokens(name).filter((token) => words.weight(token.word) === 100)
      .map((token) => search.queryKey(token.surface));
  }

  const distinct = (lists) => {
    const seen = new Map(lists.filter((keys) => keys.length).map((keys) => [keys.join(" "), keys]));
    return [...seen.values()];
  };

  /** @returns the names of all terms by the stem they begin with, and the Italian ones by term */
  function makeNames(records, table, words) {
    const byFirst = new Map();
    const italian = [];
    const text = (packed) => search.textOf(packed, table.entries, table.isWord);
    for (const record of records) {
      if (record.kind !== "term") continue;
      const [synonyms, english] = text(record.names).split("\n\n");
      const named = [text(record.heading), ...synonyms.split("\n")].map((name) => keysOf(name, words));
      const both = [...named, ...english.split("\n").map((name) => keysOf(name, words))];
      for (const keys of distinct(both)) {
        if (!byFirst.has(keys[0])) byFirst.set(keys[0], []);
        byFirst.get(keys[0]).push([keys, italian.length]);
      }
      italian.push(distinct(named));
    }
    return {byFirst, italian};
  }

  /** @returns {Array<{start: number, end: number, others: string[][]}>} */
  function concepts(expansions, names, table) {
    const strong = [];
    expansions.forEach((expansion, at) => {
      const {kind, weight} = expansion.term;
      if (kind === "word" && weight === 100) strong.push([at, keyOf(expansion, table)]);
    });
    const found = [];
    let at = 0;
    while (at < strong.length) {
      let best = null;
      for (const [keys, term] of names.byFirst.get(strong[at][1]) || []) {
        const fits = at + keys.length <= strong.length && keys.every((key, step) => strong[at + step][1] === key);
        if (fits && (!best || keys.length > best[0].length)) best = [keys, term];
      }
      if (best) {
        const [keys, term] = best;
        const own = keys.join(" ");
        const last = at + keys.length - 1;
        found.push({
          start: strong[at][0], end: strong[last][0] + 1,
          others: names.italian[term].filter((other) => other.join(" ") !== own),
        });
        at = last;
      }
      at += 1;
    }
    return found;
  }

  function keyOf(expansion, table) {
    if (expansion.sure || !expansion.words.size) return search.queryKey(expansion.term.surface);
    let nearest = -1;
    for (const at of expansion.words.keys()) {
      const more = nearest < 0 ? 1 : table.counts[at] - table.counts[nearest] || nearest - at;
      if (more > 0) nearest = at;
    }
    return search.queryKey(table.words[nearest]);
  }

  /** @returns {Map<number, number[]>} where a name stands: positions of its first word by record */
  function placesOf(keys, table, most) {
    let found = positions(keys[0], table);
    let last = found;
    for (const key of keys.slice(1)) {
      const following = positions(key, table);
      const kept = new Map();
      const ends = new Map();
      for (const [record, starts] of found) {
        starts.forEach((start, index) => {
          const end = last.get(record)[index];
          const after = (following.get(record) || []).find((p) => end < p && p <= end + most);
          if (after === undefined) return;
          if (!kept.has(record)) kept.set(record, []), ends.set(record, []);
          kept.get(record).push(start);
          ends.get(record).push(after);
        });
      }
      found = kept;
      last = ends;
    }
    return found;
  }

  function positions(key, table) {
    const found = new Map();
    const words = table.stems.get(key) || [];
    for (const word of words) {
      for (let at = table.start[word]; at < table.start[word + 1]; at += 1) {
        const list = found.get(table.record[at]);
        if (list) list.push(table.position[at]);
        else found.set(table.record[at], [table.position[at]]);
      }
    }
    if (words.length > 1) for (const list of found.values()) list.sort((a, b) => a - b);
    return found;
  }

  Object.assign(search, {makeNames, concepts, placesOf});
})(self.rulebookSearch);

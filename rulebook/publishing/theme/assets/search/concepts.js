/**
 * The names of the lexicon in a query; the twin of `concepts.py`.
 */
(function (search) {
  "use strict";

  /**
   * The names of all terms. Their stems are made when a query has a word that begins like their
   * first: `beginning` gives the names that begin with a stem, `italian` those of a term. A
   * situation has its title there, and is no name for anything in a query.
   */
  function makeNames(records, table) {
    const terms = new Map();
    const first = [];
    records.forEach((record, at) => {
      if (!search.isLender(record)) return;
      const [synonyms, english] = record.kind === "term" ? groupsOf(record.names, table) : [];
      const italian = [...linesOf(record.heading, table), ...(synonyms || [])];
      terms.set(at, italian);
      for (const name of record.kind === "term" ? [...italian, ...(english || [])] : []) {
        first.push({word: table.folded[name[0]], name, term: at});
      }
    });
    first.sort((a, b) => (a.word < b.word ? -1 : a.word > b.word ? 1 : 0));
    const order = first.map(({word}) => word);
    const stems = new Map();
    const keysOf = (name) => name.map((entry) => {
      if (!stems.has(entry)) stems.set(entry, search.queryKey(table.entries[entry].toLowerCase()));
      return stems.get(entry);
    });

    function beginning(key) {
      const start = key.slice(0, Math.max(1, key.length - 2));
      const found = [];
      for (let at = search.bisect(order, start); at < order.length && order[at].startsWith(start); at += 1) {
        const keys = keysOf(first[at].name);
        if (keys[0] === key) found.push([keys, first[at].term]);
      }
      return found.sort((a, b) => a[1] - b[1]);
    }

    return {beginning, italian: (term) => distinct(terms.get(term).map(keysOf))};
  }

  const distinct = (lists) => [...new Map(lists.map((keys) => [keys.join(" "), keys])).values()];

  const linesOf = (text, table) => groupsOf(text, table)[0];

  /**
   * The lines of a text as the entries of their words of full weight, in groups that an empty line
   * parts; no line that is one such word with lesser ones ("a senza" is not "senza").
   */
  function groupsOf(text, {texts, entries, isWord, strongEntry}) {
    const groups = [[]];
    let [words, name] = [0, []];
    const close = () => {
      if (name.length > 1 || words === 1) if (name.length) groups[groups.length - 1].push(name);
      [words, name] = [0, []];
    };
    for (let at = texts.from[text]; at < texts.to[text]; at += 1) {
      const entry = texts.entries[at];
      if (isWord[entry]) {
        words += 1;
        if (strongEntry[entry]) name.push(entry);
      } else if (entries[entry].includes("\n")) {
        close();
        entries[entry].split("\n\n").slice(1).forEach(() => groups.push([]));
      }
    }
    close();
    return groups;
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
      for (const [keys, term] of names.beginning(strong[at][1])) {
        const fits = at + keys.length <= strong.length && keys.every((key, step) => strong[at + step][1] === key);
        if (fits && (!best || keys.length > best[0].length)) best = [keys, term];
      }
      if (best) {
        const [keys, term] = best;
        const own = keys.join(" ");
        const last = at + keys.length - 1;
        found.push({
          start: strong[at][0], end: strong[last][0] + 1,
          others: names.italian(term).filter((other) => other.join(" ") !== own),
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

  /** @returns {Array<Map<number, number[]>>} where a name stands: positions of each of its words */
  function placesOf(keys, table, most) {
    let found = [positions(keys[0], table)];
    for (const key of keys.slice(1)) {
      const following = positions(key, table);
      const kept = [...found, key].map(() => new Map());
      for (const [record, ends] of found[found.length - 1]) {
        ends.forEach((end, at) => {
          const after = (following.get(record) || []).find((p) => end < p && p <= end + most);
          if (after === undefined) return;
          [...found.map((word) => word.get(record)[at]), after].forEach((position, word) => {
            if (kept[word].has(record)) kept[word].get(record).push(position);
            else kept[word].set(record, [position]);
          });
        });
      }
      found = kept;
    }
    return found;
  }

  function positions(key, table) {
    const found = new Map();
    const words = table.stemWords(key);
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

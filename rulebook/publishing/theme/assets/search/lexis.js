/**
 * The words of the texts: what is known of each entry, how words are spelt, and which share a stem.
 */
(function (search) {
  "use strict";

  const SILENT = -1;
  const WRITTEN = -2;
  const BREAK = -3;

  /**
   * What is known of each entry: `kind` is the number of its word, or what kind of separator it
   * is; `level` is 1 where a call may begin with it, and 2 where it may be one; `suit` where it may end one.
   */
  function readLexis(entries, words) {
    const isWord = search.wordFlags(entries);
    const numbers = new Map();
    const kind = new Int32Array(entries.length);
    const strong = new Uint8Array(entries.length);
    const level = new Uint8Array(entries.length);
    const suit = new Uint8Array(entries.length);
    const folded = entries.map((entry, at) => {
      if (!isWord[at]) {
        kind[at] = entry === "" ? SILENT : entry.includes("\n") ? BREAK : WRITTEN;
        return "";
      }
      const word = search.fold(entry);
      let number = numbers.get(word);
      if (number === undefined) numbers.set(word, number = numbers.size);
      kind[at] = number;
      strong[at] = words.weight(word) === 100 ? 1 : 0;
      const code = word.charCodeAt(0);
      if (code >= 49 && code <= 55) level[at] = word.length === 1 ? 1 : search.isGluedCall(word) ? 2 : 0;
      else if (words.levels.has(word)) level[at] = 1;
      if (words.suits.has(word) || words.notrump.has(word)) suit[at] = 1;
      return word;
    });
    return {entries, isWord, folded, numbers, kind, strong, level, suit};
  }

  /**
   * How words are spelt, and the words of a stem, found when they are asked for: a stem keeps the beginning of its word
   * but for its last two letters at most, so that few words come into question.
   */
  function stemFinder({entries, kind}, order, rank) {
    const first = new Int32Array(order.length).fill(-1);
    const next = new Int32Array(entries.length).fill(-1);
    for (let entry = entries.length - 1; entry >= 0; entry -= 1) {
      if (kind[entry] < 0) continue;
      next[entry] = first[rank[kind[entry]]];
      first[rank[kind[entry]]] = entry;
    }
    const keys = new Map();
    const found = new Map();

    function keysOf(word) {
      if (!keys.has(word)) {
        const all = new Set();
        for (let entry = first[word]; entry >= 0; entry = next[entry]) {
          for (const key of search.stemKeys(entries[entry].toLowerCase(), order[word])) all.add(key);
        }
        keys.set(word, all);
      }
      return keys.get(word);
    }

    function stemWords(key) {
      if (!found.has(key)) {
        const list = [];
        const beginning = key.slice(0, Math.max(1, key.length - 2));
        let word = search.bisect(order, beginning);
        for (; word < order.length && order[word].startsWith(beginning); word += 1) {
          if (keysOf(word).has(key)) list.push(word);
        }
        found.set(key, list);
      }
      return found.get(key);
    }

    /** @returns {string} a word as texts spell it: the greatest spelling is the accented one */
    function spelling(word) {
      let best = "";
      for (let entry = first[word]; entry >= 0; entry = next[entry]) {
        const surface = entries[entry].toLowerCase();
        if (surface > best) best = surface;
      }
      return best;
    }

    return {stemWords, spelling};
  }

  Object.assign(search, {readLexis, stemFinder, SEPARATORS: {SILENT, WRITTEN, BREAK}});
})(self.rulebookSearch);

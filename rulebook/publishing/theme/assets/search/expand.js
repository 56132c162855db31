/**
 * From a typed word to the words of the index; the twin of `expand.py`.
 */
(function (search) {
  "use strict";

  const frequent = (found, table, most) =>
    found.sort((a, b) => table.counts[b] - table.counts[a] || a - b).slice(0, most);

  function longer(beginning, table, most) {
    const found = [];
    for (let at = search.bisect(table.words, beginning); at < table.words.length && table.words[at].startsWith(beginning); at += 1) {
      if (table.words[at] !== beginning && !table.words[at].includes("=")) found.push(at);
    }
    return frequent(found, table, most);
  }

  function misspelt(word, table, settings) {
    const near = [];
    const free = word.length >= settings.FIRST_IS_FREE;
    const single = search.undoubled(word);
    table.words.forEach((other, at) => {
      if (!free && other[0] !== word[0]) return;
      if (/^[0-9]/.test(other)) return;
      if (search.withinOne(word, other) || (free && search.withinOne(single, search.undoubled(other)))) near.push(at);
    });
    return frequent(near, table, settings.MOST_MISSPELT);
  }

  const knows = (word, surface, table) => table.places.has(word) || table.stemWords(search.queryKey(surface)).length > 0;

  /** @returns {Term[]} calls or their words, words cut by a hyphen or two words */
  function settle(terms, table) {
    const kept = [];
    let skip = 0;
    for (const term of terms) {
      const last = kept[kept.length - 1];
      if (term.kind === "call") {
        if (table.places.has(term.word)) {
          kept.push(term);
          skip = term.covers;
        }
      } else if (skip) {
        skip -= 1;
      } else if (last && term.hyphen && joined(last, term, table)) {
        kept[kept.length - 1] = {
          ...term, word: last.word + term.word, surface: last.surface + term.surface, at: last.at, weight: 100,
        };
      } else kept.push(term);
    }
    return kept;
  }

  function joined(left, right, table) {
    if (left.kind !== "word" || !knows(left.word + right.word, left.surface + right.surface, table)) return false;
    return right.hyphen.length > 1 ||
      !(knows(left.word, left.surface, table) && knows(right.word, right.surface, table));
  }

  /** @returns {{term: Term, words: Map<number, number>, sure: boolean}} */
  function expand(term, table, settings, suits) {
    const found = new Map();
    const exact = table.places.get(term.word);
    if (term.kind !== "word") {
      if (exact !== undefined) found.set(exact, settings.EXACT);
      return {term, words: found, sure: true};
    }
    for (const at of table.stemWords(search.queryKey(term.surface))) found.set(at, settings.INFLECTED);
    if (exact !== undefined) found.set(exact, settings.EXACT);
    if (suits.has(term.word)) {
      for (const suit of [...suits].sort()) {
        const at = table.places.get(suit);
        if (at !== undefined && !found.has(at)) found.set(at, settings.OTHER_SUIT);
      }
    }
    let sure = found.size > 0;
    if (term.open) {
      const quality = sure ? settings.BEGUN_BESIDE : settings.BEGUN;
      for (const at of longer(term.word, table, settings.MOST_LONGER)) if (!found.has(at)) found.set(at, quality);
      sure = found.size > 0;
    }
    if (!found.size && term.surface.length >= settings.FEWEST_LETTERS && !/^[0-9]/.test(term.word)) {
      for (const at of misspelt(term.word, table, settings)) found.set(at, settings.MISSPELT);
      if (!found.size) for (const at of cut(term.word, table, settings)) found.set(at, settings.CUT);
    }
    return {term, words: found, sure};
  }

  function cut(word, table, settings) {
    const least = Math.max(settings.LEAST_BEGINNING, Math.floor(3 * word.length / 4));
    for (let length = word.length - 1; length >= least; length -= 1) {
      const found = longer(word.slice(0, length), table, settings.MOST_LONGER);
      const exact = table.places.get(word.slice(0, length));
      if (exact !== undefined) found.unshift(exact);
      if (found.length) return found;
    }
    return [];
  }

  Object.assign(search, {expand, settle, longer});
})(self.rulebookSearch);

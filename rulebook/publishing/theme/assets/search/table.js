/**
 * Where each word stands, how long texts are, what lies below what; the twin of `table.py`.
 * Occurrences lie in flat arrays, those of a word together and in the order of the records.
 */
(function (search) {
  "use strict";

  const LEVEL = /^[1-7](?:[a-z]{1,2})?$/;

  /** Walks over the words of a record with their positions, and over its calls. */
  function walk(record, lexis, words, gap, seen) {
    const {entries, isWord, folded, isLevel} = lexis;
    let position = 0;
    for (const entry of record.heading) if (isWord[entry]) seen(folded[entry], position++, entry);
    callsIn(record.heading, 0);
    position += gap;
    for (const part of [record.text, record.names]) {
      let from = 0;
      let base = position;
      let filled = false;
      const close = (to) => {
        callsIn(part.subarray(from, to), base);
        if (filled) position += gap;
        from = to;
        base = position;
        filled = false;
      };
      for (let at = 0; at < part.length; at += 1) {
        const entry = part[at];
        if (isWord[entry]) {
          seen(folded[entry], position++, entry);
          filled = true;
        } else if (entries[entry].includes("\n")) {
          for (const [turn, piece] of entries[entry].split("\n").entries()) {
            if (turn) close(at + 1);
            filled = filled || piece !== "";
          }
        } else if (entries[entry] !== "") filled = true;
      }
      close(part.length);
    }

    function callsIn(line, first) {
      if (!line.some((entry) => isLevel[entry])) return;
      const text = search.textOf(line, entries, isWord);
      for (const [index, call] of search.calls(search.tokens(text), text, words)) seen(call, first + index, -1);
    }
  }

  /** @returns {Object} the table of the records */
  function makeTable(records, entries, words, settings) {
    const isWord = search.wordFlags(entries);
    const folded = entries.map((entry, at) => (isWord[at] ? search.fold(entry) : ""));
    const lexis = {entries, isWord, folded, isLevel: folded.map((word) => LEVEL.test(word))};
    const size = records.length;
    const names = new Map();
    const raw = {word: [], record: [], position: []};
    const heading = new Int32Array(size);
    const strong = new Int32Array(size);
    const lengths = new Int32Array(size);
    records.forEach((record, at) => {
      let own = 0;
      walk(record, lexis, words, settings.GAP, (word, position, entry) => {
        let number = names.get(word);
        if (number === undefined) names.set(word, number = names.size);
        raw.word.push(number);
        raw.record.push(at);
        raw.position.push(position);
        if (entry >= 0) own += 1;
      });
      const titled = [...record.heading].filter((entry) => isWord[entry]);
      heading[at] = titled.length;
      strong[at] = titled.filter((entry) => words.weight(folded[entry]) === 100).length;
      lengths[at] = own - titled.length;
    });
    const order = [...names.keys()].sort();
    const rank = new Int32Array(order.length);
    order.forEach((word, at) => { rank[names.get(word)] = at; });
    return {
      ...lexis, words: order, places: new Map(order.map((word, at) => [word, at])),
      ...gathered(raw, rank), stems: stemsOf(entries, isWord, folded, order),
      heading, strong, norm: norms(lengths), end: ends(records), size,
    };
  }

  /** The occurrences by word: `start` of each word in `record` and `position`; `counts` records. */
  function gathered(raw, rank) {
    const start = new Int32Array(rank.length + 1);
    for (const number of raw.word) start[rank[number] + 1] += 1;
    for (let at = 0; at < rank.length; at += 1) start[at + 1] += start[at];
    const next = start.slice();
    const record = new Int32Array(raw.word.length);
    const position = new Int32Array(raw.word.length);
    const counts = new Int32Array(rank.length);
    for (let at = 0; at < raw.word.length; at += 1) {
      const word = rank[raw.word[at]];
      const slot = next[word]++;
      record[slot] = raw.record[at];
      position[slot] = raw.position[at];
      if (slot === start[word] || record[slot - 1] !== record[slot]) counts[word] += 1;
    }
    return {start, record, position, counts};
  }

  /** The words of each stem, in the order of the words. */
  function stemsOf(entries, isWord, folded, order) {
    const keys = new Map(order.map((word) => [word, new Set()]));
    const done = new Set();
    entries.forEach((entry, at) => {
      const surface = isWord[at] ? entry.toLowerCase() : "";
      if (!surface || done.has(surface) || !keys.has(folded[at])) return;
      done.add(surface);
      for (const key of search.stemKeys(surface, folded[at])) keys.get(folded[at]).add(key);
    });
    const found = new Map();
    order.forEach((word, at) => {
      for (const key of keys.get(word)) {
        if (found.has(key)) found.get(key).push(at);
        else found.set(key, [at]);
      }
    });
    return found;
  }

  function norms(lengths) {
    const written = lengths.filter((length) => length);
    const sum = written.reduce((total, length) => total + length, 0);
    const mean = Math.max(1, Math.floor(sum / Math.max(1, written.length)));
    return lengths.map((length) => 128 + Math.floor((128 * length) / mean));
  }

  function ends(records) {
    const found = new Int32Array(records.length);
    for (let at = records.length - 1; at >= 0; at -= 1) {
      let end = at + 1;
      while (end < records.length && records[end].depth > records[at].depth) end = found[end];
      found[at] = end;
    }
    return found;
  }

  search.makeTable = makeTable;
})(self.rulebookSearch);

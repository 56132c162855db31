/**
 * Where each word stands, how long texts are, what lies below what; the twin of `table.py`.
 * Occurrences lie in flat arrays, those of a word together and in the order of the records.
 */
(function (search) {
  "use strict";

  const {WRITTEN, BREAK} = search.SEPARATORS;

  /**
   * Reads all records once: word, record and position of every word, in `found`, and by record how
   * many words the heading and the rest have. A heading is one line whatever is in it; the lines
   * of a text and of names lie a gap apart, which lines without a sign do not have.
   * One loop over flat arrays, since it decides how soon the first query is answered.
   */
  function readAll(records, texts, lexis, lists, gap) {
    const {kind, strong: isStrong, level, suit} = lexis;
    const {entries: packed} = texts;
    const found = new Occurrences(Math.ceil(packed.length * 1.1));
    const heading = new Int32Array(records.length);
    const strong = new Int32Array(records.length);
    const lengths = new Int32Array(records.length);
    for (let at = 0; at < records.length; at += 1) {
      const {heading: title, text, names} = records[at];
      let position = 0;
      for (let part = 0; part < 3; part += 1) {
        const one = part === 0 ? title : part === 1 ? text : names;
        const end = texts.to[one];
        let from = texts.from[one];
        let base = position;
        let filled = part === 0;
        let pending = 0;
        let call = 0;
        let words = 0;
        for (let i = from; i <= end; i += 1) {
          const entry = packed[i];
          const what = i < end ? kind[entry] : BREAK;
          if (what >= 0) {
            found.add(what, at, position);
            position += 1;
            words += 1;
            filled = true;
            if (part === 0) strong[at] += isStrong[entry];
            if (level[entry] === 2 || (pending === 1 && suit[entry] === 1)) call = 1;
            pending = level[entry];
          } else if (what === WRITTEN) filled = true;
          else if (what === BREAK && (part > 0 || i === end)) {
            const pieces = i < end ? lexis.entries[entry].split("\n") : NO_PIECES;
            if (call) addCalls(found, lexis, packed, from, i, at, base, lists);
            if (filled || pieces[0] !== "") position += gap;
            for (let piece = 1; piece < pieces.length - 1; piece += 1) if (pieces[piece]) position += gap;
            filled = pieces[pieces.length - 1] !== "";
            from = i + 1;
            base = position;
            pending = call = 0;
          }
        }
        if (part === 0) heading[at] = words;
        else lengths[at] += words;
      }
    }
    return {found, heading, strong, lengths};
  }

  const NO_PIECES = ["", ""];

  /** Words, records and positions in arrays that grow. */
  class Occurrences {
    constructor(most) {
      this.count = 0;
      this.word = new Int32Array(most);
      this.record = new Int32Array(most);
      this.position = new Int32Array(most);
    }

    add(word, record, position) {
      const at = this.count;
      if (at === this.word.length) this.grow();
      this.word[at] = word;
      this.record[at] = record;
      this.position[at] = position;
      this.count = at + 1;
    }

    grow() {
      for (const name of ["word", "record", "position"]) {
        const longer = new Int32Array(this.count * 2 + 64);
        longer.set(this[name]);
        this[name] = longer;
      }
    }
  }

  /** The calls of a line, found in its text again, since few lines have any. */
  function addCalls(found, {entries, isWord, numbers}, packed, from, to, record, first, lists) {
    const text = search.joined(packed, from, to, entries, isWord);
    for (const [index, call] of search.calls(search.tokens(text), text, lists)) {
      if (!numbers.has(call)) numbers.set(call, numbers.size);
      found.add(numbers.get(call), record, first + index);
    }
  }

  /** @returns {Object} the table of the records */
  function makeTable(records, texts, entries, words, settings) {
    const lexis = search.readLexis(entries, words);
    const {found, heading, strong, lengths} = readAll(records, texts, lexis, words, settings.GAP);
    const order = [...lexis.numbers.keys()].sort();
    const postings = gathered(found, lexis.numbers, order);
    const textOf = (text) => search.joined(texts.entries, texts.from[text], texts.to[text], entries, lexis.isWord);
    return {
      textOf, texts, entries, isWord: lexis.isWord, folded: lexis.folded, strongEntry: lexis.strong,
      words: order,
      places: new Map(order.map((word, at) => [word, at])),
      ...postings, ...search.stemFinder(lexis, order, postings.rank),
      heading, strong, norm: norms(lengths), end: ends(records), size: records.length,
    };
  }

  /** The occurrences by word: `start` of each word in `record` and `position`; `counts` records. */
  function gathered(found, numbers, order) {
    const {count, word: words, record: records, position: positions} = found;
    const rank = new Int32Array(order.length);
    order.forEach((word, at) => { rank[numbers.get(word)] = at; });
    const start = new Int32Array(order.length + 1);
    for (let at = 0; at < count; at += 1) start[rank[words[at]] + 1] += 1;
    for (let at = 0; at < order.length; at += 1) start[at + 1] += start[at];
    const next = start.slice();
    const record = new Int32Array(count);
    const position = new Int32Array(count);
    const counts = new Int32Array(order.length);
    for (let at = 0; at < count; at += 1) {
      const word = rank[words[at]];
      const slot = next[word]++;
      record[slot] = records[at];
      position[slot] = positions[at];
      if (slot === start[word] || record[slot - 1] !== record[slot]) counts[word] += 1;
    }
    return {rank, start, record, position, counts};
  }

  function norms(lengths) {
    let sum = 0;
    let written = 0;
    for (const length of lengths) {
      sum += length;
      if (length) written += 1;
    }
    const mean = Math.max(1, Math.floor(sum / Math.max(1, written)));
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

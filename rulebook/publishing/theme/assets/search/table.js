/**
 * Where each word stands, how long texts are, what lies below what; the twin of `table.py`.
 * Occurrences lie in flat arrays, those of a word together and in the order of the records.
 */
(function (search) {
  "use strict";

  const {WRITTEN, BREAK} = search.SEPARATORS;

  /** Collects the occurrences of all records: word, record and position of each. */
  class Reader {
    constructor(lexis, lists, texts, gap, most) {
      const {entries: words, isWord, numbers, kind, strong, level} = lexis;
      Object.assign(this, {words, isWord, numbers, kind, strong, level, lists, texts, gap});
      Object.assign(this, {count: 0, own: 0, record: 0, position: 0});
      this.word = new Int32Array(most);
      this.records = new Int32Array(most);
      this.positions = new Int32Array(most);
    }

    add(word, position) {
      const at = this.count++;
      if (at === this.word.length) this.grow();
      this.word[at] = word;
      this.records[at] = this.record;
      this.positions[at] = position;
    }

    grow() {
      for (const name of ["word", "records", "positions"]) {
        const longer = new Int32Array(this.count * 2 + 64);
        longer.set(this[name]);
        this[name] = longer;
      }
    }

    /** Reads a heading, which is one line whatever is in it, and counts its words. */
    heading(text) {
      const first = this.position;
      const [from, to] = [this.texts.start[text], this.texts.start[text + 1]];
      let strong = 0;
      let level = 0;
      for (let at = from; at < to; at += 1) {
        const entry = this.texts.entries[at];
        if (this.kind[entry] < 0) continue;
        this.add(this.kind[entry], this.position++);
        strong += this.strong[entry];
        level |= this.level[entry];
      }
      if (level) this.calls(from, to, first);
      const own = this.position - first;
      this.position += this.gap;
      return [own, strong];
    }

    /** Reads the lines of a text; between them a gap, which lines without a sign do not have. */
    lines(text) {
      const packed = this.texts.entries;
      const end = this.texts.start[text + 1];
      let from = this.texts.start[text];
      let base = this.position;
      let filled = false;
      let level = 0;
      for (let at = from; at <= end; at += 1) {
        const entry = packed[at];
        const kind = at < end ? this.kind[entry] : BREAK;
        if (kind >= 0) {
          this.add(kind, this.position++);
          this.own += 1;
          level |= this.level[entry];
          filled = true;
        } else if (kind === WRITTEN) filled = true;
        else if (kind === BREAK) {
          const pieces = at < end ? this.words[entry].split("\n") : ["", ""];
          filled = filled || pieces[0] !== "";
          if (level) this.calls(from, at, base);
          if (filled) this.position += this.gap;
          for (const piece of pieces.slice(1, -1)) if (piece) this.position += this.gap;
          filled = pieces[pieces.length - 1] !== "";
          from = at + 1;
          base = this.position;
          level = 0;
        }
      }
    }

    calls(from, to, first) {
      const text = search.joined(this.texts.entries, from, to, this.words, this.isWord);
      for (const [index, call] of search.calls(search.tokens(text), text, this.lists)) {
        if (!this.numbers.has(call)) this.numbers.set(call, this.numbers.size);
        this.add(this.numbers.get(call), first + index);
      }
    }
  }

  /** @returns {Object} the table of the records */
  function makeTable(records, texts, entries, words, settings) {
    const lexis = search.readLexis(entries, words);
    const size = records.length;
    const reader = new Reader(lexis, words, texts, settings.GAP, Math.ceil(texts.entries.length * 1.5));
    const heading = new Int32Array(size);
    const strong = new Int32Array(size);
    const lengths = new Int32Array(size);
    records.forEach((record, at) => {
      reader.record = at;
      reader.position = reader.own = 0;
      [heading[at], strong[at]] = reader.heading(record.heading);
      reader.lines(record.text);
      reader.lines(record.names);
      lengths[at] = reader.own;
    });
    const order = [...lexis.numbers.keys()].sort();
    const found = gathered(reader, lexis.numbers, order);
    const textOf = (text) => search.joined(texts.entries, texts.start[text], texts.start[text + 1], entries, lexis.isWord);
    return {
      textOf, entries, isWord: lexis.isWord, words: order,
      places: new Map(order.map((word, at) => [word, at])),
      ...found, ...search.stemFinder(lexis, order, found.rank),
      heading, strong, norm: norms(lengths), end: ends(records), size,
    };
  }

  /** The occurrences by word: `start` of each word in `record` and `position`; `counts` records. */
  function gathered(reader, numbers, order) {
    const {count, word: words, records, positions} = reader;
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

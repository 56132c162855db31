/**
 * Where each word stands, how long texts are, what lies below what; the twin of `table.py`.
 * Occurrences lie in flat arrays, those of a word together and in the order of the records.
 */
(function (search) {
  "use strict";

  const LEVEL = /^[1-7](?:[a-z]{1,2})?$/;
  const SILENT = -1;
  const WRITTEN = -2;
  const BREAK = -3;

  /**
   * What is known of each entry: `kind` is the number of its word, or what kind of separator it
   * is; `level` whether a call may begin with it.
   */
  function readLexis(entries, words) {
    const isWord = search.wordFlags(entries);
    const numbers = new Map();
    const kind = new Int32Array(entries.length);
    const strong = new Uint8Array(entries.length);
    const level = new Uint8Array(entries.length);
    const folded = entries.map((entry, at) => {
      if (!isWord[at]) {
        kind[at] = entry === "" ? SILENT : entry.includes("\n") ? BREAK : WRITTEN;
        return "";
      }
      const word = search.fold(entry);
      if (!numbers.has(word)) numbers.set(word, numbers.size);
      kind[at] = numbers.get(word);
      strong[at] = words.weight(word) === 100 ? 1 : 0;
      level[at] = LEVEL.test(word) ? 1 : 0;
      return word;
    });
    return {entries, isWord, folded, numbers, kind, strong, level};
  }

  /** Collects the occurrences of all records: word, record and position of each. */
  class Reader {
    constructor(lexis, words, gap, most) {
      Object.assign(this, lexis, {words, gap, count: 0, own: 0, record: 0, position: 0});
      this.word = new Int32Array(most);
      this.records = new Int32Array(most);
      this.positions = new Int32Array(most);
    }

    add(word, position) {
      if (this.count === this.word.length) this.grow();
      this.word[this.count] = word;
      this.records[this.count] = this.record;
      this.positions[this.count] = position;
      this.count += 1;
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
      let strong = 0;
      for (const entry of text) {
        if (this.kind[entry] < 0) continue;
        this.add(this.kind[entry], this.position++);
        strong += this.strong[entry];
      }
      this.calls(text, first);
      const own = this.position - first;
      this.position += this.gap;
      return [own, strong];
    }

    /** Reads the lines of a text; between them a gap, which lines without a sign do not have. */
    lines(text) {
      let from = 0;
      let base = this.position;
      let filled = false;
      for (let at = 0; at <= text.length; at += 1) {
        const entry = text[at];
        const kind = at < text.length ? this.kind[entry] : BREAK;
        if (kind >= 0) {
          this.add(kind, this.position++);
          this.own += 1;
          filled = true;
        } else if (kind === WRITTEN) filled = true;
        else if (kind === BREAK) {
          const pieces = at < text.length ? this.entries[entry].split("\n") : ["", ""];
          filled = filled || pieces[0] !== "";
          this.calls(text.subarray(from, at), base);
          if (filled) this.position += this.gap;
          for (const piece of pieces.slice(1, -1)) if (piece) this.position += this.gap;
          filled = pieces[pieces.length - 1] !== "";
          from = at + 1;
          base = this.position;
        }
      }
    }

    calls(line, first) {
      if (!line.some((entry) => this.level[entry])) return;
      const text = search.textOf(line, this.entries, this.isWord);
      for (const [index, call] of search.calls(search.tokens(text), text, this.words)) {
        if (!this.numbers.has(call)) this.numbers.set(call, this.numbers.size);
        this.add(this.numbers.get(call), first + index);
      }
    }
  }

  /** @returns {Object} the table of the records */
  function makeTable(records, entries, words, settings) {
    const lexis = readLexis(entries, words);
    const size = records.length;
    const most = records.reduce((sum, {heading, text, names}) => sum + heading.length + text.length + names.length, 0);
    const reader = new Reader(lexis, words, settings.GAP, most);
    const heading = new Int32Array(size);
    const strong = new Int32Array(size);
    const lengths = new Int32Array(size);
    records.forEach((record, at) => {
      Object.assign(reader, {record: at, position: 0, own: 0});
      [heading[at], strong[at]] = reader.heading(record.heading);
      reader.lines(record.text);
      reader.lines(record.names);
      lengths[at] = reader.own;
    });
    const order = [...lexis.numbers.keys()].sort();
    return {
      entries, isWord: lexis.isWord, words: order,
      places: new Map(order.map((word, at) => [word, at])),
      ...gathered(reader, lexis.numbers, order), ...stemFinder(lexis, order, lexis.numbers),
      heading, strong, norm: norms(lengths), end: ends(records), size,
    };
  }

  /** The occurrences by word: `start` of each word in `record` and `position`; `counts` records. */
  function gathered(reader, numbers, order) {
    const rank = new Int32Array(order.length);
    order.forEach((word, at) => { rank[numbers.get(word)] = at; });
    const start = new Int32Array(order.length + 1);
    for (let at = 0; at < reader.count; at += 1) start[rank[reader.word[at]] + 1] += 1;
    for (let at = 0; at < order.length; at += 1) start[at + 1] += start[at];
    const next = start.slice();
    const record = new Int32Array(reader.count);
    const position = new Int32Array(reader.count);
    const counts = new Int32Array(order.length);
    for (let at = 0; at < reader.count; at += 1) {
      const word = rank[reader.word[at]];
      const slot = next[word]++;
      record[slot] = reader.records[at];
      position[slot] = reader.positions[at];
      if (slot === start[word] || record[slot - 1] !== record[slot]) counts[word] += 1;
    }
    return {start, record, position, counts};
  }

  /**
   * How words are spelt, and the words of a stem, found when they are asked for: a stem keeps the beginning of its word
   * but for its last two letters at most, so that few words come into question.
   */
  function stemFinder(lexis, order, numbers) {
    const {entries, kind} = lexis;
    const first = new Int32Array(order.length).fill(-1);
    const next = new Int32Array(entries.length).fill(-1);
    const rank = new Int32Array(order.length);
    order.forEach((word, at) => { rank[numbers.get(word)] = at; });
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

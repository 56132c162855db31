/**
 * Unpacks the data into records and reads the words of the texts off it; see `packing.py`.
 */
(function (search) {
  "use strict";

  const FIRST = 35;
  const ALPHABET = [...Array(127 - FIRST).keys()].map((code) => String.fromCharCode(code + FIRST))
    .filter((letter) => letter !== "'" && letter !== "\\").join("");
  const WORD = /^(?:[\p{L}\p{N}]|[♠♥♦♣♤♡♢♧])/u;

  /**
   * @typedef {{kind: string, page: string, anchor: string, title: string, heading: Text,
   *            text: Text, names: Text, depth: number, citation: string, edition: ?string,
   *            number: number, path: string, status: string, lends: Array}} Record
   * @typedef {Int32Array} Text the entries that a text is made of
   */

  /** The entries of the data: what each says, and whether it is a word. */
  function readEntries(packed) {
    const entries = [];
    let last = "";
    for (const line of packed.words ? packed.words.split("\n") : []) {
      last = last.slice(0, parseInt(line[0], 36)) + line.slice(1);
      entries.push(last);
    }
    return entries.map((entry) => entry.replaceAll("\r", "\n"));
  }

  /** @returns {() => ?Int32Array} a reader of one text after the other; null for the same again */
  function textReader(packed) {
    const value = new Int32Array(128).fill(-1);
    [...ALPHABET].forEach((letter, at) => { value[letter.charCodeAt(0)] = at; });
    const size = ALPHABET.length;
    const {short, middle, texts} = packed;
    const row = new Int32Array(texts.length);
    let at = 0;
    return () => {
      let length = 0;
      for (;;) {
        const code = texts.charCodeAt(at);
        at += 1;
        if (code === 32) return row.slice(0, length);
        if (code === 33) {
          at += 1;
          return null;
        }
        let entry = value[code];
        if (entry >= short + middle) {
          entry = short + middle * size + ((entry - short - middle) * size +
            value[texts.charCodeAt(at)]) * size + value[texts.charCodeAt(at + 1)];
          at += 2;
        } else if (entry >= short) {
          entry = short + (entry - short) * size + value[texts.charCodeAt(at)];
          at += 1;
        }
        row[length] = entry;
        length += 1;
      }
    };
  }

  /** @returns {Record[]} the records in the order that breaks ties */
  function readRecords(data) {
    const next = textReader(data.packed);
    const records = [];
    const empty = new Int32Array(0);
    const last = new Map();
    for (const [page, edition, status, number, ...rows] of data.law) {
      const paths = [];
      for (const [step, depth, title] of rows) {
        const path = (depth ? paths[depth - 1] : "") + step;
        paths.length = depth;
        paths.push(path);
        const key = `${number} ${path}`;
        const heading = next();
        const text = next() || last.get(key);
        last.set(key, text);
        const bare = path.replace(/[().]/g, "");
        records.push({
          kind: path ? "provision" : "article", page, depth, title, heading, text, names: empty,
          anchor: number && /^\d/.test(bare) ? `p${bare}` : bare, edition, number, status,
          citation: number ? `${number}${path}` : "", path: number ? bare.toLowerCase() : "", lends: [],
        });
      }
    }
    const bare = {names: empty, citation: "", number: 0, path: "", status: "held", lends: []};
    for (const [kind, page, edition, ...rows] of data.texts) {
      for (const [anchor, depth, title] of rows) {
        records.push({...bare, kind, page, edition, anchor, depth, title, heading: next(), text: next(), names: next()});
      }
    }
    for (const [anchor, lends] of data.terms) {
      const record = {...bare, kind: "term", page: data.index, edition: null, anchor, depth: 0,
        heading: next(), text: next(), names: next(), lends: governed(lends)};
      records.push(record);
    }
    return records;
  }

  function governed(lends) {
    return Object.entries(lends).flatMap(([edition, labels]) => labels.map((label) => {
      const [number, path] = label.split(".");
      return [edition, Number(number), path];
    }));
  }

  /** @returns {string} a text again, as it was before it was packed */
  function textOf(text, entries, isWord) {
    let result = "";
    let before = false;
    for (const entry of text) {
      if (before && isWord[entry]) result += " ";
      result += entries[entry];
      before = isWord[entry];
    }
    return result;
  }

  /** What each entry is: word or separator, by how it begins. */
  const wordFlags = (entries) => entries.map((entry) => WORD.test(entry));

  Object.assign(search, {readEntries, readRecords, textOf, wordFlags});
})(self.rulebookSearch);

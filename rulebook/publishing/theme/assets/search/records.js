/**
 * Unpacks the data into records and reads the words of the texts off it; see `packing.py`.
 */
(function (search) {
  "use strict";

  const FIRST = 35;
  const ALPHABET = [...Array(127 - FIRST).keys()].map((code) => String.fromCharCode(code + FIRST))
    .filter((letter) => letter !== "'" && letter !== "\\").join("");
  const END = 32;
  const SAME = 33;
  const WORD = /^(?:[\p{L}\p{N}]|[♠♥♦♣♤♡♢♧])/u;

  /**
   * A text is a number: its entries stand in `texts.entries` from `texts.start[number]` to the next.
   * @typedef {{kind: string, page: string, anchor: string, title: ?string, heading: number,
   *            text: number, names: number, depth: number, citation: string, edition: ?string,
   *            number: number, path: string, status: string, lends: Array}} Record
   */

  /** The entries of the data: what each says, and whether it is a word. */
  function readEntries(packed) {
    const entries = packed.words ? packed.words.split("\n") : [];
    let last = "";
    for (let at = 0; at < entries.length; at += 1) {
      const line = entries[at];
      const code = line.charCodeAt(0);
      last = last.slice(0, code < 58 ? code - 48 : code - 87) + line.slice(1);
      entries[at] = last.includes("\r") ? last.replaceAll("\r", "\n") : last;
    }
    return entries;
  }

  /**
   * Reads all texts at once; text 0 is empty.
   * @returns {{entries: Int32Array, start: number[], same: boolean[]}} `same` where a text stands
   *     for the one of its counterpart
   */
  function readTexts({short, middle, texts}) {
    const value = new Int32Array(128).fill(-1);
    [...ALPHABET].forEach((letter, at) => { value[letter.charCodeAt(0)] = at; });
    const size = ALPHABET.length;
    const entries = new Int32Array(texts.length);
    const start = [0, 0];
    const same = [false];
    let length = 0;
    let repeated = false;
    for (let at = 0; at < texts.length; at += 1) {
      const code = texts.charCodeAt(at);
      if (code === END) {
        start.push(length);
        same.push(repeated);
        repeated = false;
      } else if (code === SAME) repeated = true;
      else {
        let entry = value[code];
        if (entry >= short + middle) {
          entry = short + middle * size + ((entry - short - middle) * size +
            value[texts.charCodeAt(at + 1)]) * size + value[texts.charCodeAt(at + 2)];
          at += 2;
        } else if (entry >= short) {
          entry = short + (entry - short) * size + value[texts.charCodeAt(at + 1)];
          at += 1;
        }
        entries[length++] = entry;
      }
    }
    return {entries: entries.slice(0, length), start, same};
  }

  /** @returns {Record[]} the records in the order that breaks ties */
  function readRecords(data, texts) {
    let read = 0;
    const next = () => (read += 1);
    const records = [];
    const last = new Map();
    for (const [page, edition, status, number, ...rows] of data.law) {
      const paths = [];
      for (const [step, depth, title] of rows) {
        const path = (depth ? paths[depth - 1] : "") + step;
        paths.length = depth;
        paths.push(path);
        const key = `${number} ${path}`;
        const heading = next();
        const own = next();
        const text = texts.same[own] ? last.get(key) : own;
        last.set(key, text);
        const bare = path.replace(/[().]/g, "");
        records.push({
          kind: path ? "provision" : "article", page, depth, title, heading, text, names: 0,
          anchor: number && /^\d/.test(bare) ? `p${bare}` : bare, edition, number, status,
          citation: number ? `${number}${path}` : "", path: number ? bare.toLowerCase() : "", lends: [],
        });
      }
    }
    const bare = {names: 0, citation: "", number: 0, path: "", status: "held", lends: []};
    for (const [kind, page, edition, ...rows] of data.texts) {
      for (const [anchor, depth, title, lends] of rows) {
        records.push({...bare, kind, page, edition, anchor, depth, title, heading: next(), text: next(), names: next(), lends: governed(lends || {})});
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

  /** @returns {string} entries again as they were before they were packed */
  function joined(packed, from, to, entries, isWord) {
    let result = "";
    let before = false;
    for (let at = from; at < to; at += 1) {
      const entry = packed[at];
      if (before && isWord[entry]) result += " ";
      result += entries[entry];
      before = isWord[entry];
    }
    return result;
  }

  /** Whether a record is no text: it lends to the texts that it names, and stands behind them. */
  const isLender = ({kind}) => kind === "term" || kind === "situation";

  /** What each entry is: word or separator, by how it begins. */
  const wordFlags = (entries) => entries.map((entry) => {
    const code = entry.charCodeAt(0);
    return code >= 97 && code <= 122 ? true : WORD.test(entry);
  });

  Object.assign(search, {readEntries, readTexts, readRecords, isLender, joined, wordFlags});
})(self.rulebookSearch);

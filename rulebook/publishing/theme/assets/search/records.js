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
   * A text is a number: its entries stand in `texts.entries` between `texts.from` and `texts.to`.
   * The label of a record is its path as cited (`B1(b)`), or its anchor where it has none.
   * @typedef {{kind: string, page: string, label: string, title: ?string, depth: number,
   *            edition: ?string, number: number, status: string, heading: number, text: number,
   *            names: number, lends: Object<string, string[]>, flag: ?string}} Record
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
   * @returns {{entries: Int32Array, from: number[], to: number[]}}
   */
  function readTexts({short, middle, texts}) {
    const value = new Int32Array(128).fill(-1);
    [...ALPHABET].forEach((letter, at) => { value[letter.charCodeAt(0)] = at; });
    const size = ALPHABET.length;
    const entries = new Int32Array(texts.length);
    const from = [0];
    const to = [0];
    let length = 0;
    let begun = 0;
    let back = 0;
    for (let at = 0; at < texts.length; at += 1) {
      const code = texts.charCodeAt(at);
      if (code === END) {
        from.push(back ? from[from.length - back] : begun);
        to.push(back ? to[to.length - back] : length);
        begun = length;
        back = 0;
      } else if (code === SAME) {
        for (; texts.charCodeAt(at + 1) !== END; at += 1) back = back * 10 + texts.charCodeAt(at + 1) - 48;
      } else {
        let entry = value[code];
        if (entry >= short + middle) {
          entry = short + middle * size + ((entry - short - middle) * size +
            value[texts.charCodeAt(at + 1)]) * size + value[texts.charCodeAt(at + 2)];
          at += 2;
        } else if (entry >= short) {
          entry = short + (entry - short) * size + value[texts.charCodeAt(at + 1)];
          at += 1;
        }
        entries[length] = entry;
        length += 1;
      }
    }
    return {entries, from, to};
  }

  /** @returns {Record[]} the records in the order that breaks ties */
  function readRecords(data) {
    let read = 0;
    const records = [];
    for (const [page, edition, status, number, ...rows] of data.law) {
      const paths = [];
      for (const [step, depth, title] of rows) {
        const label = depth ? paths[depth - 1] + step : step;
        paths[depth] = label;
        records.push({
          kind: depth ? "provision" : "article", page, label, title, depth, edition, number, status,
          heading: read + 1, text: read + 2, names: 0, lends: NONE,
        });
        read += 2;
      }
    }
    for (const [kind, page, edition, ...rows] of data.texts) {
      for (const [label, depth, title, lends, flag] of rows) {
        records.push({
          kind, page, label, title, depth, edition, number: 0, status: "held",
          heading: read + 1, text: read + 2, names: read + 3, lends: lends || NONE, flag,
        });
        read += 3;
      }
    }
    for (const [label, lends] of data.terms) {
      records.push({
        kind: "term", page: data.index, label, title: undefined, depth: 0, edition: null, number: 0,
        status: "held", heading: read + 1, text: read + 2, names: read + 3, lends,
      });
      read += 3;
    }
    return records;
  }

  const NONE = {};

  const bare = (label) => label.replace(/[().]/g, "");

  /** @returns {string} the path run together, as a citation looks for it */
  const pathOf = ({number, label}) => (number ? bare(label).toLowerCase() : "");

  const citationOf = ({number, label}) => (number ? `${number}${label}` : "");

  function addressOf({page, number, label}) {
    const anchor = number ? bare(label) : label;
    if (!anchor) return page;
    return number && /^\d/.test(anchor) ? `${page}#p${anchor}` : `${page}#${anchor}`;
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

  Object.assign(search, {
    readEntries, readTexts, readRecords, pathOf, citationOf, addressOf, isLender, joined, wordFlags,
  });
})(self.rulebookSearch);

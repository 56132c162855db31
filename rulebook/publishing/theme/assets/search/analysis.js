/**
 * How texts and queries become words; the twin of `analysis.py`, line by line where it matters.
 * Every script of the engine adds to one object, in a worker as in a page.
 */
self.rulebookSearch = self.rulebookSearch || {};
(function (search) {
  "use strict";

  const SIGN_NAMES = {
    "♠": "picche", "♤": "picche", "♥": "cuori", "♡": "cuori",
    "♦": "quadri", "♢": "quadri", "♣": "fiori", "♧": "fiori",
  };
  const TOKEN = /(?:(?![ʹʻʼʽˈ])[\p{L}\p{N}])+|[♠♥♦♣♤♡♢♧]/gu;
  const LABEL = /^\d{1,2}(?:[a-z]\d{0,2}[a-z]{0,4})?$/;
  const GLUED_CALL = /^([1-7])([a-z]{1,2})$/;
  const PLAIN = /^[a-z0-9]*$/;
  const folded = new Map();
  const stems = new Map();
  const apart = new Map();

  /**
   * @typedef {{word: string, surface: string, start: number, end: number}} Token
   */

  /** @param {string} word @returns {string} without case, accents and ligatures */
  function fold(word) {
    if (PLAIN.test(word)) return word;
    let found = folded.get(word);
    if (found === undefined) {
      found = SIGN_NAMES[word] || word.normalize("NFKD").replace(/\p{Mn}/gu, "").toLowerCase();
      folded.set(word, found);
    }
    return found;
  }

  /** @param {string} text @returns {Token[]} */
  function tokens(text) {
    const found = [];
    for (const match of text.matchAll(TOKEN)) {
      const surface = match[0];
      const start = match.index;
      found.push({word: fold(surface), surface: surface.toLowerCase(), start, end: start + surface.length});
    }
    return found;
  }

  /** @param {string} surface @returns {string} the stem under which a typed word looks for others */
  function queryKey(surface) {
    return fold(stem(surface));
  }

  function stem(word) {
    let found = stems.get(word);
    if (found === undefined) {
      found = apart.get(word) || search.italianStem(word);
      stems.set(word, found);
    }
    return found;
  }

  /** @returns {string[]} under which stems a word of a text is found */
  function stemKeys(surface, word) {
    const first = fold(stem(surface));
    const second = stem(word);
    return first === second ? [first] : [first, second];
  }

  /** @returns {Array<[number, string]>} the calls in a text: position of the level, key */
  function calls(found, text, words) {
    const result = [];
    let citing = false;
    found.forEach((token, at) => {
      const word = token.word;
      const glued = GLUED_CALL.exec(word);
      const following = found[at + 1];
      if (glued && !citing) {
        const suit = words.letters.get(glued[2]) ||
          (words.notrump.has(glued[2]) ? words.notrump_name : "");
        if (suit) result.push([at, `${glued[1]}=${suit}`]);
      } else if (following && !citing && (/^[1-7]$/.test(word) || words.levels.has(word))) {
        const apart = text.slice(token.end, following.start);
        const suit = apart.trim() ? "" : namedSuit(following.word, words);
        if (suit) result.push([at, `${words.levels.get(word) || word}=${suit}`]);
      }
      citing = stillCiting(word, citing, words);
    });
    return result;
  }

  function namedSuit(word, words) {
    if (words.suits.has(word)) return word;
    return words.notrump.has(word) && word.length > 1 ? words.notrump_name : "";
  }

  function stillCiting(word, citing, words) {
    if (words.article.has(word) || words.articles.has(word) || words.units.has(word)) return true;
    return citing && (LABEL.test(word) || word.length === 1 || words.conjunctions.has(word));
  }

  /** A word with each letter that is doubled written once. */
  const undoubled = (word) => word.replace(/(.)\1+/gu, "$1");

  /** @returns {boolean} whether two words differ by one letter changed, missing or exchanged */
  function withinOne(left, right) {
    if (left.length > right.length) [left, right] = [right, left];
    if (right.length - left.length > 1 || left === right) return left === right;
    let start = 0;
    while (start < left.length && left[start] === right[start]) start += 1;
    if (left.slice(start) === right.slice(start + 1)) return true;
    if (left.length !== right.length) return false;
    if (left.slice(start + 1) === right.slice(start + 1)) return true;
    const exchanged = left.slice(start + 1, start + 2) + left[start];
    return right.slice(start, start + 2) === exchanged && left.slice(start + 2) === right.slice(start + 2);
  }

  /** @returns {number} where a word stands, or would stand, among sorted ones */
  function bisect(words, word) {
    let low = 0;
    let high = words.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (words[middle] < word) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The word lists as the engine uses them: sets and maps. */
  function prepareWords(data) {
    const set = (name) => new Set(data[name]);
    for (const [word, own] of Object.entries(data.apart)) apart.set(word, own);
    const weights = new Map(Object.entries(data.weights));
    return {
      weight: (word) => weights.get(word) ?? 100,
      letters: new Map(Object.entries(data.letters)),
      levels: new Map(Object.entries(data.levels)),
      notrump: set("notrump"), notrump_name: data.notrump_name, suits: set("suits"),
      last_article: data.last_article, article: set("article"), articles: set("articles"),
      units: set("units"), before: set("before"), links: set("links"),
      conjunctions: set("conjunctions"), old: set("old"), new: set("new"),
      current: set("current"), code_names: data.code_names,
      code_more: data.code_more, numbers: new Map(Object.entries(data.numbers)),
      denominations: data.denominations, over: set("over"),
      announcing: set("announcing"), since: set("since"), until: set("until"),
    };
  }

  /** Whether a call is one word: `2c`, `1nt`. */
  const isGluedCall = (word) => GLUED_CALL.test(word);

  Object.assign(search, {isGluedCall, fold, tokens, queryKey, stemKeys, calls, undoubled, withinOne, bisect, prepareWords});
})(self.rulebookSearch);

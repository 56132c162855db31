/**
 * What a query says before any index is asked; the twin of `query.py`.
 */
(function (search) {
  "use strict";

  const INVISIBLE = /[\u00ad\u200b-\u200d\u2060\ufeff\ufe0e\ufe0f\x00-\x08\x0b\x0c\x0e-\x1f]/g;
  const QUOTED = /"([^"]+)"|[“„]([^”“]+)[”“]|«([^»]+)»/g;

  /**
   * @typedef {{word: string, surface: string, at: number, weight: number,
   *            kind: "word"|"call"|"label", open: boolean, hyphen: string, covers: number}} Term
   * @typedef {{text: string, terms: Term[], phrases: string[][], asked: Object[],
   *            quotes: string[], whole: boolean, call: ?string, over: ?Object}} Query
   */

  function prepare(raw, settings) {
    const cut = [...raw].slice(0, settings.MOST_CHARACTERS).join("");
    return cut.replace(INVISIBLE, "").normalize("NFKC");
  }

  /** @returns {Query} */
  function parseQuery(raw, words, patterns, settings) {
    const text = prepare(raw, settings);
    const reading = search.readAsked(text, words, patterns);
    const terms = reading.asked.map((one, at) => term(one.compact, one.compact, at, {kind: "label"}));
    let over = null;
    if (!reading.whole) {
      const kept = search.tokens(text).filter(
        (token) => !reading.spans.some(([start, end]) => start <= token.start && token.start < end));
      over = search.bidOver(kept, text, words, terms.length);
      terms.push(...termsOf(kept, text, words, terms.length));
    }
    let call = null;
    if (reading.call && words.letters.has(reading.call[1])) {
      call = `${reading.call[0]}=${words.letters.get(reading.call[1])}`;
      if (reading.whole) terms.push(term(call, call, terms.length, {kind: "call"}));
    }
    const quoted = [...text.matchAll(QUOTED)].map((match) => match[1] || match[2] || match[3])
      .map((quote) => [quote.trim(), search.tokens(composed(quote)).map((token) => token.word)])
      .filter(([, phrase]) => phrase.length);
    return {
      text, terms: terms.slice(0, settings.MOST_TERMS), phrases: quoted.map(([, phrase]) => phrase),
      quotes: quoted.map(([quote]) => quote), asked: reading.asked, whole: reading.whole, call, over,
    };
  }

  const composed = (text) => text.normalize("NFC");

  function term(word, surface, at, more) {
    return {word, surface, at, weight: 100, kind: "word", open: false, hyphen: "", covers: 0, ...more};
  }

  function termsOf(found, text, words, first) {
    const calls = new Map(search.calls(found, text, words));
    const terms = [];
    found.forEach((token, index) => {
      if (calls.has(index)) {
        const covers = search.isGluedCall(token.word) ? 1 : 2;
        terms.push(term(calls.get(index), token.surface, first + index, {kind: "call", covers}));
      }
      const between = index ? text.slice(found[index - 1].end, token.start) : "";
      terms.push(term(token.word, token.surface, first + index, {
        weight: words.weight(token.word), open: token.end === text.length,
        hyphen: /^-[ \t\n\r]*$/.test(between) ? between : "",
      }));
    });
    return terms;
  }

  search.parseQuery = parseQuery;
})(self.rulebookSearch);

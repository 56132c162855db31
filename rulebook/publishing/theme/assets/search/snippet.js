/**
 * The lines under a hit: an exact part of the text, found words marked; the twin of `snippet.py`.
 */
(function (search) {
  "use strict";

  const SENTENCE_END = /[.;:?!]/;

  /** @returns {{text: string, marks: Array<[number, number]>}} */
  function makeSnippet(text, worth, words, settings) {
    let best = null;
    for (const line of text.split("\n")) {
      const found = search.tokens(line);
      const {values, marked} = valuesOf(found, line, worth, words);
      const [start, value] = windowOf(found, values, settings.LONGEST);
      if (!best || value > best.value) best = {value, line, found, marked, start};
    }
    if (!best.found.length) return {text: text.split("\n")[0], marks: []};
    const {line, found, marked} = best;
    const start = sentenceStart(line, found, marked, best.start, settings);
    const last = Math.min(start + settings.LONGEST, found.length) - 1;
    const begin = start === 0 ? 0 : found[start].start;
    const closing = /[.,;:?!)»”’"]*/y;
    closing.lastIndex = found[last].end;
    closing.test(line);
    const end = last < found.length - 1 ? closing.lastIndex || found[last].end : line.length;
    const marks = [...marked].sort((a, b) => a - b).filter((at) => start <= at && at <= last)
      .map((at) => [found[at].start - begin, found[at].end - begin]);
    return {text: line.slice(begin, end), marks};
  }

  function valuesOf(found, line, worth, words) {
    const values = found.map((token) => worth.get(token.word) || 0);
    const marked = new Set([...values.keys()].filter((at) => values[at]));
    for (const [at, call] of search.calls(found, line, words)) {
      if (!worth.has(call)) continue;
      values[at] = Math.max(values[at], worth.get(call));
      marked.add(at);
      if (!search.isGluedCall(found[at].word)) marked.add(at + 1);
    }
    return {values, marked};
  }

  function windowOf(found, values, longest) {
    let [best, first, value] = [0, 0, 0];
    const counts = new Map();
    found.forEach((token, at) => {
      if (values[at]) {
        const count = (counts.get(token.word) || 0) + 1;
        counts.set(token.word, count);
        if (count === 1) value += values[at];
      }
      const leaving = at - longest;
      if (leaving >= 0 && values[leaving]) {
        const word = found[leaving].word;
        counts.set(word, counts.get(word) - 1);
        if (counts.get(word) === 0) value -= values[leaving];
      }
      if (value > best) {
        best = value;
        first = Math.max(0, at - longest + 1);
      }
    });
    return [first, best];
  }

  function sentenceStart(line, found, marked, start, settings) {
    if (found.length <= settings.LONGEST) return 0;
    const first = Math.min(...[...marked].filter((at) => at >= start), Infinity);
    const from = first === Infinity ? start : first;
    let begin = from < start + settings.LONGEST ? Math.max(start, from - 2) : start;
    for (let at = from; at > Math.max(-1, from - settings.BEFORE - 1); at -= 1) {
      const before = at ? line.slice(found[at - 1].end, found[at].start) : ".";
      if (SENTENCE_END.test(before)) {
        begin = at;
        break;
      }
    }
    return Math.max(0, Math.min(begin, found.length - settings.LONGEST));
  }

  search.makeSnippet = makeSnippet;
})(self.rulebookSearch);

/**
 * A bid told over another, as in "2 fiori su 2 picche"; the twin of `bids.py`.
 */
(function (search) {
  "use strict";

  /** @typedef {{start: number, end: number, low: boolean}} Over from which word up to which; whether too low */

  /** @returns {?Over} the bid that somebody tells over another; the first word counts `first` */
  function bidOver(found, text, words, first = 0) {
    const calls = search.calls(found, text, words);
    const end = (at) => at + (search.isGluedCall(found[at].word) ? 1 : 2);
    const rank = (call) => {
      const [level, name] = call.split("=");
      return Number(level) * 10 + words.denominations.indexOf(name);
    };
    for (let turn = 1; turn < calls.length; turn += 1) {
      const [[at, bid], [then, other]] = [calls[turn - 1], calls[turn]];
      const between = found.slice(end(at), then);
      if (between.length && between.every(({word}) => words.over.has(word))) {
        return {start: first + at, end: first + end(then), low: rank(bid) <= rank(other)};
      }
    }
    return null;
  }

  search.bidOver = bidOver;
})(self.rulebookSearch);

/**
 * “Forse cercavi”: a query of words that stand in the texts; the twin of `suggest.py`.
 */
(function (search) {
  "use strict";

  /** @returns {?string} the query with each unknown word replaced by the nearest known one */
  function suggestion(query, expansions, table, settings) {
    let text = query.text;
    let done = false;
    let at = 0;
    for (const {term, sure} of expansions) {
      if (sure || term.surface.length < settings.FEWEST_LETTERS || term.kind !== "word") continue;
      const near = nearest(term.word, table, settings);
      const start = text.toLowerCase().indexOf(term.surface, at);
      if (near === null || start < 0) continue;
      text = text.slice(0, start) + near + text.slice(start + term.surface.length);
      at = start + near.length;
      done = true;
    }
    return done ? text : null;
  }

  function nearest(word, table, settings) {
    const single = search.undoubled(word);
    const most = Math.min(settings.MOST_EDITS, Math.max(1, Math.floor((word.length * 2) / 7)));
    let best = null;
    table.words.forEach((other, at) => {
      if (/^[0-9]/.test(other) || other.length < 3) return;
      let edits = most + 1;
      if (Math.abs(other.length - word.length) <= most) edits = distance(word, other, most);
      const otherSingle = search.undoubled(other);
      if (edits > 1 && Math.abs(otherSingle.length - single.length) < most) {
        edits = Math.min(edits, 1 + distance(single, otherSingle, most - 1));
      }
      if (edits > most || !table.spelling(at)) return;
      const order = [edits, -alike(word, other), -table.counts[at], at];
      if (!best || search.compare(order, best) < 0) best = order;
    });
    return best ? table.spelling(best[3]) : null;
  }

  function alike(word, other) {
    let at = 0;
    while (at < word.length && word[at] === other[at]) at += 1;
    return at;
  }

  function distance(left, right, most) {
    const row = Array.from({length: right.length + 1}, (_, at) => at);
    for (let i = 1; i <= left.length; i += 1) {
      let before = row[0];
      let least = row[0] = i;
      for (let j = 1; j <= right.length; j += 1) {
        const here = row[j];
        row[j] = Math.min(here + 1, row[j - 1] + 1, before + (left[i - 1] !== right[j - 1] ? 1 : 0));
        before = here;
        if (row[j] < least) least = row[j];
      }
      if (least > most) return most + 1;
    }
    return row[row.length - 1];
  }

  search.suggestion = suggestion;
})(self.rulebookSearch);

/**
 * The situations at the table that a query means; the twin of `cards.py`.
 */
(function (search) {
  "use strict";

  /** The closeness of a card that is called just so. */
  const EXACTLY = 1001;

  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

  /** @typedef {{stems: string, weights: number[], start: number, over: ?Object}} Named */

  /** What each situation is called at the table: its title, what happened, and how it is said. */
  function cardNames(records, {textOf}, words, settings) {
    const cards = [...records.keys()].filter((at) => records[at].kind === "situation");
    return new Map(cards.map((at) => [at, namesOf(records[at], textOf, words, settings)]));
  }

  /** @returns {Named[]} */
  function namesOf(card, textOf, words, settings) {
    const parts = [textOf(card.heading), ...textOf(card.text).split("\n")];
    const names = [];
    let start = 0;
    [...parts, ...textOf(card.names).split("\n")].forEach((part, at) => {
      if (!part && at) return;
      const found = search.tokens(part);
      if (at < 2 || at >= parts.length) {
        names.push({
          stems: found.map(({surface}) => search.queryKey(surface)).join(" "),
          weights: found.map(({word}) => words.weight(word)), start, over: search.bidOver(found, part, words),
        });
      }
      start += found.length + settings.GAP;
    });
    return names;
  }

  /** The situations that the query means, the likeliest first; one called just so before all. */
  function likelyCards(run) {
    const {points, settings, years} = run;
    const typed = run.expansions.filter(({term}) => term.kind === "word" && !years.has(term.word))
      .map(({term}) => search.queryKey(term.surface)).join(" ");
    const close = new Map();
    for (const [at, names] of run.index.cards) {
      const called = names.some(({stems}) => stems === typed);
      close.set(at, called ? EXACTLY : Math.max(...names.map((name) => closeness(run, at, name))));
    }
    const best = Math.max(0, ...close.values());
    const least = Math.max(settings.CARD_CLOSE, Math.floor((best * settings.CARD_BESIDE) / 100));
    return [...close.keys()].filter((at) => close.get(at) >= least)
      .sort((a, b) => close.get(b) - close.get(a) || (points.get(b) || 0) - (points.get(a) || 0) || a - b)
      .slice(0, settings.MOST_CARDS);
  }

  /** How far the query and a name of a card are the same, in thousandths. */
  function closeness(run, card, name) {
    const asked = new Set();
    const said = new Set();
    const meet = (found, terms) => {
      const here = foundIn(name, found, card);
      for (const at of here) said.add(at);
      if (here.length) for (const at of terms) asked.add(at);
    };
    for (const at of run.known) meet(run.found[at], [at]);
    for (const [concept, other] of run.concepts) meet(other, run.termsOf(concept));
    const {over} = run.query;
    if (over && name.over) {
      if (over.low !== name.over.low) return 0;
      for (const at of run.known) {
        const {term} = run.expansions[at];
        if (over.start <= term.at && term.at < over.end) asked.add(at);
      }
      for (let {start} = name.over; start < name.over.end; start += 1) said.add(start);
    }
    const weight = sum([...said].map((at) => name.weights[at]));
    const ofName = Math.floor((weight * 1000) / Math.max(1, sum(name.weights)));
    const ofQuery = Math.floor((sum([...asked].map((at) => run.found[at].total)) * 1000) / run.totalAsked);
    const {CARD_ASKED} = run.settings;
    return Math.floor((ofQuery * (CARD_ASKED + ofName)) / (CARD_ASKED + 1000));
  }

  /** Which words of a name stand at the places of something found in a card. */
  function foundIn(name, {start, places}, card) {
    const here = [];
    for (let at = start[card]; at < start[card + 1]; at += 1) {
      const word = places[at] - name.start;
      if (0 <= word && word < name.weights.length) here.push(word);
    }
    return here;
  }

  Object.assign(search, {cardNames, likelyCards});
})(self.rulebookSearch);

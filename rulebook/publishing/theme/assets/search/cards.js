/**
 * The situations at the table that a query means; the twin of `cards.py`.
 */
(function (search) {
  "use strict";

  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

  /** @typedef {{stems: string, start: number, end: number}} Named */

  /** What each situation is called at the table: its title, what happened, and how it is said. */
  function cardNames(records, {textOf}, settings) {
    const cards = [...records.keys()].filter((at) => records[at].kind === "situation");
    return new Map(cards.map((at) => [at, namesOf(records[at], textOf, settings)]));
  }

  /** @returns {Named[]} */
  function namesOf(card, textOf, settings) {
    const parts = [textOf(card.heading), ...textOf(card.text).split("\n")];
    const names = [];
    let position = 0;
    [...parts, ...textOf(card.names).split("\n")].forEach((part, at) => {
      if (!part && at) return;
      const found = search.tokens(part).map(({surface}) => search.queryKey(surface));
      if (at < 2 || at >= parts.length) {
        names.push({stems: found.join(" "), start: position, end: position + found.length});
      }
      position += found.length + settings.GAP;
    });
    return names;
  }

  /** The situations that the query means, the likeliest first; one called just so before all. */
  function likelyCards(run) {
    const {points, settings, years} = run;
    const {cards} = run.index;
    const typed = run.expansions.filter(({term}) => term.kind === "word" && !years.has(term.word))
      .map(({term}) => search.queryKey(term.surface)).join(" ");
    const exact = new Set([...cards.keys()].filter((at) => cards.get(at).some(({stems}) => stems === typed)));
    const meant = [...cards.keys()].filter((at) => (points.get(at) || 0) > 0 && (exact.has(at) || isMeant(run, at)));
    meant.sort((a, b) => exact.has(b) - exact.has(a) || points.get(b) - points.get(a) || a - b);
    const least = Math.max(0, ...meant.map((at) => points.get(at))) * settings.CARD_BESIDE;
    return meant.filter((at) => exact.has(at) || points.get(at) * 100 >= least).slice(0, settings.MOST_CARDS);
  }

  /** Whether enough of the query stands together in one of the card's names, or in all of them. */
  function isMeant(run, card) {
    const weigh = (terms) => sum([...terms].map((at) => run.found[at].total)) * 1000;
    const every = new Set();
    let best = 0;
    for (const name of run.index.cards.get(card)) {
      const covered = new Set(run.known.filter((at) => holds(name, run.found[at], card)));
      for (const [concept, other] of run.concepts) {
        if (holds(name, other, card)) for (const at of run.termsOf(concept)) covered.add(at);
      }
      best = Math.max(best, weigh(covered));
      for (const at of covered) every.add(at);
    }
    return best >= run.total * run.settings.CARD_NAMED || weigh(every) >= run.total * run.settings.CARD_TOLD;
  }

  /** Whether one of the places of something found in a card lies in a name. */
  function holds(name, {start, places}, card) {
    for (let at = start[card]; at < start[card + 1]; at += 1) {
      if (name.start <= places[at] && places[at] < name.end) return true;
    }
    return false;
  }

  Object.assign(search, {cardNames, likelyCards});
})(self.rulebookSearch);

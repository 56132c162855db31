/**
 * The lexicon lends: a term that a query means gives points to what it governs and names; the twin
 * of `lend.py`.
 */
(function (search) {
  "use strict";

  const share = (amount, hundredths) => Math.floor((amount * hundredths) / 100);

  /** What governs a term or a situation: records, each with its share in hundredths. */
  function lendsOf(records, labels, settings) {
    const lenders = [...records.keys()].filter((at) => search.isLender(records[at]));
    const known = new Map();

    function governed(term) {
      const found = [];
      for (const [edition, several] of Object.entries(records[term].lends)) {
        several.forEach((label, turn) => {
          const [number, path] = label.split(".");
          const near = labels.nearest(Number(number), edition, path);
          if (!near) return;
          const part = settings.LENT_LATER[Math.min(turn, settings.LENT_LATER.length - 1)];
          found.push([near[0], near[1] === path ? part : share(part, settings.LENT_NEAR)]);
        });
      }
      return found;
    }

    return {
      lenders,
      of(term) {
        if (!known.has(term)) known.set(term, governed(term));
        return known.get(term);
      },
    };
  }

  /** Lets terms of the lexicon lend to what they govern and name, and stand behind it. */
  function lend(run) {
    const {settings, points, coverage} = run;
    const {records, lends} = run.index;
    const lent = new Map();
    const behind = [];
    for (const term of lending(run)) {
      const loan = share(points.get(term), settings.LENT[records[term].kind]);
      const shares = [...lends.of(term), ...titledSo(run, term)];
      for (const [record, part] of shares) {
        const amount = run.fitted(record, share(loan, part));
        lent.set(record, Math.max(lent.get(record) || 0, amount));
      }
      if (speaksOfHeld(run, term)) behind.push([term, shares.map(([record]) => record)]);
    }
    for (const [record, amount] of lent) {
      points.set(record, (points.get(record) || 0) + amount);
      coverage.set(record, Math.max(coverage.get(record) || 0, settings.LENDS_FROM));
    }
    for (const [term, lentTo] of behind) {
      const held = lentTo.filter((record) => records[record].status !== "missing");
      if (!held.length) continue;
      points.set(term, Math.min(points.get(term), Math.max(...held.map((record) => points.get(record))) - 1));
    }
  }

  /** Whether the text of what a term or a situation names first is held in some edition. */
  function speaksOfHeld({settings, index}, term) {
    const whole = settings.LENT_LATER[0];
    const first = [whole, share(whole, settings.LENT_NEAR)];
    return index.lends.of(term).some(([record, part]) =>
      first.includes(part) && index.records[record].status !== "missing");
  }

  /** The terms of the lexicon that the query means, the likeliest first. */
  function lending(run) {
    const terms = run.index.lends.lenders
      .filter((term) => (run.coverage.get(term) || 0) >= run.settings.LENDS_FROM);
    terms.sort((a, b) => run.points.get(b) - run.points.get(a) || a - b);
    return terms.slice(0, run.settings.MOST_LENDING);
  }

  /** The texts with a name of a term in their heading, with the share that it has of it. */
  function titledSo(run, term) {
    const {table, settings, index} = run;
    const shares = [];
    for (const keys of index.names.italian(term)) {
      for (const [record, positions] of search.placesOf(keys, table, settings.MOST_BETWEEN)[0]) {
        const titled = positions.some((position) => position < table.heading[record]);
        if (!titled || search.isLender(index.records[record])) continue;
        const strong = Math.max(table.strong[record], keys.length);
        shares.push([record, Math.floor((settings.LENT_TITLED * keys.length) / strong)]);
      }
    }
    return shares;
  }

  Object.assign(search, {lend, lendsOf});
})(self.rulebookSearch);

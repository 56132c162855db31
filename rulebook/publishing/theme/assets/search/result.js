/**
 * What a query asks for by number or by year, quoted phrases, and the final order; the twin of the
 * second half of `rank.py`.
 */
(function (search) {
  "use strict";

  const {share} = search;

  /** @returns {Array<{record: number, points: number, asked: boolean}>} the records in order */
  function result(run, edition) {
    const {settings, index, coverage} = run;
    const admits = (record) => edition === null || index.records[record].edition === edition;
    const asked = askedFor(run, edition, admits);
    const points = new Map([...run.points].filter(([record]) => !asked.has(record) && admits(record)));
    keepPhrases(run, points);
    preferYears(run, points);
    const best = Math.max(0, ...points.values());
    const covers = (record) => coverage.get(record) || 0;
    const widest = Math.max(0, ...[...points.keys()].map(covers));
    const kept = [...points].filter(([record, amount]) =>
      covers(record) * 100 >= widest * settings.LEAST_COVERAGE && amount > 0 &&
      amount * 100 >= best * settings.LEAST_POINTS);
    kept.sort((a, b) => b[1] - a[1] || a[0] - b[0]);
    return [
      ...[...asked].map(([record, amount]) => ({record, points: amount, asked: true})),
      ...kept.map(([record, amount]) => ({record, points: amount, asked: false})),
    ];
  }

  function askedFor(run, edition, admits) {
    const {query, index, settings, table} = run;
    let found = query.asked
      .filter((asked) => query.call === null || index.labels.certain(asked))
      .flatMap((asked) => index.labels.resolve(asked, edition));
    const inTurn = (records) => new Map([...new Set(records)].map((record, at) => [record, settings.FIRST - at]));
    if (!found.length) return inTurn(ofYears(run, admits));
    found = [...new Set(found)];
    if (!query.whole && saysMore(run)) {
      around(run, found);
      return new Map();
    }
    const below = found.flatMap((above) => {
      const length = table.end[above] - above - 1;
      return Array.from({length}, (_, step) => above + 1 + step);
    });
    return inTurn([...found, ...below]);
  }

  const saysMore = (run) => run.known.some((at) => run.expansions[at].term.kind === "word" && !neutral(run, at));

  function neutral(run, at) {
    const {term} = run.expansions[at];
    const {words} = run.index;
    return term.weight < 100 || words.links.has(term.word) ||
      words.code_names.some((name) => name.length === 1 && name[0] === term.word);
  }

  function around(run, found) {
    const {points, coverage, settings, table} = run;
    found.forEach((above, turn) => {
      const flat = Math.floor((run.total * settings.ASKED) / (100 * (turn + 1)));
      points.set(above, (points.get(above) || 0) + run.fitted(above, flat));
      coverage.set(above, Math.max(coverage.get(above) || 0, settings.LENDS_FROM));
      for (let record = above; record < table.end[above]; record += 1) {
        if (points.has(record)) points.set(record, share(points.get(record), settings.BELOW_ASKED));
      }
    });
  }

  function yearsNamed(run) {
    const named = new Set(run.expansions.map(({term}) => term.word));
    return new Set(run.index.labels.editions.filter((edition) => named.has(edition)));
  }

  function ofYears(run, admits) {
    const years = yearsNamed(run);
    const others = run.known.some((at) => !years.has(run.expansions[at].term.word) && !neutral(run, at));
    if (others || !years.size) return [];
    const {records} = run.index;
    const articles = [...records.keys()].filter((at) =>
      records[at].kind === "article" && years.has(records[at].edition) && admits(at));
    const held = articles.filter((at) => records[at].status !== "missing");
    return held.length ? held : articles;
  }

  function preferYears(run, points) {
    const years = yearsNamed(run);
    if (!years.size) return;
    for (const [record, amount] of points) {
      if (years.has(run.index.records[record].edition)) points.set(record, share(amount, run.settings.OF_YEAR));
    }
  }

  function keepPhrases(run, points) {
    for (const phrase of run.query.phrases) {
      const phrased = withPhrase(run, phrase);
      const all = [...points.keys()];
      const having = all.filter((record) => phrased.has(record));
      const texts = having.filter((record) => !search.isLender(run.index.records[record]));
      const kept = new Set(texts.length ? texts : having);
      if (kept.size) for (const record of all) if (!kept.has(record)) points.delete(record);
    }
  }

  function withPhrase(run, phrase) {
    const {table} = run;
    const having = new Set();
    const words = phrase.map((word) => table.places.get(word));
    if (words.includes(undefined)) return having;
    const places = words.map((word) => {
      const stands = new Set();
      for (let at = table.start[word]; at < table.start[word + 1]; at += 1) {
        stands.add(table.record[at] * 65536 + table.position[at]);
      }
      return stands;
    });
    for (const place of places[0]) {
      if (places.every((stands, step) => stands.has(place + step))) having.add(Math.floor(place / 65536));
    }
    return having;
  }

  /** @returns {Map<string, number>} what finding each word is worth in a snippet */
  function worthOf(run) {
    const {table} = run;
    const strong = run.known.filter((at) => run.expansions[at].term.weight === 100);
    const worth = new Map();
    for (const at of strong.length ? strong : run.known) {
      for (const [word, quality] of run.expansions[at].words) {
        const name = table.words[word];
        worth.set(name, Math.max(worth.get(name) || 0, run.found[at].total * quality));
      }
    }
    for (const [concept] of run.concepts) {
      for (const keys of concept.others.filter((names) => names.length === 1)) {
        for (const word of table.stemWords(keys[0])) {
          const name = table.words[word];
          if (!worth.has(name)) worth.set(name, run.settings.SYNONYM);
        }
      }
    }
    return worth;
  }

  Object.assign(search, {result, worthOf});
})(self.rulebookSearch);

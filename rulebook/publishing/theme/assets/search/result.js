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
    const best = Math.max(0, ...points.values());
    preferYears(run, points);
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
    // Of several what can be read comes first.
    const unread = (at) => Number(index.records[at].status === "missing");
    if (query.asked.length > 1) found.sort((a, b) => unread(a) - unread(b));
    const below = found.flatMap((above) => {
      const length = table.end[above] - above - 1;
      return Array.from({length}, (_, step) => above + 1 + step);
    });
    return inTurn([...found, ...below]);
  }

  const saysMore = (run) => run.known.some((at) => run.expansions[at].term.kind === "word" && !run.neutral(at));

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

  function ofYears(run, admits) {
    const {years} = run;
    const others = run.known.some((at) => !years.has(run.expansions[at].term.word) && !run.neutral(at));
    if (others || !years.size) return [];
    const {records} = run.index;
    const articles = [...records.keys()].filter((at) =>
      records[at].kind === "article" && years.has(records[at].edition) && admits(at));
    const held = articles.filter((at) => records[at].status !== "missing");
    return held.length ? held : articles;
  }

  /** Puts the law of an edition first whose year is typed, whether its text is held or not. */
  function preferYears({years, index, settings}, points) {
    for (const [at, amount] of years.size ? points : []) {
      const {edition, kind, status} = index.records[at];
      if (!years.has(edition) || (kind !== "article" && kind !== "provision")) continue;
      points.set(at, Math.floor((amount * settings.OF_YEAR) / (status === "missing" ? settings.UNHELD : 100)));
    }
  }

  function keepPhrases(run, points) {
    run.query.phrases.forEach((phrase, turn) => {
      const phrased = withPhrase(run, phrase);
      const all = [...points.keys()];
      const having = all.filter((record) => phrased.has(record));
      const texts = having.filter((record) => !search.isLender(run.index.records[record]));
      const kept = new Set(texts.length ? texts : having);
      if (!kept.size) run.lost.push(run.query.quotes[turn]);
      else for (const record of all) if (!kept.has(record)) points.delete(record);
    });
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

  /** The words of a query that no text has, nor one like them. */
  function unknownOf(run) {
    const terms = run.unknown.map((at) => run.expansions[at].term).filter(({kind, surface, word}) =>
      kind === "word" && [...surface].length >= run.settings.FEWEST_LETTERS && !/^[0-9]/.test(word));
    return [...new Set(terms.map(({surface}) => surface))];
  }

  Object.assign(search, {result, worthOf, unknownOf});
})(self.rulebookSearch);

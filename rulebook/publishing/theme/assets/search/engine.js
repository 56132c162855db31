/**
 * The engine of the browser: data in, questions to it; the twin of `engine.py`.
 */
(function (search) {
  "use strict";

  /**
   * @typedef {{citation: string, edition: ?string, kind: string, title: string, url: string,
   *            snippet: string, marks: Array<[number, number]>, score: number, record: number,
   *            asked: boolean, flag: string}} Hit
   */

  /** @param {string} json what `index_data` of `export.py` made */
  function makeEngine(json) {
    const data = JSON.parse(json);
    const {settings, patterns} = data;
    const words = search.prepareWords(data.words);
    const texts = search.readTexts(data.packed);
    const records = search.readRecords(data);
    const table = search.makeTable(records, texts, search.readEntries(data.packed), words, settings);
    const {textOf} = table;
    const empty = (text) => texts.from[text] === texts.to[text];
    const labels = search.makeLabels(records);
    const index = {
      records, table, words, settings, labels,
      names: search.makeNames(records, table), older: search.olderOf(records),
      cards: search.cardNames(records, table, words, settings),
      lends: search.lendsOf(records, labels, settings),
    };

    function sentenceCase(title) {
      const flat = title.split(/\s+/).filter(Boolean).join(" ");
      const capitals = flat === flat.toUpperCase() && flat !== flat.toLowerCase();
      return capitals ? flat.slice(0, 1) + flat.slice(1).toLowerCase() : flat;
    }

    /** @returns {string} the title of a record: given, from its heading, or from above */
    function titleOf(at) {
      const record = records[at];
      if (record.kind === "term") return textOf(record.heading);
      if (record.title !== undefined) return record.title;
      if (!empty(record.heading)) return sentenceCase(textOf(record.heading));
      let above = at - 1;
      while (above > 0 && records[above].depth >= record.depth) above -= 1;
      return record.depth ? titleOf(above) : "";
    }

    function shownText(at) {
      let shown = at;
      while (shown < table.end[at] && empty(records[shown].text)) shown += 1;
      return shown < table.end[at] ? textOf(records[shown].text) : "";
    }

    function hitOf(ranked, worth) {
      const record = records[ranked.record];
      const {text, marks} = search.makeSnippet(shownText(ranked.record), worth, words, settings);
      return {
        citation: search.citationOf(record), edition: record.edition, kind: record.kind,
        title: titleOf(ranked.record), url: search.addressOf(record),
        snippet: text, marks, score: ranked.points / 100, record: ranked.record,
        asked: ranked.asked, status: record.status, flag: record.flag || "",
      };
    }

    /** @returns the hits, a better query, what is marked, and which typed words a hit lacks */
    function ask(query, edition = null, limit = 100) {
      const parsed = search.parseQuery(query, words, patterns, settings);
      const run = new search.Run(index, parsed);
      const ranked = search.result(run, edition);
      const worth = search.worthOf(run);
      const lacking = search.absent(query, parsed, labels, words, edition);
      const suggestion = search.suggestion(parsed, run.expansions, table, settings);
      const unknown = suggestion ? [] : search.unknownOf(run);
      return {
        hits: ranked.slice(0, Math.max(0, limit)).map((one) => hitOf(one, worth)),
        suggestion,
        absent: lacking, lost: run.lost, unknown,
        notice: search.notice(lacking, run.lost, ranked.length ? unknown : [], edition),
        cards: ranked.some(({asked}) => asked) ? [] : run.cards
          .filter((at) => edition === null || records[at].edition === edition)
          .map((at) => [titleOf(at), search.addressOf(records[at])]),
        worth, missing: (hit) => missing(run, hit), completion: completion(run.expansions),
      };
    }

    function missing(run, hit) {
      if (hit.asked) return [];
      return run.known.filter((at) => {
        const {term} = run.expansions[at];
        const {start, above} = run.found[at];
        const has = start[hit.record] < start[hit.record + 1] || above[hit.record];
        const named = run.concepts.some(([concept, other]) =>
          concept.start <= at && at < concept.end && other.worth[hit.record]);
        return term.kind === "word" && term.weight === 100 && !has && !named;
      }).map((at) => run.expansions[at].term.surface);
    }

    /** The most frequent word that begins like the one that is being typed. */
    function completion(expansions) {
      const last = expansions[expansions.length - 1];
      if (!last || !last.term.open) return null;
      const [best] = search.longer(last.term.word, table, 1);
      const spelt = best === undefined ? "" : table.spelling(best);
      return spelt.startsWith(last.term.surface) ? spelt : null;
    }

    return {ask, records, table, words, settings, titleOf, textOf, editions: labels.editions};
  }

  search.makeEngine = makeEngine;
})(self.rulebookSearch);

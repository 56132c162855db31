/**
 * From a query to records in order; the twin of `rank.py`.
 */
(function (search) {
  "use strict";

  const share = (amount, hundredths) => Math.floor((amount * hundredths) / 100);
  const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

  /** One query: its terms found, its records given points, then put in order. */
  class Run {
    constructor(index, query) {
      Object.assign(this, {index, query, table: index.table, settings: index.settings});
      const {table, settings} = this;
      const terms = search.settle(query.terms, table);
      const suits = terms.length >= settings.TOLD ? index.words.suits : new Set();
      this.expansions = terms.map((term) => search.expand(term, table, settings, suits));
      this.known = [...this.expansions.keys()].filter((at) => this.expansions[at].words.size);
      const typed = new Set(this.expansions.map(({term}) => term.word));
      this.years = new Set(index.labels.editions.filter((edition) => typed.has(edition)));
      const others = this.known.filter((at) => !this.years.has(this.expansions[at].term.word));
      // A year beside words says which edition, and no more.
      if (others.some((at) => !this.neutral(at))) this.known = others;
      this.looksBack = this.expansions.some(({term}) => index.words.old.has(term.word));
      this.lost = [];
      this.found = this.expansions.map((expansion) => search.find(
        [...expansion.words].map(([word, quality]) => this.source(word, quality)),
        table, settings, expansion.term.weight));
      this.total = Math.max(1, sum(this.known.map((at) => this.found[at].total)));
      this.unknown = [...this.expansions.keys()].filter((at) => !this.expansions[at].words.size && !this.neutral(at));
      this.totalAsked = this.total + sum(this.unknown.map((at) => this.found[at].total));
      const spoken = this.known.filter((at) => this.onlyInLexicon(at)).map((at) => this.found[at].total);
      this.totalOfTexts = Math.max(1, this.total - sum(spoken));
      this.concepts = search.concepts(this.expansions, index.names, table)
        .map((concept) => [concept, this.otherNames(concept)]);
      this.coverage = new Map();
      this.points = this.allPoints();
      this.cards = search.likelyCards(this);
      search.lend(this);
    }

    /** Whether a term says nothing of its own: a lesser word, or one for edition or Code. */
    neutral(at) {
      const {term} = this.expansions[at];
      const {words} = this.index;
      return term.weight < 100 || words.links.has(term.word) ||
        words.code_names.some((name) => name.length === 1 && name[0] === term.word);
    }

    source(word, quality) {
      const {record, position, start} = this.table;
      return {record, position, from: start[word], to: start[word + 1], quality};
    }

    /** Whether a term stands in no text: as people speak, and no text is written. */
    onlyInLexicon(at) {
      const {start} = this.found[at];
      return this.index.records.every((one, record) => search.isLender(one) || start[record] === start[record + 1]);
    }

    termsOf({start, end}) {
      return this.known.filter((at) => start <= at && at < end);
    }

    /** Other names: standing somewhere, they are worth what the terms are beside each other. */
    otherNames(concept) {
      const terms = this.termsOf(concept).map((at) => this.found[at].total);
      const beside = sum(terms.slice(1).map((total, at) => Math.floor(((terms[at] + total) * this.settings.PAIR) / 200)));
      const sources = concept.others.flatMap((keys) => (
        search.placesOf(keys, this.table, this.settings.MOST_BETWEEN).map((places, word) => {
          const source = {record: [], position: [], from: 0, quality: word ? 0 : this.settings.SYNONYM};
          for (const [record, positions] of places) {
            for (const position of positions) source.record.push(record), source.position.push(position);
          }
          return {...source, to: source.record.length};
        })));
      return search.find(sources, this.table, this.settings, 100, sum(terms) + beside);
    }

    /** The points of every record that has a word of the query, or another name for it. */
    allPoints() {
      const {size} = this.table;
      const candidate = new Uint8Array(size);
      for (const {start} of [...this.known.map((at) => this.found[at]), ...this.concepts.map(([, found]) => found)]) {
        for (let record = 0; record < size; record += 1) if (start[record] < start[record + 1]) candidate[record] = 1;
      }
      const worth = new Float64Array(size);
      const covered = new Float64Array(size);
      this.addUnits(worth, covered);
      for (const pair of this.pairs()) this.addPair(worth, pair);
      const points = new Map();
      for (let record = 0; record < size; record += 1) {
        if (!candidate[record]) continue;
        const total = search.isLender(this.index.records[record]) ? this.total : this.totalOfTexts;
        const coverage = Math.min(1000, Math.floor((covered[record] * 1000) / total));
        const amount = worth[record] + this.heading(record);
        this.coverage.set(record, coverage);
        points.set(record, this.fitted(record, Math.floor((amount * (250 + Math.floor((750 * coverage) / 1000))) / 1000)));
      }
      return points;
    }

    /** Adds what the terms are worth; those of a concept what its other names are, if that is more. */
    addUnits(worth, covered) {
      const inside = (at) => this.concepts.some(([{start, end}]) => start <= at && at < end);
      for (const at of this.known) if (!inside(at)) this.addTerm(this.found[at], worth, covered);
      for (const [concept, other] of this.concepts) {
        const own = this.termsOf(concept).map((at) => this.found[at]);
        const named = share(sum(own.map((found) => found.total)), this.settings.NAMED);
        const ownWorth = new Float64Array(worth.length);
        const ownCovered = new Float64Array(worth.length);
        for (const found of own) this.addTerm(found, ownWorth, ownCovered);
        for (let record = 0; record < worth.length; record += 1) {
          const better = other.worth[record] > ownWorth[record];
          worth[record] += better ? other.worth[record] : ownWorth[record];
          covered[record] += better ? Math.max(ownCovered[record], named) : ownCovered[record];
        }
      }
    }

    addTerm(found, worth, covered) {
      const fromAbove = share(found.total, this.settings.FROM_ABOVE);
      const {start, above} = found;
      for (let record = 0; record < worth.length; record += 1) {
        worth[record] += found.worth[record];
        if (start[record] < start[record + 1]) covered[record] += found.total;
        else if (above[record]) covered[record] += fromAbove;
      }
    }

    /** Terms beside each other, and those of full weight with only lesser ones between. */
    pairs() {
      const pairs = [];
      let strong = null;
      this.known.forEach((at, index) => {
        const {term} = this.expansions[at];
        const before = index ? this.known[index - 1] : null;
        for (const left of new Set([before, term.weight === 100 ? strong : null])) {
          if (left !== null) pairs.push([left, at, Math.max(1, term.at - this.expansions[left].term.at)]);
        }
        if (term.weight === 100) strong = at;
      });
      return pairs;
    }

    addPair(worth, [left, right, distance]) {
      const [first, second] = [this.found[left], this.found[right]];
      for (let record = 0; record < worth.length; record += 1) {
        if (first.start[record] === first.start[record + 1] || second.start[record] === second.start[record + 1]) continue;
        const near = search.neighbours(first, second, record, distance, this.settings);
        worth[record] += Math.floor(((first.total + second.total) * near) / 200);
      }
    }

    fitted(record, points) {
      const {settings} = this;
      const {kind, status, flag} = this.index.records[record];
      let part = status === "missing" ? settings.UNHELD : 100;
      if (this.index.older.has(record) && !this.looksBack) part = share(part, settings.OLDER);
      if (flag) part = share(part, settings.FLAGGED);
      return share(share(points, settings.KINDS[kind]), part);
    }

    /** What a heading adds, as far as it and the query cover each other. */
    heading(record) {
      const strong = this.table.strong[record];
      if (!strong) return 0;
      const titled = new Map();
      for (const at of this.known) {
        const found = this.found[at];
        if (found.titled[record] && this.expansions[at].term.weight === 100) {
          titled.set(at, [share(found.total, found.titled[record]), found]);
        }
      }
      for (const [concept, other] of this.concepts) {
        if (!other.titled[record]) continue;
        const terms = this.termsOf(concept);
        const named = share(sum(terms.map((at) => this.found[at].total)), other.titled[record]);
        if (named <= sum(terms.map((at) => (titled.has(at) ? titled.get(at)[0] : 0)))) continue;
        for (const at of terms) titled.delete(at);
        titled.set(terms[0], [named, other]);
      }
      const length = this.table.heading[record];
      const positions = new Set();
      for (const [, {start, places}] of titled.values()) {
        for (let i = start[record]; i < start[record + 1]; i += 1) if (places[i] < length) positions.add(places[i]);
      }
      if (!positions.size) return 0;
      const covered = Math.floor((sum([...titled.values()].map(([part]) => part)) * 1000) / this.total);
      const both = Math.min(100, Math.floor((positions.size * 100) / strong)) * covered;
      return share(Math.floor((this.total * both) / 100000), this.settings.HEADING);
    }
  }

  /** @returns {Set<number>} the records of articles whose text is held in a newer edition too */
  function olderOf(records) {
    const newest = new Map();
    for (const {kind, edition, status, number} of records) {
      if (kind !== "article" || !edition || status === "missing") continue;
      if (edition > (newest.get(number) || "")) newest.set(number, edition);
    }
    return new Set([...records.keys()].filter((at) => {
      const {kind, edition, number} = records[at];
      return (kind === "article" || kind === "provision") && (edition || "") < (newest.get(number) || "");
    }));
  }

  Object.assign(search, {Run, share, olderOf});
})(self.rulebookSearch);

/**
 * Which record a citation means; the twin of `labels.py`.
 */
(function (search) {
  "use strict";

  const digit = (letter) => /^[0-9]$/.test(letter);
  const roman = (letter) => letter !== "" && "ivx".includes(letter);

  function splits(path, at) {
    const before = path.slice(Math.max(0, at - 1), at);
    const after = path.slice(at, at + 1);
    return (digit(before) && digit(after)) || (roman(before) && roman(after));
  }

  /** @returns what citations lead to; the paths of a number are read when it is asked for */
  function makeLabels(records) {
    const numbered = new Map();
    const read = new Map();
    const law = new Set();
    const written = new Set();
    records.forEach((record, at) => {
      const {kind, number, edition, status} = record;
      if (kind === "article") {
        law.add(edition);
        if (status !== "missing") written.add(edition);
      }
      if (!number) return;
      const list = numbered.get(number);
      if (list) list.push(at);
      else numbered.set(number, [at]);
    });

    /** @returns {Map<string, Map<string, number>>} the records of a number by edition and path */
    function byEdition(number) {
      if (!read.has(number)) {
        const editions = new Map();
        for (const at of numbered.get(number) || []) {
          const {edition} = records[at];
          if (!editions.has(edition)) editions.set(edition, new Map());
          const path = search.pathOf(records[at]);
          if (!editions.get(edition).has(path)) editions.get(edition).set(path, at);
        }
        read.set(number, editions);
      }
      return read.get(number);
    }

    const editions = [...law].sort().reverse();
    const missing = (at) => records[at].status === "missing";

    function nearest(number, edition, path) {
      const paths = byEdition(number).get(edition);
      if (!paths) return null;
      for (let length = path.length; length >= 0; length -= 1) {
        const beginning = path.slice(0, length);
        if (paths.has(beginning) && !splits(path, length)) return [paths.get(beginning), beginning];
      }
      return null;
    }

    function wanted(asked, held) {
      if (asked.edition === "old") return held.slice(1);
      if (asked.edition === "new") return held.slice(0, 1);
      if (asked.edition === "current") return editions.slice(0, 1);
      return editions.includes(asked.edition) ? [asked.edition] : [];
    }

    /** @returns {number[]} the records that a citation means, the likeliest first */
    function resolve(asked, only) {
      const found = editions.filter((edition) => only === null || edition === only)
        .map((edition) => [edition, nearest(asked.number, edition, asked.path)])
        .filter(([, near]) => near)
        .map(([edition, [record, path]]) => ({edition, record, length: path.length}));
      let preferred = wanted(asked, found.filter((e) => !missing(e.record)).map((e) => e.edition));
      if (!found.some((entry) => preferred.includes(entry.edition))) preferred = [];
      const longest = Math.max(0, ...found.map((entry) => entry.length));
      const order = (entry) => [
        preferred.includes(entry.edition) ? 0 : 1, -entry.length, missing(entry.record) ? 1 : 0,
        written.has(entry.edition) ? 0 : 1, editions.indexOf(entry.edition),
      ];
      return found.filter((entry) => entry.length === longest || preferred.includes(entry.edition))
        .sort((a, b) => compare(order(a), order(b))).map((entry) => entry.record);
    }

    /** @returns {boolean} whether a provision exists, or may where no whole text is held */
    function certain(asked) {
      return editions.some((edition) => {
        const near = nearest(asked.number, edition, asked.path);
        return near && (near[1] === asked.path || records[near[0]].status !== "held");
      });
    }

    /** @returns {boolean} whether some edition is known to have just this provision */
    const exact = (asked) => editions.some((edition) =>
      (nearest(asked.number, edition, asked.path) || [])[1] === asked.path);

    /** The one edition sought that lacks just this provision, and whether its text is held. */
    function lacking(asked, only) {
      const known = byEdition(asked.number);
      const holding = editions.filter((edition) => known.has(edition) &&
        !(known.get(edition).has("") && missing(known.get(edition).get(""))));
      const meant = new Set(wanted(asked, holding));
      const sought = only ? [only] : editions.filter((edition) => meant.has(edition));
      if (!sought.length && /^\d+$/.test(asked.edition || "")) return [asked.edition, false];
      let whole = false;
      for (const edition of sought) {
        const near = nearest(asked.number, edition, asked.path);
        if (near && near[1] === asked.path && !missing(near[0])) return null;
        whole = whole || Boolean(near && records[near[0]].status === "held");
      }
      return sought.length ? [sought[0], whole] : null;
    }

    return {editions, nearest, resolve, certain, exact, lacking};
  }

  function compare(left, right) {
    for (let at = 0; at < left.length; at += 1) if (left[at] !== right[at]) return left[at] - right[at];
    return 0;
  }

  Object.assign(search, {makeLabels, compare});
})(self.rulebookSearch);

/**
 * What a term is worth in each record, in integers; the twin of `scoring.py`.
 */
(function (search) {
  "use strict";

  /**
   * @typedef {{record: ArrayLike<number>, position: ArrayLike<number>, from: number, to: number,
   *            quality: number}} Source where one word stands
   * @typedef {{total: number, worth: Int32Array, titled: Int32Array, above: Int32Array,
   *            start: Int32Array, places: Int32Array}} Found
   */

  function idfOf(count, size) {
    return Math.max(10, Math.floor(100 * Math.log2((size + 1) / Math.max(1, count)) + 0.5));
  }

  /** @param {Source[]} sources @param {?number} given its weight, if not from how rare it is */
  function find(sources, table, settings, weight, given = null) {
    const {size} = table;
    const best = Math.max(0, ...sources.map((source) => source.quality));
    const texts = new Int32Array(size);
    const titled = new Int32Array(size);
    const start = new Int32Array(size + 1);
    const counted = new Uint8Array(size);
    for (const {record, position, from, to, quality} of sources) {
      const counts = quality >= settings.SYNONYM || best < settings.SYNONYM;
      for (let at = from; at < to; at += 1) {
        const one = record[at];
        if (position[at] < table.heading[one]) titled[one] = Math.max(titled[one], quality);
        else texts[one] += quality;
        start[one + 1] += 1;
        if (counts) counted[one] = 1;
      }
    }
    for (let one = 0; one < size; one += 1) start[one + 1] += start[one];
    const places = fill(sources, start);
    const count = counted.reduce((total, one) => total + one, 0);
    const total = given ?? Math.max(1, Math.floor((idfOf(count, size) * weight) / 100));
    const above = aboveOf(titled, table);
    const worth = new Int32Array(size);
    for (let one = 0; one < size; one += 1) {
      if (start[one] === start[one + 1] && !above[one]) continue;
      const amount = Math.floor((texts[one] * settings.IN_TEXT * 256) / table.norm[one]) +
        Math.floor((titled[one] * settings.IN_HEADING) / 100) +
        Math.floor((above[one] * settings.ABOVE) / 100);
      const share = Math.floor((amount * 2200) / (amount + settings.SATURATION));
      worth[one] = Math.floor((total * share) / 1000);
    }
    return {total, worth, titled, above, start, places};
  }

  function fill(sources, start) {
    const next = start.slice();
    const places = new Int32Array(start[start.length - 1]);
    for (const {record, position, from, to} of sources) {
      for (let at = from; at < to; at += 1) places[next[record[at]]++] = position[at];
    }
    return places;
  }

  function aboveOf(titled, table) {
    const above = new Int32Array(table.size);
    titled.forEach((quality, record) => {
      for (let below = record + 1; quality && below < table.end[record]; below += 1) {
        above[below] = Math.max(above[below], quality);
      }
    });
    return above;
  }

  /** @returns {number} PAIR, NEAR or 0: whether two terms stand in a record as in the query */
  function neighbours(left, right, record, distance, settings) {
    let best = 0;
    for (let i = left.start[record]; i < left.start[record + 1]; i += 1) {
      for (let j = right.start[record]; j < right.start[record + 1]; j += 1) {
        const apart = right.places[j] - left.places[i];
        if (apart === distance) return settings.PAIR;
        if (apart > 0 && apart <= distance + 2) best = settings.NEAR;
      }
    }
    return best;
  }

  Object.assign(search, {find, neighbours});
})(self.rulebookSearch);

/**
 * Which provisions a query asks for; the twin of `asked.py`. The patterns come with the data.
 */
(function (search) {
  "use strict";

  const APOSTROPHES = "'’‘`´′ʼ";
  const NUMBER = /^[0-9]+$/;
  const YEAR = /^(?:19|20)\d\d$/;

  /**
   * @typedef {{number: number, path: string, edition: ?string, compact: string}} Asked
   * @typedef {{asked: Asked[], spans: Array<[number, number]>, whole: boolean, call: ?string[]}} Reading
   */

  /** @returns {Reading} what a query asks for by number */
  function readAsked(query, words, patterns) {
    const {all: pieces, announcing, ends, between} = search.readPieces(query, words);
    const noise = new Set([...codeNames(pieces, words), ...between]);
    const editions = [];
    const places = [];
    let marks = "";
    pieces.forEach((piece, index) => {
      const glued = index > 0 && pieces[index - 1].end === piece.start;
      let mark = noise.has(index) ? "" : markOf(piece, query, glued, editions, words, patterns);
      if (announcing.has(index)) mark = "@";
      if (!mark) return;
      if (ends.has(index) && marks) marks += " -";
      const last = pieces[index - 1];
      if (last && query.slice(last.end, piece.start) === "." && NUMBER.test(last.text) && NUMBER.test(piece.text)) {
        marks += " #";
      }
      const bracketed = query[piece.start - 1] === "(";
      const before = marks.slice(-1);
      const joined = (glued || bracketed) && before && !"?@#&-".includes(before) && !"?@#&-".includes(mark);
      marks += joined || !marks ? mark : ` ${mark}`;
      places.push([marks.length - mark.length, piece]);
    });
    let whole = !marks.includes("?");
    const all = [...marks.matchAll(new RegExp(patterns.citation, "g"))];
    let found = all.filter((match) => holds(match, whole, words));
    if (!found.length) return {asked: [], spans: [], whole: false, call: null};
    whole = whole && !new RegExp(patterns.leftover).test(without(marks, found));
    if (!whole) found = found.filter((match) => holds(match, false, words));
    const call = new RegExp(`^(?:${patterns.call})$`).exec(marks);
    return {
      asked: found.flatMap((match, at) => stretched(askedOf(match, editions, at, found.length), match[5], words)),
      spans: places.filter(([at]) => found.some((m) => m.index <= at && at < m.index + m[0].length))
        .map(([, piece]) => [piece.start, piece.end]),
      whole: whole && found.length > 0,
      call: call ? [call[1], call[2]] : null,
    };
  }

  /** @returns {Set<number>} the pieces that name the Code */
  function codeNames(pieces, words) {
    const found = new Set();
    const named = (at, names) => (names.find((parts) => at + parts.length <= pieces.length &&
      parts.every((part, step) => pieces[at + step].text === part)) || []).length;
    let at = 0;
    while (at < pieces.length) {
      let end = at + named(at, words.code_names);
      for (let more = 1; end > at && more; end += more) more = named(end, words.code_more);
      for (let step = at; step < end; step += 1) found.add(step);
      at = Math.max(end, at + 1);
    }
    return found;
  }

  function markOf(piece, query, glued, editions, words, patterns) {
    const text = piece.text;
    if (NUMBER.test(text)) {
      if (YEAR.test(text)) {
        editions.push(text);
        return "";
      }
      const after = query[piece.end] || " ";
      return text.length < 3 && !"%‰€$+°".includes(after) ? text : "?";
    }
    for (const name of ["old", "new", "current"]) {
      if (words[name].has(text)) {
        editions.push(name);
        return "";
      }
    }
    const after = query.slice(piece.end, piece.end + 1);
    const long = text.length > 1;
    if (words.articles.has(text)) return "@s";
    if (words.article.has(text)) return "@";
    if (words.units.has(text) && (long || (".°".includes(after) && after && !glued))) return "#";
    if (after && APOSTROPHES.includes(after) && !glued) return "";
    if (long && words.conjunctions.has(text)) return "&";
    if (long && !glued && (words.links.has(text) || words.before.has(text))) return "";
    const plain = /^[\x00-\x7f]*$/.test(query.slice(piece.start, piece.end));
    return plain && new RegExp(`^(?:${patterns.mark})$`).test(text) ? text : "?";
  }

  function holds(match, whole, words) {
    const [, before, word, number, path] = match;
    if (Number(number) < 1 || Number(number) > words.last_article) return false;
    if (whole || before || word) return true;
    const gluedCall = Number(number) <= 7 && path.length === 1 && words.letters.has(path);
    return /^[a-z]/.test(path) && !gluedCall;
  }

  function without(marks, found) {
    let at = 0;
    let kept = "";
    for (const match of found) {
      kept += `${marks.slice(at, match.index)} `;
      at = match.index + match[0].length;
    }
    return kept + marks.slice(at);
  }

  function askedOf(match, editions, at, count) {
    const [, before, , number, path] = match;
    const inner = (before || "").split("#").map((part) => part.replaceAll(" ", "")).reverse().join("");
    const outer = path.replaceAll("#", "").replaceAll(" ", "");
    const swapped = /^[a-z]/.test(inner) && /^\d/.test(outer);
    const whole = swapped ? inner + outer : outer + inner;
    let edition = null;
    if (editions.length === 1) edition = editions[0];
    else if (editions.length === count) edition = editions[at];
    return cited(Number(number), whole, edition);
  }

  /** @returns {Asked} */
  const cited = (number, path, edition) => (
    {number, path, edition, compact: `${number}${/^\d/.test(path) ? "." : ""}${path}`});

  /** A citation with those up to the end of its stretch: articles, or parts of one. */
  function stretched(first, until, words) {
    const all = [first];
    if (until === undefined) return all;
    const {number, path, edition} = first;
    const digits = /^\d/.test(until);
    if (!path && digits) {
      for (let n = number + 1; n <= Math.min(Number(until), words.last_article); n += 1) all.push(cited(n, "", edition));
      return all;
    }
    const last = /[a-z]$|[0-9]+$/.exec(path);
    if (!last || /^\d/.test(last[0]) !== digits) return all;
    const value = (step) => (digits ? Number(step) : step.charCodeAt(0));
    for (let n = value(last[0]) + 1; n <= value(until); n += 1) {
      all.push(cited(number, path.slice(0, last.index) + (digits ? n : String.fromCharCode(n)), edition));
    }
    return all;
  }

  search.readAsked = readAsked;
})(self.rulebookSearch);

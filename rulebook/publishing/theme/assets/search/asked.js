/**
 * Which provisions a query asks for; the twin of `asked.py`. The patterns come with the data.
 */
(function (search) {
  "use strict";

  const PIECE = /[0-9]+|[\p{L}\p{Nl}\p{No}]+|[♠♥♦♣]/gu;
  const APOSTROPHES = "'’‘`´′ʼ";
  const NUMBER = /^[0-9]+$/;
  const YEAR = /^(?:19|20)\d\d$/;

  /**
   * @typedef {{number: number, path: string, edition: ?string, compact: string}} Asked
   * @typedef {{asked: Asked[], spans: Array<[number, number]>, whole: boolean, call: ?string[]}} Reading
   */

  /** @returns {Reading} what a query asks for by number */
  function readAsked(query, words, patterns) {
    const pieces = [...query.matchAll(PIECE)].map((match) => (
      {text: search.fold(match[0]), start: match.index, end: match.index + match[0].length}));
    const noise = codeNames(pieces, words);
    const editions = [];
    const places = [];
    let marks = "";
    pieces.forEach((piece, index) => {
      const glued = index > 0 && pieces[index - 1].end === piece.start;
      const mark = noise.has(index) ? "" : markOf(piece, query, glued, editions, words, patterns);
      if (!mark) return;
      const last = pieces[index - 1];
      if (last && query.slice(last.end, piece.start) === "." && NUMBER.test(last.text) && NUMBER.test(piece.text)) {
        marks += " #";
      }
      const bracketed = query[piece.start - 1] === "(";
      const before = marks.slice(-1);
      const joined = (glued || bracketed) && before && !"?@#&".includes(before) && !"?@#&".includes(mark);
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
      asked: found.map((match, at) => askedOf(match, editions, at, found.length)),
      spans: places.filter(([at]) => found.some((m) => m.index <= at && at < m.index + m[0].length))
        .map(([, piece]) => [piece.start, piece.end]),
      whole: whole && found.length > 0,
      call: call ? [call[1], call[2]] : null,
    };
  }

  /** @returns {Set<number>} the pieces that name the Code */
  function codeNames(pieces, words) {
    const found = new Set();
    let at = 0;
    while (at < pieces.length) {
      const name = words.code_names.find(
        (parts) => at + parts.length <= pieces.length &&
          parts.every((part, step) => pieces[at + step].text === part));
      if (name) name.forEach((_, step) => found.add(at + step));
      at += name ? name.length : 1;
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
    return {number: Number(number), path: whole, edition, compact: `${Number(number)}${/^\d/.test(whole) ? "." : ""}${whole}`};
  }

  search.readAsked = readAsked;
})(self.rulebookSearch);

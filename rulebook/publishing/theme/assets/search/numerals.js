/**
 * Numbers that are not written in figures, and stretches; the twin of `numerals.py`.
 */
(function (search) {
  "use strict";

  const PIECE = /[0-9]+|[\p{L}\p{Nl}\p{No}]+|[♠♥♦♣]/gu;
  const DASH = /^\s*[-‐‑–—−]\s*$/;
  const ROMAN = /^(?=[ivxl])(x[cl]|l?x{0,3})(i[xv]|v?i{0,3})$/;
  const VALUES = {i: 1, v: 5, x: 10, l: 50, c: 100};

  const digits = (text) => /^[0-9]/.test(text);
  const letter = (text) => [...text].length === 1 && !digits(text);

  /**
   * @typedef {{text: string, start: number, end: number}} Piece
   * @typedef {{all: Piece[], announcing: Set<number>, ends: Set<number>, between: Set<number>}} Pieces
   */

  /** @returns {Pieces} the pieces of a query with what they say of numbers */
  function readPieces(query, words) {
    const typed = [...query.matchAll(PIECE)].map((match) => (
      {text: search.fold(match[0]), start: match.index, end: match.index + match[0].length}));
    const pieces = inFigures(typed, query, words);
    const announcing = new Set();
    const ends = new Set();
    const between = new Set();
    pieces.forEach(({text}, at) => {
      const [number, after] = [pieces[at + 1], pieces[at + 2]];
      if (words.announcing.has(text) && number && digits(number.text) &&
          !(after && words.suits.has(after.text))) announcing.add(at);
      const joins = at ? stretch(pieces, at, query, words) : null;
      if (!joins) return;
      ends.add(at);
      for (const one of joins) between.add(one);
    });
    return {all: pieces, announcing, ends, between};
  }

  /** Number words and roman numerals in figures, where an article or a part is cited. */
  function inFigures(typed, query, words) {
    const goesOn = (word) => letter(word) || !word || words.since.has(word) || words.until.has(word);
    let citing = onlyNumber(typed, words);
    let before = "";
    return typed.map((piece, at) => {
      const toArticle = words.article.has(before) || words.articles.has(before) || words.announcing.has(before);
      const cited = toArticle || words.units.has(before) || (citing && goesOn(before));
      let value = cited ? words.numbers.get(piece.text) : undefined;
      if (value === undefined) value = roman(piece, query, toArticle, !at);
      citing = toArticle || value !== undefined || (citing && (digits(piece.text) || goesOn(piece.text)));
      before = value === undefined ? piece.text : String(value);
      return {...piece, text: before};
    });
  }

  /** Whether a query begins with a number word and goes on with nothing but labels. */
  function onlyNumber(typed, words) {
    if (!typed.length || !words.numbers.has(typed[0].text) || words.levels.has(typed[0].text)) return false;
    return typed.slice(1).every(({text}) => [...text].length === 1 || digits(text) || words.numbers.has(text));
  }

  /** The value of a roman numeral: of any behind a word for article, of capitals that begin. */
  function roman(piece, query, toArticle, first) {
    const typed = query.slice(piece.start, piece.end);
    const capitals = typed === typed.toUpperCase();
    const likely = (toArticle && (capitals || typed.length > 2)) || (first && capitals && typed.length > 1);
    if (!likely || !ROMAN.test(piece.text)) return undefined;
    const values = [...piece.text].map((one) => VALUES[one]);
    return values.reduce((sum, value, at) => sum + (value < (values[at + 1] || 0) ? -value : value), 0);
  }

  /** The pieces between the two ends of a stretch that ends here; null if none does. */
  function stretch(pieces, at, query, words) {
    const right = pieces[at];
    if (DASH.test(query.slice(pieces[at - 1].end, right.start))) {
      return countsUp(pieces, at - 1, right) ? [] : null;
    }
    let first = at;
    while (first && words.article.has(pieces[first - 1].text)) first -= 1;
    const joins = first;
    while (first && words.until.has(pieces[first - 1].text)) first -= 1;
    if (!first || first === joins || !countsUp(pieces, first - 1, right) || !digits(right.text)) return null;
    let begins = first - 2;
    while (begins >= 0 && (words.article.has(pieces[begins].text) || words.articles.has(pieces[begins].text))) begins -= 1;
    const since = begins >= 0 && words.since.has(pieces[begins].text) ? [begins] : [];
    if (!since.length && pieces.slice(first, joins).every(({text}) => [...text].length === 1)) return null;
    return [...since, ...pieces.slice(first, at).map((_, step) => first + step)];
  }

  /** Whether a piece and another are the ends of a stretch: 61–64, or the letters of 27B–D. */
  function countsUp(pieces, at, right) {
    const left = pieces[at];
    if (digits(left.text) && digits(right.text)) {
      return Math.max(left.text.length, right.text.length) < 3 && Number(left.text) < Number(right.text);
    }
    if (!/^[a-z]{2}$/.test(left.text + right.text) || left.text.length !== 1) return false;
    const ofArticle = at > 0 && digits(pieces[at - 1].text) && !(at > 1 && letter(pieces[at - 2].text));
    return ofArticle && left.text < right.text;
  }

  Object.assign(search, {readPieces});
})(self.rulebookSearch);

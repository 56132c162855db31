/**
 * Hits as the theme's search box draws them: grouped by page, as HTML, found words marked.
 */
(function (search) {
  "use strict";

  const SHOWN = 3;
  const SIGN = /^[♠♥♦♣♤♡♢♧]$/;

  /** @param {string} text @returns {string} a text as HTML */
  const escape = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

  /** @returns {string} a text as HTML with the marked places in `<mark>` */
  function marked(text, marks) {
    let html = "";
    let at = 0;
    for (const [start, end] of marks) {
      html += `${escape(text.slice(at, start))}<mark>${escape(text.slice(start, end))}</mark>`;
      at = end;
    }
    return html + escape(text.slice(at));
  }

  const foundIn = (text, worth) => search.tokens(text).filter((token) => worth.has(token.word))
    .map((token) => [token.start, token.end]);

  /** What the page itself is called: "Articolo 27 – Licita insufficiente". */
  function pageTitle(engine, at) {
    const record = engine.records[at];
    if (record.kind === "term") return "Indice analitico";
    const title = engine.titleOf(at);
    const state = {cut: " (troncato)", missing: " (testo non posseduto)"}[record.status] || "";
    const name = record.number ? `Articolo ${record.number}` : "";
    return (name && title !== name ? `${name} – ${title}` : title) + state;
  }

  const KINDS = {article: "", guide: "guida", commentary: "commento", letter: "lettera"};

  /** The edition of a page of the law, or of which another text speaks, for its heading. */
  function year({kind, edition}) {
    const told = kind in KINDS ? [KINDS[kind], edition].filter(Boolean).join(" · ") : "";
    return told && ` <span class="rb-search-year">${escape(told)}</span>`;
  }

  /** Where the Code departs from what a guide says there. */
  const departs = ({flag}) => flag && ` <span class="rb-search-flag">⚑ ${escape(flag)}</span>`;

  function firstOfPage(engine, at) {
    let first = at;
    while (first > 0 && engine.records[first].depth) first -= 1;
    return first;
  }

  /** Where a hit leads: on the page of an article whose text is not held, to what is said there of
      the provision asked for. */
  function placeOf(engine, hit, answer) {
    const {number, status} = engine.records[hit.record];
    const [, asked, path] = /^(\d+)\.?(.*)$/.exec(answer.absent ? answer.absent.citation : "") || [];
    if (status !== "missing" || !path || String(number) !== asked) return hit.url;
    return `${hit.url}#${/^\d/.test(path) ? "p" : ""}${path}`;
  }

  function itemOf(engine, hit, answer, score) {
    const whole = !hit.url.includes("#");
    const name = whole ? pageTitle(engine, hit.record) : [hit.citation, hit.title].filter(Boolean).join(" · ");
    const terms = {};
    for (const [start, end] of hit.marks) {
      const surface = hit.snippet.slice(start, end).toLowerCase();
      if (surface.length > 2 || SIGN.test(surface)) terms[surface] = true;
    }
    for (const word of answer.missing(hit)) terms[word] = false;
    return {
      location: placeOf(engine, hit, answer), score, terms,
      title: marked(name, foundIn(name, answer.worth)) + (whole ? year(engine.records[hit.record]) : "") +
        departs(hit),
      text: marked(hit.snippet, hit.marks),
    };
  }

  /**
   * The groups that the theme draws. Of each page the best hits are drawn at once, which the theme
   * decides by their scores; Enter follows the best score of all.
   */
  function toItems(engine, answer) {
    const groups = new Map();
    for (const hit of answer.hits) {
      const page = hit.url.split("#")[0];
      if (!groups.has(page)) groups.set(page, []);
      groups.get(page).push(hit);
    }
    return [...groups].map(([page, hits]) => {
      const best = hits[0].score;
      const items = hits.map((hit, turn) => itemOf(engine, hit, answer,
        turn && turn < SHOWN && hit.url !== page ? best : hit.score));
      if (!hits.some((hit) => hit.url === page)) {
        const first = firstOfPage(engine, hits[0].record);
        items.push({
          location: page, title: escape(pageTitle(engine, first)) + year(engine.records[first]),
          text: "", score: 0, terms: {},
        });
      }
      return items;
    });
  }

  search.toItems = toItems;
})(self.rulebookSearch);

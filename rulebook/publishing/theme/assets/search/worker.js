/**
 * Answers the theme's search box. In a worker by itself; on a page opened from a disk, where
 * there are no workers, `ui.js` calls it through `rulebookSearch.serve`.
 * The engine and the data are fetched when the box is first used; until then this is all there is.
 */
self.rulebookSearch = self.rulebookSearch || {};
(function (search) {
  "use strict";

  const SETUP = 0;
  const READY = 1;
  const QUERY = 2;
  const RESULT = 3;
  const MOST_HITS = 60;

  /**
   * @param {(message: Object) => void} answer sends a message to the page
   * @param {(names: string[]) => void} fetchScripts runs scripts that lie beside this one, in order
   * @returns {(message: Object) => void} takes a message from the page
   */
  function serve(answer, fetchScripts) {
    let engine = null;
    let asked = false;
    let query = "";
    let edition = null;

    search.load = (json) => {
      engine = search.makeEngine(json);
      reply();
    };

    function start() {
      if (asked) return;
      asked = true;
      try {
        fetchScripts(search.parts);
      } catch (unreached) {
        asked = false; // the next letter tries again
        answer({type: "rulebook", data: {unreached: true}});
      }
    }

    function reply() {
      if (!engine || !query.trim()) {
        answer({type: RESULT, data: {items: [], rulebook: {editions: engine ? engine.editions : []}}});
        return;
      }
      const found = engine.ask(query, edition, MOST_HITS);
      answer({type: RESULT, data: {
        items: search.toItems(engine, found),
        suggest: found.completion ? [found.completion] : [],
        rulebook: {editions: engine.editions, suggestion: found.suggestion, cards: found.cards, notice: found.notice},
      }});
    }

    return ({type, data}) => {
      if (type === SETUP) answer({type: READY});
      else if (type === QUERY) {
        query = data;
        if (query.trim()) start();
        if (engine || !query.trim()) reply();
      } else if (type === "rulebook") {
        if (data.edition !== undefined && data.edition !== edition) {
          edition = data.edition;
          if (engine) reply();
        }
        start();
      }
    };
  }

  search.serve = serve;
  if (typeof importScripts === "function") {
    const take = serve((message) => postMessage(message), (names) => importScripts(...names));
    addEventListener("message", (event) => take(event.data));
  }
})(self.rulebookSearch);
